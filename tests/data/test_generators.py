import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from spl import iterate, load_sample
from spl.data.generators import (
    GENERATORS,
    gaussian,
    matching_differs,
    moons,
    overlap,
)


def run(pair, name):
    """Accuracy of 1-NN on unit-length samples, and SPL's states, with recommended parameters."""
    states = list(
        iterate(
            pair.X_source,
            pair.y_source,
            pair.X_target,
            GENERATORS[name].recommended,
        )
    )
    unit = [X / np.linalg.norm(X, axis=1, keepdims=True) for X in (pair.X_source, pair.X_target)]
    nearest = KNeighborsClassifier(1).fit(unit[0], pair.ys).predict(unit[1])
    accuracy = [np.mean(s.pseudo_labels == pair.yt) for s in states]
    return np.mean(nearest == pair.yt), accuracy, states


@pytest.mark.parametrize("name", GENERATORS)
def test_sliders_are_the_arguments_and_hold_their_defaults(name):
    make, sliders, description, recommended = GENERATORS[name]
    defaults = dict(zip(make.__code__.co_varnames, make.__defaults__, strict=False))
    assert {n: s.default for n, s in sliders.items()} == defaults
    assert all(s.minimum <= s.default <= s.maximum and s.step > 0 for s in sliders.values())
    assert description.endswith(".") and recommended.d2 <= recommended.d1


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("end", ["minimum", "maximum"])
def test_every_end_of_every_slider_gives_a_pair(name, end):
    for argument, slider in GENERATORS[name].sliders.items():
        pair = GENERATORS[name].make(**{argument: getattr(slider, end)})
        assert pair.yt is not None and (pair.yt >= 0).all()


@pytest.mark.parametrize("name", GENERATORS)
def test_the_seed_decides_everything(name):
    make = GENERATORS[name].make
    assert make(seed=3).digest == make(seed=3).digest != make(seed=4).digest


def test_recommended_dimensions_fit_the_default_features():
    for generator in GENERATORS.values():
        assert generator.recommended.d1 <= generator.make().n_features


def test_gaussian_without_change_keeps_class_means():
    pair = gaussian(n_per_class=2000, shift=0, rotation=0, scale=1, spread=0.1)
    for c in range(pair.n_classes):
        means = [X[pair.ys == c].mean(axis=0) for X in (pair.X_source, pair.X_target)]
        np.testing.assert_allclose(*means, atol=0.02)


def test_gaussian_shift_is_as_long_as_asked():
    still, moved = gaussian(shift=0), gaussian(shift=2)
    step = np.linalg.norm(moved.X_target - still.X_target, axis=1)
    np.testing.assert_allclose(step, 2)
    np.testing.assert_array_equal(moved.X_source, still.X_source)


def test_gaussian_has_the_size_asked_for():
    pair = gaussian(n_classes=3, n_per_class=7, n_features=4)
    assert pair.X_source.shape == pair.X_target.shape == (21, 4)


@pytest.mark.parametrize("seed", range(3))
def test_spl_beats_1nn_on_gaussian_classes(seed):
    nearest, accuracy, _ = run(gaussian(seed=seed), "gaussian")
    assert accuracy[-1] > nearest + 0.05


@pytest.mark.parametrize("seed", range(3))
def test_spl_solves_the_moons_and_1nn_does_not(seed):
    nearest, accuracy, _ = run(moons(seed=seed), "moons")
    assert nearest < 0.9 and accuracy[-1] > 0.97


@pytest.mark.parametrize("seed", range(3))
def test_matching_swaps_two_clusters_at_the_start(seed):
    _, accuracy, states = run(matching_differs(seed=seed), "matching differs")
    assert states[0].matching.tolist() == [0, 2, 1, 3]
    assert accuracy[-1] > 0.95


def test_matching_is_right_where_the_order_of_clusters_is_wrong():
    pair = matching_differs()
    _, _, states = run(pair, "matching differs")
    first = states[0]
    assert np.mean(first.matching[first.cluster_labels] == pair.yt) > 0.9
    assert np.mean(first.cluster_labels == pair.yt) < 0.6


@pytest.mark.parametrize("seed", range(3))
def test_spl_fails_where_classes_overlap(seed):
    nearest, accuracy, _ = run(overlap(seed=seed), "overlap")
    assert accuracy[-1] < nearest - 0.05
    assert accuracy[-1] <= accuracy[0]


@pytest.mark.parametrize(
    ("make", "arguments", "sentence"),
    [
        (gaussian, {"n_classes": 1}, "n_classes=1 must be a whole number of at least 2."),
        (gaussian, {"n_features": 2}, "n_features=2 must be a whole number of at least 3."),
        (moons, {"n_per_class": 0}, "n_per_class=0 must be a whole number of at least 1."),
        (overlap, {"frequent": 1.5}, "frequent=1.5 must be a whole number of at least 1."),
    ],
)
def test_bad_sizes(make, arguments, sentence):
    with pytest.raises(ValueError) as error:
        make(**arguments)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("icons", None, "filled"), "source and target must be names of domains of icons: outline"),
        (("icons", 1, 2), "source and target must be names of domains of icons: outline"),
        ((["icons"], "outline", "filled"), "is not a sample set; there are icons"),
    ],
)
def test_names_of_samples_that_are_no_text_are_refused(given, sentence):
    with pytest.raises(ValueError, match=sentence):
        load_sample(*given)
