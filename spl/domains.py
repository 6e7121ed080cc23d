"""A source domain with labels and a target domain without: checked once, at the edge."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class DomainPair:
    """A validated source/target pair.

    Parameters
    ----------
    X_source : array-like of shape (n_source, n_features)
        Feature vectors of the labelled domain.
    y_source : array-like of shape (n_source,)
        Their labels, of any type.
    X_target : array-like of shape (n_target, n_features)
        Feature vectors of the unlabelled domain, from the same extractor.
    y_target : array-like of shape (n_target,), optional
        True labels of the target, **for evaluation alone**: no function that computes a state
        takes them. A label that the source lacks can never be predicted and counts as wrong.
    name, source_name, target_name : str
        What to call the data and its domains.
    class_names : sequence of str, optional
        How to show each class, in the sorted order of the source's labels.
    thumbnails_source, thumbnails_target : array of shape (n, h, w[, 3 or 4]), uint8, optional
        A small picture of each sample; transparent ones are laid on white.
    sample_names_source, sample_names_target : sequence of str, optional
        Where each sample comes from.

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

    def __post_init__(self) -> None:
        Xs, codes, Xt, classes = check_domains(self.X_source, self.y_source, self.X_target)
        put = object.__setattr__
        put(self, "X_source", Xs)
        put(self, "X_target", Xt)
        put(self, "y_source", classes[codes])
        put(self, "ys", codes)
        put(self, "classes", classes)
        if self.y_target is not None:
            put(self, "y_target", check_labels(self.y_target, len(Xt), "y_target", "X_target"))
        put(self, "class_names", self._checked_class_names())
        for domain, n in (("source", len(Xs)), ("target", len(Xt))):
            self._check_extras(domain, n)

    ys: Array = None  # type: ignore[assignment]  # (n_source,) class indices 0 … C−1
    classes: Array = None  # type: ignore[assignment]  # (C,) the user's labels, sorted

    def _checked_class_names(self) -> tuple[str, ...]:
        if self.class_names is None:
            return tuple(str(label) for label in self.classes)
        names = tuple(str(name) for name in self.class_names)
        if len(names) != self.n_classes:
            raise ValueError(
                f"class_names has {len(names)} names but y_source has {self.n_classes} classes; "
                "give one name per class, in the sorted order of the labels."
            )
        return names

    def _check_extras(self, domain: str, n: int) -> None:
        for field, what in (("thumbnails", "pictures"), ("sample_names", "names")):
            value = getattr(self, f"{field}_{domain}")
            if value is not None and len(value) != n:
                raise ValueError(
                    f"{field}_{domain} has {len(value)} {what} but X_{domain} has {n} rows; "
                    f"give one per sample, or leave {field}_{domain} out."
                )
        pictures = getattr(self, f"thumbnails_{domain}")
        if pictures is not None:
            pictures = np.asarray(pictures)
            known = pictures.ndim == 3 or pictures.ndim == 4 and pictures.shape[3] in (1, 3, 4)
            if pictures.dtype != np.uint8 or not known:
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
    def n_features(self) -> int:
        """Number of features of each sample."""
        return int(self.X_source.shape[1])

    @property
    def n_classes(self) -> int:
        """Number of classes C of the source."""
        return len(self.classes)

    @property
    def title(self) -> str:
        """The pair in words, for headings."""
        arrow = f"{self.source_name} → {self.target_name}"
        return f"{self.name}: {arrow}" if self.name else arrow

    @cached_property
    def yt(self) -> Array | None:
        """True target classes as indices (n_target,), −1 where the source lacks the class."""
        return None if self.y_target is None else encode(self.y_target, self.classes)

    @cached_property
    def digest(self) -> str:
        """Hexadecimal digest of the features and source labels: the key of every cache."""
        h = hashlib.blake2b(digest_size=16)
        for a in (self.X_source, self.ys, self.X_target):
            h.update(f"{a.dtype.str}{a.shape}".encode())
            h.update(np.ascontiguousarray(a).data)
        h.update("\0".join(map(str, self.classes)).encode())
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


def _opaque(pictures: Array) -> Array:
    """Grey (n, h, w) and RGB (n, h, w, 3) as they are, RGBA as RGB on white."""
    channels = pictures.shape[3] if pictures.ndim == 4 else 0
    if channels == 1:
        return pictures[..., 0]
    if channels != 4:
        return pictures
    alpha = pictures[..., 3:].astype(np.uint16)
    return np.asarray((pictures[..., :3] * alpha + 255 * (255 - alpha)) // 255, dtype=np.uint8)


def encode(labels: Array, classes: Array) -> Array:
    """Index of each label in the sorted `classes`, −1 where it is not among them.

    Text is compared with numbers by value: "2" and "2.0" are class 2.
    """
    if labels.dtype.kind != classes.dtype.kind and "U" in (labels.dtype.kind, classes.dtype.kind):
        labels, classes = _spelled(labels), _spelled(classes)
    order = np.argsort(classes, kind="stable")
    at = np.minimum(np.searchsorted(classes[order], labels), len(classes) - 1)
    return np.where(classes[order][at] == labels, order[at], -1).astype(np.intp)


def _spelled(labels: Array) -> Array:
    """Labels as text, whole numbers without a point."""
    texts = (str(v).strip() for v in labels.tolist())
    whole = re.compile(r"-?[0-9]+\.0*")
    return np.array([str(int(t.split(".")[0])) if whole.fullmatch(t) else t for t in texts])


def check_domains(
    X_source: ArrayLike, y_source: ArrayLike, X_target: ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """Validate what every run starts from.

    Returns
    -------
    Xs, codes, Xt, classes : ndarrays
        Floating features (n_source, d) and (n_target, d), class indices (n_source,), and the
        sorted labels (C,).

    Raises
    ------
    ValueError
        One sentence that says what was given, what is needed and what to do.
    """
    Xs = check_features(X_source, "X_source")
    Xt = check_features(X_target, "X_target")
    if Xs.shape[1] != Xt.shape[1]:
        raise ValueError(
            f"X_target has {Xt.shape[1]} columns but X_source has {Xs.shape[1]}; "
            "both need features from the same extractor."
        )
    labels = check_labels(y_source, len(Xs), "y_source", "X_source")
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(
            f"y_source has only one class ({classes[0]!s}); adaptation needs source samples of at "
            "least 2 classes."
        )
    if len(classes) == len(labels) and labels.dtype.kind == "f":
        raise ValueError(
            f"y_source has {len(labels)} distinct numbers for {len(labels)} samples, so it looks "
            "like a measurement; give class labels that repeat."
        )
    return Xs, codes.reshape(-1).astype(np.intp), Xt, classes


def check_features(X: ArrayLike, name: str) -> Array:
    """Return X as a finite float32 or float64 matrix, or say in one sentence why it is none."""
    if hasattr(X, "toarray"):
        raise ValueError(f"{name} is a sparse matrix; give a dense array, e.g. {name}.toarray().")
    refuse_masked(X, name)
    try:
        A = np.asarray(X)
        if A.dtype.kind not in "fiub" and A.dtype.kind != "c":
            A = A.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{name} is not numeric ({error}); give a matrix of numbers, one row per sample."
        ) from None
    if A.ndim != 2 or 0 in A.shape:
        raise ValueError(
            f"{name} has shape {A.shape}; give a matrix with one row per sample and one column "
            "per feature. Reshape your data with .reshape(-1, 1) if it has a single feature."
        )
    if A.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} is {A.dtype}; give real numbers.")
    if A.dtype not in (np.float32, np.float64):
        small = A.dtype.itemsize <= 2  # float16 and small integers are exact in float32
        A = A.astype(np.float32 if small else np.float64)
    finite = np.isfinite(A).all(axis=1)
    if not finite.all():
        raise ValueError(
            f"{name} has NaN or infinity in {np.count_nonzero(~finite)} of {len(A)} rows (first: "
            f"row {int(np.argmin(finite))}); remove these rows or fill their missing values."
        )
    return A


def refuse_masked(X: ArrayLike | None, name: str) -> None:
    """Say that a numpy masked array hides values, which a plain array would bring back."""
    if np.ma.is_masked(X):
        mask: Array = np.asarray(np.ma.getmaskarray(X))  # type: ignore[arg-type]
        rows = mask.reshape(len(mask), -1).any(axis=1)
        raise ValueError(
            f"{name} has masked values in {np.count_nonzero(rows)} of {len(mask)} rows (first: row "
            f"{int(np.argmax(rows))}); remove these rows or fill their missing values."
        )


def check_labels(y: ArrayLike, n: int, name: str, features: str) -> Array:
    """Return y as a one-dimensional array of sortable labels, one for each of n samples."""
    if y is None:
        raise ValueError(f"{name} is missing; give one label for each row of {features}.")
    labels = np.asarray(y)
    if labels.dtype.kind == "U" and not hasattr(y, "dtype"):
        labels = np.asarray(y, dtype=object)  # numpy would spell out NaN and numbers in a list
    masked: Array | None = None
    if np.ma.is_masked(y):
        masked = np.asarray(np.ma.getmaskarray(y))  # type: ignore[arg-type]
    if labels.ndim == 2 and 1 in labels.shape:
        labels = labels.reshape(-1)
    if labels.ndim != 1 or len(labels) != n:
        raise ValueError(
            f"{name} has shape {labels.shape} but {features} has {n} rows; give one label for each."
        )
    if masked is not None:
        _refuse_missing(masked.reshape(-1), name)
    if labels.dtype.kind == "S":
        labels = np.char.decode(labels, "utf-8", "backslashreplace")  # never two classes as one
    if labels.dtype.kind == "O":
        labels = _labels_of_objects(labels, name)
    if labels.dtype.kind in "fmM":
        _refuse_missing(~np.isfinite(labels), name)  # NaN, infinity, NaT
    if labels.dtype.kind == "f" and (labels == np.rint(labels)).all():
        if np.abs(labels).max(initial=0) < 2**53:
            labels = labels.astype(np.int64)  # 1.0, 2.0 from MATLAB and CSV are classes 1, 2
    return labels


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)  # NaN, NaT
    except TypeError:  # pandas.NA has no truth value
        return True


def _refuse_missing(missing: Array, name: str) -> None:
    if missing.any():
        remedy = "give every sample a label or remove it"
        if name == "y_target":
            remedy = "fill them, remove these rows, or leave the target's labels out"
        raise ValueError(
            f"{name} lacks {np.count_nonzero(missing)} of {len(missing)} labels (first: row "
            f"{int(np.argmax(missing))}); {remedy}."
        )


def _labels_of_objects(labels: Array, name: str) -> Array:
    _refuse_missing(np.array([_is_missing(v) for v in labels], dtype=bool), name)
    kinds = {str if isinstance(v, str) else type(v) for v in labels}
    if kinds == {str}:
        return labels.astype(str)
    if all(isinstance(v, int | float | np.number | bool | np.bool_) for v in labels):
        return np.array(labels.tolist())
    raise ValueError(
        f"{name} mixes labels of several types ({', '.join(sorted(t.__name__ for t in kinds))}); "
        "make them all text or all numbers."
    )
