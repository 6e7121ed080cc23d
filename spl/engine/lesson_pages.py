"""All lessons as pages that play from disk: no server, no network."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from PIL import Image, ImageDraw

from spl.data.on_disk import exists, is_file, is_folder
from spl.data.replaced import replaced
from spl.embedding.frames import Frame
from spl.engine.lesson_run import LessonRun, run_lesson
from spl.engine.lessons import LESSONS, Lesson
from spl.engine.lessons.questions import Seen
from spl.engine.lessons.tour import tour
from spl.figures.palette import class_colors
from spl.player.export import SavedView, standalone_html

MARK = '<meta name="generator" content="spl lessons">'  # by which our own folder is known again
THUMBNAIL = (360, 220)  # pixels
_INDEX = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{mark}
<title>Lessons on domain adaptation</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; padding: 16px; max-width: 1150px;
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }}
ul {{ list-style: none; padding: 0; display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 310px), 1fr)); }}
li {{ border: 1px solid #8888; border-radius: 8px; padding: 14px; }}
img {{ width: 100%; height: auto; border-radius: 6px; background: #fff; }}
h2 {{ font-size: 19px; margin: 8px 0; }}
p {{ margin: 0; }}
</style>
</head>
<body>
<h1>Lessons on domain adaptation</h1>
<p>Each page plays a run of SPL, asks about it, and works without a network.</p>
<ul>
{cards}
</ul>
</body>
</html>
"""
_CARD = """<li><a href="{file}.html"><img src="{file}.png" alt="" width="{w}" height="{h}"></a>
<h2><a href="{file}.html">{title}</a></h2>
<p>{text}</p></li>"""


def check_site(folder: str | Path) -> Path:
    """Return the folder to write to.

    Parameters
    ----------
    folder : path
        It need not exist; its parent must.

    Raises
    ------
    ValueError
        If it has no name, cannot be made, or holds other things than lessons that this function's
        caller wrote.
    """
    if not str(folder):
        raise ValueError("--html is empty; give the name of a folder.")
    path = Path(folder)
    if exists(path) and not is_folder(path):
        raise ValueError(f"--html {folder} is a file; give the name of a folder.")
    index = path / "index.html"
    own = is_file(index) and MARK in index.read_text(encoding="utf-8", errors="replace")
    others = is_folder(path) and any(not file.name.startswith(".") for file in path.iterdir())
    if others and not own:  # a folder under git, or of a Mac, has hidden files: none has our names
        raise ValueError(
            f"--html {folder} holds files that are not lessons of ours, which could be "
            "overwritten; give an empty or a new folder."
        )
    try:
        path.mkdir(exist_ok=True)
        with TemporaryFile(dir=path):
            pass
    except OSError as error:
        reason = error.strerror or "not possible"
        raise ValueError(f"--html {folder} cannot be written ({reason}); give another.") from None
    return path


def write_lessons(folder: Path) -> Iterator[tuple[int, Lesson]]:
    """Write one lesson after the other, and the index of those that are there.

    Parameters
    ----------
    folder : Path
        As `check_site` returned it.

    Yields
    ------
    number of finished lessons, the one that comes next
        Before each lesson: a caller that stops keeps what is written.
    """
    _write_index(folder)  # first: the folder is known as ours whenever this is stopped
    for i, lesson in enumerate(LESSONS):
        yield i, lesson
        run = run_lesson(lesson)
        with replaced(folder / f"{file_name(lesson)}.png") as beside:
            beside.write_bytes(thumbnail(run.seen, run.last))
        with replaced(folder / f"{file_name(lesson)}.html") as beside:
            beside.write_text(lesson_page(lesson, run), encoding="utf-8")
        _write_index(folder)


def _write_index(folder: Path) -> None:
    """Write the list of the lessons whose pages are there, some perhaps from an earlier call."""
    there = tuple(x for x in LESSONS if (folder / f"{file_name(x)}.html").is_file())
    with replaced(folder / "index.html") as beside:
        beside.write_text(index_page(there), encoding="utf-8")


def site_files(folder: Path) -> list[Path]:
    """The files of the lessons that are there, without what else the folder holds.

    Parameters
    ----------
    folder : Path
    """
    names = [file_name(lesson) for lesson in LESSONS]
    files = [
        folder / "index.html",
        *(folder / f"{n}{end}" for n in names for end in (".html", ".png")),
    ]
    return [file for file in files if file.is_file()]


def file_name(lesson: Lesson) -> str:
    """The name of a lesson's files, without an ending.

    Parameters
    ----------
    lesson : Lesson
    """
    return re.sub(r"\W+", "-", lesson.key)


def lesson_page(lesson: Lesson, run: LessonRun) -> str:
    """A page with the player, which leads through the lesson's steps, and its text.

    Parameters
    ----------
    lesson : Lesson
    run : LessonRun
        What `run_lesson` returned for it.
    """
    text = html.escape(lesson.text)
    return standalone_html(
        run.plays[0],
        lesson.title,
        compare=run.plays[1] if len(run.plays) > 1 else None,
        view=SavedView(k=run.settings.k, color_by=run.settings.color_by),
        tour={**tour(lesson, run.seen), "at": 0, "opened": ""} if lesson.steps else None,
        below=f'<p style="max-width: 110ch">{text}</p>\n<nav>{_neighbours(lesson)}</nav>',
    )


def _neighbours(lesson: Lesson) -> str:
    """Links to the index and to the lessons before and after."""
    at = LESSONS.index(lesson)
    links = ['<a href="index.html">All lessons</a>']
    for i, word in ((at - 1, "Before"), (at + 1, "Next")):
        if 0 <= i < len(LESSONS):
            title = html.escape(LESSONS[i].title)
            links.append(f'{word}: <a href="{file_name(LESSONS[i])}.html">{title}</a>')
    return " · ".join(links)


def index_page(lessons: tuple[Lesson, ...]) -> str:
    """The page that lists the lessons.

    Parameters
    ----------
    lessons : tuple of Lesson
    """
    w, h = THUMBNAIL
    cards = "\n".join(
        _CARD.format(
            file=file_name(x), title=html.escape(x.title), text=html.escape(x.text), w=w, h=h
        )
        for x in lessons
    )
    return _INDEX.format(mark=MARK, cards=cards)


def thumbnail(seen: Seen, frame: Frame) -> bytes:
    """The last frame as a small PNG: source samples as rings, target samples as crosses.

    Parameters
    ----------
    seen : Seen
    frame : Frame
        xy of shape (n_source + n_target, 2).
    """
    w, h = THUMBNAIL
    low, high = frame.xy.min(axis=0), frame.xy.max(axis=0)
    scale = min((w - 20) / (high[0] - low[0]), (h - 20) / (high[1] - low[1]))
    at = np.array([w, h]) / 2 + (frame.xy - (low + high) / 2) * [scale, -scale]
    colors = class_colors(seen.pair.n_classes, dark=False)
    labels = np.concatenate([seen.pair.ys, seen.states[-1].labels])
    image = Image.new("RGB", THUMBNAIL, "white")
    pen = ImageDraw.Draw(image)
    for i in np.random.default_rng(0).permutation(len(at)):  # so that no domain covers the other
        x, y = at[i]
        color = colors[labels[i]] if labels[i] >= 0 else "#8a8f98"
        if i < seen.pair.n_source:
            pen.ellipse((x - 2, y - 2, x + 2, y + 2), outline=color)
        else:
            pen.line((x - 2, y, x + 2, y), fill=color)
            pen.line((x, y - 2, x, y + 2), fill=color)
    buffer = io.BytesIO()
    image.quantize(64).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
