import numpy as np
import pytest
from plotly.colors import sample_colorscale

from spl.figures.walkthrough import (
    cost_excerpt,
    describe_bars,
    describe_costs,
    describe_matrix,
    describe_spectrum,
    distance_bars,
    probability_dots,
    sign_matrix,
    spectrum,
)

NAMES = ["s0", "s1", "t0"]


@pytest.mark.parametrize("dark", [False, True])
def test_matrix_shows_its_numbers_coloured_by_sign(dark):
    L = np.array([[2, -1, 0], [-1, 2, 0], [0, 0, 0]])
    fig = sign_matrix(L, NAMES, NAMES, "L", chosen=(0, 1), dark=dark)
    np.testing.assert_array_equal(fig.data[0].text, L)
    np.testing.assert_array_equal(fig.data[0].z, np.sign(L))
    (frame,) = fig.layout.shapes
    assert (frame.x0 + 0.5, frame.y0 + 0.5) == (1, 0)
    assert "2 entries above 0, 5 of 0 and 2 below" in describe_matrix(L, "L")


def test_costs_frame_the_matched_pairs(states):
    cost = states[1].matching_cost[:3, :3]
    fig = cost_excerpt(cost, ["cluster 0", "cluster 1", "cluster 2"], NAMES, [(0, 1)], "Pairs")
    np.testing.assert_array_equal(fig.data[0].z, cost)
    assert len(fig.layout.shapes) == 1
    words = describe_costs(cost, NAMES, NAMES, [(0, 1)])
    assert f"s0 with s1 at {cost[0, 1]:.2f}" in words


def _luminance(color):
    rgb = np.array(color)
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("dark", [False, True])
def test_every_number_stands_out_on_its_cell(dark):
    costs = np.linspace(0.3, 1.5, 49).reshape(7, 7)
    names = list("abcdefg")
    fig = cost_excerpt(costs, names, names, [], "Pairs", dark=dark)
    scale = [list(stop) for stop in fig.data[0].colorscale]
    shares = ((costs - costs.min()) / np.ptp(costs)).ravel()
    cells = sample_colorscale(scale, shares, colortype="tuple")
    assert len(fig.layout.annotations) == costs.size
    for text, cell, cost in zip(fig.layout.annotations, cells, costs.ravel(), strict=True):
        low, high = sorted([_luminance(cell), 1.0 * (text.font.color == "#ffffff")])
        assert (high + 0.05) / (low + 0.05) >= 4.5
        assert text.text == f"{cost:.2f}" and costs[text.y, text.x] == cost


def test_equal_costs_are_drawn_too():
    fig = cost_excerpt(np.full((2, 2), 0.5), ["a", "b"], ["a", "b"], [(0, 0)], "Pairs")
    assert [a.text for a in fig.layout.annotations] == ["0.50"] * 4


def test_a_line_below_all_bars_is_not_hidden_by_the_axis():
    fig = spectrum(np.array([90.0, 5.0, 1.3]), "λ", "direction", "λ", line=1.0, log=True)
    assert 10 ** fig.layout.yaxis.range[0] < 1


@pytest.mark.parametrize("log", [False, True])
def test_spectrum_draws_the_first_sixty(log):
    values = np.linspace(2, 0.1, 80)
    fig = spectrum(values, "λ", "direction", "λ", line=1.0, log=log)
    np.testing.assert_array_equal(fig.data[0].y, values[:60])
    assert "first 60 of 80" in fig.layout.title.text
    assert fig.layout.shapes[0].y0 == 1
    assert (fig.layout.yaxis.type == "log") == log
    assert "60 largest eigenvalues of 80, from 2 to" in describe_spectrum(values, "eigenvalues")


def test_bars_and_dots_show_the_values(states):
    state = states[1]
    p1, p2 = state.proba_ncp[0, :3], state.proba_sp[0, :3]
    bars = distance_bars(NAMES, 1 - p1, "Distances", "prototype")
    np.testing.assert_array_equal(bars.data[0].x, 1 - p1)
    assert bars.data[0].marker.color[int(p1.argmax())] != "#8A8F98"
    assert bars.data[0].textposition == "outside" and bars.layout.xaxis.range[1] > 1 - p1.min()
    dots = probability_dots(NAMES, p1, p2, 10, "Both")
    np.testing.assert_array_equal(dots.data[1].x, p1)
    np.testing.assert_array_equal(dots.data[2].x, p2)
    assert "s0" in describe_bars(NAMES, p1, "p₁")


def test_long_names_are_cut_on_the_axis_but_not_in_the_hover():
    names = ["a" * 50, "b"]
    fig = distance_bars(names, np.array([1.0, 2.0]), "Distances", "prototype")
    assert len(fig.layout.yaxis.ticktext[0]) <= 26
    assert fig.data[0].customdata[0] == names[0]
