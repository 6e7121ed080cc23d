"""Settings that run by themselves: when, from which picture, and the way back."""

from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine import following
from spl.engine import job as job_module
from spl.engine.following import follow
from spl.engine.job import Job
from spl.engine.links import settings_from_query
from spl.engine.live import CHOICES, is_live, why
from spl.engine.settings import Settings
from spl.engine.tried import KEPT, MOST, Tried

PARAMS = SPLParams(d1=6, d2=3, T=4)


@pytest.mark.parametrize(
    ("choice", "seconds", "live"),
    [("", 1.9, True), ("", 2.0, False), ("", None, True), ("on", 60, True), ("off", 0.1, False)],
)
def test_quick_runs_are_live_and_the_visitors_choice_wins(choice, seconds, live):
    assert is_live(choice, seconds) == live


def test_the_switch_says_why_it_is_off():
    assert "took 3.2 s, so this is off" in why("", 3.2)
    assert "so this is off" not in why("off", 3.2) + why("", 0.4) + why("", None)


@pytest.mark.parametrize("choice", CHOICES)
def test_a_link_keeps_the_choice(choice):
    settings = Settings(live=choice)
    read, problems = settings_from_query(settings.to_query())
    assert (read.live, problems) == (choice, [])


def test_a_link_with_an_unknown_choice_says_what_there_is():
    settings, problems = settings_from_query({"data": "moons", "live": "perhaps"})
    assert settings.live == "" and problems == ["live='perhaps' is not known; use on, off."]


def _job(shifted, params=PARAMS):
    X, y, Xt, yt = shifted
    return Job(DomainPair(X, y, Xt, yt), params, repr(params))


def _done(job, method="pca"):
    job.ensure(method)
    job.wait(120)
    return job


def test_a_run_knows_how_long_it_learnt(shifted):
    job = _job(shifted)
    assert job.seconds == 0
    assert 0 < _done(job).seconds < 60


def test_a_following_run_draws_first_what_is_waited_for(shifted, monkeypatch):
    drawn = []
    real = job_module.pca_frames

    def noting(states, before=None, **options):
        drawn.append([state.k for state in states] + [-1] * (before is not None))
        return real(states, before, **options)

    monkeypatch.setattr(job_module, "pca_frames", noting)
    first = _done(_job(shifted))
    drawn.clear()
    second = _job(shifted, replace(PARAMS, d2=2))
    follow(second, first, 2)
    _done(second)
    assert drawn == [[2, 4], [0, 1, 2, 3, 4, -1]]
    for k in (-1, 0, 2, 4, 9):
        assert second.shows("pca", k)


def test_other_frames_wait_until_a_page_has_drawn_those_that_are_waited_for(shifted, monkeypatch):
    monkeypatch.setattr(following, "DRAWN_SECONDS", 60)
    first = _done(_job(shifted))
    second = _job(shifted, replace(PARAMS, d2=2))
    follow(second, first, 2)
    second.ensure("pca")
    while not second.shows("pca", 2):
        second.wait(0.01)
    second.wait(0.3)
    assert second.frames["pca"].keys() == {2, 4} and second.running
    second.following.drawn.set()
    second.wait(300)
    assert second.complete("pca")


def test_a_run_that_no_page_draws_goes_on_and_waits_once(shifted, monkeypatch):
    monkeypatch.setattr(following, "DRAWN_SECONDS", 0.01)
    second = _job(shifted, replace(PARAMS, d2=2))
    follow(second, _done(_job(shifted)), 2)
    assert _done(second).complete("pca")
    monkeypatch.setattr(following, "DRAWN_SECONDS", 600)
    second.following.let_be_drawn()  # returns at once


def test_frames_of_the_first_step_are_those_of_the_whole_run(shifted):
    job = _done(_job(shifted))
    part = job_module.pca_frames([job.states[2], job.states[4]], None, y_source=job.pair.ys)
    for frame in part:
        np.testing.assert_array_equal(frame.xy, job.frames["pca"][frame.k].xy)


def test_frames_grow_out_of_the_picture_shown_and_come_in_the_order_wanted(shifted, monkeypatch):
    given = []
    real = job_module.embed

    def noting(states, method, pair, **options):
        given.append(options["start_from"])
        for frame in real(states, method, pair, **options):
            order.append(frame.k)
            yield frame

    order = []
    monkeypatch.setattr(job_module, "embed", noting)
    first = _done(_job(shifted), "tsne")
    assert given == [None] and order == [4, 0, -1, 1, 2, 3]
    order.clear()
    second = _job(shifted, replace(PARAMS, d2=2))
    follow(second, first, 2)
    assert not second.shows("tsne", 2)
    _done(second, "tsne")
    assert order == [4, 2, 0, -1, 1, 3]
    np.testing.assert_array_equal(given[1], first.frames["tsne"][4].xy)
    assert second.complete("tsne") and second.complete("pca")


def test_a_run_that_was_replaced_early_passes_on_what_it_started_from(shifted):
    first = _done(_job(shifted), "tsne")
    second, third = (_job(shifted, replace(PARAMS, T=T)) for T in (3, 2))
    follow(second, first, 0)
    follow(third, second, 0)
    np.testing.assert_array_equal(third.following.starts["tsne"], first.frames["tsne"][4].xy)


def test_numbers_of_the_features_are_taken_over_only_where_they_are_the_same(shifted):
    first = _done(_job(shifted))
    same, other = _job(shifted, replace(PARAMS, d2=2)), _job(shifted, replace(PARAMS, d1=5))
    for job in (same, other):
        follow(job, first, 0)
    assert same.before == first.before and same.baselines == first.baselines
    assert other.before is None and other.baselines == {}
    _done(other)
    assert other.before != first.before and len(other.baselines) == 4


def test_a_run_that_has_begun_follows_nothing(shifted):
    first, second = _done(_job(shifted)), _done(_job(shifted, replace(PARAMS, T=3)))
    follow(second, first, 0)
    assert second.following is None


def test_where_the_method_failed_pca_is_shown(shifted, monkeypatch):
    def failing(*_, **__):
        raise ValueError("no picture")

    monkeypatch.setattr(job_module, "embed", failing)
    job = _job(shifted)
    follow(job, _done(_job(shifted, replace(PARAMS, T=3))), 0)
    _done(job, "tsne")
    assert job.shows("tsne", 0)


def test_undo_and_redo_walk_and_a_new_step_replaces_what_was_undone():
    tried = Tried()
    assert (tried.now, tried.undo(), tried.redo()) == (None, None, None)
    a, b, c = (replace(PARAMS, T=T) for T in (1, 2, 3))
    for params in (a, b, b):
        tried.note(params)
    assert tried.steps == [a, b]
    assert tried.undo() == a and not tried.can_undo and tried.can_redo
    assert tried.redo() == b and not tried.can_redo
    tried.undo()
    tried.note(c)
    assert tried.steps == [a, c] and not tried.can_redo


def test_what_is_kept_is_bounded():
    tried = Tried()
    for T in range(1, MOST + 20):
        tried.note(replace(PARAMS, T=T))
        tried.keep(replace(PARAMS, T=T), "picture")
    assert len(tried.steps) == MOST and tried.now.T == MOST + 19
    assert [params.T for params in tried.pictures] == list(range(MOST + 20 - KEPT, MOST + 20))
    tried.keep(next(iter(tried.pictures)), "another")
    assert list(tried.pictures.values())[0] == "another"  # it stays where it stands
