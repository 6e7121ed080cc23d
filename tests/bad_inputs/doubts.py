"""What a reader cannot be sure of: rows that sum up others, codes for missing values, text.

Each is read, with a caution, or refused where nothing sensible can be read.
"""

import io

import h5py
import numpy as np

from bad_inputs import Case
from bad_inputs.arrays import XS, XT, YS, YT, h5, npz, pair_of, same
from bad_inputs.writing import GOOD, LABELS, A, B, features, table, two

N = 24
U, V = [float(f"{i * 37 % 91}.5") for i in range(N)], [float(f"{i * 53 % 89}.25") for i in range(N)]
UV = ["u" if i % 3 else "v" for i in range(N)]
SUMS = "seems to sum up the others, but was read as a sample; remove it unless it is one."


def read_with(*columns, notes, head="a,b,label", check=None):
    return {"files": two(table(*columns, head=head)), "notes": notes, "check": check}


def no_caution(pair):
    assert not any(note.startswith("Caution:") for note in pair.notes), pair.notes


def put(values, every, value):
    return [value if i % every == 0 else v for i, v in enumerate(values)]


LAST_ROWS = [
    *(
        Case(
            f"a last row called {word}",
            two(table([*A, 9], [*B, 9], [*LABELS, "u"], [*"opqrst", word], head="a,b,label,name")),
            notes=(f"Caution: s.csv: the last row (`{word}` in column `name`) {SUMS}",),
            check=lambda pair: np.testing.assert_equal(pair.n_source, 7),
        )
        for word in ("Total", "TOTAL:", "Grand Total", "Mean", "avg", "Summe", "Gesamtergebnis",
                     "Mittelwert", "Moyenne", "Écart-type", "Total général", "合计", "Std. Dev.")
    ),
    Case(
        "a last row whose label is Total",
        two(table([*A, 9], [*B, 9], [*LABELS, "Total"])),
        notes=(f"Caution: s.csv: the last row (`Total` in column `label`) {SUMS}",),
    ),
    Case(
        "last rows as pandas describes",
        two(table([*A, *A[:3]], [*B, *B[:3]], [*LABELS, "mean", "25%", "max"])),
        notes=(
            "Caution: s.csv: the last 3 rows (`mean`, `25%`, `max` in column `label`) seem to sum "
            "up the others, but were read as 3 samples; remove them unless they are.",
        ),
    ),
    *(
        Case(
            f"a last row that is the {name}, without a word",
            two(table([*A, of(A)], [*B, of(B)], [*LABELS, "u"])),
            notes=(f"Caution: s.csv: the last row (row 6) {SUMS}",),
        )
        for name, of in (
            ("sum", sum),
            ("mean", np.mean),
            ("rounded mean", lambda v: round(np.mean(v), 3)),
        )
    ),
    Case(
        "a class called max in the last rows",
        two(table([*A, 9.5, 2], [*B, 1, 9.25], [*LABELS, "max", "max"])),
        check=no_caution,
    ),
    Case(
        "a class called mean that comes earlier too",
        two(table([*A, 9.5], [*B, 1], ["mean", *LABELS[1:], "mean"])),
        check=no_caution,
    ),
]  # fmt: skip

CODES = [
    *(
        Case(
            f"{code} in every sixth row",
            two(table(U, put(V, 6, code), UV)),
            notes=(
                f"Caution: s.csv, column `b`, holds {code} in 4 of 24 rows, far from its other",
            ),
            check=features(U, put(V, 6, float(code))),
        )
        for code in ("-9999", "-999", "9999", "99999", "1e+20", "-32768", "9.96920997e+36")
    ),
    Case(
        "codes in several columns",
        two(table(put(U, 4, -9999.0), put(V, 6, -9999), UV)),
        notes=("column `a`, holds -9999 in 6 of 24 rows (as do 1 more columns), far from",),
    ),
    *(
        Case(
            f"{code} beside answers from 1 to {most}",
            two(table(U, [code if i % 8 == 0 else i * 5 % most + 1 for i in range(N)], UV)),
            notes=(
                f"Caution: s.csv, column `b`, holds {code} in 3 of 24 rows, far from its other",
            ),
        )
        for code in (-9, 99, -99)
        for most in (4, 7)
    ),
    *(
        Case(
            f"{name}, which is no code",
            two(table(U, values, UV)),
            check=no_caution,
        )
        for name, values in (
            ("-9 among -3 to 4", put([i % 8 - 3 for i in range(N)], 8, -9)),
            ("-9 among fractions", put([i % 8 / 2 for i in range(N)], 8, -9)),
            ("9 among 1 to 5", put([i % 5 + 1 for i in range(N)], 8, 9)),
            ("99 among 0 to 40", put([i * 7 % 40 for i in range(N)], 8, 99)),
        )
    ),
    Case("one -9999", two(table(U, put(V, 30, -9999), UV)), check=no_caution),
    Case(
        "-999 among numbers of its size",
        two(table(U, [-999, -999, *(-990 + 41.5 * i for i in range(22))], UV)),
        check=no_caution,
    ),
    Case("99 among counts", two(table(U, put(V, 6, 99), UV)), check=no_caution),
]

MIXED = [
    *(
        Case(
            f"numbers beside `{code}` in many rows",
            two(table(U, put(V, 5, code), UV)),
            notes=(f"Caution: s.csv, column `b`, holds numbers beside text (`{code}`) and was",),
            check=features(U),
        )
        for code in ("-", ".", "#DIV/0!", "#NV", "n.d.", "*******", "BDL", "missing", "TRUE")
    ),
    Case(
        "categories of text of which one is a number",
        two(table(U, ["red", "blue", "3"] * 8, UV)),
        check=no_caution,
    ),
    Case(
        "text on one side, numbers on the other",
        two(table(U, put(V, 5, "n.d."), UV), table(U, V, UV)),
        says="Column `b` holds numbers in t but text in s (`n.d.`); write numbers in both, or",
    ),
    Case(
        "a total among row numbers",
        two(
            table(range(1, 8), [*A, 9], [*B, 9], [*LABELS, "u"], head="id,a,b,label").replace(
                b"\n7,", b"\nTotal,"
            ),
            table([9, 4, 7, 1, 3, 2], A, B, LABELS, head="id,a,b,label"),
        ),
        says="Column `id` holds numbers in t but text in s (`Total`)",
    ),
    Case(
        "True and False with gaps",
        two(table(U, ["TRUE", "FALSE", "", "NA"] * 6, UV)),
        says="X_source has NaN or infinity in 12 of 24 rows",
    ),
    *(
        Case(
            f"lists as text: {text}",
            two(table(U, [f'"{text}"'] * N, UV)),
            says="s.csv, column `b`, holds lists written as text (",
        )
        for text in ("[1.5, 2.5]", "[ 1. -2. ]", "(1, 2, 3)", "tensor([1., 2.])", "[[1, 2], [3]]")
    ),
    Case(
        "intervals are no lists",
        two(table(U, ['"(0.5, 1.5]"', '"(1.5, 2.5]"'] * 12, UV)),
        notes=("column `b`, holds text that begins with digits (`(0.5, 1.5]`) and was left out",),
    ),
]  # fmt: skip


def alike(name, one, other):
    return Case(
        f"classes spelled alike: {name}",
        two(table(A, B, [one, one, "v", "v", other, "v"])),
        notes=(f"Caution: s has labels that are spelled alike (`{other}` and `{one}`); they are",),
        check=lambda pair: np.testing.assert_equal(pair.n_classes, 3),
    )


ALIKE = [
    alike("case", "cat", "Cat"),
    alike("blank and line below", "sea_cow", "sea cow"),
    alike("hyphen", "seacow", "sea-cow"),
    Case(
        "letters in both cases are classes",
        two(table([*A, *B], [*B, *A], [*"aAbBcCaAbBcC"])),
        check=no_caution,
    ),
    Case(
        "a sign behind a name makes another class",
        two(table(A, B, ["A", "A-", "A+", "A", "A-", "A+"])),
        check=no_caution,
    ),
    Case(
        "numbers with hyphens are classes",
        two(table(A, B, ["1-1", "11", "1-1", "11", "1-1", "11"])),
        check=no_caution,
    ),
]

FORTRAN = "".join(
    f"  {a:.6E}  {b:.6E}  {i % 2}\n" for i, (a, b) in enumerate(zip(U, V, strict=True))
)
FILES = [
    *(
        Case(
            f"numbers as Fortran writes them in {name}",
            two(FORTRAN.replace("E", "D").encode(), name=f"s.{name}", other_name=f"t.{name}"),
            {"label": -1},
            check=features(U, V),
        )
        for name in ("dat", "asc", "prn", "txt")
    ),
    Case(
        "raw bytes called .dat",
        (("s.dat", np.array(U).tobytes()), ("t.csv", GOOD)),
        says="s.dat is a file of an unknown kind",
    ),
    *(
        Case(
            f"SVMlight's format, {name}",
            (("s.txt", line * 5), ("t.csv", GOOD)),
            says="s.txt is in SVMlight's sparse format",
        )
        for name, line in (
            ("one feature", b"1 1:0.25\n0 1:-1.5e-3\n"),
            ("queries", b"1 qid:3 1:0.25 2:1\n"),
            ("several labels", b"1,4 1:0.25 7:1\n"),
        )
    ),
    Case(
        "Weka's format below many comments",
        (("s.arff", b"% comment\n" * 99 + b"@RELATION x\n"), ("t.csv", GOOD)),
        says="s.arff is a Weka (ARFF) file",
    ),
]

TABLES = [*LAST_ROWS, *CODES, *MIXED, *ALIKE, *FILES]


def with_attributes(X, **attributes):
    out = io.BytesIO()
    with h5py.File(out, "w") as made:
        made["X"], made["y"] = X, YS
        made["X"].attrs.update(attributes)
    return out.getvalue()


STORED = "was read as it is stored, but its attributes say otherwise"
SIX = np.array(list("abcdef"))
GAPS = np.where(XS > 9, -1.0, XS)
N_GAPS = int((XS > 9).sum())
PADDED = np.array(["cat", "cat ", "dog"])
ARRAYS = [
    pair_of(
        "values of each sample beside the labels",
        npz(X=XS, y=YS, age=YS * 1.5, subject=YS.astype(str), split=np.arange(5)),
        notes=("Not read: `age`, `subject`, one value for each sample.",),
    ),
    pair_of(
        "values of each sample in an HDF5 file",
        h5(X=XS, y=YS, weight=np.ones(len(XS))),
        suffix="h5",
        notes=("Not read: `weight`, one value for each sample.",),
    ),
    Case(
        "values of each sample beside two domains",
        (("a.npz", npz(Xs=XS, ys=YS, Xt=XT, yt=YT, age_t=YT * 2)),),
        notes=("Not read: `age_t`, one value for each sample.",),
        check=same(),
    ),
    pair_of(
        "features that arrays name, in another order",
        npz(X=XS, y=YS, feature_names=SIX),
        npz(X=XT[:, ::-1], y=YT, feature_names=SIX[::-1]),
        notes=("Features are named by `feature_names`.", "were put in the order of s, by their"),
    ),
    pair_of(
        "features that arrays name differently",
        npz(X=XS, y=YS, columns=SIX),
        npz(X=XT, y=YT, columns=np.array(list("abcdeg"))),
        says="t lacks the column `f` of s and has `g`, which s lacks",
    ),
    pair_of(
        "labels that differ by a blank",
        npz(X=XS, y=PADDED[YS]),
        npz(X=XT, y=PADDED[YT]),
        notes=("Caution: s has labels that are spelled alike (`cat` and `cat `)",),
        check=lambda pair: np.testing.assert_equal(pair.n_classes, 3),
    ),
    pair_of(
        "codes for missing values in an array",
        npz(X=np.where(np.arange(len(XS))[:, None] % 6, XS, -9999.0), y=YS),
        notes=("Caution: s.npz, column 0, holds -9999 in 4 of 24 rows (as do 5 more columns)",),
        check=None,
    ),
    pair_of(
        "numbers that HDF5 stores scaled",
        with_attributes((XS * 100).astype("i2"), scale_factor=0.01, add_offset=np.array([5.0])),
        suffix="h5",
        notes=(f"Caution: s.h5: `X` {STORED} (`scale_factor` 0.01; `add_offset` 5); apply them",),
        check=None,
    ),
    pair_of(
        "gaps that HDF5 marks by a value",
        with_attributes(GAPS, missing_value=-1.0),
        suffix="h5",
        notes=(f"`X` {STORED} (`missing_value` -1, in {N_GAPS} places)",),
        check=same(Xs=GAPS),
    ),
    pair_of(
        "attributes of HDF5 that change nothing",
        with_attributes(XS, scale_factor=1.0, add_offset=0, _FillValue=np.nan, units="m"),
        suffix="h5",
        check=lambda pair: no_caution(pair),
    ),
]
