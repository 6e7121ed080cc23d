"""Small pictures of samples out of arrays, zip files and folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from spl.data.images.files import (
    SUFFIXES,
    PictureFiles,
    open_picture,
    open_zip,
    picture_files,
)
from spl.data.on_disk import is_folder
from spl.data.readers.features import Array, composed, describe, shape_text
from spl.data.readers.numpy_files import load_npy, read_npz
from spl.data.readers.sources import Source, open_source
from spl.data.words import counted

if TYPE_CHECKING:
    from PIL import Image

SIDE = 48


def matched_pictures(
    source: Source, n: int, names: Sequence[str] | None = None
) -> tuple[Array, str]:
    """Small pictures of n samples, and how they were matched.

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

    Returns
    -------
    pictures : ndarray of shape (n, h, w) or (n, h, w, 3), uint8
        With h, w ≤ `SIDE`; image files as `SIDE` × `SIDE` on white.
    note : str
        A sentence that says how pictures and samples were matched.

    Raises
    ------
    ValueError
        One sentence that says what was found and what is needed.
    """
    if isinstance(source, str | Path) and is_folder(source):
        return _of_files(picture_files(source), n, names)
    opened = open_source(source)
    head = opened.head(8)
    if head.startswith(b"\x93NUMPY"):
        return _of_array({"array": load_npy(opened)}, opened.name, n)
    if head.startswith(b"PK"):
        with opened.open() as stream, open_zip(stream, opened.name) as file:
            arrays = all(name.endswith(".npy") for name in file.namelist())
        if arrays:
            return _of_array(read_npz(opened), opened.name, n)
        return _of_files(picture_files(opened), n, names)
    raise ValueError(
        f"{opened.name} is neither an array nor a zip file; give pictures as .npy or .npz of shape "
        "(n, height, width[, 3]), or a zip of image files."
    )


def square(picture: Image.Image, side: int) -> Array:
    """The whole picture, made to fit, on a white square (side, side, 3).

    Parameters
    ----------
    picture : PIL image
        Of any size, RGB.
    side : int
        Of the square, in pixels.
    """
    from PIL import Image, ImageOps

    fitted = ImageOps.pad(picture, (side, side), Image.Resampling.BICUBIC, color="white")
    return np.asarray(fitted, dtype=np.uint8)


def _of_files(files: PictureFiles, n: int, names: Sequence[str] | None) -> tuple[Array, str]:
    paths, note = _matched(files, n, names)
    pictures = np.empty((n, SIDE, SIDE, 3), dtype=np.uint8)
    made: dict[str, int] = {}
    for i, path in enumerate(paths):
        if path in made:  # several samples may share a picture
            pictures[i] = pictures[made[path]]
            continue
        pictures[i] = square(open_picture(files.read(path), path, 2 * SIDE), SIDE)
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
            by_name.setdefault(composed(spell(path)), []).append(path)
        found = [by_name.get(composed(spell(str(name))), []) for name in names or ()]
        single = [paths[0] if len(paths) == 1 else None for paths in found]
        if sum(p is not None for p in single) > sum(p is not None for p in best):
            best = single
    if best and all(best):
        note = f"{counted(n, 'picture')} of {files.name} matched by name."
        return [path for path in best if path], note
    if any(best) and 2 * sum(p is not None for p in best) > n:
        first = next(name for name, path in zip(names or (), best, strict=True) if path is None)
        raise ValueError(
            f"{files.name} lacks a picture for {best.count(None)} of {n} samples (first: {first}); "
            "give one for each, named as the sample is."
        )
    if len(files) != n:
        raise ValueError(
            f"{files.name} holds {counted(len(files), 'picture')} for {counted(n, 'sample')}, and "
            "their names do not match; give one picture for each, in order or by name."
        )
    return files.paths, f"{counted(n, 'picture')} of {files.name} matched by order of their names."


def _base(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name


def _stem(path: str) -> str:
    base = PurePosixPath(_base(path))
    return base.stem if base.suffix.lower() in SUFFIXES else base.name


def _of_array(arrays: dict[str, Array], file: str, n: int) -> tuple[Array, str]:
    """The one array of pictures among those of a file."""
    pictures = {
        name: a
        for name, a in arrays.items()
        if a.ndim == 3 or (a.ndim == 4 and a.shape[3] in (1, 3, 4))
    }
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
            f"{file} holds {counted(len(found), 'picture')} ({shape_text(found)}) for "
            f"{counted(n, 'sample')}; "
            "give one picture for each sample, in the same order."
        )
    found = found[..., 0] if found.ndim == 4 and found.shape[3] == 1 else found
    note = f"{counted(n, 'picture')} of {file} matched by order."
    return _smaller(_to_bytes(found, file)), note


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


def _smaller(pictures: Array) -> Array:
    """Pictures whose longer edge is above `SIDE` made smaller, shape and channels kept."""
    height, width = pictures.shape[1:3]
    scale = SIDE / max(height, width, 1)
    if scale >= 1:
        return pictures
    from PIL import Image

    size = max(1, round(width * scale)), max(1, round(height * scale))
    resized = [Image.fromarray(p).resize(size, Image.Resampling.BOX) for p in pictures]
    return np.stack([np.asarray(p) for p in resized])
