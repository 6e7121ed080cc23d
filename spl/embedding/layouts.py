"""The layouts by which frames can be made, and their warm-up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from spl.data.extras import missing, need
from spl.embedding import tsne, umap
from spl.embedding.neighbors import nearest_neighbors
from spl.embedding.starts import pca_start

Array = NDArray[Any]


@dataclass(frozen=True)
class Layout:
    """One way to lay out graphs of neighbours in two dimensions."""

    graph: Callable[..., csr_matrix]  # of one state's neighbours
    common: Callable[..., Array]  # layout of the mean of the states' graphs
    frame: Callable[..., Array]  # layout of one state's graph, from the common layout
    scaled: bool  # whether frames are brought to the common layout's size
    compiling: Callable[[], bool]  # whether the next layout compiles its code first


NEEDED = {"tsne": ("t-SNE", "openTSNE"), "umap": ("UMAP", "umap")}  # name, module
LAYOUTS = {
    "tsne": Layout(tsne.affinities, tsne.common_layout, tsne.frame_layout, False, lambda: False),
    "umap": Layout(
        umap.fuzzy_graph,
        umap.common_layout,
        umap.frame_layout,
        True,
        lambda: not umap.is_compiled(),
    ),
}


def warm_up(umap: bool = False) -> None:
    """Load what the first layout needs; meant for a thread in the background.

    Parameters
    ----------
    umap : bool
        Also load umap-learn, and compile what is not kept on disk: 3 to 40 s of CPU, once in a
        process. UMAP asked for meanwhile waits; t-SNE does not.
    """
    Z = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    knn = nearest_neighbors(Z, 5)
    for method in ("tsne", "umap") if umap else ("tsne",):
        layout = LAYOUTS[method]
        graph = layout.graph(Z, knn, 0)
        layout.common(graph, pca_start(Z, 0), True, 0, lambda: False, lambda part: None)


def check_method(method: str) -> None:
    """Refuse a method whose package is not installed.

    Parameters
    ----------
    method : str
        ``"pca"`` needs nothing.

    Raises
    ------
    MissingExtra
        One sentence that names the extra.
    """
    if method in LAYOUTS:
        name, module = NEEDED[method]
        need(name, module, otherwise="use pca")


@cache
def warm_up_once() -> None:
    """Import what the first run will need, in the background, once per process."""
    if not missing(NEEDED["tsne"][1:]):
        threading.Thread(target=warm_up, daemon=True).start()
