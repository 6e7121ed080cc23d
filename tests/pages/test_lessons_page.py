"""The Lessons page: every lesson can be opened."""

import time
from urllib.parse import parse_qsl

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.job import Job
from spl.engine.lessons import LESSONS, Lesson
from spl.engine.lessons.files import lesson_from_link, read_lesson, write_lesson
from spl.engine.lessons.model import OWN
from spl.engine.lessons.questions import ClickGroup
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.ui.app.shell import MARKER, PAGES
from spl.ui.app.state import PageState
from spl.ui.lessons.own import CHANGES, question_of, step_of_view
from spl.ui.lessons.tour import follow_lesson


def test_every_lesson_has_its_button_and_text(open_page):
    page = open_page("lessons")
    assert not page.exception and not page.error
    assert [b.label for b in page.button] == ["Open"] * len(LESSONS)
    titles = [m.value for m in page.markdown if m.value.startswith("#")]
    assert titles == [f"## {lesson.title}" for lesson in LESSONS]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_lesson_can_be_opened(open_page, monkeypatch, lesson):
    started = []
    monkeypatch.setattr(Job, "ensure", lambda job, method="pca": started.append((job, method)))
    switched = []
    monkeypatch.setattr("spl.ui.lessons.view.st.switch_page", switched.append)
    page = open_page("lessons")
    page.session_state[MARKER] = True
    page.button(key=lesson.key).click().run()
    assert not page.exception and not page.error
    assert [to.title for to in switched] == [PAGES[lesson.page]]
    wanted, _ = settings_from_query(lesson.query | {"lesson": lesson.key})
    opened = page.session_state["state"].settings
    assert opened == wanted and opened.lesson == lesson.key
    assert settings_from_query(opened.to_query()) == (wanted, [])  # the address line leads back
    runs = [(page.session_state["state"].job, wanted.embedding)]
    assert runs[0][0].params == wanted.params
    if wanted.compare:
        runs.append((page.session_state["state"].second_job, wanted.compare_embedding))
        assert runs[1][0].params == wanted.compare
    assert started == runs


def opened_lesson(open_page, pair, name="alignment"):
    page = open_page(name, pair, SPLParams(d1=6, d2=3, T=2), 3)
    page.session_state["state"].settings.lesson = LESSONS[0].key
    page.session_state[MARKER] = True
    return page.run()


def test_where_the_visitor_is_in_a_lesson_stays_until_it_is_closed(open_page, shifted, monkeypatch):
    told = []
    monkeypatch.setattr("spl.ui.alignment.view.player", lambda *a, **k: told.append(k["tour"]))
    page = opened_lesson(open_page, DomainPair(*shifted))
    assert not page.exception
    assert not any(LESSONS[0].text in info.value for info in page.info)  # the player says it
    tour = told[-1]
    assert tour["at"] == 0 and len(tour["steps"]) == len(LESSONS[0].steps)
    assert (
        tour["steps"][2]["question"]["of"]
        == page.session_state["state"].job.states[1].selected.sum()
    )
    state = page.session_state["state"]
    settings, state.autoplay = state.settings, "a run"
    with monkeypatch.context() as patch:
        patch.setattr("spl.ui.lessons.tour.session.settings", lambda: settings)
        patch.setattr("spl.ui.app.state.page_state", lambda: state)
        follow_lesson((LESSONS[0].key, 3))
        assert settings.to_query()["lesson_step"] == "3"
        follow_lesson(("another", -1))
        assert settings.lesson == LESSONS[0].key
        follow_lesson((LESSONS[0].key, -1))
        assert settings.lesson == "" and "lesson_step" not in settings.to_query()
        assert state.autoplay == ""  # closing is not asking to play


def test_the_walk_through_leads_back_to_the_lesson(open_page, shifted, monkeypatch):
    switched = []
    page = opened_lesson(open_page, DomainPair(*shifted), "walkthrough")
    monkeypatch.setattr("spl.ui.lessons.tour.st.switch_page", switched.append)
    page.session_state[MARKER] = True
    page.button(key="to_lesson").click().run()
    assert [to.title for to in switched] == [PAGES["alignment"]]


def test_an_open_lesson_says_what_to_look_for_until_it_is_closed(open_page, shifted):
    page = open_page("selection", DomainPair(*shifted), SPLParams(d1=6, d2=3, T=2), 1)
    page.session_state["state"].settings.lesson = LESSONS[0].key
    page.session_state[MARKER] = True
    page.run()
    assert LESSONS[0].text in page.info[0].value
    page.session_state[MARKER] = True
    page.button(key="close_lesson").click().run()
    assert not page.exception
    assert not any(LESSONS[0].text in info.value for info in page.info)


def test_a_view_becomes_a_step_of_a_lesson_that_opens_elsewhere(open_page, shifted, monkeypatch):
    pair = DomainPair(*shifted)
    page = opened_lesson(open_page, pair)
    state = page.session_state["state"]
    state.settings.k, state.settings.color_by = 1, "cluster"
    monkeypatch.setattr("spl.ui.lessons.own.session.settings", lambda: state.settings)
    asks = question_of(CHANGES, "Which?", pair)
    lesson = Lesson(OWN, "Mine", "", "alignment", {"data": "upload"}, (step_of_view("So.", asks),))
    again, opened = read_lesson(write_lesson(lesson, pair).encode())
    assert again.steps[0].question == ClickGroup("Which?", "changes", 1)
    assert (again.steps[0].k, again.steps[0].color_by) == (1, "cluster")
    assert opened.digest == pair.digest


def test_a_lesson_from_a_file_opens_with_its_own_data(open_page, shifted, monkeypatch):
    monkeypatch.setattr(Job, "ensure", lambda *_: None)
    switched = []
    monkeypatch.setattr("spl.ui.lessons.own.st.switch_page", switched.append)
    pair = DomainPair(*shifted)
    lesson = Lesson(OWN, "Mine", "", "alignment", {"data": "upload", "run": "1"}, LESSONS[0].steps)
    page = open_page("lessons")
    for content in (b"no lesson", write_lesson(lesson, pair).encode()):
        page.session_state[MARKER] = True
        page.file_uploader(key="lesson_file").set_value(("l.json", content, "application/json"))
        page.run()
        assert not page.exception
        assert [e.value for e in page.error if "is not a lesson" in e.value] or switched
    state = page.session_state["state"]
    assert state.settings.lesson == OWN and state.own_lesson == lesson
    again, problems = settings_from_query(state.settings.to_query(), uploaded=pair)  # a reload
    assert problems == [] and lesson_from_link(again.own_lesson).steps == lesson.steps
    assert state.job.pair.digest == pair.digest
    assert [to.title for to in switched] == [PAGES["alignment"]]


def test_a_lesson_of_ones_own_has_a_link_that_opens_it(open_page):
    page = open_page("alignment", "moons", SPLParams(d1=2, d2=2, T=2), 1)
    state = page.session_state["state"]
    state.own_steps = list(LESSONS[0].steps)
    page.session_state.share = True
    page.session_state.own_title = "Mine"
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception
    (link,) = [code.value for code in page.code if "own_lesson=" in code.value]
    query = dict(parse_qsl(link.partition("?")[2]))
    settings, problems = settings_from_query(query)
    assert problems == [] and settings.data == "moons" and settings.run
    lesson = lesson_from_link(settings.own_lesson)
    assert (lesson.title, lesson.steps) == ("Mine", LESSONS[0].steps)


def test_a_late_report_of_the_player_does_not_take_the_page_back(app, monkeypatch):
    switched = []
    monkeypatch.setattr("spl.ui.app.shell.st.switch_page", switched.append)
    state = PageState(Settings(), session_id="late")
    app.session_state["state"] = state
    for seconds, again in ((0.0, 1), (60.0, 0)):
        switched.clear()
        state.led_to = "walkthrough", time.monotonic() - seconds
        app.run()
        assert not app.exception and len(switched) == again
    assert all("walkthrough" in page.url_path for page in switched)
