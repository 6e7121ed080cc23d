"""A run and its embedding frames, computed in a thread, watched and cancelled from pages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pace import Countdown, Progress
from spl.data.pair import Array, DomainPair
from spl.data.prepared import iterate_pair, pair_notes
from spl.embedding.frames import Frame
from spl.embedding.sequence import NAMES, embed, pca_frames
from spl.embedding.walk import MIN_POINTS
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.following import Following
from spl.engine.worker import Step, Worker
from spl.measures.baselines import BASELINES, each_baseline
from spl.measures.before import before_adaptation
from spl.measures.label_sets import label_set_notes

DRAW_SECONDS = 2.0  # between two drawings of a run that is still learning
# Parts of a job beside its frames.
STATES, NUMBERS, CLASSIFIERS = "states", "numbers before adaptation", "1-NN and SVM"
QUICK_FIRST = tuple(BASELINES)


class Job(Worker):
    """One run of SPL over one pair, and 2-D frames of it by any number of methods.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    id : str
    hand : ByHand
        Labels that are given, and samples that are left out.
    """

    def __init__(
        self, pair: DomainPair, params: SPLParams, id: str, hand: ByHand = NOTHING
    ) -> None:
        super().__init__()
        self.pair, self.params, self.id, self.hand = pair, params, id, hand
        self.states: list[SPLState] = []
        self.frames: dict[str, dict[int, Frame]] = {}  # method → k → frame
        self.baselines: dict[str, Array] = {}  # name → target labels
        self.before: dict[str, float | None] | None = None  # numbers before adaptation
        self.failed: dict[str, str] = {}  # part other than the states → why it is missing
        self.notes: list[str] = []  # what the core warned of
        self.seconds = 0.0  # that its states took
        self.following: Following | None = None  # where another run's frames wait for its own
        self._wanted: list[str] = []  # methods, in the order they were asked for
        self._run: Iterator[SPLState] | None = None
        self._progress = "waiting", 0.0
        self._of, self._countdown = "", Countdown()

    @property
    def n_states(self) -> int:
        """States of a complete run."""
        return 1 if self.params.selection == "none" else self.params.T + 1

    @property
    def learned(self) -> bool:
        """Whether all its states are there."""
        return len(self.states) == self.n_states

    @property
    def n_frames_due(self) -> int:
        """How many frames show the states that are there, and the features before adaptation."""
        return len(self.states) + 1

    def complete(self, method: str | None) -> bool:
        """Whether all states, and all frames of a method, are there.

        Parameters
        ----------
        method : str or None
            A key of `NAMES`; None asks for the states alone.
        """
        frames = self.frames.get(method, {}) if method else None
        return self.learned and (frames is None or len(frames) == self.n_frames_due)

    @property
    def progress(self) -> Progress:
        """What it is doing now."""
        step, fraction = self._progress
        return Progress(step, fraction, self._countdown.seconds, self._of)

    def ensure(self, method: str = "pca") -> None:
        """Compute what is missing of the states and of a method's frames, unless a run failed.

        What was cancelled goes on; these frames, and numbers that failed, are tried again.

        Parameters
        ----------
        method : str
            A key of `NAMES`.
        """
        if self.pair.n_samples < MIN_POINTS:
            method = "pca"
        with self._lock:
            if method not in self._wanted:
                self._wanted.append(method)
            again = method, NUMBERS, CLASSIFIERS  # a queue that was full may not be any more
            self.failed = {part: why for part, why in self.failed.items() if part not in again}
            if not self.error:
                self.start()

    @property
    def to_beat(self) -> dict[str, Array]:
        """The classifiers' labels, once no more are to come: until then the best may be missing."""
        ended = len(self.baselines) == len(QUICK_FIRST) or CLASSIFIERS in self.failed
        return dict(self.baselines) if ended else {}

    def shows(self, method: str, k: int) -> bool:
        """Whether all states and the frames of k and the last are there; PCA's if others fail.

        Parameters
        ----------
        method : str
            A key of `NAMES`.
        k : int
            Iteration that is looked at; one after the last counts as the last.
        """
        last = self.n_states - 1
        drawn = method if method in self._wanted and method not in self.failed else "pca"
        return self.learned and {last, min(k, last)} <= self.frames.get(drawn, {}).keys()

    def drop(self, method: str, session: str) -> None:
        """Stop computing a method's frames, unless another session watches the job.

        Parameters
        ----------
        method : str
            A key of `NAMES`.
        session : str
            Id of the one that no longer wants them.
        """
        with self._lock:
            if method in self._wanted and not self.watchers.besides(session):
                self._wanted.remove(method)

    @property
    def n_bytes(self) -> int:
        """Approximate size of what it keeps."""
        return sum(s.z_source.nbytes + s.z_target.nbytes + 4 * s.proba.nbytes for s in self.states)

    def _begin(self, of: str, step: str, done: float = 0.0) -> None:
        """Begin a piece of work, whose time left is counted down."""
        self._of, self._countdown = of, Countdown(done=done)
        self._report(step, done)

    def _report(self, step: str, fraction: float) -> None:
        self._progress = step, min(max(fraction, 0.0), 1.0)
        self._countdown.note(fraction)

    def sorry(self, error: BaseException) -> str:
        """What to tell about an error, in one sentence or two.

        Parameters
        ----------
        error : BaseException
        """
        why = super().sorry(error)
        foreseen = isinstance(error, (ValueError, MemoryError))
        return why if foreseen else f"{why} Another embedding or other parameters may work."

    def fail(self, part: str, why: str) -> None:
        """Note a failure; a run is shown unless its states are missing.

        Parameters
        ----------
        part : str
            `STATES`, or what is missing beside them.
        why : str
            A sentence.
        """
        if part == STATES:
            self.error = why
        else:
            self.failed = {**self.failed, part: f"{NAMES.get(part, part)}: {why}"}

    def next_step(self) -> Step | None:
        """The next part that is missing, and the step that computes it."""
        if not self.learned:
            return STATES, self._learn
        wanted = (*self._wanted, "pca") if self.following else ("pca", *self._wanted)
        for method in dict.fromkeys(wanted):
            if not self.complete(method) and method not in self.failed:
                return method, self._draw_all if method == "pca" else partial(self._embed, method)
        if self.before is None and NUMBERS not in self.failed:
            return NUMBERS, self._measure
        missing = len(self.baselines) < len(QUICK_FIRST) and self.pair.yt is not None
        return (CLASSIFIERS, self._compare) if missing and CLASSIFIERS not in self.failed else None

    def _learn(self) -> None:
        if self._run is None:
            self._begin("the iterations", "principal components")
            self.notes = list(pair_notes(self.pair, self.params))
            given = self.hand.labels(self.pair), dict(self.hand.without)
            self._run = iterate_pair(self.pair, self.params, *given, self._count)
        begun = time.monotonic()
        drawn, took, paced = begun if self.following else -np.inf, 0.0, False
        for state in self._run:
            self.states.append(state)
            self.seconds += time.monotonic() - begun
            if state.k == 0 or self.learned:
                self._note_label_set()
            done = len(self.states) / self.n_states
            step = f"iteration {state.k} of {self.params.T}"
            if paced:
                self._report(step, done)
            else:  # the time before it went into the components, or a pause
                self._begin("the iterations", step, done)
                paced = True
            self.make_way()
            if self.told_to_stop():
                self._draw(self.states)  # of what there is
                return
            start = time.monotonic()
            if not self.learned and start - drawn > max(DRAW_SECONDS, 10 * took):
                self._draw(self.states)
                drawn = time.monotonic()
                took = drawn - start
            begun = time.monotonic()
        self._run = self._run if self.states else None  # None: cancelled while classes were counted

    def _count(self, k: int, n_classes: int) -> bool:
        """Tell how far a partial run's count of classes is; returns whether to go on."""
        step = f"which classes the target has · {n_classes} are left"
        if k == 0:
            self._begin("this count", step)
        self._report(step, k / self.params.T)
        self.make_way()
        return not self.told_to_stop()

    def _note_label_set(self) -> None:
        """Say what was dropped or rejected, or what hints at another label set."""
        names = tuple(self.pair.class_names or ())
        self.notes = [
            *pair_notes(self.pair, self.params),
            *label_set_notes(self.states[0], self.states[-1], self.params, names),
        ]

    def _draw_all(self) -> None:
        self._begin("the PCA frame", "PCA frame")
        if self.following:  # what is waited for; the numbers come after the other frames
            self._draw(self.following.first_states(self.states), self.following.k < 0)
            self.following.let_be_drawn()
        self._draw(self.states)
        if not self.following:
            self._measure()

    def _draw(self, states: list[SPLState], before: bool = True) -> None:
        """PCA frames of states, and of the features before adaptation."""
        frames = pca_frames(
            states, self.pair if before else None, y_source=self.pair.ys, params=self.params
        )
        self.frames["pca"] = {frame.k: frame for frame in frames}

    def _measure(self) -> None:
        self.before = before_adaptation(self.pair, self.params)

    def _compare(self) -> None:
        """1-NN and SVM; the page shows each as soon as it is there."""
        missing = tuple(name for name in QUICK_FIRST if name not in self.baselines)
        self._begin("the classifiers", f"{missing[0]} on the source, for comparison")
        for name, labels in each_baseline(self.pair, self.params, missing):
            self.baselines = {**self.baselines, name: labels}
            done = missing.index(name) + 1
            self.make_way()
            if self.told_to_stop() or done == len(missing):
                return
            self._report(f"{missing[done]} on the source, for comparison", done / len(missing))

    def _embed(self, method: str) -> None:
        self._begin(f"the {NAMES[method]} frames", f"{NAMES[method]} frames")
        frames: dict[int, Frame] = {}
        after = self.following or Following()
        steps = embed(
            self.states,
            method,
            self.pair,
            params=self.params,
            start_from=after.starts.get(method),
            first=after.k,
            should_stop=lambda: self.told_to_stop() or method not in self._wanted,
            on_progress=lambda fraction, step: self._report(step, fraction),
        )
        for frame in steps:
            frames[frame.k] = frame
            self.frames[method] = dict(frames)
            if self.following and self.shows(method, after.k):
                after.let_be_drawn()
            self.make_way()
