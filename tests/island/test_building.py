"""Building (BASE-011, 029 to 032)."""

from __future__ import annotations

import pytest

from tests.island.places import INLAND, coast, corner, landing, sides
from tests.kit import table


def around(place: str) -> set[str]:
    """The three paths at the top or bottom corner of the desert."""
    return set(sides("0,0 NW NE", "0,-1 E").split()) if place == "N" else set(sides("0,0 SW SE", "0,1 W").split())


# -- roads


@pytest.mark.rule("BASE-029")
def test_a_road_costs_one_brick_and_one_lumber() -> None:
    t = table(settlements={0: "0,0,N"}, hands={0: "lumber*2 brick*2 ore"})
    t.play("road 0,0,NE").check(hands={0: "lumber brick ore"}, roads={0: 14})


@pytest.mark.rule("BASE-029")
@pytest.mark.parametrize(("hand", "missing"), [("lumber*3", "brick"), ("brick ore", "lumber"), ("", "brick lumber")])
def test_without_the_cards_no_road(hand: str, missing: str) -> None:
    t = table(settlements={0: "0,0,N"}, hands={0: hand})
    assert "road" not in t.verbs()
    t.refuses("road 0,0,NE", "BASE-029", missing)


@pytest.mark.rule("BASE-029")
def test_a_road_joins_an_own_building_or_an_own_road() -> None:
    t = table(
        settlements={0: "0,0,N", 1: "0,1,S"},
        roads={0: landing_road(), 1: sides("0,1 SW")},
        hands={0: "lumber brick"},
    )
    beyond = {*coast(0, 1).split(), *coast(2, 3).split()}  # at both ends of the road on the coast
    assert t.places("road") == around("N") | beyond
    t.refuses("road 0,0,SE", "BASE-029")
    t.refuses(f"road {sides('0,1 SE')}", "BASE-029")  # at an opponent's building


def landing_road() -> str:
    """A road on the coast, away from everything: between landings 1 and 2."""
    return coast(1, 2)


@pytest.mark.rule("BASE-029")
def test_a_city_joins_like_a_settlement() -> None:
    t = table(cities={0: "0,0,N"}, hands={0: "lumber brick"})
    assert t.places("road") == around("N")


@pytest.mark.rule("BASE-029")
def test_no_road_past_an_opponents_building() -> None:
    """Seat 0's road ends at a settlement of seat 1: the way on is closed there, but not at its other end."""
    t = table(settlements={1: landing(3)}, roads={0: coast(2, 3)}, hands={0: "lumber brick"})
    assert t.places("road") == set(coast(1, 2).split())
    t.refuses(f"road {coast(3, 4)}", "BASE-029")
    t.refuses(f"road {INLAND[3]}", "BASE-029")


@pytest.mark.rule("BASE-029")
def test_no_road_past_an_opponents_building_that_came_later() -> None:
    t = table(
        roads={0: coast(1, 3), 1: INLAND[3]},
        hands={0: "lumber brick", 1: "lumber brick wool grain"},
        on_turn=1,
    )
    t.play(f"settle {landing(3)}", "end", *("roll", "roll 1 1", "end"), "roll", "roll 1 1").check(actors=[0])
    assert t.places("road") == set(coast(0, 1).split())
    t.refuses(f"road {coast(3, 4)}", "BASE-029")


@pytest.mark.rule("BASE-029")
def test_own_buildings_do_not_close_the_way() -> None:
    t = table(settlements={0: landing(3)}, roads={0: coast(2, 3)}, hands={0: "lumber brick"})
    assert t.places("road") == {*coast(1, 2).split(), *coast(3, 4).split(), INLAND[3]}


@pytest.mark.rule("BASE-029")
def test_a_path_behind_an_opponents_building_is_reached_from_the_other_side() -> None:
    """The path from landing 3 to landing 4 is closed at 3 by seat 1, but seat 0 comes to it from 4 as well."""
    t = table(settlements={1: landing(3)}, roads={0: f"{coast(2, 3)} {coast(4, 5)}"}, hands={0: "lumber brick"})
    assert t.can(f"road {coast(3, 4)}")


@pytest.mark.rule("BASE-029")
def test_a_new_road_opens_the_paths_at_its_end() -> None:
    t = table(settlements={0: landing(1)}, hands={0: "lumber*4 brick*4"})
    for n in (1, 2, 3):
        assert not t.can(f"road {coast(n + 1, n + 2)}")
        t.play(f"road {coast(n, n + 1)}")
        assert t.can(f"road {coast(n + 1, n + 2)}")


@pytest.mark.rule("BASE-029")
def test_a_road_does_not_lead_out_to_sea() -> None:
    land = [{"q": 0, "r": 0, "terrain": "forest", "number": 6}, {"q": 1, "r": 0, "terrain": "desert"}]
    sea = [
        {"q": q, "r": r, "terrain": "sea"}
        for q, r in ((0, -1), (1, -1), (2, -1), (-1, 0), (2, 0), (-1, 1), (0, 1), (1, 1))
    ]
    t = table(2, layout={"hexes": land + sea}, settlements={0: "0,0,N"}, hands={0: "brick lumber"})
    roads = [text for text in t.game.legal(0) if text.startswith("road ")]
    assert sorted(roads) == ["road 0,-1,SE", "road 0,0,NE"]  # the third path at that corner lies between two seas


@pytest.mark.rule("BASE-030")
def test_a_new_road_takes_its_path_from_everybody() -> None:
    """Both seats may build between landings 2 and 3; the first to build has it."""
    hand = "lumber*2 brick*2"
    t = table(roads={0: coast(1, 2), 1: coast(3, 4)}, hands={0: hand, 1: hand})
    t.play(f"road {coast(2, 3)}", "end", "roll", "roll 1 1").check(actors=[1])
    assert coast(2, 3) not in t.places("road")
    t.refuses(f"road {coast(2, 3)}", "BASE-030")


@pytest.mark.rule("BASE-030")
def test_one_road_on_each_path() -> None:
    t = table(
        settlements={0: "0,0,N"},
        roads={0: "0,0,NE", 1: "0,0,E 0,-1,SE"},
        hands={0: "lumber*2 brick*2"},
    )
    assert t.places("road") == {"0,-1,E", sides("1,0 NW")}
    for taken in ("0,0,NE", "0,0,E", "0,-1,SE"):
        t.refuses(f"road {taken}", "BASE-030")


@pytest.mark.rule("BASE-030")
def test_a_starting_road_cannot_share_a_path_either() -> None:
    """Two corners of a path cannot both be settled, but two seats may settle two paths apart and meet."""
    t = table(pieces="free")
    t.game.state.cells[t.r.road + t.r.board.edge_index["0,0,NE"]] = 2
    t.game.state.pop()
    t.game.state.push(t.r.setup_phase, 0)
    t.play("settle 0,0,N")
    assert t.places("road") == {"0,-1,SE", "0,-1,E"}


# -- settlements


@pytest.mark.rule("BASE-031")
def test_a_settlement_costs_one_each_of_four() -> None:
    t = table(roads={0: "0,0,NE"}, hands={0: "lumber brick wool*2 grain ore"})
    t.play("settle 0,0,N").check(hands={0: "wool ore"}, points={0: 1}, settlements={0: 4})


@pytest.mark.rule("BASE-031")
@pytest.mark.parametrize("missing", ["lumber", "brick", "wool", "grain"])
def test_without_the_cards_no_settlement(missing: str) -> None:
    hand = {"lumber": 2, "brick": 2, "wool": 2, "grain": 2, "ore": 2, missing: 0}
    t = table(roads={0: "0,0,NE"}, hands={0: hand})
    t.refuses("settle 0,0,N", "BASE-031", missing)


@pytest.mark.rule("BASE-031")
def test_a_new_road_leads_to_a_place_for_a_settlement() -> None:
    t = table(settlements={0: landing(1)}, hands={0: "lumber*3 brick*3 wool grain"})
    t.play(f"road {coast(1, 2)}")
    assert t.places("settle") == set(), "the end is one path away from the settlement"
    t.play(f"road {coast(2, 3)}").play(f"settle {landing(3)}").check(settlements={0: 3})


@pytest.mark.rule("BASE-031")
def test_a_new_settlement_closes_the_corners_beside_it() -> None:
    hand = "lumber*2 brick*2 wool*2 grain*2"
    t = table(roads={0: coast(1, 4), 1: coast(4, 5)}, hands={0: hand, 1: hand})
    assert t.places("settle") == {landing(n) for n in (1, 2, 3, 4)}
    t.play(f"settle {landing(3)}")
    assert t.places("settle") == {landing(1)}
    t.play("end", "roll", "roll 1 1").check(actors=[1])
    assert t.places("settle") == {landing(5)}


@pytest.mark.rule("BASE-031")
def test_a_settlement_stands_where_an_own_road_ends() -> None:
    t = table(roads={0: "0,0,NE 0,0,E", 1: sides("0,0 SW")}, hands={0: "lumber brick wool grain"})
    assert t.places("settle") == {"0,0,N", corner("0,0 NE"), corner("0,0 SE")}
    t.refuses("settle 0,0,S", "BASE-031")  # another's road
    t.refuses(f"settle {landing(0)}", "BASE-031")


@pytest.mark.rule("BASE-031")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("piece", ["settlement", "city"])
def test_the_distance_rule(owner: int, piece: str) -> None:
    """A building at landing 2, whosever it is, keeps its neighbours empty; the corners after them are free."""
    spots = {owner: landing(2)}
    t = table(
        settlements=spots if piece == "settlement" else {},
        cities=spots if piece == "city" else {},
        roads={0: coast(0, 4)},
        hands={0: "lumber brick wool grain"},
    )
    assert t.places("settle") == {landing(0), landing(4)}
    for near in (1, 2, 3):
        t.refuses(f"settle {landing(near)}", "BASE-031")


@pytest.mark.rule("BASE-031")
def test_an_opponents_road_does_not_keep_a_settlement_away() -> None:
    t = table(roads={0: coast(2, 3), 1: f"{coast(3, 4)} {INLAND[3]}"}, hands={0: "lumber brick wool grain"})
    t.play(f"settle {landing(3)}").check(points={0: 1})


# -- cities


@pytest.mark.rule("BASE-032")
def test_a_city_costs_three_ore_and_two_grain_and_replaces_a_settlement() -> None:
    t = table(settlements={0: "0,1,N 0,1,S"}, hands={0: "ore*4 grain*3"}, rolled=False).play("roll", "roll 1 1")
    t.play("city 0,1,N").check(hands={0: "ore grain"}, points={0: 3}, cities={0: 3})
    t.play("end", "roll", "roll 1 1", "end", "roll", "roll 1 3").check(hands={0: "ore grain*4"})  # two and one


@pytest.mark.rule("BASE-032")
@pytest.mark.parametrize(
    ("hand", "missing"), [("ore*2 grain*2", "ore"), ("ore*5 grain", "grain"), ("", "ore*3 grain*2")]
)
def test_without_the_cards_no_city(hand: str, missing: str) -> None:
    t = table(settlements={0: "0,1,N"}, hands={0: hand})
    t.refuses("city 0,1,N", "BASE-032", missing)


@pytest.mark.rule("BASE-032")
def test_only_an_own_settlement_becomes_a_city() -> None:
    t = table(
        settlements={0: "0,1,N", 1: "0,1,S"},
        cities={0: "0,-1,N"},
        roads={0: "0,0,NE"},
        hands={0: "ore*6 grain*4"},
    )
    assert t.places("city") == {"0,1,N"}
    for other in ("0,1,S", "0,-1,N", "0,0,N"):  # an opponent's, a city already, an empty corner
        t.refuses(f"city {other}", "BASE-032")
    t.play("city 0,1,N")
    t.refuses("city 0,1,N", "BASE-032")


@pytest.mark.rule("BASE-011")
def test_the_settlement_piece_comes_back_and_can_be_built_again() -> None:
    t = table(
        settlements={0: f"{landing(0)} {landing(2)} {landing(4)} {landing(6)} {landing(8)}"},
        roads={0: coast(9, 11)},
        hands={0: "lumber brick wool grain*3 ore*3"},
    )
    t.refuses(f"settle {landing(11)}", "BASE-010")
    t.play(f"city {landing(4)}").check(settlements={0: 1}, cities={0: 3})
    t.play(f"settle {landing(11)}").check(settlements={0: 0}, points={0: 7})
