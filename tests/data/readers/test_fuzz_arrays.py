"""Damaged binary files give a pair or one sentence, in bounded time and memory."""

import warnings

from bad_inputs.arrays import XS, XT, YS, YT, h5, mat, npy, npz
from bad_inputs.fuzzing import EXAMPLES, Bounded, damaged, fuzz
from hypothesis import given, settings

from spl.data.readers.files import read_pair

GOOD = ("t.npz", npz(X=XT, y=YT))
NUMPY = [
    npz(X=XS, y=YS),
    npz(Xs=XS, ys=YS, Xt=XT),
    npz(X=XS, y=YS, names=YS.astype(str), thumbnails=XS[:, :4].reshape(-1, 2, 2).astype("u1")),
]
MAT5 = [
    mat(fts=XS, labels=YS),
    mat(source={"X": XS, "y": YS}, target={"X": XT, "y": YT}),
]
HDF5 = [h5(X=XS, y=YS)]
TOKENS = [b"\xff" * 4, b"\0" * 8, b"\x93NUMPY", b"PK\x03\x04", b"9999999999", b"(24, 6)", b"'|O'"]


def read_or_refuse(name, content):
    for files in (((name, content),), ((name, content), GOOD)):
        try:
            with Bounded(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                pair = read_pair(*files)
        except ValueError as error:
            sentence = str(error)
            assert sentence.strip() and "Traceback" not in sentence and "\n" not in sentence
        else:
            assert pair.n_source and pair.n_target


@fuzz
@given(damaged(NUMPY, TOKENS))
def test_damaged_npz_files(content):
    read_or_refuse("s.npz", content)


@fuzz
@given(damaged([npy(XS), npy(XS.astype("f4"))], TOKENS))
def test_damaged_npy_files(content):
    read_or_refuse("s.npy", content)


@fuzz
@given(damaged(MAT5, TOKENS))
def test_damaged_mat_files(content):
    read_or_refuse("s.mat", content)


@settings(fuzz, max_examples=max(EXAMPLES // 20, 5))  # each starts a process
@given(damaged(HDF5, TOKENS))
def test_damaged_hdf5_files(content):
    read_or_refuse("s.h5", content)
