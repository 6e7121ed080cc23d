"""What is no list of settings, pairs or results is refused in one sentence, by its name."""

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.experiments.ablation import ablation_lines, summarize
from spl.experiments.comparison import check_names, comparison_lines, ranked
from spl.experiments.suggest import best_setting, mean_accuracies, pick, rank_scores, suggest
from spl.experiments.sweep import cross, fit_cells, grid, missing_cells, sweep
from spl.experiments.tables import results_columns, results_rows, write_results, write_vote
from spl.experiments.vote import correct_shares, vote, votes, with_agreement

PARAMS = SPLParams(d1=2, d2=2, T=1)
X = np.random.default_rng(0).normal(size=(12, 3))
PAIR = DomainPair(X, np.arange(12) % 2, X + 1)
NO_LISTS = {
    "a text": "d1=2",
    "bytes": b"d1",
    "a dict": {"d1": 2},
    "a set": {2},
    "a number": 3,
    "nothing": None,
    "a dict in a list": [{"d1": 2}],
    "a text in a list": ["d1=2"],
}
EACH = pytest.mark.parametrize("given", NO_LISTS.values(), ids=NO_LISTS)


@pytest.fixture(scope="module")
def found():
    cells = grid(PARAMS, d1=[2, 3], T=[1, 2])
    results = list(sweep([PAIR], cells))
    return results, vote(results)


def refused(name, call, *args, **options):
    with pytest.raises(ValueError, match=rf"^{name}(\[0\])? is a \w+; give a") as error:
        call(*args, **options)
    assert str(error.value).endswith(".") and "\n" not in str(error.value)


@EACH
def test_settings_and_pairs(given):
    refused("cells", sweep, [PAIR], given)
    refused("pairs", sweep, given, [PARAMS])
    refused("done", sweep, [PAIR], [PARAMS], done=given)
    refused("done", missing_cells, PAIR, [PARAMS], given)
    refused("cells", fit_cells, PAIR, given)
    refused("base", grid, given, d1=[2])
    refused("base", cross, given, d1=[2])


@pytest.mark.parametrize("given", ["both", b"sp", {"sp": 1}, {"sp"}, 3, None])
def test_values_that_are_swept(given):
    refused("labeling", grid, PARAMS, labeling=given)
    refused("labeling", cross, PARAMS, labeling=given)


def test_values_may_come_in_any_order_of_things():
    cells = grid(PARAMS, d1=[3, 2])
    for given in (iter([3, 2]), (3, 2), np.array([3, 2]), range(3, 1, -1)):
        assert grid(PARAMS, d1=given) == cells
    assert cross(PARAMS, d1=iter([3, 2])) == cells


@EACH
def test_results(given, tmp_path):
    for call in (vote, votes, with_agreement, suggest, best_setting,
                 rank_scores, mean_accuracies, results_columns,
                 results_rows, summarize, ablation_lines,
                 ranked, comparison_lines):  # fmt: skip
        refused("results", call, given)
    refused("results", pick, given, "vote")
    refused("results", write_results, tmp_path / "r.csv", given)


@EACH
def test_a_vote(given, found, tmp_path):
    results, _ = found
    if given is not None:
        refused("found", with_agreement, results, given)
    for one in (given, results):
        refused("found", correct_shares, one, np.zeros(12, int))
        refused("found", write_vote, tmp_path / "v.npz", one, np.arange(2))


def test_one_of_them_is_no_list(found):
    results, one = found
    for name, call, args in (
        ("pairs", sweep, (PAIR, [PARAMS])),
        ("cells", sweep, ([PAIR], PARAMS)),
        ("results", vote, (results[0],)),
        ("found", with_agreement, (results, one)),
        ("names", check_names, ("SPL",)),
    ):
        with pytest.raises(ValueError, match=rf"{name} is a single \w+; give a list, \[{name}\]"):
            call(*args)
