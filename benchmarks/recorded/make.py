"""Record the games: `python -m benchmarks.recorded.make`. Earlier figures are no longer comparable."""

from __future__ import annotations

from typing import Any, Final

from bastide.arena.matches import Series
from bastide.cli.room_games import room_games
from bastide.kernel import record
from bastide.kernel.rooms import rooms
from benchmarks.recorded import Recorded, write

Plan = tuple[dict[str, Any], str, int]
"""A config, who plays it, and how often."""

BASE: Final[dict[str, tuple[Plan, ...]]] = {
    "island": (
        ({"game": "island", "seats": 4, "layout": "random", "options": {"trade": "bank"}}, "random", 6),
        ({"game": "island", "seats": 4, "layout": "beginner"}, "random", 2),
        ({"game": "island", "seats": 4, "layout": "random"}, "greedy", 4),
    ),
    "carcassonne": (({"game": "carcassonne", "seats": 2}, "random", 6),),
    "carcassonne-all": (({"game": "carcassonne", "seats": 4, "modules": list(rooms("carcassonne"))}, "random", 3),),
}


def plans() -> dict[str, tuple[Plan, ...]]:
    """The plans of each kind: base games, and those of the island's rooms, also with full trade."""
    out = dict(BASE)
    for name, game in room_games().items():
        config = {**game.config, "seats": 4}
        if config["game"] == "island":
            options = {key: value for key, value in config.get("options", {}).items() if key != "trade"}
            out[name] = ((config, "random", 1), ({**config, "options": options}, "greedy", 3))
    return out


def main() -> None:
    """Play and store all games."""
    for kind, chosen in plans().items():
        games = []
        for config, bot, count in chosen:
            series = Series(config, (bot,) * config["seats"], 2026, records=True)
            for index in range(count):
                played = record.read(series.play(index).text)
                games.append(Recorded(played.config, [(int(d.seat), d.text) for d in played.decisions]))
        size = write(kind, games)
        print(f"{kind}: {len(games)} games, {sum(len(game.decisions) for game in games)} decisions, {size} bytes")


if __name__ == "__main__":
    main()
