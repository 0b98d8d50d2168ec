"""Seeds in a row give independent numbers, wherever a seed becomes random numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from bastide.arena.matches import Series
from bastide.cli import texttable
from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.playout import Stepper
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players import make_bot
from bastide.server.engine import games
from bastide.view.words import Words
from tests.kernel.test_dealing import score
from tests.sizes import sized

SEEDS = sized(10_000, 40_000)
SIDES = 6
DICE = {(a, b): 1 for a in range(SIDES) for b in range(SIDES)}
BEGINNER = {"game": "island", "seats": 2, "layout": "beginner", "options": {"first": 0, "turns": 3}}


def alike(drawn: Sequence[int], apart: int) -> float:
    """By how many standard deviations numbers of seeds so far apart are too much alike."""
    firsts = (n for n in range(len(drawn) - apart) if n // apart % 2 == 0)
    return score(Counter((drawn[n], drawn[n + apart]) for n in firsts), DICE)


def draws(step: int) -> Iterator[list[int]]:
    """For a first draw and later ones, the number that each of many seeds gives."""
    rows = []
    for seed in range(SEEDS):
        chooser = Chooser(seed * step)
        rows.append([int(chooser.below(SIDES)) for _ in range(20)])
    yield from ([row[at] for row in rows] for at in (0, 1, 2, 7, 19))


@pytest.mark.compiled
@pytest.mark.parametrize("step", [1, 7, 100, 2**31, 2**32])
def test_numbers_of_neighbouring_seeds_are_independent(step: int) -> None:
    for drawn in draws(step):
        for apart in (1, 2, 7):
            assert alike(drawn, apart) < 4


def test_neighbouring_seeds_are_not_shifted_streams() -> None:
    rows = list(draws(1))
    for here, there in pairwise(rows):
        assert score(Counter(zip(here[:-1:2], there[1::2], strict=True)), DICE) < 4


def test_a_seed_has_64_bits() -> None:
    def first(seed: int) -> int:
        return int(Chooser(seed).below(10**6))

    assert first(-1) == first(2**64 - 1)
    assert len({first(seed) for seed in (0, 2**32, 2**62, 2**63, 2**64 - 1)}) == 5


def test_the_dice_of_steppers_with_neighbouring_seeds_are_independent() -> None:
    rules = configure(BEGINNER, None)
    firsts = []
    for seed in range(SEEDS // 4):
        game = Stepper(rules, seed)
        events = game.state.journal = []
        game.step(rules.read("roll")[0])
        firsts.append(next(int(event.a) - 1 for event in events if event.kind == "roll"))
    for apart in (1, 2, 7):
        assert alike(firsts, apart) < 4


@pytest.mark.compiled
@pytest.mark.parametrize("vary", ["seed", "index"])
def test_the_dice_of_simulated_games_are_independent(vary: str) -> None:
    firsts = []
    for n in range(sized(500, 5000)):
        seed, index = (n, 0) if vary == "seed" else (0, n)
        text = Series(BEGINNER, ("random", "random"), seed, records=True).play(index).text
        firsts.append(int(text.partition('"do": "roll ')[2][0]) - 1)
    for apart in (1, 2):
        assert alike(firsts, apart) < 4


@pytest.mark.slow
def test_the_boards_of_neighbouring_seeds_are_independent() -> None:
    sizes = {"forest": 4, "fields": 4, "pasture": 4, "": 7}
    found = []
    for seed in range(sized(1500, 10_000)):
        board = Game.new({"game": "island", "seats": 3, "layout": "random"}, seed=seed).rules.resolved()["layout"]
        terrain = board["hexes"][0]["terrain"]
        found.append(terrain if terrain in sizes else "")
    ways = {(a, b): sizes[a] * sizes[b] for a in sizes for b in sizes}
    assert score(Counter(zip(found[::2], found[1::2], strict=True)), ways) < 4


def test_the_choices_of_bots_with_neighbouring_seeds_are_independent() -> None:
    game = Game.new({**BEGINNER, "layout": "random"}, seed=1)
    sides = {text: n % SIDES for n, text in enumerate(game.legal())}
    assert len(sides) % SIDES == 0
    chosen = [sides[make_bot("random", seed).choose(game, 0)] for seed in range(sized(1500, 10_000))]
    assert alike(chosen, 1) < 4


def test_the_bots_of_neighbouring_games_have_different_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from the board and from the dice of their own game."""
    seeds: list[int] = []
    monkeypatch.setattr(texttable, "make_bot", lambda level, seed: seeds.append(seed))
    monkeypatch.setattr(texttable.TextTable, "run", lambda self: None)
    for seed in range(20):
        texttable.play(Words("en"), BEGINNER | {"seats": 4}, None, 1, None, seed, None)
    assert len({*seeds, *range(20)}) == len(seeds) + 20 == 80


def test_a_bot_and_the_cards_dealt_for_it_have_streams_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    streams: list[random.Random] = []

    def dealt(rules: Rules, state: State, seat: int, rng: random.Random) -> State:
        streams.append(rng)
        return state

    monkeypatch.setattr("bastide.kernel.game.resample", dealt)
    bot = games.Games().bot("random", 5)
    bot.choose(Game.new(BEGINNER), 0)
    assert streams[0].random() != make_bot("random", 5).rng.random()


def test_a_negative_seed_deals_a_board_of_its_own() -> None:
    boards = [str(Game.new({"layout": "random"}, seed=seed).rules.resolved()) for seed in (-2, -1, 0, 1, 2, -1)]
    assert len(set(boards)) == 5
    assert boards[1] == boards[5]
