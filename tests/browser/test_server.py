"""The server as `spl app` starts it: whom it asks and answers, and what a page says without it."""

import os
import signal
import socket
import time
from urllib.parse import urlsplit

import pytest
from app_server import CHROMIUM, ROOT, start_app, stop_app  # beside this file

DEAF = """
import pathlib, socket, time
known = {"localhost", "127.0.0.1", "0.0.0.0", "::1", "::", None, b"127.0.0.1", b"localhost"}
resolve = socket.getaddrinfo
def refuse(host, *args, **options):
    if host in known:
        return resolve(host, *args, **options)
    with pathlib.Path(__file__).with_name("asked.txt").open("a") as file:
        print(host, file=file)
    time.sleep(10)
    raise socket.gaierror(-3, "name resolution is off")
socket.getaddrinfo = refuse
"""


def upgrade(address: str, origin: str, host: str = "") -> str:
    """First line of the answer to a websocket's request."""
    where = urlsplit(address)
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host or where.netloc}\r\nOrigin: {origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection((where.hostname, where.port), timeout=30) as s:
        s.sendall(request.encode())
        return s.recv(200).decode("latin-1").splitlines()[0]


@pytest.fixture
def deaf(tmp_path, monkeypatch):
    """A folder that makes each new Python resolve no name; what it was asked is in asked.txt."""
    (tmp_path / "sitecustomize.py").write_text(DEAF)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT}")
    return tmp_path


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])
def test_nobody_outside_is_asked_and_nothing_waits_for_it(deaf, address):
    process, served = start_app("-m", "spl", "app", host=address)
    try:
        start = time.monotonic()
        assert " 403" in upgrade(served, "http://evil.example")
        assert " 101" in upgrade(served, served)
        assert time.monotonic() - start < 8
        assert not (deaf / "asked.txt").exists()
    finally:
        stop_app(process)


def test_a_foreign_host_reaches_neither_page_nor_websocket():
    process, address = start_app()
    try:
        assert " 403" in upgrade(address, "http://evil.example", host="evil.example")
    finally:
        stop_app(process)


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace a process")
def test_who_kills_the_app_kills_the_server():
    process, address = start_app()
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    where = urlsplit(address)
    for _ in range(50):
        try:
            socket.create_connection((where.hostname, where.port), timeout=1).close()
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("the server answers on")


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_page_without_its_server_names_the_command(page):
    process, address = start_app()
    page.goto(address)
    page.get_by_role("heading", name="Alignment").wait_for()
    stop_app(process)
    page.get_by_role("dialog").get_by_text("spl app").wait_for(timeout=60_000)
    assert "streamlit" not in page.get_by_role("dialog").inner_text().lower()
