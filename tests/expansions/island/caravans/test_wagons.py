"""Where wagons stand, and what they do to roads, buildings and the end of the game (TB-CARA-001 to -013, -023 to -038).

Coordinates are those of the beginners' board, whose arrows point from the corners N, SE and SW of the oasis 0,0.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide import Game
from bastide.catan.board.graph import Board
from bastide.expansions.island.caravans.rules.boards import DOWN, UP
from bastide.kernel.errors import ConfigError
from tests.expansions.island.caravans.kit import (
    ARROWS,
    ONE,
    SETTLEMENT,
    THREE_CARAVANS,
    caravans,
    left,
    module,
    next_paths,
    wagons,
)
from tests.kit import Table

WEST_RIM = "-1,0,E"
"""The path at the west side of the oasis."""
BACK = "0,-1,E 0,-1,NE 0,-2,SE -1,-1,E -1,0,NE"
"""The first caravan goes round the hex 0,-1 and comes back to the oasis at 0,-1,S."""
MEETING = "0,-1,E 1,-2,SE 1,-1,NE 0,1,NE 1,0,SE 1,0,E 1,0,NE"
"""The first two caravans, one path apart: they end at 2,-2,S and 1,0,N."""
LOOPS = (
    "0,-1,E 0,-1,NE 0,-2,E 1,-3,SE 1,-2,NE 1,-2,E 1,-2,SE",
    "0,1,NE 0,1,E 0,2,NE 1,1,SE 1,1,E 1,1,NE 1,0,SE",
    "-1,0,SE -2,1,E -2,1,SE -3,2,NE -3,1,E -2,0,SE -2,1,NE",
)
"""Each caravan goes round a hex of the coast and ends in its own middle."""


# -- the board


@pytest.mark.rule("TB-CARA-001")
@pytest.mark.parametrize("layout", ["beginner", "spiral", "random"])
@pytest.mark.parametrize("seed", range(4))
def test_the_oasis_lies_in_the_middle(layout: str, seed: int) -> None:
    board = laid(layout, seed)
    oasis = board.terrain.index("oasis")
    assert board.hex_names[oasis] == "0,0"
    assert (board.terrain.count("oasis"), board.terrain.count("desert"), board.number[oasis]) == (1, 0, 0)
    counts = {name: board.terrain.count(name) for name in ("forest", "pasture", "fields", "hills", "mountains")}
    assert counts == {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3}
    assert sorted(n for n in board.number if n) == sorted([*range(3, 7), *range(8, 12)] * 2 + [2, 12])
    assert tuple(board.edge_names[edge] for edge, _ in board.sites("caravan")) in (UP, DOWN)


@pytest.mark.rule("TB-CARA-001")
def test_deals_differ_and_so_do_the_arrows() -> None:
    boards = [laid("random", seed) for seed in range(12)]
    assert len({tuple(board.terrain) for board in boards}) == 12
    assert len({board.sites("caravan")[0] for board in boards}) == 2
    assert len({laid("beginner", seed).sites("caravan")[0] for seed in range(3)}) == 1


def laid(layout: str, seed: int) -> Board:
    """A dealt board."""
    config = {"seats": 4, "modules": [ONE], "layout": layout}
    board: Board = Game.new(config, seed=seed).rules.board  # type: ignore[attr-defined]  # of the island
    return board


def resolved() -> dict[str, Any]:
    """The beginners' board by coordinates."""
    layout: dict[str, Any] = Game.new({"seats": 3, "modules": [ONE]}).rules.resolved()["layout"]
    return layout


def changed(layout: dict[str, Any], place: tuple[int, int], terrain: str) -> dict[str, Any]:
    """The same with another terrain on a hex, which has no number."""
    at = next(h for h in layout["hexes"] if (h["q"], h["r"]) == place)
    at["terrain"] = terrain
    at.pop("number", None)
    return layout


def arrows(layout: dict[str, Any], *places: str) -> dict[str, Any]:
    """The same with caravans that start on other paths."""
    return layout | {"sites": [{"word": "caravan", "place": place} for place in places]}


@pytest.mark.rule("TB-CARA-001", "TB-CARA-006")
@pytest.mark.parametrize(
    ("change", "rule", "told"),
    [
        (lambda it: changed(it, (0, 0), "desert"), "TB-CARA-001", "one oasis, not 0"),
        (lambda it: changed(it, (1, 0), "oasis"), "TB-CARA-001", "one oasis, not 2"),
        (lambda it: changed(it, (1, 0), "desert"), "TB-CARA-001", "place of the desert"),
        (lambda it: arrows(it, *UP[:2]), "TB-CARA-001", "2 are"),
        (lambda it: arrows(it, *UP[:2], WEST_RIM), "TB-CARA-006", "'-1,0,E' does not lead away"),
        (lambda it: arrows(it, *UP[:2], "1,-2,SE"), "TB-CARA-006", "'1,-2,SE' does not lead away"),
        (lambda it: arrows(it, *UP[:2], DOWN[0]), "TB-CARA-001", "every other one of its corners, not from 0,0,N"),
    ],
)
def test_other_boards_are_refused(change: Any, rule: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        Game.new({"seats": 3, "modules": [ONE], "layout": change(resolved()), "options": {"pieces": "free"}})
    assert caught.value.rule == rule


@pytest.mark.rule("TB-CARA-001")
def test_the_arrows_may_point_the_other_way() -> None:
    assert next_paths(caravans(layout=arrows(resolved(), *DOWN))) == set(DOWN)


@pytest.mark.rule("TB-CARA-002")
def test_the_robber_comes_onto_the_board() -> None:
    game = Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0}})
    game.play("roll")
    game.play("roll 3 4")
    hexes = {text.split()[1] for text in game.legal()}
    assert len(hexes) == 18
    assert "0,0" not in hexes
    t = caravans(cards={0: "knight"}, rolled=False)
    t.play("knight")
    assert (t.cell(t.r.robber), len(t.places("robber"))) == (-1, 18)
    t.refuses("robber 0,0", "TB-CARA-002")
    t.play("robber 1,0").check(robber="1,0")


@pytest.mark.rule("TB-CARA-003", "TB-CARA-025")
def test_22_wagons_and_12_points() -> None:
    t = caravans()
    assert (left(t), wagons(t), int(t.r.goal_points)) == (22, set(), 12)


# -- when a wagon comes


@pytest.mark.rule("TB-CARA-004")
@pytest.mark.parametrize(
    ("actions", "brings"),
    [
        ((), False),
        (("road 0,-1,SE",), False),
        (("buy", "draw knight"), False),
        (("settle 0,-1,N",), True),
        (("city 0,0,N",), True),
        (("settle 0,-1,N", "city 0,0,N", "city 0,-1,N"), True),
    ],
)
def test_a_turn_with_a_building_brings_one_wagon(actions: tuple[str, ...], brings: bool) -> None:
    hand = "brick*3 lumber*3 wool*3 grain*6 ore*7"
    t = caravans(settlements={0: "0,0,N"}, roads={0: "0,-1,E 0,-1,NE"}, hands={0: hand}).play(*actions, "end")
    assert t.phase == ("caravans_bid" if brings else "roll")
    if not brings:
        return
    t.play("0: pass", "1: pass", "2: pass", "0: wagon 0,-1,E")
    assert (t.phase, t.actors, left(t)) == ("roll", [1], 21)
    t.play("roll", "roll 1 1", "end")
    assert (t.phase, t.actors) == ("roll", [2])


@pytest.mark.rule("TB-CARA-005")
def test_the_set_up_brings_none() -> None:
    game = Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0, "pieces": "free"}})
    rng = random.Random(1)
    t = Table(game)
    while t.cell(t.r.turn) == 0:
        game.play(rng.choice(game.legal()))
    t.play("roll", "roll 1 2", "end")
    assert (t.phase, left(t)) == ("roll", 22)


# -- where it goes


@pytest.mark.rule("TB-CARA-006", "TB-CARA-010")
def test_the_first_wagon() -> None:
    """TB-CARA-EX-01: legal are exactly the three paths to which the arrows point."""
    t = ending()
    assert t.places("wagon") == set(ARROWS) == {"0,-1,E", "0,1,NE", "-1,0,SE"}
    t.refuses(f"wagon {WEST_RIM}", "TB-CARA-006")
    t.refuses("wagon 0,-1,NE", "TB-CARA-006")


@pytest.mark.rule("TB-CARA-007", "TB-CARA-008", "TB-CARA-009", "TB-CARA-030")
def test_the_second_wagon() -> None:
    """TB-CARA-EX-02: the two paths that continue, and the other two arrows."""
    t = ending(wagons="0,-1,E")
    assert t.places("wagon") == {"0,-1,NE", "1,-2,SE", "0,1,NE", "-1,0,SE"}
    t.refuses("wagon 0,-1,E", "TB-CARA-009")
    t.refuses("wagon 0,-1,SE", "TB-CARA-007")  # at the inner end


@pytest.mark.rule("TB-CARA-007", "TB-CARA-030")
@pytest.mark.parametrize(
    ("arrow", "ways"),
    [("0,-1,E", {"0,-1,NE", "1,-2,SE"}), ("0,1,NE", {"0,1,E", "1,0,SE"}), ("-1,0,SE", {"-2,1,E", "-2,1,NE"})],
)
def test_two_paths_go_on_from_the_outer_end(arrow: str, ways: set[str]) -> None:
    assert next_paths(caravans(wagons=arrow)) == ways | (set(ARROWS) - {arrow})


@pytest.mark.rule("TB-CARA-007")
def test_a_caravan_does_not_branch() -> None:
    t = ending(wagons="0,-1,E 1,-2,SE")
    assert t.places("wagon") == {"1,-2,E", "1,-1,NE", "0,1,NE", "-1,0,SE"}
    t.refuses("wagon 0,-1,NE", "TB-CARA-007")


@pytest.mark.rule("TB-CARA-008")
def test_six_paths_of_three_caravans() -> None:
    """TB-CARA-EX-04, its last part."""
    assert next_paths(caravans(wagons=THREE_CARAVANS)) == {
        "1,-2,E",
        "1,-1,NE",
        "1,0,E",
        "1,1,NE",
        "-2,0,E",
        "-2,0,SE",
    }


@pytest.mark.rule("TB-CARA-009")
def test_wagon_and_road_share_a_path() -> None:
    t = ending(roads={0: "0,-1,E"})
    t.play("wagon 0,-1,E")
    assert wagons(t) == {"0,-1,E"}
    after = caravans(wagons="0,-1,E", settlements={0: "0,0,N"}, hands={0: "brick lumber"})
    after.play("road 0,-1,E").check(roads={0: 14}, length={0: 2})


@pytest.mark.rule("TB-CARA-010")
def test_a_caravan_that_comes_back_goes_round_the_oasis() -> None:
    assert next_paths(caravans(wagons=BACK)) == {WEST_RIM, "0,-1,SE", "0,1,NE", "-1,0,SE"}
    # At the corner of another arrow, that path is the way on, too: both caravans then go on together.
    assert next_paths(caravans(wagons=f"{BACK} {WEST_RIM}")) == {"-1,1,NE", "-1,0,SE", "0,1,NE"}
    assert next_paths(caravans(wagons=f"{BACK} {WEST_RIM} -1,0,SE")) == {"-2,1,E", "-2,1,NE", "0,1,NE"}
    # At the corner from which it started, it goes on as well.
    assert next_paths(caravans(wagons=f"{BACK} 0,-1,SE")) == {"0,0,NE", "0,1,NE", "-1,0,SE"}


OUTSIDE = "0,-1,E 0,-1,NE 0,-2,SE -1,-1,E -1,-1,SE -2,0,E -2,1,NE"
"""The first caravan comes to -1,0,S, where the path of another arrow ends."""


@pytest.mark.rule("TB-CARA-006", "TB-CARA-012")
def test_a_caravan_that_comes_to_an_arrows_path_from_outside() -> None:
    """The wagon there extends one caravan and starts another: either corner may be where they go on."""
    assert next_paths(caravans(wagons=OUTSIDE)) == {"-2,1,E", "-1,0,SE", "0,1,NE"}
    t = caravans(wagons=f"{OUTSIDE} -1,0,SE")
    assert next_paths(t) == {"-2,1,E", WEST_RIM, "-1,1,NE", "0,1,NE"}
    assert next_paths(caravans(wagons=f"{OUTSIDE} -1,0,SE -2,1,E")) == {"-2,1,SE", "-2,2,NE", "0,1,NE"}
    assert next_paths(caravans(wagons=f"{OUTSIDE} -1,0,SE {WEST_RIM}")) == {"-1,0,NE", "0,-1,SE", "0,1,NE"}


@pytest.mark.rule("TB-CARA-011", "TB-CARA-038", "TB-CARA-013")
def test_a_caravan_ends_in_its_own_middle() -> None:
    """It goes along the coast on the way; a corner with three wagons has no path left."""
    board = caravans().r.board
    coast = {board.edge_names[e] for e in range(int(board.edges)) if min(board.edge_hexes[2 * e : 2 * e + 2]) < 0}
    assert {"1,-3,SE", "1,-2,NE"} <= coast & set(LOOPS[0].split())
    assert next_paths(caravans(wagons=LOOPS[0])) == {"0,1,NE", "-1,0,SE"}


@pytest.mark.rule("TB-CARA-038", "TB-CARA-013")
def test_a_caravan_ends_in_the_middle_of_another() -> None:
    t = caravans(wagons="0,-1,E 1,-2,SE 1,-1,NE 1,-1,E 0,1,NE 1,0,SE 1,0,E 2,-1,SE 2,-1,E 2,-1,NE")
    assert "2,-2,SE" in next_paths(t)  # leads to 2,-2,S, which the first caravan has passed
    t = caravans(wagons="0,-1,E 1,-2,SE 1,-1,NE 1,-1,E 0,1,NE 1,0,SE 1,0,E 2,-1,SE 2,-1,E 2,-1,NE 2,-2,SE")
    assert next_paths(t) == {"1,0,NE", "1,-1,SE", "-1,0,SE"}


@pytest.mark.rule("TB-CARA-012")
def test_two_caravans_meet() -> None:
    """The wagon on 1,-1,E stands between 2,-2,S and 1,0,N; the next one at either makes one caravan of them."""
    assert next_paths(caravans(wagons=MEETING)) == {"1,-1,E", "2,-2,SE", "1,-1,SE", "-1,0,SE"}
    assert next_paths(caravans(wagons=f"{MEETING} 1,-1,E")) == {"2,-2,SE", "1,-1,SE", "-1,0,SE"}
    assert next_paths(caravans(wagons=f"{MEETING} 1,-1,E 1,-1,SE")) == {"0,0,NE", "0,0,E", "-1,0,SE"}
    assert next_paths(caravans(wagons=f"{MEETING} 1,-1,E 2,-2,SE")) == {"2,-2,E", "2,-1,NE", "-1,0,SE"}
    t = ending(wagons=f"{MEETING} 1,-1,E 1,-1,SE")
    t.refuses("wagon 2,-2,SE", "TB-CARA-007")


@pytest.mark.rule("TB-CARA-013", "TB-CARA-034")
def test_without_a_wagon_nothing_happens() -> None:
    t = built(left=0).play("end")
    assert (t.phase, t.actors, wagons(t)) == ("roll", [1], set())
    assert [int(event.a) for event in t.told("caravans_none")] == [0]


@pytest.mark.rule("TB-CARA-013", "TB-CARA-034")
def test_without_a_path_nothing_happens() -> None:
    t = built(wagons=" ".join(LOOPS))
    assert (left(t), next_paths(t)) == (1, set())
    t.play("end")
    assert (t.phase, t.actors, left(t)) == ("roll", [1], 1)
    assert [int(event.a) for event in t.told("caravans_none")] == [1]


@pytest.mark.rule("TB-CARA-034")
def test_the_only_path_needs_no_bids() -> None:
    t = built(wagons=" ".join(LOOPS[:2]), hands={0: "wool", 1: "grain"}).play("end")
    assert (t.phase, t.actors) == ("roll", [1])
    assert "-1,0,SE" in wagons(t)
    t.check(hands={0: "wool", 1: "grain"})


def built(**more: Any) -> Table:
    """Seat 0 has built and may end its turn."""
    return caravans(built=True, **more)


def ending(**more: Any) -> Table:
    """Seat 0 has built and nobody has bid, so that seat 0 places the wagon."""
    return built(**more).play("end", "0: pass", "1: pass", "2: pass")


# -- what it brings


@pytest.mark.rule("TB-CARA-023", "TB-CARA-024", "TB-CARA-032")
def test_buildings_between_wagons_and_doubled_roads() -> None:
    """TB-CARA-EX-04: White is seat 0, Blue seat 1."""
    t = caravans(
        wagons=THREE_CARAVANS,
        settlements={0: "1,-2,S", 1: "1,0,S -1,0,S"},
        roads={0: "0,-1,E", 1: "0,1,NE 1,0,SE -1,0,SE"},
    )
    t.check(points={0: 2, 1: 4, 2: 0}, length={0: 2, 1: 4}, longest=None)


@pytest.mark.rule("TB-CARA-024")
def test_a_city_and_a_third_wagon_bring_no_more() -> None:
    t = ending(wagons="0,-1,E 1,-2,SE", cities={0: "1,-2,S"}, settlements={1: "1,-1,N"})
    t.check(points={0: 3, 1: 1})
    t.play("wagon 1,-2,E").check(points={0: 3, 1: 2})
    three = caravans(wagons=LOOPS[0], settlements={0: "1,-2,S"})
    assert int(module(three).wagons_at(three.game.state, three.r.board.corner_index["1,-2,S"])) == 3
    three.check(points={0: 2})
    *before, last = LOOPS[0].split()
    third = ending(wagons=" ".join(before), settlements={0: "1,-2,S"})
    third.check(points={0: 2})
    third.play(f"wagon {last}").check(points={0: 2})


@pytest.mark.rule("TB-CARA-024", "TB-CARA-032")
def test_a_settlement_built_between_wagons_counts_at_once() -> None:
    t = caravans(wagons="0,-1,E 0,-1,NE", roads={0: "0,-1,E"}, settlements={1: "-1,2,N"}, hands={0: SETTLEMENT})
    t.play("settle 1,-2,S").check(points={0: 2})
    assert [int(event.seat) for event in t.told("caravans_point")] == [0]


@pytest.mark.rule("TB-CARA-032")
def test_the_wagons_may_be_of_two_caravans() -> None:
    caravans(wagons=MEETING, settlements={0: "2,-1,S", 1: "1,0,N"}).check(points={0: 2, 1: 1})
    caravans(wagons=f"{MEETING} 1,-1,E", settlements={0: "2,-2,S", 1: "1,0,N"}).check(points={0: 2, 1: 2})


FIVE = "-2,0,NE -1,-1,SE -1,0,NE 0,-1,SE"
"""Four roads in a row, from -2,0,N to 0,0,N."""


@pytest.mark.rule("TB-CARA-023", "TB-CARA-031")
def test_a_wagon_changes_the_longest_road_at_once() -> None:
    t = ending(roads={0: FIVE, 1: "0,1,NE 1,0,SE 1,0,E 1,0,NE"}, settlements={0: "0,0,N", 1: "1,1,S"})
    t.check(length={0: 4, 1: 4}, longest=None)
    t.play("wagon 0,1,NE").check(length={0: 4, 1: 5}, longest=1, points={0: 1, 1: 3})
    assert [(int(event.seat), int(event.a)) for event in t.told("route")] == [(1, 5)]


@pytest.mark.rule("TB-CARA-023")
def test_fewer_than_five_roads_are_enough() -> None:
    t = ending(wagons="0,1,NE", roads={1: "0,1,NE 1,0,SE 1,0,E"}, settlements={1: "0,1,N"})
    t.check(length={1: 4}, longest=None)
    t.play("wagon 1,0,SE").check(length={1: 5}, longest=1)


@pytest.mark.rule("TB-CARA-025", "TB-CARA-031")
@pytest.mark.parametrize(("owner", "winner"), [(0, [0]), (2, None)])
def test_the_wagon_at_the_end_of_a_turn_may_win_it(owner: int, winner: list[int] | None) -> None:
    t = ending(wagons="0,-1,E", settlements={owner: "1,-2,S"}, cards={owner: "point*5"}, goal=7)
    t.play("wagon 1,-2,SE")
    assert (t.game.winners if t.game.over else None) == winner


@pytest.mark.rule("TB-CARA-025")
def test_the_longest_road_by_a_wagon_may_win_too() -> None:
    t = ending(roads={0: "0,-1,E 0,-1,NE 0,-2,SE -1,-1,E"}, settlements={0: "0,-2,S"}, cards={0: "point*5"}, goal=8)
    t.play("wagon 0,-1,E").check(winners=[0], points={0: 8})


@pytest.mark.rule("TB-CARA-018", "TB-CARA-025", "TB-CARA-034")
def test_a_wagon_that_nobody_places_may_win_too() -> None:
    winning: dict[str, Any] = {"cards": {0: "point*5"}, "goal": 7}
    voted = built(wagons="0,-1,E", settlements={0: "1,-2,S"}, hands={0: "wool", 1: "wool"}, **winning)
    voted.play("end", "0: bid wool", "1: bid wool", "2: pass", "0: vote 1,-2,SE")
    voted.play("1: vote 1,-2,SE").check(phase="over", winners=[0])
    four = " ".join(LOOPS[2].split()[:4])
    only = built(wagons=" ".join(LOOPS[:2]), roads={0: four}, **winning)
    only.check(length={0: 4}, points={0: 5})
    only.play("end").check(phase="over", winners=[0], points={0: 7})
