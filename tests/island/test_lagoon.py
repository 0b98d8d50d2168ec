"""Play on a board with water, sites, several numbers and a middle: the island with a lagoon."""

from __future__ import annotations

import re

import pytest

from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.view.svg.layers import token
from tests.island.archipelago.rules.lagoon import Lagoon, LagoonRules
from tests.kit import Table, land, table


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "lagoon", Lagoon)


def at_lagoon(layout: str = "lagoon", **position: object) -> Table:
    """A position on the lagoon's board."""
    return table(3, layout=layout, modules=["lagoon"], **position)  # type: ignore[arg-type] # keywords of table


def new(layout: str = "lagoon", seed: int = 0, seats: int = 3, **options: object) -> Game:
    """A new game there."""
    return Game.new({"seats": seats, "modules": ["lagoon"], "layout": layout, "options": options}, seed=seed)


# -- numbers


@pytest.mark.rule("BASE-017")
@pytest.mark.parametrize("dice", ["1 1", "6 6"])
def test_a_hex_with_two_numbers_yields_on_both(dice: str) -> None:
    t = at_lagoon(settlements={0: "0,-2,N"}, rolled=False)
    t.play("roll", f"roll {dice}").check(hands={0: "ore"})


@pytest.mark.rule("BASE-014")
def test_a_starting_settlement_draws_once_from_a_hex_with_several_numbers() -> None:
    t = Table(new(first=0))
    for corner, road in (("0,1,N", "0,0,SE"), ("-2,2,N", "-2,2,NE"), ("2,0,N", "2,-1,E"), ("1,1,N", "1,0,E")):
        t.play(f"settle {corner}", f"road {road}")
    t.play("settle -1,0,N", "road -1,-1,SE").play("settle 0,-2,N")
    t.check(hands={0: "ore"})


@pytest.mark.rule("BASE-017")
@pytest.mark.parametrize(("dice", "wool"), [("1 1", 1), ("1 2", 1), ("5 6", 1), ("6 6", 1), ("4 5", 0)])
def test_a_module_says_what_a_terrain_with_numbers_gives(dice: str, wool: int) -> None:
    t = at_lagoon(settlements={0: "0,0,N"}, rolled=False)
    t.play("roll", f"roll {dice}")
    assert t.hand(0).get("wool", 0) == wool


@pytest.mark.rule("BASE-018")
def test_the_robber_stops_all_numbers_of_a_hex() -> None:
    t = at_lagoon(settlements={0: "0,-2,N"}, robber="0,-2", rolled=False)
    for dice in ("1 1", "6 6"):
        t.play("roll", f"roll {dice}").check(hands={0: ""})
        t.play("end", "roll", "roll 1 3", "end", "roll", "roll 1 3", "end")


def test_a_numbered_terrain_of_which_nobody_says_anything_gives_nothing() -> None:
    t = at_lagoon(settlements={0: "4,-2,N"}, rolled=False)
    t.play("roll", "roll 1 4").check(hands={0: "salt"})
    t.r.terrain_good[t.r.board.hex_index["4,-2"]] = -1
    t.play("end", "roll", "roll 1 4").check(hands={0: "salt"})


def test_of_several_numbers_the_first_one_moves() -> None:
    layout = land("0,0 mountains 4 12", "1,0 hills 5", "0,1 fields 9", "-1,1 desert")
    t = table(2, layout=layout, modules=["cities_knights"], settlements={0: "0,0,N", 1: "2,-1,S"}, rolled=False)
    s, board = t.game.state, t.r.board
    one, other = board.hex_index["0,0"], board.hex_index["1,0"]
    assert [t.r.numbers_of(s, h) for h in (one, other)] == [[4, 12], [5]]
    s.cells[t.r.number + one], s.cells[t.r.number + other] = 5, 4
    assert [t.r.numbers_of(s, h) for h in (one, other)] == [[5, 12], [4]]
    for dice, hands in (("6 6", {0: "ore", 1: ""}), ("2 3", {0: "ore*2", 1: ""}), ("2 2", {0: "ore*2", 1: "brick"})):
        t.play("roll", f"roll {dice}", "event trade").check(hands=hands)
        t.play("end")


# -- water


@pytest.mark.rule("BASE-029", "BASE-030")
def test_no_road_leads_out_to_sea() -> None:
    t = at_lagoon(settlements={0: "0,-2,N"}, hands={0: "brick*3 lumber*3"})
    board = t.r.board
    seaward = [e for e in range(int(board.overland), int(board.edges)) if t.can(f"road {board.edge_names[e]}")]
    assert not seaward
    t.refuses(f"road {board.edge_names[board.overland]}", "BASE-029")


@pytest.mark.rule("BASE-013", "BASE-031")
def test_no_building_stands_at_sea_or_in_a_middle() -> None:
    t = Table(new(first=0))
    board = t.r.board
    assert t.places("settle") == set(board.corner_names[: board.ashore])
    for beyond in ("2,-2,C", board.corner_names[-1]):
        t.refuses(f"settle {beyond}", "BASE-013")
    built = at_lagoon(settlements={0: "2,-2,S"}, roads={0: "2,-2,CS"}, hands={0: "brick lumber wool grain"})
    built.refuses("settle 2,-2,C", "BASE-031")


@pytest.mark.rule("BASE-023")
def test_the_robber_keeps_to_hexes_where_it_may_stand() -> None:
    t = at_lagoon(rolled=False).play("roll", "roll 3 4")
    board = t.r.board
    assert t.places("robber") == set(board.hex_names[: board.land]) - {"0,1", "4,-1"}
    for place in ("3,0", "-3,0", "0,1"):
        t.refuses(f"robber {place}", "BASE-023")
    t.play("robber 0,0")


@pytest.mark.rule("BASE-023")
def test_the_robber_of_a_game_without_modules_stays_on_land() -> None:
    t = table(2, layout=land("0,0 forest 8", "1,0 sea", "0,1 hills 5", "2,0 desert"), rolled=False)
    t.play("roll", "roll 3 4")
    assert t.places("robber") == {"0,0", "0,1"}
    t.refuses("robber 1,0", "BASE-023")


# -- harbours


@pytest.mark.rule("BASE-027")
def test_a_harbour_that_does_not_serve_makes_nothing_cheaper() -> None:
    t = at_lagoon(settlements={0: "0,-2,N 1,1,S"}, hands={0: "wool*4", 1: "brick lumber wool grain"})
    r, tide = t.r, t.r.module(LagoonRules)
    seat = [int(t.cell(r.rates + g)) for g in range(int(r.goods))]
    assert seat == [3, 3, 2, 3, 3, 3]
    tide.turn_tide(t.game.state, r.board.hex_index["1,1"], True)
    assert [int(t.cell(r.rates + g)) for g in range(int(r.goods))] == [3] * 6
    tide.turn_tide(t.game.state, r.board.hex_index["0,-2"], True)
    assert [int(t.cell(r.rates + g)) for g in range(int(r.goods))] == [4] * 6
    t.play("bank wool*4 ore")
    tide.turn_tide(t.game.state, r.board.hex_index["1,1"], False)
    assert [int(t.cell(r.rates + g)) for g in range(int(r.goods))] == [4, 4, 2, 4, 4, 4]


@pytest.mark.rule("BASE-027")
def test_a_settlement_founded_at_a_harbour_that_does_not_serve_waits_for_it() -> None:
    t = at_lagoon(settlements={0: "0,1,S"}, roads={0: "1,1,SE 0,2,NE"}, hands={0: "brick lumber wool grain"})
    r, tide = t.r, t.r.module(LagoonRules)
    hex_ = r.board.hex_index["1,1"]
    tide.turn_tide(t.game.state, hex_, True)
    assert t.can("settle 1,1,S"), t.places("settle")
    t.play("settle 1,1,S")
    assert {int(t.cell(r.rates + g)) for g in range(int(r.goods))} == {4}
    tide.turn_tide(t.game.state, hex_, False)
    assert int(t.cell(r.rates + r.good_names.index("wool"))) == 2


# -- how it is shown


def shown(game: Game, viewer: int) -> IslandView:
    """What a viewer sees."""
    seen = view(game, viewer)
    assert isinstance(seen, IslandView)
    return seen


def test_a_middle_has_notation() -> None:
    rules = new().rules
    for line in ("road 2,-2,CSE", "road 2,-2,CNW", "settle 2,-2,C"):
        assert rules.write(rules.read(line)) == line


def test_all_numbers_of_a_hex_are_drawn() -> None:
    seen = shown(new(), 0)
    [hex_] = [h for h in seen.board.hexes if h.name == "0,0"]
    assert hex_.tokens == [2, 3, 11, 12]
    drawn = token(hex_, (0, 0), False, False)
    assert [int(n) for n in re.findall(r"token-(\d+)", drawn)] == [2, 3, 11, 12]
    assert len(set(re.findall(r"translate\(([^)]*)\) scale", drawn))) == 4


def test_tips_count_all_numbers_and_leave_water_out() -> None:
    game = new(first=0)
    tips = {target.place: target.tip for target in shown(game, 0).targets}
    assert [say.args for say in tips["0,-2,N"]] == [
        {"terrain": "mountains", "number": "2, 12"},
        {"count": 2},
        {},
    ]
