"""Where a file comes from: a path, an upload, or bytes with a name."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from spl.data.on_disk import exists, is_file, is_folder

Source = str | os.PathLike[str] | tuple[str, bytes] | Any  # Any: file-like, with .name

READABLE = ".npz, .npy, .mat, .csv, .tsv or .parquet"  # .h5 is read too, but seldom meant


@dataclass(frozen=True)
class Opened:
    """A file by name whose content can be read from its beginning, any number of times."""

    name: str  # with suffix, without folders
    content: bytes | Path

    @property
    def stem(self) -> str:
        """The name without its suffix."""
        return Path(self.name).stem

    def open(self) -> BinaryIO:
        """Return a new binary file at position 0."""
        if isinstance(self.content, Path):
            return self.content.open("rb")
        return io.BytesIO(self.content)

    def head(self, n: int = 520) -> bytes:
        """Return the first n bytes.

        Parameters
        ----------
        n : int
            How many, at the most.
        """
        with self.open() as file:
            return file.read(n)


def open_source(source: Source) -> Opened:
    """Accept what users and pages hand over.

    Parameters
    ----------
    source : path, (name, bytes) or file-like
        A file-like object needs ``name`` and ``getvalue()`` or ``read()``, as uploads have.

    Raises
    ------
    ValueError
        If there is no such file, or nothing in it.
    """
    if isinstance(source, tuple):
        name, content = source if len(source) == 2 else ("", None)
        if not (isinstance(name, str) and name and isinstance(content, BYTES)):
            kinds = ", ".join(type(part).__name__ for part in source)
            raise ValueError(f"A tuple of ({kinds}) was given; give (name, bytes) of a file.")
        opened = Opened(Path(str(name)).name, bytes(content))
    elif hasattr(source, "getvalue") or hasattr(source, "read"):
        opened = _upload(source)
    elif isinstance(source, str | os.PathLike):
        opened = _on_disk(source)
    else:
        raise ValueError(
            f"A {type(source).__name__} was given where a file is read; give the path of a "
            f"{READABLE} file, or pass arrays to spl.DomainPair."
        )
    if not opened.head(1):
        raise ValueError(f"{opened.name} is empty; give a {READABLE} file with features in it.")
    return opened


def is_device(path: Path) -> bool:
    """Whether reading a path could wait for ever or never end: a device, a pipe or a socket.

    Parameters
    ----------
    path : Path
    """
    return exists(path) and not is_file(path) and not is_folder(path)


def _on_disk(source: str | os.PathLike[str]) -> Opened:
    try:
        path = Path(source)
        kind = path.stat().st_mode
        what = "" if stat.S_ISREG(kind) else "is a folder" if stat.S_ISDIR(kind) else "is a device"
        if not what:
            with path.open("rb"):
                pass
    except (FileNotFoundError, NotADirectoryError):
        what = "does not exist"
    except (OSError, ValueError, TypeError) as error:  # no right to read it, a name with a NUL
        reason = getattr(error, "strerror", None) or str(error)
        what = f"cannot be opened ({reason})"
    if what:
        shown = str(source) if len(str(source)) <= 200 else str(source)[:200] + "…"
        raise ValueError(f"{shown} {what}; give the path of a {READABLE} file.".replace("\0", "␀"))
    return Opened(path.name, path)


BYTES = bytes | bytearray | memoryview


@contextmanager
def unchanged(file: Opened) -> Iterator[None]:
    """A block that reads a file, which must not change on disk meanwhile.

    Parameters
    ----------
    file : Opened

    Raises
    ------
    ValueError
        If it did: what was read first would not belong to what was read last.
    """
    before = stamp(file)
    try:
        yield
    finally:
        refuse_changed(file, before)


def refuse_changed(file: Opened, before: tuple[int, ...]) -> None:
    """Raise a ValueError if a file is not as it was.

    Parameters
    ----------
    file : Opened
    before : tuple of int
        Its `stamp` then.
    """
    if stamp(file) != before:
        raise ValueError(
            f"{file.name} changed while it was read; wait until the program that writes it is "
            "done, and read it again."
        ) from None


def stamp(file: Opened) -> tuple[int, ...]:
    """What tells that a file on disk was written or replaced.

    Parameters
    ----------
    file : Opened
    """
    if not isinstance(file.content, Path):
        return ()
    try:
        about = file.content.stat()
    except OSError:
        return (-1,)
    return about.st_ino, about.st_size, about.st_mtime_ns


@contextmanager
def in_our_words(name: str) -> Iterator[None]:
    """Turn whatever another library raises while a file is read into one sentence.

    Parameters
    ----------
    name : str
        Of the file, for the sentence.

    Raises
    ------
    ValueError
        In place of any other exception; a ValueError passes as it is.
    """
    try:
        yield
    except ValueError:
        raise
    except MemoryError:
        raise ValueError(
            f"{name} takes more memory than this machine has free; save float32 features or fewer "
            "samples."
        ) from None
    except OSError as error:
        reason = error.strerror or " ".join(str(error).split())
        raise ValueError(
            f"{name} cannot be read ({reason}); check the file and its disk."
        ) from None
    except Exception as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise ValueError(
            f"{name} cannot be understood ({reason}); write it again as .npz with X and y, or as "
            "a CSV table."
        ) from error


def _upload(file: Any) -> Opened:
    name = getattr(file, "name", None)
    if not isinstance(name, str) or not name:
        raise ValueError(
            f"A {type(file).__name__} without a name was given; give (name, bytes), since the "
            "name says what kind of file it is."
        )
    content = file.getvalue() if hasattr(file, "getvalue") else file.read()
    if isinstance(content, str):
        content = content.encode()
    return Opened(Path(name).name, bytes(content))
