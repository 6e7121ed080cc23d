"""NCP and SP side by side: what either would select, and how the domain gap follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.pseudo_labels import centers_by_class, distances
from spl.algorithm.selection import select
from spl.algorithm.state import SPLState
from spl.data.pair import Array
from spl.figures.curves import add_curve, over_iterations
from spl.figures.layout import styled
from spl.figures.palette import SOURCE, TARGET, class_colors

COLORS = {"NCP": SOURCE, "SP": TARGET}
LITTLE = 5  # per cent
ALIKE = 0.05  # per cent: below it a difference is written as 0.0
PLACES = ("class prototype (source)", "cluster centre (target)")


def choice_distances(previous: SPLState, k: int, T: int) -> dict[str, Array]:
    """Distances, from what labels them, of the samples that NCP or SP by itself would select.

    Parameters
    ----------
    previous : SPLState
        Iteration k − 1, whose labels iteration k selects from.
    k, T : int

    Returns
    -------
    dict of str to ndarray of shape (n_selected, 2)
        For ``"NCP"`` and ``"SP"``: each such sample's distance to the prototype of the class it
        is given, and to the centre of the cluster matched with that class.
    """
    to_prototype = distances(previous.z_target, previous.prototypes)
    to_center = distances(previous.z_target, centers_by_class(previous.centers, previous.matching))
    found = {}
    for name, proba in (("NCP", previous.proba_ncp), ("SP", previous.proba_sp)):
        labels = proba.argmax(axis=1)
        rows = np.flatnonzero(select(labels, proba.max(axis=1), k, T))
        near = [d[rows, labels[rows]] for d in (to_prototype, to_center)]
        found[name] = np.stack(near, axis=1)
    return found


def choices_figure(previous: SPLState, k: int, T: int) -> go.Figure:
    """Boxes of `choice_distances`: NCP keeps to the source, SP to the target's own clusters.

    Parameters
    ----------
    previous, k, T
        As for `choice_distances`.
    """
    fig = go.Figure()
    for name, d in choice_distances(previous, k, T).items():
        fig.add_box(
            x=np.repeat(PLACES, len(d)), y=d.T.ravel(), name=f"selected by {name}",
            marker={"color": COLORS[name], "size": 4}, boxmean=True, line={"width": 2},
        )  # fmt: skip
    title = f"What NCP and SP would each select at iteration {k}"
    styled(fig, title, "distance to", "distance (no unit)", height=420)
    fig.update_layout(boxmode="group")
    return fig


def describe_choices(previous: SPLState, k: int, T: int) -> str:
    """Alt text of `choices_figure`.

    Parameters
    ----------
    previous, k, T
        As for `choice_distances`.
    """
    means = {name: d.mean(axis=0) for name, d in choice_distances(previous, k, T).items() if len(d)}
    if len(means) < 2:
        return f"Nothing is selected at iteration {k}."
    ncp, sp = means["NCP"], means["SP"]
    return (
        f"At iteration {k} the samples that NCP would select lie on average {ncp[0]:.2f} from "
        f"their class prototype and {ncp[1]:.2f} from their cluster's centre; those of SP "
        f"{sp[0]:.2f} and {sp[1]:.2f}."
    )


def explain_choices(previous: SPLState, k: int, T: int) -> str:
    """In words: whether what NCP and SP select differs on these data as the paper says.

    Parameters
    ----------
    previous, k, T
        As for `choice_distances`.
    """
    if k >= T:
        return f"At k = T = {T} NCP and SP would both select every sample: choose a smaller k."
    found = choice_distances(previous, k, T)
    if not all(len(d) for d in found.values()):
        return f"Nothing is selected at k = {k}."
    by_ncp, by_sp = (d.mean(axis=0) for d in found.values())
    # where all samples coincide both are 0, or differ only by rounding
    far, near = 100 * ((by_sp + 1e-9) / (by_ncp + 1e-9) - 1)
    as_expected, contrary = [far >= ALIKE, near <= -ALIKE], [far <= -ALIKE, near >= ALIKE]
    if all(as_expected):
        little = ", but by little" if max(far, -near) < LITTLE else ""
        verdict = f"as the paper says{little}"
    elif any(contrary):
        verdict = "unlike what the paper says"
        if any(as_expected):
            first, second = ("first", "second") if as_expected[0] else ("second", "first")
            verdict = f"the {first} as the paper says, the {second} not"
    else:
        verdict = "partly as the paper says" if any(as_expected) else "no difference"
    return (
        f"At k = {k}, compared with NCP's, SP's choices lie {_compared(far)} the class prototypes "
        f"and {_compared(near)} the centres of their clusters: {verdict}."
    )


def _compared(percents: float) -> str:
    if abs(percents) < ALIKE:
        return "equally far from"
    return f"{abs(percents):.1f} % {'farther from' if percents > 0 else 'nearer to'}"


def gap_over_k(gaps: Mapping[str, Sequence[float]], measure: str = "MMD") -> go.Figure:
    """Domain gap over the iterations, a line for each labelling.

    Parameters
    ----------
    gaps : mapping of str to sequence of float
        By name (e.g. "NCP", "SP", "both"), one number for each iteration.
    measure : str
        What was measured, with its unit, if any.
    """
    fig = go.Figure()
    others = iter(class_colors(len(gaps) + 2)[2:])
    symbols = ("circle", "square", "diamond", "triangle-up")
    for i, (name, values) in enumerate(gaps.items()):
        color = COLORS.get(name.upper()) or next(others)
        hover = f"{name}, iteration %{{x}}<br>{measure} %{{y:.4f}}"
        x, symbol = np.arange(len(values)), symbols[i % len(symbols)]
        add_curve(fig, x, list(values), name, hover, color, symbol=symbol)
    longest = max((len(v) for v in gaps.values()), default=0)
    over_iterations(fig, "Domain gap over the iterations", measure, longest)
    return fig.update_yaxes(rangemode="tozero")


def describe_gap(gaps: Mapping[str, Sequence[float]], measure: str = "MMD") -> str:
    """Alt text of `gap_over_k`.

    Parameters
    ----------
    gaps, measure
        As for `gap_over_k`.
    """
    parts = [f"{name} from {v[0]:.3f} to {v[-1]:.3f}" for name, v in gaps.items() if len(v)]
    return f"{measure} between the domains over the iterations: {', '.join(parts)}."


def explain_gap(gaps: Mapping[str, Sequence[float]]) -> str:
    """In words: with which labelling the domains align soonest, and whether the paper says so.

    Parameters
    ----------
    gaps
        As for `gap_over_k`.
    """
    means = {name: float(np.mean(v)) for name, v in gaps.items() if len(v)}
    if not np.isfinite(list(means.values())).all():
        return "Not measured: that takes at least 5 samples of each domain."
    order = sorted(means, key=lambda name: means[name])
    listed = ", ".join(f"{name} {means[name]:.3f}" for name in order)
    first = [name for name in order if means[name] <= 1.01 * means[order[0]]]  # within 1 %
    holds = "the paper expects SP or both" if "NCP" in first else "as the paper says"
    return (
        f"The mean of each curve, smaller where the domains align sooner: {listed}. Here they "
        f"align soonest with {' and '.join(first)}: {holds}. A small gap does not by itself "
        "make labels correct."
    )
