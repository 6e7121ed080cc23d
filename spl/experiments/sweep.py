"""Sweeps: many settings over one pair or many, with the work that settings share done once.

`sweep` runs in this process, on several processes or on a Dask cluster. It yields a result as soon
as its run has ended.
"""

from __future__ import annotations

import hashlib
import itertools
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.prepared import pair_notes
from spl.experiments.given import all_given, one_given, values_given
from spl.experiments.reverse import ReverseValidation
from spl.experiments.sharing import Run, run_shared
from spl.measures.evaluation import accuracy

Array = NDArray[Any]
SWEPT = ("d1", "d2", "T", "alpha", "labeling", "selection")


@dataclass(frozen=True, eq=False)
class RunResult:
    """What a sweep keeps of one run."""

    task: str  # the pair's title
    params: SPLParams
    accuracy: tuple[float, ...] | None  # over k = 0 … T; None without target labels
    scores: tuple[dict[str, float], ...]  # label-free, per k; "reverse_validation" at the last only
    pseudo_labels: Array  # (n_target,) uint16, of the last state; empty if from an old table
    seconds: float  # of this run only, without what it shares with others
    digest: str = ""  # of the data it ran on, target labels included


def grid(base: SPLParams, **lists: Sequence[Any]) -> list[SPLParams]:
    """All combinations of the given values; the rest as in `base`.

    Combinations with d2 > d1 are left out.

    Parameters
    ----------
    base : SPLParams
        Gives what is not in `lists`.
    **lists : sequences
        Values of any of d1, d2, T, alpha, labeling, selection.

    Raises
    ------
    ValueError
        If a name or value is not known, or no combination is left.

    Examples
    --------
    >>> [(p.d1, p.d2) for p in grid(SPLParams(), d1=[16, 32], d2=[16, 32])]
    [(16, 16), (32, 16), (32, 32)]
    """
    one_given(SPLParams, base, "base")
    for name in lists:
        if name not in SWEPT:
            raise ValueError(f"{name!r} cannot be swept; use one of {', '.join(SWEPT)}.")
    combinations = itertools.product(*(values_given(v, name) for name, v in lists.items()))
    cells = [replace(base, **dict(zip(lists, values, strict=True))) for values in combinations]
    fitting = [cell for cell in dict.fromkeys(cells) if cell.d2 <= cell.d1]
    if not fitting:
        least, most = min(cell.d2 for cell in cells), max(cell.d1 for cell in cells)
        raise ValueError(
            f"every d2 (smallest: {least}) is above every d1 (largest: {most}); d2 is the dimension"
            " of a subspace of the d1 dimensions, so give smaller d2 or larger d1."
        )
    return fitting


def cross(base: SPLParams, **lists: Sequence[Any]) -> list[SPLParams]:
    """One parameter at a time, as in the paper's figure: the others stay at their first values.

    Parameters
    ----------
    base, **lists
        As for `grid`.

    Raises
    ------
    ValueError
        As `grid`.

    Examples
    --------
    >>> [(p.d1, p.T) for p in cross(SPLParams(d2=8), d1=[32, 16], T=[10, 1, 2])]
    [(32, 10), (16, 10), (32, 1), (32, 2)]
    """
    each = {name: values_given(values, name) for name, values in lists.items()}
    first = grid(base, **{name: values[:1] for name, values in each.items()})[0]
    found = (cell for name, values in each.items() for cell in grid(first, **{name: values}))
    return list(dict.fromkeys([first, *found]))


def fit_cells(pair: DomainPair, cells: Iterable[SPLParams]) -> list[SPLParams]:
    """The settings as they will run on this pair: d1 and d2 capped, each run once.

    Parameters
    ----------
    pair : DomainPair
    cells : iterable of SPLParams
        Settings as the user gave them.
    """
    settings = all_given(SPLParams, cells, "cells")
    return each_once(cell.capped(pair.n_samples, pair.n_features) for cell in settings)


def each_once(cells: Iterable[SPLParams]) -> list[SPLParams]:
    """The settings without those that make the same run as an earlier one.

    With ``selection="none"`` a run ends at k = 0, whatever T is.

    Parameters
    ----------
    cells : iterable of SPLParams

    Examples
    --------
    >>> [cell.T for cell in each_once(grid(SPLParams(selection="none"), T=[5, 10]))]
    [5]
    """
    found: dict[SPLParams, SPLParams] = {}
    for cell in cells:
        ends = cell.selection == "none" and cell.label_set == "closed"
        found.setdefault(replace(cell, T=1) if ends else cell, cell)
    return list(found.values())


def run_cost(params: SPLParams, n_target: int) -> float:
    """Roughly how long a run takes, without a unit: to compare what is done with what is left.

    Parameters
    ----------
    params : SPLParams
        Of the run.
    n_target : int
        Number of target samples.
    """
    n_learnings = 1 if params.selection == "none" else params.T + 1
    return n_learnings * (params.d1**3 + n_target * params.d1 * (params.d1 + params.d2) + 1e6)


def data_digest(pair: DomainPair) -> str:
    """Digest of the data that results depend on: features, source and target labels.

    Parameters
    ----------
    pair : DomainPair
    """
    h = hashlib.blake2b(pair.digest.encode(), digest_size=8)
    h.update(b"" if pair.yt is None else pair.yt.tobytes())
    return h.hexdigest()


def missing_cells(
    pair: DomainPair, cells: Iterable[SPLParams], done: Iterable[RunResult]
) -> list[SPLParams]:
    """The settings, as they will run, of which `done` has no result on the same data.

    Parameters
    ----------
    pair, cells
        As for `fit_cells`.
    done : iterable of RunResult
        Results on any data.
    """
    digest = data_digest(pair)
    done = all_given(RunResult, done, "done")
    there = {result.params for result in done if result.digest == digest}
    return [cell for cell in fit_cells(pair, cells) if cell not in there]


def sweep(
    pairs: Iterable[DomainPair],
    cells: Iterable[SPLParams],
    *,
    jobs: int = 1,
    backend: str | None = None,
    scheduler: str | None = None,
    reverse: bool = True,
    done: Iterable[RunResult] = (),
) -> Iterator[RunResult]:
    """Run SPL with every setting on every pair; what settings share is computed once.

    For each pair, PCA is computed for the largest d1, state 0 once for all T, and its eigenproblem
    for the largest d2. Labels are those of single runs.

    Parameters
    ----------
    pairs : iterable of DomainPair
        Target labels are looked at after a run, for its accuracy.
    cells : iterable of SPLParams
        d1 and d2 are capped as in `iterate`, with one warning for each pair.
    jobs : int
        Number of processes; −1 for one per core. Each keeps to one BLAS thread, so that there are
        never more than cores or runs.
    backend : {None, "loky", "dask"}
        ``"dask"`` runs on the cluster at `scheduler` and needs the extra ``dask``.
    scheduler : str, optional
        Address of the Dask scheduler, e.g. ``tcp://host:8786``.
    reverse : bool
        Add the score "reverse_validation".
    done : iterable of RunResult
        Results that are not computed again.

    Returns
    -------
    iterator of RunResult
        Lazy. With one process in order of pairs, smallest d1 first; else as runs end.

    Raises
    ------
    ValueError
        At the call, if an argument cannot be used.
    """
    from spl.experiments.workers import check_backend, run_parallel

    check_backend(backend, jobs, scheduler)
    pairs, cells = all_given(DomainPair, pairs, "pairs"), all_given(SPLParams, cells, "cells")
    done = all_given(RunResult, done, "done")
    if any(cell.label_set == "open" for cell in cells):
        raise ValueError(
            "label_set='open' cannot be swept, since votes and scores have no rejected samples; "
            "use 'closed' or 'partial', or compare single runs."
        )
    todo = [missing_cells(pair, cells, done) for pair in pairs]
    for pair, missing in zip(pairs, todo, strict=True):
        for note in _notes(pair, cells, missing):
            warnings.warn(note, stacklevel=2)
    if backend is None and jobs == 1:
        runs = (
            (i, run)
            for i, (pair, missing) in enumerate(zip(pairs, todo, strict=True))
            for run in run_shared(pair, missing)
        )
    else:
        runs = run_parallel(pairs, todo, jobs, backend, scheduler)
    return _finish(pairs, runs, reverse)


def _notes(
    pair: DomainPair, cells: Sequence[SPLParams], wanted: Sequence[SPLParams]
) -> Iterator[str]:
    """What was capped, in one sentence, and what may be wrong with the data."""
    if above := sorted({cell.d1 for cell in cells if cell.d1 > pair.max_d1}):
        yield (
            f"d1={', '.join(map(str, above))} is more than {pair.n_samples} samples "
            f"with {pair.n_features} features allow; using d1={pair.max_d1}."
        )
    for cell in wanted[:1]:  # they fit already, so that only the data can give a note
        yield from pair_notes(pair, cell)


def _finish(
    pairs: Sequence[DomainPair], runs: Generator[tuple[int, Run], None, None], reverse: bool
) -> Generator[RunResult, None, None]:
    """Turn runs into results; a sweep looks at target labels only here."""
    reversers: dict[tuple[int, bool], ReverseValidation] = {}
    try:
        for i, run in runs:
            pair, normalize = pairs[i], run.params.normalize_features
            scores = run.scores
            if reverse:
                if (i, normalize) not in reversers:
                    reversers[i, normalize] = ReverseValidation(pair, normalize_features=normalize)
                share = reversers[i, normalize].score(run.labels[-1])
                scores = (*scores[:-1], scores[-1] | {"reverse_validation": share})
            reached = None
            if pair.yt is not None:
                reached = tuple(accuracy(labels, pair.yt) for labels in run.labels)
            last = run.labels[-1].astype(np.uint16)
            yield RunResult(
                pair.title, run.params, reached, scores, last, run.seconds, data_digest(pair)
            )
    finally:
        runs.close()
