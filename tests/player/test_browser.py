"""Browsers that draw a frame or a film and break on the way; real ones are in `tests/browser`."""

from __future__ import annotations

import sys
import time

import pytest

from spl.player import browser

START = f"#!{sys.executable}\nimport signal, socket, sys, time\n"
CONNECT = """
host, port = sys.argv[-1].removeprefix("http://").strip("/").split(":")
one = socket.create_connection((host, int(port)))
"""
BREAKS = {
    "ends at once": ("", "ended without a file"),
    "ends while it sends the file": (
        CONNECT + "one.sendall(b'POST / HTTP/1.0\\r\\nContent-Length: 9\\r\\n\\r\\nhalf')",
        "ended without a file",
    ),
    "goes while it is sent the page": (
        CONNECT + "one.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\n"
        "one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\\1\\0\\0\\0' + bytes(4))\n"
        "one.close()",
        "ended without a file",
    ),
    "says nothing": (CONNECT + "time.sleep(60)", "made no file within 1 s"),
    "does not end when asked to": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)",
        "made no file within 1 s",
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="the browsers here are scripts for a shell")
@pytest.mark.parametrize("name", BREAKS)
def test_a_browser_that_breaks_is_one_sentence(name, tmp_path, monkeypatch, capsys):
    script, said = BREAKS[name]
    program = tmp_path / "chromium"
    program.write_text(START + script)
    program.chmod(0o755)
    monkeypatch.setattr(browser, "find_browser", lambda: str(program))
    monkeypatch.setattr(browser, "SILENT", 0.5)
    monkeypatch.setattr(browser, "TO_END", 0.5)
    start = time.monotonic()
    with pytest.raises(ValueError, match=f"^The browser {said}; export --html instead.$"):
        seconds = 1 if "within" in said else 60
        browser.made_by_browser("page" * 1_000_000, seconds=seconds)
    assert time.monotonic() - start < 30
    assert capsys.readouterr() == ("", "")
