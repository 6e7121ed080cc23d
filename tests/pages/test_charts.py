"""Every chart of the app says what it shows, names its axes, and has alt text and its data."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import plotly.graph_objects as go
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.studies import STUDIES
from spl.explain.walkthrough_text import STEPS
from spl.ui.app.shell import MARKER
from spl.ui.comparison import view as comparison_view
from spl.ui.explore import runs as explore_runs
from spl.ui.explore.view import PARTS as EXPLORE_PARTS
from spl.ui.run.selection import PARTS as SELECTION_PARTS
from spl.ui.shared import charts

ROOT = Path(__file__).parents[2]
MODULES = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "spl/ui").rglob("*.py"))]
CHARTS = {
    *("plotly_chart", "altair_chart", "vega_lite_chart", "pyplot", "bokeh_chart"),
    *("line_chart", "bar_chart", "area_chart", "scatter_chart", "graphviz_chart", "pydeck_chart"),
}
PARAMS = SPLParams(d1=6, d2=3, T=3)
CARTESIAN = ("scatter", "scattergl", "bar", "heatmap")


@pytest.mark.parametrize("module", MODULES, ids=lambda f: str(f.relative_to(ROOT)))
def test_charts_are_shown_by_show_chart_alone(module):
    calls = [n for n in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(n, ast.Call)]
    named = [(c, c.func.attr if isinstance(c.func, ast.Attribute) else "") for c in calls]
    found = [f"line {call.lineno}: {name}" for call, name in named if name in CHARTS]
    assert len(found) == module.match("shared/charts.py"), found


@pytest.fixture
def shown(monkeypatch):
    """Figures shown, with their alt text and what their CSV holds."""
    found = {}
    show = charts.show_chart

    def note(fig, key, alt, pick=None, data=None):
        table = charts.figure_table(fig) if data is None else data() if callable(data) else data
        found[key] = (go.Figure(fig), alt, table)
        show(fig, key, alt, pick, data)

    for module in MODULES:
        if re.search(r"import .*\bshow_chart\b", module.read_text("utf-8")):
            name = ".".join(module.relative_to(ROOT).with_suffix("").parts)
            monkeypatch.setattr(f"{name}.show_chart", note)
    return found


def faults(fig: go.Figure, alt: str, table: pd.DataFrame) -> list[str]:
    """What a chart lacks."""
    found = []
    if len(fig.layout.title.text or "") < 10:
        found.append("a title that says what it shows")
    if len(alt) < 20:
        found.append("alt text")
    if table.empty:
        found.append("data")
    # a legend's entries have no place
    drawn = [t for t in fig.data if t.type in CARTESIAN and (t.x is None or list(t.x) != [None])]
    for side in "xy" if drawn else "":
        if not is_named(fig, side, drawn):
            found.append(f"a name for the {side} axis")
    for trace in drawn:
        if trace.hoverinfo != "skip" and trace.hovertemplate is None:
            found.append(f"a hover for {trace.name or trace.type}")
    return found


def is_named(fig: go.Figure, side: str, drawn: list) -> bool:
    """Whether an axis says what it counts, or names what stands along it, or is not shown."""
    axis, title = fig.layout[f"{side}axis"], fig.layout.title.text
    named = axis.title.text or axis.ticktext is not None or axis.visible is False
    of_small_charts = {"x": "(across)", "y": "(upward)"}[side] in title
    return named or of_small_charts or all(isinstance(v, str) for t in drawn for v in t[side])


def check(page, shown):
    assert not page.exception
    assert {key: f for key, parts in shown.items() if (f := faults(*parts))} == {}
    buttons = [b.proto.id for b in page.get("download_button")]
    protos = page.get("plotly_chart")
    assert all(p.proto.alt for p in protos)
    for key in shown:
        assert any(f"{key} csv" in b for b in buttons), key
    shown.clear()


def again(page, **choices):
    page.session_state["state"].choices |= choices
    page.session_state[MARKER] = True
    return page.run()


@pytest.mark.parametrize("theme", ["light", "dark", None])
def test_text_is_darker_on_a_light_page_alone(monkeypatch, theme):
    context = SimpleNamespace(theme=SimpleNamespace(type=theme))
    monkeypatch.setattr(charts, "st", SimpleNamespace(context=context))
    fig = charts._legible(go.Figure([go.Bar(x=[1], y=[2]), go.Heatmap(z=[[1]])]))
    parts = (fig.layout, fig.layout.xaxis.title, fig.layout.hoverlabel, fig.data[1].colorbar.title)
    colors = {fig.layout.yaxis.tickfont.color, *(part.font.color for part in parts)}
    assert colors == {charts.TEXT if theme == "light" else None}


@pytest.fixture(params=[True, False], ids=["labels", "no labels"])
def pair(request, shifted):
    return DomainPair(*(shifted if request.param else shifted[:3]))


@pytest.mark.parametrize("name", ["data", "alignment", "matching", "classes"])
def test_pages_of_one_part(open_page, pair, shown, name):
    page = open_page(name, pair, PARAMS, 2, chosen=[95])
    if name == "alignment":  # its chart is folded away: the picture has the room
        page.session_state["curves"] = True
        again(page)
    assert shown
    check(page, shown)


def test_the_figure_in_place_of_the_player(open_page, pair, shown, monkeypatch):
    monkeypatch.setattr("spl.ui.alignment.view.available", lambda: False)
    page = open_page("alignment", pair, PARAMS, 2)
    fig, alt, table = shown["fallback"]
    assert "iteration k = 2" in fig.layout.title.text and "at iteration 2" in alt
    assert ("labelled correctly" in alt) == (pair.yt is not None)
    assert table.groupby("k").size().to_dict() == dict.fromkeys(range(-1, PARAMS.T + 1), 180)
    assert {"domain", "sample", "x", "y", "pseudo_label", "selected"} <= set(table.columns)
    check(page, shown)


def test_the_parts_of_selection(open_page, pair, shown):
    page = open_page("selection", pair, PARAMS, 2)
    for part in SELECTION_PARTS:
        check(again(page, selection_part=part), shown)


def test_the_steps_of_the_walk_through(open_page, pair, shown):
    page = open_page("walkthrough", pair, PARAMS, 2)
    for step in range(len(STEPS)):
        page.session_state["state"].settings.step = step + 1
        check(again(page), shown)


def test_the_pictures_of_explore(open_page, pair, shown):
    explore_runs.KEPT.clear()
    STUDIES.clear()
    page = open_page("explore", pair)
    for name, values in (("d1", ["4", "6"]), ("d2", ["2", "3"]), ("T", ["1", "3"])):
        page.multiselect(key=f"_explore_{name}").set_value(values)
    again(page)
    next(b for b in page.button if b.label == "Start").click()
    again(page)
    (study,) = (s for _, s in STUDIES.items() if s.results or s.running)
    study.wait(120)
    for part in EXPLORE_PARTS:
        again(page, explore_part=part)
        assert shown or part == "Table" or (part == "Scores" and pair.yt is None)
        check(page, shown)


def test_ablation(open_page, pair, shown):
    STUDIES.clear()
    page = open_page("ablation", pair, PARAMS)
    ((_, study),) = STUDIES.items()
    study.start()
    study.wait(60)
    again(page)
    assert len(shown) == 3
    check(page, shown)


def test_comparison(open_page, pair, shown, monkeypatch):
    STUDIES.clear()
    few = {name: comparison_view.METHODS[name] for name in ("1-NN", "1-NN centred", "SPL")}
    for module in ("spl.methods", "spl.experiments.comparison", "spl.ui.comparison.view"):
        monkeypatch.setattr(f"{module}.METHODS", few)
    page = open_page("comparison", pair, PARAMS)
    ((_, study),) = STUDIES.items()
    study.start()
    study.wait(60)
    again(page)
    assert len(shown) == (1 if pair.yt is None else 2)
    check(page, shown)
