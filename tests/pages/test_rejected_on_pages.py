"""What pages, downloads and files say of rejected samples and dropped classes."""

import io
from dataclasses import replace

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.samples import load_sample
from spl.engine.jobs import job_of
from spl.player.export import standalone_html
from spl.player.playback import playback
from spl.ui.alignment.downloads import npz_bytes, run_table
from spl.ui.alignment.view import chosen_frame
from spl.ui.app.shell import MARKER

PARAMS = SPLParams(d1=64, d2=16, T=4)
DATA = "styles:outline@8,styles:thin"


def finished(pair, label_set):
    job = job_of(pair, replace(PARAMS, label_set=label_set))
    job.ensure("pca")
    job.wait(120)
    assert not job.error and job.complete("pca")
    return job


@pytest.fixture(scope="module")
def opened():
    return finished(load_sample("styles", "outline@8", "thin"), "open")


@pytest.fixture(scope="module")
def partial():
    return finished(load_sample("styles", "outline", "thin@8"), "partial")


def frames(job):
    return [frame for _, frame in sorted(job.frames["pca"].items())]


def test_the_table_of_chosen_samples_says_rejected_and_gives_no_rank(opened):
    last, n = opened.states[-1], opened.pair.n_source
    table = chosen_frame(opened.pair, last, [n + t for t in range(opened.pair.n_target)])
    assert np.array_equal(table["pseudo-label"] == "rejected", last.rejected)
    assert np.array_equal(table["rank in class at k = 4"].isna(), last.rejected)


def test_csv_and_npz_have_the_label_unknown(opened, partial):
    table = run_table(opened, frames(opened))
    for state in opened.states:
        of_k = table[(table["k"] == state.k) & (table["domain"] == opened.pair.target_name)]
        assert np.array_equal(of_k["pseudo_label"] == "unknown", state.rejected)
        assert np.array_equal(of_k["rejected"], state.rejected)
    with np.load(io.BytesIO(npz_bytes(opened, frames(opened)))) as file:
        assert np.array_equal(file["pseudo_labels"] < 0, file["rejected"])
    assert "rejected" not in run_table(partial, frames(partial))
    with np.load(io.BytesIO(npz_bytes(partial, frames(partial)))) as file:
        assert file["dropped"].any() and not file["dropped"][file["pseudo_labels"]].any()


def test_the_saved_page_holds_both_runs_of_a_comparison(opened):
    closed = finished(opened.pair, "closed")
    plays = [
        playback(job.pair, job.states, frames(job), params=job.params) for job in (opened, closed)
    ]
    page = standalone_html(plays[0], "open and closed", compare=plays[1])
    assert plays[0].header["settings"].endswith("ncp, class-wise, open")
    assert [p.header["open"] for p in plays] == [True, False]
    away = plays[0].header["steps"][-1]["away"]
    assert away[0] > away[1] and "away" not in plays[1].header["steps"][-1]
    assert page.count("</html>") == 1


def test_a_cell_of_the_confusion_matrix_chooses_its_rejected_samples(open_page, opened):
    params, last = opened.params, opened.states[-1]
    page = open_page("classes", DATA, params, k=4)
    assert not page.exception
    lists = [frame.value for frame in page.dataframe if "pseudo-labels" in frame.value]
    assert lists[0]["pseudo-labels"].sum() == (~last.rejected).sum()
    confused = next(f.value for f in page.dataframe if "of the true class (%)" in f.value)
    assert {"rejected"} & {*confused["pseudo-label"]} or last.rejected[
        opened.pair.yt >= 0
    ].sum() == 0


@pytest.mark.parametrize(("step", "k"), [(2, 2), (2, 0), (3, 4), (4, 4), (6, 4), (10, 4), (11, 2)])
def test_every_step_of_the_walk_through_follows_a_rejected_sample(open_page, opened, step, k):
    page = open_page("walkthrough", DATA, opened.params, k=k)
    settings = page.session_state["state"].settings
    settings.step, settings.sample = step, int(np.flatnonzero(opened.states[2].rejected)[0])
    page.session_state[MARKER] = True
    page.run()
    assert not page.exception and not page.error
    text = " ".join(m.value for m in page.markdown)
    assert ("**rejected**" in text) == (k >= 2)
