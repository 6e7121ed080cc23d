"""Algorithm 1: invariants of every state, laziness, symmetries, and what it must not see."""

import dataclasses
import importlib
import inspect
import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spl.algorithm.iteration as iteration
from spl import DomainPair, SPLClassifier, SPLParams, iterate
from spl.algorithm.lost_digits import lost_digits_note
from spl.algorithm.preprocessing import l2_normalize, reduce_dimension

PARAMS = SPLParams(d1=5, d2=3, T=4)
ALPHA = "must be a number from 0.000001 to 1,000,000; the paper's is 1."


def overlapping(seed, n_source=44, n_target=52, d=6, n_classes=3):
    """Classes that overlap, in domains that differ: ys, yt unbalanced, no two samples alike."""
    rng = np.random.default_rng(seed)
    ys = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, n_source - n_classes)])
    yt = rng.integers(0, n_classes, n_target)
    means = 1.5 * rng.normal(size=(n_classes, d))
    Xs = means[ys] + rng.normal(size=(n_source, d))
    Xt = means[yt] + rng.normal(size=(n_target, d)) + rng.normal(size=d)
    return Xs, ys, Xt


def labels_of(Xs, ys, Xt, params=PARAMS):
    return np.array([s.classes[s.pseudo_labels] for s in iterate(Xs, ys, Xt, params)])


# --- invariants -----------------------------------------------------------------------------


@pytest.mark.parametrize("d2", [3, 5])
@pytest.mark.parametrize("labeling", ["both", "ncp", "sp"])
@pytest.mark.parametrize("alpha", [1.0, 0.1])
def test_invariants_of_every_state(d2, labeling, alpha):
    Xs, ys, Xt = overlapping(5)
    params = SPLParams(d1=5, d2=d2, T=4, labeling=labeling, alpha=alpha)
    states = list(iterate(Xs, ys, Xt, params))
    assert [s.k for s in states] == [0, 1, 2, 3, 4]
    reduced = np.vstack([l2_normalize(A) for A in reduce_dimension(Xs, Xt, 5)[:2]])
    yt = np.full(len(Xt), -1)
    for s in states:
        assert_shapes(s, len(Xs), len(Xt), 3, 5, d2)
        for proba in (s.proba_ncp, s.proba_sp):
            np.testing.assert_allclose(proba.sum(axis=1), 1)
        assert sorted(s.matching) == [0, 1, 2]
        np.testing.assert_array_equal(s.pseudo_labels, s.proba.argmax(axis=1))
        for unit in (s.z_source, s.z_target, s.prototypes, s.centers):
            np.testing.assert_allclose(np.linalg.norm(unit, axis=1), 1)
        assert_quota(s, yt, params.T)
        known = np.concatenate([ys, np.where(s.selected, yt, -1)])
        np.testing.assert_allclose(
            s.projection.T @ constraint(reduced, known, alpha) @ s.projection,
            np.eye(d2),
            atol=1e-9,
        )
        yt = s.pseudo_labels
    assert states[-1].selected.all() and not states[0].selected.any()


def assert_shapes(s, n_source, n_target, n_classes, d1, d2):
    want = {
        "classes": (n_classes,),
        "projection": (d1, d2),
        "z_source": (n_source, d2),
        "z_target": (n_target, d2),
        "prototypes": (n_classes, d2),
        "centers": (n_classes, d2),
        "cluster_labels": (n_target,),
        "matching": (n_classes,),
        "proba_ncp": (n_target, n_classes),
        "proba_sp": (n_target, n_classes),
        "proba": (n_target, n_classes),
        "pseudo_labels": (n_target,),
        "selected": (n_target,),
        "confidence": (n_target,),
        "margin": (n_target,),
        "rank": (n_target,),
        "matching_cost": (n_classes, n_classes),
    }
    assert {name: getattr(s, name).shape for name in want} == want


def assert_quota(state, previous_labels, T):
    for c in range(state.n_classes):
        of_class = previous_labels == c
        assert state.selected[of_class].sum() == state.k * of_class.sum() // T


def constraint(X, labels, alpha):
    M = (labels[:, None] == labels) & (labels >= 0)[:, None]
    L = np.diag(M.sum(axis=1)) - M
    return X.T @ L @ X + alpha * np.eye(X.shape[1])


def test_derived_properties_agree_with_their_definition():
    s = list(iterate(*overlapping(5), PARAMS))[1]
    ordered = np.sort(s.proba, axis=1)
    np.testing.assert_array_equal(s.confidence, ordered[:, -1])
    np.testing.assert_allclose(s.margin, ordered[:, -1] - ordered[:, -2])
    for c in range(3):
        of_class = s.pseudo_labels == c
        by_rank = s.confidence[of_class][np.argsort(s.rank[of_class])]
        assert (np.diff(by_rank) <= 0).all()
    rows = np.arange(len(s.proba))
    sp_is_larger = s.proba_sp.max(axis=1) > s.proba_ncp.max(axis=1)
    np.testing.assert_array_equal(s.decided_by_sp, sp_is_larger)
    assert s.matching_moved == np.sum(s.matching != np.arange(3))
    np.testing.assert_array_equal(s.proba[rows, s.pseudo_labels], s.confidence)


@pytest.mark.parametrize("labeling", ["ncp", "sp"])
def test_one_labeling_alone_decides_every_sample(labeling):
    s = list(iterate(*overlapping(5), dataclasses.replace(PARAMS, labeling=labeling)))[-1]
    np.testing.assert_array_equal(s.decided_by_sp, labeling == "sp")
    np.testing.assert_array_equal(s.pseudo_labels, getattr(s, f"{labeling}_labels"))


def test_arrays_of_a_state_are_read_only_and_the_input_stays_as_it_was():
    Xs, ys, Xt = overlapping(5)
    copies = Xs.copy(), ys.copy(), Xt.copy()
    for state in iterate(Xs, ys, Xt, PARAMS):
        for field in dataclasses.fields(state):
            value = getattr(state, field.name)
            assert not isinstance(value, np.ndarray) or not value.flags.writeable, field.name
        with pytest.raises(dataclasses.FrozenInstanceError):
            state.k = 7
    for before, after in zip(copies, (Xs, ys, Xt), strict=True):
        np.testing.assert_array_equal(before, after)
        assert after.flags.writeable


def test_no_selection_labels_once():
    states = list(iterate(*overlapping(5), dataclasses.replace(PARAMS, selection="none")))
    assert [s.k for s in states] == [0]


# --- laziness and validation ----------------------------------------------------------------


def test_state_k_is_there_before_the_next_is_computed(monkeypatch):
    computed = []
    original = iteration.project
    monkeypatch.setattr(iteration, "project", lambda *a: computed.append(1) or original(*a))
    states = iterate(*overlapping(5), PARAMS)
    assert computed == []
    for k in range(3):
        assert next(states).k == k
        assert len(computed) == k + 1
    states.close()
    assert len(computed) == 3
    assert list(states) == []


def test_runs_beside_each_other_do_not_mix():
    data = overlapping(5)
    alone = labels_of(*data)
    pairs = zip(iterate(*data, PARAMS), iterate(*overlapping(6), PARAMS), strict=True)
    beside = np.array([a.classes[a.pseudo_labels] for a, _ in pairs])
    np.testing.assert_array_equal(alone, beside)


def test_the_same_input_gives_the_same_run_to_the_bit():
    for a, b in zip(*(iterate(*overlapping(5), PARAMS) for _ in range(2)), strict=True):
        np.testing.assert_array_equal(a.proba, b.proba)
        np.testing.assert_array_equal(a.projection, b.projection)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"d1": 0}, "d1=0 must be a whole number of at least 1."),
        ({"d2": 2.5}, "d2=2.5 must be a whole number of at least 1."),
        ({"T": True}, "T=True must be a whole number of at least 1."),
        ({"T": "10"}, "T='10' must be a whole number of at least 1."),
        (
            {"labeling": "np"},
            "labeling='np' is not known; use one of 'both', 'ncp', 'sp'.",
        ),
        (
            {"selection": "classwise"},
            "selection='classwise' is not known; use one of 'class-wise', 'global', 'all', 'none'.",
        ),
        ({"quota": "q" * 99}, f"quota='{'q' * 36}…' is not known; use one of 'floor', 'authors'."),
        ({"quota": None}, "quota=None is not known; use one of 'floor', 'authors'."),
        ({"d2": 10**10}, "d2=10000000000 must be at most 1,000,000,000."),
        ({"T": 10_001}, "T=10001 must be at most 10,000."),
        ({"alpha": 0}, f"alpha=0 {ALPHA}"),
        ({"alpha": float("nan")}, f"alpha=nan {ALPHA}"),
        ({"alpha": "1"}, f"alpha='1' {ALPHA}"),
        ({"alpha": 1 + 0j}, f"alpha=(1+0j) {ALPHA}"),
        ({"alpha": np.complex128(1)}, f"alpha={np.complex128(1)!r} {ALPHA}"),
        ({"alpha": 1e7}, f"alpha=10000000.0 {ALPHA}"),
        ({"alpha": 10**400}, f"alpha={'1' + 36 * '0'}… {ALPHA}"),
        ({"alpha": True}, f"alpha=True {ALPHA}"),
        ({"labeling": ["ncp"]}, "labeling=['ncp'] is not known; use one of 'both', 'ncp', 'sp'."),
        ({"normalize_features": 1}, "normalize_features=1 must be True or False."),
        ({"normalize_centers": "no"}, "normalize_centers='no' must be True or False."),
    ],
)
def test_bad_parameters_name_themselves_and_the_remedy(given, sentence):
    with pytest.raises(ValueError) as error:
        SPLParams(**given)
    assert str(error.value) == sentence


def test_dimensions_are_capped_with_a_warning():
    Xs, ys, Xt = overlapping(5)
    with pytest.warns(UserWarning) as caught:
        state = next(iterate(Xs, ys, Xt, SPLParams(d1=50, d2=20)))
    assert state.projection.shape == (6, 6)
    messages = [str(w.message) for w in caught]
    assert messages == [
        "d1=50 is more than 96 samples with 6 features allow; using d1=6.",
        "d2=20 is more than d1=6; using d2=6.",
    ]
    with pytest.warns(UserWarning, match="d2=5 is more than d1=4; using d2=4"):
        iterate(Xs, ys, Xt, SPLParams(d1=4, d2=5))


def test_params_of_another_kind_are_refused():
    with pytest.raises(ValueError, match="^params is a dict; give spl.SPLParams"):
        iterate(*overlapping(5), {"d1": 3})


def test_numpy_integers_are_whole_numbers():
    assert SPLParams(d1=np.int32(4), d2=np.uint8(2)).d1 == 4


# --- leak -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module",
    [
        "preprocessing",
        "preparation",
        "projection",
        "pseudo_labels",
        "selection",
        "iteration",
        "estimator",
    ],
)
def test_no_function_that_computes_a_state_takes_target_labels(module):
    members = vars(importlib.import_module(f"spl.algorithm.{module}")).values()
    own = [m for m in members if getattr(m, "__module__", "") == f"spl.algorithm.{module}"]
    classes = [m for m in own if inspect.isclass(m)]
    methods = itertools.chain.from_iterable(
        (m for m in vars(c).values() if inspect.isfunction(m)) for c in classes
    )
    functions = [m for m in own if inspect.isfunction(m)] + list(methods)
    assert functions
    for function in functions:
        taken = set(inspect.signature(function).parameters)
        if function.__qualname__ in ("SPLClassifier.fit", "SPLClassifier.iter_fit"):
            taken.remove("y_target")  # labels that are given as known on purpose
        assert not taken & {"y_target", "yt", "pair"}, function.__qualname__


def test_target_labels_of_a_pair_change_no_state(shifted):
    X, y, Xt, yt = shifted
    runs = [
        labels_of(pair.X_source, pair.y_source, pair.X_target)
        for pair in (DomainPair(X, y, Xt), DomainPair(X, y, Xt, yt), DomainPair(X, y, Xt, yt[::-1]))
    ]
    assert (runs[0] == runs[1]).all() and (runs[0] == runs[2]).all()


# --- symmetries -----------------------------------------------------------------------------

seeds = st.integers(0, 2**20)
property_test = settings(max_examples=20, deadline=None, derandomize=True, database=None)


@property_test
@given(seeds)
def test_order_of_source_samples_does_not_matter(seed):
    Xs, ys, Xt = overlapping(seed)
    order = np.random.default_rng(seed + 1).permutation(len(Xs))
    np.testing.assert_array_equal(labels_of(Xs, ys, Xt), labels_of(Xs[order], ys[order], Xt))


@property_test
@given(seeds)
def test_order_of_target_samples_does_not_matter(seed):
    Xs, ys, Xt = overlapping(seed)
    order = np.random.default_rng(seed + 1).permutation(len(Xt))
    np.testing.assert_array_equal(labels_of(Xs, ys, Xt)[:, order], labels_of(Xs, ys, Xt[order]))


@property_test
@given(seeds, st.permutations(["owl", "ant", "cow"]))
def test_names_of_classes_do_not_matter(seed, names):
    Xs, ys, Xt = overlapping(seed)
    names = np.array(names)
    np.testing.assert_array_equal(names[labels_of(Xs, ys, Xt)], labels_of(Xs, names[ys], Xt))


@property_test
@given(seeds)
def test_rotating_the_features_does_not_matter(seed):
    Xs, ys, Xt = overlapping(seed)
    Q = np.linalg.qr(np.random.default_rng(seed + 1).normal(size=(6, 6)))[0]
    np.testing.assert_array_equal(labels_of(Xs, ys, Xt), labels_of(Xs @ Q, ys, Xt @ Q))


@property_test
@given(seeds, st.floats(1e-6, 1e6), st.booleans())
def test_the_scale_of_both_domains_does_not_matter(seed, scale, normalize):
    Xs, ys, Xt = overlapping(seed)
    params = dataclasses.replace(PARAMS, normalize_features=normalize)
    np.testing.assert_array_equal(
        labels_of(Xs, ys, Xt, params), labels_of(scale * Xs, ys, scale * Xt, params)
    )


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_low_precision_gives_the_states_of_float64_to_the_bit(dtype):
    Xs, ys, Xt = overlapping(5)
    low = Xs.astype(dtype), Xt.astype(dtype)
    runs = [iterate(low[0].astype(t), ys, low[1].astype(t), PARAMS) for t in (dtype, np.float64)]
    for a, b in zip(*runs, strict=True):
        np.testing.assert_array_equal(a.z_target, b.z_target)
        np.testing.assert_array_equal(a.proba, b.proba)


def twin_axes(seed, columns):
    """Two domains whose second and third axis differ by 1e-8 in variance; the labels lie on one.

    Each sample (c, a, b) comes with (c, ±a, ±b) and (c, ±b, ±a), so that a and b have the same
    variance; one more sample adds a little to a. Then all are turned in space, so that lower
    precision rounds them differently and mixes the axes. All numbers fit into float16.
    """
    rng = np.random.default_rng(seed)
    domains = []
    for _ in range(2):
        c, a, b = (rng.integers(*r, size=30) for r in ((-40, 40), (6, 30), (3, 25)))
        twins = [[c, s * p, t * q] for p, q in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)]
        X = np.concatenate([np.column_stack(twin) for twin in twins]).astype(float)
        domains.append(X * rng.choice([1, 3, 5], size=(len(X), 1)))
    Xs, Xt = np.vstack([domains[0], [200, 0.25, 0]]), domains[1]
    turned = [np.tile(X @ [[2, -2, 1], [1, 2, 2], [2, 1, -2]], columns) for X in (Xs, Xt)]
    return turned[0], Xs[:, 1] > 0, turned[1], Xt[:, 1] > 0


@pytest.mark.parametrize("columns", [1, 200], ids=["d<n", "d>n"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("seed", range(3))
def test_axes_that_lower_precision_would_mix_keep_the_labels_apart(seed, dtype, columns):
    Xs, ys, Xt, yt = twin_axes(seed, columns)
    np.testing.assert_array_equal(Xs.astype(np.float16), Xs)
    params = SPLParams(d1=2, d2=2, T=3, labeling="ncp")
    for state in iterate(Xs.astype(dtype), ys, Xt.astype(dtype), params):
        np.testing.assert_array_equal(state.labels, yt.astype(int))


# --- hard input -----------------------------------------------------------------------------


def test_a_known_distortion_is_undone(shifted):
    X, y, Xt, yt = shifted
    labels = labels_of(X, y, Xt)
    assert np.mean(labels[-1] == yt) > 0.95


def test_class_with_one_sample_zero_rows_and_constant_columns():
    Xs, ys, Xt = overlapping(5)
    ys = np.where(ys == 2, 1, ys)
    ys[0] = 2
    Xs[5] = Xt[7] = 0
    Xs[:, 4] = Xt[:, 4] = 0
    states = list(iterate(Xs, ys, Xt, PARAMS))
    assert all(np.isfinite(s.proba).all() for s in states)


@pytest.mark.parametrize("n_target", [1, 2])
def test_fewer_target_samples_than_classes(n_target):
    Xs, ys, Xt = overlapping(5)
    states = list(iterate(Xs, ys, Xt[:n_target], PARAMS))
    assert len(states) == 5 and states[-1].selected.all()


@pytest.mark.parametrize("quota", ["floor", "authors"])
def test_a_class_that_lost_its_pseudo_labels(quota):
    ys = np.arange(45) % 3
    Xs = 4 * np.eye(3, 6)[ys] + 0.3 * np.random.default_rng(0).normal(size=(45, 6))
    params = dataclasses.replace(PARAMS, quota=quota, labeling="ncp")
    for state in iterate(Xs, ys, Xs[ys < 2] + 0.1, params):
        assert not (state.pseudo_labels == 2).any() and (state.pseudo_labels == 1).any()
        assert np.isfinite(state.proba).all()


def test_identical_samples_in_both_domains():
    X = np.ones((6, 3))
    with pytest.warns(UserWarning, match="the same point"):
        states = list(iterate(X, [0, 1] * 3, X, SPLParams(d1=3, d2=2, T=2)))
    assert all((s.pseudo_labels == 0).all() for s in states)


def test_memory_is_linear_in_the_number_of_samples():
    rng = np.random.default_rng(0)
    n = 20_000  # n² doubles would take 3.2 GB
    y = np.arange(n) % 3
    X = rng.normal(size=(n, 4)) + 3 * np.eye(3, 4)[y]
    tracemalloc.start()
    for _ in iterate(X[::2], y[::2], X[1::2], SPLParams(d1=4, d2=3, T=2)):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("normalize", [True, False])
def test_samples_that_are_all_the_same_point_are_warned_of(dtype, normalize):
    y, params = np.repeat([0, 1], 50), SPLParams(d1=3, d2=2, T=1, normalize_features=normalize)
    for row in ([0.0, 0, 0], [0.1, 0.7, 1e3]):
        X = np.tile(row, (100, 1)).astype(dtype)
        with pytest.warns(UserWarning, match="All samples are the same point"):
            list(iterate(X, y, X[:70], params))
        with pytest.warns(UserWarning, match="All samples are the same point"):
            list(iterate(X.astype(np.float64), y, X[:70].astype(np.float32), params))
        Y = X.copy()
        Y[y == 0, 0] += dtype(1)
        for Xs, Xt, whose in ((X, Y, "source"), (Y, X, "target")):
            with pytest.warns(UserWarning, match=f"All {whose} samples are the same point"):
                list(iterate(Xs, y, Xt, params))
        assert len(list(iterate(Y, y, Y[:70], params))) == 2  # warnings are errors
    with pytest.warns(UserWarning, match="are the same point"):
        SPLClassifier(d1=3, d2=2, T=1).fit(np.ones((100, 3), dtype), y, np.ones((9, 3), dtype))


def test_digits_that_floats_cannot_hold_are_warned_of():
    (Xs, y, Xt), params = overlapping(5), SPLParams(d1=3, d2=2, T=1)
    with pytest.warns(UserWarning, match="differ in the last digits of float64 only"):
        list(iterate(Xs + 1e15, y, Xt + 1e15, params))
    with pytest.warns(UserWarning, match="All target samples differ in the last digits of float32"):
        list(iterate(Xs, y, (Xt + 1e6).astype(np.float32), params))
    wide, last = np.array(Xs), np.array(Xt)
    wide[:, 0], last[:, 0] = (1e150 * (np.abs(X[:, 0]) + 1) for X in (Xs, Xt))
    n, d = Xs.shape[1] - 1, Xs.shape[1]
    with pytest.warns(UserWarning, match=f"{n} of {d} features are so much smaller than the oth"):
        list(iterate(wide, y, last, params))
    rng = np.random.default_rng(0)  # time stamps, years, pressure, kelvins: no word
    for offset, scale in ((1.7e9, 1e5), (2000, 10), (101325, 5), (0, 1e-9), (293, 0.01)):
        for dtype in (np.float32, np.float64):
            columns = [offset + scale * rng.normal(size=(len(X), 1)) for X in (Xs, Xt)]
            own = [np.hstack([X, c]).astype(dtype) for X, c in zip((Xs, Xt), columns, strict=True)]
            assert lost_digits_note(*own) is None


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize(
    ("dtype", "powers"), [(np.float32, (127, -127)), (np.float64, (1020, -1020))]
)
def test_very_large_and_very_small_features_give_the_same_states(dtype, powers, normalize):
    Xs, ys, Xt = (A.astype(dtype) if A.dtype.kind == "f" else A for A in overlapping(5))
    Xs, Xt = np.round(Xs * 64) / 256, np.round(Xt * 64) / 256  # exact when scaled
    params = SPLParams(d1=4, d2=3, T=2, normalize_features=normalize)
    want = list(iterate(Xs, ys, Xt, params))
    for power in powers:
        scaled = [np.ldexp(X, power - int(np.frexp(np.abs(Xs).max())[1])) for X in (Xs, Xt)]
        for a, b in zip(want, iterate(scaled[0], ys, scaled[1], params), strict=True):
            np.testing.assert_allclose(b.proba, a.proba, rtol=1e-3 if dtype == np.float32 else 1e-9)
            np.testing.assert_array_equal(b.pseudo_labels, a.pseudo_labels)


def test_a_light_state_has_the_same_decisions_and_no_coordinates():
    for state in iterate(*overlapping(5), PARAMS):
        light = state.light()
        for name in ("labels", "confidence", "ncp_labels", "sp_labels", "selected", "matching"):
            np.testing.assert_array_equal(getattr(light, name), getattr(state, name))
        assert light.k == state.k and light.matching_moved == state.matching_moved
        assert light.z_source.size == light.z_target.size == light.proba.size == 0
        assert light.z_target.base is None  # it keeps nothing alive


def test_a_source_with_fewer_samples_than_d2_gets_labels_that_rounding_does_not_move():
    Xs, ys, Xt = overlapping(5)
    few = np.concatenate([np.flatnonzero(ys == c)[:1] for c in np.unique(ys)])
    rng = np.random.default_rng(0)
    mixed = rng.normal(size=(Xs.shape[1], 30))
    Xs, Xt = Xs[few] @ mixed + rng.normal(size=(len(few), 30)), Xt @ mixed
    Xt += rng.normal(size=Xt.shape)
    params = SPLParams(d1=25, d2=20, T=3)
    nudged = [X * (1 + 1e-15 * rng.normal(size=X.shape)) for X in (Xs, Xt)]
    states = zip(
        iterate(Xs, ys[few], Xt, params),
        iterate(nudged[0], ys[few], nudged[1], params),
        strict=True,
    )
    for state, other in states:
        np.testing.assert_array_equal(state.pseudo_labels, other.pseudo_labels)


@pytest.mark.parametrize(
    ("X", "d2"),
    [(np.eye(6)[[0, 0, 0, 1, 1, 1], :4], 2), (np.eye(6, 4), 1)],
    ids=["the same samples in each class", "one axis"],
)
def test_classes_that_nothing_tells_apart_are_warned_about(X, d2):
    target = np.random.default_rng(0).normal(size=(9, 4))
    with pytest.warns(UserWarning, match="the classes . and . have the same mean direction"):
        list(iterate(X, list("abcabc"), target, SPLParams(d1=4, d2=d2, T=1)))
