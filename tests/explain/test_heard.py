"""Equations as words."""

import re
from itertools import product

import pytest

from spl import SPLParams
from spl.explain.heard import in_words
from spl.explain.walkthrough_text import STEPS, SYMBOLS, equations

VARIANTS = [
    SPLParams(selection=selection, quota=quota, labeling=labeling)
    for selection, quota, labeling in product(
        ("class-wise", "global", "all", "none"), ("floor", "authors"), ("both", "ncp", "sp")
    )
]


@pytest.mark.parametrize("params", VARIANTS, ids=str)
def test_nothing_of_an_equation_is_left_in_latex(params):
    for n in range(len(STEPS)):
        for latex in equations(n, params):
            assert re.fullmatch(r"[A-Za-z0-9 ,.()\[\]-]+", in_words(latex)), in_words(latex)
    for tex, _ in SYMBOLS.values():
        assert re.fullmatch(r"[A-Za-z0-9 ]+", in_words(tex))


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (1, "S sub k equals the union over c of the set of the floor of k n sub c divided by T, "
            "samples of pseudo-class c with the largest p"),
        (2, "the minimum over P of the sum over i, j of the length of P transposed x tilde sub i "
            "minus P transposed x tilde sub j, squared M sub i j, M sub i j equals 1 if y sub i "
            "equals y sub j, 0 otherwise"),
        (3, "the maximum over P of the trace of (P transposed X D X transposed P), divided by the "
            "trace of (P transposed (X L X transposed plus alpha I) P)"),
        (10, "y hat sub k minus 1 (x super t) becomes y hat sub k (x super t)"),
    ],
)  # fmt: skip
def test_equations_are_read_as_one_reads_them_aloud(step, words):
    assert in_words(equations(step, SPLParams())[0]) == words
