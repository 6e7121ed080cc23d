"""The app opened without a link: the headline run plays until something is changed."""

import pytest

from spl.algorithm.params import SPLParams
from spl.embedding.spaces import BEFORE
from spl.engine.chosen_data import UPLOAD, open_settings_data
from spl.engine.headline import headline_job
from spl.engine.job import Job
from spl.engine.lessons import LESSONS
from spl.engine.settings import Settings
from spl.ui.alignment.welcome import SHOWN
from spl.ui.app.style import STYLE


@pytest.fixture
def started(monkeypatch):
    """Runs that were asked for; nothing is computed."""
    asked = []
    monkeypatch.setattr(Job, "ensure", lambda job, method="pca": asked.append((job.id, method)))
    return asked


def keys(app):
    return {button.key for button in app.button}


def test_the_headline_run_starts_by_itself_and_plays_from_before_adaptation(app, started):
    app.run()
    assert not app.exception and not app.error
    assert started == [(headline_job().id, "tsne")]
    assert app.session_state["state"].autoplay == headline_job().id
    assert app.session_state["state"].settings.k == BEFORE
    assert {"first_lesson", "own_data"} <= keys(app)


def test_it_says_what_is_seen_credits_the_paper_and_shows_images_of_both_domains(app, started):
    app.run()
    (sentence,) = (m.value for m in app.markdown if "Each point is a picture" in m.value)
    assert "Wang & Breckon, AAAI 2020" in sentence
    strips = [h.proto.body for h in app.get("html") if 'spl-samples"' in h.proto.body]
    source, target = strips
    assert source.count("data:image/png;base64,") == target.count("data:image/png;base64,") == SHOWN
    name = str(open_settings_data(Settings().data).class_names[0])
    assert f">{name}<" in source and f">{name}<" not in target  # its labels are what SPL finds


@pytest.mark.parametrize("change", ["T", "embedding"])
def test_what_the_visitor_changes_takes_it_away_for_good(app, started, change):
    app.run()
    if change == "T":
        app.slider(key="_T").set_value(9).run()
        assert "first_lesson" not in keys(app)
        app.slider(key="_T").set_value(10).run()
    else:  # its widget comes with the first picture
        app.session_state["state"].settings.embedding = "pca"
        app.run()
    assert not app.exception and "first_lesson" not in keys(app)


def test_the_iteration_may_move(app, started):
    app.run()
    app.session_state["state"].settings.k = 4
    app.session_state["state"].settings.color_by = "domain"
    app.run()
    assert "first_lesson" in keys(app) and app.query_params["k"] == "4"


@pytest.mark.parametrize("query", [{"data": "moons"}, {"T": "4"}, {"run": "1", "data": "moons"}])
def test_a_link_shows_what_it_names_and_no_first_screen(app, started, query):
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and "first_lesson" not in keys(app)
    assert len(started) == ("run" in query)
    assert ("No run yet" in app.info[0].value) if app.info else ("run" in query)


@pytest.mark.parametrize(("k", "plays"), [(None, True), ("0", False), ("3", False)])
def test_a_link_to_a_run_plays_unless_it_names_an_iteration(app, started, k, plays):
    for name, value in {"data": "moons", "run": "1", "k": k}.items():
        if value is not None:
            app.query_params[name] = value
    app.run()
    assert bool(app.session_state["state"].autoplay) == plays
    assert app.session_state["state"].settings.k == (BEFORE if k is None else int(k))
    assert dict(app.query_params).get("k") == k


def test_the_first_lesson_opens_and_plays(app, started, monkeypatch):
    switched = []
    monkeypatch.setattr("spl.ui.lessons.view.st.switch_page", switched.append)
    app.run()
    app.button(key="first_lesson").click().run()
    assert not app.exception
    assert app.session_state["state"].settings.lesson == LESSONS[0].key and switched
    assert (
        app.session_state["state"].autoplay
        == app.session_state["state"].job.id
        != headline_job().id
    )
    app.run()
    assert "first_lesson" not in keys(app)


def test_own_data_leads_to_their_page(app, started, monkeypatch):
    switched = []
    monkeypatch.setattr("spl.ui.alignment.welcome.st.switch_page", switched.append)
    app.run()
    app.button(key="own_data").click().run()
    assert [page.title for page in switched] == ["Data"]
    assert app.session_state["state"].data_kind == "Own files"
    assert app.session_state["state"].settings.data != UPLOAD  # until files are used


def test_alignment_has_one_place_to_set_k(app, started):
    app.query_params["data"] = "moons"
    app.run()
    assert not [s for s in app.slider if s.label.startswith("k ·")]


def test_failure_opens_in_right_or_wrong():
    (lesson,) = (lesson for lesson in LESSONS if lesson.key == "failure")
    assert lesson.query["color_by"] == "correct"


def test_the_players_place_is_kept_until_its_first_frame_is_there(open_page, monkeypatch):
    monkeypatch.setattr("spl.ui.alignment.view.frames_for", lambda job, method: [])
    page = open_page("alignment", "moons", SPLParams(d1=6, d2=2, T=1))
    blocks = [block for block in page.main.children.values() if block.type != "caption"]
    (place,) = (b for b in blocks if getattr(b.proto, "id", "").endswith("player_place"))
    assert "first frame" in place.caption[0].value
    assert ".st-key-player_place) {min-height" in STYLE
