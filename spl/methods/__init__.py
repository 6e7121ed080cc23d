"""What SPL is compared with on features: one table, `METHODS`, and one module per family.

Every method gets features after L2, joint PCA and L2 (Eq. 1–3), and the source's classes as
indices. The comparison chooses how many principal axes it gets. None sees the target's labels.
Parameters are those that the methods' papers publish, where they publish any; SA's, SCA's and OT's
papers choose theirs on the data, and here they are fixed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.iteration import iterate_prepared
from spl.algorithm.params import SPLParams
from spl.algorithm.preparation import Prepared
from spl.data.extras import lacks
from spl.measures.baselines import BASELINES
from spl.methods.jda import jda_labels, tca_labels
from spl.methods.jgsa import jgsa_labels
from spl.methods.meda import meda_labels
from spl.methods.sca import sca_labels
from spl.methods.skada_methods import (
    PACKAGES,
    TCA_NOTE,
    coral_labels,
    ot_entropic_labels,
    ot_labels,
    sa_labels,
    skada_tca_labels,
)

Array = NDArray[Any]

MOST_BYTES = 2**31  # what a method's own matrices may take: 2 GiB


@dataclass(frozen=True)
class Method:
    """One method: what it does in a sentence, where it comes from, and how it labels the target."""

    name: str
    summary: str
    reference: str
    settings: str  # its parameters
    label: Callable[..., Array]  # of Prepared, and its own parameters → (n_target,) class indices
    kind: str  # "source only", "adaptation" or "this project"
    bytes_needed: Callable[[int, int], int] | None = None  # of (n_source, n_target)
    extra: bool = False  # whether it needs skada
    note: str = ""  # a caveat about its results, in one sentence

    def refusal(self, n_source: int, n_target: int) -> str | None:
        """Why it cannot run on that many samples here, in one sentence; None if it can.

        Parameters
        ----------
        n_source, n_target : int
            Numbers of samples.
        """
        if self.extra and (said := lacks(self.name, *PACKAGES)):
            return said
        needed = self.weight(n_source, n_target)
        if needed <= MOST_BYTES:
            return None
        return (
            f"{self.name} needs {needed / 1e9:.1f} GB for its matrices over {n_source:,} source "
            f"and {n_target:,} target samples, and {MOST_BYTES / 1e9:.1f} GB is the most that is "
            "used here; take fewer samples or leave it out."
        )

    def weight(self, n_source: int, n_target: int) -> int:
        """Bytes of matrices that grow with the square of the number of samples; 0 without any.

        Parameters
        ----------
        n_source, n_target
            As for `refusal`.
        """
        return self.bytes_needed(n_source, n_target) if self.bytes_needed else 0

    @property
    def parameters(self) -> dict[str, Any]:
        """Its own parameters that can be set, with the values used otherwise."""
        found = signature(self.label).parameters.values()
        return {p.name: p.default for p in found if p.kind is p.KEYWORD_ONLY}

    @property
    def help(self) -> str:
        """What it does, its reference, its parameters, its limit and its caveat."""
        parts = [self.summary, f"{self.reference}." if self.reference else "", self.settings]
        if self.bytes_needed:
            parts.append(f"Up to {most_samples(self.bytes_needed):,} samples in all.")
        parts.append(self.note)
        return " ".join(part for part in parts if part)


def most_samples(bytes_needed: Callable[[int, int], int]) -> int:
    """How many samples, half in each domain, fit into `MOST_BYTES`.

    Parameters
    ----------
    bytes_needed : callable
        Bytes that a method needs for (n_source, n_target) samples.
    """
    return int(2 * np.sqrt(MOST_BYTES / bytes_needed(10**6, 10**6)) * 10**6)


def _square(n_matrices: int) -> Callable[[int, int], int]:
    """Bytes of that many float64 matrices over all samples."""
    return lambda n_source, n_target: 8 * n_matrices * (n_source + n_target) ** 2


def _transport(n_source: int, n_target: int) -> int:
    """Bytes of optimal transport's costs, plan and the solver's copies, source by target."""
    return 8 * 6 * n_source * n_target


def _plain(label: Callable[..., Array]) -> Callable[..., Array]:
    """The method on prepared features; its parameters stay in the signature (`wraps`)."""

    @wraps(label)
    def labels(f: Prepared, **options: float) -> Array:
        return label(f.Xs, f.ys.copy(), f.Xt, **options)

    return labels


def _centred(label: Callable[..., Array]) -> Callable[..., Array]:
    """The method on features centred on each domain's own mean."""

    @wraps(label)
    def labels(f: Prepared, **options: float) -> Array:
        return label(f.centred[0], f.ys, f.centred[1], **options)

    return labels


def _spl(f: Prepared) -> Array:
    *_, last = iterate_prepared(f)
    return last.pseudo_labels


def capls_params(params: SPLParams) -> SPLParams:
    """The parameters with which SPL is CAPLS: NCP only, class-wise selection.

    Parameters
    ----------
    params : SPLParams
        SPL's; all others are kept.
    """
    return replace(params, labeling="ncp", selection="class-wise")


SPL = "SPL"
METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        *(
            Method(name, b.summary, "", b.settings,
                   (_centred if b.centred else _plain)(b.classify), "source only")
            for name, b in BASELINES.items()
        ),
        Method("CORAL", "Gives the source the target's covariance, then a linear SVM.",
               "Sun, Feng & Saenko (2016)", "Ledoit–Wolf covariances. By skada.",
               _plain(coral_labels), "adaptation", extra=True),
        Method("SA", "Subspace alignment: turns the source's principal axes into the target's, "
               "then 1-NN.", "Fernando et al. (2013)", "30 axes (d1 if fewer). By skada.",
               _plain(sa_labels), "adaptation", extra=True),
        Method("TCA", "Transfer components: a projection in which the domains' means coincide, "
               "then 1-NN.", "Pan et al. (2011)",
               "Linear kernel, 100 components (d1 if fewer), λ = 1.",
               _plain(tca_labels), "adaptation"),
        Method("TCA (skada)", "Transfer components as skada computes them, then 1-NN.",
               "Pan et al. (2011)", "Linear kernel, 100 components (d1 if fewer), λ = 1. By skada; "
               "its time grows with the cube of the number of samples.",
               _plain(skada_tca_labels), "adaptation", _square(12), extra=True, note=TCA_NOTE),
        Method("OT", "Optimal transport: moves source samples onto the target at least cost, then "
               "1-NN.", "Courty et al. (2017)", "Exact plan, squared distances. By skada and POT.",
               _plain(ot_labels), "adaptation", _transport, extra=True),
        Method("OT entropic", "Optimal transport with a plan smoothed by its entropy, then 1-NN.",
               "Courty et al. (2017)", "Entropy's weight 0.1 (the paper chooses it on the data), "
               "squared distances. By skada and POT.",
               _plain(ot_entropic_labels), "adaptation", _transport, extra=True),
        Method("JDA", "Joint distribution adaptation: makes the domains' and the classes' means "
               "coincide, with pseudo-labels, then 1-NN.", "Long et al. (2013)",
               "Linear kernel, 100 components (d1 if fewer), λ = 1, 10 iterations.",
               _plain(jda_labels), "adaptation"),
        Method("JGSA", "Joint geometrical and statistical alignment: one projection for each "
               "domain, close to each other, then 1-NN.", "Zhang, Li & Ogunbona (2017)",
               "Linear form, 30 components, λ = 1, μ = 1, β = 0.1, 10 iterations.",
               _plain(jgsa_labels), "adaptation"),
        Method("SCA", "Scatter component analysis: much scatter between classes, little between "
               "domains, then 1-NN.", "Ghifary et al. (2017)",
               "Linear kernel, 30 components (d1 if fewer), β = 0.9, δ = 1 (the paper "
               "cross-validates all three), ε = 0.003, scatters as means over samples.",
               _plain(sca_labels), "adaptation"),
        Method("MEDA", "Manifold embedded distribution alignment: geodesic flow features and a "
               "kernel classifier that aligns the domains.", "Wang et al. (2018)",
               "d = 20 (half of d1 if fewer), λ = 10, ρ = 1, η = 0.1, p = 10, 10 iterations.",
               _plain(meda_labels), "adaptation", _square(2)),
        Method("CAPLS", "SPL's predecessor: nearest class prototypes only, class-wise selection.",
               "Wang, Bu & Breckon (2019)",
               "Run as SPL with labeling = ncp and SPL's own d1, d2 and T.",
               lambda f: _spl(replace(f, params=capls_params(f.params))), "adaptation"),
        Method(SPL, "Selective pseudo-labelling with nearest prototypes and structured prediction.",
               "Wang & Breckon (2020)", "The parameters of the sidebar or the command line; with "
               "own settings those of its paper.",
               _spl, "this project"),
    )
}  # fmt: skip

# Run unless others are asked for: the methods without a caveat.
USUAL = tuple(name for name, method in METHODS.items() if not method.note)
