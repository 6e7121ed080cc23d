"""Parts of a link that are not used: unknown names, and what lacks the part it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields

from spl.algorithm.params import SPLParams
from spl.engine.chosen_data import UPLOAD
from spl.engine.lessons.model import OWN
from spl.engine.link_values import short
from spl.engine.settings import BESIDE, LINKED

PARAMS = tuple(f.name for f in fields(SPLParams))
NAMES = (*PARAMS, "data", "upload", *LINKED, "known", "without", "run", "compare", "camera")
FOREIGN = ("embed", "utm_", "fbclid", "gclid")  # Streamlit's, and what mail and search add


def repeated(query: Mapping[str, Collection[str]]) -> list[str]:
    """A sentence about the parts that a link has several times; the last of each is taken.

    Parameters
    ----------
    query : mapping of str to list of str
        All values of each part.

    Examples
    --------
    >>> repeated({"k": ["1", "7"], "T": ["5"], "run": ["1", "1"]})
    ["The link has 'k' several times; the last, '7', is taken."]
    """
    several = {name: list(values) for name, values in query.items() if len(set(values)) > 1}
    return [
        f"The link has {short(name)} several times; the last, {short(values[-1])}, is taken."
        for name, values in several.items()
    ]


def unused(query: Mapping[str, str]) -> list[str]:
    """Sentences about parts of a link that no part of the app reads, or that lack their other half.

    Parameters
    ----------
    query : mapping of str to str
        The link's query.

    Examples
    --------
    >>> unused({"data": "moons", "upload": "Zm9v", "lesson_step": "2"})
    ['upload belongs to data=upload, which the link does not ask for; this was left out.', \
'lesson_step belongs to a lesson, which the link does not name; this was left out.']
    """
    beside = [name for name in query if name.removeprefix(BESIDE) in PARAMS and name not in PARAMS]
    unknown = [
        short(name)
        for name in query
        if name not in NAMES and name not in beside and not name.lower().startswith(FOREIGN)
    ]
    said = []
    if unknown:
        said.append(f"Parts of the link are not known and were left out: {some(unknown)}.")
    if beside and "compare" not in query:
        said.append(
            f"{', '.join(beside[:6])} belong{'s' * (len(beside) == 1)} to a second run, which the "
            "link does not ask for with compare=tsne, umap or pca; this was left out."
        )
    if "upload" in query and query.get("data") != UPLOAD:
        said.append(
            "upload belongs to data=upload, which the link does not ask for; this was left out."
        )
    of_lesson = [name for name in ("lesson_step", "own_lesson") if query.get(name)]
    if of_lesson and not query.get("lesson"):
        said.append(
            f"{' and '.join(of_lesson)} belong{'s' * (len(of_lesson) == 1)} to a lesson, which the "
            "link does not name; this was left out."
        )
    elif "own_lesson" in of_lesson and query["lesson"] != OWN:
        said.append(
            f"own_lesson belongs to lesson={OWN}, and the link names another; this was left out."
        )
    return said


def repeated_rows(text: str, name: str) -> list[str]:
    """A sentence about rows that a part of a link names several times; the last of each is used.

    Parameters
    ----------
    text : str
        As `spl.engine.by_hand.entries_from_text` takes it.
    name : str
        Of the part.

    Examples
    --------
    >>> repeated_rows("3:1,5:2,3:4,5:2", "known")
    ['known names target row 3 several times; the last is used.']
    """
    given: dict[int, set[int]] = {}
    for entry in text.split(","):
        row, _, value = entry.partition(":")
        given.setdefault(int(row), set()).add(int(value))
    rows = [str(row) for row, values in given.items() if len(values) > 1]
    return [f"{name} names target row {some(rows)} several times; the last is used."] * bool(rows)


def some(names: Sequence[str]) -> str:
    """The first six of these names, and how many there are beyond.

    Parameters
    ----------
    names : sequence of str

    Examples
    --------
    >>> some(list("abcdefgh"))
    'a, b, c, d, e, f and 2 more'
    """
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return f"{', '.join(names[:6])}{more}"
