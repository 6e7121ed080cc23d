"""What stands under a name: the same answer from Python 3.11 to 3.14."""

import re
from pathlib import Path

import pytest

import spl
from spl.data.on_disk import exists, is_file, is_folder

PACKAGE = Path(spl.__file__).parent
OWN_NAMES = {  # these ask only for names that the program itself made or listed, or of an archive
    "engine/launch.py",
    "engine/lesson_pages.py",
    "engine/shelf.py",
    "paper/published.py",
    "data/samples.py",
    "data/images/files.py",
    "data/readers/archives.py",
}


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("file", (True, True, False)),
        ("folder", (True, False, True)),
        ("link", (True, True, False)),
        ("lost", (False, False, False)),
        ("loop", (False, False, False)),
        ("nothing", (False, False, False)),
        ("file/under", (False, False, False)),
        ("a\0b", (False, False, False)),
    ],
)
def test_what_has_a_name(name, answers, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    for link, target in (("link", "file"), ("lost", "gone"), ("loop", "loop")):
        (tmp_path / link).symlink_to(target)
    for place in (tmp_path / name, str(tmp_path / name)):
        assert (exists(place), is_file(place), is_folder(place)) == answers


@pytest.mark.parametrize("asked", [exists, is_file, is_folder])
def test_where_the_disk_refuses_to_say_it_is_raised(asked, tmp_path):
    with pytest.raises(OSError, match="too long"):
        asked(tmp_path / ("x" * 5000))


def test_an_empty_name_is_the_folder_where_we_are():
    assert is_folder("") and not is_file("")


def test_names_from_outside_are_asked_for_here():
    """A path's own methods answer otherwise in Python 3.14, which CI does not run."""
    asking = re.compile(r"\.(exists|is_file|is_dir)\(\)")
    files = [f for f in PACKAGE.rglob("*.py") if asking.search(f.read_text(encoding="utf-8"))]
    assert {f.relative_to(PACKAGE).as_posix() for f in files} <= OWN_NAMES
