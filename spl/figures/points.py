"""How samples are drawn: a circle for a source sample, a cross for a target sample."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from spl.data.pair import Array, DomainPair
from spl.figures.layout import sample_rows
from spl.figures.names import shown_name, shown_names
from spl.figures.palette import GREY, SOURCE, TARGET, class_colors

SYMBOLS = {"source": "circle-open", "target": "cross"}
LEGEND_CLASSES = 12  # beyond, no palette is enough: classes are named in the hovers


def coordinates(xy: Array) -> dict[str, Any]:
    """Positions (n, 2) as entries of a trace.

    Parameters
    ----------
    xy : ndarray of shape (n, 2)
    """
    return {"x": xy[:, 0], "y": xy[:, 1]}


def marker(domain: str, color: dict[str, Any]) -> dict[str, Any]:
    """A domain's symbol in the given colours (entries of a marker).

    Parameters
    ----------
    domain : {"source", "target"}
    color : dict
        Entries of a plotly marker.
    """
    return {"symbol": SYMBOLS[domain], "size": 7, **color}


def look(pair: DomainPair, domain: str, hover: str) -> dict[str, Any]:
    """Everything else of a domain's trace; `hover` follows the sample's number and name.

    Parameters
    ----------
    pair : DomainPair
    domain : {"source", "target"}
    hover : str
        Plotly's template of what follows in the hover.
    """
    return {
        "mode": "markers",
        "name": domain,
        "showlegend": False,  # entries of `legend` stand in, whose colour is not that of a class
        "customdata": sample_rows(pair, domain),
        "hovertemplate": f"{domain} sample %{{customdata[1]}} %{{customdata[2]}}<br>{hover}"
        "<extra></extra>",
    }


def legend(pair: DomainPair, color_by: str, *, rings: bool, dark: bool) -> list[go.Scatter]:
    """Traces without points that make the legend: domains, the ring, and what colours mean.

    Parameters
    ----------
    pair : DomainPair
    color_by : {"class", "domain"}
    rings : bool
        Whether selected samples have a ring.
    dark : bool
        Colours for a dark page.
    """
    source, target = (SOURCE, TARGET) if color_by == "domain" else (GREY, GREY)
    entries = [
        (f"source: {shown_name(pair.source_name)}", SYMBOLS["source"], source),
        (f"target: {shown_name(pair.target_name)}", SYMBOLS["target"], target),
    ]
    if rings:
        entries.append(("selected (S<sub>k</sub>)", "circle-open", GREY))
    if color_by == "class" and pair.n_classes <= LEGEND_CLASSES:
        colors = class_colors(pair.n_classes, dark=dark)
        names = shown_names(pair.class_names)
        entries += [(n, "square", c) for n, c in zip(names, colors, strict=True)]
    return [
        go.Scatter(
            x=[None], y=[None], mode="markers", name=name, hoverinfo="skip",
            marker={"symbol": symbol, "size": 13 if name.startswith("selected") else 9,
                    "color": color},
        )
        for name, symbol, color in entries
    ]  # fmt: skip
