"""Any finite input of legal shape: the invariants of every state hold, or a ValueError says why."""

import warnings

import numpy as np
from bad_inputs.fuzzing import Bounded, fuzz
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spl import SPLParams, iterate

VALUES = st.one_of(st.sampled_from([0.0, 1.0, -1.0, 1e-300, 1e150, -1e150]), st.floats(-1e6, 1e6))


@st.composite
def inputs(draw):
    n, m, d = (draw(st.integers(1, most)) for most in (9, 9, 5))
    labels = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    Xs, Xt = (draw(arrays(float, (rows, d), elements=VALUES)) for rows in (n, m))
    params = SPLParams(
        d1=draw(st.integers(1, 6)),
        d2=draw(st.integers(1, 6)),
        T=draw(st.integers(1, 4)),
        labeling=draw(st.sampled_from(["ncp", "sp", "both"])),
        quota=draw(st.sampled_from(["floor", "authors"])),
        normalize_features=draw(st.booleans()),
    )
    return Xs, labels, Xt, params


@fuzz
@given(inputs())
def test_invariants_of_every_state_or_a_sentence(given_input):
    Xs, labels, Xt, params = given_input
    n_classes = len(set(labels))
    with Bounded(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            states = list(iterate(Xs, labels, Xt, params))
        except ValueError as error:
            assert str(error).strip() and "\n" not in str(error)
            return
    assert len(states) == params.T + 1
    for state in states:
        assert np.isfinite(state.z_source).all() and np.isfinite(state.z_target).all()
        assert np.isfinite(state.proba).all()
        np.testing.assert_allclose(state.proba_ncp.sum(axis=1), 1)
        np.testing.assert_allclose(state.proba_sp.sum(axis=1), 1)
        assert sorted(state.matching.tolist()) == list(range(n_classes))
        assert ((state.pseudo_labels >= 0) & (state.pseudo_labels < n_classes)).all()
    assert states[-1].selected.all() or params.quota == "authors"
