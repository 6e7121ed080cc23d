"""Features, labels and domains out of tables: .csv, .tsv and .parquet."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from spl.data.caught import caught_warnings
from spl.data.readers.columns import Roles, called, column_roles, describe_columns, some
from spl.data.readers.features import Array, FeatureFile, reason_text, shape_text, tidy_labels
from spl.data.readers.sniffing import sniff
from spl.data.readers.sources import Opened

if TYPE_CHECKING:
    import pandas as pd


def read_table(
    file: Opened,
    label: str | int | None,
    domain: str | int | None,
    features: Collection[str] = (),
) -> FeatureFile:
    """Read a text table, whatever its separator, with or without a header and an index."""
    import pandas as pd

    dialect = sniff(file)
    try:
        # A ParserWarning would say that fields are dropped.
        with file.open() as stream, caught_warnings("error", pd.errors.ParserWarning):
            frame = pd.read_csv(
                stream,
                sep=r"\s+" if dialect.separator == " " else dialect.separator,
                decimal=dialect.decimal,
                header=0 if dialect.header else None,
                encoding=dialect.encoding,
                keep_default_na=False,  # "NA" and "None" may be labels
                na_values=[""],
                index_col=0 if dialect.row_names else False,
                skipinitialspace=True,
                low_memory=False,
            )
    except (pd.errors.ParserError, pd.errors.ParserWarning, ValueError) as error:
        raise ValueError(
            f"{file.name} cannot be read as a table ({reason_text(error)}); give every row "
            "the same number of fields, one row per sample."
        ) from None
    if not dialect.header:
        frame.columns = [f"column {i}" for i in range(frame.shape[1])]
    header = dialect.header
    return features_from_frame(frame, file, label, domain, (dialect.note,), header, features)


def read_parquet(
    file: Opened,
    label: str | int | None,
    domain: str | int | None,
    features: Collection[str] = (),
) -> FeatureFile:
    """Read a parquet table; a column of lists is taken as the features."""
    import pandas as pd

    try:
        with file.open() as stream:
            frame = pd.read_parquet(stream)
    except Exception as error:  # pyarrow has its own families of errors
        raise ValueError(
            f"{file.name} cannot be read as parquet ({reason_text(error)}); write it again "
            "with DataFrame.to_parquet."
        ) from None
    return features_from_frame(frame, file, label, domain, (), True, features)


def features_from_frame(
    frame: pd.DataFrame,
    file: Opened,
    label: str | int | None,
    domain: str | int | None,
    notes: tuple[str, ...],
    header: bool,
    features: Collection[str] = (),
) -> FeatureFile:
    """Make features, labels and domains of a table, and say what was taken for what."""
    frame.columns = [str(c) for c in frame.columns]
    found = describe_columns(frame)
    if frame.empty:
        raise ValueError(f"{file.name} has no rows; found {found}: give one row per sample.")
    roles = column_roles(frame, label, domain, file.name, header, features)
    X, said = _features(frame, roles, file, found)
    y = None if roles.label is None else tidy_labels(_trimmed(frame.iloc[:, roles.label]))
    domains = None if roles.domain is None else _domains(frame.iloc[:, roles.domain], file)
    names = None if roles.names is None else frame.iloc[:, roles.names].to_numpy().astype(str)
    notes += said + _notes(frame, roles, y is not None)
    columns = tuple(frame.columns[i] for i in roles.numbers) if header else ()
    return FeatureFile(
        X, y, domains, file.stem, notes, found, feature_names=columns, sample_names=names
    )


def _notes(frame: pd.DataFrame, roles: Roles, labelled: bool) -> tuple[str, ...]:
    notes = []
    if roles.label is not None and labelled:
        notes.append(f"Labels are {called(frame, roles.label)}.")
    else:
        notes.append("There are no labels.")
    if roles.measured is not None:
        measured = called(frame, roles.measured)
        notes.append(f"Numbers in {measured} are not whole: it is a feature, not the labels.")
    if roles.domain is not None:
        notes.append(f"Domains are {called(frame, roles.domain)}.")
    if roles.names is not None:
        notes.append(f"Samples are named by {called(frame, roles.names)}.")
    if roles.index is not None:
        notes.append(f"The first, {called(frame, 0)}, counts the rows and was left out.")
    if roles.text:
        notes.append(f"Text left out: {some([frame.columns[i] for i in roles.text])}.")
    return tuple(notes)


def _objects(column: pd.Series) -> Array:
    if column.dtype.kind in "fiub" and not column.hasnans:
        return np.asarray(column.to_numpy())
    return np.asarray(column.to_numpy(dtype=object, na_value=None))


def _trimmed(column: pd.Series) -> Array:
    """Values of a column, texts without the blanks that some programs pad them with."""
    values = _objects(column)
    if values.dtype.kind != "O":
        return values
    trimmed = np.empty(len(values), dtype=object)
    trimmed[:] = [v.strip() if isinstance(v, str) else v for v in values]
    return trimmed


def _domains(column: pd.Series, file: Opened) -> Array:
    missing = column.isna().to_numpy()
    if missing.any():
        raise ValueError(
            f"{file.name} names no domain in {np.count_nonzero(missing)} of {len(column)} rows "
            f"(first: row {int(np.argmax(missing))}); fill its domain column."
        )
    return _trimmed(column).astype(str)


def _features(
    frame: pd.DataFrame, roles: Roles, file: Opened, found: str
) -> tuple[Array, tuple[str, ...]]:
    """Return the matrix of features: a column of lists, or all columns of numbers."""
    if len(roles.lists) == 1:
        name = frame.columns[roles.lists[0]]
        rows = [np.asarray(v) for v in frame.iloc[:, roles.lists[0]]]
        if len({r.shape for r in rows}) > 1 or rows[0].ndim != 1:
            raise ValueError(
                f"{file.name}: the lists in `{name}` differ in length; give every sample the same "
                f"number of features: found {found}."
            )
        X = np.stack(rows)
        return X, (f"Features are the lists in `{name}`, {shape_text(X)}.",)
    if not roles.numbers:
        raise ValueError(
            f"{file.name} has no columns of numbers to take as features; found {found}."
        )
    X = np.column_stack(list(roles.numbers.values()))
    names = [called(frame, i).removeprefix("column ") for i in roles.numbers]
    ends = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
    columns = "1 column" if len(names) == 1 else f"{len(names)} columns"
    return X, (f"Features are {columns}, {ends}, of {len(X)} rows.",)
