"""HDF5 files (.h5, MATLAB 7.3), read in a process of their own with a time limit.

A damaged file can make the HDF5 library loop for ever with its lock held, ask for any amount of
memory, or end the process. `hdf5_child` reads; what happens there cannot stop this process, nor
keep another file from being read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from spl.data.readers.bounds import TooLarge, check_decoded, most_bytes
from spl.data.readers.cells import unreadable
from spl.data.readers.features import Array
from spl.data.readers.sources import Opened

LOOK_SECONDS = 10.0  # of CPU, for the headers; they take a quarter of one, start of Python included
PATIENCE = 6.0  # times as long on the clock: a busy machine gives the child a share of a core
BYTES_PER_SECOND = 20e6  # of decoded arrays, at the least; deflate gives ten times as many
ITEMS_PER_SECOND = 100  # arrays; an idle machine reads 300 to 600
CHILD = "spl.data.readers.hdf5_child"


class Arrays(dict[str, Array]):
    """Arrays by name; and what attributes that are not applied say of their numbers."""

    means: dict[str, str]

    def cautions(self, file: str, notes: Sequence[str]) -> tuple[str, ...]:
        """Say which of the arrays that were taken hold other numbers than are stored.

        Parameters
        ----------
        file : str
            The file's name.
        notes : sequence of str
            What was said about the file.
        """
        known = " ".join(notes)
        return tuple(
            f"Caution: {file}: `{name}` was read as it is stored, but its attributes say otherwise "
            f"({said}); apply them and save the result."
            for name, said in self.means.items()
            if f"`{name}`" in known
        )


def read_hdf5(file: Opened) -> Arrays:
    """Read a .mat file of version 7.3, or any HDF5 file of plain arrays.

    Parameters
    ----------
    file : Opened
        What to read.

    Raises
    ------
    ValueError
        If it is damaged, or is not read within the time that a sound file takes.
    TooLarge
        If its arrays take more memory than one file may; nothing is read then.
    """
    with TemporaryDirectory(prefix="spl-hdf5-", ignore_cleanup_errors=True) as folder:
        said = list(_asked(file, _on_disk(file, Path(folder)), Path(folder, "arrays")))
        about = next((message for message in reversed(said) if "arrays" in message), None)
        if too_large := next((m["too large"] for m in said if "too large" in m), None):
            raise TooLarge(too_large)
        if about is None:
            reason = next((m["damaged"] for m in said if "damaged" in m), "it ends the reader")
            raise ValueError(
                f"{file.name} cannot be read as a MATLAB 7.3 or HDF5 file ({reason}); "
                "save it again, in MATLAB with save(…, '-v7')."
            )
        check_decoded(file.name, sum(p.stat().st_size for p in Path(folder, "arrays").iterdir()))
        arrays = about["arrays"]
        read = Arrays({a["name"]: _array(a, Path(folder, "arrays")) for a in arrays})
        read.means = {a["name"]: a["means"] for a in arrays if a.get("means")}
        return read


def _on_disk(file: Opened, folder: Path) -> Path:
    """Where the child finds the file; an upload is written into the folder."""
    (folder / "arrays").mkdir()
    if isinstance(file.content, Path):
        return file.content.absolute()
    path = folder / "file.h5"
    path.write_bytes(file.content)
    return path


def _asked(file: Opened, path: Path, folder: Path) -> Iterator[dict[str, Any]]:
    """What the child says, a message at a time; it is killed when its time is up."""
    command = [sys.executable, "-m", CHILD, str(path), str(folder), file.name, str(most_bytes())]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        text=True,
    ) as child:
        clock = _Clock(child, LOOK_SECONDS)
        try:
            assert child.stdout is not None  # it is a pipe
            for line in child.stdout:
                message = json.loads(line)
                if "items" in message:
                    more = message["items"] / ITEMS_PER_SECOND
                    clock.allow(LOOK_SECONDS + more + message.get("bytes", 0) / BYTES_PER_SECOND)
                yield message
            child.wait()
        finally:
            clock.stop()
            child.kill()
        if clock.struck:
            yield {"damaged": f"it was still being read after {clock.seconds:.0f} seconds"}


def _environment() -> dict[str, str]:
    """The child finds this package wherever it lies, and starts no threads that it does not use."""
    root = str(Path(__file__).parents[3])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return os.environ | one | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}


class _Clock:
    """Kills a process that computes for longer than it may, or takes `PATIENCE` times as long."""

    def __init__(self, child: subprocess.Popen[str], seconds: float) -> None:
        self._child, self._done = child, threading.Event()
        self.seconds, self.struck = seconds, False
        self._started = time.monotonic()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def allow(self, seconds: float) -> None:
        """Give it so many seconds of CPU, counted from its start."""
        self.seconds = seconds

    def stop(self) -> None:
        """Let go of the process."""
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.1) and self._child.poll() is None:
            if self._spent() > self.seconds:
                self.struck = True
                self._child.kill()
                return

    def _spent(self) -> float:
        """Seconds of CPU that it took; where the system does not say, seconds since its start."""
        waited = time.monotonic() - self._started
        try:
            fields = Path(f"/proc/{self._child.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # not Linux
            return waited
        computed = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return max(computed, waited / PATIENCE)


def _array(about: dict[str, Any], folder: Path) -> Array:
    """One array that the child wrote or described."""
    if "file" in about:
        value = np.load(folder / about["file"], allow_pickle=False)
        return np.asarray(value.T if about["turned"] else value)
    cell = unreadable(tuple(about["shape"]))
    if "values" in about:
        cell.reshape(-1)[:] = about["values"]
    return cell
