"""Teacher's notes: 45 minutes, built from the lessons, with the answers of their runs."""

import html

from spl.engine.lessons import find_lesson
from spl.engine.lessons.notes import CLOSING, OPENING, PLAN, teachers_notes
from spl.engine.lessons.seen import seen_of


def test_the_plan_fills_45_minutes():
    assert OPENING + sum(PLAN.values()) + CLOSING == 45


def test_the_notes_hold_every_question_of_the_plan_and_its_answer():
    notes = html.unescape(teachers_notes())
    for key in PLAN:
        lesson = find_lesson(key)
        assert lesson.title in notes
        seen = seen_of(lesson) if key in ("easy shift", "matching") else None
        for step in lesson.steps:
            assert step.text in notes
            if step.question and seen:
                assert step.question.answer(seen)["told"] in notes
            if step.question:
                assert step.question.text in notes
