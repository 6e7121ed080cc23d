"""What several commands share: how data and parameters are given, and how progress is shown."""

from __future__ import annotations

import argparse
import logging
import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from spl.algorithm.params import CHOICES, SPLParams
from spl.cli.output import LOG, say
from spl.data.on_disk import exists, is_file, is_folder
from spl.data.pair import DomainPair
from spl.data.prepared import pair_notes
from spl.data.readers.features import short
from spl.data.samples import open_data, usual_params
from spl.reports.saved_run import ORIGIN

PAGE_ENDINGS = (".html", ".htm")
NOT_OPEN = tuple(one for one in CHOICES["label_set"] if one != "open")
VARIANTS = {
    "labeling": "by nearest prototypes (ncp), by matched clusters (sp), or the larger of both",
    "selection": "the most probable samples of each pseudo-class, of all classes together, all "
    "samples, or no learning from pseudo-labels",
}


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add DATA, and options that say how to read files."""
    parser.add_argument(
        "data",
        nargs="+",
        metavar="DATA",
        help="a sample's name, SOURCE TARGET (samples or files), or one file with both domains",
    )
    parser.add_argument("--label", help="name or position of the column of labels")
    parser.add_argument("--domain", help="name or position of the column of domains, in one file")
    parser.add_argument("--source-domain", help="which domain of a file is the source")
    parser.add_argument("--target-domain", help="which domain of a file is the target")


def add_parameters(parser: argparse.ArgumentParser, variants: bool = True) -> None:
    """Add the fields of `SPLParams`, those of labeling and selection only with `variants`."""
    default = SPLParams()
    parser.add_argument("--d1", type=int, help="dimension after PCA")
    parser.add_argument("--d2", type=int, help="dimension of the subspace")
    parser.add_argument("--T", type=int, help="number of iterations")
    if variants:
        for name, told in VARIANTS.items():
            parser.add_argument(
                f"--{name}", choices=CHOICES[name], default=getattr(default, name), help=told
            )
    parser.add_argument(
        "--quota",
        choices=CHOICES["quota"],
        default=default.quota,
        help="samples of each class in S_k: as in the paper's text (floor) or the authors' code",
    )
    add_label_set(parser, CHOICES["label_set"] if variants else NOT_OPEN)
    parser.add_argument("--alpha", type=float, default=default.alpha, help="weight of I in Eq. 6–7")
    for name, what in {"features": "the raw features", "centers": "the cluster centres"}.items():
        parser.add_argument(
            f"--no-normalize-{name}",
            dest=f"normalize_{name}",
            action="store_false",
            help=f"do not divide {what} by their L2 norm",
        )


def add_label_set(
    parser: argparse.ArgumentParser, choices: Sequence[str] = CHOICES["label_set"]
) -> None:
    """How the target's classes relate to the source's.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    choices : sequence of str
        A sweep and an ablation have no open label set, which leaves no choice of labelling.
    """
    default = SPLParams()
    parser.add_argument(
        "--label-set",
        choices=choices,
        default=default.label_set,
        help="closed: both domains have the same classes; partial: the target may lack some; "
        "open: it may have others, whose samples are rejected",
    )
    parser.add_argument(
        "--drop-below",
        type=float,
        default=default.drop_below,
        help="partial: share of the mean class size below which a source class is dropped",
    )
    if "open" not in choices:
        return
    parser.add_argument(
        "--reject-share",
        type=float,
        default=default.reject_share,
        help="open: share of the target that is rejected at k = 2",
    )


def open_pair(args: argparse.Namespace) -> tuple[DomainPair, SPLParams]:
    """The pair, and its parameters: those given, else those recommended, else the usual ones."""
    pair, recommended = open_data(args.data, **reading_options(args))
    tell(pair.notes)
    params = given_params(args, pair, recommended)
    return pair, params.capped(pair.n_samples, pair.n_features)


def given_params(
    args: argparse.Namespace, pair: DomainPair, recommended: SPLParams | None
) -> SPLParams:
    """The parameters given, else those recommended, else the usual ones for this pair."""
    given: dict[str, Any] = {
        name: value
        for name in SPLParams.__dataclass_fields__
        if (value := getattr(args, name, None)) is not None
    }
    wanted = replace(recommended or usual_params(pair), **given)
    fits = wanted.capped(pair.n_samples, pair.n_features)
    missing = {name: getattr(fits, name) for name in ("d1", "d2", "T") if name not in given}
    params = replace(wanted, **missing)
    if missing and getattr(args, "settings", "same") != "own":
        kind = "recommended for this sample" if recommended else "usual for data of these sizes"
        values = ", ".join(f"{name}={value}" for name, value in missing.items())
        say(f"using {values} ({kind})")
    for note in pair_notes(pair, params):
        say(note)
    return params


def headline(pair: DomainPair) -> str:
    """The pair's title and sizes, as the first line of results."""
    return (
        f"{pair.title}   {pair.n_source} source and {pair.n_target} target samples, "
        f"{pair.n_features} features, {pair.n_classes} classes"
    )


def tell(notes: Iterable[str]) -> None:
    """Print how files were understood; what may be wrong comes as a warning."""
    for note in notes:
        if not note.startswith("Caution:"):
            say(note)


def reading_options(args: argparse.Namespace) -> dict[str, Any]:
    """How to read files: the given values of --label, --domain, …; a name wins."""
    return {name: getattr(args, name) for name in ORIGIN[1:] if getattr(args, name) is not None}


def origin(args: argparse.Namespace) -> dict[str, Any]:
    """Where the data come from: files as they are reached from the folder of ``--out``.

    All may then be moved or handed on together, and the file does not tell where they were.
    """
    folder = Path(args.out).absolute().parent
    places = [_from(folder, item) if is_file(item) else item for item in args.data]
    return {"data": places, **reading_options(args)}


def _from(folder: Path, item: str) -> str:
    try:
        return Path(os.path.relpath(item, folder)).as_posix()
    except ValueError:  # another drive
        return str(Path(item).absolute())


def check_folder(
    option: str,
    file: str | None,
    inputs: Iterable[str | Path] = (),
    endings: Sequence[str] = (),
    beside: str = "{}",
) -> None:
    """Refuse a file that cannot be written, before the work.

    Parameters
    ----------
    option : str
        For the message, such as ``--out``.
    file : str or None
        The file to write.
    inputs : iterable of path
        What the command reads: none of it is overwritten. Names that are not files do not matter.
    endings : sequence of str
        How the name may end, such as ``.csv``; empty for any.
    beside : str
        What another file is called that the command writes beside it, ``{}`` for the file's name.

    Raises
    ------
    ValueError
        One sentence that names the option and the file.
    """
    if file is None:
        return
    if read := next((item for item in inputs if _same_file(file, item)), None):
        same = "" if str(read) == file else f" (the same file as {read})"
        raise ValueError(
            f"{option} {file}{same} is a file that this command reads and would overwrite; give "
            "another name."
        )
    if not file or _is_special(file):
        raise ValueError(
            f"{option} {file!r} is not a file name; give the name of the file to write."
        )
    if endings and Path(file).suffix not in endings:
        raise ValueError(f"{option} {file}: give a name that ends with {' or '.join(endings)}.")
    place = Path(os.path.realpath(file))  # where a link leads to
    if not is_folder(place.parent):
        raise ValueError(f"{option} {file}: this folder does not exist; create it first.")
    try:
        _try_to_write(place, beside.format(place.name))
    except OSError as error:
        reason = (error.strerror or "not possible").lower()
        raise ValueError(
            f"{option} {short(file, 200)} cannot be written ({reason}); give another."
        ) from None


def _is_special(file: str) -> bool:
    """Whether this is a folder or a device."""
    try:
        return not stat.S_ISREG(os.stat(file).st_mode)
    except (OSError, ValueError):  # there is none, or it is no name
        return False


def _try_to_write(place: Path, beside: str) -> None:
    """Raise an OSError where a file cannot be written, nor what takes its place in the end."""
    for name in (place.name, beside):
        with suppress(FileNotFoundError):
            os.stat(place.with_name(name))  # a loop of links, or a name that is too long
    if exists(place):
        with place.open("ab"):
            pass
    with TemporaryFile(dir=place.parent):
        pass


def _same_file(one: str | Path, other: str | Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them is not a file
        return False


class Progress:
    """Progress of a command on stderr: one line on a terminal, else a line for each tenth.

    A quiet command shows none.
    """

    def __init__(self) -> None:
        self._tenth = 0  # the last one that was shown

    def show(self, fraction: float, step: str) -> None:
        """Show how much of all work is done, and the step.

        Parameters
        ----------
        fraction : float
            From 0 to 1.
        step : str
        """
        if not LOG.isEnabledFor(logging.INFO):
            return
        if sys.stderr.isatty():
            print(f"\r{fraction:>5.0%}  {step:<40}", end="", file=sys.stderr, flush=True)
        elif int(10 * fraction) != self._tenth:
            self._tenth = int(10 * fraction)
            print(f"{fraction:>5.0%}  {step}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line on which a terminal shows progress."""
        if sys.stderr.isatty() and LOG.isEnabledFor(logging.INFO):
            print(file=sys.stderr)
