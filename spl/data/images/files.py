"""Image files of a folder or zip, bounded so that no small file fills the memory."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.data.caught import caught_warnings
from spl.data.on_disk import exists, is_folder
from spl.data.readers.archives import PICTURES as SUFFIXES
from spl.data.readers.archives import is_junk
from spl.data.readers.bounds import check_decoded
from spl.data.readers.features import Array, damage, tidy_labels
from spl.data.readers.sources import Opened, Source, open_source
from spl.data.words import counted

if TYPE_CHECKING:
    from PIL import Image

FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF")
MAX_FILES = 50_000
MAX_FILE = 100_000_000  # bytes of one image file
MAX_PIXELS = 50_000_000  # of one picture


@dataclass(frozen=True, eq=False)
class PictureFiles:
    """Image files of a folder or zip, in natural order of their paths (2 before 10)."""

    name: str  # of the folder or zip, without suffix
    paths: tuple[str, ...]  # inside it, with forward slashes
    read: Callable[[str], bytes]  # content of one path
    others: tuple[str, ...] = ()  # files that are not read: by their suffix, no pictures
    hidden: tuple[str, ...] = ()  # pictures that are not read: a part begins with a point

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def labels(self) -> Array | None:
        """Class of each: the folder it lies in; None where all lie in one folder."""
        paths = (path.replace("\\", "/") for path in self.paths)  # some archivers on Windows
        folders = [PurePosixPath(path).parts[:-1] for path in paths]
        holding = set(folders)
        if len(holding) == 1:
            return None
        shared = _shared(holding)
        outside = [p for p, f in zip(self.paths, folders, strict=True) if f == shared]
        if outside:
            raise ValueError(
                f"{self.name} holds {counted(len(outside), 'picture')} outside its class folders "
                f"(first: {outside[0]}); put every picture into the folder of its class, or "
                "all pictures into one folder."
            )
        # a folder inside a class folder belongs to that class
        outer = {f: next(f[:i] for i in range(1, len(f) + 1) if f[:i] in holding) for f in holding}
        return tidy_labels(np.array([outer[folder][-1] for folder in folders]))


def _shared(folders: Collection[tuple[str, ...]]) -> tuple[str, ...]:
    """The innermost folder that holds all of these."""
    first, last = min(folders), max(folders)
    same = (a == b for a, b in zip(first, last, strict=False))
    return first[: len(list(takewhile(bool, same)))]


def picture_files(source: Source | Opened) -> PictureFiles:
    """List the image files of a folder or zip.

    Parameters
    ----------
    source : path, (name, bytes), file-like with a name, or Opened
        A folder, or a zip file.

    Raises
    ------
    ValueError
        If there are none, or more than the limits allow.
    """
    if isinstance(source, str | Path) and is_folder(source):
        return _in_folder(Path(source))
    if isinstance(source, str | Path) and not exists(source):
        raise ValueError(f"{source} does not exist; give a folder or zip file of pictures.")
    opened = source if isinstance(source, Opened) else open_source(source)
    with opened.open() as stream, open_zip(stream, opened.name) as file:
        packed = [e for e in file.infolist() if not e.is_dir()]
        paths, others, hidden = _sorted_out([e.filename for e in packed])
        shown = set(paths)
        entries = [e for e in packed if e.filename in shown]
        check_total(opened.name, len(entries), sum(e.file_size for e in entries), hidden)
        _check_twice(opened.name, paths)
        large = [e.filename for e in entries if e.file_size > MAX_FILE]
        if large:
            raise ValueError(
                f"{opened.name}: {large[0]} unpacks to more than {MAX_FILE / 1e6:g} MB; make it "
                "smaller or leave it out."
            )

    def read(path: str) -> bytes:
        # The archive gives no more bytes than the size that it states and that was checked above.
        try:
            with opened.open() as stream, zipfile.ZipFile(stream) as archive:
                return archive.read(path)
        except Exception as error:  # encrypted, cut off, an unknown compression
            raise ValueError(f"{path} cannot be unpacked ({damage(error)}).") from None

    return PictureFiles(opened.stem, paths, _kept_open(opened, read), others, hidden)


def _sorted_out(files: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Pictures, other files and hidden pictures; what archivers and file managers add is none."""
    parts = {path: PurePosixPath(path.replace("\\", "/")).parts for path in files}
    given = [path for path in files if not is_junk(path)]
    hides = {path for path in given if any(p.startswith(".") and p != ".." for p in parts[path])}
    pictures = {path for path in given if path.lower().endswith(SUFFIXES)}
    shown = [path for path in given if path in pictures and path not in hides]
    others = [path for path in given if path not in pictures and path not in hides]
    hidden = sorted(pictures & hides)
    return tuple(tuple(natural_order(kind)) for kind in (shown, others, hidden))


def _check_twice(name: str, paths: Sequence[str]) -> None:
    twice = [path for path, again in pairwise(paths) if path == again]
    if twice:
        raise ValueError(
            f"{name} holds {twice[0]} more than once, and only one of them can be read; give each "
            "picture a name of its own and pack them again."
        )


def _kept_open(opened: Opened, read: Callable[[str], bytes]) -> Callable[[str], bytes]:
    """Read from one archive that stays open: its list of files is long to read again each time."""
    archives: list[zipfile.ZipFile] = []

    def quick(path: str) -> bytes:
        if not isinstance(opened.content, bytes):
            return read(path)  # a file left open would warn
        try:
            if not archives:
                archives.append(zipfile.ZipFile(opened.open()))
            return archives[0].read(path)
        except Exception:
            return read(path)

    return quick


def _in_folder(folder: Path) -> PictureFiles:
    listed = {f.relative_to(folder).as_posix(): f for f in folder.rglob("*") if f.is_file()}
    paths, others, hidden = _sorted_out(list(listed))
    name = folder.resolve().name
    check_total(name, len(paths), 0, hidden)  # files on the user's own disk are trusted
    return PictureFiles(name, paths, lambda p: listed[p].read_bytes(), others, hidden)


def open_zip(stream: Any, name: str) -> zipfile.ZipFile:
    """Open a zip file, or say that it is none.

    Parameters
    ----------
    stream : binary file
        At position 0.
    name : str
        What the message calls it.
    """
    try:
        return zipfile.ZipFile(stream)
    except zipfile.BadZipFile as error:
        raise ValueError(
            f"{name} cannot be read as a zip file ({damage(error)}); pack the pictures again."
        ) from None


def check_total(name: str, count: int, size: int, hidden: Sequence[str] = ()) -> None:
    """Refuse none, too many, and more bytes than are read.

    Parameters
    ----------
    name : str
        Of the folder or zip, for the message.
    count : int
        Number of image files.
    size : int
        Bytes of all of them, unpacked.
    hidden : sequence of str
        Pictures that are not counted, since a part of their names begins with a point.
    """
    if not count and hidden:
        raise ValueError(
            f"{name} holds only pictures with a name or folder that begins with a point (first: "
            f"{hidden[0]}), as hidden files do; rename it."
        )
    if not count:
        raise ValueError(
            f"{name} holds no pictures; give image files ({', '.join(s[1:] for s in SUFFIXES)})."
        )
    if count > MAX_FILES:
        raise ValueError(
            f"{name} holds {count:,} pictures but at most {MAX_FILES:,} are read; give a part."
        )
    check_decoded(name, size)


def natural_order(paths: Sequence[str]) -> list[str]:
    """Sort with numbers by their value.

    Parameters
    ----------
    paths : sequence of str
        With forward slashes.

    Examples
    --------
    >>> natural_order(["b1", "a10", "a9"])
    ['a9', 'a10', 'b1']
    """

    def key(path: str) -> list[tuple[bool, int, str]]:
        parts = re.findall(r"\d+|\D+", path)
        return [(not p.isdecimal(), int(p) if p.isdecimal() else 0, p.lower()) for p in parts]

    return sorted(paths, key=lambda path: (key(path), path))


def open_picture(content: bytes, path: str, smallest: int | None = None) -> Image.Image:
    """An image file as RGB on white, upright.

    Parameters
    ----------
    content : bytes
    path : str
        For messages.
    smallest : int, optional
        A JPEG may be read at a smaller scale, but no smaller than this: it is quicker.
    """
    from PIL import Image, ImageOps

    try:
        with caught_warnings():  # Pillow's remarks about odd files
            picture: Image.Image = Image.open(io.BytesIO(content), formats=FORMATS)
            width, height = picture.size
            if width * height > MAX_PIXELS:
                raise ValueError(
                    f"{path} has {width} × {height} pixels but at most {MAX_PIXELS:,} are read; "
                    "make it smaller."
                )
            if smallest:
                picture.draft("RGB", (smallest, smallest))
            picture = ImageOps.exif_transpose(picture)
            if "A" in picture.getbands() or "transparency" in picture.info:
                picture = picture.convert("RGBA")
                white = Image.new("RGBA", picture.size, "white")
                picture = Image.alpha_composite(white, picture)
            elif picture.mode.startswith("I;16"):  # 16 bits: convert() would cut values at 255
                picture = Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
            return picture.convert("RGB")
    except Image.DecompressionBombError:  # Pillow looks at the header too, and says it otherwise
        raise ValueError(
            f"{path} has far more than {MAX_PIXELS:,} pixels, the most that are read; make it "
            "smaller."
        ) from None
    except ValueError as error:
        if str(error).startswith(path):
            raise
        raise _unreadable(path, error) from None
    except Exception as error:  # each format's decoder has its own
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: Exception) -> ValueError:
    unknown = "BytesIO" in str(error)  # Pillow names what it was given
    said = "its content is not an image of a known kind" if unknown else damage(error)
    return ValueError(f"{path} cannot be read as an image ({said}); save it again or leave it out.")
