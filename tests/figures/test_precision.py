import numpy as np

from spl.figures.precision import describe_precision, precision_by_class


def test_shares_inside_and_outside(states, pair):
    fig = precision_by_class(states[2], states[1], pair)
    labels, inside = states[1].pseudo_labels, states[2].selected
    right = labels == pair.yt
    for trace, where in zip(fig.data[1:], (inside, ~inside), strict=True):
        for c in range(10):
            members = where & (labels == c)
            np.testing.assert_allclose(trace.x[c], 100 * right[members].mean())
            assert trace.customdata[c][1] == members.sum()
    assert "at iteration 2" in describe_precision(states[2], states[1], pair)


def test_without_labels_it_is_agreement(states, unlabelled):
    fig = precision_by_class(states[2], states[1], unlabelled)
    text = fig.to_json() + describe_precision(states[2], states[1], unlabelled)
    assert "right" not in text.replace("labelled correctly", "right") and "agree" in text


def test_at_k_0_and_at_T_one_side_is_empty(states, pair):
    for k, empty in ((0, 1), (4, 2)):
        fig = precision_by_class(states[k], states[k - 1] if k else None, pair)
        assert np.isnan(fig.data[empty].x).all()
        assert describe_precision(states[k], states[k - 1] if k else None, pair).startswith("0 ")
