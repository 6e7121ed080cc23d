"""Features, labels and domains of a frame, and what is said about its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.algorithm.label_values import one_hot_axis
from spl.data.readers.column_cells import DATES, first_value, is_list
from spl.data.readers.column_names import Asked, called, describe_columns, some
from spl.data.readers.columns import Roles, column_roles
from spl.data.readers.domain_signs import with_signs
from spl.data.readers.features import Array, FeatureFile, is_padded, shape_text, tidy_labels
from spl.data.readers.giveaways import giveaways
from spl.data.readers.sources import Opened
from spl.data.words import counted

if TYPE_CHECKING:
    import pandas as pd

WHOLE = re.compile(r"\s*[-+]?[0-9]{1,4000}(\.0*)?\s*")  # Python reads 4,300 digits
WHOLE_LABEL = re.compile(r"[-+]?\d+")


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
        y, padded = _labels(frame, roles.label, file, again)
    domains = None if roles.domain is None else _domains(frame, roles.domain, file, again)
    names = None if roles.names is None else frame.iloc[:, roles.names].to_numpy().astype(str)
    notes += said + _notes(frame, roles, y is not None) + _digits_lost(frame, roles, file)
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
    """Caution about text that begins with digits, as `12 kg` does, since it was left out."""
    notes = []
    for i in (*roles.text, *(() if roles.names is None else (roles.names,))):
        known = frame.iloc[:, i].dropna().astype(str)
        if not len(known):
            continue
        if _one_unit(known) if i == roles.names else known.str.match(r"[^\w\s]?\s*\d").all():
            notes.append(
                f"Caution: {file.name}, {called(frame, i)}, holds text that begins with digits "
                f"(`{known.iloc[0]}`) and was left out; write plain numbers if they are features."
            )
    return tuple(notes)


def _signs(frame: pd.DataFrame, roles: Roles) -> tuple[tuple[str, str], ...]:
    """The sign of every column whose numbers have one: per cent or a currency."""
    found = ((i, re.match(r"a per \w+ sign|the sign \S", how)) for i, how in roles.written.items())
    return tuple((frame.columns[i], sign[0]) for i, sign in found if sign)


def _one_unit(texts: pd.Series) -> bool:
    """Whether the same unit stands behind every number; names such as `001.jpg` have none."""
    units = texts.str.extract(r"^[-+]?\d+(?:[.,]\d+)*(\s*[^\W\d_]\S*)$")[0]
    return bool(units.notna().all()) and units.nunique() == 1


def _named(frame: pd.DataFrame, positions: Iterable[int]) -> str:
    return some([frame.columns[i] for i in positions])


def _labels(
    frame: pd.DataFrame, at: int, file: Opened, again: Callable[[int], Sequence[Any]] | None
) -> tuple[Array | None, Array | None]:
    """Labels of a column, and the same as text where they are numbers but some begin with 0.

    The column is read again where pandas may have merged two labels. It rounds large whole numbers
    beside gaps, and takes `01` and `1` for one number: where both are written, the labels are text.
    """
    column = frame.iloc[:, at]
    if is_list(first_value(column)):
        raise ValueError(_lists_as_labels(column, called(frame, at), file.name))
    cells = _trimmed(column)
    if again is None or column.dtype.kind not in "if":
        return tidy_labels(cells), None
    values = again(at)
    if column.dtype.kind == "f" and column.abs().max() >= 2**53:
        if all(v is None or isinstance(v, int) or _is_whole(v) for v in values):
            cells = np.array([v and int(str(v).split(".")[0]) for v in values], dtype=object)
    texts = {v.strip() for v in values if isinstance(v, str)}
    merged, whole = len(texts) > column.nunique(), all(map(WHOLE_LABEL.fullmatch, texts))
    if not any(map(is_padded, texts)) or not (merged or whole):
        return tidy_labels(cells), None
    padded = tidy_labels(np.array([v and v.strip() for v in values], dtype=object))
    return (padded, None) if merged else (tidy_labels(cells), padded)


def _is_whole(value: Any) -> bool:
    return isinstance(value, str) and WHOLE.fullmatch(value) is not None


def _lists_as_labels(column: pd.Series, name: str, file: str) -> str:
    rows = [np.asarray(v) for v in column if is_list(v)]
    one_hot = len({row.shape for row in rows}) == 1 and one_hot_axis(np.stack(rows)) == 1
    what = "one-hot lists, a number for each class" if one_hot else "lists"
    remedy = "np.stack(column).argmax(axis=1)" if one_hot else "one text or number for each sample"
    return f"{file}, {name}, holds {what}, which are not labels; write {remedy}."


def _trimmed(column: pd.Series) -> Array:
    """Values of a column, texts without the blanks that some programs pad them with."""
    if column.dtype.kind in "fiub" and not column.hasnans:
        return np.asarray(column.to_numpy())
    missing = column.isna().to_numpy()
    if column.dtype.kind in "mM":
        column = column.astype(str)  # dates may be labels, as text
    trimmed = np.empty(len(column), dtype=object)
    trimmed[:] = [_label(v) for v in column.tolist()]  # numpy would round a category's numbers
    trimmed[missing] = None
    return trimmed


def _label(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, DATES) else value


def _domains(
    frame: pd.DataFrame, at: int, file: Opened, again: Callable[[int], Sequence[Any]] | None
) -> Array:
    """Names of the domains as they are written: pandas takes `01` and `1` for one number."""
    column = frame.iloc[:, at]
    missing = column.isna().to_numpy()
    if missing.any():
        raise ValueError(
            f"{file.name} names no domain in {np.count_nonzero(missing)} of {len(column)} rows "
            f"(first: row {int(np.argmax(missing))}); fill its domain column."
        )
    if again is not None and column.dtype.kind in "if":
        texts = [v.strip() if isinstance(v, str) else "" for v in again(at)]
        if any(map(is_padded, texts)):
            return np.array(texts)
    return _trimmed(column).astype(str)


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
