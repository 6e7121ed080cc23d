"""Links with odd parts: corrected and said, never an exception, never silently another thing."""

from functools import lru_cache

import pytest
from bad_inputs.fuzzing import fuzz
from hypothesis import given
from hypothesis import strategies as st

from spl.engine import links
from spl.engine.lessons import LESSONS
from spl.engine.link_unused import NAMES, PARAMS, repeated
from spl.engine.links import settings_from_query

ODD = [
    "", "0", "1", "-1", "nan", "inf", "-inf", "1e400", "9" * 400, "0" + "9" * 400,
    " 5.0", "9" * 5000, "1_0", " 3 ",
    "\u0663", "\u00b2", "\u00bd", "0x10", "3.7", "True", "true", "None", "\x00", "\u202e", "\ud800",
    "a,b", "1,2,3", "nan,0,1", "0,0,2", "1e308,0,1", "1:2", "1:2,1:3", ":", "<script>", "../../etc",
    "both", "sp", "global", "open", "tsne", "PCA", "on", "none", "names,none", "first",
    "own", "upload", "a" * 5000, "icons", "icons:filled", "icons:filled,letters:sans",
    "icons:outline@0,icons:filled", "moons", "moons?", "moons?noise=nan", "moons?n=1e9",
    "moons?x=1", "icons:outline@x,icons:filled",
]  # fmt: skip
NAME = st.one_of(
    st.sampled_from([*NAMES, *(f"b_{p}" for p in PARAMS), "hidden", "D1", ""]), st.text()
)
PARTS = st.dictionaries(NAME, st.one_of(st.sampled_from(ODD), st.text()), max_size=6)
DATA = st.sampled_from([{}, {"data": "moons"}, {"data": "icons:filled,icons:outline"}])


@fuzz
@given(DATA, PARTS)
def test_any_link_gives_settings_that_a_link_reproduces(data, parts):
    settings, problems = settings_from_query(parts | data)
    for sentence in problems:
        assert "\n" not in sentence and sentence.endswith(".") and len(sentence) < 700
    again, more = settings_from_query(settings.to_query())
    if settings.camera == {"x": 0, "y": 0, "zoom": 1}:  # where a camera stands without one
        settings.camera = None
    assert (again, more) == (settings, [])


@pytest.fixture(autouse=True, scope="module")
def opened_once():
    """Make each pair once: generators draw their points."""
    before = links.open_settings_data
    links.open_settings_data = lru_cache(before)
    yield
    links.open_settings_data = before


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            {"D1": "3", "hide": "x"},
            "Parts of the link are not known and were left out: 'D1', 'hide'.",
        ),
        (
            {"b_d1": "2"},
            "b_d1 belongs to a second run, which the link does not ask for with compare=",
        ),
        (
            {"b_d1": "2", "b_T": "2"},
            "b_d1, b_T belong to a second run, which the link does not ask",
        ),
        ({"upload": "Zm9v"}, "upload belongs to data=upload, which the link does not ask for"),
        ({"lesson_step": "2"}, "lesson_step belongs to a lesson, which the link does not name"),
        ({"own_lesson": "x"}, "own_lesson belongs to a lesson, which the link does not name"),
        ({"shown": "none,names"}, "shown='none,names' must be none or some of"),
        ({"selection": "none", "k": "4"}, "k='4' is outside -1 to 0, the range of the run"),
        ({"known": "3:1,5:0,3:0"}, "known names target row 3 several times; the last is used."),
        ({"without": "3:1,3:2"}, "without names target row 3 several times; the last is used."),
        ({"known": "3:1,4:1", "without": "2:1,4:1"}, "both labels and leaves out target row 4;"),
        ({"run": "yes"}, "run='yes' is not known; use 1, 0."),
        ({"lesson": "x"}, "There is no lesson 'x'; see the Lessons page."),
        ({str(i): "" for i in range(99)}, "'4', '5' and 93 more."),
    ],
)
def test_what_a_link_cannot_mean_is_said(query, sentence):
    settings, problems = settings_from_query({"data": "moons", "T": "4"} | query)
    assert len(problems) == 1 and sentence in problems[0]
    assert settings.params.T == 4 and not settings.run


SLIDERS = "it has n_per_class, rotation, shift, noise, seed."


@pytest.mark.parametrize(
    ("data", "meant", "said"),
    [
        ("moons?n=05", "moons", [f"moons has no slider 'n', which was left out; {SLIDERS}"]),
        (
            "moons?n_classes=3&shift=0.5",
            "moons?shift=0.5",
            [f"moons has no slider 'n_classes', which was left out; {SLIDERS}"],
        ),
        ("moons?shift=nan", "moons", ["shift='nan' must be a number; it was left out."]),
        ("moons?noise", "moons", ["noise='' must be a number; it was left out."]),
        (
            "moons?n_per_class=ten",
            "moons",
            ["n_per_class='ten' must be a whole number; it was left out."],
        ),
        ("moons?seed=05", "moons?seed=5", ["seed='05' is read as 5."]),
        (
            "moons?shift=0.4&shift=0.5",
            "moons?shift=0.5",
            ["data has 'shift' several times; the last is taken."],
        ),
        ("moons?shift=0.50", "moons?shift=0.5", []),
        ("moons?", "moons", []),
        (
            "icons:filled,icons:outline?n=5&seed=1",
            "icons:filled,icons:outline",
            ["data='icons:filled,icons:outline' has no sliders; 'n', 'seed' was left out."],
        ),
    ],
)
def test_sliders_that_the_data_do_not_have_are_left_out_and_said(data, meant, said):
    settings, problems = settings_from_query({"data": data, "T": "4"})
    assert (settings.data, problems, settings.params.T) == (meant, said, 4)
    assert settings_from_query(settings.to_query()) == (settings, [])


def test_a_slider_beyond_its_end_stands_there():
    settings, problems = settings_from_query({"data": "moons?shift=1e9"})
    assert "shift=1e+09 is outside " in problems[0] and len(problems) == 1
    assert settings.data.startswith("moons?shift=")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {"own_lesson": "x", "lesson": next(iter(LESSONS)).key},
            "own_lesson belongs to lesson=own, and the link names another;",
        ),
        ({"d1": "1", "d2": "x"}, "d2='x' must be a whole number."),
        ({"d1": "1", "d2": "-3"}, "d2=-3 must be a whole number of at least 1."),
        ({"d1": "1", "d2": "0"}, "d2=0 must be a whole number of at least 1."),
        ({"d1": "1", "d2": "9"}, "d2=9 is more than d1=1; 1 is used."),
    ],
)
def test_each_part_that_is_left_out_is_said_once(query, said):
    settings, problems = settings_from_query({"data": "icons:filled,icons:outline"} | query)
    assert len(problems) == 1 and problems[0].startswith(said)
    assert settings_from_query(settings.to_query()) == (settings, [])


WRITTEN = ["05", " 5", "5 ", "5.0", "+5", "5.", "0.5e1", "\u0665", "\uff15", "0_5", "005.000"]


@pytest.mark.parametrize("text", WRITTEN)
@pytest.mark.parametrize("name", ["T", "d1", "b_T", "k", "step", "sample"])
def test_a_whole_number_in_another_spelling_is_read_and_said(name, text):
    link = {"data": "icons:filled,icons:outline", "T": "9", "compare": "pca"}
    settings, problems = settings_from_query(link | {name: text})
    assert problems == [f"{name}={text!r} is read as 5."]
    assert settings == settings_from_query(link | {name: "5"})[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2", []),
        ("2.0", []),
        ("2e0", []),
        ("02", 1),
        (" 2", 1),
        ("2_0", 1),
        ("+2", 1),
        ("\u0662", 1),
    ],
)
def test_a_number_in_another_spelling_is_read_and_said(text, said):
    settings, problems = settings_from_query({"data": "moons", "alpha": text})
    assert settings.params.alpha == float(text)
    assert problems == (said and [f"alpha={text!r} is read as {float(text):g}."])


def test_blanks_around_a_name_are_left_out():
    link = {"data": "moons", " T ": "5", "k\t": "2"}
    settings, problems = settings_from_query(link)
    assert (settings.params.T, settings.k, problems) == (5, 2, [])
    settings, problems = settings_from_query(link | {"T": "4"})
    assert settings.params.T == 4 and "not known and were left out: ' T '" in problems[0]


def test_what_others_add_to_a_link_is_let_through():
    query = {"data": "moons", "embed": "true", "utm_source": "mail", "fbclid": "x"}
    assert settings_from_query(query)[1] == []


def test_a_part_that_comes_twice_is_said_with_the_one_that_is_used():
    assert repeated({"k": ["3", "4"], "T": ["5", "5"], "data": ["moons"]}) == [
        "The link has 'k' several times; the last, '4', is taken."
    ]
