"""README and docs: what they show is what runs, what they link to is there, and the site builds."""

import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import warnings
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest
from badges import badges  # of docs/, as are the next two
from generate_pages import class_page, commands_page
from page_blocks import Shown, differences, pages, run_page

from spl.cli.main import _parser

ROOT = Path(__file__).parents[2]
FOLDERS = ("", "docs", "docs/examples", "spl", "tests", "tests/benchmarks", "sample_data")
MARKDOWN = [page for folder in FOLDERS for page in sorted((ROOT / folder).glob("*.md"))]
EXAMPLES = sorted((ROOT / "docs/examples").glob("*.py"))
FENCE = re.compile(r"^```.*?^```$", flags=re.S | re.M)
RENEW = "run `python docs/generate_pages.py` and look at what it changes"


def name(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", pages(), ids=name)
def test_what_a_page_shows_is_what_is_printed(page, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown = list(run_page(page, tmp_path))
    assert shown
    assert [line for part in shown for line in differences(part)] == [], RENEW


def test_readme_has_a_run_that_adapts_and_fits_a_screen(tmp_path):
    (shown,) = run_page(ROOT / "README.md", tmp_path)
    first, *_, last = (float(line.split()[2].rstrip("%")) for line in shown.printed.splitlines())
    assert last > first + 5
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


@pytest.mark.parametrize(
    ("said", "printed", "same"),
    [
        ("  0  92  78.5%     6.03\n", "  0  93  78.1%    11.20\n", True),
        ("  0  92  78.5%     6.03\n", "  0  92  70.1%     6.03\n", False),
        ("0 0 0.875\n", "0 0 0.801\n", False),
        ("k = 1: 512 of 600\n", "k = 1: 519 of 600\n", True),
        ("wrote a.csv\n", "wrote b.csv\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\nd\n", "a\nb\nd\n", False),
    ],
)
def test_only_last_digits_and_times_may_differ(said, printed, same):
    assert (differences(Shown(0, 0, said, printed)) == []) is same


def test_commands_of_blocks_that_are_not_run_exist():
    """Their options, too; `*.npz` and the like are names as any other here."""
    found = 0
    for page in MARKDOWN:
        for block in re.findall(
            r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.S | re.M
        ):
            for command in re.split(r"\n|&&", block):
                words = shlex.split(command, comments=True)
                if words[:1] == ["spl"]:
                    _parser().parse_args(words[1:])
                    found += 1
    assert found > 15


def test_the_badges_say_what_the_project_says():
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    for badge, svg in badges().items():
        assert f"(docs/badges/{badge}.svg)" in shown
        assert (ROOT / "docs/badges" / f"{badge}.svg").read_text(encoding="utf-8") == svg, RENEW


def test_the_list_of_commands_is_that_of_the_parsers():
    assert (ROOT / "docs/commands.md").read_text(encoding="utf-8") == commands_page(), RENEW


def test_the_class_page_has_the_words_of_the_lessons():
    """Answers are computed from runs, whose last digits depend on the machine."""
    kept, made = (
        re.sub(r"<br> \*.*?\* ", "", text)
        for text in ((ROOT / "docs/class.md").read_text(encoding="utf-8"), class_page())
    )
    assert kept == made, RENEW


@pytest.mark.parametrize("script", EXAMPLES, ids=name)
def test_an_example_runs(script, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script)])
    runpy.run_path(str(script), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 5


def test_an_example_writes_the_page_that_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["another_method.py", str(tmp_path / "page.html")])
    runpy.run_path(str(ROOT / "docs/examples/another_method.py"), run_name="__main__")
    assert "CORAL" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_notebook_runs_with_the_extra_that_it_names(monkeypatch):
    monkeypatch.setitem(sys.modules, "ot", None)  # of another extra: not there
    notebook = json.loads((ROOT / "docs/examples/show.ipynb").read_text(encoding="utf-8"))
    cells = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    names = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    assert list(names["frames"]) == ["features", "CORAL"]


def test_a_site_of_lessons_and_one_of_the_documentation_have_their_own_folders():
    build = runpy.run_path(str(ROOT / "docs/build.py"))
    said = re.search(r"lessons --html (\w+)/", (ROOT / "docs/command-line.md").read_text())[1]
    assert build["SITE"] != ROOT / said


def test_the_gallery_has_six_small_pictures_with_a_text_for_each():
    shown = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^\]]{30,})\]\((gallery/[^)]+)\)", shown)
    assert len(pictures) == 6
    for _, picture in pictures:
        assert (ROOT / "docs" / picture).stat().st_size < 150_000
    assert (ROOT / "docs/icons.gif").stat().st_size < 1_500_000


def test_the_paper_cites_what_its_list_has():
    cited = set(re.findall(r"@(\w+)", (ROOT / "docs/paper.md").read_text(encoding="utf-8")))
    listed = re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/paper.bib").read_text("utf-8"), re.M)
    assert cited == set(listed) and len(listed) == len(cited)


def test_every_example_is_in_the_list():
    listed = (ROOT / "docs/examples/README.md").read_text(encoding="utf-8")
    for script in EXAMPLES:
        assert f"({script.name})" in listed


def anchors(page):
    """The anchors that GitHub and the site give to a page's headings."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for heading in re.findall(r"^#+ (.*)$", text, flags=re.M):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        yield words.strip().replace(" ", "-")


@pytest.mark.parametrize("page", MARKDOWN, ids=name)
def test_links_lead_somewhere(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    text = re.sub(r"`[^`]*`", "", text)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:|mailto:", link):
            continue
        place, _, anchor = unquote(link).partition("#")
        target = page.parent / place if place else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


class Requests(HTMLParser):
    """What a page loads or leads to."""

    def __init__(self):
        super().__init__()
        self.loaded, self.links = [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag in ("script", "img", "iframe") and given.get("src"):
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])


@pytest.mark.skipif(
    not (find_spec("sphinx") and find_spec("myst_parser") and find_spec("furo")),
    reason="the extra `docs` is not installed",
)
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["a", "b"], "'a' 'b': give one folder, or none for"),
        ([""], "'': give one folder"),
        (["--foo"], "'--foo': give one folder"),
        (["docs"], "docs holds other files than this site"),
        (["README.md"], "README.md is a file; give a folder"),
        (["--help"], "python docs/build.py [FOLDER]"),
    ],
)
def test_the_site_is_not_built_over_other_files(arguments, sentence):
    command = [sys.executable, "docs/build.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and sentence in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("generate_pages.py", "python docs/generate_pages.py"),
        ("make_pictures.py", r"nope: no such picture|is not installed; run python -m pip install"),
    ],
)
def test_scripts_of_the_documentation_do_nothing_on_a_wrong_word(script, sentence):
    command = [sys.executable, f"docs/{script}", "nope"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and re.search(sentence, done.stderr)
    assert "Traceback" not in done.stderr


def test_the_site_says_what_it_needs(monkeypatch):
    build = runpy.run_path(str(ROOT / "docs/build.py"))
    monkeypatch.setitem(build["refused"].__globals__, "find_spec", lambda name: None)
    assert build["refused"]([]).startswith("Sphinx is not installed; run python -m pip install")


def test_the_site_builds_and_asks_no_other_machine(tmp_path):
    # In a process of its own: Sphinx's own warnings are not ours, and its extensions stay apart.
    command = [sys.executable, str(ROOT / "docs/build.py"), str(tmp_path)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for page in sorted(tmp_path.rglob("*.html")):
        seen = Requests()
        seen.feed(page.read_text(encoding="utf-8"))
        assert not [address for address in seen.loaded if re.match(r"https?:|//", address)]
        for link in seen.links:
            place = unquote(link.partition("#")[0].partition("?")[0])
            if place and not re.match(r"\w+:|//", place):
                assert (page.parent / place).exists(), (page.name, link)
    reference = (tmp_path / "docs/api.html").read_text(encoding="utf-8")
    assert "Run SPL and yield its state after each iteration" in reference
