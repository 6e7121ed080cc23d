"""Classes whose prototypes are one point: which of them a sample gets depends on their order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spl.algorithm.state import SPLState

SAME = 1e-12  # of 1 − cos: rounding is below it
ROWS = 500  # prototypes compared with all others at a time


def tied_note(first: SPLState, names: Sequence[object] | None = None) -> tuple[str, ...]:
    """A caution about the first two classes whose prototypes are the same; empty without any.

    Parameters
    ----------
    first : SPLState
        State 0 of a run.
    names : sequence, optional
        What to call the classes; their labels else.
    """
    prototypes = first.prototypes
    for start in range(0, len(prototypes), ROWS):
        near = prototypes[start : start + ROWS] @ prototypes.T > 1 - SAME
        pairs = np.argwhere(np.triu(near, start + 1))
        if len(pairs):
            i, j = pairs[0].tolist()
            one, other = (str((names or first.classes.tolist())[c]) for c in (i + start, j))
            return (
                f"At k = 0 the classes {one} and {other} have the same mean direction in the "
                "subspace, so which of them a sample gets there depends on their order alone; "
                "make d2 larger, or check the features and labels.",
            )
    return ()
