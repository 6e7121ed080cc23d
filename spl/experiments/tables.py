"""Results of a sweep as a table: one row per run, in csv or parquet, and back.

A file is replaced as a whole (written beside it, then renamed), so that a kill never leaves half a
file. The last column holds the target's final pseudo-labels as text, for `spl.experiments.vote`:
``u1:`` or ``u2:`` (numpy's name of their type), then their bytes in base64.
"""

from __future__ import annotations

import base64
import csv
import math
import re
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import OF_LABEL_SETS, SPLParams
from spl.data.extras import need
from spl.data.readers.features import Damaged, damage
from spl.data.replaced import replaced
from spl.experiments.csv_files import (
    FORMULA,
    ROUNDING,
    csv_cell,
    csv_rows,
    guarded,
    number_in,
    parquet_rows,
    write_lines,
)
from spl.experiments.given import all_given, one_given
from spl.experiments.suggest import words
from spl.experiments.sweep import RunResult
from spl.experiments.vote import VOTE, Vote
from spl.measures.scores import RUN_SCORES

ENDINGS = (".csv", ".parquet")
DEFAULT = asdict(SPLParams())
PARAMETERS = tuple(DEFAULT)
Array = NDArray[Any]
STORED = tuple(name for name in RUN_SCORES if name != VOTE)  # the vote depends on the other rows
MOST_SECONDS = 1e9  # thirty years
LABELS = "pseudo_labels"  # the last column; tables of earlier versions lack it and OF_LABEL_SETS


def results_frame(results: Iterable[RunResult]) -> Any:
    """Results as a pandas DataFrame (extra ``files``), with the columns of `results_columns`.

    Parameters
    ----------
    results : iterable of RunResult
    """
    import pandas as pd

    return pd.DataFrame(results_columns(results))


def results_columns(results: Iterable[RunResult]) -> dict[str, list[Any]]:
    """Results as lists of equal length by column.

    Columns: task, the parameters, accuracy (of the last state; empty without target labels), each
    label-free score of the last state, seconds, accuracy_0 … accuracy_T, digest.

    Parameters
    ----------
    results : iterable of RunResult
    """
    kept = all_given(RunResult, results, "results")
    reached = [result.accuracy or () for result in kept]
    last = [result.scores[-1] for result in kept]
    table: dict[str, list[Any]] = {"task": [result.task for result in kept]}
    table |= {name: [getattr(result.params, name) for result in kept] for name in PARAMETERS}
    table["accuracy"] = [shares[-1] if shares else math.nan for shares in reached]
    table |= {name: [scores.get(name, math.nan) for scores in last] for name in RUN_SCORES}
    table["seconds"] = [result.seconds for result in kept]
    for k in range(max(map(len, reached), default=0)):
        table[f"accuracy_{k}"] = [s[k] if k < len(s) else math.nan for s in reached]
    return table | {"digest": [result.digest for result in kept]}


def results_rows(results: Iterable[RunResult]) -> list[dict[str, Any]]:
    """Results as a mapping each; what is not known is NaN.

    Parameters
    ----------
    results : iterable of RunResult
    """
    columns = results_columns(results)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def check_table_name(path: str | Path) -> None:
    """Refuse a name that does not end with .csv, or with .parquet where its packages are there.

    Parameters
    ----------
    path : str or Path
        Of a table to read or write.

    Raises
    ------
    ValueError
        If the ending is another one, or needs packages that are not installed.
    """
    if Path(path).suffix not in ENDINGS:
        raise ValueError(f"{path}: give a name that ends with {' or '.join(ENDINGS)}.")
    if Path(path).suffix == ".parquet":
        need("A .parquet file", "pandas", "pyarrow", otherwise="give a name that ends with .csv")


def write_results(path: str | Path, results: Iterable[RunResult]) -> None:
    """Write results to a csv or parquet file, by the ending of its name.

    Parameters
    ----------
    path : str or Path
        Ends with .csv or .parquet; the file is replaced as a whole.
    results : iterable of RunResult
    """
    check_table_name(path)
    kept = all_given(RunResult, results, "results")
    columns = results_columns(kept)
    del columns[VOTE]
    columns[LABELS] = [_packed(result.pseudo_labels) for result in kept]
    if Path(path).suffix == ".csv":
        columns["task"] = [guarded(task) for task in columns["task"]]
        rows = zip(*columns.values(), strict=True)
        lines = [{head: csv_cell(v) for head, v in zip(columns, row, strict=True)} for row in rows]
        write_lines(path, lines, list(columns))
        return
    import pandas as pd

    with replaced(path) as beside:
        pd.DataFrame(columns).to_parquet(beside, index=False)


def write_vote(path: str | Path, found: Vote, classes: Array) -> None:
    """Write a vote as plain arrays, readable with ``numpy.load(allow_pickle=False)``.

    They are ``labels`` (n_target,), indices into ``classes``; ``share`` (n_target,), of the
    settings that give this label; ``classes`` (C,); ``settings`` (n_settings,), as text; and
    ``agreement`` (n_settings,), the share of samples to which a setting gives the vote's label.

    Parameters
    ----------
    path : str or Path
        Its name ends with .npz.
    found : Vote
    classes : ndarray of shape (C,)
        The user's labels.

    Raises
    ------
    ValueError
        If the name has another ending, or the vote has labels beyond `classes`.
    """
    if Path(path).suffix != ".npz":
        raise ValueError(f"{path}: give the vote a name that ends with .npz.")
    if one_given(Vote, found, "found").labels.max() >= len(classes):
        raise ValueError(
            f"The vote has the label {found.labels.max()} but there are {len(classes)} classes; "
            "give the data that were swept."
        )
    with replaced(path) as beside:
        np.savez_compressed(
            beside,
            labels=found.labels,
            share=found.share,
            classes=classes,
            settings=np.array([words(params) for params in found.settings]),
            agreement=found.agreement,
        )


def read_results(path: str | Path) -> list[RunResult]:
    """Read what `write_results` wrote.

    Scores are those of the last state only (those of other k are empty dicts). `pseudo_labels` is
    empty where the table is of an earlier version, which kept none.

    Parameters
    ----------
    path : str or Path
        Ends with .csv or .parquet.

    Raises
    ------
    ValueError
        If the file is not a table of a sweep.
    """
    check_table_name(path)
    as_csv = Path(path).suffix == ".csv"
    try:
        heads, rows = csv_rows(path) if as_csv else parquet_rows(path)
        if not heads:
            raise Damaged("it is empty")
        for name in ("task", *PARAMETERS, "accuracy", *STORED, "seconds", "digest"):
            # Even without rows: another program's file must not be overwritten.
            if name not in heads and name not in OF_LABEL_SETS:
                raise KeyError(name)
        earlier = {name: DEFAULT[name] for name in OF_LABEL_SETS if name not in heads}
        return _whole([_result(row | earlier, i) for i, row in enumerate(rows, start=1)])
    except OSError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        what = _wrong(error)
        raise ValueError(
            f"{path} is not a table that a sweep wrote ({what}); give another name."
        ) from error


def _whole(results: list[RunResult]) -> list[RunResult]:
    """Refuse runs on the same data that label different numbers of samples, or one in two ways."""
    sizes: dict[tuple[str, str], int] = {}
    runs: dict[tuple[str, str, SPLParams], tuple[int, RunResult]] = {}
    for i, result in enumerate(results, start=1):
        first, other = runs.setdefault((result.task, result.digest, result.params), (i, result))
        same = np.array_equal(result.pseudo_labels, other.pseudo_labels)
        shares, others = result.accuracy or (), other.accuracy or ()
        if not same or len(shares) != len(others) or not np.allclose(shares, others):
            raise Damaged(f"rows {first} and {i} are one run with different results")
        n = len(result.pseudo_labels)
        if n and sizes.setdefault((result.task, result.digest), n) != n:
            raise Damaged("it is cut off: its runs label different numbers of samples")
    return results


def _wrong(error: Exception) -> str:
    """Say in our words why a table is not one of a sweep."""
    if isinstance(error, KeyError):
        return f"it has no column {error}"
    text = str(error)
    return text.rstrip(".") if re.match(r"[a-zA-Z_0-9]+=", text) else damage(error)


def _result(row: dict[str, Any], i: int) -> RunResult:
    params = SPLParams(**{name: _as(type(DEFAULT[name]), row[name]) for name in PARAMETERS})
    k_last = 0 if params.selection == "none" else params.T
    accuracies = None
    accuracy = number_in(row, i, "accuracy")
    if not math.isnan(accuracy):
        each = (number_in(row, i, f"accuracy_{k}", empty=False) for k in range(k_last + 1))
        accuracies = tuple(each)
        if abs(accuracy - accuracies[-1]) > ROUNDING:
            raise Damaged(f"row {i} has another accuracy than accuracy_{k_last}")
    last = {name: number_in(row, i, name, RUN_SCORES[name].bounds) for name in STORED}
    earlier: list[dict[str, float]] = [{} for _ in range(k_last)]
    task = str(row["task"])
    return RunResult(
        task=task[1:] if task[:1] == "'" and task[1:].startswith(FORMULA) else task,
        params=params,
        accuracy=accuracies,
        scores=(*earlier, {name: value for name, value in last.items() if not math.isnan(value)}),
        pseudo_labels=_unpacked(row.get(LABELS)),
        seconds=number_in(row, i, "seconds", (0, MOST_SECONDS), empty=False),
        digest=row["digest"],
    )


def _packed(labels: Array) -> str:
    """Labels as text; "" where there are none."""
    if not len(labels):
        return ""
    kind = "u1" if labels.max() < 256 else "u2"
    return f"{kind}:{base64.b64encode(labels.astype(f'<{kind}').tobytes()).decode()}"


def _unpacked(text: Any) -> Array:
    """Labels from `_packed`'s text."""
    if not isinstance(text, str) or not text:
        return np.zeros(0, dtype=np.uint16)
    kind, _, packed = text.partition(":")
    if kind not in ("u1", "u2"):
        raise ValueError(f"{LABELS} begins with {kind[:10]!r} where u1 or u2 should be")
    if not packed:
        raise Damaged("it is cut off")
    return np.frombuffer(base64.b64decode(packed, validate=True), f"<{kind}").astype(np.uint16)


def _as(kind: type, value: Any) -> Any:
    """A table's value, which is text if it comes from csv."""
    if kind is bool:
        if value not in (True, False, "True", "False"):
            raise ValueError(f"{value} is neither True nor False")
        return value in (True, "True")
    if value in ("", None):
        return math.nan
    number = kind(value)
    if kind is float and math.isinf(number):
        raise ValueError(f"{value} is out of range")
    return number
