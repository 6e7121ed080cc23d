"""Rows that there are not are refused in one sentence: -1 would be counted from the end."""

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.explain.quotas import quotas
from spl.explain.sample import (
    find_sample,
    first_selected,
    label_history,
    nearest_samples,
    top_classes,
)
from spl.explain.walkthrough_labels import (
    changes,
    clustering,
    decision,
    sample_distances,
    shown_classes,
)
from spl.explain.why_selected import why_rejected, why_selected

YS = np.arange(30) % 3
XS = np.random.default_rng(0).normal(size=(30, 5)) + 2 * YS[:, None]
PAIR, PARAMS = DomainPair(XS, YS, XS + 0.3), SPLParams(d1=4, d2=2, T=2)
STATES = list(iterate(PAIR.X_source, PAIR.y_source, PAIR.X_target, PARAMS))
BEFORE, LAST = STATES[-2:]
OF_BOTH = {
    "find_sample": lambda row: find_sample(PAIR, row),
    "top_classes": lambda row: top_classes(LAST, PAIR, row),
    "nearest_samples": lambda row: nearest_samples(LAST, PAIR, row),
}
OF_TARGET = {
    "label_history": lambda row: label_history(STATES, PAIR, row),
    "first_selected": lambda row: first_selected(STATES, row),
    "quotas": lambda row: quotas(LAST, BEFORE, PARAMS, row),
    "sample_distances": lambda row: sample_distances(LAST, row),
    "shown_classes": lambda row: shown_classes(LAST, row),
    "clustering": lambda row: clustering(LAST, row),
    "decision": lambda row: decision(LAST, row),
    "changes": lambda row: changes(PAIR, LAST, BEFORE, row),
    "why_selected": lambda row: why_selected(LAST, BEFORE, row, PARAMS, PAIR.class_names),
    "why_rejected": lambda row: why_rejected(LAST, BEFORE, row, PARAMS),
}
CASES = [(name, ask, 60) for name, ask in OF_BOTH.items()]
CASES += [(name, ask, 30) for name, ask in OF_TARGET.items()]


@pytest.mark.parametrize("row", [-1, "n", 10**9, 1.5, "a", None, True, np.nan, [1]])
@pytest.mark.parametrize(("ask", "n"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_no_such_row(ask, n, row):
    with pytest.raises(ValueError, match=rf"give a whole number from 0 to {n - 1}\.$"):
        ask(n if row == "n" else row)


@pytest.mark.parametrize(("ask", "n"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_rows_of_numpy(ask, n):
    if ask is not OF_TARGET["why_rejected"]:  # of a sample that was not rejected there is no why
        ask(np.int64(n - 1))


def test_no_states():
    with pytest.raises(ValueError, match="states is empty"):
        label_history([], PAIR, 0)
