"""Damaged tables give a pair of finite numbers or one sentence, in bounded time."""

import resource
import warnings

import numpy as np
from bad_inputs import numbers, tables
from bad_inputs.fuzzing import Bounded, damaged, fuzz
from bad_inputs.writing import LABELS, WHOLE, A, B, frame, table
from hypothesis import given
from hypothesis import strategies as st

from spl.data.preview.preview import domain_files, preview
from spl.data.readers.features import FeatureFile
from spl.data.readers.files import read_features, read_pair
from spl.data.readers.label_choices import label_choices

GOOD = ("t.csv", table(A, B, LABELS))
OTHERS = [
    case.files[0][1]
    for case in (*tables.SHAPES, *numbers.CASES, *tables.HEADERS)
    if len(case.files[0][1]) < 2000
]
TEXTS = [table(A, B, LABELS), table(A, B, LABELS, sep="\t"), *OTHERS]
TOKENS = [
    *(b"\n", b"\r", b'"', b",", b";", b"\t", b" ", b"#", b"\0", b"\xff\xfe", b"\xef\xbb\xbf"),
    *(b"NaN", b"inf", b"-1e999", b"1e308", b"1,234.5", b"2020-01-01", b"12%", b"label", b"domain"),
    *(b"\xa0", "−".encode(), "１".encode(), b"sep=;\n", b"1" * 400, b"a,b,label\n", b"''", b"()"),
]
PARQUETS = [
    frame(a=A, b=B, label=LABELS),
    frame(s=[[1.0, float(i)] for i in range(6)], label=LABELS),
    frame(a=A, target=WHOLE, kind=LABELS, n=["1,5"] * 6),
]
MEMORY = 1 << 30  # more than before, at most


def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def read_or_refuse(*files):
    """A pair, or None where one sentence says why not."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pair = read_pair(*files)
    except ValueError as error:
        sentence = str(error)
        assert sentence.strip() and "Traceback" not in sentence and "\n" not in sentence.strip()
        return None
    assert np.isfinite(pair.X_source).all() and np.isfinite(pair.X_target).all()
    assert pair.n_classes >= 2 and pair.X_source.shape[1] == pair.X_target.shape[1]
    return pair


@fuzz
@given(content=damaged(TEXTS, TOKENS), suffix=st.sampled_from(["csv", "tsv", "txt"]))
def test_damaged_text(content, suffix):
    with Bounded():
        read_or_refuse((f"s.{suffix}", content), GOOD)
        read_or_refuse((f"s.{suffix}", content), (f"t.{suffix}", content))


@fuzz
@given(content=damaged(PARQUETS))
def test_damaged_parquet(content):
    before = used()
    with Bounded():
        read_or_refuse(("s.parquet", content), GOOD)
    assert used() - before < MEMORY


@fuzz
@given(content=damaged(TEXTS, TOKENS))
def test_damaged_text_in_the_preview(content):
    """What the upload page does with it: choices of labels, a preview, every choice read."""
    with Bounded():
        try:
            choices = label_choices(("s.csv", content))
            first = read_features(("s.csv", content))
            second = read_features(GOOD, like=first)
            seen = preview(*domain_files(first, second))
        except ValueError:
            return
        assert (seen.pair is None) == bool(seen.error)
        for value in list(choices.values())[:4]:
            try:
                assert isinstance(read_features(("s.csv", content), label=value), FeatureFile)
            except ValueError as error:
                assert str(error)
