"""The run that the first screen shows, computed in the background when the server starts."""

from __future__ import annotations

import threading
from functools import cache

from spl.engine.chosen_data import open_settings_data
from spl.engine.job import Job
from spl.engine.jobs import job_of
from spl.engine.settings import Settings, fitting
from spl.player.extras import pack_extras


def headline_job() -> Job:
    """The run of the data and settings that a visitor without a link finds; perhaps not started."""
    settings = Settings()
    pair = open_settings_data(settings.data)
    return job_of(pair, fitting(settings.params, pair))


@cache
def compute_headline_once() -> threading.Thread:
    """Compute that run and its frames, once per server; the first visitor finds it there."""
    thread = threading.Thread(target=_compute, daemon=True)
    thread.start()
    return thread


def _compute() -> None:
    job = headline_job()
    job.ensure(Settings().embedding)
    pack_extras(job.pair)  # the player's thumbnails
