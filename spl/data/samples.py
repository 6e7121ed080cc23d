"""The sample sets that come with the project, and one way to open any data by name."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.data.generators import GENERATORS
from spl.data.on_disk import is_file
from spl.data.pair import DomainPair
from spl.data.readers.files import read_pair
from spl.data.readers.sources import is_device

Array = NDArray[Any]

FOUND_WITH_LABELS = (
    "the recommended d1, d2 and T of a sample set were found with the target's true labels, which "
    "nobody has for data of their own"
)
AT = "@"  # after a domain: how many of its first classes it has


@dataclass(frozen=True)
class SampleSet:
    """A shipped data set: several domains with the same classes."""

    name: str
    title: str
    description: str
    features: str
    class_names: tuple[str, ...]
    domains: dict[str, dict[str, Any]]
    licences: list[dict[str, Any]]
    recommended: SPLParams

    @property
    def directions(self) -> list[tuple[str, str]]:
        """All source → target pairs of domains."""
        return [(s, t) for s in self.domains for t in self.domains if s != t]


@cache
def sample_directory() -> Path:
    """Folder of the sample sets: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[1]
    for folder in (package.parent / "sample_data", package / "_bundle" / "sample_data"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        "The folder sample_data is missing from this installation; install the project again."
    )


@cache
def sample_sets() -> dict[str, SampleSet]:
    """The shipped sets by name: the headline example first, then in alphabetical order."""
    sets = {}
    files = sorted(sample_directory().glob("*/meta.json"))
    files.sort(key=lambda path: path.parent.name != "icons")
    for file in files:
        meta = json.loads(file.read_text(encoding="utf-8"))
        sets[file.parent.name] = SampleSet(
            name=file.parent.name,
            title=meta["title"],
            description=meta["description"],
            features=meta["features"],
            class_names=tuple(meta["class_names"]),
            domains=meta["domains"],
            licences=meta["licences"],
            recommended=SPLParams(**meta["recommended"]),
        )
    return sets


def load_sample(name: str, source: str, target: str) -> DomainPair:
    """Load two domains of a shipped set as a pair, e.g. "icons", "filled", "outline".

    A domain may be restricted to the first classes of its set, in the order of their indices:
    "outline@12" has 12. Label sets that differ are had this way.

    Parameters
    ----------
    name : str
        Of the set, as `spl samples` lists it.
    source, target : str
        Two different domains of it.

    Raises
    ------
    ValueError
        If the set, a domain or a number of classes is not known, or both domains are the same.
    """
    sample = _sample(name)
    given = source, target
    if not all(isinstance(part, str) for part in given):
        domains = ", ".join(sample.domains)
        raise ValueError(f"source and target must be names of domains of {name}: {domains}.")
    source, n_source = _first_classes(sample, source)
    target, n_target = _first_classes(sample, target)
    for domain in (source, target):
        if domain not in sample.domains:
            raise ValueError(
                f"{name} has no domain {domain!r}; it has {', '.join(sample.domains)}."
            )
    if source == target:
        raise ValueError(
            f"source and target are both {name}:{source}; choose two different domains of "
            f"{', '.join(sample.domains)}."
        )
    first, second = _domain(name, source, n_source), _domain(name, target, n_target)
    return DomainPair(
        first["X"],
        first["y"],
        second["X"],
        second["y"],
        name=name,
        source_name=given[0],
        target_name=given[1],
        class_names=sample.class_names[:n_source],
        thumbnails_source=first["thumbnails"],
        thumbnails_target=second["thumbnails"],
        sample_names_source=first["names"].tolist(),
        sample_names_target=second["names"].tolist(),
    )


def _sample(name: str) -> SampleSet:
    if not isinstance(name, str) or name not in sample_sets():
        raise ValueError(f"{name!r} is not a sample set; there are {', '.join(sample_sets())}.")
    return sample_sets()[name]


def _first_classes(sample: SampleSet, domain: str) -> tuple[str, int]:
    """A domain's name and number of classes: all, or as many as it names after an @."""
    domain, at, text = domain.partition(AT)
    if not at:
        return domain, len(sample.class_names)
    if not re.fullmatch("[0-9]{1,4}", text) or not 2 <= int(text) <= len(sample.class_names):
        raise ValueError(
            f"{domain}{AT}{text} must name the number of its first classes, from 2 to "
            f"{len(sample.class_names)}, e.g. {domain}{AT}{len(sample.class_names) // 3}."
        )
    return domain, int(text)


def _domain(name: str, domain: str, n_classes: int) -> dict[str, Array]:
    folder = sample_directory() / name
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    with np.load(folder / f"{domain}.npz", allow_pickle=False) as file:
        arrays = dict(file)
    if "thumbnails" not in arrays:
        pictures = arrays["X"].reshape(-1, *meta["thumbnail_shape"])
        arrays["thumbnails"] = 255 - pictures if meta.get("thumbnail_invert") else pictures
    rows = arrays["y"] < n_classes
    return {key: a[rows] if len(a) == len(rows) else a for key, a in arrays.items()}


def is_tuned(pair: DomainPair, params: SPLParams) -> bool:
    """Whether d1, d2 and T are those that were found with the target labels of this sample set.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    """
    sample = sample_sets().get(pair.name)
    if sample is None:
        return False
    tuned = sample.recommended.capped(pair.n_samples, pair.n_features)
    return (params.d1, params.d2, params.T) == (tuned.d1, tuned.d2, tuned.T)


def usual_params(pair: DomainPair) -> SPLParams:
    """Where to start with data that nobody has tried: from the sizes only.

    As the paper has it, many classes do better with a large d1, and d2 belongs above their number:
    twice as many but at most 128, or as many as there are classes where that is more. d1 is at
    least d2 where the data allow it.

    Parameters
    ----------
    pair : DomainPair
        Only its sizes are looked at.
    """
    d2 = max(min(max(2 * pair.n_classes, 16), 128), pair.n_classes)
    d1 = max(512 if pair.n_classes > 20 else SPLParams.d1, d2)
    return SPLParams(d1=d1, d2=d2).capped(pair.n_samples, pair.n_features)


def open_data(data: Sequence[str], **options: Any) -> tuple[DomainPair, SPLParams | None]:
    """Open what a user names: samples, a generator, or files.

    Parameters
    ----------
    data : sequence of one or two str
        A sample set (``icons``: its first direction), two of its domains (``icons:filled``,
        ``icons:outline``; ``icons:outline@12`` has only its first 12 classes), a generator
        (``moons``), two feature files, or one file with both domains.
    **options
        For files only: label, domain, source_domain, target_domain as in `read_pair`.

    Returns
    -------
    pair : DomainPair
    recommended : SPLParams or None
        Parameters that suit a sample or generator; None for files.

    Raises
    ------
    ValueError
        One sentence that says what was given and what is needed.
    """
    if not 1 <= len(data) <= 2:
        raise ValueError(
            f"{len(data)} data names were given; give a sample's name, SOURCE TARGET, or one file "
            "with both domains."
        )
    as_files = [is_file(item) for item in data]
    if all(as_files):
        return read_pair(*data, **options), None
    sets = {item.partition(":")[0] for item in data}
    unknown = [
        item
        for item, read in zip(data, as_files, strict=True)
        if not read and item.partition(":")[0] not in {**sample_sets(), **GENERATORS}
    ]
    if unknown:
        if is_device(Path(unknown[0])):
            raise ValueError(
                f"{unknown[0]} is a pipe or a device, and files are read more than once; save what "
                "comes from it as a file, and give that."
            )
        raise ValueError(
            f"{unknown[0]!r} is neither a file nor a sample; `spl samples` lists the samples "
            f"({', '.join([*sample_sets(), *GENERATORS])})."
        )
    if len(sets) > 1 or any(as_files):
        raise ValueError(
            f"{data[0]} and {data[1]} do not belong together; give two domains of one sample set, "
            "or two files."
        )
    if given := [name for name, value in options.items() if value is not None]:
        raise ValueError(
            f"{given[0]}={options[given[0]]!r} is only for reading a file, and {data[0]} is not a "
            "file; name a sample's domains as icons:filled icons:outline."
        )
    return _named(list(data), sets.pop())


def _named(data: list[str], name: str) -> tuple[DomainPair, SPLParams]:
    if name in GENERATORS:
        if data != [name]:
            raise ValueError(f"{name} is generated as a pair; give only its name.")
        generator = GENERATORS[name]
        return generator.make(), generator.recommended
    sample = _sample(name)
    named = [item.partition(":")[2] for item in data]
    if len(data) == 1:
        named = [named[0], ""] if named[0] else list(sample.directions[0])
    if not all(named):
        raise ValueError(
            f"{' '.join(data)} names no direction; give a source and a target, e.g. "
            f"{name}:{sample.directions[0][0]} {name}:{sample.directions[0][1]}."
        )
    return load_sample(name, *named), sample.recommended
