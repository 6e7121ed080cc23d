"""Steps 1–5 of the walk-through: from features to the subspace, with the run's own numbers."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from spl.algorithm.preprocessing import l2_normalize
from spl.data.words import counted, percent
from spl.explain import walkthrough as core
from spl.explain.quotas import Quotas, quotas
from spl.explain.walkthrough_labels import follow
from spl.figures import walkthrough as figures
from spl.ui.app import session
from spl.ui.shared.charts import show_chart
from spl.ui.shared.markdown import plain
from spl.ui.walkthrough.parts import (
    SHOWN,
    Walk,
    picture,
    sample_name,
    show_lines,
    show_vectors,
)


def show_reduction(w: Walk) -> None:
    """Step 1: PCA."""
    r, p = w.reduced, w.pair
    n = p.n_samples
    st.markdown(
        f"X is {p.n_features:,} × {n:,} ({p.n_source:,} source and {p.n_target:,} target samples), "
        f"V is {p.n_features:,} × {w.d1:,}, and X̃ is {w.d1:,} × {n:,}: these {w.d1:,} of "
        f"{p.n_features:,} directions keep {percent(r.kept)} of the variance."
    )
    st.caption(
        "The raw features are scaled to length 1 first; Vᵀx is of the scaled x."
        if w.params.normalize_features
        else "The raw features were taken as they are, without scaling them to length 1."
    )
    f = follow(w.pair, w.reduced, w.state, w.t)
    x = {"x": f.x}
    if w.params.normalize_features:
        x["x, scaled to length 1"] = l2_normalize(np.asarray(f.x, dtype=float)[None])[0]
    show_vectors(x | {"Vᵀx": f.scores, "x̃": f.reduced}, f"target {w.t}")
    fig = figures.spectrum(r.variances, "Variance along each direction", "direction", "variance")
    alt = figures.describe_spectrum(r.variances, "variances along the principal directions")
    show_chart(fig, "variances", alt)


def show_selection(w: Walk) -> None:
    """Step 2: S_k."""
    q, n = quotas(w.state, w.previous, w.params, w.t, w.known), w.pair.n_target
    if q.label is None:
        _first_selection(w)
        return
    st.markdown(
        f"$\\mathcal S_k$ has {q.taken.sum():,} of {n:,} target samples. {_why_taken(w, q)}"
    )
    show_lines(_quota_table(w, q))
    hidden = w.n_kept - SHOWN
    if hidden > 0:
        st.caption(f"{counted(hidden, 'more class', 'more classes')} on the Selection page.")


def _first_selection(w: Walk) -> None:
    """S₀: only what was given."""
    if w.known:
        one = "that one" if w.t in w.known else "not among them"
        one = "one of them" if w.t in w.known and len(w.known) > 1 else one
        st.markdown(
            f"At k = 0 there are no pseudo-labels yet: S₀ holds the "
            f"{counted(len(w.known), 'target sample')} whose label you gave, and target {w.t} is "
            f"{one}. P₀ is learnt from S₀ and {counted(w.n_learnt, 'source sample')}."
        )
    else:
        st.markdown(
            f"At k = 0 there are no pseudo-labels yet, so S₀ is empty: P₀ is learnt from the "
            f"{counted(w.n_learnt, 'source sample')} only."
        )
    if w.params.selection == "none":
        st.caption("This run uses no pseudo-labels (selection “none”): it ends at k = 0.")


def _why_taken(w: Walk, q: Quotas) -> str:
    """Why the followed sample is in S_k or not, in words of its class."""
    assert q.label is not None and q.rank is not None  # k > 0
    out = int(w.state.rejected.sum())
    many = (
        f" {counted(out, 'target sample is', 'target samples are')} rejected and count in no class."
    )
    others = many if out else ""
    if w.t in w.known:
        return (
            f"Target {w.t} has the label {w.bold(q.label)} that you gave, so it is **selected** at "
            f"every k, and no quota counts it.{others}"
        )
    if q.rejected:
        return (
            f"{counted(out, 'target sample is', 'target samples are')} rejected, and target {w.t} "
            "is one of them: the **rejected** are never selected, and are one more class in step 3."
        )
    before = f"Target {w.t} was labelled {w.bold(q.label)} at k = {w.state.k - 1}, with rank "
    before += f"{q.rank + 1:,} of {int(q.sizes[q.label]):,} in that class"
    first = w.without.get(w.t)
    if first is not None and first <= w.state.k:
        return f"{before}; you left it out from k = {first} on, so it is **not selected**.{others}"
    by_rule = int((q.taken + q.left_out - q.given)[q.label])
    return (
        f"{before}; {by_rule:,} of the class are taken, so it is "
        f"{'**selected**' if q.selected else '**not selected**'}.{others}"
    )


def _quota_table(w: Walk, q: Quotas) -> dict[str, list[str]]:
    kept = np.flatnonzero(~w.state.dropped).tolist()
    order = sorted(kept, key=lambda c: (c != q.label, c))[:SHOWN]
    table: dict[str, list[str]] = {
        "pseudo-class": [plain(w.name(c)) for c in order],
        f"samples at k = {w.state.k - 1} (n_c)".replace("_", r"\_"): [
            f"{q.sizes[c]:,}" for c in order
        ],
    }
    if q.quota is not None:
        quota = q.quota
        table["quota ⌊k·n_c/T⌋".replace("_", r"\_")] = [
            f"⌊{w.state.k} · {q.sizes[c]} / {w.params.T}⌋ = {quota[c]:,}" for c in order
        ]
    for head, some, n in (
        ("given by you", w.known, q.given),
        ("left out by you", w.without, q.left_out),
    ):
        if some:
            table[head] = [f"{n[c]:,}" for c in order]
    table["selected"] = [f"{q.taken[c]:,}" for c in order]
    return table


def show_pair(w: Walk) -> None:
    """Step 3: M, D and L for one pair."""
    _choose_pair(w)
    i, j = w.rows
    e = core.pair_entry(w.reduced, w.labels, w.state.projection, i, j)
    st.markdown(_pair_sentence(w, e))
    st.markdown(
        f"$M_{{ij}} = {e.M}$, $D_{{ii}} = {e.D[0]}$, $D_{{jj}} = {e.D[1]}$, "
        f"$L_{{ij}} = {e.L}$. The pair is {e.before:.4f} apart before P and {e.after:.4f} after it "
        f"(not yet at length 1), so its term in the sum is "
        f"${e.M} \\cdot {e.after:.4f}^2 = {e.cost:.4g}$."
    )
    x = core.excerpt(w.reduced, w.labels, (i, j))
    names = [_excerpt_name(w, int(r), int(y)) for r, y in zip(x.rows, x.labels, strict=True)]
    n = w.pair.n_source
    short = [f"s{r}" if r < n else f"t{r - n}" for r in x.rows]
    at = {int(r): a for a, r in enumerate(x.rows)}
    parts = ("M", "L = D − M")
    for tab, matrix, what in zip(st.tabs(parts), (x.M, x.L), parts, strict=True):
        with tab:
            title = f"{what}, {len(names)} samples of {len(w.labels):,}"
            cell = at[i], at[j]
            fig = figures.sign_matrix(matrix, names, short, title, chosen=cell, dark=w.dark)
            show_chart(fig, what[0], figures.describe_matrix(matrix, what))
    part = int((w.labels >= 0).sum())
    st.caption(
        f"Samples are ordered by class; s is source, t is target. The diagonal of L counts all "
        f"samples of the class that take part. On these {len(names)} samples the largest "
        f"difference between X M Xᵀ and S Sᵀ is {x.difference:.1e}. The whole M would be "
        f"{part:,} × {part:,}; S is {w.d1:,} × {w.state.n_classes}."
    )


def _pair_sentence(w: Walk, e: core.PairEntry) -> str:
    first, second = (sample_name(w, r) for r in e.rows)
    parts = []
    for name, row, label in zip((first, second), e.rows, e.labels, strict=True):
        if label < 0 and row < w.pair.n_source:
            parts.append(f"{name} is of a class that was dropped and does not take part")
        elif label < 0:
            parts.append(f"{name} is not in $\\mathcal S_k$ and does not take part")
        elif label >= w.state.n_classes:
            parts.append(f"{name} is **rejected**, and so of one more class")
        elif row < w.pair.n_source:
            parts.append(f"{name} has the label {w.bold(label)}")
        elif row - w.pair.n_source in w.known:
            parts.append(f"{name} has the label {w.bold(label)} that you gave")
        else:
            parts.append(f"{name} is selected with the pseudo-label {w.bold(label)}")
    sentence = " and ".join(parts)
    if min(e.labels) < 0:
        verdict = "so the entry is zero whatever its class is"
    elif e.M:
        verdict = "so they share a class"
    else:
        verdict = "so they do not share a class"
    return f"{sentence[0].upper()}{sentence[1:]}, {verdict}."


def _excerpt_name(w: Walk, row: int, label: int) -> str:
    return f"{sample_name(w, row)} · {w.name(label) if label >= 0 else 'no part'}"


def _choose_pair(w: Walk) -> None:
    """Two samples, each by its domain and number."""
    n, sizes = w.pair.n_source, (w.pair.n_source, w.pair.n_target)
    names = (f"source ({w.pair.source_name})", f"target ({w.pair.target_name})")

    def choose(place: int, domain: int, number: int) -> None:
        row = min(number, sizes[domain] - 1) + (n if domain else 0)
        w.choose_pair((row, w.rows[1]) if place == 0 else (w.rows[0], row))

    for place, (column, row) in enumerate(zip(st.columns(2), w.rows, strict=True)):
        domain = int(row >= n)
        number = row - n if domain else row
        with column, st.container(horizontal=True, vertical_alignment="bottom"):
            image = picture(w.pair, row)
            if image is not None:
                st.image(image, alt=f"picture of {sample_name(w, row)}")
            st.selectbox(
                f"Sample {'ij'[place]}",
                (0, 1),
                format_func=lambda d: names[d],
                **session.bound(
                    f"walk_domain{place}", domain, partial(choose, place, number=number)
                ),
            )
            st.number_input(
                "Number",
                0,
                sizes[domain] - 1,
                **session.bound(f"walk_number{place}", number, partial(choose, place, domain)),
            )


def show_projection(w: Walk) -> None:
    """Step 4: P."""
    learned = w.learned
    n_selected, out = int(w.state.selected.sum()), int(w.state.rejected.sum())
    rejected = f" and {counted(out, 'rejected one')}" if out else ""
    st.markdown(
        f"P is {w.d1:,} × {w.d2:,}, learnt from {counted(w.n_learnt, 'source sample')} and "
        f"{counted(n_selected, 'selected target sample')}{rejected}. The largest entry of |PᵀBP − "
        f"I|, which is 0 except for rounding, is {learned.unit_error:.1e}. "
        f"{counted(learned.n_above_one, 'eigenvalue')} of {w.d2:,} lie above 1; there can be at "
        f"most as many as classes ({len(learned.counts)}), since S Sᵀ has no higher rank."
    )
    if w.d1 == w.d2:
        st.caption(
            "With d₂ = d₁ every direction is kept, so P may be any basis with PᵀBP = I: all give "
            "the same distances. The eigenvalues are those of PᵀXDXᵀP."
        )
    values, title = learned.eigenvalues, "Generalised eigenvalues (dashed: λ = 1)"
    fig = figures.spectrum(values, title, "direction", "λ (no unit)", line=1.0, log=True)
    show_chart(fig, "eigenvalues", figures.describe_spectrum(values, "generalised eigenvalues"))
    m = min(SHOWN, w.d2)
    table = {"P": [f"row {a + 1}" for a in range(min(SHOWN, w.d1))]}
    table |= {
        f"column {b + 1}": [f"{v:.4f}" for v in w.state.projection[:SHOWN, b]] for b in range(m)
    }
    show_lines(table)
    st.caption(
        f"The first {min(SHOWN, w.d1)} rows and {m} columns of P. λ is above 1 along the "
        "directions, at most C, where the class sums weigh more than the regulariser. The one with "
        "the largest λ is nearly the common mean of all samples, which Eq. 8 removes; along the "
        "others with λ above 1 classes differ."
    )


def show_subspace(w: Walk) -> None:
    """Step 5: Eq. 8."""
    f, own = follow(w.pair, w.reduced, w.state, w.t), w.state.z_target[w.t]
    st.markdown(
        f"The source gives {w.pair.n_source:,} × {w.d2:,} numbers and the target "
        f"{w.pair.n_target:,} × {w.d2:,}. The projection of target {w.t} lies {f.length:.4f} from "
        f"the mean of both domains; divided by this it has length {np.linalg.norm(f.z):.4f}. It "
        f"differs from the run's own z by at most {np.abs(f.z - own).max():.1e}."
    )
    rows = {"Pᵀx̃": f.projected, "z̄": w.state.z_mean, "Pᵀx̃ − z̄": f.centered, "z": own}
    show_vectors(rows, f"target {w.t}")
