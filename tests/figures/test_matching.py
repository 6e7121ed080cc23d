from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from spl.figures.matching import (
    describe_heatmap,
    explain_empty,
    explain_order,
    matching_heatmap,
    matching_rows,
)
from spl.measures.margins import matching_margins


class Costs:
    """As much of a state as the margins need."""

    def __init__(self, cost):
        self.matching_cost = cost
        self.matching = linear_sum_assignment(cost)[1]
        self.n_classes = len(cost)
        self.dropped = np.zeros(len(cost), dtype=bool)


def total(cost, order):
    return cost[np.arange(len(cost)), list(order)].sum()


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_margins_equal_all_permutations(n):
    state = Costs(np.random.default_rng(n).random((n, n)))
    best = total(state.matching_cost, state.matching)
    for i, margin in enumerate(matching_margins(state)):
        others = (p for p in permutations(range(n)) if p[i] != state.matching[i])
        least = min(total(state.matching_cost, p) for p in others)
        assert margin == pytest.approx(least - best, abs=1e-12)


def test_margins_equal_solving_again(states):
    state = states[2]
    cost = state.matching_cost
    best = total(cost, state.matching)
    for i, margin in enumerate(matching_margins(state)):
        forbidden = cost.copy()
        forbidden[i, state.matching[i]] = 1e6
        again = linear_sum_assignment(forbidden)[1]
        assert margin == pytest.approx(total(cost, again) - best, abs=1e-9)


def test_margin_is_zero_where_another_matching_is_as_good():
    margins = matching_margins(Costs(np.array([[1.0, 1, 9], [1, 1, 9], [9, 9, 0]])))
    np.testing.assert_allclose(margins, [0, 0, 17])


def test_heatmap_shows_distances_and_marks_every_pair(moved, pair):
    fig = matching_heatmap(moved, pair.class_names)
    np.testing.assert_array_equal(fig.data[0].z, moved.matching_cost)
    kept, other = fig.data[1:]
    marked = {(int(y), int(x)) for t in (kept, other) for x, y in zip(t.x, t.y, strict=True)}
    assert marked == set(enumerate(moved.matching))
    assert sorted(other.y) == list(np.flatnonzero(moved.matching != np.arange(10)))
    assert kept.marker.symbol != other.marker.symbol
    assert list(fig.layout.xaxis.ticktext) == list(pair.class_names)
    assert f"{moved.matching_moved} clusters" in describe_heatmap(moved, pair.class_names)


def test_heatmap_of_two_and_many_classes():
    for n in (2, 65, 90):
        cost = np.random.default_rng(n).random((n, n))
        state = Costs(cost)
        state.matching_moved, state.k, state.cluster_labels = 0, 0, np.arange(n)
        fig = matching_heatmap(state, [f"class {i}" for i in range(n)])
        assert fig.data[0].z.shape == (n, n)
        assert len(fig.layout.xaxis.tickvals) <= 45


def test_rows_are_sorted_and_add_up(moved, pair, unlabelled):
    rows = matching_rows(moved, pair, margins=matching_margins(moved))
    assert rows["distance"].is_monotonic_increasing
    assert rows["samples"].sum() == pair.n_target
    assert rows["moved"].sum() == moved.matching_moved
    for row in rows.to_dict("records"):
        inside = moved.cluster_labels == row["cluster"]
        c = moved.matching[row["cluster"]]
        assert row["class"] == pair.class_names[c]
        share = 100 * (pair.yt[inside] == c).mean()
        assert row["truly of this class (%)"] == pytest.approx(share)
        assert row["distance"] == pytest.approx(moved.matching_cost[row["cluster"], c])
    assert not [c for c in matching_rows(moved, unlabelled) if "truly" in c]


def test_empty_clusters_come_last_and_are_explained(states, pair):
    labels = states[1].cluster_labels.copy()
    labels[labels == 3] = 4
    state = replace(states[1], cluster_labels=labels)
    rows = matching_rows(state, pair)
    assert rows["cluster"].iloc[-1] == 3 and np.isnan(rows["distance"].iloc[-1])
    assert f"{pair.class_names[3]}: no sample" in explain_empty(state, pair.class_names)
    assert explain_empty(states[1], pair.class_names) == ""


def test_dropped_classes_take_no_part(states, pair):
    state = states[1]
    labels = np.where(state.cluster_labels == 3, 4, state.cluster_labels)
    state = replace(
        state, cluster_labels=labels, matching=np.arange(10), dropped=np.arange(10) == 3
    )
    assert explain_empty(state, pair.class_names) == ""
    assert explain_order(state, pair.class_names).startswith(
        "All 9 clusters of the classes that are left are matched with the class"
    )
    assert 3 not in set(matching_rows(state, pair)["cluster"])
    heat, squares = matching_heatmap(state, pair.class_names).data
    assert np.isnan(heat.z[3]).all() and np.isnan(heat.z[:, 3]).all()
    assert np.isfinite(heat.z).sum() == 81 and 3 not in squares.y
    assert describe_heatmap(state, pair.class_names).startswith("Distances of 9 cluster centres")


def test_a_departure_is_explained_with_names_and_what_it_saves(moved, states, pair):
    text = explain_order(moved, pair.class_names)
    assert "digit 0 → digit 1" in text and "digit 1 → digit 0" in text
    own = np.arange(10)
    saved = total(moved.matching_cost, own) - total(moved.matching_cost, moved.matching)
    assert f"{saved:.3f} longer" in text and saved > 0
    kept = [s for s in states if not s.matching_moved]
    assert "nearer" not in explain_order(kept[-1], pair.class_names)
    assert all("no cluster changes class" in explain_order(s, pair.class_names) for s in kept)


def test_a_cluster_that_lies_nearer_to_another_class_is_named():
    class Near(Costs):
        cluster_labels = np.arange(3)
        matching_moved = 0

    state = Near(np.array([[0.1, 1.0, 1.0], [0.4, 0.9, 1.0], [1.0, 1.0, 0.2]]))
    text = explain_order(state, ["a", "b", "c"])
    assert "no cluster changes class" in text
    assert text.endswith("1 cluster lies nearer to another class, which one-to-one matching gives "
                         "to another cluster: matched with b (nearest: a).")  # fmt: skip
