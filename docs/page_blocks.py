"""Run what the pages show: Python blocks and console blocks, with what they print.

A `python` block is run as it stands; all blocks of a page share their names and an empty folder. A
`text` block right after it is what it prints. In a `console` block each line that begins with `$ `
is a command of `spl`, and the lines below it are its results (stdout: notes and progress go to
stderr). Blocks of other kinds, such as `sh`, are not run.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spl.cli.main import main

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", flags=re.S | re.M)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", flags=re.M)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SECONDS = re.compile(r" +\d+\.\d\d\b")  # times have two decimals, and nothing else has


@dataclass(frozen=True)
class Shown:
    """Something that a page shows: where it is in the text, what it says, and what was printed."""

    start: int
    end: int
    said: str
    printed: str


def run_page(path: Path, folder: Path) -> Iterator[Shown]:
    """Run the blocks of a page in order, in a folder.

    Parameters
    ----------
    path : Path
        The Markdown file.
    folder : Path
        Where its files are written and read.
    """
    text = path.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "page"}
    printed, after = "", -1  # what the Python block before printed, and where it ended
    with contextlib.chdir(folder):
        for block in BLOCK.finditer(text):
            kind, code = block.groups()
            if kind == "python":
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(compile(code, path.name, "exec"), names)  # noqa: S102
                printed, after = out.getvalue(), block.end()
            elif kind == "text" and not text[after : block.start()].strip():
                yield Shown(block.start(2), block.end(2), code, printed)
            elif kind == "console":
                for command in COMMAND.finditer(code):
                    start, end = (block.start(2) + at for at in command.span(2))
                    yield Shown(start, end, command[2], _spl(command[1]))


def _spl(line: str) -> str:
    """Return what a command writes to stdout; it must end well."""
    program, *arguments = shlex.split(line)
    if program != "spl":
        raise ValueError(f"{line}: only commands of spl are run here.")
    notes = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(notes):
        code = main(arguments)
    if code:
        raise ValueError(f"{line} ended with {code}: {notes.getvalue()}")
    return out.getvalue()


def differences(shown: Shown) -> list[str]:
    """Return the lines that a page shows otherwise than they were printed.

    Numbers may differ by 1 or 2 %, shares by 0.02: the last digits depend on the machine. Times do
    not count, nor do lines that the page leaves out, which it says with a line of one `…`.
    """
    said, printed = (_comparable(part) for part in (shown.said, shown.printed))
    if "…" in said:
        cut = said.index("…")
        kept = len(said) - cut - 1
        printed = [*printed[:cut], "…", *printed[len(printed) - kept :]]
    if len(said) != len(printed):
        return [f"{len(said)} lines, but {len(printed)} were printed: {shown.printed}"]
    return [
        f"{one} | {other}" for one, other in zip(said, printed, strict=True) if not like(one, other)
    ]


def _comparable(text: str) -> list[str]:
    return [SECONDS.sub("", line).rstrip() for line in text.splitlines()]


def like(one: str, other: str) -> bool:
    """Whether two lines are the same but for the last digits of their numbers.

    Parameters
    ----------
    one, other : str
    """
    if re.sub(r" +", " ", NUMBER.sub("#", one)) != re.sub(r" +", " ", NUMBER.sub("#", other)):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(abs(float(a) - float(b)) <= _tolerance(a) for a, b in pairs)


def _tolerance(number: str) -> float:
    is_share = "." in number and abs(float(number)) <= 1
    return 0.02 if is_share else max(1, 0.02 * abs(float(number)))


def renewed(path: Path, folder: Path) -> str:
    """Return a page with what its blocks print now.

    Parameters
    ----------
    path : Path
    folder : Path
        An empty folder, for the page's files.
    """
    text = path.read_text(encoding="utf-8")
    shown = [part for part in run_page(path, folder) if differences(part)]
    for part in reversed(shown):
        text = text[: part.start] + part.printed + text[part.end :]
    return text


def pages() -> list[Path]:
    """The README and the pages of this folder that have blocks to run."""
    docs = Path(__file__).parent
    found = [docs.parent / "README.md", *sorted(docs.glob("*.md"))]
    runs = re.compile(r"^```(python|console)$", flags=re.M)
    return [path for path in found if runs.search(path.read_text(encoding="utf-8"))]
