"""Golden values on real data from an independent implementation (skipped where absent)."""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from spl import SPLParams, iterate, load_sample

FILE = Path(__file__).parents[3] / "shared" / "data" / "golden.json"
ROWS = json.loads(FILE.read_text()) if FILE.is_file() else []
VARIANTS = {
    "use_sp": {"labeling": "ncp"},
    "use_ncp": {"labeling": "sp"},
    "use_selection": {"selection": "all"},
    "use_pl": {"selection": "none"},
}


def variant(row):
    """The parameters that a row names in its own words."""
    chosen = {}
    for flag, parameters in VARIANTS.items():
        if row.get(flag) is False:
            chosen |= parameters
    if row.get("ref", {}).get("selection") == "global":
        chosen["selection"] = "global"
    if row.get("ref", {}).get("quota") == "code":
        chosen["quota"] = "authors"
    return chosen


def name(row):
    pair = f"{row['set']}:{row['source']}->{row['target']}"
    return " ".join([pair, f"d2={row['d2']}", *map(str, variant(row).values())])


@lru_cache(maxsize=8)
def load(path):
    with np.load(path, allow_pickle=False) as file:
        return file["X"], file["y"]


@pytest.mark.parametrize("row", ROWS or [None], ids=map(name, ROWS) if ROWS else ["absent"])
def test_golden(row, shared_data):
    if row is None:
        pytest.skip("golden.json is not in ../shared/data")
    folder = shared_data / row["set"]
    Xs, ys = load(folder / f"{row['source']}.npz")
    Xt, yt = load(folder / f"{row['target']}.npz")
    params = SPLParams(d1=row["d1"], d2=row["d2"], T=row["T"], **variant(row))
    states = list(iterate(Xs, ys, Xt, params))
    assert len(states) == len(row["accuracy"])
    samples = max(1.0, 0.003 * len(yt))  # the tolerance that comes with the file
    for k, state in enumerate(states):
        reached = np.mean(state.classes[state.pseudo_labels] == yt)
        assert abs(reached - row["accuracy"][k]) * len(yt) < samples + 1e-3, f"k={k}"
        assert abs(state.selected.sum() - row["n_selected"][k]) <= samples, f"k={k}"
        counts = np.bincount(state.pseudo_labels, minlength=state.n_classes)
        assert np.abs(counts - row["labels"][k]).sum() <= 2 * samples, f"k={k}"
        if row["matching_moved"][k] is not None:
            assert state.matching_moved == row["matching_moved"][k], f"k={k}"


def labels_in(dtype, Xs, ys, Xt, params):
    """Pseudo-labels (T + 1, n_target) of half-precision values that are given as `dtype`."""
    given = (X.astype(np.float16).astype(dtype) for X in (Xs, Xt))
    return np.stack([s.pseudo_labels for s in iterate(next(given), ys, next(given), params)])


@pytest.mark.parametrize("pair", ["icons", "office31_efficientnet"])
def test_the_precision_of_the_features_changes_no_label(pair, request):
    if pair == "icons":
        icons = load_sample("icons", "filled", "outline")
        data = icons.X_source, icons.y_source, icons.X_target
        params = SPLParams(d1=256, d2=128, T=4, labeling="ncp")
    else:
        folder = request.getfixturevalue("shared_data") / pair
        (Xs, ys), (Xt, _) = load(folder / "dslr.npz"), load(folder / "amazon.npz")
        data, params = (Xs, ys, Xt), SPLParams(d1=512, d2=128, T=10, labeling="ncp")
    whole = labels_in(np.float64, *data, params)
    for dtype in (np.float16, np.float32):
        np.testing.assert_array_equal(labels_in(dtype, *data, params), whole)
