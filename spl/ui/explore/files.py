"""Tables of runs: downloads, and a saved table shown again."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from spl.data.words import counted
from spl.engine.settings import MAX_T
from spl.experiments.sweep import RunResult, data_digest
from spl.experiments.tables import read_results, write_results
from spl.ui.app import session
from spl.ui.app.state import page_state
from spl.ui.explore.settings import MOST_RUNS
from spl.ui.shared.markdown import plain

MAX_BYTES = 20_000_000  # the labels of every setting are in it
MOST_ROWS = 5 * MOST_RUNS
MOST_COLUMNS = 300
MOST_UNPACKED = 50_000_000  # bytes
BATCH_ROWS = 64  # at a time, so that a table that is large when unpacked is refused early


def download_runs(results: Sequence[RunResult], name: str) -> None:
    """All runs as CSV and as Parquet."""
    left, right, _ = st.columns([1, 1, 3])
    for column, kind, mime in (
        (left, "csv", "text/csv"),
        (right, "parquet", "application/vnd.apache.parquet"),
    ):
        column.download_button(
            f"All runs as {'CSV' if kind == 'csv' else 'Parquet'}",
            partial(table_bytes, results, kind),
            f"{name}.{kind}",
            mime,
            icon=":material/download:",
            key=f"runs_{kind}",
            on_click="ignore",
            width="stretch",
        )


def table_bytes(results: Sequence[RunResult], kind: str) -> bytes:
    """The file that `spl sweep --out` writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"sweep.{kind}"
        write_results(file, list(results))
        return file.read_bytes()


def read_table(name: str, content: bytes) -> list[RunResult]:
    """Results of an uploaded table.

    Raises
    ------
    ValueError
        One sentence, where the file is not a table of a sweep.
    """
    suffix = Path(name).suffix.lower()
    if suffix not in (".csv", ".parquet"):
        raise ValueError(
            f"{name} is not a .csv or .parquet file; give a table that was saved on this page."
        )
    if len(content) > MAX_BYTES:
        raise ValueError(
            f"{name} has {len(content) / 1e6:.1f} MB; the limit for a sweep's table is "
            f"{MAX_BYTES / 1e6:.0f} MB, so give fewer runs."
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"table{suffix}"
        file.write_bytes(content)
        _check_rows(file, name)
        try:
            return list(read_results(file))
        except ValueError as error:
            raise ValueError(str(error).replace(str(file), name)) from None
        except OSError:
            raise ValueError(
                f"{name} cannot be read as a table; give one that was saved on this page."
            ) from None


def _check_rows(file: Path, name: str) -> None:
    """Refuse a table too large to draw, before anything is built from its rows."""
    if file.suffix == ".csv":
        lines = file.read_bytes().splitlines()
        n_rows, n_columns = len(lines) - 1, max((x.count(b",") for x in lines), default=0) + 1
    else:
        n_rows, n_columns = _parquet_size(file, name)
    if n_rows > MOST_ROWS:
        raise ValueError(f"{name} has {n_rows:,} runs; {MOST_ROWS:,} can be shown, so give fewer.")
    if n_columns > MOST_COLUMNS:
        raise ValueError(f"{name} has {n_columns:,} columns; it was not saved on this page.")
    try:
        T = (
            pd.read_csv(file, usecols=["T"])["T"]
            if file.suffix == ".csv"
            else pd.read_parquet(file, columns=["T"])["T"]
        )
        longest = float(pd.to_numeric(T).max())
    except (ValueError, KeyError, TypeError, OSError):
        return  # not a table of a sweep, as reading it will say
    if longest > MAX_T:
        raise ValueError(
            f"{name} has T={longest:g}, which is more than the app can show; use {MAX_T} or less."
        )


def _parquet_size(file: Path, name: str) -> tuple[int, int]:
    """Rows and columns; ValueError if a small file is large when unpacked."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(file) as table:
            about = table.metadata
            if about.num_rows <= MOST_ROWS and about.num_columns <= MOST_COLUMNS:
                unpacked = 0
                for batch in table.iter_batches(BATCH_ROWS):
                    unpacked += batch.nbytes
                    if unpacked > MOST_UNPACKED:
                        raise ValueError(
                            f"{name} is too large when unpacked; it was not saved on this page."
                        )
            return about.num_rows, about.num_columns
    except (ArrowException, OSError):
        raise ValueError(
            f"{name} cannot be read as a table; give one that was saved on this page."
        ) from None


def upload_table() -> None:
    """Uploader for a saved table."""
    with st.expander("Open a saved table"):
        st.file_uploader(
            "A table saved here or by `spl sweep --out`", type=["csv", "parquet"],
            max_upload_size=MAX_BYTES // 1_000_000, key="explore_upload", on_change=_read_upload,
        )  # fmt: skip


def _read_upload() -> None:
    given = st.session_state.explore_upload
    if given is None:
        return
    try:
        page_state().loaded_table = (given.name, read_table(given.name, given.getvalue()))
        session.dismiss_problems()  # about a file given before
    except ValueError as error:
        session.complain(str(error))


def loaded_table() -> list[RunResult] | None:
    """Results of the table that is shown instead of a sweep, with a button to close it."""
    state = page_state()
    if state.loaded_table is None:
        return None
    name, results = state.loaded_table
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.info(
        f"This page shows the saved table **{plain(name)}**.{_of_others(results)}",
        icon=":material/table:",
    )
    right.button("Close it", on_click=setattr, args=(state, "loaded_table", None), width="stretch")
    return results


def _of_others(results: Sequence[RunResult]) -> str:
    """A sentence where a table has no run of the chosen data, whose settings it would change."""
    chosen = session.pair()
    tasks = list(dict.fromkeys(result.task for result in results))
    if not tasks or any(result.digest == data_digest(chosen) for result in results):
        return ""
    of = tasks[0] if len(tasks) == 1 else counted(len(tasks), "direction")
    return f" Its runs are of {plain(of)}, not of the chosen data, {plain(chosen.title)}."
