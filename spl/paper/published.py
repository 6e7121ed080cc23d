"""The paper's data sets in a folder, by the file names under which they are usually shared.

One file per domain (``webcam_decaf.mat``, ``amazon_SURF_L10.mat``, ``office-A-resnet50-noft.mat``,
``imageclef-c-resnet50-noft.mat``, ``OfficeHome-Art-resnet50-noft.mat``, ``amazon.npz``), or one per
pair (``amazon_webcam.csv``: webcam as a network for amazon sees it, beside ``amazon_amazon.csv``).
Its name says which domain a file holds, and its number of classes says of which data set.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from spl.algorithm.checks import is_missing
from spl.data.on_disk import is_folder
from spl.data.pair import DomainPair
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import read_features
from spl.data.readers.pairs import pair_from
from spl.paper import result_table
from spl.paper.tasks import DATASETS, PaperDataset, letter_of

SUFFIXES = (".mat", ".csv", ".npz")
EXPECTED = (
    "webcam_decaf.mat, webcam_SURF_L10.mat, office-A-resnet50-noft.mat, amazon_webcam.csv, "
    "imageclef-c-resnet50-noft.mat, c_i.csv, OfficeHome-Art-resnet50-noft.mat, Art_Clipart.csv or "
    "webcam.npz"
)
_WORDS = sorted({n for d in DATASETS.values() for names in d.domains.values() for n in names})
_DOMAIN = "|".join(["real[-_ ]world", *sorted(_WORDS, key=len, reverse=True), "[a-z]"])
_ALONE = re.compile(
    r"(?P<before>(office31|office-?home|image-?clef|office)[-_])?"
    rf"(?P<domain>{_DOMAIN})"
    r"(?P<after>(_zscore)?_surf(_l10)?|_decaf6?|[-_]resnet(50)?(-noft)?|)",
    re.IGNORECASE,
)
_PAIR = re.compile(rf"(?P<source>{_DOMAIN})_(?P<target>{_DOMAIN})", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class PublishedSet:
    """One of the paper's data sets, or a part of it, in one folder and one form of features.

    `files` maps ``"A"``, or ``"A→W"`` where there is one file per pair, to the file.
    """

    dataset: PaperDataset
    features: str
    n_features: int
    folder: Path
    files: dict[str, Path]
    _read: dict[str, FeatureFile] = field(default_factory=dict, repr=False)

    @property
    def by_pair(self) -> bool:
        """Whether there is one file per pair, not per domain."""
        return any("→" in key for key in self.files)

    @property
    def like_the_paper(self) -> bool:
        """Whether the features are the paper's, by their kind and width."""
        paper = self.dataset
        return self.features == paper.features and self.n_features == paper.n_features

    @property
    def tasks(self) -> list[str]:
        """Tasks whose files are there, in the paper's order."""
        return [t for t in self.all_tasks if all(k in self.files for k in self._keys(t))]

    @property
    def all_tasks(self) -> tuple[str, ...]:
        """All tasks of the data set."""
        return result_table(self.dataset.key).tasks

    @property
    def missing(self) -> list[str]:
        """Domains, or pairs, whose files are not there, in words."""
        keys = dict.fromkeys(key for task in self.all_tasks for key in self._keys(task))
        names = {letter: names[0] for letter, names in self.dataset.domains.items()}
        return [
            "_".join(names[letter] for letter in key.split("→"))
            for key in keys
            if key not in self.files
        ]

    def pair(self, task: str) -> DomainPair:
        """The two domains of a task, joined as `read_pair` joins them; each domain is read once.

        What may be wrong with them is a warning, too.

        Parameters
        ----------
        task : str
            One of `tasks`, e.g. ``"A→W"``.
        """
        names = task.split("→")
        keys = zip(self._keys(task), (True, not self.by_pair), names, strict=True)
        first, second = (replace(self.read(key, keep=keep), name=n) for key, keep, n in keys)
        pair, _ = pair_from(first, second, name=self.dataset.title)
        for note in pair.notes:
            if note.startswith("Caution:"):
                warnings.warn(note, UserWarning, stacklevel=2)
        return pair

    def read(self, key: str, *, keep: bool = True) -> FeatureFile:
        """Features and labels of one file.

        Parameters
        ----------
        key : str
            A key of `files`.
        keep : bool
            Keep them in memory for further tasks.
        """
        if key not in self._read:
            domain = _labelled(self.files[key])
            if not keep:
                return domain
            self._read[key] = domain
        return self._read[key]

    def _keys(self, task: str) -> tuple[str, str]:
        source, target = task.split("→")
        return (f"{source}→{source}", task) if self.by_pair else (source, target)


def _labelled(path: Path) -> FeatureFile:
    """A file with all its labels; in a table without names the last column is the label."""
    table = path.suffix.lower() == ".csv"
    file = read_features(path, label=-1 if table else None)
    if table and file.feature_names:
        file = read_features(path)
    if file.y is None:
        raise ValueError(f"{path.name} has no labels; found {file.found}: call them `labels`.")
    lacking = np.flatnonzero([is_missing(label) for label in file.y.tolist()])
    if len(lacking):
        raise ValueError(
            f"{path.name} lacks {len(lacking)} of {len(file.y)} labels (first: row {lacking[0]}); "
            "published files have all of them: get the file again."
        )
    return file


def find_published(folder: str | Path) -> tuple[list[PublishedSet], list[str]]:
    """The paper's data sets in a folder and below it, and a sentence for each that cannot be used.

    Parameters
    ----------
    folder : str or Path

    Raises
    ------
    ValueError
        If it is not a folder, or holds no file under a published name; says what was found and
        which names are expected.
    """
    root = Path(folder)
    if not str(folder) or not is_folder(root):
        raise ValueError(
            f"{str(folder)!r} is not a folder; give the folder that holds the feature files."
        )
    groups: dict[tuple[str, ...], dict[str, Path]] = {}
    others: list[str] = []
    for path in sorted(p for p in root.rglob("*") if p.is_file()):
        named = _family(path)
        if named is None:
            others.append(path.name)
        else:
            groups.setdefault(named[0], {})[named[1]] = path
    sets, problems = [], []
    for family, files in groups.items():
        try:
            sets.append(_resolved(family, files))
        except ValueError as error:
            problems.append(str(error))
    if not groups:
        more = f" and {len(others) - 4} more" if len(others) > 4 else ""
        raise ValueError(
            f"{folder} holds no feature files of the paper's data sets; found "
            f"{', '.join(others[:4]) or 'no files'}{more}: names such as {EXPECTED} are expected."
        )
    order = list(DATASETS)
    return sorted(sets, key=lambda s: (order.index(s.dataset.key), s.features)), problems


def _family(path: Path) -> tuple[tuple[str, ...], str] | None:
    """What the files of one data set have in common, and the domain or pair of this one."""
    suffix, folder = path.suffix.lower(), str(path.parent)
    if suffix not in SUFFIXES:
        return None
    if match := _PAIR.fullmatch(path.stem):
        return (folder, "pair", "", suffix), f"{match['source']}→{match['target']}"
    match = _ALONE.fullmatch(path.stem)
    if match is None or (len(match["domain"]) == 1 and not match["before"]):
        return None  # a single letter may be anything
    before = (match["before"] or "").lower()
    return (folder, before, match["after"].lower(), suffix), match["domain"]


def _resolved(family: tuple[str, ...], files: dict[str, Path]) -> PublishedSet:
    """The data set that a family of files is: by its names, then by its number of classes."""
    folder, _, after, _ = family
    shown = f"{Path(folder).name}/{', '.join(path.name for path in list(files.values())[:4])}"
    smallest = min(files.values(), key=lambda path: path.stat().st_size)
    file = _labelled(smallest)
    assert file.y is not None  # `_labelled` has seen to it
    n_classes, width = len(np.unique(file.y)), file.X.shape[1]
    for dataset in DATASETS.values():
        known = dict(_known(files, dataset))
        if dataset.n_classes == n_classes and known:
            read = {key: file for key, path in known.items() if path == smallest}
            features = _features(after, width, dataset)
            found = PublishedSet(dataset, features, width, Path(folder), known, read)
            if not found.tasks:
                raise ValueError(
                    f"{shown}: a task of {dataset.title} needs two domains; add "
                    f"{' or '.join(found.missing[:3])} beside it."
                )
            return found
    counts = ", ".join(f"{d.title} {d.n_classes}" for d in DATASETS.values())
    raise ValueError(f"{shown}: {n_classes} classes match no data set of the paper ({counts}).")


def _known(files: dict[str, Path], dataset: PaperDataset) -> Iterator[tuple[str, Path]]:
    for name, path in files.items():
        letters = [_letter(part, dataset) for part in name.split("→")]
        if all(letters):
            yield "→".join(letter for letter in letters if letter), path


def _letter(name: str, dataset: PaperDataset) -> str | None:
    if len(name) == 1:
        return name.upper() if name.upper() in dataset.domains else None
    return letter_of(name, dataset)


def _features(after: str, width: int, dataset: PaperDataset) -> str:
    for word, features in (("zscore", "SURF, z-scored"), ("surf", "SURF"), ("decaf", "DeCAF6")):
        if word in after:
            return features
    if width == dataset.n_features:
        return dataset.features
    return "SURF" if width == 800 else f"{width} features"
