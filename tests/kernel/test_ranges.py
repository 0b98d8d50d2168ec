"""Seats, codes and places that a game does not have are refused by the public methods."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bastide.catan.base.island import Island
from bastide.kernel.errors import BastideError, OutOfRange
from bastide.kernel.families import configure
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

ISLAND = {"seats": 3, "options": {"first": 0}}
TILES = {"game": "carcassonne", "seats": 3}


@pytest.fixture(params=[ISLAND, TILES], ids=["island", "carcassonne"])
def rules(request: pytest.FixtureRequest) -> Rules:
    config: dict[str, Any] = request.param
    return configure(config, random.Random(1))


OF_SEAT: list[Callable[[Rules, State, int], object]] = [
    lambda r, s, seat: r.legal(s, seat),
    lambda r, s, seat: r.points(s, seat),
    lambda r, s, seat: r.partial(s, seat),
    lambda r, s, seat: r.is_legal(s, seat, 0),
    lambda r, s, seat: r.apply(s, seat, 0),
    lambda r, s, seat: resample(r, s, seat, 1),
]


@pytest.mark.parametrize("ask", OF_SEAT)
@pytest.mark.parametrize("seat", [3, 11, -2])
def test_a_seat_that_does_not_exist_is_refused(
    rules: Rules, ask: Callable[[Rules, State, int], object], seat: int
) -> None:
    s = rules.start()
    before = s.copy()
    with pytest.raises(OutOfRange, match=rf"^{seat} is no seat; seats are 0 to 2"):
        ask(rules, s, seat)
    assert s == before


def test_chance_has_no_points(rules: Rules) -> None:
    with pytest.raises(OutOfRange, match=r"^-1 is no seat; seats are 0 to 2$"):
        rules.points(rules.start(), -1)


def test_a_code_that_does_not_exist_is_refused(rules: Rules) -> None:
    s = rules.start()
    before = s.copy()
    asked: list[Callable[[int], object]] = [
        lambda code: rules.apply(s, 0, code),
        lambda code: rules.is_legal(s, 0, code),
        lambda code: rules.write([code]),
    ]
    if isinstance(rules, Island):
        asked.append(lambda code: rules.form(code, whole=True))
    for ask in asked:
        for code in (-1, int(rules.actions), 10**12):
            with pytest.raises(OutOfRange, match=rf"{code} is no action; the codes of this game are 0 to \d+"):
                ask(code)
    assert s == before
    with pytest.raises(IndexError):  # it is one of Python's, too
        rules.apply(s, 0, -1)
    assert issubclass(OutOfRange, BastideError)


def test_a_hex_that_does_not_exist_is_refused() -> None:
    rules = configure(ISLAND, None)
    assert isinstance(rules, Island)
    s = rules.start()
    for hex_ in (-1, 19):
        for ask in (rules.number_of, rules.numbers_of):
            with pytest.raises(OutOfRange, match=rf"{hex_} is no hex; the hexes of this board are 0 to 18"):
                ask(s, hex_)


def test_a_position_of_another_game_is_refused(rules: Rules) -> None:
    other = configure({**ISLAND, "seats": 2}, None).start()
    for ask in OF_SEAT:
        with pytest.raises(OutOfRange, match=r"^<State of \d+ cells: .*> is no position of this game"):
            ask(rules, other, 0)


def test_perform_does_what_apply_does(rules: Rules) -> None:
    s = rules.start()
    seat = -1 if rules.chance_acts(s) else 0
    code = rules.legal(s, seat)[0]
    one, other = s.copy(), s.copy()
    rules.apply(one, seat, code)
    rules.perform(other, seat, code)
    assert one == other != s
