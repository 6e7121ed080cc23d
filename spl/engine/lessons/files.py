"""A lesson as a small file that opens elsewhere: its data, settings, steps and questions.

A sample or generator is named; the visitor's own data travel as arrays where they are small.
"""

from __future__ import annotations

import base64
import io
import json
import math
import zlib
from binascii import Error
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from functools import lru_cache
from typing import Any, get_type_hints
from zipfile import BadZipFile, ZipFile

import numpy as np

from spl.data.pair import DomainPair
from spl.data.readers.features import halved
from spl.data.target_labels import missing_labels
from spl.engine.chosen_data import UPLOAD
from spl.engine.lessons.model import MOST_STEPS, OWN, PARTS, Lesson, Step
from spl.engine.lessons.questions import COUNTED, KINDS, Question
from spl.player.colorings import COLORINGS

FORMAT = "spl-lesson-1"
MOST_VALUES = 400_000  # numbers of both domains that a file may carry
MOST_BYTES = 8_000_000  # of a file
MOST_LINKED = 6000  # characters of a link that hold a lesson: proxies refuse 8 kB
ARRAYS = ("X_source", "y_source", "X_target", "y_target")


def write_lesson(lesson: Lesson, pair: DomainPair) -> str:
    """Return a lesson as the text of its file.

    Parameters
    ----------
    lesson : Lesson
        With its link's query.
    pair : DomainPair
        The data; they are in the file only where the link cannot name them.

    Raises
    ------
    ValueError
        If own data are too large for a file.
    """
    found = _told(lesson)
    if lesson.query.get("data") == UPLOAD:
        n = pair.n_samples * pair.n_features
        if n > MOST_VALUES:
            raise ValueError(
                f"These data have {n:,} values but a lesson's file holds at most {MOST_VALUES:,}; "
                "give fewer samples or features, or make the lesson with a sample set."
            )
        found["pair"] = _packed(pair)
    return json.dumps(found, ensure_ascii=False, indent=1)


def _told(lesson: Lesson) -> dict[str, Any]:
    """A lesson without its data."""
    found: dict[str, Any] = {"format": FORMAT, "title": lesson.title, "text": lesson.text}
    found["query"] = {k: v for k, v in lesson.query.items() if k not in ("upload", "lesson")}
    found["steps"] = [_plain(step) for step in lesson.steps]
    return found


def _plain(step: Step) -> dict[str, Any]:
    found = asdict(step)
    if step.question is not None:
        found["question"] = {"kind": step.question.kind, **asdict(step.question)}
    return found


def _packed(pair: DomainPair) -> dict[str, Any]:
    buffer = io.BytesIO()
    arrays = {name: getattr(pair, name) for name in ARRAYS if getattr(pair, name) is not None}
    for name, values in arrays.items():
        if values.dtype == object:  # a missing label stays missing: "None" would be a class
            arrays[name] = np.where(missing_labels(values), "", values.astype(str))
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    names = {"name": pair.name, "source_name": pair.source_name, "target_name": pair.target_name}
    classes = None if pair.class_names is None else [str(name) for name in pair.class_names]
    packed = base64.b64encode(buffer.getvalue()).decode()
    return {**names, "class_names": classes, "arrays": packed}


def read_lesson(content: bytes) -> tuple[Lesson, DomainPair | None]:
    """Return the lesson of a file, and its own data where it carries any.

    Parameters
    ----------
    content : bytes
        Of the file.

    Raises
    ------
    ValueError
        With one sentence, if it is not such a file or a part of it cannot be used.
    """
    if len(content) > MOST_BYTES:
        raise ValueError(
            f"This file has {len(content) / 1e6:.0f} MB but a lesson has at most "
            f"{MOST_BYTES // 10**6} MB; choose the JSON file that “Save as a lesson” made."
        )
    try:
        found = json.loads(content.decode("utf-8"))
        if found["format"] != FORMAT:
            raise ValueError("another format")
        json.dumps(found, ensure_ascii=False).encode()  # half a character: no page can show it
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(
            "This file is not a lesson; choose the JSON file that “Save as a lesson” made."
        ) from error
    try:
        lesson = _lesson(found)
        pair = _unpacked(found["pair"]) if "pair" in found else None
    except (KeyError, TypeError, AttributeError, BadZipFile, OSError, EOFError, Error) as error:
        raise ValueError(
            f"This lesson's file is damaged ({type(error).__name__}); save the lesson again."
        ) from error
    if (pair is None) == (lesson.query.get("data") == UPLOAD):
        raise ValueError("This lesson's file and its data do not fit; save the lesson again.")
    return lesson, pair


def lesson_to_link(lesson: Lesson) -> str:
    """Return title and steps of a lesson as a part of a link, whose other parts name the data.

    Parameters
    ----------
    lesson : Lesson
        On data that a link can name.

    Raises
    ------
    ValueError
        If they are too long for a link.
    """
    text = json.dumps(_told(replace(lesson, query={})), ensure_ascii=False)
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(packed) > MOST_LINKED:
        raise ValueError(
            f"This lesson needs {len(packed):,} characters of a link, which holds at most "
            f"{MOST_LINKED:,}; save it as a file."
        )
    return packed


@lru_cache(maxsize=16)  # a page asks for its lesson several times on each rerun
def lesson_from_link(packed: str) -> Lesson:
    """Return the lesson that a part of a link holds.

    Parameters
    ----------
    packed : str
        As `lesson_to_link` made it.

    Raises
    ------
    ValueError
        With one sentence, if it is no lesson.
    """
    try:
        content = base64.urlsafe_b64decode(packed[:MOST_LINKED] + "===")
        unpacked = zlib.decompressobj().decompress(content, MOST_BYTES)
        return read_lesson(unpacked)[0]
    except (ValueError, zlib.error) as error:  # binascii's Error is a ValueError
        raise ValueError(
            "The lesson in this link is damaged or was cut short; copy the whole link again."
        ) from error


def _lesson(found: Mapping[str, Any]) -> Lesson:
    steps = found["steps"]
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise ValueError(
            f"A lesson has 1 to {MOST_STEPS} steps; add or remove some and save again."
        )
    query = {str(name): str(value) for name, value in found["query"].items()}
    title, text = str(found["title"])[:200], str(found["text"])[:2000]
    return Lesson(OWN, title, text, "alignment", query, tuple(map(_step, steps)))


def _step(given: Any) -> Step:
    values = _mapping(given)
    asked = values.pop("question", None)
    values["focus"] = tuple(map(str, values.get("focus") or ()))
    if values.get("camera") is not None:
        camera = tuple(values["camera"])
        numbers = [v for v in camera if type(v) in (int, float) and math.isfinite(v)]
        if len(camera) != 3 or len(numbers) != 3:
            raise TypeError("a camera has three numbers")
        values["camera"] = tuple(map(float, camera))
    step = Step(**values, question=None if asked is None else _question(asked))
    for name, allowed in (("color_by", COLORINGS), ("point", PARTS), ("mark", ("", *COUNTED))):
        _check_word(name, getattr(step, name), allowed)
    _check_types(step)
    return step


def _mapping(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise TypeError("a part of a lesson has names and values")
    return dict(given)


def _question(given: Any) -> Question:
    values = _mapping(given)
    kind = values.pop("kind")
    _check_word("kind", kind, KINDS)
    if "options" in values:
        options = [tuple(map(str, option)) for option in values["options"]]
        if any(len(option) != 2 for option in options):
            raise TypeError("an option has two texts")
        values["options"] = tuple(options)
    question = KINDS[kind](**values)
    known = {"what": COUNTED, "among": COUNTED, "by": ("class", "cluster")}
    known["of"] = ("accuracy", "agreement")
    for name, allowed in known.items():
        if hasattr(question, name):
            _check_word(name, getattr(question, name), allowed)
    _check_types(question)
    return question


def _check_word(name: str, word: object, allowed: Any) -> None:
    if not isinstance(word, str) or word not in allowed:
        known = ", ".join(filter(None, allowed))
        raise ValueError(f"{name} = {str(word)[:40]!r} of this lesson is not known; use {known}.")


def _check_types(part: Step | Question) -> None:
    """Whether numbers are whole numbers and texts are texts."""
    hints = get_type_hints(type(part))
    for f in fields(part):
        value, hint = getattr(part, f.name), hints[f.name]
        wrong = {
            int: not isinstance(value, int),
            int | None: not isinstance(value, int | None),
            str: not isinstance(value, str),
        }.get(hint, False)
        if wrong or isinstance(value, bool):
            needed = "a text" if hint is str else "a whole number"
            raise ValueError(f"{f.name} = {str(value)[:40]!r} of this lesson must be {needed}.")


def _unpacked(found: Mapping[str, Any]) -> DomainPair:
    arrays = _arrays(base64.b64decode(found["arrays"]))
    name, source, target = (
        str(found[name])[:100] for name in ("name", "source_name", "target_name")
    )
    return DomainPair(
        arrays["X_source"],
        arrays["y_source"],
        arrays["X_target"],
        arrays.get("y_target"),
        name=name,
        source_name=source,
        target_name=target,
        class_names=found["class_names"],
    )


def _arrays(content: bytes) -> dict[str, Any]:
    try:
        return _read_arrays(content)
    except (ValueError, RuntimeError, zlib.error) as error:  # NotImplementedError is a RuntimeError
        raise TypeError("damaged arrays") from error


def _read_arrays(content: bytes) -> dict[str, Any]:
    with ZipFile(io.BytesIO(content)) as packed:  # a small file may hold much: look before reading
        if sum(part.file_size for part in packed.infolist()) > 64 * MOST_VALUES:
            raise TypeError("too large")
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        found = {name: file[name] for name in ARRAYS if name in file.files}
    if any(map(halved, found.values())):
        raise TypeError("half a character")
    return found
