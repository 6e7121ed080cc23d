"""What a visitor adds by hand: steps, their part of a link, and the runs that follow from it."""

import pytest

from spl import DomainPair, SPLParams
from spl.engine.by_hand import MOST_IN_LINK, NOTHING, ByHand, entries_from_text
from spl.engine.job import Job
from spl.engine.jobs import job_id
from spl.engine.links import settings_from_query
from spl.engine.settings import Settings

PARAMS = SPLParams(d1=6, d2=3, T=3)
DATA = {"data": "digits:uci,digits:mnist"}


def test_a_sample_is_labelled_or_left_out_and_never_both():
    hand = NOTHING.left_out([4, 2], 3)
    assert hand.labelled([4], 1) == ByHand(((4, 1),), ((2, 3),))
    stays = hand.labelled([4], 1).left_out([4, 2, 7], 2)
    assert stays == ByHand(((4, 1),), ((2, 2), (7, 2)))
    assert hand.labelled([7, 8], 0).unlabelled([7]).known == ((8, 0),)


def test_a_link_carries_few_entries_and_gives_them_back():
    settings = Settings()
    settings.hand = NOTHING.labelled([17, 3], 2).labelled([5], 0).left_out([40, 41], 4)
    query = DATA | settings.hand.to_query()
    found, problems = settings_from_query(query)
    assert problems == [] and found.hand == settings.hand
    assert found.to_query()["known"] == "3:2,5:0,17:2"
    many = NOTHING.labelled(range(MOST_IN_LINK + 1), 1)
    assert many.to_query() == {}


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ({"known": "5\n6"}, "known=5 6 must be a target row from 0 to 1999"),
        ({"known": "2000:1"}, "known=2000:1 must be a target row from 0 to 1999"),
        ({"known": "1:10"}, "a number from 0 to 9"),
        ({"known": "1;2"}, "known=1;2 must be"),
        ({"known": "-1:2"}, "known=-1:2 must be"),
        ({"known": "²:2"}, "must be"),
        ({"without": "1:0"}, "a number from 1 to 10"),
        ({"known": ",".join(f"{i}:1" for i in range(101))}, "more than 100 entries"),
    ],
)
def test_a_bad_part_of_a_link_is_one_sentence_and_left_out(part, says):
    settings, problems = settings_from_query(DATA | part)
    assert len(problems) == 1 and says in problems[0]
    assert settings.hand == NOTHING


def test_in_a_link_that_names_a_sample_twice_its_label_counts():
    settings, problems = settings_from_query(DATA | {"known": "1:2", "without": "1:3,2:3"})
    assert settings.hand == ByHand(((1, 2),), ((2, 3),))
    assert len(problems) == 1 and "both labels and leaves out target row 1;" in problems[0]


def test_other_data_begin_with_nothing():
    settings, _ = settings_from_query(DATA | {"known": "1:2"})
    settings.choose_data("moons")
    assert settings.hand == NOTHING


def test_entries_are_sorted_and_the_last_of_a_row_counts():
    assert entries_from_text("9:1,3:2,9:4", "known", 10, 0, 5) == ((3, 2), (9, 4))


def test_a_job_runs_with_what_is_given(shifted):
    pair = DomainPair(*shifted)
    hand = NOTHING.labelled([4], 2).left_out([5, 6], 2)
    assert job_id(pair, PARAMS, hand) != job_id(pair, PARAMS)
    job = Job(pair, PARAMS, "by hand", hand)
    job.ensure()
    job.wait(300)
    assert all(s.selected[4] and s.pseudo_labels[4] == 2 for s in job.states)
    assert not any(s.selected[[5, 6]].any() for s in job.states[2:])
    assert hand.labels(pair) == {4: "cat"}
