"""What a visitor sees when something breaks, and that the app recovers without a restart."""

import asyncio
import os
import signal
from urllib.parse import urlencode, urlsplit

import pytest
from app_server import CHROMIUM, start_app, stop_app  # beside this file
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

LINK = {"data": "moons", "d1": "2", "d2": "2", "T": "30", "embedding": "tsne", "run": "1"}


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Start a server on one port, time after time; its log and its studies are in tmp_path."""
    monkeypatch.setenv("SPL_STATE", str(tmp_path / "kept"))
    running = []

    def start():
        port = urlsplit(running[0][1]).port if running else 0
        running.append(start_app(port=port, log=tmp_path / "log.txt"))
        return running[-1]

    yield start
    for process, _ in running:
        if process.poll() is None:
            stop_app(process)


async def visit(address: str, until: str) -> None:
    """Open a link and break the connection off without a word at the first message of a kind."""
    async with connect(
        f"{address.replace('http', 'ws')}/_stcore/stream", subprotocols=["streamlit"], max_size=None
    ) as socket:
        message = BackMsg()
        message.rerun_script.query_string = urlencode(LINK)
        await socket.send(message.SerializeToString())
        async for data in socket:
            if ForwardMsg.FromString(data).WhichOneof("type") == until:
                socket.transport.abort()
                return


def test_a_connection_that_breaks_off_while_a_page_is_drawn_leaves_no_traceback(server, tmp_path):
    process, address = server()

    async def all_visits() -> None:
        for kind in ("new_session", "delta", "navigation", "delta") * 3:
            await asyncio.wait_for(visit(address, kind), 60)
        await asyncio.wait_for(visit(address, "script_finished"), 60)

    asyncio.run(all_visits())
    stop_app(process)
    assert "Traceback" not in (tmp_path / "log.txt").read_text()


def test_a_server_that_is_stopped_in_a_run_ends_quietly(server, tmp_path):
    process, address = server()
    asyncio.run(asyncio.wait_for(visit(address, "script_finished"), 60))
    stop_app(process)
    assert process.returncode == 0
    log = (tmp_path / "log.txt").read_text()
    assert "terminate" not in log and "Traceback" not in log


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_server_killed_and_started_again_is_found_by_the_open_page(server, page, tmp_path):
    process, address = server()
    query = urlencode({**LINK, "T": "2", "embedding": "pca"})
    page.goto(f"{address}/explore?{query}")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("all finished").wait_for()
    os.kill(process.pid, signal.SIGKILL)
    process.wait(10)
    page.get_by_role("dialog").wait_for()
    page.evaluate("window.old = true")
    server()
    page.wait_for_function("!window.old")  # it has loaded itself again: nothing was touched
    page.get_by_text("all finished").wait_for()
    page.get_by_role("radio", name="Table").click()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="All runs as CSV").click()
    assert len(saved.value.path().read_text().splitlines()) > 2
    log = (tmp_path / "log.txt").read_text()
    assert "Traceback" not in log and "Stack" not in log
