"""Own data on the Data page: a preview before use, fixes, pictures; nothing lost on an error."""

import io
import sys
import threading
import zipfile
from contextlib import contextmanager

import numpy as np
import pytest
from PIL import Image

from spl.algorithm.params import SPLParams
from spl.data.images import features as image_features
from spl.data.pair import DomainPair
from spl.ui.app.shell import MARKER
from spl.ui.data import upload

TYPE = "application/octet-stream"


def npz(**arrays) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def npy(X) -> bytes:
    out = io.BytesIO()
    np.save(out, X)
    return out.getvalue()


def zip_of(shades: dict[str, int]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, shade in shades.items():
            picture = io.BytesIO()
            Image.new("L", (20, 20), shade).save(picture, "PNG")
            archive.writestr(path, picture.getvalue())
    return out.getvalue()


@pytest.fixture
def give(open_page):
    """The page with files in its uploaders; the data chosen before are moons."""

    def give_it(page=None, way="Features", **files):
        page = page or open_page("data", "moons")
        page.session_state["state"].data_kind = "Own files"
        page.session_state["state"].choices["upload_way"] = way
        again(page)
        for key, (name, content) in files.items():
            page.file_uploader(key=key).set_value((name, content, TYPE))
        return again(page)

    return give_it


def again(page):
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception
    return page


def text(page) -> str:
    return shown("markdown", "caption", "success", "info", "warning", page=page)


def shown(*kinds: str, page) -> str:
    """What is read on the page: names come with their punctuation escaped."""
    return " ".join(str(e.value) for kind in kinds for e in page.get(kind)).replace("\\", "")


def use(page):
    page.button(key="use_upload").click()
    again(page)
    assert "These data are in use." in text(page)
    return page.session_state["state"].uploaded


def test_nothing_is_used_before_the_button(give, shifted):
    X, y, Xt, yt = shifted
    page = give(upload_source=("a.npz", npz(X=X, y=y)), upload_target=("b.npz", npz(X=Xt, y=yt)))
    assert not page.error and page.session_state["state"].settings.data == "moons"
    assert "90 samples × 6 features" in text(page) and "Labels are `y`." in text(page)
    pair = use(page)
    assert pair.title == "a → b" and pair.n_source == 90 and pair.yt is not None
    assert page.session_state["state"].settings.data == "upload"


def test_own_data_are_found_again_after_a_sample_was_looked_at(give, shifted):
    X, y, Xt, yt = shifted
    page = give(upload_source=("a.npz", npz(X=X, y=y)), upload_target=("b.npz", npz(X=Xt, y=yt)))
    pair = use(page)
    page.session_state["state"].settings.choose_data("moons")
    for key in ("upload_source", "upload_target"):  # Streamlit empties them as the page is left
        page.file_uploader(key=key).set_value(None)
    again(page)
    page.button(key="back_to_upload").click()
    again(page)
    assert page.session_state["state"].settings.data == "upload"
    assert page.session_state["state"].uploaded is pair
    assert not any(b.key == "back_to_upload" for b in page.button)


def test_the_same_files_given_again_keep_settings_and_run(give, open_page, shifted):
    X, y, Xt, yt = shifted
    s, t = ("a.npz", npz(X=X, y=y)), ("b.npz", npz(X=Xt, y=np.append(yt[:-1], 77)))
    pair = use(give(upload_source=s, upload_target=t))
    page = open_page("data", pair, SPLParams(d1=5, d2=3, T=4), 2)  # as after a reload
    settings, job = page.session_state["state"].settings, page.session_state["state"].job
    page.session_state["state"].data_kind = "Own files"
    again(page)
    assert "give the same files again" in text(page)
    page.file_uploader(key="upload_source").set_value((*s, TYPE))
    page.file_uploader(key="upload_target").set_value((*t, TYPE))
    again(page)
    assert "These data are in use." in text(page) and "give the same files" not in text(page)
    other = ("b.npz", npz(X=Xt, y=np.append(yt[:-1], 78)))  # a label that the source lacks, too
    page.file_uploader(key="upload_target").set_value((*other, TYPE))
    again(page)
    assert use(page).y_target[-1] == "78"
    assert settings.params == SPLParams(d1=5, d2=3, T=4) and settings.k == 2 and settings.run
    assert page.session_state["state"].job.params == job.params
    page.file_uploader(key="upload_target").set_value(("b.npz", npz(X=Xt[:-1], y=yt[:-1]), TYPE))
    again(page)
    use(page)
    assert settings.params.T != 4 and not settings.run


def test_each_fix_is_a_checkbox(give, shifted):
    X, y, Xt, _ = shifted
    X = X.copy()
    X[4, 2] = np.nan
    page = give(upload_source=("a.npz", npz(X=X, y=y)), upload_target=("b.npy", npy(Xt.T)))
    assert "1 sample of 90 has NaN or infinity (row 4)" in text(page)
    assert page.checkbox(key="_fix drop rows source").value
    assert page.checkbox(key="_fix turn target").value  # 6 × 90, and the source has 6 features
    page.checkbox(key="_fix drop rows source").uncheck()
    again(page)
    assert "X_source has NaN or infinity" in shown("error", page=page)
    assert not any(b.key == "use_upload" for b in page.button)
    page.checkbox(key="_fix drop rows source").check()
    again(page)
    pair = use(page)
    assert (pair.n_source, pair.n_target) == (89, 90)


def test_another_column_of_labels(give):
    rows = [f"{i % 7},{'ab'[i % 2]},{'xyz'[i % 3]}" for i in range(12)]
    table = "\n".join(["size,kind,shape", *rows]).encode()
    page = give(upload_source=("a.csv", table), upload_target=("b.csv", table))
    assert "2 columns of text" in shown("error", page=page)
    assert page.session_state["state"].settings.data == "moons"
    for role in ("source", "target"):
        page.selectbox(key=f"upload_label_{role}").select("shape")
        again(page)
    assert not page.error
    assert use(page).class_names == ("x", "y", "z")


def test_an_error_keeps_the_pair_in_use(give, open_page, shifted):
    pair = DomainPair(*shifted)
    page = open_page("data", pair)
    give(page, upload_source=("a.npz", b"PK\x03\x04 cut off"))
    assert "cannot be read as a .npz file" in shown("error", page=page)
    assert page.session_state["state"].uploaded is pair
    give(page, upload_source=("a.npz", npz(X=np.eye(4))))
    assert not page.error and page.session_state["state"].uploaded is pair
    assert "a holds 4 samples with 4 features. Now give the target" in shown("info", page=page)


def test_what_was_read_is_still_there_when_the_page_was_left(give, open_page, shifted):
    Xs, ys, Xt, yt = shifted
    page = give(upload_source=("s.npz", npz(X=Xs, y=ys)), upload_target=("t.npz", npz(X=Xt, y=yt)))
    left = open_page("data", use(page))  # a page with empty uploaders
    for role in ("source", "target"):
        left.session_state["state"].remembered[f"read_{role}"] = page.session_state[
            "state"
        ].remembered[f"read_{role}"]
    page = give(left)
    assert [b.label for b in page.button if "given before" in b.label] == [
        "Remove s, given before",
        "Remove t, given before",
    ]
    page = give(page, upload_target=("u.npz", npz(X=Xt[:9], y=yt[:9])))  # the target is exchanged
    assert [b.label for b in page.button if "given before" in b.label] == ["Remove s, given before"]
    assert use(page).title == "s → u"
    page.button(key="remove_source").click()
    again(page)
    assert not [b for b in page.button if "given before" in b.label]


def test_a_file_with_both_domains_takes_the_place_of_two(give, shifted):
    Xs, ys, Xt, yt = shifted
    page = give(upload_source=("s.npz", npz(X=Xs, y=ys)), upload_target=("t.npz", npz(X=Xt, y=yt)))
    page.file_uploader(key="upload_target").set_value(None)
    both = npz(Xs=Xs, ys=ys, Xt=Xt[:8], yt=yt[:8])
    page = give(page, upload_source=("both.npz", both))
    assert use(page).n_target == 8


def test_one_file_with_three_domains(give, open_page, shifted):
    X, y, _, _ = shifted
    content = npz(X=X, y=y, domain=np.tile(["p", "q", "r"], 30))
    page = give(upload_source=("all.npz", content))
    assert "say which is the source and which is the target" in shown("error", page=page)
    for role, name in (("source", "r"), ("target", "p")):
        page.selectbox(key=f"_upload_domain_{role}").select(name)
        again(page)
    assert not page.error
    pair = use(page)
    assert pair.title == "all: r → p"
    left = open_page("data", pair)  # a page with empty uploaders
    left.session_state["state"].remembered = page.session_state["state"].remembered
    again(left)
    assert not left.error and "These data are in use." in text(left)


def test_the_source_is_asked_for_where_the_target_came_first(give, shifted):
    page = give(upload_target=("t.npz", npz(X=shifted[2])))
    assert "Now give the source's file on the left." in shown("info", page=page)


def test_the_page_says_which_file_it_reads(give, monkeypatch):
    """A table of 70 MB takes 10 s, in which the page looked as if nothing happened."""
    done = []

    @contextmanager
    def spinner(words):
        done.append(words)
        yield

    read = upload.read_features
    monkeypatch.setattr(upload.st, "spinner", spinner)
    monkeypatch.setattr(
        upload, "read_features", lambda *a, **o: (done.append("read"), read(*a, **o))[1]
    )
    give(upload_source=("photos.npz", npz(X=np.eye(4), y=list("aabb"))))
    assert done == ["Reading photos\\.npz …", "read"]


def test_pictures_of_the_samples(give, open_page, shifted):
    X, y, Xt, _ = shifted
    page = give(upload_source=("a.npz", npz(X=X, y=y)), upload_target=("b.npz", npz(X=Xt)))
    shades = {f"{i}.png": i for i in range(90)}
    page.file_uploader(key="upload_pictures_source").set_value(("p.zip", zip_of(shades), TYPE))
    wrong = npy(np.zeros((9, 4, 4)))
    page.file_uploader(key="upload_pictures_target").set_value(("p.npy", wrong, TYPE))
    again(page)
    assert "90 pictures of p matched by order" in text(page)
    assert "holds 9 pictures" in shown("error", page=page)
    pair = use(page)
    assert pair.thumbnails_source[:, 9, 9].tolist() == list(range(90))
    assert pair.thumbnails_target is None
    left = open_page("data", pair)  # a page with empty uploaders
    left.session_state["state"].remembered = page.session_state["state"].remembered
    again(left)
    assert "These data are in use." in text(left)
    left.button(key="remove_pictures_source").click()
    again(left)
    assert use(left).thumbnails_source is None


@pytest.fixture
def small_network(monkeypatch):
    """A network that waits until the event is set."""
    go_on = threading.Event()

    def some_pixels(squares):
        go_on.wait(20)
        return np.asarray(squares[:, ::60, ::60].reshape(len(squares), -1), dtype=np.float32)

    monkeypatch.setattr(image_features, "network", lambda: some_pixels)
    monkeypatch.setattr(image_features, "CACHE", image_features.FeatureCache())
    monkeypatch.setattr("spl.ui.data.images.missing_packages", lambda: "")
    yield go_on
    go_on.set()


@pytest.fixture
def own_pictures(give, small_network):
    source = zip_of({f"{'ab'[i % 2]}/{i}.png": 40 * (i % 2) + i for i in range(10)})
    target = zip_of({f"{i}.png": 50 + i for i in range(8)})
    page = give(way="Pictures", zip_source=("s.zip", source), zip_target=("t.zip", target))
    assert "10 source pictures in 2 classes, 8 target pictures." in text(page)
    page.button(key="features").click()
    again(page)
    return page


def test_own_pictures_become_a_pair(own_pictures, small_network):
    page = own_pictures
    assert page.button(key="cancel_features").label == "Cancel"
    small_network.set()
    page.session_state["state"].feature_job.wait(20)
    again(page)
    assert not page.error
    assert not any("Turn" in c.label for c in page.checkbox)
    pair = use(page)
    assert (pair.n_source, pair.n_target, pair.n_features) == (10, 8, 27)
    assert pair.class_names == ("a", "b") and pair.yt is None
    assert pair.thumbnails_target.shape == (8, 48, 48, 3)


def test_own_pictures_can_be_cancelled_and_continued(own_pictures, small_network):
    page = own_pictures
    page.session_state["state"].feature_job.cancel()
    again(page)
    assert page.button(key="cancel_features").disabled
    small_network.set()
    page.session_state["state"].feature_job.wait(20)
    again(page)
    assert "Stopped after 8 of 18 pictures; their features are kept." in text(page)
    assert page.button(key="features").label == "Continue"
    small_network.clear()
    page.button(key="features").click()
    again(page)
    small_network.set()
    page.session_state["state"].feature_job.wait(20)
    again(page)
    assert page.button(key="use_upload").label == "Use these data"


def test_own_pictures_of_the_source_need_class_folders(give, small_network):
    flat = zip_of({"1.png": 1, "2.png": 2})
    page = give(way="Pictures", zip_source=("s.zip", flat), zip_target=("t.zip", flat))
    assert "the source needs a folder for each class" in shown("error", page=page)
    assert not any(b.key == "features" for b in page.button)


def test_other_pictures_stop_the_work_on_those_before(own_pictures, small_network):
    page = own_pictures
    before = page.session_state["state"].feature_job
    page.file_uploader(key="zip_target").set_value(("u.zip", zip_of({"1.png": 7}), TYPE))
    again(page)
    assert "1 target picture." in text(page)
    page.button(key="features").click()
    again(page)
    assert before.stopping and page.session_state["state"].feature_job is not before


def test_names_are_no_markup(give, small_network):
    content = zip_of({"*a* $1$/1.png": 1, "b/2.png": 90, "*c*.png": 3})
    page = give(way="Pictures", zip_source=("s.zip", content), zip_target=("t.zip", content))
    assert r"\*c\*\.png" in page.error[0].value


def test_the_second_zip_is_asked_for(give, small_network):
    page = give(way="Pictures", zip_source=("s.zip", zip_of({"a/1.png": 1, "b/2.png": 90})))
    assert "Now give the target's pictures." in text(page)


def test_without_the_extra_the_page_says_how_to_install_it(give, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    page = give(way="Pictures")
    assert "`pip install 'spl-explorer[images]'`" in page.warning[0].value
    assert not page.get("file_uploader")


def test_domain_gap_before_and_after(open_page, shifted):
    pair = DomainPair(*shifted)
    page = open_page("data", pair)
    values = {m.label: float(m.value) for m in page.metric if "before" in m.label}
    assert set(values) == {"MMD, before", "Proxy A-distance, before"}
    assert 0 < values["MMD, before"] < np.sqrt(2)
    page = open_page("data", pair, SPLParams(d1=6, d2=3, T=4), 4)
    assert not page.exception
    assert {"MMD, k = 4", "Proxy A-distance, k = 4"} <= {m.label for m in page.metric}


def test_a_large_gap_waits_for_a_click(open_page, shifted, monkeypatch):
    monkeypatch.setattr("spl.ui.data.gap.QUICK", 10)
    page = open_page("data", DomainPair(*shifted))
    assert not any("before" in m.label for m in page.metric)
    page.button(key="measure_gap").click()
    again(page)
    assert any(m.label == "MMD, before" for m in page.metric)


def test_tables_are_joined_by_name_and_what_may_be_wrong_is_told(give):
    lines = [{"a": i * 7 % 5 + 1, "b": i * 3 % 4 + 1, "c": "uv"[i % 2]} for i in range(12)]
    source = "a,b,id,label\n" + "".join(
        f"{v['a']},{v['b']},{i * 5 % 12 + 40},{v['c']}\n" for i, v in enumerate(lines)
    )
    target = "id,b,a,label\n" + "".join(
        f"{i * 7 % 12 + 60},{v['b']},{v['a']},{v['c']}\n" for i, v in enumerate(lines)
    )
    page = give(upload_source=("s.csv", source.encode()), upload_target=("t.csv", target.encode()))
    assert "The columns of t were put in the order of s, by their names." in text(page)
    assert "column id, has a different whole number in every row" in text(page).replace("`", "")
    pair = use(page)
    assert pair.X_target[:, 0].tolist() == [v["a"] for v in lines]
    page = give(page, upload_target=("u.csv", b"a,z,id,label\n1,2,3,u\n2,4,9,v\n"))
    assert "u lacks the column" in shown("error", page=page)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"class,kind,place\n1.5,x,p\n2.5,y,q\n3.5,x,p\n", "column holds the labels under "),
        (b"a,b\n1,2\n3,4\n5,7\n", "The choice is above, under Columns and domains."),
    ],
    ids=["read", "paired"],
)
def test_a_sentence_that_asks_for_a_column_says_where_to_choose(give, content, says):
    page = give(upload_source=("s.csv", content), upload_target=("t.csv", b"a,b\n1,2\n3,4\n"))
    error = shown("error", page=page)
    assert says in error and "--label" not in error
    assert any(e.label.startswith("Columns and domains") for e in page.get("expander"))
