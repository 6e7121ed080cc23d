"""Everything that a run of SPL depends on besides its data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

CHOICES = {
    "labeling": ("both", "ncp", "sp"),
    "selection": ("class-wise", "global", "all", "none"),
    "quota": ("floor", "authors"),
    "label_set": ("closed", "partial", "open"),
}
OF_LABEL_SETS = ("label_set", "drop_below", "reject_share")  # files of earlier versions lack them
ALPHA_RANGE = (1e-6, 1e6)  # outside it Eq. 7 has no solution in floating point, or only αI counts
# d1 and d2: products with sample counts stay within 64 bits. T: states beyond would hardly differ.
MOST = {"d1": 10**9, "d2": 10**9, "T": 10_000}


@dataclass(frozen=True)
class SPLParams:
    """Everything a run depends on besides its data.

    Parameters
    ----------
    d1 : int
        Dimension after PCA (Eq. 3), at least 1; capped at min(n, d).
    d2 : int
        Dimension of the SLPP subspace (Eq. 7), at least 1; capped at d1.
    T : int
        Number of iterations, from 1 to 10,000.
    labeling : {"both", "ncp", "sp"}
        Which probabilities label the target: their maximum (Eq. 13), only Eq. 10 or only Eq. 12.
    selection : {"class-wise", "global", "all", "none"}
        How S_k is selected: the paper's class-wise quota; the most confident over all classes; all
        samples, from k = 1; or no pseudo-labelling, so that there is only state 0.
    quota : {"floor", "authors"}
        ⌊k·n_c/T⌋ of each class as in the paper's text, or the rule of the authors' code.
    alpha : float
        Weight of the regulariser I in Eq. 6–7, from 1e-6 to 1e6.
    normalize_features, normalize_centers : bool
        L2 on the raw features before PCA; L2 on the cluster centres before distances.
    label_set : {"closed", "partial", "open"}
        How the target's classes relate to the source's: the same ones (the paper's assumption);
        perhaps only some of them (`spl.algorithm.partial`); perhaps also others, whose samples are
        rejected (`spl.algorithm.open_set`; labels are then those of NCP, whatever `labeling`).
    drop_below : float
        With "partial": a source class that gets less than this share of the mean class size is
        dropped, from 0 to 1.
    reject_share : float
        With "open": share of the target that is rejected at k = 2, from 0 to 1 (n_r / n_target).

    Raises
    ------
    ValueError
        If a value is out of range; the message names the argument, its value and what would do.
    """

    d1: int = 128
    d2: int = 128
    T: int = 10
    labeling: str = "both"
    selection: str = "class-wise"
    quota: str = "floor"
    alpha: float = 1.0
    normalize_features: bool = True
    normalize_centers: bool = True
    label_set: str = "closed"
    drop_below: float = 0.35
    reject_share: float = 0.2

    def __post_init__(self) -> None:
        for name in ("d1", "d2", "T"):
            value = getattr(self, name)
            whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
            if not whole or value < 1:
                raise ValueError(f"{name}={_shown(value)} must be a whole number of at least 1.")
            if value > MOST[name]:
                raise ValueError(f"{name}={_shown(value)} must be at most {MOST[name]:,}.")
            object.__setattr__(self, name, int(value))
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in allowed:
                options = ", ".join(map(repr, allowed))
                raise ValueError(f"{name}={_shown(value)} is not known; use one of {options}.")
            object.__setattr__(self, name, str(value))
        low, high = ALPHA_RANGE
        if not _is_within(self.alpha, low, high):
            raise ValueError(
                f"alpha={_shown(self.alpha)} must be a number from {low:f} to {high:,.0f}; the "
                "paper's is 1."
            )
        for name in ("drop_below", "reject_share"):
            value = getattr(self, name)
            if not _is_within(value, 0, 1):
                raise ValueError(
                    f"{name}={_shown(value)} must be a number from 0 to 1; the default is "
                    f"{self.__dataclass_fields__[name].default}."
                )
        for name in ("normalize_features", "normalize_centers"):
            value = getattr(self, name)
            if not isinstance(value, bool | np.bool_):
                raise ValueError(f"{name}={_shown(value)} must be True or False.")

    @property
    def size(self) -> tuple[int, int, int]:
        """(d1, d2, T): of two settings the smaller one comes first in this order."""
        return self.d1, self.d2, self.T

    @property
    def used_labeling(self) -> str:
        """`labeling`, or NCP with an open label set: clusters hold unknown classes there."""
        return "ncp" if self.label_set == "open" else self.labeling

    def capped(self, n_samples: int, n_features: int) -> SPLParams:
        """These parameters with d1 ≤ min(n, d) and d2 ≤ d1: the only place that clips them.

        Parameters
        ----------
        n_samples : int
            Samples of both domains together.
        n_features : int
        """
        d1 = min(self.d1, n_samples, n_features)
        return replace(self, d1=d1, d2=min(self.d2, d1))

    def cap_notes(self, n_samples: int, n_features: int) -> tuple[str, ...]:
        """One sentence for each dimension that `capped` makes smaller.

        Parameters
        ----------
        n_samples, n_features : int
            As in `capped`.
        """
        used, notes = self.capped(n_samples, n_features), []
        if used.d1 < self.d1:
            notes.append(
                f"d1={self.d1} is more than {n_samples} samples with {n_features} features allow; "
                f"using d1={used.d1}."
            )
        if used.d2 < self.d2:
            above = used.d1 if self.d2 <= self.d1 else self.d1
            notes.append(f"d2={self.d2} is more than d1={above}; using d2={used.d2}.")
        return tuple(notes)


def _is_within(value: Any, low: float, high: float) -> bool:
    real = isinstance(value, int | float | np.integer | np.floating)
    return real and not isinstance(value, bool) and bool(low <= value <= high)


def _shown(value: object) -> str:
    """The value as written in code, cut where it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python spells out no integer of more than 4,300 digits
        return "a whole number of more than 4,300 digits"
    end = text[-1] if text[-1] in "'\"" else ""
    return text if len(text) <= 40 else f"{text[:37]}…{end}"
