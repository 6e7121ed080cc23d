"""What a lesson asks. Each answer is computed from the run that is shown.

A kind of question is a frozen dataclass with `answer(seen)`: plain data for the player, in which
``"told"`` is the answer as a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from spl.algorithm.state import UNKNOWN, SPLState
from spl.data.pair import Array, DomainPair
from spl.data.words import percent
from spl.measures.evaluation import accuracy, agreement

SHARE_OF_MOST = 0.5  # of the largest count: a group that has it is a right answer, too
CLOSE = 0.1  # share of the samples asked about by which a number may be off


@dataclass(frozen=True, eq=False)
class Seen:
    """What a lesson's questions are about: the runs shown, all iterations."""

    pair: DomainPair
    states: Sequence[SPLState]
    beside: Sequence[SPLState] = ()  # the run on the right
    baselines: Mapping[str, Array] = field(default_factory=dict)  # target labels, by name

    def state(self, k: int) -> SPLState:
        """State k, or the nearest there is.

        Parameters
        ----------
        k : int
        """
        return self.states[min(max(k, 0), len(self.states) - 1)]

    @property
    def truth(self) -> Array:
        """True target labels, (n_target,).

        Raises
        ------
        ValueError
            If the pair has none.
        """
        if self.pair.yt is None:
            raise ValueError(
                "This question is about true labels, which this target does not have; ask about "
                "changes, selected samples or the agreement."
            )
        return self.pair.yt

    def score(self, of: str) -> float:
        """Accuracy at the end of a run, or of a baseline.

        Parameters
        ----------
        of : str
            ``"left"``, ``"right"``, ``"start"`` (k = 0 of the left run) or a baseline's name.
        """
        labels = {"left": self.states[-1:], "right": self.beside[-1:], "start": self.states[:1]}
        if of not in labels and of not in self.baselines:
            known = ", ".join([*labels, *self.baselines])
            raise ValueError(f"{of} has no score in this lesson; use {known}.")
        if of in labels and not labels[of]:
            raise ValueError(f"{of} has no score, as nothing is compared; use left or start.")
        return accuracy(labels[of][0].labels if of in labels else self.baselines[of], self.truth)


def _correct(seen: Seen, k: int) -> Array:
    return np.asarray((seen.state(k).labels == seen.truth) & seen.pair.counted)


def _wrong(seen: Seen, k: int) -> Array:
    return np.asarray((seen.state(k).labels != seen.truth) & seen.pair.counted)


def _changes(seen: Seen, k: int) -> Array:
    return np.asarray(seen.state(k).labels != seen.states[-1].labels)


def _rematched(seen: Seen, k: int) -> Array:
    state = seen.state(k)
    return np.asarray((state.matching != np.arange(state.n_classes))[state.cluster_labels])


COUNTED: Mapping[str, tuple[Callable[[Seen, int], Array], str]] = {
    # key → (mask of the target samples (n_target,), what is said of them)
    "correct": (_correct, "have their true label"),
    "wrong": (_wrong, "do not have their true label"),
    "changes": (_changes, "get another label by the end"),
    "rematched": (_rematched, "are in a cluster that is matched with another class"),
    "disputed": (lambda s, k: s.state(k).ncp_labels != s.state(k).sp_labels, "are disputed by NCP "
                 "and SP"),
    "next": (lambda s, k: s.state(k + 1).selected, "are selected at the next iteration"),
    "selected": (lambda s, k: s.state(k).selected, "are selected"),
    "rejected": (lambda s, k: s.state(k).rejected, "are rejected"),
    "unknown": (lambda s, k: s.truth == UNKNOWN, "are of classes that the source lacks"),
    "absent": (lambda s, k: ~np.isin(s.state(k).labels, s.truth), "get a class that does not "
               "occur in the target"),
    "all": (lambda s, k: np.ones(s.pair.n_target, dtype=bool), "are in the target"),
}  # fmt: skip


def counted(seen: Seen, what: str, k: int) -> Array:
    """Mask of the target samples of which something holds at iteration k, (n_target,).

    Parameters
    ----------
    seen : Seen
    what : str
        A key of `COUNTED`.
    k : int
    """
    return np.asarray(COUNTED[what][0](seen, k))


@dataclass(frozen=True)
class ClickGroup:
    """Click a group of target samples: the one in which most are `what` at iteration k."""

    kind: ClassVar[str] = "click"
    text: str
    what: str  # key of `COUNTED`
    k: int = 0
    by: str = "class"  # pseudo-label; or "cluster", which is named by its matched class

    def answer(self, seen: Seen) -> dict[str, Any]:
        """Groups that are right (``"right"``, of C) and what is said of each one.

        Parameters
        ----------
        seen : Seen
        """
        state, names = seen.state(self.k), seen.pair.class_names or ()
        groups = state.pseudo_labels
        if self.by == "cluster":
            groups = state.matching[state.cluster_labels]
        n = np.bincount(groups, minlength=state.n_classes)
        held = np.bincount(
            groups[counted(seen, self.what, self.k)], minlength=state.n_classes
        )  # (C,)
        right = np.flatnonzero((held > 0) & (held >= SHARE_OF_MOST * held.max()))
        words = COUNTED[self.what][1]
        of_each = [f"{names[c]}: {held[c]} of {n[c]} samples {words}." for c in range(len(n))]
        most = int(held.argmax())
        return {
            "k": state.k,
            "by": self.by,
            "right": right.tolist(),
            "of_each": of_each,
            "told": of_each[most],
        }


@dataclass(frozen=True)
class HowMany:
    """How many of some samples are `what` at iteration k: a number."""

    kind: ClassVar[str] = "number"
    text: str
    what: str  # key of `COUNTED`
    k: int = 0
    among: str = "all"  # key of `COUNTED`, which says the samples asked about
    most: int = 0  # only so many, the most confident ones; 0: all of them

    def answer(self, seen: Seen) -> dict[str, Any]:
        """The number (``"value"``), of how many, and the rows asked about, source first.

        Parameters
        ----------
        seen : Seen
        """
        state = seen.state(self.k)
        rows = np.flatnonzero(counted(seen, self.among, self.k))
        if self.most:
            rows = rows[np.argsort(-state.confidence[rows], kind="stable")][: self.most]
        value = int(counted(seen, self.what, self.k)[rows].sum())
        return {
            "k": state.k,
            "value": value,
            "of": len(rows),
            "close": round(CLOSE * len(rows)),
            "rows": (np.sort(rows) + seen.pair.n_source).tolist(),
            "told": f"{value} of these {len(rows)} samples {COUNTED[self.what][1]}.",
        }


@dataclass(frozen=True)
class Choice:
    """Which of some settings or classifiers labels more of the target correctly."""

    kind: ClassVar[str] = "choice"
    text: str
    options: tuple[tuple[str, str], ...]  # words on the button, and whose score: `Seen.score`

    def answer(self, seen: Seen) -> dict[str, Any]:
        """Positions of the best options, and every option's accuracy.

        Parameters
        ----------
        seen : Seen
        """
        scores = [seen.score(of) for _, of in self.options]
        told = "; ".join(
            f"{words}: {percent(score)}"
            for (words, _), score in zip(self.options, scores, strict=True)
        )
        return {
            "options": [words for words, _ in self.options],
            "right": [i for i, score in enumerate(scores) if score == max(scores)],
            "told": f"{told}.",
        }


@dataclass(frozen=True)
class DrawCurve:
    """Draw how the accuracy (or the agreement of NCP and SP) goes over the iterations."""

    kind: ClassVar[str] = "curve"
    text: str
    of: str = "accuracy"  # or "agreement", which needs no target labels

    def answer(self, seen: Seen) -> dict[str, Any]:
        """The share at each iteration, k = 0 … T.

        Parameters
        ----------
        seen : Seen
        """
        if self.of == "accuracy":
            values = [accuracy(state.labels, seen.truth) for state in seen.states]
        else:
            values = [agreement(state) for state in seen.states]
        name = {"accuracy": "Accuracy", "agreement": "The agreement of NCP and SP"}[self.of]
        ends = [percent(v) for v in (values[0], values[-1], max(values))]
        told = f"{name} goes from {ends[0]} at k = 0 to {ends[1]} at k = {len(values) - 1}"
        peak = (
            f"; its highest value is {ends[2]}"
            if max(values) > max(values[0], values[-1] + 0.01)
            else ""
        )
        return {"values": [float(v) for v in values], "told": f"{told}{peak}."}


Question = ClickGroup | HowMany | Choice | DrawCurve
KINDS: Mapping[str, type[Question]] = {
    kind.kind: kind for kind in (ClickGroup, HowMany, Choice, DrawCurve)
}
