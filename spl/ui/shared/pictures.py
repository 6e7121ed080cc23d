"""Pictures of samples, within the page itself.

Streamlit would keep them as files, and a file is gone when a later rerun overtakes the page that
asks for it.
"""

from __future__ import annotations

import base64
import io

from PIL import Image

from spl.data.pair import Array

PICTURE = 56  # pixels, of one in a row of many


def data_uri(picture: Array) -> str:
    """A uint8 picture (h, w[, 3 or 4]) as a PNG in a data address."""
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()


def enlarged(picture: Array, least: int = 2 * PICTURE) -> str:
    """A small picture as a data address, enlarged by a whole factor: its pixels stay sharp."""
    factor = -(-least // picture.shape[0])
    return data_uri(picture.repeat(factor, axis=0).repeat(factor, axis=1))
