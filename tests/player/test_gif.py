"""The player's GIF, read by Pillow."""

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_a_gif_has_the_frames_that_were_put_in():
    script = Path(__file__).with_name("gif.mjs")
    done = subprocess.run([NODE, script], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    image = Image.open(BytesIO(done.stdout))
    assert (image.n_frames, image.size, image.info["loop"]) == (3, (150, 120), 0)
    delays = []
    i = np.arange(150 * 120)
    for t in range(3):
        image.seek(t)
        delays.append(image.info["duration"])
        wanted = np.stack([(i * 7 + t * 40) & 248, (i * i >> 5) & 64, 0 * i + 80 * t], axis=1)
        found = np.asarray(image.convert("RGB")).reshape(-1, 3)
        assert (found == wanted).all()
    assert delays == [100, 200, 1500]
