"""What stands under a name on the disk.

Where the disk refuses to say (no right to look into a folder, a name that is too long), a path's
`is_file`, `is_dir` and `exists` answer False in Python 3.14, and raise in 3.11. Here it is always
raised, so that the user is told the reason.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

_NOTHING_THERE = {errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP}
_NO_NAME = {21, 123, 1921}  # what Windows says of a drive without a disk, ``?`` in a name, a loop


def is_file(path: str | Path) -> bool:
    """Whether an ordinary file, or a link to one, has this name.

    Parameters
    ----------
    path : path

    Raises
    ------
    OSError
        If the disk refuses to say.
    """
    return stat.S_ISREG(_mode(path))


def is_folder(path: str | Path) -> bool:
    """Whether a folder, or a link to one, has this name.

    Parameters
    ----------
    path : path

    Raises
    ------
    OSError
        If the disk refuses to say.
    """
    return stat.S_ISDIR(_mode(path))


def exists(path: str | Path) -> bool:
    """Whether anything has this name.

    Parameters
    ----------
    path : path

    Raises
    ------
    OSError
        If the disk refuses to say.
    """
    return _mode(path) != 0


def _mode(path: str | Path) -> int:
    """The kind and rights of what has this name; 0 where there is nothing."""
    try:
        return os.stat(Path(path)).st_mode  # as a path, '' is the folder where we are
    except OSError as error:
        if error.errno in _NOTHING_THERE or getattr(error, "winerror", None) in _NO_NAME:
            return 0
        raise
    except ValueError:  # a null character: no name
        return 0
