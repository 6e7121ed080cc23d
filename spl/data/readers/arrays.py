"""Features and labels out of named arrays, as .npz and .mat files hold them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from spl.data.readers.features import (
    DOMAIN_NAMES,
    LABEL_NAMES,
    SOURCE_NAMES,
    TARGET_NAMES,
    Array,
    FeatureFile,
    as_text,
    describe,
    first_named,
    named_half,
    shape_text,
    tidy_labels,
)

# Names the field's files use, lower case, the likeliest first.
FEATURE_NAMES = ("x", "feas", "fts", "fea", "features", "feature", "feats", "feat", "data")
FEATURE_PARTS = ("feat", "feas", "fts")  # resnet50_features, deep_feas, ...
# Usual lengths of a feature vector: they tell a transposed matrix where there are no labels.
USUAL_WIDTHS = (512, 768, 800, 1000, 1024, 1280, 1536, 2048, 4096)


def features_from_arrays(
    arrays: Mapping[str, Array],
    file: str,
    name: str,
    *,
    label: str | int | None = None,
    domain: str | int | None = None,
    notes: tuple[str, ...] = (),
) -> FeatureFile:
    """Find features, labels and domains among named arrays.

    Parameters
    ----------
    arrays : mapping of name to array
        What the file holds, in its order.
    file, name : str
        The file's name for messages, and what to call the data.
    label : str or int, optional
        Name of the array of labels, or the position of a column of X that holds them.
    domain : str, optional
        Name of the array that holds each row's domain.

    Raises
    ------
    ValueError
        One sentence that lists what was found.
    """
    found = describe(arrays)
    if isinstance(label, str) and label not in arrays and label.lstrip("-").isdecimal():
        label = int(label)  # a position from the command line
    for wanted, what in ((label, "label"), (domain, "domain")):
        if isinstance(wanted, str) and wanted not in arrays:
            raise ValueError(f"{file} has no array `{wanted}` ({what}); found {found}.")
    x_source, x_target = (first_named(arrays, n[0]) for n in (SOURCE_NAMES, TARGET_NAMES))
    if x_source and x_target:
        return _both_domains(arrays, file, name, x_source, x_target, notes)
    x_name = _feature_name(arrays, file, found, (label, domain))
    X, half = arrays[x_name], named_half([x_name])
    domain_name = domain if isinstance(domain, str) else first_named(arrays, DOMAIN_NAMES)
    if isinstance(label, int):
        X, y, said = _label_column(X, label, file)
    else:
        y_names = LABEL_NAMES if half is None else (*half.y_names, *LABEL_NAMES)
        y_name = label if label is not None else first_named(arrays, y_names)
        y_name = None if y_name == x_name else y_name
        X, y, said = match_labels(X, x_name, arrays.get(y_name or ""), y_name, file, found)
    said = (f"Features are `{x_name}`, {shape_text(X)} {X.dtype}.", *said)
    if half is not None:
        said += (f"There is no `{half.missing}`: the file is one domain, a {half.role}.",)
    result = FeatureFile(X, y, None, name, notes + said, found)
    return _with_extras(result, arrays, domain_name, file)


def _feature_name(
    arrays: Mapping[str, Array], file: str, found: str, taken: tuple[str | int | None, ...]
) -> str:
    """Name of the matrix of features: by name, else the only matrix there is."""
    matrices = [
        name
        for name, a in arrays.items()
        if a.ndim >= 2 and a.dtype.kind in "fiubc" and name not in taken and a.size
    ]
    named = first_named(matrices, FEATURE_NAMES)
    if named is None:
        # A lone column is somebody's labels, whatever it is called.
        wide = [m for m in matrices if sorted(arrays[m].shape)[-2] > 1] or matrices
        alike = [m for m in wide if any(part in m.lower() for part in FEATURE_PARTS)]
        choice = alike or [m for m in wide if m.lower() not in LABEL_NAMES + ("thumbnails",)]
        if len(choice) == 1:
            named = choice[0]
    if named is None and (half := named_half(matrices)):
        raise ValueError(
            f"{file} has `{half.x_name}` but no `{half.missing}`; found {found}: call the other "
            f"domain's features `{half.missing}`, or leave other matrices out."
        )
    if named is None:
        raise ValueError(
            f"{file} has no matrix that is clearly the features; found {found}: call the features "
            "`X` (one row per sample) and the labels `y`."
        )
    return named


def _label_column(
    X: Array, position: int, file: str
) -> tuple[Array, Array | None, tuple[str, ...]]:
    width = X.shape[1] if X.ndim == 2 else 0
    if not -width <= position < width:
        raise ValueError(
            f"{file} has no column {position}: its matrix is {shape_text(X)}; count the label "
            "column from 0, or from −1 at the end."
        )
    y = tidy_labels(X[:, position])
    return np.delete(X, position, axis=1), y, (f"Labels are column {position} of the matrix.",)


def match_labels(
    X: Array, x_name: str, y: Array | None, y_name: str | None, file: str, found: str
) -> tuple[Array, Array | None, tuple[str, ...]]:
    """Turn X so that its rows are samples: as many as there are labels."""
    if y is None:
        X, said = _by_common_sense(X)
        return X, None, (*said, "There are no labels.")
    labels = np.asarray(y)
    if labels.size != max(labels.shape, default=0):
        raise ValueError(
            f"{file}: `{y_name}` is {shape_text(labels)}, which is not one label per sample; "
            f"found {found}."
        )
    n, what = labels.size, f"`{y_name}` has {labels.size} labels"
    shape, labelled = shape_text(X), f"Labels are `{y_name}`."
    if n == 0:
        X, turned = _by_common_sense(X)
        return X, None, (*turned, f"`{y_name}` is empty: there are no labels.")
    if X.shape[0] == n:
        square = X.ndim == 2 and X.shape[1] == n
        notes = [f"`{x_name}` is square: its rows are taken as the samples."] if square else []
    elif X.shape[-1] == n:
        X = np.moveaxis(X, -1, 0)
        notes = [f"`{x_name}` was turned: it is {shape} and {what}, so its columns are samples."]
    else:
        raise ValueError(
            f"{file}: {what} but `{x_name}` is {shape}, so neither its rows nor its columns are "
            f"the samples; found {found}."
        )
    flat, flattened = _flat(X)
    return flat, tidy_labels(labels), (labelled, *notes, *flattened)


def _by_common_sense(X: Array) -> tuple[Array, tuple[str, ...]]:
    """Without labels: rows are samples, unless only the rows have a usual feature length."""
    if X.ndim == 2 and X.shape[0] in USUAL_WIDTHS and X.shape[1] not in USUAL_WIDTHS:
        note = f"Turned: {X.shape[0]} is a usual number of features, so columns are samples."
        return X.T, (note,)
    flat, notes = _flat(X)
    return flat, (*notes, "Its rows are taken as the samples.")


def _flat(X: Array) -> tuple[Array, tuple[str, ...]]:
    if X.ndim == 2:
        return X, ()
    flat = X.reshape(len(X), -1)
    return flat, (f"Each sample of shape {shape_text(X[0])} was made one row.",)


def _both_domains(
    arrays: Mapping[str, Array],
    file: str,
    name: str,
    x_source: str,
    x_target: str,
    notes: tuple[str, ...],
) -> FeatureFile:
    """One file with X_source, y_source, X_target and perhaps y_target."""
    found = describe(arrays)
    parts = []
    for x_name, names in ((x_source, SOURCE_NAMES), (x_target, TARGET_NAMES)):
        X, y_name = arrays[x_name], first_named(arrays, names[1])
        if X.ndim < 2 or X.dtype.kind not in "fiubc":
            raise ValueError(f"{file}: `{x_name}` is not a matrix of numbers; found {found}.")
        X, y, said = match_labels(X, x_name, arrays.get(y_name or ""), y_name, file, found)
        parts.append((X, y))
        notes += (f"Features are `{x_name}`, {shape_text(X)} {X.dtype}.", *said)
    (Xs, ys), (Xt, yt) = parts
    if yt is None and Xt.shape[1] != Xs.shape[1] == Xt.shape[0]:
        Xt = Xt.T
        notes += (f"`{x_target}` was turned to have {Xs.shape[1]} features like `{x_source}`.",)
    if Xs.shape[1] != Xt.shape[1]:
        turned = next((f" ({note.rstrip('.')})" for note in notes if "was turned" in note), "")
        raise ValueError(
            f"{x_target} has {Xt.shape[1]} columns but {x_source} has {Xs.shape[1]}{turned}; both "
            f"need features from the same extractor: {file} holds {found}."
        )
    values = [
        None if labels is None else label
        for labels, n in ((ys, len(Xs)), (yt, len(Xt)))
        for label in (labels.tolist() if labels is not None else [None] * n)
    ]
    y = np.empty(len(values), dtype=object)
    y[:] = values
    domain = np.repeat(["source", "target"], [len(Xs), len(Xt)])
    y_all = tidy_labels(y) if ys is not None or yt is not None else None
    classes = _class_names(arrays)
    return FeatureFile(np.concatenate([Xs, Xt]), y_all, domain, name, notes, found, classes)


def _class_names(arrays: Mapping[str, Array]) -> tuple[str, ...] | None:
    names = arrays.get("class_names")
    return None if names is None else tuple(as_text(names.reshape(-1)).tolist())


def _with_extras(
    file: FeatureFile, arrays: Mapping[str, Array], domain_name: str | None, shown: str
) -> FeatureFile:
    """Add what a sample set may carry: domains, class names, sample names, thumbnails."""
    n, domain = len(file.X), None
    if domain_name is not None:
        domain = as_text(arrays[domain_name].reshape(-1))
        if len(domain) != n:
            raise ValueError(
                f"{shown}: `{domain_name}` has {len(domain)} values but there are {n} samples; "
                f"found {file.found}."
            )
    sample_names, pictures = arrays.get("names"), arrays.get("thumbnails")
    if sample_names is not None and (sample_names.dtype.kind not in "US" or sample_names.size != n):
        sample_names = None
    if pictures is not None and (pictures.dtype != np.uint8 or len(pictures) != n):
        pictures = None
    said = () if domain is None else (f"Domains are `{domain_name}`.",)
    return FeatureFile(
        file.X,
        file.y,
        domain,
        file.name,
        file.notes + said,
        file.found,
        _class_names(arrays),
        None if sample_names is None else as_text(sample_names.reshape(-1)),
        pictures,
    )
