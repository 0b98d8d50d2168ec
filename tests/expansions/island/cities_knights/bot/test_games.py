"""The greedy bot at whole tables of Cities & Knights: it wins, keeps to what it may know, and comes to an end."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from bastide.arena.matches import Series
from bastide.catan.family import IslandGame, configure
from bastide.kernel.resample import resample
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island import module_bots
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.tables import Tables
from tests.chosen import sampled
from tests.expansions.island.cities_knights.bot.test_bot import position
from tests.expansions.island.cities_knights.rules.kit import EDITIONS
from tests.players.strength import measure
from tests.players.test_bots import positions
from tests.sizes import sized

both = pytest.mark.parametrize("edition", EDITIONS)


def config(seats: int, **options: Any) -> dict[str, Any]:
    return {"seats": seats, "layout": "random", "modules": ["cities_knights"], "options": options}


def knights(seats: int, seed: int, **options: Any) -> IslandGame:
    return configure({"game": "island", **config(seats, **options)}, random.Random(seed))


def wins(levels: tuple[str, ...], games: int, **options: Any) -> int:
    """In how many games the greedy bot won; the seats are turned by one from game to game."""
    series = Series(config(len(levels), **options), levels, 7, rotate=True)
    return sum(any(out.kinds[seat] == "greedy" for seat in out.winners) for out in map(series.play, range(games)))


@pytest.mark.slow
@both
def test_it_beats_a_random_seat(edition: str) -> None:
    # 90 of 100 are promised, more is measured (decision 53); the games are always the same ones.
    games = sized(4, 160)
    assert wins(("greedy", "random"), games, edition=edition) >= 0.9 * games


@pytest.mark.slow
@both
def test_it_beats_three_random_seats(edition: str) -> None:
    games = sized(4, 160)
    assert wins(("greedy", "random", "random", "random"), games, edition=edition) >= 0.8 * games


@pytest.mark.slow
@both
def test_four_of_them_repel_most_attacks_and_keep_most_cities(edition: str) -> None:
    # At most 30 of 100 attacks are lost in many games, and 15 of 100 cities (decision 53); these are always the same.
    options = (("edition", edition),)
    games = measure(("greedy",) * 4, sized(3, 40), modules=("cities_knights",), options=options).games
    attacks, lost, built, fallen = (
        sum(game.told[kind] for game in games) for kind in ("attack", "lost", "city", "fall")
    )
    assert lost <= sized(45, 35) * attacks // 100
    assert fallen <= sized(25, 20) * built // 100
    assert sum(game.offers for game in games) <= 17 * len(games)
    assert 3 * sum(game.trades for game in games) >= sum(game.offers for game in games)


@pytest.mark.slow
@both
def test_it_wins_short_games_too(edition: str) -> None:
    games = sized(2, 80)
    assert wins(("greedy", "random"), games, edition=edition, goal=6) >= 0.8 * games


@pytest.mark.slow
@both
def test_games_among_greedy_bots_end(edition: str) -> None:
    series = Series(config(4, edition=edition), ("greedy",) * 4, 3)
    for out in map(series.play, range(2)):
        assert out.over
        assert len(out.winners) == 1
        assert out.turns < 250


@pytest.mark.compiled
@pytest.mark.parametrize("table", sampled(product(EDITIONS, ["all", "chosen"]), count=1))
def test_every_decision_is_legal_and_changes_nothing_before_it_is_played(table: tuple[str, str]) -> None:
    edition, defense = table
    rules = knights(3, 1, edition=edition, defense=defense)
    bots = [make_bot("greedy", seat) for seat in range(3)]
    for count, (s, seat, code) in enumerate(positions(rules, bots, 2)):
        before = s.cells[:]
        assert rules.is_legal(s, seat, code)
        bots[seat].act(rules, s, seat, random.Random(count))
        assert s.cells == before
        if count == 500:
            break


@pytest.mark.compiled
@pytest.mark.parametrize("table", sampled(product(EDITIONS, [2, 4]), count=1))
def test_what_a_seat_cannot_know_changes_no_decision(table: tuple[str, int]) -> None:
    edition, seats = table
    rules = knights(seats, 5, edition=edition)
    bots = [make_bot("greedy", seat) for seat in range(seats)]
    deal = random.Random(5)
    changed = 0
    for count, (s, seat, _) in enumerate(positions(rules, bots, 6)):
        if count % 3 == 0:
            other = resample(rules, s, seat, deal)
            changed += other.cells != s.cells
            here = bots[seat].act(rules, s, seat, random.Random(count))
            there = bots[seat].act(rules, other, seat, random.Random(count))
            assert here == there, f"decision {count} of seat {seat} depends on hidden cards"
        if count == 900:
            break
    assert changed > 20


PLAYS = (
    "commercial-harbor resource-monopoly*2",
    "trade-monopoly taxes*2 merchant-fleet",
    "espionage wedding sabotage taxation",
    "treason intrigue diplomacy encouragement",
    "alchemist crane invention smithing",
)


@both
@pytest.mark.parametrize("cards", PLAYS)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_card_would_show_is_not_known_before(edition: str, cards: str, seed: int) -> None:
    rng = random.Random(seed)
    goods = ["lumber", "brick", "wool", "grain", "ore", "paper", "cloth", "coin"]
    hands = {seat: " ".join(rng.choices(goods, k=6)) for seat in range(3)}
    t = position(
        progress={0: cards, 1: "medicine merchant", 2: "mining"},
        hands=hands,
        tokens={1: 2, 2: 3},
        knights={0: "1,0,S", 1: "-1,0,S strong", 2: "2,-2,S"},
        edition=edition,
    )
    bot = make_bot("greedy", seed)
    s = t.game.state
    text = bot.act(t.r, s, 0, rng)
    for _ in range(8):
        assert bot.act(t.r, resample(t.r, s, 0, rng), 0, rng) == text


def test_yields_follow_the_number_tokens() -> None:
    t = position(progress={0: "invention"})
    tables = Tables(t.r, [])
    one, other = t.r.board.hex_index["0,0"], t.r.board.hex_index["0,-1"]
    assert (tables.pips[one], tables.pips[other]) == (2, 4)
    tables.follow(t.play("invention 0,-1 0,0").game.state)
    assert (tables.pips[one], tables.pips[other]) == (4, 2)


def test_a_plain_class_can_be_the_bot_of_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn(ModuleBot):
        """Ends every turn, and passes on what it knows nothing of."""

        def judge(self, look: Any, hand: Any, code: Any) -> Any:
            return -1_000_000

    monkeypatch.setattr(module_bots, "floor", lambda family, name, kind: Stubborn)
    rules = knights(2, 4)
    bots = [make_bot("greedy", seat) for seat in range(2)]
    words: set[str] = set()
    for count, (_, _, code) in enumerate(positions(rules, bots, 4)):
        words.add(rules.verb_of[code].word)
        if count == 200:
            break
    assert {"settle", "roll", "end"} <= words
    assert not {"improve", "recruit", "city", "bank"} & words - {"city"}


def test_a_module_without_a_bot_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_bots, "floor", lambda family, name, kind: None)
    rules = knights(2, 4, goal=5)
    bots = [make_bot("greedy", seat) for seat in range(2)]
    rng = random.Random(4)
    s = rules.start()
    for _ in range(20_000):
        if rules.is_over(s):
            break
        mask = int(rules.actors(s))
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            rules.apply(s, CHANCE, rng.choices(pairs[::2], pairs[1::2])[0])
        else:
            seat = (mask & -mask).bit_length() - 1
            rules.apply(s, seat, bots[seat].act(rules, s, seat, rng))
    assert rules.is_over(s)
