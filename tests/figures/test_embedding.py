import numpy as np
import pytest

from spl import DomainPair
from spl.embedding.sequence import pca_frames
from spl.figures.before import before_figure, describe_before
from spl.figures.embedding import describe_embedding, embedding_figure
from spl.figures.palette import GREY, SOURCE, TARGET, class_colors


def shown_colors(marker):
    """Colours that plotly picks from a stepped scale."""
    values = np.asarray(marker.color, dtype=float)
    at = (values - marker.cmin) / (marker.cmax - marker.cmin)
    scale = marker.colorscale
    return [next(c for (e, c) in scale[::-1] if e <= a) for a in at]


@pytest.mark.parametrize("k", range(5))
def test_the_figure_shows_the_iteration_asked_for(pair, states, frames, k):
    fig = embedding_figure(pair, states, frames, k=k)
    n = pair.n_source
    np.testing.assert_array_equal(fig.data[0].x, frames[k].xy[:n, 0])
    np.testing.assert_array_equal(fig.data[1].y, frames[k].xy[n:, 1])
    assert f"iteration k = {k}" in fig.layout.title.text
    assert f"at iteration {k}," in describe_embedding(pair, states, frames, k)
    assert not fig.frames and not fig.layout.updatemenus and not fig.layout.sliders
    assert [row[0] for row in fig.data[1].customdata] == list(range(n, n + pair.n_target))
    assert [row[1] for row in fig.data[1].customdata] == list(range(pair.n_target))


def test_before_adaptation_the_figure_shows_domains_and_no_labels_of_spl(pair, states):
    frames = pca_frames(states, pair)
    fig = embedding_figure(pair, states, frames, k=-1)
    np.testing.assert_array_equal(fig.data[1].x, frames[0].xy[pair.n_source :, 0])
    assert fig.layout.title.text.endswith("before adaptation") and len(fig.data[2].x) == 0
    assert (fig.data[0].marker.color, fig.data[1].marker.color) == (SOURCE, TARGET)
    assert "pseudo-label" not in fig.data[1].hovertemplate
    text = describe_embedding(pair, states, frames, k=-1)
    assert "before adaptation" in text and "of the other domain" in text
    assert "iteration" not in text and "selected" not in text


def test_axes_stay_as_they_are_when_k_moves(pair, states, frames):
    figures = [embedding_figure(pair, states, frames, k=k) for k in (0, 4)]
    ranges = [(f.layout.xaxis.range, f.layout.yaxis.range) for f in figures]
    assert ranges[0] == ranges[1]
    xy = np.vstack([frame.xy for frame in frames])
    for (low, high), values in zip(ranges[0], xy.T, strict=True):
        assert low < values.min() and values.max() < high


def test_selected_samples_are_ringed(pair, states, frames):
    for state in states:
        ring = embedding_figure(pair, states, frames, k=state.k).data[2]
        rows = np.array(ring.customdata)[:, 0] - pair.n_source
        np.testing.assert_array_equal(rows, np.flatnonzero(state.selected))


def test_colors_by_class_are_those_of_the_palette(pair, states, frames):
    fig = embedding_figure(pair, states, frames, k=1)
    palette = class_colors(pair.n_classes)
    assert shown_colors(fig.data[0].marker) == [palette[c] for c in pair.ys]
    expected = [palette[c] for c in states[1].pseudo_labels]
    assert shown_colors(fig.data[1].marker) == expected


def test_legend_names_classes_up_to_twelve(pair, states, frames):
    names = [t.name for t in embedding_figure(pair, states, frames).data if t.showlegend is None]
    assert set(pair.class_names) < set(names)


def test_the_nearest_iteration_that_has_a_frame_is_shown(pair, states, frames):
    fig = embedding_figure(pair, states, [frames[4], frames[3]], k=0)
    np.testing.assert_array_equal(fig.data[0].x, frames[3].xy[: pair.n_source, 0])


def test_without_a_frame_the_error_says_what_to_give(pair, states):
    with pytest.raises(ValueError, match="at least one frame"):
        embedding_figure(pair, states, [])


def test_no_word_of_accuracy_without_labels(unlabelled, states, frames):
    fig = embedding_figure(unlabelled, states, frames)
    assert "ccuracy" not in fig.to_json()
    assert "correctly" not in describe_embedding(unlabelled, states, frames)


def test_before_shows_principal_scores_and_their_share(pair):
    fig = before_figure(pair)
    X = np.vstack([pair.X_source, pair.X_target]).astype(float)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    values = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    share = 100 * values[0] / values.sum()
    assert f"({share:.1f} % of variance)" in fig.layout.xaxis.title.text
    xs = np.concatenate([fig.data[0].x, fig.data[1].x])
    np.testing.assert_allclose(xs.var() * len(xs), values[0], rtol=1e-4)
    assert "standard deviations" in describe_before(pair)


def test_before_without_labels_and_with_one_feature(unlabelled):
    assert set(shown_colors(before_figure(unlabelled).data[1].marker)) == {GREY}
    narrow = DomainPair([[0.1], [0.3], [2.0], [-1.0]], [0, 0, 1, 1], [[0.2], [1.9]])
    fig = before_figure(narrow)
    assert len(fig.data[1].x) == 2 and set(fig.data[1].y) == {0.0}


def test_sixty_five_classes_keep_the_number_of_traces():
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(65), 2)
    big = DomainPair(rng.normal(size=(130, 4)), y, rng.normal(size=(130, 4)), y)
    assert len(before_figure(big).data) == 4


def test_one_class_stands_out_before_adaptation(pair, unlabelled):
    fig = before_figure(pair, only=1)
    for trace, labels in zip(fig.data, (pair.ys, pair.yt), strict=False):
        np.testing.assert_array_equal(trace.marker.opacity == 1, labels == 1)
    name = pair.class_names[1]
    assert fig.layout.title.text.endswith(f": {name}")
    assert f"but {name} are faint; the means of {name} lie" in describe_before(pair, 1)
    blind = before_figure(unlabelled, only=1)
    assert (blind.data[1].marker.opacity < 1).all()
    assert describe_before(unlabelled, 1).endswith("are faint.")


def test_the_legend_hides_a_domain_before_adaptation(pair):
    for trace in before_figure(pair).data:
        domain = trace.name.partition(":")[0]
        assert trace.legendgroup == (domain if domain in ("source", "target") else None)
