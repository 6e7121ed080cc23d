"""All lessons as pages that play from disk: no server, no network."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import Array, DomainPair
from spl.data.prepared import iterate_pair
from spl.data.replaced import replaced
from spl.embedding.frames import Frame, turn_onto
from spl.embedding.sequence import embed
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.chosen_data import open_settings_data
from spl.engine.lessons import LESSONS, Lesson
from spl.engine.lessons.questions import Seen
from spl.engine.lessons.tour import tour
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings
from spl.figures.palette import class_colors
from spl.measures.baselines import baseline_labels
from spl.measures.before import before_adaptation
from spl.measures.evaluation import accuracy
from spl.player.export import SavedView, standalone_html
from spl.player.playback import Playback, playback

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


@dataclass(frozen=True)
class LessonRun:
    """A lesson's runs, finished: what its page shows."""

    settings: Settings
    seen: Seen
    plays: tuple[Playback, ...]  # left, and right where two settings are compared
    last: Frame  # of the left run, for the thumbnail


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
    if path.exists() and not path.is_dir():
        raise ValueError(f"--html {folder} is a file; give the name of a folder.")
    index = path / "index.html"
    own = index.is_file() and MARK in index.read_text(encoding="utf-8", errors="replace")
    others = path.is_dir() and any(not file.name.startswith(".") for file in path.iterdir())
    if others and not own:  # a folder under git, or of a Mac, has hidden files: none has our names
        raise ValueError(
            f"--html {folder} holds files that are not lessons of ours, which could be "
            "overwritten; give an empty or a new folder."
        )
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or "not possible"
        raise ValueError(f"--html {folder} cannot be made ({reason}); give another.") from None
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


def run_lesson(lesson: Lesson) -> LessonRun:
    """Run what a lesson shows, to its end.

    Parameters
    ----------
    lesson : Lesson
    """
    settings, _ = settings_from_query(lesson.query)
    pair = open_settings_data(settings.data)
    labels = baseline_labels(pair, settings.params)
    hand = settings.hand
    states, frames = _run(pair, settings.params, settings.embedding, hand)
    last = _last(frames)
    plays = [_packed(pair, states, frames, settings.params, labels, hand)]
    beside: list[SPLState] = []
    if settings.compare is not None:
        beside, right = _run(pair, settings.compare, settings.compare_embedding)
        right = turn_onto(right, _last(right), last)
        plays.append(_packed(pair, beside, right, settings.compare, labels))
    return LessonRun(settings, Seen(pair, states, beside, labels), tuple(plays), last)


def _run(
    pair: DomainPair, params: SPLParams, method: str, hand: ByHand = NOTHING
) -> tuple[list[SPLState], list[Frame]]:
    given = hand.labels(pair), dict(hand.without)
    states = list(iterate_pair(pair, params, *given))
    return states, list(embed(states, method, pair, params=params))


def _last(frames: list[Frame]) -> Frame:
    return max(frames, key=lambda frame: frame.k)


def _packed(
    pair: DomainPair,
    states: list[SPLState],
    frames: list[Frame],
    params: SPLParams,
    labels: dict[str, Array],
    hand: ByHand = NOTHING,
) -> Playback:
    best = {} if pair.yt is None else {n: accuracy(y, pair.yt) for n, y in labels.items()}
    before = before_adaptation(pair, params)
    known, without = dict(hand.known), dict(hand.without)
    told = partial(playback, params=params, before=before, baselines=best)
    return told(pair, states, frames, known=known, without=without)


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
