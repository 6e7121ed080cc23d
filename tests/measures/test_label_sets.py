"""Hints without labels on the shipped data, scores of open sets, and samples with fewer classes."""

from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.partial import lacking_note
from spl.data.generators import GENERATORS
from spl.data.prepared import iterate_pair
from spl.data.samples import load_sample, sample_sets
from spl.measures.label_sets import label_set_notes, open_set_scores

DIRECTIONS = [(name, *d) for name, sample in sample_sets().items() for d in sample.directions]


def hint(pair, params):
    states = list(iterate_pair(pair, params))
    return lacking_note(states[0], states[-1])


@pytest.mark.parametrize("data", DIRECTIONS, ids=" ".join)
def test_no_shipped_pair_is_said_to_lack_classes(data):
    assert hint(load_sample(*data), sample_sets()[data[0]].recommended) == ()


@pytest.mark.parametrize("name", GENERATORS)
def test_no_generator_is_said_to_lack_classes(name):
    assert hint(GENERATORS[name].make(), GENERATORS[name].recommended) == ()


def test_classes_that_are_only_far_away_at_first_are_not_said_to_be_missing():
    gaussian = GENERATORS["gaussian"]
    pair = gaussian.make(rotation=60.0, spread=0.25, shift=3.0, seed=1)  # as in "An easy shift"
    first, *_, last = iterate_pair(pair, gaussian.recommended)
    assert lacking_note(first, first) and not lacking_note(first, last)


@pytest.mark.parametrize("direction", [("filled", "outline@12"), ("outline", "filled@12")])
def test_icons_with_a_third_of_the_classes_are(direction):
    (note,) = hint(load_sample("icons", *direction), sample_sets()["icons"].recommended)
    assert "of 36 classes nearly empty: the target may lack them" in note and note.endswith(".")


@pytest.mark.parametrize("d2", [1, 2, 17])
def test_classes_that_too_few_dimensions_leave_empty_are_not_said_to_be_missing(d2):
    params = replace(sample_sets()["icons"].recommended, d2=d2)
    assert hint(load_sample("icons", "outline", "filled"), params) == ()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"T": 1}, "samples are rejected from k = 2 on; choose T of at least 2."),
        ({"selection": "none"}, "selection none ends at k = 0 and samples are rejected from k"),
        ({"T": 2, "reject_share": 0.001}, "0.001 of 120 target samples is less than one sample"),
    ],
)
def test_an_open_run_that_rejects_nothing_says_why(given, why):
    pair = GENERATORS["moons"].make(n_per_class=60)
    params = replace(GENERATORS["moons"].recommended, label_set="open", **given)
    states = list(iterate_pair(pair, params))
    (note,) = label_set_notes(states[0], states[-1], params, tuple(pair.class_names))
    assert note.startswith("Label set open: nothing is rejected, since") and why in note


def test_open_set_scores_by_hand():
    yt = np.array([0, 0, 0, 1, -1, -1, -1, -1])
    labels = np.array([0, 0, -1, 1, -1, -1, -1, 0])
    scores = open_set_scores(labels, yt, 3)  # class 2 has no sample and does not count
    assert scores["os_star"] == pytest.approx((2 / 3 + 1) / 2)
    assert scores["unk"] == 0.75
    assert scores["hos"] == pytest.approx(2 * (5 / 6) * 0.75 / (5 / 6 + 0.75))
    unlabelled = np.append(labels, [1, -1]), np.append(yt, [-2, -2])
    assert open_set_scores(*unlabelled, 3) == scores  # no score counts samples without a label


def test_open_set_scores_without_known_or_unknown_samples():
    assert np.isnan(open_set_scores(np.array([0]), np.array([0]), 1)["hos"])
    assert np.isnan(open_set_scores(np.array([0]), np.array([-1]), 1)["os_star"])
    assert open_set_scores(np.array([1, 0]), np.array([0, -1]), 2)["hos"] == 0


def test_a_domain_with_its_first_classes_only():
    whole, few = (
        load_sample("icons", "filled", "outline"),
        load_sample("icons", "filled", "outline@12"),
    )
    rows = whole.y_target < 12
    assert np.array_equal(few.X_target, whole.X_target[rows]) and few.target_name == "outline@12"
    assert few.n_classes == 36 and set(few.yt) == set(range(12))
    assert len(few.thumbnails_target) == len(few.sample_names_target) == rows.sum()
    source = load_sample("icons", "filled@12", "outline")
    assert source.class_names == whole.class_names[:12] and (source.yt < 0).any()


@pytest.mark.parametrize("text", ["1", "37", "x", "", "-3", "12.5"])
def test_a_number_of_classes_that_cannot_be_is_refused(text):
    with pytest.raises(ValueError, match=r"from 2 to 36, e\.g\. outline@12\.$"):
        load_sample("icons", "filled", f"outline@{text}")
