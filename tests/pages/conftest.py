"""Pages as Streamlit's AppTest runs them, without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.chosen_data import UPLOAD
from spl.engine.jobs import job_of
from spl.engine.settings import Settings
from spl.ui.app.shell import MARKER
from spl.ui.app.state import PageState

ROOT = Path(__file__).parents[2]
TIMEOUT = 120


@pytest.fixture(autouse=True)
def _pages_wait(monkeypatch):
    """AppTest draws a page once: let it wait for what a browser would be shown a moment later."""
    monkeypatch.setattr("spl.ui.shared.asked.WAIT_SECONDS", TIMEOUT)


@pytest.fixture
def app():
    """The whole app, at its default page."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)


@pytest.fixture
def k_slider(monkeypatch):
    """The sidebar's slider of k, which the other pages have, on Alignment beside its player too."""
    monkeypatch.setattr("spl.ui.app.shell.available", lambda: False)


@pytest.fixture
def open_page():
    """A page with given data, and a finished run of it if parameters are given."""

    def open_it(
        name: str,
        data: str | DomainPair = "moons",
        params: SPLParams | None = None,
        k: int = 0,
        chosen: list[int] | None = None,
    ) -> AppTest:
        page = AppTest.from_file(str(ROOT / "pages" / f"{name}.py"), default_timeout=TIMEOUT)
        settings = Settings()
        uploaded = isinstance(data, DomainPair)
        settings.choose_data(UPLOAD if uploaded else data, params)
        settings.embedding, settings.k = "pca", k
        page.session_state[MARKER] = True
        state = page.session_state["state"] = PageState(
            settings,
            session_id="test",
            uploaded=data if uploaded else None,
            chosen_rows=chosen or [],
        )
        if params:
            from spl.engine.chosen_data import open_settings_data

            job = job_of(data if uploaded else open_settings_data(data), params)
            job.ensure("pca")
            job.wait(TIMEOUT)
            state.job = job
            settings.run = True
        return page.run()

    return open_it
