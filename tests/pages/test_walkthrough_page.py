"""The walk-through page: every step, at k = 0 and beyond, with and without target labels."""

from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.by_hand import ByHand
from spl.engine.jobs import job_of
from spl.explain.reduction import reduction
from spl.explain.walkthrough import pair_entry, training_labels
from spl.explain.walkthrough_labels import decision
from spl.explain.walkthrough_text import STEPS, SYMBOLS
from spl.ui.app.shell import MARKER

PARAMS = SPLParams(d1=6, d2=3, T=4)


def text(page) -> str:
    kinds = ("title", "markdown", "caption", "info", "warning", "error", "header")
    return " ".join(str(e.value) for kind in kinds for e in page.get(kind))


def again(page):
    """Rerun the page as the app would: it marks every rerun of its own."""
    page.session_state[MARKER] = True
    page.run()


def walk(page):
    """The text of every step, with the Next button pressed in between."""
    found = []
    for n in range(len(STEPS)):
        assert not page.exception and not page.error, (n, page.exception)
        assert f"Step {n + 1} of {len(STEPS)}" in text(page)
        found.append(text(page))
        if n + 1 < len(STEPS):
            page.button(key="walk_Next").click()
            again(page)
    assert page.button(key="walk_Next").disabled
    return found


@pytest.mark.parametrize("k", [0, 2, 4])
def test_every_step_with_target_labels(open_page, shifted, k):
    texts = walk(open_page("walkthrough", DomainPair(*shifted), PARAMS, k))
    assert "true label" in texts[9]
    state = job_of(DomainPair(*shifted), PARAMS).states[k]
    learnt_from = f"$\\mathcal S_k$ has {state.selected.sum()} of 90"
    assert ("so S₀ is empty" if k == 0 else learnt_from) in texts[1]
    assert ("$\\mathcal S_k$ has" in texts[1]) == (k > 0)


@pytest.mark.parametrize("k", [0, 3])
def test_without_target_labels_nothing_says_right_or_true(open_page, shifted, k):
    X, y, Xt, _ = shifted
    for words in walk(open_page("walkthrough", DomainPair(X, y, Xt), PARAMS, k)):
        assert "true label" not in words and "are now correct" not in words
        assert "ccuracy" not in words


@pytest.mark.parametrize(
    "variant",
    [
        {"selection": "none"},
        {"selection": "all", "labeling": "ncp"},
        {"selection": "global", "labeling": "sp", "normalize_features": False},
        {"quota": "authors", "normalize_centers": False, "d2": 6},
    ],
)
def test_every_variant(open_page, shifted, variant):
    params = SPLParams(**({"d1": 6, "d2": 3, "T": 4} | variant))
    k = 0 if variant.get("selection") == "none" else 2
    walk(open_page("walkthrough", DomainPair(*shifted), params, k))


@pytest.mark.parametrize("n_classes", [2, 65])
def test_few_and_many_classes_with_thumbnails(open_page, n_classes):
    rng = np.random.default_rng(n_classes)
    y = np.arange(4 * n_classes) % n_classes
    X = rng.normal(size=(n_classes, 8))[y] * 3 + rng.normal(size=(len(y), 8))
    pictures = rng.integers(0, 255, (len(y), 6, 6), dtype=np.uint8)
    names = [f"a_b*{c}$ [x]" for c in range(n_classes)]  # a name is not Markdown
    pair = DomainPair(
        X, y, X + 0.3, class_names=names, thumbnails_source=pictures, thumbnails_target=pictures
    )
    walk(open_page("walkthrough", pair, SPLParams(d1=8, d2=4, T=3), 2))


def test_numbers_are_the_runs_own(open_page, shifted):
    pair = DomainPair(*shifted)
    page = open_page("walkthrough", pair, PARAMS, 2)
    page.number_input(key="_walk_target").set_value(17)
    again(page)
    state = job_of(pair, PARAMS).states[2]
    page.radio(key="_walk_step").set_value(6)
    again(page)
    p1 = np.sort(state.proba_ncp[17])[::-1]
    assert f"{p1[0]:.4f} and {p1[1]:.4f}" in text(page)
    page.radio(key="_walk_step").set_value(9)
    again(page)
    made = decision(state, 17)
    assert f"**{made.by}** decides" in text(page)
    assert f"p = {state.proba[17].max():.4f} for **{pair.class_names[made.label]}**" in text(page)


def test_a_pair_is_chosen_by_domain_and_number(open_page, shifted):
    pair = DomainPair(*shifted)
    page = open_page("walkthrough", pair, PARAMS, 4)
    page.radio(key="_walk_step").set_value(2)
    again(page)
    page.number_input(key="_walk_number0").set_value(5)
    again(page)
    page.selectbox(key="_walk_domain1").set_value(0)
    again(page)
    page.number_input(key="_walk_number1").set_value(40)
    again(page)
    assert not page.exception
    states = job_of(pair, PARAMS).states
    labels = training_labels(pair, states[4], states[3])
    entry = pair_entry(reduction(pair, PARAMS), labels, states[4].projection, 5, 40)
    assert "Source 5 has the label **ant**" in text(page)
    assert f"{entry.before:.4f} apart before P and {entry.after:.4f} after it" in text(page)


def test_a_selected_target_sample_is_followed(open_page, shifted):
    page = open_page("walkthrough", DomainPair(*shifted), PARAMS, 1)
    page.session_state["state"].chosen_rows = [3, 90 + 41]
    again(page)
    assert page.number_input(key="_walk_target").value == 41
    page.number_input(key="_walk_target").set_value(7)
    again(page)
    assert page.number_input(key="_walk_target").value == 7
    page.session_state["state"].chosen_rows = [90 + 12]  # the later choice counts
    again(page)
    assert page.number_input(key="_walk_target").value == 12


def test_no_run_says_what_to_do(open_page):
    page = open_page("walkthrough")
    assert not page.exception and "Press **Run**" in text(page)


def test_every_symbol_is_explained():
    assert {key for step in STEPS for key in step.symbols} == set(SYMBOLS)


def test_the_contents_name_every_step_shortly(open_page, shifted):
    page = open_page("walkthrough", DomainPair(*shifted), SPLParams(d1=6, d2=3, T=2), 1)
    options = page.radio[0].options
    assert len(options) == len(STEPS)
    assert not any("Eq." in option for option in options)


def by_hand(open_page, shifted, hand, k, sample, **variant):
    """The text of every step of a run with something done by hand."""
    pair, params = DomainPair(*shifted), replace(PARAMS, **variant)
    page = open_page("walkthrough", pair, params, k)
    job = job_of(pair, params, hand)
    job.ensure("pca")
    job.wait(60)
    state = page.session_state["state"]
    state.job, state.settings.hand, state.settings.sample = job, hand, sample
    again(page)
    return walk(page)


def test_a_given_label_is_followed_as_given(open_page, shifted):
    hand = ByHand(known=((5, 1), (7, 1)))
    first = by_hand(open_page, shifted, hand, 0, 5)
    assert "S₀ holds the 2 target samples whose label you gave" in first[1]
    assert "is one of them" in first[1] and "that you gave" in first[10]
    third = by_hand(open_page, shifted, hand, 3, 5)
    assert "that you gave, so it is **selected** at every k" in third[1]
    assert "2 target samples whose label you gave, which weigh 3 each" in third[5]
    assert "but you gave target 5 the label" in third[9]
    assert not any("you gave" in part for part in by_hand(open_page, shifted, ByHand(), 3, 5))


def test_a_sample_left_out_is_followed_as_left_out(open_page, shifted):
    job = job_of(DomainPair(*shifted), PARAMS)
    job.ensure("pca")
    job.wait(60)
    taken = int(job.states[3].selected.argmax())
    texts = by_hand(open_page, shifted, ByHand(without=((taken, 2),)), 3, taken)
    assert "you left it out from k = 2 on, so it is **not selected**" in texts[1]
    assert "this rank does not count, as you left the sample out" in texts[9]


def test_dropped_classes_take_no_part_in_the_steps(open_page, shifted):
    X, y, Xt, yt = shifted
    kept = yt != "ant"
    partial = (X, y, Xt[kept], yt[kept])
    texts = by_hand(open_page, partial, ByHand(), 3, 0, label_set="partial")
    assert "learnt from 60 source samples" in texts[3] and "most as many as classes (2)" in texts[3]
    assert texts[5].count("2 prototypes of") == 1
    assert "of the 2 is that of" in texts[6] and "1/C is 0.5000" in texts[6]
