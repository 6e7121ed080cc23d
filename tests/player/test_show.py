"""`spl.show`: what it takes, what it gives, and what it says of other things."""

import html
import subprocess
import sys
import warnings

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


class Refusing:
    """A tensor that NumPy cannot read."""

    shape, ndim, device = (20, 6), 2, "cuda:0"

    def __array__(self, *_, **__):
        raise TypeError("on a GPU. Copy it first.")


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
        ((), {}, "show got 0 arguments"),
        ((ZS,), {}, "ndarray of shape (20, 6)"),
        ((ZS, YS), {}, "show got 2 arguments"),
        (("icons",), {}, "show got str"),
        (([],), {}, "The list of frames is empty"),
        (([(ZS, YS)],), {}, "Frame 0 is not (Zs, ys, Zt)"),
        ((ZS, YS, ZT[:, :2]), {}, "Frame 0: Zt has 2 columns but Zs has 6"),
        ((ZS * np.nan, YS, ZT), {}, "Frame 0: Zs has NaN"),
        (([FRAMES[0], (ZS[:-1], YS[:-1], ZT, YT)],), {}, "Frame 1 has 19 source"),
        (([FRAMES[0], (ZS, YS[::-1], ZT, YT)],), {}, "ys of frame 1 differs"),
        (([FRAMES[0], (ZS, YS, ZT)],), {}, "Frame 1 has no yt but frame 0 has it"),
        (([(ZS, YS, ZT), FRAMES[0]],), {}, "Frame 0 has no yt but frame 1 has it"),
        (({"one": FRAMES[0]}, 3), {}, "show got 2 arguments (dict, int)"),
        ((Refusing(), YS, ZT), {}, "Frame 0: Zs is a Refusing that cannot be read as an array"),
        (((ZS, YS, Refusing()),), {}, "(on a GPU); give a NumPy array, which Zt.detach()"),
        ((FRAMES,), {"names": {"a", "b"}}, "is not a list; give a name for each frame"),
        ((FRAMES,), {"names": {"a": 1, "b": 2}}, "is not a list; give a name for each frame"),
        ((FRAMES,), {"names": b"ab"}, "names=b'ab' is not a list"),
        ((FRAMES,), {"static": "no"}, "static='no' is neither True nor False"),
        ((FRAMES,), {"names": 3}, "names=3 is not a list"),
        ((FRAMES,), {"names": "ab"}, "names='ab' is not a list"),
        ((FRAMES,), {"title": 5}, "title=5 is not a text"),
        *(
            ((FRAMES,), {"height": height}, f"height={height!r} is not a number of pixels")
            for height in ("big", None, -5, 0, 560.5, True, 10**30)
        ),
        ((spl.DomainPair(ZS, YS, ZT),), {"params": 3}, "params=3 is not an SPLParams"),
        ((FRAMES,), {"names": ["one"]}, "names has 1 name for 2 frames"),
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
    with pytest.raises(ValueError, match="The states hold int; give those that iterate yielded"):
        pca([*states, 3], spl.DomainPair(ZS, YS, ZT))
    for pair, words in [
        ((ZS[1:], YS[1:], ZT), "19 source and 12 target samples but the states have 20"),
        ((ZS, np.char.upper(YS), ZT), "classes ANT, BEE but the states have ant, bee"),
        ((ZS, np.arange(20) // 5, ZT), "classes 0, 1, 2, … but the states have ant, bee"),
        ((ZS[:, :3], YS, ZT[:, :3]), "3 features but the states were learnt from 4 dimensions"),
    ]:
        with pytest.raises(ValueError, match=words):
            pca(states, spl.DomainPair(*pair))


@pytest.mark.parametrize("normalized", [True, False])
def test_states_of_other_features_are_said(normalized):
    params = spl.SPLParams(d1=4, d2=3, T=1, normalize_features=normalized)
    states, pair = list(spl.iterate(ZS, YS, ZT, params)), spl.DomainPair(ZS, YS, ZT)
    pca(states, pair, params=params)  # no warning, which would be an error
    other = rng.permutation(ZS), YS, ZT  # classes and sizes are the same
    with pytest.warns(UserWarning, match="do not follow from the features of the pair") as caught:
        pca(states, spl.DomainPair(*other), params=params)
    assert caught[0].filename == __file__


def test_labels_that_the_source_lacks_are_said():
    labels = np.where(np.arange(len(YT)) > 0, np.char.upper(YT), YS[0])
    with pytest.warns(UserWarning, match="11 target samples of 12 belong") as caught:
        pca(ZS, YS, ZT, labels)
    assert caught[0].filename == __file__
    with pytest.raises(
        ValueError, match=r"None of the labels of yt \(ANT, BEE\) is among those of"
    ):
        pca(ZS, YS, ZT, np.char.upper(YT))


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e20, 1e300])
def test_frames_of_any_size_look_the_same(scale):
    usual = spl.show(FRAMES, method="tsne").playback
    scaled = [(Zs * scale, ys, Zt * scale, yt) for Zs, ys, Zt, yt in FRAMES]
    other = spl.show(scaled, method="tsne").playback
    assert other.header["steps"] == usual.header["steps"]


def test_one_frame_may_come_as_a_tuple():
    assert pca(FRAMES[0]).playback.header["steps"] == pca([FRAMES[0]]).playback.header["steps"]
    names = pca(FRAMES, names=(name for name in "ab")).playback.header["names"]
    assert names == pca(FRAMES, names=np.array(["a", "b"])).playback.header["names"] == ["a", "b"]


@pytest.mark.parametrize("path", ["", None, 5, "a\0b.html", "\ud800.html"])
def test_a_page_needs_the_name_of_a_file(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for static_player in (False, True):
        with pytest.raises(ValueError, match="is not a file name; give the name of the file"):
            pca(FRAMES, static=static_player).save(path)
    assert not list(tmp_path.iterdir())


def test_half_a_character_in_a_title_is_written(tmp_path):
    player = pca(FRAMES, title="\ud800 mine", names=["\ud800", "b"])
    player.save(tmp_path / "run.html")
    assert "<title>? mine" in (tmp_path / "run.html").read_text(encoding="utf-8")
    assert player._runs[0]["names"] == ["?", "b"]
    repr(player).encode()  # a notebook is UTF-8


def test_frames_may_come_in_any_order_keeping_container():
    header = pca(FRAMES).playback.header
    for given in (tuple(FRAMES), dict(enumerate(FRAMES)).values(), iter(FRAMES)):
        assert pca(given).playback.header == header
    for n in (3, 4):  # as many as a frame has parts
        assert len(pca((FRAMES[0],) * n).playback.header["steps"]) == n


def test_what_is_said_of_arrays_has_their_names_and_the_line_that_gave_them():
    with pytest.warns(UserWarning) as caught:
        pca([(ZS, YS, ZT, [None] * 12), (ZS, YS, ZT, [None] * 12)])
    (said,) = caught  # once
    assert "All 12 labels of yt are missing" in str(said.message)
    assert said.filename == __file__


def test_python_sets_k_and_selection_or_hears_why_not():
    player = pca(FRAMES)
    player.k, player.selection = np.int64(1), np.array([3, 1])
    assert (player.k, player.selection) == (1, [1, 3])
    player.selection = np.arange(32) == 4
    assert player.selection == [4]
    player.selection = {3, 1}
    assert player.selection == [1, 3]
    player.selection = [4]
    for name, value, words in [
        ("k", 2, "give a whole number from 0 to 1"),
        ("k", "1", "k='1' is not shown"),
        ("selection", [32], "rows from 0 to 31"),
        ("k", None, "k=None is not shown"),
        ("selection", [0.5], "rows from 0 to 31"),
        ("selection", None, "rows from 0 to 31"),
        ("selection", [1, [2, 3]], "rows from 0 to 31"),
        ("selection", [True, 5], "rows from 0 to 31"),
        ("selection", Refusing(), "rows from 0 to 31"),
        *(
            ("color_by", value, "use one of class")
            for value in ("size", None, 3, ["class"], b"class")
        ),
        ("color_by", "vote", "color_by='vote' has no data in this run; use one of class, truth"),
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
    for name in ("k", "selection", "color_by"):
        with pytest.raises(AttributeError, match=r"no connection to Python.*static=True"):
            getattr(player, name)
        with pytest.raises(AttributeError, match=r"no connection to Python.*static=True"):
            setattr(player, name, 0)


def test_target_labels_may_be_missing_in_part():
    some = [None, *YT[1:]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert spl.show(ZS, YS, ZT, some, static=True)
    with pytest.warns(UserWarning, match="belongs to 1 class that the source lacks .cow."):
        spl.show(ZS, YS, ZT, [None, "cow", *YT[2:]], static=True)
