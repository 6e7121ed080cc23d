"""The player in a real Jupyter server, and in the file that it saves: in Chromium."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import nbformat
import pytest
from app_server import CHROMIUM
from player_driver import PLAYER, ROOT, ask, picture

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
EXAMPLE = ROOT / "docs" / "examples" / "show.ipynb"
MAKE = """\
import json, pathlib
import numpy as np
import spl

rng = np.random.default_rng(0)
ys = np.repeat(["ant", "bee", "cat"], 20)
Zs = 5 * np.eye(4)[np.repeat([0, 1, 2], 20)] + rng.normal(size=(60, 4))
frames = [(Zs, ys, Zs + shift, ys) for shift in (3, 1, 0)]
player = spl.show(frames, names=["far", "near", "there"], method="pca", title="Moved")

def told(change):
    pathlib.Path("told.json").write_text(json.dumps([player.k, player.selection]))

player.observe(told, ["k", "selection"])
player"""
SET = "player.k = 1\nplayer.selection = [0, 61, 119]"


def write_notebook(path, *cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    notebook.metadata["language_info"] = {"name": "python"}  # else JupyterLab asks for a kernel
    nbformat.write(notebook, path)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address and folder of a JupyterLab."""
    folder = tmp_path_factory.mktemp("lab")
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    env = os.environ | own | {"PYTHONPATH": str(ROOT), "JUPYTERLAB_WORKSPACES_DIR": str(folder)}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=test", "--LabApp.news_url=",
        f"--ServerApp.root_dir={folder}", "--ServerApp.port_retries=0",
    ]  # fmt: skip
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=2).close()
                break
            except OSError:
                assert server.poll() is None, (folder / "log").read_text()
                time.sleep(0.25)
        yield address, folder
    finally:
        server.terminate()
        server.wait(timeout=30)


def run_all(page, lab, name):
    address, _ = lab
    page.goto(f"{address}/lab/tree/{name}?token=test")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').first.wait_for()
    for tried in range(600):
        asked = page.locator(".jp-Dialog .jp-mod-accept")  # which kernel, where it is in doubt
        if asked.count():
            asked.first.click()
        if tried % 75 == 10:  # JupyterLab forgets it while it asks
            page.get_by_role("menuitem", name="Run", exact=True).first.click()
            page.get_by_text("Run All Cells", exact=True).first.click()
        if page.evaluate(f"({PLAYER})()?.panes[0]?.positions?.length > 0"):
            return
        page.wait_for_timeout(200)
    raise AssertionError("The notebook shows no player.")


def wait_for_told(path: Path, test):
    for _ in range(100):
        told = json.loads(path.read_text()) if path.exists() and path.read_text() else None
        if told and test(told):
            return told
        time.sleep(0.1)
    raise AssertionError(f"Python was told {told}")


def test_python_and_the_widget_follow_each_other(page, lab, tmp_path):
    _, folder = lab
    write_notebook(folder / "own.ipynb", MAKE, SET)
    run_all(page, lab, "own.ipynb")
    page.wait_for_function(f"({PLAYER})().clock.t === 1 && ({PLAYER})().pickCount === 3")
    assert ask(page, "[p.picks[0], p.picks[61], p.picks[119]]") == [1, 1, 1]
    assert page.locator(".spl-player span.k").inner_text() == "near"
    assert ask(page, "p.css.background") == [255, 255, 255]  # the notebook's

    cells = page.locator(".jp-Cell").count()
    x, y = ask(page, "p.panes[0].pixel(30)")
    picture(page).click(position={"x": x, "y": y})
    told = wait_for_told(folder / "told.json", lambda told: len(told[1]) == 1)
    assert told[1] == [ask(page, "p.picks.indexOf(1)")]
    for key in ("b", "a", "End"):  # keys of the player, not of the notebook
        page.keyboard.press(key)
    assert wait_for_told(folder / "told.json", lambda told: told[0] == 2)[1] == told[1]
    assert page.locator(".jp-Cell").count() == cells
    assert ask(page, "p.view.tool") == "box"
    assert page.troubles == []

    page.locator(".jp-NotebookPanel-toolbar").get_by_title("Save", exact=False).first.click()
    saved_notebook_plays(page, folder / "own.ipynb", tmp_path)


def saved_notebook_plays(page, notebook, folder):
    """Without a kernel, from disk, as nbconvert turns it into a page."""
    from nbconvert import HTMLExporter

    for _ in range(100):  # until the server has written it
        saved = nbformat.read(notebook, 4)
        if saved.cells[0].get("outputs"):
            break
        time.sleep(0.1)
    body, _ = HTMLExporter().from_notebook_node(saved)
    (folder / "saved.html").write_text(body, encoding="utf-8")
    page.goto((folder / "saved.html").as_uri(), wait_until="commit")
    frame = page.frame_locator("iframe")
    frame.locator(".spl-player canvas.points").wait_for()
    frame.get_by_role("button", name="Play (space)").click()
    frame.locator("span.k", has_text="there").wait_for()


def test_the_example_runs_from_top_to_bottom():
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLE, 4)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # the repository stays small
    os.environ["PYTHONPATH"] = str(ROOT)
    NotebookClient(notebook, timeout=300, store_widget_state=False).execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert [out.output_type for out in outputs] == ["execute_result"] * 3
    pages = [out.data["text/html"] for out in (outputs[0], outputs[2])]
    assert all("application/vnd.jupyter.widget-view+json" in outputs[i].data for i in (0, 2))
    assert all(len(text) < 3_000_000 for text in pages)
    assert outputs[1].data["text/plain"] == "['A', 'B']"
