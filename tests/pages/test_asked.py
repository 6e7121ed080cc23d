"""What a page asks for is computed in the pool: the page is drawn without it, then with it."""

import threading

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.asked import answers
from spl.ui.app.shell import MARKER

SMALL = SPLParams(d1=8, d2=4, T=2)


@pytest.fixture
def unasked(monkeypatch):
    """Nothing has been asked before, and pages do not wait."""
    for name in ("data.bar._SCORES", "data.before._CHARTS", "data.gap._GAPS"):
        monkeypatch.setattr(f"spl.ui.{name}", answers(8))
    for name in ("_REDUCED", "_LEARNED"):
        monkeypatch.setattr(f"spl.ui.walkthrough.parts.{name}", answers(8))
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", 0)


@pytest.mark.parametrize(
    ("page", "function", "says", "shows"),
    [
        ("data", "spl.ui.data.bar.baseline_accuracies", "1-NN and SVM on the source …", "1-NN"),
        ("data", "spl.ui.data.gap.mmd", "Measuring the domain gap …", "MMD, before"),
    ],
)
def test_a_page_is_drawn_while_its_numbers_are_computed(
    page, function, says, shows, open_page, unasked, monkeypatch
):
    module, _, name = function.rpartition(".")
    compute = getattr(__import__(module, fromlist=[name]), name)
    go = threading.Event()

    def slowly(*args, **kwargs):
        go.wait(60)
        return compute(*args, **kwargs)

    monkeypatch.setattr(function, slowly)
    shown = open_page(page)
    assert not shown.exception
    assert any(caption.value.startswith(says) for caption in shown.caption)
    assert shows not in {metric.label for metric in shown.metric}
    assert any("Classes" in header.value for header in shown.header)  # what stands below
    go.set()
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", 60)
    shown.session_state[MARKER] = True
    next(b for b in shown.button if b.label == "Look again").click().run()
    assert shows in {metric.label for metric in shown.metric}
    assert not any(caption.value.startswith(says) for caption in shown.caption)


def test_an_error_is_shown_and_can_be_tried_again(open_page, unasked, monkeypatch):
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", 60)

    def fail(*_):
        raise ValueError("The gap cannot be measured.")

    with monkeypatch.context() as failing:
        failing.setattr("spl.ui.data.gap.mmd", fail)
        shown = open_page("data")
    assert [error.value for error in shown.error] == ["The gap cannot be measured\\."]
    shown.session_state[MARKER] = True
    next(b for b in shown.button if b.label == "Try again").click().run()
    assert not shown.error and "MMD, before" in {metric.label for metric in shown.metric}


def test_a_step_of_the_walk_through_waits_with_a_sentence(open_page, unasked, monkeypatch):
    from spl.ui.walkthrough import parts

    go, compute = threading.Event(), parts.reduction

    def slowly(*args):
        go.wait(60)
        return compute(*args)

    monkeypatch.setattr(parts, "reduction", slowly)
    shown = open_page("walkthrough", "matching differs", SPLParams(d1=4, d2=2, T=2), k=1)
    assert not shown.exception
    assert any(caption.value.startswith("Reducing the dimension …") for caption in shown.caption)
    assert not shown.table
    go.set()
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", 60)
    shown.session_state[MARKER] = True
    shown.run()
    assert not shown.exception and len(shown.table)


def test_large_domains_are_rated_on_a_sample_and_the_page_says_so(open_page, unasked, monkeypatch):
    for module in ("ui.data.bar", "measures.baselines"):
        monkeypatch.setattr(f"spl.{module}.MOST_ROWS", 50)
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", 60)
    rng = np.random.default_rng(0)
    y = np.arange(80) % 4
    means = rng.normal(size=(4, 12)) * 4
    X, Xt = (means[y] + rng.normal(size=(80, 12)) for _ in range(2))
    pair = DomainPair(X, y, Xt[:40], y[:40])
    shown = open_page("data", pair)
    (said,) = (c.value for c in shown.caption if "drawn at random" in c.value)
    assert (
        said
        == "Trained and tested on 50 of 80 source and 40 of 40 target samples, drawn at random."
    )
