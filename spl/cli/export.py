"""`spl export`: a saved run as a page that plays anywhere, a picture, or a film."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from spl.algorithm.params import SPLParams
from spl.cli.arguments import PAGE_ENDINGS, Progress, check_folder
from spl.cli.output import say, wrote
from spl.data.pair import DomainPair
from spl.data.replaced import replaced
from spl.embedding.walk import NAMES
from spl.player.browser import find_browser, made_by_browser
from spl.player.colorings import COLORINGS
from spl.reports.saved_run import read_run, saved_by_hand, saved_data

BEFORE = "before"  # what people write for the frame before adaptation
FILES = {
    "picture": "the frame of iteration K as .png, .svg or .pdf",
    "figure": "before, k = 0, T/2 and T side by side as .png, .svg or .pdf",
    "video": "a film of all iterations as .webm or .gif",
}
ENDINGS = {
    "html": PAGE_ENDINGS,
    "picture": (".png", ".svg", ".pdf"),
    "figure": (".png", ".svg", ".pdf"),
    "video": (".webm", ".gif"),
}
PARTS = {"picture": "picture", "figure": "multiples", "video": "film"}  # as the player calls them
NEEDS_TRUTH = ("truth", "correct")  # colourings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    export = commands.add_parser("export", help="make a page, pictures or a film of a saved run")
    export.add_argument("run", metavar="RUN.npz", help="what `spl run … --out RUN.npz` wrote")
    export.add_argument("--html", metavar="OUT.html", help="the page to write")
    for kind, what in FILES.items():
        export.add_argument(f"--{kind}", metavar="FILE", help=f"{what}; needs Chromium or Chrome")
    export.add_argument(
        "--embedding", choices=tuple(NAMES), default="tsne", help="how frames are made"
    )
    export.add_argument(
        "--k",
        default=BEFORE,
        metavar="K",
        help="iteration at which the page opens and Play starts (default: before, the features "
        "before adaptation)",
    )
    export.add_argument(
        "--color-by",
        choices=tuple(COLORINGS),
        default="class",
        help="what the colours say (default: class)",
    )
    export.add_argument(
        "--dark",
        action="store_true",
        help="pictures and films light on dark (a page follows its reader's system)",
    )
    export.add_argument(
        "--no-baselines", action="store_true", help="do not train 1-NN and SVM to compare with"
    )
    export.add_argument("--data", nargs="+", help="where the data are now, if they were moved")
    export.set_defaults(command=export_command)


def export_command(args: argparse.Namespace) -> int:
    """Write the files that are asked for of a saved run; a page plays without a network."""
    from spl.embedding.layouts import check_method
    from spl.embedding.sequence import embed, pca_frames
    from spl.measures.before import before_adaptation
    from spl.player.export import SavedView, standalone_html
    from spl.player.playback import playback

    if not args.run.strip():
        raise ValueError(f"{args.run!r} is not a file; name what `spl run … --out` wrote.")
    wanted = {name: path for name in ("html", *FILES) if (path := getattr(args, name))}
    if not wanted:
        raise ValueError(f"Nothing to export; give --html or one of --{', --'.join(FILES)}.")
    _refuse_unused(args, wanted)
    _check_files(wanted, [args.run, *(args.data or saved_data(args.run))])
    check_method(args.embedding)
    pair, params, states = read_run(args.run, args.data)
    view = SavedView(k=iteration(args.k, len(states)), color_by=coloring(args.color_by, pair))
    frames = pca_frames(states, pair, params=params)
    if args.embedding != "pca":
        progress = Progress()
        steps = embed(states, args.embedding, pair, params=params, on_progress=progress.show)
        frames = [*frames, *steps]
        progress.end()
    known, without = saved_by_hand(args.run)
    play = playback(
        pair,
        states,
        frames,
        params=params,
        before=before_adaptation(pair, params),
        baselines=_baselines(args, pair, params),
        known=known,
        without=without,
    )
    for name, path in wanted.items():
        kind = Path(path).suffix[1:]
        send = None if name == "html" else {"kind": kind, "what": PARTS[name]}
        page = standalone_html(play, pair.title, view=view, send=send)
        content = _drawn(page, args, len(states)) if send else page.encode()
        with replaced(path) as beside:
            beside.write_bytes(content)
        wrote(args, name, path, n_bytes=len(content))
    return 0


def _refuse_unused(args: argparse.Namespace, wanted: Mapping[str, str]) -> None:
    """Refuse options that change none of the files."""
    if args.k != BEFORE and set(wanted) == {"figure"}:
        raise ValueError(
            "--k is not used with --figure, which shows before, k = 0, T/2 and T; leave it out, or "
            "give --picture."
        )
    if args.dark and set(wanted) == {"html"}:
        raise ValueError(
            "--dark is not used with --html: a page follows its reader's system; leave it out."
        )


def _check_files(wanted: Mapping[str, str], read: Sequence[str]) -> None:
    """Refuse files that cannot be written, or that would overwrite another one, before the work."""
    options: dict[Path, str] = {}
    for name, path in wanted.items():
        check_folder(f"--{name}", path, read, ENDINGS[name])
        other = options.setdefault(Path(path).resolve(), name)
        if other != name:
            raise ValueError(f"--{other} and --{name} both name {path}; give two names.")
        if name in FILES:
            find_browser()


def _drawn(page: str, args: argparse.Namespace, n_states: int) -> bytes:
    """Return what a browser makes of the page."""
    return made_by_browser(page, seconds=60 + 5 * n_states, dark=args.dark)


def _baselines(args: argparse.Namespace, pair: DomainPair, params: SPLParams) -> dict[str, float]:
    """Accuracies without adaptation, of which the page names the best."""
    from spl.measures.baselines import baseline_accuracies

    if args.no_baselines or pair.yt is None:
        return {}
    say("1-NN and SVM on the source, to compare with …")
    return baseline_accuracies(pair, params)


def iteration(text: str, n_states: int) -> int:
    """Return the number of the iteration that `--k` names, −1 for "before".

    Raises
    ------
    ValueError
        If the run has no such iteration.
    """
    if text == BEFORE:
        return -1
    if not text.isdecimal() or int(text) >= n_states:
        raise ValueError(
            f"--k {text}: this run has k = 0 to {n_states - 1}; name one, or {BEFORE}."
        )
    return int(text)


def coloring(name: str, pair: DomainPair) -> str:
    """Return the colouring if the pair has the labels that it needs.

    Raises
    ------
    ValueError
        If the colouring shows true labels and the target has none, or the vote of a sweep.
    """
    others = ", ".join(key for key in COLORINGS if key not in (*NEEDS_TRUTH, "vote"))
    if name == "vote":
        raise ValueError(
            "--color-by vote needs a sweep, which a saved run does not hold: save the picture in "
            f"the app after a sweep on Explore, or use one of {others}."
        )
    if name in NEEDS_TRUTH and pair.yt is None:
        raise ValueError(f"--color-by {name} needs labels of the target; use one of {others}.")
    return name
