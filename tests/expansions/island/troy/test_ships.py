"""Ships and the sea people."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.errors import ConfigError
from bastide.testing.play import island
from tests.expansions.island.troy.kit import NEAR, SHIP, fleet, kinds, module, people, trade_points, troy
from tests.island.starts import good_starts
from tests.kit import Table, land


@pytest.mark.rule("TROY-017", "TROY-018", "TROY-019", "TROY-020", "TROY-021", "TROY-022", "TROY-039")
def test_the_first_ship() -> None:
    """TROY-EX-03."""
    t = troy(
        settlements={0: NEAR, 1: "4,2,N"},
        hands={0: "wool*2 lumber*2 brick*3", 1: "ore"},
        points={0: 4},
        people="3,1",
    )
    assert "3,1" in t.places("ship")
    t.play("ship 3,1").check(phase="troy_people", actors=[0], hands={0: "lumber wool brick*3"})
    assert (trade_points(t, 0), fleet(t, 0)) == (2, ["3,1"])
    t.refuses("end", "TROY-028")
    t.play("people 4,1").check(phase="rob", actors=[0])
    t.play("rob 1", "chance: steal ore").check(phase="main", hands={0: "lumber wool brick*3 ore"})
    assert t.can("bank brick*3 grain")
    assert "3,2" in t.places("ship"), "an own ship is beside it"
    t.play("ship 3,2")
    assert fleet(t, 0) == ["3,1", "3,2"]


@pytest.mark.rule("TROY-017")
def test_what_a_ship_costs() -> None:
    t = troy(settlements={0: NEAR}, hands={0: "wool"}, points={0: 2})
    t.refuses("ship 3,1", "TROY-017", "lumber")
    t = troy(settlements={0: NEAR}, hands={0: SHIP}, points={0: 1})
    t.refuses("ship 3,1", "TROY-017", "")
    assert t.places("ship") == set()


@pytest.mark.rule("TROY-018", "TROY-019")
def test_where_ships_lie() -> None:
    t = troy(settlements={0: NEAR, 1: "4,2,N"}, hands={0: SHIP}, points={0: 2}, ships={1: "3,1"})
    t.refuses("ship 3,1", "TROY-018")
    t.refuses("ship 2,1", "TROY-018")
    t.refuses("ship 5,3", "TROY-019")
    t.refuses("ship -3,6", "TROY-018")
    lone = troy(settlements={0: NEAR}, hands={0: SHIP}, points={0: 2}, ships={1: "3,1"}, cities={1: "4,2,N"})
    assert "3,2" not in lone.places("ship"), "another's ship is beside it"


@pytest.mark.rule("TROY-019")
def test_a_ship_goes_on_from_a_ship_on_the_open_sea() -> None:
    t = troy(hands={0: SHIP}, points={0: 2}, ships={0: "5,3"})
    board = t.r.board
    at = board.hex_index["5,3"]
    around = [int(board.hex_hexes[at * 6 + k]) for k in range(6)]
    beside = {board.hex_names[hex_] for hex_ in around if hex_ >= board.land}
    assert t.places("ship") == beside


@pytest.mark.rule("TROY-002", "TROY-027", "TROY-023", "HIST-006")
def test_the_order_of_the_ships() -> None:
    t = troy()
    assert kinds(t) == ["three", "flag", "exchange", "flag", "two", "draw", "flag"]
    fleet_of = "3,1 3,2 2,2 2,3 1,3 1,4 0,5"
    for built, points in enumerate((0, 0, 1, 1, 2, 2, 2, 3)):
        t = troy(ships={0: " ".join(fleet_of.split()[:built])})
        t.check(points={0: points})
        assert int(t.r.open_points(t.game.state, 0)) == points, "flags are open"
    t = troy(ships={0: fleet_of}, hands={0: SHIP}, points={0: 2})
    t.refuses("ship 2,4", "TROY-017")


@pytest.mark.rule("TROY-023", "TROY-034")
def test_a_flag_may_win() -> None:
    cities, settlements = "0,1,N 2,1,N -1,2,S 0,3,S", "2,5,N 5,4,N 7,2,N 6,5,N 4,2,N"
    t = troy(
        cities={0: cities},
        settlements={0: settlements},
        markers=(1, 0),
        ships={0: "3,1"},
        hands={0: SHIP},
        points={0: 2},
    )
    t.check(points={0: 14})
    t.play("ship 3,2").check(phase="over", winners=[0], points={0: 15})


@pytest.mark.rule("TROY-040", "TROY-021")
def test_several_ships_in_one_turn_each_move_the_sea_people() -> None:
    t = troy(settlements={0: NEAR}, hands={0: "wool*2 lumber*2"}, points={0: 4})
    t.play("ship 3,1", "people 5,5", "ship 3,2").check(phase="troy_people")
    t.play("people 5,3").check(phase="main")
    assert (people(t), fleet(t, 0)) == ("5,3", ["3,1", "3,2"])


def rates(t: Table, seat: int = 0) -> list[int]:
    """The rates of a seat, good by good."""
    return [int(t.r.rate(t.game.state, seat, good)) for good in range(int(t.r.goods))]


@pytest.mark.rule("TROY-022", "TROY-031")
def test_the_first_ship_trades_at_three_to_one_unless_the_sea_people_are_there() -> None:
    assert rates(troy(ships={0: "3,1"})) == [3] * 5
    assert rates(troy(ships={0: "3,1"}), 1) == [4] * 5
    t = troy(ships={0: "3,1"}, people="3,1", hands={0: "ore*4"})
    assert rates(t) == [4] * 5
    t.refuses("bank ore*3 wool", "BASE-027")


@pytest.mark.rule("TROY-025", "TROY-031")
def test_the_fifth_ship_brings_a_trade_card() -> None:
    t = troy(ships={0: "3,1 3,2 2,2 2,3"}, hands={0: f"{SHIP} ore*2"}, points={0: 2})
    t.play("ship 1,3").check(phase="troy_charter", actors=[0])
    assert t.places("charter") == set(t.r.good_names)
    t.refuses("people 5,5", "TROY-025")
    t.play("charter ore").check(phase="troy_people")
    t.play("people 5,5")
    assert dict(zip(t.r.good_names, rates(t), strict=True)) == {
        name: 2 if name == "ore" else 3 for name in t.r.good_names
    }
    t.play("bank ore*2 wool").check(hands={0: "wool"})
    stopped = troy(ships={0: "3,1 3,2 2,2 2,3 1,3"}, charters={0: "ore"}, people="1,3")
    assert rates(stopped) == [3] * 5


@pytest.mark.rule("TROY-025")
def test_there_are_two_trade_cards_of_each_resource() -> None:
    t = troy(ships={0: "3,1 3,2 2,2 2,3"}, hands={0: SHIP}, points={0: 2}, charters={1: "ore", 2: "ore", 3: "wool"})
    t.play("ship 1,3")
    assert t.places("charter") == {"lumber", "brick", "wool", "grain"}
    t.refuses("charter ore", "TROY-025")
    wool = module(t).charters + t.r.good_names.index("wool")
    assert t.cell(wool) == 1
    t.play("charter wool")
    assert t.cell(wool) == 0  # it was the last


@pytest.mark.rule("TROY-005", "TROY-003", "TROY-028", "TROY-029")
def test_a_seven_moves_the_sea_people_to_another_hex_of_sea() -> None:
    t = troy(rolled=False, hands={1: "ore*8"})
    assert people(t) == "-3,6"
    t.play("roll", "roll 3 4", "1: discard ore*4").check(phase="troy_people", actors=[0])
    sea = {name for h, name in enumerate(t.r.board.hex_names) if h >= t.r.board.land}
    assert t.places("people") == sea - {"-3,6"}
    t.refuses("people -3,6", "TROY-029")
    t.refuses("people 2,1", "TROY-029")
    t.refuses("robber 2,1", "TROY-003")
    t.refuses("1: people 5,5", "TROY-028")
    t.play("people -2,6").check(phase="main", robber=None)
    assert t.cell(t.r.robber) == -1
    t.refuses("people 5,5", "TROY-028")


@pytest.mark.rule("TROY-029", "TROY-030", "TROY-032")
def test_a_card_is_taken_from_a_player_with_a_ship_or_a_building_there() -> None:
    """Of several, one is chosen; trade points are never taken."""
    t = troy(
        rolled=False,
        settlements={1: NEAR},
        ships={2: "3,1", 3: "3,2"},
        hands={1: "ore", 2: "wool*2 grain", 3: "brick"},
        points={1: 5, 2: 5},
    )
    t.play("roll", "roll 3 4", "people 3,1").check(phase="rob", actors=[0])
    assert t.places("rob") == {"1", "2"}
    t.refuses("rob 3", "TROY-030")
    t.refuses("end", "TROY-030")
    t.play("rob 2")
    assert dict(t.game.chances()) == {"steal wool": 2, "steal grain": 1}
    t.play("steal grain").check(hands={0: "grain", 2: "wool*2"}, phase="main")
    assert (trade_points(t, 0), trade_points(t, 2)) == (0, 5)


@pytest.mark.rule("TROY-044")
def test_the_card_may_be_left() -> None:
    t = troy(rolled=False, ships={2: "3,1"}, hands={2: "wool"}).play("roll", "roll 3 4", "people 3,1", "pass")
    t.check(phase="main", hands={2: "wool", 0: ""})
    own = troy(rolled=False, ships={0: "3,1", 2: "3,2"}, hands={0: "wool"}).play("roll", "roll 3 4", "people 3,1")
    own.check(phase="main")
    own = troy(rolled=False, ships={2: "3,2"}).play("roll", "roll 3 4", "people 3,2")
    own.check(phase="main")


@pytest.mark.rule("TROY-031")
def test_a_flag_keeps_its_point_among_the_sea_people() -> None:
    troy(ships={0: "3,1 3,2"}, people="3,2").check(points={0: 1})


@pytest.mark.rule("TROY-032")
def test_trade_points_are_no_goods() -> None:
    t = troy(points={0: 9}, hands={0: "ore", 1: "ore"})
    assert len(t.r.good_names) == 5
    assert not any("point" in text for text in [*t.game.simple(0), *t.game.forms(0)])


@pytest.mark.rule("TROY-033")
def test_ships_do_not_lengthen_a_road() -> None:
    t = troy(roads={0: "3,0,SE 2,1,NE"}, settlements={0: NEAR}, ships={0: "3,1 3,2"})
    assert t.cell(t.r.route) <= 2


@pytest.mark.rule("TROY-003")
def test_there_is_no_robber_on_a_board_of_ones_own_either() -> None:
    layout = troy().game.rules.resolved()["layout"]
    for h in layout["hexes"]:
        if h["terrain"] == "barren":
            h["terrain"] = "desert"
    game = Game.new({"modules": ["troy"], "layout": layout, "options": {"first": 0}})
    assert game.state.cells[island(game).robber] == -1


@pytest.mark.rule("TROY-003", "TROY-047")
def test_there_are_no_development_cards() -> None:
    t = troy(hands={0: "ore wool grain"})
    t.refuses("buy", "TROY-047")
    t.refuses("knight", "TROY-047")
    assert sum(t.r.deck_stock) == 0
    assert not t.r.sells_cards


@pytest.mark.rule("TROY-007", "TROY-046")
def test_one_may_build_beside_barren_land_and_cities_which_yield_nothing() -> None:
    game = Game.new({"modules": ["troy"], "options": {"first": 0}})
    for text in ("side troy", "side troy", "side mycenae", "side mycenae"):
        game.play(text)
    board = island(game).board
    for name in ("1,0", "6,1", "-1,4", "8,0"):
        hex_ = board.hex_index[name]
        assert board.terrain[hex_] in ("barren", "troy", "mycenae")
        assert not board.numbers[hex_]
        corners = {board.corner_names[board.hex_corners[hex_ * 6 + k]] for k in range(6)}
        assert {f"settle {corner}" for corner in corners} <= set(game.legal())
    t = troy(settlements={0: "6,1,N"}, rolled=False)
    assert all(t.r.terrain_good[t.r.board.hex_index[name]] < 0 for name in ("1,0", "6,1", "-1,4", "8,0"))
    t = troy(roads={0: "-1,4,NE"}, settlements={0: "-1,4,N"}, hands={0: "brick lumber"})
    assert t.places("road")


@pytest.mark.rule("HIST-003", "HIST-006", "TROY-018")
def test_the_board_of_four_and_of_six() -> None:
    four, six = troy(), troy(6)
    for t, hexes, berths in ((four, 27, 28), (six, 41, 42)):
        assert sum(bool(numbers) for numbers in t.r.board.numbers) == hexes
        assert len(t.r.board.sites("berth")) == berths
    west = set(four.r.board.hex_names)
    assert west < set(six.r.board.hex_names)
    for t in (four, six):
        red = {name for h, name in enumerate(t.r.board.hex_names) if {6, 8} & set(t.r.board.numbers[h])}
        for name in red:
            at = t.r.board.hex_index[name]
            around = [int(t.r.board.hex_hexes[at * 6 + k]) for k in range(6)]
            near = {t.r.board.hex_names[hex_] for hex_ in around if hex_ >= 0}
            assert not near & red, f"{name} is red, and so is a hex beside it"


@pytest.mark.rule("HIST-001", "HIST-002", "MIX-022")
def test_it_is_played_with_four_or_with_six() -> None:
    for seats, modules in ((3, ["troy"]), (2, ["troy"]), (5, ["troy", "five_six"]), (4, ["troy", "five_six"])):
        with pytest.raises(ConfigError) as caught:
            Game.new({"seats": seats, "modules": modules}, seed=1)
        assert caught.value.rule == "MIX-022"
    with pytest.raises(ConfigError, match="five_six"):
        Game.new({"seats": 6, "modules": ["troy"]}, seed=1)


@pytest.mark.rule("TROY-005", "TROY-018", "TROY-029")
def test_boards_that_do_not_suit_are_refused() -> None:
    def refused(*sites: str, sea: str = "0,1 sea") -> str:
        with pytest.raises(ConfigError) as caught:
            Game.new({"modules": ["troy"], "layout": land("0,0 forest 8", "1,0 sea", sea, sites=sites)}, seed=1)
        return caught.value.rule

    assert refused() == "TROY-005"
    assert refused("sea_people 1,0", "sea_people 0,1") == "TROY-005"
    assert refused("sea_people 0,0") == "TROY-005"
    assert refused("sea_people 1,0", "berth 0,0") == "TROY-018"
    assert refused("sea_people 1,0", sea="0,1 hills 5") == "TROY-029"


@pytest.mark.rule("HIST-006")
@pytest.mark.parametrize("seats", [4, 6])
def test_each_start_has_two_corners_of_nine_pips(seats: int) -> None:
    """However the players choose among such corners, there are two for each of them."""
    assert good_starts(troy(seats).r.board, 9) >= 2 * seats
