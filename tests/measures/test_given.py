"""Arrays that do not fit together are refused in one sentence, not in numpy's words."""

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.explain.blame import wrong_groups
from spl.explain.effect import effect
from spl.explain.quotas import quotas
from spl.explain.sample import top_classes
from spl.explain.walkthrough import training_labels
from spl.explain.walkthrough_labels import changes
from spl.explain.why_selected import why_selected
from spl.measures.baselines import linear_svm, nearest_neighbor
from spl.measures.evaluation import (
    accuracy,
    agreement,
    changed_share,
    confusion,
    label_free_scores,
    mean_entropy,
    neighborhood_density,
    per_class_accuracy,
    silhouette,
)
from spl.measures.gap import mmd, proxy_a_distance, state_gap
from spl.measures.label_sets import open_set_scores
from spl.measures.margins import matching_margins

Y = np.arange(12) % 3
X = np.random.default_rng(0).normal(size=(12, 4)) + Y[:, None]
OF_DOMAINS = [
    mmd,
    proxy_a_distance,
    lambda a, b: nearest_neighbor(a, Y[: len(a)], b),
    lambda a, b: linear_svm(a, Y[: len(a)], b),
]


@pytest.mark.parametrize("measure", OF_DOMAINS)
@pytest.mark.parametrize(
    ("Xs", "Xt", "says"),
    [
        (X[:0], X, r"The source has shape \(0, 4\)"),
        (X, X[:0], r"The target has shape \(0, 4\)"),
        (X[:0], X[:0], "give a matrix of numbers with one row per sample"),
        (X[:, 0], X[:, 0], r"The source has shape \(12,\)"),
        (X, X[:, :2], "The source has 4 columns and the target 2"),
        (X, X.astype(str), "type <U"),
        (X, np.where(X > 1, np.nan, X), "The target has NaN or infinity"),
        (np.ma.masked_greater(X, 1), X, "The source has masked values in"),
        (X, np.ma.masked_greater(X, 1), "The target has masked values in"),
    ],
)
def test_domains(measure, Xs, Xt, says):
    with pytest.raises(ValueError, match=says):
        measure(Xs, Xt)


@pytest.mark.parametrize("measure", OF_DOMAINS)
def test_lists(measure):
    np.testing.assert_allclose(measure(X.tolist(), X.tolist()), measure(X, X))


@pytest.mark.parametrize("classify", [nearest_neighbor, linear_svm])
def test_too_few_classes(classify):
    with pytest.raises(ValueError, match="ys has shape"):
        classify(X, Y[:3], X)
    with pytest.raises(ValueError, match="fewer than two classes"):
        linear_svm(X, Y * 0, X)


@pytest.mark.parametrize(
    ("labels", "yt", "says"),
    [
        (Y, Y[:3], "pseudo_labels has 12 labels and yt 3"),
        (Y, None, r"yt has shape \(\)"),
        (Y * 0.5, Y, "pseudo_labels has shape .* float64; give one class index"),
        (list("ab"), list("ab"), "give one class index, an int"),
        (Y, np.ma.masked_equal(Y, 1), "yt has masked values in 4 of 12 rows"),
    ],
)
def test_labels(labels, yt, says):
    for measure, more in ((accuracy, ()), (per_class_accuracy, (3,)), (confusion, (3,))):
        with pytest.raises(ValueError, match=says):
            measure(labels, yt, *more)


@pytest.mark.parametrize("n_classes", [0, -1, 2, 1.5])
@pytest.mark.parametrize("measure", [per_class_accuracy, confusion])
def test_number_of_classes(measure, n_classes):
    with pytest.raises(ValueError, match="give the number of the source's classes"):
        measure(Y, Y, n_classes)


def test_no_samples():
    none = np.zeros(0, dtype=int)
    assert np.isnan(accuracy(none, none)) and accuracy([0, 1], [0, 0]) == 0.5
    assert np.isnan(per_class_accuracy(none, none, 3)).all()


OTHER = next(iter(iterate(X[:6], Y[:6], X[:5] + 0.5, SPLParams(d1=2, d2=2, T=1))))


@pytest.mark.parametrize(
    "call",
    [
        lambda state, pair: changed_share(state, OTHER),
        lambda state, pair: effect(state, OTHER, pair, ()),
        lambda state, pair: effect(OTHER, OTHER, pair, ()),
        lambda state, pair: wrong_groups([OTHER], pair),
        lambda state, pair: changes(pair, state, OTHER, 0),
        lambda state, pair: top_classes(OTHER, pair, 0),
    ],
)
def test_states_and_pairs_of_different_runs_are_refused(call):
    pair = DomainPair(X, Y, X + 0.5)
    state = next(iter(iterate(X, Y, X + 0.5, SPLParams(d1=2, d2=2, T=1))))
    with pytest.raises(
        ValueError, match=r"These are not of one run \(5 target samples of 3 classes"
    ):
        call(state, pair)


@pytest.mark.parametrize("value", ["a", -1, 2.5, None, True])
def test_a_limit_is_a_whole_number(value):
    pair = DomainPair(X, Y, X + 0.5)
    for call in (
        lambda: neighborhood_density(OTHER, n_max=value),
        lambda: silhouette(OTHER, n_max=value),
        lambda: mmd(X, X + 1, n_max=value),
        lambda: proxy_a_distance(X, X + 1, n_max=value),
        lambda: wrong_groups([OTHER], pair, most=value),
    ):
        with pytest.raises(ValueError, match="=.* must be a whole number from . on"):
            call()


def run_of(y, X_target=X + 0.5):
    return list(iterate(X, y, X_target, SPLParams(d1=2, d2=2, T=2)))


@pytest.mark.parametrize(
    "call",
    [
        lambda states, pair: changed_share(states[2], states[0]),
        lambda states, pair: changed_share(states[0], states[1]),
        lambda states, pair: label_free_scores(states[1], states[1]),
        lambda states, pair: changes(pair, states[2], states[0], 0),
        lambda states, pair: quotas(states[1], states[1], SPLParams(T=2), 0),
        lambda states, pair: training_labels(pair, states[2], states[0]),
        lambda states, pair: why_selected(states[2], states[0], 0, SPLParams(T=2), "abc"),
    ],
)
def test_the_state_before_is_that_of_the_last_iteration(call):
    pair = DomainPair(X, Y, X + 0.5)
    with pytest.raises(ValueError, match=r"previous is iteration \d and state iteration \d; give"):
        call(run_of(Y), pair)


def test_other_classes_and_fewer_iterations_are_of_another_run():
    ours, theirs = run_of(Y), run_of(np.array(list("abc"))[Y])
    with pytest.raises(ValueError, match=r"not of one run \(their classes differ\)"):
        changed_share(ours[1], theirs[0])
    with pytest.raises(ValueError, match="params has T=1 but k=2; give the params of the run"):
        quotas(ours[2], ours[1], SPLParams(T=1), 0)


@pytest.mark.parametrize("score", [mean_entropy, neighborhood_density, silhouette])
def test_scores_need_a_whole_state(score):
    states = run_of(Y)
    with pytest.raises(ValueError, match="state has no coordinates and probabilities, as after"):
        score(states[0].light())
    with pytest.raises(ValueError, match="state is a list; give one state of a run"):
        score(states)
    assert agreement(states[0].light()) == agreement(states[0])
    with pytest.raises(ValueError, match="state is a list; give one state of a run"):
        agreement(states)


@pytest.mark.parametrize("temperature", ["1", np.inf, None, True, 1e300])
def test_a_temperature_is_a_finite_number(temperature):
    with pytest.raises(ValueError, match="it must be a number of at least 0.02"):
        neighborhood_density(OTHER, temperature)


@pytest.mark.parametrize("size", [1e150, 1e-150])
@pytest.mark.parametrize("measure", [mmd, proxy_a_distance])
def test_numbers_whose_squares_are_no_floats_are_refused(measure, size):
    with pytest.raises(ValueError, match="whose square is beyond the range of floats"):
        measure(X * size, X * size)
    for classify in (nearest_neighbor, linear_svm):  # it would not end
        with pytest.raises(ValueError, match="whose square is beyond the range of floats"):
            classify(X * size, Y, X * size)


@pytest.mark.parametrize("C", [0, -1, np.nan, 1e300, 1e-300, "1", True])
def test_a_weight_at_which_the_support_vector_machine_may_never_end_is_refused(C):
    with pytest.raises(ValueError, match="must be a number from 1e-6 to 1e6"):
        linear_svm(X, Y, X, C=C)


@pytest.mark.parametrize("measure", OF_DOMAINS)
@pytest.mark.parametrize(
    ("kind", "size"), [("u1", 40), ("i1", 20), ("i2", 3000), ("i4", 1e8), ("i8", 1e18), ("f2", 9e3)]
)
def test_squares_of_narrow_numbers_are_within_range(measure, kind, size):
    Xs = np.abs(X / np.abs(X).max() * size).astype(kind)
    Xt = Xs[::-1].copy()
    Xt[:, 0] //= 2
    np.testing.assert_allclose(measure(Xs, Xt), measure(Xs.astype(float), Xt.astype(float)))


@pytest.mark.parametrize("measure", OF_DOMAINS)
def test_columns_of_frames_are_joined_by_name(measure):
    pd = pytest.importorskip("pandas")
    Xs, Xt = (pd.DataFrame(Z, columns=list("abcd")) for Z in (X, X[::-1] + 1))
    expected = measure(Xs, Xt)
    with pytest.warns(UserWarning, match="columns of the target were put in the order of the so"):
        np.testing.assert_allclose(measure(Xs, Xt[list("dbca")]), expected)
    with pytest.raises(ValueError, match="the target lacks the column `a` of the source"):
        measure(Xs, Xt.rename(columns={"a": "e"}))


@pytest.mark.parametrize("classify", [nearest_neighbor, linear_svm])
def test_missing_classes_are_refused(classify):
    for ys in (np.where(Y == 1, np.nan, Y), np.where(Y == 1, None, Y)):
        with pytest.raises(ValueError, match="ys has missing values; give one class for each"):
            classify(X, ys, X)


@pytest.mark.parametrize("measure", [per_class_accuracy, confusion, open_set_scores])
@pytest.mark.parametrize("n", [None, 2, 3.0])
def test_the_number_of_classes_is_needed(measure, n):
    with pytest.raises(ValueError, match=f"n_classes={n} but the labels go up to 2"):
        measure(Y, Y, n)


@pytest.mark.parametrize("measure", [state_gap, matching_margins])
def test_what_is_no_state_is_refused(measure):
    with pytest.raises(ValueError, match="state is a list; give one state of a run"):
        measure(run_of(Y))
    with pytest.raises(ValueError, match="labeling='x' is not known"):
        state_gap(run_of(Y)[0], "x")
    assert (matching_margins(run_of(Y)[0].light()) == matching_margins(run_of(Y)[0])).all()


def test_samples_that_are_too_few_to_compare():
    with pytest.raises(ValueError, match="n_max=0 must be a whole number from 1 on"):
        mmd(X, X, n_max=0)
    with pytest.raises(ValueError, match="n_max=1 must be a whole number from 2 on"):
        neighborhood_density(run_of(Y)[0], n_max=1)
