"""Find the recommended d1, d2, T of every sample set and write them into its meta.json.

Run by hand after a set was rebuilt: ``python sample_data/recommend.py [SET …]``.

Rule: over all directions of the set, mean final accuracy of each setting of the grid; among those
within one percentage point of the best, the one with the smallest d1, then d2, then T. The target's
true labels are used, which nobody has for data of their own: these values are for showing the
method at work, not for claiming an accuracy.
"""

import itertools
import json
import sys
from pathlib import Path

from spl.datasets.samples import load_sample, sample_sets
from spl.evaluation import accuracy
from spl.iteration import SPLParams, iterate_reduced
from spl.preprocessing import l2_normalize, reduce_dimension

FOLDER = Path(__file__).parent
D1 = (16, 32, 64, 128, 256, 512)
D2 = (10, 16, 25, 32, 36, 48, 64, 128)
T = (5, 10)
TOLERANCE = 0.01


def settings(most: int, n_classes: int) -> list[tuple[int, int, int]]:
    """Grid of (d1, d2, T), d2 no smaller than the paper advises: about the number of classes."""
    return [
        (d1, d2, t)
        for d1, d2, t in itertools.product(D1, D2, T)
        if d2 <= d1 <= most and n_classes - 1 <= d2 <= 4 * n_classes
    ]


def accuracies(
    name: str, source: str, target: str, grid: list[tuple[int, int, int]]
) -> dict[tuple[int, int, int], float]:
    """Final accuracy of every setting on one direction; PCA once, its scores sliced."""
    pair = load_sample(name, source, target)
    largest = max(d1 for d1, _, _ in grid)
    scores = reduce_dimension(pair.X_source, pair.X_target, largest)[:2]
    found = {}
    for d1, d2, t in grid:
        Xs, Xt = (l2_normalize(X[:, :d1]) for X in scores)
        *_, last = iterate_reduced(Xs, pair.ys, Xt, pair.classes, SPLParams(d1, d2, t))
        found[d1, d2, t] = accuracy(last.pseudo_labels, pair.yt)
    return found


def recommend(name: str) -> tuple[int, int, int]:
    """Print the mean over all directions for each setting; return the smallest good one."""
    sample = sample_sets()[name]
    pairs = [load_sample(name, source, target) for source, target in sample.directions]
    most = min(min(p.n_source + p.n_target, p.n_features) for p in pairs)
    grid = settings(most, len(sample.class_names))
    runs = [accuracies(name, source, target, grid) for source, target in sample.directions]
    mean = {setting: sum(run[setting] for run in runs) / len(runs) for setting in runs[0]}
    best = max(mean.values())
    good = min(setting for setting, value in mean.items() if value >= best - TOLERANCE)
    for setting, value in sorted(mean.items()):
        mark = " <- recommended" if setting == good else ""
        d1, d2, t = setting
        print(f"{name:<8} d1 {d1:>3}  d2 {d2:>3}  T {t:>2}  {value:.1%}{mark}")
    return good


def main() -> None:
    """Write the recommended values of the named sets, or of all."""
    for name in sys.argv[1:] or sample_sets():
        d1, d2, t = recommend(name)
        file = FOLDER / name / "meta.json"
        text = file.read_text(encoding="utf-8")
        meta = json.loads(text)
        meta["recommended"] = {"d1": d1, "d2": d2, "T": t}
        indent = 1 if text.startswith('{\n "') else 2
        file.write_text(
            json.dumps(meta, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
