"""Teacher's notes: 45 minutes with some of the lessons, their questions and answers.

The app gives them as a page to print; `docs/generate_pages.py` writes the same as Markdown.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from spl.engine.lessons import Lesson, find_lesson
from spl.engine.lessons.seen import seen_of
from spl.engine.lessons.tour import tour

OPENING, CLOSING = 5, 4  # minutes
TITLE = "SPL in 45 minutes: teacher's notes"
START = (
    "Open the app's Lessons page on the projector and follow these lessons. Before each point the "
    "app asks a question: let the class vote, enter its answer, then press Next (n). Press i to go "
    "inside an iteration. The answers below were computed on the same runs."
)
IDEA = (
    "A classifier learnt from one domain often fails on another. SPL labels the unlabelled target "
    "step by step, from its most confident labels on (Wang & Breckon, AAAI 2020)."
)
END = "Ask what the class would check before it trusts labels of a target without true labels."
PLAN: Mapping[str, int] = {"easy shift": 8, "icons": 8, "selection": 7, "matching": 6, "failure": 7}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ margin: 0 auto; padding: 16px 24px; max-width: 900px; color: #111; background: #fff;
  font: 15px/1.45 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }}
h1 {{ font-size: 24px; }} h2 {{ font-size: 18px; margin: 22px 0 4px; break-after: avoid; }}
li {{ margin: 6px 0; break-inside: avoid; }}
.ask {{ font-weight: 600; }} .answer {{ background: #eef2f7; padding: 0 4px; }}
.link {{ color: #444; font-size: 13px; overflow-wrap: anywhere; }}
@media print {{ body {{ padding: 0; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{start}</p>
<h2>Opening · {opening} minutes</h2>
<p>{idea}</p>
{lessons}
<h2>Closing · {closing} minutes</h2>
<p>{end}</p>
</body>
</html>
"""


def planned_lessons() -> Iterator[tuple[Lesson, int, list[dict[str, Any]]]]:
    """Yield each lesson of the plan, its minutes and its steps with their answers: it runs them."""
    for key, minutes in PLAN.items():
        lesson = find_lesson(key)
        assert lesson is not None  # a test holds the plan
        yield lesson, minutes, tour(lesson, seen_of(lesson))["steps"]


def teachers_notes() -> str:
    """Return the notes as one HTML page; it takes the seconds of the runs."""
    said = {"title": TITLE, "start": START, "idea": IDEA, "end": END}
    return _PAGE.format(
        opening=OPENING,
        closing=CLOSING,
        lessons="\n".join(_of_lesson(*planned) for planned in planned_lessons()),
        **{name: html.escape(text, quote=False) for name, text in said.items()},
    )


def teachers_notes_markdown() -> str:
    """Return the same notes as Markdown."""
    parts = [f"# {TITLE}", START, f"## Opening · {OPENING} minutes", IDEA]
    for lesson, minutes, steps in planned_lessons():
        parts += [f"## {lesson.title} · {minutes} minutes", lesson.text]
        parts += ["\n".join(f"{n}. {_step_in_markdown(step)}" for n, step in enumerate(steps, 1))]
    parts += [f"## Closing · {CLOSING} minutes", END]
    return "\n\n".join(parts) + "\n"


def _step_in_markdown(step: dict[str, Any]) -> str:
    asked = step["question"]
    if asked is None:
        return str(step["text"])
    options = "".join(f" □ {words}" for words in asked.get("options", ()))
    return f"**{asked['text']}**{options}<br> *{asked['told']}* {step['text']}"


def _of_lesson(lesson: Lesson, minutes: int, steps: list[dict[str, Any]]) -> str:
    link = urlencode(lesson.query | {"lesson": lesson.key})
    return (
        f"<h2>{html.escape(lesson.title)} · {minutes} minutes</h2>\n"
        f"<p>{html.escape(lesson.text)}</p>\n"
        f'<p class="link">Link: …/?{html.escape(link)}</p>\n'
        f"<ol>\n{''.join(map(_of_step, steps))}</ol>"
    )


def _of_step(step: dict[str, Any]) -> str:
    asked = step["question"]
    said = html.escape(step["text"])
    if asked is None:
        return f"<li>{said}</li>\n"
    options = "".join(f" □ {html.escape(words)}" for words in asked.get("options", ()))
    return (
        f'<li><span class="ask">{html.escape(asked["text"])}</span>{options}<br>'
        f'<span class="answer">{html.escape(asked["told"])}</span> {said}</li>\n'
    )
