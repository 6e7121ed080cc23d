import numpy as np
import pytest

from spl import DomainPair
from spl.figures.before import before_figure, describe_before
from spl.figures.embedding import describe_embedding, embedding_figure
from spl.figures.palette import GREY, RIGHT, TARGET, WRONG, class_colors


def shown_colors(marker):
    """Colours that plotly picks from a stepped scale."""
    values = np.asarray(marker.color, dtype=float)
    at = (values - marker.cmin) / (marker.cmax - marker.cmin)
    scale = marker.colorscale
    return [next(c for (e, c) in scale[::-1] if e <= a) for a in at]


def test_one_frame_for_each_iteration_and_a_slider_step_for_it(pair, states, frames):
    fig = embedding_figure(pair, states, frames, k=2)
    assert [f.name for f in fig.frames] == [str(s.k) for s in states]
    slider = fig.layout.sliders[0]
    assert [step.label for step in slider.steps] == [f.name for f in fig.frames]
    assert slider.active == 2
    assert all(step.args[1]["frame"]["redraw"] for step in slider.steps)
    assert [b.args[1]["frame"]["redraw"] for b in fig.layout.updatemenus[0].buttons] == [True, True]


def test_points_are_the_frames_source_rows_first(pair, states, frames):
    fig = embedding_figure(pair, states, frames, k=1)
    n = pair.n_source
    np.testing.assert_array_equal(fig.data[0].x, frames[1].xy[:n, 0])
    np.testing.assert_array_equal(fig.data[1].y, frames[1].xy[n:, 1])
    np.testing.assert_array_equal(fig.frames[3].data[1].x, frames[3].xy[n:, 0])
    assert [row[0] for row in fig.data[1].customdata] == list(range(n, n + pair.n_target))
    assert [row[1] for row in fig.data[1].customdata] == list(range(pair.n_target))


def test_selected_samples_are_ringed(pair, states, frames):
    fig = embedding_figure(pair, states, frames)
    for state, frame in zip(states, fig.frames, strict=True):
        rows = frame.data[2].customdata[:, 0] - pair.n_source
        np.testing.assert_array_equal(rows, np.flatnonzero(state.selected))


def test_colors_by_class_are_those_of_the_palette(pair, states, frames):
    fig = embedding_figure(pair, states, frames, k=1)
    palette = class_colors(pair.n_classes)
    assert shown_colors(fig.data[0].marker) == [palette[c] for c in pair.ys]
    expected = [palette[c] for c in states[1].pseudo_labels]
    assert shown_colors(fig.data[1].marker) == expected
    truth = embedding_figure(pair, states, frames, color_by="true label", k=1)
    assert shown_colors(truth.data[1].marker) == [palette[c] for c in pair.yt]


def test_colors_by_right_or_wrong_and_domain(pair, states, frames):
    fig = embedding_figure(pair, states, frames, color_by="right or wrong", k=1)
    right = states[1].pseudo_labels == pair.yt
    assert shown_colors(fig.data[1].marker) == [RIGHT if r else WRONG for r in right]
    assert embedding_figure(pair, states, frames, color_by="domain").data[1].marker.color == TARGET


def test_legend_names_classes_up_to_twelve(pair, states, frames):
    names = [t.name for t in embedding_figure(pair, states, frames).data if t.showlegend is None]
    assert set(pair.class_names) < set(names)


def test_frames_that_lack_are_left_out(pair, states, frames):
    fig = embedding_figure(pair, states, [frames[4], frames[3]], k=0)
    assert [f.name for f in fig.frames] == ["3", "4"]
    np.testing.assert_array_equal(fig.data[0].x, frames[3].xy[: pair.n_source, 0])


def test_bad_requests_say_what_would_do(pair, unlabelled, states, frames):
    with pytest.raises(ValueError, match="not known; use one of 'class'"):
        embedding_figure(pair, states, frames, color_by="size")
    with pytest.raises(ValueError, match="needs target labels, which this pair lacks"):
        embedding_figure(unlabelled, states, frames, color_by="right or wrong")
    with pytest.raises(ValueError, match="at least one frame"):
        embedding_figure(pair, states, [])


def test_no_word_of_accuracy_without_labels(unlabelled, states, frames):
    fig = embedding_figure(unlabelled, states, frames)
    assert "ccuracy" not in fig.to_json()
    assert "rightly" not in describe_embedding(unlabelled, states, frames)


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
    fig = before_figure(narrow, color_by="domain")
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
    assert f"but the class {name} are faint; its means lie" in describe_before(pair, 1)
    blind = before_figure(unlabelled, only=1)
    assert (blind.data[1].marker.opacity < 1).all()
    assert describe_before(unlabelled, 1).endswith("are faint.")


def test_the_legend_hides_a_domain_before_adaptation(pair):
    for trace in before_figure(pair).data:
        domain = trace.name.partition(":")[0]
        assert trace.legendgroup == (domain if domain in ("source", "target") else None)
