"""The command line in scripts: a closed pipe, Ctrl-C, poor encodings, no terminal."""

import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spl.cli.main import main
from spl.reports.saved_run import read_run

ROOT = Path(__file__).parents[2]
RUN = ["run", "moons"]


def started(*options: str, command: list[str] = RUN, **settings: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "spl", *command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def without_reader(read: int, *options: str, unbuffered: str, **how) -> tuple[int, str]:
    """Exit code and messages of a command whose reader goes after so many lines."""
    with started(*options, PYTHONUNBUFFERED=unbuffered, **how) as process:
        for _ in range(read):
            process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read().decode()
        return process.wait(300), errors


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("read", [0, 1, 8])  # the pipe is closed before the first line, or after
@pytest.mark.parametrize("keep", [True, False])
def test_a_closed_pipe_ends_quietly_and_keeps_the_file(keep, read, unbuffered, tmp_path):
    out = tmp_path / "run.npz"
    options = ["--T", "40", *(["--out", str(out)] if keep else [])]
    code, errors = without_reader(read, *options, unbuffered=unbuffered)
    assert (code, "Traceback" in errors, "BrokenPipe" in errors) == (0, False, False)
    assert out.exists() == keep
    if keep:
        with np.load(out) as run:
            assert len(run["pseudo_labels"]) == 41


SMALL = ["--d1", "4", "--d2", "2", "--T", "2"]
WRITING = {
    "ablation": ["ablation", "moons", *SMALL],
    "compare": ["compare", "moons", "--methods", "1-NN,SPL", *SMALL],
    "sweep": ["sweep", "moons", *SMALL],
}


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("name", WRITING)
def test_every_command_keeps_its_file_when_the_pipe_is_closed(name, unbuffered, tmp_path):
    out = tmp_path / "table.csv"
    how = {"command": WRITING[name], "unbuffered": unbuffered}
    assert without_reader(0, "--out", str(out), **how)[0] == 0
    assert out.read_text().startswith("task,")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("keep", [True, False])
def test_results_on_a_full_disk_are_one_sentence_and_keep_the_file(keep, unbuffered, tmp_path):
    out = tmp_path / "run.npz"
    words = [*RUN, *SMALL, *(["--out", str(out)] if keep else [])]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "spl", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered},
        )
    assert ended.returncode == 2
    said = ended.stderr.decode().splitlines()[-1]
    assert said.startswith("spl: the results cannot be shown (no space left on device); ")
    assert ("are written" in said) == out.exists() == keep
    if keep:
        assert len(read_run(out)[2]) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_messages_on_a_full_disk_do_not_matter(tmp_path):
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "spl", *RUN, *SMALL, "--no-baselines"],
            stdout=subprocess.PIPE,
            stderr=full,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
    assert ended.returncode == 0 and ended.stdout


def test_messages_and_results_in_one_closed_pipe_keep_the_file(tmp_path):
    """``spl … 2>&1 | head -1``: stderr is closed as well."""
    out = tmp_path / "run.npz"
    read, write = os.pipe()
    place = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "spl", *RUN, "--T", "3", "--out", str(out)]
    with subprocess.Popen(command, stdout=write, stderr=write, cwd=ROOT, env=place) as process:
        os.close(read)
        os.close(write)
        assert process.wait(300) == 0
    assert out.exists()


@pytest.mark.parametrize("closed", [1, 2])
def test_a_stream_that_was_closed_before_the_start_is_not_fatal(closed, tmp_path):
    """``spl … >&-``."""
    out = tmp_path / "run.npz"
    command = [sys.executable, "-m", "spl", *RUN, *SMALL, "--no-baselines", "--out", str(out)]
    ended = subprocess.run(
        command, capture_output=True, cwd=ROOT, preexec_fn=lambda: os.close(closed)
    )
    assert (ended.returncode, b"Traceback" in ended.stderr, out.exists()) == (0, False, True)


CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.mark.parametrize("how", CODES)
def test_a_stopped_run_keeps_what_is_done(how, tmp_path):
    out = tmp_path / "run.npz"
    with started("--T", "10000", "--out", str(out)) as process:
        while (line := process.stdout.readline()) and not line.startswith(b"  3"):
            pass
        process.send_signal(how)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == CODES[how]
    assert b"Traceback" not in errors and b"stopped (k = 0" in errors
    _, _, states = read_run(out)
    assert 4 <= len(states) < 10_001


SLOW = ["letters", "--all-directions", "--T", "30"]


@pytest.mark.parametrize("how", CODES)
@pytest.mark.parametrize(
    "command",
    [["ablation", *SLOW], ["compare", *SLOW, "--methods", "1-NN,1-NN centred,SPL"]],
    ids=["ablation", "compare"],
)
def test_a_stopped_table_keeps_the_lines_that_are_done(command, how, tmp_path):
    out = tmp_path / "table.csv"
    with started("--out", str(out), "--json", command=command) as process:
        shown = [process.stdout.readline() for _ in range(2)]
        process.send_signal(how)
        _, errors = process.communicate(timeout=300)
    assert process.returncode == CODES[how]
    assert b"Traceback" not in errors and f"wrote {out}".encode() in errors
    assert b"stopped" in errors and all(shown)
    lines = out.read_text().splitlines()
    assert 1 + 2 <= len(lines) < 1 + 12 * 3


WRITERS = {
    "run": "spl.cli.run.save_run",
    "ablation": "spl.cli.ablation.write_ablation",
    "compare": "spl.cli.compare.write_lines",
    "sweep": "spl.cli.sweep_file.write_results",
}


@pytest.fixture
def interruptible():
    """Heed Ctrl-C, which a shell lets what it starts in the background ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("how", CODES)
@pytest.mark.parametrize("name", WRITERS)
def test_a_stop_while_a_file_is_written_waits_for_its_end(name, how, tmp_path, monkeypatch):
    """As a second Ctrl-C does, while the first one's file is written."""
    out = tmp_path / ("run.npz" if name == "run" else "table.csv")
    room, function = WRITERS[name].rsplit(".", 1)
    write = getattr(importlib.import_module(room), function)

    def write_while_stopped(*arguments):
        signal.raise_signal(how)
        write(*arguments)

    monkeypatch.setattr(WRITERS[name], write_while_stopped)
    command = WRITING.get(name, [*RUN, *SMALL])
    assert main([*command, "--out", str(out)]) == CODES[how]
    assert out.stat().st_size


LOADING = """
import runpy, signal, sys
class Stop:
    def find_spec(self, name, *_):
        if name == "spl.cli.run":
            signal.default_int_handler(signal.SIGINT, None)
sys.meta_path.insert(0, Stop())
runpy.run_module("spl", run_name="__main__")
"""


def test_a_stop_while_modules_are_loaded_is_one_sentence():
    ended = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, cwd=ROOT)
    assert (ended.returncode, ended.stderr) == (130, b"spl: stopped.\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_encoding_without_the_characters_is_not_fatal(encoding):
    with started("--T", "1", PYTHONIOENCODING=encoding) as process:
        shown, errors = process.communicate(timeout=300)
    assert process.returncode == 0 and b"Traceback" not in errors
    assert b"1-NN" in shown


def test_without_a_terminal_there_is_no_progress_line_and_baselines_can_be_left_out():
    with started("--T", "1", "--no-baselines") as process:
        shown, errors = process.communicate(timeout=300)
    assert process.returncode == 0
    assert b"1-NN" not in shown + errors and b"\r" not in shown + errors


CUT_OFF = """
import os, sys
import numpy as np
from spl.cli.stopping import heed_files_cut_off
heed_files_cut_off()
X = np.memmap(sys.argv[1], mode="r")
os.truncate(sys.argv[1], 0)
X.sum()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGBUS"), reason="this system has no SIGBUS")
def test_a_file_that_is_cut_off_while_it_is_mapped_is_one_sentence(tmp_path):
    file = tmp_path / "t.npy"
    file.write_bytes(bytes(100_000))
    command = [sys.executable, "-c", CUT_OFF, str(file)]
    ended = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=300)
    assert ended.returncode == 2
    assert ended.stderr.decode().startswith("spl: a file became shorter while it was read; wait")
    assert ended.stderr.count(b"\n") == 1
