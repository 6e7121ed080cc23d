"""Lists that users give to experiments: of settings, pairs or results, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, TypeVar

T = TypeVar("T")
NO_LISTS = (str, bytes, Mapping, Set)  # letters and keys are not what was meant; a set has no order


def all_given(kind: type[T], given: Iterable[T], name: str) -> list[T]:
    """The items of a list or an iterator.

    Parameters
    ----------
    kind : type
        What each of them should be.
    given : iterable
    name : str
        What messages call it.

    Raises
    ------
    ValueError
        If it is not a list, or an item is of another type.

    Examples
    --------
    >>> all_given(float, iter([1.5, 2.5]), "sizes")
    [1.5, 2.5]
    >>> all_given(float, [1.5, "2"], "sizes")
    Traceback (most recent call last):
        ...
    ValueError: sizes[1] is a str; give a list in which each is a float.
    """
    if isinstance(given, kind):
        raise ValueError(f"{name} is a single {kind.__name__}; give a list, [{name}].")
    wanted = f"give a list in which each is a {kind.__name__}."
    items = _listed(given, name, wanted)
    for i, item in enumerate(items):
        if not isinstance(item, kind):
            raise ValueError(f"{name}[{i}] is a {type(item).__name__}; {wanted}")
    return items


def one_given(kind: type[T], given: T, name: str) -> T:
    """The same thing, if it is of this type.

    Parameters
    ----------
    kind : type
    given : object
    name : str
        What messages call it.

    Raises
    ------
    ValueError
        If it is of another type.
    """
    if not isinstance(given, kind):
        raise ValueError(f"{name} is a {type(given).__name__}; give a {kind.__name__}.")
    return given


def values_given(given: Iterable[Any], name: str) -> list[Any]:
    """The values of a list or an iterator, at least one.

    Parameters
    ----------
    given : iterable
    name : str
        What messages call it.

    Raises
    ------
    ValueError
        If it is not a list, or is empty.
    """
    values = _listed(given, name, f"give a list of values, such as {name}=[…].")
    if not values:
        raise ValueError(f"{name} has no value; give at least one.")
    return values


def _listed(given: Any, name: str, wanted: str) -> list[Any]:
    try:
        items = None if isinstance(given, NO_LISTS) else list(given)
    except TypeError:
        items = None
    if items is None:
        raise ValueError(f"{name} is a {type(given).__name__}; {wanted}")
    return items
