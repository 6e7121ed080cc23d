"""Reverse validation: how well pseudo-labels, taken for true, label the source in turn.

The target with its final pseudo-labels plays the labelled domain, and every source sample gets the
label of its nearest target sample. Source labels, which are given, tell how many are correct: wrong
pseudo-labels come back as wrong source labels. Neighbours are looked for in the features before
PCA, L2-normalised, centred on the mean of their own domain and L2-normalised again: the same space
for all settings, so that scores of different d1 and d2 compare, and one that no label had a part
in, so that neighbours are found once per pair. In trials on letters, icons, digits and Office-31
this ordered settings more as accuracy does than the uncentred features, class means, or SPL run
backwards. Where it finds few source samples correctly it says little: on SURF word counts its rank
correlation with accuracy was between 0.1 and 0.6. It can mislead: on the digits, averaged over both
directions, 64 settings with d1 16 to 64, d2 9 to 32 and other variants had a rank correlation of
−0.4, and its pick was 18 percentage points below the best.

Note: skada's `CircularValidation` trains the whole method back and takes balanced accuracy; with
1-NN on these features as what it trains back, and accuracy as its score, it gives the same.

References
----------
Zhong, Fan, Yang, Verscheure, Ren (2010), Cross Validation Framework to Choose Amongst Models and
Datasets for Transfer Learning, ECML PKDD: reverse validation. Ganin et al. (2016),
Domain-Adversarial Training of Neural Networks, JMLR 17, section 5.1.2, choose hyper-parameters by
it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.preprocessing import l2_normalize, within_range
from spl.data.pair import DomainPair
from spl.measures.baselines import nearest_neighbor

Array = NDArray[Any]


class ReverseValidation:
    """Scores of pseudo-labels on one pair.

    Parameters
    ----------
    pair : DomainPair
        Its target labels are not looked at.
    normalize_features : bool
        Scale each raw feature vector to length 1, as the runs do.
    """

    def __init__(self, pair: DomainPair, *, normalize_features: bool = True) -> None:
        Xs, Xt = within_range((pair.X_source, pair.X_target), by_row=normalize_features)
        if normalize_features:
            Xs, Xt = l2_normalize(Xs), l2_normalize(Xt)
        Xs, Xt = (l2_normalize(X - X.mean(axis=0)) for X in (Xs, Xt))
        self.ys = pair.ys
        self.nearest = nearest_neighbor(Xt, np.arange(len(Xt)), Xs)  # (n_source,)

    def score(self, pseudo_labels: Array) -> float:
        """Share of source samples labelled correctly by their nearest target sample, in [0, 1].

        Parameters
        ----------
        pseudo_labels : ndarray of shape (n_target,), ints
            Class index of each target sample.
        """
        return float((pseudo_labels[self.nearest] == self.ys).mean())
