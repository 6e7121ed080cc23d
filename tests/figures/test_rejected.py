"""Figures of an open run: rejected samples count in no class, and have a column of their own."""

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.algorithm.selection import select
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair
from spl.figures.classes import class_table
from spl.figures.confusion import (
    classes_over_k,
    confused_pairs,
    confusion_heatmap,
    describe_confusion,
)
from spl.figures.embedding import _pseudo_names
from spl.figures.quotas import _what_if, selection_over_k
from spl.figures.selection import good_by_class, selected_by_class, selection_table
from spl.figures.small import small_frame
from spl.figures.strips import confidence_strips, describe_strips
from spl.measures.evaluation import confusion

PARAMS = SPLParams(d1=8, d2=5, T=4, label_set="open")
C = 4


@pytest.fixture(scope="module")
def pair() -> DomainPair:
    """Four classes in the source, six in the target."""
    rng = np.random.default_rng(0)
    ys, yt = np.repeat(range(C), 20), np.repeat(range(6), 20)
    X, Xt = (rng.normal(size=(len(y), 8)) + 5 * np.eye(8)[y] for y in (ys, yt))
    return DomainPair(X, ys, Xt + 0.5, yt)


@pytest.fixture(scope="module")
def states(pair):
    return list(iterate_pair(pair, PARAMS))


def test_quotas_and_counts_leave_rejected_samples_out(pair, states):
    for before, state in zip(states[1:], states[2:], strict=False):
        free = ~state.rejected
        sizes = np.bincount(before.pseudo_labels[free], minlength=C)
        table = selection_table(state, before, pair, T=PARAMS.T)
        assert table["samples"].tolist() == sizes.tolist()
        assert table["quota"].tolist() == (state.k * sizes // PARAMS.T).tolist()
        assert table["selected"].tolist() == table["quota"].tolist()  # what the run did
        fig = selected_by_class(state, before, pair, T=PARAMS.T)
        bars = [t for t in fig.data if t.type == "bar"]
        assert sum(sum(t.x) for t in bars) == free.sum()
        assert f"{state.rejected.sum()} rejected" in fig.layout.title.text
        assert good_by_class(state, before, pair)[1].sum() == free.sum()
        strips = confidence_strips(state, before, pair)
        assert sum(len(t.x) for t in strips.data if t.name != "cut") == free.sum()
        assert max(max(t.x, default=0) for t in strips.data[:-1]) < 100
        assert describe_strips(state, before, pair).startswith(f"{free.sum()} target samples")


def test_the_quota_over_k_ends_at_the_samples_that_are_left(pair, states):
    fig = selection_over_k(states, pair, T=PARAMS.T)
    last = states[-1]
    sizes = np.bincount(states[-2].pseudo_labels[~last.rejected], minlength=C)
    ends = [t.y[-1] for t in fig.data if t.name and "quota" in t.name]
    assert ends == sizes.tolist()


def test_what_if_selects_among_the_samples_that_are_not_rejected(states):
    before, state = states[2], states[3]
    rows = np.flatnonzero(~state.rejected)
    labels, confidence = before.pseudo_labels[rows], before.confidence[rows]
    found = _what_if(before, 3, PARAMS.T, state.rejected)
    for how in ("class-wise", "global"):
        chosen = select(labels, confidence, 3, PARAMS.T, selection=how)
        assert found[how].tolist() == np.bincount(labels[chosen], minlength=C).tolist()


def test_confusion_has_a_column_for_the_rejected_and_a_row_for_unknown_classes(pair, states):
    last = states[-1]
    counts = confusion(last.labels, pair.yt, C)
    assert counts.shape == (C + 1, C + 1) and counts.sum() == pair.n_target
    assert counts[:, C].sum() == last.rejected.sum() and counts[C].sum() == (pair.yt == -1).sum()
    assert counts[C, C] == (last.rejected & (pair.yt == -1)).sum()
    fig = confusion_heatmap(last, pair)
    assert fig.layout.xaxis.ticktext[-1] == "rejected"
    assert fig.layout.yaxis.ticktext[-1] == "a class the source lacks"
    assert f"of {pair.n_target} target samples" in describe_confusion(last, pair)
    table = confused_pairs(last, pair, 99)
    assert table["samples"].sum() == counts.sum() - np.trace(counts)
    assert set(table["pseudo-label"]) <= {*pair.class_names, "rejected"}
    first = confusion_heatmap(states[1], pair)  # nothing is rejected yet
    assert len(first.layout.xaxis.ticktext) == C


def test_classes_count_no_rejected_sample(pair, states):
    last, before = states[-1], states[-2]
    table = class_table(last, before, pair)
    assert table["pseudo-labels"].sum() == (~last.rejected).sum()
    for c in range(C):
        assert table["accuracy (%)"][c] == pytest.approx(
            100 * (last.labels == c)[pair.yt == c].mean()
        )
        assert table["precision (%)"][c] == pytest.approx(
            100 * (pair.yt == c)[last.labels == c].mean()
        )
    bare = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    z = classes_over_k(states, bare).data[0].z
    assert z[:, -1].sum() == pytest.approx(100 * C * (~last.rejected).mean())


def test_rejected_samples_are_grey_and_named(pair, states):
    last = states[-1]
    names = np.array(_pseudo_names(pair, last))
    assert set(names[last.rejected & (pair.yt < 0)]) == {"rejected"}
    picture = small_frame(np.array([[0.0, 0.0], [4.0, 3.0]]), np.array([0, -1]), 2)
    reds = {tuple(p[:3]) for p in picture[picture[..., 3] > 0]}
    assert any(max(c) - min(c) < 20 for c in reds)
