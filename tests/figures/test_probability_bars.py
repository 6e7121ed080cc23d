import numpy as np

from spl.explain.sample import top_classes
from spl.figures.sample import describe_bars, probability_bars


def test_bars_are_the_samples_probabilities(states, pair):
    top = top_classes(states[2], pair, pair.n_source + 4, most=4)
    fig = probability_bars(top, 2)
    for trace, values in zip(fig.data, (top.p1, top.p2, top.p), strict=True):
        np.testing.assert_array_equal(trace.x, values)
    assert list(fig.layout.yaxis.ticktext) == list(top.names)
    assert describe_bars(top, 2).count("NCP") == 4
