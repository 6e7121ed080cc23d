"""What two uploaded domains were understood as: problems, a fix for each, and the pair they give.

Pure: files in, sentences and a pair out. Fixes are switched by key, so that a page shows each as a
checkbox and calls `preview` again with what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from spl.data.pair import DomainPair
from spl.data.preview.look import ROLES, Look, Problem
from spl.data.readers.features import FeatureFile
from spl.data.readers.pairs import sides
from spl.data.words import counted

__all__ = ["ROLES", "Preview", "Problem", "class_counts", "domain_files", "preview"]


@dataclass(frozen=True, eq=False)
class Preview:
    """How the files are understood with the chosen fixes applied."""

    problems: tuple[Problem, ...]
    shapes: dict[str, str]  # role → "90 samples × 6 features"
    pair: DomainPair | None  # None while the files cannot be used
    error: str = ""  # why not, in one sentence
    counts: list[tuple[str, int, int | None]] = field(default_factory=list)  # class, source, target


def class_counts(pair: DomainPair) -> list[tuple[str, int, int | None]]:
    """Name of each class, its source samples, its target samples; then classes unknown to it.

    Parameters
    ----------
    pair : DomainPair
    """
    n_source = np.bincount(pair.ys, minlength=pair.n_classes).tolist()
    if pair.yt is None or pair.y_target is None:
        n_target: list[int | None] = [None] * pair.n_classes
    else:
        n_target = np.bincount(pair.yt[pair.yt >= 0], minlength=pair.n_classes).tolist()
    rows = list(zip(pair.class_names or (), n_source, n_target, strict=True))
    if pair.yt is not None and pair.y_target is not None:
        labels, n = np.unique(pair.y_target[pair.yt == -1].astype(str), return_counts=True)
        rows += [(str(label), 0, int(count)) for label, count in zip(labels, n, strict=True)]
    return rows


def domain_files(
    first: FeatureFile,
    second: FeatureFile | None,
    *,
    source_domain: str | None = None,
    target_domain: str | None = None,
) -> tuple[FeatureFile, FeatureFile]:
    """Source and target as one file each, whether they came in one or two.

    Parameters
    ----------
    first : FeatureFile
        The source, or both domains.
    second : FeatureFile or None
        The target, where it came in a file of its own.
    source_domain, target_domain : str, optional
        Which domains to take, where a file holds several.

    Raises
    ------
    ValueError
        If one file was given and holds no two domains, or domains have to be named.
    """
    source, target, _ = sides(first, second, source_domain, target_domain)
    return source, target


def preview(
    source: FeatureFile,
    target: FeatureFile,
    choices: Mapping[str, bool] | None = None,
    name: str = "",
) -> Preview:
    """Look for problems, apply the fixes that are on, and try to make a pair.

    Parameters
    ----------
    source, target : FeatureFile
        As `domain_files` returns them.
    choices : mapping of str to bool
        Fixes switched by hand, by `Problem.key`; others are on where the pair needs them.
    name : str
        What to call the data.

    Examples
    --------
    >>> import numpy as np
    >>> from dataclasses import replace
    >>> X = np.array([[1.0, 2.0], [np.nan, 1.0], [2.0, 1.0], [1.0, 1.0]])
    >>> file = FeatureFile(X, np.array(["a", "a", "b", "b"]), name="s")
    >>> seen = preview(file, replace(file, name="t"))
    >>> [(p.key, p.on) for p in seen.problems if p.key and p.serious]
    [('drop rows source', True), ('drop rows target', True)]
    >>> seen.counts
    [('a', 1, 1), ('b', 2, 2)]
    """
    look = Look(choices or {})
    source, target = look.orientation(source, target)
    try:
        source, target = look.order(source, target)
    except ValueError as refusal:
        shapes = {role: _size_text(f) for role, f in zip(ROLES, (source, target), strict=True)}
        return Preview(tuple(look.problems), shapes, None, str(refusal))
    if source.X.shape[1] == target.X.shape[1]:
        source, target = look.columns(source, target)
    given = source, target
    source = look.rows(look.labels(source, "source"), "source")
    target = look.rows(look.labels(target, "target"), "target")
    shapes = {role: _size_text(f) for role, f in zip(ROLES, (source, target), strict=True)}
    for before, file in zip(given, (source, target), strict=True):
        if not len(file.X):
            error = (
                f"No sample of {before.name} is left of {len(before.X)} with these fixes; choose "
                "other fixes or fill the missing values."
            )
            return Preview(tuple(look.problems), shapes, None, error)
    pair, error = look.paired(source, target, name)
    counts = [] if pair is None else class_counts(pair)
    return Preview(tuple(look.problems), shapes, pair, error, counts)


def _size_text(file: FeatureFile) -> str:
    n, d = file.X.shape
    return f"{counted(n, 'sample')} × {counted(d, 'feature')}"
