"""`spl.show`: the player in a notebook, for a run of SPL or for frames of any method."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set, ValuesView
from dataclasses import replace
from importlib.util import find_spec
from numbers import Integral
from typing import Any

import numpy as np

from spl.algorithm.params import SPLParams
from spl.algorithm.state import SPLState
from spl.data.pair import DomainPair, given_labels
from spl.data.prepared import iterate_pair, pair_notes
from spl.data.readers.label_match import unknown_labels
from spl.data.samples import usual_params
from spl.data.words import counted
from spl.embedding.sequence import frames_by
from spl.embedding.spaces import checked_states, of_other_data
from spl.measures.before import before_adaptation
from spl.player.frames_of import adapted_frames
from spl.player.playback import Playback, playback
from spl.player.static import StaticPlayer

NEEDED = (
    "give show(pair, params), show(states, pair), show(Zs, ys, Zt, yt) or a list of such frames."
)


HEIGHTS = (100, 10_000)  # pixels


def show(
    data: Any = None,
    *more: Any,
    method: str = "tsne",
    params: SPLParams | None = None,
    names: Sequence[str] | None = None,
    title: str = "",
    height: int = 560,
    static: bool = False,
) -> Any:
    """Play a run of SPL, or the frames of any other method, in a notebook.

    ``show(pair, params)`` runs SPL and shows it. ``show(states, pair)`` shows the states that
    `iterate` yielded. ``show(Zs, ys, Zt, yt=None)`` shows both domains in one space, however it was
    made; ``show([(Zs, ys, Zt, yt), …])`` shows such spaces one after the other, such as a network's
    layer after each epoch. Frames of one call are coherent: what does not change hardly moves.

    Parameters
    ----------
    data : DomainPair, sequence of SPLState, list of frames, or ndarray of shape (n_source, d)
        A pair; the states of a run; frames (Zs, ys, Zt) or (Zs, ys, Zt, yt); or Zs itself.
    *more
        `params` after a pair; the pair after states; ys (n_source,), Zt (n_target, d) and yt
        (n_target,) or None after Zs. Without params a pair gets values usual for its size.
    method : str
        ``"tsne"``, ``"umap"`` or ``"pca"``.
    params : SPLParams, optional
        Those of the run whose states are shown.
    names : sequence of str, optional
        What to call the frames of another method, such as ``["epoch 1", "epoch 5"]``.
    title : str
        What to call the frames of another method.
    height : int
        Pixels, from 100 to 10,000.
    static : bool
        Leave the widget out, so that a notebook that nobody opens (``nbconvert --execute``) holds
        the player itself.

    Returns
    -------
    Player or StaticPlayer
        A widget, if anywidget is installed (``pip install 'spl-explorer[notebook]'``): its `k`,
        `selection` (rows of the chosen samples, source first) and `color_by` can be read and set,
        and observed. Else the same player without a connection to Python. Both have `save(path)`.

    Raises
    ------
    ValueError
        One sentence that says what was given, what is needed and what to do.
    """
    named = _checked(params, names, title, height, static)
    play = _writable(_play(data, more, method, params, named, title))
    if static or find_spec("anywidget") is None:
        return StaticPlayer(play, height)
    from spl.player.widget import Player

    return Player(play, height)


def _checked(params: Any, names: Any, title: Any, height: Any, static: Any) -> list[str] | None:
    """The names as a list; ValueError where an option is of another kind."""
    if params is not None and not isinstance(params, SPLParams):
        raise ValueError(f"params={params!r} is not an SPLParams; give SPLParams(d1=…, d2=…, T=…).")
    if not isinstance(title, str):
        raise ValueError(f"title={title!r} is not a text; give one, or leave it out.")
    if not isinstance(static, bool | np.bool_):
        raise ValueError(f"static={static!r} is neither True nor False; give one of them.")
    whole = isinstance(height, Integral) and not isinstance(height, bool)
    if not whole or not HEIGHTS[0] <= height <= HEIGHTS[1]:
        raise ValueError(
            f"height={height!r} is not a number of pixels; give a whole number from {HEIGHTS[0]} "
            f"to {HEIGHTS[1]:,}."
        )
    if names is None:
        return None
    # A set has no order, so names would come to other frames.
    if isinstance(names, str | bytes | Mapping | Set) or not isinstance(names, Iterable):
        raise ValueError(f"names={names!r} is not a list; give a name for each frame.")
    return [str(name) for name in names]


def _writable(play: Playback) -> Playback:
    """The same with "?" for half a character: a notebook is UTF-8, which has none."""
    text = json.dumps(play.header, ensure_ascii=False)
    return replace(play, header=json.loads(text.encode(errors="replace")))


def _play(
    data: Any,
    more: tuple[Any, ...],
    method: str,
    params: SPLParams | None,
    names: list[str] | None,
    title: str,
) -> Playback:
    if isinstance(data, SPLState):
        data = [data]
    if isinstance(data, Iterator | ValuesView):
        data = list(data)
    is_run = isinstance(data, list | tuple) and len(data) and isinstance(data[0], SPLState)
    if (isinstance(data, DomainPair) or is_run) and (names is not None or title):
        raise ValueError("names and title are for frames of other methods; leave them out.")
    if isinstance(data, DomainPair):
        return _new_run(data, more, method, params)
    if is_run:
        return _finished_run(data, more, method, params)
    if params is not None:
        raise ValueError(f"params belongs to a run of SPL, but frames were given; {NEEDED}")
    if data is None or (more and len(more) not in (2, 3)):
        given = [item for item in (data, *more) if data is not None]
        what = f" ({', '.join(type(item).__name__ for item in given)})" if given else ""
        raise ValueError(f"show got {counted(len(given), 'argument')}{what}; {NEEDED}")
    if not more and not isinstance(data, list | tuple):
        raise ValueError(f"show got {_described(data)}; {NEEDED}")
    if isinstance(data, tuple) and not more and len(data) in (3, 4) and _is_matrix(data[0]):
        data = [data]  # one frame, given as the tuple that a list would hold
    return _other_method([(data, *more)] if more else data, method, names, title)


def _is_matrix(data: Any) -> bool:
    """Whether this is coordinates, rather than a frame, whose parts differ in shape."""
    try:
        return bool(np.ndim(data) == 2)
    except ValueError:
        return False
    except Exception:  # a tensor that refuses: the frame's own message says why
        return True


def _described(data: Any) -> str:
    shape = getattr(data, "shape", None)
    return type(data).__name__ + (f" of shape {tuple(shape)} and no more" if shape else "")


def _new_run(
    pair: DomainPair, more: tuple[Any, ...], method: str, params: SPLParams | None
) -> Playback:
    given = [*more, *([] if params is None else [params])]
    if len(given) > 1 or not all(isinstance(item, SPLParams) for item in given):
        what = ", ".join(_described(item) for item in given)
        raise ValueError(
            f"After a pair, show takes its SPLParams only, not {what}; give "
            "show(pair, SPLParams(d1=…, d2=…, T=…))."
        )
    wanted = given[0] if given else usual_params(pair)
    for note in pair_notes(pair, wanted):
        warnings.warn(note, stacklevel=4)  # the caller of `show`
    used = wanted.capped(pair.n_samples, pair.n_features)
    return _run(list(iterate_pair(pair, used)), pair, method, used)


def _finished_run(
    states: Sequence[SPLState], more: tuple[Any, ...], method: str, params: SPLParams | None
) -> Playback:
    if len(more) != 1 or not isinstance(more[0], DomainPair):
        what = ", ".join(_described(item) for item in more) or "nothing"
        raise ValueError(
            f"After states, show takes the pair of the run, not {what}; give show(states, pair)."
        )
    pair = more[0]
    _check_run(states, pair)
    d1, d2 = states[0].projection.shape
    used = params or SPLParams(d1=d1, d2=d2, T=max(1, states[-1].k))
    if said := of_other_data(checked_states(states), pair, used):
        warnings.warn(said, stacklevel=4)  # the caller of `show`
    return _run(states, pair, method, used)


def _check_run(states: Sequence[Any], pair: DomainPair) -> None:
    """Raise ValueError where the states cannot be those of a run on this pair."""
    if other := [item for item in states if not isinstance(item, SPLState)]:
        raise ValueError(
            f"The states hold {_described(other[0])}; give those that iterate yielded, and no more."
        )
    first = states[0]
    sizes = (len(first.z_source), len(first.z_target))
    if sizes != (pair.n_source, pair.n_target):
        raise ValueError(
            f"The pair has {pair.n_source} source and {pair.n_target} target samples but the "
            f"states have {sizes[0]} and {sizes[1]}; give the pair of the same run."
        )
    if not np.array_equal(first.classes, pair.classes):
        raise ValueError(
            f"The pair has the classes {_some(pair.classes)} but the states have "
            f"{_some(first.classes)}; give the pair of the same run."
        )
    if len(first.projection) > pair.n_features:
        raise ValueError(
            f"The pair has {counted(pair.n_features, 'feature')} but the states were learnt from "
            f"{len(first.projection)} dimensions; give the pair of the same run."
        )


def _some(classes: np.ndarray[Any, Any]) -> str:
    shown = ", ".join(str(label)[:40] for label in classes[:3])
    return shown + (", …" if len(classes) > 3 else "")


def _run(states: Sequence[SPLState], pair: DomainPair, method: str, params: SPLParams) -> Playback:
    frames = list(frames_by(method, states, pair, params=params))
    before = before_adaptation(pair, params)
    return playback(pair, states, frames, params=params, before=before)


def _other_method(
    frames: Iterable[Any], method: str, names: list[str] | None, title: str
) -> Playback:
    adapted = adapted_frames(frames, title)
    pair, states = adapted.pair, adapted.states
    for note in adapted.notes:
        warnings.warn(note, stacklevel=4)  # the caller of `show`
    if pair.y_target is not None and (said := unknown_labels(given_labels(pair), pair.classes)):
        warnings.warn(said, stacklevel=4)  # the caller of `show`
    if names is not None and len(names) != len(states):
        given, there = counted(len(names), "name"), counted(len(states), "frame")
        raise ValueError(f"names has {given} for {there}; give one for each.")
    drawn = list(frames_by(method, states, y_source=pair.ys))
    play = playback(pair, states, drawn, params=SPLParams(T=max(1, len(states) - 1)))
    steps = [
        {name: step[name] for name in ("accuracy", "changed") if name in step}
        for step in play.header["steps"]
    ]
    named = names or [f"frame {k}" for k in range(len(states))]
    about = {"plain": True, "names": named, "steps": steps, "settings": title}
    about |= {"planned_k": len(states) - 1}
    return replace(play, header=play.header | about)
