"""Features and thumbnails of pictures that were computed before, by the picture file's content."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from spl.data.cache import Cache
from spl.data.images.files import MAX_FILES
from spl.data.readers.features import Array, reason_text
from spl.data.replaced import replaced

# One set as large as is read: with fewer, going on with a set would find its first ones forgotten,
# and computing those would push out the next ones. A picture takes about 12 KB.
MAX_CACHED = MAX_FILES

Entry = tuple[Array, Array]  # feature, thumbnail


def content_key(content: bytes) -> bytes:
    """16 bytes that stand for this content.

    Parameters
    ----------
    content : bytes
        Of one image file.
    """
    return hashlib.blake2b(content, digest_size=16).digest()


class FeatureCache(Cache[bytes, Entry]):
    """Feature and thumbnail by the picture file's content.

    Parameters
    ----------
    most : int
        Pictures that are kept.
    """

    def __init__(self, most: int = MAX_CACHED) -> None:
        super().__init__(most)

    def save(self, path: Path) -> None:
        """Write all that is kept as plain arrays, for a later process.

        Parameters
        ----------
        path : Path
            Of the .npz file to write.
        """
        kept = dict(self.items())
        with replaced(path) as beside, beside.open("wb") as out:
            np.savez(
                out,
                allow_pickle=False,
                keys=np.array([np.frombuffer(key, np.uint8) for key in kept]),
                features=np.array([feature for feature, _ in kept.values()]),
                thumbnails=np.array([small for _, small in kept.values()]),
            )

    def load(self, path: Path) -> int:
        """Take over what `save` wrote; returns how many pictures that is.

        Parameters
        ----------
        path : Path
            Of a file that `save` wrote.

        Raises
        ------
        ValueError
            If the file cannot be read.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                keys, *values = (file[name] for name in ("keys", "features", "thumbnails"))
            sizes = [str(len(a)) for a in (keys, *values)]
            if len(set(sizes)) > 1:
                raise ValueError(f"keys, features and thumbnails of {', '.join(sizes)} pictures")
        except Exception as error:  # zipfile, zlib and numpy each raise their own
            raise ValueError(
                f"{path} should hold pictures computed before and cannot be read "
                f"({reason_text(error)}); delete it and start again."
            ) from None
        for key, feature, small in zip(keys, *values, strict=True):
            self.put(key.tobytes(), (feature, small))
        return len(keys)
