import numpy as np
import pytest

from spl.figures.palette import _as_seen, _rgb, class_colors, sequential_colors


def test_class_keeps_its_color_whatever_the_number_of_classes():
    assert class_colors(65)[:10] == class_colors(10)
    assert class_colors(0) == []
    assert len(class_colors(200)) == 200


def test_colors_of_65_classes_are_all_different():
    for dark in (False, True):
        assert len(set(class_colors(65, dark=dark))) == 65


@pytest.mark.parametrize("n, apart", [(8, 0.07), (12, 0.06), (31, 0.03)])
def test_few_classes_stay_apart_for_every_kind_of_vision(n, apart):
    for dark in (False, True):
        seen = _as_seen(_rgb(tuple(class_colors(n, dark=dark))))  # (4 visions, n, 3)
        gaps = np.linalg.norm(seen[:, :, None] - seen[:, None], axis=-1)
        gaps[:, np.arange(n), np.arange(n)] = np.inf
        assert gaps.min() > apart * (0.5 if dark else 1)


@pytest.mark.parametrize("dark, background", [(False, 1.0), (True, 0.005)])
def test_every_color_stands_out_on_its_background(dark, background):
    rgb = _rgb(tuple(class_colors(65, dark=dark)))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    high, low = np.maximum(luminance, background), np.minimum(luminance, background)
    assert ((high + 0.05) / (low + 0.05)).min() > 1.9


def test_sequential_colors_grow_monotonically():
    for dark in (False, True):
        brightness = _rgb(tuple(sequential_colors(16, dark=dark))).mean(axis=1)
        assert (np.diff(brightness) * (1 if dark else -1) > 0).all()


def test_negative_number_of_classes():
    with pytest.raises(ValueError, match="n=-1 is negative"):
        class_colors(-1)
