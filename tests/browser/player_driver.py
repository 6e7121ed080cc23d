"""Drives the player in a browser: the small app around it, its state, its pixels."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from player_app import made  # beside this file

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("player_app.py")
PLAYER = """() => [...document.querySelectorAll('*')]
    .map((e) => e.shadowRoot?.querySelector('.spl-player') ?? (e.matches('.spl-player') ? e : null))
    .find(Boolean)?.player"""


@contextmanager
def player_app():
    """The address of the small app in player_app.py, while it is needed."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = [
        sys.executable, "-m", "streamlit", "run", str(SCRIPT), "--server.headless=true",
        f"--server.port={port}", "--server.address=127.0.0.1", "--browser.gatherUsageStats=false",
        "--server.fileWatcherType=none",
    ]  # fmt: skip
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, process.stderr.read().decode()
                time.sleep(0.25)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=10)
        process.stderr.close()


def start(page, server, query=""):
    page.goto(f"{server}/?{query}")
    page.wait_for_function(f"({PLAYER})()?.panes[0]?.positions?.length > 0", timeout=60000)
    page.wait_for_timeout(300)


def ask(page, expression):
    """Value of a JavaScript expression in which `p` is the player."""
    return page.evaluate(f"() => {{ const p = ({PLAYER})(); return {expression}; }}")


def do(page, statements):
    """Run JavaScript in which `p` is the player."""
    return page.evaluate(f"() => {{ const p = ({PLAYER})(); {statements} }}")


def wait(page, expression):
    """Until a JavaScript expression in which `p` is the player holds."""
    page.wait_for_function(f"() => {{ const p = ({PLAYER})(); return {expression}; }}")


def rest_at(page, t):
    """Stand still at a real iteration, between two as well."""
    do(page, f"p.clock.playing = false; p.clock.move = null; p.clock.t = {t}; p.redraw();")
    wait(page, f"p.panes[0].t === {t} && !p.dirty")


def python_side(page):
    """What the script last got from the player."""
    return json.loads(page.get_by_test_id("stCode").inner_text())


def wait_python(page, **expected):
    for _ in range(100):
        try:
            now = python_side(page)
        except json.JSONDecodeError:  # in the middle of a rerun
            now = {}
        if all(now.get(k) == v for k, v in expected.items()):
            return now
        page.wait_for_timeout(100)
    raise AssertionError(f"Python has {now}, not {expected}")


def picture(page):
    return page.locator(".spl-player .over").first


def drag(page, points):
    box = picture(page).bounding_box()
    path = [  # whole pixels: what a mouse reports
        (round(box["x"] + x * box["width"]), round(box["y"] + y * box["height"])) for x, y in points
    ]
    page.mouse.move(*path[0])
    page.mouse.down()
    for x, y in path[1:]:
        page.mouse.move(x, y, steps=4)
    page.mouse.up()
    return [(x - box["x"], y - box["y"]) for x, y in path]


def inside(points, polygon):
    """Plain even–odd rule."""
    result = np.zeros(len(points), bool)
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        crosses = (ay > points[:, 1]) != (by > points[:, 1])
        x = ax + (bx - ax) * (points[:, 1] - ay) / (by - ay if by != ay else 1)
        result ^= crosses & (points[:, 0] < x)
    return result


def on_screen(page):
    """Pixel of every point, from Python's own coordinates of the frame and the view's numbers."""
    tf = ask(page, "p.panes[0].tf")
    k, angle = ask(page, "[p.panes[0].k, p.panes[0].run.angle]")
    frames = {frame.k: frame for frame in made(before=k < 0)[2]}
    c, s = np.cos(angle), np.sin(angle)  # the picture is turned to fill the canvas
    x, y = np.array([[c, s], [-s, c]]) @ frames[k].xy.astype(float).T
    return np.stack([x * tf["scale"] + tf["tx"], tf["ty"] - y * tf["scale"]], axis=1)


def at(box, pixel):
    return box["x"] + float(pixel[0]), box["y"] + float(pixel[1])
