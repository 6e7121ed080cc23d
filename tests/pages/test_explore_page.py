"""The Explore page, with and without target labels."""

import json
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.engine.studies import STUDIES, study_of
from spl.experiments.sweep import grid, sweep
from spl.figures.runs import setting_of
from spl.ui.app.shell import MARKER
from spl.ui.explore import runs as explore_runs
from spl.ui.explore import settings as explore_settings
from spl.ui.explore.estimate import estimate_seconds
from spl.ui.explore.files import read_table, table_bytes
from spl.ui.explore.runs import Sweep
from spl.ui.explore.settings import (
    MOST_RUNS,
    Choice,
    chosen_cells,
    count_cells,
    default_choice,
    parse_value,
    presets,
    separate,
)
from spl.ui.explore.view import PARTS

TIMEOUT = 120
SMALL = {"explore_d1": ["4", "6"], "explore_d2": ["2", "3"], "explore_T": ["1", "3"]}


@pytest.fixture(autouse=True)
def nothing_known():
    """No runs of other tests."""
    explore_runs.KEPT.clear()
    STUDIES.clear()


@pytest.fixture
def pair(shifted):
    return DomainPair(*shifted)


@pytest.fixture
def unlabelled(shifted):
    return DomainPair(*shifted[:3])


def again(page: AppTest) -> AppTest:
    page.session_state[MARKER] = True
    return page.run()


def small(open_page, data, **lists):
    """The page with a sweep of eight runs chosen."""
    page = open_page("explore", data)
    for name, values in (SMALL | lists).items():
        page.multiselect(key=f"_{name}").set_value(values)
    return again(page)


def start(page: AppTest) -> AppTest:
    """Press Start and wait for the last run."""
    button = next(b for b in page.button if b.label in ("Start", "Continue"))
    page.session_state[MARKER] = True
    page = button.click().run()
    study = STUDIES.get(button.key.removeprefix("start "))
    study.wait(TIMEOUT)
    assert study.error is None
    return again(page)


def turn_to(page: AppTest, part: str) -> AppTest:
    page.session_state["state"].choices["explore_part"] = part
    return again(page)


def texts(page: AppTest) -> str:
    kinds = ("markdown", "caption", "info", "success", "warning")
    values = [str(m.value) for kind in kinds for m in page.get(kind)]
    labels = [
        str(b.label) for kind in ("button", "selectbox", "multiselect") for b in page.get(kind)
    ]
    options = [str(o) for s in page.selectbox for o in s.options]
    helps = [str(b.help) for b in page.selectbox]
    specs = [p.proto.spec for p in page.get("plotly_chart")]
    return " ".join([*values, *labels, *options, *helps, *specs])


def test_it_says_what_to_do_and_how_long_it_takes(open_page, pair):
    page = small(open_page, pair)
    assert not page.exception and not page.error
    assert "8 runs" in texts(page) and "estimate" in texts(page)
    assert "Press **Start**" in page.info[0].value


@pytest.mark.parametrize("labels", [True, False])
def test_every_part_with_and_without_target_labels(open_page, pair, unlabelled, labels):
    page = start(small(open_page, pair if labels else unlabelled))
    assert "8 runs, all finished" in texts(page)
    for part in PARTS:
        page = turn_to(page, part)
        assert not page.exception and not page.error, part
        if not labels:
            assert "ccuracy" not in texts(page), part
        else:
            assert page.get("plotly_chart") or part == "Table", part


def test_a_repeated_sweep_and_wider_lists_compute_only_what_is_new(open_page, pair):
    start(small(open_page, pair))
    page = small(open_page, pair)
    assert "all finished" in texts(page)
    assert not [b for b in page.button if b.label == "Start"]
    page = small(open_page, pair, explore_d1=["4", "5", "6"])
    assert "12 runs, 8 of them already finished" in texts(page)
    cells = grid(SPLParams(), d1=[4, 5, 6], d2=[2, 3], T=[1, 3])
    assert {cell.d1 for _, cell in Sweep([pair], cells).missing} == {5}


def test_cancel_keeps_what_is_done_and_continue_goes_on(pair):
    sweep = Sweep([pair], grid(SPLParams(), d1=[3], d2=[2], T=[1, 2, 3, 4, 5, 6]))
    study = sweep.study()
    steps = study.steps(study.results)
    next(steps), next(steps)
    steps.close()  # as a cancel does
    assert len(sweep.known) == 2 and len(sweep.missing) == 4
    assert sweep.study() is study
    study.start()
    study.wait(TIMEOUT)
    assert not sweep.missing and study.complete and study.error is None


def test_means_are_of_the_same_directions(pair):
    other = DomainPair(pair.X_target, pair.y_target, pair.X_source, pair.y_source)
    sweep = Sweep([pair, other], grid(SPLParams(), d1=[4], d2=[2], T=[1, 2]))
    steps = sweep.study().steps([])
    next(steps)
    assert len(sweep.comparable) == 1
    next(steps), next(steps)
    assert len(sweep.known) == 3
    assert [r.task for r in sweep.comparable] == [pair.title] * 2
    next(steps)
    assert len(sweep.comparable) == 4


def test_results_forgotten_meanwhile_are_computed_again(pair):
    sweep = Sweep([pair], grid(SPLParams(), d1=[5], d2=[2], T=[1, 2]))
    study = sweep.study()
    study.start()
    study.wait(TIMEOUT)
    explore_runs.KEPT.clear()
    assert not sweep.study().complete
    study.start()
    study.wait(TIMEOUT)
    assert not sweep.missing


@pytest.mark.parametrize(
    ("lists", "sentence"),
    [
        ({"explore_d1": ["x"]}, "whole number"),
        ({"explore_d1": ["99"]}, "more than these data allow"),
        ({"explore_d1": []}, "d1 has no value"),
        ({"explore_T": ["0"]}, "at least 1"),
        ({"explore_T": ["1000"]}, "more than the app can show"),
        ({"explore_alpha": ["-1"]}, "from 0.000001"),
        ({"explore_d2": ["7"]}, "every d2"),
        ({"explore_T": [str(t) for t in range(1, 150)]}, f"at or below {MOST_RUNS}"),
    ],
)
def test_bad_lists_are_one_sentence(open_page, pair, lists, sentence):
    page = small(open_page, pair, **lists)
    assert not page.exception
    assert len(page.error) == 1
    assert sentence in page.error[0].value.replace("\\", "")


def test_a_clicked_setting_is_shown_and_opens_in_the_player(open_page, pair):
    page = start(small(open_page, pair))
    page.session_state["state"].chosen_setting = (6, 3, 1, 1.0, "both", "class-wise")
    page = again(page)
    assert "Chosen: d1 6, d2 3, T 1" in [s.value for s in page.header]
    page.session_state[MARKER] = True
    page = page.button(key="use_chosen").click().run()
    params = page.session_state["state"].settings.params
    assert (params.d1, params.d2, params.T) == (6, 3, 1)


def test_the_suggestion_is_taken_over(open_page, pair):
    page = start(small(open_page, pair))
    assert "A good, small setting:" in page.success[0].value
    page.session_state[MARKER] = True
    page = page.button(key="use_suggested").click().run()
    params = page.session_state["state"].settings.params
    assert f"d1 {params.d1}, d2 {params.d2}, T {params.T}" in page.success[0].value


def test_a_setting_that_the_chosen_data_do_not_allow_is_used_with_a_sentence(open_page, pair):
    """A saved table of wider data: `Use it` made d1 and d2 smaller and said nothing."""
    assert pair.n_features < 40
    X = np.random.default_rng(0).normal(size=(90, 40))
    wide = DomainPair(X[:45], np.arange(45) % 3, X[45:], np.arange(45) % 3)
    table = list(sweep([wide], grid(SPLParams(), d1=[36, 40], d2=[33], T=[1, 2])))
    page = open_page("explore", pair, SPLParams(d1=4, d2=2, T=1))
    page.session_state["state"].loaded_table = ("wide.csv", table)
    page.session_state["state"].chosen_setting = setting_of(table[0].params)
    page = again(page)
    most = min(pair.n_features, pair.n_samples)
    says = f"allow no more than d1 {most} and d2 {most}, used instead."
    assert says in page.success[0].value
    assert any(says in caption.value for caption in page.caption)
    page.session_state[MARKER] = True
    page = page.button(key="use_suggested").click().run()
    used = page.session_state["state"].settings.params
    assert (used.d1, used.d2) == (most, most)
    assert page.button(key="use_suggested").disabled


def test_lists_survive_a_page_change(open_page, pair):
    page = small(open_page, pair)
    kept = page.session_state["state"].swept
    other = open_page("explore", pair)
    other.session_state["state"].swept = kept
    other = again(other)
    assert other.multiselect(key="_explore_d1").value == ["4", "6"]


def test_all_directions_of_a_set(open_page):
    page = open_page("explore", "digits:uci,digits:mnist", SPLParams(d1=8, d2=8, T=1))
    choice = next(iter(page.session_state["state"].swept.values()))
    choice.every = True
    page = again(page)
    assert not page.exception and "settings × 2 directions" in texts(page)


def test_a_saved_table_is_shown_again(open_page, pair):
    cells = grid(SPLParams(), d1=[4, 6], d2=[2], T=[2])
    sweep = Sweep([pair], cells)
    for _ in sweep.study().steps([]):
        pass
    for kind in ("csv", "parquet"):
        read = read_table(f"mine.{kind}", table_bytes(sweep.known, kind))
        assert [r.params for r in read] == [r.params for r in sweep.known]
        page = open_page("explore", pair)
        page.session_state["state"].loaded_table = (f"mine.{kind}", read)
        for part in PARTS:
            page = turn_to(page, part)
            assert not page.exception and not page.error, part
        assert f"mine\\.{kind}" in page.info[0].value


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv", b""),
        ("x.csv", b"\x80\x04\x95not a table"),
        ("x.csv", b"a,b\n1,2\n"),
        ("x.csv", b"task,d1,d2,T\na,b,c,d\n"),
        ("x.parquet", b"PAR1 nonsense"),
        ("x.parquet", b""),
        ("x.pkl", b"\x80\x04."),
        ("x.csv", b"0" * 5_000_001),
    ],
)
def test_a_bad_upload_is_one_sentence(name, content):
    with pytest.raises(ValueError) as error:
        read_table(name, content)
    text = str(error.value)
    assert text.startswith(name) and "\n" not in text and "/tmp" not in text


def test_defaults_and_presets_fit_the_data(pair):
    params = SPLParams(d1=6, d2=3, T=10)
    choice = default_choice(pair, params)
    assert choice.d1 == ["2", "4", "6"] and "3" in choice.d2 and choice.T == ["2", "10"]
    options = presets(pair, params)
    assert max(map(int, options["d1"])) == 6
    assert {"2", "3"} <= set(options["d2"])
    assert parse_value("alpha", "0.5") == 0.5


def test_the_estimate_follows_what_runs_took(pair):
    cells = grid(SPLParams(), d1=[4, 6], d2=[2], T=[2])
    todo = [(pair, cell) for cell in cells]
    slow = estimate_seconds(todo, [(1e6, 10.0)])
    slower = estimate_seconds(todo, [(1e6, 20.0)])
    assert np.isclose(slower, 2 * slow)


def test_over_k_offers_only_what_is_known_at_every_k(open_page, unlabelled):
    page = turn_to(start(small(open_page, unlabelled)), "d1 × d2")
    shown = page.selectbox(key="_explore_measure")
    assert shown.value == "vote"  # what the suggestion goes by
    assert "entropy" not in shown.options  # no setting is chosen by it
    page = turn_to(page, "Over k")
    options = page.selectbox(key="_explore_measure").options
    assert not {"reverse validation", "agreement with the vote"} & set(options)
    assert "entropy" in options
    assert page.get("plotly_chart")


def test_a_saved_table_without_labels_has_no_curves(open_page, unlabelled):
    sweep = Sweep([unlabelled], grid(SPLParams(), d1=[4, 6], d2=[2], T=[2]))
    results = list(sweep.study().steps([]))
    page = open_page("explore", unlabelled)
    page.session_state["state"].loaded_table = (
        "mine.csv",
        read_table("mine.csv", table_bytes(results, "csv")),
    )
    page = turn_to(page, "Over k")
    assert not page.exception
    assert any("only the scores of the last iteration" in i.value for i in page.info)


def test_each_score_names_its_pick(open_page, pair):
    page = turn_to(start(small(open_page, pair)), "Scores")
    picks = page.dataframe[0].value
    assert picks["by"][0] == "accuracy" and picks["pick"].str.startswith("d1 ").all()
    assert len(picks) == 7


@pytest.mark.parametrize("T", [10**9, 201])
def test_a_table_with_a_huge_T_builds_nothing(pair, T):
    sweep = Sweep([pair], grid(SPLParams(), d1=[4], d2=[2], T=[2]))
    table = table_bytes(list(sweep.study().steps([])), "csv").decode()
    table = table.replace(",4,2,2,", f",4,2,{T},")
    with pytest.raises(ValueError, match="more than the app can show"):
        read_table("x.csv", table.encode())


def test_typed_and_pasted_numbers_become_single_values():
    assert separate("d1", ["64", "16, 32;064 ", "x"]) == ["64", "16", "32", "x"]
    assert separate("alpha", ["0.10", "1e1"]) == ["0.1", "10"]
    assert len(separate("d1", [",".join(map(str, range(10**5)))])) == MOST_RUNS + 1


def test_runs_are_counted_before_they_are_made(shifted):
    lists = {"d1": [3, 4, 6], "d2": [1, 3, 5], "T": [1, 2], "alpha": [1.0], "labeling": ["sp"]}
    assert count_cells(lists) == len(grid(SPLParams(), **lists)) == 14
    many = [str(v) for v in range(1, 11)]
    choice = Choice(many, many, [str(v) for v in range(1, 200)], many, ["both"], ["all"])
    pair = DomainPair(np.eye(20), np.arange(20) % 2, np.eye(20))
    with pytest.raises(ValueError, match="109,450 runs"):
        chosen_cells(choice, [pair])


def test_the_heatmap_shows_the_t_of_the_sidebar_first(open_page, pair):
    page = small(open_page, pair, explore_T=["1", "3", "10"])
    page.session_state["state"].settings.params = SPLParams(6, 3, 3)
    page = start(again(page))
    assert page.session_state["_slice_T"] == 3


def test_lists_of_a_sweep_that_is_on_are_found_again_by_a_fresh_session(open_page, pair):
    page = small(open_page, pair)
    choice = page.session_state["state"].swept[pair.identity]
    study = study_of("explore x", 9, lambda done: iter([1]))
    study._active = True
    explore_settings.SWEPT[pair.identity] = study, choice
    try:
        fresh = open_page("explore", pair)
        assert fresh.multiselect(key="_explore_d1").value == ["4", "6"]
    finally:
        del explore_settings.SWEPT[pair.identity]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"," * 4_000_000, "4,000,001 columns"),
        ("a.csv", b"T\n" + b"," * 4_000_000, "4,000,001 columns"),
        ("a.csv", b"T\n" + b"1\n" * 3000, "3,000 runs"),
        ("a.parquet", b"PAR1" + bytes(99) + b"PAR1", "cannot be read as a table"),
    ],
)
def test_a_table_that_would_fill_memory_is_refused(name, content, message):
    with pytest.raises(ValueError, match=message):
        read_table(name, content)


def test_a_parquet_that_unpacks_to_much_is_refused(tmp_path):
    import pandas as pd

    for table in ({"T": np.ones(10**6, dtype="i1")}, {"T": ["x" * 10**6] * 60}):
        pd.DataFrame(table).to_parquet(tmp_path / "a.parquet")
        with pytest.raises(ValueError, match="1,000,000 runs|too large when unpacked"):
            read_table("a.parquet", (tmp_path / "a.parquet").read_bytes())


def test_a_tasks_name_is_shown_as_it_is(open_page, pair):
    page = open_page("explore", pair)
    (result,) = sweep([pair], [SPLParams(4, 2, 1)])
    page.session_state["state"].loaded_table = ("t.csv", [replace(result, task="<b>x</b> **y**")])
    page = turn_to(page, "Table")
    assert r"\<b\>x\</b\> \*\*y\*\*" in " ".join(c.value for c in page.caption)
    page = turn_to(page, "d1 × d2")
    layout = json.loads(page.get("plotly_chart")[0].proto.spec)["layout"]
    assert "&lt;b>x" in layout["title"]["text"]


def test_runs_of_several_variants_are_not_averaged_into_one_setting(open_page, pair):
    """`spl sweep --out` keeps runs of other variants in its table: their means were of no run."""
    bases = (SPLParams(), SPLParams(quota="authors", normalize_features=False))
    both = [r for base in bases for r in sweep([pair], grid(base, d1=[4, 6], d2=[2, 3], T=[3]))]
    page = open_page("explore", pair, SPLParams(d1=4, d2=2, T=3))
    page.session_state["state"].loaded_table = (
        "mine.csv",
        read_table("mine.csv", table_bytes(both, "csv")),
    )
    page = turn_to(page, "Table")
    variant = page.selectbox(key="_explore_variant")
    assert variant.options == ["the paper's", "quota authors, L2 on features False"]
    for name, runs in ((variant.options[1], both[4:]), (variant.options[0], both[:4])):
        page.session_state[MARKER] = True
        page = page.selectbox(key="_explore_variant").select(name).run()
        assert not page.exception
        shown = page.dataframe[0].value
        assert np.allclose(shown["accuracy"], [100 * r.accuracy[-1] for r in runs], atol=0.05)
        assert "the 4 settings give" in texts(page).replace("\N{NO-BREAK SPACE}", " ")
        page.session_state[MARKER] = True
        page = page.button(key="use_suggested").click().run()
        used = page.session_state["state"].settings.params
        assert (used.quota, used.normalize_features) == (
            runs[0].params.quota,
            runs[0].params.normalize_features,
        )
