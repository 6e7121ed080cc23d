"""The Selection page at every k, for every way to select."""

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.jobs import job_of
from spl.figures.choices import choice_distances
from spl.ui.app.shell import MARKER
from spl.ui.run.selection import PARTS


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


def texts(page):
    return " ".join(str(m.value) for kind in ("markdown", "caption") for m in page.get(kind))


def turn_to(page, part):
    page.session_state["state"].choices["selection_part"] = part
    page.session_state[MARKER] = True
    return page.run()


@pytest.mark.parametrize("selection", ["class-wise", "global", "all"])
@pytest.mark.parametrize("labels", [True, False])
def test_every_way_to_select(open_page, pair, selection, labels):
    if not labels:
        pair = DomainPair(pair.X_source, pair.y_source, pair.X_target)
    params = SPLParams(d1=6, d2=3, T=3, selection=selection)
    page = open_page("selection", pair, params, 2)
    for part in PARTS:
        page = turn_to(page, part)
        assert not page.exception and not page.error, part
    if not labels:
        assert "ccuracy" not in texts(page)


def test_no_selection_at_all_is_explained(open_page, pair):
    page = open_page("selection", pair, SPLParams(d1=6, d2=3, T=3, selection="none"), 0)
    assert "selects nothing" in page.info[0].value
    for part in PARTS:
        page = turn_to(page, part)
        assert not page.exception and not page.error, part


@pytest.mark.parametrize("part", PARTS)
def test_at_k_0(open_page, pair, part):
    page = turn_to(open_page("selection", pair, SPLParams(d1=6, d2=3, T=3), 0), part)
    assert not page.exception and not page.error
    assert part == "Over k" or "At k = 0 nothing is selected" in page.info[0].value


def test_an_incomplete_run_shows_what_there_is(open_page, pair):
    page = open_page("selection", pair, SPLParams(d1=5, d2=3, T=6), 5)
    whole = page.session_state["state"].job
    kept = whole.states
    try:
        whole.states = kept[:2]
        for part in PARTS:
            page = turn_to(page, part)
            assert not page.exception and not page.error, part
    finally:
        whole.states = kept


def test_it_names_who_entered_and_left_and_chooses_them(open_page, pair):
    params = SPLParams(d1=6, d2=3, T=4)
    page = open_page("selection", pair, params, 2)
    states = job_of(pair, params).states
    new = np.flatnonzero(states[2].selected & ~states[1].selected)
    assert f"**{len(new)} samples entered the selection**" in texts(page)
    page.session_state[MARKER] = True
    page.button(key="choose_entered").click().run()
    assert not page.exception
    assert page.session_state["state"].chosen_rows == (new + pair.n_source).tolist()
    assert f"Chosen samples ({len(new)})" in [s.value for s in page.header]
    assert "Selected: iteration 1 labelled it" in texts(page).replace("\\", "")


def test_the_gap_is_measured_when_asked_for_and_kept(open_page, pair):
    params = SPLParams(d1=6, d2=3, T=2)
    page = turn_to(open_page("selection", pair, params, 1), "NCP against SP")
    assert not [b for b in page.segmented_control if b.key == "gap_measure"]
    page.session_state[MARKER] = True
    next(b for b in page.button if b.label == "Measure the gap").click().run()
    assert not page.exception and not page.error
    kept = page.session_state["state"].gaps
    assert [len(gaps) for gaps in kept.values()] == [9]  # three runs of three iterations
    page.session_state[MARKER] = True
    page.run()
    assert not [b for b in page.button if b.label == "Measure the gap"]


def test_it_says_which_classes_starve(open_page, pair):
    page = open_page("selection", pair, SPLParams(d1=6, d2=3, T=4), 1)
    page = turn_to(page, "What if")
    assert "over all classes together" in texts(page)


def test_it_says_whether_the_choices_differ_as_the_paper_says(open_page, pair):
    params = SPLParams(d1=6, d2=3, T=4)
    page = turn_to(open_page("selection", pair, params, 2), "NCP against SP")
    chosen = choice_distances(job_of(pair, params).states[1], 2, 4)
    ncp, sp = chosen["NCP"].mean(axis=0), chosen["SP"].mean(axis=0)
    assert f"{100 * abs(sp[0] / ncp[0] - 1):.1f} % " in texts(page).replace("\\", "")
    verdict = {
        (True, True): "as the paper says",
        (True, False): "the first as the paper says",
        (False, True): "the second as the paper says",
        (False, False): "unlike what the paper says",
    }[sp[0] > ncp[0], sp[1] < ncp[1]]
    assert f"their clusters: {verdict}" in texts(page)
