"""How long people wait while bots of other tables think: the same tables with bots that decide at once, then others."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bastide.players import LEVELS
from bastide.server.engine.bot_pool import NICE
from bastide.server.log.draft import Draft
from bastide.server.log.entries import SetBot
from benchmarks.report import table as markdown
from benchmarks.server.figures import summary
from benchmarks.server.fill import NAMES, SEATS, fill, game, put
from benchmarks.server.load import Task
from benchmarks.server.measure import PACE, played
from benchmarks.server.page import write
from benchmarks.server.process import LIMITS, served
from tests.server.planted import planted

NAME: Final = "bots"
"""The name of the marked table."""
AT_ONCE: Final = "greedy"
THINKS: Final = "searches"
"""A planted plug-in that burns 200 ms of processor time for each decision."""
MOST: Final = 1.2
"""How many times as high the p99 may be beside bots that think."""


def with_bots(draft: Draft, level: str) -> Draft:
    """The same table with bots of a level on all seats but the host's."""
    for seat in range(1, SEATS):
        draft.write(SetBot(seat, level, NAMES[seat], 2), 0)
    return draft


def measured(level: str, tables: int, bots: int, seconds: float, warm: float) -> dict[str, Any]:
    """The figures of the tables of people, beside so many tables with three bots of this level and a person each."""
    with tempfile.TemporaryDirectory(prefix="bastide-bots-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        secret = secrets.token_hex(16)
        url = f"sqlite:///{folder / 'bastide.db'}"
        seats = asyncio.run(fill(url, secret, tables, lambda line: None))
        drafts = [with_bots(game(number, bots, seed=1), level) for number in range(bots)]
        # The bots' tokens are void: only the person plays there, and is not measured.
        seats += [row[:2] for row in asyncio.run(put(url, secret, drafts, bots))]
        if level not in LEVELS:
            stack.enter_context(planted(folder / "site"))
        with served("", folder, secret, limits={**LIMITS, "BASTIDE_BOT_TIMEOUT": "60"}) as server:
            task = Task([server.port], seats, PACE, warm, seconds)
            found, marks = played([server], task, folder / "found.json", lambda word: None)
        log = (folder / "server.log").read_text("utf-8")
        return {
            "shown": found.shown,
            "commands": found.commands,
            "server": (marks["measured"].busy - marks["measuring"].busy) / seconds,
            "waited": (marks["measured"].waited - marks["measuring"].waited) / seconds,
            "late": summary(found.late)["p99"],
            "failed": log.count("ERROR"),
        }


def milliseconds(times: Sequence[float]) -> list[str]:
    """The median, p99 and maximum of times in seconds."""
    found = summary(times)
    return [f"{found[key]:.1f}" for key in ("median", "p99", "max")]


def main(arguments: list[str] | None = None) -> int:
    """Measure, print a table, and write it to the docs if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.bots", description=__doc__)
    parser.add_argument("--tables", type=int, default=90, help="the number of tables at which people play")
    parser.add_argument("--bots", type=int, default=10, help="the number of tables with three bots")
    parser.add_argument("--level", default=THINKS, help="the level of the bots that think")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", type=float, default=15.0, help="the seconds of play before measuring")
    parser.add_argument("--times", type=int, default=1, help="how often everything is measured")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/performance-server.md")
    given = parser.parse_args(arguments)
    if os.getpriority(os.PRIO_PROCESS, 0) > 19 - NICE:
        parser.error(f"at a niceness above {19 - NICE} bots cannot think at a lower priority than the server")
    rows = []
    shown: dict[str, list[float]] = {AT_ONCE: [], given.level: []}
    for _ in range(given.times):
        for level in shown:
            load = os.getloadavg()[0]
            found = measured(level, given.tables, given.bots, given.seconds, given.warm)
            shown[level] += found["shown"]
            waits = milliseconds(found["shown"])
            cores = [f"{found['server']:.0%}", f"{found['waited']:.0%}", f"{found['late']:.1f}"]
            rows.append([level, f"{found['commands']:,}", *waits, *cores, str(found["failed"]), f"{load:.1f}"])
            print(rows[-1], file=sys.stderr, flush=True)
    head = [
        "bots",
        "decisions",
        "median",
        "p99",
        "maximum",
        "share of a core",
        "waited for one",
        "load late",
        "failures",
        "load before",
    ]
    for level, times in shown.items():
        rows.append([f"{level}, all", "", *milliseconds(times), *[""] * (len(head) - 5)])
    ratio = summary(shown[given.level])["p99"] / summary(shown[AT_ONCE])["p99"]
    table = [
        *markdown(head, rows),
        "",
        f"Target: p99 within {MOST} times of that with bots that decide at once. "
        f"Measured: {ratio:.2f} times; {'met' if ratio <= MOST else 'missed'}.",
    ]
    if given.docs:
        about = (
            f"{given.tables} tables of four people and {given.bots} of a person and three bots, {given.seconds:g} s;"
            " milliseconds to the pages at the tables of people"
        )
        write(NAME, about, table)
    print("\n".join(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
