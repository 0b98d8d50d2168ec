"""Seats, codes and places that a game does not have are refused by the public methods."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from importlib.resources import files
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
    with pytest.raises(OutOfRange, match=r"^3 is no seat; seats are 0 to 2"):
        rules.points(rules.start(), 0, 3)


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


@pytest.mark.parametrize("wrong", ["5", 0.5, None])
def test_what_is_no_source_of_chance_is_refused(rules: Rules, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"got {wrong!r}|expected; got"):  # the engine's own words once compiled
        resample(rules, rules.start(), 0, wrong)
    if wrong is not None:
        with pytest.raises(TypeError, match=rf"rng must be a random.Random, such as .* got {wrong!r}"):
            configure(ISLAND, wrong)


def test_perform_does_what_apply_does(rules: Rules) -> None:
    s = rules.start()
    seat = -1 if rules.chance_acts(s) else 0
    code = rules.legal(s, seat)[0]
    one, other = s.copy(), s.copy()
    rules.apply(one, seat, code)
    rules.perform(other, seat, code)
    assert one == other != s


# -- every public method

FOR_LOOPS = frozenset(
    {
        *(
            "check_seat",
            "check_player",
            "check_code",
            "check_codes",
            "check_colour",
            "check_decision",
        ),  # the checks themselves
        *("perform", "finish", "finish_as"),  # they change a state, as verbs do,
        *("pay", "use_item", "claim", "draw_goods", "pass_goods"),
        *("floor", "lacks", "dealt"),  # or are asked by `resample`
    }
)
"""The public methods that do not check their arguments."""
OF_CHANCE = frozenset({"legal", "is_legal", "was_legal", "partial", "apply", "why_not"})
"""The public methods that take the seat of chance, -1."""


def methods(rules: Rules) -> Iterator[tuple[str, list[str]]]:
    """The public methods of a game's rules, each with its parameters: from the source, as compiled ones tell none."""
    seen: set[str] = set()
    for made in type(rules).__mro__[:-1]:
        source = (
            files("bastide").joinpath(f"{made.__module__.partition('.')[2].replace('.', '/')}.py").read_text("utf-8")
        )
        classes = {each.name: each for each in ast.parse(source).body if isinstance(each, ast.ClassDef)}
        for each in classes[made.__name__].body:
            if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and each.name not in seen:
                seen.add(each.name)
                yield each.name, [argument.arg for argument in each.args.args[1:]]


def limits(rules: Rules) -> dict[str, int]:
    """How many there are of what parameters name."""
    found = {"seat": rules.seats, "action": rules.actions, "code": rules.actions, "codes": rules.actions}
    if isinstance(rules, Island):
        found |= {"colour": rules.colours, "good": rules.goods, "item": rules.items}
        found |= {"edge": rules.board.edges, "hex_": rules.board.hexes}
    return {name: int(count) for name, count in found.items()}


def test_every_public_method_refuses_what_the_game_does_not_have(rules: Rules) -> None:
    s = rules.start()
    before = s.copy()
    most = limits(rules)
    usual = {"s": s, **dict.fromkeys(most, 0), "codes": [0], "whole": False, "viewer": -1}
    asked: set[str] = set()
    for name, parameters in methods(rules):
        if name in FOR_LOOPS:
            continue
        for parameter in set(parameters) & set(most):
            asked.add(name)
            for wrong in (-2, -1, most[parameter], 10**9):
                if wrong == -1 and parameter == "seat" and name in OF_CHANCE:
                    continue
                given = {**usual, parameter: [wrong] if parameter == "codes" else wrong}
                with pytest.raises(OutOfRange, match=rf"^{wrong} is no \w+; "):
                    getattr(rules, name)(*(given[each] for each in parameters))
        if "codes" in parameters:
            with pytest.raises(OutOfRange, match="at least one action code"):
                getattr(rules, name)(*({**usual, "codes": []}[each] for each in parameters))
    assert s == before
    assert {"legal", "apply", "points", "write", "why_not"} <= asked
    assert not isinstance(rules, Island) or {"hand_size", "rate", "goal", "left_of", "line_at", "number_of"} <= asked
