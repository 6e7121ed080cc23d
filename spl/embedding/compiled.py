"""What numba compiles for umap-learn, kept on disk: only the first UMAP on a machine compiles.

umap-learn keeps one function of its own, and pynndescent, which it imports, keeps its functions.
The others took 10 s of CPU in every process. A server that finds nothing kept has it compiled by a
process of the lowest priority, so that no worker is held up for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

FUNCTIONS = {  # of umap-learn, that it compiles anew in every process
    "umap.umap_": ("smooth_knn_dist", "compute_membership_strengths"),
    "umap.layouts": ("_nb_optimize_layout_euclidean_single_epoch",),
}
KEPT = "umap_.smooth_knn_dist-*.nbi"  # numba's name for one of them


@cache
def keep_compiled() -> None:
    """Let numba keep what it compiles for UMAP: beside umap-learn, or else in the user's cache.

    Call it before anything is compiled. Where nothing can be written, all goes on without it.
    """
    for module, names in FUNCTIONS.items():
        for name in names:
            with suppress(AttributeError, RuntimeError):  # another version; nowhere to write
                getattr(import_module(module), name).enable_caching()


def is_kept() -> bool:
    """Whether code that is newer than umap-learn and numba lies beside umap-learn."""
    found = [find_spec(name) for name in ("umap", "numba")]
    files = [Path(spec.origin) for spec in found if spec and spec.origin]
    installed = max((file.stat().st_mtime for file in files), default=0.0)
    kept = files[0].parent.glob(f"__pycache__/{KEPT}") if files else ()
    return any(file.stat().st_mtime > installed for file in kept)


def compile_apart() -> subprocess.Popen[bytes] | None:
    """Start a process that compiles UMAP's code and keeps it; None if it is kept already.

    It ends by itself, after some 40 s of CPU at the lowest priority. What it does not get done is
    done by the first UMAP.
    """
    if is_kept():
        return None
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=True,  # Ctrl-C is the server's, which ends it
    )


if __name__ == "__main__":
    from spl.embedding.layouts import warm_up

    if hasattr(os, "nice"):
        os.nice(19)
    warm_up(umap=True)
