"""Tables and labels through the library, the command line, and the upload page's preview."""

import warnings

import pytest

from bad_inputs import labels, tables
from spl import read_pair
from spl.cli.main import main
from spl.data.preview.preview import domain_files, preview
from spl.data.readers.files import read_features

ALL = [*tables.CASES, *labels.CASES]
EACH = pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
MENDED = ("NaN or infinity", "y_source lacks 2 of 40 labels")  # the preview drops what is missing


def test_there_are_enough_and_each_has_a_name_of_its_own():
    assert len({case.name for case in ALL}) == len(ALL) >= 180


def one_sentence(text):
    return "\n" not in text and text.endswith((".", ")"))


@EACH
def test_through_the_library(case):
    if case.says is not None:
        with pytest.raises(ValueError) as error:
            read_pair(*case.files, **case.options)
        assert case.says in str(error.value) and one_sentence(str(error.value))
        return
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pair = read_pair(*case.files, **case.options)
    cautions = [note for note in pair.notes if note.startswith("Caution:")]
    assert sorted({str(w.message) for w in caught}) == sorted(cautions)
    for note in case.notes:
        assert any(note in said for said in pair.notes), pair.notes
    if case.check is not None:
        case.check(pair)


@pytest.mark.filterwarnings("always")  # the command line shows them
@EACH
def test_through_the_command_line(case, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, content in case.files:
        (tmp_path / name).write_bytes(content)
    words = ["run", *(name for name, _ in case.files), "--T", "1", "--d1", "2", "--d2", "2"]
    words += [f"--{option}={value}" for option, value in case.options.items()]
    code = main(words)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    if case.says is not None:
        assert code == 2 and out == "" and len(err.splitlines()) == 1
        assert err.startswith("spl: ") and case.says in err
        return
    assert code == 0, err
    for note in case.notes:
        assert note in err


@EACH
def test_through_the_preview(case):
    """What the upload page shows: an error, or the notes and the problems."""
    label = case.options.get("label")
    try:
        first = read_features(case.files[0], label=label)
        second = None
        if len(case.files) == 2:
            second = read_features(case.files[1], label=label, like=first)
        seen = preview(*domain_files(first, second))
    except ValueError as error:
        assert case.says is not None and case.says in str(error)
        return
    if case.says is not None and seen.error:
        assert case.says in seen.error
        return
    said = " ".join([*first.notes, *(second.notes if second else ())])
    said += " " + " ".join(problem.sentence for problem in seen.problems)
    if case.says is not None:
        assert case.says in said or any(part in case.says for part in MENDED), said
        return
    for note in case.notes:
        assert note.removeprefix("Caution: ") in said
    assert seen.pair is not None
    if case.check is not None:
        case.check(seen.pair)
