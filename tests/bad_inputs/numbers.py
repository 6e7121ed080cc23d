"""Numbers as people write them: read where it is certain, else refused by column name."""

import numpy as np

from bad_inputs import Case
from bad_inputs.writing import (
    LABELS,
    WHOLE,
    A,
    B,
    features,
    parquet,
    table,
    two,
    with_text,
)

# --- numbers as people write them -----------------------------------------------------------------


def written(name, texts, values, how, head="n"):
    return Case(
        f"numbers: {name}",
        with_text(texts, head),
        notes=(f"Column `{head}`: numbers written with {how}",),
        check=features(A, values),
    )


def unclear(name, texts, says, head="n"):
    return Case(f"numbers: {name}", with_text(texts, head), says=f"s.csv, column `{head}`, {says}")


THOUSANDS = "thousands separators"
LONG, TWICE, W = (A * 2, B * 2), LABELS * 2, "a,b,w,label"


def without_cautions(pair):
    assert not any("within text" in n or "begins with" in n for n in pair.notes), pair.notes


NUMBERS = [
    written(
        "1,234.5",
        ["1,234.5", "2", "3,000", "4.5", "5", "1,234,567"],
        [1234.5, 2, 3000, 4.5, 5, 1234567],
        THOUSANDS,
    ),
    unclear(
        "decimal commas beside points",
        ["1.234,5", "2", "3,25", "4", "5", "6"],
        "has a decimal comma (`1.234,5`) where other columns have a decimal point",
    ),
    written("1 234", ["1 234", "2", "3", "4", "5", "60 000"], [1234, 2, 3, 4, 5, 60000], THOUSANDS),
    written(
        "no-break space", ["1\u00a0234", "2", "3", "4", "5", "6"], [1234, 2, 3, 4, 5, 6], THOUSANDS
    ),
    written(
        "thin space", ["1\u202f234.5", "2", "3", "4", "5", "6"], [1234.5, 2, 3, 4, 5, 6], THOUSANDS
    ),
    written(
        "1'234", ["1'234", "2", "3", "4", "5", "1'000'000"], [1234, 2, 3, 4, 5, 1e6], THOUSANDS
    ),
    written("1’234", ["1’234.5", "2", "3", "4", "5", "6"], [1234.5, 2, 3, 4, 5, 6], THOUSANDS),
    written("1_234", ["1_234", "2", "3", "4", "5", "6"], [1234, 2, 3, 4, 5, 6], THOUSANDS),
    written("12%", ["12%", "2 %", "3%", "4.5%", "5%", "6%"], [12, 2, 3, 4.5, 5, 6], "a per cent"),
    written(
        "full-width per cent",
        ["12％", "2%", "3%", "4%", "5%", "6%"],
        [12, 2, 3, 4, 5, 6],
        "a per cent",
    ),
    written(
        "$12", ["$12", "-$2", "$3", "$4.5", "$5", "$1,234"], [12, -2, 3, 4.5, 5, 1234], "the sign $"
    ),
    written(
        "12 €", ["12 €", "2 €", "3 €", "4 €", "5.5 €", "6 €"], [12, 2, 3, 4, 5.5, 6], "the sign €"
    ),
    written("£", ["£12", "£2", "£3", "£4", "£5.5", "£6"], [12, 2, 3, 4, 5.5, 6], "the sign £"),
    written(
        "U+2212",
        ["−12", "2", "−3.5", "4", "5", "6"],
        [-12, 2, -3.5, 4, 5, 6],
        "a minus sign of its own (`−12` is -12)",
    ),
    written(
        "full-width digits",
        ["１２", "2", "3", "4", "5", "６.５"],
        [12, 2, 3, 4, 5, 6.5],
        "digits that are not ASCII",
    ),
    written(
        "Arabic-Indic digits",
        ["٢٤", "2", "3", "4", "5", "6"],
        [24, 2, 3, 4, 5, 6],
        "digits that are not ASCII",
    ),
    unclear("mixed per cent", ["12%", "0.5", "3%", "4%", "5%", "6%"], "mixes numbers with and"),
    unclear("two currencies", ["$12", "€2", "$3", "$4", "$5", "$6"], "mixes numbers with and"),
    unclear("groups of two", ["12,34,567", "2", "3", "4", "5", "6"], "holds `12,34,567`, which is"),
    *(
        unclear(f"odd groups, {text}", [text, "2", "3", "4", "5", "6"], f"holds `{text}`, which is")
        for text in (
            "7,036,9,198",
            "7,0369,198",
            "1,,234",
            "7 036 9 198",
            "7'036'9",
            "44 35",
            "1_2_3",
            "1.234,567.8",
        )
    ),
    *(
        Case(
            f"numbers: 44,356 between {name}, {other}",
            two(
                table(WHOLE, [f"{q}{t}{q}" for t in ["44,356", other, "1,204"] * 2], LABELS, sep=s)
            ),
            says="column `b`, holds `44,356`, which can be 44356 or 44.356; write its numbers",
        )
        for name, s, q in (
            ("commas", ",", '"'),
            ("semicolons", ";", ""),
            ("tabs", "\t", ""),
            ("bars", "|", ""),
        )
        for other in ("12,345", "714", "-9,100")
    ),
    *(
        Case(
            f"numbers: 44,356 beside a decimal point, between {s!r}",
            two(table(A, [f"{q}{t}{q}" for t in ["44,356", "714", "1,204"] * 2], LABELS, sep=s)),
            notes=("Column `b`: numbers written with thousands separators (`44,356` is 44356)",),
            check=features(A, [44356, 714, 1204] * 2),
        )
        for s, q in ((",", '"'), (";", ""), ("\t", ""))
    ),
    unclear(
        "points and commas",
        ["1,5", "2.5", "3", "4", "5", "6"],
        "mixes decimal points and commas (`2.5`, `1,5`)",
    ),
    unclear("accounts", ["(12)", "2", "3", "4", "5", "6"], "holds `(12)`, which is not clearly"),
    Case(
        "numbers: 1,234 and nothing to tell what it means",
        two(table([1, 2, 3, 4, 5, 6], ['"1,234"'] * 3 + ["2", "3", "4"], LABELS, head="a,n,label")),
        says="column `n`, holds `1,234`, which can be 1234 or 1.234",
    ),
    Case(
        "numbers: decimal commas in quotes",
        two(table([f'"{v}"'.replace(".", ",") for v in A], WHOLE, LABELS, head="a,n,label")),
        notes=("Column `a`: numbers written with decimal commas",),
        check=features(A, WHOLE),
    ),
    Case(
        "numbers: decimal commas and semicolons",
        two(table(*([str(v).replace(".", ",") for v in c] for c in (A, B)), LABELS, sep=";")),
        notes=("decimal comma",),
        check=features(A, B),
    ),
    Case(
        "numbers: 9,290 in a table of semicolons",
        two(table(["9,290", "8,110", "1,123"] * 2, WHOLE, LABELS, sep=";")),
        says="s.csv, column `a`, holds `9,290`, which can be 9290 or 9.290; write its numbers",
    ),
    Case(
        "numbers: 9,290 beside other decimal commas",
        two(
            table(
                ["9,290", "8,110", "1,123"] * 2, ["1,5", "2", "3", "4", "5", "6"], LABELS, sep=";"
            )
        ),
        check=features([9.29, 8.11, 1.123] * 2, [1.5, 2, 3, 4, 5, 6]),
    ),
    Case(
        "numbers: 1.234 is 1234 beside decimal commas",
        two(table(["1.234"] * 5 + ["12.345"], ["1,5", "2,5", "3", "4", "5", "6"], LABELS, sep=";")),
        check=features([1234] * 5 + [12345], [1.5, 2.5, 3, 4, 5, 6]),
    ),
    Case(
        "numbers: 1.234 is 1234 beside decimal commas far below",
        two(
            table(
                [f"1.{100 + i % 7}" for i in range(90)],
                [str(i % 4) for i in range(80)] + ["1,5"] * 10,
                ["u", "v"] * 45,
                sep=";",
            )
        ),
        check=lambda pair: np.testing.assert_allclose(pair.X_source[:3, 0], [1100, 1101, 1102]),
    ),
    Case(
        "numbers: 12.5 beside decimal commas",
        two(table([12.5] * 3 + [1, 2, 3], [f"{i},5" for i in range(6)], LABELS, sep=";")),
        says="column `a`, has a decimal point (`12.5`) where other columns have a decimal comma",
    ),
    Case(
        "numbers: 1.234 alone is a decimal",
        two(table(["1.234"] * 3 + ["2.345"] * 3, B, LABELS)),
        check=features([1.234] * 3 + [2.345] * 3, B),
    ),
    Case(
        "numbers: thousands in parquet",
        parquet(n=["1,234.5", "2", "3", "4", "5", "6"]),
        notes=("Column `n`: numbers written with thousands separators",),
        check=features(A, B, [1234.5, 2, 3, 4, 5, 6]),
    ),
    Case(
        "numbers: Fortran's exponents",
        with_text(["1.5D+03", "2", "3", "4", "5", "6"], "n"),
        check=features(A, [1500, 2, 3, 4, 5, 6]),
    ),
    Case(
        "numbers: a word among them",
        two(table(A, [1, 2, 3, "two", 5, 6], LABELS, head="a,n,label")),
        says="s.csv, column `n`, row 3: 'two' is not a number",
    ),
    Case(
        "numbers: a word among thousands",
        with_text(["1,234.5", "2", "x", "4", "5", "6"], "n"),
        says="s.csv, column `n`, row 2: 'x' is not a number",
    ),
    Case(
        "numbers: a unit behind each, all different",
        two(table(*LONG, [f"{v + 0.5} kg" for v in range(12)], TWICE, head=W)),
        notes=("Caution: s.csv, column `w`, holds text that begins with digits (`0.5 kg`)",),
        check=features(*LONG),
    ),
    *(
        Case(
            f"numbers: {name} are not digits",
            with_text(texts, "w"),
            notes=(f"Caution: s.csv, column `w`, holds text that begins with digits (`{texts[0]}",),
            check=features(A),
        )
        for name, texts in (
            ("raised ones", ["3²", "3²", "5²", "6²", "5²", "6²"]),
            ("circled ones", ["1.5", "2①", "2①", "1.5", "2①", "2①"]),
            ("lowered ones", ["3", "4", "5₂", "3", "5₂", "5₂"]),
        )
    ),
    *(
        Case(
            f"numbers: {name}",
            with_text(texts, "w"),
            notes=(f"Caution: s.csv, column `w`, holds {what}",),
            check=features(A),
        )
        for name, texts, what in (
            ("formulas", [f'=""{v}""' for v in A], 'numbers within text (`="6.5"`)'),
            ("printed tensors", [f"tensor({v})" for v in A], "numbers within text (`tensor(6.5)`)"),
            ("a unit and gaps", ["1 mm", "NA", "1 mm", "2 mm", "2 mm", "3 mm"], "text that begins"),
        )
    ),
    *(
        Case(
            f"numbers: {name}, all different",
            two(table(*LONG, [form.format(v + 0.5) for v in range(12)], TWICE, head=W)),
            notes=(f"Caution: s.csv, column `w`, holds {what} (`{form.format(0.5)}`)",),
            check=features(*LONG),
        )
        for name, form, what in (
            ("printed tensors", "tensor({})", "numbers within text"),
            ("printed scalars", "np.float64({})", "numbers within text"),
            ("errors behind each", "{}\u00b10.1", "text that begins with digits"),
            ("marked as about", "~{}", "text that begins with digits"),
            ("in brackets", "[{}]", "text that begins with digits"),
            ("complex ones", "{}+0j", "text that begins with digits"),
            ("degrees", "{}°", "text that begins with digits"),
            ("middle dots and powers", "{}·10³", "text that begins with digits"),
            ("a currency's name before each", "EUR {}", "numbers within text"),
        )
    ),
    *(
        Case(
            f"numbers: {name}, all different",
            two(
                table(
                    *LONG, [forms[v % len(forms)].format(v + 0.5) for v in range(12)], TWICE, head=W
                )
            ),
            notes=(f"Caution: s.csv, column `w`, holds {what} (`{forms[0].format(0.5)}`)",),
            check=features(*LONG),
        )
        for name, forms, what in (
            ("minus signs behind some", ("{}-", "{}"), "numbers beside text"),
            ("some below what can be measured", ("<{}", "{}", "{}"), "numbers beside text"),
            ("footnotes at some", ("{}[a]", "{}"), "numbers beside text"),
            ("debit and credit", ("{} DR", "{} CR"), "text that begins with digits"),
        )
    ),
    Case(
        "numbers: names with numbers in them",
        two(table(*LONG, [f"{v + 0.5}{'uv'[v % 2]}.png" for v in range(12)], TWICE, head=W)),
        notes=("Samples are named by column `w`.",),
        check=without_cautions,
    ),
    Case(
        "numbers: names of files begin with digits",
        two(table(*LONG, [f"{v:03d}.jpg" for v in range(12)], TWICE, head=W)),
        notes=("Samples are named by column `w`.",),
        check=features(*LONG),
    ),
    Case(
        "numbers: per cent on one side only",
        two(table(A, [f"{v}%" for v in B], LABELS), table(A, B, LABELS)),
        notes=(
            "Caution: the numbers of column `b` differ in their sign: s has a per cent sign, t",
        ),
        check=features(A, B),
    ),
    Case(
        "numbers: dollars and euros",
        two(table([f"${v}" for v in A], B, LABELS), table([f"€{v}" for v in A], B, LABELS)),
        notes=("of column `a` differ in their sign: s has the sign $, t has the sign €; write",),
        check=features(A, B),
    ),
    *(
        Case(
            f"numbers: a whole number of {digits} digits",
            two(table([*A[:5], "9" * digits], WHOLE, LABELS)),
            says="X_source has NaN or infinity in 1 of 6 rows (first: row 5)",
        )
        for digits in (400, 5000)
    ),
    Case(
        "numbers: a whole number of 400 digits beside whole ones",
        two(table([*WHOLE[:5], "9" * 400], A, LABELS)),
        says="X_source has NaN or infinity in 1 of 6 rows (first: row 5)",
    ),
    Case(
        "numbers: a sign beside a number of 400 digits",
        two(table([*WHOLE[:5], "$" + "9" * 400], A, LABELS)),
        says="mixes numbers with and without a sign (`$" + "9" * 58 + "…`, `0`)",
    ),
    Case(
        "numbers: a separator that no table has",
        two(table(A, B, LABELS, sep="^")),
        says="write plain numbers, one column per feature, separated by commas",
    ),
]


MANY = [float(i * 7 % 23) + 0.5 for i in range(24)]
SPOILT = [
    *(
        Case(
            f"numbers: thousands whose separators are wrong, {name}",
            two(table(MANY, [cells[i % 3] for i in range(24)], [*"uv"] * 12, sep=sep)),
            says=f"s.csv, column `b`, holds `{cells[row]}`, which is not clearly a number; write",
        )
        for name, row, sep, cells in (
            ("every third", 2, ";", ("1.234", "714", "7.036.9.198")),
            ("first", 0, ";", ("7.036.9.198", "2.345", "1.234.567")),
            ("with commas", 1, "\t", ("1,234,567", "7,036,9,198", "1,234.5")),
            ("with a sign", 2, ";", ("714", "-12", "-12.345.6")),
        )
    ),
    Case(
        "numbers: versions beside numbers",
        two(table(MANY, [("1.1", "1.2", "1.1.2")[i % 3] for i in range(24)], [*"uv"] * 12)),
        notes=("Caution: s.csv, column `b`, holds text that begins with digits (`1.1`) and was",),
        check=features(MANY),
    ),
]


def written_as(form, sep=",", mark='"'):
    """A table of numbers near 2,000, each written in this form."""
    columns = [[f"{mark}{form(1000 * v + 11)}{mark}" for v in values] for values in (A, B)]
    return table(*columns, LABELS, sep=sep)


def german(value):
    return f"{value:,.2f}".translate(str.maketrans(",.", ".,"))


def without_decimals(value):
    return f"{value:,.0f}".replace(",", ".")


SIGNS = "were read with a decimal point"
TWO_SIGNS = [
    *(
        Case(
            f"numbers: points in one file, decimal commas in the other, {name}",
            two(written_as(without_decimals, *how), written_as(german, *how)),
            notes=(
                f"Caution: numbers of s such as `6.511` {SIGNS}, but t has decimal commas; take",
            ),
        )
        for name, how in (("between tabs", ("\t", "")), ("in quotes", ()))
    ),
    Case(
        "numbers: points that are decimal ones, and decimal commas in the other file",
        two(table(A, B, LABELS, sep="\t"), written_as(german)),
        check=lambda pair: np.testing.assert_equal([n for n in pair.notes if SIGNS in n], []),
    ),
]


def beside_many(form):
    """A column of 24 different texts between numbers and labels."""
    return two(table(MANY, [form(i, 37.5 * i + 0.25) for i in range(24)], [*"uv"] * 12))


AMOUNTS = [
    *(
        Case(
            f"numbers: amounts that look like names, {name}",
            beside_many(form),
            notes=(
                "Samples are named by column `b`.",
                f"Caution: s.csv, column `b`, holds {what} and was left out; write plain numbers",
            ),
            check=features(MANY),
        )
        for name, form, what in (
            (
                "a minus sign at the end",
                lambda i, v: f"{v}{'-' * (i % 4 > 0)}",
                "text that begins with digits (`0.25`)",
            ),
            (
                "a currency and groups",
                lambda i, v: f"CHF {2 * v:,.2f}".replace(",", "'"),
                "numbers within text (`CHF 0.50`)",
            ),
            (
                "below a limit",
                lambda i, v: f"{'<' * (i % 4 > 0)}{v}",
                "text that begins with digits (`0.25`)",
            ),
        )
    ),
    *(
        Case(
            f"numbers: names with digits, {name}",
            beside_many(form),
            notes=("Samples are named by column `b`.",),
            check=without_cautions,
        )
        for name, form in (
            ("letters", lambda i, v: f"{'abc'[i % 3]}{i}"),
            ("ranges", lambda i, v: f"{i}-{i + 3}"),
        )
    ),
]


CASES = [*NUMBERS, *SPOILT, *TWO_SIGNS, *AMOUNTS]
