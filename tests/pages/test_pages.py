"""Every page with and without a run, with and without target labels."""

import io

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.chosen_data import open_settings_data
from spl.engine.drawn import best_frames
from spl.engine.jobs import job_of
from spl.engine.settings import Settings
from spl.engine.uploads import keep_upload
from spl.ui.alignment.downloads import npz_bytes, run_table
from spl.ui.app.session import file_name
from spl.ui.app.shell import MARKER

PARAMS = SPLParams(d1=6, d2=3, T=4)
RESULT_PAGES = ("alignment", "matching", "selection")


def _text(page) -> str:
    kinds = ("title", "markdown", "caption", "info", "warning", "error", "metric", "header")
    found = []
    for kind in kinds:
        for element in page.get(kind):
            found += [str(getattr(element, "label", "")), str(getattr(element, "value", ""))]
    return " ".join(found)


@pytest.mark.parametrize("name", RESULT_PAGES)
def test_without_a_run_a_page_says_what_to_do(open_page, name):
    page = open_page(name)
    assert not page.exception
    assert "Press **Run**" in _text(page)
    assert any(button.label == "Run" for button in page.button)


@pytest.mark.parametrize(("d2", "warned"), [(1, True), (2, False), (3, False)])
def test_a_d2_below_the_number_of_classes_less_one_is_warned_of(app, shifted, d2, warned):
    upload = keep_upload(DomainPair(*shifted))  # three classes
    for name, value in {"data": "upload", "upload": upload, "d1": "4", "d2": str(d2)}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    below = [c.value for c in app.sidebar.caption if "is below C − 1 = 2" in c.value]
    assert bool(below) == warned
    assert "C − 1" in app.slider(key="_d2").help


@pytest.mark.parametrize("k", [0, 2, 4])
@pytest.mark.parametrize("name", RESULT_PAGES)
def test_with_target_labels(open_page, shifted, name, k):
    page = open_page(name, DomainPair(*shifted), PARAMS, k)
    assert not page.exception and not page.error


@pytest.mark.parametrize("name", RESULT_PAGES)
def test_without_target_labels_nothing_says_accuracy(open_page, shifted, name):
    X, y, Xt, _ = shifted
    page = open_page(name, DomainPair(X, y, Xt), PARAMS, 2)
    assert not page.exception and not page.error
    assert "ccuracy" not in _text(page).replace("none of them is an accuracy", "")


def test_alignment_shows_accuracy_computed_from_the_users_labels(open_page, shifted):
    pair = DomainPair(*shifted)
    page = open_page("alignment", pair, PARAMS, 4)
    state = job_of(pair, PARAMS).states[4]
    expected = f"{(state.pseudo_labels == pair.yt).mean():.1%}".replace("%", " %")
    assert [m.value for m in page.metric if m.label == "SPL, k = 4"] == [expected]


def test_chosen_samples_are_listed(open_page, shifted):
    page = open_page("alignment", DomainPair(*shifted), PARAMS, 2, chosen=[0, 5, 95, 179])
    assert not page.exception and not page.error
    table = page.dataframe[0].value
    assert list(table["domain"]) == ["target", "target", "source", "source"]
    assert list(table["sample"]) == [5, 89, 0, 5]
    assert table["pseudo-label"].isna().tolist() == [False, False, True, True]


def test_selection_at_k_0_explains_itself(open_page, shifted):
    page = open_page("selection", DomainPair(*shifted), PARAMS, 0)
    assert "At k = 0 nothing is selected" in _text(page)


def test_data_shows_sizes_and_the_bar_to_beat(open_page):
    page = open_page("data", "moons")
    assert not page.exception and not page.error
    assert {m.label: m.value for m in page.metric}["Source samples"] == "200"
    assert "1-NN centred" in [m.label for m in page.metric]


def test_data_without_target_labels(open_page, shifted):
    X, y, Xt, _ = shifted
    page = open_page("data", DomainPair(X, y, Xt))
    assert not page.exception and not page.error
    assert "The target has no labels" in _text(page)


def test_app_runs_from_its_sidebar(app, k_slider):
    app.query_params["data"] = "moons"
    app.query_params["embedding"] = "pca"
    app.run()
    assert not app.exception and not app.error
    app.button(key="run").click().run()
    assert not app.exception and not app.error
    app.session_state["state"].job.wait(60)
    app.run()
    assert app.query_params["run"] == "1"
    assert any(m.label.startswith("SPL, k") for m in app.metric)
    app.slider(key="_k").set_value(7).run()
    assert app.session_state["state"].settings.k == 7
    assert app.query_params["k"] == "7"


def test_a_link_opens_what_it_names(app):
    app.query_params["data"] = "matching differs"
    app.query_params["T"] = "3"
    app.query_params["k"] = "2"
    app.query_params["embedding"] = "pca"
    app.query_params["run"] = "1"
    app.run()
    assert not app.exception and not app.error
    app.session_state["state"].job.wait(60)
    app.run()
    assert [m.label for m in app.metric][0] == "SPL, k = 2"


def test_a_bad_link_says_so_and_shows_the_default(app):
    app.query_params["data"] = "nothing"
    app.run()
    assert not app.exception
    assert "is not the name of a sample set or a generator" in app.error[0].value
    assert app.session_state["state"].settings.data == Settings().data


def test_moving_d1_below_d2_takes_d2_along(app):
    app.query_params["data"] = "moons"
    app.run()
    app.slider(key="_d1").set_value(4).run()
    assert not app.exception
    params = app.session_state["state"].settings.params
    assert (params.d1, params.d2) == (4, 4)


def test_without_the_component_a_figure_takes_its_place(open_page, shifted, monkeypatch):
    monkeypatch.setattr("spl.ui.alignment.view.available", lambda: False)
    page = open_page("alignment", DomainPair(*shifted), PARAMS, 2)
    assert not page.exception and not page.error
    assert "The player cannot run in this browser" in _text(page)
    assert len(page.get("plotly_chart")) == 1  # the embedding
    page.session_state[MARKER] = True
    page.session_state["curves"] = True  # unfolded
    assert len(page.run().get("plotly_chart")) == 2  # and the scores over the iterations


def test_other_data_forget_the_chosen_samples(open_page):
    page = open_page("data", "moons")
    page.session_state["state"].chosen_rows = [3]
    page.session_state["state"].chosen_by = ([3], "labelled a")
    page.slider(key="_moons shift").set_value(0.5)
    page.session_state["_through_app"] = True
    page.run()
    assert not page.exception
    assert page.session_state["state"].chosen_rows == []
    assert page.session_state["state"].chosen_by == ([], "")
    assert page.session_state["state"].settings.data == "moons?shift=0.5"


def test_data_names_the_columns_of_each_domain(open_page):
    page = open_page("data", "moons")
    assert {"source samples", "target samples"} <= set(page.dataframe[-1].value.columns)


def test_one_class_is_looked_at_before_adaptation(open_page, shifted):
    page = open_page("data", DomainPair(*shifted))
    box = page.selectbox(key="_before_class_choice")
    assert box.options == ["All classes", "ant", "bee", "cat"] and box.value == -1
    page.session_state["_through_app"] = True
    box.set_value(1).run()
    assert not page.exception
    (chart,) = page.get("plotly_chart")
    assert "before adaptation: bee" in chart.proto.spec and "all classes but bee" in chart.proto.alt
    page.session_state["state"].uploaded = DomainPair(*shifted[:3])  # other data: all classes again
    page.session_state["_through_app"] = True
    page.run()
    assert page.selectbox(key="_before_class_choice").value == -1


@pytest.mark.parametrize(
    ("title", "file"),
    [({}, "source-target-k"), ({"name": "my set/Ä 1"}, "my-set-Ä-1-k"), ({"name": "??"}, "k")],
)
def test_files_are_named_by_their_data(shifted, title, file, monkeypatch):
    monkeypatch.setattr("spl.ui.app.session.pair", lambda: DomainPair(*shifted, **title))
    assert file_name("k") == file


def test_a_slider_keeps_its_value_when_its_bounds_change(app):
    for name, value in {"data": "moons", "embedding": "pca", "d1": "20", "d2": "10"}.items():
        app.query_params[name] = value
    app.run()
    for d1, d2 in ((19, 10), (12, 10), (8, 8), (20, 8)):
        app.slider(key="_d1").set_value(d1).run()
        assert (app.slider(key="_d2").value, app.slider(key="_d2").max) == (d2, d1)
        assert app.session_state["state"].settings.params.d2 == d2
    app.slider(key="_d1").set_value(1).run()  # no slider: 1 is the most there can be
    app.slider(key="_d1").set_value(6).run()
    assert app.slider(key="_d2").value == 1 and not app.exception


def test_the_saved_arrays_have_the_names_of_classes_and_the_picture(open_page, shifted):
    pair = DomainPair(*shifted, class_names=("ant", "bee", "fly"))
    open_page("alignment", pair, PARAMS, 4)
    job = job_of(pair, PARAMS)
    saved = np.load(io.BytesIO(npz_bytes(job, best_frames(job, "pca"))), allow_pickle=False)
    assert saved["class_names"].tolist() == ["ant", "bee", "fly"]
    assert saved["coordinates"].shape == (5, pair.n_source + pair.n_target, 2)
    assert saved["coordinates_before"].shape == saved["coordinates"].shape[1:]
    table = run_table(job, best_frames(job, "pca"))
    assert list(table.columns[:3]) == ["k", "domain", "sample"]
    assert table["k"].unique().tolist() == [-1, 0, 1, 2, 3, 4]
    assert table[table["k"] == -1]["pseudo_label"].isna().all()
    state, shown = job.states[2], table[(table["k"] == 2) & (table["domain"] == pair.target_name)]
    assert shown["selected"].tolist() == state.selected.tolist()
    assert shown["pseudo_label"].tolist() == np.array(pair.class_names)[state.labels].tolist()
    assert set(table["cluster"].dropna()) == {0, 1, 2}
    assert ",0.0" not in table["cluster"].to_csv()


def test_data_leads_to_the_run_of_these_data(open_page, shifted):
    pair = DomainPair(*shifted)
    pages = [open_page("data", pair, params) for params in (None, PARAMS)]
    assert [len(page.get("page_link")) for page in pages] == [0, 1]
    assert "Watch the run" in pages[1].get("page_link")[0].proto.label


def test_drawing_the_sidebar_changes_no_settings(app):
    app.query_params["data"] = "moons"
    app.run()
    asked = app.session_state["state"].settings.params = SPLParams(d1=500, d2=300, T=4)
    app.run()
    assert not app.exception and app.session_state["state"].settings.params == asked


def test_parameters_of_other_data_are_fitted_when_the_data_are_chosen(app):
    app.query_params["data"] = "moons"
    app.run()
    app.session_state["state"].settings.choose_data("moons", SPLParams(d1=500, d2=300, T=4))
    app.slider(key="_T").set_value(5).run()
    params = app.session_state["state"].settings.params
    assert not app.exception and params.d1 == params.d2 == open_settings_data("moons").n_features
    assert params.T == 5
