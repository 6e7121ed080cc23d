"""What the parameters are called on all pages, and what they are."""

from __future__ import annotations

from spl.algorithm.params import SPLParams
from spl.engine.settings import differing

HELP = {
    "d1": (
        "Dimension after PCA (Eq. 3): how many principal components of both domains together are "
        "kept. Data with many classes usually need a larger d1."
    ),
    "d2": (
        "Dimension of the subspace learnt by SLPP (Eq. 7). The paper keeps it above C, the number "
        "of classes. On the sample sets accuracy has no trend from C − 1 on, and is lower where d2 "
        "is far below."
    ),
    "T": (
        "Number of iterations. Iteration k learns from the most confident k/T of each class (a "
        "tenth at k = 1 of T = 10)."
    ),
    "labeling": "Which probability labels the target: NCP (nearest class prototype, Eq. 10), SP "
    "(structured prediction from clusters, Eq. 12), or the larger of both (Eq. 13).",
    "selection": "class-wise: the same share of every pseudo-class (the paper). global: the most "
    "confident over all classes. all: no selection. none: no pseudo-labelling, only k = 0.",
    "quota": "floor: ⌊k·n_c/T⌋ samples of class c (the paper's text). authors: the rule of the "
    "authors' code, which reproduces their tables.",
    "label_set": "closed: both domains have the same classes (the paper). partial: the target may "
    "lack classes; those that nearest prototypes leave nearly empty are dropped. open: the target "
    "may have other classes; samples that fit none of the source's are rejected, and labels are "
    "NCP's. No hint says when the target has unknown classes: without labels their samples look "
    "like those that have not crossed the gap.",
    "drop_below": "A source class with less than this share of the mean class size is dropped.",
    "reject_share": "Share of the target, the least confident samples, that is rejected at k = 2.",
    "alpha": "Weight of the regulariser I in Eq. 6–7; the paper's is 1.",
    "normalize_features": "Scale each raw feature vector to length 1 before PCA.",
    "normalize_centers": "Scale each cluster centre to length 1 before distances are measured.",
}
LABELS = {
    "label_set": "label set",
    "drop_below": "drop below (share of the mean class size)",
    "reject_share": "rejected at k = 2 (share of the target)",
    "normalize_features": "L2 on features",
    "normalize_centers": "L2 on cluster centres",
    "alpha": "α (alpha)",
    "d1": "d1 · PCA dimension",
    "d2": "d2 · subspace dimension",
    "T": "T · iterations",
}

SHARES = {"partial": "drop_below", "open": "reject_share"}  # used only with that label set


def named(parameter: str) -> str:
    """A parameter's short name, as its slider has it."""
    return LABELS.get(parameter, parameter).partition(" · ")[0]


def written(params: SPLParams, base: SPLParams) -> str:
    """Parameters as far as they differ from others, as "d1 64, T 5"."""
    return ", ".join(f"{named(name)} {value}" for name, value in differing(params, base).items())
