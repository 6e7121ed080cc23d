"""Visitors of the app, many at once: how soon each has his first page, and what the server takes.

`PYTHONPATH=. python tests/benchmarks/load.py [--visitors 30] [--seconds 90] [--code FOLDER]`. The
visitors are plain websocket clients that speak Streamlit's protocol. Each opens a link with a run,
polls as the browser does, leaves after 15 to 40 seconds, and another one comes. Only a server that
this script starts on this machine is visited. `--code` takes the app from another checkout, to
compare two versions in one sitting.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from app_server import ROOT, start_app, stop_app  # noqa: E402
from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: E402
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402
from websockets.exceptions import ConnectionClosed  # noqa: E402

from spl.engine.worker import NEXT  # noqa: E402

MOST_VISITORS, MOST_SECONDS = 100, 900
STAY = (15.0, 40.0)  # seconds
PAIRS = {  # data of a link → what the sidebar calls them
    "icons:filled,icons:outline": "icons: filled → outline",
    "letters:handwriting,letters:sans": "letters: handwriting → sans",
    "digits:uci,digits:mnist": "digits: uci → mnist",
    "styles:filled,styles:outline": "styles: filled → outline",
    "icons:outline,icons:filled": "icons: outline → filled",
    "letters:serif,letters:monospace": "letters: serif → monospace",
    "digits:mnist,digits:uci": "digits: mnist → uci",
    "moons": "moons: source → target",
}
D1, D2, T = (32, 48, 64, 96, 128), (9, 16, 24, 32), (3, 5, 8, 10, 15, 20)
SETTLED = 10.0  # seconds after which memory is looked at: everything has been imported
WAITING = ("before you", NEXT)  # what a page says while its work waits


@dataclass
class Visit:
    """What one visitor met."""

    data: str
    page: float | None = None  # seconds to the end of the first page
    texts: list[str] = field(default_factory=list)  # titles, alerts and progress, as they came
    errors: list[str] = field(default_factory=list)
    ended: bool = False  # nothing is polled any more: the run is there
    lost: bool = False
    stayed: float = 0.0  # seconds

    def outcome(self) -> str:
        """How the visit was when it ended."""
        if self.lost or self.page is None:
            return "lost" if self.lost else "no page"
        if self.errors:
            return "error"
        if self.ended:
            return "run ended"
        progress = [text for text in self.texts if text.startswith("progress ")]
        waits = progress and any(words in progress[-1] for words in WAITING)
        return "waits" if waits else "still running"


class Visitor:
    """One browser's side of the protocol.

    Parameters
    ----------
    address : str
        Of the server, with ``ws://``.
    query : dict
        Of the link that is opened.
    """

    def __init__(self, address: str, query: dict[str, str]) -> None:
        self.address, self.query = address, query
        self.visit = Visit(query["data"])
        self._cached: set[str] = set()
        self._polls: dict[str, asyncio.Task[None]] = {}  # by fragment
        self._page = ""  # its hash

    async def stay(self, seconds: float) -> Visit:
        """Visit for so long."""
        began = time.monotonic()
        try:
            async with connect(
                f"{self.address}/_stcore/stream", subprotocols=["streamlit"],
                max_size=None, open_timeout=60, ping_interval=None,
            ) as self._socket:  # fmt: skip
                await self._rerun()
                await asyncio.wait_for(self._read(began), seconds)
        except TimeoutError:
            pass  # the visit is over
        except (ConnectionClosed, OSError):
            self.visit.lost = True
        finally:
            self._stop_polls()
        self.visit.stayed = time.monotonic() - began
        return self.visit

    async def _read(self, began: float) -> None:
        async for data in self._socket:
            message = ForwardMsg.FromString(data)
            kind = message.WhichOneof("type")
            if kind == "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                    self.visit.page = self.visit.page or time.monotonic() - began
                    self.visit.ended = not self._polls
            elif kind == "new_session":
                self._page = message.new_session.page_script_hash
            elif kind == "auto_rerun":
                self._start_poll(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            elif kind == "stop_auto_rerun":
                self._stop_polls(message.stop_auto_rerun.fragment_ids)
            elif kind == "delta":
                self._note(message.delta)
            if message.metadata.cacheable:
                self._cached.add(message.hash)

    def _note(self, delta: object) -> None:
        element = delta.new_element  # type: ignore[attr-defined]
        kind = element.WhichOneof("type")
        if kind == "markdown" and element.markdown.body.startswith("**"):
            self.visit.texts.append(element.markdown.body.replace("\\", ""))
        elif kind == "progress":
            self.visit.texts.append(f"progress {element.progress.text}")
        elif kind == "exception" or (kind == "alert" and element.alert.format == 1):
            self.visit.errors.append(element.exception.message or element.alert.body)

    async def _rerun(self, fragment: str = "") -> None:
        message = BackMsg()
        ask = message.rerun_script
        ask.query_string, ask.page_script_hash = urlencode(self.query), self._page
        ask.fragment_id, ask.is_auto_rerun = fragment, bool(fragment)
        ask.cached_message_hashes.extend(self._cached)
        await self._socket.send(message.SerializeToString())

    def _start_poll(self, fragment: str, seconds: float) -> None:
        self._stop_polls([fragment])
        self._polls[fragment] = asyncio.create_task(self._poll(fragment, seconds))

    async def _poll(self, fragment: str, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._rerun(fragment)

    def _stop_polls(self, fragments: Iterable[str] | None = None) -> None:
        for name in list(self._polls) if fragments is None else fragments:
            if task := self._polls.pop(name, None):
                task.cancel()


def a_link(random_: random.Random) -> dict[str, str]:
    """The query of a link with a run."""
    data = random_.choice(list(PAIRS))
    d1 = min(random_.choice(D1), 64 if "digits" in data else 128)
    chosen = {"d1": d1, "d2": min(d1, random_.choice(D2)), "T": random_.choice(T)}
    embedding = random_.choice(("pca", "tsne", "umap"))
    if data == "moons":
        chosen |= {"d1": 2, "d2": 2}
    query = {"data": data, "embedding": embedding, "run": "1"}
    return query | {name: str(value) for name, value in chosen.items()}


async def come_and_go(address: str, seconds: float, seed: int) -> list[Visit]:
    """One place's visitors, one after the other, for so long."""
    random_, visits, end = random.Random(seed), [], time.monotonic() + seconds
    while (left := end - time.monotonic()) > STAY[0]:
        stay = min(random_.uniform(*STAY), left)
        visits.append(await Visitor(address, a_link(random_)).stay(stay))
    return visits


def memory(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of the server in GB."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e9


async def watch_memory(process: subprocess.Popen[bytes], seen: list[tuple[float, float]]) -> None:
    """Note the server's memory every second."""
    began = time.monotonic()
    while process.poll() is None:
        seen.append((time.monotonic() - began, memory(process)))
        await asyncio.sleep(1)


def is_foreign(visit: Visit) -> bool:
    """Whether the visitor saw a title of other data than his own."""
    titles = {text.strip("*") for text in visit.texts if text.startswith("**")} & {*PAIRS.values()}
    return bool(titles - {PAIRS[visit.data]})


async def trial(address: str, process: subprocess.Popen[bytes], visitors: int, seconds: float):
    """All visits, and the memory over time."""
    seen: list[tuple[float, float]] = []
    watching = asyncio.create_task(watch_memory(process, seen))
    places = [come_and_go(address.replace("http", "ws"), seconds, i) for i in range(visitors)]
    visits = [visit for place in await asyncio.gather(*places) for visit in place]
    watching.cancel()
    return visits, seen


def report(visits: list[Visit], seen: list[tuple[float, float]], show: bool) -> None:
    """Print the row of the table, and what else was met."""
    pages = sorted(visit.page or visit.stayed for visit in visits)  # who saw none waited so long
    p95 = pages[min(len(pages) - 1, int(0.95 * len(pages)))]
    at = {m: next((gb for s, gb in seen if s >= m * 60), seen[-1][1]) for m in (1, 3, 5, 10)}
    print(
        f"| {len(visits)} | {statistics.median(pages):.2f} | {p95:.2f} | {pages[-1]:.2f} | "
        f"{max(gb for s, gb in seen):.2f} | " + ", ".join(f"{gb:.2f}" for gb in at.values()) + " |"
    )
    outcomes = Counter(visit.outcome() for visit in visits)
    print(", ".join(f"{outcome}: {n}" for outcome, n in outcomes.most_common()))
    n = len(visits)
    print(f"run ended or said that it waits: {outcomes['run ended'] + outcomes['waits']} of {n}")
    print(f"saw others' data: {sum(map(is_foreign, visits))}")
    for error, n in Counter(e for visit in visits for e in visit.errors).most_common(5):
        print(f"{n} × {error}")
    if show:
        for visit in visits:
            print(visit.page, visit.data, visit.outcome(), visit.texts[-2:])


def main() -> None:
    """Print one row: visits, first page (median, 95th percentile, worst), memory in GB."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--code", type=Path, default=ROOT)
    parser.add_argument("--show", action="store_true", help="one line per visit")
    args = parser.parse_args()
    visitors, seconds = min(args.visitors, MOST_VISITORS), min(args.seconds, MOST_SECONDS)
    process, address = start_app(code=args.code)
    loads = [os.getloadavg()[0]]
    try:
        time.sleep(SETTLED)
        visits, seen = asyncio.run(trial(address, process, visitors, seconds))
    finally:
        stop_app(process)
    loads.append(os.getloadavg()[0])
    print("load of the machine before and after: " + ", ".join(f"{load:.1f}" for load in loads))
    report(visits, seen, args.show)


if __name__ == "__main__":
    main()
