"""A first run, told iteration by iteration: python docs/examples/first_run.py.

Icons are drawn in two styles, filled and outline. A network trained on photographs gave the
features. The filled ones have labels, and we want those of the outline ones.
"""

import numpy as np

from spl import SPLParams, iterate, load_sample
from spl.measures.baselines import nearest_neighbor

pair = load_sample("styles", "filled", "outline")
print(f"{pair.n_source} filled icons with labels, {pair.n_target} outline icons without.")

# What is reached without adaptation: each outline icon gets the label of the nearest filled one.
# Both styles lie apart in these features, so this is often wrong.
nearest = nearest_neighbor(pair.X_source, pair.ys, pair.X_target)
print(f"The nearest filled icon has the correct label for {np.mean(nearest == pair.yt):.0%}.")

# Algorithm 1. Each state is one iteration; the true labels of the target take no part in it, and
# only measure it here.
before = None
for state in iterate(pair.X_source, pair.y_source, pair.X_target, SPLParams(d1=128, d2=48, T=5)):
    correct = state.pseudo_labels == pair.yt
    if state.k == 0:
        print(
            f"k = 0: the projection learnt from filled icons alone; {correct.mean():.0%} correct."
        )
    else:
        # What P_k learnt from: the most confident of the iteration before, and how good they were.
        taught = np.mean(before[state.selected] == pair.yt[state.selected])
        print(
            f"k = {state.k}: learnt from {state.selected.sum()} outline icons, of which "
            f"{taught:.0%} had the correct label; now {correct.mean():.0%} are correct."
        )
    before = state.pseudo_labels

# The mean hides how uneven this is: a class that crossed to the wrong place stays there.
by_class = [correct[pair.yt == c].mean() for c in range(pair.n_classes)]
worst = int(np.argmin(by_class))
print(f"Hardest is {pair.class_names[worst]!r}: {by_class[worst]:.0%} of it is labelled correctly.")
