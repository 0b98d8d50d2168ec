"""Lanes play the games of a stepper and show them in their buffers, compiled or not, without numpy."""

from __future__ import annotations

import random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i32, i64

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.families import configure
from bastide.kernel.observer import CELL, PACKED, SUM, Observer
from bastide.kernel.playout import ENDLESS, Player, Stepper, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, OVER
from bastide.learn.lanes import CANDIDATES, MASK, OUTSIDE, PLAYER, UNIFORM, Describer, Lane, Lanes, play_on
from bastide.learn.lanes import PACKED as BITS
from bastide.learn.sight import BITS_OF, NO_SEAT, Sight
from bastide.players import players_of
from tests.sizes import sized

CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"seats": 3, "layout": "random", "options": {"goal": 4, "trade": "bank"}},
    "carcassonne": {"game": "carcassonne", "seats": 2},
    "cities_knights": {"seats": 3, "modules": ["cities_knights"]},
}
ROWS = 3
GAMES = sized(3, 100)
LIMIT = 120
MOST = 400


class Twice(Describer):
    """Two features: the number and its negative. `asked` are the actions in the order in which they were met."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def numbers(self, action: i64) -> list[int]:
        self.asked.append(int(action))
        return [int(action), -int(action)]


def sight(rules: Rules, viewer: int) -> Sight:
    """The rows of an observer behind a head, without turning or constants."""
    observer = Observer(rules, viewer)
    phases = len(rules.phase_names())
    runs: list[int] = []
    looked_up: list[tuple[int, int]] = []
    sums: list[int] = []
    digits: list[int] = []
    readings: list[int] = []
    agenda = observer.part("agenda")
    for n in range(size_of(rules)):
        how, at, unit, radix = (int(row[n]) for row in (observer.how, observer.at, observer.unit, observer.radix))
        if agenda.offset <= n < agenda.offset + agenda.size:
            continue
        if how == CELL and n % 3 == 0:
            looked_up.append((phases + 3 + n, at))
        elif how == CELL:
            runs += [phases + 3 + n, at, 1]
        elif how == SUM and n % 2:
            sums += [phases + 3 + n, at, unit]
        elif how == PACKED and unit & (unit - 1) == 0 and radix & (radix - 1) == 0:
            shift, mask = unit.bit_length() - 1, radix - 1
            if n % 2:
                digits += [phases + 3 + n, at, shift, mask.bit_length(), mask, 1]
            else:
                readings += [phases + 3 + n, int(BITS_OF), at, shift, mask, int(NO_SEAT)]
        else:
            readings += [phases + 3 + n, how, at, unit, radix, int(NO_SEAT)]
    size = phases + 3 + size_of(rules)
    depth, frames = (phases + 3 + part.offset for part in (observer.part("depth"), agenda))
    # Cells of one number are looked up, but those beyond 2.
    lookups = [number for place, at in looked_up for number in (place, at, 1, 1, 0, 0, 2, 0, place % 2)]
    spare = [0, int(CELL), 0, 0, 0, int(NO_SEAT)]
    return Sight(
        size, phases, depth, frames, 0, rules.seats, -1, runs, sums, lookups, [0, 1, 2], spare, digits, readings
    )


def size_of(rules: Rules) -> int:
    """How many numbers of an observation are no constants."""
    return Observer(rules, 0).size - sum(len(each.values) for each in rules.schema.constants)


def lanes_of(rules: Rules, form: int, controls: list[int], limit: int = int(ENDLESS)) -> tuple[Lanes, Twice]:
    numbers = [-1] * rules.num_distinct_actions
    codes = [code for code in range(rules.num_distinct_actions) if not rules.is_chance(code)]
    for number, code in enumerate(codes):
        numbers[code] = number
    listed = form == CANDIDATES
    describer = Twice()
    sights = [sight(rules, seat) for seat in range(rules.seats)]
    lanes = Lanes(
        [Lane(row, rules, controls, False, limit) for row in range(ROWS)],
        rules.seats,
        sights,
        int(sights[0].size),
        int(sights[0].size),
        numbers,
        codes,
        form,
        MOST if listed else 0,
        2 if listed else 0,
        describer,
    )
    return lanes, describer


def begin(lanes: Lanes, row: int, rules: Rules, level: str = "") -> None:
    lane = lanes.lanes[row]
    game = int(lane.game) + 1
    players = players_of(level, rules) if level else []
    lane.begin(game, rules, vec[i32](), rules.start(), 0, players, Chooser(10 * game + row), Chooser(row))
    lanes.show(row)


@pytest.mark.parametrize("form", [int(MASK), int(BITS), int(CANDIDATES)], ids=["mask", "packed", "candidates"])
@pytest.mark.parametrize("name", CONFIGS)
def test_they_show_and_step_the_games_of_a_stepper(name: str, form: int) -> None:
    rules = configure(CONFIGS[name], seed=1)
    lanes, describer = lanes_of(rules, form, [int(OUTSIDE)] * int(rules.seats), LIMIT)
    observers = [Observer(rules, seat) for seat in range(rules.seats)]
    steppers = []
    for row in range(ROWS):
        begin(lanes, row, rules)
        steppers.append(Stepper(rules, 10 + row, forced=False, limit=LIMIT))
    rng = random.Random(1)
    size, width = int(lanes.size), int(lanes.width)
    phases = len(rules.phase_names())
    ended = 0
    while ended < GAMES:
        chosen = []
        for row, stepper in enumerate(steppers):
            seat = int(stepper.seat)
            legal = [int(code) for code in stepper.legal()]
            numbers = [int(lanes.numbers[code]) for code in legal]
            assert lanes.lanes[row].state == stepper.state
            assert (lanes.seat[row], lanes.count[row]) == (seat, len(legal))
            seen = list(lanes.observation[row * size : (row + 1) * size])
            assert seen[phases + 3 :] == list(observers[seat].observe(stepper.state))[: size - phases - 3]
            assert seen[:phases].index(1) == stepper.state.cells[stepper.state.top()]
            assert sum(seen[:phases]) == 1
            assert seen[phases : phases + 3] == list(stepper.state.cells[stepper.state.top() + 1 :])[:3]
            if form == MASK:
                mask = bytes(memoryview(lanes.mask))[row * width : (row + 1) * width]
                assert sum(mask) == len(numbers)
                assert all(mask[n] == 1 for n in numbers)
            elif form == BITS:
                mask = bytes(memoryview(lanes.mask))[row * width : (row + 1) * width]
                assert int.from_bytes(mask, "little").bit_count() == len(numbers)
                assert all(mask[n // 8] >> n % 8 & 1 for n in numbers)
            else:
                listed = list(lanes.candidates[row * MOST * 2 : (row + 1) * MOST * 2])
                assert listed == [x for n in numbers for x in (n, -n)] + [0] * (2 * MOST - 2 * len(numbers))
            place = rng.randrange(len(legal))
            chosen.append(place if form == CANDIDATES else numbers[place])
            stepper.step(legal[place])
        assert lanes.choose(chosen, form == CANDIDATES) == -1
        lanes.step()
        assert [int(lanes.ended.items[i]) for i in range(lanes.ended.count)] == [
            row for row, stepper in enumerate(steppers) if not stepper.count
        ]
        for row, stepper in enumerate(steppers):
            rewards = list(lanes.reward[row * int(rules.seats) : (row + 1) * int(rules.seats)])
            assert rewards == rules.returns(stepper.state)
            assert (lanes.terminated[row], lanes.truncated[row]) == (stepper.terminated, stepper.truncated)
            if not stepper.count:
                seat = int(lanes.last_seat[row])
                last = list(lanes.last[row * size : (row + 1) * size])
                assert last[phases + 3 :] == list(observers[seat].observe(stepper.state))[: size - phases - 3]
                begin(lanes, row, rules)
                steppers[row] = Stepper(rules, 10 * int(lanes.lanes[row].game) + row, forced=False, limit=LIMIT)
                ended += 1
    assert len(set(describer.asked)) == len(describer.asked)


@pytest.mark.parametrize("level", ["", "greedy"])
def test_opponents_play_inside_and_draw_from_their_own_stream(level: str) -> None:
    rules = configure(CONFIGS["island"], seed=1)
    inside = int(PLAYER if level else UNIFORM)
    lanes, _ = lanes_of(rules, int(MASK), [inside, int(OUTSIDE), inside])
    for row in range(ROWS):
        begin(lanes, row, rules, level)
    lane = lanes.lanes[0]
    state, chance, own = rules.start(), Chooser(10), Chooser(0)
    [player, *_] = players_of("greedy", rules)
    rng = random.Random(3)
    while True:
        while state.cells[OVER] == 0:
            mask = int(rules.actors(state))
            seat = (mask & -mask).bit_length() - 1 if mask else int(CHANCE)
            legal = [] if seat == CHANCE else [int(code) for code in rules.legal(state, seat)]
            if seat == CHANCE:
                code = int(random_action(rules, state, CHANCE, chance))
            elif len(legal) == 1:
                code = legal[0]
            elif seat == 1:
                break
            else:
                stepper = Stepper(rules, 0)
                stepper.reset(state)
                code = greedy(player, stepper) if level else -1
                if code < 0:
                    code = legal[int(own.below(len(legal)))]
            rules.apply(state, seat, code)
        assert lane.state == state
        if state.cells[OVER] != 0:
            assert lanes.terminated[0] == 1
            return
        chosen = [rng.randrange(int(lanes.count[row])) for row in range(ROWS)]
        rules.apply(state, 1, int(lane.out.items[chosen[0]]))
        assert lanes.choose(chosen, True) == -1
        lanes.step()
        for i in range(lanes.ended.count):
            if lanes.ended.items[i] != 0:
                begin(lanes, int(lanes.ended.items[i]), rules, level)


def greedy(player: Any, stepper: Stepper) -> int:
    """What a greedy player chooses among several legal actions."""
    codes = Codes()
    for code in stepper.legal():
        codes.add(code)
    return int(player.act(stepper.state, stepper.seat, codes))


def test_players_play_up_to_a_seat_that_knows_no_action() -> None:
    rules = configure(CONFIGS["island"], seed=1)
    one, other = players_of("greedy", rules), players_of("greedy", rules)
    game, plain = (Stepper(rules, 5, forced=False, limit=LIMIT * 5) for _ in range(2))
    scratch = Codes()
    decisions = 0
    while game.count:
        play_on(game, [one[0], Player(), one[2]], scratch)
        while plain.count and plain.seat != 1:
            code = greedy(other[int(plain.seat)], plain)
            if code < 0:
                break
            plain.step(code)
        assert (game.state, game.seat, game.count) == (plain.state, plain.seat, plain.count)
        if game.count:
            decisions += 1
            game.choose(game.count - 1)
            plain.choose(plain.count - 1)
    assert decisions > 5


def test_a_greedy_player_recalls_its_offers() -> None:
    rules = configure({"seats": 3, "layout": "random"}, seed=1)
    [one, *_], [other, *_] = players_of("greedy", rules), players_of("greedy", rules)
    assert one.memory() == [0, 0, 0]
    one.recall([0, 5, 1, 2, 3, 4, 5, 0])
    assert one.memory() == [0, 5, 1, 2, 3, 4, 5, 0]
    other.recall(one.memory())
    one.begin()
    assert one.memory() == [0, 0, 0]
    assert other.memory() == [0, 5, 1, 2, 3, 4, 5, 0]


def test_an_illegal_action_is_found_and_nothing_is_played() -> None:
    rules = configure(CONFIGS["island"], seed=1)
    lanes, _ = lanes_of(rules, int(MASK), [int(OUTSIDE)] * 3)
    for row in range(ROWS):
        begin(lanes, row, rules)
    legal = [int(lanes.numbers[lanes.lanes[row].out.items[0]]) for row in range(ROWS)]
    wrong = next(n for n in range(int(lanes.width)) if not lanes.mask[int(lanes.width) + n])
    before = [lane.state.copy() for lane in lanes.lanes]
    assert lanes.choose([legal[0], wrong, -1], False) == 1
    assert lanes.choose([*legal[:2], -1], False) == 2
    assert lanes.choose([*legal[:2], int(lanes.width)], False) == 2
    assert lanes.choose([int(lanes.count[0]), 0, 0], True) == 0
    assert lanes.choose([0, -1, 0], True) == 1
    assert [lane.state for lane in lanes.lanes] == before
