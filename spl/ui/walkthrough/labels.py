"""Steps 6–11 of the walk-through: from the subspace to pseudo-labels, with the run's numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st

from spl.algorithm.known import WEIGHT
from spl.data.pair import Array
from spl.data.words import counted
from spl.explain import walkthrough_labels as core
from spl.figures import walkthrough as figures
from spl.figures.thumbnails import evenly_spaced, side_by_side
from spl.ui.shared.charts import show_chart
from spl.ui.shared.markdown import plain
from spl.ui.shared.pictures import enlarged
from spl.ui.walkthrough.parts import SHOWN, Walk, show_lines


def show_prototypes(w: Walk) -> None:
    """Step 6: Eq. 9."""
    facts = core.prototype_facts(w.pair, w.state, w.known)
    c = int(w.state.pseudo_labels[w.t])
    st.markdown(
        f"{w.n_kept} prototypes of {w.d2:,} numbers each. That of {w.bold(c)}, the class "
        f"that step 10 finds for target {w.t}, is the mean of "
        f"{counted(int(facts.counts[c]), 'source sample')}{_given(int(facts.given[c]))}; the mean "
        f"had length {facts.lengths[c]:.4f}, and a length of 1 would mean that all these samples "
        f"coincide. The nearest other prototype is {w.bold(int(facts.nearest[c]))}, "
        f"{facts.gaps[c]:.4f} away."
    )
    if w.pair.thumbnails_source is not None:
        chosen = evenly_spaced(np.flatnonzero(w.pair.ys == c), 10)
        st.image(
            enlarged(side_by_side(w.pair.thumbnails_source[chosen]), 56),
            caption=f"{len(chosen)} of the {facts.counts[c]:,} source samples behind it",
            alt=f"source samples of class {w.name(c)}",
        )
    order = core.shown_classes(w.state, w.t, SHOWN)
    show_lines(
        {
            "class": [plain(w.name(a)) for a in order],
            "source samples": [f"{facts.counts[a]:,}" for a in order],
            "length of the mean": [f"{facts.lengths[a]:.4f}" for a in order],
            "nearest other prototype": [plain(w.name(a)) for a in facts.nearest[order]],
            "distance to it": [f"{facts.gaps[a]:.4f}" for a in order],
        }
    )


def _given(n: int) -> str:
    """What given labels add to a prototype."""
    if not n:
        return ""
    who = counted(n, "target sample")
    return f" and {who} whose label you gave, which {'weighs' if n == 1 else 'weigh'} {WEIGHT} each"


def _show_guess(w: Walk, d: Array, p: Array, point: str, number: str) -> None:
    """Distances and probabilities to the likeliest classes."""
    order = core.shown_classes(w.state, w.t, SHOWN)
    order = order[np.argsort(d[order], kind="stable")]
    names = [w.name(a) for a in order]
    best, second = np.argsort(-p, kind="stable")[:2]
    st.markdown(
        f"The nearest {point} of the {w.n_kept} is that of {w.bold(int(best))}, {d[best]:.4f} "
        f"away; then comes {w.bold(int(second))} at {d[second]:.4f}. So {number} is {p[best]:.4f} "
        f"and {p[second]:.4f} for them, where 1/C is {1 / w.n_kept:.4f}; over all classes it "
        f"sums to {p.sum():.4f}."
    )
    n, shown = w.n_kept, len(order)
    classes = f"all {n} classes" if shown == n else f"the {shown} likeliest classes"
    title = f"Distance of target {w.t} to the {point}s of {classes}, k = {w.state.k}"
    fig = figures.distance_bars(names, d[order], title, point)
    show_chart(fig, number, figures.describe_bars(names, d[order], title))
    show_lines(
        {
            "class": [plain(n) for n in names],
            "distance": [f"{d[a]:.4f}" for a in order],
            "exp(−distance)": [f"{np.exp(-d[a]):.4f}" for a in order],
            number: [f"{p[a]:.4f}" for a in order],
        }
    )


def show_ncp(w: Walk) -> None:
    """Step 7: Eq. 10."""
    d = core.sample_distances(w.state, w.t)
    _show_guess(w, d.ncp, d.p1, "prototype", "p₁")
    if w.params.used_labeling == "sp":
        st.caption("This run labels with SP only: p₁ is computed but does not count.")


def show_clusters(w: Walk) -> None:
    """Step 8: K-means and Eq. 11."""
    c, n = core.clustering(w.state, w.t, SHOWN), w.n_kept
    st.markdown(
        f"Target {w.t} is in cluster {c.cluster}, with {counted(c.size, 'sample')} in all. K-means "
        f"started it at the prototype of {w.bold(c.cluster)}; it is matched with {w.bold(c.label)},"
        f" {c.distance:.4f} from its prototype. K-means moved "
        f"{counted(c.n_reassigned, 'target sample')} of {w.pair.n_target:,} out of the cluster "
        f"that started at their nearest prototype; the matching gave {c.n_moved} of {n} clusters "
        f"a class other than the one they started at. The distances of all pairs sum to "
        f"{c.total:.4f}."
    )
    columns = np.sort(w.state.matching[c.shown])
    costs = w.state.matching_cost[np.ix_(c.shown, columns)]
    place = {int(a): b for b, a in enumerate(columns)}
    matched = [(a, place[int(w.state.matching[i])]) for a, i in enumerate(c.shown)]
    sizes = np.bincount(w.state.cluster_labels, minlength=w.state.n_classes)
    rows = [f"cluster {i} ({sizes[i]:,})" for i in c.shown]
    names = [w.name(a) for a in columns]
    title = f"Distances of {len(rows)} of {n} clusters to prototypes; pairs framed"
    fig = figures.cost_excerpt(costs, rows, names, matched, title, dark=w.dark)
    show_chart(fig, "costs", figures.describe_costs(costs, rows, names, matched))
    st.caption(
        "In brackets the number of target samples. Centres were "
        + ("" if w.params.normalize_centers else "not ")
        + "scaled to length 1 before distances were measured."
    )


def show_sp(w: Walk) -> None:
    """Step 9: Eq. 12."""
    d = core.sample_distances(w.state, w.t)
    _show_guess(w, d.sp, d.p2, "cluster centre", "p₂")
    if w.params.used_labeling == "ncp":
        st.caption("This run labels with NCP only: p₂ is computed but does not count.")


def show_decision(w: Walk) -> None:
    """Step 10: Eq. 13–14."""
    f, s = core.decision(w.state, w.t, w.known), w.state
    st.markdown(_who_decides(w, f))
    if s.rejected[w.t]:
        st.markdown(
            f"Target {w.t} is **rejected** all the same, as of no class of the source: "
            f"{w.bold(f.label)} is only the nearest one. The rank is that among all rejected."
        )
    _truth(w, int(s.labels[w.t]))
    order = core.shown_classes(s, w.t, SHOWN)
    names, p1, p2 = [w.name(a) for a in order], s.proba_ncp[w.t, order], s.proba_sp[w.t, order]
    title = f"Both guesses for target {w.t}, k = {s.k}"
    alt = f"{figures.describe_bars(names, p1, 'p₁')}. {figures.describe_bars(names, p2, 'p₂')}."
    show_chart(figures.probability_dots(names, p1, p2, w.n_kept, title), "decision", alt)
    show_lines(
        {
            "class": [plain(n) for n in names],
            "p₁": [f"{v:.4f}" for v in p1],
            "p₂": [f"{v:.4f}" for v in p2],
            "p": [f"{v:.4f}" for v in s.proba[w.t, order]],
            "label": ["pseudo-label" if a == f.label else "" for a in order],
        }
    )


def _who_decides(w: Walk, f: core.Decision) -> str:
    """Both guesses, whose probability is the larger one, and what its rank is for."""
    if f.ncp_label == f.sp_label:
        guesses = f"Both guesses say {w.bold(f.ncp_label)}"
    else:
        guesses = f"NCP says {w.bold(f.ncp_label)}, SP says {w.bold(f.sp_label)}"
    if w.t in w.known:
        return (
            f"{guesses}, but you gave target {w.t} the label {w.bold(f.label)}: so p is 1 for it "
            "and 0 for every other class."
        )
    how = (
        "its number is the larger one"
        if w.params.used_labeling == "both"
        else "only this guess counts here"
    )
    k, T = w.state.k, w.params.T
    use = "decides whether it is selected next"
    if k >= T:
        use = "would decide whether it is selected, but no iteration follows"
    elif w.without.get(w.t, T + 1) <= k + 1:
        use = "does not count, as you left the sample out"
    return (
        f"{guesses}. **{f.by}** decides, as {how}: p = {f.p:.4f} for {w.bold(f.label)}, "
        f"{f.margin:.4f} more than for {w.bold(f.runner_up)}. That is rank {f.rank + 1:,} of "
        f"{f.size:,} in its pseudo-class, and this rank {use}."
    )


def _truth(w: Walk, label: int) -> None:
    """What the target's labels say, where the user gave them."""
    if w.pair.yt is None or not w.pair.counted[w.t]:
        return
    true = int(w.pair.yt[w.t])
    name = w.bold(true) if true >= 0 else "not among the source's classes"
    verdict = "correct" if true == label else "wrong"
    st.caption(
        f"The true label is {name}, so the pseudo-label is {verdict}. The algorithm never sees it."
    )


def show_changes(w: Walk) -> None:
    """Step 11: k against k − 1."""
    c = core.changes(w.pair, w.state, w.previous, w.t)
    if c is None:
        label, others = int(w.state.labels[w.t]), w.pair.n_target - len(w.known)
        if w.t in w.known:
            st.markdown(
                f"This is the first iteration: target {w.t} keeps the label {w.bold(label)} that "
                f"you gave, and {others:,} target samples got their first pseudo-label."
            )
        else:
            st.markdown(
                f"This is the first iteration: target {w.t} got its first pseudo-label, "
                f"{w.bold(label)}, and so did all {others:,} target samples"
                + (" without a given label." if w.known else ".")
            )
        _truth(w, label)
        return
    k = w.state.k
    if c.before == c.after:
        own = f"target {w.t} stayed {w.bold(c.after)}"
    else:
        own = f"target {w.t} went from {w.bold(c.before)} to {w.bold(c.after)}"
    correct = ""
    if c.n_correct is not None:
        counts = f"{c.n_correct_before:,} → {c.n_correct:,} of {int(w.pair.counted.sum()):,}"
        correct = f"; {counts} are now correct"
    st.markdown(
        f"From k = {k - 1} to k = {k}, {counted(c.n_labels, 'target sample')} of "
        f"{w.pair.n_target:,} changed their pseudo-label ({own}), while {c.n_entered:,} entered "
        f"$\\mathcal S_k$ and {c.n_left:,} left it{correct}."
    )
    _truth(w, c.after)
    _moves(w)


def _moves(w: Walk) -> None:
    """The most frequent changes of label, with how many of each."""
    assert w.previous is not None  # the caller ended otherwise
    before, after = w.previous.labels, w.state.labels
    changed, C = before != after, w.state.n_classes + 1
    cells = (before[changed] + 1) * C + after[changed] + 1  # 0 for a rejected sample
    kinds, counts = np.unique(cells, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:SHOWN]
    if not len(order):
        st.caption("No pseudo-label changed, so there is nothing to list.")
        return
    show_lines(
        {
            f"k = {w.state.k - 1}": [plain(w.name(int(a) // C - 1)) for a in kinds[order]],
            f"k = {w.state.k}": [plain(w.name(int(a) % C - 1)) for a in kinds[order]],
            "target samples": [f"{n:,}" for n in counts[order]],
        }
    )
