"""The Lessons page: every lesson can be opened."""

import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import Job
from spl.engine.lessons import LESSONS
from spl.engine.links import settings_from_query
from spl.ui.app.shell import MARKER, PAGES


def test_every_lesson_has_its_button_and_text(open_page):
    page = open_page("lessons")
    assert not page.exception and not page.error
    assert [b.label for b in page.button] == ["Open"] * len(LESSONS)
    titles = [m.value for m in page.markdown if m.value.startswith("#")]
    assert titles == [f"#### {lesson.title}" for lesson in LESSONS]


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
