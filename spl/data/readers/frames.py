"""Features, labels and domains of a frame, and what is said about its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.data.readers.column_names import Asked, called, describe_columns, some
from spl.data.readers.columns import Roles, column_roles
from spl.data.readers.domain_signs import with_signs
from spl.data.readers.features import (
    Array,
    FeatureFile,
    shape_text,
    short,
)
from spl.data.readers.giveaways import giveaways
from spl.data.readers.headers import MISSING
from spl.data.readers.label_columns import domain_column, label_column
from spl.data.readers.sources import Opened
from spl.data.readers.summary_rows import summary_rows
from spl.data.readers.written_numbers import cell
from spl.data.words import counted

if TYPE_CHECKING:
    import pandas as pd

BEGINS = re.compile(r"[^\w\s]?\s*\d")
WITH_NUMBER = re.compile(r"([A-Za-z][\w.]*\()?\W{0,3}\d")  # 12 kg, ="12", tensor(12)
MEASURED = re.compile(r"[-+]?\d*\.?\d+([eE][-+]?\d+)?")
GROUPED = r"(\d{1,3}([ \u00a0\u202f'\u2019.,]\d{3})+|\d+)"
AMOUNT = re.compile(  # CHF 1'234.50, 488,01-, <12, [3.5]; not 1.2.3 or 192.168.0.1
    rf"\D{{0,5}}{GROUPED}[.,]\d+\D{{0,4}}|[<>~≈≤≥\[]?\s*-?{GROUPED}\s*[-+*\]]?"
)
FEW_TEXTS = 3  # beside numbers are codes of what is missing, and no categories
MOST = 0.9  # of a column's cells make what they hold worth a caution


def features_from_frame(
    frame: pd.DataFrame,
    file: Opened,
    asked: Asked,
    notes: tuple[str, ...],
    header: bool,
    decimal: str = "",
    again: Callable[[int], Sequence[Any]] | None = None,
) -> FeatureFile:
    """Make features, labels and domains of a table, and say what was taken for what.

    Parameters
    ----------
    frame : DataFrame
    file : Opened
        Where it comes from.
    asked : Asked
        What is known of its columns.
    notes : tuple of str
        What has been said about the file.
    header : bool
        Whether the columns have names.
    decimal : "." or "," or ""
        The table's decimal sign, if it is certain.
    again : callable, optional
        Reads the cells of a column once more, as text or as they are stored.

    Raises
    ------
    ValueError
        One sentence that names the file, and the column where one is to blame.
    """
    frame.columns = [" ".join(str(c).split()) for c in frame.columns]  # one line each
    if frame.empty:
        found = describe_columns(frame)
        raise ValueError(f"{file.name} has no rows; found {found}: give one row per sample.")
    roles = column_roles(frame, asked, file.name, header, decimal)
    found = describe_columns(frame)
    X, said = _features(frame, roles, file, found)
    y = padded = None
    if roles.label is not None:
        y, padded, differing = label_column(frame, roles.label, file, again)
        said += differing
    domains = None if roles.domain is None else domain_column(frame, roles.domain, file, again)
    names = None if roles.names is None else frame.iloc[:, roles.names].to_numpy().astype(str)
    notes += said + _notes(frame, roles, y is not None) + _digits_lost(frame, roles, file)
    said_by = (roles.label, roles.names, roles.domain, *roles.text)
    notes += summary_rows(frame, [i for i in said_by if i is not None], X, file.name)
    columns: tuple[str, ...] = ()
    if not roles.lists:
        columns = tuple(frame.columns[i] for i in roles.numbers)
        notes += giveaways(X, y, columns, file.name)
    read = FeatureFile(
        X,
        y,
        domains,
        file.stem,
        notes,
        found,
        sample_names=names,
        feature_names=columns if header else (),
        signs=_signs(frame, roles),
        texts=_texts(frame, roles) if header else (),
        left_out=_left_out(frame, roles) if header else (),
        padded=padded,
        label_name=None if roles.label is None or not header else frame.columns[roles.label],
    )
    return read if roles.domain is None else with_signs(read, frame.columns[roles.domain])


def _notes(frame: pd.DataFrame, roles: Roles, labelled: bool) -> tuple[str, ...]:
    notes = []
    if roles.label is not None and labelled:
        notes.append(f"Labels are {called(frame, roles.label)}.")
    elif roles.label is not None:
        empty = called(frame, roles.label)
        notes.append(f"{empty[0].upper()}{empty[1:]} is empty: there are no labels.")
    else:
        notes.append("There are no labels.")
    if roles.measured is not None:
        measured = called(frame, roles.measured)
        notes.append(f"Numbers in {measured} are not whole: it is a feature, not the labels.")
    if roles.other_labels:
        others = _named(frame, roles.other_labels)
        notes.append(f"Left out because their names mean labels too: {others}.")
    if roles.empty:
        notes.append(f"Left out because they are empty: {_named(frame, roles.empty)}.")
    if roles.domain is not None:
        notes.append(f"Domains are {called(frame, roles.domain)}.")
    if roles.names is not None:
        notes.append(f"Samples are named by {called(frame, roles.names)}.")
    if roles.index is not None:
        notes.append(f"The first, {called(frame, 0)}, counts the rows and was left out.")
    if roles.text:
        notes.append(f"Text left out: {_named(frame, roles.text)}.")
    if roles.lists and roles.numbers:
        notes.append(f"Numbers left out beside the lists: {_named(frame, roles.numbers)}.")
    for how in dict.fromkeys(roles.written.values()):
        columns = [i for i, other in roles.written.items() if other == how]
        plural = "s" * (len(columns) > 1)
        notes.append(f"Column{plural} {_named(frame, columns)}: numbers written with {how}.")
    return tuple(notes)


def _digits_lost(frame: pd.DataFrame, roles: Roles, file: Opened) -> tuple[str, ...]:
    """Caution about text with numbers in it, such as `12 kg` or `tensor(12)`: it was left out."""
    notes = []
    for i in (*roles.text, *(() if roles.names is None else (roles.names,))):
        known = frame.iloc[:, i].dropna().astype(str)
        known = known[~known.isin(MISSING)]
        if not len(known):
            continue
        numbers = known.str.match(WITH_NUMBER)
        one_form, what = _one_form(known), ""
        half = _half_numbers(known) if i == roles.names else ""
        amounts = not half and known.map(lambda text: bool(AMOUNT.fullmatch(text))).mean() >= MOST
        if one_form or amounts or numbers.mean() >= MOST and i != roles.names:
            text = short(known[numbers].iloc[0] if numbers.any() else known.iloc[0])
            what = "text that begins with digits" if BEGINS.match(text) else "numbers within text"
        elif text := half if i == roles.names else _beside_numbers(known):
            what = "numbers beside text"
        if what:
            notes.append(
                f"Caution: {file.name}, {called(frame, i)}, holds {what} (`{text}`) and was left "
                "out; write plain numbers if they are features."
            )
    return tuple(notes)


def _texts(frame: pd.DataFrame, roles: Roles) -> tuple[tuple[str, str], ...]:
    """Columns that are no features since they hold text, each with the first that is no number."""
    found = []
    for i in (*roles.text, *(() if roles.names is None else (roles.names,))):
        texts = frame.iloc[:, i].dropna().astype(str)
        stray = next((t for t in texts if t not in MISSING and cell(t) is None), "")
        found.append((frame.columns[i], short(stray)))
    return tuple(found)


def _left_out(frame: pd.DataFrame, roles: Roles) -> tuple[str, ...]:
    """Columns that are not the labels here, so that they are none in the other domain."""
    at = (*roles.text, *(() if roles.names is None else (roles.names,)), *roles.other_labels)
    return tuple(frame.columns[i] for i in at)


def _beside_numbers(texts: pd.Series) -> str:
    """The text, where one or a few stand beside as many numbers or more: `-`, `#DIV/0!`, `n.d.`."""
    kinds = texts.value_counts()
    plain = np.array([cell(text) is not None for text in kinds.index], dtype=bool)
    stray = kinds[~plain]
    few = 0 < len(stray) <= FEW_TEXTS and plain.sum() > len(stray)
    return short(str(stray.index[0])) if few and kinds[plain].sum() >= stray.sum() else ""


def _half_numbers(texts: pd.Series) -> str:
    """The first text in a column whose cells all differ, where half are numbers: `<0.5`, `3.5-`."""
    plain = np.array([cell(text) is not None for text in texts], dtype=bool)
    if plain.all() or plain.mean() < 0.5:
        return ""
    return short(str(texts[~plain].iloc[0]))


def _signs(frame: pd.DataFrame, roles: Roles) -> tuple[tuple[str, str], ...]:
    """The sign of every column whose numbers have one: per cent or a currency."""
    found = ((i, re.match(r"a per \w+ sign|the sign \S", how)) for i, how in roles.written.items())
    return tuple((frame.columns[i], sign[0]) for i, sign in found if sign)


def _one_form(texts: pd.Series) -> bool:
    """Whether the same signs stand about every number, as in `9.2±0.1`; `001.jpg` is a name."""
    units = texts.str.extract(r"^[-+]?\d+(?:[.,]\d+)*(\s*(?:[^\W\d_]|°)\S*)$")[0]
    apart = FEW_TEXTS if units.str.startswith(" ").all() else 1  # 5 DR, 7 CR; not 12a, 13b
    if units.notna().all() and units.nunique() <= apart:
        return True
    forms = texts.str.replace(MEASURED, "#", regex=True)
    return bool(forms.nunique() == 1 and texts.str.contains(r"\d[.,·٫]\d").mean() >= MOST)


def _named(frame: pd.DataFrame, positions: Iterable[int]) -> str:
    return some([frame.columns[i] for i in positions])


def _features(
    frame: pd.DataFrame, roles: Roles, file: Opened, found: str
) -> tuple[Array, tuple[str, ...]]:
    """Return the matrix of features: a column of lists, or all columns of numbers."""
    if roles.lists:
        return _listed(frame, roles, file, found)
    if not roles.numbers:
        raise ValueError(
            f"{file.name} has no columns of numbers to take as features; found {found}: write "
            "plain numbers, one column per feature, separated by commas, semicolons, tabs or bars."
        )
    X = np.column_stack(list(roles.numbers.values()))
    names = [called(frame, i).removeprefix("column ") for i in roles.numbers]
    ends = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
    columns = counted(len(names), "column")
    return X, (f"Features are {columns}, {ends}, of {counted(len(X), 'row')}.",)


def _listed(
    frame: pd.DataFrame, roles: Roles, file: Opened, found: str
) -> tuple[Array, tuple[str, ...]]:
    """Return the lists in a column as a matrix."""
    name = frame.columns[roles.lists[0]]
    if len(roles.lists) > 1:
        names = some([frame.columns[i] for i in roles.lists])
        raise ValueError(
            f"{file.name} has {len(roles.lists)} columns of lists ({names}); keep the one that "
            "holds the features."
        )
    missing = frame.iloc[:, roles.lists[0]].isna()
    if missing.any():
        raise ValueError(
            f"{file.name}: {missing.sum()} of {len(frame)} samples have no list in `{name}` "
            f"(first: row {int(missing.to_numpy().argmax())}); remove these rows."
        )
    try:
        rows = [np.asarray(v) for v in frame.iloc[:, roles.lists[0]]]
    except ValueError:  # lists of lists that differ in length
        rows = []
    if not rows or len({r.shape for r in rows}) > 1 or rows[0].ndim != 1:
        raise ValueError(
            f"{file.name}: the lists in `{name}` differ in length; give every sample the same "
            f"number of features: found {found}."
        )
    X = np.stack(rows)
    if X.dtype.kind not in "fiub":
        raise ValueError(
            f"{file.name}: the lists in `{name}` do not hold numbers; give every sample a list of "
            f"numbers: found {found}."
        )
    return X, (f"Features are the lists in `{name}`, {shape_text(X)}.",)
