"""What a run will need, computed while its settings are still being read and moved."""

from __future__ import annotations

import threading

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.prepared import is_prepared, prepare
from spl.engine.pool import POOL
from spl.ui.app.state import page_state

QUICK = 20_000_000  # numbers in both matrices whose components take about a second
PAUSE = 0.7  # seconds in which a slider that is being moved moves on


def compute_ahead(pair: DomainPair, params: SPLParams) -> None:
    """Compute the principal components of a small pair in the background."""
    state = page_state()
    if state.ahead is not None:
        state.ahead.cancel()
        state.ahead = None
    small = pair.n_samples * pair.n_features <= QUICK
    if small and not is_prepared(pair, params):
        timer = threading.Timer(PAUSE, _prepare, (pair, params))
        timer.daemon = True
        timer.start()
        state.ahead = timer


def _prepare(pair: DomainPair, params: SPLParams) -> None:
    """What nobody has asked for yet is not computed while others wait."""
    if not POOL.full:
        prepare(pair, params)
