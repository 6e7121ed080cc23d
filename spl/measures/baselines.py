"""What SPL is compared with: classifiers trained on the source only.

Both of the paper's baselines, 1-NN and a linear SVM, on the same preprocessing as SPL (Eq. 1–3),
and the control: the same two after each domain is centred on its own mean. Where a mean
shift explains the gap, the control closes it, and SPL has to be judged by what it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.preprocessing import BLOCK
from spl.data.pair import DomainPair
from spl.data.prepared import prepare
from spl.measures.evaluation import accuracy
from spl.measures.given import two_domains

Array = NDArray[Any]

MOST_ROWS = 10_000  # samples of each domain with which 1-NN and SVM take seconds


def nearest_neighbor(Xs: Array, ys: Array, Xt: Array) -> Array:
    """Class of the nearest source sample, exactly; ties go to the lowest index.

    Parameters
    ----------
    Xs, Xt : ndarrays of shape (n_source, d) and (n_target, d)
        Features of both domains; distances are Euclidean.
    ys : ndarray of shape (n_source,), ints
        Classes of the source samples.

    Returns
    -------
    ndarray of shape (n_target,), ints
    """
    Xs, Xt = two_domains(Xs, Xt, ys)
    half_squares = np.einsum("ij,ij->i", Xs, Xs) / 2
    rows = max(1, BLOCK * 1024 // len(Xs))  # a block of similarities of at most 32 MB
    nearest = [
        (half_squares - Xt[start : start + rows] @ Xs.T).argmin(axis=1)
        for start in range(0, len(Xt), rows)
    ]
    return np.asarray(np.asarray(ys)[np.concatenate(nearest)])


def linear_svm(Xs: Array, ys: Array, Xt: Array, *, C: float = 1.0) -> Array:
    """Linear support vector machine, one class against the rest; result as `ys`.

    LIBLINEAR solves the dual problem by coordinate descent or, where there are at least as many
    samples as features, the primal one, which is then quicker and has the same solution.

    Parameters
    ----------
    Xs, ys, Xt
        As for `nearest_neighbor`.
    C : float
        Weight of the errors against the margin, from 1e-6 to 1e6: beyond, LIBLINEAR may never end.

    Raises
    ------
    ValueError
        If C is beyond, or the arrays do not fit together.
    """
    from sklearn.svm import LinearSVC

    if isinstance(C, bool) or not isinstance(C, Real) or not 1e-6 <= C <= 1e6:
        raise ValueError(f"C={C!r} must be a number from 1e-6 to 1e6; 1 is usual.")
    Xs, Xt = two_domains(Xs, Xt, ys)
    if len(np.unique(ys)) < 2:
        raise ValueError("ys has fewer than two classes; a support vector machine needs two.")
    svm = LinearSVC(C=C, dual="auto", max_iter=20_000, random_state=0)
    return np.asarray(svm.fit(Xs, ys).predict(Xt))


@dataclass(frozen=True)
class Baseline:
    """A classifier that is trained on the source only."""

    classify: Callable[[Array, Array, Array], Array]  # of Xs, ys, Xt, as `nearest_neighbor`
    centred: bool  # whether each domain is centred on its own mean first
    summary: str  # a sentence
    settings: str = ""  # its parameters


BASELINES = {  # by name, the quick ones first
    "1-NN": Baseline(nearest_neighbor, False, "Class of the nearest source sample."),
    "1-NN centred": Baseline(
        nearest_neighbor,
        True,
        "1-NN after each domain is centred on its own mean: what removing a mean shift achieves.",
    ),
    "SVM": Baseline(
        linear_svm, False, "Linear support vector machine trained on the source.", "C = 1."
    ),
    "SVM centred": Baseline(
        linear_svm, True, "Linear SVM after each domain is centred on its own mean.", "C = 1."
    ),
}


def baseline_labels(
    pair: DomainPair, params: SPLParams | None = None, names: tuple[str, ...] = tuple(BASELINES)
) -> dict[str, Array]:
    """Target labels from classifiers that are trained on the source only.

    Parameters
    ----------
    pair : DomainPair
        Its target labels are not looked at.
    params : SPLParams, optional
        d1 and `normalize_features` of the preprocessing.
    names : tuple of str
        Keys of `BASELINES`.

    Returns
    -------
    dict of str to ndarray of shape (n_target,)
        Class indices 0 … C−1, by name.

    Raises
    ------
    ValueError
        If a name is not known.
    """
    return dict(each_baseline(pair, params, names))


def baseline_accuracies(pair: DomainPair, params: SPLParams | None = None) -> dict[str, float]:
    """Accuracy of each baseline on the target; nothing where the target has no labels.

    Parameters
    ----------
    pair : DomainPair
        Of larger domains `MOST_ROWS` samples are drawn.
    params : SPLParams, optional
        As for `baseline_labels`.

    Returns
    -------
    dict of str to float
        Shares from 0 to 1, by name.
    """
    if pair.yt is None:
        return {}
    rows = baseline_rows(pair, MOST_ROWS)
    truth = pair.yt[rows[1]]
    return {name: accuracy(y, truth) for name, y in each_baseline(pair, params, rows=rows)}


def each_baseline(
    pair: DomainPair,
    params: SPLParams | None = None,
    names: tuple[str, ...] = tuple(BASELINES),
    rows: tuple[Array, Array] | None = None,
) -> Iterator[tuple[str, Array]]:
    """As `baseline_labels`, one baseline after the other, as they are computed.

    Parameters
    ----------
    pair, params, names
        As for `baseline_labels`.
    rows : pair of ndarrays of ints, optional
        Source samples to train on and target samples to label, from `baseline_rows`; else all.

    Raises
    ------
    ValueError
        At the call, if a name is not known.
    """
    unknown = [name for name in names if name not in BASELINES]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not a baseline; use one of {', '.join(BASELINES)}.")
    return _each_baseline(pair, params or SPLParams(), names, rows)


def baseline_rows(pair: DomainPair, most: int) -> tuple[Array, Array]:
    """Rows of at most `most` samples of each domain, drawn at random with a fixed seed.

    Parameters
    ----------
    pair : DomainPair
        Source classes keep their shares; target labels are not looked at.
    most : int

    Returns
    -------
    source, target : ndarrays of ints, ascending
    """
    rng = np.random.default_rng(0)
    source, target = rng.permutation(pair.n_source), rng.permutation(pair.n_target)
    if pair.n_source > most:
        by_class = source[np.argsort(pair.ys[source], kind="stable")]
        source = by_class[np.linspace(0, pair.n_source - 1, most).astype(int)]
    return np.sort(source), np.sort(target[:most])


def drawn_words(pair: DomainPair, rows: tuple[Array, Array]) -> str:
    """How many samples of each domain were drawn; empty where these are all.

    Parameters
    ----------
    pair : DomainPair
    rows : source and target rows
        From `baseline_rows`.
    """
    sizes = {"source": pair.n_source, "target": pair.n_target}
    if [len(of) for of in rows] == list(sizes.values()):
        return ""
    drawn = zip(rows, sizes.items(), strict=True)
    of = " and ".join(f"{len(of):,} of {n:,} {domain}" for of, (domain, n) in drawn)
    return f"{of} samples, drawn at random"


def _each_baseline(
    pair: DomainPair,
    params: SPLParams,
    names: tuple[str, ...],
    rows: tuple[Array, Array] | None,
) -> Iterator[tuple[str, Array]]:
    prepared = prepare(pair, params)
    train, test = rows or (slice(None), slice(None))
    for name in names:
        one = BASELINES[name]
        source, target = prepared.centred if one.centred else (prepared.Xs, prepared.Xt)
        yield name, one.classify(source[train], pair.ys[train], target[test])
