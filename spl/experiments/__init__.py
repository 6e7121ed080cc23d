"""Many runs over one pair or over all directions of a set: ablation, sweeps, comparison."""

from spl.experiments.ablation import ABLATION, AblationRow, ablation
from spl.experiments.sweep import RunResult, grid, run_grid

__all__ = ["ABLATION", "AblationRow", "RunResult", "ablation", "grid", "run_grid"]
