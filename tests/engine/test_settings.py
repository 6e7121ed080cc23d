"""Links: what they reproduce, and what they say about values they cannot use."""

import re

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.generators import GENERATORS
from spl.data.pair import DomainPair
from spl.data.samples import usual_params
from spl.engine.chosen_data import (
    generator_arguments,
    generator_data,
    open_settings_data,
    recommended_params,
)
from spl.engine.lessons import LESSONS
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.player.bundler import FOLDER
from spl.player.colorings import COLORINGS, SHOWN


def test_a_link_reproduces_settings():
    settings = Settings()
    settings.choose_data("letters:serif,letters:sans")
    settings.params = SPLParams(
        d1=40, d2=12, T=6, labeling="sp", alpha=0.5, normalize_centers=False
    )
    settings.embedding, settings.color_by, settings.k, settings.run = "umap", "domain", 3, True
    settings.compare, settings.compare_embedding = SPLParams(d1=20, d2=12, T=6), "pca"
    settings.camera = {"x": 0.25, "y": -0.5, "zoom": 3.0}
    settings.step, settings.sample, settings.lesson = 4, 17, LESSONS[0].key
    again, problems = settings_from_query(settings.to_query())
    assert (again, problems) == (settings, [])


def test_a_link_to_recommended_values_is_short():
    assert list(Settings().to_query()) == ["data"]


@pytest.mark.parametrize("name", list(GENERATORS))
def test_generator_settings_travel(name):
    sliders = GENERATORS[name].sliders
    arguments = {a: s.minimum for a, s in sliders.items()}
    assert generator_arguments(generator_data(name, arguments)) == arguments
    assert open_settings_data(name).n_classes >= 2


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("nothing", "is not the name of a sample set or a generator"),
        ("icons", "data=icons names no domains; write for example data=icons:filled,icons:out"),
        ("icons:filled,icons:filled", "choose two different domains"),
        ("icons:filled,icons:none", "has no domain 'none'"),
        ("icons:filled,letters:sans", "is not the name of a sample set or a generator"),
        ("upload", "a link cannot carry"),
    ],
)
def test_a_link_to_data_that_cannot_be_had_says_so_and_runs_nothing(data, sentence):
    query = {"data": data, "d1": "8", "k": "3", "run": "1"}
    settings, problems = settings_from_query(query)
    assert len(problems) == 2 and sentence in problems[0]
    assert problems[1] == "The rest of the link belongs to these data and was left out."
    assert settings == Settings()
    assert len(settings_from_query({"data": data})[1]) == 1


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"step": "two"}, "step='two' must be a whole number"),
        ({"sample": "1.5"}, "sample='1.5' must be a whole number"),
        ({"lesson": "<b>"}, "There is no lesson '<b>'"),
        ({"lesson": "own"}, "This lesson came from a file"),
    ],
)
def test_what_a_link_says_wrongly_is_told_and_the_rest_is_used(query, sentence):
    settings, problems = settings_from_query({"data": "moons", "k": "3", **query})
    assert len(problems) == 1 and sentence in problems[0]
    assert (settings.k, settings.step, settings.sample, settings.lesson) == (3, 1, None, "")


def test_uploaded_data_that_are_still_kept_are_found_again():
    pair = DomainPair(np.ones((6, 9)), [0, 0, 1, 1, 2, 2], np.ones((3, 9)))
    settings, problems = settings_from_query(
        {"data": "upload", "upload": "token", "d1": "8", "run": "1"}, uploaded=pair
    )
    assert problems == []
    assert (settings.data, settings.upload, settings.params.d1) == ("upload", "token", 8)
    assert settings_from_query(settings.to_query(), uploaded=pair) == (settings, [])


@pytest.mark.parametrize(
    ("n_classes", "n_features", "d1", "d2"),
    [
        (2, 300, 128, 16),
        (20, 300, 128, 40),
        (65, 1000, 512, 128),
        (200, 1000, 512, 200),
        (600, 1000, 600, 600),
        (600, 500, 500, 500),
        (200, 150, 150, 150),
        (3, 2, 2, 2),
    ],
)
def test_usual_d2_is_not_below_the_number_of_classes(n_classes, n_features, d1, d2):
    X = np.ones((max(2 * n_classes, 500), n_features), dtype=np.float32)
    params = usual_params(DomainPair(X, np.arange(len(X)) % n_classes, X))
    assert (params.d1, params.d2) == (d1, d2)


def test_a_generators_recommended_d2_follows_its_classes():
    assert recommended_params("gaussian?n_classes=8").d2 == 8
    few = recommended_params("gaussian?n_features=4")
    assert few.d1 == 4


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"d1": "x"}, "d1='x' must be a whole number"),
        ({"b_T": "999999999999999999999", "compare": "pca"}, "is outside 1 to 200"),
        ({"labeling": "x" * 9999}, "is not known"),
        ({"d2": "0"}, "d2=0 must be a whole number of at least 1"),
        ({"labeling": "all"}, "labeling='all' is not known"),
        ({"alpha": "-1"}, "alpha=-1.0 must be a number from 0.000001"),
        ({"normalize_centers": "1"}, "must be True or False"),
        ({"embedding": "x"}, "embedding='x' is not known"),
        ({"color_by": "x"}, "color_by='x' is not known"),
        ({"camera": "1,2"}, "camera='1,2' must be three numbers"),
        ({"camera": "1,nan,2"}, "must be three numbers"),
        ({"b_T": "9" * 400, "compare": "pca"}, "b_T='99999999999999999999…' is outside 1 to 200"),
        ({"d1": "9" * 400}, "d1=999"),
        ({"camera": "1e308,0,2"}, "at most 100 to either side"),
        ({"camera": "0,0,1000"}, "a zoom from 0.2 to 200"),
        ({"compare": "pca", "b_d1": "-1"}, "b_d1=-1 must be a whole number"),
        ({"compare": "nope"}, "compare='nope' is not known; use tsne, umap, pca"),
        (
            {"alpha": "1e9"},
            "alpha=1e+09 is outside 1e-06 to 1e+06, the range of the app; 1e+06 is",
        ),
        ({"compare": "pca", "b_alpha": "1e-9"}, "b_alpha=1e-09 is outside 1e-06"),
        ({"d1": "9" * 5000}, "d1='99"),
        ({"k": "9" * 5000}, "k='99"),
        ({"k": "last"}, "k='last' must be a whole number"),
    ],
)
def test_a_link_with_a_bad_value_says_so_and_keeps_the_rest(query, sentence):
    settings, problems = settings_from_query({"T": "4"} | query)
    assert len(problems) == 1 and sentence in problems[0] and len(problems[0]) < 250
    assert settings.params.T == 4


@pytest.mark.parametrize(
    ("query", "sentence", "used"),
    [
        ({"k": "99"}, "k='99' is outside -1 to 4, the range of the run; 4 is shown", {"k": 4}),
        ({"k": "-2"}, "k='-2' is outside -1 to 4", {"k": -1}),
        ({"step": "99"}, "the range of the walk-through; 11 is shown", {"step": 11}),
        ({"sample": "-5"}, "the range of the target; 0 is shown", {"sample": 0}),
        ({"sample": "200"}, "is outside 0 to 199", {"sample": 199}),
        ({"d1": "99"}, "d1=99 is more than these data allow; 37 is used", {}),
        ({"d1": "1", "d2": "2"}, "d2=2 is more than d1=1; 1 is used", {}),
        ({"compare": "pca", "b_d2": "9"}, "b_d2=9 is more than d1=2; 2 is used", {}),
    ],
)
def test_a_link_with_a_value_out_of_bounds_says_what_is_used_instead(query, sentence, used):
    settings, problems = settings_from_query({"data": "moons", "T": "4", "d1": "2"} | query)
    assert len(problems) == 1 and sentence in problems[0]
    for name, value in used.items():
        assert getattr(settings, name) == value
    assert settings_from_query(settings.to_query()) == (settings, [])


def test_each_colouring_of_the_player_survives_a_link():
    source = (FOLDER / "palette.js").read_text(encoding="utf-8")
    drawn = re.findall(r"^    (\w+): \(\) => {$", source, re.MULTILINE)  # what has code of its own
    assert len(drawn) == 9
    for key in drawn:
        settings = Settings(color_by=key)
        found, problems = settings_from_query(settings.to_query())
        assert found.color_by == key and problems == []
    assert list(COLORINGS) == drawn


def test_a_number_of_hundreds_of_digits_is_corrected():
    settings, problems = settings_from_query({"T": "9" * 400})
    assert settings.params.T == 200
    assert problems[0].startswith("T='99999999999999999999…' is outside 1 to 200")


@pytest.mark.parametrize("shown", ["", "none", *SHOWN, ",".join(SHOWN)])
def test_what_the_picture_shows_survives_a_link(shown):
    settings = Settings(shown=shown)
    read, problems = settings_from_query(settings.to_query())
    assert (read.shown, problems) == (shown, [])


@pytest.mark.parametrize("hidden", ["", "class.1.3,target,gone", "rank.0,source"])
def test_what_the_legend_hides_survives_a_link_and_ends_with_its_data(hidden):
    settings = Settings("letters:sans,letters:serif", hidden=hidden)
    read, problems = settings_from_query(settings.to_query())
    assert (read.hidden, problems) == (hidden, [])
    settings.choose_data("moons")
    assert settings.hidden == ""


@pytest.mark.parametrize(
    "hidden", ["class", "class.x", "<b>.1", "class.1;2", "class.123456", "class.1," * 700]
)
def test_what_no_legend_can_hide_is_said(hidden):
    read, problems = settings_from_query({"hidden": hidden})
    assert read.hidden == ""
    assert problems[0].startswith("hidden=") and "class.0.2" in problems[0]


def test_what_the_picture_cannot_show_is_said():
    read, problems = settings_from_query({"shown": "names,rainbows"})
    assert read.shown == ""
    assert problems[0].startswith("shown='names,rainbows' must be none or some of names, lines")
