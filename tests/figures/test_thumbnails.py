import numpy as np
import pytest

from spl.figures.thumbnails import thumbnail_sheet


@pytest.mark.parametrize("shape", [(40, 30), (40, 30, 3), (40, 30, 4)])
def test_rows_hold_the_pictures_side_by_side(shape):
    pictures = np.arange(7, dtype=np.uint8)[(...,) + (None,) * len(shape)] * np.ones(
        shape, np.uint8
    )
    sheet = thumbnail_sheet(pictures, np.array([0, 1, 0, 0, 0, 2, -1]), ["a", "b", "c", "d"], 2)
    assert [name for name, _ in sheet] == ["a", "b", "c"]
    row = sheet[0][1]
    assert row.shape == (40, 62, *shape[2:]) and row.dtype == np.uint8
    assert (row[:, :30] == 0).all() and (row[:, 32:] == 4).all()  # the first and the last of "a"
    assert (row[:, 30:32] == 255).all()


def test_small_pictures_are_enlarged_by_a_whole_factor():
    ((_, row),) = thumbnail_sheet(np.zeros((1, 16, 16), np.uint8), np.array([0]), ["a"])
    assert row.shape == (48, 48)


def test_bad_input_is_told():
    with pytest.raises(ValueError, match="one label for each"):
        thumbnail_sheet(np.zeros((2, 4, 4), np.uint8), np.array([0]), ["a"])
    with pytest.raises(ValueError, match="at least 1"):
        thumbnail_sheet(np.zeros((1, 4, 4), np.uint8), np.array([0]), ["a"], 0)
