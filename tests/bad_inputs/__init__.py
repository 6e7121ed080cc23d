"""Input that goes wrong easily, as one table of cases: what each must say or give."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """One odd input, and what the product has to do with it.

    A case is refused when `says` is given; otherwise it is read, every one of `notes` is said and
    `check` looks at the pair.
    """

    name: str
    files: tuple[tuple[str, bytes], ...]  # one or two: name, content
    options: dict[str, Any] = field(default_factory=dict)  # of read_pair
    says: str | None = None  # a part of the sentence that refuses the input
    notes: tuple[str, ...] = ()  # parts of what has to be said about input that is read
    check: Callable[[Any], None] | None = None  # asserts on the DomainPair
