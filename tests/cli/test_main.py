"""The command line: what it prints, what it writes, how it refuses."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from urllib.request import urlopen

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.cli.main import main
from spl.data.samples import sample_sets
from spl.engine.launch import link
from spl.measures.baselines import baseline_accuracies
from spl.reports.saved_run import read_run


def _lines(capsys) -> list[str]:
    return capsys.readouterr().out.splitlines()


RUN_ARRAYS = set(
    "pseudo_labels selected confidence matching cluster_labels classes accuracy".split()
)


def test_run_prints_a_line_per_iteration_and_writes_plain_arrays(tmp_path, capsys):
    out = tmp_path / "run.npz"
    assert main(["run", "moons", "--T", "3", "--out", str(out)]) == 0
    lines = _lines(capsys)
    assert [line.split()[0] for line in lines if line.strip()[:1].isdigit()] == list("0123")
    assert "1-NN" in lines[-1]
    with np.load(out, allow_pickle=False) as run:
        assert run["pseudo_labels"].shape == run["selected"].shape == (4, 200)
        assert run["confidence"].shape == run["cluster_labels"].shape == (4, 200)
        assert run["matching"].shape == (4, 2)
        assert run["accuracy"].shape == (4,)
        assert int(run["T"]) == 3 and str(run["labeling"]) == "both"
        assert set(run) == RUN_ARRAYS | set(SPLParams.__dataclass_fields__)


def test_recommended_values_are_used_and_said(capsys):
    assert main(["run", "moons", "--T", "1"]) == 0
    assert "recommended" in capsys.readouterr().err


def test_a_target_that_is_cut_from_the_source_is_said(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=np.r_[X[9::-1], Xt[:5]])
    files = [str(tmp_path / "a.npz"), str(tmp_path / "b.npz")]
    assert main(["run", *files, "--d1", "6", "--d2", "3", "--T", "1"]) == 0
    said = capsys.readouterr().err
    assert said.count("10 of the 15 target samples have the same features as source") == 1


def test_files_without_target_labels_show_no_accuracy(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "a.npz", X=X, y=y)
    np.savez(tmp_path / "b.npz", X=Xt)
    files = [str(tmp_path / "a.npz"), str(tmp_path / "b.npz")]
    assert main(["run", *files, "--d1", "6", "--d2", "3", "--T", "2"]) == 0
    shown = capsys.readouterr().out
    assert "agreement" in shown and "accuracy  " not in shown


def test_ablation_has_the_papers_nine_rows(capsys):
    assert main(["ablation", "matching differs", "--T", "2"]) == 0
    rows = [line for line in _lines(capsys) if "%" in line]
    assert len(rows) == 9
    assert rows[0].split()[:4] == ["✗", "✗", "✓", "✗"]
    assert rows[-1].split()[:4] == ["✓"] * 4


def test_samples_lists_every_set(capsys):
    assert main(["samples"]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in [*sample_sets(), "moons"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "nofile"], "neither a file nor a sample"),
        (["run", "icons:filled"], "names no direction"),
        (["run", "icons:filled", "icons:filled"], "choose two different domains"),
        (["run", "icons:filled", "letters:sans"], "do not belong together"),
        (["run", "icons:solid", "icons:outline"], "has no domain 'solid'"),
        (["run", "moons", "moons"], "give only its name"),
        (["run", "a", "b", "c"], "3 data names were given"),
        (["run", "moons", "--d1", "0"], "d1=0 must be a whole number"),
        (["run", "moons", "--alpha", "-1"], "alpha=-1.0 must be a number from 0.000001"),
        (["run", "moons", "--out", "no/such/folder/run.npz"], "folder does not exist"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, sentence, capsys):
    assert main(arguments) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert sentence in lines[-1]
    assert not any("Traceback" in line for line in lines)


def test_sample_sets_have_the_same_order_on_every_disk():
    first, *others = sample_sets()
    assert first == "icons" and others == sorted(others)


@pytest.mark.parametrize("name", list(sample_sets()))
def test_adaptation_beats_1nn_on_every_shipped_set(name, capsys):
    source, target = next(iter(sample_sets()[name].directions))
    if name == "icons":
        source, target = "filled", "outline"
    if name == "letters":
        source, target = "handwriting", "sans"
    assert main(["run", f"{name}:{source}", f"{name}:{target}"]) == 0
    lines = _lines(capsys)
    last = [line for line in lines if line.strip()[:1].isdigit()][-1]
    accuracy = float(last.split()[3].rstrip("%"))
    one_nn = float(lines[-1].split("1-NN ")[1].split("%")[0])
    assert accuracy > one_nn + 5


def test_export_makes_one_page_of_a_saved_run(tmp_path, capsys):
    run, page = tmp_path / "run.npz", tmp_path / "out.html"
    assert main(["run", "moons", "--T", "2", "--out", str(run)]) == 0
    capsys.readouterr()
    assert main(["export", str(run), "--html", str(page), "--embedding", "pca", "--json"]) == 0
    text, shown = page.read_text(), capsys.readouterr()
    assert "MB" in shown.err
    assert json.loads(shown.out) == {"record": "file", "option": "html", "path": str(page)}
    assert "spl-blobs" in text and "src=" not in text.split("<main")[0]


def test_an_exported_page_names_the_best_without_adaptation_if_it_is_known(tmp_path, shifted):
    def best(run, *options):
        page = tmp_path / "out.html"
        out = ["export", str(run), "--html", str(page), "--embedding", "pca", *options]
        assert main(out) == 0
        header = page.read_text().split('id="spl-header">')[1].split("</script>")[0]
        return json.loads(header)["runs"][0]["best"]

    run = tmp_path / "run.npz"
    assert main(["run", "moons", "--T", "2", "--out", str(run)]) == 0
    accuracies = baseline_accuracies(*read_run(run)[:2])
    assert len(accuracies) == 4
    assert best(run) == list(max(accuracies.items(), key=lambda item: item[1]))
    assert best(run, "--no-baselines") is None
    X, y, Xt, _ = shifted
    files = tmp_path / "s.npz", tmp_path / "t.npz"
    np.savez(files[0], X=X, y=y)
    np.savez(files[1], X=Xt)
    assert main(["run", *map(str, files), "--T", "2", "--out", str(run)]) == 0
    assert best(run) is None  # without target labels


@pytest.mark.parametrize("option, k", [([], -1), (["--k", "2"], 2), (["--k", "before"], -1)])
def test_an_exported_page_opens_where_it_is_asked_to(tmp_path, option, k):
    run, page = tmp_path / "run.npz", tmp_path / "out.html"
    assert main(["run", "moons", "--T", "2", "--out", str(run)]) == 0
    out = ["export", str(run), "--html", str(page), "--embedding", "pca", "--color-by", "rank"]
    assert main([*out, *option]) == 0
    header = page.read_text().split('id="spl-header">')[1].split("</script>")[0]
    data = json.loads(header)
    assert (data["k"], data["color_by"]) == (k, "rank")


def test_export_refuses_an_iteration_or_colours_that_a_run_does_not_have(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "pair.npz", Xs=X, ys=y, Xt=Xt)
    run = str(tmp_path / "run.npz")
    assert (
        main(
            ["run", str(tmp_path / "pair.npz"), "--d1", "6", "--d2", "3", "--T", "2", "--out", run]
        )
        == 0
    )
    capsys.readouterr()
    out = ["export", run, "--html", str(tmp_path / "o.html"), "--embedding", "pca"]
    for option in (["--k", "3"], ["--k", "-1"], ["--k", "²"]):
        assert main([*out, *option]) == 2
        assert "k = 0 to 2" in capsys.readouterr().err
    assert main([*out, "--color-by", "correct"]) == 2
    said = capsys.readouterr().err
    assert "needs labels of the target" in said and "vote" not in said
    assert main([*out, "--color-by", "vote"]) == 2
    assert "--color-by vote needs a sweep" in capsys.readouterr().err


def test_export_opens_files_again_and_says_when_they_changed(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    data, run = tmp_path / "pair.npz", str(tmp_path / "run.npz")
    np.savez(data, Xs=X, ys=y, Xt=Xt)
    assert main(["run", str(data), "--d1", "6", "--d2", "3", "--T", "2", "--out", run]) == 0
    out = ["--html", str(tmp_path / "out.html"), "--embedding", "pca"]
    assert main(["export", run, *out]) == 0
    np.savez(data, Xs=X, ys=y, Xt=Xt[::-1])
    assert main(["export", run, *out]) == 2
    assert "no longer give the labels" in capsys.readouterr().err
    other, n = np.where(y == "cat", "cow", y), len(Xt)
    more = np.where(np.arange(len(y)) == 1, "dog", y)
    for arrays, says in (
        ({"ys": y, "Xt": Xt[1:]}, (f"of {n} target samples, but the target of", f"has {n - 1};")),
        ({"ys": other, "Xt": Xt}, ("has 3 classes (cat among", "has 3 (cow among them)")),
        ({"ys": more, "Xt": Xt}, ("has 3 classes (ant, bee, cat), but", "has 4 (dog among them)")),
    ):
        np.savez(data, Xs=X, **arrays)
        assert main(["export", run, *out]) == 2
        said = capsys.readouterr().err
        assert all(part in said for part in says) and "with --data" in said, said
    data.unlink()
    assert main(["export", run, *out]) == 2


@pytest.mark.parametrize(
    "comment",
    [
        b"",
        b"[1]",
        b"{",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"data": 5}',
        b'{"data": [5], "label": [1]}',
        b'{"data": ["\\u0000"]}',
        b'{"data": ["no-such-thing"]}',
    ],
)
def test_export_says_where_a_run_names_no_data(tmp_path, comment, capsys):
    run = tmp_path / "run.npz"
    assert main(["run", "moons", "--T", "1", "--out", str(run)]) == 0
    with zipfile.ZipFile(run, "a") as archive:
        archive.comment = comment
    capsys.readouterr()
    out = ["--html", str(tmp_path / "o.html"), "--embedding", "pca"]
    assert main(["export", str(run), *out]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert main(["export", str(run), *out, "--data", "moons"]) == 0


def test_domains_of_a_sample_are_not_named_as_those_of_a_file(capsys):
    assert main(["run", "icons", "--source-domain", "filled"]) == 2
    assert "--source-domain filled is only for reading a file" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"no zip", "array", "damage", None])
def test_export_refuses_what_is_no_run(tmp_path, content, capsys):
    run = tmp_path / "run.npz"
    if content is None:
        np.savez(run, X=np.eye(3))
    elif content == "array":
        with run.open("wb") as file:
            np.save(file, np.eye(3))
    elif content == "damage":  # zlib has an error of its own
        np.savez_compressed(run, X=np.arange(1000))
        whole = bytearray(run.read_bytes())
        whole[60:70] = b"\xff" * 10
        run.write_bytes(whole)
    else:
        run.write_bytes(content)
    assert main(["export", str(run), "--html", str(tmp_path / "o.html")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


TOGETHER = "its arrays do not belong together (pseudo_labels "
BY_HAND = [
    ({"d2": np.array([1, 2])}, "its d2 is an array of shape (2,) and should be a single value"),
    ({"pseudo_labels": np.full((2, 200), "u")}, TOGETHER),
    ({"pseudo_labels": np.full((2, 200), 7)}, TOGETHER),
    ({"pseudo_labels": np.zeros((2, 199), int)}, TOGETHER),
    ({"selected": np.zeros((1, 2, 200), bool)}, TOGETHER),
    ({"selected": np.zeros((2, 200))}, TOGETHER),
    ({"classes": np.zeros((1, 2), int)}, TOGETHER),
    ({"without": np.array([1, 2])}, "its without is not a table of rows and iterations"),
    ({"without": np.array([["a", "b"]])}, "its without is not a table of rows and iterations"),
]


@pytest.mark.parametrize(("changed", "says"), BY_HAND)
def test_export_refuses_a_run_that_was_edited(changed, says, tmp_path, capsys):
    run = tmp_path / "run.npz"
    assert main(["run", "moons", "--T", "1", "--out", str(run)]) == 0
    with np.load(run) as file:
        arrays = dict(file) | changed
    np.savez(run, **arrays)
    capsys.readouterr()
    out = ["--html", str(tmp_path / "o.html"), "--data", "moons"]
    assert main(["export", str(run), *out]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"spl: {run} is not a run that `spl run … --out` wrote: {says}")
    assert error.endswith("; run `spl run` again.\n") and error.count("\n") == 1


@pytest.fixture
def pictures(tmp_path, monkeypatch):
    """Two folders of pictures in class folders, and a network that averages colours."""
    from PIL import Image

    from spl.data.images import features as image_features

    def colors(squares):
        means = squares.mean(axis=(1, 2))
        return np.hstack([means, means**2, squares[:, 80, ::40, 0]]).astype(np.float32)

    monkeypatch.setattr(image_features, "network", lambda: colors)
    for i in range(24):
        folder = tmp_path / ("s", "t")[i % 2] / ("red", "blue")[i // 12]
        folder.mkdir(parents=True, exist_ok=True)
        shade = 100 + 5 * (i % 12)
        color = (shade, 10 * (i % 2), 0) if i < 12 else (0, 10 * (i % 2), shade)
        Image.new("RGB", (30, 20), color).save(folder / f"{i}.png")
    return tmp_path


def test_features_of_pictures_are_data_for_run(pictures, capsys):
    for name in ("s", "t"):
        assert main(["features", str(pictures / name), "--out", f"{pictures / name}.npz"]) == 0
        assert "12 of 12 pictures" in capsys.readouterr().err
    files = [str(pictures / "s.npz"), str(pictures / "t.npz")]
    assert main(["run", *files, "--d1", "4", "--d2", "2", "--T", "1"]) == 0
    lines = _lines(capsys)
    assert "12 source and 12 target samples, 10 features, 2 classes" in lines[0]
    assert "1-NN" in lines[-1]


def test_a_link_that_leads_nowhere_is_refused_before_the_run(tmp_path, capsys):
    link = tmp_path / "run.npz"
    link.symlink_to(tmp_path / "gone" / "run.npz")
    assert main(["run", "moons", "--T", "1", "--out", str(link)]) == 2
    shown = capsys.readouterr()
    assert "folder does not exist" in shown.err and not shown.out


@pytest.mark.parametrize(
    ("folder", "out", "sentence"),
    [
        ("nowhere", "x.npz", "nowhere does not exist"),
        (".", "x.npy", "give a name that ends with .npz"),
        (".", "no/such/x.npz", "folder does not exist"),
        ("empty", "x.npz", "empty holds no pictures"),
    ],
)
def test_features_refuses_in_one_sentence(pictures, folder, out, sentence, capsys):
    (pictures / "empty").mkdir()
    assert main(["features", str(pictures / folder), "--out", str(pictures / out)]) == 2
    assert sentence in capsys.readouterr().err.strip().splitlines()[-1]


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_the_app_ends_without_a_word_when_it_is_stopped(by):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # if ignored
    run = f"{heed}; from spl.cli.main import main; raise SystemExit(main())"
    command = [sys.executable, "-c", run, "app", "--headless", "--port", str(port)]
    app = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    said = iter(app.stdout.readline, "")
    assert any(f"URL: http://localhost:{port}" in line for line in said)
    for _ in range(100):  # it is about to answer
        with suppress(OSError), urlopen(f"http://localhost:{port}/_stcore/health", timeout=5):
            break
        time.sleep(0.1)
    os.killpg(app.pid, by) if by == signal.SIGINT else app.terminate()  # as a terminal does
    rest, _ = app.communicate(timeout=300)
    assert (app.returncode, rest.strip()) == (0, "")


def test_the_app_says_when_its_port_is_taken(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["app", "--port", str(port), "--address", "127.0.0.1", "--headless"]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is in use" in said and f"--port {port + 1}" in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--address", ""], "'' is not an address of this machine (it is empty)"),
        (["--address", "localhost:8501"], "'localhost:8501' is not an address of this machine"),
        (["--address", "192.0.2.1"], "'192.0.2.1' is not an address of this machine"),
        *(
            (["--allow-host", host], f"--allow-host {host!r} is not a host's name")
            for host in ("", "*", "x y", "http://x.org/", "x.org:80", "x.org/app", ".org")
        ),
        (["--port", "0"], "--port 0 is not a port"),
    ],
)
def test_the_app_refuses_where_nobody_would_find_it(options, sentence, capsys):
    port = [] if "--port" in options else ["--port", "8501"]
    assert main(["app", "--headless", *port, *options]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "found"),
    [("localhost", "localhost"), ("::", "localhost"), ("::1", "[::1]"), ("10.0.0.1", "10.0.0.1")],
)
def test_a_link_is_one_that_a_browser_opens(address, found):
    assert link(address, 8501) == f"http://{found}:8501"


def test_a_run_keeps_one_state_at_a_time_whatever_it_writes(tmp_path, monkeypatch, capsys):
    """Coordinates of all iterations together would take T + 1 times the memory."""
    import gc

    from spl.algorithm.state import SPLState
    from spl.cli import run

    def n_heavy():
        gc.collect()
        return sum(isinstance(o, SPLState) and o.z_target.size > 0 for o in gc.get_objects())

    alive, iterate_pair = [], run.iterate_pair

    def watched(*args):
        for state in iterate_pair(*args):
            alive.append(n_heavy() - before)
            yield state
            del state

    monkeypatch.setattr(run, "iterate_pair", watched)
    before = n_heavy()
    assert main(["run", "moons", "--out", str(tmp_path / "r.npz"), "--T", "4"]) == 0
    assert alive == [1] * 5
