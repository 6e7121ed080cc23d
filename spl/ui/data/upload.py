"""The visitor's own data: files in, a preview with fixes, and only then the pair that is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import streamlit as st

from spl.data.images.thumbnails import matched_pictures
from spl.data.preview.preview import Preview, domain_files, preview
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import read_features
from spl.data.readers.label_choices import Choices, label_choices
from spl.data.readers.sources import in_our_words
from spl.engine.chosen_data import UPLOAD
from spl.engine.hosting import check_samples
from spl.engine.uploads import same_pair
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.data.images import picture_domains
from spl.ui.data.understood import say_to_give_again, show_counts, show_problem, tell_sizes
from spl.ui.shared.choices import kept_choice
from spl.ui.shared.markdown import plain, with_code

WAYS = ("Features", "Pictures")
BY_ITSELF = "found automatically"
COLUMNS = "Columns and domains"
BOTH_WAYS = "(--label on the command line, label= in Python)"  # as readers name the choice
CHECK = ":material/check:"
NOTE_ICONS = {"Caution:": ":orange[:material/warning:]", "Not read": ":material/info:"}

Domains = tuple[FeatureFile, FeatureFile]
T = TypeVar("T")


def upload() -> None:
    """Features or pictures of both domains, a preview, and a button that uses them."""
    way = kept_choice(st.segmented_control, "What the files hold", WAYS, "upload_way", WAYS[0])
    domains = _feature_domains() if way == WAYS[0] else picture_domains()
    if domains is None:
        if session.settings().data != UPLOAD:
            st.info(
                "Your current data stay in use until you click Use these data.",
                icon=":material/info:",
            )
            _offer_earlier()
        else:
            say_to_give_again()
        return
    if way == WAYS[0]:
        domains = _with_thumbnails(domains)
    source, target = _read_before("source"), _read_before("target")
    one = way == WAYS[0] and source is not None and target is None
    _show_preview(domains, source.name if one and source else "")


def _offer_earlier() -> None:
    """A way back to own data that were in use before a sample or a lesson was opened."""
    earlier = page_state().uploaded
    if earlier is not None:
        st.button(
            f"Back to {plain(earlier.title)}",
            key="back_to_upload",
            icon=":material/undo:",
            on_click=session.choose_upload,
            args=(earlier,),
        )


def remembered(name: str, key: object, make: Callable[[], T]) -> T:
    """What `make` returned for this key the last time; only the last is kept in the session."""
    remembered = page_state().remembered
    kept = remembered.get(name)
    if kept is None or kept[0] != key:
        kept = remembered[name] = (key, make())
    found: T = kept[1]
    return found


def _feature_domains() -> Domains | None:
    """Two files of features, or one with both domains; None until they can be read."""
    st.write(
        "Give features of both domains from the same extractor: one row per sample. The source "
        "needs labels; the target's are optional and used only to show accuracy."
    )
    left, right = st.columns(2)
    source = _uploader(left, "source", "Source, or one file with both domains")
    target = _uploader(right, "target", "Target")
    left.caption(
        ".npz with X and y · .csv, .tsv, .parquet with a column of labels · .mat as published "
        "(feas, fts, labels …)"
    )
    right.caption("Leave empty if the first file holds both (X_source, y_source, X_target).")
    if source is None and _read_before("source") is None:
        if target is not None or _read_before("target") is not None:
            st.info("Now give the source's file on the left.", icon=CHECK)
        return None
    try:
        return _read(source, target)
    except ValueError as error:
        st.error(_as_told_here(str(error)), icon=":material/error:")
        st.caption("Nothing was changed; the data below are still those in use.")
        return None


def _as_told_here(error: str) -> str:
    """A reader's sentence in the page's words, with the place of the choices of which it speaks."""
    here = error.replace(BOTH_WAYS, f"under {COLUMNS}")
    if "say which" in here and here == error:
        here += f" The choice is above, under {COLUMNS}."
    return with_code(here)


def _uploader(place: Any, role: str, label: str) -> Any:
    """A file, or None. Streamlit forgets it when the page is left; what was read of it stays.

    It may be of any type: the readers say what a spreadsheet or an archive has to be saved as,
    while Streamlit would only refuse it.
    """
    given = place.file_uploader(label, key=f"upload_{role}", on_change=_forget, args=(role,))
    before = _read_before(role)
    if given is None and before is not None:
        place.button(
            f"Remove {plain(getattr(before, 'name', label.lower()))}, given before",
            key=f"remove_{role}",
            icon=":material/close:",
            type="tertiary",
            on_click=_forget,
            args=(role,),
        )
    return given


def _read_before(role: str) -> Any:
    """What was last read of this role's file: features, or pictures, a note and whose."""
    found = page_state().remembered.get(f"read_{role}")
    return None if found is None else found[1]


def _forget(role: str) -> None:
    page_state().remembered.pop(f"read_{role}", None)


def _read(source: Any, target: Any) -> Domains | None:
    """Read with the columns that were chosen, None until both are there; ValueError with why."""
    waiting = st.container()  # the expander is closed
    with st.expander(f"{COLUMNS}, if they are not found automatically"):
        places = st.columns(2)
        label = None if source is None else _choose_label(places[0], "source", source)
        of_target = None if target is None else _choose_label(places[1], "target", target)
        alone = source is not None and target is None and _read_before("target") is None
        domain = _choose_label(places[1], "domain", source) if alone else None
        names = st.columns(2)
        first = _file("source", source, waiting, label=label, domain=domain)
        assert first is not None  # it was given, or was read before
        if target is None and len(first.domains) > 1:
            _forget("target")  # the file's own domains are meant
        second = _file("target", target, waiting, label=of_target, like=first)
        chosen = {}
        files = first, second or first
        for place, role, file in zip(names, ("source", "target"), files, strict=True):
            if len(file.domains) > 1:
                chosen[f"{role}_domain"] = _choose_domain(place, role, file)
    if second is None and not first.domains:
        st.info(
            f"{plain(first.name)} holds {len(first.X):,} samples with {first.X.shape[1]:,} "
            "features. Now give the target's file on the right, or a file with both domains on "
            "the left.",
            icon=":material/check:",
        )
        return None
    key = (first, second, *chosen.values())  # files compare by identity
    return remembered("upload_domains", key, lambda: domain_files(first, second, **chosen))


def _choose_domain(place: Any, role: str, file: FeatureFile) -> str | None:
    """Which domain of a file is meant; as the file, the choice stays when the page is left."""
    chosen: dict[str, str] = remembered(f"domain_{role}", (file.name, *file.domains), dict)

    def apply(value: str | None) -> None:
        chosen.clear()
        if value is not None:
            chosen[role] = value

    place.selectbox(
        f"Domain that is the {role}",
        file.domains,
        index=None,
        placeholder=BY_ITSELF,
        **session.bound(f"upload_domain_{role}", chosen.get(role), apply),
    )
    return chosen.get(role)


def _choose_label(place: Any, role: str, file: Any) -> str | int | None:
    """Which column or array holds the labels, or the domains."""
    with in_our_words(file.name):
        choices: Choices = remembered(f"choices_{role}", file.file_id, lambda: label_choices(file))
    what = "Domains" if role == "domain" else f"Labels of the {role}"
    options = [c for c, value in choices.items() if role != "domain" or isinstance(value, str)]
    shown = place.selectbox(
        f"{what} are in", options, index=None, placeholder=BY_ITSELF, key=f"upload_label_{role}"
    )
    return choices.get(shown)


def _file(role: str, file: Any, waiting: Any, **options: Any) -> FeatureFile | None:
    if file is None:
        return _read_before(role)
    key = (file.file_id, *options.values())
    with waiting, st.spinner(f"Reading {plain(file.name)} …"):  # 70 MB of text take 10 s
        return remembered(f"read_{role}", key, lambda: read_features(file, **options))


def _with_thumbnails(domains: Domains) -> Domains:
    """Both domains with the pictures that were given for them."""
    with st.expander("Pictures of the samples"):
        st.caption(
            "An array (n, height, width[, 3]) of uint8 or of values from 0 to 1, or a zip of "
            "image files. Pictures are matched with the samples by name where the samples have "
            "names, and by order otherwise."
        )
        sides = []
        for place, role, file in zip(st.columns(2), ("source", "target"), domains, strict=True):
            name = f"pictures_{role}"
            given = _uploader(place, name, f"Pictures of the {role}")
            sides.append(_pictured(place, name, file, given))
    return sides[0], sides[1]


def _pictured(place: Any, name: str, file: FeatureFile, given: Any) -> FeatureFile:
    names = None if file.sample_names is None else file.sample_names.tolist()
    before = _read_before(name)
    if given is None and (before is None or before[2] is not file.X):
        return file  # those given before are of other samples
    try:
        if given is not None:
            key = (given.file_id, len(file.X), None if names is None else tuple(names), id(file.X))
            before = remembered(
                f"read_{name}", key, lambda: (*matched_pictures(given, len(file.X), names), file.X)
            )
        found, note, _ = before
    except ValueError as error:
        place.error(with_code(str(error)))
        return file
    place.caption(f":material/check: {with_code(note)}")
    return replace(file, thumbnails=found)


def _show_preview(domains: Domains, name: str) -> None:
    """What was understood, a checkbox for each fix, and the button."""
    # What is remembered in the session stays alive, so that its identity tells it from others.
    files = tuple(id(f.X) for f in domains)
    choices: dict[str, bool] = remembered("upload_choices", files, dict)
    key = (files, *(id(f.thumbnails) for f in domains), *sorted(choices.items()))
    try:
        with in_our_words(name or domains[0].name):
            made = partial(preview, *domains, choices, name)
            seen: Preview = remembered("upload_preview", key, made)
            if seen.pair is not None:
                check_samples(seen.pair)
    except ValueError as error:
        st.error(_as_told_here(str(error)))
        return
    tell_sizes(seen)
    with st.container(horizontal=True, vertical_alignment="center"):  # seen without scrolling
        st.header("What was understood", width="content")
        _show_use(seen)
    for place, role, file in zip(st.columns(2), seen.shapes, domains, strict=True):
        place.markdown(f"**{role.capitalize()}: {with_code(file.name)}** – {seen.shapes[role]}")
        for note in file.notes:
            icon = next((i for start, i in NOTE_ICONS.items() if note.startswith(start)), CHECK)
            place.caption(f"{icon} {with_code(note.removeprefix('Caution: '))}")
    for problem in seen.problems:
        show_problem(problem, choices)
    if seen.counts:
        show_counts(seen)


def _show_use(seen: Preview) -> None:
    """The button that uses the data, or why they cannot be used."""
    if seen.error:
        with st.container():
            st.error(_as_told_here(seen.error))
            st.caption("Nothing was changed; the data below are still those in use.")
    elif session.settings().data == UPLOAD and same_pair(seen.pair, page_state().uploaded):
        how = " Press Run to watch SPL label the target." * (session.job() is None)
        st.success(f"These data are in use.{how}", icon=":material/check:")
    else:
        st.button(
            "Use these data",
            key="use_upload",
            type="primary",
            icon=":material/check:",
            on_click=session.choose_upload,
            args=(seen.pair,),
        )
