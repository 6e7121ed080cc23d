"""Pictures of samples, within the page itself.

Streamlit would keep them as files, and a file is gone when a later rerun overtakes the page that
asks for it.
"""

from __future__ import annotations

import base64
import io
from typing import Any

import pandas as pd
import streamlit as st
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


def pictured_table(table: pd.DataFrame, widths: dict[str, Any], **settings: Any) -> None:
    """A table whose columns in `widths` show pictures, which a screen reader passes over.

    It would read the data address of each aloud, a thousand characters: `spl.ui.app.style` hides
    the cells that are only heard, by the numbers in this container's key.
    """
    at = "".join(f"c{1 + list(table.columns).index(name)}-" for name in widths)
    config = {name: st.column_config.ImageColumn(name, width=w) for name, w in widths.items()}
    with st.container(key=f"pictured-{at}"):
        st.dataframe(table, hide_index=True, column_config=config, **settings)
