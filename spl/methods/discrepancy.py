"""The maximum mean discrepancy (MMD) that JDA, JGSA and MEDA minimise, without its n × n matrix.

With e_0 holding 1/n_s for source and −1/n_t for target samples, and e_c the same within class c
(the target's by pseudo-labels), the papers' MMD matrix is M = Σ_c w_c e_c e_cᵀ. All that is needed
of it are products with the C + 1 vectors e_c, and its Frobenius norm, by which the authors' codes
divide it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def discrepancy_vectors(ys: Array, yt: Array | None, n_target: int, n_classes: int) -> Array:
    """The vectors e_0 … e_C as columns.

    Parameters
    ----------
    ys : ndarray of shape (n_source,), ints in [0, n_classes)
    yt : ndarray of shape (n_target,) or None
        Pseudo-labels; None where there are none yet, which leaves the class columns zero.
    n_target, n_classes : int
        Numbers of target samples and of classes.

    Returns
    -------
    ndarray of shape (n_source + n_target, n_classes + 1)
        Each column sums to 0. A class without a source or target sample has a column of zeros.
    """
    n_source = len(ys)
    E = np.zeros((n_source + n_target, n_classes + 1))
    E[:n_source, 0], E[n_source:, 0] = 1 / n_source, -1 / n_target
    if yt is None:
        return E
    in_source = np.bincount(ys, minlength=n_classes)
    in_target = np.bincount(yt, minlength=n_classes)
    both = (in_source > 0) & (in_target > 0)
    share_s, share_t = np.zeros(n_classes), np.zeros(n_classes)
    share_s[both], share_t[both] = 1 / in_source[both], -1 / in_target[both]
    E[np.arange(n_source), ys + 1] = share_s[ys]
    E[n_source + np.arange(n_target), yt + 1] = share_t[yt]
    return E


def mmd_weights(E: Array, marginal: float, conditional: float) -> Array:
    """Weights w_0 … w_C for which M = Σ_c w_c e_c e_cᵀ has Frobenius norm 1.

    Parameters
    ----------
    E : ndarray of shape (n, n_classes + 1)
        `discrepancy_vectors`.
    marginal, conditional : float
        Weights of e_0 and of each e_c before M is scaled to norm 1.
    """
    w = np.full(E.shape[1], conditional)
    w[0] = marginal
    squares = (E.T @ E) ** 2  # ‖M‖² = Σ_ab w_a w_b (e_a · e_b)²
    norm = float(np.sqrt(w @ squares @ w))
    return w / norm if norm > 0 else w
