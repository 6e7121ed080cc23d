"""One file of named arrays that holds several domains: Xs and Xt, or a structure for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spl.data.readers.domain_names import FEATURES, LETTERS, WORDS, Domain, named
from spl.data.readers.features import (
    Array,
    FeatureFile,
    describe,
    first_named,
    tidy_labels,
    whole_text,
)
from spl.data.readers.orientation import label_column, match_labels
from spl.data.words import counted, told_apart

CLASS_NAMES = ("class_names", "classnames", "label_names", "labelnames", "target_names")


@dataclass(frozen=True, eq=False)
class _Part:
    """One domain as it was read."""

    name: str  # of the domain
    x_name: str
    X: Array  # (n, d)
    y: Array | None  # (n,)
    notes: tuple[str, ...]


def several_domains(
    arrays: Mapping[str, Array],
    domains: Sequence[Domain],
    file: str,
    name: str,
    *,
    label: str | int | None,
    notes: tuple[str, ...],
) -> FeatureFile:
    """Read domains that a file keeps in arrays of their own.

    Parameters
    ----------
    arrays : mapping of name to array
    domains : sequence of Domain
        The names of each domain's arrays; those called source and target play these roles.
    file, name : str
        The file's name for messages, and what to call the data.
    label : str or int, optional
        The array that holds the labels of its domain, or of all domains one after another; or
        the position of a column in every matrix.
    notes : tuple of str
        What was understood before.

    Raises
    ------
    ValueError
        One sentence where names are ambiguous, or shapes do not fit.
    """
    found = describe(arrays)
    features = {d.name: only(d.features, f"features of the {d.name}", file) for d in domains}
    given = _labels_given(arrays, domains, features, label, file)
    parts = [_part(arrays, domain, features[domain.name], given, file, found) for domain in domains]
    parts = _same_width(parts, file, found)
    y = _together([part.y for part in parts], [len(part.X) for part in parts])
    domain = np.repeat([part.name for part in parts], [len(part.X) for part in parts])
    X = np.concatenate([part.X for part in parts])
    said = notes + tuple(note for part in parts for note in part.notes)
    roles = tuple(d.name for d in domains if d.name == "source")
    return FeatureFile(X, y, domain, name, said, found, class_names(arrays), source_domains=roles)


def class_names(arrays: Mapping[str, Array]) -> tuple[str, ...] | None:
    """Names of the classes 0 … C−1, where a file has them; what several share, with the number.

    Parameters
    ----------
    arrays : mapping of name to array
    """
    name = first_named(arrays, CLASS_NAMES)
    if name is None or (name != "class_names" and arrays[name].dtype.kind not in "US"):
        return None
    names = whole_text(arrays[name].reshape(-1)).tolist()
    if name != "class_names" and len(set(names)) < len(names):  # may be of the samples
        return None
    return told_apart(names, range(len(names)))


def only(names: Sequence[str], what: str, file: str) -> str:
    """The one name there is; several are asked about.

    Parameters
    ----------
    names : sequence of str
        Arrays that may be meant.
    what, file : str
        What they may be, and the file's name, for the message.

    Raises
    ------
    ValueError
        If there are several.
    """
    if len(names) > 1:
        shown = ", ".join(f"`{name}`" for name in names[:6])
        raise ValueError(
            f"{file} has {len(names)} arrays that may be the {what} ({shown}); keep one of them, "
            "or call the others differently."
        )
    return names[0]


def refuse_vectors(arrays: Mapping[str, Array], roles: Collection[str], file: str) -> None:
    """Refuse features that are a vector, where their name says what they are.

    Parameters
    ----------
    arrays : mapping of name to array
    roles : collection of str
        Those of source and target that have a matrix of features.
    file : str
        The file's name for the message.

    Raises
    ------
    ValueError
        If there is one, and its domain, or the file, has no other features.
    """
    for name, values in arrays.items():
        found = named(name)
        missing = name.lower() in FEATURES and not roles
        missing |= found is not None and found.kind == "features" and found.role not in roles
        if missing and values.ndim == 1 and values.size and values.dtype.kind in "fiub":
            raise ValueError(
                f"{file}: the features `{name}` are a vector of {counted(values.size, 'value')}, "
                "and a matrix with one row per sample is needed; save "
                f"{name}.reshape(1, -1) if it is one sample, or {name}.reshape(-1, 1) if it is one "
                "feature."
            )


def _labels_given(
    arrays: Mapping[str, Array],
    domains: Sequence[Domain],
    features: Mapping[str, str],
    label: str | int | None,
    file: str,
) -> dict[str, str | int | Array]:
    """Labels of each domain as far as `label` says: a name, a position, or values."""
    if label is None:
        return {}
    if isinstance(label, int):
        return dict.fromkeys(features, label)
    owner = next((d for d in domains if _belongs(label, d, features[d.name])), None)
    if owner is None:
        return _by_length(arrays, domains, features, label, file)
    given: dict[str, str | int | Array] = {owner.name: label}
    pattern = _without_domain(label)
    for domain in domains:
        alike = [other for other in domain.labels if _without_domain(other) == pattern]
        if domain is not owner and alike:
            given[domain.name] = alike[0]
    return given


def _belongs(label: str, domain: Domain, x_name: str) -> bool:
    structure = x_name.rpartition(".")[0]
    return label in domain.labels or bool(structure) and label.rpartition(".")[0] == structure


def _without_domain(name: str) -> str:
    """A name's last part, without the word that names the domain: what counterparts share."""
    last = name.rpartition(".")[2].lower()
    words = "|".join(word for spellings in WORDS.values() for word in spellings)
    letters = "".join(LETTERS)
    return re.sub(rf"{words}|\b[{letters}]_|_[{letters}]\b|(?<=\b[xy])[{letters}]", "", last)


def _by_length(
    arrays: Mapping[str, Array],
    domains: Sequence[Domain],
    features: Mapping[str, str],
    label: str,
    file: str,
) -> dict[str, str | int | Array]:
    """Labels whose name says nothing: all domains' one after another, or only one domain's."""
    values = arrays[label].reshape(-1)
    sizes = {name: _samples(arrays, domains, name, features[name]) for name in features}
    counts = [max(size) for size in sizes.values()]
    for pick in (min, max):
        counts = [pick(size) for size in sizes.values()]
        if values.size == sum(counts):
            ends = np.cumsum(counts)[:-1]
            return dict(zip(features, np.split(values, ends), strict=True))
    fits = [name for name, size in sizes.items() if values.size in size]
    if len(fits) != 1:
        whose = " and ".join(fits) or "any domain"
        raise ValueError(
            f"{file}: `{label}` has {values.size} values, which {'fit' if fits else 'do not fit'} "
            f"{whose}; name the source's labels, or call them `y_{next(iter(features))}`."
        )
    return {fits[0]: label}


def _samples(
    arrays: Mapping[str, Array], domains: Sequence[Domain], name: str, x_name: str
) -> set[int]:
    """How many samples a matrix may have: its own labels tell, else both sides of it may."""
    shape = arrays[x_name].shape
    named = next(d.labels for d in domains if d.name == name)
    told = {arrays[y].size for y in named} & {shape[0], shape[-1]}
    return told or {shape[0], shape[-1]}


def _part(
    arrays: Mapping[str, Array],
    domain: Domain,
    x_name: str,
    given: Mapping[str, str | int | Array],
    file: str,
    found: str,
) -> _Part:
    X = arrays[x_name]
    y: Array | None
    said: tuple[str, ...]
    label = given.get(domain.name)
    shown = f"Features are `{x_name}`, "
    if isinstance(label, int):
        X, column, note = label_column(X, label, f"{file}: `{x_name}`")
        y, said = tidy_labels(column), (note,)
    else:
        if label is None and domain.labels:
            label = only(domain.labels, f"labels of the {domain.name}", file)
        values = arrays[label] if isinstance(label, str) else label
        y_name = label if isinstance(label, str) else "the labels"
        X, y, said = match_labels(X, x_name, values, y_name, file, found)
    rows, columns = X.shape
    return _Part(domain.name, x_name, X, y, (f"{shown}{rows} × {columns} {X.dtype}.", *said))


def _same_width(parts: Sequence[_Part], file: str, found: str) -> list[_Part]:
    """All domains with as many features as the first: matrices without labels may be turned."""
    first = next((part for part in parts if part.y is not None), parts[0])
    width = first.X.shape[1]
    first_turned = any("was turned" in note for note in first.notes)
    result = []
    for part in parts:
        rows, columns = part.X.shape
        square = rows == columns == width and first_turned and part is not first
        if part.y is None and (columns != width == rows or square):
            caution = "Caution: " if square else ""
            said = f"{caution}`{part.x_name}` was turned to have {width} features like "
            said += f"`{first.x_name}`" + (", which was turned too." if square else ".")
            part = _Part(part.name, part.x_name, part.X.T, None, (*part.notes, said))
        if part.X.shape[1] != width:
            notes = [note for p in parts for note in p.notes if "was turned" in note]
            turned = f" ({notes[0].rstrip('.')})" if notes else ""
            raise ValueError(
                f"{part.x_name} has {part.X.shape[1]} columns but {first.x_name} has {width}"
                f"{turned}; both need features from the same extractor: {file} holds {found}."
            )
        result.append(part)
    return result


def _together(labels: Sequence[Array | None], counts: Sequence[int]) -> Array | None:
    """Labels of all domains in one array, None where a domain has none."""
    known = [y for y in labels if y is not None]
    if not known:
        return None
    if len(known) == len(labels) and len({y.dtype.kind for y in known}) == 1:
        return np.concatenate(known)
    values = [
        value
        for y, n in zip(labels, counts, strict=True)
        for value in ([None] * n if y is None else y.tolist())
    ]
    joined = np.empty(len(values), dtype=object)
    joined[:] = values
    return tidy_labels(joined)
