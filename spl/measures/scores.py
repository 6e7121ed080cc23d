"""Scores of runs and labellings, most without target labels: one table for all that shows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """What a score is called, what it is, and which way is good."""

    key: str
    name: str
    definition: str  # sentences
    unit: str  # "%": a share in [0, 1] that is shown in percent; "": shown as it is
    higher: bool  # whether more is better
    chooses: bool = True  # whether a setting may be chosen by it
    bounds: tuple[float, float] = (0.0, 1.0)  # of its values

    @property
    def column(self) -> str:
        """Head of its column in tables that people read."""
        return f"{self.name} (%)" if self.unit else self.name

    @property
    def help(self) -> str:
        """The definition, and which way is good."""
        return f"{self.definition} {'Higher' if self.higher else 'Lower'} is better."


def _table(*scores: Score) -> dict[str, Score]:
    return {score.key: score for score in scores}


RUN_SCORES = _table(  # of a state of SPL, or of its labels
    Score(
        "entropy",
        "entropy",
        "Mean entropy of the target samples' class probabilities, as a share of its maximum: 100 %"
        " where all classes are equally probable. With many classes it stays near 100 %: watch"
        " its changes. On most data it orders settings the wrong way round, so no setting is"
        " chosen by it.",
        "%",
        higher=False,
        chooses=False,
    ),
    Score(
        "neighborhood_density",
        "soft neighbourhood density",
        "Mean entropy of the softmax (temperature 0.05) of each target sample's similarities to"
        " the others' class probabilities; high where samples lie in dense clusters with similar"
        " probabilities (Saito et al., 2021).",
        "",
        higher=True,
        bounds=(0.0, 22.0),  # at most the log of the number of samples
    ),
    Score(
        "agreement",
        "agreement of NCP and SP",
        "Share of target samples to which nearest class prototype and structured prediction give"
        " the same class; rejected samples are left out.",
        "%",
        higher=True,
    ),
    Score(
        "silhouette",
        "silhouette",
        "How much closer target samples are to their own pseudo-class than to the nearest other"
        " one in the subspace, from −1 to 1, averaged.",
        "",
        higher=True,
        bounds=(-1.0, 1.0),
    ),
    Score(
        "changed",
        "changed labels",
        "Share of target samples whose pseudo-label differs from that of the iteration before;"
        " labels that still change are not settled.",
        "%",
        higher=False,
    ),
    Score(
        "reverse_validation",
        "reverse validation",
        "Share of source samples that get their true label from the nearest target sample with its"
        " final pseudo-label, in the features before PCA, each domain centred on its own mean"
        " (Zhong et al., 2010).",
        "%",
        higher=True,
    ),
    Score(
        "vote",
        "agreement with the vote",
        "Share of target samples to which a setting gives the label that most settings of the"
        " sweep give (Hu et al., 2024). It needs the labels of three settings or more.",
        "%",
        higher=True,
    ),
)
LABELING_SCORES = _table(  # of any labelling of the target, by whatever method
    Score(
        "back_to_source",
        "back to source",
        "Share of source samples labelled correctly by 1-NN from the target with these labels. It"
        " flatters 1-NN, whose errors it undoes.",
        "%",
        higher=True,
    ),
    Score(
        "silhouette",
        "silhouette",
        "Silhouette of the labels in the target's PCA features, from −1 to 1.",
        "",
        higher=True,
        bounds=(-1.0, 1.0),
    ),
    Score(
        "balance",
        "class balance",
        "Entropy of the classes' shares, as a share of its maximum: 100 % where every class is"
        " given equally often. A labelling far below the others has lost classes.",
        "%",
        higher=True,
    ),
)
OPEN_SCORES = _table(  # of a run with an open label set, from target labels
    Score(
        "os_star",
        "OS*",
        "Mean over the source's classes of the share of their target samples that is labelled"
        " correctly.",
        "%",
        higher=True,
    ),
    Score(
        "unk",
        "UNK",
        "Share rejected of the target samples whose class the source lacks.",
        "%",
        higher=True,
    ),
    Score("hos", "HOS", "Harmonic mean of OS* and UNK.", "%", higher=True),
)
AGREEMENT_WITH_SPL = Score(
    "agreement_with_spl",
    "agreement with SPL",
    "Share of target samples to which SPL gives the same label.",
    "%",
    higher=True,
)
