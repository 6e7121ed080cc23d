"""A lesson's file opens elsewhere as it was, and a bad one is refused in one sentence."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

from spl.data.pair import DomainPair
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons import LESSONS, Lesson
from spl.engine.lessons.files import (
    MOST_VALUES,
    lesson_from_link,
    lesson_to_link,
    read_lesson,
    write_lesson,
)
from spl.engine.lessons.model import OWN
from spl.engine.links import settings_from_query


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_lesson_survives_its_file(lesson):
    text = write_lesson(lesson, open_settings_data(lesson.query["data"]))
    assert len(text) < 12_000  # a sample is named, not packed
    again, pair = read_lesson(text.encode())
    assert pair is None
    wanted = (OWN, lesson.title, lesson.text, lesson.query, lesson.steps)
    assert (again.key, again.title, again.text, again.query, again.steps) == wanted


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_every_lesson_survives_its_link(lesson):
    packed = lesson_to_link(lesson)
    assert packed.replace("-", "").replace("_", "").isalnum()  # nothing for a link to escape
    again = lesson_from_link(packed)
    wanted = (OWN, lesson.title, lesson.text, lesson.steps)
    assert (again.key, again.title, again.text, again.steps) == wanted
    query = lesson.query | {"lesson": OWN, "own_lesson": packed, "lesson_step": "1"}
    settings, problems = settings_from_query(query)
    assert problems == [] and settings.lesson == OWN
    assert settings.to_query()["own_lesson"] == packed  # and so after a reload
    settings.choose_data("moons")
    assert "own_lesson" not in settings.to_query()


@pytest.mark.parametrize("damage", [lambda s: s[:-9], lambda s: "x" + s, lambda s: "ü!"])
def test_a_damaged_link_opens_the_data_without_the_lesson(damage):
    packed = damage(lesson_to_link(LESSONS[0]))
    query = LESSONS[0].query | {"lesson": OWN, "own_lesson": packed}
    settings, problems = settings_from_query(query)
    assert settings.lesson == settings.own_lesson == ""
    assert len(problems) == 1 and "copy the whole link again" in problems[0]
    assert settings.data == LESSONS[0].query["data"]


def test_a_lesson_too_long_for_a_link_is_refused():
    noise = np.random.default_rng(0).integers(0, 10, 20_000)
    with pytest.raises(ValueError, match="save it as a file"):
        lesson_to_link(replace(LESSONS[0], title="".join(map(str, noise))))


def own(n=20, d=3):
    rng = np.random.default_rng(0)
    y = np.array(["ash", "fir"], dtype=object)[np.arange(n) % 2]
    pair = DomainPair(rng.normal(size=(n, d)), y, rng.normal(size=(n, d)), name="trees")
    lesson = Lesson(
        "x", "Mine", "Look.", "alignment", {"data": "upload", "upload": "t"}, LESSONS[0].steps
    )
    return lesson, pair


def test_small_data_of_ones_own_travel_in_the_file():
    lesson, pair = own()
    text = write_lesson(lesson, pair)
    again, opened = read_lesson(text.encode())
    assert again.query == {"data": "upload"} and opened.y_target is None
    assert opened.digest == pair.digest and opened.class_names == ("ash", "fir")


def test_missing_target_labels_stay_missing():
    _, pair = own()
    yt = np.array([None, "fir", "elm", "ash"] * 5, dtype=object)
    pair = replace(pair, y_target=yt)
    lesson, _ = own()
    _, opened = read_lesson(write_lesson(lesson, pair).encode())
    assert opened.yt.tolist() == pair.yt.tolist() and not opened.counted[0]


def test_large_data_are_refused():
    lesson, pair = own(n=2000, d=MOST_VALUES // 4000 + 1)
    with pytest.raises(ValueError, match="holds at most 400,000"):
        write_lesson(lesson, pair)


def changed(**parts):
    lesson, pair = own()
    found = json.loads(write_lesson(lesson, pair))
    step = found["steps"][1]
    for name, value in parts.items():
        if name in ("kind", "what"):
            step["question"][name] = value
        elif name in step:
            step[name] = value
        else:
            found[name] = value
    return json.dumps(found).encode()


def one_byte_off():
    lesson, pair = own()
    found = json.loads(write_lesson(lesson, pair))
    arrays = bytearray(base64.b64decode(found["pair"]["arrays"]))
    arrays[80] ^= 0xFF  # within the first compressed array
    found["pair"]["arrays"] = base64.b64encode(arrays).decode()
    return json.dumps(found).encode()


def halved_label():
    lesson, pair = own()
    whole = replace(pair, y_source=np.array(["ash", "fir\ud83d"])[np.arange(20) % 2])
    found = json.loads(write_lesson(lesson, pair))
    found["pair"]["arrays"] = json.loads(write_lesson(lesson, whole))["pair"]["arrays"]
    return json.dumps(found).encode()


BAD = [
    (changed(title="cut \ud83d"), "is not a lesson"),
    (halved_label(), "is damaged"),
    (b"\x89PNG", "is not a lesson"),
    (b"[1, 2]", "is not a lesson"),
    (b'{"format": "other"}', "is not a lesson"),
    (b"[" * 100_000, "is not a lesson"),
    (b" " * 8_000_001, "at most 8 MB"),
    (changed(steps=[]), "has 1 to 8 steps"),
    (changed(steps=[{"text": "x"}] * 9), "has 1 to 8 steps"),
    (changed(steps=["x"]), "is damaged"),
    (changed(color_by="sound"), "color_by = 'sound' of this lesson is not known"),
    (changed(mark=["x"]), "mark = "),
    (changed(kind="essay"), "kind = 'essay' of this lesson is not known; use click, number"),
    (changed(what="__class__"), "what = '__class__' of this lesson is not known"),
    (changed(k="3"), "k = '3' of this lesson must be a whole number"),
    (changed(camera=[1, 2]), "is damaged"),
    (changed(camera=["a", 0, 1]), "is damaged"),
    (changed(camera=[float("nan"), 0, 1]), "is damaged"),
    (changed(kind="choice", options=[["1", "2", "3"]]), "is damaged"),
    (one_byte_off(), "is damaged"),
    (changed(pair={"arrays": "AAAA"}), "is damaged"),
    (changed(query={"data": "moons"}), "do not fit"),
    (changed(query=3), "is damaged"),
]


@pytest.mark.parametrize("content, sentence", BAD)
def test_a_bad_file_gets_one_sentence(content, sentence):
    with pytest.raises(ValueError, match="(?s)^[^\n]+$") as caught:
        read_lesson(content)
    assert sentence in str(caught.value)
