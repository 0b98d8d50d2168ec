"""Plays the games of a plan on a cluster of Ray. Needs the extra `bastide[ray]`.

A task is a batch of about a second. It depends on nothing but the plan and its numbers. A batch that is lost with its
worker or its node is given out again, and a game that comes twice counts once (`Results.add`). The driver alone writes
results. A worker of Ray plays in a process of its own (`Pool`), in which a bot can hang or die without it. That process
stays for the worker's next batch.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from bastide.arena.games import Played
from bastide.arena.plan import Plan
from bastide.arena.run import changed, versions
from bastide.arena.workers import Pool, gave_up, next_size
from bastide.kernel.errors import ConfigError, quote

LOCAL: Final = "local"
"""The address that starts Ray on this machine alone."""
AHEAD: Final = 2
"""How many tasks are in flight for each worker: one that it plays, and one that it plays next."""
LOOK: Final = 1.0
"""How often, in seconds, it is looked how many processors the cluster has."""
LOSSES: Final = 10
"""After how many losses of its batch a game is given up."""

Batch = tuple[int, ...]


@dataclass(frozen=True)
class Done:
    """What a task comes to: games, how many seconds they took, or the error for which its node cannot play them."""

    games: list[Played]
    seconds: float = 0.0
    error: ConfigError | None = None


class Cluster:
    """The workers of a cluster that play a plan; as many tasks at a time as `jobs`, or as it has processors for 0.

    `code` is the version of each entrant, which every node must have (`run.versions`).
    """

    def __init__(self, plan: Plan, code: Mapping[str, str], jobs: int = 0) -> None:
        self._plan = plan
        self._code = dict(code)
        self._jobs = jobs
        self._task = ray.remote(num_cpus=1, max_retries=0)(play_batch)
        self._size = 1
        self._most = 1
        self._looked = -LOOK

    def played(self, numbers: Iterable[int]) -> Generator[Played, None, None]:
        """Play these games, and give each as its batch ends; more than once if the cluster did not tell of it.

        :raises ConfigError: a node has other code or cannot play, or a game cannot be played.
        """
        waiting: Iterator[int] = iter(numbers)
        lost: list[Batch] = []
        losses: Counter[int] = Counter()
        flying: dict[Any, Batch] = {}
        try:
            while True:
                most = self._most_in_flight()
                while len(flying) < most and (batch := lost.pop() if lost else tuple(islice(waiting, self._size))):
                    flying[self._task.remote(self._plan, self._code, batch)] = batch
                if not flying:
                    return
                # A node that joins meanwhile gets work after a second.
                ready, _ = ray.wait(list(flying), timeout=LOOK)
                for task in ready:
                    batch = flying.pop(task)
                    done = told(task)
                    if done is None:
                        losses[batch[0]] += 1
                        if losses[batch[0]] == LOSSES:
                            raise gave_up(batch[0], LOSSES)
                        lost.append(batch)
                        continue
                    if done.error is not None:
                        raise done.error
                    self._size = next_size(self._size, len(batch), done.seconds)
                    yield from done.games
        finally:
            for task in flying:
                with suppress(RayError):
                    ray.cancel(task, force=True)

    def _most_in_flight(self) -> int:
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            processors = int(ray.cluster_resources().get("CPU", 0))
            self._most = max(1, AHEAD * processors)
        return min(self._most, self._jobs) if self._jobs else self._most


def told(task: Any) -> Done | None:
    """What a task came to; None if it was lost.

    :raises ConfigError: a node cannot run it.
    """
    try:
        found: Done = ray.get(task)
    except RayTaskError as error:
        reason = str(error).strip().rpartition("\n")[2]
        raise ConfigError(
            "a node of the cluster cannot play: {reason}; install the same version of Bastide on every node",
            {"reason": reason},
        ) from None
    except RayError:
        return None
    return found


@contextmanager
def connected(plan: Plan, code: Mapping[str, str], address: str, jobs: int = 0) -> Iterator[Cluster]:
    """The cluster at an address as `ray.init` takes it: `auto`, `HOST:PORT`, or `local` to start one on this machine.

    A local one has `jobs` workers; of another it uses so many at a time; all for 0.

    :raises ConfigError: there is none.
    """
    # Else a cluster that is started here reports to Ray's makers.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    more: dict[str, Any] = {"num_cpus": jobs or None, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL, **more)
    except Exception as error:  # so plain is what Ray raises if a node does not start in time
        raise ConfigError(
            "there is no Ray cluster at {given}: {reason}; start one with {example}, or use {local} for this machine",
            {"given": quote(address), "reason": str(error).rstrip(". "), "example": "ray start --head", "local": LOCAL},
        ) from None
    try:
        yield Cluster(plan, code, 0 if address == LOCAL else jobs)
    finally:
        ray.shutdown()


# In a worker of Ray.

_pool: Pool | None = None
"""What played this worker's last batch. It saves the start of a process, and no game depends on it."""


def play_batch(plan: Plan, code: Mapping[str, str], batch: Batch) -> Done:
    """The games of a batch, if this node has the driver's versions of the bots."""
    try:
        pool = _pool_of(plan, code)
        begun = time.monotonic()
        with _without_main():
            games = list(pool.played(batch))
        return Done(games, time.monotonic() - begun)
    except ConfigError as error:
        return Done([], error=error)


def _pool_of(plan: Plan, code: Mapping[str, str]) -> Pool:
    global _pool
    if _pool is None or _pool.plan != plan:
        if other := changed(code, versions(plan)):
            raise ConfigError(
                "the node {node} has another version of {given}: {after} instead of {before}; install the same on every"
                " node",
                {"node": platform.node(), "given": other.given, "before": other.before, "after": other.after},
            )
        if _pool is not None:
            _pool.end()
        _pool = Pool(plan, 1)
    return _pool


@contextmanager
def _without_main() -> Iterator[None]:
    """Processes that start meanwhile do not load the main program of this one: it is Ray's worker, and loads Ray."""
    named = vars(sys.modules["__main__"])
    file = named.pop("__file__", None)
    try:
        yield
    finally:
        if file is not None:
            named["__file__"] = file
