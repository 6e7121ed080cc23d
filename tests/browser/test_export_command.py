"""`spl export` of pictures and films, which an installed browser draws."""

from __future__ import annotations

from io import BytesIO

import pytest
from app_server import CHROMIUM
from PIL import Image

from spl.cli.main import main

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def test_a_run_becomes_pictures_and_a_film(tmp_path):
    run = str(tmp_path / "run.npz")
    assert main(["run", "moons", "--T", "2", "--out", run]) == 0
    files = {"picture": "a.png", "figure": "b.pdf", "video": "c.webm"}
    options = [part for name, f in files.items() for part in (f"--{name}", str(tmp_path / f))]
    assert main(["export", run, "--embedding", "pca", "--k", "1", "--dark", *options]) == 0
    image = Image.open(BytesIO((tmp_path / "a.png").read_bytes()))
    assert image.width > 1366
    assert max(image.convert("RGB").getpixel((2, 2))) < 80  # light on dark
    assert b"(k = 1, SPL" in (tmp_path / "b.pdf").read_bytes()
    film = (tmp_path / "c.webm").read_bytes()
    assert film.startswith(b"\x1a\x45\xdf\xa3") and len(film) > 5000


def test_export_says_which_files_it_makes(tmp_path, capsys):
    run = str(tmp_path / "run.npz")
    assert main(["run", "moons", "--T", "1", "--out", run]) == 0
    assert main(["export", run]) == 2
    assert "Nothing to export" in capsys.readouterr().err
    assert main(["export", run, "--video", str(tmp_path / "a.avi")]) == 2
    assert "ends with .webm or .gif" in capsys.readouterr().err
