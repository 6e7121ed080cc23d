"""What two files say together that may be wrong: units, names, labels that never come again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from spl.algorithm.spelling import spelled_alike
from spl.data.readers.features import FeatureFile, short
from spl.data.readers.known_labels import known_labels
from spl.data.readers.missing_codes import code_among
from spl.data.readers.unsure_points import thousandth
from spl.data.words import counted

NO_LABEL = (
    *"? unknown unlabeled unlabelled nan n/a null n.a. #n/a <na> missing".split(),
    "no label",
)
USUAL = re.compile(r"\s*-?\d+\.?\d*\s*"), re.compile(r".*\w.*", re.DOTALL)  # numbers, words
FEWEST = 4  # samples whose labels all differ by more than chance


def all_different(source: FeatureFile, file: str) -> tuple[str, ...]:
    """Caution about classes of one sample each: names, or features in the rows of a turned table.

    Parameters
    ----------
    source : FeatureFile
    file : str
        What to call it.
    """
    n = len(source.X)
    if n < FEWEST or source.y is None or len(set(source.y.tolist())) < n:
        return ()
    return (
        f"Caution: every label of {file} comes once, so that each of its {n} classes has a single "
        "sample; turn the table if its columns are the samples, or say which column holds the "
        "labels.",
    )


def placeholders(source: FeatureFile) -> tuple[str, ...]:
    """Caution about labels of the source by which people write that there is none.

    Parameters
    ----------
    source : FeatureFile
    """
    y = source.y
    if y is None:
        return ()
    counts = Counter(str(v) for v in y.tolist())
    found = [label for label in counts if label.strip().lower() in NO_LABEL]
    if y.dtype.kind in "iu" and len(counts) > 3 and int(y.min()) == -1:  # with 0 and 1 a class
        found = ["-1"]
    found = found or _unlike_others(list(counts)) or list(filter(None, [code_among(y)]))
    if not found:
        return ()
    n = sum(counts[label] for label in found)
    return (
        f"Caution: {counted(n, 'sample is', 'samples are')} labelled `{found[0]}` in "
        f"{source.name}, which is taken for a class; leave out what has no label.",
    )


def _unlike_others(labels: Sequence[str]) -> list[str]:
    """The one text among numbers (`NA`, `x`), or the one sign among words (`-`), if there is one.

    Examples
    --------
    >>> _unlike_others(["0", "1", "NA"]), _unlike_others(["cat", "dog", "-"])
    (['NA'], ['-'])
    >>> _unlike_others(["0", "1", "A", "B"]), _unlike_others(["DE", "NA", "US"])
    ([], [])
    """
    for usual in USUAL:
        others = [label for label in labels if not usual.fullmatch(label)]
        if len(others) == 1 and len(labels) > 2:
            return others
    return []


def several_spellings(source: FeatureFile) -> tuple[str, ...]:
    """Caution about classes that differ only in case, blanks or other signs hardly seen.

    Parameters
    ----------
    source : FeatureFile
    """
    if source.y is None:
        return ()
    labels = source.class_names or known_labels(source.y).tolist()
    said = spelled_alike(labels, source.name)
    return (f"Caution: {said}",) if said else ()


def exchanged(source: FeatureFile, target: FeatureFile) -> tuple[str, ...]:
    """Caution about a file that by its names is the other domain than it was given as.

    Parameters
    ----------
    source, target : FeatureFile
    """
    return tuple(
        f"Caution: {file.name} was given as the {role}, but by the names of its arrays it is a "
        f"{file.role}; exchange the files unless that was meant."
        for file, role in ((source, "source"), (target, "target"))
        if file.role not in ("", role)
    )


def other_names(source: FeatureFile, target: FeatureFile) -> tuple[str, ...]:
    """Caution about names that were not read and differ: of the columns, or of the classes.

    Parameters
    ----------
    source, target : FeatureFile
    """
    theirs = dict(target.name_arrays)
    for name, ours in source.name_arrays:
        if name in theirs and theirs[name] != ours:
            pairs = zip(ours, theirs[name], strict=False)
            at = next((i for i, (one, other) in enumerate(pairs) if one != other), -1)
            shown = _differing(ours, theirs[name], at)
            return (
                f"Caution: `{short(name)}` is not the same in {source.name} and {target.name} "
                f"({shown}) and was not read; call it feature_names if it names the columns, and "
                "class_names if it names the classes.",
            )
    return ()


def _differing(ours: tuple[str, ...], theirs: tuple[str, ...], at: int) -> str:
    if at < 0:
        return f"{len(ours)} and {len(theirs)} names"
    return f"{at + 1}: `{short(ours[at], 20)}`, `{short(theirs[at], 20)}`"


def same_signs(source: FeatureFile, target: FeatureFile) -> tuple[str, ...]:
    """Caution about columns whose per cent or currency signs are not the same on both sides.

    Parameters
    ----------
    source, target : FeatureFile
    """
    ours, theirs = dict(source.signs), dict(target.signs)
    differ = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    if not differ or not source.feature_names or not target.feature_names:
        return ()
    name, more = differ[0], f" (so do {len(differ) - 1} more)" if len(differ) > 1 else ""
    written = [f"{f.name} has {dict(f.signs).get(name, 'none')}" for f in (source, target)]
    return (
        f"Caution: the numbers of column `{name}` differ in their sign{more}: {written[0]}, "
        f"{written[1]}; write both in the same unit.",
    )


def same_decimals(source: FeatureFile, target: FeatureFile) -> tuple[str, ...]:
    """Caution about points that may separate thousands, since the other file has decimal commas.

    Parameters
    ----------
    source, target : FeatureFile
    """
    for file, other in ((source, target), (target, source)):
        if file.decimal != "." or other.decimal != "," or _cautioned(file):
            continue
        number = thousandth(file.X)
        if number:
            return (
                f"Caution: numbers of {file.name} such as `{number}` were read with a decimal "
                f"point, but {other.name} has decimal commas; take the points out if they separate "
                "thousands.",
            )
    return ()


def _cautioned(file: FeatureFile) -> bool:
    return any("were read with a decimal point" in note for note in file.notes)


def same_second_rows(source: FeatureFile, target: FeatureFile) -> tuple[str, ...]:
    """Caution about units, or second names of columns, that are not the same on both sides.

    Parameters
    ----------
    source, target : FeatureFile

    Raises
    ------
    ValueError
        If one of them stands in other columns there: then they are names, in another order.
    """
    ours, theirs = dict(source.second_row), dict(target.second_row)
    differ = [name for name in ours if theirs.get(name, ours[name]) != ours[name]]
    for name in differ:
        text = ours[name]
        where = [[column for column in row if row[column] == text] for row in (ours, theirs)]
        if where[1] and not {*where[0]} & {*where[1]}:
            raise ValueError(
                f"The second rows of names are not in the same order: `{short(text)}` stands in "
                f"column `{short(name)}` of {source.name} but in column `{short(where[1][0])}` of "
                f"{target.name}; keep one row of names, by which the columns are to be joined."
            )
    if not differ:
        return ()
    name, more = differ[0], f" (so do {len(differ) - 1} more)" if len(differ) > 1 else ""
    return (
        f"Caution: the second row, units or more names, differs in column `{short(name)}`{more}: "
        f"{source.name} has `{short(ours[name])}`, {target.name} `{short(theirs[name])}`; join "
        "the same columns, in the same unit.",
    )
