"""How the features are before adaptation: what SPL starts from."""

from __future__ import annotations

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.threads import one_blas_thread
from spl.data.pair import DomainPair
from spl.embedding.spaces import before_features
from spl.embedding.truth import nearby
from spl.measures import evaluation
from spl.measures.baselines import nearest_neighbor
from spl.measures.gap import mmd


@one_blas_thread()
def before_adaptation(pair: DomainPair, params: SPLParams) -> dict[str, float | None]:
    """Numbers of the features as SPL gets them: L2, joint PCA, L2 (Eq. 1–3).

    Parameters
    ----------
    pair, params
        As for `spl.embedding.spaces.before_features`.

    Returns
    -------
    dict
        ``"accuracy"``: share of the labelled target samples whose nearest source sample is of their
        class, None without target labels; ``"mixing"``: share of the 15 nearest neighbours that
        are of the other domain; ``"mmd"``: the maximum mean discrepancy of `spl.measures.gap.mmd`.
    """
    Xs, Xt = before_features(pair, params)
    accuracy = None
    if pair.yt is not None:
        accuracy = evaluation.accuracy(nearest_neighbor(Xs, pair.ys, Xt), pair.yt)
    mixing = nearby(np.vstack([Xs, Xt]).astype(np.float32), len(Xs), None).mixing
    return {"accuracy": accuracy, "mixing": mixing, "mmd": mmd(Xs, Xt)}
