from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair
from spl.figures.pairs import describe_pairs, describe_sankey, matching_sankey, pairs_over_k


def ribbons(fig):
    link = fig.data[0].link
    return {(d[0], d[1]): d[2] for d in link.customdata}, link


def test_ribbons_count_the_true_classes_of_each_cluster(states, pair):
    state = states[2]
    counts, link = ribbons(matching_sankey(state, pair))
    for (cluster, c), count in counts.items():
        assert count == ((state.cluster_labels == cluster) & (pair.yt == c)).sum()
    assert sum(counts.values()) == pair.n_target
    assert sum(link.value) == pytest.approx(100)
    labels = matching_sankey(state, pair).data[0].node.label
    for d, source, target in zip(link.customdata, link.source, link.target, strict=True):
        assert labels[source].startswith(f"cluster {d[0]} → ")
        assert labels[target] == pair.class_names[d[1]]


def test_ribbons_lead_to_pseudo_labels_without_labels(states, unlabelled):
    counts, _ = ribbons(matching_sankey(states[2], unlabelled))
    for (cluster, c), count in counts.items():
        inside = states[2].cluster_labels == cluster
        assert count == (inside & (states[2].pseudo_labels == c)).sum()
    assert "truly" not in describe_sankey(states[2], unlabelled)


def test_a_class_that_the_source_lacks_has_its_own_end(states, pair):
    y = np.where(pair.y_target == 3, 99, pair.y_target)
    strange = DomainPair(pair.X_source, pair.y_source, pair.X_target, y)
    fig = matching_sankey(states[2], strange)
    assert "a class the source lacks" in fig.data[0].node.label
    assert sum(ribbons(fig)[0].values()) == pair.n_target


def test_pairs_over_k_are_distances_by_class_with_departures_marked(states, moved, pair):
    run = [states[0], moved]
    fig = pairs_over_k(run, pair)
    for i, c in enumerate(moved.matching):
        assert fig.data[0].z[c, 1] == pytest.approx(moved.matching_cost[i, c])
    marked = {int(y) for x, y in zip(fig.data[1].x, fig.data[1].y, strict=True) if x == moved.k}
    assert marked == {int(c) for i, c in enumerate(moved.matching) if i != c}
    assert f"at most {moved.matching_moved} clusters" in describe_pairs(run)


def test_ribbons_keep_the_order_of_the_classes(states, pair):
    trace = matching_sankey(states[2], pair).data[0]
    for side in (0.001, 0.999):
        heights = [y for x, y in zip(trace.node.x, trace.node.y, strict=True) if x == side]
        assert len(heights) > 1 and heights == sorted(heights)
        assert 0 < heights[0] and heights[-1] < 1


def test_a_long_class_name_is_cut_in_the_sankey_and_whole_on_hover(states, pair):
    state = states[2]
    long = replace(pair, class_names=[f"{i} " + 150 * "ab" for i in range(pair.n_classes)])
    node = matching_sankey(state, long).data[0].node
    assert max(map(len, node.label)) < 50
    assert max(map(len, node.customdata)) > 300
