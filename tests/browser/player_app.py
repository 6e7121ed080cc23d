"""A small app with nothing but the player, for test_player.py."""

import numpy as np

from spl import DomainPair, SPLParams, iterate
from spl.embedding.frames import Frame
from spl.player.playback import playback


def made(d2=3, before=False):
    rng = np.random.default_rng(0)
    y = np.arange(100) % 4
    means = 2.2 * np.eye(4, 6)
    Xs = means[y] + rng.normal(size=(100, 6))
    Xt = means[y] + rng.normal(size=(100, 6)) + 0.8
    pair = DomainPair(
        Xs, y, Xt, y, name="toy", class_names=["ash", "birch", "cedar", "date"],
        thumbnails_target=rng.integers(0, 255, (100, 12, 12), np.uint8),
        sample_names_target=[f"t{i}" for i in range(100)],
    )  # fmt: skip
    params = SPLParams(d1=6, d2=d2, T=5)
    states = list(iterate(Xs, y, Xt, params))
    shift = rng.normal(size=(200, 2)) * 0.1
    frames = [
        Frame(
            k=s.k, method="pca", trustworthiness=0.9, placed=None,
            xy=(np.concatenate([s.z_source, s.z_target])[:, :2] + shift).astype(np.float32),
        )
        for s in states
    ]  # fmt: skip
    if before:  # each domain apart
        apart = np.repeat([[-1.5, 0.2], [1.5, -0.2]], 100, axis=0)
        frames.append(
            Frame(
                k=-1, method="pca", trustworthiness=0.8, placed=None,
                xy=(frames[0].xy * 0.3 + apart).astype(np.float32),
            )
        )  # fmt: skip
    return pair, states, frames, params


def played(d2=3, before=False):
    """What the player gets, with the numbers of each frame where there is one before adaptation."""
    pair, states, frames, params = made(d2, before)
    play = playback(pair, states, frames, params=params)
    if before:
        for i, frame in enumerate(play.header["frames"]):
            frame |= {"nearby": [0.7, 0.66], "ahead": [0.24, 1341], "mixing": [0.1, 0.02 * i]}
        play.header["before"] = {"accuracy": 0.469, "mixing": 0.07, "mmd": 0.1234}
    return play


def nearest(rows, k):
    """The neighbours of the one chosen sample, as the Alignment page finds them."""
    from spl.ui.alignment.view import neighbors

    return neighbors(made()[1], k, rows)


def player_page():
    import json

    import streamlit as st
    from player_app import nearest, played  # the page's source runs without this module's names

    from spl.ui.shared.player import player

    state = st.session_state
    state.setdefault("k", 0)
    state.setdefault("chosen", [])
    state.setdefault("reruns", 0)
    state.setdefault("shown", st.query_params.get("shown", ""))

    def remember(result):
        state.shown = result.shown
        state.k, state.chosen = result.k, result.chosen

    def from_python():
        state.k, state.chosen = 4, [1, 150]

    def rerun():
        state.reruns += 1

    st.button("Rerun", on_click=rerun)
    st.button("k = 4 and rows 1, 150", on_click=from_python)
    result = player(
        played(3, before="before" in st.query_params), key="player", k=state.k,
        chosen=state.chosen, shown=state.shown, on_change=remember,
        compare=played(2) if "compare" in st.query_params else None,
        neighbors=nearest(state.chosen, state.k),
    )  # fmt: skip
    now = {"k": result.k, "chosen": result.chosen, "color_by": result.color_by}
    now["shown"] = result.shown
    st.code(json.dumps(now | {"camera": result.camera, "reruns": state.reruns}), wrap_lines=True)


def main():
    import streamlit as st

    st.set_page_config(layout="wide")
    pages = [
        st.Page(player_page, title="Player page", url_path="player", default=True),
        st.Page(lambda: st.write("Nothing here"), title="Other page", url_path="other"),
    ]
    st.navigation(pages, position="top").run()


if __name__ == "__main__":
    main()
