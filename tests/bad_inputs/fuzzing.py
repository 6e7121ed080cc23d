"""Damage to valid files, for fuzzing their readers; `SPL_FUZZ=10000` tries as many by hand."""

import os
import time

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("SPL_FUZZ", "200"))
SECONDS = 20.0  # for one damaged small file, on a busy machine
fuzz = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def damaged(draw, contents, tokens=()):
    """One of some files, with a few bytes changed, moved, doubled, cut off or put in."""
    content = draw(st.sampled_from(contents))
    for _ in range(draw(st.integers(1, 4))):
        n = len(content)
        at, end = sorted(draw(st.tuples(st.integers(0, n), st.integers(0, n))))
        end = min(end, at + draw(st.sampled_from([1, 4, 40, n])))
        piece = content[at:end]
        put = draw(
            st.one_of(
                st.binary(min_size=1, max_size=4),
                st.just(b""),
                st.just(piece * 2),
                st.just(piece[::-1]),
                *([st.sampled_from(tokens)] if tokens else []),
            )
        )
        content = content[:at] + put + content[end:]
    return content


class Bounded:
    """A block that has to end within `SECONDS`."""

    def __enter__(self):
        self.start = time.perf_counter()

    def __exit__(self, *_):
        assert time.perf_counter() - self.start < SECONDS
