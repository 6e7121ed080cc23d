from dataclasses import replace

import numpy as np
import pytest

from spl.figures.confusion import (
    agreement_heatmap,
    classes_over_k,
    confused_pairs,
    confusion_heatmap,
    describe_agreement,
    describe_classes,
    describe_confusion,
    differing_pairs,
)
from spl.measures.evaluation import accuracy, per_class_accuracy


def test_rejected_samples_are_not_compared_by_ncp_and_sp(states, unlabelled):
    rejected = np.arange(len(states[0].pseudo_labels)) % 3 == 0
    state = replace(states[0], rejected=rejected)
    counts = agreement_heatmap(state, unlabelled).data[0].customdata[:, :, 2]
    assert counts.sum() == (~rejected).sum()
    assert f"of {(~rejected).sum():,} target samples" in describe_agreement(state, unlabelled)


def test_confusion_is_in_percent_of_the_true_class(states, pair):
    fig = confusion_heatmap(states[2], pair)
    z = np.nan_to_num(np.asarray(fig.data[0].z, dtype=float))
    np.testing.assert_allclose(z.sum(axis=1), 100)
    shares = per_class_accuracy(states[2].pseudo_labels, pair.yt, 10)
    np.testing.assert_allclose(np.diag(z), 100 * shares)
    share = 100 * accuracy(states[2].pseudo_labels, pair.yt)
    assert f"{share:.1f} %" in describe_confusion(states[2], pair)


def test_confused_pairs_are_sorted_and_never_right(states, pair):
    table = confused_pairs(states[0], pair, 5)
    assert table["samples"].is_monotonic_decreasing and len(table) == 5
    assert (table["true index"] != table["pseudo index"]).all()
    row = table.iloc[0]
    wrong = (pair.yt == row["true index"]) & (states[0].pseudo_labels == row["pseudo index"])
    assert row["samples"] == wrong.sum()


def test_confusion_needs_labels(states, unlabelled):
    with pytest.raises(ValueError, match="needs target labels"):
        confusion_heatmap(states[0], unlabelled)


def test_classes_over_k_with_and_without_labels(states, pair, unlabelled):
    z = classes_over_k(states, pair).data[0].z
    expected = per_class_accuracy(states[-1].pseudo_labels, pair.yt, 10)
    np.testing.assert_allclose(z[:, -1], 100 * expected)
    fig = classes_over_k(states, unlabelled)
    np.testing.assert_allclose(fig.data[0].z.mean(axis=0), 100)
    assert "ccuracy" not in fig.to_json() + describe_classes(states, unlabelled)


def test_without_labels_ncp_is_crossed_with_sp(states, unlabelled):
    s = states[0]
    fig = agreement_heatmap(s, unlabelled)
    counts = fig.data[0].customdata[:, :, 2]
    assert sum(counts[c, c] for c in range(10)) == (s.ncp_labels == s.sp_labels).sum()
    table = differing_pairs(s, unlabelled, 3)
    assert table["samples"].is_monotonic_decreasing
    for row in table.to_dict("records"):
        both = (s.ncp_labels == row["NCP index"]) & (s.sp_labels == row["SP index"])
        assert row["samples"] == both.sum()
    assert "ccuracy" not in fig.to_json() + describe_agreement(s, unlabelled)
