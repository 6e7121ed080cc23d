"""A source domain with labels and a target domain without."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.checks import check_domains
from spl.algorithm.row_names import warn_of_order
from spl.algorithm.same_samples import same_samples_note
from spl.algorithm.spelling import spelled_alike
from spl.data.readers.label_match import near_labels
from spl.data.target_labels import UNLABELLED, checked_labels, missing_labels, target_codes
from spl.data.words import told_apart, writable

Array = NDArray[Any]


@dataclass(frozen=True, eq=False, repr=False)
class DomainPair:
    """A validated source/target pair.

    Arrays of floats are not copied. Who changes them in place afterwards needs a new pair: caches
    and stored results know the data as they were.

    Parameters
    ----------
    X_source : array-like of shape (n_source, n_features)
        Feature vectors of the labelled domain.
    y_source : array-like of shape (n_source,)
        Their labels, of any type.
    X_target : array-like of shape (n_target, n_features)
        Feature vectors of the unlabelled domain, from the same extractor.
    y_target : array-like of shape (n_target,), optional
        True labels of the target, **only for evaluation**: no function that computes a state
        takes them. A label that the source lacks can never be predicted and counts as wrong. A
        sample whose label is missing (None, NaN, an empty text) is left out of every accuracy. If
        all are missing, or all are −1 and no class of the source is −1, there are no labels; a
        warning says so.
    name, source_name, target_name : str
        What to call the data and its domains.
    class_names : sequence of str, optional
        How to show each class, in the sorted order of the source's labels.
    thumbnails_source, thumbnails_target : array of shape (n, h, w[, 3 or 4]), uint8, optional
        A small picture of each sample; transparent ones are laid on white.
    sample_names_source, sample_names_target : sequence of str, optional
        Where each sample comes from.
    notes : tuple of str
        How the files were understood, in sentences; what may be wrong begins with "Caution:".

    Raises
    ------
    ValueError
        One sentence that says what was given, what is needed and what to do.

    Examples
    --------
    >>> pair = DomainPair([[0.0, 1.0], [1.0, 0.0]], ["a", "b"], [[0.1, 1.0]], ["a"])
    >>> pair.n_source, pair.n_target, pair.class_names
    (2, 1, ('a', 'b'))
    """

    X_source: Array
    y_source: Array
    X_target: Array
    y_target: Array | None = None
    name: str = ""
    source_name: str = "source"
    target_name: str = "target"
    class_names: Sequence[str] | None = None
    thumbnails_source: Array | None = None
    thumbnails_target: Array | None = None
    sample_names_source: Sequence[str] | None = None
    sample_names_target: Sequence[str] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for field in ("name", "source_name", "target_name"):
            object.__setattr__(self, field, writable(str(getattr(self, field) or "")))
        warn_of_order(self.y_target, self.X_target, "y_target", "X_target", 4)
        Xs, codes, Xt, classes = check_domains(self.X_source, self.y_source, self.X_target)
        put = object.__setattr__
        put(self, "X_source", Xs)
        put(self, "X_target", Xt)
        put(self, "y_source", classes[codes])
        put(self, "ys", codes)
        put(self, "classes", classes)
        if self.y_target is not None:
            put(self, "y_target", checked_labels(self.y_target, len(Xt), classes))
        put(self, "class_names", self._checked_class_names())
        self._say_near_labels()
        for domain, n in (("source", len(Xs)), ("target", len(Xt))):
            self._check_extras(domain, n)

    ys: Array = None  # type: ignore[assignment]  # (n_source,) class indices 0 … C−1
    classes: Array = None  # type: ignore[assignment]  # (C,) the user's labels, sorted

    def __repr__(self) -> str:
        known = "no target labels" if self.y_target is None else "target labels"
        return (
            f"<DomainPair {self.title}: {self.n_source} and {self.n_target} samples, "
            f"{self.n_features} features, {self.n_classes} classes, {known}>"
        )

    def _say_near_labels(self) -> None:
        """Warn of labels that differ in their spelling, and of target labels that are shifted."""
        if self.notes:  # the readers of files have said it
            return
        names = spelled_alike(self.class_names or (), "class_names")
        if said := spelled_alike(self.classes.tolist(), "y_source") or names:
            warnings.warn(said, UserWarning, stacklevel=4)
        if self.y_target is not None and (said := near_labels(given_labels(self), self.classes)):
            warnings.warn(f"y_target: {said}", UserWarning, stacklevel=4)

    def _checked_class_names(self) -> tuple[str, ...]:
        if self.class_names is None:
            return tuple(writable(str(label)) for label in self.classes)
        _refuse_no_list(self.class_names, "class_names", "class, in the sorted order of the labels")
        names = tuple(writable(str(name)) for name in self.class_names)
        if len(names) != self.n_classes:
            raise ValueError(
                f"class_names has {len(names)} names but y_source has {self.n_classes} classes; "
                "give one name per class, in the sorted order of the labels."
            )
        return told_apart(names, self.classes.tolist())

    def _check_extras(self, domain: str, n: int) -> None:
        for field, what in (("thumbnails", "pictures"), ("sample_names", "names")):
            value = getattr(self, f"{field}_{domain}")
            if value is None:
                continue
            if not hasattr(value, "__len__"):
                raise ValueError(
                    f"{field}_{domain} is a single {type(value).__name__}; give one for each of "
                    f"the {n} samples, or leave {field}_{domain} out."
                )
            if field == "sample_names":
                _refuse_no_list(value, f"{field}_{domain}", "sample")
            if len(value) != n:
                raise ValueError(
                    f"{field}_{domain} has {len(value)} {what} but X_{domain} has {n} rows; "
                    f"give one per sample, or leave {field}_{domain} out."
                )
        pictures = getattr(self, f"thumbnails_{domain}")
        if pictures is not None:
            try:
                pictures = np.asarray(pictures)
            except ValueError:
                raise ValueError(
                    f"thumbnails_{domain} differ in size; give uint8 of shape (n, height, width) "
                    "or (n, height, width, 3)."
                ) from None
            known = pictures.ndim == 3 or pictures.ndim == 4 and pictures.shape[3] in (1, 3, 4)
            if pictures.dtype != np.uint8 or not known or 0 in pictures.shape:
                raise ValueError(
                    f"thumbnails_{domain} is {pictures.dtype} of shape {pictures.shape}; give "
                    "uint8 of shape (n, height, width) or (n, height, width, 3)."
                )
            object.__setattr__(self, f"thumbnails_{domain}", _opaque(pictures))

    @property
    def n_source(self) -> int:
        """Number of source samples."""
        return len(self.X_source)

    @property
    def n_target(self) -> int:
        """Number of target samples."""
        return len(self.X_target)

    @property
    def n_samples(self) -> int:
        """Number of samples of both domains."""
        return self.n_source + self.n_target

    @property
    def max_d1(self) -> int:
        """Largest d1 that the data allow: min(n, d)."""
        return min(self.n_samples, self.n_features)

    @property
    def n_features(self) -> int:
        """Number of features of each sample."""
        return int(self.X_source.shape[1])

    @property
    def n_classes(self) -> int:
        """Number of classes C of the source."""
        return len(self.classes)

    @property
    def n_bytes(self) -> int:
        """Bytes of the features and pictures."""
        pictures = [self.thumbnails_source, self.thumbnails_target]
        return sum(a.nbytes for a in (self.X_source, self.X_target, *pictures) if a is not None)

    @property
    def title(self) -> str:
        """The pair in words, for headings."""
        arrow = f"{self.source_name} → {self.target_name}"
        return f"{self.name}: {arrow}" if self.name else arrow

    @cached_property
    def yt(self) -> Array | None:
        """True target classes as indices (n_target,), −1 where the source lacks the class.

        `UNLABELLED` (−2) where the label is missing.
        """
        return None if self.y_target is None else target_codes(self.y_target, self.classes)

    @cached_property
    def counted(self) -> Array:
        """Which target samples (n_target,) shares are taken of: all but those without a label."""
        return np.ones(self.n_target, dtype=bool) if self.yt is None else self.yt != UNLABELLED

    @cached_property
    def same_samples(self) -> str:
        """What is said where samples are in both domains; nothing if none is."""
        return same_samples_note(self.X_source, self.X_target)

    @cached_property
    def digest(self) -> str:
        """Hexadecimal digest of the features and source labels: the key of every cache."""
        h = hashlib.blake2b(digest_size=16)
        for a in (self.X_source, self.ys, self.X_target):
            h.update(f"{a.dtype.str}{a.shape}".encode())
            h.update(np.ascontiguousarray(a).data)
        h.update(repr((self.classes.dtype.str, self.classes.tolist())).encode())
        return h.hexdigest()

    @cached_property
    def identity(self) -> str:
        """Hexadecimal digest of all that is shown of the pair: target labels, names, pictures."""
        h = hashlib.blake2b(self.digest.encode(), digest_size=16)
        h.update(b"" if self.yt is None else self.yt.tobytes())
        names = (self.sample_names_source, self.sample_names_target)
        words = (self.name, self.source_name, self.target_name, self.class_names, *names)
        h.update(repr([w if w is None or isinstance(w, str) else list(w) for w in words]).encode())
        for pictures in (self.thumbnails_source, self.thumbnails_target):
            if pictures is not None:
                h.update(str(pictures.shape).encode())
                h.update(np.ascontiguousarray(pictures).data)
        return h.hexdigest()


def given_labels(pair: DomainPair) -> Array:
    """Labels of the target samples that have one, of one type.

    Parameters
    ----------
    pair : DomainPair
        With target labels.
    """
    labels: Array = np.asarray(pair.y_target)
    known = labels[~missing_labels(labels)]
    return np.array(known.tolist()) if known.dtype.kind == "O" else known


def _refuse_no_list(names: Any, what: str, each: str) -> None:
    """Refuse one text, whose letters would be the names, and a mapping, whose keys would be.

    And a set, which has no order.
    """
    if isinstance(names, str | bytes | Mapping | Set) or not hasattr(names, "__iter__"):
        raise ValueError(f"{what} is a {type(names).__name__}; give a list, one name per {each}.")


def _opaque(pictures: Array) -> Array:
    """Grey (n, h, w) and RGB (n, h, w, 3) as they are, RGBA as RGB on white."""
    channels = pictures.shape[3] if pictures.ndim == 4 else 0
    if channels == 1:
        return pictures[..., 0]
    if channels != 4:
        return pictures
    alpha = pictures[..., 3:].astype(np.uint16)
    return np.asarray((pictures[..., :3] * alpha + 255 * (255 - alpha)) // 255, dtype=np.uint8)
