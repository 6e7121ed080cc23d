"""Charts with one row per class stay on a projector."""

import numpy as np
import plotly.graph_objects as go
import pytest

from spl.algorithm.iteration import iterate
from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.figures.confusion import classes_over_k, confusion_heatmap
from spl.figures.layout import class_columns, class_rows, row_font, row_pixels, rows_height, styled
from spl.figures.matching import matching_heatmap
from spl.figures.pairs import matching_sankey, pairs_over_k
from spl.figures.precision import precision_by_class
from spl.figures.quotas import selection_over_k, selection_what_if
from spl.figures.selection import selected_by_class
from spl.figures.strips import confidence_strips

PROJECTOR = 660  # pixels of the 720 that a page leaves to a chart


@pytest.fixture(scope="module")
def many():
    """36 classes with long names."""
    rng = np.random.default_rng(0)
    centers = 4 * rng.standard_normal((36, 12))
    y = np.repeat(np.arange(36), 4)
    Xs, Xt = (centers[y] + rng.standard_normal((len(y), 12)) for _ in range(2))
    names = np.array([f"microphones {c}" for c in range(36)])
    pair = DomainPair(Xs, names[y], Xt + 1, names[y])
    params = SPLParams(d1=12, d2=12, T=2)
    return list(iterate(pair.X_source, pair.ys, pair.X_target, params)), pair


def test_36_classes_fit_a_projector(many):
    states, pair = many
    s, p, names = states[1], states[0], pair.class_names
    figures = [
        confusion_heatmap(s, pair),
        classes_over_k(states, pair),
        matching_heatmap(s, names),
        matching_sankey(s, pair),
        pairs_over_k(states, pair),
        precision_by_class(s, p, pair),
        selection_over_k(states, pair, T=2),
        selection_what_if(p, 1, 2, pair),
        selected_by_class(s, p, pair, T=2),
        confidence_strips(s, p, pair),
    ]
    assert max(f.layout.height for f in figures) <= PROJECTOR


def test_names_of_small_charts_are_cut_before_they_touch(many):
    states, pair = many
    shown = [a.text for a in selection_over_k(states, pair, T=2).layout.annotations]
    assert len(shown) == 36 and max(map(len, shown)) <= 13
    assert any(text[6] == "…" for text in shown if len(text) == 13)


def test_small_charts_start_at_0(many):
    states, pair = many
    low, high = selection_over_k(states, pair, T=2).layout.yaxis.range
    assert low == 0 and high >= 2


def test_sankey_names_do_not_lie_on_each_other(many):
    states, pair = many
    fig = matching_sankey(states[1], pair)
    node = fig.data[0].node
    y, x = np.asarray(node.y), np.asarray(node.x)
    height = fig.layout.height - 70
    for side in (x < 0.5, x > 0.5):
        assert (np.diff(y[side]) * height >= row_font(36)).all()


@pytest.mark.parametrize("n", [1, 2, 10, 26, 36, 65, 345])
def test_type_fits_its_row(n):
    assert 11 <= row_font(n) < row_pixels(n) <= 22
    assert rows_height(n) >= 320
    assert class_rows([str(i) for i in range(n)])["tickfont"]["size"] == row_font(n)


def test_short_names_stand_upright_only_where_they_must():
    assert class_columns("ABCDEFGHIJKLMNOPQRSTUVWXYZ")["tickangle"] is None
    assert class_columns(["microphone"] * 26)["tickangle"] == -90


def test_type_of_the_colour_bar_is_that_of_the_axes():
    fig = styled(go.Figure(go.Heatmap(z=[[1]])), "title", "x", "y")
    assert fig.data[0].colorbar.title.font.size == fig.layout.xaxis.title.font.size
