"""Names, titles and numbers as the texts of figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from spl.data.pair import Array

# What plotly would read as markup or fill in, and what replaces it; & comes first.
MARKUP = {"&": "&amp;", "<": "&lt;", "%{": "&#37;{"}


def shown_name(name: object) -> str:
    """A name of a class, sample or domain as plotly shows it unchanged: ``<b>`` is not a tag.

    Parameters
    ----------
    name : object
        What `str` makes of it is shown.

    Examples
    --------
    >>> shown_name("<unk> & more"), plain_name(shown_name("<unk> & more"))
    ('&lt;unk> &amp; more', '<unk> & more')
    """
    text = str(name)
    for sign, entity in MARKUP.items():
        text = text.replace(sign, entity)
    return text


def shown_names(names: Iterable[object] | None) -> list[str]:
    """`shown_name` of each.

    Parameters
    ----------
    names : iterable, or None for none
    """
    return [] if names is None else [shown_name(name) for name in names]


def plain_name(shown: str) -> str:
    """What `shown_name` was given; plotly's subscripts as they are typed: ``S_k``.

    Parameters
    ----------
    shown : str
        A text that plotly shows.
    """
    shown = shown.replace("<sub>", "_").replace("</sub>", "")
    for sign, entity in reversed(MARKUP.items()):
        shown = shown.replace(entity, sign)
    return shown


def hover_data(*columns: object) -> Array:
    """`customdata` of marks or cells: what each hover says, as the last axis.

    Parameters
    ----------
    *columns : array-like
        Broadcast against each other, e.g. shapes (C, 1) and (C, C) for a square of cells.

    Examples
    --------
    >>> hover_data(["a", "b"], [1, 2], "unit").tolist()
    [['a', 1, 'unit'], ['b', 2, 'unit']]
    """
    arrays = (np.asarray(column, dtype=object) for column in columns)
    return np.stack(np.broadcast_arrays(*arrays), axis=-1)


def name_column(names: Iterable[object] | None) -> Array:
    """`shown_names` as a column (n, 1): `hover_data` repeats it along each row of cells.

    Parameters
    ----------
    names : iterable of n names, or None for none
    """
    return np.array(shown_names(names), dtype=object)[:, None]


def shortened(name: str, most: int = 26) -> str:
    """A name of at most `most` characters: … stands for the middle of a longer one.

    Long names often begin alike, as those of genes, folders or species do; their ends differ.

    Parameters
    ----------
    name : str
    most : int
        Characters.

    Examples
    --------
    >>> shortened("a rather long name, part 12", 16)
    'a rather…part 12'
    """
    tail = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"


def listed(names: Sequence[str], most: int) -> str:
    """The first `most` names with commas between, and how many more there are.

    Parameters
    ----------
    names : sequence of str
    most : int

    Examples
    --------
    >>> listed(["ant", "bee", "cat"], 2)
    'ant, bee and 1 more'
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def with_place(title: str, where: str) -> str:
    """A title that ends with the task or setting that it is about, if there is one.

    Parameters
    ----------
    title : str
    where : str
        The task or setting; empty if there is none.
    """
    return f"{title} · {shown_name(where)}" if where else title
