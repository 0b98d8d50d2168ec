"""Games that the same people play one after the other: a series with a plan, or one rematch after another.

A series lives at one table: each game is begun from its own config and has its own record. Its games do not depend on
each other; players are ranked by wins (TB-GEN-002).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bastide.kernel.errors import BastideError, quote
from bastide.server.common.faults import RequestRefused, of_engine, plain
from bastide.server.common.model import GameResult, Series, SeriesView, Standing
from bastide.server.engine.interface import Engine, Playable
from bastide.view.model import OPEN


def check_series(engine: Engine, series: Series, seats: int) -> Series:
    """Check the games of a series by building each, and return them for this number of seats.

    :raises RequestRefused: a config is invalid or for another number of players, or nobody could win so many games.
    """
    if series.wins > len(series.games) + 1:
        raise RequestRefused(
            "config",
            "Nobody can win {input} games in a series of {count}",
            input=quote(series.wins),
            count=len(series.games) + 1,
        )
    games = []
    for number, given in enumerate(series.games, 2):
        plain(given)
        config = {"seats": seats, **given}
        if config["seats"] != seats:
            raise RequestRefused(
                "config",
                "Game {number} of the series has seats {input}, but there are {count} chairs",
                number=number,
                input=quote(config["seats"]),
                count=seats,
            )
        try:
            engine.new(config)
        except BastideError as error:
            raise of_engine(error) from None
        games.append(config)
    return replace(series, games=games)


def decided(results: Sequence[GameResult], games: int, wins: int) -> bool:
    """Whether a series of so many games is over, or somebody has won `wins` of them."""
    if len(results) >= games:
        return True
    return wins > 0 and max((standing.wins for standing in standings(results)), default=0) >= wins


def standings(results: Sequence[GameResult]) -> list[Standing]:
    """All players of these games by wins, then points, which do not change the place."""
    wins: dict[str, int] = {}
    points: dict[str, int] = {}
    for result in results:
        for seat, name in enumerate(result.names):
            wins[name] = wins.get(name, 0) + (seat in result.winners)
            points[name] = points.get(name, 0) + result.points[seat]
    ranked = sorted(wins, key=lambda name: (-wins[name], -points[name]))
    return [
        Standing(name, wins[name], points[name], 1 + sum(won > wins[name] for won in wins.values())) for name in ranked
    ]


def result_of(engine: Engine, game: Playable, number: int, config: Mapping[str, Any], names: list[str]) -> GameResult:
    """How a finished game ended: the table's game of this number, with this config and these players."""
    view = engine.view(game, OPEN)
    winners = view.result.winners if view.result is not None else []
    return GameResult(number, in_short(config), names, [seat.total for seat in view.seats], list(winners))


def in_short(config: Mapping[str, Any]) -> dict[str, Any]:
    """A config without its map by coordinates."""
    return {name: value for name, value in config.items() if name != "layout" or isinstance(value, str)}


def shown_series(
    planned: Sequence[Mapping[str, Any]], wins: int, results: Sequence[GameResult], ended: GameResult | None
) -> SeriesView:
    """The games of a table as viewers see them; `ended` is the last one's result while no rematch has followed."""
    played = [*results, ended] if ended is not None else list(results)
    return SeriesView(
        planned=[in_short(config) for config in planned],
        wins=wins,
        results=played,
        standings=standings(played),
        number=len(results) + 1,
        over=bool(planned) and decided(played, len(planned), wins),
    )
