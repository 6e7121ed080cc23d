"""The player where no widget can run: a page within the page, as a notebook keeps it."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from spl.data.extras import command
from spl.data.replaced import replaced
from spl.player.export import SavedView, standalone_html
from spl.player.playback import Playback

MOST_BYTES = 6_000_000  # of the page in a notebook: a larger one makes editors slow


def static_html(play: Playback, height: int, view: SavedView | None = None) -> str:
    """Return the saved page in a frame, within `MOST_BYTES`: without thumbnails, or as a sentence.

    Parameters
    ----------
    play : Playback
    height : int
        Pixels.
    view : SavedView, optional
        With which it opens.
    """
    title = str(play.header["title"])
    for kept in (play, _without_extras(play)):
        page = html.escape(standalone_html(kept, title, view=view))
        if len(page.encode()) <= MOST_BYTES:
            return (
                f'<iframe srcdoc="{page}" title="{html.escape(title)}" width="100%" '
                f'height="{height + 70}" allow="fullscreen" style="border: 0"></iframe>'
            )
    return (
        f"<p>{html.escape(title)}: {play.n_points:,} samples take {len(page) / 1e6:.0f} MB, which "
        "is too much for a notebook; call <code>.save('run.html')</code> and open that page.</p>"
    )


def _without_extras(play: Playback) -> Playback:
    key = play.header["extras"]
    blobs = {name: blob for name, blob in play.blobs.items() if name != key}
    return Playback(play.header | {"extras": None}, blobs)


def save_page(play: Playback, path: str | Path, view: SavedView | None = None) -> None:
    """Write the standalone page, which plays anywhere without a network.

    Parameters
    ----------
    play : Playback
    path : path
    view : SavedView, optional
        With which it opens.

    Raises
    ------
    ValueError
        If the file cannot be written.
    """
    with replaced(path) as beside:
        page = standalone_html(play, str(play.header["title"]), view=view)
        beside.write_text(page, encoding="utf-8")


def _unconnected(*_: object) -> NoReturn:
    raise AttributeError(
        "This player has no connection to Python, so k, selection and color_by can be neither read "
        "nor set; "
        f"that takes {command('notebook')} and a call without static=True."
    )


@dataclass(eq=False, repr=False)
class StaticPlayer:
    """The player in a notebook, without a connection to Python."""

    playback: Playback
    height: int = 560
    k = property(_unconnected, _unconnected, doc="Only the widget has it.")
    selection = property(_unconnected, _unconnected, doc="Only the widget has it.")
    color_by = property(_unconnected, _unconnected, doc="Only the widget has it.")

    def __repr__(self) -> str:
        return f"<player of {self.playback.header['title']}; .save('run.html') writes a page>"

    def _repr_html_(self) -> str:
        return static_html(self.playback, self.height)

    def save(self, path: str | Path) -> None:
        """Write a page that plays anywhere without a network.

        Parameters
        ----------
        path : path
        """
        save_page(self.playback, path)
