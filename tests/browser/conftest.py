"""A real browser, and an app for it."""

from __future__ import annotations

import pytest
from app_server import CHROMIUM, FLAGS, start_app, stop_app  # beside this file
from player_driver import player_app


@pytest.fixture(scope="session", autouse=True)
def patience():
    """On a busy machine a page takes longer than the 5 s that Playwright gives an expectation."""
    from playwright.sync_api import expect

    expect.set_options(timeout=60_000)


@pytest.fixture(scope="package")
def app_address():
    """The address of an app that the modules of this folder share: each start costs much CPU."""
    process, address = start_app()
    yield address
    stop_app(process)


@pytest.fixture(scope="package")
def server():
    """The address of an app with nothing but the player, that the modules of this folder share."""
    with player_app() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    """Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A page in a fresh context that notes what goes wrong in `page.troubles`."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.troubles = []

    def hear(message) -> None:
        if message.type == "error":
            page.troubles.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on("request", lambda r: _local_only(r.url, page.troubles))
    yield page
    context.close()


def _local_only(url: str, troubles: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:")):
        troubles.append(f"asked the network for {url}")
