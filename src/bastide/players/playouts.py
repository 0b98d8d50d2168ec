"""Playouts: a position played to the end many times, by a policy of your choice."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from bastide.kernel import playout
from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.playout import Player, PlayoutTally, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import Bot, known_levels, level_of, make_bot, players_of

FAST: Final = ("uniform", "bank")
"""The policies that run inside the engine: uniformly random actions, and the same without offers."""
LIMIT: Final = 1_000_000
"""More actions than any game takes whose rules limit its turns."""
MOST: Final = 2**63 - 1
"""The greatest number that the compiled engine counts to."""


@dataclass(frozen=True)
class Playouts:
    """The results of many games; the lists are by seat.

    `steps` counts engine actions, those of chance included. A shared victory is a win of each winner. `truncated` games
    reached the limit: nobody has won them, their points and ranks are those of the last position. `points` are means,
    hidden points included. `ranks[seat][r]` is how often the seat had rank r, 0 the best; tied seats share the better
    rank.
    """

    games: int
    steps: int
    truncated: int
    wins: tuple[int, ...]
    points: tuple[float, ...]
    ranks: tuple[tuple[int, ...], ...]


def playouts(
    rules: Rules, state: State, games: int, seed: int, *, policy: str = "uniform", limit: int = LIMIT
) -> Playouts:
    """Play a position to the end `games` times, and return the results. The position is not changed.

    `policy` decides for every seat: `"uniform"` takes any legal action with equal probability, `"bank"` does too but
    never makes an offer to other seats, and the name of a bot (`make_bot`) lets that bot play. A game is truncated
    after `limit` actions. Equal arguments give equal results.

    The position is played as it is, hidden cards included: a bot passes one from `resample`.

    :raises ConfigError: there is no such policy.
    :raises ValueError: a number is no whole number, too small, or too large for the compiled engine.
    :raises OutOfRange: the position is of another game.
    """
    rules.check_state(state)
    check_number("games", games, 1, MOST)
    check_number("limit", limit, 0, MOST)
    check_number("seed", seed)
    if policy in FAST:
        return _read(playout.playouts(rules, state, games, Chooser(seed), limit, policy == "bank"))
    policy = level_of(policy)
    if policy not in known_levels():
        known = ", ".join([*FAST, *known_levels()])
        raise ConfigError("policy {given} is unknown; there is {known}", {"given": quote(policy), "known": known})
    tally = PlayoutTally(rules.seats)
    players = players_of(policy, rules)
    for index in range(games):
        after = state.copy()
        tally.add(rules, after, _played(rules, after, policy, players, f"{seed}:{index}", limit))
    return _read(tally)


def _played(rules: Rules, state: State, policy: str, players: list[Player], seed: str, limit: int) -> int:
    """Let bots play a position, the lowest awaited seat first, and return the number of actions.

    Where `players` inside the engine decide as these bots do, the bots decide only what those leave to chance.
    """
    rng = random.Random(seed)
    chance = Chooser(rng.getrandbits(62))
    seeds = [rng.getrandbits(62) for _ in range(int(rules.seats))]
    bots: list[Bot] = []
    for player in players:
        player.begin()
    steps = 0
    while steps < limit and not rules.is_over(state):
        if players:
            steps += int(playout.played(rules, state, players, chance, limit - steps))
            if steps >= limit or rules.is_over(state):
                break
        bots = bots or [make_bot(policy, each) for each in seeds]
        mask = rules.actors(state)
        if mask == 0:
            rules.apply(state, CHANCE, random_action(rules, state, CHANCE, chance))
        else:
            seat = int(lowest(mask))
            rules.apply(state, seat, bots[seat].act(rules, state, seat, bots[seat].rng))
        steps += 1
    return steps


def check_number(name: str, number: object, least: int | None = None, most: int | None = None) -> None:
    """Refuse an argument that is no whole number, less than `least` or more than `most`. Raises ValueError."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name} must be a whole number, got {quote(number)}")
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, got {quote(number)}")
    if most is not None and number > most:
        raise ValueError(f"{name} must be at most {most}, got {quote(number)}")


def _read(tally: PlayoutTally) -> Playouts:
    seats, games = int(tally.seats), int(tally.games)
    ranks = [int(n) for n in tally.ranks]
    return Playouts(
        games,
        int(tally.steps),
        int(tally.truncated),
        tuple(int(n) for n in tally.wins),
        tuple(int(n) / games for n in tally.points),
        tuple(tuple(ranks[seat * seats : (seat + 1) * seats]) for seat in range(seats)),
    )
