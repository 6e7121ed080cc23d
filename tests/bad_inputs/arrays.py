"""Binary files: layouts, names, orientation, options, damage and size."""

import io
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import scipy.io
from scipy.sparse import csc_matrix

from bad_inputs import Case

N, M, D = 24, 20, 6  # source samples, target samples, features
RNG = np.random.default_rng(7)
MEANS = 6 * RNG.normal(size=(3, D))
YS, YT = np.arange(N) % 3, np.arange(M) % 3
XS = MEANS[YS] + RNG.normal(size=(N, D))
XT = MEANS[YT] + RNG.normal(size=(M, D)) + 0.5
FILES = Path(__file__).parent / "files"


def npz(**arrays):
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def mat(**arrays):
    out = io.BytesIO()
    scipy.io.savemat(out, arrays)
    return out.getvalue()


TREES = np.array([name.encode() for name in ("קיץ", "été", "šípek", "榎")])


def h5(**arrays):
    out = io.BytesIO()
    with h5py.File(out, "w") as file:
        for name, value in arrays.items():
            file[name] = value
    return out.getvalue()


def packed(**members):
    """A zip archive with members as they are given, under numpy's names."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return out.getvalue()


def claims(shape, dtype="<f8"):
    """A .npy file whose header claims more than follows."""
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + b"\0" * 64


def file(name):
    return (name, (FILES / name).read_bytes())


def same(Xs=XS, ys=YS, Xt=XT, yt=YT):
    """A check that the pair is this one, in this order."""

    def check(pair):
        np.testing.assert_allclose(pair.X_source, Xs)
        assert pair.y_source.tolist() == list(ys)
        np.testing.assert_allclose(pair.X_target, Xt)
        assert pair.y_target is None if yt is None else pair.y_target.tolist() == list(yt)

    return check


def both(name, content, suffix="npz", **options):
    """A case of one file that holds both domains."""
    options.setdefault("check", None if "says" in options else same())
    return Case(name, ((f"a.{suffix}", content),), **options)


def pair_of(name, source, target=None, suffix="npz", **options):
    """A case of two files; the target is a sound one where none is given."""
    target = npz(X=XT, y=YT) if target is None else target
    options.setdefault("check", None if "says" in options else same())
    return Case(name, ((f"s.{suffix}", source), ("t.npz", target)), **options)


# --- layouts as people pass them round ------------------------------------------------------------

NAMES = [
    ("X_source", "y_source", "X_target", "y_target"),
    ("Xs", "Ys", "Xt", "Yt"),
    ("X_src", "Y_src", "X_tar", "Y_tar"),
    ("Xsrc", "ysrc", "Xtgt", "ytgt"),
    ("X_S", "y_S", "X_T", "y_T"),
    ("fts_s", "labels_s", "fts_t", "labels_t"),
    ("source_features", "source_labels", "target_features", "target_labels"),
    ("S", "S_Label", "T", "T_Label"),
    ("Xs", "Xs_Label", "Xt", "Xt_Label"),
    ("XS", "YS", "XT", "YT"),
    ("sourceX", "sourceY", "targetX", "targetY"),
    ("feat_source", "gnd_source", "feat_target", "gnd_target"),
]
ONE = "is needed; save Xt.reshape(1, -1) if it is one sample, or Xt.reshape(-1, 1) if it is one "
LAYOUTS = [  # of one target sample
    *(
        both(
            f"one target sample {how}",
            make(Xs=XS, ys=YS, **arrays),
            suffix,
            check=same(Xt=XT[:1], yt=YT[:1] if "yt" in arrays else None),
        )
        for how, make, suffix, arrays in (
            ("as a matrix", npz, "npz", {"Xt": XT[:1]}),
            ("as a matrix with its label", npz, "npz", {"Xt": XT[:1], "yt": YT[:1]}),
            ("whose label is a single value", npz, "npz", {"Xt": XT[:1], "yt": YT[0]}),
            ("as a column of MATLAB", mat, "mat", {"Xt": XT[:1].T, "yt": YT[:1]}),
        )
    ),
    both("a target that is a vector", npz(Xs=XS, ys=YS, Xt=XT[0]), says=ONE),
    both("a target that is a vector, labelled", npz(Xs=XS, ys=YS, Xt=XT[0], yt=YT[0]), says=ONE),
    both("two vectors", npz(Xs=XS[0], ys=YS, Xt=XT[0]), says="the features `Xs` are a vector of 6"),
]
for names in NAMES:
    LAYOUTS += [
        both(f"{names[0]}, {names[1]}, …", npz(**dict(zip(names, (XS, YS, XT, YT), strict=True)))),
        both(
            f"{names[0]}, {names[1]} turned, in a .mat file",
            mat(**dict(zip(names, (XS.T, YS, XT.T, YT), strict=True))),
            "mat",
        ),
    ]
STRUCTURES = {"source": {"fts": XS, "labels": YS}, "target": {"fts": XT, "labels": YT}}
LAYOUTS += [
    both("structures source and target", mat(**STRUCTURES), "mat"),
    both(
        "structures S and T with transposed X",
        mat(S={"X": XS.T, "Y": YS}, T={"X": XT.T, "Y": YT}),
        "mat",
    ),
    both("one structure around all", mat(data={"Xs": XS, "Ys": YS, "Xt": XT, "Yt": YT}), "mat"),
    both(
        "structures with other names",
        mat(amazon={"fts": XS, "labels": YS}, dslr={"fts": XT, "labels": YT}),
        "mat",
        options={"source_domain": "amazon"},
    ),
    both(
        "three structures are asked about",
        mat(**{n: {"fts": XS, "labels": YS} for n in ("amazon", "dslr", "webcam")}),
        "mat",
        says="a holds 3 domains (amazon, dslr, webcam); say which is the source",
    ),
    both(
        "groups of an HDF5 file",
        h5(**{"source/X": XS, "source/y": YS, "target/X": XT, "target/y": YT}),
        "h5",
    ),
    both(
        "texts of an HDF5 file in UTF-8 that it calls ASCII, as h5py writes bytes",
        h5(Xs=XS, ys=TREES[YS].tolist(), Xt=XT, yt=TREES[YT].tolist()),
        "h5",
        check=same(ys=[TREES[c].decode() for c in YS], yt=[TREES[c].decode() for c in YT]),
    ),
    both(
        "the target turned as the source is, without labels",
        npz(Xs=XS.T, ys=YS, Xt=XT.T),
        check=same(yt=None),
    ),
    both(
        "a square target without labels beside a turned source",
        npz(Xs=XS.T, ys=YS, Xt=XT[:D].T),
        check=same(Xt=XT[:D], yt=None),
        notes=("Caution: `Xt` was turned to have 6 features like `Xs`, which was turned too.",),
    ),
    both(
        "two arrays that may be the source",
        npz(X_source=XS, fts_s=XS, y_source=YS, X_target=XT),
        says="a.npz has 2 arrays that may be the features of the source (`X_source`, `fts_s`)",
    ),
    both(
        "two arrays that may be the source's labels",
        npz(Xs=XS, ys=YS, S_Label=YS, Xt=XT),
        says="a.npz has 2 arrays that may be the labels of the source (`ys`, `S_Label`)",
    ),
    Case(
        "the same structures twice",
        (("a.mat", mat(**STRUCTURES)), ("b.mat", mat(**STRUCTURES))),
        says="a holds 2 domains (source, target); say which one is the source.",
    ),
    Case(
        "the same structures twice, chosen",
        (("a.mat", mat(**STRUCTURES)), ("b.mat", mat(**STRUCTURES))),
        {"source_domain": "source", "target_domain": "target"},
        check=same(),
    ),
    Case("struct_both.mat once", (file("struct_both.mat"),)),
    Case(
        "struct_both.mat twice",
        (file("struct_both.mat"), file("struct_both.mat")),
        says="struct_both holds 2 domains (source, target); say which one is the source.",
    ),
    pair_of(
        "source and target given in each other's place",
        npz(X_target=XS, y_target=YS),
        npz(X_source=XT, y_source=YT),
        notes=(
            "Caution: s was given as the source, but by the names of its arrays it is a target;",
            "Caution: t was given as the target, but by the names of its arrays it is a source;",
        ),
    ),
    pair_of(
        "source and target in their places",
        npz(Xs=XS, Ys=YS),
        npz(Xt=XT, Yt=YT),
        check=lambda pair: np.testing.assert_equal("was given as" in " ".join(pair.notes), False),
    ),
    pair_of(
        "two feature matrices in one domain",
        npz(X=XS, features=XS + 1, y=YS),
        says="has 2 arrays that may be the features (`X`, `features`); keep one of them, or call",
    ),
    pair_of(
        "two arrays named as labels",
        npz(X=XS, y=YS, gnd=YS[::-1]),
        check=None,
        notes=("Not read, though named as labels are: ",),
    ),
]

# --- options are used or refused ------------------------------------------------------------------

LABELS = YS[::-1].copy(), YT[::-1].copy()
OPTIONS = [
    Case("pair_Xs_Label.mat --label Xs_Label", (file("pair_Xs_Label.mat"),), {"label": "Xs_Label"}),
    both(
        "labels of the source by name bring the target's counterpart",
        npz(Xs=XS, ys=LABELS[0], S_Label=YS, Xt=XT, yt=LABELS[1], T_Label=YT),
        options={"label": "S_Label"},
    ),
    both(
        "labels of both domains in one array",
        npz(Xs=XS, Xt=XT, truth=np.concatenate([YS, YT])),
        options={"label": "truth"},
    ),
    both(
        "labels of one domain by their number",
        npz(Xs=XS, Xt=XT, truth=YS),
        options={"label": "truth"},
        check=same(yt=None),
    ),
    both(
        "labels of no domain",
        npz(Xs=XS, Xt=XT, truth=np.arange(7)),
        options={"label": "truth"},
        says="a.npz: `truth` has 7 values, which do not fit any domain; name the source's labels",
    ),
    both(
        "labels in the last column of both matrices",
        npz(Xs=np.column_stack([XS, YS]), Xt=np.column_stack([XT, YT])),
        options={"label": -1},
    ),
    both(
        "the features named as labels",
        npz(Xs=XS, ys=YS, Xt=XT),
        options={"label": "Xs"},
        says="a.npz: `Xs` is 24 × 6, which is not one label per sample",
    ),
    both(
        "an array that is not there",
        npz(Xs=XS, ys=YS, Xt=XT),
        options={"label": "kind"},
        says="a.npz has no array `kind` (label); found `Xs`",
    ),
    both(
        "a column of domains beside Xs and Xt",
        npz(Xs=XS, ys=YS, Xt=XT, where=np.arange(N)),
        options={"domain": "where"},
        says="keeps each domain in arrays of its own (`Xs` and `Xt`), so `where` cannot name",
    ),
    both(
        "source and target the other way round",
        npz(Xs=XS, ys=YS, Xt=XT, yt=YT),
        options={"source_domain": "target", "target_domain": "source"},
        check=same(XT, YT, XS, YS),
    ),
    both(
        "a domain that is not there",
        npz(Xs=XS, ys=YS, Xt=XT),
        options={"source_domain": "amazon"},
        says="a has no domain amazon; it holds source, target: choose one of these.",
    ),
    both(
        "domains in a column of the matrix",
        npz(
            X=np.column_stack([np.vstack([XS, XT]), [1] * N + [2] * M]), y=np.concatenate([YS, YT])
        ),
        options={"domain": -1, "source_domain": "1"},
    ),
    both(
        "labels and domains in columns of the matrix",
        npy(np.column_stack([np.concatenate([YS, YT]), np.vstack([XS, XT]), [1] * N + [2] * M])),
        "npy",
        options={"label": 0, "domain": -1, "source_domain": "1"},
    ),
    both(
        "one column for both",
        npy(np.vstack([XS, XT])),
        "npy",
        options={"label": -1, "domain": 5},
        says="a.npy: column -1 was named for labels and domains; name two columns.",
    ),
    both(
        "a column of domains that is not there",
        npy(np.vstack([XS, XT])),
        "npy",
        options={"domain": 9},
        says="a.npy has no column 9: its matrix is 44 × 6",
    ),
    both(
        "domains of too few rows",
        npz(X=XS, y=YS, domain=np.array(["p", "q"])),
        says="a.npz: `domain` has 2 values but there are 24 samples",
    ),
    both(
        "domains that are missing",
        npz(X=XS, y=YS, domain=np.where(YS > 0, 1.0, np.nan)),
        says="a.npz: `domain` names no domain for 8 of 24 samples; name one for each.",
    ),
    pair_of(
        "a single column taken as labels",
        npy(XS[:, :1]),
        suffix="npy",
        options={"label": 0},
        says="s.npy has 1 column, and without labels and domains none is left for features",
    ),
]

# --- skada's sign ---------------------------------------------------------------------------------

ALL, BOTH = np.vstack([XS, XT]), np.concatenate([YS, YT])
SIGN = np.array([1] * N + [-2] * M)
MASKED = np.where(SIGN > 0, BOTH, -1)
TURNED_ROUND = np.r_[N : N + M, 0:N]


def signed(labels):
    """A table whose first rows are the target's."""
    d = [f"f{i}" for i in range(ALL.shape[1])]
    table = pd.DataFrame(ALL, columns=d).assign(y=labels, sample_domain=SIGN)
    return table.iloc[TURNED_ROUND].to_csv(index=False).encode()


SIGNS = [
    both(
        "the target comes first",
        npz(X=ALL[TURNED_ROUND], y=BOTH[TURNED_ROUND], sample_domain=SIGN[TURNED_ROUND]),
    ),
    both(
        "a domain given as a number", npz(X=ALL, y=BOTH, domain=SIGN), options={"source_domain": 1}
    ),
    both("the target comes first in a table", signed(BOTH), suffix="csv"),
    both("masked labels in a table are none", signed(MASKED), suffix="csv", check=same(yt=None)),
    both("masked labels are none", npz(X=ALL, y=MASKED, sample_domain=SIGN), check=same(yt=None)),
    both("float numbers", npz(X=ALL, y=BOTH, sample_domain=SIGN.astype(float))),
    both(
        "two sources are asked about",
        npz(X=ALL, y=BOTH, sample_domain=np.where(np.arange(N + M) < 9, 3, SIGN)),
        says="a holds 3 domains (3, 1, -2); say which is the source",
    ),
    both(
        "two sources, one chosen",
        npz(X=ALL, y=BOTH, sample_domain=np.where(np.arange(N + M) < 9, 3, SIGN)),
        options={"source_domain": "1"},
        check=same(XS[9:], YS[9:]),
    ),
    Case(
        "skada_pack_m1_first.npz",
        (file("skada_pack_m1_first.npz"),),
        check=lambda pair: _masked(pair),
    ),
]


def _masked(pair):
    assert (pair.source_name, pair.target_name) == ("1", "-2")
    assert pair.y_target is None and -1 not in pair.y_source.tolist()


# --- damage ---------------------------------------------------------------------------------------

SOUND = npz(X=XS, y=YS)
CELL = np.empty(N, dtype=object)
CELL[:] = [np.arange(2) for _ in range(N)]
EMPTY = CELL.copy()
EMPTY[:] = [f"c{label}" for label in YS]
EMPTY[4] = np.zeros(0)
DAMAGE = [
    Case(  # two bytes of a chunk's statistics were exchanged
        "ends_the_process.parquet",
        (file("ends_the_process.parquet"),) * 2,
        says="ends_the_process.parquet cannot be read as parquet (its content is damaged)",
    ),
    Case(
        "not_npy_member.npz",
        (file("not_npy_member.npz"),) * 2,
        says="not_npy_member.npz cannot be read: `y` is damaged (it is not an array in",
    ),
    Case(
        "thumbnails_0d.npz",
        (file("thumbnails_0d.npz"),) * 2,
        notes=("Caution: `thumbnails` is single value uint8 and is left out; pictures of 4",),
    ),
    Case(
        "fail_1_3221_g.mat",
        (file("fail_1_3221_g.mat"),) * 2,
        says="fail_1_3221_g.mat: `labels` holds cells of several values, which are not labels",
    ),
    Case(
        "fail_1_199_e.mat",
        (file("fail_1_199_e.mat"),) * 2,
        says="y_source lacks 1 of 12 labels (first: row 9)",
    ),
    pair_of(
        "cells of several values",
        mat(X=XS, y=CELL),
        suffix="mat",
        says="s.mat: `y` holds cells of several values, which are not labels",
    ),
    pair_of(
        "an empty cell among labels",
        mat(X=XS, y=EMPTY),
        suffix="mat",
        says="y_source lacks 1 of 24 labels (first: row 4)",
    ),
    pair_of(
        "complex labels",
        npz(X=XS, y=YS + 1j),
        says="s.npz: `y` holds complex128 values, which are not labels",
    ),
    pair_of(
        "an array of several types",
        npz(X=XS, y=np.zeros(N, dtype=[("a", int)])),
        says="values, which are not labels; give one text or number per sample.",
    ),
    pair_of(
        "a single number as labels",
        npz(X=XS, y=np.array(3)),
        says="s.npz: `y` is single value, which is not one label per sample",
    ),
    pair_of(
        "a vector as features",
        npz(X=XS[:, 0], y=YS),
        says="s.npz: the features `X` are a vector of 24 values, and a matrix with one row per",
    ),
    pair_of("no arrays", packed(), says="s.npz holds nothing instead of arrays"),
    pair_of("cut off", SOUND[:200], says="s.npz cannot be read as a .npz file"),
    pair_of(
        "an array shorter than its header says",
        packed(X=claims((9, 9)), y=npy(YS)),
        says="`X` is damaged (it is shorter than its header says)",
    ),
    pair_of(
        "a negative shape",
        packed(X=claims((-3, 9)), y=npy(YS)),
        says="`X` is damaged (its header has an impossible shape)",
    ),
    pair_of(
        "elements of no size",
        packed(X=npy(XS), y=claims((10**18,), "|V0")),
        says="`y` is damaged (it is shorter than its header says)",
    ),
    pair_of(
        "a member of another version",
        packed(X=b"\x93NUMPY\x09\x00" + b" " * 90),
        says="s.npz cannot be read: `X` is damaged",
    ),
    pair_of(
        "Python objects", npz(X=XS, y=YS.astype(object)), says="s.npz holds Python objects in `y`"
    ),
    pair_of(
        "names of other samples",
        npz(X=XS, y=YS, names=np.array(["p", "q"])),
        notes=("Not read: `names` holds 2 values, not 24 texts.",),
    ),
    pair_of(
        "pictures of other samples",
        npz(X=XS, y=YS, thumbnails=np.zeros((2, 4, 4), "u1")),
        notes=("Caution: `thumbnails` is 2 × 4 × 4 uint8 and is left out",),
    ),
    pair_of(
        "a .mat file of nothing",
        b"MATLAB 5.0 MAT-file".ljust(128, b" "),
        suffix="mat",
        says="s.mat cannot be read as a MATLAB file",
    ),
    pair_of(
        "an HDF5 file cut off",
        h5(X=XS, y=YS)[:600],
        suffix="h5",
        says="s.h5 cannot be read as a MATLAB 7.3 or HDF5 file",
    ),
    pair_of(
        "an HDF5 file of labels alone",
        h5(y=YS),
        suffix="h5",
        says="s.h5 has no matrix that is clearly the features",
    ),
]

# --- more than fits -------------------------------------------------------------------------------

BOUND = "set the environment variable SPL_MAX_GB to more gigabytes."


def repeated():
    """A parquet file that stores one long text once and repeats it up to 6 GB."""
    text = pa.DictionaryArray.from_arrays(pa.array(np.zeros(10**6, "i4")), ["x" * 6000])
    out = io.BytesIO()
    pq.write_table(pa.table({"a": np.zeros(10**6), "label": text}), out)
    return out.getvalue()


def chunked(shape, dtype="f8"):
    """An HDF5 file that claims a large array of which nothing is stored."""
    out = io.BytesIO()
    with h5py.File(out, "w") as made:
        made.create_dataset("X", shape, dtype, chunks=(64, 64), compression="gzip")
        made["y"] = YS
    return out.getvalue()


def sparse73(rows):
    """A sparse matrix as MATLAB 7.3 stores it, of so many rows."""
    out = io.BytesIO()
    with h5py.File(out, "w") as made:
        group = made.create_group("X")
        group.attrs["MATLAB_sparse"] = np.uint64(rows)
        group["data"], group["ir"], group["jc"] = [1.0], [0], np.array([0, 1] + [1] * 999)
        made["y"] = YS
    return out.getvalue()


SIZES = [
    pair_of(
        "a .npy file that claims 80 GB",
        claims((10**5, 10**5)),
        suffix="npy",
        says=f"s.npy takes 80 GB once it is decoded, but at most 4 GB are read; save float32 "
        f"features or fewer samples, or {BOUND}",
    ),
    pair_of("a parquet file of one text, repeated", repeated(), suffix="parquet", says=BOUND),
    pair_of(
        "an HDF5 file that claims 80 GB",
        chunked((10**5, 10**5)),
        suffix="h5",
        says="s.h5 takes 80 GB once it is decoded, but at most 4 GB are read",
    ),
    pair_of(
        "a sparse matrix of MATLAB 7.3 that is 80 GB dense",
        sparse73(10**7),
        suffix="h5",
        says="s.h5 takes 80 GB once it is decoded",
    ),
    pair_of(
        "a sparse matrix of MATLAB 5 that is 80 GB dense",
        mat(X=csc_matrix(([1.0], ([0], [0])), shape=(10**6, 10**4)), y=YS),
        suffix="mat",
        says="s.mat takes 80 GB once it is decoded",
    ),
    Case(
        "fail_1_2196_a.h5",
        (file("fail_1_2196_a.h5"),) * 2,
        says="fail_1_2196_a.h5 cannot be read as a MATLAB 7.3 or HDF5 file",
    ),
]

CASES = [*LAYOUTS, *OPTIONS, *SIGNS, *DAMAGE, *SIZES]
