"""The island, what lies on it, and the set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bastide import Game
from bastide.catan.board.layout import Layout, lettered
from bastide.expansions.island.traders_barbarians.rules.board import closed_corners, closed_edges, layout_of, printed
from bastide.kernel.errors import ConfigError
from tests.expansions.island.traders_barbarians.kit import (
    CASTLE,
    FIRST,
    GLASSWORKS,
    ONE,
    QUARRY,
    SHUT,
    barbarians,
    cargo,
    gold,
    module,
    stack,
    trade,
    wagon,
)
from tests.kit import Table

LAND = {"hills": 3, "forest": 4, "pasture": 3, "fields": 3, "mountains": 3}


def new(seed: int = 0, **more: Any) -> Game:
    return Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0}, **more}, seed=seed)


def terrains(layout: Layout) -> dict[tuple[int, int], str]:
    return {(h.q, h.r): h.terrain for h in layout.hexes}


@pytest.mark.rule("TB-TRAD-001", "TB-TRAD-002")
@pytest.mark.parametrize("name", ["beginner", "spiral", "random"])
@pytest.mark.parametrize("seed", range(3))
def test_three_places_and_sixteen_hexes(name: str, seed: int) -> None:
    layout = new(seed, layout=name).rules.config.layout  # type: ignore[attr-defined] # an island
    found = terrains(layout)
    assert (found[2, -2], found[-2, 0], found[0, 2]) == ("quarry", "citadel", "glassworks")
    assert Counter(found.values()) == LAND | {"quarry": 1, "citadel": 1, "glassworks": 1}


@pytest.mark.rule("TB-TRAD-002")
def test_the_deal_differs_from_seed_to_seed() -> None:
    dealt = {tuple(terrains(new(seed, layout="random").rules.config.layout).values()) for seed in range(5)}  # type: ignore[attr-defined] # an island
    assert len(dealt) == 5


@pytest.mark.rule("TB-TRAD-003")
def test_the_letters_without_b_and_h_in_a_spiral_past_the_places() -> None:
    layout = new(3, layout="spiral", options={"spiral_from": "0,-2"}).rules.config.layout  # type: ignore[attr-defined] # an island
    numbers = {(h.q, h.r): h.numbers for h in layout.hexes}
    # Counter-clockwise from the upper left corner hex, by hand; the castle is passed over.
    coast = [(0, -2), (-1, -1), (-2, 1), (-2, 2), (-1, 2), (1, 1), (2, 0), (2, -1), (1, -2)]
    inland = [(0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, 0)]
    # A5 C6 D3 E8 F10 G9 I11 J4 K8 L10 M9 N4 O5 P6 Q3 R11
    want = [5, 6, 3, 8, 10, 9, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
    assert [numbers[at] for at in [*coast, *inland]] == [(n,) for n in want]
    assert all(numbers[at] == () for at in [(2, -2), (-2, 0), (0, 2)])


@pytest.mark.rule("TB-TRAD-003")
@pytest.mark.parametrize("name", ["beginner", "spiral", "random"])
def test_no_two_and_no_twelve(name: str) -> None:
    layout = new(1, layout=name).rules.config.layout  # type: ignore[attr-defined] # an island
    counts = Counter(n for h in layout.hexes for n in h.numbers)
    assert counts == dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)
    assert len(lettered("A5 B2 H12")) == 3


@pytest.mark.rule("TB-TRAD-004")
def test_three_stacks_of_twelve() -> None:
    t = trade()
    assert stack(t, "citadel") == {"tools": 6, "sand": 6}
    assert stack(t, "quarry") == {"marble": 6, "sand": 6}
    assert stack(t, "glassworks") == {"glass": 6, "tools": 6}


@pytest.mark.rule("TB-TRAD-005")
def test_where_the_barbarians_begin() -> None:
    assert barbarians(trade()) == FIRST


@pytest.mark.rule("TB-TRAD-006")
def test_no_robber_no_longest_road_other_cards() -> None:
    t = trade(roads={0: "0,0,NE 0,0,E 0,0,SE 0,1,E -1,1,SE -1,1,E"}, settlements={0: "0,0,N"}, played={1: "knight*3"})
    assert t.cell(t.r.robber) == -1
    t.check(longest=None, army=1, points={0: 1, 1: 2})
    t.refuses("robber 0,0", "TB-TRAD-006")
    t.refuses("monopoly ore", "TB-TRAD-006")
    t.refuses("plenty ore*2", "TB-TRAD-006")


@pytest.mark.rule("TB-TRAD-006")
def test_the_option_without_the_largest_army() -> None:
    for army, holder, points in (("off", None, 0), ("on", 1, 2)):
        t = trade(army=army, cards={1: "knight"}, played={1: "knight*2"}, on_turn=1).play("knight")
        t.check(army=holder, points={1: points})


@pytest.mark.rule("TB-TRAD-007", "TB-TRAD-008")
def test_a_settlement_then_a_city_with_the_wagon() -> None:
    t = Table(new())
    assert gold(t) == [5, 5, 5]
    for corner, road in (("0,0,N", "0,0,NE"), ("1,0,N", "1,0,NE"), ("-1,0,N", "-1,0,NE")):
        t.play(f"settle {corner}", f"road {road}")
    assert not t.places("settle")
    t.play("city 0,0,S", "road 0,0,SE")
    assert wagon(t, 2) == "0,0,S"
    beside = [t.r.board.terrain[h] for h in near(t, "0,0,S")]
    goods = Counter(
        {"pasture": "wool", "fields": "grain", "mountains": "ore", "forest": "lumber", "hills": "brick"}[one]
        for one in beside
    )
    assert t.hand(2) == {**goods, "gold": 5}
    t.play("city 1,1,N", "road 1,1,NE", "city -1,-1,N", "road -1,-1,NE")
    t.check(phase="roll", actors=[0], points={0: 3, 1: 3, 2: 3})
    assert [t.cell(module(t).level + seat) for seat in range(3)] == [0, 0, 0]
    assert [cargo(t, seat) for seat in range(3)] == ["", "", ""]


def near(t: Table, corner: str) -> list[int]:
    at = t.r.board.corner_index[corner]
    return [h for k in range(3) if (h := int(t.r.board.corner_hexes[3 * at + k])) >= 0]


@pytest.mark.rule("TB-TRAD-009", "TB-TRAD-011", "TB-TRAD-012", "TB-TRAD-045")
def test_four_ways_inside_and_three_closed_paths() -> None:
    board = trade().r.board
    for plaza in (CASTLE, QUARRY, GLASSWORKS):
        at = board.corner_index[plaza]
        assert sum(int(board.ways[6 * at + k]) >= 0 for k in range(6)) == 4
    closed = closed_edges(board)
    assert {board.edge_names[edge] for edge in closed} == SHUT
    shut = {board.corner_names[corner] for corner in closed_corners(board, closed)}
    assert shut == {"2,-2,N", "3,-3,S", "-3,1,N", "-2,-1,S", "0,3,N", "0,2,S"}


@pytest.mark.rule("TB-TRAD-009", "TB-TRAD-010", "TB-TRAD-011", "TB-TRAD-012")
def test_the_example_of_roads_to_the_glassworks() -> None:
    """TB-TRAD-EX-01: blue, seat 0, and red, seat 1, on three of the four inner paths."""
    t = trade(
        roads={0: "0,2,CN 0,2,CNE", 1: "0,2,CNW 0,1,SE"},
        settlements={0: "0,1,N"},
        hands=dict.fromkeys((0, 1), "brick*3 lumber*3 wool grain"),
    )
    for seat in (0, 1):
        t.check(actors=[seat])
        t.refuses("settle 0,2,C", "TB-TRAD-011")
        for edge in ("0,2,E", "0,2,SE", "-1,3,NE"):
            t.refuses(f"road {edge}", "TB-TRAD-011")
        assert t.can("road 0,2,CSW")
        t.play("end", "roll", "roll 1 2")


@pytest.mark.rule("TB-TRAD-012")
def test_settlements_at_the_landward_corners_alone() -> None:
    roads = "0,2,CN 0,2,CNE 0,2,CNW 0,2,CSW"
    t = trade(roads={0: roads}, hands={0: "brick lumber wool grain"})
    assert t.places("settle") == {"0,2,N", "1,1,S", "0,1,S", "-1,3,N"}
    t.refuses("settle 0,3,N", "TB-TRAD-012")
    t = trade(roads={0: roads}, settlements={1: "0,2,N"}, hands={0: "brick lumber wool grain"})
    assert t.places("settle") == {"-1,3,N"}, "the distance rule"


@pytest.mark.rule("TB-TRAD-011", "TB-TRAD-012")
def test_the_set_up_keeps_off_the_sea_too() -> None:
    t = Table(new())
    assert not t.places("settle") & {"0,3,N", "0,2,S", "0,2,C"}
    t.refuses("settle 0,3,N", "TB-TRAD-012")
    t.play("settle 1,1,S")
    assert t.places("road") == {"0,2,CNE", "1,1,SE", "0,2,NE"}
    t.refuses("road 0,2,E", "TB-TRAD-011")


@pytest.mark.rule("TB-TRAD-010", "TB-TRAD-011")
def test_free_roads_lie_inside_too() -> None:
    t = trade(cards={0: "roads"}, roads={0: "0,2,CN"}).play("roads", "road 0,2,CNE")
    t.refuses("road 0,2,E", "TB-TRAD-011")
    t.play("road 0,2,CSW").check(phase="main")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"terrain": True}, "TB-TRAD-001"),
        ({"without": "0,2,C"}, "TB-TRAD-009"),
        ({"raiders": ["0,0,E", "0,1,E"]}, "TB-TRAD-005"),
        ({"raiders": ["0,0,E", "1,0,E", "0,2,E"]}, "TB-TRAD-036"),
    ],
)
@pytest.mark.rule("TB-TRAD-001", "TB-TRAD-005", "TB-TRAD-009", "TB-TRAD-036")
def test_a_board_of_ones_own_is_checked(change: dict[str, Any], rule: str) -> None:
    layout = printed().to_dict()
    for hex_ in layout["hexes"]:
        if "terrain" in change and hex_["terrain"] == "quarry":
            hex_.update(terrain="hills", number=4)
    sites = [
        one for one in layout["sites"] if "without" not in change or not one["place"].startswith(change["without"])
    ]
    if "raiders" in change:
        sites = [one for one in sites if one["word"] != "raider"]
        sites += [{"word": "raider", "place": place} for place in change["raiders"]]
    with pytest.raises(ConfigError) as caught:
        new(layout=layout | {"sites": sites})
    assert caught.value.rule == rule


def test_a_layout_by_coordinates_is_the_same() -> None:
    layout = layout_of("beginner", {}, None).to_dict()
    assert new(layout=layout).rules.config.layout == new().rules.config.layout  # type: ignore[attr-defined] # an island
    with pytest.raises(ConfigError, match="give a seed"):
        layout_of("random", {}, None)
