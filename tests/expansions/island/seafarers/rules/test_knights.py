"""Cities & Knights at sea."""

from __future__ import annotations

import pytest

from bastide.expansions.island.cities_knights.rules.figures import DOMAIN_NAMES
from bastide.expansions.island.cities_knights.rules.pieces import stand
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, KnightsState
from tests.expansions.island.seafarers.rules.kit import afloat, pirate_at, ships_left
from tests.kit import Table

BOTH = ["cities_knights", "seafarers"]
HOME = "4,2,S"
FAR = "2,8"


def knights(t: Table) -> KnightsState:
    return t.r.module(KnightsState)


def voyage(*, attacks: int = 1, posts: dict[str, tuple[int, int, int]] | None = None, **more: object) -> Table:
    """A table with knights: corner -> seat, level, active."""
    t = afloat(modules=BOTH, **more)  # type: ignore[arg-type]  # the words of `afloat`
    m, s = knights(t), t.game.state
    s.cells[m.attacks] = attacks
    for corner, (seat, rank, active) in (posts or {}).items():
        s.cells[m.knights_left + seat * 3 + rank - 1] -= 1
        stand(m, s, seat, t.r.board.corner_index[corner], rank, active, 0)
    return t


@pytest.mark.rule("CKS-002", "CKS-004", "CKS-005", "CKS-015", "CKO-023")
def test_a_knight_goes_over_roads_and_ships_and_stops_at_open_sea() -> None:
    # 4,2,N is the end of the lane; 5,0,S beyond it is surrounded by sea.
    t = voyage(
        settlements={0: "3,4,N"},
        roads={0: "3,3,E"},
        ships={0: "3,3,NE 3,2,E 4,1,SE"},
        posts={"4,2,S": (0, 1, 1)},
        pirate=FAR,
    )
    moves = {text.split()[2] for text in t.legal(0) if text.startswith("move 4,2,S")}
    assert {"3,3,N", "4,1,S", "4,2,N"} <= moves  # over road and ships, without a building between them
    board = t.r.board
    corner = board.corner_index["4,1,S"]
    assert all(board.corner_hexes[corner * 3 + k] >= board.land for k in range(3))
    t.play("move 4,2,S 4,1,S")
    assert t.cell(knights(t).knight + corner) == 1


@pytest.mark.rule("CKS-014")
def test_knights_are_recruited_at_sea() -> None:
    t = voyage(settlements={0: HOME}, ships={0: "3,3,NE 3,2,E"}, hands={0: "wool ore"}, pirate=FAR)
    assert "4,1,S" in t.places("recruit")
    t.play("recruit 4,1,S")
    assert t.cell(knights(t).knight + t.r.board.corner_index["4,1,S"]) == 1


@pytest.mark.rule("CKS-006", "CKO-023")
def test_a_knight_holds_the_last_ship() -> None:
    free = voyage(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, pirate=FAR)
    assert free.places("sail") == {"4,2,E"}
    t = voyage(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, posts={"5,1,S": (0, 1, 0)}, pirate=FAR)
    assert t.places("sail") == set()
    t.refuses("sail 4,2,E", "CKS-006")


@pytest.mark.rule("CKS-007")
def test_an_opposing_knight_cuts_the_route_and_frees_no_ship() -> None:
    lane = "4,2,SE 4,2,E 4,2,NE"
    t = voyage(
        settlements={0: f"{HOME} 4,2,N"},
        roads={0: "3,3,E 3,4,NE"},
        ships={0: lane},
        posts={"5,1,S": (1, 1, 0)},
        pirate=FAR,
    )
    assert t.cell(t.r.route) == 4
    assert t.places("sail") == set()
    u = voyage(settlements={0: HOME}, ships={0: lane}, posts={"4,3,N": (1, 1, 0)}, pirate=FAR)
    assert u.places("sail") == {"4,2,NE"}
    end = voyage(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, posts={"4,3,N": (1, 1, 0)}, pirate=FAR)
    assert end.places("sail") == {"4,2,E"}, "beside the knight, but at the open end"
    end.refuses("sail 4,2,SE", "SEA-006")


@pytest.mark.rule("CKS-008", "CKS-016", "CKO-023")
def test_an_active_knight_drives_the_pirate_away() -> None:
    t = voyage(
        settlements={0: HOME, 1: "5,2,N"},
        ships={0: "4,2,SE", 1: "5,2,NE"},
        hands={1: "grain"},
        posts={"4,3,N": (0, 1, 1)},
        pirate="4,3",
    )
    assert t.places("chase-pirate") == {"4,3,N"}
    assert t.places("chase") == set()
    t.play("chase-pirate 4,3,N")
    assert [event.seat for event in t.told("seafarers_chase")] == [0]
    assert t.phase == "seafarers_pirate"
    assert t.places("robber") == set()
    t.refuses("robber 3,3", "CKS-016")
    t.refuses("pirate 4,3", "SEA-022")
    t.play("pirate 6,1", "steal grain")
    t.check(hands={0: "grain"}, phase="main")
    m = knights(t)
    assert t.cell(m.active + t.r.board.corner_index["4,3,N"]) == 0
    t.refuses("chase-pirate 4,3,N", "CK-059")


@pytest.mark.rule("CKS-008")
@pytest.mark.parametrize("corner", ["4,3,N", "5,2,S", "4,4,N", "4,3,S", "3,4,N", "4,2,S"])
def test_the_pirate_is_driven_away_from_each_corner_of_its_hex(corner: str) -> None:
    t = voyage(settlements={0: "1,4,N"}, posts={corner: (0, 1, 1)}, pirate="4,3")
    assert t.places("chase-pirate") == {corner}


@pytest.mark.rule("CKS-008")
def test_a_resting_or_distant_knight_does_not_chase() -> None:
    t = voyage(settlements={0: HOME}, posts={"3,4,N": (0, 1, 1), "4,3,N": (0, 1, 0)}, pirate="4,2")
    assert t.places("chase-pirate") == set()
    t.refuses("chase-pirate 3,4,N", "CKS-008")
    t.refuses("chase-pirate 4,3,N", "CK-059")
    t.refuses("chase-pirate 5,1,S", "CK-067")


@pytest.mark.rule("CKS-016")
def test_who_drives_the_robber_away_moves_the_robber() -> None:
    t = voyage(settlements={0: HOME}, posts={"3,4,N": (0, 1, 1)}, robber="3,3", pirate="4,3")
    t.play("chase 3,4,N")
    assert t.phase == "robber"
    assert t.places("pirate") == set()
    t.refuses("pirate 2,8", "CKS-016")
    t.play("robber 1,3")
    assert pirate_at(t) == "4,3"


@pytest.mark.rule("CKS-012", "SEA-020")
def test_the_pirate_rests_before_the_first_attack_and_blocks() -> None:
    t = voyage(
        attacks=0,
        settlements={0: HOME},
        hands={0: "lumber wool"},
        posts={"4,3,N": (0, 1, 1)},
        pirate="4,3",
        rolled=True,
    )
    assert t.places("chase-pirate") == set()
    t.refuses("chase-pirate 4,3,N", "CKS-012")
    t.refuses("ship 4,2,SE", "SEA-007")
    u = voyage(attacks=0, settlements={0: HOME}, pirate="4,3", rolled=False)
    u.play("roll", "roll 3 4", "chance: event trade")
    assert u.phase == "main"
    # In the older edition nothing rests.
    v = voyage(attacks=0, settlements={0: HOME}, pirate="4,3", rolled=False, edition="classic")
    v.play("roll", "roll 3 4", "chance: event trade")
    assert v.places("pirate")


@pytest.mark.rule("CKS-010")
def test_a_city_at_gold_takes_resources_alone() -> None:
    t = voyage(cities={0: "5,1,S"}, rolled=False, pirate=FAR)
    t.play("roll", "roll 1 3", "chance: event trade")
    assert t.places("gold") == {"lumber", "brick", "wool", "grain", "ore"} or t.game.forms(0) == ["gold GOODS"]
    with pytest.raises(Exception, match="gold"):
        t.play("gold cloth ore")
    t.play("gold ore*2")
    t.check(hands={0: "ore*2"})


@pytest.mark.rule("CK-084", "SEA-010")
def test_who_draws_gold_draws_nothing_by_an_aqueduct() -> None:
    t = voyage(cities={0: "5,1,S"}, rolled=False, pirate=FAR)
    m = knights(t)
    for seat in (0, 1):
        t.game.state.cells[m.levels + seat * int(DOMAINS) + DOMAIN_NAMES.index("science")] = 3
    t.play("roll", "roll 1 3", "chance: event trade", "gold ore*2").check(phase="aqueduct", actors=[1])
    t.play("1: pass").check(phase="main")


@pytest.mark.rule("CKO-003", "SEA-010")
def test_a_sabotaged_city_at_gold_takes_one_card() -> None:
    t = voyage(cities={0: "5,1,S"}, rolled=False, pirate=FAR, edition="classic")
    t.game.state.cells[knights(t).damaged + t.r.board.corner_index["5,1,S"]] = 1
    t.play("roll", "roll 1 3", "chance: event trade")
    t.refuses("gold ore*2", "SEA-010")
    t.play("gold ore").check(hands={0: "ore"}, phase="main")


@pytest.mark.rule("CKS-011")
def test_the_merchant_keeps_off_gold() -> None:
    t = voyage(settlements={0: "5,1,S"}, pirate=FAR)
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("merchant"), 1)
    assert t.places("merchant") == {"5,2"}


@pytest.mark.rule("CKS-013", "CKS-019")
def test_diplomacy_takes_ships_and_lays_an_own_one_again() -> None:
    t = voyage(
        settlements={0: HOME, 1: "5,2,N"},
        ships={0: "4,2,SE 4,2,E", 1: "5,2,NE"},
        posts={"6,1,S": (1, 1, 0)},
        pirate=FAR,
    )
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("diplomacy"), 1)
    assert t.places("diplomacy") == {"4,2,E"}  # not the one that the knight holds
    t.play("diplomacy 4,2,E")
    assert t.places("ship") == {"4,3,NE", "3,3,E", "3,3,NE"}
    t.play("ship 4,3,NE")
    assert ships_left(t, 0) == 13


@pytest.mark.rule("CKS-019")
def test_diplomacy_leaves_a_knight_at_sea_its_last_ship() -> None:
    t = voyage(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, posts={"4,3,N": (0, 1, 0)}, pirate=FAR)
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("diplomacy"), 2)
    assert t.places("diplomacy") == {"4,2,E"}
    t.refuses("diplomacy 4,2,SE", "CK-142")
    t.play("diplomacy 4,2,E", "ship 4,3,NE")
    assert t.places("diplomacy") == {"4,3,NE"}
    assert t.game.state.cells[m.knight + t.r.board.corner_index["4,3,N"]] == 1


@pytest.mark.rule("CKS-019")
def test_a_knight_at_sea_without_a_ship_stays_and_waits_for_a_line() -> None:
    t = voyage(
        settlements={0: HOME}, ships={0: "4,2,SE"}, posts={"5,1,S": (0, 1, 1)}, pirate=FAR, hands={0: "lumber wool"}
    )
    there = t.r.board.corner_index["5,1,S"]
    t.refuses("move 5,1,S 4,3,N", "CK-069")
    t.play("ship 4,2,E")
    assert t.cell(knights(t).knight + there) == 1
    t.play("move 5,1,S 4,3,N")
    assert t.cell(knights(t).knight + there) == 0


@pytest.mark.rule("CKS-013")
def test_road_building_gives_a_road_and_a_ship() -> None:
    t = voyage(settlements={0: HOME}, pirate=FAR)
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("road-building"), 1)
    t.play("road-building", "ship 4,2,SE", "road 3,3,E")
    t.check(roads={0: 14}, phase="main")


@pytest.mark.rule("CKS-017")
def test_taxation_moves_the_robber_alone() -> None:
    t = voyage(settlements={0: HOME}, robber="1,5", pirate=FAR)
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("taxation"), 1)
    land = {t.r.board.hex_names[h] for h in range(int(t.r.board.land))}
    assert t.places("taxation") == land - {"1,5"}
    assert "cannot stand on this hex" in str(t.game.why_not(f"taxation {FAR}", 0))
    assert t.places("pirate") == set()


@pytest.mark.rule("CKS-002")
def test_refusals_of_intrigue_name_ships_too() -> None:
    t = voyage(settlements={0: HOME}, pirate=FAR)
    m, s = knights(t), t.game.state
    m.gain_card(s, 0, m.card_names.index("intrigue"), 1)
    assert "at a road or ship of yours" in str(t.game.why_not(f"intrigue {HOME}", 0))


@pytest.mark.rule("CKS-003", "CKS-018", "CKO-023")
@pytest.mark.parametrize(("layout", "seats", "there"), [("new_shores", 3, "2,1"), ("through_the_desert", 4, "2,2")])
def test_the_first_attack_counts_all_islands_and_wakes_the_robber_where_it_starts(
    layout: str, seats: int, there: str
) -> None:
    abroad = "3,2,S" if seats == 3 else "5,1,S"
    t = voyage(attacks=0, seats=seats, layout=layout, cities={0: abroad}, rolled=False, pirate="")
    m, s = knights(t), t.game.state
    s.cells[t.r.robber] = -1
    s.cells[m.ship] = m.length - 1
    t.play("roll", "roll 1 1", "chance: event ship")
    assert [int(e.a) for e in t.told("attack")] == [1]
    t.check(robber=there)
