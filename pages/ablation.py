"""Which part of SPL buys what: the paper's nine combinations, live."""

import streamlit as st

from spl.ui import ablation_view
from spl.ui.progress import show_problems, show_progress
from spl.ui.sample_below import show_sample_below
from spl.ui.shell import begin_page

begin_page()
st.title("Ablation")
show_problems()
show_progress()
st.caption(
    "The paper's ablation on your data: its four components – pseudo-labelling (PL), selection "
    "(S), nearest class prototype (NCP) and structured prediction (SP) – in nine combinations, "
    "with d1, d2 and T of the sidebar."
)
ablation_view.show_page()
show_sample_below()
