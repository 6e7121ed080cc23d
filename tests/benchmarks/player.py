"""Frames per second and CPU of the player in headless Chromium, beside plotly's scattergl.

Run by hand, with Debian's chromium and no GPU:  python tests/benchmarks/player.py [--quick]
It prints the table of README.md. Both renderers get the same generated data in the same run.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from spl import DomainPair, SPLParams
from spl.embedding.frames import Frame
from spl.player.export import standalone_html
from spl.player.playback import playback

FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
COLUMNS = (
    "points", "dpr", "frames/s", "draw ms", "CPU ms per frame", "scrub: frames, ms (worst)",
    "pick ms", "lasso ms", "bytes per point", "first picture s", "scattergl frames/s",
    "its CPU ms per frame", "ratio of CPU",
)  # fmt: skip
READY = "document.querySelector('.spl-player')?.player?.panes[0]?.positions?.length > 0"
FIND = "const p = document.querySelector('.spl-player').player;"


class MadeState(SimpleNamespace):
    """The fields of a state that the player reads."""

    __hash__ = object.__hash__


def made_run(n: int, n_classes: int = 10, n_frames: int = 11):
    """A pair, states and frames of the right shapes: blobs that move together, labels that change.

    The states are made, not computed, so that 60,000 points take seconds: the renderer only sees
    labels, and these change as in a real run (fewer and fewer over k).
    """
    rng = np.random.default_rng(0)
    half = n // 2
    y = rng.integers(0, n_classes, n)
    y[:n_classes] = np.arange(n_classes)
    X = rng.normal(size=(n, 2)).astype(np.float32)
    points = rng.normal(size=(n_classes, 2))
    costs = np.linalg.norm(points[:, None] - points, axis=2)
    pair = DomainPair(X[:half], y[:half], X[half:], y[half:], name="generated")
    states = []
    labels = rng.integers(0, n_classes, n - half)
    rank_in_class = np.zeros(n - half, np.intp)
    for k in range(n_frames):
        now = rng.random(n - half) < 0.3
        labels = np.where(now, y[half:], labels)
        for c in range(n_classes):
            rows = np.flatnonzero(labels == c)
            rank_in_class[rows] = rng.permutation(len(rows))
        other = np.where(rng.random(n - half) < 0.1, (labels + 1) % n_classes, labels)
        states.append(
            MadeState(
                k=k, pseudo_labels=labels, ncp_labels=labels, sp_labels=other,
                cluster_labels=other, matching=np.arange(n_classes), n_classes=n_classes,
                selected=rng.random(n - half) < k / (n_frames - 1), rank=rank_in_class.copy(),
                z_source=X[:half], z_target=X[half:], prototypes=points, centers=points,
                matching_cost=costs,
            )
        )  # fmt: skip
    angle = 2 * np.pi * y / n_classes
    centers = 8 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    noise = rng.normal(size=(n, 2))
    frames = [
        Frame(
            k=k, method="t-SNE", trustworthiness=0.95, placed=None,
            xy=(centers * (0.3 + 0.07 * k) + noise * (2 - 0.1 * k)
                + rng.normal(size=(n, 2)) * 0.05).astype(np.float32),
        )
        for k in range(n_frames)
    ]  # fmt: skip
    return pair, states, frames, SPLParams(d1=2, d2=2, T=n_frames - 1)


def cpu_seconds(session) -> float:
    """CPU seconds of the page's main thread and of all Chromium's processes."""
    infos = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return sum(p["cpuTime"] for p in infos)


def measure_player(page, cdp, seconds: float) -> dict[str, float]:
    page.evaluate(STEADY, 600)  # compiled, glyphs drawn
    before = cpu_seconds(cdp)
    shown = page.evaluate(STEADY, seconds * 1000)
    cpu = cpu_seconds(cdp) - before
    frames = max(1, shown["frames"])
    return {
        "fps": 1000 * frames / shown["ms"],
        "draw_ms": shown["inside"] / frames,
        "cpu_ms": 1000 * cpu / frames,
        **page.evaluate(GESTURES),
    }


# Every animation frame is an interpolated one, without the pause at each iteration.
STEADY = (
    """(ms) => new Promise((done) => {"""
    + FIND
    + """
    let frames = 0, inside = 0, start = null;
    const loop = (now) => {
      start ??= now;
      if (now - start >= ms) return done({ frames, inside, ms: now - start });
      p.clock.jump(((now - start) / 700) % p.clock.last); p.dirty = true;
      const s = performance.now(); p.onFrame(now); inside += performance.now() - s;
      frames++; requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
    })"""
)

GESTURES = (
    """() => new Promise((done) => {"""
    + FIND
    + """
    const pane = p.panes[0];
    const time = (f, n) => { f(); const s = performance.now(); for (let i = 0; i < n; i++) f();
      return (performance.now() - s) / n; };
    const [w, h] = [pane.width, pane.height];
    const pick = time(() => pane.at(Math.random() * w, Math.random() * h), 20);
    const poly = Array.from({ length: 60 }, (_, i) => [
      w / 2 + (w / 3) * Math.cos(i / 9.55) * (i % 2 ? 1 : 0.8),
      h / 2 + (h / 3) * Math.sin(i / 9.55)]);
    const lasso = time(() => pane.lasso(poly), 5);
    let k = 0; const frames = [], work = [];
    const onFrame = p.onFrame.bind(p);
    p.onFrame = (now) => {
      const s = performance.now(); onFrame(now); p.worked = performance.now() - s;
    };
    const scrub = () => {
      if (frames.length === 15) return done({ pick_ms: pick, lasso_ms: lasso,
        scrub_frames: Math.max(...frames), scrub_ms: work.sort((a, b) => a - b)[7],
        scrub_worst_ms: work[14] });
      k = (k + 4) % (p.clock.last + 1);
      let waited = 0;
      p.jump(k);
      const wait = () => {
        waited++;
        if (pane.k !== k) return requestAnimationFrame(wait);
        frames.push(waited); work.push(p.worked); setTimeout(scrub, 30);
      };
      requestAnimationFrame(wait);
    };
    scrub();
    })"""
)


def measure_plotly(page, cdp, seconds: float) -> dict[str, float]:
    before = cpu_seconds(cdp)
    done = page.evaluate(
        """async (ms) => {
        const div = document.getElementById('plot');
        const start = performance.now(); let frames = 0;
        while (performance.now() - start < ms) {
          await Plotly.animate(div, [String(frames % 11)], { mode: 'immediate',
            frame: { duration: 0, redraw: true }, transition: { duration: 0 } });
          await new Promise(requestAnimationFrame);
          frames++;
        }
        return { frames, ms: performance.now() - start };
        }""",
        seconds * 1000,
    )
    cpu = cpu_seconds(cdp) - before
    n = max(1, done["frames"])
    return {"fps": 1000 * n / done["ms"], "cpu_ms": 1000 * cpu / n}


def plotly_page(pair, states, frames) -> str:
    """Write a page that animates the same frames with scattergl."""
    import plotly.graph_objects as go

    ns = pair.n_source

    def traces(i):
        xy, labels = frames[i].xy, np.concatenate([pair.ys, states[i].pseudo_labels])
        rows = [np.arange(ns), np.arange(ns, len(xy))]
        return [
            go.Scattergl(x=xy[r, 0], y=xy[r, 1], mode="markers",
                         marker={"size": 6, "symbol": s, "color": labels[r]})
            for r, s in zip(rows, ("circle-open", "cross-thin-open"), strict=True)
        ]  # fmt: skip

    figure = go.Figure(
        data=traces(0),
        frames=[go.Frame(name=str(i), data=traces(i)) for i in range(len(frames))],
        layout={"width": 920, "height": 490, "showlegend": False},
    )
    return figure.to_html(include_plotlyjs=True, div_id="plot", auto_play=False)


def open_page(playwright, text: str, scale: int):
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
    page = browser.new_page(viewport={"width": 1200, "height": 760}, device_scale_factor=scale)
    path = Path(tempfile.mkdtemp()) / "page.html"
    path.write_text(text)
    started = time.perf_counter()
    page.goto(path.as_uri())
    return browser, page, browser.new_browser_cdp_session(), started


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave plotly out")
    parser.add_argument("--seconds", type=float, default=6)
    args = parser.parse_args()
    print("| " + " | ".join(COLUMNS) + " |\n" + "| --- " * len(COLUMNS) + "|")
    with sync_playwright() as p:
        for n, scale in ((2100, 1), (15000, 1), (15000, 2), (60000, 1)):
            pair, states, frames, params = made_run(n)
            play = playback(pair, states, frames, params=params)
            browser, page, cdp, started = open_page(p, standalone_html(play, "benchmark"), scale)
            page.wait_for_function(READY)
            first = time.perf_counter() - started
            page.wait_for_timeout(1500)
            mine = measure_player(page, cdp, args.seconds)
            browser.close()
            other = None
            if not args.quick and scale == 1:
                browser, page, cdp, _ = open_page(p, plotly_page(pair, states, frames), 1)
                page.wait_for_selector("#plot .main-svg", timeout=120000)
                page.wait_for_timeout(1500)
                other = measure_plotly(page, cdp, args.seconds)
                browser.close()
            size = sum(map(len, play.blobs.values())) / n  # generated data have no images
            print(row(n, scale, mine, size, first, other), flush=True)
    print(f"load average at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def row(n, scale, mine, size, first, other) -> str:
    cells = [
        f"{n:,}", f"{scale}", f"{mine['fps']:.0f}",
        f"{mine['draw_ms']:.1f}", f"{mine['cpu_ms']:.1f}",
        f"{mine['scrub_frames']}, {mine['scrub_ms']:.0f} ({mine['scrub_worst_ms']:.0f})",
        f"{mine['pick_ms']:.2f}",
        f"{mine['lasso_ms']:.1f}", f"{size:.1f}", f"{first:.1f}",
    ]  # fmt: skip
    if other:
        ratio = other["cpu_ms"] / mine["cpu_ms"]
        cells += [f"{other['fps']:.1f}", f"{other['cpu_ms']:.0f}", f"1/{ratio:.0f}"]
    return "| " + " | ".join(cells + ["–"] * (len(COLUMNS) - len(cells))) + " |"


if __name__ == "__main__":
    main()
