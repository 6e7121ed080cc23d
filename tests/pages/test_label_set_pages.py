"""Every page shows runs with a partial and an open label set."""

from dataclasses import replace

import pytest

from spl.algorithm.params import SPLParams
from spl.data.samples import load_sample
from spl.engine.jobs import job_of
from spl.engine.lessons import LESSONS
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.ui.app.shell import MARKER

DATA = {"partial": "styles:outline,styles:thin@8", "open": "styles:outline@8,styles:thin"}
PARAMS = SPLParams(d1=64, d2=16, T=4)
PAGES = (
    "alignment",
    "matching",
    "selection",
    "classes",
    "walkthrough",
    "explore",
    "data",
    "comparison",
    "ablation",
)


def written(page):
    kinds = ("markdown", "caption", "warning", "info")
    return " ".join(str(m.value) for kind in kinds for m in page.get(kind)).replace("\\", "")


@pytest.mark.parametrize("label_set", ["partial", "open"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_shows_such_a_run(open_page, name, label_set):
    params = replace(PARAMS, label_set=label_set)
    page = open_page(name, DATA[label_set], params, k=4)
    assert not page.exception and not page.error
    if name in ("alignment", "matching"):
        said = "classes dropped" if label_set == "partial" else "target samples are rejected"
        assert said in written(page)


@pytest.mark.parametrize("label_set", ["partial", "open"])
@pytest.mark.parametrize("part", ["The cut", "Over k", "What if", "NCP against SP"])
def test_each_part_of_selection_shows_such_a_run(open_page, label_set, part):
    page = open_page("selection", DATA[label_set], replace(PARAMS, label_set=label_set), k=4)
    page.session_state["state"].choices["selection_part"] = part
    page.session_state[MARKER] = True
    page = page.run()
    assert not page.exception and not page.error


def test_the_hint_is_on_the_page_unless_a_lesson_asks(open_page):
    page = open_page("alignment", "icons:filled,icons:outline@12", SPLParams(d1=256, d2=64, T=1))
    hint = "classes nearly empty: the target may lack them"
    assert hint in written(page)
    page.session_state["state"].settings.lesson = LESSONS[0].key
    page.session_state[MARKER] = True
    assert hint not in written(page.run())


def test_the_sidebar_names_the_label_set_as_the_hint_does(app):
    app.query_params.update(data="moons")
    app.run()
    assert "label set" in [box.label for box in app.sidebar.selectbox]


def test_data_and_matching_say_what_the_paper_assumes(open_page):
    assert "assumes that both domains have the same classes" in written(
        open_page("data", DATA["open"])
    )
    page = open_page("matching", DATA["partial"], PARAMS)
    assert "margins of wrong pairs are as high as those of right ones" in written(page)


def test_fewer_classes_are_a_choice_on_the_data_page(open_page):
    page = open_page("data", "styles:outline,styles:thin")
    box = next(b for b in page.selectbox if b.label == "Classes")
    page.session_state[MARKER] = True
    page = box.select(("outline", "thin@8")).run()
    assert page.session_state["state"].settings.data == "styles:outline,styles:thin@8"
    assert not page.exception and not page.error


@pytest.mark.parametrize("label_set", ["partial", "open"])
def test_a_link_reproduces_the_label_set(label_set):
    settings = Settings()
    settings.choose_data(DATA[label_set])
    settings.params = replace(settings.params, label_set=label_set, reject_share=0.3)
    again, problems = settings_from_query(settings.to_query())
    assert problems == [] and again.params == settings.params and again.data == settings.data


def test_scores_of_an_open_run_are_its_labels():
    pair = load_sample("styles", "outline@8", "thin")
    job = job_of(pair, replace(PARAMS, label_set="open"))
    job.ensure("pca")
    job.wait(120)
    assert job.states[-1].rejected.any() and "rejected" in job.notes[-1]
