"""Both domains in one chart before adaptation."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from spl.algorithm.params import SPLParams
from spl.data.pair import Array, DomainPair
from spl.data.words import percent
from spl.explain.reduction import reduction
from spl.figures.layout import label_marker, styled
from spl.figures.names import shown_name
from spl.figures.points import coordinates, legend, look, marker

HEIGHT = 540
OTHERS = 0.15  # opacity of samples of other classes than the one looked at


def before_figure(pair: DomainPair, *, only: int | None = None, dark: bool = False) -> go.Figure:
    """Both domains before adaptation, on the first two principal axes of both together.

    Colours are those of the true classes; target samples without a label are grey. With `only` the
    samples of all other classes, and those without a label, are faint. A click on a domain in the
    legend hides it. Features are L2-normalised, as SPL does it by default.

    Parameters
    ----------
    pair : DomainPair
    only : int, optional
        The class that stands out.
    dark : bool
        Colours for a dark page.
    """
    axes, shares = _principal_axes(pair)
    unknown = np.full(pair.n_target, -1)
    labels = {"source": pair.ys, "target": unknown if pair.yt is None else pair.yt}
    fig = go.Figure()
    for domain in ("source", "target"):
        color = label_marker(labels[domain], pair.n_classes, dark=dark)
        if only is not None:
            color["opacity"] = np.where(labels[domain] == only, 1.0, OTHERS)
        fig.add_scattergl(
            **coordinates(axes[domain]), **look(pair, domain, "true class %{customdata[3]}"),
            marker=marker(domain, color), legendgroup=domain,
        )  # fmt: skip
    entries = legend(pair, "class", rings=False, dark=dark)
    for domain, entry in zip(("source", "target"), entries, strict=False):
        entry.legendgroup = domain
    fig.add_traces(entries)
    titles = [
        f"principal component {i + 1} ({percent(s)} of variance)" for i, s in enumerate(shares)
    ]
    which = "" if only is None else f": {(pair.class_names or ())[only]}"
    title = shown_name(f"{pair.title}, before adaptation{which}")
    return styled(fig, title, *titles, height=HEIGHT)


def describe_before(pair: DomainPair, only: int | None = None) -> str:
    """Alt text of `before_figure`: how far the domains' means lie apart.

    Parameters
    ----------
    pair, only
        As for `before_figure`.
    """
    axes, shares = _principal_axes(pair)
    means = [xy.mean(axis=0) for xy in axes.values()]
    spread = np.sqrt(sum(xy.var(axis=0).sum() for xy in axes.values()) / 2)
    text = (
        f"{pair.n_source:,} source samples (circles) and {pair.n_target:,} target samples "
        "(crosses) on the first two principal components, which hold "
        f"{percent(sum(shares))} of the variance. "
        f"The domains' means lie {_apart(means, spread)}."
    )
    if only is None:
        return text
    name = (pair.class_names or ())[only]
    text += f" Samples of all classes but {name} are faint"
    labels = {"source": pair.ys, "target": pair.yt}
    own = [axes[d][y == only] for d, y in labels.items() if y is not None and (y == only).any()]
    if len(own) < 2:
        return f"{text}."
    return f"{text}; the means of {name} lie {_apart([xy.mean(axis=0) for xy in own], spread)}."


def _apart(means: list[Array], spread: float) -> str:
    gap = np.linalg.norm(means[0] - means[1])
    return f"{gap / max(spread, 1e-12):.1f} standard deviations apart"


def _principal_axes(pair: DomainPair) -> tuple[dict[str, Array], list[float]]:
    """Scores (n, 2) of each domain, and the share of the variance that each axis holds."""
    found = reduction(pair, SPLParams(d1=2, d2=1))
    missing = 2 - len(found.variances)  # 1 where there is only one feature
    Xs, Xt = (np.pad(X, [(0, 0), (0, missing)]) for X in found.prepared.scores)
    shares = found.variances / found.total if found.total > 1e-12 else 0 * found.variances
    return {"source": Xs, "target": Xt}, [*shares.tolist(), *[0.0] * missing]
