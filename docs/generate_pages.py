"""Write the pages that are made from the code: python docs/generate_pages.py.

`commands.md` comes from the parsers of `spl`, `class.md` from the lessons, with the answers of
their runs, and README's badges from `pyproject.toml`. On the other pages it renews what commands
and Python blocks print. Tests compare all of it with the code, so that nothing is left behind.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from badges import badges  # beside this file
from page_blocks import pages, renewed

from spl.cli.main import _parser
from spl.engine.lessons.notes import teachers_notes_markdown

DOCS = Path(__file__).parent
INTRODUCTION = """# All commands and options

`spl COMMAND --help` prints the same. [The command line](command-line.md) says what they are for.
This page is made by `docs/generate_pages.py` from the parsers of `spl`.
"""
NOTES = """The app prints these notes: Lessons, *Teacher's notes*. This page is made from the same
text by `docs/generate_pages.py`. Nothing has to be installed on the students' machines: `spl
lessons --html site/` writes the lessons as pages that play from disk, on a phone as well.
On yours, install and start the app as [README](../README.md#start) says.
"""


def commands_page() -> str:
    """Return a section for each command, with a table of what it takes."""
    (commands,) = (a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction))
    about = {action.dest: action.help for action in commands._choices_actions}
    return "\n".join([INTRODUCTION, *_sections(commands.choices, about)])


def _sections(
    parsers: dict[str, argparse.ArgumentParser], about: dict[str, str | None]
) -> Iterator[str]:
    for name, parser in parsers.items():
        text = about[name] or ""
        yield f"## spl {name}\n\n{text[0].upper()}{text[1:]}.\n"
        rows = [_row(action) for action in parser._actions if action.dest != "help"]
        if rows:
            yield "\n".join(["| give | default | what it does |", "| --- | --- | --- |", *rows, ""])


def _row(action: argparse.Action) -> str:
    """One line of the table, with what a cell would take for a border set apart."""
    value = "" if action.nargs == 0 else action.metavar or action.dest.upper()
    if action.choices is not None:
        value = "|".join(map(str, action.choices))
    if action.option_strings:
        words = f"{', '.join(action.option_strings)} {value}".strip()
    else:
        words = str(value)
    words += " …" if action.nargs == "+" or isinstance(action, argparse._AppendAction) else ""
    hidden = action.default in (None, [], argparse.SUPPRESS) or action.nargs == 0
    default = "" if hidden else f"`{action.default}`"
    told = action.help or ""
    return f"| `{words}` | {default} | {told} |".replace(words, words.replace("|", "\\|"))


def class_page() -> str:
    """Return the teacher's notes, with where they come from."""
    title, rest = teachers_notes_markdown().split("\n", 1)
    return f"{title}\n\n{NOTES}{rest}"


if __name__ == "__main__":
    if sys.argv[1:]:  # it renews all pages, whatever was meant
        sys.exit(__doc__)
    (DOCS / "commands.md").write_text(commands_page(), encoding="utf-8")
    (DOCS / "class.md").write_text(class_page(), encoding="utf-8")
    for name, svg in badges().items():
        (DOCS / "badges" / f"{name}.svg").write_text(svg, encoding="utf-8")
    for page in pages():
        with TemporaryDirectory() as folder:
            page.write_text(renewed(page, Path(folder)), encoding="utf-8")
