"""Labels of two domains that differ, are missing, or only look alike."""

import datetime
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from bad_inputs import Case
from spl.measures.evaluation import accuracy

N = 40
RNG = np.random.default_rng(12)
XS, XT = RNG.normal(size=(N, 4)), RNG.normal(size=(N, 4))
YS = np.arange(N) % 4
WORDS = np.array(["cat", "dog", "owl", "pig"])


def npz(name, X, y=None, **more):
    out = io.BytesIO()
    np.savez(out, X=X, **({} if y is None else {"y": y}), **more)
    return name, out.getvalue()


def csv(name, X, y=None, column="label"):
    table = pd.DataFrame(X, columns=list("abcd"))
    if y is not None:
        table[column] = y
    return name, table.to_csv(index=False).encode()


def parquet(name, X, y):
    out = io.BytesIO()
    pd.DataFrame(X, columns=list("abcd")).assign(label=y).to_parquet(out)
    return name, out.getvalue()


def pair(y_source, y_target):
    return npz("s.npz", XS, y_source), npz("t.npz", XT, y_target)


def tables(y_source, y_target, column="label"):
    return csv("s.csv", XS, y_source, column), csv("t.csv", XT, y_target, column)


def put(values, at, value):
    changed = np.array(values, dtype=object)
    changed[at] = value
    return changed


def no_labels(pair):
    assert pair.y_target is None


def unknown(n):
    def check(pair):
        assert int((pair.yt < 0).sum()) == n

    return check


def all_known(pair):
    assert (pair.yt >= 0).all()


LARGE = 2**53  # from here on floats do not hold every whole number


def large_in_parquet(first, kind, change=None):
    """A pair whose labels are large whole numbers, two of them missing on the target's side."""
    made = []
    for name, X, missing in (("s.parquet", XS, ()), ("t.parquet", XT, (3, 5))):
        values = [None if i in missing else first + int(v) for i, v in enumerate(YS)]
        if isinstance(kind, str):
            made.append(parquet(name, X, pd.array(values, dtype=kind)))
            continue
        labels = pa.array(values, kind)
        columns = dict(zip("abcd", X.T, strict=True))
        out = io.BytesIO()
        pq.write_table(pa.table({**columns, "label": change(labels) if change else labels}), out)
        made.append((name, out.getvalue()))
    return tuple(made)


def large_and_apart(pair):
    assert pair.n_classes == 4 and len({str(v) for v in pair.classes.tolist()}) == 4
    assert (~pair.counted).nonzero()[0].tolist() == [3, 5]
    assert (pair.yt[pair.counted] == YS[pair.counted]).all()


AGENTS = np.array(["007", "7.0", "1e3", "7.0"], dtype=object)[YS]  # as numbers two, not three
PADDED = np.array(["01", "1", "2", "3"], dtype=object)[YS]  # four classes, also as numbers: three


def agents_apart(pair):
    assert pair.classes.tolist() == ["007", "1e3", "7.0"]
    assert pair.yt.tolist() == np.array([0, 2, 1, 2])[YS][: pair.n_target].tolist()


def padded_and_apart(pair):
    assert pair.classes.tolist() == ["01", "1", "2", "3"]
    assert (pair.yt[pair.counted] == YS[pair.counted]).all()


ABSENT = "they are taken as missing, so there is no accuracy"
WRONG = "that the source lacks"
MISSING_TARGET = (
    "Caution: 2 target samples of 40 have no label (first: row 3); they take part in the run, and "
    "no accuracy counts them."
)


def left_out(n):
    """A check that no accuracy counts n samples, and that all others are known."""

    def check(pair):
        assert (~pair.counted).sum() == n
        assert (pair.yt[pair.counted] >= 0).all()
        perfect = np.maximum(pair.yt, 0)
        assert accuracy(perfect, pair.yt) == 1.0

    return check


CASES = [
    # labels that only one side has
    Case(
        "-1 and nan among words",
        tables(WORDS[YS], put(put(WORDS[YS], 3, "-1"), 5, "NaN")),
        notes=("2 target samples of 40 belong to 2 classes that the source lacks (-1, NaN)",),
        check=unknown(2),
    ),
    Case(
        "labels: the target has a class more",
        pair(YS, np.arange(N) % 5),
        notes=(
            f"Caution: 8 target samples of 40 belong to 1 class {WRONG} (4); kept, they count "
            "as wrong unless the label set open rejects them.",
        ),
        check=unknown(8),
    ),
    Case(
        "labels: one sample of a class more",
        pair(YS, put(YS, 7, 9).astype(int)),
        notes=(f"1 target sample of 40 belongs to 1 class {WRONG} (9); kept, it counts as wrong",),
        check=unknown(1),
    ),
    Case(
        "labels: words that the source lacks",
        tables(WORDS[YS], put(WORDS[YS], [2, 3], "emu")),
        notes=(f"2 target samples of 40 belong to 1 class {WRONG} (emu)",),
        check=unknown(2),
    ),
    Case(
        "labels: the target lacks classes",
        pair(YS, np.arange(N) % 2),
        notes=("The target has no sample of 2 of the source's 4 classes (2, 3)",),
        check=all_known,
    ),
    Case(
        "labels: −1 among others",
        pair(YS, put(YS, [3, 5, 6], -1).astype(int)),
        notes=(
            f"3 target samples of 40 belong to 1 class {WRONG} (-1); kept, they count "
            "as wrong unless the label set open rejects them. Where they have no label, leave it "
            "empty: no accuracy counts these samples.",
        ),
        check=unknown(3),
    ),
    Case(
        "labels: all −1",
        pair(YS, np.full(N, -1)),
        notes=(f"all 40 labels of the target are −1, which the source lacks; {ABSENT}",),
        check=no_labels,
    ),
    Case(
        "labels: all −1 in a table",
        tables(YS, np.full(N, -1)),
        notes=("all 40 labels of the target are −1",),
        check=no_labels,
    ),
    Case(
        "labels: −1 is a class of the source",
        pair(np.where(YS > 1, 1, -1), np.full(N, -1)),
        notes=("The target has no sample of 1 of the source's 2 classes (1)",),
        check=all_known,
    ),
    Case(
        "labels: all empty texts",
        pair(WORDS[YS], np.full(N, "")),
        notes=("all 40 labels of the target are empty",),
        check=no_labels,
    ),
    Case(
        "labels: empty texts among others",
        pair(WORDS[YS], np.where(YS == 1, "", WORDS[YS])),
        notes=("Caution: 10 target samples of 40 have no label (first: row 1)",),
        check=left_out(10),
    ),
    Case(
        "labels: NaN among others",
        pair(YS.astype(float), put(YS, [3, 9], np.nan).astype(float)),
        notes=(MISSING_TARGET,),
        check=left_out(2),
    ),
    Case(
        "labels: NaN among others in a table",
        tables(YS, put(YS, [3, 9], np.nan).astype(float)),
        notes=(MISSING_TARGET,),
        check=left_out(2),
    ),
    Case(
        "labels: empty cells among others",
        tables(WORDS[YS], put(WORDS[YS], [3, 9], "")),
        notes=(MISSING_TARGET,),
        check=left_out(2),
    ),
    Case(
        "labels: blanks among others",
        tables(WORDS[YS], put(WORDS[YS], [3, 9], "  ")),
        notes=(MISSING_TARGET,),
        check=left_out(2),
    ),
    Case(
        "labels: one NaN, one −1 and a class more",
        pair(YS.astype(float), put(put(put(YS, 3, np.nan), 5, -1), 7, 9).astype(float)),
        notes=(
            "1 target sample of 40 has no label (first: row 3); it takes part in the run, and no",
            f"Caution: 2 target samples of 39 belong to 2 classes {WRONG} (-1, 9); kept, they",
        ),
    ),
    Case(
        "labels: missing beside labels that count from one",
        pair(YS, put(YS + 1, 3, np.nan).astype(float)),
        notes=("1 target sample of 40 has no label", "were moved by -1"),
        check=left_out(1),
    ),
    Case(
        "labels: None among words in parquet",
        (parquet("s.parquet", XS, WORDS[YS]), parquet("t.parquet", XT, put(WORDS[YS], 3, None))),
        notes=("1 target sample of 40 has no label (first: row 3)",),
        check=left_out(1),
    ),
    Case(
        "labels: whole numbers beyond 2**53 as floats",
        pair(YS + 2**53, (YS + 2**53).astype(float)),
        says="y_target has whole numbers of 2**53 or more as float64, which does not keep",
    ),
    Case(
        "labels: whole numbers beyond 2**53",
        pair(YS + 2**53, YS + 2**53),
        check=all_known,
    ),
    Case(
        "labels: all ?",
        tables(WORDS[YS], np.full(N, "?")),
        notes=("all 40 labels of the target are `?`, which the source lacks",),
        check=no_labels,
    ),
    Case(
        "labels: all unknown",
        tables(WORDS[YS], np.full(N, "Unknown")),
        notes=("all 40 labels of the target are `Unknown`",),
        check=no_labels,
    ),
    Case("labels: all NaN", pair(YS.astype(float), np.full(N, np.nan)), check=no_labels),
    Case(
        "labels: an empty column",
        tables(YS, np.full(N, "")),
        notes=("Column `label` is empty: there are no labels.",),
        check=no_labels,
    ),
    Case(
        "labels: an empty column of another name",
        tables(WORDS[YS], np.full(N, ""), "species"),
        notes=("Column `species` is empty: there are no labels.",),
        check=no_labels,
    ),
    Case(
        "labels: an empty column of a name that was asked for",
        tables(YS, np.full(N, ""), "grade"),
        {"label": "grade"},
        notes=("Column `grade` is empty",),
        check=no_labels,
    ),
    Case(
        "labels: an empty column of the source",
        tables(np.full(N, ""), YS),
        says="s has no labels, which the source domain needs",
    ),
    Case(
        "labels: NaN in the source",
        tables(put(YS, [3, 9], np.nan).astype(float), YS),
        says="y_source lacks 2 of 40 labels (first: row 3)",
    ),
    # labels that nearly match
    Case(
        "labels: 1…5 and 0…3",
        pair(np.arange(N) % 5 + 1, np.arange(N) % 4),
        notes=("change the target's labels by +1", "(4, 5)", f"1 class {WRONG} (0)"),
        check=unknown(10),
    ),
    Case(
        "labels: 0…4 and 1…4 with a gap",
        pair(np.arange(N) % 4, np.arange(N) % 3 + 2),
        notes=("change the target's labels by -1", f"1 class {WRONG} (4)"),
    ),
    Case(
        "labels: 1…4 and 0…3",
        pair(YS + 1, YS),
        notes=(
            "Caution: the source's labels run from 1 to 4 and the target's from 0 to 3; the "
            "target's were moved by +1.",
        ),
        check=all_known,
    ),
    Case("labels: 0…3 and 1…4", pair(YS, YS + 1), notes=("were moved by -1",), check=all_known),
    Case(
        "labels: 100…103 and 0…3",
        pair(YS + 100, YS),
        says="with +100 they would all be among the source's",
    ),
    Case(
        "labels: another case",
        tables(WORDS[YS], np.array(["Cat", "dog", "owl", "pig"])[YS]),
        notes=("Spelled alike: `Cat` and `cat`.",),
        check=unknown(10),
    ),
    Case(
        "labels: padded",
        tables(WORDS[YS], np.array(["cat ", " dog", "owl", "pig"])[YS]),
        check=all_known,
    ),
    Case(
        "labels: hyphens",
        tables(np.array(["sea cow", "dog"])[YS % 2], np.array(["sea-cow", "dog"])[YS % 2]),
        notes=("Spelled alike: `sea-cow` and `sea cow`.",),
    ),
    Case(
        "labels: all in another case",
        tables(WORDS[YS], np.char.upper(WORDS)[YS]),
        says="leave the target's out; spelled alike are `CAT` and `cat`, `DOG` and `dog`",
    ),
    Case(
        "labels: all with blanks that an array keeps",
        pair(WORDS[YS], np.char.add(WORDS, " ")[YS]),
        says="spelled alike are `cat ` and `cat`",
    ),
    Case(
        "labels: a sign that cannot be seen",
        pair(WORDS[YS], np.char.add(WORDS, "\u200b")[YS]),
        says=r"spelled alike are `cat\u200b` and `cat`",
    ),
    Case(
        "labels: an accent written apart",
        pair(np.array(["K\u00e4fer", "dog"])[YS % 2], np.array(["Ka\u0308fer", "cow"])[YS % 2]),
        notes=(f"20 target samples of 40 belong to 1 class {WRONG} (cow)",),
        check=unknown(20),
    ),
    Case(
        "labels: an accent written in two ways in one table",
        tables(
            np.array(["K\u00e4fer", "Ka\u0308fer", "dog", "dog"])[YS],
            np.array(["Ka\u0308fer", "dog"])[YS % 2],
        ),
        check=lambda pair: np.testing.assert_equal(pair.class_names, ("Käfer", "dog")),
    ),
    Case("labels: half precision", pair(YS.astype(np.float16), YS), check=all_known),
    # labels of different kinds
    Case(
        "labels: numbers and dates",
        (
            csv("s.csv", XS, YS),
            parquet("t.parquet", XT, [datetime.date(2020, 1, 1 + k) for k in YS]),
        ),
        says="the source's are numbers, the target's dates",
    ),
    Case(
        "labels: numbers and datetime64",
        (
            csv("s.csv", XS, YS),
            parquet("t.parquet", XT, pd.to_datetime([f"202{k}-01-01" for k in YS])),
        ),
        says="None of the target's labels (2020-01-01, 2021-01-01, 2022-01-01, 2023-01-01, …) is "
        "among the source's (0, 1, 2, 3, …)",
    ),
    Case(
        "labels: dates on both sides",
        tuple(
            parquet(f"{n}.parquet", X, pd.to_datetime([f"202{k}-01-01" for k in YS]))
            for n, X in (("s", XS), ("t", XT))
        ),
        check=all_known,
    ),
    Case(
        "labels: numbers and words",
        tables(YS, WORDS[YS]),
        says="the source's are numbers, the target's text",
    ),
    Case("labels: numbers and their spelling", pair(YS, YS.astype(str)), check=all_known),
    Case("labels: numbers and floats", pair(YS, YS.astype(float)), check=all_known),
    Case(
        "labels: nothing in common",
        tables(WORDS[YS], np.array(["oak", "fir"])[YS % 2]),
        says="None of the target's labels (fir, oak, …) is among the source's (cat, dog, owl, pig",
    ),
    Case(
        "labels: one class",
        tables(np.full(N, "cat"), WORDS[YS]),
        says="y_source has only one class (cat)",
    ),
    Case(
        "labels: measurements",
        tables(XS[:, 0], YS),
        says="column `label`, was taken for the labels but its numbers are not whole",
    ),
    Case(
        "labels: no such column",
        tables(YS, YS),
        {"label": "kind"},
        says="s.csv has no column `kind` (label)",
    ),
    Case(
        "labels: no such position",
        tables(YS, YS),
        {"label": 9},
        says="s.csv has no column 9 (label): positions run from 0 to 4",
    ),
    Case(
        "labels: numbers and dates in arrays",
        pair(YS, np.array(["2020", "2021", "2022", "2023"], "M8[Y]")[YS]),
        says="the source's are numbers, the target's dates",
    ),
    Case(
        "labels: dates and numbers in arrays",
        pair(np.array(["2020", "2021", "2022", "2023"], "M8[Y]")[YS], YS),
        says="the source's are dates, the target's numbers",
    ),
    Case(
        "labels: decimals",
        (
            parquet("s.parquet", XS, [decimal.Decimal(f"{k}.00") for k in YS]),
            csv("t.csv", XT, YS),
        ),
        check=all_known,
    ),
    *(
        Case(
            f"labels: `{word}` among the target's",
            tables(WORDS[YS], np.where(np.arange(N) < 3, word, WORDS[YS])),
            notes=(
                f"Caution: 3 target samples of 40 belong to 1 class that the source lacks ({word});"
                " kept, they count as wrong unless the label set open rejects them. Where they "
                "have no label, leave it empty: no accuracy counts these samples.",
            ),
            check=unknown(3),
        )
        for word in ("?", "unlabeled", "None", "nan")
    ),
    *(
        Case(
            f"labels: {one} beside {other}",
            tables(np.array([one, other, "2.5"])[YS % 3], np.array([one, other, "2.5"])[YS % 3]),
            notes=(
                "Caution: s.csv, column `label`, holds labels that are one number but are written "
                f"differently (`{min(one, other)}`, `{max(one, other)}`); they are taken as",
            ),
            check=lambda pair: np.testing.assert_array_equal(pair.yt, pair.ys),
        )
        for one, other in (("1.1", "1.10"), ("1E5", "10E4"), ("1e2", "100"), ("0.5", "0.50"))
    ),
    Case(
        "labels: 1.10 in the target alone",
        tables(np.array(["1.1", "1.10", "2.5"])[YS % 3], np.full(N, "1.10")),
        check=lambda pair: np.testing.assert_array_equal(pair.classes[pair.yt], "1.10"),
    ),
    Case(
        "labels: one number written in ways that mean the same",
        tables(np.array(["1", "+1", "1.0", "2"])[YS], np.array(["1", "1.", "2.00", "2"])[YS]),
        check=lambda pair: np.testing.assert_array_equal(pair.classes, [1, 2]),
    ),
    Case("labels: 01 beside 1", tables(PADDED, PADDED), check=padded_and_apart),
    Case("labels: 007 beside 7.0 and 1e3", tables(AGENTS, AGENTS), check=agents_apart),
    Case(
        "labels: 01 beside 1, in the target only 01",
        tables(PADDED, np.full(N, "01")),
        check=lambda pair: np.testing.assert_array_equal(pair.yt, 0),
    ),
    Case(
        "labels: 01 beside 1, in the source only 01",
        tables(np.array(["01", "02", "03", "04"])[YS], PADDED),
        notes=("belong to 3 classes that the source lacks (1, 2, 3)",),
        check=lambda pair: np.testing.assert_array_equal(pair.yt, np.where(YS == 0, 0, -1)),
    ),
    Case(
        "labels: 01 beside words, in the target only 01 and gaps",
        tables(np.array(["01", "1", "x"])[YS % 3], put(np.full(N, "01"), [3, 5], "")),
        notes=(MISSING_TARGET,),
        check=lambda pair: np.testing.assert_array_equal(pair.yt[pair.counted], 0),
    ),
    Case(
        "labels: 01 and 1 on one side each",
        tables(np.array(["1", "2", "3"])[YS % 3], np.array(["01", "02", "03"])[YS % 3]),
        check=lambda pair: np.testing.assert_array_equal(pair.yt, YS % 3),
    ),
    Case(
        "labels: a whole number of 5,000 digits",
        tables(YS, put(YS, 7, "9" * 5000)),
        notes=(f"belongs to 1 class that the source lacks ({'9' * 59}…)",),
        check=unknown(1),
    ),
    Case(
        "labels: a whole number of 5,000 digits beside numbers with points",
        tables(YS, put(YS + 0.0, 7, "9" * 5000)),
        says="y_target lacks 1 of 40 labels (first: row 7)",
    ),
    Case(
        "labels: names of 5,000 letters",
        tables(
            np.array([letter * 5000 for letter in "cdop"])[YS],
            np.array([letter * 5000 for letter in "cdep"])[YS],
        ),
        notes=(
            f"to 1 class that the source lacks ({'e' * 59}…)",
            f"no sample of 1 of the source's 4 classes ({'o' * 59}…)",
        ),
    ),
    Case(
        "labels: 01 beside 1 and gaps",
        tables(PADDED, put(PADDED, [3, 5], "")),
        notes=(MISSING_TARGET,),
        check=padded_and_apart,
    ),
    *(
        Case(
            f"labels: whole numbers beyond 2**53 beside gaps, {kind}",
            files,
            notes=("Caution: 2 target samples of 40 have no label (first: row 3)",),
            check=large_and_apart,
        )
        for kind, files in (
            ("CSV", tables(YS + LARGE, put((YS + LARGE).tolist(), [3, 5], ""))),
            (
                "CSV with points",
                tables(YS + LARGE, put([f"{v}.0" for v in YS + LARGE], [3, 5], "")),
            ),
            ("uint64", large_in_parquet(2**63 + 1, pa.uint64())),
            ("int64", large_in_parquet(LARGE, pa.int64())),
            ("categories", large_in_parquet(LARGE, pa.int64(), pa.Array.dictionary_encode)),
            ("a pandas frame", large_in_parquet(LARGE, "Int64")),
        )
    ),
    Case(
        "labels: half floats",
        tuple(
            parquet(f"{side}.parquet", X, YS.astype(np.float16))
            for side, X in (("s", XS), ("t", XT))
        ),
        check=all_known,
    ),
    Case(
        "labels: floats beyond 2**53",
        tuple(parquet(f"{side}.parquet", X, YS + 2.0**53) for side, X in (("s", XS), ("t", XT))),
        says="y_source has whole numbers of 2**53 or more as float64, which does not keep",
    ),
    Case(
        "labels: one-hot lists",
        tuple(
            parquet(f"{side}.parquet", X, np.eye(4)[YS].tolist())
            for side, X in (("s", XS), ("t", XT))
        ),
        says="s.parquet, column `label`, holds one-hot lists, a number for each class, which are "
        "not labels; write np.stack(column).argmax(axis=1).",
    ),
    Case(
        "labels: lists",
        tuple(parquet(f"{side}.parquet", X, [["a"]] * N) for side, X in (("s", XS), ("t", XT))),
        says="s.parquet, column `label`, holds lists, which are not labels; write one text or",
    ),
    Case(
        "labels: a one-hot matrix",
        (npz("s.npz", XS, np.eye(4)[YS]), npz("t.npz", XT)),
        says="s.npz: `y` is 40 × 4, one-hot labels; save the labels as `y.argmax(axis=1)`: found",
    ),
    *(
        Case(
            f"labels: True and False beside numbers, {name}",
            pair(source, target),
            says="the source's are {}, the target's {}".format(*kinds),
        )
        for name, source, target, kinds in (
            ("target", YS % 2, YS % 2 == 1, ("numbers", "True and False")),
            ("source", YS % 2 == 1, YS % 2, ("True and False", "numbers")),
        )
    ),
    Case(
        "labels: True and False beside their names",
        (npz("s.npz", XS, YS % 2 == 1), csv("t.csv", XT, YS % 2 == 1)),
        check=all_known,
    ),
    Case(
        "labels: all −1 or missing in a table",
        tables(YS, put(np.full(N, "-1"), [3, 5], "")),
        notes=("all 40 labels of the target are −1",),
        check=no_labels,
    ),
    Case(
        "labels: all -1 or missing beside words",
        tables(WORDS[YS], put(np.full(N, "-1"), [3, 5], "")),
        notes=("all 40 labels of the target are −1",),
        check=no_labels,
    ),
    Case(
        "labels: a one-hot matrix on its side",
        (npz("s.npz", XS, np.eye(4)[YS].T), npz("t.npz", XT)),
        says="s.npz: `y` is 4 × 40, one-hot labels; save the labels as `y.argmax(axis=0)`: found",
    ),
    Case(
        "labels: half a character",
        pair(put(WORDS[YS], 5, "cat\ud83d").astype(str), WORDS[YS]),
        says=r"s.npz has the label 'cat\ud83d', in which half a character stands",
    ),
    Case(
        "labels: half a character among the samples' names",
        (
            npz("s.npz", XS, WORDS[YS], names=put(WORDS[YS], 5, "\ude00").astype(str)),
            npz("t.npz", XT),
        ),
        check=lambda pair: np.testing.assert_equal(pair.sample_names_source[5], "\ufffd"),
    ),
    Case(
        "labels: two classes of one name",
        (
            npz("s.npz", XS, YS, class_names=["crane", "ibis", "crane", "owl"]),
            npz("t.npz", XT, np.array(["crane (0)", "ibis", "crane (2)", "owl"])[YS]),
        ),
        notes=("Caution: several classes are named crane; the number of each is added to its",),
        check=all_known,
    ),
    *(
        Case(
            f"labels: {words} in the source",
            pair(np.where(YS == 1, blank, WORDS[YS]), WORDS[YS]),
            says="y_source lacks 10 of 40 labels (first: row 1); give every sample a label",
        )
        for words, blank in (("empty text", ""), ("blanks", "  "), ("a tab", "\t"))
    ),
]
