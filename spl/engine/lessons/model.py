"""What a lesson is made of: the link that opens it, and a tour of steps that ask and show."""

from __future__ import annotations

from dataclasses import dataclass, field

from spl.engine.lessons.questions import ClickGroup, Question

MOST_STEPS = 8  # of a tour
OWN = "own"  # key of a lesson that came from a file
START, END = -1, 10**6  # iterations: before adaptation; the last one, however many there are
WHICH_LABELS_MORE = "Which run labels more icons correctly at the end?"
WRONG_AT_THE_END = ClickGroup(
    "Click a label that is wrong for many icons of the left run.", "wrong", END
)
PARTS = ("", "curve", "bar", "readout", "legend", "titles")  # of the player, to point at


@dataclass(frozen=True)
class Step:
    """One thing to see: how the player is set for it, what is asked before it, what is said.

    Where there is a question, `text` and the way from `k` to `to` wait for its answer.
    """

    text: str  # the point, in one or two sentences without figures
    k: int | None = None  # iteration that the step begins with; None: as the step before left it
    to: int | None = None  # iteration that it plays to
    color_by: str = "class"  # a key of `spl.player.colorings.COLORINGS`
    shown: str = ""  # marks, as in a link: keys of `spl.player.colorings.SHOWN`; "": as at first
    focus: tuple[str, ...] = ()  # names of the classes that stay in colour; none: all
    camera: tuple[float, float, float] | None = None  # x, y in halves, zoom; None: all is seen
    mark: str = ""  # key of `questions.COUNTED`: target samples that are marked at the end
    point: str = ""  # one of `PARTS`
    walk: int = 0  # step of the walk-through that explains it, from 1; 0: none
    question: Question | None = None


@dataclass(frozen=True)
class Lesson:
    """One thing to understand, and the link that shows it."""

    key: str
    title: str
    text: str  # what to look for
    page: str
    query: dict[str, str]  # of the link, as in the address line
    steps: tuple[Step, ...] = field(default=())  # of the tour; none: the text is shown as a whole
