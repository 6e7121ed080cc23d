"""Watch another method in the same player: python docs/examples/another_method.py [PAGE.html].

Any method that brings two domains into one space can be watched. This one is a small CORAL, after
Sun, Feng & Saenko (2016): the source gets the covariance of the target, here a little more in each
frame.
"""

import sys

import numpy as np

import spl

pair = spl.load_sample("letters", "serif", "sans")


def power(covariance, exponent):
    """A power of a symmetric matrix with positive eigenvalues."""
    values, vectors = np.linalg.eigh(covariance)
    return (vectors * values**exponent) @ vectors.T


# 32 principal axes of both domains, each domain centred on its own mean.
both = np.vstack([pair.X_source, pair.X_target]).astype(float)
axes = np.linalg.svd(both - both.mean(axis=0), full_matrices=False)[2][:32].T
Zs, Zt = ((X - X.mean(axis=0)) @ axes for X in (pair.X_source, pair.X_target))  # (n, 32)

# Full CORAL whitens the source and gives it the target's covariance. `share` goes part of the way.
whiten = power(np.cov(Zs.T) + 0.1 * np.eye(32), -0.5)
color = power(np.cov(Zt.T) + 0.1 * np.eye(32), 0.5)
frames = []
for share in (0, 0.25, 0.5, 0.75, 1):
    step = (1 - share) * np.eye(32) + share * whiten @ color
    frames.append((Zs @ step, pair.y_source, Zt, pair.y_target))

# `show` labels each target sample by the nearest class mean of the source, and lays out all frames
# coherently: what does not change hardly moves. In a notebook the last line of a cell shows it.
names = [f"{share:.0%} of CORAL" for share in (0, 0.25, 0.5, 0.75, 1)]
player = spl.show(frames, names=names, title="CORAL", method="pca", static=True)
for step in player.playback.header["steps"]:
    print(f"nearest class mean: {step['accuracy']:.1%} of the target samples are correct")
if len(sys.argv) > 1:
    player.save(sys.argv[1])
    print(f"wrote {sys.argv[1]}: open it in a browser")
