"""The data behind a figure as one long table, for the download beside each chart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from pandas.api.types import is_numeric_dtype

from spl.figures.names import plain_name

COLUMNS = ("x", "y", "text")


def figure_table(fig: go.Figure) -> pd.DataFrame:
    """What a figure draws: a row per mark, cell or link, with the name of its trace.

    Parameters
    ----------
    fig : plotly Figure

    Examples
    --------
    >>> fig = go.Figure(go.Bar(x=["a", "b"], y=[1, 2], name="n"))
    >>> figure_table(fig).to_dict("list")
    {'trace': ['n', 'n'], 'x': ['a', 'b'], 'y': [1, 2]}
    """
    tables = [_named(table, trace, fig) for trace in fig.data if len(table := _rows(trace))]
    return _plain(pd.concat(tables, ignore_index=True)) if tables else pd.DataFrame()


def _plain(table: pd.DataFrame) -> pd.DataFrame:
    """Names as they are, not as plotly needs them."""
    for column in table.columns[[not is_numeric_dtype(kind) for kind in table.dtypes]]:
        known = {v: plain_name(v) for v in table[column].unique() if isinstance(v, str)}
        if any(shown != name for shown, name in known.items()):
            table[column] = [known.get(v, v) for v in table[column]]
    return table


def _rows(trace: Any) -> pd.DataFrame:
    kind = {"heatmap": _cells, "sankey": _links}.get(trace.type, _marks)
    table = kind(trace)
    table.insert(0, "trace", trace.name or trace.type)
    return table


def _named(table: pd.DataFrame, trace: Any, fig: go.Figure) -> pd.DataFrame:
    """Names instead of positions where the axis names all of them."""
    for side in {"x", "y"} & set(table):
        axis = fig.layout[f"{side}axis{(trace[f'{side}axis'] or side)[1:]}"]
        ticks = [() if given is None else given for given in (axis.tickvals, axis.ticktext)]
        names = dict(zip(*ticks, strict=False))
        if names and set(table[side]) <= names.keys():
            table[side] = table[side].map(names)
    return table


def _marks(trace: Any) -> pd.DataFrame:
    given = {name: trace[name] for name in COLUMNS if name in trace and trace[name] is not None}
    columns = {name: list(v) for name, v in given.items() if not isinstance(v, str)}
    n = max(map(len, columns.values()), default=0)
    for missing in {"x", "y"} - columns.keys():  # plotly counts where an axis is not given
        columns[missing] = list(range(n))
    return pd.DataFrame({name: v for name, v in sorted(columns.items()) if len(v) == n})


def _cells(trace: Any) -> pd.DataFrame:
    z = np.asarray(trace.z)
    x = np.arange(z.shape[1]) if trace.x is None else np.asarray(trace.x)
    y = np.arange(z.shape[0]) if trace.y is None else np.asarray(trace.y)
    return pd.DataFrame({"x": np.tile(x, len(y)), "y": np.repeat(y, len(x)), "value": z.ravel()})


def _links(trace: Any) -> pd.DataFrame:
    names = np.asarray(trace.node.label, dtype=object)
    link = trace.link
    ends = {"from": names[list(link.source)], "to": names[list(link.target)]}
    return pd.DataFrame(ends | {"value": list(link.value)})
