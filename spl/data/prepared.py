"""Pairs made ready for a run (Eq. 1–3), computed once for all that start from them.

A smaller d1 is cut from a larger one's scores within a sweep, and only there (`Prepared.cut`): PCA
is then computed once. Cut scores differ from those that PCA gives for the smaller d1 in their last
digits. Labels did not, wherever this was measured. A single run never starts from a cut, so that
its digits do not depend on what was computed before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.known import check_known
from spl.algorithm.left_out import check_left_out
from spl.algorithm.params import SPLParams
from spl.algorithm.partial import GoOn
from spl.algorithm.preparation import Prepared, prepare_arrays, run_notes
from spl.algorithm.state import SPLState
from spl.data.cache import Cache
from spl.data.pair import DomainPair
from spl.data.readers.numpy_files import refuse_rewritten

Key = tuple[str, int, bool]

PREPARED: Cache[Key, Prepared] = Cache(
    most_bytes=300_000_000, size=lambda prepared: prepared.n_bytes, least=0
)


def prepare(pair: DomainPair, params: SPLParams) -> Prepared:
    """The samples of a pair, reduced to d1 dimensions and scaled to length 1.

    A thread that asks while another computes the same waits for it.

    Parameters
    ----------
    pair : DomainPair
        Its target labels are not looked at.
    params : SPLParams
        d1 and d2 are capped at what the data allow; the notes say so.
    """
    capped = params.capped(pair.n_samples, pair.n_features)
    kept = PREPARED.made(_key(pair, params), lambda: _made(pair, capped))
    return replace(kept, params=capped, notes=pair_notes(pair, params))


def _made(pair: DomainPair, params: SPLParams) -> Prepared:
    """The samples, if the files behind them, where they are mapped, stay as they were."""
    try:
        return prepare_arrays(pair.X_source, pair.ys, pair.X_target, pair.classes, params)
    finally:
        for X in (pair.X_source, pair.X_target):
            refuse_rewritten(X)


def is_prepared(pair: DomainPair, params: SPLParams) -> bool:
    """Whether `prepare` has its answer, or another thread is computing it.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    """
    return _key(pair, params) in PREPARED


def pair_notes(pair: DomainPair, params: SPLParams) -> tuple[str, ...]:
    """The notes of `prepare`, before any work.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
        As the user gave them.
    """
    return run_notes(pair.X_source, pair.X_target, params, pair.same_samples)


def iterate_pair(
    pair: DomainPair,
    params: SPLParams,
    known: Mapping[int, Any] | None = None,
    without: Mapping[int, int] | None = None,
    on_count: GoOn | None = None,
) -> Iterator[SPLState]:
    """As `spl.iterate`, without its warnings, from what `prepare` keeps.

    Its states are those of `spl.iterate`, to the last digit.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    known : mapping of int to label, optional
        Target rows whose labels are given.
    on_count : callable, optional
        Of a partial run, as in `iterate_partial`.
    without : mapping of int to int, optional
        Target rows and the first iteration from which each is left out of S_k.
    """
    codes = check_known(known, pair.n_target, pair.classes)
    left_out = check_left_out(without, pair.n_target, codes)
    yield from iterate_prepared(
        prepare(pair, params), known=codes, on_count=on_count, left_out=left_out
    )


def _key(pair: DomainPair, params: SPLParams) -> Key:
    capped = params.capped(pair.n_samples, pair.n_features)
    return pair.digest, capped.d1, params.normalize_features
