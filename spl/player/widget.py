"""The player as a notebook's widget. Needs anywidget (extra ``notebook``)."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import Any

import anywidget
import numpy as np
import traitlets

from spl.player.bundler import bundle, stylesheet
from spl.player.colorings import COLORINGS, offered
from spl.player.export import SavedView
from spl.player.playback import Playback
from spl.player.static import save_page, static_html


class Player(anywidget.AnyWidget):
    """The player of a run; what the visitor does in it is known to Python, and the other way round.

    Parameters
    ----------
    playback : Playback
        What to play.
    height : int
        Pixels.

    Attributes
    ----------
    k : int
        The iteration (or frame) shown; −1 is the frame before adaptation. Set it to go there.
    selection : list of int
        Rows of the chosen samples, source first: row n_source + i is target sample i.
    color_by : str
        A key of `spl.player.colorings.COLORINGS` that the run has the data for: no ``"vote"``
        without a sweep, for example.
    """

    _esm = bundle("widget.js")
    _css = stylesheet()
    _runs: Any = traitlets.List().tag(sync=True)
    _blobs: Any = traitlets.List().tag(sync=True)
    _height = traitlets.Int(560).tag(sync=True)
    k: Any = traitlets.TraitType(0).tag(sync=True)  # unlike Any, it refuses None
    selection: Any = traitlets.TraitType(()).tag(sync=True)
    color_by: Any = traitlets.TraitType("class").tag(sync=True)

    def __init__(self, playback: Playback, height: int = 560) -> None:
        self.playback = playback
        super().__init__(
            _runs=[playback.header],
            _blobs=list(playback.blobs.values()),
            _height=height,
            k=min(frame["k"] for frame in playback.header["frames"]),
            selection=[],
        )

    @traitlets.validate("k")
    def _check_k(self, proposal: Any) -> int:
        ks = [frame["k"] for frame in self.playback.header["frames"]]
        k = proposal["value"]
        if isinstance(k, bool) or not isinstance(k, int | np.integer) or k not in ks:
            raise traitlets.TraitError(
                f"k={k!r} is not shown; give a whole number from {min(ks)} to {max(ks)}."
            )
        return int(k)

    @traitlets.validate("selection")
    def _check_selection(self, proposal: Any) -> list[int]:
        n, value = self.playback.n_points, proposal["value"]
        if isinstance(value, Set):
            value = list(value)
        try:
            rows = np.asarray(value)
        except Exception:  # lists of different lengths; a tensor that refuses
            rows = np.empty((0, 0))
        mixed = isinstance(value, list | tuple) and {*map(type, value)} > {bool}
        if mixed:  # True is not row 1
            rows = np.empty((0, 0))
        if rows.dtype == bool and rows.shape == (n,):
            rows = np.flatnonzero(rows)
        whole = rows.ndim == 1 and (not rows.size or rows.dtype.kind in "iu")
        if not whole or (rows.size and not 0 <= rows.min() <= rows.max() < n):
            raise traitlets.TraitError(
                f"selection must hold rows from 0 to {n - 1}, source samples first, or a mask of "
                f"{n} booleans."
            )
        return sorted({int(i) for i in rows})

    @traitlets.validate("color_by")
    def _check_color_by(self, proposal: Any) -> str:
        color_by = proposal["value"]
        known = offered(self.playback.header)
        if not isinstance(color_by, str) or color_by not in known:
            why = "has no data in this run" if color_by in [*COLORINGS] else "is not known"
            raise traitlets.TraitError(
                f"color_by={color_by!r} {why}; use one of {', '.join(known)}."
            )
        return str(color_by)

    def save(self, path: str | Path) -> None:
        """Write a page that plays anywhere without a network, and opens as the widget is now.

        Parameters
        ----------
        path : path
        """
        save_page(self.playback, path, self._view())

    def _view(self) -> SavedView:
        return SavedView(k=self.k, color_by=self.color_by, chosen=self.selection)

    def __repr__(self) -> str:
        return f"<player of {self.playback.header['title']}; .save('run.html') writes a page>"

    def _repr_html_(self) -> str:
        return static_html(self.playback, self._height, self._view())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and the page for where widgets cannot run: a saved notebook keeps both."""
        bundled = super()._repr_mimebundle_(**kwargs)
        if bundled is None:
            return None
        data, metadata = bundled
        return {**data, "text/html": self._repr_html_()}, metadata
