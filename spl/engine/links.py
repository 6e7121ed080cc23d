"""Settings from a link, whose values are checked like any other input."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from math import nan
from typing import Any

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.embedding.sequence import NAMES as METHODS
from spl.embedding.spaces import BEFORE
from spl.engine.by_hand import ByHand, entries_from_text
from spl.engine.chosen_data import UPLOAD, corrected_data, open_settings_data
from spl.engine.lessons import find_lesson
from spl.engine.lessons.files import lesson_from_link
from spl.engine.lessons.model import MOST_STEPS, OWN
from spl.engine.link_unused import NAMES, repeated_rows, some, unused
from spl.engine.link_values import bounded, number, respelled, short, shown, whole
from spl.engine.live import CHOICES
from spl.engine.settings import (
    BESIDE,
    CAMERA,
    EMBEDDINGS,
    LIMITS,
    Settings,
    fitting,
    last_of,
)
from spl.explain.walkthrough_text import STEPS
from spl.player.colorings import COLORINGS, SHOWN

FAR = 100  # halves of the frame's extent; a camera that is farther off shows nothing
ZOOM = (0.2, 200)  # the player's
HIDDEN = re.compile(r"source|target|gone|[a-z]{1,12}(\.\d{1,5})+")
LONGEST_HIDDEN = 4000  # characters
FROM_A_FILE = (
    "This lesson came from a file, which a link cannot carry; open the file again on the Lessons "
    "page."
)
WORDS: Mapping[str, Collection[str]] = {
    "embedding": EMBEDDINGS,
    "color_by": COLORINGS,
    "live": CHOICES,
}


def settings_from_query(
    query: Mapping[str, str], *, uploaded: DomainPair | None = None
) -> tuple[Settings, list[str]]:
    """Settings from a link, and one sentence for each part that could not be used as it stands.

    Where its data are not available, nothing else of the link is used: the rest belongs to them.

    Parameters
    ----------
    query : mapping of str to str
        The link's query.
    uploaded : DomainPair, optional
        The visitor's data that the link names, if this server still keeps them.
    """
    settings = Settings()
    problems: list[str] = []
    query = {n if n.strip() in query else n.strip(): text for n, text in query.items()}
    try:
        pair = _choose_data(settings, query, uploaded, problems)
    except ValueError as error:
        rest = {*query} & {*NAMES} - {"data", "upload", "run"}
        said = "The rest of the link belongs to these data and was left out."
        return settings, [*problems, str(error), *([said] if rest else [])]
    settings.params = _params_from(query, settings.params, pair, problems)
    for name, allowed in WORDS.items():
        setattr(settings, name, _word(query, name, allowed, getattr(settings, name), problems))
    settings.shown = _shown_from(query.get("shown", ""), problems)
    settings.hidden = _hidden_from(query.get("hidden", ""), problems)
    settings.hand = _hand_from(query, pair, settings.params.T, problems)
    if "compare" in query:
        settings.compare = _params_from(query, settings.params, pair, problems, prefix=BESIDE)
        settings.compare_embedding = _word(
            query, "compare", EMBEDDINGS, settings.embedding, problems
        )
    if "camera" in query:
        settings.camera = _camera_from(query["camera"], problems)
    for name, least, most, of in (
        ("k", BEFORE, last_of(settings.params), "the run"),
        ("step", 1, len(STEPS), "the walk-through"),
        ("sample", 0, pair.n_target - 1, "the target"),
        ("lesson_step", 0, MOST_STEPS - 1, "a lesson"),
    ):
        if name in query:
            read = whole(query[name], name, least, most, of, problems)
            if read is not None:
                setattr(settings, name, read)
    own = query.get("own_lesson", "")
    settings.lesson = _lesson_from(query.get("lesson", ""), own, problems)
    settings.own_lesson = own if settings.lesson == OWN else ""
    settings.lesson_step *= bool(settings.lesson)
    settings.run = _word(query, "run", ("1", "0", ""), "", problems) == "1"
    problems += unused(query)
    return settings, problems


def _lesson_from(key: str, own: str, problems: list[str]) -> str:
    """The key of a lesson that there is; else nothing, and a sentence."""
    if key == OWN:
        try:
            lesson_from_link(own)
            return key
        except ValueError as error:
            problems.append(str(error) if own else FROM_A_FILE)
    elif key and find_lesson(key) is None:
        problems.append(f"There is no lesson {short(key)}; see the Lessons page.")
    else:
        return key
    return ""


def _choose_data(
    settings: Settings,
    query: Mapping[str, str],
    uploaded: DomainPair | None,
    problems: list[str],
) -> DomainPair:
    data = query.get("data", settings.data)
    if data != UPLOAD:
        data, said = corrected_data(data)
        problems += said
        pair = open_settings_data(data)
        settings.choose_data(data)
        return pair
    if uploaded is None:
        raise ValueError(
            "This link shows uploaded data, which a link cannot carry and the app no longer has; "
            "upload the files again on the Data page."
        )
    settings.choose_data(UPLOAD)
    settings.upload = query["upload"]
    return uploaded


def _word(
    query: Mapping[str, str],
    name: str,
    allowed: Collection[str],
    default: str,
    problems: list[str],
) -> str:
    """The query's word where it is allowed; else the default, and a sentence."""
    word = query.get(name, default)
    if word in allowed:
        return word
    why = "not offered by this server" if word in METHODS else "not known"
    problems.append(f"{name}={short(word)} is {why}; use {', '.join(filter(None, allowed))}.")
    return default


def _params_from(
    query: Mapping[str, str],
    base: SPLParams,
    pair: DomainPair,
    problems: list[str],
    prefix: str = "",
) -> SPLParams:
    """`base` with the query's values; a sentence for each that cannot be used as it stands."""
    params, refused = base, set()
    for f in fields(SPLParams):
        text = query.get(prefix + f.name)
        if text is None:
            continue
        try:
            value = _value(text, f.name, getattr(base, f.name))
            if isinstance(value, int | float) and not isinstance(value, bool):
                problems += respelled(text, prefix + f.name, value)
            if f.name in LIMITS and value > 0:  # others are refused below
                value = bounded(value, f.name, prefix, LIMITS[f.name], problems)
            params = replace(params, **{f.name: value})
        except ValueError as error:
            refused.add(f.name)
            problems.append(f"{prefix}{error}")
    fits = fitting(params, pair)
    for name, most in (("d1", "these data allow"), ("d2", f"d1={fits.d1}")):
        asked, used = getattr(params, name), getattr(fits, name)
        if asked != used and prefix + name in query and name not in refused:
            problems.append(f"{prefix}{name}={shown(asked)} is more than {most}; {used} is used.")
    return fits


def _shown_from(text: str, problems: list[str]) -> str:
    """What the player shows beside points; as at first, and a sentence, where it cannot be read."""
    if text in ("", "none") or not set(text.split(",")) - set(SHOWN):
        return text
    problems.append(f"shown={short(text)} must be none or some of {', '.join(SHOWN)}.")
    return ""


def _hidden_from(text: str, problems: list[str]) -> str:
    """What the legend switches off; nothing, and a sentence, where it cannot be read."""
    parts = filter(None, text.split(","))
    if len(text) <= LONGEST_HIDDEN and all(HIDDEN.fullmatch(part) for part in parts):
        return text
    problems.append(
        f"hidden={short(text)} must be source, target, gone, or entries of the legend as in "
        "class.0.2, with commas between them."
    )
    return ""


def _hand_from(query: Mapping[str, str], pair: DomainPair, T: int, problems: list[str]) -> ByHand:
    """Labels given and samples left out, and a sentence for what cannot be used."""
    found = {}
    for name, least, most in (("known", 0, pair.n_classes - 1), ("without", 1, T)):
        try:
            if name in query:
                found[name] = entries_from_text(query[name], name, pair.n_target, least, most)
                problems += repeated_rows(query[name], name)
        except ValueError as error:
            problems.append(str(error))
    rows = {row for row, _ in found.get("known", ())}
    kept = tuple(entry for entry in found.get("without", ()) if entry[0] not in rows)
    taking_part = [str(row) for row, _ in found.get("without", ()) if row in rows]
    if taking_part:
        problems.append(
            f"The link both labels and leaves out target row {some(taking_part)}; given labels "
            "stay, so this takes part."
        )
    return ByHand(found.get("known", ()), kept)


def _camera_from(text: str, problems: list[str]) -> dict[str, float] | None:
    try:
        parts = [float(part) for part in text.split(",")]
    except ValueError:
        parts = []
    x, y, zoom = parts if len(parts) == 3 else (nan, nan, nan)
    if not (abs(x) <= FAR and abs(y) <= FAR and ZOOM[0] <= zoom <= ZOOM[1]):  # nor is nan
        problems.append(
            f"camera={short(text)} must be three numbers: x and y, at most {FAR} to either side, "
            f"and a zoom from {ZOOM[0]} to {ZOOM[1]}."
        )
        return None
    return dict(zip(CAMERA, parts, strict=True))


def _value(text: str, name: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text not in ("True", "False"):
            raise ValueError(f"{name}={short(text)} must be True or False.")
        return text == "True"
    if isinstance(default, str):
        return text[:60]
    return number(text, name, like=default)
