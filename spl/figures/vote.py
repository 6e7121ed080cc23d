"""On how many samples how many settings of a sweep agree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from spl.data.target_labels import UNLABELLED
from spl.data.words import counted, percent
from spl.experiments.vote import SURE, Vote
from spl.figures.layout import styled
from spl.figures.names import with_place
from spl.figures.palette import AGREE, DISAGREE, GREY
from spl.measures.evaluation import Array

EDGES = (0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, SURE, 1)  # bins are (low, high]; the last ends at 1
BINS = tuple(
    f"{100 * low:.0f}–{100 * high:.0f}" for low, high in zip(EDGES, EDGES[1:-1], strict=False)
) + (f"{100 * SURE:.0f}–100",)


def vote_bars(found: Sequence[Vote], truths: Sequence[Array] | None, *, where: str) -> go.Figure:
    """Samples by the share of settings that agree on them, correct and wrong where that is known.

    Parameters
    ----------
    found : sequence of Vote
        Of each task; their samples are put together.
    truths : sequence of ndarrays of shape (n_target,), or None
        True classes of each task's target samples, −1 where the source lacks the class, −2 where
        the label is missing; None where a task has none.
    where : str
        The task, for the title.
    """
    parts = _parts(found, truths)
    total = sum(counts.sum() for _, counts, _ in parts)
    fig = go.Figure()
    for name, counts, color in parts:
        fig.add_bar(
            x=list(BINS), y=100 * counts / total, name=name, marker={"color": color},
            customdata=counts[:, None],
            hovertemplate=f"%{{x}} % of the settings agree<br>{name}: %{{customdata[0]}} samples, "
            "%{y:.1f} % of all<extra></extra>",
        )  # fmt: skip
    styled(
        fig, with_place("On how many samples the settings agree", where),
        "settings that give the majority label (%)", "target samples (%)",
        height=380, legend_room=95,
    )  # fmt: skip
    return fig.update_layout(barmode="stack", showlegend=len(parts) > 1)


def describe_vote(found: Sequence[Vote], truths: Sequence[Array] | None) -> str:
    """Alt text of `vote_bars`.

    Parameters
    ----------
    found, truths
        As for `vote_bars`.
    """
    counts = sum(part for _, part, _ in _parts(found, truths))
    assert isinstance(counts, np.ndarray)
    shares = counts / counts.sum()
    text = (
        f"Of {counted(int(counts.sum()), 'target sample')}, {percent(shares[-1])} have a label on "
        f"which at least {percent(SURE, 0)} of the settings agree, and {percent(shares[:2].sum())} "
        "one that at most half of them give."
    )
    if truths is None:
        return text
    (_, correct, _), (_, wrong, _), *_ = _parts(found, truths)
    judged = correct + wrong
    return (
        f"{text} {percent(correct[-1] / max(judged[-1], 1))} of the first and "
        f"{percent(correct[:2].sum() / max(judged[:2].sum(), 1))} of the last are correct."
    )


def _parts(found: Sequence[Vote], truths: Sequence[Array] | None) -> list[tuple[str, Array, str]]:
    """Name, number of samples in each bin, and colour of each part of the bars."""
    bins = [_bins(vote) for vote in found]
    if truths is None:
        return [("majority label", _count(np.concatenate(bins)), AGREE)]
    truth = np.concatenate(truths)
    judged = truth != UNLABELLED
    correct = np.concatenate([vote.labels.astype(int) for vote in found]) == truth
    everyone = np.concatenate(bins)
    parts = [
        ("vote correct", _count(everyone[correct]), AGREE),
        ("vote wrong", _count(everyone[judged & ~correct]), DISAGREE),
    ]
    if not judged.all():
        parts.append(("no true label", _count(everyone[~judged]), GREY))
    return parts


def _bins(vote: Vote) -> Array:
    """The bin of each sample; 95 % itself belongs to the last, as in `Vote.sure`."""
    at = np.searchsorted(EDGES[1:-2], vote.share, side="left")
    return np.where(vote.sure, len(BINS) - 1, at)


def _count(bins: Array) -> Array:
    return np.bincount(bins, minlength=len(BINS))
