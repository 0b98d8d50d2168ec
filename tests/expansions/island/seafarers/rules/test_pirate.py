"""The pirate: robber or pirate, its hexes, its thefts; Friendly Robber beside it."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.expansions.island.seafarers.rules.figures import printed
from bastide.testing.play import island
from tests.expansions.island.seafarers.rules.kit import afloat, pirate_at, sea
from tests.kit import Table

HOME = "4,2,S"


@pytest.mark.rule("SEA-020")
@pytest.mark.parametrize(
    ("layout", "seats", "there"),
    [
        ("new_shores", 3, "5,4"),
        ("new_shores", 4, "6,4"),
        ("through_the_desert", 3, "5,4"),
        ("through_the_desert", 4, "6,4"),
        ("four_islands", 3, "2,4"),
        ("four_islands", 4, "5,4"),
    ],
)
def test_where_the_pirate_starts(layout: str, seats: int, there: str) -> None:
    game = Game.new({"seats": seats, "modules": ["seafarers"], "layout": layout, "options": {"first": 0}})
    assert island(game).board.hex_names[game.state.cells[sea(game).pirate]] == there


@pytest.mark.rule("SEA-008", "SEA-022")
def test_a_seven_moves_the_robber_or_the_pirate() -> None:
    t = afloat(settlements={0: HOME}, rolled=False)
    t.play("roll", "roll 3 4")
    assert t.phase == "robber"
    board = t.r.board
    assert t.places("robber") == {board.hex_names[h] for h in range(board.land)} - {"1,5"}
    assert t.places("pirate") == {board.hex_names[h] for h in range(board.land, board.hexes)} - {"6,4"}
    t.refuses("pirate 6,4", "SEA-022")
    t.refuses("pirate 3,3", "SEA-022")
    t.refuses("robber 4,2", "BASE-023")
    t.play("pirate 4,2")
    assert pirate_at(t) == "4,2"
    t.check(robber="1,5", phase="main")
    t.refuses("pirate 4,3", "SEA-008")


@pytest.mark.rule("SEA-008", "SEA-022")
def test_a_knight_moves_the_pirate_who_robs_an_owner_of_a_ship() -> None:
    t = afloat(
        settlements={0: HOME, 1: "5,2,N"},
        ships={1: "5,2,NE"},
        cards={0: "knight"},
        hands={0: "ore", 1: "grain"},
        rolled=False,
    )
    t.play("knight", "pirate 6,1")
    t.play("steal grain")
    t.check(hands={0: "ore grain", 1: ""}, phase="roll")


@pytest.mark.rule("SEA-009", "SEA-022")
def test_the_pirate_robs_ships_alone_and_the_thief_chooses() -> None:
    t = afloat(
        settlements={0: HOME, 1: "4,3,N", 2: "4,4,N", 3: "5,1,N"},
        ships={1: "4,3,NE", 2: "4,3,SE"},
        hands={1: "grain", 2: "ore", 3: "wool"},
        rolled=False,
    )
    t.play("roll", "roll 3 4", "pirate 4,3")
    assert t.phase == "rob"
    assert set(t.legal()) == {"rob 1", "rob 2"}
    t.play("rob 2", "steal ore")
    t.check(hands={0: "ore", 1: "grain", 2: ""})


@pytest.mark.rule("SEA-022")
def test_an_owner_of_a_ship_without_cards_and_the_thief_are_not_robbed() -> None:
    t = afloat(
        settlements={0: HOME, 1: "5,2,S"},
        ships={0: "4,2,SE", 1: "4,3,NE"},
        hands={0: "ore"},
        rolled=False,
    )
    t.play("roll", "roll 3 4", "pirate 4,3")
    t.check(phase="main", hands={0: "ore"})


@pytest.mark.rule("TB-ROB-006", "TB-ROB-010")
def test_the_pirate_spares_nobody_and_the_robber_still_does() -> None:
    t = afloat(
        modules=["seafarers", "friendly_robber"],
        settlements={0: HOME, 1: "5,2,S"},
        ships={1: "4,3,NE"},
        hands={1: "grain"},
        rolled=False,
    )
    t.play("roll", "roll 3 4")
    t.refuses("robber 5,2", "TB-ROB-001")
    assert "4,3" in t.places("pirate")
    t.play("pirate 4,3", "steal grain")
    t.check(hands={0: "grain"})


@pytest.mark.rule("TB-ROB-010")
def test_with_a_hex_for_the_robber_no_desert_of_a_spared_player_is_open() -> None:
    t = afloat(modules=["seafarers", "friendly_robber"], settlements={0: HOME, 1: "1,5,N"}, robber="1,3", rolled=False)
    assert t.r.board.hex_names[int(t.r.desert)] == "1,5"
    t.play("roll", "roll 3 4")
    assert t.places("robber")
    t.refuses("robber 1,5", "TB-ROB-001")


def crowded(modules: list[str], deserts: dict[str, str]) -> Table:
    """A position in which every hex of land has a building of a seat with two points."""
    layout = printed("new_shores", 3).to_dict()
    layout["hexes"] = [
        {"q": h["q"], "r": h["r"], "terrain": deserts[f"{h['q']},{h['r']}"]} if f"{h['q']},{h['r']}" in deserts else h
        for h in layout["hexes"]
    ]
    t = afloat(4, layout=layout, modules=modules, rolled=False)
    r, c = t.r, t.game.state.cells
    for corner in range(int(r.board.ashore)):
        c[r.owner + corner] = 1
    return t


@pytest.mark.rule("TB-ROB-010", "SEA-024")
def test_without_a_hex_for_the_robber_the_pirate_moves_or_the_robber_goes_to_a_desert() -> None:
    modules = ["seafarers", "friendly_robber"]
    t = crowded(modules, {"1,3": "desert", "0,7": "desert"})
    t.play("roll", "roll 3 4")
    assert t.phase == "robber"
    assert t.places("robber") == {"1,3", "0,7"}
    assert len(t.places("pirate")) > 10
    t.play("robber 0,7")
    t.check(robber="0,7", phase="main")


@pytest.mark.rule("TB-ROB-010", "SEA-024")
def test_on_a_map_without_a_desert_the_pirate_moves() -> None:
    t = crowded(["seafarers", "friendly_robber"], {})
    t.play("roll", "roll 3 4")
    assert t.places("robber") == set()
    assert t.places("pirate")


@pytest.mark.rule("SEA-024", "BASE-015")
def test_without_a_desert_the_robber_waits_beside_the_board() -> None:
    layout = printed("four_islands", 3).to_dict()
    layout["sites"] = [site for site in layout["sites"] if site["word"] != "robber"]
    t = afloat(3, layout=layout, rolled=False)
    assert t.cell(t.r.robber) == -1
    t.play("roll", "roll 3 4", "robber 1,2")
    t.check(robber="1,2")


@pytest.mark.rule("SEA-020")
def test_before_it_is_known_who_starts_the_pirate_is_on_no_hex() -> None:
    game = Game.new({"seats": 4, "modules": ["seafarers"]}, seed=1)
    assert int(sea(game).pirate_hex(game.state)) == -1


def test_on_a_map_without_its_site_the_pirate_waits_beside_the_board() -> None:
    layout = printed("four_islands", 3).to_dict()
    layout["sites"] = [site for site in layout["sites"] if site["word"] != "pirate"]
    t = afloat(3, layout=layout, settlements={0: "-1,5,N"}, hands={0: "lumber wool"}, rolled=False)
    assert pirate_at(t) == ""
    t.play("roll", "roll 1 1")
    assert len(t.places("ship")) > 0
