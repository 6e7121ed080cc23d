import threading
import warnings

import pytest

from spl.data.caught import caught_warnings


def test_the_filters_are_the_processes_own_again_when_two_threads_catch_at_once():
    before, inside = list(warnings.filters), threading.Event()

    def first():
        with caught_warnings():
            inside.set()
            second.join(0.2)  # long enough to take the lock, if there were none

    def other():
        assert inside.wait(10)
        with caught_warnings("always"):
            first_thread.join(0.5)

    first_thread, second = threading.Thread(target=first), threading.Thread(target=other)
    second.start()
    first_thread.start()
    first_thread.join(10)
    second.join(10)
    assert list(warnings.filters) == before


def test_warnings_are_recorded_ignored_or_raised():
    with caught_warnings("always") as found:
        warnings.warn("heard", stacklevel=1)
    assert [str(w.message) for w in found] == ["heard"]
    with caught_warnings() as found:
        warnings.warn("not heard", stacklevel=1)
    assert found == []
    with pytest.raises(UserWarning, match="raised"), caught_warnings("error", UserWarning):
        warnings.warn("raised", stacklevel=1)
