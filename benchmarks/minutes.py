"""How many decisions games take: `python -m benchmarks.minutes [--games N] [--only NAME ...]`, into docs/minutes.md.

Plays the games of the front page's shelf with steady bots, each with as many players as a click on its card brings, and
counts the decisions: of each seat, rolling and ending a turn too. The figures go into the
`minutes.toml` of each room and into that of the page (`bastide.web.lengths`), the table into docs/minutes.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from bastide.kernel.game import Game
from bastide.kernel.rooms import rooms
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.view.words import Words
from bastide.web import lengths, shelf
from bastide.web.lengths import FILE, Length
from bastide.web.making import LEVEL, read_form
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from benchmarks.report import table
from benchmarks.subjects import ROOT
from tools.marked import replaced, stamp

NAME: Final = "minutes"
"""The name of the marked table."""
PAGE: Final = ROOT / "docs" / "minutes.md"
HEAD: Final = (
    "game",
    "players",
    "decisions of a seat",
    "decisions of all",
    "minutes with bots",
    "minutes among people",
)
LONGEST: Final = 4000
"""A game is left after so many decisions."""
NOTE: Final = "# Decisions of a seat and of all seats in a game. Written by `python -m benchmarks.minutes`.\n"


def length(game: shelf.Game, games: int) -> Length:
    """The mean decisions of so many games between bots."""
    form = game.against(LEVEL)
    config = (read_tiles(form) if game.family == TILES else read_form(form)).config()
    seats = game.usual_players
    found = [sum(decisions(config, seats, seed)) for seed in range(games)]
    return Length(round(mean(found) / seats, 1), round(mean(found), 1))


def decisions(config: dict[str, object], seats: int, seed: int) -> list[int]:
    """The decisions of each seat in one game."""
    game = Game.new(config, seed=seed)
    chance = random.Random(f"{seed}:chance")
    bots = [make_bot(LEVEL, seed * 10 + seat) for seat in range(seats)]
    made = [0] * seats
    while not game.over and game.version < LONGEST:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(chance)
            continue
        made[seat] += 1
        game.play(bots[seat].choose(game, seat), seat)
    return made


def room_of(game: shelf.Game) -> str:
    """The room whose game this is; empty for the games of the shelf that belong to none."""
    name = game.key.partition("/")[2]
    return name if name in rooms(game.family) else ""


def row(game: shelf.Game, found: Length) -> list[str]:
    """The line of the table."""
    times = (str(found.against_bots), str(found.among_people))
    return [game.title, str(game.usual_players), f"{found.seat:g}", f"{found.all:g}", *times]


def measured(games: Sequence[shelf.Game]) -> Iterator[tuple[shelf.Game, Length]]:
    """The games with their stored lengths."""
    lengths.length_of.cache_clear()
    for game in games:
        name = game.key.partition("/")[2]
        if (found := lengths.length_of(game.family, name)) is not None:
            yield game, found


def keep(game: shelf.Game, found: Length) -> None:
    """Write the figures of a game into the file of its room, or into the page's."""
    lines = f"seat = {found.seat}\nall = {found.all}\n"
    if room := room_of(game):
        path = ROOT / "src" / "bastide" / "expansions" / game.family / room / FILE
        path.write_text(NOTE + lines, "utf-8")
        return
    path = Path(lengths.OWN)
    heading = f"[{game.key.replace('/', '.')}]"
    parts = path.read_text("utf-8").removeprefix(NOTE).strip().split("\n\n") if path.is_file() else []
    kept = {part.partition("\n")[0]: part for part in parts if part}
    kept[heading] = f"{heading}\n{lines}".strip()
    path.write_text(NOTE + "".join(f"\n{part}\n" for part in kept.values()), "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and write the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.minutes", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=8, help="games of each kind")
    parser.add_argument("--only", action="append", default=[], help="a key of the shelf; all by default")
    given = parser.parse_args(arguments)
    games = shelf.games(Words("en"))
    for game in games:
        # A campaign is the sum of its games, which are measured one by one.
        if game.chapters or (given.only and game.key not in given.only):
            continue
        keep(game, found := length(game, given.games))
        print(*row(game, found), sep=" | ", flush=True)
    lines = table(HEAD, [row(*one) for one in measured(games)])
    text = f"{given.games} games of each, measured on {stamp()}."
    PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, "\n".join([text, "", *lines])), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
