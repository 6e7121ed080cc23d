"""Many runs over one pair or over all directions of a set: ablation, sweeps, comparison."""

from spl.experiments.ablation import ABLATION, AblationRow, ablation

__all__ = ["ABLATION", "AblationRow", "ablation"]
