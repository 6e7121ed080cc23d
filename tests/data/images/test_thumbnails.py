"""Pictures of samples: how they are read, matched, made small and bounded."""

import io
import struct
import warnings
import zipfile
from zlib import compress, crc32

import numpy as np
import pytest
from image_bytes import png, zipped  # in tests/
from PIL import Image

from spl.data.images import files as limits
from spl.data.images.files import open_picture, picture_files
from spl.data.images.thumbnails import matched_pictures

REDS = (255, 0, 0), (200, 0, 0), (100, 0, 0)


def saved(name="pictures.npy", **arrays) -> tuple[str, bytes]:
    out = io.BytesIO()
    if name.endswith(".npy"):
        np.save(out, arrays["X"])
    else:
        np.savez(out, **arrays)
    return name, out.getvalue()


@pytest.mark.parametrize("shape", [(4, 8, 6), (4, 8, 6, 3)])
def test_arrays_keep_their_shape_and_floats_become_bytes(shape):
    X = np.linspace(0, 1, int(np.prod(shape))).reshape(shape)
    found, _ = matched_pictures(saved(X=X), 4)
    assert found.shape == shape and found.dtype == np.uint8
    assert (found == np.rint(X * 255)).all()


def test_large_arrays_are_made_smaller_with_their_proportions():
    found, _ = matched_pictures(saved(X=np.full((2, 200, 100, 3), 7, np.uint8)), 2)
    assert found.shape == (2, 48, 24, 3) and (found == 7).all()


def test_an_npz_may_hold_the_labels_too():
    name, content = saved("a.npz", X=np.zeros((3, 5)), thumbnails=np.zeros((3, 4, 4), np.uint8))
    assert matched_pictures((name, content), 3)[0].shape == (3, 4, 4)


def test_files_in_natural_order_of_their_names():
    files = {f"p{i}.png": png((i, 0, 0)) for i in (10, 9, 1)}
    found, note = matched_pictures(zipped(files), 3)
    assert found.shape == (3, 48, 48, 3)
    assert found[:, 20, 20, 0].tolist() == [1, 9, 10]
    assert "by order" in note


@pytest.mark.parametrize(
    "names",
    [["a/x.png", "b/y.png"], ["x.png", "y.png"], ["x", "y"], ["else/where/x", "z/y.jpg"]],
)
def test_files_by_the_samples_names(names):
    files = {"b/y.png": png((2, 0, 0)), "a/x.png": png((1, 0, 0)), "c/unused.png": png()}
    found, note = matched_pictures(zipped(files), 2, names)
    assert found[:, 20, 20, 0].tolist() == [1, 2]
    assert "by name" in note


def test_names_match_however_their_accents_are_coded():
    files = {"cafe\u0301.png": png((1, 0, 0)), "ame.png": png((2, 0, 0))}
    found, note = matched_pictures(zipped(files), 2, ["ame", "caf\u00e9"])
    assert found[:, 20, 20, 0].tolist() == [2, 1] and "by name" in note


def test_what_archivers_add_is_no_picture():
    files = {"a.png": png(), "__MACOSX/._a.png": b"x", ".hidden.png": b"x", "notes.txt": b"x"}
    assert picture_files(zipped(files)).paths == ("a.png",)


def test_files_that_are_not_read_are_known(tmp_path):
    names = ("a.png", "b.HEIC", "notes.txt", ".hidden.txt", "Thumbs.db", "__MACOSX/._b.HEIC")
    (tmp_path / "__MACOSX").mkdir()
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    for files in (picture_files(tmp_path), picture_files(zipped(dict.fromkeys(names, b"x")))):
        assert files.paths == ("a.png",) and files.others == ("b.HEIC", "notes.txt")


def test_pictures_with_hidden_names_are_known():
    files = {".net/1.png": png(), "a/.2.png": png(), "a/3.png": png(), "a/._3.png": b"x"}
    found = picture_files(zipped(files))
    assert found.paths == ("a/3.png",) and set(found.hidden) == {".net/1.png", "a/.2.png"}
    with pytest.raises(ValueError, match=r"begins with a point \(first: \.net/1\.png\)"):
        picture_files(zipped({".net/1.png": png()}))


def test_paths_that_lead_up_are_names_like_others():
    found = picture_files(zipped({"../../a/1.png": png(), "../../b/2.png": png()}))
    assert found.labels.tolist() == ["a", "b"]


def test_a_zip_that_holds_a_picture_twice_is_refused():
    out = io.BytesIO(zipped({"a/1.png": png(), "b/2.png": png()})[1])
    with warnings.catch_warnings(), zipfile.ZipFile(out, "a") as archive:
        warnings.simplefilter("ignore")  # zipfile's own about the name
        archive.writestr("a/1.png", png((0, 0, 255)))
    with pytest.raises(ValueError, match=r"holds a/1\.png more than once"):
        picture_files(("p.zip", out.getvalue()))


def test_a_class_folder_is_one_class_however_its_accents_are_coded():
    files = {"caf\u00e9/1.png": png(), "cafe\u0301/2.png": png(), "tea/3.png": png()}
    labels = picture_files(zipped(files)).labels.tolist()
    assert sorted(labels) == ["caf\u00e9", "caf\u00e9", "tea"]


def test_grey_and_transparent_pictures():
    files = {"a.png": png(90, mode="L"), "b.png": png((0, 0, 0, 0), mode="RGBA")}
    found, _ = matched_pictures(zipped(files), 2)
    assert found.shape == (2, 48, 48)  # all grey
    assert found[:, 20, 20].tolist() == [90, 255]  # what is transparent is white


def test_tall_pictures_are_shown_whole_on_white():
    found = matched_pictures(zipped({"a.png": png((0, 0, 0), size=(20, 60))}), 1)[0][0]
    assert found[24, 24] == 0 and found[24, 2] == 255


def test_sixteen_bits_keep_their_shades():
    out = io.BytesIO()
    Image.fromarray(np.full((5, 5), 0x8000, np.uint16)).save(out, "PNG")
    assert np.asarray(open_picture(out.getvalue(), "a.png"))[0, 0].tolist() == [128] * 3


def test_classes_are_folders(tmp_path):
    for path in ("cat/1.png", "cat/2.png", "dog/1.png"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(png())
    files = picture_files(tmp_path)
    assert files.labels.tolist() == ["cat", "cat", "dog"]
    assert picture_files(tmp_path / "cat").labels is None  # one folder: no classes
    wrapped = picture_files(zipped({f"amazon/images/{p}": png() for p in files.paths}))
    assert wrapped.labels.tolist() == ["cat", "cat", "dog"]
    (tmp_path / "loose.png").write_bytes(png())
    with pytest.raises(ValueError, match="1 picture outside its class folders"):
        _ = picture_files(tmp_path).labels


def test_a_folder_inside_a_class_folder_belongs_to_the_class():
    paths = ("set/cat/1.png", "set/cat/more/2.png", "set/dog/old/3.png", "set\\fox\\4.png")
    files = picture_files(zipped(dict.fromkeys(paths, b"")))
    assert dict(zip(files.paths, files.labels, strict=True)) == dict(
        zip(paths, ("cat", "cat", "old", "fox"), strict=True)
    )


def test_pictures_beside_the_class_folders_are_no_class():
    paths = ("set/cat/1.png", "set/dog/2.png", "set/cover.png")
    with pytest.raises(ValueError, match=r"1 picture outside .* \(first: set/cover.png\)"):
        _ = picture_files(zipped(dict.fromkeys(paths, b""))).labels


def test_a_missing_path_asks_for_pictures(tmp_path):
    with pytest.raises(
        ValueError, match=r"x\.zip does not exist; give a folder or zip file of pic"
    ):
        picture_files(tmp_path / "x.zip")


@pytest.mark.parametrize(
    ("source", "names", "sentence"),
    [
        (zipped({"a.png": png()}), None, "holds 1 picture for 2 samples"),
        (zipped({"a.txt": b""}), None, "holds no pictures; give image files"),
        (zipped({"a.png": png(), "b.png": b"no"}), None, "b.png cannot be read as an image"),
        (
            zipped({f"{i}.png": png() for i in "abc"}),
            ["a", "z"],
            "holds 3 pictures for 2 samples",
        ),
        (("a.zip", b"PK\x03\x04 cut off"), None, "a.zip cannot be read as a zip file"),
        (("a.csv", b"1,2,3"), None, "a.csv is neither an array nor a zip file"),
        (saved(X=np.zeros((3, 4, 4))), None, "holds 3 pictures"),
        (saved(X=np.zeros((2, 4))), None, "holds no arrays of pictures"),
        (saved(X=np.full((2, 4, 4), -1.0)), None, "give pictures as uint8"),
        (saved(X=np.full((2, 4, 4), np.nan)), None, "give pictures as uint8"),
        (
            (saved(X=np.zeros((2, 4, 4)))[0], b"\x93NUMPY cut"),
            None,
            "cannot be read: `array` is damaged",
        ),
    ],
)
def test_bad_pictures_are_one_sentence(source, names, sentence):
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")) as error:
        matched_pictures(source, 2, names)
    assert "\n" not in str(error.value)


def test_a_few_missing_names_are_told():
    files = {f"{i}.png": png() for i in "abcd"}
    with pytest.raises(ValueError, match=r"lacks a picture for 1 of 4 samples \(first: z\)"):
        matched_pictures(zipped(files), 4, ["a", "b", "z", "d"])


@pytest.mark.parametrize(
    ("limit", "value", "sentence"),
    [
        ("MAX_FILES", 2, "holds 3 pictures but at most 2 are read"),
        ("MAX_FILE", 10, "unpacks to more than"),
        ("MAX_PIXELS", 3000, "has 60 × 60 pixels but at most 3,000"),
    ],
)
def test_limits(monkeypatch, limit, value, sentence):
    monkeypatch.setattr(limits, limit, value)
    with pytest.raises(ValueError, match=sentence):
        matched_pictures(zipped({f"{i}.png": png() for i in range(3)}), 3)


def huge(kind: str, w: int = 50_000, h: int = 50_000) -> bytes:
    """The head of an image file that says how large it is, without the pixels."""
    if kind == "bmp":
        return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, w, h, 1, 24, *[0] * 6)
    if kind == "gif":
        return (
            b"GIF89a" + struct.pack("<HHBBBBHHHHB", w, h, 0, 0, 0, 44, 0, 0, w, h, 0) + b"\x02\x00;"
        )
    if kind == "jpg":
        return (
            b"\xff\xd8\xff\xc0" + struct.pack(">HBHHB", 11, 8, h, w, 1) + b"\x01\x11\x00" + bytes(9)
        )

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", compress(bytes(99)))


@pytest.mark.parametrize("size", [50_000, 8_000])
@pytest.mark.parametrize("kind", ["png", "bmp", "gif", "jpg"])
def test_a_huge_picture_is_refused_by_its_head(kind, size, monkeypatch):
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("its pixels were decoded"))
    name = f"big.{kind}"
    with pytest.raises(ValueError, match=rf"{name} has .*50,000,000.*make it\s+smaller"):
        open_picture(huge(kind, size, size), name)
    with pytest.raises(ValueError, match=f"{name} has .* pixels"):
        matched_pictures(zipped({name: huge(kind, size, size)}), 1)


def test_limit_of_an_array(monkeypatch):
    monkeypatch.setenv("SPL_MAX_GB", "1e-7")
    with pytest.raises(
        ValueError, match="pictures.zip takes .* MB once it is decoded, but at most"
    ):
        matched_pictures(zipped({f"{i}.png": png() for i in range(3)}), 3)
    name, content = saved("a.npz", X=np.zeros((2, 40, 40)))
    with pytest.raises(ValueError, match="a.npz takes 0.0257 MB once it is decoded"):
        matched_pictures((name, content), 2)
    header = saved(X=np.zeros((2, 4, 4)))[1].replace(b"(2, 4, 4)", b"(9, 9, 9)")
    monkeypatch.delenv("SPL_MAX_GB")
    with pytest.raises(ValueError, match="`array` is damaged"):
        matched_pictures(("a.npy", header), 2)


def test_a_zip_that_states_too_small_a_size_gives_no_more_than_it_states():
    name, content = zipped({"a.png": b"\0" * 100_000})
    central = content.rindex(b"PK\x01\x02")
    small = (50).to_bytes(4, "little")
    lying = content[:22] + small + content[26 : central + 24] + small + content[central + 28 :]
    with pytest.raises(ValueError, match="cannot be"):
        matched_pictures((name, lying), 1)
