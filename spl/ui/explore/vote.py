"""The vote of a sweep on the Explore page, and for the player's colours."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from spl.data.pair import DomainPair
from spl.data.words import counted, percent
from spl.experiments.sweep import RunResult, data_digest
from spl.experiments.tables import write_vote
from spl.experiments.vote import FEWEST, SURE, Vote, correct_shares, votes
from spl.figures.runs import setting_of, words
from spl.figures.vote import describe_vote, vote_bars
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.explore.runs import Sweep
from spl.ui.explore.settings import chosen_cells, current_choice
from spl.ui.explore.variants import of_one_variant
from spl.ui.shared.charts import show_chart

HEADLINE = ":material/how_to_vote: **The settings vote.**"
FEW = f"At least {FEWEST} settings with labels are needed for a vote; add values of d1, d2 or T."


@lru_cache(maxsize=4)
def votes_of(results: tuple[RunResult, ...]) -> tuple[Vote, ...]:
    """The vote of each task; results that name one data set but differ in length have none.

    Parameters
    ----------
    results : tuple of results
        As they came from the runs or the table: the same objects are not counted again.
    """
    try:
        return tuple(votes(results))
    except ValueError:  # a table that was changed by hand
        return ()


def session_vote(pair: DomainPair) -> Vote | None:
    """The vote of the visitor's sweep over this pair, also of one still at work; None without.

    Parameters
    ----------
    pair : DomainPair
        The chosen data.
    """
    digest = data_digest(pair)
    _, results = page_state().loaded_table or ("", [])
    if not any(result.digest == digest for result in results):
        try:
            results = Sweep([pair], chosen_cells(current_choice(pair), [pair])).known
        except ValueError:  # lists that cannot be used
            return None
    own = tuple(r for r in of_one_variant(results) if r.digest == digest)
    found = [v for v in votes_of(own) if len(v.labels) == pair.n_target]
    return found[0] if found and found[0].labels.max() < pair.n_classes else None


def truths_of(found: Sequence[Vote], pairs: Sequence[DomainPair]) -> list[np.ndarray] | None:
    """The true classes of each vote's samples; None where one task has none.

    Parameters
    ----------
    found : sequence of Vote
    pairs : sequence of DomainPair
        Among which each vote's data are looked for.
    """
    known = {data_digest(pair): pair.yt for pair in pairs if pair.yt is not None}
    truths = [known[v.digest] for v in found if v.digest in known]
    return truths if len(truths) == len(found) else None


def show_headline(
    results: Sequence[RunResult], found: Sequence[Vote], pairs: Sequence[DomainPair], so_far: str
) -> None:
    """On how many samples the settings agree; where labels are known, how good the vote is.

    Parameters
    ----------
    results : sequence of results
    found : sequence of Vote
    pairs : sequence of DomainPair
    so_far : str
        " so far" while runs are missing, else "".
    """
    if not found:
        return
    n = max(len(v.settings) for v in found)
    mean = f", averaged over {len(found)} directions" if len(found) > 1 else ""
    agreed = float(np.mean([v.sure.mean() for v in found]))
    text = (
        f"{HEADLINE} On **{percent(agreed)}** of the target samples{mean}, at least "
        f"{percent(SURE, 0)} of the {n} settings{so_far} give the same label: trust these labels "
        "most."
    )
    truths = truths_of(found, pairs)
    if truths is not None:
        text += " " + _against_truth(results, found, truths)
    st.markdown(text.replace(" %", "\N{NO-BREAK SPACE}%"))


def _against_truth(
    results: Sequence[RunResult], found: Sequence[Vote], truths: Sequence[np.ndarray]
) -> str:
    """The vote's accuracy, beside the settings that are nearest and best."""
    shares = np.array([correct_shares(v, yt) for v, yt in zip(found, truths, strict=True)])
    correct, sure, others = (float(x[np.isfinite(x)].mean()) if np.isfinite(x).any() else None
                           for x in shares.T)  # fmt: skip
    parts = [f"{percent(sure)} of them are correct"] if sure is not None else []
    more = "" if parts else " are correct"
    parts += [f"{percent(others)} of the others{more}"] if others is not None else []
    text = f"Here {', '.join(parts)}. " if parts else ""
    text += f"The vote's accuracy is **{percent(float(correct or 0))}**"
    if len(found) > 1:
        return text + "."
    reached = {r.params: r.accuracy[-1] for r in results if r.accuracy}
    nearest, best = found[0].nearest, max(reached.values())
    return text + (
        f"; the best single setting has {percent(best)}, and the one nearest to the vote, "
        f"{words(setting_of(nearest))}, {percent(reached[nearest])}."
    )


def show_vote(found: Sequence[Vote], pairs: Sequence[DomainPair], where: str) -> None:
    """The samples by how many settings agree on them, and the vote to take away.

    Parameters
    ----------
    found : sequence of Vote
    pairs : sequence of DomainPair
    where : str
        The task, or how many are averaged.
    """
    if not found:
        st.info(FEW, icon=":material/info:")
        return
    st.caption(
        "Each target sample gets the label that most settings give it; of equally many the first "
        "class. No target label takes part. To see where the samples lie on which the settings "
        "agree, choose the colour “Settings that agree” in the player on the Alignment page."
    )
    truths = truths_of(found, pairs)
    fig = vote_bars(found, truths, where=where)
    show_chart(fig, "vote", describe_vote(found, truths))
    own = next((pair for pair in pairs if data_digest(pair) == found[0].digest), None)
    if len(found) > 1 or own is None:
        st.caption("The labels can be saved for one direction at a time, with its data chosen.")
        return
    left, right, _ = st.columns([1, 1, 3])
    for column, kind, make, mime in (
        (left, "CSV", _csv, "text/csv"),
        (right, "NPZ", _npz, "application/octet-stream"),
    ):
        column.download_button(
            f"Vote as {kind}",
            partial(make, found[0], own),
            f"{session.file_name('vote')}.{kind.lower()}",
            mime,
            icon=":material/download:",
            key=f"vote_{kind}",
            help=f"The label of each target sample by {counted(len(found[0].settings), 'setting')}"
            ", and how many give it.",
            on_click="ignore",
            width="stretch",
        )


def vote_table(found: Vote, pair: DomainPair) -> pd.DataFrame:
    """A line per target sample: its label, how many settings give it, and their share from 0 to 1.

    Parameters
    ----------
    found : Vote
    pair : DomainPair
        The data that were swept.
    """
    table = pd.DataFrame(
        {
            "sample": np.arange(pair.n_target),
            "label": pair.classes[found.labels],
            "settings that agree": found.counts,
            "settings": len(found.settings),
            "share": found.share,
        }
    )
    if pair.y_target is not None:
        table["true label"] = pair.y_target
    return table


def _csv(found: Vote, pair: DomainPair) -> str:
    return vote_table(found, pair).to_csv(index=False)


def _npz(found: Vote, pair: DomainPair) -> bytes:
    """The file that `spl sweep --vote` writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "vote.npz"
        write_vote(file, found, pair.classes)
        return file.read_bytes()


def missing_note() -> None:
    """What to do where the player is to show the vote and there is none."""
    st.info(
        "The colour “Settings that agree” needs a sweep over these data: press **Start** on "
        "**Explore**, and come back. Until then the classes are shown.",
        icon=":material/how_to_vote:",
    )
