"""How well label-free scores would have chosen a setting, judged by target labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from spl.figures.layout import FONT_SIZE, styled
from spl.figures.names import with_place
from spl.figures.palette import GREY, class_colors
from spl.figures.runs import ACCURACY, Measure, best_row, setting_of, settings_table, words

if TYPE_CHECKING:
    import pandas as pd


def score_against_accuracy(
    runs: pd.DataFrame, measure: Measure, *, where: str = "", dark: bool = False
) -> go.Figure:
    """A score against accuracy, one mark per setting; the score's pick and the best one marked.

    Over several tasks both are means over them, as in `rank_scores`. A mark's customdata is its
    setting.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as `results_frame` makes it.
    measure : Measure
        The score.
    where : str
        End of the title: the task or setting.
    dark : bool
        Colours for a dark page.
    """
    table = both_means(runs, measure)
    settings = [setting_of(row) for _, row in table.iterrows()]
    fig = go.Figure()
    fig.add_scatter(
        x=measure.factor * table[measure.column], y=100 * table["accuracy"], mode="markers",
        customdata=[list(s) for s in settings], hovertext=[words(s) for s in settings],
        marker={"color": class_colors(1, dark=dark)[0], "size": 10, "opacity": 0.75},
        hovertemplate=f"%{{hovertext}}<br>{measure.name} %{{x:.3~f}}<br>accuracy %{{y:.1f}} %"
        "<extra></extra>",
        showlegend=False, unselected={"marker": {"opacity": 0.75}},
    )  # fmt: skip
    for name, setting, symbol in picks(runs, measure):
        rows = table[[s == setting for s in settings]]
        marker = {"symbol": symbol, "size": 20, "color": GREY, "line": {"width": 2.5}}
        fig.add_scatter(
            x=measure.factor * rows[measure.column], y=100 * rows["accuracy"], mode="markers",
            name=name, hoverinfo="skip", unselected={"marker": {"opacity": 1}}, marker=marker,
        )  # fmt: skip
    better = "higher is better" if measure.higher else "lower is better"
    title, x = f"Would {measure.name} have chosen well?", f"{measure.title} – {better}"
    styled(fig, with_place(title, where), x, "accuracy (%)", height=460, legend_room=110)
    return fig.update_layout(clickmode="event+select", showlegend=True)


def both_means(runs: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """`KEYS`, the score and accuracy of each setting that all tasks have, averaged over tasks.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as `results_frame` makes it.
    measure : Measure
        The score.
    """
    table = settings_table(runs, measure).rename(columns={"value": measure.column})
    table["accuracy"] = settings_table(runs, ACCURACY)["value"]  # in the same order
    table = table[table["n_tasks"] == table["n_tasks"].max()].dropna(subset=[measure.column])
    return table.reset_index(drop=True)


def picks(runs: pd.DataFrame, measure: Measure) -> list[tuple[str, tuple[Any, ...], str]]:
    """The settings that the score and accuracy pick: name, setting and symbol of each.

    Parameters
    ----------
    runs : DataFrame
        One row per run, as `results_frame` makes it.
    measure : Measure
        The score.
    """
    found = []
    for name, by, symbol in (
        (f"picked by {measure.name}", measure, "diamond-open"),
        ("best accuracy", ACCURACY, "star-open"),
    ):
        row = best_row(settings_table(runs, by), by)
        if row is not None:
            found.append((name, setting_of(row), symbol))
    return found


def describe_score(runs: pd.DataFrame, measure: Measure) -> str:
    """Alt text of `score_against_accuracy`: accuracy of the score's pick and of the best.

    Parameters
    ----------
    runs, measure
        As for `score_against_accuracy`.
    """
    table = settings_table(runs, ACCURACY)
    accuracies = {setting_of(row): row["value"] for _, row in table.iterrows()}
    parts = [
        f"{name} is {words(setting)} with an accuracy of {ACCURACY.text(accuracies[setting])}"
        for name, setting, _ in picks(runs, measure)
    ]
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else "There are no runs yet."


def trust_bars(
    names: Sequence[str],
    correlations: Sequence[float],
    regrets: Sequence[float],
    *,
    dark: bool = False,
) -> go.Figure:
    """Rank correlation with accuracy, and regret of the pick in percentage points, per score.

    Parameters
    ----------
    names : sequence of str
    correlations : sequence of float
        Spearman's, in [−1, 1]; 1 where the score orders the runs as accuracy does.
    regrets : sequence of float
        Accuracy of the best run minus that of the score's pick, in percentage points.
    dark : bool
        Colours for a dark page.
    """
    fig = make_subplots(
        cols=2, shared_yaxes=True, horizontal_spacing=0.05,
        subplot_titles=("rank correlation with accuracy", "regret of its pick"),
    )  # fmt: skip
    for column, values, color, unit in (
        (1, correlations, class_colors(1, dark=dark)[0], ""),
        (2, regrets, class_colors(2, dark=dark)[1], " percentage points"),
    ):
        numbers = np.asarray(values, dtype=float)
        fig.add_bar(
            x=numbers, y=list(names), orientation="h", marker_color=color, showlegend=False,
            text=[f"{v:.2f}" if np.isfinite(v) else "–" for v in numbers],
            textposition="outside", cliponaxis=False,
            hovertemplate=f"%{{y}}: %{{x:.2f}}{unit}<extra></extra>",
            row=1, col=column,
        )  # fmt: skip
    title = "Which score to trust on these data"
    styled(fig, title, height=150 + 38 * max(len(names), 3))
    fig.update_annotations(font_size=FONT_SIZE)
    fig.update_xaxes(title_text="Spearman (1 = same order)", range=[-1.2, 1.2], col=1)
    fig.update_xaxes(title_text="percentage points (0 = picks the best)", col=2)
    most = float(np.nanmax([*np.asarray(regrets, dtype=float), 0.1]))
    fig.update_xaxes(range=[0, 1.15 * most], col=2)
    fig.update_yaxes(autorange="reversed")
    return fig.update_layout(margin={"t": 90}, bargap=0.35)


def describe_trust(
    names: Sequence[str], correlations: Sequence[float], regrets: Sequence[float]
) -> str:
    """Alt text of `trust_bars`.

    Parameters
    ----------
    names, correlations, regrets
        As for `trust_bars`.
    """
    return " ".join(
        f"{name}: rank correlation {c:.2f}, regret {r:.1f} percentage points."
        for name, c, r in zip(names, correlations, regrets, strict=True)
    )
