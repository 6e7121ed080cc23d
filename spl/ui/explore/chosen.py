"""The setting that a visitor chose in a chart or table, and the one that is suggested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.engine.settings import fitting
from spl.experiments.suggest import suggest
from spl.experiments.sweep import RunResult
from spl.figures.runs import KEYS, Measure, setting_of, words
from spl.ui.app import session
from spl.ui.app.shell import page
from spl.ui.app.state import page_state
from spl.ui.by_hand.steps import set_aside
from spl.ui.explore.variants import variant_of
from spl.ui.shared.markdown import plain


def show_suggestion(results: Sequence[RunResult], *, complete: bool) -> SPLParams | None:
    """A good, small setting with the rule that found it, and a button that takes it over."""
    try:
        params, sentence = suggest(list(results))
    except ValueError:
        return None
    setting = setting_of(params)
    taken = fitting(params_of(setting), session.pair())
    left, right = st.columns([4, 1], vertical_alignment="center")
    so_far = "" if complete else " so far"
    known = all(r.accuracy is not None for r in results)
    say, name = (left.success, "A good, small setting") if known else (left.info, "A first guess")
    say(
        f"**{name}{so_far}: {words(setting)}.** {plain(sentence)}{_capped(setting)}",
        icon=":material/recommend:",
    )
    right.button(
        "Use it",
        key="use_suggested",
        on_click=_use,
        args=(setting,),
        disabled=setting_of(session.settings().params) == setting_of(taken)
        and variant_of(session.settings().params) == variant_of(params),
        help="Puts these values into the sidebar.",
        width="stretch",
    )
    return params


def show_chosen(runs: pd.DataFrame, shown: Sequence[Measure]) -> None:
    """The chosen setting: its values, and buttons that open it or take it over."""
    chosen = page_state().chosen_setting
    if chosen is None:
        return
    same = [setting_of(row) == chosen for _, row in runs[list(KEYS)].iterrows()]
    if not any(same):
        return
    rows = runs[same]
    st.header(f"Chosen: {words(chosen)}")
    values = {m.name: m.text(float(rows[m.column].mean())) for m in shown}
    st.markdown(" · ".join(f"{name} **{value}**" for name, value in values.items()))
    left, middle, _ = st.columns([2, 2, 3])
    left.button(
        "Open this run in the player",
        key="open_chosen",
        icon=":material/animation:",
        width="stretch",
        on_click=setattr,
        args=(page_state(), "open_setting", chosen),
    )
    middle.button(
        "Use these settings", key="use_chosen", on_click=_use, args=(chosen,), width="stretch"
    )
    st.caption(f"The player shows the chosen data, {plain(session.pair().title)}.{_capped(chosen)}")
    if setting := page_state().open_setting:
        page_state().open_setting = None
        _use(setting)
        set_aside()
        session.press_run()
        st.switch_page(page("alignment"))


def pick(setting: Sequence[Any]) -> None:
    """Choose a setting, given as the values of `KEYS`."""
    page_state().chosen_setting = setting_of(dict(zip(KEYS, setting, strict=True)))


def _use(setting: Sequence[Any]) -> None:
    session.use_params(params_of(setting))


def _capped(setting: Sequence[Any]) -> str:
    """A sentence where the chosen data do not allow a setting, which is then made smaller."""
    pair, given = session.pair(), params_of(setting)
    fits = fitting(given, pair)
    less = [name for name in ("d1", "d2") if getattr(fits, name) < getattr(given, name)]
    if not less:
        return ""
    most = " and ".join(f"{name} {getattr(fits, name)}" for name in less)
    return f" The chosen data, {plain(pair.title)}, allow no more than {most}, used instead."


def params_of(setting: Sequence[Any]) -> SPLParams:
    """The parameters of the runs that are shown, with this setting's values."""
    return replace(
        page_state().explored or session.settings().params, **dict(zip(KEYS, setting, strict=True))
    )


def where_text(runs: pd.DataFrame) -> str:
    """The task of the runs, or over how many directions their values are averaged."""
    n = int(runs["task"].nunique())
    return str(runs["task"].iloc[0]) if n == 1 else f"mean of {n} directions"
