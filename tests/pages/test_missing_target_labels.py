"""Pages of own data whose target labels are partly or all missing, with label sets that differ."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.studies import STUDIES
from spl.experiments.sweep import grid, sweep
from spl.ui.app.shell import MARKER
from spl.ui.explore import runs as explore_runs

PARAMS = SPLParams(d1=6, d2=3, T=2)
GAPS = {"None": None, "NaN": float("nan"), "empty": " ", "-1": "-1"}


def own_data(shifted, missing):
    X, y, Xt, yt = shifted
    labels = np.array(yt, dtype=object)
    labels[::4] = GAPS[missing]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return DomainPair(X, y, Xt, labels)


def texts(page):
    kinds = ("markdown", "caption", "warning", "info", "metric", "error")
    return " ".join(str(m.value) for kind in kinds for m in page.get(kind))


@pytest.mark.parametrize("missing", GAPS)
@pytest.mark.parametrize("label_set", ["closed", "partial", "open"])
def test_the_vote_shows_such_data(open_page, shifted, label_set, missing):
    explore_runs.KEPT.clear()
    STUDIES.clear()
    pair = own_data(shifted, missing)
    base = replace(PARAMS, label_set=label_set)
    cells = [] if label_set == "open" else grid(base, d1=[4, 6], d2=[2, 3], T=[1, 2])
    for result in sweep([pair], cells) if cells else ():
        explore_runs.KEPT.put((pair.identity, result.params), result)
    page = open_page("explore", pair, base)
    for name, values in {"d1": ["4", "6"], "d2": ["2", "3"], "T": ["1", "2"]}.items():
        page.multiselect(key=f"_explore_{name}").set_value(values)
    page.session_state["state"].choices["explore_part"] = "Vote"
    page.session_state[MARKER] = True
    page = page.run()
    assert not page.exception and not page.error
    assert "nan" not in texts(page).lower().split()


@pytest.mark.parametrize("missing", ["None", "-1"])
@pytest.mark.parametrize("label_set", ["closed", "partial", "open"])
def test_the_lessons_page_goes_on_beside_such_data(open_page, shifted, label_set, missing):
    page = open_page("lessons", own_data(shifted, missing), replace(PARAMS, label_set=label_set))
    assert not page.exception and not page.error
    assert "nan" not in texts(page).lower().split()
