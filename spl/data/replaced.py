"""Files are written beside their place and renamed: a full disk or a kill leaves the older one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from spl.data.on_disk import exists, is_file


@contextmanager
def replaced(path: str | Path) -> Iterator[Path]:
    """Give a path beside `path` to write to, and put what was written in its place at the end.

    Where the block or the disk fails, the older file stays as it was. A link is followed; what is
    not an ordinary file (``/dev/stdout``) is written to directly.

    Parameters
    ----------
    path : path
        Where the file should be.

    Yields
    ------
    beside : Path
        Where to write it; its name ends as that of `path`.

    Raises
    ------
    ValueError
        One sentence that names the file, where it cannot be written or is not a file's name.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replaced(Path(folder) / "a.txt") as beside:
    ...         _ = beside.write_text("done")
    ...     (Path(folder) / "a.txt").read_text()
    'done'
    """
    shown, place = path, _place(path)
    try:
        special = exists(place) and not is_file(place)
        beside = (
            place
            if special
            else place.with_name(f".{_cut(place.stem)}.{os.getpid()}.tmp{place.suffix}")
        )
        try:
            yield beside
            if not special:
                with suppress(FileNotFoundError):
                    beside.chmod(stat.S_IMODE(place.stat().st_mode))
                os.replace(beside, place)
        finally:
            if not special:
                beside.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(
            f"{shown} could not be written ({error.strerror or error}); what was there before is "
            "unchanged: free some space, or give another name."
        ) from error


def _cut(stem: str) -> str:
    """The first bytes of a name, so that there is room for what is added to it."""
    return os.fsencode(stem)[:100].decode(errors="ignore")


def _place(path: str | Path) -> Path:
    """Where a path leads to; ValueError where it is empty, of another kind, or not a name."""
    try:
        if os.fspath(path):
            os.fsencode(path)
            return Path(os.path.realpath(path))
    except (TypeError, ValueError):  # None; a zero byte or half a character
        pass
    raise ValueError(f"{path!r} is not a file name; give the name of the file to write.")
