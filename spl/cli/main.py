"""The command line: results on stdout, progress on stderr, one sentence on bad input."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spl import __version__
from spl.cli import ablation, bench, compare, export, lessons, run, sweep
from spl.cli.arguments import Progress, check_folder
from spl.cli.output import LOG, add_output, drop_output, say, show, streams, wrote
from spl.cli.stopping import INTERRUPTED, heed_files_cut_off, heeding_sigterm
from spl.cli.unused import Parser, refuse_empty, refuse_unused
from spl.data.extras import explained
from spl.data.generators import GENERATORS
from spl.data.on_disk import exists
from spl.data.pace import time_left
from spl.data.readers.features import short
from spl.data.samples import sample_sets
from spl.data.words import counted

BAD_INPUT = 2
NO_MEMORY = (
    "this takes more memory than is free{}; give float32 features, fewer samples or fewer "
    "processes, or close other programs."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `spl …`; returns the exit code."""
    for name in ("stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if stream is None:  # closed by who started this process, as with `>&-`
            setattr(sys, name, open(os.devnull, "w"))
        elif hasattr(stream, "reconfigure"):  # a terminal may not have every character
            stream.reconfigure(errors="replace")
    args = _parser().parse_args(arguments)
    if arguments is None:  # this process is ours
        heed_files_cut_off()
    warnings.showwarning = lambda message, *_, **__: LOG.warning("%s", message)
    try:
        with heeding_sigterm() as stop, streams(args) as shown:
            return shown(stop.code(_run(args)))
    except BrokenPipeError:
        for stream in (sys.stdout, sys.stderr):
            drop_output(stream)
        return 0


def _run(args: argparse.Namespace) -> int:
    try:
        refuse_empty(args)
        refuse_unused(args)
        code = int(args.command(args) or 0)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        raise
    except ImportError as error:
        if not (said := explained(error)):
            raise
        LOG.error("%s", said)
        return BAD_INPUT
    except ValueError as error:
        LOG.error("%s", error)
        return BAD_INPUT
    except MemoryError as error:
        LOG.error("%s", NO_MEMORY.format(f" ({error})" if str(error) else ""))
        return BAD_INPUT
    except OSError as error:  # what no reader or writer expected
        LOG.error("%s", _unexpected(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        LOG.error("stopped.")
        return INTERRUPTED


def _unexpected(error: OSError) -> str:
    """A sentence of ours about a file that the system refuses."""
    if error.strerror is None:  # raised by us, with a sentence
        return str(error)
    reason = error.strerror.lower()
    file = "A file" if error.filename is None else short(str(error.filename))
    return f"{file} cannot be used ({reason}); check its name, its rights and the disk."


def _add_app(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    app = commands.add_parser("app", help="start the app in a browser")
    app.add_argument("--port", type=int, default=8501, help="port on this machine (default: 8501)")
    app.add_argument(
        "--address",
        default="localhost",
        help="address to serve on; 0.0.0.0 opens the app to the network (default: localhost)",
    )
    app.add_argument("--headless", action="store_true", help="do not open a browser")
    app.add_argument(
        "--hosted",
        action="store_true",
        help="for a public server with 1 GB of memory: no UMAP, and limits on uploads, samples, T "
        "and the queue (docs/hosting.md)",
    )
    app.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name that the app answers to, such as that of a proxy on this machine",
    )
    app.set_defaults(command=app_command, json=False, quiet=False)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="spl",
        description="Unsupervised domain adaptation by selective pseudo-labeling (SPL).",
    )
    parser.add_argument("--version", action="version", version=f"spl {__version__}")
    commands: Any = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (run, ablation, compare, bench, sweep):
        module.add(commands)
    samples = commands.add_parser("samples", help="list the sample data that come with spl")
    samples.set_defaults(command=samples_command)
    for module in (export, lessons):
        module.add(commands)
    features = commands.add_parser(
        "features", help="compute the features of a folder or zip of pictures"
    )
    features.add_argument(
        "pictures",
        metavar="FOLDER",
        help="folder or zip; one folder per class, or all pictures in one folder",
    )
    features.add_argument("--out", required=True, metavar="X.npz", help="file to write")
    features.set_defaults(command=features_command)
    _add_app(commands)
    for name, command in commands.choices.items():
        if name != "app":  # it prints no results
            add_output(command)
    return parser


def samples_command(args: argparse.Namespace) -> int:
    """List the shipped sets and the generators."""
    for name, sample in sample_sets().items():
        p = sample.recommended
        sizes = {domain: about["n"] for domain, about in sample.domains.items()}
        record = {"record": "sample", "name": name, "title": sample.title, "domains": sizes}
        recommended = {"d1": p.d1, "d2": p.d2, "T": p.T}
        values = " ".join(f"{key}={value}" for key, value in recommended.items())
        text = f"{name:<17} {sample.title}; recommended {values}"
        show(args, text, record | {"recommended": recommended})
        show(args, f"{'':<17} {', '.join(f'{name}:{d} ({n})' for d, n in sizes.items())}")
    for name, generator in GENERATORS.items():
        record = {"record": "generator", "name": name, "title": generator.description}
        show(args, f"{name!r:<17} generated: {generator.description}", record)
    return 0


def features_command(args: argparse.Namespace) -> int:
    """Write features, labels, names and thumbnails of pictures, as `spl run` reads them."""
    from spl.data.images.features import CACHE, picture_features, save_features
    from spl.data.images.files import picture_files

    if not args.pictures:  # as a path it would be the folder in which the command is given
        raise ValueError("'' is not a folder or zip file; give one with pictures.")
    check_folder("--out", args.out, [args.pictures], [".npz"], "{}.part")
    pictures = picture_files(args.pictures)
    part = Path(f"{args.out}.part")  # results of an earlier start that was stopped
    if exists(part):
        found = counted(CACHE.load(part), "picture was", "pictures were")
        say(f"{found} computed before.")
    progress = Progress()

    def report(done: int, n: int, left: float | None) -> None:
        progress.show(done / n, f"{done} of {n} pictures{time_left(left, ', ')}")

    try:
        file = picture_features(pictures, report)
    except KeyboardInterrupt:
        if len(CACHE):
            CACHE.save(part)
            kept = counted(len(CACHE), "picture is", "pictures are")
            progress.end()
            LOG.error("%s kept in %s; run the same command again to continue.", kept, part)
        raise
    progress.end()
    for note in file.notes:
        say(note)
    save_features(args.out, file)
    part.unlink(missing_ok=True)
    wrote(args, "out", args.out)
    return 0


def app_command(args: argparse.Namespace) -> int:
    """Start the app."""
    from spl.engine.launch import start

    if not 1 <= args.port <= 65535:
        raise ValueError(f"--port {args.port} is not a port; use a number from 1 to 65535.")
    return start(
        port=args.port,
        address=args.address,
        headless=args.headless,
        hosts=args.allow_host,
        hosted=args.hosted,
    )


if __name__ == "__main__":
    sys.exit(main())
