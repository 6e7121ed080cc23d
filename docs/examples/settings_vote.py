"""Choose nothing: let settings vote, and see where to trust them.

python docs/examples/settings_vote.py

The target has no labels, so no accuracy can choose d1, d2 and T. Several settings label it. Where
nearly all of them agree, the label does not depend on the choice.
"""

from dataclasses import replace

import numpy as np

from spl import SPLParams, load_sample
from spl.experiments.sweep import grid, sweep
from spl.experiments.vote import vote

labelled = load_sample("styles", "filled", "outline")
truth = labelled.yt  # put aside until the end
pair = replace(labelled, y_target=None)

# A grid around usual values: d2 near the number of classes and twice as many.
cells = grid(SPLParams(), d1=[64, 128, 256], d2=[24, 48], T=[2, 5])
results = list(sweep([pair], cells))
found = vote(results)
print(f"{len(cells)} settings voted. At least 95 % of them agree on {found.sure.mean():.0%}.")
near = found.nearest
print(f"Nearest to the vote: d1={near.d1} d2={near.d2} T={near.T}")

# A second opinion that needs no label either.
reverse = [result.scores[-1]["reverse_validation"] for result in results]
best = results[int(np.argmax(reverse))].params
print(f"Reverse validation would choose d1={best.d1} d2={best.d2} T={best.T}")

# What nobody could know: how good the labels are.
correct = found.labels == truth
sure = found.sure
print(f"The vote is correct on {correct.mean():.0%} of all samples,")
print(f"on {correct[sure].mean():.0%} where the settings agree,")
print(f"and on {correct[~sure].mean():.0%} elsewhere: these are the samples to look at.")
