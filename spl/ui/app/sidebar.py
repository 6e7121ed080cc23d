"""The sidebar that all pages share: parameters, Run, progress, the iteration."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import streamlit as st

from spl.algorithm.params import CHOICES
from spl.data.pair import DomainPair
from spl.engine.chosen_data import recommended_params
from spl.engine.settings import LIMITS, fitting
from spl.ui.app import session
from spl.ui.app.ahead import compute_ahead
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import plain, with_code

HELP = {
    "d1": (
        "Dimension after PCA (Eq. 3): how many principal components of both domains together are "
        "kept. Data with many classes usually need a larger d1."
    ),
    "d2": (
        "Dimension of the subspace learnt by SLPP (Eq. 7). The paper keeps it above C, the number "
        "of classes. On the sample sets accuracy has no trend from C − 1 on, and is lower where d2 "
        "is far below."
    ),
    "T": (
        "Number of iterations. Iteration k learns from the most confident k/T of each class (a "
        "tenth at k = 1 of T = 10)."
    ),
    "labeling": "Which probability labels the target: NCP (nearest class prototype, Eq. 10), SP "
    "(structured prediction from clusters, Eq. 12), or the larger of both (Eq. 13).",
    "selection": "class-wise: the same share of every pseudo-class (the paper). global: the most "
    "confident over all classes. all: no selection. none: no pseudo-labelling, only k = 0.",
    "quota": "floor: ⌊k·n_c/T⌋ samples of class c (the paper's text). authors: the rule of the "
    "authors' code, which reproduces their tables.",
    "label_set": "closed: both domains have the same classes (the paper). partial: the target may "
    "lack classes; those that nearest prototypes leave nearly empty are dropped. open: the target "
    "may have other classes; samples that fit none of the source's are rejected, and labels are "
    "NCP's.",
    "drop_below": "A source class with less than this share of the mean class size is dropped.",
    "reject_share": "Share of the target, the least confident samples, that is rejected at k = 2.",
    "alpha": "Weight of the regulariser I in Eq. 6–7; the paper's is 1.",
    "normalize_features": "Scale each raw feature vector to length 1 before PCA.",
    "normalize_centers": "Scale each cluster centre to length 1 before distances are measured.",
}
LABELS = {
    "label_set": "label set",
    "drop_below": "drop below (share of the mean class size)",
    "reject_share": "rejected at k = 2 (share of the target)",
    "normalize_features": "L2 on features",
    "normalize_centers": "L2 on cluster centres",
    "alpha": "α (alpha)",
    "d1": "d1 · PCA dimension",
    "d2": "d2 · subspace dimension",
    "T": "T · iterations",
}


def named(parameter: str) -> str:
    """A parameter's short name, as its slider has it."""
    return LABELS.get(parameter, parameter).partition(" · ")[0]


def show_sidebar(has_track: bool = False) -> None:
    """Everything that all pages share.

    Parameters
    ----------
    has_track : bool
        Whether the page has a player, whose track moves the iteration: one place is enough.
    """
    with st.sidebar:
        try:
            pair = session.pair()
        except ValueError as error:
            st.error(with_code(str(error)))
            return
        st.markdown(f"**{plain(pair.title)}**")
        st.caption(
            f"{pair.n_source:,} source and {pair.n_target:,} target samples · "
            f"{pair.n_features:,} features · {pair.n_classes} classes"
        )
        if not has_track:
            _iteration()
        _dimensions(pair)
        with st.expander("Variants"):
            _variants()
        _recommended()
        _run_controls()


def _set(name: str, value: Any) -> None:
    settings = session.settings()
    params = replace(settings.params, **{name: value})
    session.use_params(replace(params, d2=min(params.d2, params.d1)))
    session.stop_outdated()


def _dimensions(pair: DomainPair) -> None:
    most = pair.max_d1
    p = fitting(session.settings().params, pair)
    _slider("d1", p.d1, most)
    _slider("d2", p.d2, p.d1)
    _slider("T", p.T, max(30, p.T))
    if p.d2 < pair.n_classes - 1:
        st.caption(
            f":material/info: d2 = {p.d2} is below C − 1 = {pair.n_classes - 1} (the number of "
            "classes minus one); this usually lowers the accuracy."
        )


def _slider(name: str, value: int, most: int) -> None:
    if most <= 1:
        st.caption(f"{LABELS[name]}: 1, the maximum for these data")
        return
    st.slider(
        LABELS[name],
        1,
        most,
        help=f"{HELP[name]} Arrow keys move it by 1.",
        **session.bound(name, value, partial(_set, name), bounds=(1, most)),
    )


def _variants() -> None:
    p = session.settings().params
    for name, options in CHOICES.items():
        st.selectbox(
            name,
            options,
            help=HELP[name],
            **session.bound(name, getattr(p, name), partial(_set, name)),
        )
    used = {"partial": "drop_below", "open": "reject_share"}.get(p.label_set)
    if used:
        st.number_input(
            LABELS[used],
            min_value=0.0,
            max_value=1.0,
            step=0.05,
            help=HELP[used],
            **session.bound(used, float(getattr(p, used)), partial(_set, used)),
        )
    st.number_input(
        LABELS["alpha"],
        min_value=LIMITS["alpha"][0],
        max_value=LIMITS["alpha"][1],
        format="%g",
        help=HELP["alpha"],
        **session.bound("alpha", float(p.alpha), partial(_set, "alpha")),
    )
    for name in ("normalize_features", "normalize_centers"):
        st.checkbox(
            LABELS[name],
            help=HELP[name],
            **session.bound(name, getattr(p, name), partial(_set, name)),
        )


def _recommended() -> None:
    settings = session.settings()
    suits = recommended_params(settings.data)
    if suits and suits != settings.params:
        st.button(
            f"Back to recommended (d1 {suits.d1}, d2 {suits.d2}, T {suits.T})",
            on_click=_use_recommended,
            width="stretch",
            type="tertiary",
        )


def _use_recommended() -> None:
    settings = session.settings()
    session.use_params(recommended_params(settings.data) or settings.params)


def _run_controls() -> None:
    job = session.job()
    settings = session.settings()
    changed = job is not None and job.params != settings.params
    if job is None or changed:
        compute_ahead(session.pair(), fitting(settings.params, session.pair()))
    st.button(
        "Run again with these settings" if changed else "Run",
        icon=":material/play_arrow:",
        type="primary",
        width="stretch",
        key="run",
        disabled=job is not None
        and not changed
        and (session.awaits(job) or job.complete(settings.embedding)),
        on_click=session.press_run,
        help=(
            "Learns the subspace, labels the target, selects, and repeats this T times. The "
            "button is grey while these settings run and once they have run."
        ),
    )
    if changed and job:
        wanted = asdict(settings.params)
        shown = {name: v for name, v in asdict(job.params).items() if v != wanted[name]}
        values = ", ".join(f"{named(name)} {value}" for name, value in shown.items())
        st.caption(f"The pages still show the run with {values}.")


def _iteration() -> None:
    job = session.job()
    if job is None or len(job.states) < 2:
        return
    settings = session.settings()
    last = len(job.states) - 1
    k = max(0, min(settings.k, last))
    # Where something else moves k, a new slider takes the old one's place: the browser may still
    # send what the old one showed, as if the visitor had moved it there.
    shown, version = page_state().k_slider or (k, 0)
    if k != shown:
        st.session_state.pop(f"_k{version or ''} within", None)  # of the old one
        version += 1
    page_state().k_slider = k, version

    def move(value: int) -> None:
        settings.k = value
        page_state().k_slider = value, version

    st.slider(
        "k · iteration shown",
        0,
        last,
        help="The iteration that every page shows.",
        **session.bound(f"k{version or ''}", k, move, (0, last)),
    )
