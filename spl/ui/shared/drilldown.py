"""From a chart or a table to the samples behind it: clicks, chosen rows, thumbnails."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from spl.data.pair import Array, DomainPair
from spl.data.words import counted
from spl.explain.sample import find_sample
from spl.figures.thumbnails import evenly_spaced
from spl.ui.app.shell import page
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain
from spl.ui.shared.pictures import PICTURE, enlarged

MOST_PICTURES = 24
MOST_NUMBERS = 60
TELL_SECONDS = 20.0  # after a choice in which the player may still report the one before
TICKS = {"✓": "✓ yes", "✗": "✗ no"}  # eSpeak says nothing for a tick alone
NUMBER = st.column_config.NumberColumn


def dark() -> bool:
    """Whether the page is dark."""
    return bool(st.context.theme.type == "dark")


def choose(rows: Iterable[int], what: str = "") -> None:
    """Choose these rows (source first) on every page; without rows nothing changes."""
    rows = [int(row) for row in rows]
    if not rows:
        st.toast(f"No samples: {plain(what)}")
        return
    _set_rows(rows)
    page_state().chosen_by = rows, what
    st.toast(f"{counted(len(rows), 'sample')} chosen: {plain(what)}")


def choose_targets(pair: DomainPair, which: Array, what: str = "") -> None:
    """`choose` by a mask or by numbers of target samples."""
    which = np.asarray(which)
    numbers = np.flatnonzero(which) if which.dtype == bool else which
    choose(numbers + pair.n_source, what)


def clear() -> None:
    """Choose no sample."""
    _set_rows([])


def _set_rows(rows: list[int]) -> None:
    page_state().chosen_rows, page_state().telling = rows, (rows, time.monotonic())


def hear_rows(rows: list[int], heard: list[int] | None) -> None:
    """Take over what the player reports as chosen.

    Parameters
    ----------
    rows : list of int
        Source first.
    heard : list of int, optional
        What it had been told when it reported. A report that comes late, from before a page chose
        samples, does not take their choice back.
    """
    state = page_state()
    if state.telling is not None:
        told, since = state.telling
        if heard is not None and heard != sorted(told) and time.monotonic() - since < TELL_SECONDS:
            return
        state.telling = None
    state.chosen_rows = rows


def chosen_rows(pair: DomainPair) -> list[int]:
    """The chosen samples that this pair has; the target's first, as pages explain the first one."""
    rows = [row for row in page_state().chosen_rows if 0 <= row < pair.n_samples]
    return sorted(rows, key=lambda row: row < pair.n_source)


def show_table(
    table: pd.DataFrame,
    key: str,
    file: str,
    pick: Callable[[int], None] | None = None,
    columns: dict[str, Any] | None = None,
    hidden: tuple[str, ...] = (),
) -> None:
    """A table with its CSV; choosing a line calls `pick` with its position."""

    def clicked() -> None:
        lines = st.session_state[key]["selection"]["rows"]
        if pick and lines:
            pick(lines[0])

    with st.container(gap=None):
        st.dataframe(
            as_read(table, columns or {}),
            hide_index=True,
            key=key,
            on_select=clicked if pick else "ignore",
            selection_mode="single-row",
            placeholder="–",
            column_config=columns,
            column_order=[c for c in table.columns if c not in hidden],
        )
        st.download_button(
            "Table as CSV",
            # Made when it is asked for: the browser checks the address of a file that is ready, and
            # complains where a quick rerun has already replaced it.
            lambda: table.to_csv(index=False),
            f"{file}.csv",
            "text/csv",
            key=f"{key}_csv",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
        )


def as_read(table: pd.DataFrame, columns: dict[str, Any]) -> pd.DataFrame:
    """The cells as they are to be heard: a screen reader reads all digits, and no tick.

    Parameters
    ----------
    table : pandas.DataFrame
    columns : dict
        Column configurations, with the digits that are shown.
    """
    shown = table.replace(TICKS)
    for name, config in columns.items():
        digits = re.search(r"\.(\d)f", str((config.get("type_config") or {}).get("format")))
        if digits and name in shown and pd.api.types.is_numeric_dtype(shown[name]):
            shown[name] = shown[name].astype(float).round(int(digits[1]))
    return shown


def show_chosen(pair: DomainPair, hint: str) -> None:
    """The chosen samples as thumbnails, or as numbers, with a link to the player."""
    rows = chosen_rows(pair)
    st.header(f"Chosen samples ({len(rows):,})")
    if not rows:
        st.caption(hint)
        return
    by_rows, what = page_state().chosen_by
    if by_rows == page_state().chosen_rows:  # else they come from the player
        st.caption(f"Chosen by: {plain(what)}.")
    show_pictures(pair, rows)
    left, right = st.columns([2, 5], vertical_alignment="center")
    with left:
        st.page_link(page("alignment"), label="See them in the player", icon=":material/animation:")
    right.button("Clear", key="clear_chosen", on_click=clear)


def show_pictures(pair: DomainPair, rows: list[int], most: int = MOST_PICTURES) -> None:
    """Thumbnails with the samples' numbers; only numbers where there are no pictures."""
    samples = [find_sample(pair, int(row)) for row in evenly_spaced(np.asarray(rows), most)]
    pictured = [s for s in samples if s.thumbnail is not None]
    if pictured:
        st.image(
            [enlarged(s.thumbnail) for s in pictured if s.thumbnail is not None],
            caption=[str(s.number) for s in pictured],
            width=PICTURE,
            alt=[f"{s.domain} sample {s.number} {s.name}".strip() for s in pictured],
        )
        if len(rows) > len(pictured):
            st.caption(f"{len(pictured):,} of {len(rows):,}, evenly spaced.")
        return
    for domain in ("source", "target"):
        found = [find_sample(pair, int(row)) for row in rows[:MOST_NUMBERS]]
        numbers = [str(s.number) for s in found if s.domain == domain]
        if numbers:
            more = " …" if len(rows) > MOST_NUMBERS else ""
            st.markdown(f"{domain.capitalize()} samples {', '.join(numbers)}{more}")
