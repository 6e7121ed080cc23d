"""What each lesson claims, on the actual run."""

import json
import re
from functools import cache

import numpy as np
import pytest

from spl.algorithm.partial import lacking_note
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.prepared import iterate_pair
from spl.embedding.truth import nearby
from spl.engine.by_hand import NOTHING
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons import LESSONS
from spl.engine.lessons.model import END, START
from spl.engine.lessons.questions import Choice, ClickGroup, DrawCurve, HowMany, Seen, counted
from spl.engine.lessons.tour import tour
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.explain.ask import largest_disputes, least_certain
from spl.explain.effect import effect
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
    hand = NOTHING if beside else settings.hand
    given = hand.labels(pair), dict(hand.without)
    return list(iterate_pair(pair, replace(params, **changed), *given))


def _final(key: str, beside: bool = False, **changed) -> float:
    pair = open_settings_data(_settings(key).data)
    return accuracy(_states(key, beside, **changed)[-1].pseudo_labels, pair.yt)


@cache
def _baselines(key: str) -> dict[str, float]:
    pair = open_settings_data(_settings(key).data)
    labels = baseline_labels(pair, _settings(key).params)
    return {name: accuracy(y, pair.yt) for name, y in labels.items()}


@cache
def _seen(key: str) -> Seen:
    pair, params = open_settings_data(_settings(key).data), _settings(key).params
    beside = _states(key, beside=True) if _settings(key).compare else []
    return Seen(pair, _states(key), beside, baseline_labels(pair, params))


def _answers(key: str) -> list[dict]:
    lesson = next(lesson for lesson in LESSONS if lesson.key == key)
    return [step.question.answer(_seen(key)) for step in lesson.steps if step.question]


def _right(answer: dict, key: str) -> set[str]:
    return {open_settings_data(_settings(key).data).class_names[c] for c in answer["right"]}


def _repairs(key: str) -> bool:
    """Whether more of the changed labels become correct than wrong."""
    seen = _seen(key)
    changed = counted(seen, "changes", 0)
    return counted(seen, "correct", END)[changed].sum() > counted(seen, "correct", 0)[changed].sum()


def easy_shift():
    pair, states = open_settings_data(_settings("easy shift").data), _states("easy shift")
    best = max(_baselines("easy shift").values())
    assert accuracy(states[0].pseudo_labels, pair.yt) < best - 0.1
    assert _final("easy shift") > best + 0.1
    first, last = (_class_gap(state, pair) for state in (states[0], states[-1]))
    assert last < first / 2
    before = np.concatenate([pair.X_source, pair.X_target])
    assert nearby(before, pair.n_source, pair.ys).mixing < 0.01  # the domains lie apart
    click, learnt, curve = _answers("easy shift")
    assert _right(click, "easy shift") == {"class 0"}
    assert 0.5 * learnt["of"] < learnt["value"] < 0.9 * learnt["of"]  # most, not all
    assert curve["values"][-1] > best
    sizes = [int(state.selected.sum()) for state in states]
    assert sizes == sorted(sizes) and sizes[0] == 0 and sizes[-1] == pair.n_target


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
    better, confident, crossing, wrong = _answers("icons")
    assert better["right"] == [1]
    assert confident["of"] == 40 and confident["value"] >= 36
    assert _right(crossing, "icons") >= {"phone", "eye"} and len(crossing["right"]) < 6
    assert "user" in _right(wrong, "icons") and _repairs("icons")
    assert (_states("icons")[-1].labels == _states("icons")[-2].labels).all()


def mean_shift():
    scores = _baselines("mean shift")
    assert scores["1-NN centred"] > scores["1-NN"] + 0.08
    assert scores["SVM centred"] > scores["SVM"] + 0.08
    assert _final("mean shift") > max(scores.values()) + 0.08
    centred, gain, curve = _answers("mean shift")
    assert centred["right"] == [1] and gain["right"] == [1]
    values = curve["values"]
    assert values[2] - values[0] > 0.8 * (values[-1] - values[0])  # most with the first iterations


def letters():
    assert _final("letters") > max(_baselines("letters").values()) + 0.1
    best, learnt, changing = _answers("letters")
    assert best["right"] == [2]
    assert learnt["value"] > 0.85 * learnt["of"]
    assert _right(changing, "letters") == {"O", "C"} and _repairs("letters")
    states = _states("letters")
    repaired = [
        accuracy(s.labels, open_settings_data(_settings("letters").data).yt) for s in states
    ]
    assert repaired[-1] - repaired[-2] > repaired[-2] - repaired[1]  # late


def selection():
    assert _final("selection") > _final("selection", beside=True) + 0.08
    first, wins, wrong = _answers("selection")
    seen = _seen("selection")
    others = ~counted(seen, "next", 0)
    assert first["value"] / first["of"] > counted(seen, "correct", 0)[others].mean() + 0.1
    assert wins["right"] == [0] and "4" in _right(wrong, "selection")


def matching():
    opened = _states("matching")[_settings("matching").k]
    assert opened.matching_moved == _states("matching")[0].matching_moved == 2
    assert opened.selected.any()  # so that Selection has something to show as well
    assert _final("matching") > 0.95
    assert _final("matching") > _final("matching", labeling="ncp") + 0.2
    swapped, disputed, final = _answers("matching")
    assert len(swapped["right"]) == 2
    mask = counted(_seen("matching"), "disputed", 5)
    yt = open_settings_data(_settings("matching").data).yt
    assert disputed["value"] == mask.sum() > 40
    assert len(np.unique(opened.sp_labels[mask])) == 1  # one of the two clusters
    assert (opened.sp_labels == yt)[mask].mean() > 0.95  # there the clusters are correct
    assert final["value"] > 0.95 * final["of"]


def ncp_or_sp():
    assert _final("ncp or sp") < _final("ncp or sp", beside=True) - 0.05
    assert _final("ncp or sp", d1=512) > _final("ncp or sp", beside=True, d1=512) + 0.02
    disputed, wins, wrong = _answers("ncp or sp")
    assert disputed["value"] > 0.25 * disputed["of"]
    assert wins["right"] == [1] and 0 < len(wrong["right"]) < 9


def small_d2():
    assert _final("small d2") < _final("small d2", beside=True) - 0.2
    wrong, curve, wins = _answers("small d2")
    assert 0 < len(wrong["right"]) < 18 and wins["right"] == [1]
    seen = _seen("small d2")
    gathered = seen.states[0].labels[counted(seen, "wrong", 0)]
    assert (np.bincount(gathered, minlength=26) >= 5).sum() > 13  # most labels
    assert max(curve["values"]) < _final("small d2", beside=True) - 0.2


def failure():
    pair = open_settings_data(_settings("failure").data)
    assert (len(np.unique(pair.yt)), pair.n_classes) == (3, 26)
    first, *_, last = [accuracy(s.pseudo_labels, pair.yt) for s in _states("failure")]
    assert _states("failure")[-1].k == _settings("failure").k
    assert last < first - 0.1 and last < _baselines("failure")["1-NN"] - 0.2
    absent = _states("failure")[-1].pseudo_labels >= 3
    assert absent.mean() > 0.25  # letters that do not occur
    assert _final("failure", beside=True) > 0.95
    absent_now, curve, wins = _answers("failure")
    assert absent_now["value"] == (_states("failure")[0].labels >= 3).sum()
    assert curve["values"][-1] < curve["values"][0] and wins["right"] == [2]


def fewer_classes():
    pair = open_settings_data(_settings("fewer classes").data)
    partial, closed = _states("fewer classes")[-1], _states("fewer classes", beside=True)
    assert accuracy(partial.labels, pair.yt) > _final("fewer classes", beside=True) + 0.15
    assert agreement(closed[-1]) > 0.95 and lacking_note(closed[0], closed[-1])
    held = np.unique(pair.yt)
    assert partial.dropped.sum() == 24 and 0 < partial.dropped[held].sum() <= 5
    right = np.isin(closed[-1].matching, held)  # of these classes there are target samples
    margins = matching_margins(closed[-1])
    assert np.median(margins[~right]) > 0.8 * np.median(margins[right])
    wins, wrong, confident = _answers("fewer classes")
    assert wins["right"] == [0] and "phone" in _right(wrong, "fewer classes")
    assert confident["value"] < confident["of"] - 4 and agreement(partial) > 0.99
    lost = np.isin(pair.yt, np.flatnonzero(partial.dropped))
    assert (partial.labels != pair.yt)[lost].all()


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
    click, gone, wins = _answers("unknown classes")
    assert "H" in _right(click, "unknown classes") and wins["right"] == [0]
    assert 0.5 * gone["of"] < gone["value"] < gone["of"] == (pair.yt < 0).sum()
    into = states[0].pseudo_labels[pair.yt < 0]
    assert (np.bincount(into, minlength=8) > 0).all()  # each label takes some in


def _of_labels(key: str, asked) -> float:
    """Points gained on the others by true labels of those that the run without labels asks for."""
    pair, hand = open_settings_data(_settings(key).data), _settings(key).hand
    before, after = _states(key, beside=True)[-1], _states(key)[-1]
    rows = [row for row, _ in hand.known]
    assert sorted(asked(before, 3)) == rows
    assert [c for _, c in hand.known] == pair.yt[rows].tolist()
    found = effect(before, after, pair, rows)
    (marked, wins, wrong) = _answers(key)
    assert marked["value"] > 0.5 * marked["of"] and wrong["right"]
    assert wins["right"] == [int(found.after < found.before)]
    return 100 * (found.after - found.before)


def labels_help():
    assert _of_labels("labels help", largest_disputes) >= 5


def labels_hurt():
    assert _of_labels("labels hurt", least_certain) <= -5
    pair, last = open_settings_data(_settings("labels hurt").data), _states("labels hurt", True)[-1]
    rows = [row for row, _ in _settings("labels hurt").hand.known]
    assert (last.pseudo_labels[rows] == pair.yt[rows]).all()


CLAIMS = {
    "labels help": labels_help,
    "labels hurt": labels_hurt,
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


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_a_lesson_is_a_tour_that_asks_and_travels_as_plain_data(lesson):
    assert 4 <= len(lesson.steps) <= 8
    found = json.loads(json.dumps(tour(lesson, _seen(lesson.key))))
    last = _settings(lesson.key).params.T
    for step, shown in zip(lesson.steps, found["steps"], strict=True):
        assert len(re.findall(r"[.?!](?= |$)", step.text.replace("Eq. ", "Eq "))) <= 2, step.text
        assert "%" not in step.text
        for k in (shown["k"], shown["to"]):
            assert k is None or START <= k <= last
        if step.mark:
            assert shown["rows"], step.text  # there is something to see
        marked = shown["rows"] or (shown["question"] or {}).get("rows")
        assert step.point or marked, step.text  # it points at something
    asked = [shown["question"] for shown in found["steps"] if shown["question"]]
    assert len(asked) >= 2 and all(question["told"] for question in asked)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_no_question_gives_itself_away(lesson):
    for answer in _answers(lesson.key):
        if "of_each" in answer:
            assert 0 < len(answer["right"]) <= 0.7 * len(answer["of_each"])
        elif "options" in answer:
            assert len(answer["right"]) == 1


def _made() -> Seen:
    return _seen("easy shift")


def test_a_number_is_counted_among_the_samples_asked_about():
    seen = _made()
    answer = HowMany("?", "correct", 0, among="next").answer(seen)
    marked = np.flatnonzero(seen.states[1].selected)
    right = [j for j in marked if seen.states[0].labels[j] == seen.pair.yt[j]]
    assert answer["rows"] == [int(j) + seen.pair.n_source for j in marked]
    assert (answer["value"], answer["of"]) == (len(right), len(marked))
    most = HowMany("?", "correct", 3, most=7).answer(seen)
    best = np.argsort(-seen.states[3].confidence, kind="stable")[:7] + seen.pair.n_source
    assert sorted(most["rows"]) == sorted(best.tolist())


def test_groups_that_have_half_of_the_most_are_right():
    seen = _made()
    answer = ClickGroup("?", "changes").answer(seen)
    moved = seen.states[0].labels != seen.states[-1].labels
    held = [int(moved[seen.states[0].labels == c].sum()) for c in range(5)]
    assert answer["right"] == [c for c in range(5) if held[c] >= max(held) / 2]
    assert answer["told"].startswith(f"class 0: {max(held)} of ")


def test_a_drawn_curve_is_compared_with_the_runs_own():
    seen = _made()
    own = [accuracy(state.labels, seen.pair.yt) for state in seen.states]
    assert DrawCurve("?").answer(seen)["values"] == own
    assert DrawCurve("?", "agreement").answer(seen)["values"] == [agreement(s) for s in seen.states]


@pytest.mark.parametrize(
    "ask, sentence",
    [
        (HowMany("?", "correct"), "about true labels"),
        (Choice("?", (("a", "left"), ("b", "1-NN"))), "about true labels"),
        (Choice("?", (("a", "left"), ("b", "right"))), "nothing is compared"),
        (Choice("?", (("a", "left"), ("b", "SVN"))), "SVN has no score"),
    ],
)
def test_a_question_without_an_answer_says_what_is_missing(ask, sentence):
    from dataclasses import replace

    seen = _made()
    unlabelled = replace(seen, pair=replace(seen.pair, y_target=None))
    with pytest.raises(ValueError, match=sentence):
        ask.answer(unlabelled if "true labels" in sentence else seen)
