"""Parameters of the other methods that a user may set: ``jda:dim=50,iterations=5``."""

from __future__ import annotations

import math

from spl.methods import METHODS, Method

POSITIVE = (
    "C",
    "regularizer",
    "shrinkage",
    "entropy",
)  # a matrix has no inverse, or a problem no end, at 0
SHARES = ("between",)


def read_method(text: str) -> tuple[str, dict[str, float]]:
    """A method's name and the parameters that are set, from text.

    Parameters
    ----------
    text : str
        A key of `METHODS` in any case, then parameters behind a colon.

    Raises
    ------
    ValueError
        If the method or a parameter is not known, or a value cannot be used.

    Examples
    --------
    >>> read_method("jda:dim=50,regularizer=0.1")
    ('JDA', {'dim': 50, 'regularizer': 0.1})
    """
    name, _, rest = text.partition(":")
    found = {known.lower(): method for known, method in METHODS.items()}.get(name.strip().lower())
    if found is None:
        raise ValueError(f"{name!r} is not a method; use one of {', '.join(METHODS)}.")
    options: dict[str, float] = {}
    for part in rest.split(",") if rest.strip() else ():
        key, _, value = (side.strip() for side in part.partition("="))
        _check_name(found, key)
        if key in options:
            raise ValueError(f"{found.name} has {key} twice; give it one value.")
        options[key] = _value(found, key, value)
    return found.name, options


def most_dim(name: str, d1: int, n_source: int, n_target: int) -> int:
    """Columns of its projection that a method can have, whatever `dim` asks for.

    Parameters
    ----------
    name : str
        A key of `METHODS`.
    d1, n_source, n_target : int
        Features that it gets, and samples.
    """
    if name == "MEDA":  # a subspace of each domain, and the directions beside it
        return max(1, min(d1 // 2, n_source - 1, n_target - 1))
    return 2 * d1 if name == "JGSA" else d1  # JGSA projects both domains at once


def _check_name(method: Method, key: str) -> None:
    known = method.parameters
    if not known:
        raise ValueError(
            f"{method.name} has no parameter {key!r} of its own; it takes those of the run, such "
            "as d1, d2 and T, or none."
        )
    if key not in known:
        raise ValueError(
            f"{method.name} has no parameter {key!r}; it has "
            f"{', '.join(f'{name}={value}' for name, value in known.items())}."
        )


def _value(method: Method, key: str, text: str) -> float:
    """The value, of the type of the method's own."""
    whole = isinstance(method.parameters[key], int)
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = math.nan
    high = 1.0 if key in SHARES else 1e9
    low, fits = (1, value >= 1) if whole else (0, value > 0 if key in POSITIVE else value >= 0)
    if not fits or not value <= high:
        kind = "a whole number" if whole else "a number"
        least = f"above {low}, up" if key in POSITIVE else f"from {low}"
        raise ValueError(f"{method.name}: {key}={text} must be {kind} {least} to {high:,.0f}.")
    return value
