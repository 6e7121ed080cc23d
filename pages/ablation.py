"""Which part of SPL buys what: the paper's nine combinations, live."""

import streamlit as st

from spl.ui.ablation import view as ablation_view
from spl.ui.app.progress import show_problems, show_progress
from spl.ui.app.shell import begin_page
from spl.ui.by_hand.steps import say_set_aside
from spl.ui.shared.sample_below import show_sample_below

begin_page()
st.title("Ablation")
show_problems()
show_progress()
st.caption(
    "The paper's ablation on your data: its four components – pseudo-labelling (PL), selection "
    "(S), nearest class prototype (NCP) and structured prediction (SP) – in nine combinations, "
    "with d1, d2 and T of the sidebar."
)
say_set_aside()
ablation_view.show_page()
show_sample_below()
