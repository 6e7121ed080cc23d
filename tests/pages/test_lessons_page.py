"""The Lessons page: every lesson can be opened."""

from spl.lessons import LESSONS


def test_every_lesson_has_its_button_and_text(open_page):
    page = open_page("lessons")
    assert not page.exception and not page.error
    assert [b.label for b in page.button] == ["Open"] * len(LESSONS)
    assert [s.value for s in page.subheader] == [lesson.title for lesson in LESSONS]
