"""Labels given and samples left out on Alignment, without a browser."""

import threading
import time

import numpy as np
import pytest

from spl.algorithm.params import SPLParams
from spl.data.pair import DomainPair
from spl.data.prepared import iterate_pair
from spl.engine.by_hand import NOTHING, ByHand
from spl.engine.chosen_data import UPLOAD, open_settings_data
from spl.engine.job import Job
from spl.engine.jobs import job_of
from spl.engine.lessons import LESSONS
from spl.engine.settings import Settings
from spl.experiments.sweep import sweep
from spl.explain.ask import largest_disputes, least_certain
from spl.explain.blame import pulling, wrong_groups
from spl.figures.runs import setting_of
from spl.ui.app import rows, session
from spl.ui.app.shell import MARKER
from spl.ui.app.state import PageState
from spl.ui.by_hand import steps

DATA, PARAMS = "digits:uci,digits:mnist", SPLParams(d1=32, d2=16, T=3)


def again(page):
    page.run()
    assert not page.exception
    return page


def opened(app, data=DATA, params=PARAMS, chosen=()):
    """The app at Alignment with a run that has ended, and what is done by hand open."""
    settings = Settings()
    uploaded = data if isinstance(data, DomainPair) else None
    settings.choose_data(UPLOAD if uploaded else data, params)
    settings.embedding, settings.k, settings.run = "pca", 3, True
    state = PageState(
        settings,
        session_id="by hand",
        uploaded=uploaded,
        chosen_rows=list(chosen),
        hand_is_open=True,
    )
    state.job = job_of(uploaded or open_settings_data(data), params)
    state.job.ensure("pca")
    state.job.wait(60)
    app.session_state["state"] = state
    return again(app)


def settled(page):
    """As the page stands when its run, and the one that it is compared with, have ended."""
    state = page.session_state["state"]
    for _ in range(2):
        for job in (state.job, *state.plain_runs.values()):
            job.wait(60)
        again(page)
    return page


def press(page, key):
    page.button(key=key).click().run()
    assert not page.exception
    return settled(page)


def until(there):
    latest = time.monotonic() + 60
    while not there():
        assert time.monotonic() < latest
        time.sleep(0.02)


def hand(page) -> ByHand:
    return page.session_state["state"].settings.hand


def texts(page):
    return " ".join(str(m.value) for kind in ("markdown", "caption") for m in page.get(kind))


def named(page, text):
    return next(b for b in page.button if b.label == text)


@pytest.fixture(scope="module")
def run():
    pair = open_settings_data(DATA)
    return pair, list(iterate_pair(pair, PARAMS))


def test_nothing_is_drawn_before_it_is_opened(app):
    page = opened(app)
    assert "Labels can hurt" in texts(page)
    page.session_state["state"].hand_is_open = False
    assert "Labels can hurt" not in texts(again(page))


@pytest.mark.parametrize(
    ("label", "asked"),
    [
        ("Ask about the largest disputes", largest_disputes),
        ("Ask about the least certain", least_certain),
    ],
)
def test_whom_to_ask_is_proposed_and_a_label_is_never_given_by_itself(app, run, label, asked):
    page = opened(app)
    rows = asked(run[1][-1], 3)
    named(page, label).click()
    again(page)
    assert page.session_state["state"].chosen_rows == [r + run[0].n_source for r in rows]
    assert hand(page) == NOTHING
    boxes = [box for box in page.selectbox if box.label.startswith("Sample ")]
    assert [box.value for box in boxes] == [None] * len(rows)
    assert page.button(key="give_labels").disabled


def test_labels_are_given_changed_taken_back_cleared_and_undone(app, run):
    pair, states = run
    page = opened(app, chosen=[pair.n_source + 7, pair.n_source + 9])
    first = page.session_state["state"].job
    page.selectbox(key="class_of_7_None").select(4)
    again(page)
    page = press(page, "give_labels")
    assert hand(page).known == ((7, 4),)
    job = page.session_state["state"].job
    assert job is not first and job.states[0].selected[7] and job.states[-1].pseudo_labels[7] == 4
    assert "1 label given by you" in texts(page) and "Accuracy on the 1,999 others" in texts(page)
    page.selectbox(key="class_of_7_4").select(5)
    page = press(again(page), "give_labels")
    assert hand(page).known == ((7, 5),)
    page = press(page, "give_true")
    assert hand(page).known == ((7, pair.yt[7]), (9, pair.yt[9]))
    assert page.session_state["state"].settings.to_query()["known"].startswith("7:")
    page = press(page, "take_back")
    assert hand(page).known == ()
    for expected in (2, 1, 1, 0):
        page = press(page, "undo_hand")
        assert len(hand(page).known) == expected
    assert page.session_state["state"].job is first
    page = press(page, "give_true")
    page = press(page, "clear_labels")
    assert hand(page) == NOTHING


def test_the_panel_says_who_else_changed_as_the_two_runs_have_it(app, run):
    pair, states = run
    rows = least_certain(states[-1], 20)
    page = opened(app, chosen=[pair.n_source + r for r in rows])
    page = press(page, "give_true")
    *_, after = iterate_pair(pair, PARAMS, {r: pair.y_target[r] for r in rows})
    others = np.setdiff1d(np.arange(pair.n_target), rows)
    n = int((states[-1].pseudo_labels != after.pseudo_labels)[others].sum())
    assert n and f"{n} other samples end with another label" in texts(page)


def test_a_lasso_of_many_has_one_class_for_all(app, run):
    page = opened(app, chosen=[run[0].n_source + r for r in range(20)])
    page.selectbox(key="class_of_all").select(3)
    page = press(again(page), "give_labels")
    assert hand(page).known == tuple((r, 3) for r in range(20))


def test_without_target_labels_none_is_called_true(app, shifted):
    data = DomainPair(*shifted[:3])
    page = opened(app, data, SPLParams(d1=6, d2=3, T=3), chosen=[90 + 7])
    assert not [b for b in page.button if "true class" in b.label]
    page.selectbox(key="class_of_7_None").select(1)
    page = press(again(page), "give_labels")
    assert "ccuracy on the" not in texts(page) and hand(page).known == ((7, 1),)


def test_a_table_is_downloaded_and_uploaded_again(app, run):
    page = opened(app)
    page.file_uploader(key="labels_file").upload("mine.csv", b"row,label\n3,7\n12,0\n", "text/csv")
    page = settled(page)
    assert hand(page).known == ((3, 7), (12, 0))
    assert page.download_button(key="labels_csv").label == "Labels as CSV"


def test_a_table_that_cannot_be_used_is_one_sentence(app):
    page = opened(app)
    page.file_uploader(key="labels_file").upload("mine.csv", b"3,99\n", "text/csv")
    again(page)
    assert "line 1 has the label '99'" in " ".join(e.value for e in again(page).error)
    assert hand(page) == NOTHING


def test_a_step_that_was_undone_is_taken_again(app, run):
    pair, _ = run
    page = opened(app, chosen=[pair.n_source + 7])
    assert page.button(key="redo_hand").disabled
    for c, known in ((4, "class_of_7_None"), (5, "class_of_7_4")):
        page.selectbox(key=known).select(c)
        page = press(again(page), "give_labels")
    for expected in ((7, 4),), ():
        page = press(page, "undo_hand")
        assert hand(page).known == expected
    assert page.button(key="undo_hand").disabled
    for expected in ((7, 4),), ((7, 5),):
        page = press(page, "redo_hand")
        assert hand(page).known == expected
    assert page.button(key="redo_hand").disabled and not page.button(key="undo_hand").disabled
    page = press(press(page, "undo_hand"), "give_true")  # another way: no way back to the first
    assert hand(page).known == ((7, pair.yt[7]),) and page.button(key="redo_hand").disabled


def test_what_if_runs_without_those_that_pulled_and_says_who_was_wrong_because_of_it(app, run):
    pair, states = run
    group = wrong_groups(states, pair)[0]
    rows, k = pulling(states, group)
    page = opened(app)
    page.session_state["state"].choices["by_hand_part"] = "What if not"
    again(page)
    names = pair.class_names
    box = page.selectbox(key="blamed_group")
    assert box.options[0] == (
        f"{len(group.rows)} of {names[group.instead]} labelled {names[group.label]}, "
        f"from k = {group.first} on"
    )
    page = press(page, "without_pulling")
    assert hand(page).without == tuple(sorted((int(row), k) for row in rows))
    *_, after = iterate_pair(pair, PARAMS, without={int(row): k for row in rows})
    freed = int((after.pseudo_labels[group.rows] != group.label).sum())
    said = f"{freed} of the {len(group.rows)} were labelled" if freed else "it was not because of"
    assert said in texts(page) and "left out of S_k from k =" in texts(page)
    before = hand(page)
    page = press(page, "without_group")
    assert [row for row, _ in hand(page).without] == group.rows.tolist()
    page = press(page, "undo_hand")
    assert hand(page) == before
    page = press(page, "clear_left_out")
    assert hand(page) == NOTHING


def test_the_answer_does_not_wait_for_its_picture(app, monkeypatch):
    page = opened(app, params=SPLParams(d1=32, d2=15, T=3))  # no other test's, whose run is kept
    page.session_state["state"].choices["by_hand_part"] = "What if not"
    again(page)
    go_on, draw_all = threading.Event(), Job._draw_all

    def draw_late(job):
        assert go_on.wait(60)
        draw_all(job)

    monkeypatch.setattr(Job, "_draw_all", draw_late)
    page.button(key="without_pulling").click().run()
    state = page.session_state["state"]
    until(lambda: state.next_job.learned)
    again(page)
    assert not state.job.hand.without  # which is in the picture still
    assert "because of it" in texts(page) and "left out of S_k from k =" in texts(page)
    go_on.set()
    state.next_job.wait(60)
    again(page)
    assert state.next_job is None and state.job.hand.without and "because of it" in texts(page)


def test_chosen_samples_are_left_out_from_the_iteration_shown(app, run):
    page = opened(app, chosen=[run[0].n_source + 7])
    page.session_state["state"].choices["by_hand_part"] = "What if not"
    page = press(again(page), "without_chosen")
    assert hand(page).without == ((7, 3),)
    assert "The sample " in texts(page) and "All 1 of" not in texts(page)
    assert not page.session_state["state"].job.states[3].selected[7]


def test_chosen_samples_of_several_labels_are_not_said_to_have_had_one(app, run):
    pair, states = run
    last = states[-1].pseudo_labels
    rows = [0, int((last != last[0]).argmax())]
    page = opened(app, chosen=[pair.n_source + row for row in rows])
    page.session_state["state"].choices["by_hand_part"] = "What if not"
    page = press(again(page), "without_chosen")
    assert " of the 2 had another label because of it" in texts(page)


def test_what_if_takes_no_given_label_away(app, run):
    """The label was lost, and the answer compared with a run that nobody had seen."""
    pair, states = run
    group = wrong_groups(states, pair)[0]
    rows, k = pulling(states, group)
    given, free = int(rows[0]), rows[1:]
    known = {given: pair.classes[states[k - 1].pseudo_labels[given]]}  # as it is labelled
    page = opened(app, chosen=[pair.n_source + given, pair.n_source + int(free[0])])
    state = page.session_state["state"]
    state.settings.hand = NOTHING.labelled([given], states[k - 1].pseudo_labels[given])
    state.choices["by_hand_part"] = "What if not"
    state.job = job_of(open_settings_data(DATA), PARAMS, state.settings.hand)
    state.job.ensure("pca")
    state.job.wait(60)
    page = settled(page)
    before = list(iterate_pair(pair, PARAMS, known=known))
    group = wrong_groups(before, pair)[0]
    rows, k = pulling(before, group)
    mine = sorted(int(row) for row in rows if row != given)
    assert "One is labelled by you, and not left out" in texts(page)
    page = press(page, "without_pulling")
    assert hand(page).known == ((given, states[k - 1].pseudo_labels[given]),)
    assert [row for row, _ in hand(page).without] == mine
    *_, after = iterate_pair(pair, PARAMS, known=known, without=dict.fromkeys(mine, k))
    freed = int((after.pseudo_labels[group.rows] != group.label).sum())
    said = f"{freed} of the {len(group.rows)} were labelled" if freed else "it was not because of"
    assert said in texts(page)
    page = press(page, "without_chosen")
    assert [row for row, _ in hand(page).without] == [int(free[0])]


def test_a_run_opened_from_another_page_is_that_of_its_table(app, run):
    """It went on with the labels that were given by hand, and ended with another accuracy."""
    (result,) = sweep([run[0]], [SPLParams(16, 8, 1)])
    page = press(opened(app, chosen=[run[0].n_source + 7]), "give_true")
    given = hand(page)
    state = page.session_state["state"]
    state.loaded_table, state.chosen_setting = ("t.csv", [result]), setting_of(result.params)
    page = again(page.switch_page("pages/explore.py"))
    assert "go without what you gave by hand: 1 label given" in texts(page)
    page = press(page, "open_chosen")
    assert state.job.params == result.params and state.job.hand == NOTHING
    assert (state.job.states[-1].pseudo_labels == result.pseudo_labels).all()
    assert state.hand_before[-1] == given  # Undo gives it back


def test_a_link_opens_with_the_labels(app):
    app.query_params.update(
        data=DATA, d1="32", d2="16", T="2", embedding="pca", run="1", known="7:4"
    )
    again(app)
    state = app.session_state["state"]
    state.job.wait(60)
    assert hand(app).known == ((7, 4),) and state.job.states[0].selected[7]
    assert app.query_params["known"] == "7:4"
    assert "1 label given by you" in texts(settled(app))  # open, as something is given


def test_other_data_lay_the_labels_aside_and_say_so(open_page, monkeypatch):
    monkeypatch.setattr(Job, "ensure", lambda job, method="pca": None)
    monkeypatch.setattr("spl.ui.lessons.view.st.switch_page", lambda to: None)
    page = open_page("lessons", DATA)
    state = page.session_state["state"]
    state.settings.hand, state.hand_before = NOTHING.labelled([7], 1), [NOTHING]
    page.session_state[MARKER] = True
    page.button(key=LESSONS[0].key).click().run()
    assert not page.exception
    assert hand(page) == NOTHING and state.hand_before == []
    says = "What you gave by hand (1 label given) waits until you choose those data again."
    assert [t.value for t in page.toast] == [says]


def test_what_was_given_comes_back_with_its_data(open_page):
    """One click on other data lost an hour of labels, and Back did not bring them."""
    page = open_page("data", "gaussian")
    state = page.session_state["state"]
    given = state.settings.hand = NOTHING.labelled([7, 9], 1).left_out([3], 2)
    for generator, there in (("moons", NOTHING), ("gaussian", given), ("moons", NOTHING)):
        page.session_state[MARKER] = True
        page.selectbox(key="_generator").select(generator).run()
        assert not page.exception
        assert hand(page) == there
    assert ("known" in page.query_params) is False
    page.session_state[MARKER] = True
    page.selectbox(key="_generator").select("gaussian").run()
    assert any("is back: 2 labels given, 1 sample left out" in t.value for t in page.toast)


def test_labels_stay_where_only_names_or_target_labels_are_new(monkeypatch, shifted):
    X, y, Xt, yt = shifted
    kept, started = PageState(Settings(), uploaded=DomainPair(X, y, Xt)), []
    kept.settings.choose_data(UPLOAD)
    kept.settings.hand, kept.settings.run = NOTHING.labelled([7], 1), True
    for module in (session, rows):
        monkeypatch.setattr(module, "page_state", lambda: kept)
    monkeypatch.setattr(session, "start_run", lambda: started.append(kept.settings.hand))
    session.choose_upload(DomainPair(X, y, Xt, yt))
    assert started == [kept.settings.hand] == [NOTHING.labelled([7], 1)]
    session.choose_upload(DomainPair(X[::-1].copy(), y[::-1].copy(), Xt))
    assert kept.settings.hand == NOTHING
    session.choose_upload(DomainPair(X, y, Xt))
    assert kept.settings.hand == NOTHING.labelled([7], 1)


def test_a_label_given_in_the_picture_is_a_step(monkeypatch):
    taken = []
    monkeypatch.setattr(steps, "take", taken.append)
    monkeypatch.setattr(steps.session, "settings", lambda: type("S", (), {"hand": NOTHING})())
    steps.give([5], 2)
    steps.give([5], -1)
    assert taken == [ByHand(((5, 2),)), NOTHING]
