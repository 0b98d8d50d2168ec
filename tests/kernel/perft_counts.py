"""Counts how many sequences of actions there are from known positions, for `perft.toml`, to which the tests compare.

    python -m tests.kernel.perft_counts

A count that changes says that what is legal has changed. Run this when that is meant, and read the difference.
"""

from __future__ import annotations

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bastide.kernel import record
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.perft import perft

HERE: Final = Path(__file__).parent
COUNTS: Final = HERE / "perft.toml"

BEGINNER: Final = {"layout": "beginner", "options": {"first": 0}}
KNIGHTS: Final = {"seats": 2, "modules": ["cities_knights"], "layout": "beginner"}
FREE: Final = {"layout": "beginner", "options": {"first": 0, "pieces": "free"}}


@dataclass(frozen=True)
class Position:
    """A position: of a config at its start, or of a record after some decisions; counted to a depth."""

    name: str
    depth: int
    config: dict[str, Any] | None = None
    record: str = ""
    version: int = 0

    def game(self) -> Game:
        """The game at this position."""
        if self.config is not None:
            return Game.new(self.config)
        kept = record.read((HERE / "records" / f"{self.record}.jsonl").read_text("utf-8"))
        game = Game(configure(kept.config, None), kept.names)
        for decision in kept.decisions[: self.version]:
            game.replay(decision.text, decision.seat)
        return game

    def counts(self) -> list[int]:
        """The number of leaves at each depth from 1."""
        game = self.game()
        return [perft(game.rules, game.state, depth) for depth in range(1, self.depth + 1)]


POSITIONS: Final = [
    *(Position(f"beginner-{n}-seats", 5, {**BEGINNER, "seats": n}) for n in (2, 3, 4)),
    *(Position(f"free-{n}-seats", 3, {**FREE, "seats": n}) for n in (2, 3, 4)),
    *(Position(f"knights-{n}-seats", 3, {**KNIGHTS, "seats": n, "options": {"first": 0}}) for n in (2, 3, 4)),
    Position("who-starts", 2, {"seats": 2, "layout": "beginner"}),
    # Positions of records: after the roll, owing cards, moving the robber, an offer on the table, free roads.
    Position("duel-main-full-trade", 5, record="duel", version=328),
    Position("duel-discard", 6, record="duel", version=276),
    Position("duel-robber", 4, record="duel", version=156),
    Position("duel-answer", 6, record="duel", version=254),
    Position("duel-roads", 5, record="duel", version=298),
    Position("three-main-bank-trade", 6, record="three", version=276),
    Position("three-discard", 6, record="three", version=196),
    Position("three-roads", 5, record="three", version=243),
    Position("four-main-full-trade", 5, record="four", version=301),
    Position("four-answer", 5, record="four", version=200),
    Position("four-discard", 6, record="four", version=235),
    Position("four-robber", 5, record="four", version=152),
    # Cities & Knights: the alchemist before the roll, a full turn, and what cards and the barbarians ask.
    Position("knights-roll", 2, record="knights", version=161),
    Position("knights-main", 4, record="knights", version=137),
    Position("knights-chase", 4, record="knights", version=213),
    Position("knights-surplus", 4, record="knights", version=727),
    Position("knights-treason", 4, record="knights", version=678),
    Position("knights-spy", 3, record="knights", version=572),
    Position("knights-seize", 3, record="knights", version=623),
    Position("knights-reply", 3, record="knights", version=547),
    Position("knights-smith", 3, record="knights", version=415),
    Position("knights-classic-main", 4, record="knights-classic", version=455),
    Position("knights-classic-muster", 5, record="knights-classic", version=335),
    Position("knights-classic-surplus", 4, record="knights-classic", version=639),
    Position("knights-classic-rebuild", 3, record="knights-classic", version=289),
    Position("knights-classic-enlist", 3, record="knights-classic", version=567),
]


def kept() -> dict[str, list[int]]:
    """The committed counts."""
    return tomllib.loads(COUNTS.read_text("utf-8"))


def main() -> None:
    """Count anew, and say what has changed."""
    before = kept() if COUNTS.exists() else {}
    lines = ["# Leaves at depth 1, 2, ... from the positions of perft_counts.py, which writes this file."]
    for position in POSITIONS:
        counts = position.counts()
        lines.append(f"{position.name} = {counts}")
        if before.get(position.name) != counts:
            sys.stdout.write(f"{position.name}: {before.get(position.name, 'new')} -> {counts}\n")
    COUNTS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
