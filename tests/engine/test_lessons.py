"""What each lesson claims, on the actual run."""

from functools import cache

import numpy as np
import pytest

from spl.algorithm.partial import lacking_note
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.prepared import iterate_pair
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons import LESSONS
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.measures.baselines import baseline_labels
from spl.measures.evaluation import accuracy, agreement
from spl.measures.label_sets import open_set_scores
from spl.measures.margins import matching_margins
from spl.ui.app.shell import PAGES


@cache
def _settings(key: str) -> Settings:
    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    settings, problems = settings_from_query(lesson.query)
    assert problems == []
    return settings


@cache
def _states(key: str, beside: bool = False, **changed) -> list[SPLState]:
    from dataclasses import replace

    settings = _settings(key)
    params = settings.compare if beside else settings.params
    pair = open_settings_data(settings.data)
    return list(iterate_pair(pair, replace(params, **changed)))


def _final(key: str, beside: bool = False, **changed) -> float:
    pair = open_settings_data(_settings(key).data)
    return accuracy(_states(key, beside, **changed)[-1].pseudo_labels, pair.yt)


@cache
def _baselines(key: str) -> dict[str, float]:
    pair = open_settings_data(_settings(key).data)
    labels = baseline_labels(pair, _settings(key).params)
    return {name: accuracy(y, pair.yt) for name, y in labels.items()}


def easy_shift():
    pair, states = open_settings_data(_settings("easy shift").data), _states("easy shift")
    best = max(_baselines("easy shift").values())
    assert accuracy(states[0].pseudo_labels, pair.yt) < best - 0.1
    assert _final("easy shift") > best + 0.1
    first, last = (_class_gap(state, pair) for state in (states[0], states[-1]))
    assert last < first / 2


def _class_gap(state: SPLState, pair) -> float:
    """Mean distance between the domains' class means in the subspace."""
    z = [(state.z_source, pair.ys), (state.z_target, pair.yt)]
    means = [np.stack([z[y == c].mean(axis=0) for c in range(pair.n_classes)]) for z, y in z]
    return float(np.linalg.norm(means[0] - means[1], axis=1).mean())


def icons():
    first = accuracy(
        _states("icons")[0].pseudo_labels, open_settings_data(_settings("icons").data).yt
    )
    assert _final("icons") > first + 0.03
    assert _baselines("icons")["1-NN"] < 0.5 < _final("icons") - 0.2


def mean_shift():
    scores = _baselines("mean shift")
    assert scores["1-NN centred"] > scores["1-NN"] + 0.08
    assert scores["SVM centred"] > scores["SVM"] + 0.08
    assert _final("mean shift") > max(scores.values()) + 0.08


def letters():
    assert _final("letters") > max(_baselines("letters").values()) + 0.1


def selection():
    assert _final("selection") > _final("selection", beside=True) + 0.08


def matching():
    opened = _states("matching")[_settings("matching").k]
    assert opened.matching_moved == _states("matching")[0].matching_moved == 2
    assert opened.selected.any()  # so that Selection has something to show as well
    assert _final("matching") > 0.95
    assert _final("matching") > _final("matching", labeling="ncp") + 0.2


def ncp_or_sp():
    assert _final("ncp or sp") < _final("ncp or sp", beside=True) - 0.05
    assert _final("ncp or sp", d1=512) > _final("ncp or sp", beside=True, d1=512) + 0.02


def small_d2():
    assert _final("small d2") < _final("small d2", beside=True) - 0.2


def failure():
    pair = open_settings_data(_settings("failure").data)
    assert (len(np.unique(pair.yt)), pair.n_classes) == (3, 26)
    first, *_, last = [accuracy(s.pseudo_labels, pair.yt) for s in _states("failure")]
    assert _states("failure")[-1].k == _settings("failure").k
    assert last < first - 0.1 and last < _baselines("failure")["1-NN"] - 0.2
    absent = _states("failure")[-1].pseudo_labels >= 3
    assert absent.mean() > 0.25  # letters that do not occur
    assert _final("failure", beside=True) > 0.95


def fewer_classes():
    pair = open_settings_data(_settings("fewer classes").data)
    partial, closed = _states("fewer classes")[-1], _states("fewer classes", beside=True)
    assert accuracy(partial.labels, pair.yt) > _final("fewer classes", beside=True) + 0.15
    assert agreement(closed[-1]) > 0.95 and lacking_note(closed[0])
    held = np.unique(pair.yt)
    assert partial.dropped.sum() == 24 and 0 < partial.dropped[held].sum() <= 5
    right = np.isin(closed[-1].matching, held)  # of these classes there are target samples
    margins = matching_margins(closed[-1])
    assert np.median(margins[~right]) > 0.8 * np.median(margins[right])


def unknown_classes():
    pair = open_settings_data(_settings("unknown classes").data)
    states, closed = _states("unknown classes"), _states("unknown classes", beside=True)[-1]
    scores = open_set_scores(states[-1].labels, pair.yt, 8)
    assert open_set_scores(closed.labels, pair.yt, 8)["hos"] == 0 and scores["hos"] > 0.7
    assert (pair.yt < 0).mean() > 0.5 and 0.5 < scores["unk"] < 0.95
    n = [int(state.rejected.sum()) for state in states]
    assert n[:2] == [0, 0] and all(np.diff(n[2:]) >= 0) and n[2] < n[-1]
    rejected = states[-1].rejected

    def away(state):  # distance of the rejected to the nearest prototype beside the others'
        d = distances(state.z_target, state.prototypes).min(axis=1)
        return d[rejected].mean() - d[~rejected].mean()

    assert away(states[-1]) > away(states[1])


CLAIMS = {
    "fewer classes": fewer_classes,
    "unknown classes": unknown_classes,
    "easy shift": easy_shift,
    "icons": icons,
    "mean shift": mean_shift,
    "letters": letters,
    "selection": selection,
    "matching": matching,
    "ncp or sp": ncp_or_sp,
    "small d2": small_d2,
    "failure": failure,
}


@pytest.mark.parametrize("key", [lesson.key for lesson in LESSONS])
def test_what_a_lesson_claims_holds(key):
    CLAIMS[key]()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_opens_an_existing_page_and_shows_no_figures_of_its_own(lesson):
    assert lesson.page in PAGES
    assert "%" not in lesson.text
