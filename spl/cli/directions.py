"""`--all-directions`: every direction of a sample set, or of files of one labelled domain each."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from spl.algorithm.params import SPLParams
from spl.cli.arguments import given_params, open_pair, reading_options, tell
from spl.data.on_disk import is_file
from spl.data.pair import DomainPair
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import pair_from, read_features
from spl.data.samples import load_sample, open_data, sample_sets


@dataclass(frozen=True)
class Pairs:
    """The pairs of a command, made one by one, and what is recommended for them."""

    each: Iterator[DomainPair]
    n: int
    first: DomainPair
    recommended: SPLParams | None


def add_all_directions(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--all-directions",
        action="store_true",
        help="run every direction of a sample set, or of two or more files of one domain each",
    )


def open_pairs(args: argparse.Namespace) -> tuple[Iterator[DomainPair], int, SPLParams]:
    """The pairs to run, their number, and the parameters."""
    if not args.all_directions:
        pair, params = open_pair(args)
        return iter([pair]), 1, params
    pairs = directions(args)
    return pairs.each, pairs.n, given_params(args, pairs.first, pairs.recommended)


def directions(args: argparse.Namespace) -> Pairs:
    """All directions of the data, or the one pair without ``--all-directions``."""
    if not args.all_directions:
        pair, recommended = open_data(args.data, **reading_options(args))
        tell(pair.notes)
        return Pairs(iter([pair]), 1, pair, recommended)
    if all(is_file(item) for item in args.data) and len(args.data) > 1:
        return _of_files(args)
    names = {item.partition(":")[0] for item in args.data}
    if len(names) != 1 or not names <= set(sample_sets()):
        raise ValueError(
            f"--all-directions needs a sample set ({', '.join(sample_sets())}) or two or more "
            f"files; {' '.join(args.data)} is neither."
        )
    if given := list(reading_options(args)):
        option = given[0].replace("_", "-")
        raise ValueError(f"--{option} is only for reading a file; leave it out for a sample set.")
    name = names.pop()
    sample = sample_sets()[name]
    ways = list(sample.directions)
    pairs = (load_sample(name, *way) for way in ways)
    return Pairs(pairs, len(ways), load_sample(name, *ways[0]), sample.recommended)


def _of_files(args: argparse.Namespace) -> Pairs:
    """Every direction of the given files, each read once."""
    options = reading_options(args)
    label = options.pop("label", None)
    if options:
        option = next(iter(options)).replace("_", "-")
        raise ValueError(
            f"--{option} says what to read from a file, but with --all-directions every file is "
            f"one domain; leave --{option} out and save each domain as a file of its own."
        )
    ways = list(permutations(_read_files(args.data, label), 2))
    return Pairs(_told(ways), len(ways), pair_from(*ways[0])[0], None)


def _told(ways: list[tuple[FeatureFile, FeatureFile]]) -> Iterator[DomainPair]:
    """Make the pairs one by one; each note is printed once."""
    told: set[str] = set()
    for source, target in ways:
        pair, _ = pair_from(source, target)
        notes = [note for note in pair.notes if note not in told]
        tell(notes)
        for note in notes:
            if note.startswith("Caution:"):
                warnings.warn(note, UserWarning, stacklevel=2)
        told.update(notes)
        yield pair


def _read_files(files: list[str], label: str | int | None) -> list[FeatureFile]:
    """Read files of one labelled domain each; ValueError where one is something else."""
    names = [Path(file).stem for file in files]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(
            f"two files are called {doubled[0]}, and results are told apart by names; rename one."
        )
    domains = [read_features(file, label=label) for file in files]
    for file, domain in zip(files, domains, strict=True):
        if len(domain.domains) > 1:
            raise ValueError(
                f"{file} holds {len(domain.domains)} domains, but with --all-directions every file "
                "is one domain; save each of them as a file of its own."
            )
        if domain.y is None:
            raise ValueError(
                f"{file} has no labels, but with --all-directions every file is a source once; "
                "name one source and this file as target, without --all-directions."
            )
    return domains
