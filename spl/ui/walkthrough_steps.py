"""The walk-through's steps: sentences, tables and figures with the run's own numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from spl import walkthrough as core
from spl.domains import Array, DomainPair
from spl.figures import walkthrough as figures
from spl.figures.thumbnails import evenly_spaced, side_by_side
from spl.iteration import SPLParams, SPLState
from spl.ui import session

SHOWN = 6  # entries of a vector, and classes, in an excerpt


@dataclass(frozen=True)
class Walk:
    """What the page shows: a run, an iteration, a target sample and a pair."""

    run: str  # the job's id
    pair: DomainPair
    params: SPLParams
    state: SPLState
    previous: SPLState | None
    t: int
    rows: tuple[int, int]  # the pair, source first
    labels: Array  # of `training_labels`
    choose_pair: Callable[[tuple[int, int]], None]
    dark: bool

    @property
    def d1(self) -> int:
        """Dimension after PCA, as the data allowed it."""
        return len(self.state.projection)

    @property
    def d2(self) -> int:
        """Dimension of the subspace."""
        return int(self.state.projection.shape[1])

    def name(self, c: int) -> str:
        """Class name, as plain text for a table or figure."""
        return str((self.pair.class_names or ())[c])

    def bold(self, c: int) -> str:
        """Class name for a sentence."""
        return f"**{plain(self.name(c))}**"

    @property
    def reduced(self) -> core.Reduction:
        """Eq. 1–3, computed when a step needs it."""
        return _reduction(self.run, self.d1, self.params.normalize_features, self.pair)

    @property
    def learned(self) -> core.Learning:
        """Eq. 6–7, likewise."""
        return _learning(self.run, self.state.k, self)


@st.cache_resource(max_entries=2, show_spinner="Reducing the dimension …")
def _reduction(run: str, d1: int, normalize: bool, _pair: DomainPair) -> core.Reduction:
    return core.reduction(_pair, d1, normalize_features=normalize)


@st.cache_resource(max_entries=32, show_spinner="Checking the projection …")
def _learning(run: str, k: int, _walk: Walk) -> core.Learning:
    return core.learning(_walk.reduced, _walk.labels, _walk.state, _walk.params.alpha)


def plain(text: str) -> str:
    """Text whose punctuation Streamlit's Markdown leaves alone."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!$~|<>:])", r"\\\1", text)


def sample_name(walk: Walk, row: int) -> str:
    """`source 12` or `target 3`: numbered within its domain."""
    n = walk.pair.n_source
    return f"source {row}" if row < n else f"target {row - n}"


def picture(pair: DomainPair, row: int, height: int = 72) -> Array | None:
    """Thumbnail of a sample, source first, enlarged by a whole factor; None where there is none."""
    n = pair.n_source
    pictures = pair.thumbnails_source if row < n else pair.thumbnails_target
    if pictures is None:
        return None
    return enlarged(pictures[row if row < n else row - n], height)


def enlarged(image: Array, height: int) -> Array:
    """A picture repeated by a whole factor to at least this height."""
    factor = -(-height // len(image))
    return np.asarray(image.repeat(factor, axis=0).repeat(factor, axis=1))


def _count(n: int, what: str, plural: str | None = None) -> str:
    return f"{n:,} {what if n == 1 else plural or what + 's'}"


def _vectors(rows: dict[str, Array], what: str) -> None:
    """First entries of a few vectors, one line each."""
    table: dict[str, list[str]] = {what: list(rows)}
    longest = max(len(v) for v in rows.values())
    for i in range(min(SHOWN, longest)):
        table[f"{i + 1}"] = [f"{v[i]:.4f}" if i < len(v) else "" for v in rows.values()]
    if longest > SHOWN:
        table["…"] = ["…" if len(v) > SHOWN else "" for v in rows.values()]
    table["entries"] = [f"{len(v):,}" for v in rows.values()]
    table["length"] = [f"{np.linalg.norm(v):.4f}" for v in rows.values()]
    st.table(pd.DataFrame(table), hide_index=True)


def _chart(figure: Any, key: str, alt: str) -> None:
    st.plotly_chart(figure, key=f"walk_{key}", alt=alt)


def show_reduction(w: Walk) -> None:
    """Step 1: PCA."""
    r, p = w.reduced, w.pair
    n = p.n_source + p.n_target
    st.markdown(
        f"X is {p.n_features:,} × {n:,} ({p.n_source:,} source and {p.n_target:,} target samples), "
        f"V is {p.n_features:,} × {w.d1:,}, and X̃ is {w.d1:,} × {n:,}: these {w.d1:,} of "
        f"{p.n_features:,} directions keep {r.kept:.1%} of the variance."
    )
    st.caption(
        "The raw features were scaled to length 1 first."
        if w.params.normalize_features
        else "The raw features were taken as they are, without scaling them to length 1."
    )
    f = _followed(w)
    _vectors({"x": f.x, "Vᵀx": f.scores, "x̃": f.reduced}, f"target {w.t}")
    _chart(
        figures.spectrum(r.variances, "Variance along each direction", "direction", "variance"),
        "variances",
        figures.describe_spectrum(r.variances, "variances along the principal directions"),
    )


def _followed(w: Walk) -> core.Followed:
    normalize = w.params.normalize_features
    return core.follow(w.pair, w.reduced, w.state, w.t, normalize_features=normalize)


def show_selection(w: Walk) -> None:
    """Step 2: S_k."""
    q, n = core.quotas(w.state, w.previous, w.params, w.t), w.pair.n_target
    if q.label is None or q.rank is None:
        st.markdown(
            f"At k = 0 there are no pseudo-labels yet, so S₀ is empty: P₀ is learnt from the "
            f"{_count(w.pair.n_source, 'source sample')} alone."
        )
        if w.params.selection == "none":
            st.caption("This run uses no pseudo-labels (selection “none”): it ends at k = 0.")
        return
    size = int(q.sizes[q.label])
    st.markdown(
        f"S_k has {q.taken.sum():,} of {n:,} target samples. Target {w.t} was labelled "
        f"{w.bold(q.label)} at k = {w.state.k - 1}, with rank {q.rank + 1:,} of {size:,} in that "
        f"class; {int(q.taken[q.label]):,} of the class are taken, so it is "
        f"{'**selected**' if q.selected else '**not selected**'}."
    )
    st.table(_quota_table(w, q), hide_index=True)
    hidden = w.state.n_classes - SHOWN
    if hidden > 0:
        st.caption(f"{_count(hidden, 'more class', 'more classes')} on the Selection page.")


def _quota_table(w: Walk, q: core.Quotas) -> pd.DataFrame:
    order = sorted(range(w.state.n_classes), key=lambda c: (c != q.label, c))[:SHOWN]
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
    table["selected"] = [f"{q.taken[c]:,}" for c in order]
    return pd.DataFrame(table)


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
            _chart(
                figures.sign_matrix(
                    matrix, names, short, title, chosen=(at[i], at[j]), dark=w.dark
                ),
                what[0],
                figures.describe_matrix(matrix, what),
            )
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
        if label < 0:
            parts.append(f"{name} is not in S_k and takes no part".replace("_", r"\_"))
        elif row < w.pair.n_source:
            parts.append(f"{name} has the label {w.bold(label)}")
        else:
            parts.append(f"{name} is selected with the pseudo-label {w.bold(label)}")
    sentence = " and ".join(parts)
    if min(e.labels) < 0:
        verdict = "so the entry is zero whatever its class is"
    elif e.M:
        verdict = "so they share a class"
    else:
        verdict = "so they don't share a class"
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
    n_selected = learned.n_taking_part - w.pair.n_source
    st.markdown(
        f"P is {w.d1:,} × {w.d2:,}, learnt from {_count(w.pair.n_source, 'source sample')} and "
        f"{_count(n_selected, 'selected target sample')}. The largest entry of |PᵀBP − I|, "
        f"computed here, is {learned.unit_error:.1e}. {_count(learned.n_above_one, 'eigenvalue')} "
        f"of {w.d2:,} lie above 1; there can be at most as many as classes "
        f"({w.state.n_classes}), since S Sᵀ has no higher rank."
    )
    if w.d1 == w.d2:
        st.caption(
            "With d₂ = d₁ every direction is kept, so P may be any basis with PᵀBP = I: all give "
            "the same distances. The eigenvalues are those of PᵀXDXᵀP."
        )
    values = learned.eigenvalues
    _chart(
        figures.spectrum(
            values, "Generalised eigenvalues, largest first", "direction", "λ (no unit)",
            line=1.0, line_name="λ = 1", log=True,
        ),
        "eigenvalues",
        figures.describe_spectrum(values, "generalised eigenvalues"),
    )  # fmt: skip
    m = min(SHOWN, w.d2)
    table = {"P": [f"row {a + 1}" for a in range(min(SHOWN, w.d1))]}
    table |= {
        f"column {b + 1}": [f"{v:.4f}" for v in w.state.projection[:SHOWN, b]] for b in range(m)
    }
    st.table(pd.DataFrame(table), hide_index=True)
    st.caption(
        f"The first {min(SHOWN, w.d1)} rows and {m} columns of P. λ is above 1 along a direction "
        "where the class sums weigh more than the regulariser: there classes differ."
    )


def show_subspace(w: Walk) -> None:
    """Step 5: Eq. 8."""
    f, own = _followed(w), w.state.z_target[w.t]
    st.markdown(
        f"The source gives {w.pair.n_source:,} × {w.d2:,} numbers and the target "
        f"{w.pair.n_target:,} × {w.d2:,}. The projection of target {w.t} lies {f.length:.4f} from "
        f"the mean of both domains; divided by this it has length {np.linalg.norm(f.z):.4f}. It "
        f"differs from the run's own z by at most {np.abs(f.z - own).max():.1e}."
    )
    rows = {"Pᵀx̃": f.projected, "z̄": w.state.z_mean, "Pᵀx̃ − z̄": f.centered, "z": own}
    _vectors(rows, f"target {w.t}")


def show_prototypes(w: Walk) -> None:
    """Step 6: Eq. 9."""
    facts = core.prototype_facts(w.pair, w.state)
    c = int(w.state.pseudo_labels[w.t])
    st.markdown(
        f"{w.state.n_classes} prototypes of {w.d2:,} numbers each. That of {w.bold(c)}, the class "
        f"that target {w.t} gets below, is the mean of "
        f"{_count(int(facts.counts[c]), 'source sample')}; the mean had length "
        f"{facts.lengths[c]:.4f}, and a length of 1 would say that they all coincide. The nearest "
        f"other prototype is {w.bold(int(facts.nearest[c]))}, {facts.gaps[c]:.4f} away."
    )
    if w.pair.thumbnails_source is not None:
        chosen = evenly_spaced(np.flatnonzero(w.pair.ys == c), 10)
        st.image(
            enlarged(side_by_side(w.pair.thumbnails_source[chosen]), 56),
            caption=f"{len(chosen)} of the {facts.counts[c]:,} source samples behind it",
            alt=f"source samples of class {w.name(c)}",
        )
    order = core.top_classes(w.state, w.t, SHOWN)
    st.table(
        pd.DataFrame(
            {
                "class": [plain(w.name(a)) for a in order],
                "source samples": [f"{facts.counts[a]:,}" for a in order],
                "length of the mean": [f"{facts.lengths[a]:.4f}" for a in order],
                "nearest other prototype": [plain(w.name(a)) for a in facts.nearest[order]],
                "distance to it": [f"{facts.gaps[a]:.4f}" for a in order],
            }
        ),
        hide_index=True,
    )


def _show_guess(w: Walk, d: Array, p: Array, point: str, number: str) -> None:
    """Distances and probabilities to the likeliest classes."""
    order = core.top_classes(w.state, w.t, SHOWN)
    order = order[np.argsort(d[order], kind="stable")]
    names = [w.name(a) for a in order]
    best, second = np.argsort(-p, kind="stable")[:2]
    st.markdown(
        f"The nearest {point} of the {len(p)} is that of {w.bold(int(best))}, {d[best]:.4f} away; "
        f"then comes {w.bold(int(second))} at {d[second]:.4f}. So {number} is {p[best]:.4f} and "
        f"{p[second]:.4f} for them, where 1/C is {1 / len(p):.4f}; over all classes it sums to "
        f"{p.sum():.4f}."
    )
    title = f"From target {w.t} to the {point} of each class, k = {w.state.k}"
    _chart(
        figures.distance_bars(names, d[order], title, point),
        number,
        figures.describe_bars(names, d[order], title),
    )
    st.table(
        pd.DataFrame(
            {
                "class": [plain(n) for n in names],
                "distance": [f"{d[a]:.4f}" for a in order],
                "exp(−distance)": [f"{np.exp(-d[a]):.4f}" for a in order],
                number: [f"{p[a]:.4f}" for a in order],
            }
        ),
        hide_index=True,
    )


def show_ncp(w: Walk) -> None:
    """Step 7: Eq. 10."""
    d = core.sample_distances(w.state, w.t)
    _show_guess(w, d.ncp, d.p1, "prototype", "p₁")
    if w.params.labeling == "sp":
        st.caption("This run labels with SP alone: p₁ is computed but does not count.")


def show_clusters(w: Walk) -> None:
    """Step 8: K-means and Eq. 11."""
    c, n = core.clustering(w.state, w.t, SHOWN), w.state.n_classes
    st.markdown(
        f"Target {w.t} is in cluster {c.cluster}, with {_count(c.size, 'sample')} in all. K-means "
        f"started it at the prototype of {w.bold(c.cluster)}; it is matched with {w.bold(c.label)},"
        f" {c.distance:.4f} from its prototype. K-means moved "
        f"{_count(c.n_reassigned, 'target sample')} of {w.pair.n_target:,} out of the cluster that "
        f"started at their nearest prototype; the matching gave {c.n_moved} of {n} clusters "
        f"another class than the one they started at. The distances of all pairs sum to "
        f"{c.total:.4f}."
    )
    columns = np.sort(w.state.matching[c.shown])
    costs = w.state.matching_cost[np.ix_(c.shown, columns)]
    place = {int(a): b for b, a in enumerate(columns)}
    matched = [(a, place[int(w.state.matching[i])]) for a, i in enumerate(c.shown)]
    sizes = np.bincount(w.state.cluster_labels, minlength=n)
    rows = [f"cluster {i} ({sizes[i]:,})" for i in c.shown]
    names = [w.name(a) for a in columns]
    title = f"{len(rows)} of {n} clusters and their classes; pairs framed"
    _chart(
        figures.cost_excerpt(costs, rows, names, matched, title, dark=w.dark),
        "costs",
        figures.describe_costs(costs, rows, names, matched),
    )
    st.caption(
        "In brackets the number of target samples. Centres were "
        + ("" if w.params.normalize_centers else "not ")
        + "scaled to length 1 before distances were measured."
    )


def show_sp(w: Walk) -> None:
    """Step 9: Eq. 12."""
    d = core.sample_distances(w.state, w.t)
    _show_guess(w, d.sp, d.p2, "cluster centre", "p₂")
    if w.params.labeling == "ncp":
        st.caption("This run labels with NCP alone: p₂ is computed but does not count.")


def show_decision(w: Walk) -> None:
    """Step 10: Eq. 13–14."""
    f, s = core.decision(w.state, w.t), w.state
    if f.ncp_label == f.sp_label:
        guesses = f"Both guesses say {w.bold(f.ncp_label)}"
    else:
        guesses = f"NCP says {w.bold(f.ncp_label)}, SP says {w.bold(f.sp_label)}"
    how = "its number is the larger one" if w.params.labeling == "both" else "it alone counts here"
    st.markdown(
        f"{guesses}. **{f.by}** decides, as {how}: p = {f.p:.4f} for {w.bold(f.label)}, "
        f"{f.margin:.4f} more than for {w.bold(f.runner_up)}. That is rank {f.rank + 1:,} of "
        f"{f.size:,} in its pseudo-class, and this rank decides whether it is selected next."
    )
    _truth(w, f.label)
    order = core.top_classes(s, w.t, SHOWN)
    names, p1, p2 = [w.name(a) for a in order], s.proba_ncp[w.t, order], s.proba_sp[w.t, order]
    title = f"Both guesses for target {w.t}, k = {s.k}"
    alt = f"{figures.describe_bars(names, p1, 'p₁')}. {figures.describe_bars(names, p2, 'p₂')}."
    _chart(figures.probability_dots(names, p1, p2, s.n_classes, title), "decision", alt)
    st.table(
        pd.DataFrame(
            {
                "class": [plain(n) for n in names],
                "p₁": [f"{v:.4f}" for v in p1],
                "p₂": [f"{v:.4f}" for v in p2],
                "p": [f"{v:.4f}" for v in s.proba[w.t, order]],
                "": ["pseudo-label" if a == f.label else "" for a in order],
            }
        ),
        hide_index=True,
    )


def _truth(w: Walk, label: int) -> None:
    """What the target's labels say, where the user gave them."""
    if w.pair.yt is None:
        return
    true = int(w.pair.yt[w.t])
    name = w.bold(true) if true >= 0 else "not among the source's classes"
    verdict = "right" if true == label else "wrong"
    st.caption(
        f"The true label is {name}, so the pseudo-label is {verdict}. The algorithm never sees it."
    )


def show_changes(w: Walk) -> None:
    """Step 11: k against k − 1."""
    c = core.changes(w.pair, w.state, w.previous, w.t)
    if c is None:
        label = int(w.state.pseudo_labels[w.t])
        st.markdown(
            f"This is the first iteration: target {w.t} got its first pseudo-label, "
            f"{w.bold(label)}, and so did all {w.pair.n_target:,} target samples."
        )
        _truth(w, label)
        return
    k = w.state.k
    if c.before == c.after:
        own = f"target {w.t} stayed {w.bold(c.after)}"
    else:
        own = f"target {w.t} went from {w.bold(c.before)} to {w.bold(c.after)}"
    right = ""
    if c.n_right is not None:
        right = f"; {c.n_right_before:,} → {c.n_right:,} of {w.pair.n_target:,} are now right"
    st.markdown(
        f"From k = {k - 1} to k = {k}, {_count(c.n_labels, 'target sample')} of "
        f"{w.pair.n_target:,} changed their pseudo-label ({own}), while {c.n_entered:,} entered "
        f"S\\_k and {c.n_left:,} left it{right}."
    )
    _truth(w, c.after)
    _moves(w)


def _moves(w: Walk) -> None:
    """The most frequent changes of label, with how many of each."""
    assert w.previous is not None  # the caller ended otherwise
    C = w.state.n_classes
    changed = w.previous.pseudo_labels != w.state.pseudo_labels
    cells = w.previous.pseudo_labels[changed] * C + w.state.pseudo_labels[changed]
    kinds, counts = np.unique(cells, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:SHOWN]
    if not len(order):
        st.caption("No pseudo-label changed, so nothing is left to list.")
        return
    st.table(
        pd.DataFrame(
            {
                f"k = {w.state.k - 1}": [plain(w.name(int(a) // C)) for a in kinds[order]],
                f"k = {w.state.k}": [plain(w.name(int(a) % C)) for a in kinds[order]],
                "target samples": [f"{n:,}" for n in counts[order]],
            }
        ),
        hide_index=True,
    )


BODIES: Sequence[Callable[[Walk], None]] = (
    show_reduction,
    show_selection,
    show_pair,
    show_projection,
    show_subspace,
    show_prototypes,
    show_ncp,
    show_clusters,
    show_sp,
    show_decision,
    show_changes,
)
