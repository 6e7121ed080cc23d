"""Many runs over one pair or over all directions of a set: ablation, sweeps, comparison."""

from spl.experiments.ablation import ABLATION, AblationRow, ablation
from spl.experiments.sweep import RunResult, grid, sweep

__all__ = ["ABLATION", "AblationRow", "RunResult", "ablation", "grid", "sweep"]
