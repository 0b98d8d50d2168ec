"""Tries a config with plug-ins in a process of its own, before the server builds it.

A plug-in's code may never return, or end the process, and nothing can stop it in the server's own.
"""

from __future__ import annotations

import asyncio
import copy
import json
import os
import random
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import msgspec

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import FAMILIES
from bastide.kernel.plugins import FOREIGN, MODULES, Plugin, failed, plugins, reason_of
from bastide.kernel.rooms import rooms
from bastide.server.engine.child import Child, Refusal

DECISIONS: Final = 50
"""How many random decisions are played."""
DEADLINE: Final = 10.0
"""How many seconds building the game and playing them may take."""
START: Final = 60.0
"""How many seconds the process may take to import this program, on the busiest machine."""
KEPT: Final = 256
"""How many results are remembered."""
AGAIN: Final = 60.0
"""After how many seconds a config that did not return is tried again: the machine may have been busy."""
WAITING: Final = 16
"""How many configs wait to be tried, one at a time; further ones are refused."""

LONGEST: Final = 64 * 1024
"""The most bytes that a trial tells."""

TOLD: Final[msgspec.json.Decoder[Refusal | None]] = msgspec.json.Decoder(Refusal | None)

Result = ConfigError | None


def plugged(config: Mapping[str, Any]) -> list[Plugin]:
    """The plug-ins among a config's modules; the config may be any JSON."""
    known = plugins(MODULES)
    given = config.get("modules") if known else None
    own = {name for family in FAMILIES for name in rooms(family)} if given else set()
    named = [name for name in given if isinstance(name, str)] if isinstance(given, list) else []
    return [plugin for name in named if name not in own for plugin in known.get(name, ())]


class Trials:
    """The trials of a server, remembered by config and the versions of the plug-ins' packages."""

    def __init__(self, deadline: float = DEADLINE) -> None:
        self._deadline = deadline
        self._turn = asyncio.Lock()
        self._known: OrderedDict[str, tuple[Result, float]] = OrderedDict()
        self._running: dict[str, asyncio.Task[tuple[Result, float]]] = {}

    async def check(self, config: Mapping[str, Any]) -> None:
        """Check that a game with this config can be built and played; one without plug-ins costs nothing.

        :raises ConfigError: it cannot; the error names the plug-ins. Or too many others are being tried.
        """
        brought = plugged(config)
        if not brought:
            return
        key = json.dumps([config, [release(plugin.package) for plugin in brought]], sort_keys=True)
        if key not in self._known or time.monotonic() >= self._known[key][1]:
            task = self._running.get(key)
            if task is None:
                if len(self._running) >= WAITING:
                    raise ConfigError("too many games with plug-ins are being tried: try again in a minute")
                task = self._running[key] = asyncio.create_task(self._try(key, config, brought), name="trial")
                task.add_done_callback(lambda _: self._running.pop(key, None))
            # A caller that gives up must not end the trial of others.
            await asyncio.shield(task)
        self._known.move_to_end(key)
        result = self._known[key][0]
        if result is not None:
            # Of its own for each caller: raising writes into an error.
            raise copy.copy(result)

    async def close(self) -> None:
        """End the trials that run."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _try(self, key: str, config: Mapping[str, Any], brought: list[Plugin]) -> tuple[Result, float]:
        async with self._turn:
            result, sure = await self._result(config, brought)
        self._known[key] = result, float("inf") if sure else time.monotonic() + AGAIN
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return self._known[key]

    async def _result(self, config: Mapping[str, Any], brought: list[Plugin]) -> tuple[Result, bool]:
        """What a trial found, and whether it would find the same again."""
        child = Child.start(__name__, limit=LONGEST)
        try:
            async with asyncio.timeout(START):
                await child.connect()
                await child.line()
            async with asyncio.timeout(self._deadline):
                child.send(json.dumps(config).encode(), last=True)
                told = await child.line()
                found = TOLD.decode(told) if told else None
        except TimeoutError:
            error = ConfigError(
                "the plug-in {name} does not return: building the game and playing took more than {seconds} s",
                {"name": named(brought), "seconds": int(self._deadline)},
            )
            return error, False
        except (ValueError, RecursionError):
            # The plug-in has written into the pipe.
            return refused("no answer was read", brought), True
        finally:
            # With whatever it has started.
            child.kill()
            await child.wait()
        if not told:
            return ConfigError("the plug-in {name} ends the program", {"name": named(brought)}), True
        return found.error() if found is not None else None, True


def refused(reason: str, brought: list[Plugin]) -> ConfigError:
    """The error for plug-ins that fail in a trial."""
    return ConfigError(
        "the plug-in {name} fails when a game is tried: {reason}", {"name": named(brought), "reason": reason}
    )


def named(brought: list[Plugin]) -> str:
    """These plug-ins, quoted."""
    return ", ".join(quote(plugin.name) for plugin in brought)


def release(package: str) -> str:
    """A package with its installed version."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def play(config: Mapping[str, Any]) -> None:
    """Build a game, play random decisions and show the game after each.

    :raises ConfigError: it cannot be built, or the plug-in failed.
    """
    from bastide.server.engine.games import Games

    engine, rng = Games(), random.Random(1)
    game: Any = engine.new(config)
    bot = engine.bot("random", 1)
    while not game.over and len(game.decisions) < DECISIONS:
        seat = game.actors[0]
        if seat < 0:
            engine.draw(game, rng)
        else:
            game.play(bot.choose(game.copy(), seat), seat)
        engine.view(game, max(seat, 0))
        engine.turn(game)


def main() -> None:
    """Read a config from the standard input, and write the error as JSON, or null."""
    # The server ends it much earlier, unless it was killed itself.
    signal.alarm(int(START + DEADLINE))
    from bastide.server.engine import games as games  # loaded before the time counts

    # What a plug-in prints is no answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    # Nor is what a process that it leaves behind says; while such a process held the pipe, the trial would not end.
    os.register_at_fork(after_in_child=answers.close)
    print(file=answers, flush=True)
    config = json.load(sys.stdin)
    error: ConfigError | None = None
    try:
        play(config)
    except ConfigError as raised:
        error = raised
    except FOREIGN as raised:
        error = failed(raised) or refused(reason_of(raised), plugged(config))
    print(msgspec.json.encode(error and Refusal.of(error)).decode(), file=answers, flush=True)
    # At once: a thread of a plug-in must not hold this up.
    os._exit(0)


if __name__ == "__main__":
    main()
