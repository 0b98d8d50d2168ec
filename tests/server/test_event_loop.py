"""What may hold up the event loop of a server: other threads."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from bastide.server.run.graceful import settle


@pytest.fixture
def restored() -> Iterator[None]:
    """Leave the interpreter as it was."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("restored")
def test_a_hundred_handovers_to_another_thread_take_less_than_an_announcement_may() -> None:
    sys.setswitchinterval(0.005)
    settle()
    assert 100 * sys.getswitchinterval() < 0.1
