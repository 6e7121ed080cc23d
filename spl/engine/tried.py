"""The settings that a visitor has tried on one pair: undo, redo, and the last few to go back to."""

from __future__ import annotations

from dataclasses import dataclass, field

from spl.algorithm.params import SPLParams

KEPT = 8  # settings with a small frame
MOST = 100  # steps that can be undone


@dataclass
class Tried:
    """Steps from one setting to the next, and small frames of the last settings that were shown.

    Examples
    --------
    >>> tried = Tried()
    >>> for T in (10, 5, 3):
    ...     tried.note(SPLParams(T=T))
    >>> tried.undo().T, tried.undo().T, tried.undo(), tried.redo().T
    (5, 10, None, 5)
    """

    steps: list[SPLParams] = field(default_factory=list)
    at: int = -1  # the step that is shown
    pictures: dict[SPLParams, str] = field(default_factory=dict)  # data addresses, oldest first

    @property
    def now(self) -> SPLParams | None:
        """The setting that is shown, None before the first run."""
        return self.steps[self.at] if self.steps else None

    @property
    def can_undo(self) -> bool:
        """Whether a setting was tried before the one shown."""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return self.at + 1 < len(self.steps)

    def note(self, params: SPLParams) -> None:
        """A setting is run: the next step, in place of those that were undone.

        Parameters
        ----------
        params : SPLParams
        """
        if params == self.now:
            return
        self.steps = [*self.steps[: self.at + 1], params][-MOST:]
        self.at = len(self.steps) - 1

    def undo(self) -> SPLParams | None:
        """Go one step back; None where there is none."""
        if not self.can_undo:
            return None
        self.at -= 1
        return self.now

    def redo(self) -> SPLParams | None:
        """Take back an undo; None where there is none."""
        if not self.can_redo:
            return None
        self.at += 1
        return self.now

    def keep(self, params: SPLParams, picture: str) -> None:
        """Keep a setting's small frame; the oldest goes. A setting stays where it stands.

        Parameters
        ----------
        params : SPLParams
        picture : str
            A data address.
        """
        self.pictures[params] = picture
        for oldest in list(self.pictures)[:-KEPT]:
            del self.pictures[oldest]
