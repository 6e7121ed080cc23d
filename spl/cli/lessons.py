"""`spl lessons`: all lessons as a folder of pages that play without a server or a network."""

from __future__ import annotations

import argparse
from time import monotonic

from spl.cli.arguments import Progress
from spl.cli.output import say, wrote
from spl.data.extras import EXTRAS, need
from spl.data.pace import time_left


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    lessons = commands.add_parser("lessons", help="write all lessons as pages that play from disk")
    lessons.add_argument(
        "--html", required=True, metavar="FOLDER", help="folder to write: new, empty or written so"
    )
    lessons.set_defaults(command=lessons_command)


def lessons_command(args: argparse.Namespace) -> int:
    """Write the pages; what is written before Ctrl-C is kept."""
    need("A lesson's page", *EXTRAS["embed"])
    from spl.engine.lesson_pages import check_site, site_files, write_lessons
    from spl.engine.lessons import LESSONS

    folder, progress, start, done = check_site(args.html), Progress(), monotonic(), 0
    try:
        for done, lesson in write_lessons(folder):
            left = (monotonic() - start) / done * (len(LESSONS) - done) if done else None
            rest = time_left(left, ", ")
            progress.show(done / len(LESSONS), f"{lesson.title}{rest}")
        done = len(LESSONS)
    finally:
        progress.end()
        if 0 < done < len(LESSONS):
            say(f"{done} of {len(LESSONS)} lessons are kept in {args.html}.")
    size = sum(file.stat().st_size for file in site_files(folder))
    wrote(args, "html", args.html, size)
    return 0
