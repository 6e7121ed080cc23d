"""Small tables as bytes, and checks of the pairs that are made of them."""

import io

import numpy as np
import pandas as pd

LABELS = ["u", "u", "v", "v", "u", "v"]
A = [6.5, 5.25, 1.5, 1.75, 5.5, 1.25]
B = [1.5, 1.25, 6.5, 5.75, 2.5, 6.25]


WHOLE = [0, 0, 10, 10, 0, 10]


def rows(*columns, sep=","):
    """Lines of a table without its header."""
    return [sep.join(map(str, row)) for row in zip(*columns, strict=True)]


def table(*columns, head="a,b,label", sep=",", above=(), encoding="utf-8", end="\n"):
    """A text table as bytes."""
    lines = [*above, *([head.replace(",", sep)] if head else []), *rows(*columns, sep=sep)]
    return (end.join(lines) + end).encode(encoding)


def two(content, other=None, name="s.csv", other_name="t.csv"):
    """The same content as source and target, or two."""
    return ((name, content), (other_name, content if other is None else other))


def frame(index=None, **columns):
    made = pd.DataFrame(columns)
    out = io.BytesIO()
    (made if index is None else made.set_index(index)).to_parquet(out)
    return out.getvalue()


def parquet(index=None, **columns):
    content = frame(index, **{"a": A, "b": B, **columns, "label": LABELS})
    return two(content, name="s.parquet", other_name="t.parquet")


def features(*columns, of="source"):
    """A check that the features are these columns."""
    expected = np.column_stack(columns).astype(float)

    def check(pair):
        np.testing.assert_allclose(getattr(pair, f"X_{of}"), expected)

    return check


def label_values(pair):
    assert pair.y_source.tolist() == LABELS


def without_labels(pair):
    assert pair.y_target is None


GOOD = table(A, B, LABELS)
TURNED = table(B, A, LABELS, head="b,a,label")


def with_text(texts, name="when", **options):
    """A table with one more column of text."""
    return two(table(A, [f'"{t}"' for t in texts], LABELS, head=f"a,{name},label"), **options)
