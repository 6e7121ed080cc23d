"""A run as the player shows it and as it is saved."""

from __future__ import annotations

from collections.abc import Sequence

from spl.algorithm.state import SPLState
from spl.embedding.frames import Frame
from spl.engine.job import Job
from spl.measures.evaluation import accuracy
from spl.player.playback import Playback, playback
from spl.ui.explore.vote import session_vote


def played(job: Job, states: Sequence[SPLState], frames: Sequence[Frame]) -> Playback:
    """Pack a run with the accuracies that it is compared with and the vote of a sweep.

    Parameters
    ----------
    job : Job
    states : sequence of SPLState
        States 0 … k.
    frames : sequence of Frame
        Embedding frames of these states.
    """
    yt = job.pair.yt
    baselines = {} if yt is None else {n: accuracy(y, yt) for n, y in job.to_beat.items()}
    return playback(
        job.pair,
        states,
        frames,
        params=job.params,
        before=job.before,
        baselines=baselines,
        vote=session_vote(job.pair),
        known=dict(job.hand.known),
        without=dict(job.hand.without),
    )
