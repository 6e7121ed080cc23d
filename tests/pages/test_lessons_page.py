"""The Lessons page: every lesson can be opened."""

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import Job
from spl.engine.lessons import LESSONS
from spl.engine.links import settings_from_query
from spl.ui.app.shell import MARKER, PAGES
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
    settings = page.session_state["state"].settings
    with monkeypatch.context() as patch:
        patch.setattr("spl.ui.lessons.tour.session.settings", lambda: settings)
        follow_lesson((LESSONS[0].key, 3))
        assert settings.to_query()["lesson_step"] == "3"
        follow_lesson(("another", -1))
        assert settings.lesson == LESSONS[0].key
        follow_lesson((LESSONS[0].key, -1))
        assert settings.lesson == "" and "lesson_step" not in settings.to_query()


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
