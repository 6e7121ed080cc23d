"""What a visitor adds to a run by hand: labels of target samples, and samples left out of S_k."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from spl.data.pair import DomainPair
from spl.data.words import counted

MOST_IN_LINK = 100  # entries; more make an address that mail programs and servers cut
Entries = tuple[tuple[int, int], ...]  # of target rows, in their order


@dataclass(frozen=True)
class ByHand:
    """Labels given to target samples, and samples left out of S_k, as steps that can be undone.

    Examples
    --------
    >>> hand = ByHand().labelled([7, 3], 1).labelled([7], 2).left_out([3, 9], 4)
    >>> hand.known, hand.without
    (((3, 1), (7, 2)), ((9, 4),))
    """

    known: Entries = ()  # target row and index of its class
    without: Entries = ()  # target row and the iteration from which it is left out

    def labelled(self, rows: Iterable[int], c: int) -> ByHand:
        """With the label of class c given to these rows, which then take part again.

        Parameters
        ----------
        rows : iterable of int
            Target rows, from 0.
        c : int
            Index of the class.
        """
        return self.labelled_each(dict.fromkeys(map(int, rows), int(c)))

    def labelled_each(self, labels: Mapping[int, int]) -> ByHand:
        """With a label given to each of these rows, which then take part again.

        Parameters
        ----------
        labels : mapping of int to int
            Target row, from 0, and index of its class.
        """
        kept = {row: k for row, k in self.without if row not in labels}
        return replace(
            self, known=_entries(dict(self.known) | dict(labels)), without=_entries(kept)
        )

    def unlabelled(self, rows: Iterable[int]) -> ByHand:
        """Without the labels given to these rows.

        Parameters
        ----------
        rows : iterable of int
            Target rows, from 0.
        """
        gone = set(rows)
        return replace(self, known=tuple(e for e in self.known if e[0] not in gone))

    def left_out(self, rows: Iterable[int], k: int) -> ByHand:
        """With these rows left out of S_k from iteration k on, but for those of given labels.

        A run without them is compared with the run before: a label that was lost on the way would
        make it a comparison with a third run.

        Parameters
        ----------
        rows : iterable of int
            Target rows, from 0.
        k : int
            First iteration, at least 1.
        """
        gone = dict.fromkeys(self.without_labels(rows), int(k))
        return replace(self, without=_entries(dict(self.without) | gone))

    def without_labels(self, rows: Iterable[int]) -> list[int]:
        """Those of these rows that no label is given for.

        Parameters
        ----------
        rows : iterable of int
            Target rows, from 0.
        """
        given = dict(self.known)
        return [int(row) for row in rows if int(row) not in given]

    def labels(self, pair: DomainPair) -> dict[int, Any]:
        """The given labels as `spl.iterate` takes them.

        Parameters
        ----------
        pair : DomainPair
        """
        classes = pair.classes.tolist()
        return {row: classes[c] for row, c in self.known}

    def in_words(self) -> str:
        """How much is given, for a sentence.

        Examples
        --------
        >>> NOTHING.labelled([3], 1).left_out([4, 5], 2).in_words()
        '1 label given, 2 samples left out'
        >>> NOTHING.in_words()
        'nothing given by hand'
        """
        found = [
            counted(len(self.known), "label") + " given" if self.known else "",
            counted(len(self.without), "sample") + " left out" if self.without else "",
        ]
        return ", ".join(filter(None, found)) or "nothing given by hand"

    def to_query(self) -> dict[str, str]:
        """The part of a link that gives the same; nothing for what has too many entries."""
        found = {"known": self.known, "without": self.without}
        return {
            name: ",".join(f"{row}:{value}" for row, value in entries)
            for name, entries in found.items()
            if 0 < len(entries) <= MOST_IN_LINK
        }


NOTHING = ByHand()


def _entries(of: dict[int, int]) -> Entries:
    return tuple(sorted(of.items()))


def entries_from_text(text: str, name: str, n_target: int, least: int, most: int) -> Entries:
    """Entries of a link, checked.

    Parameters
    ----------
    text : str
        As `ByHand.to_query` writes it: ``"17:3,40:5"``.
    name : str
        Of the link's part, for messages.
    n_target : int
        Number of target samples.
    least, most : int
        Bounds of the second number.

    Raises
    ------
    ValueError
        If the text is not written so, or names what there is not.
    """
    found: dict[int, int] = {}
    for entry in text.split(",")[: MOST_IN_LINK + 1]:
        row, _, value = entry.partition(":")
        digits = all(part.isascii() and part.isdigit() and len(part) < 10 for part in (row, value))
        if not digits or int(row) >= n_target or not least <= int(value) <= most:
            shown = " ".join(entry[:30].split())
            raise ValueError(
                f"{name}={shown} must be a target row from 0 to {n_target - 1}, a colon and a "
                f"number from {least} to {most}; it is left out."
            )
        found[int(row)] = int(value)
    if len(found) > MOST_IN_LINK:
        raise ValueError(
            f"{name} has more than {MOST_IN_LINK} entries; upload them as a table instead."
        )
    return _entries(found)
