"""Processor time shared fairly: what each address has cost, its pace, and turns that go round by address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from types import coroutine
from typing import Any, Final, TypeVar
from weakref import WeakSet, WeakValueDictionary

from anyio import to_thread

T = TypeVar("T")

KEPT: Final = 10_000
SLOWEST: Final = 2.0
"""For how many seconds at most an address that has used up its time waits for a frame, or for a refusal."""


class Costs:
    """The processor time that each address has used: `burst` seconds at once, then `rate` seconds per second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, asker: str) -> float:
        """0 if the address may go on, else the seconds until it may."""
        return max(0.0, (self._now(asker) - self._burst) / self._rate)

    def add(self, asker: str, seconds: float) -> None:
        """Count processor time of an address; the least recently counted addresses are dropped."""
        used = self._now(asker) + seconds
        self._used.pop(asker, None)
        self._used[asker] = used, self._clock()
        if len(self._used) > KEPT:
            self._used.popitem(last=False)

    @contextlib.contextmanager
    def count(self, asker: str, pace: Pace | None = None) -> Iterator[None]:
        """Count the processor time of a piece of work of this thread that does not wait, also for its pace."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self._add_since(begun, asker, pace)

    async def aside(self, asker: str, job: Callable[..., T], *given: Any) -> T:
        """Run a job in a thread, and count its processor time."""
        seconds = 0.0

        def timed() -> T:
            nonlocal seconds
            begun = time.thread_time()
            try:
                return job(*given)
            finally:
                seconds = time.thread_time() - begun

        try:
            return await to_thread.run_sync(timed)
        finally:
            self.add(asker, seconds)

    @coroutine
    def counted(
        self, asker: str, work: Awaitable[T], pace: Pace | None = None, *, rests: bool = True
    ) -> Generator[Any, Any, T]:
        """Await this, and count the processor time of its steps: not what others do meanwhile.

        Each step waits until its pace allows it, or, if it never rests, delays the next one that does.
        """
        steps = work.__await__()
        step, given = steps.send, None
        while True:
            if rests and pace is not None and not pace.free(asker):
                try:
                    yield from pace.turn(asker).__await__()
                except BaseException as error:
                    step, given = steps.throw, error
            begun = time.thread_time()
            try:
                waits = step(given)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]  # what `work` returns
            finally:
                self._add_since(begun, asker, pace)
            try:
                step, given = steps.send, (yield waits)
            except BaseException as error:
                step, given = steps.throw, error

    def _add_since(self, begun: float, asker: str, pace: Pace | None) -> None:
        """Count what this thread has used since `begun`, also for the pace of the address."""
        spent = time.thread_time() - begun
        self.add(asker, spent)
        if pace is not None:
            pace.add(asker, spent)

    def _now(self, asker: str) -> float:
        used, at = self._used.get(asker, (0.0, 0.0))
        return max(0.0, used - (self._clock() - at) * self._rate)


class Pace:
    """Steps of each address one after the other: `burst` seconds at once, then at most this share of the processor.

    What others wait for takes several passes of the event loop. If an address had a step in every pass, one after the
    other, it would hold up each of them.
    """

    def __init__(self, share: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._costs = Costs(share, burst, clock)
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def free(self, asker: str) -> bool:
        """Whether the next step of the address may follow at once: it need not rest, and no other step waits.

        A task that has a turn never rests: others wait for it.
        """
        return (asker not in self._queues and not self._costs.wait(asker)) or this_task() in HOLDING

    async def turn(self, asker: str) -> None:
        """Wait until the next step of the address may follow, after those that wait already."""
        async with self.held(asker):
            pass

    @contextlib.asynccontextmanager
    async def held(self, asker: str) -> AsyncIterator[None]:
        """Like `turn`; further steps of the address that rest wait until the context is left."""
        queue = self._queues.get(asker) or asyncio.Lock()
        self._queues[asker] = queue
        async with queue:
            while wait := self._costs.wait(asker):
                await asyncio.sleep(wait)
            yield

    def add(self, asker: str, seconds: float) -> None:
        """Count a step of the address."""
        self._costs.add(asker, seconds)


HOLDING: Final[WeakSet[asyncio.Task[Any]]] = WeakSet()
"""The tasks that have a turn, from when it is given to them."""


def this_task() -> asyncio.Task[Any]:
    """The task that runs."""
    task = asyncio.current_task()
    assert task is not None
    return task


class Turns:
    """A lock whose waiters are served round by address, and in order within each address.

    Who has had a turn comes after all who wait then, also if they came later than the next of that address.
    """

    def __init__(self) -> None:
        self._busy = False
        self._served = ""
        self._waiting: OrderedDict[str, deque[tuple[asyncio.Future[None], asyncio.Task[Any]]]] = OrderedDict()

    @contextlib.asynccontextmanager
    async def turn(self, asker: str = "") -> AsyncIterator[None]:
        """Wait for a turn of this address; it lasts while the context is entered."""
        if self._busy:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(asker, deque()).append((future, this_task()))
            try:
                await future
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self._pass_on()
                raise
        self._busy = True
        self._served = asker
        HOLDING.add(this_task())
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the next address; it stays busy in between, so that nobody comes first who came later."""
        self._busy = False
        HOLDING.discard(this_task())
        if self._served in self._waiting:
            self._waiting.move_to_end(self._served)
        while self._waiting:
            asker, queue = self._waiting.popitem(last=False)
            future, task = queue.popleft()
            if queue:
                self._waiting[asker] = queue
            if not future.done():
                future.set_result(None)
                self._busy = True
                HOLDING.add(task)
                return
