"""Problems of two domains, and a fix for each: what is looked for, in the order of fixing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from spl.data.pair import DomainPair
from spl.data.preview.defects import (
    constant_columns,
    finite,
    kept_columns,
    kept_rows,
    mostly_missing,
    places,
    turned,
)
from spl.data.readers.features import Array, FeatureFile, shape_text
from spl.data.readers.known_labels import known_labels, unlabelled
from spl.data.readers.label_match import likely_shift, unknown_labels
from spl.data.readers.pairs import pair_from, same_columns
from spl.data.target_labels import missing_labels
from spl.data.words import counted

IGNORE = ("ignore labels", "Treat the target's labels as absent")  # a fix's key and its offer
ROLES = ("source", "target")


@dataclass(frozen=True)
class Problem:
    """Something to know before the data are used, and what can be done."""

    sentence: str
    key: str | None = None  # of the fix; None where there is nothing to switch
    offer: str = ""  # the fix in words
    on: bool = False  # whether it is applied now
    serious: bool = True  # False for what does no harm


class Look:
    """Collects problems; each method applies its own fixes and returns what is left.

    Parameters
    ----------
    choices : mapping of str to bool
        Which fixes are on, by key; the others are on where they are needed.
    """

    def __init__(self, choices: Mapping[str, bool]) -> None:
        self.choices = choices
        self.problems: list[Problem] = []
        self._at: dict[str, Array] = {}  # role → the rows of the file that are left

    def _offer(
        self, sentence: str, key: str, offer: str, needed: bool, serious: bool = True
    ) -> bool:
        """Note a problem; whether its fix is on."""
        on = self.choices.get(key, needed)
        self.problems.append(Problem(sentence, key, offer, on, serious))
        return on

    def _say(self, sentence: str, serious: bool = False) -> None:
        self.problems.append(Problem(sentence, serious=serious))

    def _drop(self, file: FeatureFile, role: str, dropped: Array) -> FeatureFile:
        self._at[role] = self._at[role][~dropped]
        return kept_rows(file, ~dropped)

    def _in_file(self, role: str, mask: Array) -> str:
        """Rows as the file counts them, whatever was dropped before."""
        return places(self._at[role][mask], "row")

    def orientation(
        self, source: FeatureFile, target: FeatureFile
    ) -> tuple[FeatureFile, FeatureFile]:
        """Offer to turn a matrix where its labels do not already say which way it lies.

        Parameters
        ----------
        source, target : FeatureFile
        """
        sides = []
        for role, file, other in (("source", source, target), ("target", target, source)):
            rows, columns = file.X.shape
            if file.y is not None and (len(file.y) != columns or columns == 1):
                sides.append(file)
                continue
            if file.thumbnails is not None and columns == other.X.shape[1]:
                sides.append(file)  # a picture of each row, and features as the other has them
                continue
            fits = columns != other.X.shape[1] == rows
            sentence = f"{role.capitalize()} {file.name} is {shape_text(file.X)}: "
            if fits:
                sentence += f"its rows are as many as the {_other(role)}'s features."
            elif rows == columns:
                sentence += "square, so that its rows are taken as the samples."
            else:
                sentence += f"{rows} samples of {columns} features."
            loud = fits or columns != other.X.shape[1]
            key, offer = f"turn {role}", f"Turn the {role}'s matrix (its columns are the samples)"
            sides.append(turned(file) if self._offer(sentence, key, offer, fits, loud) else file)
        return sides[0], sides[1]

    def columns(self, source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, FeatureFile]:
        """Features that are mostly missing, and features that are constant.

        Parameters
        ----------
        source, target : FeatureFile
            Of as many features.
        """
        missing = np.zeros(source.X.shape[1], bool)
        at = np.arange(len(missing))
        for file in (source, target):
            if len(file.X):
                missing |= mostly_missing(file.X)
        if missing.any() and not missing.all():
            sentence = (
                f"{counted(int(missing.sum()), 'feature has', 'features have')} NaN or infinity in "
                f"most samples of a domain ({places(np.flatnonzero(missing), 'column')})."
            )
            offer = "Leave these features out"
            if self._offer(sentence, "drop missing features", offer, True):
                source, target = kept_columns(source, ~missing), kept_columns(target, ~missing)
        constant = constant_columns(source.X, target.X)
        left = np.flatnonzero(~missing) if source.X.shape[1] < len(missing) else at
        if constant.any() and not constant.all():
            sentence = (
                f"{counted(int(constant.sum()), 'feature has', 'features have')} the same value "
                f"in every sample of both domains ({places(left[constant], 'column')})."
            )
            offer = "Leave constant features out"
            if self._offer(sentence, "drop constant", offer, False, serious=False):
                source, target = kept_columns(source, ~constant), kept_columns(target, ~constant)
        return source, target

    def labels(self, file: FeatureFile, role: str) -> FeatureFile:
        """Samples without a label; for the target, whether its labels are used at all.

        Parameters
        ----------
        file : FeatureFile
        role : "source" or "target"
            What the file is.
        """
        self._at[role] = np.arange(len(file.X))
        if file.y is None:
            return file
        if role == "target" and self.choices.get(IGNORE[0]):
            self._offer("The target's labels are left aside.", *IGNORE, True, serious=False)
            return replace(file, y=None)
        if role == "source" and file.y.dtype.kind == "U":
            return file  # an empty text may be a class
        missing = missing_labels(file.y)
        if not missing.any():
            return file
        sentence = f"Source: {_some(missing, 'has', 'have')} no label "
        sentence += f"({self._in_file(role, missing)})."
        if role == "target":
            sentence = unlabelled(missing)
        offer = f"Drop the {role}'s samples without a label"
        if self._offer(sentence, f"drop unlabelled {role}", offer, role == "source"):
            return self._drop(file, role, missing)
        return file

    def rows(self, file: FeatureFile, role: str) -> FeatureFile:
        """Samples with NaN or infinity, and samples that are all zero.

        Parameters
        ----------
        file : FeatureFile
        role : "source" or "target"
            What the file is.
        """
        bad: Array = np.logical_not(finite(file.X).all(axis=1))
        if bad.any():
            sentence = (
                f"{role.capitalize()}: {_some(bad, 'has', 'have')} NaN or infinity "
                f"({self._in_file(role, bad)})."
            )
            offer = f"Drop the {role}'s samples with NaN or infinity"
            if self._offer(sentence, f"drop rows {role}", offer, True):
                file = self._drop(file, role, bad)
        zero: Array = np.logical_not(np.asarray(file.X, dtype=bool).any(axis=1))
        if zero.any():
            sentence = (
                f"{role.capitalize()}: {_some(zero, 'is', 'are')} zero in every feature "
                f"({self._in_file(role, zero)}), which says nothing about a class."
            )
            offer = f"Drop the {role}'s zero samples"
            if self._offer(sentence, f"drop zero {role}", offer, False):
                file = self._drop(file, role, zero)
        return file

    def order(self, source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, FeatureFile]:
        """Columns in the source's order, by their names; ValueError if the names differ.

        Parameters
        ----------
        source, target : FeatureFile
        """
        target, notes = same_columns(source, target)
        for note in notes:
            self._say(note)
        return source, target

    def shift(self, source: FeatureFile, target: FeatureFile) -> FeatureFile:
        """Offer to move the target's labels where they seem to count from another number.

        Parameters
        ----------
        source, target : FeatureFile
        """
        if source.y is None or target.y is None:
            return target
        ys, yt = (np.unique(known_labels(file.y)) for file in (source, target))
        step = likely_shift(ys, yt) if len(ys) and len(yt) else 0
        if not step or len(known_labels(target.y)) < len(target.y):
            return target
        if int(yt[-1]) - int(yt[0]) == int(ys[-1]) - int(ys[0]) and len(ys) == len(yt):
            return target  # pair_from moves them
        sentence = (
            f"The source's labels run from {ys[0]} to {ys[-1]} and the target's from {yt[0]} to "
            f"{yt[-1]}; they may count the same classes from different numbers."
        )
        offer = f"Change the target's labels by {step:+d}"
        if self._offer(sentence, "shift labels", offer, False):
            return replace(target, y=np.asarray(target.y, np.int64) + step)
        return target

    def paired(
        self, source: FeatureFile, target: FeatureFile, name: str
    ) -> tuple[DomainPair | None, str]:
        """Make the pair; then look at which classes the two sides share.

        Parameters
        ----------
        source, target : FeatureFile
            With the fixes applied.
        name : str
            What to call the pair.
        """
        target = self.shift(source, target)
        try:
            pair, notes = pair_from(source, target, name=name)
        except ValueError as error:
            return self._without_labels(source, target, name, str(error))
        unknown: Array | None = None if pair.yt is None else pair.yt == -1
        lacking = (
            unknown_labels(known_labels(pair.y_target), pair.classes)
            if pair.y_target is not None
            else ""
        )
        for note in notes:
            said = note.removeprefix("Caution: ")
            if said != lacking and all(said != problem.sentence for problem in self.problems):
                self._say(said, serious=said != note)
        if pair.same_samples:
            self._say(pair.same_samples, serious=True)
        if unknown is None:
            return pair, ""
        if lacking and not unknown[pair.counted].all():
            if self._offer(lacking, "drop unknown", "Drop these target samples", False):
                pair, _ = pair_from(source, kept_rows(target, ~unknown), name=name)
        if not any(p.key == IGNORE[0] for p in self.problems):
            self._offer(
                "The target has labels; they are used only to show accuracy.",
                *IGNORE,
                False,
                serious=False,
            )
        return pair, ""

    def _without_labels(
        self, source: FeatureFile, target: FeatureFile, name: str, error: str
    ) -> tuple[DomainPair | None, str]:
        """What remains if the pair fails for the sake of the target's labels."""
        if target.y is None:
            return None, error
        try:
            pair, _ = pair_from(source, replace(target, y=None), name=name)
        except ValueError:
            return None, error
        if self._offer(error, *IGNORE, True):
            return pair, ""
        return None, error


def _other(role: str) -> str:
    return ROLES[1 - ROLES.index(role)]


def _some(mask: Array, verb: str, plural: str) -> str:
    """How many of the samples, and the verb that goes with the number: `2 samples of 9 have`."""
    n = int(mask.sum())
    return f"{counted(n, 'sample')} of {len(mask)} {verb if n == 1 else plural}"
