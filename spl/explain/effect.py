"""What a run with labels given, or samples left out, changes against the same run without them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.words import counted, percent, with_rejected
from spl.measures.evaluation import accuracy
from spl.measures.given import one_run

Array = NDArray[Any]


@dataclass(frozen=True)
class Effect:
    """Which samples end with another label, and whether that is better."""

    given: int  # labels of target samples, which are not among those that changed
    others: int  # samples that accuracy counts: not those whose label was given or is missing
    changed: Array  # (n,) target rows with another label, in order; some may have no true label
    mended: Array  # of `changed`, those that are correct only now; none without target labels
    spoilt: Array  # of `changed`, those that were correct before
    wrong: Array  # of `changed`, those that were wrong and stay wrong
    before: float | None  # accuracy on the others; None without target labels
    after: float | None


def effect(before: SPLState, after: SPLState, pair: DomainPair, known: Collection[int]) -> Effect:
    """Compare the last states of two runs on the samples whose label was not given.

    Parameters
    ----------
    before, after : SPLState
        Of the run without what was given by hand, and with it.
    pair : DomainPair
    known : collection of int
        Target rows whose labels were given.
    """
    one_run(before, after, pair=pair)
    others = np.setdiff1d(np.arange(pair.n_target), list(known))
    changed = others[before.labels[others] != after.labels[others]]
    none = np.zeros(0, dtype=np.intp)
    if pair.yt is None or not pair.counted[others].any():
        return Effect(len(known), 0, changed, none, none, none, None, None)
    was, now = before.labels == pair.yt, after.labels == pair.yt
    return Effect(
        len(known),
        int(pair.counted[others].sum()),
        changed,
        changed[now[changed]],
        changed[was[changed]],
        changed[(pair.counted & ~was & ~now)[changed]],
        accuracy(before.labels[others], pair.yt[others]),
        accuracy(after.labels[others], pair.yt[others]),
    )


def effect_in_words(found: Effect) -> str:
    """The effect as one or two sentences.

    Parameters
    ----------
    found : Effect
    """
    n = len(found.changed)
    other = "other " if found.given else ""
    if not n:
        return f"No {other}sample ends with another label."
    text = f"{counted(n, f'{other}sample ends', f'{other}samples end')} with another label"
    if found.before is None or found.after is None:
        return f"{text}. Without target labels nobody can say whether that is better."
    text += f": {len(found.mended):,} become correct, {len(found.spoilt):,} become wrong"
    text += f", {len(found.wrong):,} were wrong and stay wrong" if len(found.wrong) else ""
    unlabelled = n - len(found.mended) - len(found.spoilt) - len(found.wrong)
    text += f", {unlabelled:,} have no true label" if unlabelled else ""
    points = 100 * (found.after - found.before)
    where = f" on the {found.others:,} others" if found.given else ""
    shares = f"{percent(found.before)} → {percent(found.after)}"
    return f"{text}. Accuracy{where}: {shares} ({points:+z.1f} points)."


def moves_table(before: SPLState, after: SPLState, pair: DomainPair, found: Effect) -> Any:
    """Who changed, grouped by the labels before and after, largest group first, as a table.

    Columns: before, after, samples and, where target labels exist, become correct, become wrong.

    Parameters
    ----------
    before, after, pair
        As for `effect`.
    found : Effect
    """
    import pandas as pd

    names = np.array(with_rejected(pair.class_names), dtype=object)
    table = pd.DataFrame(
        {
            "before": names[before.labels[found.changed]],
            "after": names[after.labels[found.changed]],
            "samples": 1,
            "become correct": np.isin(found.changed, found.mended).astype(int),
            "become wrong": np.isin(found.changed, found.spoilt).astype(int),
        }
    )
    if found.before is None:
        table = table[["before", "after", "samples"]]
    grouped = table.groupby(["before", "after"], as_index=False, sort=True).sum()
    return grouped.sort_values("samples", ascending=False, kind="stable", ignore_index=True)
