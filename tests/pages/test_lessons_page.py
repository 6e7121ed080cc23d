"""The Lessons page: every lesson can be opened."""

from spl.domains import DomainPair
from spl.iteration import SPLParams
from spl.lessons import LESSONS
from spl.ui.shell import MARKER


def test_every_lesson_has_its_button_and_text(open_page):
    page = open_page("lessons")
    assert not page.exception and not page.error
    assert [b.label for b in page.button] == ["Open"] * len(LESSONS)
    titles = [m.value for m in page.markdown if m.value.startswith("#")]
    assert titles == [f"#### {lesson.title}" for lesson in LESSONS]


def test_an_open_lesson_says_what_to_look_for_until_it_is_closed(open_page, shifted):
    page = open_page("selection", DomainPair(*shifted), SPLParams(d1=6, d2=3, T=2), 1)
    page.session_state["settings"].lesson = LESSONS[0].key
    page.session_state[MARKER] = True
    page.run()
    assert LESSONS[0].text in page.info[0].value
    page.session_state[MARKER] = True
    page.button(key="close_lesson").click().run()
    assert not page.exception
    assert not any(LESSONS[0].text in info.value for info in page.info)
