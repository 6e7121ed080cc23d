"""A lesson as the player shows it: its steps with the answers to its questions, as plain data."""

from __future__ import annotations

from typing import Any

import numpy as np

from spl.engine.lessons.model import Lesson, Step
from spl.engine.lessons.questions import Question, Seen, counted
from spl.engine.settings import CAMERA
from spl.player.row_bits import encode_rows


def tour(lesson: Lesson, seen: Seen) -> dict[str, Any]:
    """Return the steps of a lesson, resolved on the run that is shown.

    Parameters
    ----------
    lesson : Lesson
        With steps.
    seen : Seen
        All iterations of its runs.

    Returns
    -------
    dict
        JSON-able: key, title, and for each step what the player sets, asks, answers and says.

    Raises
    ------
    ValueError
        If a question or a mark needs target labels or a score that these runs do not have.
    """
    return {
        "key": lesson.key,
        "title": lesson.title,
        "steps": [_resolved(step, seen) for step in lesson.steps],
    }


def _resolved(step: Step, seen: Seen) -> dict[str, Any]:
    last = seen.states[-1].k
    end = step.to if step.to is not None else step.k
    marked = np.empty(0, dtype=int)
    if step.mark:
        # What changes by the end is marked on its way there; all else where the step ends.
        at = step.k if step.mark in ("changes", "next") else end
        marked = np.flatnonzero(counted(seen, step.mark, last if at is None else at))
    names = seen.pair.class_names or ()
    away = [c for c, name in enumerate(names) if step.focus and name not in step.focus]
    return {
        "text": step.text,
        "k": None if step.k is None else min(step.k, last),
        "to": None if step.to is None else min(step.to, last),
        "color_by": step.color_by,
        "shown": step.shown,
        "off": away,
        "camera": None if step.camera is None else dict(zip(CAMERA, step.camera, strict=True)),
        "rows": encode_rows((marked + seen.pair.n_source).tolist(), seen.pair.n_samples),
        "point": step.point,
        "walk": step.walk,
        "question": None if step.question is None else _asked(step.question, seen),
    }


def _asked(question: Question, seen: Seen) -> dict[str, Any]:
    answer = question.answer(seen)
    if "rows" in answer:
        answer["rows"] = encode_rows(answer["rows"], seen.pair.n_samples)
    return {"kind": question.kind, "text": question.text, **answer}
