"""Columns: their names, labels among them, row numbers, dates."""

import datetime

import numpy as np
import pandas as pd

from bad_inputs import Case
from bad_inputs.writing import (
    GOOD,
    LABELS,
    TURNED,
    WHOLE,
    A,
    B,
    features,
    frame,
    parquet,
    table,
    two,
    with_text,
)


def with_times(name, start, step):
    """Twelve rows with a column of numbers that grow by a step, or come in another order."""
    order = range(12) if step else [7, 3, 9, 0, 5, 5, 1, 8, 2, 4, 6, 3]
    times = [start + (step or 3600) * i for i in order]
    return two(table([*A, *A], times, [*LABELS, *LABELS], head=f"a,{name},label"))


def no_time_is_said(pair):
    assert not any("since 1970" in note for note in pair.notes)


# --- columns have names ---------------------------------------------------------------------------

SAME_NAMES = "The columns of t were put in the order of s, by their names."
MOVED_BELOW = (
    "The second rows of names are not in the same order: `p` stands in column `a` of s but"
)
BELOW = (
    "Caution: the second row, units or more names, differs in column `b`: s has `q`, t `r`; join"
)


def below(first, second, row, head="a,b,label"):
    """A table with a second row of names, or of units."""
    return table(first, second, LABELS, head=f"{head}\n{row}" if row.strip(",") else head)


def rows_named(second):
    return table([f"r{i}" for i in range(6)], A, B, LABELS, head=f"a,b,label\n{second}")


NAMES = [
    Case(
        "same names, another order",
        two(GOOD, TURNED),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "labels first on one side",
        two(GOOD, table(LABELS, A, B, head="label,a,b")),
        check=features(A, B, of="target"),
    ),
    *(
        Case(
            f"a second row of names, {name}",
            two(below(A, B, "p,q,"), below(B, A, second, head)),
            says=says,
            notes=notes,
            check=None if says else features(B, A, of="target"),
        )
        for name, second, head, says, notes in (
            ("another order", "q,p,", "a,b,label", MOVED_BELOW, ()),
            ("one of them in another place", "r,p,", "a,b,label", MOVED_BELOW, ()),
            ("one changed", "p,r,", "a,b,label", None, (BELOW,)),
            ("the same", "p,q,", "a,b,label", None, ()),
            ("on one side", ",,", "a,b,label", None, ()),
        )
    ),
    Case(
        "a second row of names that moves with the first",
        two(below(A, B, "p,q,"), below(B, A, "q,p,", "b,a,label")),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "a second row of names, each row begins with its name",
        two(*(rows_named(second) for second in ("-,p,q,", "-,q,p,"))),
        says=MOVED_BELOW,
    ),
    Case(
        "tab and comma, another order",
        two(GOOD, table(B, A, LABELS, head="b,a,label", sep="\t"), other_name="t.tsv"),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "parquet and CSV, another order",
        (("s.parquet", frame(a=A, b=B, label=LABELS)), ("t.csv", TURNED)),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "parquet, another order",
        (
            ("s.parquet", frame(a=A, b=B, label=LABELS)),
            ("t.parquet", frame(label=LABELS, b=B, a=A)),
        ),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "target without labels, another order",
        two(GOOD, table(B, A, head="b,a")),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "blanks around names",
        two(GOOD, table(B, A, LABELS, head="b , a ,label")),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "names that count, in another order",
        two(table(A, B, LABELS, head="0,1,label"), table(B, A, LABELS, head="1,0,label")),
        notes=(SAME_NAMES,),
        check=features(A, B, of="target"),
    ),
    Case(
        "one name differs",
        two(GOOD, table(A, B, LABELS, head="a,c,label")),
        says="t lacks the column `b` of s and has `c`, which s lacks",
    ),
    Case(
        "all names differ",
        two(GOOD, table(A, B, LABELS, head="c,d,label")),
        says="t lacks the columns `a`, `b` of s and has `c`, `d`, which s lacks",
    ),
    Case(
        "one column more",
        two(GOOD, table(A, B, A, LABELS, head="a,b,c,label")),
        says="t has `c`, which s lacks",
    ),
    Case(
        "one column fewer",
        two(GOOD, table(A, LABELS, head="a,label")),
        says="t lacks the column `b` of s",
    ),
    Case(
        "names in another case",
        two(GOOD, table(A, B, LABELS, head="A,B,label")),
        says="t lacks the columns `a`, `b` of s and has `A`, `B`, which s lacks",
    ),
    Case(
        "names differ in parquet",
        (("s.parquet", frame(a=A, b=B, label=LABELS)), ("t.parquet", frame(a=A, z=B))),
        says="has `z`, which s lacks",
    ),
    Case(
        "no names on one side",
        two(GOOD, table(A, B, LABELS, head="")),
        check=features(A, B, of="target"),
    ),
    Case(
        "names that count are positions",
        two(GOOD, table(A, B, LABELS, head="0,1,label")),
        check=features(A, B, of="target"),
    ),
    Case(
        "doubled names in the same order",
        two(table(A, B, LABELS, head="a,a,label")),
        check=features(A, B, of="target"),
    ),
]

# --- labels stay out of the features --------------------------------------------------------------

LEFT_OUT = "Left out because their names mean labels too: `target`."
LABEL_LIKE = [
    Case(
        "two columns of labels",
        two(table(A, B, WHOLE, LABELS, head="a,b,target,label")),
        notes=(LEFT_OUT,),
        check=features(A, B),
    ),
    Case(
        "two columns of labels, the other asked for",
        two(table(A, B, WHOLE, LABELS, head="a,b,target,label")),
        {"label": "target"},
        notes=("Labels are column `target`.", "their names mean labels too: `label`"),
        check=features(A, B),
    ),
    Case(
        "labels asked for by another name",
        two(table(A, B, WHOLE, LABELS, head="a,b,target,kind")),
        {"label": "kind"},
        notes=(LEFT_OUT,),
        check=features(A, B),
    ),
    Case(
        "two columns of labels in parquet",
        parquet(target=WHOLE),
        notes=(LEFT_OUT,),
        check=features(A, B),
    ),
    Case(
        "three columns of labels",
        two(table(A, WHOLE, WHOLE, LABELS, head="a,y,target,label")),
        notes=("their names mean labels too: `y`, `target`.",),
        check=features(A),
    ),
    Case(
        "a column that tells the labels",
        two(table(A, WHOLE, LABELS, head="a,leiden,label")),
        notes=("Caution: s.csv, column `leiden`, has one value for each label",),
    ),
    Case(
        "a column that tells the labels in parquet",
        parquet(cluster=[1.5, 1.5, 2, 2, 1.5, 2]),
        notes=("Caution: s.parquet, column `cluster`, has one value for each label",),
    ),
    Case(
        "measured column called class",
        two(table(A, B, LABELS, list("xyxyxy"), head="a,class,kind,place")),
        says="column `class`, has the name of labels but its numbers are not whole, and 2 columns "
        "hold text (`kind`, `place`); say which column holds the labels (--label",
    ),
    Case(
        "measured column called class, labels named",
        two(table(A, B, LABELS, list("xyxyxy"), head="a,class,kind,place")),
        {"label": "kind"},
        notes=("Text left out: `place`.",),
        check=features(A, B),
    ),
    Case(
        "measured column called y and nothing else",
        two(table(A, B, head="a,y")),
        says="s, column `y`, was taken for the labels but its numbers are not whole",
    ),
    Case(
        "measured column called target beside one of text",
        two(table(A, B, LABELS, head="a,target,kind")),
        check=features(A, B),
        notes=("Numbers in column `target` are not whole: it is a feature",),
    ),
]

IDS = [17, 3, 12, 9, 21, 5]
LONG = [round(i * 1.7 % 5, 3) for i in range(30)]
LONG_LABELS = ["u" if i % 3 else "v" for i in range(30)]
DIFFERENT = [int(7 * i % 31) * 3 for i in range(30)]
NUMBERED = "has a different whole number in every row"
ROW_NUMBERS = [
    Case(
        f"row numbers called {name}",
        two(table(A, IDS, LABELS, head=f"a,{name},label")),
        notes=(f"Caution: s.csv, column `{name}`, {NUMBERED}",),
    )
    for name in ("id", "idx", "index", "sample_id", "ID", "Unnamed: 0", "row", "patient-id")
] + [
    Case(
        "row numbers called id in parquet",
        parquet(id=IDS),
        notes=(f"Caution: s.parquet, column `id`, {NUMBERED}",),
    ),
    Case(
        "row numbers by their values",
        two(table(LONG, DIFFERENT, LONG_LABELS, head="a,m,label")),
        notes=(f"Caution: s.csv, column `m`, {NUMBERED}",),
    ),
    Case(
        "row numbers with a decimal point",
        two(table(LONG, [float(v) for v in DIFFERENT], LONG_LABELS, head="a,m,label")),
        notes=(f"Caution: s.csv, column `m`, {NUMBERED}",),
    ),
    Case(
        "row numbers first",
        two(table(range(6), A, B, LABELS, head=",a,b,label")),
        notes=("counts the rows and was left out",),
        check=features(A, B),
    ),
    Case(
        "row numbers first, called id",
        two(table(range(1, 7), A, B, LABELS, head="id,a,b,label")),
        notes=("counts the rows and was left out",),
        check=features(A, B),
    ),
]

TIMES = {
    "ISO days": [f"2020-01-{d:02}" for d in range(1, 7)],
    "days with points": [f"{d}.1.2020" for d in range(1, 7)],
    "days with slashes": [f"{d}/1/2020" for d in range(1, 7)],
    "short years": [f"1/{d}/20" for d in range(1, 7)],
    "months in words": [f"{d} Jan 2020" for d in range(1, 7)],
    "months first": [f"Jan {d}, 2020" for d in range(1, 7)],
    "day and time": [f"2020-01-01 1{d}:30" for d in range(6)],
    "ISO with zone": [f"2020-01-01T1{d}:30:00Z" for d in range(6)],
    "times": [f"1{d}:30" for d in range(6)],
    "times of day": [f"{d}:30 pm" for d in range(1, 7)],
    "with NaT": ["2020-01-01", "NaT", "2020-01-03", "", "2020-01-05", "2020-01-06"],
}
DATED = "column `when`, holds dates or times, which are not features"
STAMPS = pd.to_datetime(["2020-01-01", None, "2020-01-03", None, "2020-01-05", None])
DATES = [
    Case(f"dates in CSV: {name}", with_text(texts), says=f"s.csv, {DATED}")
    for name, texts in TIMES.items()
] + [
    Case(
        "dates and no labels named",
        two(table(A, TIMES["ISO days"], head="a,when")),
        says=f"s.csv, {DATED}",
    ),
    Case("datetime64 in parquet", parquet(when=STAMPS), says=f"s.parquet, {DATED}"),
    Case("NaT only in parquet", parquet(when=pd.to_datetime([None] * 6)), says=DATED),
    Case("datetime64 with zone", parquet(when=STAMPS.tz_localize("UTC")), says=DATED),
    Case("timedelta64 in parquet", parquet(when=STAMPS - STAMPS[0]), says=DATED),
    Case(
        "date32 in parquet",
        parquet(when=[datetime.date(2020, 1, d) for d in range(1, 7)]),
        says=DATED,
    ),
    Case("period in parquet", parquet(when=STAMPS.to_period("D")), says=DATED),
    Case("time in parquet", parquet(when=[datetime.time(d) for d in range(6)]), says=DATED),
]

FOUR = [400, 410, 420, 4]  # names of three wavelengths and of the labels
NUMBERED = (
    "holds only numbers (`400` to `4`), unlike those below them, so it was taken as the names"
)
THREE = [0, 1, 2, 0, 1, 2]
WITH_NUMBERS = two(table(A, B, A, THREE, head=",".join(map(str, FOUR))))
NUMBER_NAMES = [
    Case(
        "names that are numbers, one asked for",
        WITH_NUMBERS,
        {"label": "4"},
        notes=(NUMBERED, "Labels are column `4`."),
        check=features(A, B, A),
    ),
    Case(
        "a number that is a name but not a position",
        WITH_NUMBERS,
        {"label": 4},
        check=features(A, B, A),
    ),
    Case(
        "names that count",
        two(table(A, B, A, THREE, head="1,2,3,4")),
        {"label": -1},
        notes=("holds only numbers (`1` to `4`)",),
        check=features(A, B, A),
    ),
    Case(
        "a first row of data that counts",
        two(table([1, *A], [2, *B], [3, *WHOLE], [4, 4, 4, 5, 5, 4, 5], head="")),
        {"label": "3"},
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (7, 3)),
    ),
    Case(
        "rows that all count",
        two(b"1,2,3,0\n2,3,4,1\n4,4,5,0\n4,5,6,1\n6,6,7,0\n"),
        {"label": 3},
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (5, 3)),
    ),
]

SIX = [*LABELS, *LABELS[::-1], "w", "w", "w", "w", *LABELS, "w", "w"]  # eight of each but w
ONE_HOT = [[int(y == label) for y in SIX] for label in "uvw"]
LONG_A = [float(f"{i * 37 % 91}.5") for i in range(len(SIX))]
GIVEN_AWAY = [
    Case(
        "one-hot labels beside the labels",
        two(table(LONG_A, *ONE_HOT, SIX, head="a,u,v,w,label")),
        notes=(
            "Caution: s.csv, columns `u`, `v`, `w`, have one combination of values for each label, "
            "so together they give the labels away; leave them out unless they are measurements.",
        ),
    ),
    Case(
        "one-hot labels without the last",
        two(table(LONG_A, *ONE_HOT[:2], SIX, head="a,u,v,label")),
        notes=("Caution: s.csv, columns `u`, `v`, have one combination of values for each label",),
    ),
    *(
        Case(
            f"times since 1970 in {name}",
            with_times(name, start, step),
            notes=(f"Caution: s.csv, column `{name}`, holds times since 1970 in seconds or a",),
        )
        for name, start, step in (
            ("timestamp", 1_700_000_000, 0),
            ("created_at", 1_700_000_000.25, 0),
            ("recorded", 1_700_000_000, 60),
            ("t_ms", 1_700_000_000_000, -20),
            ("time", 1_700_000_000_000_000, 0),
            ("value", 1.7e18, 1e15),
        )
    ),
    Case(
        "numbers of that size that are not times",
        with_times("population", 1_300_000_000, 0),
        check=no_time_is_said,
    ),
    Case(
        "small numbers that only grow",
        with_times("time", 17.5, 0.25),
        check=no_time_is_said,
    ),
    Case(
        "dates as whole numbers",
        two(table(A, [20240131, 20240131, 20231231, 20240229, 20240301, 20240301], LABELS)),
        notes=("Caution: s.csv, column `b`, holds whole numbers that are dates, such as 20240131",),
    ),
    Case(
        "whole numbers that are not all dates",
        two(table(A, [20240131, 20240131, 20231231, 20240229, 20240301, 20241301], LABELS)),
        check=lambda pair: np.testing.assert_equal(
            [note for note in pair.notes if note.startswith("Caution:")], []
        ),
    ),
]


CASES = [*NAMES, *LABEL_LIKE, *ROW_NUMBERS, *DATES, *NUMBER_NAMES, *GIVEN_AWAY]
