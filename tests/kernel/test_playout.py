"""Random games inside the engine: fair choices, the same games with every driver."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import OutOfRange
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.playout import (
    Stepper,
    first_actor,
    open_ended_actions,
    playout,
    playout_bank,
    playouts,
    random_action,
)
from bastide.kernel.rules import Phase, Rules
from bastide.kernel.state import BITS, CHANCE, WINNERS

LIMIT = 100_000


def island(seats: int = 3) -> Rules:
    config = {"game": "island", "seats": seats, "options": {"trade": "bank", "goal": 5}}
    return configure(config, random.Random(1))


@pytest.mark.parametrize("n", [1, 2, 6, 36, 1000])
def test_every_number_is_as_likely(n: int) -> None:
    chooser = Chooser(n)
    draws = 200 * n
    counts = Counter(int(chooser.below(n)) for _ in range(draws))
    assert set(counts) == set(range(n))
    # Chi-squared stays within six standard deviations of its mean; nearby seeds are not alike.
    assert sum((seen - 200) ** 2 / 200 for seen in counts.values()) < n + 6 * (2 * n) ** 0.5
    assert [int(Chooser(1).below(n)) for _ in range(3)] == [int(Chooser(1).below(n)) for _ in range(3)]


def test_nearby_seeds_give_different_numbers() -> None:
    firsts = {tuple(int(chooser.below(1000)) for _ in range(4)) for chooser in map(Chooser, range(500))}
    assert len(firsts) > 490


def test_dice_drawn_shortly_are_the_dice_drawn_by_weight() -> None:
    rules = island()
    s = rules.start()
    chooser = Chooser(5)
    phase = rules.phase(s)
    while phase.name != "dice":
        seat = first_actor(rules, s)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
        phase = rules.phase(s)
    for seed in range(200):
        shortly = phase.sample(s, Chooser(seed), Codes())
        assert shortly == Phase.sample(phase, s, Chooser(seed), Codes())


def test_a_playout_is_the_game_of_its_single_steps() -> None:
    rules = island()
    for seed in range(5):
        whole, single = rules.start(), rules.start()
        steps = playout(rules, whole, Chooser(seed), LIMIT)
        chooser = Chooser(seed)
        for _ in range(int(steps)):
            seat = first_actor(rules, single)
            code = random_action(rules, single, seat, chooser)
            assert rules.is_legal(single, seat, code)
            rules.apply(single, seat, code)
        assert rules.is_over(single)
        assert state_hash(single) == state_hash(whole)


def test_a_playout_stops_at_its_limit() -> None:
    rules = island()
    s = rules.start()
    assert playout(rules, s, Chooser(1), 20) == 20
    assert not rules.is_over(s)


def test_a_tally_counts_the_games_that_were_played() -> None:
    rules = island()
    start = rules.start()
    before = state_hash(start)
    tally = playouts(rules, start, 12, Chooser(7), LIMIT)
    chooser = Chooser(7)
    steps, wins = 0, [0, 0, 0]
    for _ in range(12):
        s = start.copy()
        steps += int(playout(rules, s, chooser, LIMIT))
        for seat in range(3):
            wins[seat] += bool(s.cells[WINNERS] & BITS[seat])
    assert (int(tally.games), int(tally.steps), [int(n) for n in tally.wins]) == (12, steps, wins)
    assert sum(wins) > 0
    assert int(tally.truncated) == 0
    assert state_hash(start) == before


def test_games_cut_off_are_nobodys() -> None:
    rules = island()
    tally = playouts(rules, rules.start(), 3, Chooser(7), 30)
    assert (int(tally.games), int(tally.steps), list(tally.wins)) == (3, 90, [0, 0, 0])
    assert int(tally.truncated) == 3
    assert sum(int(n) for n in tally.points) >= 3 * 3 * 2  # each seat's first settlements


@pytest.mark.parametrize("limit", [60, LIMIT])
def test_a_tally_adds_points_and_ranks(limit: int) -> None:
    rules = island()
    start = rules.start()
    tally = playouts(rules, start, 12, Chooser(7), limit)
    chooser = Chooser(7)
    points, ranks = [0] * 3, [[0] * 3 for _ in range(3)]
    for _ in range(12):
        s = start.copy()
        playout(rules, s, chooser, limit)
        place = 0
        for group in rules.ranking(s):
            for seat in group:
                points[seat] += int(rules.total_points(s, seat))
                ranks[seat][place] += 1
            place += len(group)
    assert [int(n) for n in tally.points] == points
    assert [[int(n) for n in tally.ranks[3 * seat : 3 * seat + 3]] for seat in range(3)] == ranks


def test_bank_only_playouts_make_no_offers() -> None:
    full = configure({"seats": 3, "options": {"goal": 5}}, random.Random(1))
    open_ended = open_ended_actions(full)
    assert 0 < sum(open_ended) < len(open_ended)
    for seed in range(5):
        s = full.start()
        s.journal = []
        chooser = Chooser(seed)
        assert playout_bank(full, s, chooser, LIMIT, open_ended) > 50
        assert full.is_over(s)
        assert {"offer", "counter"}.isdisjoint({event.kind for event in s.journal})
    freely = playouts(full, full.start(), 10, Chooser(1), LIMIT)
    banked = playouts(full, full.start(), 10, Chooser(1), LIMIT, bank_only=True)
    assert int(banked.games) == 10
    assert banked.steps < freely.steps
    bank = island()
    assert int(playouts(bank, bank.start(), 3, Chooser(1), LIMIT, True).steps) == int(
        playouts(bank, bank.start(), 3, Chooser(1), LIMIT).steps
    )


def test_a_stepper_stops_wherever_a_seat_acts() -> None:
    rules = island(4)
    game = Stepper(rules, 3)
    rng = random.Random(4)
    for _ in range(3):
        count = game.reset()
        steps = 0
        while count:
            assert game.seat == first_actor(rules, game.state) != CHANCE
            legal = [int(code) for code in rules.legal(game.state, game.seat)]
            assert [int(code) for code in game.legal()] == legal
            assert count == game.count == len(legal)
            index = rng.randrange(count)
            count = game.choose(index) if rng.random() < 0.5 else game.step(legal[index])
            steps += 1
        assert rules.is_over(game.state)
        assert game.seat == CHANCE
        assert len(game.legal()) == 0
        assert steps > 50


def test_a_stepper_need_not_ask_where_there_is_no_choice() -> None:
    """Asked or not, the same choices and the same chance make the same game."""
    rules = island()
    all_asked, choices = Stepper(rules, 3), Stepper(rules, 3, forced=False)
    rng = random.Random(4)
    count = choices.count
    while count:
        assert count > 1
        while all_asked.count == 1:
            all_asked.choose(0)
        assert (all_asked.count, all_asked.seat) == (count, choices.seat)
        index = rng.randrange(count)
        all_asked.choose(index)
        count = choices.choose(index)
    while all_asked.count == 1:
        all_asked.choose(0)
    assert rules.is_over(choices.state)
    assert state_hash(choices.state) == state_hash(all_asked.state)


def test_a_stepper_refuses_a_choice_that_is_not_there() -> None:
    game = Stepper(island(), 3)
    before = state_hash(game.state)
    for index in (-1, int(game.count), 10**6):
        with pytest.raises(IndexError, match="the number of legal actions"):
            game.choose(index)
    assert state_hash(game.state) == before


def step_out(game: Stepper) -> None:
    """Choose at random until the game is over or truncated."""
    rng = random.Random(4)
    while game.count:
        assert (game.terminated, game.truncated, game.winners) == (False, False, 0)
        game.choose(rng.randrange(game.count))


def test_a_stepper_begins_anywhere_and_on_another_board() -> None:
    rules = island()
    other = configure({"seats": 4, "layout": "random", "options": {"trade": "bank", "goal": 5, "first": 0}}, seed=2)
    game = Stepper(rules, 3)
    begun = rules.start()
    playout(rules, begun, Chooser(8), 40)
    before = begun.copy()
    assert game.reset(begun) == game.count > 0
    assert game.state is not begun
    assert game.seat == first_actor(rules, game.state)
    game.choose(0)
    assert begun == before
    game.reset(rules=other)
    assert (game.rules, game.state, game.steps) == (other, other.start(), 0)
    later = other.start()
    playout(other, later, Chooser(9), 30)
    game.reset(later)
    step_out(game)
    assert other.is_over(game.state)
    game.reset(begun, rules)
    assert (game.rules, game.state) == (rules, begun)
    kept, legal = game.state.copy(), list(game.legal())
    with pytest.raises(OutOfRange, match="is no position of this game"):
        game.reset(later)
    with pytest.raises(OutOfRange, match="is no position of this game"):
        game.reset(begun, other)
    assert (game.rules, game.state, list(game.legal())) == (rules, kept, legal)
    ended = rules.start()
    rules.finish(ended, 0)
    assert game.reset(ended) == 0
    assert (game.terminated, game.truncated, game.winners) == (True, False, 0)


def test_nothing_of_a_stepper_can_be_assigned() -> None:
    game = Stepper(island(), 3)
    for name in ("rules", "state", "seat", "count", "forced", "limit", "steps", "terminated", "truncated", "winners"):
        with pytest.raises(AttributeError):
            setattr(game, name, getattr(game, name))


@pytest.mark.parametrize("forced", [True, False])
def test_a_stepper_tells_truncated_games_from_ended_ones(forced: bool) -> None:
    rules = island()
    whole = Stepper(rules, 3, forced)
    step_out(whole)
    assert (whole.terminated, whole.truncated) == (True, False)
    assert whole.winners == rules.winners(whole.state) != 0
    for limit in (0, 1, 50, whole.steps - 1, whole.steps):
        game = Stepper(rules, 3, forced, limit)
        step_out(game)
        assert game.seat == CHANCE
        assert len(game.legal()) == 0
        assert game.steps == game.limit == limit
        assert (game.terminated, game.truncated) == (limit == whole.steps, limit < whole.steps)
        assert (game.winners, game.state == whole.state) == ((whole.winners, True) if game.terminated else (0, False))
        assert (game.copy().steps, game.copy().state, game.copy().truncated) == (limit, game.state, game.truncated)
        with pytest.raises(IndexError):
            game.choose(0)
    with pytest.raises(ValueError, match="limit must be at least 0, got -1"):
        Stepper(rules, 3, limit=-1)
