import numpy as np
import plotly.graph_objects as go
import pytest

from spl.algorithm.iteration import iterate
from spl.algorithm.params import SPLParams
from spl.data.generators import GENERATORS
from spl.figures.classes import accuracy_over_k
from spl.figures.confusion import confusion_heatmap
from spl.figures.matching import matching_heatmap
from spl.figures.pairs import matching_sankey
from spl.figures.table import figure_table


@pytest.fixture(scope="module")
def run():
    pair = GENERATORS["gaussian"].make()
    params = SPLParams(d1=8, d2=5, T=3)
    return pair, list(iterate(pair.X_source, pair.y_source, pair.X_target, params))


def test_a_heatmap_gives_a_row_per_cell():
    fig = go.Figure(go.Heatmap(x=["a", "b", "c"], y=["u", "v"], z=[[1, 2, 3], [4, 5, 6]]))
    table = figure_table(fig)
    assert table["value"].tolist() == [1, 2, 3, 4, 5, 6]
    assert table["x"].tolist() == ["a", "b", "c"] * 2
    assert table["y"].tolist() == ["u"] * 3 + ["v"] * 3


def test_marks_are_counted_where_an_axis_is_not_given():
    fig = go.Figure([go.Scatter(y=[5, 7], name="one"), go.Bar(x=[1], y=[2], name="two")])
    assert figure_table(fig).to_dict("list") == {
        "trace": ["one", "one", "two"],
        "x": [0, 1, 1],
        "y": [5, 7, 2],
    }


@pytest.mark.parametrize("kind", [list, np.array])
def test_positions_become_names_where_the_axis_names_them(kind):
    fig = go.Figure(go.Bar(x=[3, 4], y=[0, 1], orientation="h"))
    fig.update_yaxes(tickvals=kind([0, 1]), ticktext=kind(["a", "b"]))
    assert figure_table(fig)["y"].tolist() == ["a", "b"]


def test_links_name_their_ends():
    node = {"label": ["a", "b"]}
    links = figure_table(
        go.Figure(go.Sankey(node=node, link={"source": [0], "target": [1], "value": [3]}))
    )
    assert links[["from", "to", "value"]].values.tolist() == [["a", "b", 3]]


def test_an_empty_figure_gives_an_empty_table():
    assert len(figure_table(go.Figure())) == 0


def test_the_tables_of_real_figures_hold_their_numbers(run):
    pair, states = run
    costs = figure_table(matching_heatmap(states[-1], pair.class_names))
    assert set(costs["x"]) == set(pair.class_names)
    cells = costs["value"].dropna().to_numpy(float)
    assert np.allclose(np.sort(cells), np.sort(states[-1].matching_cost.ravel()), atol=1e-6)
    counts = figure_table(confusion_heatmap(states[-1], pair))["value"]
    assert counts.sum() > 0
    assert figure_table(matching_sankey(states[-1], pair))["value"].sum() > 0
    assert len(figure_table(accuracy_over_k(states, pair, None))) >= len(states)


def test_subscripts_are_written_as_they_are_typed():
    fig = go.Figure(go.Bar(x=["S<sub>k</sub>"], y=[1], name="quota ⌊k·n<sub>c</sub>/T⌋"))
    assert figure_table(fig).to_dict("list") == {
        "trace": ["quota ⌊k·n_c/T⌋"],
        "x": ["S_k"],
        "y": [1],
    }
