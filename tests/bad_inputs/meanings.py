"""What would be taken for something else: swallowed rows, other labels, codes, names not read."""

import io

import h5py
import numpy as np
from scipy.sparse import csc_matrix, csr_matrix

from bad_inputs import Case
from bad_inputs.arrays import XS, XT, YS, YT, npz, pair_of, same
from bad_inputs.writing import GOOD, LABELS, A, B, features, table, two, without_labels

NAMES = ["s0", '"s1', "s2", "s3", '"s4', "s5"]
LOST = "is closed only 3 lines further down, so that 3 rows would be lost"
TWO_LINES = [f'"first line\nsecond, of {i}"' for i in range(6)]
OTHER = LABELS[::-1]
NEXT = range(6, 12)
FOLDS = [0, 1, 2, 0, 1, 2]
GENES = ["sparc", "actb", "gapdh", "rpl3"]


def no_caution(pair):
    assert not any(note.startswith("Caution:") for note in pair.notes), pair.notes


TABLES = [
    *(
        Case(
            f"quotation marks that are opened and not closed, {kind}",
            two(table(NAMES, A, B, LABELS, head="name,a,b,label", sep=sep)),
            says=f"s.csv, row 1: a quotation mark before `{shown}` {LOST}",
        )
        for kind, sep, shown in (
            ("commas", ",", "s1,5.25,1.25,u"),
            ("tabs", "\t", "s1 5.25 1.25 u"),
            ("blanks", " ", "s1 5.25 1.25 u"),
        )
    ),
    Case(
        "labels with quotation marks that are not closed",
        two(table(A, B, ["u", '"u', "v", "v", '"u', "v"])),
        says=f"s.csv, row 1: a quotation mark before `u` {LOST}",
    ),
    Case(
        "names of rows with quotation marks that are not closed",
        two(table(NAMES, A, B, LABELS)),
        says=f"row 1: a quotation mark before `s1,5.25,1.25,u` {LOST}",
    ),
    Case(
        "texts of two lines",
        two(table(TWO_LINES, A, B, LABELS, head="note,a,b,label")),
        notes=("separated by comma", "Text left out: `note`."),
        check=features(A, B),
    ),
    Case(
        "a target without labels, with text that the source has too",
        two(
            table(A, B, OTHER, LABELS, head="a,b,smoker,label"),
            table(A, B, LABELS, head="a,b,smoker"),
        ),
        notes=("There are no labels.", "Text left out: `smoker`."),
        check=without_labels,
    ),
    Case(
        "a target without labels, with two texts that the source has too",
        two(
            table(A, B, OTHER, OTHER, LABELS, head="a,b,smoker,sex,label"),
            table(A, B, LABELS, OTHER, head="a,b,smoker,sex"),
        ),
        check=without_labels,
    ),
    Case(
        "ids that go on from the other file's",
        two(
            table(range(6), A, B, LABELS, head="id,a,b,label"),
            table(NEXT, A, B, LABELS, head="id,a,b,label"),
        ),
        notes=("The first, column `id`, counts the rows and was left out.",),
        check=features(A, B, of="target"),
    ),
    Case(
        "ids that begin in the target",
        two(
            table(NEXT, A, B, LABELS, head="id,a,b,label"),
            table(range(6), A, B, LABELS, head="id,a,b,label"),
        ),
        notes=("Caution: s.csv, column `id`, has a different", "Caution: t.csv, column `id`, has"),
    ),
    Case(
        "genes in the rows",
        two(table(GENES, A[:4], B[:4], head="gene,sample1,sample2")),
        notes=("Caution: every label of s comes once, so that each of its 4 classes has a single",),
    ),
    Case(
        "codes that look like numbers as labels",
        two(table(A, B, ["12e4", "12e4", "1e3", "1e3", "12e4", "1e3"])),
        check=lambda pair: np.testing.assert_equal(pair.classes.tolist(), ["12e4", "1e3"]),
    ),
    Case(
        "labels as numpy.savetxt writes them",
        two(table(A, B, [f"{y == 'u':.18e}" for y in LABELS])),
        check=lambda pair: np.testing.assert_equal(pair.classes.tolist(), [0, 1]),
    ),
    Case(
        "names of the columns once more",
        two(GOOD + GOOD),
        says="s.csv: row 6 repeats the names of the columns; remove it.",
    ),
    Case(
        "names of the columns twice in a row",
        two(GOOD.replace(b"a,b,label\n", b"a,b,label\na,b,label\n")),
        check=features(A, B),
    ),
    *(
        Case(
            f"samples of the source labelled {label}",
            two(table(A, B, [*LABELS[:4], label, label])),
            notes=(f"Caution: 2 samples are labelled `{label}` in s, which is taken for a class;",),
        )
        for label in ("?", "unknown", "n/a", "NaN", "#N/A", "missing", "-", "--")
    ),
    *(
        Case(
            f"samples of the source labelled {label}, the others with numbers",
            two(table(A, B, [0, 1, 0, 1, label, label])),
            notes=(f"Caution: 2 samples are labelled `{label}` in s, which is taken for a class;",),
        )
        for label in ("NA", "None", "na", "n.a.", ".", "x", "-999", "9999")
    ),
    *(
        Case(
            f"samples of the source labelled {label}, beside others of its kind",
            two(table(A, B, labels)),
            check=lambda pair: np.testing.assert_equal("taken for" in " ".join(pair.notes), False),
        )
        for label, labels in (("NA", "NA DE US".split() * 2), ("A", "0 A 1 B 0 A".split()))
    ),
    Case(
        "samples of the source labelled -1",
        two(table(A, B, [0, 1, 2, -1, -1, -1])),
        notes=("Caution: 3 samples are labelled `-1` in s, which is taken for a class",),
    ),
    Case("classes -1, 0 and 1", two(table(A, B, [0, 1, -1] * 2)), check=no_caution),
    Case(
        "names of columns on one side",
        two(GOOD, table(A, B, LABELS, head="")),
        notes=("The columns of t have no names: joined by position.",),
    ),
    *(
        Case(
            f"a number with two signs, {text}",
            two(table([*A, text], [*B, 1], [*LABELS, "u"])),
            says=f"s.csv, column `a`, row 6: '{text}' is not a number",
        )
        for text in ("--3", "+-3", "\u2212-3")
    ),
    Case(
        "folds and weights",
        two(table(A, B, FOLDS, [1.0] * 6, LABELS, head="a,b,cv_fold,sample_weight,label")),
        notes=("columns `cv_fold`, `sample_weight`, say by their names how samples are used",),
    ),
    Case("a group that may be measured", two(table(A, B, LABELS, head="group,weight,label"))),
]

WORDS, THEIRS = np.array(["cat", "dog", "owl"]), np.array(["owl", "cat", "dog"])
CODE = np.array([1, 2, 0])  # of WORDS among THEIRS


def named(pair):
    np.testing.assert_array_equal(pair.y_source, WORDS[YS])
    np.testing.assert_array_equal(pair.y_target, WORDS[YT])


def hdf5(write):
    out = io.BytesIO()
    with h5py.File(out, "w") as made:
        write(made)
    return out.getvalue()


def enum(X, codes, names):
    kind = h5py.enum_dtype({str(name): i for i, name in enumerate(names)}, basetype="i2")

    def write(made):
        made["X"] = X
        made.create_dataset("y", data=codes, dtype=kind)

    return hdf5(write)


def anndata(X, codes, names):
    def write(made):
        made["X"] = X
        column = made.create_group("obs/label")
        column.attrs["encoding-type"] = "categorical"
        column["codes"] = codes.astype("i1")
        column["categories"] = names if names.dtype.kind == "i" else names.astype("S")

    return hdf5(write)


def anndata_sparse(X, y, genes, kind=csr_matrix, shape=None):
    """As scanpy saves it: most entries are 0, and a few principal components lie beside."""

    def write(made):
        matrix, group = kind(X), made.create_group("X")
        group.attrs["encoding-type"] = f"{matrix.format}_matrix"
        group.attrs["shape"] = shape or X.shape
        for name in ("data", "indices", "indptr"):
            group[name] = getattr(matrix, name)
        made["obsm/X_pca"], made["obs/label"] = X[:, :2] - X[:, :2].mean(), WORDS[y].astype("S")
        made["var/index"] = np.array(list(genes), "S")
        made["var"].attrs["_index"] = "index"

    return hdf5(write)


def both_h5(name, source, target, check=named, **options):
    return Case(name, (("s.h5", source), ("t.h5", target)), check=check, **options)


def genes_joined(pair):
    np.testing.assert_array_equal(pair.X_source, XS)
    np.testing.assert_array_equal(pair.X_target, XT)
    named(pair)


def tens(pair):
    np.testing.assert_array_equal(pair.y_target, [30, None, *(10 + 10 * YT[2:])])


ARRAYS = [
    Case(
        "a target without the labels asked for, with others",
        two(
            table(A, B, OTHER, LABELS, head="a,b,class,churn"),
            table(A, B, LABELS, head="a,b,class"),
        ),
        {"label": "churn"},
        notes=("their names mean labels too: `class`",),
        check=without_labels,
    ),
    both_h5("labels by the names of an enum", enum(XS, YS, WORDS), enum(XT, CODE[YT], THEIRS)),
    both_h5("AnnData's categories", anndata(XS, YS, WORDS), anndata(XT, CODE[YT], THEIRS)),
    both_h5(
        "AnnData's categories of numbers, one missing",
        anndata(XS, YS, np.array([10, 20, 30])),
        anndata(XT, np.r_[2, -1, YT[2:]], np.array([10, 20, 30])),
        check=tens,
    ),
    both_h5(
        "AnnData's column by its name alone",
        anndata(XS, YS, WORDS),
        anndata(XT, CODE[YT], THEIRS),
        options={"label": "label"},
    ),
    *(
        pair_of(
            f"classes named by `{name}`, counted from {first}",
            npz(X=XS, y=YS + first, **{name: WORDS}),
            npz(X=XT, y=CODE[YT] + first, **{name: THEIRS}),
            check=named,
        )
        for name in ("class_names", "label_names", "target_names", "classNames")
        for first in (0, 1)
    ),
    *(
        pair_of(
            f"names that differ and are not read, `{name}`",
            npz(X=XS, y=YS, **{name: WORDS}),
            npz(X=XT, y=CODE[YT], **{name: THEIRS}),
            notes=(f"Caution: `{name}` is not the same in s and t (1: `cat`, `owl`) and was not",),
            check=None,
        )
        for name in ("classes", "categories", "levels", "names")
    ),
    pair_of(
        "names of columns that are not read",
        npz(X=XS, y=YS, genes=np.array(list("abcdef"))),
        npz(X=XT[:, ::-1], y=YT, genes=np.array(list("fedcba"))),
        notes=("Caution: `genes` is not the same in s and t (1: `a`, `f`) and was not read",),
        check=None,
    ),
    pair_of(
        "names that are the same and not read",
        npz(X=XS, y=YS, levels=WORDS),
        npz(X=XT, y=YT, levels=WORDS),
        check=lambda pair: np.testing.assert_equal("levels" in " ".join(pair.notes), False),
    ),
    *(
        both_h5(
            f"AnnData's sparse features, {kind.__name__}, genes in another order",
            anndata_sparse(XS, YS, "abcdef", kind),
            anndata_sparse(XT[:, ::-1], YT, "fedcba", kind),
            check=genes_joined,
        )
        for kind in (csr_matrix, csc_matrix)
    ),
    both_h5(
        "AnnData's sparse features of other genes",
        anndata_sparse(XS, YS, "abcdef"),
        anndata_sparse(XT, YT, "abcdeg"),
        says="t lacks the column `f` of s and has `g`, which s lacks",
    ),
    both_h5(
        "AnnData's sparse features that are 80 GB dense",
        anndata_sparse(XS, YS, "abcdef", shape=(10**6, 10**4)),
        anndata_sparse(XT, YT, "abcdef"),
        says="s.h5 takes 80 GB once it is decoded, but at most 4 GB are read",
    ),
    both_h5(
        "AnnData's sparse features of another shape",
        anndata_sparse(XS, YS, "abcdef", shape=(len(XS) + 1, 6)),
        anndata_sparse(XT, YT, "abcdef"),
        says="s.h5 cannot be read as a MATLAB 7.3 or HDF5 file",
    ),
    pair_of(
        "a sparse matrix in parts beside another matrix",
        npz(data=np.ones(3), indices=np.arange(3), indptr=np.arange(4), pca=XS[:, :2], y=YS),
        says="s.npz holds a sparse matrix in parts (`data`, `indices`, `indptr`), which is not",
    ),
    pair_of(
        "a sparse matrix in parts",
        npz(data=np.ones(3), indices=np.arange(3), indptr=np.arange(4), y=YS),
        says="s.npz holds a sparse matrix in parts (`data`, `indices`, `indptr`), which is not",
    ),
    pair_of(
        "a sparse matrix in blocks, as many as there are samples",
        npz(data=XS.reshape(len(XS), 2, -1), indices=YS, indptr=YS[::2], y=YS),
        says="s.npz holds a sparse matrix in parts (`data`, `indices`, `indptr`), which is not",
    ),
    pair_of(
        "a sparse matrix by diagonals, as many as there are samples",
        npz(data=XS, offsets=np.arange(len(XS)), format="dia", shape=XS.shape, y=YS),
        says="s.npz holds a sparse matrix in parts (`data`, `offsets`), which is not",
    ),
    pair_of(
        "a sparse matrix as triples",
        npz(data=YS + 1.0, row=YS, col=YS, format="coo", shape=XS.shape, y=YS),
        says="s.npz holds a sparse matrix in parts (`data`, `row`, `col`), which is not",
    ),
    pair_of(
        "the place of each pixel beside its spectrum",
        npz(data=XS, row=np.arange(len(XS)), col=np.arange(len(XS)), y=YS),
        npz(data=XT, row=np.arange(len(XT)), col=np.arange(len(XT)), y=YT),
        check=same(),
    ),
]
