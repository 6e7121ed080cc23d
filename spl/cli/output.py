"""Where a command's results and messages go, so that people and scripts can both use them.

Results go to stdout: as text, or with ``--json`` as one JSON object per line. Notes and progress go
to stderr; ``--quiet`` leaves out both, and keeps cautions and errors.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any

from spl.cli.stopping import unstopped

FILES = ("out", "html", "vote", "picture", "figure", "video")  # options of files to write
NOT_SHOWN = 2  # exit code of a command whose results were written to files but not shown
LOG = logging.getLogger("spl.cli")
LOG.propagate = False
# Names that options have in Python: messages of the library hold them.
_OPTION = re.compile(
    r"\b(labeling|selection|quota|label_set|drop_below|reject_share|backend|jobs|scheduler|label"
    r"|domain|source_domain|target_domain)=('([^']*)'|[^\s;,]+)"
)
_BOTH_WAYS = re.compile(r" on the command line, \w+= in Python")


class _Messages(logging.Handler):
    """Each message as a line on stderr."""

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno >= logging.WARNING:  # notes name settings, such as labeling=both
            text = _with_options(text)
        print(f"spl: {text}", file=sys.stderr, flush=True)


LOG.addHandler(_Messages())


class _Dropping:
    """A stream whose output is discarded once it cannot be written any more.

    The reader has closed the pipe (``| head``), or the disk is full (``> table.txt``).
    """

    def __init__(self, stream: Any, goes_on: bool) -> None:
        self._stream = stream
        self._goes_on = goes_on  # where the command writes a file, too
        self.lost = ""  # why what was shown was lost, if it was

    def write(self, text: str) -> int:
        try:
            return int(self._stream.write(text))
        except OSError as error:
            self._drop(error)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._drop(error)

    def _drop(self, error: OSError) -> None:
        drop_output(self._stream)
        closed = isinstance(error, BrokenPipeError)
        if not closed:
            self.lost = f"the results cannot be shown ({(error.strerror or str(error)).lower()})"
        if closed and not self._goes_on:
            raise error
        if self.lost and not self._goes_on and self._stream is not sys.__stderr__:
            raise OSError(f"{self.lost}; free space where they go, or send them elsewhere.")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``--json`` and ``--quiet``."""
    parser.add_argument(
        "--json", action="store_true", help="print results as one JSON object per line"
    )
    parser.add_argument(
        "--quiet", action="store_true", help="print no notes and no progress, only results"
    )


@contextmanager
def streams(args: argparse.Namespace) -> Iterator[Callable[[int], int]]:
    """Set up stdout and stderr for a command; gives what makes its exit code of the one it returns.

    A command that writes a file goes on to its end when its output cannot be written any more; any
    other ends there, with a BrokenPipeError if the reader has gone.
    """
    LOG.setLevel(logging.WARNING if args.quiet else logging.INFO)
    goes_on = any(getattr(args, name, None) for name in FILES)
    out: Any = _Dropping(sys.stdout, goes_on)
    err: Any = _Dropping(sys.stderr, goes_on)

    def code(returned: int) -> int:
        if not out.lost or not goes_on or returned:
            return returned
        LOG.error("%s; the files that were asked for are written.", out.lost)
        return NOT_SHOWN

    with redirect_stdout(out), redirect_stderr(err):
        yield code


def drop_output(stream: Any) -> None:
    """Discard what is still written to a stream, and what it holds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def say(text: str) -> None:
    """Print a note on stderr, unless the command is quiet."""
    LOG.info("%s", text)


def show(
    args: argparse.Namespace, text: str | None, record: Mapping[str, Any] | None = None
) -> None:
    """Print a result at once: the text if there is one, or with ``--json`` the record if any."""
    if not args.json:
        if text is not None:
            print(text, flush=True)
    elif record is not None:
        print(json.dumps(_plain(record), allow_nan=False), flush=True)


def wrote(args: argparse.Namespace, option: str, path: str, n_bytes: int | None = None) -> None:
    """Say that the file of an option is written."""
    say(f"wrote {path}" + ("" if n_bytes is None else f" ({n_bytes / 1e6:.1f} MB)"))
    show(args, None, {"record": "file", "option": option, "path": path})


@contextmanager
def kept(write: Callable[[], None]) -> Iterator[None]:
    """Call `write` at the end of the block, also where a stop or an error ends it early.

    A stop that comes while it writes is heeded after it.
    """
    try:
        yield
    finally:
        with unstopped():
            write()


def _plain(value: Any) -> Any:
    """A value as JSON has it: no numpy, and null where a number is not finite."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    return value


def _with_options(message: str) -> str:
    """A message of the library in words of the command line: ``--label-set open``.

    Examples
    --------
    >>> _with_options("label_set='open' cannot be swept, and d1=0 must be at least 1.")
    '--label-set open cannot be swept, and d1=0 must be at least 1.'
    """

    def option(found: re.Match[str]) -> str:
        value = found[2] if found[3] is None else found[3] or "''"
        return f"--{found[1].replace('_', '-')} {value}"

    return _OPTION.sub(option, _BOTH_WAYS.sub("", message))
