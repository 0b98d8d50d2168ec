"""The speed of the expansions: random games inside the compiled engine, as each room's `bench.toml` declares them.

`make bench` measures all of them, `make bench ROOM=NAME` those of one room; the tables are in the rooms' READMEs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from bastide.cli.measures import possible_seats
from bastide.cli.room_games import RoomGame, room_games
from benchmarks.report import spread, table, verdict
from tools.marked import ROOT, replaced

NAME: Final = "speed"
"""The name of the marked table."""
GAMES: Final = "loop_games_per_second_"
ACTIONS: Final = "loop_actions_per_second_"
HEAD: Final = (
    "random games",
    "games/s",
    "actions/s",
    "actions/s, to the base game",
    "bytes per position",
    "target, games/s",
    "",
    "date",
    "commit",
)


def readme(game: RoomGame) -> Path:
    """The README of the room that declares a game."""
    family, room = str(game.config["game"]), str(game.config["modules"][0])
    return ROOT / "src" / "bastide" / "expansions" / family / room / "README.md"


def games_of(rooms: Sequence[str]) -> dict[str, RoomGame]:
    """The games of these rooms, of all if none is named. Raises ValueError for a room without games."""
    found = {name: game for name, game in room_games().items() if not rooms or game.config["modules"][0] in rooms}
    measured = {game.config["modules"][0] for game in found.values()}
    if unknown := [room for room in rooms if room not in measured]:
        raise ValueError(f"no bench.toml declares a game of {', '.join(unknown)}")
    return found


def base_of(game: RoomGame) -> str:
    """The word that ends the figures of the base game with as many seats, or the most that it has."""
    if game.config["game"] != "island":
        return "carcassonne"
    return f"seats_{min(int(game.config.get('seats', 4)), most_seats())}"


@cache
def most_seats() -> int:
    """The most seats of the base game."""
    return max(possible_seats())


def measures(games: Mapping[str, RoomGame]) -> list[str]:
    """The measures that the tables of these games need, by their names in `bastide.cli.measures`."""
    return list(dict.fromkeys([*(base_of(game).replace("_", " ") for game in games.values()), *games]))


def pages(found: Mapping[str, Any], games: Mapping[str, RoomGame]) -> dict[Path, str]:
    """The READMEs of the measured games, with their tables written. Raises ValueError if one has no place for it."""
    own = found["subjects"].get("compiled", {"figures": {}})
    facts = found["facts"]
    rows: dict[Path, list[list[str]]] = {}
    for name, game in games.items():
        speed = own["figures"].get(GAMES + name)
        if speed is None:
            continue
        ratio = found["rooms"].get(name)
        target = {"target": game.least, "met": speed["median"] >= game.least, **speed} if game.least else {}
        rows.setdefault(readme(game), []).append(
            [
                game.title,
                spread(speed),
                spread(own["figures"].get(ACTIONS + name)),
                spread(ratio),
                f"{own['sizes'][f'state_bytes_{name}']:,}",
                f"at least {game.least:,}" if game.least else "–",
                verdict(target),
                facts["Date"],
                facts["Commit"],
            ]
        )
    return {
        page: replaced(page.read_text("utf-8"), NAME, "\n".join(table(HEAD, lines))) for page, lines in rows.items()
    }
