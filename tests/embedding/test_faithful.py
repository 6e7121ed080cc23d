"""The limits of the design on small sets: frames that are faithful, and calm."""

import pytest
from benchmarks.embedding import faithfulness, laid_out

from spl import load_sample
from spl.data.samples import sample_sets


@pytest.mark.parametrize(("source", "target"), [("outline", "filled"), ("filled", "outline")])
def test_tsne_frames_are_faithful_and_calm(source, target):
    pair, params = load_sample("styles", source, target), sample_sets()["styles"].recommended
    states, frames, _, _ = laid_out(pair, params, "tsne")
    m = faithfulness(frames, states, pair.ys)
    assert m.n_changing > 50
    assert m.ahead - m.ahead_fresh <= 0.27
    assert m.recall_first >= 0.94 and m.recall >= 0.975
    assert m.moved <= 0.045 and m.moved_most <= 0.10
    assert 0.88 <= m.spread <= 1.12


def test_umap_frames_keep_their_size_and_are_not_drawn_ahead():
    ahead, changing = 0.0, 0  # of both directions together: UMAP's rounding differs by processor
    for source, target in (("filled", "outline"), ("outline", "filled")):
        pair = load_sample("styles", source, target)
        states, frames, _, _ = laid_out(pair, sample_sets()["styles"].recommended, "umap")
        m = faithfulness(frames, states, pair.ys)
        ahead += (m.ahead - m.ahead_fresh) * m.n_changing
        changing += m.n_changing
        assert m.recall_first >= 0.94 and m.recall >= 0.94
        assert 0.9 <= m.spread <= 1.1
        assert m.moved <= 0.09
    assert changing > 150
    assert ahead / changing <= 0.27
