"""Target samples without a label: every share leaves them out, and none is called wrong."""

from dataclasses import replace

import numpy as np
import pytest

from spl import SPLParams, load_sample
from spl.data.prepared import iterate_pair
from spl.data.target_labels import UNLABELLED
from spl.explain.sample import find_sample
from spl.figures import classes, confusion, embedding, matching, pairs, selection


@pytest.fixture(scope="module")
def runs():
    """A pair, the same without the labels of its first 40 target samples, and the run of both."""
    pair = load_sample("icons", "filled", "outline")
    labels = [None] * 40 + pair.y_target[40:].tolist()
    gaps = replace(pair, y_target=np.array(labels, dtype=object))
    return pair, gaps, list(iterate_pair(gaps, SPLParams(d1=32, d2=16, T=2)))


def test_a_table_of_classes_counts_only_labelled_samples(runs):
    pair, gaps, (_, *_, last) = runs
    right = (last.pseudo_labels == pair.yt)[40:]
    table = classes.class_table(last, last, gaps)
    sizes = np.bincount(last.pseudo_labels[40:], minlength=pair.n_classes)
    hits = np.bincount(last.pseudo_labels[40:][right], minlength=pair.n_classes)
    shares = np.divide(100 * hits, sizes, out=np.full(len(hits), np.nan), where=sizes > 0)
    np.testing.assert_allclose(table["precision (%)"], shares)


def test_the_selected_are_right_wrong_or_not_known(runs):
    _, gaps, (_, *_, last) = runs
    parts = selection.selected_parts(last.selected, last.pseudo_labels, gaps)
    assert [name for name, _, _ in parts] == [
        "selected, correct",
        "selected, wrong",
        "selected, no true label",
    ]
    assert (sum(mask.astype(int) for _, _, mask in parts) == last.selected).all()
    _, counts = selection.good_by_class(last, last, gaps)
    assert counts.sum() == gaps.n_target - 40


def test_charts_and_player_show_them_as_not_known(runs):
    _, gaps, states = runs
    assert sum(c for *_, c in zip(*pairs._composition(states[-1], gaps), strict=True)) == (
        gaps.n_target - 40
    )
    assert not any("wrong" in name for name in embedding._pseudo_names(gaps, states[-1])[:40])
    assert find_sample(gaps, gaps.n_source).true_class == "not known"
    assert (
        confusion.confusion_heatmap(states[-1], gaps)
        and matching.matching_rows(states[-1], gaps).shape
    )
    assert (gaps.yt[:40] == UNLABELLED).all()
    truth = gaps.yt.astype(np.uint8)
    assert (truth[:40] == 254).all()  # as the player knows them
