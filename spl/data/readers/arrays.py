"""Features and labels out of named arrays, as .npz and .mat files hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from spl.data.readers.domain_names import ROLES, Domain, by_role, by_structure
from spl.data.readers.domain_signs import with_signs
from spl.data.readers.features import (
    DOMAIN_NAMES,
    LABEL_NAMES,
    Array,
    FeatureFile,
    as_text,
    describe,
    first_named,
    shape_text,
    short,
    tidy_labels,
    whole_text,
)
from spl.data.readers.name_arrays import column_names, name_arrays
from spl.data.readers.orientation import label_column, match_labels
from spl.data.readers.several_domains import class_names, only, refuse_vectors, several_domains
from spl.data.readers.sparse_parts import sparse_parts
from spl.data.words import counted, listed

# Names the field's files use, lower case, the likeliest first.
FEATURE_NAMES = ("x", "feas", "fts", "fea", "features", "feature", "feats", "feat", "data")
EXTRAS = ("names", "thumbnails", "class_names")  # looked at by their names
FEATURE_PARTS = ("feat", "feas", "fts")  # resnet50_features, deep_feas, ...


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
    domain : str or int, optional
        Name of the array that holds each row's domain, or the position of such a column of X.
    notes : tuple of str
        What was understood before.

    Raises
    ------
    ValueError
        One sentence that lists what was found.
    """
    label, domain = _checked(arrays, file, label, "label"), _checked(arrays, file, domain, "domain")
    matrices = _matrices(arrays, (label, domain))
    wide = [m for m in matrices if min(arrays[m].shape) > 1]
    roles = max(by_role(arrays, wide), by_role(arrays, matrices), key=len)  # wide first
    if roles or not matrices and not sparse_parts(arrays):
        refuse_vectors(arrays, roles, file)
    domains = list(roles.values()) if len(roles) == 2 else []
    domains = domains or list(by_structure(arrays, matrices).values())
    given = tuple(name for name in (label, domain) if isinstance(name, str))
    if domains:
        if domain is not None:
            shown = " and ".join(f"`{d.features[0]}`" for d in domains[:2])
            raise ValueError(
                f"{file} keeps each domain in arrays of its own ({shown}), so `{domain}` cannot "
                "name the domains; leave it out and choose the source and the target by name."
            )
        both = several_domains(arrays, domains, file, name, label=label, notes=notes)
        return _with_unread(both, arrays, given)
    half = next(iter(roles.values()), None)
    result = _one_domain(arrays, matrices, half, file, name, label, domain)
    return _with_unread(replace(result, notes=notes + result.notes), arrays, given)


def _checked(
    arrays: Mapping[str, Array], file: str, wanted: str | int | None, what: str
) -> str | int | None:
    """A name that is there, or a position."""
    if isinstance(wanted, str) and wanted not in arrays:
        if wanted.lstrip("-").isdecimal() and len(wanted) < 10:
            return int(wanted)  # a position from the command line
        key = wanted.lower().replace("/", ".")
        alike = [n for n in arrays if f".{n.lower()}".endswith(f".{key}")]
        if len(alike) == 1:
            return alike[0]
        raise ValueError(f"{file} has no array `{wanted}` ({what}); found {describe(arrays)}.")
    return wanted


def _matrices(arrays: Mapping[str, Array], taken: Sequence[str | int | None]) -> list[str]:
    """Names of what may be features."""
    return [
        name
        for name, a in arrays.items()
        if a.ndim >= 2 and a.dtype.kind in "fiubc" and name not in taken and a.size
    ]


def _one_domain(
    arrays: Mapping[str, Array],
    matrices: list[str],
    half: Domain | None,
    file: str,
    name: str,
    label: str | int | None,
    domain: str | int | None,
) -> FeatureFile:
    """Read a file with one matrix of features, whose rows may belong to several domains."""
    found = describe(arrays)
    x_name = _feature_name(arrays, matrices, half, file, found)
    left_out: tuple[str, ...] = ()
    X, column, others = arrays[x_name], None, _matrix_columns(arrays[x_name], label, domain, file)
    said: tuple[str, ...]
    if isinstance(domain, int):
        column = label_column(others, domain, file)[1]
    if isinstance(label, int):
        _, values, note = label_column(others, label, file)
        y, said = tidy_labels(values), (note,)
    else:
        y_name, left_out = _label_name(arrays, x_name, half, label)
        X, y, said = match_labels(X, x_name, arrays.get(y_name or ""), y_name, file, found)
    taken = sorted({p % X.shape[1] for p in (label, domain) if isinstance(p, int)})
    X = np.delete(X, taken, axis=1) if taken else X
    said = (f"Features are `{x_name}`, {shape_text(X)} {X.dtype}.", *said, *left_out)
    if half is not None:
        missing = f"X_{ROLES[1 - ROLES.index(half.name)]}"
        said += (f"There is no `{missing}`: the file is one domain, a {half.name}.",)
    result = FeatureFile(X, y, None, name, said, found, role=half.name if half else "")
    if column is not None:
        return _with_domains(_with_extras(result, arrays, file), column, f"column {domain}", file)
    domain_name = domain if isinstance(domain, str) else first_named(arrays, DOMAIN_NAMES)
    result = _with_extras(result, arrays, file)
    if domain_name is None:
        return result
    return _with_domains(result, arrays[domain_name], domain_name, file)


def _matrix_columns(
    X: Array, label: str | int | None, domain: str | int | None, file: str
) -> Array:
    """The matrix, whose columns at these positions hold labels and domains."""
    positions = [p for p in (label, domain) if isinstance(p, int)]
    width = X.shape[1]
    if len(positions) == 2 and positions[0] % width == positions[1] % width:
        raise ValueError(
            f"{file}: column {positions[0]} was named for labels and domains; name two columns."
        )
    if X.ndim == 2 and 0 < len(positions) == width:
        raise ValueError(
            f"{file} has {width} column{'s' * (width > 1)}, and without labels and domains none "
            "is left for features; give a matrix with more columns."
        )
    return X


def _feature_name(
    arrays: Mapping[str, Array],
    matrices: list[str],
    half: Domain | None,
    file: str,
    found: str,
) -> str:
    """Name of the matrix of features: by name, else the only matrix there is."""
    # A lone column is somebody's labels, whatever it is called.
    wide = [m for m in matrices if sorted(arrays[m].shape)[-2] > 1] or matrices
    parts = sparse_parts(arrays)
    named = [m for m in wide if m.lower().rsplit(".", 1)[-1] in FEATURE_NAMES and m not in parts]
    if named:
        return only(named, "features", file)
    if parts:  # they may be the features, whatever is beside them
        raise ValueError(
            f"{file} holds a sparse matrix in parts ({', '.join(f'`{p}`' for p in parts)}), which "
            f"is not read; save it as X=matrix.toarray(): found {found}."
        )
    alike = [m for m in wide if any(part in m.lower() for part in FEATURE_PARTS)]
    choice = alike or [m for m in wide if m.lower() not in LABEL_NAMES + ("thumbnails",)]
    if len(choice) == 1:
        return choice[0]
    if half is not None:
        missing = f"X_{ROLES[1 - ROLES.index(half.name)]}"
        raise ValueError(
            f"{file} has `{half.features[0]}` but no `{missing}`; found {found}: call the other "
            f"domain's features `{missing}`, or leave other matrices out."
        )
    raise ValueError(
        f"{file} has no matrix that is clearly the features; found {found}: call the features "
        "`X` (one row per sample) and the labels `y`."
    )


def _label_name(
    arrays: Mapping[str, Array], x_name: str, half: Domain | None, label: str | None
) -> tuple[str | None, tuple[str, ...]]:
    """Name of the labels; and what is said of others that have a label's name."""
    usual = [n for wanted in LABEL_NAMES if (n := first_named(arrays, (wanted,)))]
    names = dict.fromkeys(n for n in (*(half.labels if half else ()), *usual) if n != x_name)
    chosen = label if label is not None else next(iter(names), None)
    others = ", ".join(f"`{n}`" for n in names if n != chosen)
    if chosen is None or not others:
        return chosen, ()
    return chosen, (f"Not read, though named as labels are: {others}; labels are `{chosen}`.",)


def _with_extras(file: FeatureFile, arrays: Mapping[str, Array], shown: str) -> FeatureFile:
    """Add what a sample set may carry: class names, sample names, thumbnails."""
    n, notes = len(file.X), list(file.notes)
    names, pictures = arrays.get("names"), arrays.get("thumbnails")
    if names is not None and (names.dtype.kind not in "US" or names.size != n):
        notes.append(f"Not read: `names` holds {counted(names.size, 'value')}, not {n} texts.")
        names = None
    if pictures is not None:
        known = pictures.ndim == 3 or pictures.ndim == 4 and pictures.shape[3] in (1, 3, 4)
        if pictures.dtype != np.uint8 or not known or len(pictures) != n:
            notes.append(
                f"Caution: `thumbnails` is {shape_text(pictures)} {pictures.dtype} and is left "
                f"out; pictures of {n} samples are {n} × height × width (× 3) uint8."
            )
            pictures = None
    classes, given = class_names(arrays), first_named(arrays, ("class_names",))
    if classes and given:
        shared = set(whole_text(arrays[given].reshape(-1)).tolist()) - set(classes)
        notes += [
            f"Caution: several classes are named {name}; the number of each is added to its name."
            for name in sorted(shared)
        ][:3]
    columns = column_names(arrays, file.X.shape[1])
    if columns:
        notes.append(f"Features are named by `{columns}`.")
    return replace(
        file,
        notes=tuple(notes),
        feature_names=tuple(as_text(arrays[columns].reshape(-1)).tolist()) if columns else (),
        class_names=classes,
        sample_names=None if names is None else whole_text(names.reshape(-1)),
        thumbnails=pictures,
    )


def _with_unread(
    file: FeatureFile, arrays: Mapping[str, Array], given: Sequence[str]
) -> FeatureFile:
    """Say which arrays with one value for each sample were not read."""
    known = " ".join(file.notes)
    taken = (*given, *EXTRAS)
    sizes = {len(file.X)}
    if file.domain is not None:
        sizes |= {int(np.count_nonzero(file.domain == name)) for name in file.domains}
    file = replace(file, name_arrays=name_arrays(file, arrays, given, sizes))
    unread = [
        f"`{short(name)}`"
        for name, a in arrays.items()
        if 1 < a.size == max(a.shape, default=0)
        and a.size in sizes
        and name not in taken
        and f"`{name}`" not in known
    ]
    if not unread:
        return file
    note = f"Not read: {listed(unread)}, one value for each sample."
    return replace(file, notes=(*file.notes, note))


def _with_domains(file: FeatureFile, values: Array, name: str, shown: str) -> FeatureFile:
    """Add the domain of each row; skada's numbers also say which domains are sources."""
    n, given = len(file.X), values.reshape(-1)
    if len(given) != n:
        raise ValueError(
            f"{shown}: `{name}` has {len(given)} values but there are {n} samples; "
            f"found {file.found}."
        )
    tidy = tidy_labels(given)
    lacking = n if tidy is None else sum(v is None or v != v for v in tidy.tolist())
    if tidy is None or lacking:
        raise ValueError(
            f"{shown}: `{name}` names no domain for {lacking} of {n} samples; name one for each."
        )
    said = (*file.notes, f"Domains are `{name}`.")
    return with_signs(replace(file, domain=np.asarray(as_text(tidy)), notes=said), name)
