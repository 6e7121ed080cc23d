"""Small pictures for tables."""

from __future__ import annotations

import base64
import io

from PIL import Image

from spl.data.pair import Array


def data_uri(picture: Array) -> str:
    """A uint8 picture (h, w[, 3 or 4]) as a PNG in a data address."""
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
