"""SPL Explorer: the pages, and nothing else."""

from spl.ui.app.shell import run_app

run_app()
