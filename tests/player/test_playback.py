import json
from dataclasses import replace

import numpy as np
import pytest

from spl import DomainPair, SPLParams, iterate
from spl.embedding.frames import Frame, displacement
from spl.embedding.sequence import embed
from spl.experiments.sweep import grid, sweep
from spl.experiments.vote import vote
from spl.figures.palette import GREY
from spl.player.blobs import pack, unpack
from spl.player.bundler import FOLDER, bundle, modules
from spl.player.export import standalone_html
from spl.player.extras import thumbnails
from spl.player.medoids import matching_sections
from spl.player.playback import pack_coordinates, playback
from spl.player.row_bits import decode_rows, encode_rows

PARAMS = SPLParams(d1=5, d2=3, T=4)


def made(n=60, n_classes=3, labels=True, seed=0, **extras):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % n_classes
    X = rng.normal(size=(n, 6)) + 3 * np.eye(6)[y % 6]
    target = X + 0.7
    pair = DomainPair(X, y, target, y if labels else None, **extras)
    return pair, list(iterate(X, y, target, PARAMS))


def frame(k, n, method="pca", seed=0):
    xy = np.random.default_rng(seed + k).normal(size=(n, 2)).astype(np.float32)
    return Frame(k, xy, method, trustworthiness=0.9, placed=None)


def decoded_attributes(play):
    _, a = unpack(play.blobs[play.header["attributes"]])
    pseudo = np.bitwise_xor.accumulate(a["pseudo"], axis=0)
    ncp, sp = a["ncp"] ^ pseudo, a["sp"] ^ pseudo
    return a, pseudo, ncp, sp, a["matched"] ^ sp


def test_attributes_hold_every_iteration():
    pair, states = made()
    play = playback(pair, states, [], params=PARAMS)
    a, pseudo, ncp, sp, matched = decoded_attributes(play)
    for k, s in enumerate(states):
        np.testing.assert_array_equal(pseudo[k], s.pseudo_labels)
        np.testing.assert_array_equal(ncp[k], s.ncp_labels)
        np.testing.assert_array_equal(sp[k], s.sp_labels)
        np.testing.assert_array_equal(matched[k], s.matching[s.cluster_labels])
        bits = np.unpackbits(a["selected"][k], bitorder="little")[: pair.n_target]
        np.testing.assert_array_equal(bits.astype(bool), s.selected)
        assert a["rank"][k].max() < play.header["rank_levels"]
    np.testing.assert_array_equal(a["truth"], pair.yt)


def test_the_vote_of_a_sweep_travels_as_a_block_of_its_own():
    pair, states = made()
    cells = grid(SPLParams(T=2), d1=[3, 4, 5], d2=[2])
    found = vote(sweep([pair], cells))
    play = playback(pair, states, [], params=PARAMS, vote=found)
    assert play.header["vote"]["n"] == 3
    header, sections = unpack(play.blobs[play.header["vote"]["blob"]])
    assert header["kind"] == "vote"
    np.testing.assert_array_equal(sections["labels"], found.labels)
    np.testing.assert_array_equal(sections["counts"], found.counts)
    without = playback(pair, states, [], params=PARAMS)
    assert without.header["vote"] is None
    assert set(play.blobs) - set(without.blobs) == {play.header["vote"]["blob"]}


def test_header_is_json_and_its_numbers_are_those_of_the_states():
    pair, states = made()
    header = json.loads(json.dumps(playback(pair, states, [], params=PARAMS).header))
    assert header["last_k"] == 4 and header["planned_k"] == 4
    for k, (step, s) in enumerate(zip(header["steps"], states, strict=True)):
        assert step["selected"] == s.selected.sum()
        assert step["accuracy"] == pytest.approx(np.mean(s.pseudo_labels == pair.yt))
        assert step["wrong"] == np.sum(s.pseudo_labels != pair.yt)
        if k:
            assert step["changed"] == np.sum(s.pseudo_labels != states[k - 1].pseudo_labels)


def test_without_target_labels_nothing_says_accuracy():
    pair, states = made(labels=False)
    play = playback(pair, states, [], params=PARAMS)
    assert "accuracy" not in play.header["steps"][0]
    assert "truth" not in decoded_attributes(play)[0]


def test_target_class_that_the_source_lacks_is_the_largest_value():
    rng = np.random.default_rng(0)
    pair = DomainPair(rng.normal(size=(6, 6)), [0, 1] * 3, rng.normal(size=(3, 6)), [0, 7, 1])
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, SPLParams(2, 1, 1)))
    a = decoded_attributes(playback(pair, states, [], params=PARAMS))[0]
    assert a["truth"].tolist() == [0, 255, 1]


def test_coordinates_survive_to_a_fraction_of_a_pixel():
    xy = (np.random.default_rng(0).normal(size=(500, 2)) * [100, 0.1]).astype(np.float32)
    header, arrays = unpack(pack_coordinates(xy)[1])
    high, low = arrays["xy"][:, 0].astype(int), arrays["xy"][:, 1].astype(int)  # (2, n)
    back = (256 * high + low).T * header["step"] + header["low"]
    np.testing.assert_array_less(np.abs(back - xy).max(axis=0), np.ptp(xy, axis=0) / 65000)


def test_all_points_on_one_spot():
    header, arrays = unpack(pack_coordinates(np.full((3, 2), 5, np.float32))[1])
    assert np.isfinite(header["step"]).all() and (arrays["xy"] == 0).all()


def test_id_stays_while_states_and_frames_come_and_blobs_are_shared():
    pair, states = made()
    early = playback(pair, states[:2], [frame(0, 120)], params=PARAMS)
    late = playback(pair, states, [frame(k, 120) for k in range(5)], params=PARAMS)
    assert early.id == late.id and early.header["last_k"] == 1
    assert early.header["frames"][0]["blob"] in late.blobs
    assert early.header["attributes"] != late.header["attributes"]
    other = playback(pair, states, [], params=SPLParams(d1=5, d2=2, T=4))
    assert other.id != late.id and other.header["pair"] == late.header["pair"]


def test_pca_travels_only_until_the_other_method_is_complete():
    pair, states = made()
    pca = [frame(k, 120) for k in range(5)]
    tsne = [frame(k, 120, "tsne", seed=9) for k in range(5)]

    def methods(frames):
        header = playback(pair, states, frames, params=PARAMS).header
        return [f["method"] for f in header["frames"]]

    assert methods(pca + tsne[1:]) == ["pca"] * 5 + ["tsne"] * 4
    assert methods(pca + tsne) == ["tsne"] * 5
    assert methods(pca) == ["pca"] * 5


def test_at_most_60_bytes_per_point():
    pair, _ = made(n=3000)
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, SPLParams(5, 3, 10)))
    frames = [frame(k, 6000) for k in range(11)]
    play = playback(pair, states, frames, params=SPLParams(5, 3, 10))
    assert sum(map(len, play.blobs.values())) / play.n_points <= 60  # no thumbnails, no names


def test_thumbnails_and_names_are_a_blob_of_their_own():
    pictures = np.random.default_rng(0).integers(0, 255, (60, 8, 12), np.uint8)
    names = [f"sample {i}" for i in range(60)]
    given = ["sample \udcff", *names[1:]]  # as Linux gives a file's name that is not UTF-8
    names[0] = "sample ?"
    pair, states = made(thumbnails_target=pictures, sample_names_source=given)
    play = playback(pair, states, [], params=PARAMS)
    _, a = unpack(play.blobs[play.header["extras"]])
    assert a["thumbnails_target"].shape == (60, 12, 12, 1)
    np.testing.assert_array_equal(a["thumbnails_target"][:, 2:10, :, 0], pictures)
    assert (a["thumbnails_target"][:, :2] == 255).all()
    assert bytes(a["names_source"]).decode().split("\n") == names


def test_thumbnails_shrink_and_turn_to_colour():
    grey = np.zeros((2, 40, 40), np.uint8)
    assert thumbnails(grey, 16, 3).shape == (2, 16, 16, 3)
    assert thumbnails(np.zeros((2, 40, 20, 3), np.uint8), 16, 3).shape == (2, 16, 16, 3)


def test_more_than_255_classes_take_two_bytes():
    y = np.repeat(np.arange(300), 2)
    X = np.random.default_rng(0).normal(size=(600, 4))
    pair = DomainPair(X, y, X + 1e-3, y)
    states = list(iterate(X, y, pair.X_target, SPLParams(d1=4, d2=3, T=1)))
    a, pseudo, *_ = decoded_attributes(playback(pair, states, [], params=PARAMS))
    assert a["source"].dtype == np.uint16
    np.testing.assert_array_equal(pseudo[1], states[1].pseudo_labels)


@pytest.mark.parametrize(
    "states, frames, message",
    [
        (slice(0, 0), [], "states is empty"),
        (slice(1, 3), [], r"k = \[1, 2\]; give k = 0, 1, 2"),
        (slice(0, 2), [frame(0, 5)], r"shape \(5, 2\) but the pair has 120"),
    ],
)
def test_bad_input_is_said_in_one_sentence(states, frames, message):
    pair, all_states = made()
    with pytest.raises(ValueError, match=message):
        playback(pair, all_states[states], frames, params=PARAMS)


def test_pack_names_equal_content_equally():
    a = pack({"x": np.arange(3, dtype=np.uint8)}, {"kind": "test"})
    b = pack({"x": np.arange(3, dtype=np.uint8)}, {"kind": "test"})
    c = pack({"x": np.arange(4, dtype=np.uint8)}, {"kind": "test"})
    assert a == b and a[0] != c[0]


def test_selection_goes_both_ways():
    assert decode_rows(encode_rows([0, 7, 8, 119], 120), 120) == [0, 7, 8, 119]
    assert encode_rows([], 120) == "" and decode_rows("", 120) == []
    assert decode_rows(encode_rows([3, 500, -1], 120), 120) == [3]


def test_bundle_is_one_module_without_imports():
    script = bundle("register.js")
    assert "import " not in "".join(line for line in script.splitlines() if line[:6] == "import")
    assert script.count("export ") == 1
    order = modules("register.js")
    assert order[-1] == "register.js" and order.index("palette.js") < order.index("stamp.js")
    unused = {p.name for p in FOLDER.glob("*.js")} - set(order) - set(modules("standalone.js"))
    unused -= {"shim.js", "blob.js", "undo.js", "wait.js", "widget.js", "runfocus.js"}
    assert not unused


def test_standalone_page_needs_nothing_from_outside():
    pair, states = made(name="</script><b>")
    play = playback(pair, states, [frame(k, 120) for k in range(5)], params=PARAMS)
    page = standalone_html(play, "A & B")
    assert "<title>A &amp; B</title>" in page
    assert page.count("</script>") == 3
    for outside in ("http://", "https://", "@import", "url("):
        assert outside not in page.replace("http://www.w3.org/2000/svg", "")


def test_frames_tell_what_reveals_an_untruth_under_the_names_the_player_reads():
    pair, states = made()
    frames = list(embed(states, "pca", pair, params=PARAMS))
    numbers = {"accuracy": 0.5, "mixing": 0.1, "mmd": 0.2}
    header = playback(pair, states, frames, params=PARAMS, before=numbers).header
    json.dumps(header)
    assert header["before"] == numbers
    by_k = {f["k"]: f for f in header["frames"]}
    assert sorted(by_k) == [-1, 0, 1, 2, 3, 4]
    for frame in frames:
        told, k = by_k[frame.k], frame.k
        shown = np.mean(frame.class_in_picture == pair.yt)
        known = np.mean(frame.class_in_subspace == pair.yt)
        assert told["nearby"] == pytest.approx([shown, known], abs=1e-4)
        assert told["mixing"] == pytest.approx(
            [frame.mixing_picture, frame.mixing_subspace], abs=1e-4
        )
        expected = (
            None
            if frame.ahead is None
            else [pytest.approx(frame.ahead, abs=1e-4), frame.n_changing]
        )
        assert told["ahead"] == expected
        way = None if k == 4 else displacement(frame, next(f for f in frames if f.k == k + 1))
        assert told["displacement"] == (None if way is None else pytest.approx(way, abs=1e-4))


def test_without_target_labels_nearby_is_against_the_last_pseudo_labels():
    pair, states = made(labels=False)
    (frame, *_) = embed(states, "pca", pair, params=PARAMS)
    (told, *_) = playback(pair, states, [frame], params=PARAMS).header["frames"]
    shown = np.mean(frame.class_in_picture == states[-1].pseudo_labels)
    assert told["nearby"][0] == pytest.approx(shown, abs=1e-4)


def test_a_frame_without_source_labels_tells_nothing_of_classes():
    pair, states = made()
    (told, *_) = playback(pair, states, [frame(0, 120)], params=PARAMS).header["frames"]
    assert told["nearby"] is None and told["ahead"] is None and told["mixing"] is None


def test_rejected_samples_travel_as_one_label_more():
    pair, _ = made()
    params = SPLParams(d1=5, d2=3, T=4, label_set="open", reject_share=0.3)
    states = list(iterate(pair.X_source, pair.y_source, pair.X_target, params))
    play = playback(pair, states, [], params=params)
    _, pseudo, *_ = decoded_attributes(play)
    last = states[-1]
    assert last.rejected.any() and play.header["open"]
    assert (pseudo[-1][last.rejected] == 3).all()
    np.testing.assert_array_equal(pseudo[-1][~last.rejected], last.labels[~last.rejected])
    assert [s["rejected"] for s in play.header["steps"]] == [s.rejected.sum() for s in states]
    assert play.header["steps"][-1]["accuracy"] == (last.labels == pair.yt).mean()


def opened(labels=True):
    """An open run whose target has a class more than the source, without and with its labels."""
    rng = np.random.default_rng(0)
    y = np.arange(80) % 4
    X = rng.normal(size=(80, 6)) + 5 * np.eye(6)[y]
    known = y < 3
    params = SPLParams(d1=5, d2=3, T=4, label_set="open", reject_share=0.25)
    pair = DomainPair(X[known], y[known], X + 0.3, y if labels else None)
    return pair, list(iterate(pair.X_source, pair.y_source, pair.X_target, params)), params


@pytest.mark.parametrize("labels", [True, False])
def test_an_open_run_counts_no_class_near_samples_of_unknown_class_or_rejected_ones(labels):
    pair, states, params = opened(labels)
    left = pair.yt >= 0 if labels else ~states[-1].rejected
    assert 0 < left.sum() < pair.n_target
    near = pair.yt if labels else states[-1].pseudo_labels
    shown = replace(
        frame(4, pair.n_samples), class_in_picture=near, class_in_subspace=np.where(left, near, 0)
    )
    (told, *_) = playback(pair, states, [shown], params=params).header["frames"]
    assert told["nearby"] == [1.0, 1.0]
    closed = replace(params, label_set="closed")
    (told, *_) = playback(pair, states, [shown], params=closed).header["frames"]
    assert labels or told["nearby"][1] < 1  # a closed run is to give every sample a class


def test_no_matching_line_runs_to_a_rejected_sample():
    pair, states, params = opened()
    at = playback(pair, states, [], params=params)
    a, *_ = decoded_attributes(at)
    for state, rows in zip(states, a["cluster_medoid"], strict=True):
        held = rows >= 0
        assert not state.rejected[rows[held] - pair.n_source].any()
        cluster_of = np.argsort(state.matching)
        sizes = np.bincount(state.cluster_labels[~state.rejected], minlength=pair.n_classes)
        np.testing.assert_array_equal(held, sizes[cluster_of] > 0)
    last = replace(states[-1], rejected=np.ones(pair.n_target, dtype=bool))
    assert (matching_sections([last], pair.ys)["cluster_medoid"] == -1).all()


def test_dropped_classes_are_named_and_grey_in_both_themes():
    pair, _ = made()
    params = SPLParams(d1=5, d2=3, T=2)
    state, *_ = iterate(pair.X_source, pair.y_source, pair.X_target, params)
    closed = playback(pair, [state], [], params=params).header
    state = replace(state, dropped=np.arange(pair.n_classes) == 1)
    header = playback(pair, [state], [], params=replace(params, label_set="partial")).header
    assert closed["dropped"] == [] and header["dropped"] == [1]
    assert 1 not in matching_sections([state], pair.ys)["nearest"]
    for mode, colors in header["colors"].items():
        assert colors[1] == GREY != closed["colors"][mode][1]
        others = [color for c, color in enumerate(closed["colors"][mode]) if c != 1]
        assert [colors[0], *colors[2:]] == others


def test_what_was_given_by_hand_is_marked_and_is_another_run():
    pair, states = made()
    plain = playback(pair, states, [], params=PARAMS)
    play = playback(pair, states, [], params=PARAMS, known={7: 1, 3: 0}, without={9: 2})
    assert plain.header["hand"] is None and play.id != plain.id
    hand = json.loads(json.dumps(play.header))["hand"]
    assert (hand["known"], hand["without"]) == ([3, 7], [9])
    others = np.setdiff1d(np.arange(pair.n_target), [3, 7])
    right = [np.mean(s.labels[others] == pair.yt[others]) for s in states]
    assert hand["others"] == pytest.approx(right)
    blind, states = made(labels=False)
    assert "others" not in playback(blind, states, [], params=PARAMS, known={3: 0}).header["hand"]
