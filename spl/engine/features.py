"""The features of a visitor's own pictures, computed in a thread that a page watches."""

from __future__ import annotations

from spl.data.images.features import INSTALL, Stopped, picture_features
from spl.data.images.files import PictureFiles
from spl.data.pace import Countdown
from spl.data.readers.features import FeatureFile, reason_text
from spl.engine.worker import Step, Worker


class FeatureJob(Worker):
    """Features of the pictures of both domains.

    Parameters
    ----------
    source, target : PictureFiles
    """

    def __init__(self, source: PictureFiles, target: PictureFiles) -> None:
        super().__init__()
        self.sets = (source, target)
        self.results: list[FeatureFile] = []
        self.done, self.n = 0, len(source) + len(target)
        self._countdown = Countdown()

    @property
    def seconds_left(self) -> float | None:
        """Time that the missing pictures will take at the pace so far; None where unknown."""
        return self._countdown.seconds

    def next_step(self) -> Step | None:
        """The features of the next set."""
        return None if len(self.results) == len(self.sets) else ("features", self._compute)

    def _compute(self) -> None:
        before = sum(map(len, self.sets[: len(self.results)]))

        def tell(done: int, n: int, left: float | None) -> None:
            self.done = before + done
            rest = self.n - self.done  # the other set takes as long for each picture
            self._countdown.expect(left * rest / (n - done) if left and n > done else left)
            self.make_way()

        pictures = self.sets[len(self.results)]
        try:
            self.results.append(picture_features(pictures, tell, self.told_to_stop))
        except Stopped:
            pass  # what is done is remembered

    def sorry(self, error: BaseException) -> str:
        """What to tell about an error, in one sentence; PyTorch raises errors of many kinds.

        Parameters
        ----------
        error : BaseException
        """
        if isinstance(error, ValueError):
            return str(error)
        if isinstance(error, MemoryError):
            return "There is not enough memory for these pictures; give fewer pictures."
        return (
            f"The features could not be computed ({reason_text(error)}); install the extra "
            f"again: {INSTALL}"
        )
