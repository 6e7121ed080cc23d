"""What pages tell a screen reader where only the eye would see that something has changed."""

import pandas as pd
import pytest

from spl.ui.app.heard import tell_page_and_run
from spl.ui.app.sidebar import session
from spl.ui.app.state import page_state
from spl.ui.shared import drilldown


class Run:
    learned, states = False, [None] * 5


@pytest.fixture
def told(monkeypatch):
    """What is told of a page, with a run of this session or none."""
    from spl.engine.settings import Settings
    from spl.ui.app.state import PageState, open_state

    monkeypatch.setattr("streamlit.session_state", {})
    open_state(PageState(Settings()))
    words = []
    monkeypatch.setattr("spl.ui.app.heard.tell", lambda *lines: words.append(lines))
    monkeypatch.setattr(session, "job", lambda: page_state().job)
    monkeypatch.setattr(session, "awaits", lambda job: not job.learned)

    def tell(title="Data", has_player=False):
        tell_page_and_run(title, has_player)
        return words[-1]

    return tell


def test_another_page_is_named_and_the_first_one_is_not(told):
    assert [told(t)[0] for t in ("Data", "Data", "Classes", "Data")] == [
        "", "", "Classes page.", "Data page.",
    ]  # fmt: skip


def test_a_run_is_heard_to_begin_and_to_end_and_an_old_one_is_not(told):
    assert told()[1] == ""
    page_state().job = run = Run()
    assert told()[1] == "The run has begun."
    run.learned = True
    ended = "The run has ended: iterations 0 to 4 are there."
    assert told()[1] == ended and told("Classes")[1] == ended
    assert told("Alignment", has_player=True)[1] == ""
    page_state().run_heard = ""  # another session's: it had ended before
    assert told()[1] == ""


def test_cells_are_read_as_they_are_shown():
    table = pd.DataFrame({"share": [49.35064935, float("nan")], "n": [3, 4], "PL": ["✓", "✗"]})
    columns = {"share": drilldown.NUMBER(format="%.1f"), "n": drilldown.NUMBER(format="%d")}
    shown = drilldown.as_read(table, columns)
    assert shown["share"][0] == 49.4 and shown["share"].isna()[1]
    assert list(shown["n"]) == [3, 4] and list(shown["PL"]) == ["✓ yes", "✗ no"]
    assert table["share"][0] == 49.35064935  # its CSV has all digits


def test_sizes_of_files_are_told(open_page, tmp_path):
    page = open_page("data", "moons")
    page.session_state["state"].data_kind = "Own files"
    page.session_state["_through_app"] = True
    page.run()
    rows = "\n".join(f"{i},{i % 3},{'ab'[i % 2]}" for i in range(12))
    for role in ("source", "target"):
        given = (f"{role}.csv", f"x,y,label\n{rows}\n".encode(), "text/csv")
        page.file_uploader(key=f"upload_{role}").set_value(given)
    page.session_state["_through_app"] = True
    page.run()
    (words,) = [m.value for m in page.markdown if "role=" in m.value]
    assert words.startswith('<p role="status" class="spl-heard">What was understood. Source: 12 ')
