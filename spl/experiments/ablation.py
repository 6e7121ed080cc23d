"""Many runs over one pair: the paper's ablation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spl.domains import DomainPair
from spl.iteration import SPLParams, SPLState, iterate_reduced
from spl.preprocessing import l2_normalize, reduce_dimension


@dataclass(frozen=True)
class AblationRow:
    """One row of the paper's Table 5: which of its four components take part."""

    pseudo_labeling: bool  # PL
    selective: bool  # S
    ncp: bool
    sp: bool

    @property
    def labeling(self) -> str:
        """The row's `SPLParams.labeling`."""
        return "both" if self.ncp and self.sp else "ncp" if self.ncp else "sp"

    @property
    def selection(self) -> str:
        """The row's `SPLParams.selection`."""
        if not self.pseudo_labeling:
            return "none"
        return "class-wise" if self.selective else "all"


ABLATION = tuple(
    AblationRow(pl, s, ncp, sp)
    for pl, s in ((False, False), (True, False), (True, True))
    for ncp, sp in ((True, False), (False, True), (True, True))
)


def ablation(pair: DomainPair, params: SPLParams) -> Iterator[tuple[AblationRow, SPLState]]:
    """Run the paper's nine combinations; PCA is computed once.

    Yields
    ------
    row : AblationRow
    state : SPLState
        The last state of its run.
    """
    params = params.capped(pair.n_source + pair.n_target, pair.n_features)
    reduced = reduce_dimension(
        pair.X_source, pair.X_target, params.d1, normalize_features=params.normalize_features
    )
    Xs, Xt = l2_normalize(reduced[0]), l2_normalize(reduced[1])
    for row in ABLATION:
        of_row = replace(params, labeling=row.labeling, selection=row.selection)
        *_, last = iterate_reduced(Xs, pair.ys, Xt, pair.classes, of_row)
        yield row, last
