"""A source → target pair out of one or two feature files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spl.algorithm.column_names import column_order, moved
from spl.data.pair import DomainPair
from spl.data.readers.features import Array, FeatureFile, shape_text, short, tidy_labels
from spl.data.readers.known_labels import complete
from spl.data.readers.label_match import class_names, same_labels
from spl.data.readers.pair_doubts import (
    all_different,
    exchanged,
    other_names,
    placeholders,
    same_decimals,
    same_second_rows,
    same_signs,
    several_spellings,
)
from spl.data.words import listed

SHOWN = 12  # names of domains in a sentence
SOURCE_WORDS = ("source", "src", "s", "train")


def pair_from(
    source: FeatureFile,
    target: FeatureFile | None = None,
    *,
    source_domain: str | None = None,
    target_domain: str | None = None,
    name: str = "",
) -> tuple[DomainPair, tuple[str, ...]]:
    """Make a pair of what was read from one or two files.

    Parameters
    ----------
    source, target : FeatureFile
        Without target, source must hold both domains.
    source_domain, target_domain : str, optional
        Which domains to take, where a file holds several.
    name : str
        What to call the data.

    Returns
    -------
    pair : DomainPair
    notes : tuple of str
        What was decided here; what may be wrong begins with "Caution:".

    Raises
    ------
    ValueError
        One sentence that says what was found and what is needed.
    """
    files = (source,) if target is None else (source, target)
    first, second, name = sides(source, target, source_domain, target_domain, name)
    if first.y is None:
        raise ValueError(
            f"{source.name} has no labels, which the source domain needs; found {source.found}: "
            "say which column or array holds them, or call it `label`."
        )
    second, turned = _same_width(first, second)
    second, ordered = same_columns(first, second)
    below = same_second_rows(first, second)
    _refuse_measurements(first, source.name)
    first, second, said = same_labels(first, second)
    assert first.y is not None  # tested above; spelling out keeps labels
    notes = turned + ordered + below + same_signs(first, second) + several_spellings(first)
    notes += placeholders(first) + all_different(first, source.name)
    notes += exchanged(first, second) + other_names(first, second)
    notes += same_decimals(first, second) + said
    pair = DomainPair(
        first.X,
        first.y,
        second.X,
        second.y,
        name,
        first.name,
        second.name,
        class_names(first),
        first.thumbnails,
        second.thumbnails,
        None if first.sample_names is None else first.sample_names.tolist(),
        None if second.sample_names is None else second.sample_names.tolist(),
        tuple(dict.fromkeys((*(note for file in files for note in _of_file(file)), *notes))),
    )
    return pair, notes


def sides(
    source: FeatureFile,
    target: FeatureFile | None,
    source_domain: str | None = None,
    target_domain: str | None = None,
    name: str = "",
) -> tuple[FeatureFile, FeatureFile, str]:
    """Source and target as one file each, and the name of the pair.

    Parameters
    ----------
    source, target, source_domain, target_domain, name
        As for `pair_from`.

    Raises
    ------
    ValueError
        If one file was given and does not hold two domains, or domains have to be named.
    """
    # A domain may be given as the number that it is called.
    source_domain = None if source_domain is None else str(source_domain)
    target_domain = None if target_domain is None else str(target_domain)
    if target is None:
        source_domain, target_domain = _two_domains(source, source_domain, target_domain)
        first = replace(_part(source, source_domain, "source"), name=source_domain)
        second = replace(_part(source, target_domain, "target"), name=target_domain)
        return first, second, name or source.name
    first = _part(source, source_domain, "source")
    second = _part(target, target_domain, "target")
    if first.name == second.name:
        first = replace(first, name=source_domain or "source")
        second = replace(second, name=target_domain or "target")
    return first, second, name


def _of_file(file: FeatureFile) -> tuple[str, ...]:
    """How a file was understood: one line, and what may be wrong with it."""
    cautions = tuple(note for note in file.notes if note.startswith("Caution:"))
    plain = " ".join(note for note in file.notes if note not in cautions)
    return (f"{file.name}: {plain}", *cautions) if plain else cautions


def _refuse_measurements(source: FeatureFile, file: str) -> None:
    """Name the column whose numbers cannot be classes, since none comes twice."""
    y, column = source.y, source.label_name
    if (
        y is not None
        and column is not None
        and y.dtype.kind == "f"
        and len(np.unique(y)) == len(y) > 1
    ):
        raise ValueError(
            f"{file}, column `{column}`, was taken for the labels but its numbers are not whole "
            "and none comes twice, so it looks like a measurement; say which column holds the "
            "labels (--label on the command line, label= in Python)."
        )


def same_columns(source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, tuple[str, ...]]:
    """Put the target's columns in the order of the source's, by their names.

    Parameters
    ----------
    source, target : FeatureFile
        Columns without names keep their positions.

    Raises
    ------
    ValueError
        If some names are only on one side.
    """
    names = target.feature_names, source.feature_names
    try:
        order = column_order(*names, target.name, source.name)
    except ValueError:
        for one, other in ((source, target), (target, source)):
            _refuse_text(one, other)
        raise
    if order is None and bool(names[0]) != bool(names[1]):
        lacking = target if names[1] else source
        return target, (f"The columns of {lacking.name} have no names: joined by position.",)
    if order is None:
        return target, ()
    ordered = replace(target, X=target.X[:, order], feature_names=source.feature_names)
    return ordered, (moved(target.name, source.name),)


def _refuse_text(file: FeatureFile, other: FeatureFile) -> None:
    """Say that a column that the other side has was left out here since it holds text."""
    for name, text in file.texts:
        if name in other.feature_names:
            raise ValueError(
                f"Column `{short(name)}` holds numbers in {other.name} but text in {file.name}"
                f"{f' (`{text}`)' if text else ''}; write numbers in both, or leave it out of both."
            ) from None


def _two_domains(
    file: FeatureFile, source_domain: str | None, target_domain: str | None
) -> tuple[str, str]:
    """Choose the domains of a file that holds several."""
    names = file.domains
    if len(names) < 2 and file.role:
        other = "target" if file.role == "source" else "source"
        raise ValueError(
            f"{file.name} holds the features of a {file.role} and of no {other}; give a second "
            f"file, or add X_{other}: found {file.found}."
        )
    if len(names) < 2:
        raise ValueError(
            f"{file.name} holds {len(names) or 'no'} named domain{'s' * (not names)} but a source "
            "and a target are needed; give a second file, a column `domain`, or X_source, y_source "
            f"and X_target: found {file.found}."
        )
    for wanted in (source_domain, target_domain):
        if wanted is not None and wanted not in names:
            raise ValueError(_no_domain(file, wanted))
    if source_domain is not None and source_domain == target_domain:
        raise ValueError(
            f"{source_domain} was named as both source and target; choose two of "
            f"{listed(names, SHOWN)}."
        )
    source_domain, target_domain = _said_by_file(file, source_domain, target_domain)
    left = [n for n in names if n not in (source_domain, target_domain)]
    if source_domain is None and target_domain is None and len(names) == 2:
        words = [n for n in names if n.lower() in SOURCE_WORDS]
        labelled = [n for n in names if complete(_part(file, n, "source").y)]
        source_domain = (words or labelled or left)[0]
        left.remove(source_domain)
    if len(left) != 1 and None in (source_domain, target_domain):
        raise ValueError(
            f"{file.name} holds {len(names)} domains ({listed(names, SHOWN)}); say which is the "
            "source and which is the target."
        )
    return source_domain or left[0], target_domain or left[0]


def _said_by_file(
    file: FeatureFile, source_domain: str | None, target_domain: str | None
) -> tuple[str | None, str | None]:
    """Fill in what is not chosen where the file itself says which domains are sources."""
    sources = [n for n in file.source_domains if n != target_domain]
    targets = [n for n in file.domains if n not in (*file.source_domains, source_domain)]
    if source_domain is None and len(sources) == 1:
        source_domain = sources[0]
    if target_domain is None and file.source_domains and len(targets) == 1:
        target_domain = targets[0]
    return source_domain, target_domain


def _no_domain(file: FeatureFile, wanted: str) -> str:
    if not file.domains:
        return f"{file.name} has no domain {wanted}; it names none: leave the domain out."
    return (
        f"{file.name} has no domain {wanted}; it holds {listed(file.domains, SHOWN)}: choose one "
        "of these."
    )


def _part(file: FeatureFile, domain: str | None, role: str) -> FeatureFile:
    """Return the rows of one domain of a file."""
    if domain is None or (file.domain is None and domain == file.name):
        if len(file.domains) > 1:
            raise ValueError(
                f"{file.name} holds {len(file.domains)} domains ({listed(file.domains, SHOWN)}); "
                f"say which one is the {role}."
            )
        return file
    if file.domain is None or domain not in file.domains:
        raise ValueError(_no_domain(file, domain))
    rows = file.domain == domain

    def take(values: Array | None) -> Array | None:
        return None if values is None else values[rows]

    return replace(
        file,
        X=file.X[rows],
        y=None if file.y is None else tidy_labels(file.y[rows]),
        padded=take(file.padded),
        domain=take(file.domain),
        sample_names=take(file.sample_names),
        thumbnails=take(file.thumbnails),
    )


def _same_width(source: FeatureFile, target: FeatureFile) -> tuple[FeatureFile, tuple[str, ...]]:
    """Turn a target without labels whose rows are as many as the source's features."""
    d = source.X.shape[1]
    if target.y is None and target.X.shape[1] != d == target.X.shape[0]:
        note = f"{target.name}, {shape_text(target.X)}, was turned: the source has {d} features."
        return replace(target, X=target.X.T, feature_names=()), (note,)
    for file in (source, target):
        turned = next((note for note in file.notes if "turned" in note.lower()), None)
        if turned is not None and target.X.shape[1] != d:
            raise ValueError(
                f"X_target has {target.X.shape[1]} columns but X_source has {d} (in {file.name}, "
                f"{turned.rstrip('.')}); both need features from the same extractor."
            )
    return target, ()
