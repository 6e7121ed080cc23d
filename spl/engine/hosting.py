"""`spl app --hosted`: what a public server with 1 GB of memory bears, and what it says about it.

The mode belongs to the process and is read once: ``SPL_HOSTED=1`` is set before the server starts.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from spl.data.pair import DomainPair

VARIABLE = "SPL_HOSTED"
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True)
class Limits:
    """The bounds of a hosted app; each is set by ``SPL_HOSTED_`` and its name in capitals."""

    upload_mb: int = 20  # of one file
    samples: int = 5_000  # source and target together
    t: int = 20  # iterations
    waiting: int = 8  # pieces of work in the queue
    memory_mb: int = 60  # of each cache

    def __str__(self) -> str:
        return (
            "This is a hosted app: PCA and t-SNE without UMAP, files of at most "
            f"{self.upload_mb:,} MB, {self.samples:,} samples and T = {self.t}. Installed on your "
            "own machine it has none of these limits."
        )

    def too_many(self, n: int) -> str:
        """Why so many samples are refused, in one sentence; empty if they are not.

        Parameters
        ----------
        n : int
            Source and target samples together.
        """
        if n <= self.samples:
            return ""
        return (
            f"The data have {n:,} samples and a hosted app takes {self.samples:,}, source and "
            "target together; give fewer, or install SPL Explorer on your own machine."
        )


def limits(environment: Mapping[str, str] = os.environ) -> Limits | None:
    """The limits of a hosted app; None if this is not one.

    Parameters
    ----------
    environment : mapping of str to str

    Raises
    ------
    ValueError
        If a variable is not a positive whole number, or not one of the limits.

    Examples
    --------
    >>> limits({})
    >>> limits({"SPL_HOSTED": "1", "SPL_HOSTED_T": "10"}).t
    10
    """
    said = environment.get(VARIABLE, "").strip().lower()
    if said in ("", *NO):
        return None
    if said not in YES:
        raise ValueError(
            f"The environment variable {VARIABLE} is {said[:40]!r}; set it to 1 for a hosted app, "
            "or to 0."
        )
    names = {f"{VARIABLE}_{field.name.upper()}" for field in fields(Limits)}
    for name in sorted(environment):
        if name.startswith(f"{VARIABLE}_") and name not in names:
            raise ValueError(
                f"The environment variable {name} is not one of the limits; use "
                f"{', '.join(sorted(names))}."
            )
    given = {}
    for field in fields(Limits):
        name = f"{VARIABLE}_{field.name.upper()}"
        if (number := positive(environment, name, "a whole number, at least 1")) is not None:
            given[field.name] = number
    return Limits(**given)


def positive(environment: Mapping[str, str], name: str, needed: str) -> int | None:
    """The positive whole number in an environment variable; None if it is empty or not there.

    Parameters
    ----------
    environment : mapping of str to str
    name : str
    needed : str
        What to set it to, for the message.

    Raises
    ------
    ValueError
        If it is anything else, or has ten digits or more.

    Examples
    --------
    >>> positive({"SPL_WORKERS": " 3 "}, "SPL_WORKERS", "a number")
    3
    """
    text = environment.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise ValueError(f"The environment variable {name} is {text[:40]!r}; set it to {needed}.")
    return int(text)


LIMITS = limits()


def check_samples(pair: DomainPair) -> None:
    """Refuse a pair that is too large for a hosted app.

    Parameters
    ----------
    pair : DomainPair

    Raises
    ------
    ValueError
        One sentence with both numbers.
    """
    if LIMITS and (said := LIMITS.too_many(pair.n_samples)):
        raise ValueError(said)
