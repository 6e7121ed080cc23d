"""Pictures out of arrays, zip files and folders, bounded so that no small file fills the memory."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from spl.datasets.features import Array, describe, reason_text, shape_text
from spl.datasets.sources import Opened, Source, open_source

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff")
FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF")
MAX_FILES = 50_000
MAX_BYTES = 4_000_000_000  # of all pictures of a zip or array, unpacked
MAX_FILE = 100_000_000  # bytes of one image file
MAX_PIXELS = 50_000_000  # of one picture
SIDE = 48


@dataclass(frozen=True, eq=False)
class PictureFiles:
    """Image files of a folder or zip, in natural order of their paths (2 before 10)."""

    name: str  # of the folder or zip, without suffix
    paths: tuple[str, ...]  # inside it, with forward slashes
    read: Callable[[str], bytes]  # content of one path

    def __len__(self) -> int:
        return len(self.paths)

    @property
    def labels(self) -> Array | None:
        """Class of each: the folder it lies in; None where all lie in one folder."""
        folders = [str(PurePosixPath(path).parent) for path in self.paths]
        if len(set(folders)) == 1:
            return None
        outside = [p for p, f in zip(self.paths, folders, strict=True) if f == "."]
        if outside:
            raise ValueError(
                f"{self.name} holds {len(outside)} pictures outside its class folders (first: "
                f"{outside[0]}); put every picture into the folder of its class, or all into one."
            )
        return np.array([PurePosixPath(folder).name for folder in folders])


def read_pictures(
    source: Source, n: int, names: Sequence[str] | None = None, side: int = SIDE
) -> Array:
    """Small pictures of n samples.

    Parameters
    ----------
    source : path, (name, bytes) or file-like with a name
        A .npy or .npz array (n, h, w) or (n, h, w, 3), uint8 or floats from 0 to 1; or a zip or
        folder of image files.
    n : int
        Number of samples.
    names : sequence of str, optional
        The samples' names: files are matched by path, name or name without suffix. Where none
        matches, and without names, in natural order of their paths.
    side : int
        Pictures above this height or width are made smaller.

    Returns
    -------
    ndarray of shape (n, h, w) or (n, h, w, 3), uint8
        With h, w ≤ side; image files as side × side on white.

    Raises
    ------
    ValueError
        One sentence that says what was found and what is needed.
    """
    return matched_pictures(source, n, names, side)[0]


def matched_pictures(
    source: Source, n: int, names: Sequence[str] | None = None, side: int = SIDE
) -> tuple[Array, str]:
    """As `read_pictures`, and a sentence that says how pictures and samples were matched."""
    if isinstance(source, str | Path) and Path(source).is_dir():
        return _of_files(picture_files(source), n, names, side)
    opened = open_source(source)
    head = opened.head(8)
    if head.startswith(b"\x93NUMPY"):
        return _of_array({"array": _load(opened, _npy)}, opened.name, n, side)
    if head.startswith(b"PK"):
        with opened.open() as stream, _zip(stream, opened.name) as file:
            arrays = all(name.endswith(".npy") for name in file.namelist())
        if arrays:
            return _of_array(_load(opened, _npz), opened.name, n, side)
        return _of_files(picture_files(opened), n, names, side)
    raise ValueError(
        f"{opened.name} is neither an array nor a zip file; give pictures as .npy or .npz of shape "
        "(n, height, width[, 3]), or a zip of image files."
    )


def picture_files(source: Source | Opened) -> PictureFiles:
    """List the image files of a folder or zip.

    Raises
    ------
    ValueError
        If there are none, or more than the limits allow.
    """
    if isinstance(source, str | Path) and Path(source).is_dir():
        return _in_folder(Path(source))
    opened = source if isinstance(source, Opened) else open_source(source)
    with opened.open() as stream, _zip(stream, opened.name) as file:
        entries = [e for e in file.infolist() if _is_picture(e.filename)]
        _check_total(opened.name, len(entries), sum(e.file_size for e in entries))
        large = [e.filename for e in entries if e.file_size > MAX_FILE]
        if large:
            raise ValueError(
                f"{opened.name}: {large[0]} unpacks to more than {MAX_FILE / 1e6:g} MB; make it "
                "smaller or leave it out."
            )
        paths = natural_order([e.filename for e in entries])

    def read(path: str) -> bytes:
        # The archive gives no more bytes than the size that it states and that was checked above.
        try:
            with opened.open() as stream, zipfile.ZipFile(stream) as archive:
                return archive.read(path)
        except Exception as error:  # encrypted, cut off, an unknown compression
            raise ValueError(f"{path} cannot be unpacked ({reason_text(error)}).") from None

    return PictureFiles(opened.stem, tuple(paths), _kept_open(opened, read))


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
    found = {
        str(PurePosixPath(file.relative_to(folder))): file
        for file in folder.rglob("*")
        if file.is_file() and _is_picture(file.relative_to(folder).as_posix())
    }
    name = folder.resolve().name
    _check_total(name, len(found), 0)  # files on the user's own disk are no bomb
    return PictureFiles(name, tuple(natural_order(list(found))), lambda p: found[p].read_bytes())


def _zip(stream: Any, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except zipfile.BadZipFile as error:
        raise ValueError(
            f"{name} cannot be read as a zip file ({reason_text(error)}); it may be cut off: pack "
            "the pictures again."
        ) from None


def _check_total(name: str, count: int, size: int) -> None:
    if not count:
        raise ValueError(
            f"{name} holds no pictures; give image files ({', '.join(s[1:] for s in SUFFIXES)})."
        )
    if count > MAX_FILES:
        raise ValueError(
            f"{name} holds {count:,} pictures but at most {MAX_FILES:,} are read; give a part."
        )
    if size > MAX_BYTES:
        raise ValueError(
            f"{name} unpacks to {size / 1e9:,.1f} GB but at most {MAX_BYTES / 1e9:g} GB are read; "
            "give fewer or smaller pictures."
        )


def _is_picture(path: str) -> bool:
    parts = PurePosixPath(path).parts
    hidden = any(part.startswith((".", "__MACOSX")) for part in parts)  # what archivers add
    return not hidden and path.lower().endswith(SUFFIXES)


def natural_order(paths: Sequence[str]) -> list[str]:
    """Sort with numbers by their value.

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
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's remarks about odd files
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
    except ValueError as error:
        if str(error).startswith(path):
            raise
        raise _unreadable(path, error) from None
    except Exception as error:  # each format's decoder has its own
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: Exception) -> ValueError:
    said = type(error).__name__ if "BytesIO" in str(error) else reason_text(error)
    return ValueError(
        f"{path} cannot be read as a picture ({said}); save it again or leave it out."
    )


def square(picture: Image.Image, side: int) -> Array:
    """The whole picture, made to fit, on a white square (side, side, 3)."""
    from PIL import Image, ImageOps

    fitted = ImageOps.pad(picture, (side, side), Image.Resampling.BICUBIC, color="white")
    return np.asarray(fitted, dtype=np.uint8)


def _of_files(
    files: PictureFiles, n: int, names: Sequence[str] | None, side: int
) -> tuple[Array, str]:
    paths, note = _matched(files, n, names)
    pictures = np.empty((n, side, side, 3), dtype=np.uint8)
    made: dict[str, int] = {}
    for i, path in enumerate(paths):
        if path in made:  # several samples may share a picture
            pictures[i] = pictures[made[path]]
            continue
        pictures[i] = square(open_picture(files.read(path), path, 2 * side), side)
        made[path] = i
    if (pictures == pictures[..., :1]).all():  # grey needs a third of the memory
        pictures = np.ascontiguousarray(pictures[..., 0])
    return pictures, note


def _matched(files: PictureFiles, n: int, names: Sequence[str] | None) -> tuple[Sequence[str], str]:
    """A path for each sample: by name where a name is found, else by order."""
    best: list[str | None] = []
    for spell in (str, _base, _stem):
        by_name: dict[str, list[str]] = {}
        for path in files.paths:
            by_name.setdefault(spell(path), []).append(path)
        found = [by_name.get(spell(str(name)), []) for name in names or ()]
        single = [paths[0] if len(paths) == 1 else None for paths in found]
        if sum(p is not None for p in single) > sum(p is not None for p in best):
            best = single
    if best and all(best):
        return [path for path in best if path], f"{n} pictures of {files.name} matched by name."
    if any(best) and 2 * sum(p is not None for p in best) > n:
        first = next(name for name, path in zip(names or (), best, strict=True) if path is None)
        raise ValueError(
            f"{files.name} lacks a picture for {best.count(None)} of {n} samples (first: {first}); "
            "give one for each, named as the sample is."
        )
    if len(files) != n:
        raise ValueError(
            f"{files.name} holds {len(files)} pictures but there are {n} samples, and their names "
            "do not match; give one picture for each sample, in order or with the sample's name."
        )
    return files.paths, f"{n} pictures of {files.name} matched by order of their names."


def _base(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name


def _stem(path: str) -> str:
    base = PurePosixPath(_base(path))
    return base.stem if base.suffix.lower() in SUFFIXES else base.name


def _load(opened: Opened, read: Callable[[Opened], Any]) -> Any:
    try:
        return read(opened)
    except Exception as error:  # zipfile, zlib and numpy's header parser each raise their own
        if str(error).startswith(opened.name):
            raise
        raise ValueError(
            f"{opened.name} cannot be read as an array ({reason_text(error)}); write it again with "
            "numpy.save."
        ) from None


def _npy(opened: Opened) -> Array:
    with opened.open() as stream:
        return np.asarray(np.load(stream, allow_pickle=False))


def _npz(opened: Opened) -> dict[str, Array]:
    with opened.open() as stream, np.load(stream, allow_pickle=False) as content:
        size = sum(entry.file_size for entry in content.zip.infolist())
        _check_total(opened.name, len(content.files), size)
        return {name: content[name] for name in content.files}


def _of_array(arrays: dict[str, Array], file: str, n: int, side: int) -> tuple[Array, str]:
    """The one array of pictures among those of a file."""
    pictures = {name: a for name, a in arrays.items() if _is_pictures(a)}
    named = [name for name in pictures if name.lower() in ("thumbnails", "images", "pictures")]
    choice = named or list(pictures)
    if len(choice) != 1:
        raise ValueError(
            f"{file} holds {len(choice) or 'no'} arrays of pictures; found {describe(arrays)}: "
            "give one of shape (n, height, width) or (n, height, width, 3)."
        )
    found = pictures[choice[0]]
    if len(found) != n:
        raise ValueError(
            f"{file} holds {len(found)} pictures ({shape_text(found)}) but there are {n} samples; "
            "give one picture for each sample, in the same order."
        )
    found = found[..., 0] if found.ndim == 4 and found.shape[3] == 1 else found
    return _smaller(_to_bytes(found, file), side), f"{n} pictures of {file} matched by order."


def _is_pictures(a: Array) -> bool:
    return a.ndim == 3 or (a.ndim == 4 and a.shape[3] in (1, 3, 4))


def _to_bytes(pictures: Array, file: str) -> Array:
    if pictures.dtype == np.uint8:
        return pictures
    if pictures.dtype == bool:
        return pictures.astype(np.uint8) * 255
    low, high = (float(pictures.min()), float(pictures.max())) if pictures.size else (0.0, 0.0)
    if pictures.dtype.kind == "f" and 0 <= low and high <= 1:
        return np.rint(pictures * 255).astype(np.uint8)
    if pictures.dtype.kind in "fiu" and 0 <= low and high <= 255:
        return np.rint(pictures).astype(np.uint8)
    raise ValueError(
        f"{file} holds {pictures.dtype} from {low:g} to {high:g}; give pictures as uint8 from 0 to "
        "255 or as floats from 0 to 1."
    )


def _smaller(pictures: Array, side: int) -> Array:
    """Pictures whose longer edge is above `side` made smaller, shape and channels kept."""
    height, width = pictures.shape[1:3]
    scale = side / max(height, width, 1)
    if scale >= 1:
        return pictures
    from PIL import Image

    size = max(1, round(width * scale)), max(1, round(height * scale))
    resized = [Image.fromarray(p).resize(size, Image.Resampling.BOX) for p in pictures]
    return np.stack([np.asarray(p) for p in resized])
