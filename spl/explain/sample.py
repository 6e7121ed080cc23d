"""All that a run knows of one sample: probabilities, history, neighbours.

Rows count both domains, source first: target sample i is row n_source + i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.preprocessing import BLOCK
from spl.algorithm.pseudo_labels import centers_by_class, class_probabilities, distances
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.target_labels import UNLABELLED
from spl.explain.rows import checked_row
from spl.measures.given import limit, one_run

if TYPE_CHECKING:
    import pandas as pd

Array = NDArray[Any]


@dataclass(frozen=True)
class Sample:
    """Which sample it is."""

    row: int
    domain: str  # "source" or "target"
    number: int  # within its domain, from 0
    name: str  # "" where the data name none
    true_class: str | None  # None where it is not known
    thumbnail: Array | None


@dataclass(frozen=True)
class TopClasses:
    """The likeliest classes of a sample, likeliest first."""

    names: tuple[str, ...]
    to_prototype: Array  # (m,) distance to the class prototype
    to_center: Array  # (m,) distance to the centre of the cluster matched with the class
    p1: Array  # (m,) NCP, Eq. 10
    p2: Array  # (m,) SP, Eq. 12
    p: Array  # (m,) Eq. 13

    def table(self) -> pd.DataFrame:
        """The same as a table."""
        import pandas as pd

        return pd.DataFrame(
            {
                "class": self.names,
                "distance to prototype": self.to_prototype,
                "distance to cluster centre": self.to_center,
                "p1 (NCP)": self.p1,
                "p2 (SP)": self.p2,
                "p": self.p,
            }
        )


def find_sample(pair: DomainPair, row: int) -> Sample:
    """Domain, name, true class and picture of a sample.

    Parameters
    ----------
    pair : DomainPair
    row : int
        Row of both domains together, source first.

    Raises
    ------
    ValueError
        If there is no such row.
    """
    row = checked_row(row, pair.n_samples, "row", "sample of this pair")
    source = row < pair.n_source
    domain, i = ("source", row) if source else ("target", row - pair.n_source)
    names = getattr(pair, f"sample_names_{domain}")
    pictures = getattr(pair, f"thumbnails_{domain}")
    truth = pair.ys if source else pair.yt
    true_class = None
    if truth is not None:
        c = int(truth[i])
        lacking = "not known" if c == UNLABELLED else "a class the source lacks"
        true_class = (pair.class_names or ())[c] if c >= 0 else lacking
    return Sample(
        row,
        domain,
        int(i),
        "" if names is None else str(names[i]),
        true_class,
        None if pictures is None else pictures[i],
    )


def top_classes(state: SPLState, pair: DomainPair, row: int, most: int = 5) -> TopClasses:
    """Distances and probabilities of the likeliest classes of a sample.

    The run labels target samples only; for a source sample Eq. 10, 12 and 13 are computed here,
    with both NCP and SP, for comparison.

    Parameters
    ----------
    state : SPLState
        Iteration to look at.
    pair : DomainPair
    row : int
        Row of both domains together, source first.
    most : int
        Largest number of classes.
    """
    most = limit(most, "most")
    one_run(state, pair=pair)
    row = checked_row(row, len(state.z_source) + len(state.z_target), "row")
    centers = centers_by_class(state.centers, state.matching)
    if row < pair.n_source:
        z = state.z_source[row : row + 1]
        p1, p2 = (
            class_probabilities(z, of, state.dropped)[0] for of in (state.prototypes, centers)
        )
        p = np.maximum(p1, p2)
    else:
        i = row - pair.n_source
        z = state.z_target[i : i + 1]
        p1, p2, p = state.proba_ncp[i], state.proba_sp[i], state.proba[i]
    order = np.argsort(-p, kind="stable")[:most]
    names = pair.class_names or ()
    return TopClasses(
        tuple(names[c] for c in order),
        distances(z, state.prototypes)[0, order],
        distances(z, centers)[0, order],
        p1[order],
        p2[order],
        p[order],
    )


def label_history(states: Sequence[SPLState], pair: DomainPair, target: int) -> pd.DataFrame:
    """The label of a target sample at each iteration, who decided it, and whether it was selected.

    A rejected sample has no class: its label is "rejected", with the nearest class in brackets.

    Columns: k, pseudo-label, decided by (NCP, SP, or both where they name the same class), NCP
    says, SP says, rank in class (1 = most confident), of (size of the pseudo-class), selected (in
    S_k, by the label and rank of k − 1).

    Parameters
    ----------
    states : sequence of SPLState
        Iterations k = 0 … of one run.
    pair : DomainPair
    target : int
        Number of the target sample, from 0.
    """
    import pandas as pd

    if not len(states):
        raise ValueError("states is empty; give the states of a run.")
    n = len(states[0].pseudo_labels)
    target = checked_row(target, n, "target", "target sample of this run")
    names, rows = np.array(pair.class_names, dtype=object), []
    for s in states:
        c, out = int(s.pseudo_labels[target]), bool(s.rejected[target])
        rows.append(
            {
                "k": s.k,
                "pseudo-label": f"rejected ({names[c]})" if out else names[c],
                "decided by": "–" if out else _decided(s, target),
                "NCP says": names[s.ncp_labels[target]],
                "SP says": names[s.sp_labels[target]],
                "rank in class": None if out else int(s.rank[target]) + 1,
                "of": None if out else int((s.labels == c).sum()),
                "selected": bool(s.selected[target]),
            }
        )
    return pd.DataFrame(rows).astype({"rank in class": "Int64", "of": "Int64"})


def _decided(state: SPLState, target: int) -> str:
    if state.ncp_labels[target] == state.sp_labels[target]:
        return "both"
    return "SP" if state.decided_by_sp[target] else "NCP"


def first_selected(states: Sequence[SPLState], target: int) -> int | None:
    """First iteration in which a target sample is in S_k; None if it never is.

    Parameters
    ----------
    states, target
        As for `label_history`.
    """
    if states:
        target = checked_row(target, len(states[0].selected), "target")
    return next((s.k for s in states if s.selected[target]), None)


def nearest_samples(
    state: SPLState, pair: DomainPair, row: int, most: int = 6
) -> tuple[Array, Array]:
    """Rows of the nearest samples of the *other* domain in the subspace, and their distances.

    Exact, a block at a time; ties go to the lowest row.

    Parameters
    ----------
    state, pair, row
        As for `top_classes`.
    most : int
        Largest number of neighbours.
    """
    most = limit(most, "most")
    row = checked_row(row, len(state.z_source) + len(state.z_target), "row")
    source = row < pair.n_source
    z = state.z_source[row] if source else state.z_target[row - pair.n_source]
    Z = state.z_target if source else state.z_source
    d = np.concatenate(
        [distances(Z[i : i + BLOCK], z[None])[:, 0] for i in range(0, len(Z), BLOCK)]
    )
    near = np.argsort(d, kind="stable")[:most]
    return near + (pair.n_source if source else 0), d[near]
