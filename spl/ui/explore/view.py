"""The parts of the Explore page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import pandas as pd
import streamlit as st

from spl.algorithm.params import SPLParams
from spl.data.pace import duration
from spl.data.pair import DomainPair
from spl.data.words import counted
from spl.experiments.sweep import RunResult
from spl.experiments.tables import results_frame
from spl.experiments.vote import with_agreement
from spl.figures.runs import KEYS, setting_of
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.explore.charts import show_all, show_heatmap, show_one_at_a_time, show_over_k
from spl.ui.explore.chosen import pick, show_chosen, show_suggestion, where_text
from spl.ui.explore.estimate import estimate_seconds, work
from spl.ui.explore.files import download_runs, loaded_table, upload_table
from spl.ui.explore.runs import Sweep, runs_key
from spl.ui.explore.scores import choose_measure, followed, measures, show_scores
from spl.ui.explore.settings import (
    VARIED,
    chosen_cells,
    chosen_pairs,
    current_choice,
    lists_key,
    remember,
)
from spl.ui.explore.variants import choose_variant
from spl.ui.explore.vote import show_headline, show_vote, votes_of
from spl.ui.explore.widgets import choose_lists
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.drilldown import show_table
from spl.ui.shared.markdown import plain
from spl.ui.shared.studies import show_kept, show_study

HEAT, ALONE, ALL, OVER_K, VOTE, SCORES, TABLE = PARTS = (
    "d1 × d2",
    "One at a time",
    "All at once",
    "Over k",
    "Vote",
    "Scores",
    "Table",
)
NO_CURVES = (
    "A saved table holds only the scores of the last iteration; run the sweep to see all "
    "iterations."
)


def show_page() -> None:
    """Everything below the title."""
    loaded = loaded_table()
    if loaded is None:
        show_sweep()
    else:
        show_results(choose_variant(loaded), [], "saved table", [session.pair()])
    upload_table()
    show_kept(kept_keys())


def kept_keys() -> list[str]:
    """Of what is kept on disk about the chosen data: runs of each pair, and the lists."""
    pair = session.pair()
    return [*map(runs_key, chosen_pairs(current_choice(pair))), lists_key(pair)]


def show_sweep() -> None:
    """Lists of values, the runs of all combinations, and their results."""
    pair = session.pair()
    choice = current_choice(pair)
    choose_lists(pair, choice)
    try:
        pairs = chosen_pairs(choice)
        cells = chosen_cells(choice, pairs)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    sweep = Sweep(pairs, cells)
    study = sweep.study()
    if not study.running:
        asked = prod(len(set(getattr(choice, name))) for name in VARIED)
        announce(sweep, left_out=asked - len(cells))
    if study.running:
        remember(choice, study)
    show_study(study, "Start")
    name = session.settings().data.partition(":")[0] if choice.every else pair.title
    if not sweep.known:
        st.info(
            "The first sweep run is in progress."
            if study.running
            else (
                "None of these settings has run yet. Press **Start**, and the charts fill as the "
                "runs finish."
            ),
            icon=":material/grid_on:",
        )
        return
    show_results(sweep.comparable, cells, name, pairs, complete=not sweep.missing)


def announce(sweep: Sweep, left_out: int = 0) -> None:
    """Say how many runs there are, how many have finished, and how long the rest takes."""
    missing, known = sweep.missing, sweep.known
    total = len(missing) + len(known)
    n = len(sweep.pairs)
    text = counted(total, "run")
    if n > 1:
        text += f": {counted(total // n, 'setting')} × {n} directions"
    if left_out:
        text += f" ({counted(left_out, 'setting')} with d2 above d1 left out)"
    if not missing:
        st.caption(f"{text}, all finished.")
        return
    by_title = {pair.title: pair for pair in sweep.pairs}
    took = [(work(by_title[r.task], r.params), r.seconds) for r in known if r.task in by_title]
    seconds = estimate_seconds(missing, took)
    there = f", {len(known)} of them already finished" if known else ""
    rest = "the rest takes" if known else "this takes"
    st.caption(f"{text}{there}; {rest} about {duration(seconds)} (an estimate).")


def show_results(
    results: Sequence[RunResult],
    cells: Sequence[SPLParams],
    name: str,
    pairs: Sequence[DomainPair],
    *,
    complete: bool = True,
) -> None:
    """The vote, the suggestion, one of the charts or tables, and the setting that was chosen."""
    page_state().explored = results[0].params if results else None
    found = votes_of(tuple(results))
    results = with_agreement(results, found)
    runs = results_frame(results)
    show_headline(results, found, pairs, "" if complete else " so far")
    suggested = show_suggestion(results, complete=complete)
    more = {"label_visibility": "collapsed"}
    part = kept_choice(st.segmented_control, "Chart or table", PARTS, "explore_part", HEAT, **more)
    if part == SCORES:
        show_scores(results, runs, pick)
    elif part == VOTE:
        show_vote(found, pairs, where_text(runs))
    elif part == TABLE:
        _table(results, runs, name)
    else:
        given = followed(results) if part == OVER_K else measures(results)
        if not given:
            st.info(NO_CURVES, icon=":material/info:")
            return
        left, right = st.columns([2, 3])
        with left:
            measure = choose_measure(given)
        _CHARTS[part](results, runs, measure, list(cells), suggested, right)
    show_chosen(runs, measures(results))


def _table(results: Sequence[RunResult], runs: pd.DataFrame, name: str) -> None:
    shown = measures(results)
    columns = {m.column: m.factor * runs[m.column] for m in shown}
    scaled = runs[list(KEYS)].assign(**columns, seconds=runs["seconds"])
    table = scaled.groupby(list(KEYS), sort=False).mean().reset_index()
    settings = [setting_of(row) for _, row in table.iterrows()]
    formats = {
        m.column: st.column_config.NumberColumn(m.title, format="%.1f" if m.unit else "%.3f")
        for m in shown
    } | {"seconds": st.column_config.NumberColumn("seconds", format="%.2f")}
    plain_keys = tuple(
        key for key in ("alpha", "labeling", "selection") if table[key].nunique() == 1
    )
    st.caption(
        f"One line per setting – {plain(where_text(runs))}. Choose a line to open or use its "
        "setting."
    )
    show_table(
        table,
        "explore_table",
        session.file_name("sweep-settings"),
        lambda i: pick(settings[i]),
        formats,
        plain_keys,
    )
    download_runs(results, "sweep-" + "".join(c if c.isalnum() else "-" for c in name))


_CHARTS: dict[str, Callable[..., None]] = {
    HEAT: show_heatmap,
    ALONE: show_one_at_a_time,
    ALL: show_all,
    OVER_K: show_over_k,
}
