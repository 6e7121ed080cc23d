"""A lesson's runs, from its link to what its page shows."""

from __future__ import annotations

from dataclasses import dataclass

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.prepared import iterate_pair
from spl.embedding.frames import Frame, turn_onto
from spl.embedding.sequence import embed
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons import Lesson
from spl.engine.lessons.questions import Seen
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.measures.baselines import baseline_labels
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
    pair = open_settings_data(settings.data)
    labels = baseline_labels(pair, settings.params)
    hand = settings.hand
    states, frames = _run(pair, settings.params, settings.embedding, hand)
    last = _last(frames)
    plays = [_packed(pair, states, frames, settings.params, labels, hand)]
    beside: list[SPLState] = []
    if settings.compare is not None:
        beside, right = _run(pair, settings.compare, settings.compare_embedding)
        right = turn_onto(right, _last(right), last)
        plays.append(_packed(pair, beside, right, settings.compare, labels))
    return LessonRun(settings, Seen(pair, states, beside, labels), tuple(plays), last)


def _run(
    pair: DomainPair, params: SPLParams, method: str, hand: ByHand = NOTHING
) -> tuple[list[SPLState], list[Frame]]:
    given = hand.labels(pair), dict(hand.without)
    states = list(iterate_pair(pair, params, *given))
    return states, list(embed(states, method, pair, params=params))


def _last(frames: list[Frame]) -> Frame:
    return max(frames, key=lambda frame: frame.k)


def _packed(
    pair: DomainPair,
    states: list[SPLState],
    frames: list[Frame],
    params: SPLParams,
    labels: dict[str, Array],
    hand: ByHand = NOTHING,
) -> Playback:
    best = {} if pair.yt is None else {n: accuracy(y, pair.yt) for n, y in labels.items()}
    before = before_adaptation(pair, params)
    known, without = dict(hand.known), dict(hand.without)
    return playback(
        pair,
        states,
        frames,
        params=params,
        before=before,
        baselines=best,
        known=known,
        without=without,
    )
