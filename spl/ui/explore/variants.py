"""The variants of a saved table: runs of several would share a setting, so one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import streamlit as st

from spl.algorithm.params import SPLParams
from spl.experiments.sweep import RunResult
from spl.figures.runs import KEYS
from spl.ui.app import session
from spl.ui.app.parameters import SHARES, written
from spl.ui.app.state import page_state
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.markdown import plain

CHOICE = "explore_variant"
PAPERS = "the paper's"
DEFAULT = SPLParams()


def variant_of(params: SPLParams) -> SPLParams:
    """The parameters that no chart of a sweep varies; those that a setting has are the defaults.

    Examples
    --------
    >>> params = SPLParams(d1=8, d2=4, quota="authors", drop_below=0.5)
    >>> variant_of(params) == SPLParams(quota="authors")
    True
    """
    unused = {share for of, share in SHARES.items() if of != params.label_set}
    same = {name: getattr(DEFAULT, name) for name in (*KEYS, *unused)}
    return replace(params, **same)


@lru_cache(maxsize=4096)  # each rerun asks for every run of a table
def variant_words(params: SPLParams) -> str:
    """A variant as text, as far as it is not the paper's.

    Examples
    --------
    >>> variant_words(SPLParams(d1=8, quota="authors"))
    'quota authors'
    """
    return written(variant_of(params), DEFAULT) or PAPERS


def of_one_variant(results: Sequence[RunResult]) -> list[RunResult]:
    """The runs of the variant that is chosen, at first of the sidebar's or of the first run."""
    found = [variant_words(result.params) for result in results]
    own = variant_words(session.settings().params)
    shown = page_state().choices.get(CHOICE, own)
    if shown not in found:
        shown = own if own in found else found[0] if found else own
    return [result for result, words in zip(results, found, strict=True) if words == shown]


def choose_variant(results: Sequence[RunResult]) -> list[RunResult]:
    """`of_one_variant`, with a control where there are several; another than the sidebar's is said.

    Parameters
    ----------
    results : sequence of results
        Of a saved table.
    """
    kept = of_one_variant(results)
    if not kept:
        return kept
    shown = variant_words(kept[0].params)
    names = list(dict.fromkeys(variant_words(result.params) for result in results))
    if len(names) > 1:
        kept_choice(
            st.selectbox,
            "Variant shown",
            names,
            CHOICE,
            shown,
            help="The table has runs of several variants, which are no parameters of the charts.",
        )
    own = variant_words(session.settings().params)
    if shown != own:
        st.caption(
            f"Variant of these runs: {plain(shown)}. The sidebar has {plain(own)}; opening or "
            "using a setting changes it."
        )
    return kept
