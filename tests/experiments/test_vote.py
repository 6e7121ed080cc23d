"""The vote of a sweep: brute force, properties, ties, what is refused, and its files."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from spl import DomainPair, SPLParams
from spl.experiments.suggest import pick, suggest, words
from spl.experiments.sweep import RunResult, grid, sweep
from spl.experiments.tables import read_results, write_results, write_vote
from spl.experiments.vote import Vote, correct_shares, majority, vote, votes, with_agreement

LABELS = st.tuples(st.integers(1, 9), st.integers(1, 12)).flatmap(
    lambda shape: arrays(np.uint16, shape, elements=st.integers(0, 4))
)


def result(d1, labels, task="a", digest=None, **more):
    return RunResult(
        task, SPLParams(d1, 1, 5), more.pop("accuracy", None), (more,),
        np.array(labels, dtype=np.uint16), 1.0, digest or task,
    )  # fmt: skip


def voted(labels, task="a"):
    return vote(result(d1, row, task) for d1, row in enumerate(labels, start=1))


@given(LABELS)
@settings(deadline=None)
def test_the_majority_is_that_of_counting_by_hand(labels):
    winner, counts = majority(labels)
    for i, column in enumerate(labels.T.tolist()):
        found = Counter(column)
        most = max(found.values())
        assert counts[i] == most
        assert winner[i] == min(label for label, n in found.items() if n == most)  # ties


@given(LABELS, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_settings_and_samples_does_not_matter(labels, random):
    rows = random.sample(range(len(labels)), len(labels))
    columns = random.sample(range(labels.shape[1]), labels.shape[1])
    winner, counts = majority(labels)
    moved = majority(labels[np.ix_(rows, columns)])
    np.testing.assert_array_equal(moved[0], winner[columns])
    np.testing.assert_array_equal(moved[1], counts[columns])


@given(LABELS, st.permutations(range(5)))
@settings(deadline=None)
def test_renaming_classes_renames_the_vote_but_for_ties(labels, names):
    names = np.array(names, dtype=np.uint16)
    winner, counts = majority(labels)
    renamed, same = majority(names[labels])
    np.testing.assert_array_equal(same, counts)
    times = [Counter(column) for column in labels.T.tolist()]
    clear = [sum(n == max(found.values()) for n in found.values()) == 1 for found in times]
    np.testing.assert_array_equal(renamed[clear], names[winner][clear])
    tied = ~np.array(clear)
    best = [{names[c] for c, n in f.items() if n == max(f.values())} for f in times]
    assert all(renamed[i] == min(best[i]) for i in np.flatnonzero(tied))


def test_every_tie_goes_to_the_lowest_label():
    for column in itertools.permutations([3, 3, 1, 1, 2, 2]):
        winner, counts = majority(np.array([column], dtype=np.uint16).T)
        assert winner.tolist() == [1] and counts.tolist() == [2]


def test_what_a_vote_knows():
    found = voted([[0, 1, 2, 2], [0, 1, 2, 1], [0, 1, 0, 0], [0, 2, 0, 0]])
    assert found.labels.tolist() == [0, 1, 0, 0]
    assert found.share.tolist() == [1, 0.75, 0.5, 0.5]
    assert found.sure.tolist() == [True, False, False, False]
    assert found.agreement.tolist() == [0.5, 0.5, 1, 0.75]
    assert found.nearest.d1 == 3
    assert correct_shares(found, np.array([0, 1, -1, 0])) == (0.75, 1, pytest.approx(2 / 3))
    none, nobody = correct_shares(voted([[0], [1], [2]]), np.array([0]))[:2]
    assert none == 1 and np.isnan(nobody)


def test_nineteen_of_twenty_settings_are_enough():
    labels = np.zeros((20, 2), dtype=int)
    labels[0] = 1, 1
    labels[1, 1] = 1
    assert voted(labels).sure.tolist() == [True, False]


def test_of_equally_near_settings_the_smallest_is_suggested():
    runs = [result(8, [0, 1]), result(2, [1, 1]), result(4, [0, 1])]
    assert vote(runs).nearest.d1 == 4
    assert suggest(runs)[0].d1 == 4


def test_settings_with_classes_that_others_lack_vote_too():
    found = voted([[0, 300], [0, 300], [7, 1]])
    assert found.labels.tolist() == [0, 300] and found.counts.tolist() == [2, 2]


def test_a_setting_votes_once_and_one_without_labels_does_not():
    runs = [result(1, [0]), result(1, [0]), result(2, [1]), result(3, [1]), result(4, [])]
    assert vote(runs).settings == tuple(r.params for r in (runs[0], *runs[2:4]))


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        ([], "at least 3 settings, and 0 have some"),
        ([result(1, [0]), result(2, [1])], "at least 3 settings, and 2 have some"),
        ([result(d1, [0], task) for d1, task in enumerate("aab", 1)], "of several tasks"),
        ([result(d1, [0] * d1) for d1 in (1, 2, 3)], "label 1 and 2 and 3 samples"),
    ],
)
def test_what_cannot_vote_is_refused_in_a_sentence(runs, sentence):
    with pytest.raises(ValueError, match=sentence):
        vote(runs)


def test_labels_that_are_not_a_matrix_are_refused():
    for labels in (np.zeros(3, int), np.zeros((0, 3), int)):
        with pytest.raises(ValueError, match="give one row of labels for each setting"):
            majority(labels)


def test_each_task_has_a_vote_of_its_own_and_agreement_is_averaged():
    runs = [
        *(result(d1, row, "a") for d1, row in ((1, [0, 0]), (2, [0, 1]), (3, [0, 1]))),
        *(result(d1, row, "b") for d1, row in ((1, [2]), (2, [1]), (3, [2]))),
        result(1, [0], "too few"),
    ]
    assert [found.task for found in votes(runs)] == ["a", "b"]
    scored = with_agreement(runs)
    assert [r.scores[-1].get("vote") for r in scored] == [0.5, 1, 1, 1, 0, 1, None]
    assert pick(runs[:6], "vote") == (SPLParams(3, 1, 5), 1)


def test_without_labels_the_setting_nearest_to_the_vote_is_suggested():
    labels = [[0, 1, 1], [0, 1, 2], [1, 1, 2]]
    runs = [
        result(d1, row, reverse_validation=r)
        for d1, row, r in zip((1, 2, 3), labels, (0.9, 0.1, 0.2), strict=True)
    ]
    params, rule = suggest(runs)
    assert params.d1 == 2 and "agree with the vote of all on most samples (100.0 %)" in rule
    assert f"reverse validation would choose {words(runs[0].params)}" in rule
    same = [replace(r, scores=({"reverse_validation": float(r.params.d1 == 2)},)) for r in runs]
    assert "reverse validation chooses the same setting" in suggest(same)[1]
    known = [replace(r, accuracy=(a,)) for r, a in zip(runs, (0.9, 0.1, 0.2), strict=True)]
    assert suggest(known)[0].d1 == 1  # accuracy decides where it is known


@pytest.fixture
def runs(shifted):
    return list(sweep([DomainPair(*shifted)], grid(SPLParams(), d1=[3, 5], d2=[2, 3], T=[1, 3])))


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_saved_sweep_votes_as_the_one_that_ran(ending, runs, tmp_path):
    write_results(tmp_path / f"runs.{ending}", runs)
    ours, theirs = vote(runs), vote(read_results(tmp_path / f"runs.{ending}"))
    assert ours.settings == theirs.settings
    np.testing.assert_array_equal(ours.labels, theirs.labels)
    np.testing.assert_array_equal(ours.counts, theirs.counts)


def test_more_than_256_classes_come_back_from_a_table(tmp_path):
    runs = [result(d1, [0, 255, 256, 65535], entropy=0.0) for d1 in (1, 2, 3)]
    write_results(tmp_path / "runs.csv", runs)
    assert read_results(tmp_path / "runs.csv")[0].pseudo_labels.tolist() == [0, 255, 256, 65535]


def test_a_table_of_an_earlier_version_has_no_labels(runs, tmp_path):
    write_results(tmp_path / "runs.csv", runs)
    frame = pd.read_csv(tmp_path / "runs.csv", dtype=str, keep_default_na=False)
    assert list(frame.columns)[-1] == "pseudo_labels"
    frame.drop(columns="pseudo_labels").to_csv(tmp_path / "old.csv", index=False)
    old = read_results(tmp_path / "old.csv")
    assert not any(len(r.pseudo_labels) for r in old) and votes(old) == []
    unlabelled = [replace(r, accuracy=None) for r in old]
    assert "reverse validation" in suggest(unlabelled)[1]


@pytest.mark.parametrize("text", ["u3:AAAA", "u1:A", "u1:§§§§", "u2:AAAA", "zzz", "u1:"])
def test_damaged_labels_are_refused_in_a_sentence(text, runs, tmp_path):
    write_results(tmp_path / "runs.csv", runs)
    frame = pd.read_csv(tmp_path / "runs.csv", dtype=str, keep_default_na=False)
    frame.loc[0, "pseudo_labels"] = text
    frame.to_csv(tmp_path / "runs.csv", index=False)
    with pytest.raises(ValueError, match="is not a table that a sweep wrote"):
        read_results(tmp_path / "runs.csv")


def test_a_table_that_is_cut_off_within_its_labels_is_refused_wherever_it_is_cut(tmp_path):
    runs = [result(d1, [0, 1, 2, 1, 0, 2, 1], entropy=0.0) for d1 in (1, 2, 3)]
    write_results(tmp_path / "runs.csv", runs)
    whole = (tmp_path / "runs.csv").read_bytes()
    first = whole.rindex(b"u1:")
    for end in range(first + 1, len(whole.rstrip())):
        (tmp_path / "cut.csv").write_bytes(whole[:end])
        with pytest.raises(ValueError, match="is not a table that a sweep wrote"):
            read_results(tmp_path / "cut.csv")


def test_a_vote_is_written_as_plain_arrays(tmp_path):
    found = voted([[0, 1], [0, 1], [0, 0]])
    write_vote(tmp_path / "vote.npz", found, np.array(["ant", "bee"]))
    with np.load(tmp_path / "vote.npz", allow_pickle=False) as file:
        assert file["classes"][file["labels"]].tolist() == ["ant", "bee"]
        assert file["share"].tolist() == [1, pytest.approx(2 / 3)]
        assert file["settings"].tolist() == [f"d1={d1} d2=1 T=5" for d1 in (1, 2, 3)]
        assert file["agreement"].tolist() == [1, 1, 0.5]
    with pytest.raises(ValueError, match=r"vote.txt: give the vote a name that ends with .npz"):
        write_vote(tmp_path / "vote.txt", found, np.array(["ant", "bee"]))
    with pytest.raises(ValueError, match="the label 1 but there are 1 classes"):
        write_vote(tmp_path / "vote.npz", found, np.array(["ant"]))


def test_target_labels_do_not_vote(shifted):
    cells = grid(SPLParams(T=2), d1=[3, 4, 5], d2=[2])
    with_truth, without = (vote(sweep([DomainPair(*shifted[:n])], cells)) for n in (4, 3))
    assert isinstance(with_truth, Vote)
    np.testing.assert_array_equal(with_truth.labels, without.labels)
    assert with_truth.nearest == without.nearest


def test_the_same_settings_of_two_tasks_are_refused():
    """The second task's results took the place of the first's."""
    results = [result(d1, [0, 1], task) for task in "ab" for d1 in (1, 2, 3)]
    with pytest.raises(ValueError, match="The results are of several tasks"):
        vote(results)


def test_rows_of_several_lengths_are_no_votes():
    with pytest.raises(ValueError, match="labels has rows of several lengths"):
        majority([[0, 1], [0]])


def test_labels_to_vote_on_may_be_lists():
    assert majority([[0, 1], [0, 1]])[0].tolist() == [0, 1]
