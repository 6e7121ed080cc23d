"""Which frames of a job there are to show, while more are drawn."""

from __future__ import annotations

from spl.embedding.frames import Frame
from spl.engine.job import Job


def n_frames(job: Job, method: str) -> int:
    """How many frames there are to show: PCA's, and those of another method.

    Parameters
    ----------
    job : Job
    method : str
        A key of `spl.embedding.sequence.NAMES`.
    """
    return sum(len(job.frames.get(kind, {})) for kind in {"pca", method})


def frames_for(job: Job, method: str) -> list[Frame]:
    """PCA's frames, and the method's as far as they are there, for the player to show.

    A run that takes another one's place draws first what was asked for. Where another method is
    chosen before PCA's frames are there, those stay until then.

    Parameters
    ----------
    job : Job
    method : str
        A key of `spl.embedding.sequence.NAMES`.
    """
    kinds = dict.fromkeys(("pca", method))
    found = [frame for kind in kinds for frame in _by_k(job, kind)]
    return found or [frame for kind in list(job.frames) for frame in _by_k(job, kind)]


def best_frames(job: Job, method: str) -> list[Frame]:
    """The method's frames once all are there, and until then PCA's; ordered by k.

    Parameters
    ----------
    job : Job
    method : str
        A key of `spl.embedding.sequence.NAMES`.
    """
    found = _by_k(job, method)
    return found if len(found) == job.n_frames_due or "pca" not in job.frames else _by_k(job, "pca")


def _by_k(job: Job, method: str) -> list[Frame]:
    return [frame for _, frame in sorted(job.frames.get(method, {}).items())]
