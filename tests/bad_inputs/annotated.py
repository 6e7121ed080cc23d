"""Columns of AnnData (.h5ad) of every kind that its versions write, and parts in other files."""

import h5py
import numpy as np

from bad_inputs import Case
from bad_inputs.arrays import XS, XT, YS, YT, same
from bad_inputs.meanings import CODE, THEIRS, WORDS, hdf5, named

GAPS = np.arange(len(YT)) < 2


def nullable(made, name, values, missing=None, kind="integer"):
    """A column as AnnData 0.8 and later write what pandas calls Int64, boolean and string."""
    group = made.create_group(name)
    group.attrs["encoding-type"] = f"nullable-{kind}"
    group["values"] = values.astype("S") if values.dtype.kind == "U" else values
    group["mask"] = np.zeros(len(values), bool) if missing is None else missing


def with_nullable(X, y, missing=None, kind="integer"):
    def write(made):
        made["X"] = X
        nullable(made, "obs/label", y, missing, kind)

    return hdf5(write)


def older(X, codes, names):
    """As AnnData 0.7 writes classes: codes, and a reference to their names."""

    def write(made):
        made["X"], made["obs/label"] = X, codes.astype("i1")
        made["obs/__categories/label"] = names.astype("S")
        reference = made["obs/__categories/label"].ref
        made["obs/label"].attrs["categories"] = reference

    return hdf5(write)


def one_file(missing=None):
    def write(made):
        made["X"] = np.vstack([XS, XT])
        nullable(made, "obs/label", np.r_[YS, YT])
        domains = np.r_[["p"] * len(YS), ["q"] * len(YT)]
        nullable(made, "obs/domain", domains, missing, "string-array")

    return hdf5(write)


def links_out(write_label):
    def write(made):
        made["X"] = XS
        write_label(made.create_group("obs/label"))

    return hdf5(write)


def categories_of_another_file(group):
    group.attrs["encoding-type"] = "categorical"
    group["codes"] = YS.astype("i1")
    group["categories"] = h5py.ExternalLink("/etc/hostname", "/names")


def values_in_another_file(group):
    group.attrs["encoding-type"] = "nullable-integer"
    group.create_dataset("values", (len(YS),), "u1", external=[("/etc/passwd", 0, len(YS))])
    group["mask"] = np.zeros(len(YS), bool)


def classes_in_another_file(group):
    group.attrs["encoding-type"] = "categorical"
    group["codes"] = YS.astype("i1")
    group.create_dataset("categories", (3,), "S4", external=[("/etc/passwd", 0, 12)])


def two_files(name, source, target, **options):
    return Case(name, (("s.h5ad", source), ("t.h5ad", target)), **options)


BOOLEAN = (YS > 0, YT > 0)
KINDS = {"integer": (YS, YT), "boolean": BOOLEAN, "string-array": (WORDS[YS], WORDS[YT])}
MISSING = "2 target samples of 20 have no label (first: row 0)"
CASES = [
    *(
        two_files(
            f"AnnData's labels that may be missing, {kind}",
            with_nullable(XS, ys, None, kind),
            with_nullable(XT, yt, None, kind),
            check=same(ys=ys, yt=yt),
        )
        for kind, (ys, yt) in KINDS.items()
    ),
    *(
        two_files(
            f"AnnData's labels of which two are missing, {kind}",
            with_nullable(XS, ys, None, kind),
            with_nullable(XT, yt, GAPS, kind),
            check=same(ys=ys, yt=[None, None, *yt[2:].tolist()]),
            notes=(f"Caution: {MISSING}",),
        )
        for kind, (ys, yt) in KINDS.items()
    ),
    two_files(
        "AnnData's labels of which one of the source is missing",
        with_nullable(XS, YS, np.arange(len(YS)) == 3),
        with_nullable(XT, YT),
        says="y_source lacks 1 of 24 labels (first: row 3)",
    ),
    two_files(
        "AnnData's labels, all missing in the target",
        with_nullable(XS, YS),
        with_nullable(XT, YT, np.ones(len(YT), bool)),
        check=same(yt=None),
    ),
    two_files(
        "AnnData's mask of another length",
        with_nullable(XS, YS, np.zeros(5, bool)),
        with_nullable(XT, YT),
        says="HDF5 file (its mask has shape (5,) and its values (24,)); save it again",
    ),
    Case("AnnData's domains that may be missing", (("a.h5ad", one_file()),),
         {"source_domain": "p"}, check=same()),
    Case("AnnData's domains of which one is missing",
         (("a.h5ad", one_file(np.arange(len(YS) + len(YT)) == 30)),), {"source_domain": "p"},
         says="a.h5ad: `obs.domain` names no domain for 1 of 44 samples; name one for each."),
    two_files("AnnData 0.7's categories", older(XS, YS, WORDS), older(XT, CODE[YT], THEIRS),
              check=named),
    two_files("AnnData 0.7's categories, one missing", older(XS, YS, WORDS),
              older(XT, np.r_[-1, CODE[YT[1:]]], THEIRS),
              check=same(ys=WORDS[YS], yt=[None, *WORDS[YT[1:]]])),
    *(
        two_files(
            f"parts that lie in another file: {write.__name__}",
            links_out(write),
            with_nullable(XT, YT),
            says="s.h5ad cannot be read as a MATLAB 7.3 or HDF5 file (",
        )
        for write in (
            categories_of_another_file,
            values_in_another_file,
            classes_in_another_file,
        )
    ),
]  # fmt: skip
