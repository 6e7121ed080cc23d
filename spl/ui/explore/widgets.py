"""Widgets for the values to sweep over, and for one direction or all."""

from __future__ import annotations

from functools import partial

import streamlit as st

from spl.algorithm.params import CHOICES
from spl.data.pair import DomainPair
from spl.ui.app import session
from spl.ui.app.parameters import HELP, LABELS
from spl.ui.explore.settings import UNSEEN, Choice, presets, separate, set_directions


def choose_lists(pair: DomainPair, choice: Choice) -> None:
    """Widgets for the lists and for one direction or all."""
    options = presets(pair, session.settings().params)
    for name, column in zip(("d1", "d2", "T"), st.columns(3), strict=True):
        with column:
            _numbers(choice, name, options[name])
    with st.expander("Vary more parameters"):
        columns = st.columns(3)
        with columns[0]:
            _numbers(choice, "alpha", options["alpha"])
        for name, column in zip(("labeling", "selection"), columns[1:], strict=True):
            column.multiselect(
                name, CHOICES[name], help=HELP[name],
                **session.bound(
                    f"explore_{name}", getattr(choice, name), partial(setattr, choice, name)
                ),
            )  # fmt: skip
    _direction(choice)


def _numbers(choice: Choice, name: str, options: list[str]) -> None:
    chosen = getattr(choice, name)
    st.multiselect(
        LABELS[name],
        sorted({*options, *chosen}, key=_as_number),
        # Enter takes the first option that the typed text matches: "6" would become 64
        format_func=lambda text: UNSEEN + text,
        filter_mode="prefix",
        help=(
            f"{HELP[name]} Choose from the list, or type one or more numbers, separated by "
            "commas, and press Enter."
        ),
        accept_new_options=True,
        select_all=False,
        **session.bound(
            f"explore_{name}", chosen, lambda given: setattr(choice, name, separate(name, given))
        ),
    )


def _direction(choice: Choice) -> None:
    directions = set_directions()
    if len(directions) < 2:
        choice.every = False
        return
    one, every = "This pair", f"All {len(directions)} directions of the set"

    def apply(value: str | None) -> None:
        choice.every = value == every if value else choice.every

    st.segmented_control(
        "Run on",
        [one, every],
        help=(
            "All directions: each ordered pair of domains of the set. Charts then show means "
            "over the directions."
        ),
        **session.bound("explore_every", every if choice.every else one, apply),
    )


def _as_number(text: str) -> tuple[float, str]:
    try:
        return float(text), ""
    except ValueError:
        return float("inf"), text
