"""Comparing methods on one pair: results, resume, refusals, the command line, the report."""

import csv
import re
import shlex
from html import unescape

import numpy as np
import pytest

from spl import DomainPair, SPLParams
from spl.cli.main import main
from spl.data.prepared import prepare
from spl.data.samples import load_sample, sample_sets
from spl.experiments.comparison import (
    agreement_with,
    compare,
    comparison_lines,
    ranked,
    reported_figures,
)
from spl.experiments.method_settings import SETTINGS, params_of, settings_note
from spl.measures.scores import LABELING_SCORES
from spl.methods import METHODS
from spl.methods.jda import jda_labels
from spl.methods.options import read_method
from spl.methods.skada_methods import has_skada
from spl.reports.comparison import comparison_report
from spl.reports.page import Section, report_html, reproduction

PARAMS = SPLParams(d1=6, d2=3, T=3)
QUICK = ("1-NN", "JDA", "SPL")


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


@pytest.fixture
def blind(shifted):
    return DomainPair(*shifted[:3])


def test_every_method_runs_spl_first_each_with_time_and_accuracy(pair):
    results = list(compare(pair, PARAMS))
    assert results[0].method == "SPL"
    assert {r.method for r in results} == set(METHODS) - {"TCA (skada)"}
    for r in results:
        if METHODS[r.method].extra and not has_skada():
            assert "pip install" in r.refused
            continue
        assert r.refused is None and r.seconds >= 0
        assert r.accuracy == pytest.approx((r.labels == pair.yt).mean()) and r.accuracy > 0.6
        assert set(r.scores) == set(LABELING_SCORES)
        assert 0 <= r.scores["back_to_source"] <= 1 and -1 <= r.scores["silhouette"] <= 1
        assert 0 < r.scores["balance"] <= 1


def test_without_target_labels_the_same_labels_and_no_accuracy(pair, blind):
    for a, b in zip(compare(pair, PARAMS, QUICK), compare(blind, PARAMS, QUICK), strict=True):
        np.testing.assert_array_equal(a.labels, b.labels)
        assert b.accuracy is None and b.per_class is None and a.scores == b.scores
    lines = comparison_lines(list(compare(blind, PARAMS, QUICK)))
    assert not any("accuracy" in head for line in lines for head in line)


def test_done_methods_are_left_out(pair):
    first = next(compare(pair, PARAMS, QUICK))
    rest = list(compare(pair, PARAMS, QUICK, [first]))
    assert [first.method, *(r.method for r in rest)] == ["SPL", "1-NN", "JDA"]


def test_what_takes_long_runs_last(pair):
    names = ["TCA (skada)", "MEDA", "1-NN", "SPL", "JDA"]
    order = [r.method for r in compare(pair, PARAMS, names)]
    assert order == ["SPL", "1-NN", "JDA", "MEDA", "TCA (skada)"]


def test_an_unknown_name_is_one_sentence_at_the_call(pair):
    with pytest.raises(ValueError, match="'KNN' is not a method; use one of 1-NN, 1-NN"):
        compare(pair, PARAMS, ["KNN"])


def test_too_many_samples_are_refused_and_the_rest_still_runs(pair, monkeypatch):
    monkeypatch.setattr("spl.methods.MOST_BYTES", 1000)
    results = {r.method: r for r in compare(pair, PARAMS, ["MEDA", "1-NN"])}
    assert results["MEDA"].labels is None and "take fewer samples" in results["MEDA"].refused
    assert results["1-NN"].accuracy is not None
    assert comparison_lines(list(results.values()))[-1]["note"] == results["MEDA"].refused


def test_a_method_that_fails_does_not_end_the_comparison(pair, monkeypatch):
    def fail(features):
        raise np.linalg.LinAlgError("Singular\nmatrix.")

    monkeypatch.setitem(METHODS, "JDA", METHODS["JDA"].__class__("JDA", "", "", "", fail, ""))
    results = {r.method: r for r in compare(pair, PARAMS, QUICK)}
    assert results["JDA"].refused == "JDA failed on these data: Singular matrix."
    assert results["1-NN"].labels is not None


@pytest.mark.parametrize("name", ["CORAL", "SA", "1-NN", "SPL"])
@pytest.mark.parametrize("sizes", [(2, 1), (2, 2), (3, 1)])
def test_a_few_samples_are_labelled_or_refused_in_words_of_our_own(name, sizes):
    if METHODS[name].extra and not has_skada():
        pytest.skip("skada and POT (the extra `compare`) are not installed")
    rng = np.random.default_rng(0)
    n, m = sizes
    pair = DomainPair(rng.normal(size=(n, 4)), np.arange(n) % 2, rng.normal(size=(m, 4)))
    (result,) = compare(pair, SPLParams(d1=2, d2=1, T=2), [name])
    if name in ("CORAL", "SA") and m == 1:
        assert f"at least 2 samples of each domain, and there are {n} of" in result.refused
    elif name == "CORAL":
        assert "no inverse, as its samples are too few" in result.refused
    else:
        assert result.refused is None
    assert not result.refused or result.refused.endswith("or leave this method out.")


POINTS = {  # what is the same point, and who refuses it
    "all samples": ("CORAL", "SA", "JGSA"),
    "the source": ("CORAL", "SA"),
    "the target": ("CORAL", "SA"),
    "all samples, at 0": ("CORAL", "SA", "JGSA", "TCA", "JDA"),
}


@pytest.mark.filterwarnings("ignore:.*the same point once scaled")
@pytest.mark.parametrize("where", POINTS)
@pytest.mark.parametrize("name", METHODS)
def test_samples_that_are_one_point_give_no_foreign_word_and_no_minus_before_zero(name, where):
    if METHODS[name].extra and not has_skada() or name == "TCA (skada)":
        pytest.skip("skada and POT (the extra `compare`) are not installed, or that has its note")
    rng = np.random.default_rng(0)
    Xs, Xt = rng.normal(size=(12, 4)), rng.normal(size=(9, 4))
    if where != "the target":
        Xs[:] = 0.0 if where.endswith("0") else 0.1
    if where != "the source":
        Xt[:] = 0.0 if where.endswith("0") else 0.1
    pair = DomainPair(Xs, np.arange(12) % 3, Xt)
    (result,) = compare(pair, SPLParams(d1=4, d2=2, T=2), [name])  # foreign warnings are errors
    assert bool(result.refused) == (name in POINTS[where])
    assert not result.refused or result.refused.endswith("or leave this method out.")
    assert not any(np.signbit(v) and v > -1e-9 for v in result.scores.values()), result.scores


def test_order_and_agreement(pair):
    results = list(compare(pair, PARAMS, QUICK))
    accuracies = [r.accuracy for r in ranked(results)]
    assert accuracies == sorted(accuracies, reverse=True)
    spl = next(r for r in results if r.method == "SPL")
    assert agreement_with(spl, results) == 1
    assert np.isnan(agreement_with(results[1], results[1:]))


def test_the_papers_figures_come_with_its_tasks(shifted, pair):
    assert reported_figures(pair) == ("", {}, {})
    rng = np.random.default_rng(0)
    y = np.arange(62) % 31
    office = DomainPair(
        rng.normal(size=(62, 2048)), y, rng.normal(size=(62, 2048)), y,
        source_name="webcam", target_name="dslr",
    )  # fmt: skip
    where, figures, deep = reported_figures(office)
    assert "Office-31 W→D" in where and "as wide as these" in where
    assert figures["MEDA"] and deep["SymNets"] and not deep["MEDA"]


# --- settings


def test_with_its_own_settings_a_method_gets_all_features_and_spl_its_papers_values(pair):
    results = {r.method: r for r in compare(pair, PARAMS, ("1-NN", "CAPLS", "SPL"), settings="own")}
    assert results["1-NN"].d1 == pair.max_d1 > results["SPL"].d1 or pair.max_d1 <= 128
    assert results["SPL"].params == SPLParams().capped(pair.n_samples, pair.n_features)
    assert results["CAPLS"].params.selection == "class-wise"
    same = {r.method: r.d1 for r in compare(pair, PARAMS, ("1-NN", "SPL"))}
    assert same == {"1-NN": PARAMS.d1, "SPL": PARAMS.d1}


@pytest.mark.parametrize(
    ("n_classes", "d1"), [(2, 128), (12, 128), (20, 128), (24, 512), (36, 512), (60, 1024)]
)
def test_spls_own_d1_is_that_of_the_papers_set_with_the_nearest_number_of_classes(n_classes, d1):
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(n_classes), 2)
    wide = DomainPair(rng.normal(size=(len(y), 1100)), y, rng.normal(size=(1200, 1100)))
    used = params_of("SPL", wide, SPLParams(d1=7, labeling="sp", label_set="partial"), "own")
    assert (used.d1, used.d2, used.T, used.labeling) == (d1, 128, 10, "both")
    assert used.label_set == "partial"  # what is known of the data stays
    assert params_of("JDA", wide, SPLParams(d1=7), "own").d1 == 1024
    assert params_of("JDA", wide, SPLParams(d1=7), "same").d1 == 7


def test_what_is_shown_and_where_spls_values_come_from_is_said(pair):
    sample = load_sample("styles", "outline", "filled")
    tuned = sample_sets()["styles"].recommended
    assert "found with the target's true labels" in settings_note(sample, tuned)
    assert "target's" not in settings_note(sample, SPLParams(d1=64))
    assert "target's" not in settings_note(pair, PARAMS)
    for key, words in SETTINGS.items():
        assert f"Shown: {words}." in settings_note(sample, tuned, key)
    own = settings_note(sample, tuned, "own")
    assert "d1 = 512, d2 = 128, T = 10" in own and "818 principal axes" in own


def test_settings_that_are_not_known_are_one_sentence_at_the_call(pair):
    with pytest.raises(ValueError, match="settings='fair' is not known; use one of same, own"):
        compare(pair, PARAMS, settings="fair")


def test_compare_with_own_settings_says_so_in_the_terminal_and_the_page(tmp_path, capsys):
    page, table = tmp_path / "c.html", tmp_path / "c.csv"
    options = ["--methods", "1-NN,SPL", "--settings", "own", "--html", str(page)]
    assert main(["compare", "moons", *options, "--out", str(table)]) == 0
    shown = capsys.readouterr().out
    assert "Shown: each with its own published settings." in shown and "SPL: d1=37" in shown
    text = page.read_text(encoding="utf-8")
    assert "--settings own" in text and "each with its own published settings" in text
    with open(table, newline="", encoding="utf-8") as file:
        assert {row["method"]: row["d1"] for row in csv.DictReader(file)} == {
            "1-NN": "37",
            "SPL": "37",
        }


# --- command line


def test_compare_prints_a_line_per_method_and_writes_table_and_page(tmp_path, capsys):
    table, page = tmp_path / "c.csv", tmp_path / "c.html"
    arguments = ["compare", "moons", "--T", "2", "--methods", "1-NN, JDA,SPL"]
    assert main([*arguments, "--out", str(table), "--html", str(page)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[3:]] == ["SPL", "1-NN", "JDA"]
    assert lines[1].startswith("Shown: all with the same d1.") and "accuracy" in lines[2]
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["method"] for row in rows} == {"SPL", "1-NN", "JDA"}
    assert all(0.4 < float(row["accuracy"]) <= 1 for row in rows)
    assert "spl compare moons --methods 1-NN,JDA,SPL --d1" in page.read_text(encoding="utf-8")


def test_what_to_know_of_a_method_is_on_the_command_line_in_the_table_and_the_page(
    tmp_path, shifted, capsys
):
    if not has_skada():
        pytest.skip("skada and POT (the extra `compare`) are not installed")
    X, y, Xt, yt = shifted
    np.savez(tmp_path / "pair.npz", Xs=X, ys=y, Xt=Xt, yt=yt)
    table, page = tmp_path / "c.csv", tmp_path / "c.html"
    options = ["--d1", "6", "--methods", "TCA,TCA (skada)"]
    options += ["--out", str(table), "--html", str(page)]
    assert main(["compare", str(tmp_path / "pair.npz"), *options]) == 0
    note = METHODS["TCA (skada)"].note
    assert f"TCA (skada): {note}" in capsys.readouterr().out.splitlines()
    for file in (table, page):
        assert file.read_text(encoding="utf-8").count(note) == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--methods", "1-NN", "--d1", "3"],
        ["--methods", "SPL,1-NN centred", "--d1", "6", "--d2", "3", "--T", "2"],
        ["--method", "jda:dim=3", "--d1", "4", "--no-normalize-features"],
        ["--methods", "CAPLS", "--label-set", "partial", "--d1", "4", "--alpha", "2"],
        ["--methods", "SPL", "--settings", "own", "--label-set", "partial"],
        ["--methods", "1-NN", "--settings", "own"],
    ],
)
def test_the_command_in_a_report_computes_the_same(options, tmp_path, shifted, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    X, y, Xt, yt = shifted
    np.savez("pair.npz", Xs=X, ys=y, Xt=Xt, yt=yt)
    assert main(["compare", "pair.npz", *options, "--out", "a.csv", "--html", "a.html"]) == 0
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    (command,) = re.findall(r"spl (compare pair\.npz[^\n<]*)", unescape(page))
    assert main([*shlex.split(command), "--out", "b.csv"]) == 0
    first, again = ((tmp_path / name).read_text().splitlines() for name in ("a.csv", "b.csv"))
    seconds = re.compile(r"(?<=,)\d+\.\d{1,3}(?=,)", re.ASCII)
    assert [seconds.sub("", line) for line in first] == [seconds.sub("", line) for line in again]


@pytest.mark.parametrize(
    ("method", "asked", "most"),
    [("JDA", 7, 4), ("TCA", 100, 4), ("SCA", 30, 4), ("JGSA", 9, 8), ("MEDA", 3, 2), ("JDA", 4, 0)],
)
def test_more_components_than_there_are_is_said(method, asked, most, tmp_path, shifted, capsys):
    X, y, Xt, yt = shifted
    np.savez(tmp_path / "pair.npz", Xs=X, ys=y, Xt=Xt, yt=yt)
    words = ["compare", str(tmp_path / "pair.npz"), "--d1", "4", "--out", str(tmp_path / "c.csv")]
    assert main([*words, f"--method={method}:dim={asked}"]) == 0
    sentence = (
        f"{method}: dim={asked} is more than these data allow with d1=4; at most {most} components "
        "were used."
    )
    said = capsys.readouterr().err
    assert (f"spl: {sentence}" in said.splitlines()) == bool(most)
    assert (sentence in (tmp_path / "c.csv").read_text()) == bool(most)


def test_compare_without_target_labels_says_no_accuracy(tmp_path, shifted, capsys):
    X, y, Xt, _ = shifted
    np.savez(tmp_path / "pair.npz", Xs=X, ys=y, Xt=Xt)
    options = ["--d1", "6", "--d2", "3", "--T", "2", "--methods", "1-NN,SPL"]
    page = tmp_path / "c.html"
    assert main(["compare", str(tmp_path / "pair.npz"), *options, "--html", str(page)]) == 0
    shown = capsys.readouterr().out
    assert "accuracy" not in shown and "back to source" in shown
    assert "there is no accuracy" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--methods", "knn"], "'knn' is not a method"),
        (["--methods", " , "], "--methods names no method"),
        (["--out", "no/such/folder/c.csv"], "folder does not exist"),
        (["--html", "no/such/folder/c.html"], "folder does not exist"),
    ],
)
def test_bad_input_is_one_sentence(options, sentence, capsys):
    assert main(["compare", "moons", *options]) == 2
    assert sentence in capsys.readouterr().err.strip().splitlines()[-1]


# --- report


def test_a_report_needs_no_network_and_has_plotly_once(pair):
    page = comparison_report(
        pair, PARAMS, list(compare(pair, PARAMS, QUICK)), command="spl compare a b"
    )
    tags = re.sub(r"<script.*?</script>", "", page, flags=re.S)
    assert not re.search(r"(src|href)\s*=|url\(|@import", tags)
    assert not re.search(r"<script[^>]+src", page)
    assert page.count("plotly.js v") <= 1 and page.count("<figure>") == 2
    command = f"spl compare a b --methods {','.join(QUICK)} --d1 6 --d2 3 --T 3"
    for needed in (pair.digest, "numpy", "random_state 0", command):
        assert needed in tags
    assert '"labeling": "both"' in tags.replace("&quot;", '"')


def test_report_escapes_text_and_leaves_plotly_out_without_a_figure():
    page = report_html("a < b", [Section("<i>", "one\n\ntwo & three", [{"x": 1.0, "y": None}])])
    assert "<title>a &lt; b</title>" in page and "<h2>&lt;i&gt;</h2>" in page
    assert "<p>one</p>\n<p>two &amp; three</p>" in page
    assert '<td class="number">1.00</td>' in page and "–" in page
    assert "<script" not in page and len(page) < 5000


def test_reproduction_names_data_versions_and_parameters():
    sample = load_sample("digits", *_direction())
    section = reproduction(sample, PARAMS, "spl compare")
    facts = {row["what"]: row["value"] for row in section.rows}
    assert facts["digest of features and source labels"] == sample.digest
    assert facts["scikit-learn"] and facts["Python"]
    assert '"d1": 6' in section.code


def _direction():
    from spl.data.samples import sample_sets

    return sample_sets()["digits"].directions[0]


@pytest.fixture
def three_files(shifted, tmp_path):
    X, y, Xt, yt = shifted
    for name, (A, b) in {"a": (X, y), "b": (Xt, yt), "c": (X + 0.2, y)}.items():
        np.savez(tmp_path / f"{name}.npz", X=A, y=b)
    return [str(tmp_path / f"{name}.npz") for name in "abc"]


SMALL = ["--all-directions", "--d1", "6", "--d2", "3", "--T", "2"]


def test_compare_runs_all_directions_of_files(three_files, tmp_path, capsys):
    out = tmp_path / "table.csv"
    command = ["compare", *three_files, *SMALL, "--methods", "1-NN,SPL"]
    assert main([*command, "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    lines = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert len(lines) == 6 * 2 and len({line["task"] for line in lines}) == 6
    of_spl = [float(line["accuracy"]) for line in lines if line["method"] == "SPL"]
    _, averages = shown.split("mean accuracy over 6 tasks")
    (mean,) = (line.split()[1] for line in averages.splitlines() if line.startswith("SPL"))
    assert mean == f"{np.mean(of_spl):.1%}"
    assert main([*command, "--html", str(tmp_path / "page.html")]) == 2
    assert "--html is a page about one pair" in capsys.readouterr().err


def test_sweep_runs_all_directions_of_files(three_files, tmp_path, capsys):
    assert main(["sweep", *three_files, "--all-directions", "--d1", "4,6", "--d2", "3"]) == 0
    shown = capsys.readouterr().out
    assert "a → c" in shown and "c → b" in shown
    assert len([line for line in shown.splitlines() if line.strip()[:2] in ("4 ", "6 ")]) == 12


def test_parameters_of_a_method_reach_it(pair):
    (default,) = compare(pair, PARAMS, ["JDA"])
    (set_here,) = compare(pair, PARAMS, ["JDA"], options={"JDA": {"dim": 1, "iterations": 1}})
    f = prepare(pair, PARAMS)
    np.testing.assert_array_equal(
        set_here.labels, jda_labels(f.Xs, f.ys, f.Xt, dim=1, iterations=1)
    )
    assert (set_here.labels != default.labels).any()
    assert "Here dim = 1, iterations = 1." in comparison_lines([set_here])[0]["note"]


@pytest.mark.parametrize(
    ("method", "sentence"),
    [
        ("nothing", "'nothing' is not a method; use one of 1-NN, 1-NN"),
        ("jda:k=5", "JDA has no parameter 'k'; it has dim=100, regularizer=1.0, iterations=10."),
        ("jda:dim", "JDA: dim= must be a whole number from 1 to 1,000,000,000."),
        ("jda:dim=0", "JDA: dim=0 must be a whole number from 1 to 1,000,000,000."),
        ("JDA:dim=2.5", "JDA: dim=2.5 must be a whole number from 1 to"),
        ("jda:regularizer=0", "JDA: regularizer=0 must be a number above 0, up to"),
        ("jda:dim=5,dim=6", "JDA has dim twice; give it one value."),
        ("sca:between=2", "SCA: between=2 must be a number from 0 to 1."),
        ("svm:C=nan", "SVM: C=nan must be a number above 0"),
        ("1-nn:k=3", "1-NN has no parameter 'k' of its own"),
        ("spl:d2=3", "SPL has no parameter 'd2' of its own; it takes those of the run"),
    ],
)
def test_parameters_that_cannot_be_used_are_one_sentence(method, sentence, capsys):
    assert main(["compare", "moons", "--method", method]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"spl: --method {method}: {sentence}") and not shown.out


def test_a_parameter_is_set_once_and_names_are_read_in_any_case(capsys):
    command = ["compare", "moons", "--method", "jda:dim=5", "--method", "JDA:dim=6"]
    assert main(command) == 2
    assert (
        "--method JDA:dim=6: JDA has dim already, and each method runs" in capsys.readouterr().err
    )
    assert main(["compare", "moons", "--d1", "4", "--methods", "spl,1-nn", "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["SPL", "1-NN"]


@pytest.mark.parametrize("name", [n for n, m in METHODS.items() if m.parameters and not m.extra])
def test_every_parameter_that_is_offered_can_be_set(name, pair):
    for key, value in METHODS[name].parameters.items():
        _, options = read_method(f"{name}:{key}={value}")
        (result,) = compare(pair, PARAMS, [name], options={name: options})
        (default,) = compare(pair, PARAMS, [name])
        assert result.refused is None
        np.testing.assert_array_equal(result.labels, default.labels)
