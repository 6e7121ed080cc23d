"""The paper's four data sets, and which of its tasks a pair is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair


@dataclass(frozen=True)
class PaperDataset:
    """One of the paper's data sets and how it was run.

    `domains` maps the letter in the paper's tables to the names that files give the domain.
    """

    key: str
    title: str
    features: str
    n_features: int
    n_classes: int
    domains: dict[str, tuple[str, ...]]
    d1: int
    d2: int = 128
    T: int = 10

    @property
    def params(self) -> SPLParams:
        """The paper's parameters, with the rule that reproduces its tables."""
        return SPLParams(d1=self.d1, d2=self.d2, T=self.T, quota="authors")


@dataclass(frozen=True)
class PaperTask:
    """A task of the paper, and whether the pair's features are as wide as the paper's."""

    dataset: PaperDataset
    task: str  # "A→W"
    same_width: bool


AMAZON, WEBCAM, DSLR = ("amazon",), ("webcam",), ("dslr",)
DATASETS = {
    dataset.key: dataset
    for dataset in (
        PaperDataset("office_caltech", "Office-Caltech", "DeCAF6", 4096, 10,
                     {"C": ("caltech10", "caltech"), "A": AMAZON, "W": WEBCAM, "D": DSLR}, d1=128),
        PaperDataset("office31", "Office-31", "ResNet50", 2048, 31,
                     {"A": AMAZON, "W": WEBCAM, "D": DSLR}, d1=512),
        PaperDataset("imageclef_da", "ImageCLEF-DA", "ResNet50", 2048, 12,
                     {"I": ("imagenet", "ilsvrc2012", "ilsvrc"),
                      "P": ("pascal", "pascalvoc", "voc", "voc2012"),
                      "C": ("caltech", "caltech256")}, d1=128),
        PaperDataset("office_home", "Office-Home", "ResNet50", 2048, 65,
                     {"A": ("art",), "C": ("clipart",), "P": ("product",),
                      "R": ("realworld", "real")}, d1=1024),
    )
}  # fmt: skip
# What published files put around a domain's name.
PREFIXES = r"(office31|officehome|officecaltech10|officecaltech|imageclefda|imageclef|clef|office)"
SUFFIXES = r"(decaf6|decaf|surfl10|surf|resnet50noft|resnet50|noft|zscore)+"


def task_of(pair: DomainPair) -> PaperTask | None:
    """Which of the paper's tasks a pair is, by its domains' names and number of classes; or None.

    Parameters
    ----------
    pair : DomainPair
        Both domains must have names that such files usually give them; a single letter is not
        enough.
    """
    for dataset in DATASETS.values():
        if dataset.n_classes == pair.n_classes:
            source = letter_of(pair.source_name, dataset)
            target = letter_of(pair.target_name, dataset)
            if source and target and source != target:
                same = pair.n_features == dataset.n_features
                return PaperTask(dataset, f"{source}→{target}", same)
    return None


def letter_of(name: str, dataset: PaperDataset) -> str | None:
    """The letter of the domain that a name means, e.g. W for ``webcam_decaf``; None if unknown.

    ``amazon_webcam`` is webcam: such files hold it as a network trained for amazon sees it.

    Parameters
    ----------
    name : str
        Name of a domain or of its file, without the ending.
    dataset : PaperDataset

    Examples
    --------
    >>> letter_of("webcam_decaf", DATASETS["office_caltech"])
    'W'
    >>> letter_of("OfficeHome-RealWorld-resnet50-noft", DATASETS["office_home"])
    'R'
    """
    first, _, second = name.partition("_")
    if second and _letter(first, dataset) and _letter(second, dataset):
        return _letter(second, dataset)
    return _letter(name, dataset)


def _letter(name: str, dataset: PaperDataset) -> str | None:
    plain = re.sub("[^a-z0-9]", "", name.lower())
    prefix = re.match(PREFIXES, plain)
    if prefix:
        plain = plain[prefix.end() :]
    core = re.sub(f"{SUFFIXES}$", "", plain)
    for letter, names in dataset.domains.items():
        if core in names or (prefix and core == letter.lower()):
            return letter
    return None
