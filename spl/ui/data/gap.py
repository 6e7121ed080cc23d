"""How far apart the domains lie, before adaptation and in the run that is shown."""

from __future__ import annotations

import math
from functools import partial

import streamlit as st

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.engine.asked import Answers, answers
from spl.engine.settings import fitting
from spl.measures.gap import mmd, proxy_a_distance
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.shared.asked import answer

QUICK = 6_000_000  # numbers in both matrices up to which the gap is measured without being asked
HELP = {
    "MMD": (
        "Maximum mean discrepancy, biased estimate, 0 to √2. The Gaussian kernel is "
        "exp(−d²/(2σ²)), where σ is the median distance between samples of both domains "
        "together. At most 2,000 samples of each domain are used."
    ),
    "Proxy A-distance": (
        "2(1 − 2ε), where ε is the 5-fold cross-validated error of a linear classifier that "
        "tells the domains apart: 0 if it cannot, 2 if it never errs. It needs at least 5 "
        "samples of each domain."
    ),
}
Gaps = dict[str, float]
_GAPS: Answers[Gaps] = answers(320)


def show_gap(pair: DomainPair) -> None:
    """MMD and proxy A-distance of the features that SPL starts from, and of the state shown."""
    st.markdown("**Domain gap** – what adaptation should reduce")
    asked = page_state().gap_asked
    if pair.n_samples * pair.n_features > QUICK and pair.digest not in asked:
        st.button("Measure the gap", on_click=asked.add, args=(pair.digest,), key="measure_gap")
        return
    params = _reduced_params(pair)
    key = ("before", pair.digest, params)
    found = answer(_GAPS, key, "Measuring the domain gap", lambda: _before(params, pair))
    if not found:
        return
    (before,) = found
    job, state = session.job(), session.current_state()
    shown = job is not None and state is not None and job.pair.digest == pair.digest
    after: Gaps = {}
    if shown and job and state:
        what = f"Measuring the gap at k = {state.k}"
        after = dict(*answer(_GAPS, ("after", job.id, state.k), what, partial(_after, state)))
    columns = st.columns(4)
    for i, (name, value) in enumerate(before.items()):
        columns[i].metric(f"{name}, before", _number(value), help=HELP[name])
        if after and state:
            change = after[name] - value
            columns[i + 2].metric(
                f"{name}, k = {state.k}",
                _number(after[name]),
                delta=f"{change:+.3f}" if abs(change) >= 5e-4 else None,
                delta_color="inverse",
                help=HELP[name],
            )
    rest = (
        f"; “k = {state.k}” in the subspace of that iteration."
        if after and state
        else ". Run SPL to see it after adaptation."
    )
    st.caption(
        "“Before” is measured on the features that SPL starts from (after Eq. 1–3); no labels are "
        f"used{rest}"
    )


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"


def _reduced_params(pair: DomainPair) -> SPLParams:
    """Only what the preprocessing depends on, so that moving d2 or T measures nothing again."""
    params = session.settings().params
    own = SPLParams(d1=params.d1, d2=1, normalize_features=params.normalize_features)
    return fitting(own, pair)


def _before(params: SPLParams, pair: DomainPair) -> Gaps:
    start = prepare(pair, params)
    return {
        "MMD": mmd(start.Xs, start.Xt),
        "Proxy A-distance": proxy_a_distance(start.Xs, start.Xt),
    }


def _after(state: SPLState) -> Gaps:
    Zs, Zt = state.z_source, state.z_target
    return {"MMD": mmd(Zs, Zt), "Proxy A-distance": proxy_a_distance(Zs, Zt)}
