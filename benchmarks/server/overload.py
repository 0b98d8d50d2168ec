"""How soon other players are told while one address costs as much as it may.

`python -m benchmarks.server.overload`. A server runs with its default limits. At some tables, people play, each from an
address of their own. One more address has tables late in a game, with the modules that `--module` names. It opens their
pages, asks `seen 0` with ever other unseen panels, or both, or talks there on as many sockets as it may open, as fast
as the limits allow, or asks for pages and files without a table as fast as they come.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from bastide.cli.others import rules_of
from bastide.cli.room_games import room_games
from benchmarks.report import table as markdown
from benchmarks.server.figures import summary
from benchmarks.server.fill import fill, game, put
from benchmarks.server.flood import Flood
from benchmarks.server.load import Task
from benchmarks.server.measure import played
from benchmarks.server.page import write
from benchmarks.server.process import served
from benchmarks.subjects import ROOT

GAMES: Final = 4
"""How many tables the flooding address has."""
DEEPEST: Final = 600
"""How many decisions their games have behind them."""
NAME: Final = "floods"
"""The name of the marked table."""
KINDS: Final = {
    "nobody": [],
    "pages": ["pages"],
    "`seen 0`": ["seen"],
    "both": ["pages", "seen"],
    "`/rules`, scripts": ["plain"],
    "chat": ["chat"],
}
"""What the flooding address does."""


def costliest() -> list[str]:
    """The island's expansion with the largest position, whose tables cost the server most."""
    alone = {name: game for name, game in room_games().items() if name == game.config["modules"][-1]}
    island = [name for name, game in alone.items() if game.config["game"] == "island"]
    return [max(island, key=lambda name: int(rules_of(name, 0).schema.size))]


def measured(
    kinds: list[str], modules: list[str], tables: int, seconds: float, think: tuple[float, float]
) -> dict[str, Any]:
    """The figures of the other tables while the address does this."""
    with tempfile.TemporaryDirectory(prefix="bastide-overload-") as name:
        folder = Path(name)
        secret = secrets.token_hex(16)
        url = f"sqlite:///{folder / 'bastide.db'}"
        seats = asyncio.run(fill(url, secret, tables, lambda line: None))
        config = {"game": "island", "layout": "random", "modules": modules}
        drafts = [game(number, number + 1, config, DEEPEST) for number in range(1, GAMES + 1)]
        flooded = asyncio.run(put(url, secret, drafts, GAMES))
        with served("", folder, secret, limits={}) as server:
            flood = subprocess.Popen(
                [sys.executable, "-P", "-m", "benchmarks.server.flood"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )

            def begin(word: str) -> None:
                if word == "measuring":
                    assert flood.stdin is not None
                    flood.stdin.write(msgspec.json.encode(Flood(server.port, kinds, flooded, seconds=seconds)))
                    flood.stdin.close()

            try:
                task = Task([server.port], seats, think, 5.0, seconds, apart=True)
                found, marks = played([server], task, folder / "found.json", begin)
                assert flood.stdout is not None
                counts = msgspec.json.decode(flood.stdout.read(), type=dict[str, int])
            finally:
                flood.kill()
                flood.wait()
        begun, ended = marks["measuring"], marks["measured"]
        return {
            "shown": summary(found.shown),
            "counts": counts,
            "server": (ended.busy - begun.busy) / seconds,
            "waited": (ended.waited - begun.waited) / seconds,
        }


def main(arguments: list[str] | None = None) -> int:
    """Measure, print a table, and write it to the docs if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.overload", description=__doc__)
    parser.add_argument(
        "--module",
        action="append",
        default=[],
        help="a module of the flooding address's games; by default the expansion with the largest position",
    )
    parser.add_argument("--tables", type=int, default=10, help="the number of tables at which others play")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, nargs=2, default=(0.5, 1.0), help="how long these people think")
    parser.add_argument("--times", type=int, default=1, help="how often everything is measured")
    parser.add_argument("--flood", action="append", choices=list(KINDS), help="only this flood")
    parser.add_argument("--docs", action="store_true", help="write the table to docs/performance-server.md")
    given = parser.parse_args(arguments)
    modules = given.module or costliest()
    rows = []
    for _ in range(given.times):
        for name in given.flood or KINDS:
            load = os.getloadavg()[0]
            found = measured(KINDS[name], modules, given.tables, given.seconds, tuple(given.think))
            answers = ", ".join(f"{count:,} {what}" for what, count in found["counts"].items())
            times = [f"{found['shown'][key]:.1f}" for key in ("median", "p99", "max")]
            shares = [f"{found[key]:.0%}" for key in ("server", "waited")]
            rows.append([name, answers, *times, *shares, f"{load:.1f}"])
            print(rows[-1], file=sys.stderr, flush=True)
    head = ["flood", "answers", "median", "p99", "maximum", "share of a core", "waiting for a core", "load before"]
    table = markdown(head, rows)
    if given.docs:
        low, high = given.think
        about = (
            f"{given.tables} tables, {given.seconds:g} s for each flood, {low:g} to {high:g} s of thinking time; the"
            f" flooding address plays with {', '.join(modules)}; milliseconds to the other players' pages"
        )
        write(NAME, about, table)
    print("\n".join(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
