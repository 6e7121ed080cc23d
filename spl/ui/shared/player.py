"""The player as a Streamlit component: iterations that flow, chosen samples that stay.

`player` mounts it. The code, and each content-addressed blob of frames or labels, travel in an
invisible element of their own: Streamlit's message cache then sends every one of them once, and a
rerun that only changes k or the chosen samples sends a few kilobytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import streamlit as st

from spl.player.bundler import bundle, stylesheet
from spl.player.playback import Playback
from spl.player.row_bits import decode_rows, encode_rows

PLAYER = "player"  # key of the Alignment page's


@dataclass(frozen=True)
class PlayerResult:
    """What the user has set in the player."""

    chosen: list[int]  # rows 0 … n−1 of the chosen samples, source first
    k: int
    color_by: str
    shown: str  # keys of what the player shows beside points; "": as at first
    camera: dict[str, float] | None  # x, y in halves of the frame's extent; zoom
    hidden: str = ""  # what the legend has switched off, as hidden.js has it
    lesson: tuple[str, int] | None = None  # key and step of the lesson; −1: closed
    heard: list[int] | None = None  # samples that Python had chosen when this was reported


@dataclass(frozen=True)
class Neighbors:
    """Samples nearest to one sample in the subspace of iteration k; source rows come first."""

    row: int
    k: int
    rows: list[int]


@dataclass(frozen=True)
class Ghost:
    """The curve of another run: what it differs in, and its numbers as in a playback's header."""

    settings: str
    before: float | None  # accuracy before adaptation
    steps: list[dict[str, Any]]


def available() -> bool:
    """Whether this Streamlit has v2 components; if not, show a plotly figure with frames."""
    return hasattr(getattr(st.components, "v2", None), "component")


def player(
    playback: Playback,
    *,
    key: str,
    k: int = 0,
    chosen: Sequence[int] | None = None,
    color_by: str = "class",
    shown: str = "",
    camera: dict[str, float] | None = None,
    hidden: str = "",
    playing: bool = False,
    height: int = 620,
    compare: Playback | None = None,
    neighbors: Neighbors | None = None,
    ghost: Ghost | None = None,
    waiting: str = "",
    asked: float = 0.0,
    tour: dict[str, Any] | None = None,
    on_change: Callable[[PlayerResult], None] | None = None,
    on_cancel: Callable[[], None] | None = None,
    on_label: Callable[[int, int], None] | None = None,
    on_walk: Callable[[int], None] | None = None,
) -> PlayerResult:
    """Show a run, or two side by side, and return what the user has set.

    Parameters
    ----------
    playback, compare : Playback
        Two runs of the same pair share clock, camera, colours and chosen samples.
    key : str
        Names this player: with the same key, reruns and page changes keep its view.
    k, chosen, color_by, shown, camera, hidden, playing
        What Python asks for. A value acts when it changes; repeating it on reruns does nothing.
        ``chosen=None`` and ``camera=None`` leave the player's own.
    height : int
        Pixels, all included; less where the window is lower.
    neighbors : Neighbors, optional
        Of the one chosen sample in the subspace, drawn as spokes.
    ghost : Ghost, optional
        Of the run that was shown before, drawn as a pale curve.
    waiting : str
        What is being computed to take this run's place: the frame is dimmed, and says so.
    asked : float
        When another run was asked for last, as given to `announce`.
    tour : dict, optional
        A lesson: what `spl.engine.lessons.tour` makes, with ``"at"``, its step, and ``"opened"``,
        which begins it anew where it changes.
    on_change : callable, optional
        Called with the result before the rerun that a gesture causes.
    on_cancel : callable, optional
        Called when what is waited for is cancelled.
    on_label : callable, optional
        Called with a target row and the class that the user gives it; −1 takes its label away.
        Without it the panel of a chosen sample does not offer this.
    on_walk : callable, optional
        Called with a step of the walk-through when that is asked for.

    Returns
    -------
    PlayerResult
        After a gesture the user's values; after Python changed an argument, that argument.
    """
    n, runs = playback.n_points, _runs_of_one_pair(playback, compare)
    given = PlayerResult(_rows(chosen), int(k), color_by, shown, camera, hidden)
    data = {
        **asdict(given),
        "key": key,
        "runs": [run.header for run in runs],
        "height": height,
        "chosen": None if chosen is None else encode_rows(given.chosen, n),
        "playing": playing,
        "neighbors": neighbors and asdict(neighbors),
        "ghost": ghost and asdict(ghost),
        "waiting": waiting,
        "asked": asked,
        "labels": on_label is not None,
        "tour": tour,
    }

    told = _callbacks(key, given, n, on_change, on_label, on_cancel)
    with st.container(gap=None):
        view = _mounted(key, data, told, on_walk)
        _bring({b: blob for run in runs for b, blob in run.blobs.items()}, key)
    return _latest(st.session_state, f"{key} seen", view, given, n)


def _rows(chosen: Sequence[int] | None) -> list[int]:
    return sorted(int(i) for i in chosen or ())


def _callbacks(
    key: str,
    given: PlayerResult,
    n: int,
    on_change: Callable[[PlayerResult], None] | None,
    on_label: Callable[[int, int], None] | None,
    on_cancel: Callable[[], None] | None,
) -> dict[str, Callable[[], None]]:
    """What Streamlit calls before the rerun that a gesture causes."""

    def changed() -> None:
        if on_change is not None:
            state = st.session_state.get(key) or {}
            on_change(_result(state.get("view"), given, n))

    def labelled() -> None:
        label = (st.session_state.get(key) or {}).get("label")
        if on_label is not None and label:
            on_label(int(label["row"]), int(label["class"]))

    cancelled = on_cancel or (lambda: None)
    return {
        "on_view_change": changed,
        "on_label_change": labelled,
        "on_cancel_change": cancelled,
        "on_again_change": lambda: None,  # the rerun brings what did not arrive
    }


def _mounted(
    key: str,
    data: dict[str, Any],
    told: Mapping[str, Callable[[], None]],
    on_walk: Callable[[int], None] | None,
) -> dict[str, Any] | None:
    """Mount the player and return its view; hand on a step of the walk-through asked for."""
    found = _components()[0](key=key, data=data, **told, on_walk_change=lambda: None)
    if on_walk is not None and (step := found.get("walk")):
        on_walk(int(step))
    view: dict[str, Any] | None = found.get("view")
    return view


def _runs_of_one_pair(playback: Playback, compare: Playback | None) -> list[Playback]:
    if compare is None:
        return [playback]
    if compare.header["pair"] != playback.header["pair"]:
        raise ValueError(
            "compare is a run of another source/target pair; compare two runs of the same pair."
        )
    return [playback, compare]


def preload(blobs: Mapping[str, bytes], *, key: str) -> None:
    """Send the code of the player `key`, and known blobs, before there is a run."""
    if available():
        with st.container(gap=None):
            _bring(blobs, key)


def _bring(blobs: Mapping[str, bytes], key: str) -> None:
    _, code, data_blob, *_ = _components()
    code(key=f"unseen {key} code", data={"css": stylesheet()})
    for name, blob in blobs.items():
        if blob:
            data_blob(key=f"unseen {key} {name}", data=blob)


def announce(words: str, asked: float, *, key: str) -> None:
    """Dim the player `key`, and say what is computed, before the page is drawn anew.

    Parameters
    ----------
    words : str
        What is being computed to take its run's place; "" where nothing is.
    asked : float
        When it was asked for; the player's update that is given the same one ends this.
    key : str
        Names the player.
    """
    if available():
        data = {"words": words, "asked": asked, "player": key}
        _components()[4](key=f"unseen {key} wait", data=data)


def bring_undo_keys() -> None:
    """Let Ctrl+Z and Ctrl+Shift+Z press the buttons "undo" and "redo"."""
    if available():
        _components()[3](key="unseen undo keys")


def _result(view: dict[str, Any] | None, given: PlayerResult, n: int) -> PlayerResult:
    if not view:
        return given
    return PlayerResult(
        decode_rows(view["chosen"], n),
        int(view["k"]),
        view["color_by"],
        view["shown"],
        view["camera"],
        view["hidden"],
        tuple(view["lesson"]) if view.get("lesson") else None,
        None if view.get("heard") is None else decode_rows(view["heard"], n),
    )


def _latest(
    store: Any, name: str, view: dict[str, Any] | None, given: PlayerResult, n: int
) -> PlayerResult:
    """Per field, whoever spoke last: the user's gesture, or an argument changed since."""
    if not view:
        return given
    seen = store.get(name)
    if seen is None or seen[0] != view["seq"]:
        seen = store[name] = (view["seq"], given)
    user = _result(view, given, n)
    fields = {
        f: getattr(user if getattr(given, f) == getattr(seen[1], f) else given, f)
        for f in ("chosen", "k", "color_by", "shown", "camera", "hidden")
    }
    return PlayerResult(**fields, lesson=user.lesson)


@cache
def _components() -> tuple[Callable[..., Any], ...]:
    """Mounting functions of the player, its code, a blob, the keys of undo, words ahead.

    All but the player are mounted with a key that begins with "unseen": the app's style hides them.
    """
    component = st.components.v2.component
    return (
        component("spl_player", js=bundle("shim.js")),
        component("spl_player_code", js=bundle("register.js"), isolate_styles=False),
        component("spl_player_blob", js=bundle("blob.js"), isolate_styles=False),
        component("spl_undo", js=bundle("undo.js"), isolate_styles=False),
        component("spl_wait", js=bundle("wait.js"), isolate_styles=False),
    )
