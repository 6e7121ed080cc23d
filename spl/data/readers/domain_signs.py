"""Which domains are sources where a file says so by the signs of their numbers, as skada does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spl.data.readers.features import Array, FeatureFile

SIGNED = "sample_domain"  # skada's name: positive numbers are sources, negative ones targets


def with_signs(file: FeatureFile, name: str) -> FeatureFile:
    """Take domains with positive numbers as sources, and those with negative ones as targets.

    Parameters
    ----------
    file : FeatureFile
        With the domain of each row.
    name : str
        Of the array or column of domains; only `sample_domain` has signs that mean roles.
    """
    if file.domain is None or name.lower().rsplit(".", 1)[-1] != SIGNED:
        return file
    try:
        signs = np.sign(file.domain.astype(np.float64))
    except ValueError:  # names, not numbers
        return file
    if set(signs.tolist()) != {-1.0, 1.0}:
        return file
    sources = tuple(dict.fromkeys(file.domain[signs > 0].tolist()))
    said = f"Positive numbers in `{name}` are sources, negative ones targets."
    y, masked = _without_mask(file.y, signs < 0)
    padded = None if masked else file.padded
    notes = (*file.notes, said, *masked)
    return replace(file, y=y, padded=padded, notes=notes, source_domains=sources)


def _without_mask(y: Array | None, of_target: Array) -> tuple[Array | None, tuple[str, ...]]:
    """Take labels that are −1 on all of the target as none, as skada masks them."""
    if y is None or y.dtype.kind not in "iu" or not (y[of_target] == -1).all():
        return y, ()
    values = np.empty(len(y), dtype=object)
    values[:] = y.tolist()
    values[of_target] = None
    return values, ("The target's labels are all −1, so it has none.",)
