"""A browser that was started leaves the tests that need none as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

fixtures = pytest.importorskip("tests.browser.fixtures")


@pytest.fixture
def running() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that stands as running in this thread, as Playwright's does between two of its calls."""
    loop = asyncio.new_event_loop()
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    yield loop
    asyncio._set_running_loop(before)
    loop.close()


async def one() -> int:
    return 1


def test_a_test_without_a_browser_may_run_a_loop(running: asyncio.AbstractEventLoop) -> None:
    around = fixtures.pytest_runtest_protocol(SimpleNamespace(fixturenames=["tmp_path"]))
    next(around)
    assert asyncio.run(one()) == 1
    with pytest.raises(StopIteration):
        around.send(True)
    assert asyncio._get_running_loop() is running


def test_a_test_with_a_browser_keeps_its_loop(running: asyncio.AbstractEventLoop) -> None:
    next(fixtures.pytest_runtest_protocol(SimpleNamespace(fixturenames=["browser"])))
    assert asyncio._get_running_loop() is running
