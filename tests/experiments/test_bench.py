"""`spl bench`: published names are found, and the published figures come out."""

import csv
import json
import signal

import numpy as np
import pandas as pd
import pytest
from scipy.io import savemat

from spl.cli.main import main
from spl.experiments.bench import bench
from spl.paper import AVERAGE, DATASETS, result_table
from spl.paper.published import PublishedSet, find_published

WIDTH = 24


def domain(n_classes, seed, width=WIDTH):
    """Two samples per class around class means that all domains share, moved a little."""
    means = np.abs(np.random.default_rng(1).normal(size=(n_classes, width)))
    y = np.repeat(np.arange(n_classes), 2)
    noise = np.random.default_rng(seed).normal(scale=0.1, size=(len(y), width))
    return (means[y] + noise).astype(np.float32), y


def office_home_mat(folder):
    for seed, name in enumerate(("Art", "Clipart", "Product", "RealWorld")):
        X, y = domain(65, seed)
        file = folder / f"OfficeHome-{name}-resnet50-noft.mat"
        savemat(file, {"resnet50_features": X[:, :, None, None], "labels": y[None]})


def imageclef_csv(folder):
    for source in "cip":
        for target in "cip":
            X, y = domain(12, ord(target))
            np.savetxt(folder / f"{source}_{target}.csv", np.column_stack([X, y]), delimiter=",")


def office31_mat(folder):
    for seed, name in enumerate("AWD"):
        X, y = domain(31, seed)
        file = folder / f"office-{name}-resnet50-noft.mat"
        savemat(file, {"resnet50_features": X[:, :, None, None], "labels": y[None]})


def office31_csv(folder):
    for source in ("amazon", "webcam", "dslr"):
        for target in ("amazon", "webcam", "dslr"):
            X, y = domain(31, len(target))
            file = folder / f"{source}_{target}.csv"
            np.savetxt(file, np.column_stack([X, y]), delimiter=",")


def caltech_decaf(folder):
    for seed, name in enumerate(("caltech", "amazon", "webcam", "dslr")):
        X, y = domain(10, seed)
        savemat(folder / f"{name}_decaf.mat", {"feas": X, "labels": y[:, None] + 1})


def caltech_surf(folder):
    for seed, name in enumerate(("Caltech10", "amazon", "webcam", "dslr")):
        X, y = domain(10, seed)
        savemat(folder / f"{name}_SURF_L10.mat", {"fts": X, "labels": y[:, None] + 1})


def office31_npz(folder):
    for seed, name in enumerate(("amazon", "webcam", "dslr")):
        X, y = domain(31, seed)
        np.savez(folder / f"{name}.npz", X=X, y=y)


@pytest.mark.parametrize(
    ("write", "key", "n_tasks"),
    [
        (office_home_mat, "office_home", 12),
        (imageclef_csv, "imageclef_da", 6),
        (office31_mat, "office31", 6),
        (office31_csv, "office31", 6),
        (office31_npz, "office31", 6),
        (caltech_decaf, "office_caltech", 12),
        (caltech_surf, "office_caltech", 12),
    ],
)
def test_published_names_are_found_also_below_the_folder(tmp_path, write, key, n_tasks):
    inner = tmp_path / "features" / "set"
    inner.mkdir(parents=True)
    write(inner)
    (tmp_path / "notes.txt").write_text("not data")
    (found,), problems = find_published(tmp_path)
    assert not problems and not found.missing
    assert found.dataset.key == key and len(found.tasks) == n_tasks
    pair = found.pair(found.tasks[-1])
    assert pair.X_source.shape[1] == pair.X_target.shape[1] == WIDTH
    assert len(set(pair.y_source)) == len(set(pair.y_target)) == DATASETS[key].n_classes


def test_average_comes_where_all_tasks_are_there(tmp_path):
    imageclef_csv(tmp_path)
    (found,), _ = find_published(tmp_path)
    *rows, last = bench(found)
    assert [row.task for row in rows] == ["I→P", "P→I", "I→C", "C→I", "C→P", "P→C"]
    assert last.task == AVERAGE
    assert last.spl_floor == pytest.approx(np.mean([row.spl_floor for row in rows]))
    assert last.paper is None  # the features are not the paper's: 24 wide


def test_each_domain_is_read_once(tmp_path, monkeypatch):
    from spl.paper import published

    caltech_decaf(tmp_path)
    read = []
    original = published.read_features

    def counted(path, **options):
        read.append(path.name)
        return original(path, **options)

    monkeypatch.setattr(published, "read_features", counted)
    (found,), _ = find_published(tmp_path)
    list(bench(found))
    assert sorted(read) == sorted(f"{d}_decaf.mat" for d in ("caltech", "amazon", "webcam", "dslr"))


def test_what_is_missing_is_said(tmp_path, capsys):
    office31_csv(tmp_path)
    (tmp_path / "amazon_dslr.csv").unlink()
    assert main(["bench", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "5 of 6 tasks; not found: amazon_dslr" in shown
    assert "The paper reports no results for these features" in shown
    assert "average" not in shown


def test_two_sets_in_one_folder_and_one_chosen(tmp_path, capsys):
    caltech_decaf(tmp_path)
    office31_mat(tmp_path)
    out = tmp_path / "bench.csv"
    assert main(["bench", str(tmp_path), "--set", "office31", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "Office-31" in shown and "Office-Caltech" not in shown
    lines = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [line["task"] for line in lines][-1] == AVERAGE and len(lines) == 7
    assert lines[0]["paper"] == lines[0]["difference"] == ""


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "holds no feature files of the paper's data sets; found no files: names such as"),
        ({"a.txt": b"x", "b.mat": b"y"}, "found a.txt, b.mat: names such as webcam_decaf.mat, "),
    ],
)
def test_a_folder_of_something_else_is_refused(tmp_path, files, sentence, capsys):
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert main(["bench", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["absent", ""])
def test_no_folder_is_refused(folder, tmp_path, capsys):
    assert main(["bench", folder and str(tmp_path / folder)]) == 2
    assert (
        "is not a folder; give the folder that holds the feature files" in capsys.readouterr().err
    )


def test_one_domain_is_not_enough(tmp_path, capsys):
    X, y = domain(31, 0)
    np.savez(tmp_path / "amazon.npz", X=X, y=y)
    assert main(["bench", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "a task of Office-31 needs two domains; add webcam or dslr beside it." in error


def test_other_numbers_of_classes_are_refused(tmp_path, capsys):
    for name in ("amazon", "webcam"):
        X, y = domain(7, 0)
        np.savez(tmp_path / f"{name}.npz", X=X, y=y)
    assert main(["bench", str(tmp_path)]) == 2
    assert "7 classes match no data set of the paper" in capsys.readouterr().err


def test_a_damaged_file_leaves_the_others(tmp_path, capsys):
    caltech_decaf(tmp_path)
    (tmp_path / "office-A-resnet50-noft.mat").write_bytes(b"MATLAB 5.0 MAT-file, cut off")
    assert main(["bench", str(tmp_path)]) == 2
    caught = capsys.readouterr()
    assert "office-A-resnet50-noft.mat" in caught.err
    assert "12 of 12 tasks" in caught.out


def test_a_set_that_is_not_there_is_named(tmp_path, capsys):
    caltech_decaf(tmp_path)
    assert main(["bench", str(tmp_path), "--set", "office_home"]) == 2
    assert "holds no task of office_home; data sets in it: office_caltech." in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("part", ["public_formats", "office_caltech_decaf6"])
def test_published_figures_come_out(shared_data, part):
    sets, problems = find_published(shared_data / part)
    found = sets[0]
    assert not problems and found.like_the_paper and found.features == "DeCAF6"
    rows = {row.task: row for row in bench(found)}
    assert round(rows["D→W"].spl_authors, 1) == 98.6
    assert round(rows["W→D"].spl_authors, 1) == 100.0
    assert all(abs(row.difference) < 0.05 for row in rows.values())
    assert round(rows["D→W"].spl_floor, 1) == 99.3 and round(rows["W→D"].spl_floor, 1) == 99.4


def test_methods_stand_above_the_papers_rows(tmp_path, capsys, monkeypatch):
    office31_mat(tmp_path)
    monkeypatch.setattr(PublishedSet, "like_the_paper", property(lambda self: True))
    out = tmp_path / "table.csv"
    command = ["bench", str(tmp_path), "--methods", "1-NN,SPL", "--method", "jda:dim=5"]
    assert main([*command, "--out", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    paper = result_table("office31")
    heads = next(line for line in lines if line.split()[:1] == ["A→W"])
    assert heads.split() == [*paper.tasks, AVERAGE]
    here = lines.index("run here")
    assert [line.split()[0] for line in lines[here + 1 : here + 4]] == ["1-NN", "JDA", "SPL"]
    average = f"{paper.row('SPL').accuracy[AVERAGE]:.1f}"
    assert sum(line.startswith("SPL ") and line.endswith(average) for line in lines) == 1
    table = pd.read_csv(out)
    ran = table[table["source"] == "here"].pivot(index="method", columns="task", values="accuracy")
    assert ran[AVERAGE].to_numpy() == pytest.approx(ran[list(paper.tasks)].mean(axis=1), abs=1e-6)
    reported = table[table["source"].str.startswith("paper") & (table["method"] == "SPL")]
    for task, share in zip(reported["task"], reported["accuracy"], strict=True):
        assert 100 * share == pytest.approx(paper.row("SPL").accuracy[task])
    assert set(table["source"]) == {"here", "paper, features", "paper, deep end-to-end"}


@pytest.mark.parametrize("method", [[], ["--methods", "1-NN,1-NN centred"]])
def test_json_has_the_lines_of_the_table(method, tmp_path, capsys):
    imageclef_csv(tmp_path)
    out = tmp_path / "table.csv"
    assert main(["bench", str(tmp_path), *method, "--json", "--quiet", "--out", str(out)]) == 0
    shown = capsys.readouterr()
    *records, file = [json.loads(line) for line in shown.out.splitlines()]
    table = pd.read_csv(out)
    assert file["path"] == str(out) and shown.err == ""
    assert len(records) == len(table) == (14 if method else 7)
    assert [set(r) for r in records] == [{"record", *table.columns}] * len(table)
    share = "accuracy" if method else "spl_authors"
    assert [r[share] for r in records] == list(table[share]) and table[share].between(0, 1).all()


def test_methods_without_all_tasks_have_no_average(tmp_path, capsys):
    office31_csv(tmp_path)
    (tmp_path / "amazon_dslr.csv").unlink()
    assert main(["bench", str(tmp_path), "--methods", "1-NN"]) == 0
    shown = capsys.readouterr().out
    (line,) = (line for line in shown.splitlines() if line.startswith("1-NN"))
    assert line.split()[-1] == "–" and line.split().count("–") == 2
    assert "The paper reports no results for these features" in shown


@pytest.mark.parametrize("code", [130, 143])  # Ctrl-C and SIGTERM
@pytest.mark.parametrize("method", [[], ["--methods", "1-NN,1-NN centred"]])
def test_a_stopped_bench_keeps_the_tasks_that_are_done(method, code, tmp_path, monkeypatch):
    imageclef_csv(tmp_path)
    opened = []

    def opening(found, task, pair=PublishedSet.pair):
        if len(opened) == 2:
            if code == 143:
                signal.raise_signal(signal.SIGTERM)
            raise KeyboardInterrupt
        opened.append(task)
        return pair(found, task)

    monkeypatch.setattr(PublishedSet, "pair", opening)
    out = tmp_path / "table" / "bench.csv"
    out.parent.mkdir()
    assert main(["bench", str(tmp_path), *method, "--out", str(out)]) == code
    table = pd.read_csv(out)
    assert list(dict.fromkeys(table["task"])) == [*opened, *([AVERAGE] if method else [])]


def test_a_file_that_cannot_be_used_leaves_the_other_tasks(tmp_path, capsys):
    office_home_mat(tmp_path)
    X, y = domain(65, 9, width=WIDTH + 8)
    file = tmp_path / "OfficeHome-Product-resnet50-noft.mat"
    savemat(file, {"resnet50_features": X[:, :, None, None], "labels": y[None]})
    out = tmp_path / "table.csv"
    assert main(["bench", str(tmp_path), "--out", str(out)]) == 2
    shown = capsys.readouterr()
    assert "A→P: X_target has 32 columns but X_source has 24" in shown.err
    lines = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert len(lines) == 6 and AVERAGE not in {line["task"] for line in lines}


def without_labels(file):
    np.savez(file, X=np.load(file)["X"])


def without_one_label(file):
    with np.load(file) as read:
        np.savez(file, X=read["X"], y=np.r_[np.nan, read["y"][1:]])


@pytest.mark.parametrize("name", ["dslr.npz", "webcam.npz"])  # the classes of one are counted
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without_labels, "has no labels; found `X` 62 × 24 float32: call them `labels`."),
        (without_one_label, "lacks 1 of 62 labels (first: row 0); published files have all of"),
    ],
)
def test_labels_that_are_missing_are_said(name, spoil, says, tmp_path, capsys):
    office31_npz(tmp_path)
    (tmp_path / "amazon.npz").unlink()
    spoil(tmp_path / name)
    assert main(["bench", str(tmp_path)]) == 2
    assert f"{name} {says}" in capsys.readouterr().err


def with_names(file, order):
    table = np.loadtxt(file, delimiter=",")
    names = [*(f"f{j}" for j in range(WIDTH)), "label"]
    pd.DataFrame(table, columns=names)[[names[j] for j in order]].to_csv(file, index=False)


def test_tables_with_names_are_joined_by_them(tmp_path):
    imageclef_csv(tmp_path)
    (found,), _ = find_published(tmp_path)
    expected = found.pair("C→P")
    for file in tmp_path.glob("c_?.csv"):
        with_names(file, range(WIDTH + 1) if file.stem == "c_c" else range(WIDTH, -1, -1))
    (found,), problems = find_published(tmp_path)
    pair = found.pair("C→P")
    assert not problems
    np.testing.assert_allclose(pair.X_target, expected.X_target)
    np.testing.assert_array_equal(pair.y_target, expected.y_target)
    np.testing.assert_allclose(pair.X_source, expected.X_source)


@pytest.mark.filterwarnings("always")  # the command line shows them
def test_classes_of_one_domain_alone_are_said(tmp_path, capsys):
    office31_npz(tmp_path)
    X, y = domain(31, 2)
    np.savez(tmp_path / "dslr.npz", X=X, y=np.where(y == 30, -1, y))
    assert main(["bench", str(tmp_path)]) == 0
    assert "belong to 1 class that the source lacks (-1)" in capsys.readouterr().err
