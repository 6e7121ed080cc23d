"""Lessons of one's own: views kept as steps, saved to a file, opened from one."""

from __future__ import annotations

import streamlit as st

from spl.data.pair import DomainPair
from spl.engine.chosen_data import UPLOAD
from spl.engine.lessons import Lesson, Step
from spl.engine.lessons.files import lesson_to_link, read_lesson, write_lesson
from spl.engine.lessons.model import MOST_STEPS, OWN
from spl.engine.lessons.questions import ClickGroup, DrawCurve, HowMany, Question
from spl.engine.settings import CAMERA
from spl.engine.uploads import keep_upload
from spl.ui.app import session, shell
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain

OF_A_LESSON = ("lesson", "lesson_step", "own_lesson")  # parts of a link
LINK_HEIGHT = 80  # pixels
NOTHING, CHANGES, CORRECT, CURVE = "Nothing", "Click a class", "A number", "Draw the curve"
ASKS = {  # kind → what the visitor is asked where the author writes no words
    NOTHING: "",
    CHANGES: "Click a class of which many samples will get another label.",
    CORRECT: "The marked samples are learnt from next: how many have their true label?",
    CURVE: "How does the curve go? Draw it, then press OK.",
}


def show_open_file() -> None:
    """Open a lesson that was saved to a file."""
    given = st.file_uploader("Open a lesson's file (.json)", type="json", key="lesson_file")
    if given is None or page_state().lesson_file == given.file_id:
        return
    try:
        lesson, pair = read_lesson(given.getvalue())
    except ValueError as error:
        st.error(plain(str(error)))
        return
    page_state().lesson_file = given.file_id
    open_own(lesson, pair)


def open_own(lesson: Lesson, pair: DomainPair | None) -> None:
    """Show a lesson from a file, with the data it brings."""
    state, query = page_state(), dict(lesson.query)
    if pair is not None:
        state.uploaded, query["upload"] = pair, keep_upload(pair)
    state.own_lesson = lesson
    state.opened += 1
    session.open_link(query)
    if session.settings().data == query.get("data"):  # else a sentence says why not
        session.settings().lesson, session.settings().own_lesson = OWN, _carried(lesson)
    st.switch_page(shell.page(lesson.page))


def _carried(lesson: Lesson) -> str:
    """What the address line holds of a lesson, so that it survives a reload, or nothing."""
    try:
        return lesson_to_link(lesson)
    except ValueError:  # too long
        return ""


def show_save(pair: DomainPair) -> None:
    """Keep the view that is shown as a step, and save the steps as a lesson."""
    state = page_state()
    steps = state.own_steps
    st.markdown(f"**Save this as a lesson** – {len(steps)} of up to {MOST_STEPS} steps so far")
    title = st.text_input("Title of the lesson", key="own_title")
    says = st.text_input("What this step says, in one or two sentences", key="own_says")
    left, right = st.columns([1, 2])
    kinds = [kind for kind in ASKS if kind != CORRECT or pair.yt is not None]
    kind = left.selectbox("It asks for", kinds, key="own_kind")
    asks = right.text_input("Its question", ASKS[kind], key=f"own_asks {kind}")
    with st.container(horizontal=True):
        st.button(
            "Add this view as a step",
            key="own_add",
            disabled=not says or len(steps) >= MOST_STEPS,
            on_click=lambda: steps.append(step_of_view(says, question_of(kind, asks, pair))),
        )
        st.button("Remove the last step", key="own_back", disabled=not steps, on_click=_remove)
        lesson = _lesson_made(title)
        if lesson is not None:
            _download(lesson, pair)
    if lesson is not None and lesson.query["data"] != UPLOAD:  # which no link carries
        _link(lesson)


def _remove() -> None:
    page_state().own_steps.pop()


def _download(lesson: Lesson, pair: DomainPair) -> None:
    try:
        text = write_lesson(lesson, pair)
    except ValueError as error:
        st.caption(plain(str(error)))
        return
    name = f"{session.file_name('lesson')}.json"
    st.download_button("Save as a lesson", text, name, "application/json", on_click="ignore")


def _lesson_made(title: str) -> Lesson | None:
    """The steps kept so far as a lesson, where it has a title and a step."""
    steps = page_state().own_steps
    if not (title and steps):
        return None
    query = session.settings().to_query() | {"run": "1"}
    query = {name: query[name] for name in query if name not in OF_A_LESSON}
    return Lesson(OWN, title, "", "alignment", query, tuple(steps))


def _link(lesson: Lesson) -> None:
    try:
        packed = lesson_to_link(lesson)
    except ValueError as error:
        st.caption(plain(str(error)))
        return
    st.caption("Or copy its link, which opens the lesson:")
    link = session.link(lesson.query | {"lesson": OWN, "own_lesson": packed})
    st.code(link, language=None, height=LINK_HEIGHT)


def step_of_view(says: str, question: Question | None) -> Step:
    """Return what the player shows now as a step of a lesson.

    Parameters
    ----------
    says : str
        Its point.
    question : Question, optional
        What is asked before it.
    """
    shown = session.settings()
    camera = None if shown.camera is None else tuple(shown.camera[part] for part in CAMERA)
    return Step(
        says,
        k=shown.k,
        color_by=shown.color_by,
        shown=shown.shown,
        camera=camera,  # type: ignore[arg-type]  # three numbers
        mark="changes" if isinstance(question, ClickGroup) else "",
        question=question,
    )


def question_of(kind: str, asks: str, pair: DomainPair) -> Question | None:
    """Return a question of this kind about the iteration shown, or None.

    Parameters
    ----------
    kind : str
        A key of `ASKS`.
    asks : str
        Its words.
    pair : DomainPair
        Without target labels the curve is that of the agreement.
    """
    k = max(0, session.settings().k)
    if kind == CHANGES:
        return ClickGroup(asks, "changes", k)
    if kind == CORRECT:
        return HowMany(asks, "correct", k, among="next")
    if kind == CURVE:
        return DrawCurve(asks, "agreement" if pair.yt is None else "accuracy")
    return None
