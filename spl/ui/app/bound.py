"""Widgets that show what the session keeps, on every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from spl.engine.tried import KEPT

STEPS = ("undo", "redo", *(f"tried_{i}" for i in range(KEPT)))  # buttons that set the sliders


def bound(
    name: str, value: Any, apply: Callable[[Any], None], bounds: object = None
) -> dict[str, Any]:
    """Arguments for a widget that shows `value` on every page and calls `apply` when it is moved.

    Streamlit forgets a widget's value when its page is left; the settings do not. Setting a value
    undoes what the visitor has moved meanwhile. So with the `bounds` of a slider, its value is set
    only where it or the bounds have changed. Otherwise the slider gets the `value` as an argument:
    a browser that never drew the earlier page would start the slider at its minimum, and report
    this as if the visitor had moved it there.
    """
    key, within, was = f"_{name}", f"_{name} within", f"_{name} was"
    widgets = st.session_state

    def moved() -> None:
        if _is_late(bounds is not None and widgets[key] == widgets.get(was)):
            widgets[key] = value
        else:
            apply(widgets[key])

    found: dict[str, Any] = {"key": key, "on_change": moved}
    if bounds is None or widgets.get(within) != bounds or widgets.get(key) != value:
        widgets[was] = widgets.get(key)
        widgets[key], widgets[within] = value, bounds
        return found
    return {**found, "value": value}


def _is_late(as_before: bool) -> bool:
    """Whether the browser reports a widget that it has not drawn anew yet, not one that was moved.

    Each message names the values of all widgets. Those of a poll, or of a second click on Undo, may
    be older than what the click before has set: taken as a move, they would take the click back.
    """
    if in_fragment():
        return True  # no such widget is polled, and one that is moved reruns the whole page
    return as_before and any(st.session_state.get(key) for key in STEPS)


def in_fragment() -> bool:
    """Whether a part of the page is polled, rather than the page rerun."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
