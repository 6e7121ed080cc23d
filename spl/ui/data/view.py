"""The widgets of the Data page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from spl.data.generators import GENERATORS, Slider
from spl.data.pair import DomainPair
from spl.data.samples import AT, sample_sets
from spl.engine.chosen_data import (
    UPLOAD,
    default_data,
    generator_arguments,
    generator_data,
    recommended_params,
    sample_data,
    set_data,
)
from spl.figures.thumbnails import thumbnail_sheet
from spl.ui.app import session
from spl.ui.app.shell import page
from spl.ui.app.state import page_state
from spl.ui.data.bar import show_bar
from spl.ui.data.before import show_before
from spl.ui.data.gap import show_gap
from spl.ui.data.upload import upload
from spl.ui.shared.markdown import plain, with_code
from spl.ui.shared.pictures import data_uri, pictured_table

__all__ = [
    "choose_generator",
    "choose_kind",
    "choose_sample",
    "class_table",
    "show_pair",
    "upload",
]
PICTURES, PICTURES_WIDTH = 6, 280  # of a class; both columns fit beside the sidebar at 1280 px
KINDS = ("Sample", "Generated", "Own files")
CLOSED = (
    "The paper assumes that both domains have the same classes. Where the target lacks some, or "
    "has others, choose the label set partial or open in the sidebar under Variants. A run hints "
    "at missing classes. Nothing hints at unknown ones: without labels, their samples look like "
    "those that have not crossed the gap."
)
MOST_ROWS = 12  # of a table that is shown whole


def show_where_the_run_is() -> None:
    """A link to the run, which this page does not show."""
    shown = session.job()
    if shown is not None and shown.states:
        label = "Watch the run on these data on Alignment"
        st.page_link(page("alignment"), label=label, icon=":material/animation:")


def choose_kind() -> str:
    """Choose where the data come from; the choice stays while other pages are shown."""
    data = session.settings().data
    name = data.partition("?")[0]
    shown = KINDS[2] if data == UPLOAD else KINDS[1] if name in GENERATORS else KINDS[0]
    kind = page_state().data_kind or shown

    def apply(value: str | None) -> None:
        page_state().data_kind = value or kind
        if value == KINDS[0] and shown != KINDS[0]:
            session.choose_data(default_data())
        elif value == KINDS[1] and shown != KINDS[1]:
            session.choose_data(next(iter(GENERATORS)))

    st.segmented_control(
        "Where the data come from",
        KINDS,
        label_visibility="collapsed",
        **session.bound("data_kind", kind, apply),
    )
    return kind


def choose_sample() -> None:
    """A shipped set and a direction."""
    sets = sample_sets()
    data = session.settings().data
    if data.partition(":")[0] not in sets:
        data = default_data()
    name, *given = _named(data)
    source, target = (domain.partition(AT)[0] for domain in given)
    left, middle, right = st.columns(3)
    with left:
        st.selectbox(
            "Sample set",
            list(sets),
            format_func=lambda n: sets[n].title,
            **session.bound("sample", name, lambda n: session.choose_data(set_data(n))),
        )
    domains = list(sets[name].domains)
    with middle:
        st.selectbox(
            "Source domain (labelled)",
            domains,
            **session.bound("source", source, lambda s: _choose_domains(name, s, target)),
        )
    with right:
        others = [d for d in domains if d != source]
        st.selectbox(
            "Target domain (unlabelled)",
            others,
            help="Its labels are used only to show accuracy, never by the algorithm.",
            **session.bound("target", target, lambda t: _choose_domains(name, source, t)),
        )
    _label_sets(name, given, source, target)
    st.write(sets[name].description)
    st.caption(f"Features: {sets[name].features}")
    with st.expander(f"Origin and licences ({len(sets[name].licences)})"):
        st.dataframe(sets[name].licences, hide_index=True)


def _label_sets(name: str, given: list[str], source: str, target: str) -> None:
    """Whether both domains have the same classes, and what SPL assumes."""
    C = len(sample_sets()[name].class_names)
    few = f"{AT}{C // 3}"
    options = {
        (source, target): "The same in both",
        (source, target + few): f"Target: only the first {C // 3} of {C}",
        (source + few, target): f"Source: only the first {C // 3} of {C}",
    }
    now = (given[0], given[1])
    st.selectbox(
        "Classes",
        list(options | {now: options.get(now, "As in the link")}),
        format_func=lambda pair: options.get(pair, "As in the link"),
        **session.bound(
            "label sets", now, lambda pair: session.choose_data(sample_data(name, *pair))
        ),
    )
    st.caption(CLOSED)


def _named(data: str) -> tuple[str, str, str]:
    """Set, source and target of a sample's `Settings.data`."""
    source, target = (item.partition(":") for item in data.split(","))
    return source[0], source[2], target[2]


def _choose_domains(name: str, source: str, target: str) -> None:
    if source == target:  # the source was moved onto the target: they change places
        previous = session.settings().data.split(",")[0].partition(":")[2]
        target = previous if previous != source else sample_sets()[name].directions[0][1]
    session.choose_data(sample_data(name, source, target))


def choose_generator() -> None:
    """A generated pair and its sliders."""
    data = session.settings().data
    name = data.partition("?")[0]
    if name not in GENERATORS:
        name = data = next(iter(GENERATORS))
    arguments: dict[str, Any] = generator_arguments(data)
    st.selectbox(
        "Generator",
        list(GENERATORS),
        format_func=str.capitalize,
        **session.bound("generator", name, session.choose_data),
    )
    st.write(GENERATORS[name].description)
    columns = st.columns(4)
    for i, (argument, slider) in enumerate(GENERATORS[name].sliders.items()):
        with columns[i % 4]:
            _generator_slider(name, argument, slider, arguments)


def _generator_slider(name: str, argument: str, slider: Slider, arguments: dict[str, Any]) -> None:
    whole = isinstance(slider.step, int)
    kind = int if whole else float

    def apply(value: float) -> None:
        settings = session.settings()
        params, suited = settings.params, recommended_params(settings.data)
        session.choose_data(generator_data(name, arguments | {argument: value}))
        if params != suited:  # a moved slider keeps the parameters that the visitor has set
            session.use_params(params)

    st.slider(
        slider.help.rstrip("."),
        kind(slider.minimum),
        kind(slider.maximum),
        step=kind(slider.step),
        **session.bound(f"{name} {argument}", kind(arguments[argument]), apply),
    )


def show_pair(data: str) -> None:
    """Sizes, baselines, domain gap, the chart before adaptation, and thumbnails."""
    try:
        pair = session.pair()
    except ValueError as error:
        st.error(with_code(str(error)))
        return
    st.divider()
    st.header(plain(pair.title))
    if data == UPLOAD:
        st.caption(
            ":material/link_off: A link cannot carry uploaded data. Whoever opens it has to "
            "upload the same files."
        )
    sizes = st.columns(4)
    sizes[0].metric("Source samples", f"{pair.n_source:,}")
    sizes[1].metric("Target samples", f"{pair.n_target:,}")
    sizes[2].metric("Features", f"{pair.n_features:,}")
    sizes[3].metric("Classes", pair.n_classes)
    show_bar(pair)
    show_gap(pair)
    show_before(pair)
    _thumbnails(pair)


def _thumbnails(pair: DomainPair) -> None:
    st.header("Classes")
    table = class_table(pair)
    pictures = [c for c in table.columns if table[c].astype(str).str.startswith("data:").any()]
    pictured_table(
        table,
        dict.fromkeys(pictures, PICTURES_WIDTH),
        row_height=48 if pictures else None,
        height="content" if len(table) <= MOST_ROWS else "auto",
    )


def class_table(pair: DomainPair) -> pd.DataFrame:
    """One row per class: how many samples each domain has of it, and some of their thumbnails."""
    columns: dict[str, Any] = {"class": list(pair.class_names or ())}
    for role, pictures, labels in (
        (f"source: {pair.source_name}", pair.thumbnails_source, pair.ys),
        (f"target: {pair.target_name}", pair.thumbnails_target, pair.yt),
    ):
        if labels is None:
            continue
        columns[f"{role.partition(':')[0]} samples"] = np.bincount(
            labels[labels >= 0], minlength=pair.n_classes
        )
        if pictures is not None:
            sheet = dict(thumbnail_sheet(pictures, labels, columns["class"], PICTURES))
            columns[role] = [
                data_uri(sheet[name]) if name in sheet else None for name in columns["class"]
            ]
    return pd.DataFrame(columns)
