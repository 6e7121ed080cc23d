"""All that one visitor's session keeps between reruns, in one object.

Widgets keep their own values under their own keys (see `session.bound`), and so does the player.
"""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from spl.engine.by_hand import ByHand, Entries
from spl.engine.lessons import Lesson, Step, find_lesson
from spl.engine.lessons.files import lesson_from_link
from spl.engine.lessons.model import OWN
from spl.engine.settings import Settings
from spl.engine.tried import Tried

if TYPE_CHECKING:  # what is loaded by the page that needs it
    from spl.algorithm.params import SPLParams
    from spl.data.pair import DomainPair
    from spl.engine.features import FeatureJob
    from spl.engine.job import Job
    from spl.engine.studies import Study
    from spl.experiments.sweep import RunResult
    from spl.measures.gap import Gap
    from spl.ui.explore.settings import Choice
    from spl.ui.walkthrough.view import Choices

KEY = "state"  # of the session


@dataclass
class PageState:
    """What a visitor chose, started and was shown."""

    settings: Settings
    session_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    problems: list[str] = field(default_factory=list)  # sentences, until they are dismissed
    first_screen: Settings | None = None  # as opened; None once something has changed
    choices: dict[str, str] = field(default_factory=dict)  # of `kept_choice`, by key

    # The data
    uploaded: DomainPair | None = None  # the visitor's own, also while others are shown
    data_kind: str | None = None  # from where data are being chosen; None: as the present ones
    remembered: dict[str, tuple[object, Any]] = field(default_factory=dict)  # of uploaded files
    feature_job: FeatureJob | None = None  # features of uploaded images
    feature_files: object = None  # the files that it computes them from
    looked_at: tuple[str, int] | None = None  # a pair's identity, and the class that stands out
    gap_asked: set[str] = field(default_factory=set)  # digests of pairs whose gap is wanted
    ahead: threading.Timer | None = None  # computes principal components

    # The runs
    job: Job | None = None
    second_job: Job | None = None
    next_job: Job | None = None  # takes the first one's place as soon as it can be drawn
    next_words: str = ""  # what is said meanwhile
    next_since: float = 0.0  # when it was asked for
    last_job: Job | None = None  # that was shown before: its curve stays as a ghost
    tried: Tried = field(default_factory=Tried)
    compared: tuple[Any, str] | None = None  # parameters and embedding that were shown beside
    left_runs: set[str] = field(default_factory=set)  # stopped here; another session watches them
    run_pressed: bool = False
    led_to: tuple[str, float] | None = None  # page that a click in the player led to, and when
    first_page: str | None = None  # its title; empty once another has been opened
    run_heard: str = ""  # what a screen reader was told of the run
    opened: int = 0  # lessons opened in this session: each begins anew
    autoplay: str = ""  # id of the run that plays once it is complete
    milestone: list[tuple[int, ...]] | None = None  # what the page that is drawn depends on
    frames_shown: tuple[int, float] = (0, 0.0)  # how many, and since when
    k_slider: tuple[int, int] | None = None  # its value and its version
    studies: list[Study] = field(default_factory=list)  # started or watched here
    study_heard: object = None  # key of the study at work of which a screen reader was told
    study_seen: tuple[object, int] | None = None  # a study's key and number of results
    gaps: dict[str, list[Gap]] = field(default_factory=dict)  # over k, by run

    # What is given by hand
    hand_before: list[ByHand] = field(default_factory=list)  # for undo
    hand_after: list[ByHand] = field(default_factory=list)  # for redo
    hand_steps_shown: tuple[list[ByHand], list[ByHand]] = ([], [])  # both, of the run shown
    hand_is_open: bool = False
    hands: dict[str, ByHand] = field(default_factory=dict)  # of data that were left, by digest
    blamed: dict[Entries, list[int]] = field(default_factory=dict)  # what is left out → whom it led
    plain_runs: dict[str, Job] = field(default_factory=dict)  # without it, to compare with

    # The chosen samples
    chosen_rows: list[int] = field(default_factory=list)  # source first
    chosen_by: tuple[list[int], str] = ([], "")  # rows, and what they have in common
    telling: tuple[list[int], float] | None = None  # rows that a page chose, and since when
    sample_domain: str = "target"  # of the number that is typed
    sample_is_open: bool = False  # the panel below a page
    walk: Choices | None = None
    own_lesson: Lesson | None = None  # opened from a file
    own_steps: list[Step] = field(default_factory=list)  # of a lesson that is being made
    lesson_file: str = ""  # id of the file that was opened last
    tour: tuple[tuple[object, ...], dict[str, Any]] | None = None  # of a lesson on its runs

    # Explore, comparison and ablation
    swept: dict[str, Choice] = field(default_factory=dict)  # by data
    shown_slice: dict[str, Any] = field(default_factory=dict)  # values of what no axis shows
    chosen_setting: tuple[Any, ...] | None = None
    open_setting: tuple[Any, ...] | None = None  # to be run and shown in the player
    explored: SPLParams | None = None  # of one of the runs that Explore shows: its variant
    loaded_table: tuple[str, list[RunResult]] | None = None  # its name and its results
    methods: list[str] | None = None  # that are to run; None: the usual ones
    chosen_method: str | None = None
    chosen_row: tuple[int, str] | None = None  # of the ablation: its number and a task

    def keep_last(self) -> None:
        """Keep the run that is shown, where it has ended: its curve stays as a ghost."""
        if self.job is not None and self.job.learned:
            self.last_job = self.job


def has_state() -> bool:
    """Whether the session has begun."""
    return KEY in st.session_state


def open_state(state: PageState) -> None:
    """Begin the session."""
    st.session_state[KEY] = state


def page_state() -> PageState:
    """What this session keeps."""
    state: PageState = st.session_state[KEY]
    return state


def shown_lesson() -> Lesson | None:
    """The lesson that is open: one of the app's, or from a link or a file."""
    state = page_state()
    key = state.settings.lesson
    if key != OWN:
        return find_lesson(key)
    linked = state.settings.own_lesson
    return lesson_from_link(linked) if linked else state.own_lesson


def close_lesson() -> None:
    """Leave the lesson; its run does not start to play for that."""
    state = page_state()
    state.settings.lesson, state.settings.own_lesson, state.autoplay = "", "", ""
