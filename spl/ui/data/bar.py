"""Accuracy without adaptation, on the Data page: the bar to beat."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from spl.data.pair import DomainPair
from spl.data.words import counted, percent
from spl.engine.asked import Answers, answers
from spl.engine.settings import fitting
from spl.measures.baselines import (
    BASELINES,
    MOST_ROWS,
    baseline_accuracies,
    baseline_rows,
    drawn_words,
)
from spl.ui.app import session
from spl.ui.shared.asked import answer

Scores = dict[str, float]
_SCORES: Answers[Scores] = answers(32)


def show_bar(pair: DomainPair) -> None:
    """Accuracy of 1-NN and SVM, and what is to be said about the target's labels."""
    if pair.yt is None:
        st.caption("The target has no labels, so accuracy cannot be shown. Other scores can.")
        return
    if missing := int(np.count_nonzero(~pair.counted)):
        st.info(f"{missing} target samples have no label; no accuracy counts them.")
    unknown = int((pair.yt == -1).sum())
    if unknown:
        st.warning(
            f"{counted(unknown, 'target sample')} of classes that the source lacks cannot be "
            "labelled correctly: any label there counts as wrong, unless the label set open "
            "rejects the sample."
        )
    st.markdown("**Accuracy without adaptation** – the bar to beat")
    params = fitting(replace(session.settings().params, d2=1), pair)
    key = (pair.digest, pair.yt.tobytes(), params)
    what = "1-NN and SVM on the source"
    for scores in answer(_SCORES, key, what, partial(baseline_accuracies, pair, params)):
        for column, (name, score) in zip(st.columns(4), scores.items(), strict=True):
            column.metric(name, percent(score), help=BASELINES[name].summary)
        if drawn := drawn_words(pair, baseline_rows(pair, MOST_ROWS)):
            st.caption(f"Trained and tested on {drawn}.")
