"""Find the recommended d1, d2, T of every sample set and write them into its meta.json.

Run by hand after a set was rebuilt: ``python sample_data/recommend.py [SET …]``.

Rule: that of `spl.experiments.suggest` over all directions of the set: mean final accuracy of each
setting of the grid; among those within one percentage point of the best, the one with the smallest
d1, then d2, then T. The target's true labels are used, which nobody has for data of their own:
these values are for showing the method at work, not for claiming an accuracy.
"""

import json
import sys
from pathlib import Path

from spl.algorithm.params import SPLParams
from spl.data.samples import load_sample, sample_sets
from spl.experiments.suggest import mean_accuracies, suggest
from spl.experiments.sweep import grid, sweep

FOLDER = Path(__file__).parent
D1 = (16, 32, 64, 128, 256, 512)
D2 = (10, 16, 25, 32, 36, 48, 64, 128)
T = (5, 10)


def settings(most: int, n_classes: int) -> list[SPLParams]:
    """Grid of d1, d2, T; d2 no smaller than the paper advises: about the number of classes."""
    cells = grid(SPLParams(), d1=D1, d2=D2, T=T)
    return [c for c in cells if c.d1 <= most and n_classes - 1 <= c.d2 <= 4 * n_classes]


def recommend(name: str) -> SPLParams:
    """Print the mean over all directions for each setting; return the suggested one."""
    sample = sample_sets()[name]
    pairs = [load_sample(name, source, target) for source, target in sample.directions]
    most = min(min(p.n_source + p.n_target, p.n_features) for p in pairs)
    results = list(sweep(pairs, settings(most, len(sample.class_names)), reverse=False))
    good, rule = suggest(results)
    for p, value in zip(*mean_accuracies(results), strict=True):
        mark = " <- recommended" if p == good else ""
        print(f"{name:<8} d1 {p.d1:>3}  d2 {p.d2:>3}  T {p.T:>2}  {value:.1%}{mark}")
    print(rule)
    return good


def main() -> None:
    """Write the recommended values of the named sets, or of all."""
    for name in sys.argv[1:] or sample_sets():
        good = recommend(name)
        file = FOLDER / name / "meta.json"
        text = file.read_text(encoding="utf-8")
        meta = json.loads(text)
        meta["recommended"] = {"d1": good.d1, "d2": good.d2, "T": good.T}
        indent = 1 if text.startswith('{\n "') else 2
        file.write_text(
            json.dumps(meta, indent=indent, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
