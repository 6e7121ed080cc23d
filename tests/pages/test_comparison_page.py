"""The Comparison page: choosing methods, running them, what is refused, with and without labels."""

import sys

import numpy as np
import pytest

import spl.methods as methods
from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_id
from spl.engine.studies import study_of as _study_of
from spl.ui.app.shell import MARKER
from spl.ui.comparison import view as comparison_view
from spl.ui.shared.markdown import plain

PARAMS = SPLParams(d1=6, d2=3, T=3)
QUICK = ["1-NN", "1-NN centred", "JDA", "SPL"]


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


@pytest.fixture
def blind(shifted):
    return DomainPair(*shifted[:3])


@pytest.fixture
def quick(monkeypatch):
    """Only the quick methods are there."""
    few = {name: methods.METHODS[name] for name in QUICK}
    for module in ("spl.methods", "spl.experiments.comparison", "spl.ui.comparison.view"):
        monkeypatch.setattr(f"{module}.METHODS", few)


def texts(page):
    kinds = ("markdown", "caption", "info", "warning", "error", "header")
    return " ".join(str(m.value) for kind in kinds for m in page.get(kind))


def study_of(pair):
    return _study_of(f"comparison {job_id(pair, PARAMS)}", 0, lambda done: iter(()))


def compared(open_page, pair):
    """The page after its methods have run."""
    study = study_of(pair)
    study.results.clear()
    page = open_page("comparison", pair, PARAMS)
    button = next(b for b in page.button if b.label in ("Compare", "Run these"))
    page.session_state[MARKER] = True
    button.click()
    study.start()  # as the click does; waited for, so that the page shows all
    study.wait(120)
    return page.run()


def test_it_says_what_to_do_before_anything_has_run(open_page, pair):
    study_of(pair).results.clear()
    page = open_page("comparison", pair, PARAMS)
    assert not page.exception and not page.error
    assert "press **Compare**" in texts(page)
    boxes = {box.label: box for box in page.checkbox if box.label in methods.METHODS}
    assert set(boxes) == set(methods.METHODS)
    assert "Long et al. (2013)" in boxes["JDA"].help and "λ = 1" in boxes["JDA"].help
    assert "samples in all" in boxes["MEDA"].help
    assert "skada 0.6 takes the eigenvectors" in boxes["TCA (skada)"].help
    assert {name for name, box in boxes.items() if not box.value} == {"TCA (skada)"}


def test_with_labels_it_ranks_by_accuracy_and_shows_classes(open_page, pair, quick):
    page = compared(open_page, pair)
    assert not page.exception and not page.error
    table = page.dataframe[0].value
    assert set(table["method"]) == set(QUICK)
    assert table["accuracy (%)"].is_monotonic_decreasing
    assert (table["seconds"] >= 0).all()
    assert len(page.get("plotly_chart")) == 2
    assert {"Report as HTML"} <= {b.label for b in page.get("download_button")}


def test_without_labels_nothing_says_accuracy_of_a_run(open_page, blind, quick):
    page = compared(open_page, blind)
    assert not page.exception and not page.error
    table = page.dataframe[0].value
    assert not [c for c in table.columns if "accuracy" in c or "mean over" in c]
    assert table["back to source (%)"].is_monotonic_decreasing
    assert len(page.get("plotly_chart")) == 1
    assert "ccuracy" not in texts(page).replace("Accuracy in percent as printed in Wang", "")
    page.session_state[MARKER] = True
    page.selectbox(key="_comparison_score").set_value("silhouette").run()
    assert page.dataframe[0].value["silhouette"].is_monotonic_decreasing


def test_cancel_keeps_results_and_run_these_goes_on(open_page, pair, quick):
    study = study_of(pair)
    study.results.clear()
    page = open_page("comparison", pair, PARAMS)
    study.start()
    while study.running and not study.results:
        study.wait(0.01)
    study.cancel()
    study.wait(60)
    study.results[:] = study.results[:1]
    page.session_state[MARKER] = True
    page.run()
    assert "No result yet for 3 chosen methods" in texts(page)
    assert len(page.dataframe[0].value) == 1
    page.session_state[MARKER] = True
    next(b for b in page.button if b.label == "Run these").click()
    study.start()
    study.wait(60)
    page.run()
    assert len(page.dataframe[0].value) == 4 and not page.exception


def test_each_with_its_own_settings_is_another_comparison_and_both_say_what_is_shown(
    open_page, pair, quick
):
    page = compared(open_page, pair)
    assert "Shown: all with the same d1." in texts(page)
    assert set(page.dataframe[0].value["d1"]) == {PARAMS.d1}
    page.session_state["state"].choices["comparison_settings"] = "own"
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception
    assert "Shown: each with its own published settings." in texts(page)
    assert "press **Compare**" in texts(page)
    page.session_state[MARKER] = True
    page.session_state["state"].choices["comparison_settings"] = "same"
    page.run()
    assert len(page.dataframe[0].value) == len(QUICK)


def test_a_method_that_is_taken_away_is_not_shown(open_page, pair, quick):
    page = compared(open_page, pair)
    page.session_state[MARKER] = True
    next(box for box in page.checkbox if box.label == "JDA").uncheck().run()
    assert not page.exception
    assert "JDA" not in set(page.dataframe[0].value["method"])
    assert "No result yet" not in texts(page)


def test_without_skada_one_sentence_says_how_to_install_it(open_page, pair, monkeypatch):
    monkeypatch.setitem(sys.modules, "skada", None)
    page = open_page("comparison", pair, PARAMS)
    assert not page.exception and not page.error
    assert texts(page).count("pip install 'spl-explorer[compare]'") == 1
    off = {box.label for box in page.checkbox if box.disabled}
    assert off == {"CORAL", "SA", "TCA (skada)", "OT", "OT entropic"}


def test_what_does_not_fit_is_refused_with_its_size(open_page, pair, monkeypatch):
    monkeypatch.setattr("spl.methods.MOST_BYTES", 100_000)
    page = open_page("comparison", pair, PARAMS)
    assert not page.exception and not page.error
    assert "MEDA needs 0.0 GB" in texts(page)
    assert {"MEDA", "OT"} <= {box.label for box in page.checkbox if box.disabled}


def test_a_cell_chooses_the_wrongly_labelled_samples(pair, monkeypatch):
    chosen = []
    monkeypatch.setattr(
        "spl.ui.shared.drilldown.choose", lambda rows, what="": chosen.append((list(rows), what))
    )
    from spl.experiments.comparison import compare

    (result,) = compare(pair, PARAMS, ["1-NN"])
    comparison_view.choose_wrong(pair, 1, result)
    rows, what = chosen[0]
    assert what == "bee mislabelled by 1-NN"
    for row in rows:
        assert pair.yt[row - pair.n_source] == 1 != result.labels[row - pair.n_source]


def test_chosen_samples_stand_below_as_on_the_other_pages(open_page, pair, quick):
    page = compared(open_page, pair)
    assert "Chosen samples (0)" in texts(page) and "Click a cell to choose" in texts(page)
    page.session_state["state"].chosen_rows = rows = [pair.n_source, pair.n_source + 3]
    page.session_state["state"].chosen_by = rows, "bee mislabelled by <b>"
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception and "Chosen samples (2)" in texts(page)
    assert plain("bee mislabelled by <b>") in texts(page)
    page.session_state[MARKER] = True
    page.button(key="clear_chosen").click().run()
    assert "Chosen samples (0)" in texts(page)


def test_spl_opens_in_the_player(open_page, pair, quick):
    page = compared(open_page, pair)
    page.session_state["state"].chosen_method = "SPL"
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception
    assert "open_method" in [b.key for b in page.button]
    page.session_state["state"].chosen_method = "JDA"
    page.session_state[MARKER] = True
    page.run()
    assert "no iterations to play" in texts(page)


def test_the_papers_four_tables_are_always_there(open_page, pair):
    page = open_page("comparison", pair, PARAMS)
    assert [t.label for t in page.tabs] == [
        "Office-Caltech",
        "Office-31",
        "ImageCLEF-DA",
        "Office-Home",
    ]
    assert any("deep network" in set(d.value.get("kind", [])) for d in page.dataframe)


def test_a_task_of_the_paper_has_its_figures_beside_the_runs(open_page, quick):
    rng = np.random.default_rng(0)
    y = np.arange(93) % 31
    X = rng.normal(size=(93, 40)) + 4 * np.eye(40)[y]
    names = {"source_name": "webcam", "target_name": "dslr"}
    page = compared(open_page, DomainPair(X, y, X + 0.1, y, **names))
    assert not page.exception and not page.error
    task = next(d.value for d in page.dataframe if "run here (%)" in d.value)
    spl = task[task["method"] == "SPL"].iloc[0]
    assert spl["difference"] == pytest.approx(spl["run here (%)"] - spl["reported (%)"])
    assert task.loc[task["kind"] == "deep network", "run here (%)"].isna().all()
    assert "Office-31 W→D" in texts(page) and "other than these" in texts(page)
    assert page.tabs[0].label == "Office-31"


@pytest.mark.parametrize(("data", "said"), [("styles:outline,styles:filled", 1), ("moons", 0)])
def test_back_to_recommended_says_where_the_values_of_a_sample_set_come_from(app, data, said):
    app.query_params["data"], app.query_params["d1"] = data, "8"
    page = app.run()
    assert not page.exception
    assert any(b.label.startswith("Back to recommended") for b in page.sidebar.button)
    captions = " ".join(str(c.value) for c in page.sidebar.caption)
    assert captions.count("found with the target's true labels") == said
