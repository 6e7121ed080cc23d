"""`spl lessons --html`: what is written, refused and kept. tests/browser opens the pages."""

import io
import json
import re

import pytest
from PIL import Image

from spl.cli.main import main
from spl.engine import lesson_pages, lessons
from spl.engine.lesson_pages import check_site, file_name
from spl.engine.lesson_run import run_lesson
from spl.engine.lessons import LESSONS

QUICK = tuple(x for x in lessons.LESSONS if x.key in ("easy shift", "matching"))


@pytest.fixture
def two_lessons(monkeypatch):
    for module in (lesson_pages, lessons):
        monkeypatch.setattr(module, "LESSONS", QUICK)


def test_each_lesson_has_its_page_text_questions_and_picture(two_lessons, tmp_path, capsys):
    site = tmp_path / "site"
    assert main(["lessons", "--html", str(site)]) == 0
    told = capsys.readouterr().err
    assert re.search("about .* left|almost done", told) and "wrote" in told
    names = {f"{file_name(x)}.{end}" for x in QUICK for end in ("html", "png")}
    assert {file.name for file in site.iterdir()} == {"index.html", *names}
    index = (site / "index.html").read_text(encoding="utf-8")
    for lesson in QUICK:
        page = (site / f"{file_name(lesson)}.html").read_text(encoding="utf-8")
        assert f'href="{file_name(lesson)}.html"' in index and lesson.title in page
        header = re.search(r'id="spl-header">(.*?)</script>', page, re.DOTALL)[1]
        steps = json.loads(header)["tour"]["steps"]
        assert [step["text"] for step in steps] == [step.text for step in lesson.steps]
        asked = [step["question"]["told"] for step in steps if step["question"]]
        assert len(asked) == sum(step.question is not None for step in lesson.steps) > 0
        picture = Image.open(io.BytesIO((site / f"{file_name(lesson)}.png").read_bytes()))
        assert (
            picture.size == lesson_pages.THUMBNAIL and len(picture.convert("RGB").getcolors()) > 3
        )
    assert main(["lessons", "--html", str(site), "--quiet"]) == 0  # our own folder: written anew
    assert capsys.readouterr().err == ""


def test_a_text_says_where_it_is_about_what_only_the_app_has():
    for lesson in lessons.LESSONS:
        for text in (lesson.text, *(step.text for step in lesson.steps)):
            if re.search("sidebar|“By hand”|Scores", text):
                assert re.search("the app\\b", text), text


def test_what_is_written_before_ctrl_c_is_kept(two_lessons, tmp_path, monkeypatch, capsys):
    run = lesson_pages.run_lesson

    def stopped(lesson):
        if lesson is QUICK[1]:
            raise KeyboardInterrupt
        return run(lesson)

    monkeypatch.setattr(lesson_pages, "run_lesson", stopped)
    assert main(["lessons", "--html", str(tmp_path / "site")]) == 130
    assert "1 of 2 lessons are kept in" in capsys.readouterr().err
    first = file_name(QUICK[0])
    found = {file.name for file in (tmp_path / "site").iterdir()}
    assert found == {"index.html", f"{first}.html", f"{first}.png"}
    assert file_name(QUICK[1]) not in (tmp_path / "site" / "index.html").read_text()
    (tmp_path / "site" / f"{file_name(QUICK[1])}.html").write_text("of an earlier call")
    assert main(["lessons", "--html", str(tmp_path / "site")]) == 130
    assert file_name(QUICK[1]) in (tmp_path / "site" / "index.html").read_text()


def test_a_folder_is_ours_from_the_first_moment(two_lessons, tmp_path, monkeypatch):
    def stopped(lesson):
        raise KeyboardInterrupt

    site = tmp_path / "site"
    with monkeypatch.context() as patched:
        patched.setattr(lesson_pages, "run_lesson", stopped)
        assert main(["lessons", "--html", str(site)]) == 130
    assert check_site(site) == site and "<li>" not in (site / "index.html").read_text()


def test_a_folder_under_git_may_be_given(tmp_path):
    for name in (".git", ".DS_Store"):
        (tmp_path / name).mkdir()
    assert check_site(tmp_path) == tmp_path


def test_folders_of_others_are_refused(tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("<title>My own site</title>")
    for name, words in [
        ("mine", "holds files that are not lessons of ours"),
        ("mine/index.html", "is a file"),
        ("none/site", "cannot be written"),
    ]:
        with pytest.raises(ValueError, match=words):
            check_site(tmp_path / name)
        assert main(["lessons", "--html", str(tmp_path / name)]) == 2
    with pytest.raises(ValueError, match="--html is empty"):
        check_site("")
    assert (tmp_path / "mine" / "index.html").read_text() == "<title>My own site</title>"
    assert capsys.readouterr().err.count("\n") == 3


def test_given_labels_are_given_to_the_run_on_the_left():
    lesson = next(lesson for lesson in LESSONS if lesson.key == "labels hurt")
    run = run_lesson(lesson)
    left, right = (play.header["hand"] for play in run.plays)
    assert len(left["known"]) == 3 and not right
    rows = [row for row, _ in run.settings.hand.known]
    assert run.seen.states[0].selected[rows].all() and not run.seen.beside[0].selected.any()
    assert (run.seen.states[-1].labels != run.seen.beside[-1].labels).any()
