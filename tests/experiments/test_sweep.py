"""Sweeps: shared work changes no label; tables, workers, scores and the suggestion."""

import math
import os
import signal
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import joblib
import numpy as np
import pytest
from scipy.stats import spearmanr

from spl import DomainPair, SPLParams, iterate
from spl.algorithm.projection import LabelledRows, class_statistics
from spl.experiments.nearby import NearbyRows
from spl.experiments.reverse import ReverseValidation
from spl.experiments.suggest import best_setting, rank_scores, suggest
from spl.experiments.sweep import RunResult, data_digest, each_once, fit_cells, grid, sweep
from spl.experiments.tables import _packed, read_results, results_frame, write_results
from spl.measures.evaluation import label_free_scores
from spl.measures.scores import RUN_SCORES


@pytest.fixture
def pair(shifted):
    X, y, Xt, yt = shifted
    return DomainPair(X, y, Xt, yt, name="shifted")


@pytest.fixture
def unlabelled(shifted):
    X, y, Xt, _ = shifted
    return DomainPair(X, y, Xt)


def result(d1, d2=1, T=5, accuracy=None, task="a", **scores):
    return RunResult(
        task=task, params=SPLParams(d1, d2, T), accuracy=None if accuracy is None else (accuracy,),
        scores=(scores,), pseudo_labels=np.zeros(0, np.uint16), seconds=1.0, digest=task,
    )  # fmt: skip


def assert_same_as_single_runs(pair, cells):
    found = {r.params: r for r in sweep([pair], cells)}
    assert set(found) == set(cells)
    for cell, r in found.items():
        states = list(iterate(pair.X_source, pair.y_source, pair.X_target, cell))
        np.testing.assert_array_equal(r.pseudo_labels, states[-1].pseudo_labels)
        reached = [np.mean(s.pseudo_labels == pair.yt) for s in states]
        assert r.accuracy == pytest.approx(reached)
        previous = None
        for k, state in enumerate(states):
            want = label_free_scores(state, previous)
            got = {name: r.scores[k][name] for name in want}
            assert got == pytest.approx(want, abs=1e-4, nan_ok=True)
            previous = state


def test_every_cell_equals_its_single_run(pair):
    cells = grid(
        SPLParams(),
        d1=[3, 4],
        d2=[2, 4],  # 4 = d1 too
        T=[2, 3],
        alpha=[0.5, 1.0],
        labeling=["both", "ncp", "sp"],
        selection=["class-wise", "global", "all", "none"],
    )
    assert len(cells) == 3 * 2 * 2 * 3 * 4
    cells = each_once(cells)  # none ends at k = 0, whatever T is
    assert len(cells) == 3 * 2 * 3 * (2 * 3 + 1)
    assert_same_as_single_runs(pair, cells)


def test_variants_outside_a_grid_equal_their_single_runs(pair):
    base = {"d1": 5, "d2": 3, "T": 2}
    cells = [
        SPLParams(**base, quota="authors"),
        SPLParams(**base, normalize_features=False),
        SPLParams(**base, normalize_centers=False),
        SPLParams(**base),
    ]
    assert_same_as_single_runs(pair, cells)


def test_one_gram_per_class_is_shared_too(shifted):
    X, y, Xt, yt = shifted
    pair = DomainPair(np.tile(X, (2, 1)), np.tile(y, 2), np.tile(Xt, (2, 1)), np.tile(yt, 2))
    assert LabelledRows(pair.X_source, pair.ys, pair.X_target, 3).incremental
    assert_same_as_single_runs(pair, grid(SPLParams(d2=2), d1=[3, 5], T=[2, 3]))


def test_a_sweep_on_real_data_has_the_labels_of_single_runs(shared_data):
    files = [np.load(shared_data / "office_caltech_surf" / f"{n}.npz") for n in ("dslr", "webcam")]
    X, y, Xt, yt = (file[name] for file in files for name in ("X", "y"))
    pair = DomainPair(X, y, Xt, yt)
    assert_same_as_single_runs(pair, grid(SPLParams(T=4), d1=[20, 50], d2=[10, 20]))


def test_gram_from_a_nearby_one_equals_the_fresh_one(pair):
    labels = pair.yt.copy()
    rows = NearbyRows(pair.X_source, pair.ys, pair.X_target, 3, [2])
    rows.incremental = False
    rng = np.random.default_rng(0)
    for _ in range(6):
        labels[rng.permutation(90)[:5]] = rng.integers(-1, 3, 5)
        XDX, sums = rows.statistics(labels)
        want = class_statistics((pair.X_source, pair.X_target), (pair.ys, labels), 3)
        np.testing.assert_allclose(np.triu(XDX), np.triu(want[0]), rtol=1e-10)
        np.testing.assert_allclose(sums, want[1], rtol=1e-10)


def test_target_labels_change_nothing_but_accuracy(pair, unlabelled):
    cells = grid(SPLParams(T=2), d1=[3, 5], d2=[2])
    for a, b in zip(sweep([pair], cells), sweep([unlabelled], cells), strict=True):
        np.testing.assert_array_equal(a.pseudo_labels, b.pseudo_labels)
        assert a.scores[-1] == b.scores[-1]
        assert a.accuracy is not None and b.accuracy is None


def test_cells_are_capped_and_run_once(pair):
    cells = grid(SPLParams(T=1), d1=[4, 6, 10, 20], d2=[2])
    assert [c.d1 for c in fit_cells(pair, cells)] == [4, 6]
    with pytest.warns(UserWarning, match="d1=10, 20 is more than 180 samples with 6 features"):
        runs = sweep([pair], cells)
    assert [r.params.d1 for r in runs] == [4, 6]


def test_done_results_are_not_computed_again(pair, unlabelled):
    cells = grid(SPLParams(T=1), d1=[3, 5], d2=[2])
    first = next(sweep([pair], cells))
    rest = list(sweep([pair], cells, done=[first]))
    assert [r.params.d1 for r in rest] == [5]
    assert len(list(sweep([unlabelled], cells, done=[first]))) == 2  # other data
    assert not list(sweep([pair], cells, done=[first, *rest]))


@pytest.mark.parametrize(
    ("lists", "sentence"),
    [
        ({"d1": [4, 8], "d2": [16, 32]}, r"every d2 \(smallest: 16\) is above every d1 \(largest"),
        ({"d1": [-1]}, "d1=-1 must be a whole number of at least 1"),
        ({"d1": []}, "d1 has no value; give at least one"),
        ({"quota": ["floor"]}, "'quota' cannot be swept; use one of d1, d2, T"),
        ({"labeling": ["none"]}, "labeling='none' is not known"),
    ],
)
def test_grids_that_cannot_be_used(lists, sentence):
    with pytest.raises(ValueError, match=sentence):
        grid(SPLParams(), **lists)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"jobs": 0}, "jobs=0 must be a whole number of at least 1, or -1"),
        ({"backend": "threads"}, "backend='threads' is not known; use one of loky, dask"),
        ({"backend": "dask"}, "needs the address of its scheduler"),
        ({"jobs": 2, "scheduler": "tcp://x:1"}, "is for the dask backend"),
        ({"scheduler": "tcp://x:1"}, "is for the dask backend"),
        ({"backend": "dask", "scheduler": "nonsense"}, "nonsense is not an address of a Dask"),
        ({"backend": "dask", "scheduler": "http://x:1"}, "is not an address of a Dask scheduler"),
        ({"backend": "dask", "scheduler": "tcp://x"}, "is not an address of a Dask scheduler"),
    ],
)
def test_workers_that_cannot_be_used(pair, how, sentence):
    with pytest.raises(ValueError, match=sentence):
        sweep([pair], [SPLParams(3, 2, 1)], **how)


def test_missing_dask_says_how_to_install_it(pair, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"run pip install 'spl-explorer\[dask\]'"):
        sweep([pair], [SPLParams(3, 2, 1)], backend="dask", scheduler="tcp://localhost:8786")


WORKERS = """
import sys
import numpy as np
from spl import DomainPair, SPLParams
from spl.experiments.sweep import grid, sweep

def check(pairs, cells, **how):
    alone = {(r.task, r.params): r for p in pairs for r in sweep([p], cells)}
    runs = list(sweep(pairs, cells, **how))
    assert len(runs) == len(alone) == 2 * len(cells)
    for r in runs:
        want = alone[r.task, r.params]
        assert (r.pseudo_labels == want.pseudo_labels).all() and r.accuracy == want.accuracy
        assert r.digest == want.digest and len(r.scores) == len(want.scores)
        for name, value in want.scores[-1].items():
            np.testing.assert_allclose(r.scores[-1][name], value, atol=1e-4)
    started = sweep(pairs, cells, **how)
    next(started)
    started.close()  # a cancelled sweep leaves quietly

if __name__ == "__main__":
    rng = np.random.default_rng(7)
    y = np.repeat([0, 1, 2], 30)
    X = 3 * np.eye(6)[y] + rng.normal(scale=0.6, size=(90, 6))
    pairs = [DomainPair(X, y, X + 0.5 * i, y, name=str(i)) for i in (1, 2)]
    cells = grid(SPLParams(T=2), d1=[3, 5], d2=[2, 3], selection=["class-wise", "all"])
    if sys.argv[1] == "loky":
        check(pairs, cells, jobs=2)
    else:
        from distributed import LocalCluster
        size = {"n_workers": 2, "threads_per_worker": 1, "processes": False}
        with LocalCluster(**size, dashboard_address=None) as cluster:
            check(pairs, cells, backend="dask", scheduler=cluster.scheduler_address)
    print("same")
"""


@pytest.mark.parametrize("backend", ["loky", "dask"])
def test_workers_give_the_results_of_one_process(backend, tmp_path):
    if backend == "dask":
        pytest.importorskip("distributed", reason="the extra dask is not installed")
    script = tmp_path / "workers.py"
    script.write_text(WORKERS)
    command = [sys.executable, "-W", "error", str(script), backend]
    place = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=place)
    assert done.stdout.strip() == "same", done.stderr


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_tables_come_back_as_they_were(ending, pair, unlabelled, tmp_path):
    cells = grid(SPLParams(d2=2), d1=[3, 5], T=[1, 3], selection=["class-wise", "none"])
    for data in (pair, unlabelled):
        path = tmp_path / f"runs.{ending}"
        runs = list(sweep([data], cells))
        write_results(path, runs)
        assert [p.name for p in tmp_path.iterdir()] == [path.name]
        for a, b in zip(runs, read_results(path), strict=True):
            assert (a.task, a.params, a.accuracy, a.seconds) == (
                b.task, b.params, b.accuracy, b.seconds,
            )  # fmt: skip
            assert a.digest == b.digest == data_digest(data)
            assert len(a.scores) == len(b.scores)
            np.testing.assert_array_equal(a.pseudo_labels, b.pseudo_labels)
            assert b.pseudo_labels.dtype == a.pseudo_labels.dtype
            known = {name: v for name, v in a.scores[-1].items() if not math.isnan(v)}
            assert known == b.scores[-1]


def test_a_frame_has_a_row_per_run(pair):
    runs = list(sweep([pair], grid(SPLParams(d1=4, d2=2), T=[1, 2])))
    frame = results_frame(runs)
    assert list(frame["T"]) == [1, 2] and set(RUN_SCORES) <= set(frame.columns)
    assert math.isnan(frame["accuracy_2"][0]) and frame["accuracy_2"][1] == frame["accuracy"][1]
    assert results_frame([]).empty


ODD = [
    ("silhouette", 1.5, "from -1 to 1"),
    ("silhouette", "nan", "from -1 to 1"),
    ("entropy", -0.2, "from 0 to 1"),
    ("agreement", 87.3, "from 0 to 1"),
    ("changed", "n/a", "from 0 to 1"),
    ("reverse_validation", 1e300, "from 0 to 1"),
    ("neighborhood_density", -1e300, "from 0 to 22"),
    ("seconds", -1, "from 0 to 1,000,000,000"),
    ("seconds", 1e300, "from 0 to 1,000,000,000"),
    ("seconds", float("nan"), "from 0 to 1,000,000,000"),
    ("seconds", float("inf"), "from 0 to 1,000,000,000"),
    ("accuracy", 7, "from 0 to 1"),
    ("accuracy_1", float("nan"), "from 0 to 1"),
    ("accuracy_0", 1.2, "from 0 to 1"),
]


@pytest.fixture(scope="module")
def few_runs(tmp_path_factory):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(24, 4)) + 3 * (np.arange(24) % 2)[:, None]
    pair = DomainPair(X[:12], np.arange(12) % 2, X[12:], np.arange(12) % 2)
    path = tmp_path_factory.mktemp("few") / "runs.csv"
    write_results(path, sweep([pair], grid(SPLParams(d1=3, d2=2), T=[1, 2])))
    return path


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize(("column", "value", "needed"), ODD)
def test_a_number_that_no_sweep_writes_is_named_by_its_row(
    column, value, needed, ending, few_runs, tmp_path
):
    pd = pytest.importorskip("pandas")
    path = tmp_path / f"runs.{ending}"
    if ending == "csv":
        table = pd.read_csv(few_runs, dtype=object, keep_default_na=False)
        table.loc[1, column] = "" if value != value else value
        table.to_csv(path, index=False)
    elif isinstance(value, str):
        pytest.skip("a column of numbers holds no text")
    else:
        table = pd.read_csv(few_runs)
        table[column] = [*table[column].astype(float)[:1], float(value)]
        table.to_parquet(path, index=False)
    with pytest.raises(ValueError) as error:
        read_results(path)
    assert "(row 2 has " in str(error.value)
    assert f" as {column}, which is not a number {needed}); give another name." in str(error.value)


def edited(path, tmp_path, change):
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(lines[0].split(","), line.split(","), strict=True)) for line in lines[1:]]
    change(rows)
    own = tmp_path / "edited.csv"
    own.write_text("\n".join([lines[0], *(",".join(row.values()) for row in rows)]) + "\n", "utf-8")
    return own


def test_an_accuracy_that_is_not_that_of_the_last_iteration_is_refused(few_runs, tmp_path):
    path = edited(few_runs, tmp_path, lambda rows: rows[1].update(accuracy="0.1234"))
    with pytest.raises(ValueError, match=r"\(row 2 has another accuracy than accuracy_2\)"):
        read_results(path)


@pytest.mark.parametrize("column", ["accuracy_0", "pseudo_labels"])
def test_one_run_with_two_results_is_refused_and_a_copy_is_not(column, few_runs, tmp_path):
    path = edited(few_runs, tmp_path, lambda rows: rows.append(dict(rows[0])))
    assert len(read_results(path)) == 3

    def other(rows):
        value = "0.125" if column == "accuracy_0" else rows[1][column]
        rows[0][column] = "0.25" if column == "accuracy_0" else rows[0][column]
        labels = np.array([1, 0] * 6)
        rows.append(rows[0] | {column: value if column == "accuracy_0" else _packed(labels)})

    with pytest.raises(ValueError, match=r"\(rows 1 and 3 are one run with different results\)"):
        read_results(edited(few_runs, tmp_path, other))


def test_files_that_are_no_table(tmp_path):
    with pytest.raises(ValueError, match=r"give a name that ends with .csv or .parquet"):
        write_results(tmp_path / "runs.xlsx", [])
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    (tmp_path / "broken.parquet").write_text("no")
    for name in ("other.csv", "broken.parquet"):
        with pytest.raises(ValueError, match="is not a table that a sweep wrote"):
            read_results(tmp_path / name)


def test_reverse_validation_is_one_for_the_truth_and_counts_wrong_labels_back():
    X = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.1, 0.9]])
    pair = DomainPair(X, [0, 0, 1, 1], X + 0.01)
    reverse = ReverseValidation(pair)
    assert reverse.score(np.array([0, 0, 1, 1])) == 1
    assert reverse.score(np.array([1, 1, 0, 0])) == 0
    assert reverse.score(np.array([0, 1, 1, 1])) == 0.75


def test_ranks_and_regrets_follow_their_definitions():
    rng = np.random.default_rng(3)
    accuracy, changed = rng.random(12), rng.integers(0, 5, 12) / 5
    runs = [
        result(d1=i + 1, accuracy=a, changed=e, entropy=a, agreement=a**2, silhouette=0.5)
        for i, (a, e) in enumerate(zip(accuracy, changed, strict=True))
    ]
    trust = rank_scores(runs)
    assert trust["agreement"].correlation == pytest.approx(1) and trust["agreement"].regret == 0
    assert trust["changed"].correlation == pytest.approx(spearmanr(-changed, accuracy)[0])
    pick = changed.argmin()  # the smallest setting of those with the fewest changes
    assert trust["changed"].regret == pytest.approx(100 * (accuracy.max() - accuracy[pick]))
    assert math.isnan(trust["silhouette"].correlation)
    assert "neighborhood_density" not in trust and list(trust)[0] == "agreement"
    assert "entropy" not in trust  # it is not for choosing
    with pytest.raises(ValueError, match="Without target labels"):
        rank_scores([result(1, entropy=1.0)])


def test_suggestion_is_the_smallest_within_a_point_of_the_best():
    runs = [result(8, accuracy=0.95), result(4, accuracy=0.941), result(2, accuracy=0.939)]
    params, rule = suggest(runs)
    assert params.d1 == 4 and "within 1 percentage point of the best (95.0 %)" in rule
    assert best_setting(runs) == (runs[0].params, 0.95)
    exactly = [result(8, accuracy=0.1), result(4, accuracy=0.09)]  # 0.1 − 0.01 > 0.09 in floats
    assert suggest(exactly)[0].d1 == 4
    runs = [result(4, T=T, d2=d2, accuracy=0.9) for T, d2 in ((5, 3), (10, 2), (5, 2))]
    assert suggest(runs)[0] == SPLParams(4, 2, 5)


def test_suggestion_averages_over_tasks_and_leaves_out_what_some_lack():
    runs = [result(d1, accuracy=a, task=t) for d1, a, t in [
        (2, 0.9, "a"), (2, 0.5, "b"), (4, 0.8, "a"), (4, 0.8, "b"), (1, 1.0, "a"),
    ]]  # fmt: skip
    params, rule = suggest(runs)
    assert params.d1 == 4 and "averaged over 2 tasks" in rule


def test_without_labels_reverse_validation_stands_in():
    runs = [result(d1, reverse_validation=r, entropy=e) for d1, r, e in [
        (2, 0.5, 0.0), (4, 0.9, 0.5), (8, 0.905, 0.9),
    ]]  # fmt: skip
    params, rule = suggest(runs)
    assert params.d1 == 4 and "reverse validation" in rule and "accuracy" not in rule
    with pytest.raises(ValueError, match="no results to choose from"):
        suggest([])
    with pytest.raises(ValueError, match="No result has reverse validation"):
        suggest([result(2, entropy=1.0)])


def test_scores_have_a_sentence_and_a_direction(unlabelled):
    (run,) = sweep([unlabelled], [SPLParams(3, 2, 1)])
    assert {*run.scores[-1], "vote"} == set(RUN_SCORES)  # which takes several runs
    assert all(score.definition.endswith(".") for score in RUN_SCORES.values())
    assert [name for name, score in RUN_SCORES.items() if not score.higher] == [
        "entropy",
        "changed",
    ]


def test_nothing_warns_on_plain_data(pair):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(sweep([pair], [SPLParams(3, 2, 1)]))


def test_no_more_processes_than_runs(pair, monkeypatch):
    asked = []

    class Parallel(joblib.Parallel):
        def __init__(self, n_jobs, **options):
            asked.append(n_jobs)
            super().__init__(n_jobs=1, **options)

    monkeypatch.setattr(joblib, "Parallel", Parallel)
    assert len(list(sweep([pair], [SPLParams(3, 2, 1)], jobs=1000))) == 1
    assert asked == [1]


def test_a_name_is_no_formula_in_a_csv_and_comes_back(pair, tmp_path):
    (result,) = sweep([pair], [SPLParams(3, 2, 1, alpha=1e6)])
    odd = replace(result, task="=cmd → x")
    for name in ("a.csv", "a.parquet"):
        write_results(tmp_path / name, [odd])
        (back,) = read_results(tmp_path / name)
        assert back.task == "=cmd → x" and back.params == odd.params
    assert (tmp_path / "a.csv").read_text().splitlines()[1].startswith("'=cmd")


@pytest.mark.parametrize(
    ("column", "value"),
    [("accuracy", "1.5"), ("accuracy", "inf"), ("accuracy_0", ""), ("seconds", "inf"),
     ("d1", "1" + "0" * 20), ("normalize_features", "maybe"), ("silhouette", "x")],
)  # fmt: skip
def test_a_table_with_impossible_values_is_refused(pair, tmp_path, column, value):
    results = list(sweep([pair], [SPLParams(3, 2, 1)]))
    frame = results_frame(results).astype(str)
    frame.loc[0, column] = value
    frame.to_csv(tmp_path / "a.csv", index=False)
    with pytest.raises(ValueError, match="is not a table that a sweep wrote"):
        read_results(tmp_path / "a.csv")


def test_pairs_and_settings_may_come_one_by_one(pair):
    wanted = [r.params for r in sweep([pair], grid(SPLParams(d1=4, d2=2, T=1), d1=[3, 4]))]
    cells = iter(grid(SPLParams(d1=4, d2=2, T=1), d1=[3, 4]))
    assert [r.params for r in sweep(iter([pair]), cells)] == wanted
    assert len(wanted) == 2


@pytest.mark.parametrize("jobs", ["2", 1.5, True])
def test_a_number_of_processes_is_whole(pair, jobs):
    with pytest.raises(ValueError, match=f"jobs={jobs!r} must be a whole number of at least 1"):
        sweep([pair], [SPLParams()], jobs=jobs)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_that_is_killed_is_one_sentence_and_the_next_sweep_runs(pair):
    from joblib.externals.loky import reusable_executor

    cells = grid(SPLParams(d1=4, T=100), d2=[1, 2, 3, 4], alpha=range(1, 21))
    runs = sweep([pair], cells, jobs=2)
    next(runs)
    os.kill(next(iter(reusable_executor._executor._processes)), signal.SIGKILL)
    with pytest.raises(ValueError, match=r"^a process of the sweep was ended .* is missing\.$"):
        list(runs)
    assert len(list(sweep([pair], cells[:4], jobs=2))) == 4
