"""What a lesson asks about: the runs that it shows, finished."""

from __future__ import annotations

from spl.data.prepared import iterate_pair
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons.model import Lesson
from spl.engine.lessons.questions import Seen
from spl.engine.links import settings_from_query
from spl.measures.baselines import baseline_labels


def seen_of(lesson: Lesson) -> Seen:
    """Run what a lesson shows, both sides; what is given by hand belongs to the left one.

    Parameters
    ----------
    lesson : Lesson
    """
    settings, _ = settings_from_query(lesson.query)
    pair = open_settings_data(settings.data)
    hand = settings.hand
    states = list(iterate_pair(pair, settings.params, hand.labels(pair), dict(hand.without)))
    beside = list(iterate_pair(pair, settings.compare)) if settings.compare else []
    return Seen(pair, states, beside, baseline_labels(pair, settings.params))
