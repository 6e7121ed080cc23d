"""The store of jobs: a reload, or another window, finds a run again.

Jobs are known by a digest of their data and parameters. A page sees only a job whose data it holds
itself. The number of jobs kept, and their size, are bounded.
"""

from __future__ import annotations

import hashlib

from spl.algorithm.params import SPLParams
from spl.data.cache import Cache
from spl.data.pair import DomainPair
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.job import Job

MAX_JOBS = 16
MAX_BYTES = 400_000_000


def job_of(pair: DomainPair, params: SPLParams, hand: ByHand = NOTHING) -> Job:
    """The job of a pair and parameters: made, but not started, if there is none, or it failed.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    hand : ByHand
        Labels that are given, and samples that are left out.
    """
    key = job_id(pair, params, hand)
    job = JOBS.made(key, lambda: Job(pair, params, key, hand))
    if job.error:
        JOBS.drop(key, job)
        job = JOBS.made(key, lambda: Job(pair, params, key, hand))
    return job


def job_id(pair: DomainPair, params: SPLParams, hand: ByHand = NOTHING) -> str:
    """Digest of parameters and of all that the pages show of a pair: labels, names, pictures.

    Parameters
    ----------
    pair : DomainPair
    params : SPLParams
    hand : ByHand
        Labels that are given, and samples that are left out.
    """
    h = hashlib.blake2b(pair.identity.encode(), digest_size=12)
    h.update(repr((params, hand)).encode())
    return h.hexdigest()


JOBS: Cache[str, Job] = Cache(
    MAX_JOBS,
    MAX_BYTES,
    size=lambda job: job.n_bytes,
    shared=lambda job: (id(job.pair), job.pair.n_bytes),
    busy=lambda job: job.running,
)
