"""The table of chosen samples says of each what the state shown knows of it."""

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.engine.settings import Settings
from spl.ui.alignment.view import chosen_frame
from spl.ui.app.state import PageState
from spl.ui.shared import drilldown

N = 30  # samples of a domain


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(1)
    y = np.arange(N) % 3
    X = np.eye(5)[y] + 0.5 * rng.standard_normal((N, 5))
    return DomainPair(X, y, X + 0.3 * rng.standard_normal(X.shape), y[::-1])


@pytest.fixture(scope="module")
def states(pair):
    return list(iterate(pair.X_source, pair.ys, pair.X_target, SPLParams(d1=5, d2=5, T=3)))


def test_selected_is_that_of_the_state_for_every_target_sample(pair, states):
    rows = list(range(N, 2 * N))
    for state in states[1:3]:
        assert 0 < state.selected.sum() < N
        table = chosen_frame(pair, state, rows)
        assert table["sample"].tolist() == list(range(N))
        assert table["selected"].tolist() == state.selected.tolist()
        names = [pair.class_names[c] for c in state.pseudo_labels]
        assert table["pseudo-label"].tolist() == names
        assert table[f"rank in class at k = {state.k}"].tolist() == (state.rank + 1).tolist()
        assert table["true label"].tolist() == [pair.class_names[c] for c in pair.yt]


def test_rows_of_both_domains_keep_their_order_and_a_source_sample_is_not_labelled(pair, states):
    state = states[2]
    chosen = int(np.flatnonzero(state.selected)[0])
    left_out = int(np.flatnonzero(~state.selected)[0])
    table = chosen_frame(pair, state, [N + left_out, 4, N + chosen])
    assert table["sample"].tolist() == [left_out, 4, chosen]
    assert table["selected"].tolist() == [False, None, True]
    assert table["pseudo-label"].isna().tolist() == [False, True, False]


def test_a_late_report_of_the_player_does_not_take_back_what_a_page_chose(monkeypatch):
    state = PageState(Settings())
    monkeypatch.setattr(drilldown, "page_state", lambda: state)
    monkeypatch.setattr(drilldown.st, "toast", lambda words: None)
    drilldown.hear_rows([4], [])
    assert state.chosen_rows == [4]
    drilldown.choose([9, 7], "the largest disputes")
    drilldown.hear_rows([4], [4])  # reported before the player was told
    assert state.chosen_rows == [9, 7]
    drilldown.hear_rows([], [7, 9])  # the reader has cleared them
    assert state.chosen_rows == []
    drilldown.hear_rows([2], [7, 9])  # a second gesture, before the first one has come back
    assert state.chosen_rows == [2]
    drilldown.clear()
    drilldown.hear_rows([2], [2])
    assert state.chosen_rows == []
    state.telling = state.telling[0], state.telling[1] - 2 * drilldown.TELL_SECONDS
    drilldown.hear_rows([3], [2])  # it will never know: it counts again
    assert state.chosen_rows == [3]
