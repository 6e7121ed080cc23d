"""The vote on Explore and in the player's colours, through AppTest."""

from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.words import percent
from spl.engine.studies import STUDIES
from spl.experiments.sweep import grid, sweep
from spl.experiments.vote import correct_shares, vote
from spl.figures.vote import BINS, describe_vote, vote_bars
from spl.ui.app.shell import MARKER
from spl.ui.explore import runs as explore_runs
from spl.ui.explore.vote import FEW, HEADLINE, vote_table

LISTS = {"d1": ["4", "6"], "d2": ["2", "3"], "T": ["1", "3"]}
CELLS = grid(SPLParams(), d1=[4, 6], d2=[2, 3], T=[1, 3])


@pytest.fixture(autouse=True)
def nothing_known():
    """No runs of other tests."""
    explore_runs.KEPT.clear()
    STUDIES.clear()


@pytest.fixture(params=[True, False], ids=["labels", "no labels"])
def pair(request, shifted):
    return DomainPair(*shifted[: 4 if request.param else 3])


def know(pair, cells=CELLS):
    """The results of a sweep, as if it had run on the page."""
    results = list(sweep([pair], cells))
    for result in results:
        explore_runs.KEPT.put((pair.identity, result.params), result)
    return results


def explore(open_page, pair, part="Vote", lists=LISTS):
    page = open_page("explore", pair)
    for name, values in lists.items():
        page.multiselect(key=f"_explore_{name}").set_value(values)
    page.session_state["state"].choices["explore_part"] = part
    page.session_state[MARKER] = True
    return page.run()


def headline(page):
    shown = [m.value.replace("\N{NO-BREAK SPACE}", " ") for m in page.markdown]
    found = [text for text in shown if text.startswith(HEADLINE)]
    return found[0] if found else None


def test_the_headline_says_what_the_results_say(open_page, pair):
    results = know(pair)
    found = vote(results)
    page = explore(open_page, pair)
    assert not page.exception and not page.error
    said = headline(page)
    assert f"On **{percent(found.sure.mean())}** of the target samples" in said
    assert "the 8 settings give the same label" in said
    if pair.yt is None:
        assert "accuracy" not in said and "correct" not in said
    else:
        right, sure, _ = correct_shares(found, pair.yt)
        assert f"The vote's accuracy is **{percent(right)}**" in said
        assert f"{percent(sure)} of them are correct" in said
        best = max(r.accuracy[-1] for r in results)
        assert f"the best single setting has {percent(best)}" in said
    assert [b.label for b in page.get("download_button")][:3] == [
        "CSV",
        "Vote as CSV",
        "Vote as NPZ",
    ]


def test_what_is_suggested_without_labels_is_nearest_to_the_vote(open_page, shifted):
    pair = DomainPair(*shifted[:3])
    nearest = vote(know(pair)).nearest
    page = explore(open_page, pair)
    told = next(i.value for i in page.info if "A first guess" in i.value)
    assert f"d1 {nearest.d1}, d2 {nearest.d2}, T {nearest.T}" in told
    assert "second opinion" in told


def test_half_a_sweep_votes_so_far_and_two_settings_do_not(open_page, pair):
    know(pair, CELLS[:5])
    assert "the 5 settings so far give" in headline(explore(open_page, pair))
    explore_runs.KEPT.clear()
    know(pair, CELLS[:2])
    page = explore(open_page, pair)
    assert headline(page) is None and FEW in [i.value for i in page.info]


def test_a_saved_table_votes_too_and_one_that_contradicts_itself_does_not(open_page, pair):
    results = know(pair)
    explore_runs.KEPT.clear()
    page = open_page("explore", pair)
    page.session_state["state"].loaded_table = ("mine.csv", results)
    page.session_state["state"].choices["explore_part"] = "Vote"
    page.session_state[MARKER] = True
    assert "the 8 settings give" in headline(page.run())
    assert not any("chosen data" in i.value for i in page.info)
    cut = [replace(results[0], pseudo_labels=results[0].pseudo_labels[1:]), *results[1:]]
    page.session_state["state"].loaded_table = ("mine.csv", cut)
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception and headline(page) is None


def test_a_table_of_other_data_shows_no_accuracy_of_the_vote(open_page, pair, shifted):
    X, y, Xt, yt = shifted
    results = list(sweep([DomainPair(X, y, Xt[::-1].copy(), yt[::-1].copy())], CELLS))
    page = open_page("explore", pair)
    page.session_state["state"].loaded_table = ("other.csv", results)
    page.session_state["state"].choices["explore_part"] = "Vote"
    page.session_state[MARKER] = True
    assert "vote's accuracy" not in headline(page.run())
    assert "Vote as CSV" not in [b.label for b in page.get("download_button")]
    assert any("not of the chosen data" in i.value for i in page.info)


def test_the_chart_counts_every_sample_once(pair):
    found = [vote(know(pair))]
    truths = None if pair.yt is None else [pair.yt]
    fig = vote_bars(found, truths, where="shifted")
    counts = sum(np.asarray(bar.customdata)[:, 0] for bar in fig.data)
    assert counts.sum() == pair.n_target and len(counts) == len(BINS)
    assert counts[-1] == found[0].sure.sum()
    if truths:
        right = int((found[0].labels == pair.yt).sum())
        assert np.asarray(fig.data[0].customdata)[:, 0].sum() == right
    text = describe_vote(found, truths)
    assert f"Of {pair.n_target} target samples" in text and ("correct" in text) == bool(truths)


def test_the_table_has_the_users_labels(pair):
    found = vote(know(pair))
    table = vote_table(found, pair)
    assert set(table["label"]) <= {"ant", "bee", "cat"} and len(table) == pair.n_target
    assert table["settings that agree"].max() <= 8 and (table["settings"] == 8).all()
    np.testing.assert_array_equal(table["share"], found.share)  # as in every file: from 0 to 1
    assert ("true label" in table) == (pair.yt is not None)


@pytest.mark.parametrize("swept", [True, False])
def test_the_player_has_the_vote_of_a_sweep_of_the_same_data(open_page, pair, swept, monkeypatch):
    shown = []
    monkeypatch.setattr(
        "spl.ui.alignment.view.player", lambda playback, **_: shown.append(playback)
    )
    if swept:
        know(pair)
    page = explore(open_page, pair)  # its lists are those of this session
    again = open_page("alignment", pair, SPLParams(4, 2, 3), k=1)
    again.session_state["state"].swept = page.session_state["state"].swept
    again.session_state["state"].settings.color_by = "vote"
    again.session_state[MARKER] = True
    again.run()
    assert not again.exception
    note = [i.value for i in again.info if "needs a sweep over these data" in i.value]
    if swept:
        assert shown[-1].header["vote"]["n"] == 8 and not note
        assert shown[-1].header["vote"]["blob"] in shown[-1].blobs
    else:
        assert shown[-1].header["vote"] is None and note


def test_all_directions_have_one_headline_and_no_file(open_page):
    data = "digits:uci,digits:mnist"
    lists = {"d1": ["8", "12", "16"], "d2": ["4"], "T": ["1"]}
    explore(open_page, data, lists=lists)
    page = explore(open_page, data, lists=lists)
    next(iter(page.session_state["state"].swept.values())).every = True
    page.session_state[MARKER] = True
    page.run()
    button = next(b for b in page.button if b.label == "Start")
    page.session_state[MARKER] = True
    page = button.click().run()
    STUDIES.get(button.key.removeprefix("start ")).wait(60)
    page.session_state[MARKER] = True
    said = headline(page.run())
    assert "averaged over 2 directions" in said and "The vote's accuracy is" in said
    assert "nearest to the vote" not in said  # each direction has its own
    assert "Vote as CSV" not in [b.label for b in page.get("download_button")]
