import numpy as np

from spl.figures.cells import clickable
from spl.figures.confusion import confusion_heatmap
from spl.figures.matching import matching_heatmap


def test_every_cell_has_a_mark_that_knows_its_place(states, pair):
    fig = clickable(confusion_heatmap(states[1], pair))
    marks = fig.data[-1]
    assert len(marks.x) == 100
    cells = {(int(d[-2]), int(d[-1])): d for d in marks.customdata}
    for x, y, d in zip(marks.x, marks.y, marks.customdata, strict=True):
        assert (int(d[-2]), int(d[-1])) == (y, x)
    wrong = (pair.yt == 3) & (states[1].pseudo_labels == 5)
    assert cells[3, 5][2] == wrong.sum()


def test_the_mark_takes_over_the_hover(states, pair):
    fig = clickable(matching_heatmap(states[1], pair.class_names))
    heat, marks = fig.data[0], fig.data[-1]
    assert heat.hoverinfo == "skip" and heat.hovertemplate is None
    assert "distance %{customdata[3]:.3f}" in marks.hovertemplate[0]
    np.testing.assert_allclose(
        [d[3] for d in marks.customdata], np.asarray(states[1].matching_cost).ravel()
    )


def test_empty_cells_say_so(states, pair):
    marks = clickable(confusion_heatmap(states[4], pair)).data[-1]
    for d, hover in zip(marks.customdata, marks.hovertemplate, strict=True):
        assert ("no samples" in hover) == (d[2] == 0)
