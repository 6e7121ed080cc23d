"""A run that takes another one's place in the player: points move from where they are."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array

if TYPE_CHECKING:
    from spl.engine.job import Job


DRAWN_SECONDS = 0.5  # that a run waits for a page to draw its first frames: they share the cores


@dataclass(frozen=True, eq=False)
class Following:
    """What the run knows of the frames that stay until its own are there."""

    k: int = 0  # the iteration that is looked at: its frame comes first, after the last one's
    starts: dict[str, Array] = field(default_factory=dict)  # method → (n, 2) frames grow out of it
    drawn: threading.Event = field(default_factory=threading.Event)  # a page shows the first ones

    def let_be_drawn(self) -> None:
        """Wait, once, until a page has drawn the frames that it waited for."""
        self.drawn.wait(DRAWN_SECONDS)
        self.drawn.set()

    def first_states(self, states: list[SPLState]) -> list[SPLState]:
        """The states whose frames are waited for: that of `k` and the last.

        Parameters
        ----------
        states : list of SPLState
            The whole run.
        """
        at = max(0, min(self.k, len(states) - 1))
        return [states[at], states[-1]] if at < len(states) - 1 else states[-1:]


def follow(job: Job, shown: Job, k: int) -> None:
    """Let a run that has not begun start its frames from those of another run of its pair.

    The numbers of the features and the classifiers, which do not depend on the other parameters,
    are taken over.

    Parameters
    ----------
    job : Job
    shown : Job
        Perhaps not complete; where it has no frames, what it started from itself counts.
    k : int
        Iteration that is looked at.
    """
    if job.states or job.running or job is shown:
        return
    drawn = {method: f[max(f)].xy for method, f in shown.frames.items() if f and method != "pca"}
    started = shown.following.starts if shown.following else {}
    job.following = Following(k, started | drawn)
    if _features(job.params) == _features(shown.params):
        job.before, job.baselines = shown.before, shown.baselines


def _features(params: SPLParams) -> tuple[int, bool]:
    """What the features before adaptation depend on, of one pair."""
    return params.d1, params.normalize_features
