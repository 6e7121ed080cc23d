"""What a visitor wants to sweep: lists of values, one direction or all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from math import prod
from typing import Any

import numpy as np
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.samples import load_sample, sample_sets
from spl.engine.chosen_data import UPLOAD
from spl.engine.settings import MAX_T
from spl.engine.shelf import SHELF
from spl.engine.studies import Study
from spl.experiments.sweep import grid
from spl.ui.app import session
from spl.ui.app.state import page_state

MOST_RUNS = 400
KEPT_CHOICES = 12
UNSEEN = "\u200b"  # before each option: no option begins with a digit that is typed
NUMBERS = ("d1", "d2", "T", "alpha")
VARIED = (*NUMBERS, "labeling", "selection")
SWEPT: dict[str, tuple[Study, Choice]] = {}  # by data: the sweep that was last on


@dataclass
class Choice:
    """What is swept, as the widgets hold it: numbers as texts."""

    d1: list[str]
    d2: list[str]
    T: list[str]
    alpha: list[str]
    labeling: list[str]
    selection: list[str]
    every: bool = False  # all directions of the sample set


def default_choice(pair: DomainPair, params: SPLParams, most: int = 2048) -> Choice:
    """Lists around the sidebar's values, few enough for a first look; d1 up to `most`."""
    n_classes = pair.n_classes
    powers = [2**i for i in range(1, 12) if 2**i <= min(most, pair.max_d1)]
    near = [p for p in powers if params.d1 / 8 <= p <= 2 * params.d1][-4:]
    d1 = {*near, params.d1}
    around = (n_classes // 2, n_classes - 1, 2 * n_classes, 4 * n_classes)
    far = {v for v in around if abs(v - params.d2) > 0.1 * params.d2}  # from the sidebar's
    d2 = {v for v in far if 1 <= v <= max(d1)} | {params.d2}
    most_t = min(params.T, MAX_T)
    T = {min(2, most_t), most_t}
    return Choice(
        d1=_texts(d1), d2=_texts(d2), T=_texts(T), alpha=[f"{params.alpha:g}"],
        labeling=[params.labeling], selection=[params.selection],
    )  # fmt: skip


def presets(pair: DomainPair, params: SPLParams) -> dict[str, list[str]]:
    """Values to choose from; others can be typed."""
    most, n_classes = pair.max_d1, pair.n_classes
    powers = {2**i for i in range(1, 12) if 2**i <= most}
    own = {v for v in (n_classes - 1, n_classes, 2 * n_classes, params.d2) if 1 <= v <= most}
    return {
        "d1": _texts(powers | {params.d1} | ({most} if most <= 2048 else set())),
        "d2": _texts(powers | own),
        "T": _texts({t for t in (1, 2, 3, 5, 10, 15, 20, params.T) if t <= MAX_T}),
        "alpha": ["0.01", "0.1", "1", "10", "100"],
    }


def current_choice(pair: DomainPair) -> Choice:
    """The visitor's choice for the chosen data; kept over page changes."""
    kept, key = page_state().swept, _data_key(pair)
    if key not in kept:
        on = SWEPT.get(key)  # found again after a reload
        found = deepcopy(on[1]) if on and on[0].running else None if on else _of_earlier(pair)
        kept[key] = found or default_choice(pair, session.settings().params, _most_of_set(pair))
        while len(kept) > KEPT_CHOICES:
            kept.pop(next(iter(kept)))
    return kept[key]


def remember(choice: Choice, study: Study) -> None:
    """Keep the lists of a sweep that is on, so that a fresh session shows it."""
    key = _data_key(session.pair())
    if key not in SWEPT or SWEPT[key][1] != choice:
        SHELF.save(lists_key(session.pair()), asdict(choice))
    SWEPT[key] = study, deepcopy(choice)
    while len(SWEPT) > KEPT_CHOICES:
        SWEPT.pop(next(iter(SWEPT)))


def _of_earlier(pair: DomainPair) -> Choice | None:
    """The lists that were swept last before the server was started, as kept on disk."""
    lists = SHELF.load(lists_key(pair))
    try:
        return Choice(**lists) if lists else None
    except TypeError:
        return None  # of another version


def lists_key(pair: DomainPair) -> str:
    """Under which the lists that were swept last are kept on disk."""
    return f"lists {_data_key(pair)}"


def _data_key(pair: DomainPair) -> str:
    """What tells the chosen data from others: uploads all have the same name."""
    data = session.settings().data
    return pair.identity if data == UPLOAD else data


def separate(name: str, given: Sequence[str]) -> list[str]:
    """Single values, each once, from what was chosen, typed or pasted.

    Examples
    --------
    >>> separate("d1", ["64", "16, 32;064", "x"])
    ['64', '16', '32', 'x']
    """
    values: dict[str, None] = {}
    for text in re.split(r"[\s,;]+", " ".join(given).replace(UNSEEN, "")):
        with suppress(ValueError):
            text = f"{float(text):g}" if name == "alpha" else str(int(text))
        values[text[:40]] = None
    return [text for text in values if text][: MOST_RUNS + 1]


def set_directions() -> list[tuple[str, str, str]]:
    """Set, source and target of all directions of the chosen sample set; none for other data."""
    name, colon, _ = session.settings().data.partition(":")
    if not colon or name not in sample_sets():
        return []
    return [(name, source, target) for source, target in sample_sets()[name].directions]


def _most_of_set(pair: DomainPair) -> int:
    """The largest d1 that every direction of the chosen set allows; without a set, the pair's."""
    directions = set_directions()
    if not directions:
        return pair.max_d1
    domains = sample_sets()[directions[0][0]].domains
    least = min(int(domains[s]["n"]) + int(domains[t]["n"]) for _, s, t in directions)
    return min(least, pair.n_features)


def chosen_pairs(choice: Choice) -> list[DomainPair]:
    """The pairs to sweep over."""
    if not choice.every:
        return [session.pair()]
    return [_direction_pair(*direction) for direction in set_directions()]


@st.cache_resource(max_entries=24, show_spinner="Loading the directions of the set …")
def _direction_pair(name: str, source: str, target: str) -> DomainPair:
    return load_sample(name, source, target)


def chosen_cells(choice: Choice, pairs: Sequence[DomainPair]) -> list[SPLParams]:
    """The settings to run.

    Raises
    ------
    ValueError
        If a value cannot be used, none is given, or there are more than `MOST_RUNS` runs.
    """
    lists: dict[str, list[Any]] = {}
    for name in NUMBERS:
        lists[name] = sorted({parse_value(name, text) for text in getattr(choice, name)})
    lists |= {"labeling": choice.labeling, "selection": choice.selection}
    for name, values in lists.items():
        if not values:
            raise ValueError(f"{name} has no value; choose at least one.")
    most = min(pair.max_d1 for pair in pairs)
    if lists["d1"][-1] > most:
        raise ValueError(f"d1={lists['d1'][-1]} is more than these data allow; use {most} or less.")
    n_runs = count_cells(lists) * len(pairs)
    if n_runs > MOST_RUNS:
        raise ValueError(
            f"This would be {n_runs:,} runs; choose fewer "
            f"values{' or one direction' if len(pairs) > 1 else ''} to stay at or below "
            f"{MOST_RUNS}, or use `spl sweep`, which has no limit."
        )
    return grid(session.settings().params, **lists)


def count_cells(lists: dict[str, list[Any]]) -> int:
    """How many cells `grid` would make, before it makes them."""
    d1 = np.sort(lists["d1"])
    fitting = sum(len(d1) - int(np.searchsorted(d1, d2)) for d2 in lists["d2"])
    others = (values for name, values in lists.items() if name not in ("d1", "d2"))
    return fitting * prod(map(len, others))


def parse_value(name: str, text: str) -> int | float:
    """A typed value; ValueError with one sentence where it cannot be used."""
    try:
        value = float(text) if name == "alpha" else int(text)
    except ValueError:
        kind = "a number" if name == "alpha" else "a whole number"
        raise ValueError(f"{name}={text[:40]!r} must be {kind}; remove it.") from None
    if name == "T" and value > MAX_T:
        raise ValueError(f"T={value} is more than the app can show; use {MAX_T} or less.")
    checked: dict[str, Any] = {name: value}
    replace(SPLParams(), **checked)  # says what is wrong with it
    return value


def _texts(values: set[int]) -> list[str]:
    return [str(value) for value in sorted(values)]
