"""A run as the player receives it: one small header and a few compact binary blobs.

A blob is content-addressed, so it travels once: the attributes of all iterations are one, every
embedding frame is one (frames may come in any order), thumbnails and names are one.

Coordinates are quantised to uint16 (1/65535 of the frame's extent: far below a pixel), labels to
uint8 or uint16 and stored as XOR with values that they mostly equal, so that they compress well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from spl.algorithm.params import SPLParams
from spl.algorithm.pseudo_labels import distances
from spl.algorithm.state import SPLState
from spl.data.cache import Cache
from spl.data.pair import DomainPair
from spl.figures.palette import GREY, class_colors, sequential_colors
from spl.measures.evaluation import accuracy, agreement
from spl.player.blobs import digest, pack
from spl.player.extras import pack_extras
from spl.player.frame_headers import expected, frame_headers
from spl.player.medoids import matching_sections

if TYPE_CHECKING:
    from spl.embedding.frames import Frame
    from spl.experiments.vote import Vote

Array = NDArray[Any]

MODES = ("light", "dark")
RANK_LEVELS = 32  # confidence ranks within a class, 0 = most confident


@dataclass(frozen=True, eq=False)
class Playback:
    """What the player shows of one run.

    `header` is JSON-able; its ``"attributes"``, ``"extras"`` and ``"frames"[i]["blob"]`` name the
    blobs by their digest.
    """

    header: dict[str, Any]
    blobs: dict[str, bytes]

    @property
    def id(self) -> str:
        """Digest of the pair and the parameters; it stays while states and frames are added."""
        return str(self.header["id"])

    @property
    def n_source(self) -> int:
        """Number of source samples: rows 0 … n_source−1."""
        return int(self.header["n_source"])

    @property
    def n_points(self) -> int:
        """Number of all samples, source first."""
        return self.n_source + int(self.header["n_target"])


def playback(
    pair: DomainPair,
    states: Sequence[SPLState],
    frames: Sequence[Frame],
    *,
    params: SPLParams,
    before: Mapping[str, float | None] | None = None,
    baselines: Mapping[str, float] | None = None,
    vote: Vote | None = None,
    known: Mapping[int, Any] | None = None,
    without: Mapping[int, int] | None = None,
) -> Playback:
    """Pack a run, finished or not, for the player.

    Parameters
    ----------
    pair : DomainPair
    states : sequence of SPLState
        States 0 … k, in order.
    frames : sequence of Frame
        Embedding frames of any methods, in any order, with k = −1 before adaptation. The player
        shows the last named method of which all frames are there, PCA until then.
    params : SPLParams
    before : mapping, optional
        Numbers of the features before adaptation: `spl.measures.before.before_adaptation`.
    baselines : mapping of str to float, optional
        Accuracy on the target of classifiers without adaptation, by name; the best one is shown.
    vote : Vote, optional
        Of a sweep over the pair; without it the player does not offer its colouring.
    known, without : mapping of int, optional
        Target rows whose labels were given to the run, and those that were left out of S_k, as
        `spl.iterate` takes them: they are marked.

    Raises
    ------
    ValueError
        If there is no state, or a frame does not have one row per sample.
    """
    if not states:
        raise ValueError("states is empty; give at least state 0 of the run.")
    if [s.k for s in states] != list(range(len(states))):
        raise ValueError(f"states has k = {[s.k for s in states]}; give k = 0, 1, 2 … in order.")
    hand = _by_hand(pair, states, known or {}, without or {})
    run = digest(pair.identity, params, known, without) if hand else digest(pair.identity, params)
    truth = b"" if pair.yt is None else pair.yt.tobytes()
    attributes = CACHE.made(
        digest("attributes", run, len(states), truth), lambda: _attributes(pair, states)
    )
    extras = pack_extras(pair)
    frames = _needed(frames, len(states))
    packed = [_packed_frame(frame, pair) for frame in frames]
    voted = ("", b"") if vote is None else _packed_vote(vote)
    blobs = dict(b for b in [attributes, extras, voted, *packed] if b[1])
    header = _header(pair, states, params) | {
        "id": run,
        "attributes": attributes[0],
        "extras": extras[0] if extras[1] else None,
        "frames": frame_headers(frames, [key for key, _ in packed], expected(pair, states, params)),
        "before": None if before is None else dict(before),
        "vote": None if vote is None else {"n": len(vote.settings), "blob": voted[0]},
        "hand": hand,
        "bytes": sum(map(len, blobs.values())),
        "best": max(baselines.items(), key=lambda item: item[1]) if baselines else None,
    }
    return Playback(header, blobs)


def _by_hand(
    pair: DomainPair,
    states: Sequence[SPLState],
    known: Mapping[int, Any],
    without: Mapping[int, int],
) -> dict[str, Any] | None:
    """Rows that were given a label or left out, and the accuracy on the others without a label."""
    if not known and not without:
        return None
    found: dict[str, Any] = {"known": sorted(map(int, known)), "without": sorted(map(int, without))}
    others = np.setdiff1d(np.arange(pair.n_target), found["known"])
    if known and pair.yt is not None and pair.counted[others].any():
        found["others"] = [accuracy(s.labels[others], pair.yt[others]) for s in states]
    return found


def _header(pair: DomainPair, states: Sequence[SPLState], params: SPLParams) -> dict[str, Any]:
    last = len(states) - 1
    planned = 0 if params.selection == "none" else params.T
    is_open = params.label_set == "open"
    dropped = np.flatnonzero(states[0].dropped).tolist()
    return {
        "pair": pair.digest,
        "title": pair.title,
        "settings": f"d1={params.d1}, d2={params.d2}, T={params.T}, {params.used_labeling}, "
        f"{params.selection}" + f", {params.label_set}" * (params.label_set != "closed"),
        "source": pair.source_name,
        "target": pair.target_name,
        "n_source": pair.n_source,
        "n_target": pair.n_target,
        "classes": list(pair.class_names or ()),
        "colors": {mode: _colors(pair, dropped, mode) for mode in MODES},
        "ramp": {mode: sequential_colors(RANK_LEVELS, dark=mode == "dark") for mode in MODES},
        "last_k": last,
        "planned_k": max(planned, last),
        "rank_levels": RANK_LEVELS,
        "d2": states[0].z_source.shape[1],
        "matching": [s.matching.tolist() for s in states],
        "open": is_open,
        "variant": [params.used_labeling, params.selection, params.quota],
        "dropped": dropped,
        "steps": steps_of(pair, states, is_open),
    }


def _colors(pair: DomainPair, dropped: Sequence[int], mode: str) -> list[str]:
    """Of the classes; those dropped by a partial run are grey, as rejected samples are."""
    colors = class_colors(pair.n_classes, dark=mode == "dark")
    return [GREY if c in dropped else color for c, color in enumerate(colors)]


def steps_of(
    pair: DomainPair, states: Sequence[SPLState], is_open: bool = False
) -> list[dict[str, Any]]:
    """Give the numbers of the readout, one dict per iteration.

    Parameters
    ----------
    pair : DomainPair
    states : sequence of SPLState
    is_open : bool
        Whether samples may be rejected: their number is then given too, and the mean distance to
        the nearest prototype of theirs and of the others.
    """
    steps = []
    for i, s in enumerate(states):
        changed = s.labels != states[i - 1].labels if i else np.zeros(1, bool)
        step: dict[str, Any] = {
            "selected": int(s.selected.sum()),
            "changed": int(changed.sum()),
            "agreement": agreement(s),
        }
        if pair.yt is not None:
            step["accuracy"] = accuracy(s.labels, pair.yt)
            step["wrong"] = int((s.labels != pair.yt)[pair.counted].sum())
        if is_open:
            step["rejected"] = int(s.rejected.sum())
            if s.rejected.any() and not s.rejected.all():
                near = distances(s.z_target, s.prototypes).min(axis=1)
                step["away"] = [float(near[of].mean()) for of in (s.rejected, ~s.rejected)]
        steps.append(step)
    return steps


def _attributes(pair: DomainPair, states: Sequence[SPLState]) -> tuple[str, bytes]:
    """Labels, selection, ranks of all iterations as one blob. K = number of states."""
    dtype = np.uint8 if pair.n_classes < 254 else np.uint16  # the largest value: "no such class"
    shown = [np.where(s.rejected, pair.n_classes, s.pseudo_labels) for s in states]
    pseudo = np.stack(shown).astype(dtype)  # (K, n_target); C for rejected samples
    ncp = np.stack([s.ncp_labels for s in states]).astype(dtype)
    sp = np.stack([s.sp_labels for s in states]).astype(dtype)
    matched = np.stack([s.matching[s.cluster_labels] for s in states]).astype(dtype)
    before = np.concatenate([np.zeros_like(pseudo[:1]), pseudo[:-1]])
    sections = {
        "source": pair.ys.astype(dtype),
        "pseudo": np.bitwise_xor(pseudo, before),
        "ncp": np.bitwise_xor(ncp, pseudo),
        "sp": np.bitwise_xor(sp, pseudo),
        "matched": np.bitwise_xor(matched, sp),
        "rank": np.stack([s.rank * RANK_LEVELS // _class_sizes(s) for s in states]).astype(
            np.uint8
        ),
        "selected": np.packbits(np.stack([s.selected for s in states]), axis=1, bitorder="little"),
        **matching_sections(states, pair.ys),
    }
    if pair.yt is not None:
        sections["truth"] = pair.yt.astype(dtype)  # −1 and −2 wrap to the largest values
    return pack(sections, {"kind": "attributes"})


def _packed_vote(vote: Vote) -> tuple[str, bytes]:
    """The majority label of each target sample, and how many settings give it."""
    sections = {"labels": vote.labels.astype(np.uint16), "counts": vote.counts.astype(np.uint16)}
    return pack(sections, {"kind": "vote"})


def _class_sizes(state: SPLState) -> Array:
    """Size of each target sample's pseudo-class, or of the rejected, (n_target,)."""
    return np.bincount(state.labels + 1)[state.labels + 1]


def _needed(frames: Sequence[Frame], n_states: int) -> list[Frame]:
    """Return the frames of the last named method if they are all there, else all frames."""
    for method in dict.fromkeys(f.method for f in reversed(frames)):
        own = [f for f in frames if f.method == method]
        if method != "pca" and {f.k for f in own} >= set(range(n_states)):
            return own
    return list(frames)


def _packed_frame(frame: Frame, pair: DomainPair) -> tuple[str, bytes]:
    xy = np.ascontiguousarray(frame.xy, dtype=np.float32)
    n = pair.n_samples
    if xy.shape != (n, 2):
        raise ValueError(
            f"The {frame.method} frame of k={frame.k} has shape {xy.shape} but the pair has {n} "
            "samples; give one (x, y) row for each, source first."
        )
    return CACHE.made(digest("frame", xy.tobytes()), lambda: pack_coordinates(xy))


def pack_coordinates(xy: Array) -> tuple[str, bytes]:
    """Quantise coordinates to uint16 over their own extent, y upwards.

    Parameters
    ----------
    xy : ndarray of shape (n, 2)

    Returns
    -------
    digest, blob
    """
    low = xy.min(axis=0).astype(np.float64)
    step = np.maximum((xy.max(axis=0) - low) / 65535, 1e-12)
    q = np.rint((xy - low) / step).clip(0, 65535).astype(np.uint16)
    planes = np.stack([q >> 8, q & 255]).astype(np.uint8)  # (2, n, 2): high bytes compress
    meta = {"kind": "frame", "low": low.tolist(), "step": step.tolist()}
    return pack({"xy": np.ascontiguousarray(planes.transpose(2, 0, 1))}, meta, level=1)


CACHE: Cache[str, tuple[str, bytes]] = Cache(most_bytes=96_000_000, size=lambda b: len(b[1]))
