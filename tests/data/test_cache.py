"""The cache behind runs, studies, scores, blobs and pictures: bounds, order, threads, errors."""

import threading
from dataclasses import dataclass

import pytest

from spl.data.cache import Cache


def filled(cache, keys):
    for key in keys:
        cache.made(key, key.upper)
    return [key for key, _ in cache.items()]


def test_the_least_recently_used_goes_first():
    cache = Cache(most=2)
    assert filled(cache, "abac") == ["a", "c"]
    assert cache.get("a") == "A" and cache.get("b") is None
    cache.put("d", "D")
    assert [key for key, _ in cache.items()] == ["a", "d"] and len(cache) == 2


def test_a_bound_in_bytes_counts_what_values_have_grown_to():
    @dataclass
    class Growing:
        size: int

    cache = Cache(most_bytes=10, size=lambda value: value.size)
    first = cache.made("a", lambda: Growing(4))
    cache.put("b", Growing(4))
    first.size = 9
    cache.made("b", lambda: pytest.fail("it is there"))
    assert [key for key, _ in cache.items()] == ["b"]


def test_what_values_share_is_counted_once_and_goes_with_the_last_of_them():
    cache = Cache(most_bytes=10, size=lambda _: 1, shared=lambda value: (value[0], 6))
    assert filled(cache, ["ab", "ac", "ad"]) == ["ab", "ac", "ad"]  # 3 · 1 + 6
    assert filled(cache, ["b"]) == ["b"]  # beside any of the first three: 2 · 1 + 2 · 6


def test_the_latest_stays_whatever_its_size_unless_none_is_to():
    assert filled(Cache(most_bytes=10, size=lambda _: 20), "ab") == ["b"]
    assert filled(Cache(most_bytes=10, size=lambda _: 20, least=0), "ab") == []


def test_what_is_at_work_stays():
    cache = Cache(most=2, busy=lambda value: value == "A")
    assert filled(cache, "abcd") == ["a", "d"]


def test_dropping_leaves_what_has_taken_the_values_place():
    cache = Cache(most=2)
    old, new = object(), object()
    cache.put("a", old)
    cache.put("a", new)
    cache.drop("a", old)
    assert cache.get("a") is new
    cache.drop("a", new)
    assert "a" not in cache


def test_who_asks_meanwhile_waits_and_the_value_is_made_once():
    cache, begun, go_on, made = Cache(), threading.Event(), threading.Event(), []

    def make():
        made.append(1)
        begun.set()
        assert go_on.wait(20)
        return object()

    found = []
    askers = [threading.Thread(target=lambda: found.append(cache.made("a", make))) for _ in "abc"]
    askers[0].start()
    assert begun.wait(20)
    for asker in askers[1:]:
        asker.start()
    assert "a" in cache and len(cache) == 0
    assert cache.made("b", lambda: 1) == 1  # nobody waits for another key
    go_on.set()
    for asker in askers:
        asker.join(20)
    assert len(made) == 1 and len(found) == 3 and len(set(map(id, found))) == 1


def test_an_error_reaches_who_waits_and_the_next_one_tries_again():
    cache = Cache()
    with pytest.raises(MemoryError):
        cache.made("a", lambda: (_ for _ in ()).throw(MemoryError()))
    assert "a" not in cache and cache.made("a", lambda: 1) == 1
