"""Odd files on the Data page: one sentence each, no exception, and the app goes on."""

import re
import threading
import time

import pytest
from bad_inputs import arrays, labels, tables

from spl.data.readers.files import read_features
from spl.ui.app.shell import MARKER

TYPE = "application/octet-stream"
CASES = [
    case
    for case in (*arrays.CASES, *labels.CASES, *tables.CASES)
    if not case.options and len(case.files) == 2
]
GROUPS = [CASES[i : i + 25] for i in range(0, len(CASES), 25)]


def upload(page, files):
    keys = ("upload_source", "upload_target")
    for key, (name, content) in zip(keys, files, strict=True):
        page.file_uploader(key=key).set_value((name, content, TYPE))
    page.session_state[MARKER] = True
    page.run()


def shown_text(page):
    """All sentences of the page: errors, notes and what its boxes offer."""
    kinds = (page.error, page.warning, page.info, page.success, page.caption, page.markdown)
    texts = [element.value for kind in kinds for element in kind]
    return " ".join([*texts, *(box.label for box in page.checkbox)])


def words(text):
    """What is said, without signs that only tell Markdown what is not Markdown."""
    return re.sub(r"[\W_]+", " ", text.removeprefix("Caution:")).strip().lower()


@pytest.mark.parametrize("cases", GROUPS, ids=range(len(GROUPS)))
def test_each_pair_of_files_is_refused_in_a_sentence_or_offered(open_page, cases):
    page = open_page("data", "moons")
    page.session_state["state"].data_kind = "Own files"
    page.session_state["state"].choices["upload_way"] = "Features"
    page.session_state[MARKER] = True
    page.run()
    for case in cases:
        upload(page, case.files)
        assert not page.exception, (case.name, page.exception)
        offered = any(button.key == "use_upload" for button in page.button)
        assert offered or page.error, case.name
        assert offered or case.says is not None, (case.name, [e.value for e in page.error])
        shown = shown_text(page)
        expected = case.notes if offered else (case.says,)
        for sentence in () if offered and case.says else expected:
            sentence = sentence.partition("(--label")[0]  # the page says where its own choice is
            assert words(sentence) in words(shown), (case.name, shown)


ODD_TYPES = {
    "a.xlsx": (arrays.packed(), "is a spreadsheet, which is not read; save the sheet"),
    "a.csv.gz": (b"\x1f\x8b\x08" + bytes(40), "is compressed; unpack it"),
    "a.pkl": (b"\x80\x04]\x94.", "looks like a Python pickle, which is never opened"),
    "a.json": (b'{"X": [[1, 2]]}', "is JSON, which is not read"),
    "a": (b"1,2\n3,4\n", "is a file of an unknown kind"),
}


@pytest.mark.parametrize("name", ODD_TYPES)
def test_a_file_of_any_type_gets_the_readers_sentence(open_page, name):
    page = open_page("data", "moons")
    page.session_state["state"].data_kind = "Own files"
    page.session_state[MARKER] = True
    page.run()
    content, says = ODD_TYPES[name]
    uploader = page.file_uploader(key="upload_source")
    assert not uploader.proto.type  # Streamlit, too, lets any through
    uploader.set_value((name, content, TYPE))
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception and words(says) in words(shown_text(page))


def test_a_file_that_hangs_does_not_keep_another_from_being_read(monkeypatch):
    refused = []

    def hang():
        try:
            read_features(arrays.file("hang_min.h5"))
        except ValueError as error:
            refused.append(str(error))

    visitor = threading.Thread(target=hang)
    start = time.monotonic()
    visitor.start()
    good = read_features(("good.h5", arrays.h5(X=arrays.XS, y=arrays.YS)))
    assert good.X.shape == (24, 6)
    assert visitor.is_alive() and time.monotonic() - start < 8  # a quarter of a second when idle
    visitor.join(60)
    assert refused and "it was still being read after 10 seconds" in refused[0]
