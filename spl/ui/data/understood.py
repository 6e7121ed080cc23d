"""What a preview of the visitor's files shows: problems with their fixes, and samples per class."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from spl.data.preview.preview import Preview, Problem
from spl.data.words import counted
from spl.ui.app import session
from spl.ui.app.heard import tell
from spl.ui.app.state import page_state
from spl.ui.shared.markdown import with_code

UPLOADERS = "upload_source", "upload_target", "zip_source", "zip_target"


def say_to_give_again() -> None:
    """Own data are in use, but none of their files is here: a reload forgets them."""
    empty = all(st.session_state.get(name) is None for name in UPLOADERS)
    if empty and page_state().feature_job is None:
        st.info(
            "The data below are in use, but the page no longer has their files: a reload forgets "
            "them. To choose other columns, fixes or pictures, give the same files again; while "
            "nothing else changes, the settings and the run stay.",
            icon=":material/info:",
        )


def tell_sizes(seen: Preview) -> None:
    """That files were understood, and their sizes, to a screen reader.

    Parameters
    ----------
    seen : Preview
    """
    sizes = (f"{role.capitalize()}: {size}." for role, size in seen.shapes.items())
    tell(" ".join(("What was understood.", *sizes)))


def show_problem(problem: Problem, choices: dict[str, bool]) -> None:
    """One thing that may be wrong, and a checkbox where it can be mended.

    Parameters
    ----------
    problem : Problem
    choices : dict
        Which fixes were switched on or off; the checkbox writes to it.
    """
    icon = ":orange[:material/warning:]" if problem.serious else ":material/info:"
    left, right = st.columns([3, 2])
    left.markdown(f"{icon} {with_code(problem.sentence)}")
    if problem.key is None:
        return

    def apply(value: bool, key: str = problem.key) -> None:
        choices[key] = value

    right.checkbox(problem.offer, **session.bound(f"fix {problem.key}", problem.on, apply))


def show_counts(seen: Preview) -> None:
    """How many samples each class has in each domain.

    Parameters
    ----------
    seen : Preview
    """
    names, n_source, n_target = zip(*seen.counts, strict=True)
    table = {"class": names, "source samples": n_source}
    if n_target[0] is not None:
        table["target samples"] = n_target
    only = {"target": n_source.count(0), "source": n_target.count(0)}
    title = counted(len(names) - only["target"], "class", "classes")
    title += "".join(f"; {n} only in the {role}" for role, n in only.items() if n)
    with st.expander(title, expanded=len(names) <= 12):
        st.dataframe(pd.DataFrame(table), hide_index=True)
