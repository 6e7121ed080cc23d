"""Tables as people write them: where they begin, their encodings, headers and objects."""

from decimal import Decimal

import numpy as np
import pandas as pd

from bad_inputs import Case, columns, doubts, meanings, numbers
from bad_inputs.writing import (
    GOOD,
    LABELS,
    WHOLE,
    A,
    B,
    features,
    frame,
    label_values,
    parquet,
    rows,
    table,
    two,
)


def without_caution(pair):
    assert not any("Caution" in note for note in pair.notes), pair.notes


# reflectances of ten wavelengths, and labels; wavelengths in µm lie among them
SPECTRA = [*([f"0.{(i * 31 + j * 47) % 90 + 9}" for i in range(6)] for j in range(10)), LABELS]
MICRO = ",".join(f"0.{40 + i}5" for i in range(10))

# --- where a table begins, and how it is written --------------------------------------------------

SHAPES = [
    Case(
        "trailing separators in the rows",
        two(GOOD, table(A, B, [f"{v}," for v in LABELS])),
        notes=("Every row ends with a separator, which was left out.",),
        check=features(A, B, of="target"),
    ),
    Case(
        "trailing separators everywhere",
        two(table(A, B, [f"{v}," for v in LABELS], head="a,b,label,")),
        notes=("Every row ends with a separator",),
        check=features(A, B),
    ),
    Case(
        "trailing separators without a header",
        two(table(A, B, [f"{v}," for v in LABELS], head="")),
        notes=("Every row ends with a separator",),
        check=features(A, B),
    ),
    Case(
        "trailing semicolons",
        two(table(A, B, [f"{v};" for v in LABELS], sep=";")),
        check=features(A, B),
    ),
    Case(
        "row names as R writes them",
        two(table([f"r{i}" for i in range(6)], A, B, LABELS, head="a,b,label")),
        check=features(A, B),
    ),
    Case(
        "a comment line",
        two(table(A, B, LABELS, above=["# made in 2020"])),
        notes=("1 comment line at the top was left out.",),
        check=features(A, B),
    ),
    Case(
        "comment lines with commas",
        two(table(A, B, LABELS, above=["# made in 2020, by hand", "# unit: mm, kg"])),
        notes=("2 comment lines at the top were left out.",),
        check=features(A, B),
    ),
    Case("per cent comments", two(table(A, B, LABELS, above=["% exported"])), check=features(A, B)),
    Case(
        "names in a comment line",
        two(table(A, B, LABELS, head="# a,b,label")),
        notes=("The names of the columns are in a comment line.",),
        check=features(A, B),
    ),
    Case("only comments", two(b"# nothing\n# more\n"), says="s.csv holds only comments"),
    Case(
        "a title line",
        two(table(A, B, LABELS, above=["Measurements of 2020"])),
        notes=("The title, `Measurements of 2020`, was left out.",),
        check=features(A, B),
    ),
    Case(
        "a title line filled with separators",
        two(table(A, B, LABELS, above=["Measurements of 2020,,"])),
        notes=("The title, `Measurements of 2020`",),
        check=features(A, B),
    ),
    Case(
        "a title and an empty line",
        two(table(A, B, LABELS, above=["Measurements of 2020", ""])),
        check=features(A, B),
    ),
    Case(
        "a title of two lines",
        two(table(A, B, LABELS, above=['"Measurements\nof 2020"'])),
        notes=("The title, `Measurements of 2020`, was left out.",),
        check=features(A, B),
    ),
    Case(
        "a row of units below a name of two lines",
        two(table(["mm", *A], ["kg", *B], ["", *LABELS], head='"a\n(x)",b,label')),
        notes=("The row of units (mm, kg) was left out.",),
        check=features(A, B),
    ),
    *(
        Case(
            f"a file that ends within its last {name}",
            two(GOOD.replace(b"v", b"vole")[:-3] if name == "label" else cut, GOOD),
            notes=("Caution: s.csv does not end with a line break, and its last cell, `" + last,),
            check=lambda pair: np.testing.assert_equal(pair.n_source, 6),
        )
        for name, cut, last in (
            ("label", b"", "vo`, looks like the beginning of one; get the file again"),
            ("number", table(LABELS, A, [f"{b}0" for b in B], head="label,a,b")[:-4], "6.`, looks"),
        )
    ),
    Case(
        "a file whose last line has no end",
        two(table(LABELS, A, [1, 2, 30, 1, 3, 3], head="label,a,b").rstrip()),
        check=lambda pair: np.testing.assert_equal([n for n in pair.notes if "break" in n], []),
    ),
    Case(
        "text with commas in it, in quotation marks after a blank",
        two(table(A, [' "x, y"'] * 6, B, LABELS, head="a,note,b,label")),
        check=features(A, B),
    ),
    Case(
        "a row that ends too early",
        two(GOOD, table(A, B, LABELS).replace(b",u\n", b"\n", 1)),
        notes=(
            "Caution: in t.csv 1 line has fewer than 3 fields (first: line 2); what is missing at "
            "the end was read as empty.",
        ),
        check=features(A, B, of="target"),
    ),
    Case(
        "points that may separate thousands beside whole numbers, between tabs",
        two(table(["714", "2.148", "12", "1.060", "-3.125", "6"], B, LABELS, sep="\t")),
        notes=("Caution: numbers such as `2.148` were read with a decimal point; take the points",),
        check=features([714, 2.148, 12, 1.06, -3.125, 6], B),
    ),
    Case(
        "a first row that lacks a name above rows of measurements",
        two(table(A, B, WHOLE, LABELS, head="a,b,label")),
        says="does not name the rows, since `6.5` is a measurement; give every column a name",
    ),
    *(
        Case(
            f"points that only row 1,100 shows to be unsure, between {name}",
            two(table([*["714"] * 1100, "2.148"], [1, *[2] * 1100], ["u", *"uv" * 550], sep=sep)),
            notes=("Caution: numbers such as `2.148` were read with a decimal point; take the",),
        )
        for name, sep in {"tabs": "\t", "semicolons": ";", "bars": "|"}.items()
    ),
    Case(
        "three decimals everywhere, some of them 0",
        two(table([*["7.140"] * 60, "2.148", "3.000"], [1] * 62, ["u", "v"] * 31, sep="\t")),
        check=without_caution,
    ),
    Case(
        "blanks between quoted names and rows that have names, as R writes them",
        two(
            b'"a x" "b" "label"\n'
            + b"".join(
                f'"row {i}" {x} {y} "{label} z"\n'.encode()
                for i, (x, y, label) in enumerate(zip(A, B, LABELS, strict=True))
            )
        ),
        notes=("separated by space, the first row holds the names, each row begins with its name",),
        check=features(A, B),
    ),
    Case(
        "a title with the separator in it",
        two(table(A, B, LABELS, above=["Station A, 2020"])),
        says="the lines above it have 2; remove the lines above the table",
    ),
    Case("sep=;", two(table(A, B, LABELS, sep=";", above=["sep=;"])), check=features(A, B)),
    Case(
        "sep=; beside decimal commas",
        two(table([str(v).replace(".", ",") for v in A], WHOLE, LABELS, sep=";", above=["sep=;"])),
        check=features(A, WHOLE),
    ),
    Case(
        "a row of units",
        two(table(["mm", *A], ["kg", *B], ["", *LABELS])),
        notes=("The row of units (mm, kg) was left out.",),
        check=features(A, B),
    ),
    Case(
        "a row of units with a word below the labels",
        two(table(["mm", *A], ["kg", *B], ["text", *LABELS])),
        check=features(A, B),
    ),
    Case("UTF-16", two(table(A, B, LABELS, encoding="utf-16", sep="\t")), check=features(A, B)),
    Case(
        "UTF-16 without its mark",
        two(table(A, B, LABELS, encoding="utf-16-le")),
        check=features(A, B),
    ),
    Case(
        "UTF-16, big end first",
        two(table(A, B, LABELS, encoding="utf-16-be")),
        check=features(A, B),
    ),
    Case("UTF-32", two(table(A, B, LABELS, encoding="utf-32")), check=features(A, B)),
    Case(
        "UTF-32 without its mark",
        two(table(A, B, LABELS, encoding="utf-32-le")),
        check=features(A, B),
    ),
    Case(
        "UTF-8 with its mark", two(table(A, B, LABELS, encoding="utf-8-sig")), check=features(A, B)
    ),
    Case(
        "Windows-1252",
        two(table(A, B, ["Käse", "Brot"] * 3, encoding="cp1252")),
        notes=("it was read as Western European (Windows-1252)",),
        check=lambda pair: np.testing.assert_equal(pair.class_names, ("Brot", "Käse")),
    ),
    Case(
        "GBK",
        two(table(A, B, ["猫", "狗"] * 3, encoding="gbk")),
        says="s.csv is not UTF-8 and its encoding is not certain",
    ),
    Case("KOI8", two(table(A, B, ["кот", "пёс"] * 3, encoding="koi8-r")), says="save it as UTF-8"),
    Case(
        "Shift JIS",
        two(table(A, B, ["ねこ", "いぬ"] * 3, encoding="shift-jis")),
        says="save it as UTF-8",
    ),
    *(
        Case(
            f"{encoding} where a letter is certain to differ: {word}",
            two(table(A, B, [word, "dog"] * 3, encoding=encoding)),
            says="s.csv is not UTF-8 and its encoding is not certain (it may be GBK, KOI8, Windows",
        )
        for encoding, word in (
            ("cp1250", "k\u00f3\u0142ko"),
            ("cp1250", "v\u011b\u017ea"),
            ("cp1250", "\u015ftiuc\u0103"),
            ("cp1254", "\u0131\u015f\u0131k"),
            ("mac_roman", "K\u00e4se"),
            ("mac_roman", "\u00fcber"),
        )
    ),
    Case(
        "a NUL byte",
        two(GOOD.replace(b"u", b"u\0", 1)),
        says="byte 19 is NUL); give a .csv or .tsv table without NUL bytes",
    ),
    Case("carriage returns", two(table(A, B, LABELS, end="\r")), check=features(A, B)),
    Case("Windows' line ends", two(table(A, B, LABELS, end="\r\n")), check=features(A, B)),
    Case("empty lines", two(table(A, B, LABELS, end="\n\n")), check=features(A, B)),
    Case("only empty lines", two(b"\n\n  \n"), says="s.csv has only empty lines"),
    Case("only names", two(b"a,b,label\n"), says="s.csv has no rows"),
    Case(
        "a spreadsheet",
        two(b"PK\x03\x04rest", name="s.xlsx"),
        says="s.xlsx is a spreadsheet, which is not read; save the sheet with the features as CSV",
    ),
    Case(
        "a spreadsheet called CSV",
        two(b"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml"),
        says="s.csv is a spreadsheet",
    ),
    Case(
        "an old spreadsheet",
        two(b"\xd0\xcf\x11\xe0rest", name="s.xls"),
        says="s.xls is a spreadsheet",
    ),
    Case("bytes called CSV", two(bytes(range(256)) * 9), says="s.csv is not text"),
    Case(
        "rows of different length",
        two(GOOD + b"1,2,u,4,5\n"),
        says="s.csv cannot be read as a table (line 8 has 5 fields, the lines above it have 3)",
    ),
    Case(
        "rows longer than the names",
        two(table(A, B, A, LABELS, head="a,b")),
        says="cannot be read as a table (its rows have more fields than its first row); give",
    ),
    Case(
        "a quotation mark that is not closed",
        two(table(A, B, ['"u', *LABELS[1:]])),
        says="s.csv cannot be read as a table (a quotation mark is opened and not closed)",
    ),
    Case(
        "20,000 columns",
        two(
            "".join(
                ",".join(row) + "\n"
                for row in (
                    [*(f"gene{i:05}" for i in range(20_000)), "label"],
                    *(
                        [f"{(i * k) % 97 / 7:.4f}" for i in range(20_000)] + ["uv"[k % 2]]
                        for k in range(1, 5)
                    ),
                )
            ).encode()
        ),
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (4, 20_000)),
    ),
]

HEADERS = [
    Case(
        "a class called label without a header",
        two(table(A, B, ["label", "u", "label", "u", "u", "label"], head="")),
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (6, 2)),
    ),
    Case(
        "classes x and y without a header",
        two(table(A, B, list("yxyxyx"), head="")),
        check=features(A, B),
    ),
    Case(
        "names or data",
        two(table(A, B, LABELS, head="6.5,1.5,label")),
        says="The first row of s.csv can be names (`label`) or data (`6.5`)",
    ),
    Case(
        "a word above numbers beside a number above numbers",
        two(table(A, B, LABELS, head="a,2.5,u")),
        says="can be names (`a`) or data (`2.5`)",
    ),
    Case(
        "wavelengths as names",
        two(table(A, B, LABELS, head="400,410,label")),
        check=features(A, B),
    ),
    *(
        Case(
            f"wavelengths as names, {name}",
            two(table(*columns, head=head)),
            check=lambda pair, n=n: np.testing.assert_equal(pair.X_source.shape, (6, n)),
        )
        for name, columns, head, n in (
            ("labels of another name", (A, A, LABELS), "400,410,species", 2),
            ("labels of another name first", (LABELS, WHOLE, WHOLE, A), "species,400,410,420", 3),
            ("in unequal steps", (*[A] * 5, LABELS), "400.5,402,404.5,407,412.25,species", 5),
            ("below whole numbers", (*[WHOLE] * 4, LABELS), "1,2,3,4,species", 4),
        )
    ),
    *(
        Case(
            f"wavelengths as names, {name}",
            two(table(*[[*row] for row in (SPECTRA if last else SPECTRA[::-1])], head=head)),
            check=lambda pair: (
                np.testing.assert_equal(pair.X_source.shape, (6, 10)),
                np.testing.assert_equal(pair.class_names, ("u", "v")),
            ),
        )
        for name, last, head in (
            (
                "in µm",
                True,
                ",".join(f"0.{4 + i // 5}{i % 5 * 2}" for i in range(10)) + ",crop",
            ),
            (
                "in µm, labels first",
                False,
                "crop," + ",".join(f"0.{40 + i}5" for i in range(10)),
            ),
            ("in µm, no name", False, "," + ",".join(f"0.{40 + i}5" for i in range(10))),
            ("falling", True, ",".join(f"{2400 - 8.5 * i}" for i in range(10)) + ",crop"),
            ("in ppm", True, ",".join(f"{4 - i:.2f}" for i in range(10)) + ",class"),
        )
    ),
    Case(
        "a few wavelengths in µm as names",
        two(table(*SPECTRA[4:], head="0.40,0.45,0.51,0.58,0.61,0.66,crop")),
        says="The first row of s.csv can be names (`crop`) or data (`0.40`)",
    ),
    Case(
        "wavelengths in µm above a target without labels",
        (
            ("s.csv", table(*SPECTRA, head=MICRO + ",crop")),
            ("t.csv", table(*SPECTRA[:-1], head=MICRO)),
        ),
        check=lambda pair: np.testing.assert_equal(pair.X_target.shape, (6, 10)),
    ),
    Case(
        "rows that all rise, without a header",
        two(
            table(
                *[[f"0.{30 + 5 * j + i}" for i in range(6)] for j in range(12)],
                ["w", *LABELS[1:]],
                head="",
            )
        ),
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (6, 12)),
    ),
    Case(
        "one wavelength as a name",
        two(table(A, LABELS, head="400,species")),
        says="The first row of s.csv can be names (`species`) or data (`400`)",
    ),
    Case(
        "a class that comes once, first, without a header",
        two(table(A, B, ["w", *LABELS[1:]], head="")),
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (6, 2)),
    ),
    Case(
        "positions as names",
        two(table(A, B, LABELS, head="0,1,label")),
        check=features(A, B),
    ),
    Case(
        "a class called as its column",
        two(table(A, B, ["dog", "cat"] * 3, head="a,b,dog")),
        check=features(A, B),
    ),
    Case(
        "a first value that is missing",
        two(table(["", *A[1:]], B, LABELS, head="")),
        says="X_source has NaN or infinity in 1 of 6 rows (first: row 0)",
    ),
]

NAMES_AGAIN = "The names of the columns come twice; the second row of them was left out."
ROWS, HEAD = rows(A, B, LABELS), "a,b,label"


def lines(*parts):
    """The same table of these lines twice."""
    return two("\n".join([*parts, ""]).encode())


def said_as_names(pair):
    assert not any("units" in note for note in pair.notes)
    features(A, B)(pair)


JOINED = [
    *(
        Case(
            f"names that come twice: {again}",
            lines(HEAD, again, *ROWS),
            notes=(NAMES_AGAIN,),
            check=said_as_names,
        )
        for again in (HEAD, "A,B,Label", '"a","b","label"', " a , b , label")
    ),
    *(
        Case(f"names once more: {name}", lines(head, *parts), says=f"s.csv: {says} the names of")
        for name, head, parts, says in (
            ("among the rows", HEAD, [*ROWS, HEAD, *ROWS], "row 6 repeats"),
            ("at the end", HEAD, [*ROWS, HEAD], "row 6 repeats"),
            ("in capitals", HEAD, [*ROWS, HEAD.upper()], "row 6 repeats"),
            ("far down", HEAD, [*ROWS * 60, HEAD, *ROWS], "row 360 repeats"),
            ("many times", HEAD, [*ROWS, HEAD] * 9, "9 rows (first: row 6) repeat"),
            ("three times at the top", HEAD, [HEAD, HEAD, *ROWS], "2 rows (first: row 0) repeat"),
            ("positions", "0,1,label", ["0,1,label", *ROWS], "row 0 repeats"),
            ("positions further down", "0,1,label", [*ROWS, "0,1,label", *ROWS], "row 6 repeats"),
            ("wavelengths", "400,410,label", [*ROWS, "400,410,label", *ROWS], "row 6 repeats"),
            ("with an index", ",a,label", ["0,1.5,u", "1,2.5,v", ",a,label"], "row 2 repeats"),
        )
    ),
    Case(
        "a first sample that comes again without a header",
        lines("0,0,u", "0,0,u", "0,0,u", *ROWS),
        check=lambda pair: np.testing.assert_equal(pair.X_source.shape, (9, 2)),
    ),
]
SIGNED = [
    *(
        Case(
            f"labels that begin as comments, {name}",
            lines(*parts),
            check=lambda pair, y=y: np.testing.assert_equal(pair.y_source.tolist(), y),
        )
        for name, parts, y in (
            ("all", rows(["#1", "#1", "#2"] * 2, A, B), ["#1", "#1", "#2"] * 2),
            ("all, with %", rows(["%a", "%b", "%b"] * 2, A, B), ["%a", "%b", "%b"] * 2),
            ("all, with //", rows(["//a", "//b"] * 3, A, B), ["//a", "//b"] * 3),
            ("the first and others", rows(["#1", "x", "#1"] * 2, A, B), ["#1", "x", "#1"] * 2),
            ("beside numbers", rows(["#1", "1", "#1"] * 2, A, B), ["#1", "1", "#1"] * 2),
            ("below names", ["label,a,b", *rows(["#1", "#2"] * 3, A, B)], ["#1", "#2"] * 3),
            ("and names, too", ["#label,a,b", *rows(["#1", "#2"] * 3, A, B)], ["#1", "#2"] * 3),
            (
                "after a comment",
                ["# made by hand", *rows(["#1", "#2"] * 3, A, B)],
                ["#1", "#2"] * 3,
            ),
        )
    ),
    Case(
        "a first line that can be a comment or a sample",
        lines(*rows(["#1", "x", "y"] + ["x", "y", "x"], A, B)),
        says="The line `#1,6.5,1.5` of s.csv can be a comment or a sample; take it out, or put a",
    ),
    Case("a row that was commented out", lines("#9.5,8.5,u", *ROWS), check=features(A, B)),
    Case("numbers in a comment", lines("# 1,2,3", HEAD, *ROWS), check=features(A, B)),
    Case("sizes in a comment", lines("# 6, 2, 2", *ROWS), check=features(A, B)),
]

OBJECTS = [
    Case(
        "structures in parquet",
        parquet(s=[{"k": 1}] * 6),
        says="s.parquet, column `s`, holds structures, which are not features",
    ),
    Case(
        "bytes in parquet",
        parquet(s=[b"\xff"] * 6),
        says="s.parquet, column `s`, holds bytes, which are not features",
    ),
    Case(
        "decimals in parquet",
        parquet(s=[Decimal("1.5"), Decimal("2.5")] * 3),
        check=features(A, B, [1.5, 2.5] * 3),
    ),
    Case(
        "two columns of lists",
        parquet(s=[[1.0, 2.0]] * 6, t=[[1.0]] * 6),
        says="has 2 columns of lists (`s`, `t`)",
    ),
    Case(
        "lists of different length",
        parquet(s=[[1.0, 2.0]] * 5 + [[1.0]]),
        says="the lists in `s` differ in length",
    ),
    Case("lists of text", parquet(s=[["p", "q"]] * 6), says="the lists in `s` do not hold numbers"),
    Case(
        "lists and numbers",
        parquet(s=[[1.0, float(i)] for i in range(6)]),
        notes=("Numbers left out beside the lists: `a`, `b`.",),
    ),
    Case(
        "integers with gaps in parquet",
        parquet(s=pd.array([1, None, 3, 4, 5, 6], "Int64")),
        says="X_source has NaN or infinity in 1 of 6 rows (first: row 1)",
    ),
    Case("labels as the index in parquet", parquet("label"), check=label_values),
    Case(
        "names and labels as the index in parquet",
        parquet(["name", "label"], name=[f"n{i}" for i in range(6)]),
        notes=("Samples are named by column `name`.",),
        check=label_values,
    ),
    Case(
        "a number as the index in parquet",
        parquet("b"),
        notes=("Left out because it is the index of the table: `b`.",),
        check=features(A),
    ),
    Case(
        "cut off parquet",
        two(frame(a=A, b=B, label=LABELS)[:200], name="s.parquet"),
        says="s.parquet cannot be read as parquet",
    ),
]

CASES = [
    *columns.CASES,
    *numbers.CASES,
    *doubts.TABLES,
    *meanings.TABLES,
    *SHAPES,
    *HEADERS,
    *OBJECTS,
    *JOINED,
    *SIGNED,
]
