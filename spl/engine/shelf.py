"""Finished studies on disk, so that a restarted server finds them again.

Plain JSON with arrays in base64, packed; nothing is unpickled. The folder is bounded in number and
bytes: what was written longest ago goes first. A file is written beside its place and renamed. What
cannot be read or written is said, and the app goes on without it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import logging
import os
import threading
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from spl.data.readers.features import reason_text
from spl.data.replaced import replaced

LOG = logging.getLogger(__name__)
VARIABLE = "SPL_STATE"
MOST_FILES, MOST_BYTES = 200, 100_000_000
MOST_UNPACKED = 200_000_000  # bytes of one file: a damaged one must not fill the memory
KINDS = {  # what may stand in a file, and where it is defined
    "SPLParams": "spl.algorithm.params",
    "RunResult": "spl.experiments.sweep",
    "AblationResult": "spl.experiments.ablation",
    "AblationRow": "spl.experiments.ablation",
    "MethodResult": "spl.experiments.comparison",
}


def state_folder() -> Path:
    """Where studies are kept: beside Streamlit's own state, or what ``SPL_STATE`` says."""
    return Path(os.environ.get(VARIABLE) or Path.home() / ".streamlit" / "spl-studies")


class Shelf:
    """Values by key, one file each; closed until it is given a folder.

    Parameters
    ----------
    folder : path, optional
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.problem = ""  # the last thing that went wrong, in a sentence
        self._lock = threading.Lock()

    def save(self, key: str, value: Any) -> None:
        """Keep a value; an earlier one of the same key stays if this one cannot be written.

        Parameters
        ----------
        key : str
        value : any
            Of lists, dicts, numbers, text, arrays and the results in `KINDS`.
        """
        if self.folder is None:
            return
        content = gzip.compress(json.dumps([key, packed(value)]).encode(), 1)
        with self._lock:
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with replaced(self._file(key)) as beside:
                    beside.write_bytes(content)
                self.problem = ""
                self._shorten()
            except (OSError, ValueError) as error:
                why = getattr(error.__cause__ or error, "strerror", None) or reason_text(error)
                self._note(
                    f"Finished studies cannot be kept on the server's disk ({why}); download what "
                    "you need before the server is stopped."
                )

    def load(self, key: str) -> Any:
        """The value that was kept, or None.

        Parameters
        ----------
        key : str
        """
        if self.folder is None or not self._file(key).is_file():
            return None
        try:
            with gzip.open(self._file(key)) as file:
                found, value = json.loads(file.read(MOST_UNPACKED))
            if found != key:
                raise ValueError("it holds another study")
            return unpacked(value)
        except Exception as error:  # gzip, zlib, json and numpy each raise their own
            self._note(
                f"A study that was kept on disk cannot be read ({reason_text(error)}) and is "
                "ignored; run it again."
            )
            return None

    def size(self, keys: Iterable[str] | None = None) -> tuple[int, int]:
        """How many files it has, and their bytes.

        Parameters
        ----------
        keys : iterable of str, optional
            Only the files of these values.
        """
        own = None if keys is None or self.folder is None else {*map(self._file, keys)}
        sizes = [n for _, n, file in self._files() if own is None or file in own]
        return len(sizes), sum(sizes)

    def delete(self, keys: Iterable[str]) -> None:
        """Delete what is kept of these values; those of others stay.

        Parameters
        ----------
        keys : iterable of str
        """
        with self._lock:
            for key in keys if self.folder else ():
                self._file(key).unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        name = hashlib.blake2b(key.encode(), digest_size=12).hexdigest()
        return self.folder / f"{name}.json.gz"

    def _files(self) -> list[tuple[float, int, Path]]:
        """Time, bytes and path of each file, oldest first."""
        found = []
        for file in self.folder.glob("*.json.gz") if self.folder else ():
            try:
                about = file.stat()
            except OSError:
                continue  # another server has deleted it
            found.append((about.st_mtime, about.st_size, file))
        return sorted(found)

    def _shorten(self) -> None:
        files = self._files()
        n_bytes = sum(n for _, n, _ in files)
        for i, (_, n, file) in enumerate(files[:-1]):
            if len(files) - i <= MOST_FILES and n_bytes <= MOST_BYTES:
                return
            file.unlink(missing_ok=True)
            n_bytes -= n

    def _note(self, sentence: str) -> None:
        if sentence != self.problem:
            LOG.warning(sentence)
        self.problem = sentence


def packed(value: Any) -> Any:
    """A value as JSON has it.

    Parameters
    ----------
    value : any
        See `Shelf.save`.

    Examples
    --------
    >>> unpacked(packed({"a": (1, np.arange(2))}))
    {'a': (1, array([0, 1]))}
    """
    if isinstance(value, np.ndarray):
        content = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {"is": "array", "of": [value.dtype.str, list(value.shape), content]}
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value):
        of = {f.name: packed(getattr(value, f.name)) for f in fields(value)}
        return {"is": type(value).__name__, "of": of}
    if isinstance(value, dict):
        return {"is": "dict", "of": [[packed(k), packed(v)] for k, v in value.items()]}
    if isinstance(value, tuple):
        return {"is": "tuple", "of": [packed(v) for v in value]}
    return [packed(v) for v in value] if isinstance(value, list) else value


def unpacked(value: Any) -> Any:
    """Undo `packed`.

    Parameters
    ----------
    value : any
        What `packed` returned.

    Raises
    ------
    KeyError, TypeError, ValueError
        If it is something else.
    """
    if isinstance(value, list):
        return [unpacked(v) for v in value]
    if not isinstance(value, dict):
        return value
    kind, of = value["is"], value["of"]
    if kind == "array":
        dtype, shape, content = of
        return np.frombuffer(base64.b64decode(content), np.dtype(dtype)).reshape(shape).copy()
    if kind == "dict":
        return {unpacked(k): unpacked(v) for k, v in of}
    if kind == "tuple":
        return tuple(unpacked(v) for v in of)
    make = getattr(import_module(KINDS[kind]), kind)
    return make(**{name: unpacked(v) for name, v in of.items()})


SHELF = Shelf()
