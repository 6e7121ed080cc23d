"""By how much a matching of clusters with classes is better than the next best one."""

from __future__ import annotations

import numpy as np

from spl.algorithm.state import SPLState
from spl.data.pair import Array
from spl.measures.given import whole_state


def matching_margins(state: SPLState) -> Array:
    """How much the total distance of Eq. 11 would rise if a cluster could not have its class.

    The best matching without pair (i, m(i)) differs from the optimal one by a single cycle of
    clusters that hand their classes on, so its extra cost is that of the cheapest cycle through
    i: found for all i at once with shortest paths (Floyd–Warshall), in C³ steps. The same numbers
    as solving the assignment once for each pair. 0 means that another matching is as good;
    so have the empty clusters of dropped classes, which take no part.

    Parameters
    ----------
    state : SPLState
        Of any iteration.

    Returns
    -------
    ndarray of shape (C,)
        By cluster, in the unit of the distances: prototypes have length 1.
    """
    if not hasattr(state, "matching_cost"):  # that of light() stays
        whole_state(state)
    kept = np.flatnonzero(~state.dropped)  # (i, j): cluster i takes the class of cluster j
    own = state.matching_cost[np.ix_(kept, state.matching[kept])]
    path = own - np.diag(own)[None, :]  # what cluster i pays beyond what cluster j paid
    np.fill_diagonal(path, np.inf)
    for via in range(len(own)):
        path = np.minimum(path, path[:, via, None] + path[None, via])
    # i → … → i: the diagonal now holds the cheapest way round. The optimum leaves no negative one,
    # but for rounding.
    margins = np.zeros(state.n_classes)
    margins[kept] = np.maximum(np.diag(path), 0.0)
    return margins
