"""SPL Explorer: the pages, and nothing else."""

from spl.ui.shell import run_app

run_app()
