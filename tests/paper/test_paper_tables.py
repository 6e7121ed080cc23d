"""The paper's tables as data, cell by cell against its LaTeX."""

import re
from pathlib import Path

import numpy as np
import pytest

from spl import DomainPair
from spl.experiments.ablation import ABLATION
from spl.paper import (
    AVERAGE,
    DATASETS,
    ablation_table,
    baseline_table,
    reported,
    result_table,
    task_of,
)

PAPER = Path(__file__).parents[3] / "shared" / "paper"
LABELS = {
    "office_caltech": "table:uda_o10",
    "office31": "table:uda_o31",
    "imageclef_da": "table:uda_clef",
    "office_home": "table:uda_o65",
}
DEEP_NAMES = set("DDC DAN DCORAL RTN MADA GTA iCAN CDAN-E JDDA SymNets TADA JAN".split())
MARKS = {"textbf": "best", "underline": "second"}


def rows_of(label):
    """Cells of the LaTeX table with this label, row by row."""
    files = sorted(PAPER.glob("*.txt"))
    if not files:
        pytest.skip("the paper's LaTeX is not in ../shared/paper")
    text = files[0].read_text(encoding="utf-8")
    body = text[text.index(rf"\label{{{label}}}") :]
    body = body[body.index(r"\hline") : body.index(r"\end{tabular}")]
    body = re.sub(r"\\hline|\\cline\{.*?\}", "", body)
    return [[cell.strip() for cell in row.split("&")] for row in body.split(r"\\") if "&" in row]


def plain(cell):
    """A cell without its commands: number or name, and its mark."""
    mark = next((MARKS[c] for c in MARKS if rf"\{c}" in cell), "")
    cell = re.sub(r"\\cite\s*\{[^}]*\}", "", cell)
    cell = re.sub(r"\\(scriptsize|footnotesize|textbf|underline)", "", cell)
    cell = cell.replace(r"$\to$", "→").replace("{", "").replace("}", "")
    return cell.replace("(Ours)", "").strip(), mark


@pytest.mark.parametrize("name", LABELS)
def test_result_table_is_the_latex(name):
    head, *rows = rows_of(LABELS[name])
    table = result_table(name)
    tasks = [plain(cell)[0] for cell in head[1:]]
    assert tasks[-1] in ("Average", "Avg")
    assert tuple(tasks[:-1]) == table.tasks
    assert [plain(row[0])[0] for row in rows] == [method.name for method in table.methods]
    for row, method in zip(rows, table.methods, strict=True):
        for task, cell in zip((*table.tasks, AVERAGE), row[1:], strict=True):
            value, mark = plain(cell)
            assert method.accuracy[task] == (None if value == "-" else float(value))
            assert method.marks.get(task, "") == mark, (method.name, task)


@pytest.mark.parametrize("name", LABELS)
def test_deep_networks_are_marked(name):
    for method in result_table(name).methods:
        assert method.deep == (method.name in DEEP_NAMES), method.name


@pytest.mark.parametrize("name", LABELS)
def test_averages_agree_with_the_cells(name):
    table = result_table(name)
    for method in table.methods:
        cells = [method.accuracy[task] for task in table.tasks]
        if None not in cells and method.accuracy[AVERAGE] is not None:
            assert np.mean(cells) == pytest.approx(method.accuracy[AVERAGE], abs=0.11), method.name


def test_ablation_is_the_latex():
    rows = [row for row in rows_of("table:ablation") if "mark" in row[0]]
    assert len(rows) == len(ABLATION) == 9
    for i, (row, ours) in enumerate(zip(rows, ABLATION, strict=True)):
        on = [cell == r"\cmark" for cell in row[:4]]
        assert on == [ours.pseudo_labeling, ours.selective, ours.ncp, ours.sp]
        assert [float(c) for c in row[4:]] == [ablation_table()[name][i] for name in LABELS]


def test_baselines_are_the_latex():
    rows = rows_of("table:baseline")[1:]
    assert [row[0] for row in rows] == ["1NN", "SVM"]
    for row, method in zip(rows, ("1-NN", "SVM"), strict=True):
        assert [float(c) for c in row[1:]] == [baseline_table()[method][name] for name in LABELS]


def test_dimensions_are_the_paper_s():
    assert [d.d1 for d in DATASETS.values()] == [128, 512, 128, 1024]
    assert all(d.d2 == 128 and d.T == 10 for d in DATASETS.values())
    assert all(d.params.quota == "authors" for d in DATASETS.values())


def test_last_ablation_row_is_the_result():
    for name, nine in ablation_table().items():
        assert nine[-1] == reported(name)


def test_unknown_names_are_refused():
    with pytest.raises(
        ValueError, match="'office' is not a table of the paper; use one of office_"
    ):
        result_table("office")
    with pytest.raises(ValueError, match="'SPM' is not in this table; it has RTN, "):
        result_table("office31").row("SPM")


def pair(source, target, n_classes, n_features=16):
    y = np.repeat(np.arange(n_classes), 2)
    X = np.random.default_rng(0).normal(size=(len(y), n_features))
    return DomainPair(X, y, X, y, source_name=source, target_name=target)


@pytest.mark.parametrize(
    ("source", "target", "n_classes", "expected"),
    [
        ("amazon", "webcam", 10, ("office_caltech", "A→W")),
        ("amazon", "webcam", 31, ("office31", "A→W")),
        ("dslr_decaf", "webcam_decaf", 10, ("office_caltech", "D→W")),
        ("Caltech10_SURF_L10", "amazon_zscore_SURF_L10", 10, ("office_caltech", "C→A")),
        ("office-A-resnet50-noft", "office-D-resnet50-noft", 31, ("office31", "A→D")),
        ("amazon_amazon", "amazon_webcam", 31, ("office31", "A→W")),
        ("imageclef-c-resnet50-noft", "imageclef-p-resnet50-noft", 12, ("imageclef_da", "C→P")),
        ("OfficeHome-Art-resnet50-noft", "Real World", 65, ("office_home", "A→R")),
        ("amazon", "webcam", 12, None),
        ("amazon", "amazon", 31, None),
        ("A", "W", 31, None),
        ("filled", "outline", 10, None),
        ("product", "art", 10, None),
    ],
)
def test_task_of(source, target, n_classes, expected):
    found = task_of(pair(source, target, n_classes))
    assert (found and (found.dataset.key, found.task)) == expected


def test_task_knows_whether_features_are_as_wide():
    assert not task_of(pair("dslr", "webcam", 10, 800)).same_width
    assert task_of(pair("dslr", "webcam", 10, 4096)).same_width
