"""Lessons for a class: each opens its own run, asks about it in the player, and shows the answer.

To add one, write a `Lesson` in the module of its subject (`first`, `parts`, `labels`, `limits`):
a key, a title, one paragraph for its card, its page, the link's query, and a tour of 4 to 8 steps.
A `Step` says one thing in at most two sentences and sets iteration, colours, marks and focus for
it; a question of `spl.engine.lessons.questions` may come before. No text holds a figure: answers
and figures are computed from the run. A lesson without steps is shown as its text. Then add what
the lesson claims to `CLAIMS` in `tests/engine/test_lessons.py`, which checks it on the actual run.
"""

from __future__ import annotations

from spl.engine.lessons.first import FIRST
from spl.engine.lessons.labels import OF_LABELS
from spl.engine.lessons.limits import OF_LIMITS
from spl.engine.lessons.model import Lesson, Step
from spl.engine.lessons.parts import OF_PARTS

LESSONS = (*FIRST, *OF_PARTS, *OF_LABELS, *OF_LIMITS)


def find_lesson(key: str) -> Lesson | None:
    """Return the lesson of this key, or None.

    Parameters
    ----------
    key : str
    """
    return next((lesson for lesson in LESSONS if lesson.key == key), None)


__all__ = ["LESSONS", "Lesson", "Step", "find_lesson"]
