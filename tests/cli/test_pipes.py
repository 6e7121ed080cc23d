"""The command line in scripts: a closed pipe, Ctrl-C, poor encodings, no terminal."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spl.reports.saved_run import read_run

ROOT = Path(__file__).parents[2]
RUN = [sys.executable, "-m", "spl", "run", "moons"]


def started(*options: str, **settings: str) -> subprocess.Popen:
    return subprocess.Popen(
        [*RUN, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.parametrize("keep", [True, False])
def test_a_closed_pipe_ends_quietly_and_keeps_the_file(keep, tmp_path):
    out = tmp_path / "run.npz"
    with started("--T", "40", *(["--out", str(out)] if keep else [])) as process:
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read().decode()
        assert process.wait(60) == 0
    assert "Traceback" not in errors and "BrokenPipe" not in errors
    assert out.exists() == keep
    if keep:
        with np.load(out) as run:
            assert len(run["pseudo_labels"]) == 41


def test_ctrl_c_keeps_what_is_done(tmp_path):
    out = tmp_path / "run.npz"
    with started("--T", "100000", "--out", str(out)) as process:
        while not process.stdout.readline().startswith(b"  3"):
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors and b"stopped (k = 0" in errors
    _, _, states = read_run(out)
    assert 4 <= len(states) < 100_001


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_an_encoding_without_the_characters_is_not_fatal(encoding):
    with started("--T", "1", PYTHONIOENCODING=encoding) as process:
        shown, errors = process.communicate(timeout=60)
    assert process.returncode == 0 and b"Traceback" not in errors
    assert b"1-NN" in shown


def test_without_a_terminal_there_is_no_progress_line_and_baselines_can_be_left_out():
    with started("--T", "1", "--no-baselines") as process:
        shown, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"1-NN" not in shown + errors and b"\r" not in shown + errors
