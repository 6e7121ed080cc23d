import numpy as np
import pytest

from spl.algorithm.iteration import iterate
from spl.algorithm.params import SPLParams
from spl.figures.choices import (
    choice_distances,
    choices_figure,
    describe_choices,
    describe_gap,
    explain_choices,
    explain_gap,
    gap_over_k,
)

T = 4


def test_distances_are_to_the_prototype_and_centre_of_the_given_class(states):
    previous = states[1]
    d = choice_distances(previous, T, T)  # all are selected at k = T
    labels = previous.proba_sp.argmax(axis=1)
    gap = np.linalg.norm(previous.z_target - previous.prototypes[labels], axis=1)
    np.testing.assert_allclose(d["SP"][:, 0], gap, atol=1e-7)
    cluster_of = np.argsort(previous.matching)
    gap = np.linalg.norm(previous.z_target - previous.centers[cluster_of[labels]], axis=1)
    np.testing.assert_allclose(d["SP"][:, 1], gap, atol=1e-7)


def test_each_choice_is_the_nearest_to_its_own_points(states):
    d = choice_distances(states[0], T, T)
    assert (d["NCP"][:, 0] <= d["SP"][:, 0] + 1e-9).all()
    assert (d["SP"][:, 1] <= d["NCP"][:, 1] + 1e-9).all()


def test_boxes_hold_all_distances(states):
    d = choice_distances(states[1], 2, T)
    fig = choices_figure(states[1], 2, T)
    assert [len(t.y) for t in fig.data] == [2 * len(d["NCP"]), 2 * len(d["SP"])]
    assert f"{d['NCP'][:, 0].mean():.2f}" in describe_choices(states[1], 2, T)
    assert "Nothing" in describe_choices(states[1], 0, T)


def test_gap_lines():
    fig = gap_over_k({"NCP": [3, 2, 1], "SP": [3, 1, 0.5], "both": [3, 1, 1]}, "MMD (no unit)")
    assert [t.name for t in fig.data] == ["NCP", "SP", "both"]
    assert len({t.line.color for t in fig.data}) == 3
    assert list(fig.data[1].y) == pytest.approx([3, 1, 0.5])
    assert "SP from 3.000 to 0.500" in describe_gap({"SP": [3, 0.5]})


def test_the_words_on_choices_agree_with_the_distances(states):
    d = choice_distances(states[1], 2, T)
    ncp, sp = d["NCP"].mean(axis=0), d["SP"].mean(axis=0)
    text = explain_choices(states[1], 2, T)
    assert f"{100 * abs(sp[0] / ncp[0] - 1):.1f} % " in text
    assert (": as the paper says" in text) == (sp[0] > ncp[0] and sp[1] < ncp[1])
    assert "Nothing" in explain_choices(states[1], 0, T)


@pytest.mark.parametrize(("ncp", "verdict"), [([3, 3], "as the paper says"), ([1, 1], "expects")])
def test_the_words_on_the_gap_say_who_aligns_soonest(ncp, verdict):
    text = explain_gap({"NCP": ncp, "SP": [3, 1.5], "both": [3, 2]})
    assert verdict in text
    assert ("soonest with SP" in text) == (ncp == [3, 3])


def test_labellings_that_align_alike_are_named_together():
    text = explain_gap({"NCP": [3, 3], "SP": [3, 2.001], "both": [3, 2]})
    assert "soonest with both and SP: as the paper says" in text


def test_the_words_on_a_gap_that_cannot_be_measured_name_no_winner():
    text = explain_gap({"NCP": [np.nan], "SP": [np.nan], "both": [np.nan]})
    assert "nan" not in text and "soonest" not in text and "5 samples" in text


@pytest.mark.filterwarnings("ignore:All samples are the same point")
def test_choices_that_all_coincide_are_said_to_be_equally_far():
    samples = np.ones((6, 4))
    previous = next(iterate(samples, [0, 0, 0, 1, 1, 1], samples, SPLParams(d1=2, d2=1, T=3)))
    text = explain_choices(previous, 2, 3)
    assert text.count("equally far from") == 2 and text.endswith(": no difference.")
    assert "%" not in text and "paper" not in text


@pytest.mark.parametrize(
    ("ncp", "sp", "words"),
    [
        ((1, 1), (1.2, 0.8), "20.0 % farther from the class prototypes and 20.0 % nearer to the"),
        ((1, 1), (1.0004, 0.8), "equally far from the class prototypes and 20.0 % nearer to the"),
        ((1, 1), (0.8, 0.9996), "20.0 % nearer to the class prototypes and equally far from the"),
    ],
)
def test_what_would_be_written_as_no_difference_is_said_to_be_equal(monkeypatch, ncp, sp, words):
    chosen = {"NCP": np.array([ncp]), "SP": np.array([sp])}
    monkeypatch.setattr("spl.figures.choices.choice_distances", lambda *_: chosen)
    text = explain_choices(None, 2, 4)
    assert words in text and "0.0 % " not in text.replace("20.0 % ", "")
    verdict = {1.2: "as the paper says", 1.0004: "partly as the paper says"}
    assert text.endswith(f": {verdict.get(sp[0], 'unlike what the paper says')}.")


@pytest.mark.parametrize(
    ("sp", "verdict"),
    [
        ((1.2, 1.2), "the first as the paper says, the second not"),
        ((0.8, 0.8), "the second as the paper says, the first not"),
        ((0.8, 1.2), "unlike what the paper says"),
    ],
)
def test_the_words_tell_which_half_of_the_papers_claim_holds(monkeypatch, sp, verdict):
    chosen = {"NCP": np.array([(1, 1)]), "SP": np.array([sp])}
    monkeypatch.setattr("spl.figures.choices.choice_distances", lambda *_: chosen)
    assert explain_choices(None, 2, 4).endswith(f"clusters: {verdict}.")
