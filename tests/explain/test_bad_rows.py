"""Rows that there are not are refused in one sentence: -1 would be counted from the end."""

from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair, SPLParams, embed, iterate
from spl.explain.ask import disputes, largest_disputes, least_certain
from spl.explain.blame import Group, first_labelled, learnt_as, pulling, wrong_groups
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


GROUP = Group(np.arange(3), 0, 1, 0)
LIGHT = [state.light() for state in STATES]
FOREIGN = {
    "quotas, known row": (lambda: quotas(LAST, BEFORE, PARAMS, 0, {99: 0}), "row of known=99"),
    "quotas, known class": (lambda: quotas(LAST, BEFORE, PARAMS, 0, {1: 3}), "known.1.=3 is not"),
    "quotas, no previous": (lambda: quotas(LAST, None, PARAMS, 0), "give iteration 1 of the run"),
    "why, no previous": (
        lambda: why_selected(LAST, None, 0, PARAMS, PAIR.class_names),
        "give iteration 1 of the run",
    ),
    "why, names": (lambda: why_selected(LAST, BEFORE, 0, PARAMS, ["a"]), "1 names and the run 3"),
    "why, known": (
        lambda: why_selected(LAST, BEFORE, 0, PARAMS, PAIR.class_names, [99]),
        "a row of known=99 is not",
    ),
    "why, without": (
        lambda: why_selected(LAST, BEFORE, 0, PARAMS, PAIR.class_names, (), {-1: 1}),
        "a row of without=-1 is not",
    ),
    "changes, no previous": (lambda: changes(PAIR, LAST, None, 0), "give iteration 1 of the run"),
    "least_certain, n": (lambda: least_certain(LAST, -1), "n=-1 must be"),
    "least_certain, asked": (lambda: least_certain(LAST, 3, [30]), "a row of asked=30 is not"),
    "least_certain, light": (lambda: least_certain(LIGHT[-1]), "give the whole state"),
    "disputes, light": (lambda: disputes(LIGHT[-1]), "give the whole state"),
    "largest_disputes, n": (lambda: largest_disputes(LAST, 1.5), "n=1.5 must be"),
    "wrong_groups, light": (lambda: wrong_groups(LIGHT, PAIR), "give the whole state"),
    "first_labelled": (lambda: first_labelled(STATES, np.array([30]), 0), "this group=30 is not"),
    "pulling, light": (lambda: pulling(LIGHT, GROUP), "give the whole state"),
    "pulling, label": (lambda: pulling(STATES, replace(GROUP, label=3)), "label=3 is not a class"),
    "learnt_as": (lambda: learnt_as(STATES, 3, 1), "label=3 is not a class"),
    "embed, first": (lambda: embed(STATES, "pca", first="x"), "first='x' must be"),
}


@pytest.mark.parametrize(("ask", "said"), FOREIGN.values(), ids=FOREIGN)
def test_arguments_of_another_run(ask, said):
    with pytest.raises(ValueError, match=said):
        ask()
