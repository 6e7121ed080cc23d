"""`spl.show`: what it takes, what it gives, and what it says of other things."""

import html
import subprocess
import sys

import numpy as np
import pytest
import traitlets

import spl
from spl.player import show as show_module
from spl.player import static
from spl.player.frames_of import adapted_frames
from spl.player.static import StaticPlayer

rng = np.random.default_rng(5)
YS = np.repeat(["ant", "bee"], 10)
ZS = 4 * np.eye(6)[np.repeat([0, 1], 10)] + rng.normal(size=(20, 6))
ZT = ZS[:12] + 1
YT = YS[:12]
FRAMES = [(ZS, YS, ZT, YT), (ZS[:, :3], YS, ZT[:, :3], YT)]


def pca(*data, **options):
    return spl.show(*data, method="pca", **options)


def test_a_pair_runs_and_opens_before_adaptation():
    pair = spl.DomainPair(ZS, YS, ZT, YT)
    player = pca(pair, spl.SPLParams(d1=4, d2=3, T=2))
    assert player.k == -1 and player.selection == []
    frames = player.playback.header["frames"]
    assert [frame["k"] for frame in frames] == [-1, 0, 1, 2]
    states = list(spl.iterate(ZS, YS, ZT, spl.SPLParams(d1=4, d2=3, T=2)))
    again = pca(iter(states), pair)
    assert again.playback.header["steps"] == player.playback.header["steps"]
    assert again.playback.header["frames"] == frames


def test_frames_of_another_method_have_the_nearest_mean_and_none_of_spl():
    header = pca(FRAMES, names=["raw", "cut"], title="Mine").playback.header
    assert header["plain"] and header["names"] == ["raw", "cut"]
    assert header["title"].startswith("Mine")
    assert [set(step) for step in header["steps"]] == [{"accuracy", "changed"}] * 2
    means = np.stack([ZS[YS == label].mean(axis=0) for label in ("ant", "bee")])
    nearest = np.linalg.norm(ZT[:, None] - means, axis=2).argmin(axis=1)
    assert header["steps"][0]["accuracy"] == np.mean(np.array(["ant", "bee"])[nearest] == YT)
    unlabelled = pca(ZS, YS, ZT).playback.header
    assert unlabelled["steps"] == [{"changed": 0}] and unlabelled["names"] == ["frame 0"]


def test_later_frames_count_in_the_digest_and_arrays_stay_as_they_are():
    one = pca(FRAMES).playback
    other = pca([FRAMES[0], (ZS[:, 3:], YS, ZT[:, 3:], YT)]).playback
    assert one.id != other.id
    given = ZS.copy()
    states = adapted_frames([(given, YS, ZT)]).states
    given[0, 0] = 7  # not made read-only, not shared
    assert states[0].z_source[0, 0] == np.float32(ZS[0, 0])


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        ((ZS,), {}, "ndarray of shape (20, 6)"),
        ((ZS, YS), {}, "show got 2 arguments"),
        (("icons",), {}, "show got str"),
        (([],), {}, "The list of frames is empty"),
        (([(ZS, YS)],), {}, "Frame 0 is not (Zs, ys, Zt)"),
        ((ZS, YS, ZT[:, :2]), {}, "Frame 0: Zt has 2 columns but Zs has 6"),
        ((ZS * np.nan, YS, ZT), {}, "Frame 0: Zs has NaN"),
        (([FRAMES[0], (ZS[:-1], YS[:-1], ZT, YT)],), {}, "Frame 1 has 19 source"),
        (([FRAMES[0], (ZS, YS[::-1], ZT, YT)],), {}, "ys of frame 1 differs"),
        (([FRAMES[0], (ZS, YS, ZT)],), {}, "yt of frame 1 differs"),
        ((FRAMES,), {"names": ["one"]}, "names has 1 name but there are 2 frames"),
        ((FRAMES,), {"params": spl.SPLParams()}, "params belongs to a run of SPL"),
        ((spl.DomainPair(ZS, YS, ZT), 3), {}, "takes its SPLParams only, not int"),
        ((spl.DomainPair(ZS, YS, ZT),), {"title": "x"}, "names and title are for frames"),
    ],
)
def test_bad_input_gets_one_sentence(data, options, words):
    with pytest.raises(ValueError) as caught:
        pca(*data, **options)
    said = str(caught.value)
    assert words in said and said.endswith(".") and "\n" not in said


def test_states_need_their_pair():
    params = spl.SPLParams(d1=4, d2=3, T=1)
    states = list(spl.iterate(ZS, YS, ZT, params))
    with pytest.raises(ValueError, match="takes the pair of the run, not nothing"):
        pca(states)
    with pytest.raises(ValueError, match="19 source and 12 target samples but the states have 20"):
        pca(states, spl.DomainPair(ZS[1:], YS[1:], ZT))


def test_python_sets_k_and_selection_or_hears_why_not():
    player = pca(FRAMES)
    player.k, player.selection = np.int64(1), np.array([3, 1])
    assert (player.k, player.selection) == (1, [1, 3])
    player.selection = np.arange(32) == 4
    assert player.selection == [4]
    for name, value, words in [
        ("k", 2, "give a whole number from 0 to 1"),
        ("k", "1", "k='1' is not shown"),
        ("selection", [32], "rows from 0 to 31"),
        ("selection", [0.5], "rows from 0 to 31"),
        ("color_by", "size", "use one of class"),
    ]:
        with pytest.raises(traitlets.TraitError, match=words):
            setattr(player, name, value)
    assert (player.k, player.selection, player.color_by) == (1, [4], "class")


def test_a_notebook_keeps_the_widget_and_the_page(tmp_path):
    player = pca(FRAMES)
    player.k = 1
    data, _ = player._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    player.save(tmp_path / "run.html")
    page = (tmp_path / "run.html").read_text(encoding="utf-8")
    assert '"k": 1' in page and html.escape(page) in data["text/html"]
    assert 'src="http' not in page


def test_without_anywidget_the_page_stands_alone(monkeypatch):
    assert isinstance(pca(FRAMES, static=True), StaticPlayer)
    monkeypatch.setattr(show_module, "find_spec", lambda name: None)
    shown = pca(FRAMES)
    assert isinstance(shown, StaticPlayer) and shown._repr_html_().startswith("<iframe srcdoc=")
    assert ".save('run.html')" in repr(shown)


def test_the_page_in_a_notebook_is_bounded(monkeypatch):
    pictures = np.random.default_rng(0).integers(0, 255, (20, 48, 48), np.uint8)
    pair = spl.DomainPair(ZS, YS, ZT, thumbnails_source=pictures)
    play = pca(pair, spl.SPLParams(d1=4, d2=3, T=1)).playback
    whole = static.static_html(play, 400)
    monkeypatch.setattr(static, "MOST_BYTES", len(whole) - 1)
    bare = static.static_html(play, 400)
    assert bare.startswith("<iframe") and len(bare) < len(whole) - 20_000  # without thumbnails
    monkeypatch.setattr(static, "MOST_BYTES", 10_000)
    assert ".save('run.html')" in static.static_html(play, 400)


def test_showing_loads_no_widget_before_it_is_asked_for():
    code = "import sys, spl; spl.show; print({'anywidget', 'IPython', 'plotly'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


def test_a_static_player_says_why_python_cannot_steer_it():
    player = pca(FRAMES, static=True)
    for name in ("k", "selection"):
        with pytest.raises(AttributeError, match=r"no connection to Python.*static=True"):
            getattr(player, name)
        with pytest.raises(AttributeError, match=r"no connection to Python.*static=True"):
            setattr(player, name, 0)
