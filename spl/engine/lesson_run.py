"""A lesson's runs, from its link to what its page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.embedding.frames import Frame, turn_onto
from spl.embedding.sequence import embed
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.lessons import Lesson
from spl.engine.lessons.questions import Seen
from spl.engine.lessons.seen import seen_of
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.measures.before import before_adaptation
from spl.measures.evaluation import accuracy
from spl.player.playback import Playback, playback


@dataclass(frozen=True)
class LessonRun:
    """A lesson's runs, finished: what its page shows."""

    settings: Settings
    seen: Seen
    plays: tuple[Playback, ...]  # left, and right where two settings are compared
    last: Frame  # of the left run, for the thumbnail


def run_lesson(lesson: Lesson) -> LessonRun:
    """Run what a lesson shows, to its end.

    Parameters
    ----------
    lesson : Lesson
    """
    settings, _ = settings_from_query(lesson.query)
    seen = seen_of(lesson)
    frames = _frames(seen, seen.states, settings.params, settings.embedding)
    last = _last(frames)
    plays = [_packed(seen, seen.states, frames, settings.params, settings.hand)]
    if settings.compare is not None:
        right = _frames(seen, seen.beside, settings.compare, settings.compare_embedding)
        right = turn_onto(right, _last(right), last)
        plays.append(_packed(seen, seen.beside, right, settings.compare))
    return LessonRun(settings, seen, tuple(plays), last)


def _frames(seen: Seen, states: Sequence[SPLState], params: SPLParams, method: str) -> list[Frame]:
    return list(embed(states, method, seen.pair, params=params))


def _last(frames: list[Frame]) -> Frame:
    return max(frames, key=lambda frame: frame.k)


def _packed(
    seen: Seen,
    states: Sequence[SPLState],
    frames: list[Frame],
    params: SPLParams,
    hand: ByHand = NOTHING,
) -> Playback:
    truth = seen.pair.yt
    best = {} if truth is None else {n: accuracy(y, truth) for n, y in seen.baselines.items()}
    return playback(
        seen.pair,
        states,
        frames,
        params=params,
        before=before_adaptation(seen.pair, params),
        baselines=best,
        known=dict(hand.known),
        without=dict(hand.without),
    )
