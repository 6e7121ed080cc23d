"""What is taken away from the player, opened again: in Chromium."""

from __future__ import annotations

from player_app import made  # beside this file
from player_driver import PLAYER, ask

from spl.player.export import SavedView, standalone_html
from spl.player.playback import playback


def played(**options):
    pair, states, frames, params = made(**options)
    return playback(pair, states, frames, params=params)


def open_saved(page, folder, **options):
    """Open a saved page of the small run from disk."""
    path = folder / "run.html"
    path.write_text(standalone_html(played(before=True), "Run", **options), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0")


def test_a_saved_page_opens_in_the_view_in_which_it_was_saved(page, tmp_path):
    camera = {"x": 0.25, "y": -0.5, "zoom": 2.5}
    view = SavedView(k=3, color_by="agreement", shown="names,clusters,selected", camera=camera)
    open_saved(page, tmp_path, view=view, lesson=("A <lesson>", "Look at k & T."))
    page.wait_for_function(f"({PLAYER})().clock.t === 3 && ({PLAYER})().panes[0].k === 3")
    assert ask(page, "p.view.camera.toJSON()") == camera
    assert ask(page, "[p.panes[0].coloring.mode, p.view.marks]") == [
        "agreement",
        {"selected": True, "changed": False},
    ]
    on = ask(page, "Object.keys(p.view.overlays).filter((key) => p.view.overlays[key])")
    assert sorted(on) == ["clusters", "names"]
    assert page.locator(".lesson").inner_text() == "A <lesson> – Look at k & T."


def test_a_saved_page_opens_before_adaptation_and_plays_from_there(page, tmp_path):
    open_saved(page, tmp_path)
    assert ask(page, "[p.clock.t, p.clock.playing]") == [-1, False]
    page.get_by_role("button", name="Play (space)").click()
    page.wait_for_function(f"({PLAYER})().clock.t > -1 && ({PLAYER})().clock.t < 0")
