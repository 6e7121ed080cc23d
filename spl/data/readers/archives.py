"""What an archive holds: arrays, or other files, and what systems put beside them."""

from __future__ import annotations

import zipfile
from fnmatch import fnmatchcase as fnmatch
from pathlib import PurePosixPath

from spl.data.readers.kinds import OFTEN_TABLES, SPREADSHEETS, TABLE_SUFFIXES, pickled

JUNK = ("__MACOSX", "._*", ".DS_Store", "Thumbs.db", "desktop.ini")  # what archivers add
PICTURES = (".png", ".jpg", ".jpeg", ".jfif", ".bmp", ".gif", ".webp", ".tif", ".tiff")
FILES = (*TABLE_SUFFIXES, *OFTEN_TABLES, *SPREADSHEETS, ".npz", ".mat", ".parquet", ".h5", ".hdf5")
MAX_MEMBERS = 10_000  # arrays of one archive; more are nobody's features
SHOWN = 6  # names of members in a message


class NotArrays(ValueError):
    """An archive that holds something else than arrays; the message says what to do."""


def is_junk(path: str) -> bool:
    """Whether a system put this into an archive.

    Parameters
    ----------
    path : str
        Of a member.
    """
    parts = PurePosixPath(path.replace("\\", "/")).parts
    return any(fnmatch(part, junk) for part in parts for junk in JUNK)


def array_members(archive: zipfile.ZipFile, file: str) -> dict[str, zipfile.ZipInfo]:
    """The arrays of an archive by name, without a folder that all of them lie in.

    Parameters
    ----------
    archive : ZipFile
    file : str
        Its name, for the message.

    Raises
    ------
    NotArrays
        If it holds something else, too many arrays, or one twice.
    """
    entries = [e for e in archive.infolist() if not (e.is_dir() or is_junk(e.filename))]
    names = [entry.filename for entry in entries]
    if not names or not all(name.endswith(".npy") for name in names):
        raise NotArrays(_others(file, names))
    if len(names) > MAX_MEMBERS:
        raise NotArrays(
            f"{file} holds {len(names):,} arrays; give one with X and y, and at most "
            f"{MAX_MEMBERS:,} arrays."
        )
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise NotArrays(
            f"{file} holds {doubled[0].removesuffix('.npy')} twice; write it again with one of "
            "them."
        )
    folders = {name.rpartition("/")[0] for name in names}
    around = len(folders.pop()) if len(folders) == 1 else 0
    return {e.filename[around:].lstrip("/").removesuffix(".npy"): e for e in entries}


def _others(file: str, names: list[str]) -> str:
    """Say what an archive holds that is not arrays, and what to do with it."""
    suffixes = [PurePosixPath(name).suffix.lower() for name in names]
    if any(name.endswith("data.pkl") for name in names):  # as PyTorch writes it
        return pickled(file)
    shown = ", ".join(name.removesuffix(".npy")[:60] for name in names[:SHOWN]) or "nothing"
    shown += f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    if names and all(suffix in PICTURES for suffix in suffixes):
        return (
            f"{file} holds pictures ({shown}), not features; make features of them with "
            "`spl features`, or choose Pictures on the app's Data page."
        )
    if ".npy" not in suffixes and any(suffix in FILES for suffix in suffixes):
        return (
            f"{file} is an archive of files ({shown}), which is not unpacked here; unpack it and "
            "give the file of the source and the file of the target."
        )
    return f"{file} holds {shown} instead of arrays; write it with numpy.savez(…, X=X, y=y)."
