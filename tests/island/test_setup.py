"""Setting up (BASE-004, 005, 007, 012 to 015, HOUSE-001, HOUSE-002)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from tests.island.places import SHORE, coast, corner, landing, sides
from tests.island.test_board import LAYOUTS, laid_out
from tests.kit import Table, table

OUTER = ["0,-2", "-1,-1", "-2,0", "-2,1", "-2,2", "-1,2", "0,2", "1,1", "2,0", "2,-1", "2,-2", "1,-2"]
INNER = ["0,-1", "-1,0", "-1,1", "0,1", "1,0", "1,-1"]
LETTERS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]


def spiral_from(start: int) -> list[str]:
    """All hexes counter-clockwise from the coastal hex OUTER[start], inward to the middle."""
    inner = start // 2
    return [*OUTER[start:], *OUTER[:start], *INNER[inner:], *INNER[:inner], "0,0"]


def tokens_along(t: Table, hexes: list[str]) -> list[int]:
    """The numbers on these hexes; a desert has none."""
    numbers = [int(t.r.board.number[t.r.board.hex_index[name]]) for name in hexes]
    return [n for n in numbers if n]


def new(seats: int = 3, layout: str = "beginner", seed: int = 0, **options: Any) -> Table:
    """A new game."""
    config = {"game": "island", "seats": seats, "layout": layout, "options": options}
    return Table(Game.new(config, seed=seed))


def place(t: Table) -> int:
    """The seat in turn puts down the first settlement and road that it may; returns that seat."""
    seat = t.actors[0]
    for _ in range(2):
        assert t.actors == [seat]
        t.play(t.legal()[0])
    return seat


# -- the board


@pytest.mark.rule("BASE-004", "BASE-003")
@pytest.mark.parametrize("start", range(12))
def test_the_tokens_lie_in_a_spiral(start: int) -> None:
    for seed in range(3):
        t = laid_out("spiral", seed, spiral_from=OUTER[start])
        assert tokens_along(t, spiral_from(start)) == LETTERS


@pytest.mark.rule("BASE-004")
def test_the_spiral_begins_at_a_corner_of_the_island_unless_told() -> None:
    begun = set()
    for seed in range(40):
        t = laid_out("spiral", seed)
        found = [start for start in range(0, 12, 2) if tokens_along(t, spiral_from(start)) == LETTERS]
        assert len(found) == 1
        begun.add(found[0])
    assert begun == {0, 2, 4, 6, 8, 10}


@pytest.mark.rule("BASE-004")
@pytest.mark.parametrize("hex_", ["0,0", "0,-1", "9,9", "", "middle"])
def test_the_spiral_cannot_begin_inland(hex_: str) -> None:
    with pytest.raises(ConfigError, match="BASE-004"):
        laid_out("spiral", spiral_from=hex_)


@pytest.mark.rule("BASE-004")
@pytest.mark.parametrize("layout", ["beginner", "random"])
def test_where_no_spiral_is_laid_its_beginning_is_read_all_the_same(layout: str) -> None:
    with pytest.raises(ConfigError, match=r"options\.spiral_from .* got 'middle'"):
        laid_out(layout, spiral_from="middle")


@pytest.mark.rule("BASE-005")
def test_random_tokens_keep_six_and_eight_apart() -> None:
    dealt = set()
    for seed in range(40):
        board = laid_out("random", seed).r.board
        number = {board.hex_names[h]: int(board.number[h]) for h in range(int(board.hexes))}
        for name, n in number.items():
            q, r = map(int, name.split(","))
            near = [f"{q + 1},{r}", f"{q},{r + 1}", f"{q + 1},{r - 1}"]
            assert n not in (6, 8) or not any(number.get(other) in (6, 8) for other in near)
        dealt.add(tuple(number.values()))
    assert len(dealt) == 40


@pytest.mark.rule("BASE-005")
def test_random_tokens_do_not_follow_the_letters() -> None:
    for seed in range(10):
        t = laid_out("random", seed)
        assert all(tokens_along(t, spiral_from(start)) != LETTERS for start in range(12))


# -- the beginners' board


ROWS = {
    -2: "mountains 10, pasture 2, forest 9",
    -1: "fields 12, hills 6, pasture 4, hills 10",
    0: "fields 9, forest 11, desert 0, forest 3, mountains 8",
    1: "forest 8, mountains 3, fields 4, pasture 5",
    2: "hills 5, fields 6, pasture 11",
}
"""The printed board, row by row from the west."""
PRINTED = {
    0: ([corner("0,1 SE"), corner("-2,1 SE")], [sides("0,1 E"), sides("-2,2 NE")], "lumber brick ore"),
    1: ([corner("1,0 SE"), corner("-1,0 N")], [sides("1,0 E"), sides("-1,0 NW")], "lumber brick grain"),
    2: ([corner("2,-2 S"), corner("-1,2 N")], [sides("2,-2 SW"), sides("-1,2 NE")], "grain*2 ore"),
    3: ([corner("0,-1 N"), corner("-2,1 N")], [sides("0,-1 NE"), sides("-2,1 NE")], "lumber*2 grain"),
}
"""What stands there for each seat, and what its second settlement pays."""


@pytest.mark.rule("BASE-007")
def test_the_beginners_board() -> None:
    board = laid_out().r.board
    for r, row in ROWS.items():
        first = max(-2, -2 - r)
        for i, spot in enumerate(row.split(", ")):
            h = board.hex_index[f"{first + i},{r}"]
            assert f"{board.terrain[h]} {board.number[h]}" == spot


@pytest.mark.rule("BASE-007", "BASE-014")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_printed_pieces_and_the_first_cards(seats: int) -> None:
    t = new(seats, first=0)
    t.check(phase="roll", actors=[0])
    board, cells = t.r.board, t.game.state.cells
    for seat in range(seats):
        settlements, roads, hand = PRINTED[seat]
        assert {board.corner_names[i] for i in range(int(board.corners)) if cells[t.r.owner + i] == seat + 1} == set(
            settlements
        )
        assert {board.edge_names[i] for i in range(int(board.edges)) if cells[t.r.road + i] == seat + 1} == set(roads)
        t.check(hands={seat: hand}, points={seat: 2}, settlements={seat: 3}, roads={seat: 13}, cities={seat: 4})
    assert sum(1 for i in range(int(board.corners)) if cells[t.r.owner + i]) == 2 * seats
    assert sum(t.bank().values()) == 95 - 3 * seats


@pytest.mark.rule("BASE-007")
def test_the_printed_pieces_can_be_left_in_the_box() -> None:
    t = new(3, first=0, pieces="free")
    t.check(phase="setup", bank="lumber*19 brick*19 wool*19 grain*19 ore*19")


# -- placing


@pytest.mark.rule("BASE-012")
@pytest.mark.parametrize(("seats", "starter"), [(n, first) for n in (2, 3, 4) for first in range(n)])
def test_placement_goes_round_clockwise_and_back_again(seats: int, starter: int) -> None:
    t = new(seats, pieces="free")
    for seat in range(seats):
        t.check(phase="start", actors=[-1])
        t.play("roll 6 6" if seat == starter else "roll 3 4")
    order = [place(t) for _ in range(2 * seats)]
    clockwise = [(starter + n) % seats for n in range(seats)]
    assert order == clockwise + clockwise[::-1]
    t.check(phase="roll", actors=[starter])


@pytest.mark.rule("BASE-012")
def test_the_highest_roll_places_first() -> None:
    t = new(4, pieces="free").play("roll 2 3", "roll 4 6", "roll 5 6", "roll 1 1")
    t.check(phase="setup", actors=[2])


@pytest.mark.rule("BASE-012")
def test_players_who_tie_for_the_highest_roll_roll_again() -> None:
    t = new(4, pieces="free").play("roll 3 4", "roll 4 5", "roll 3 6", "roll 1 3")
    t.check(phase="start", actors=[-1])  # seats 1 and 2 have nine each, seats 0 and 3 are out
    t.play("roll 1 1", "roll 2 1").check(phase="setup", actors=[2])


@pytest.mark.rule("BASE-012")
def test_a_tie_can_come_back() -> None:
    t = new(3, pieces="free").play("roll 5 5", "roll 5 5", "roll 4 6")
    t.play("roll 2 2", "roll 6 1", "roll 3 4")  # seats 1 and 2 again
    t.play("roll 6 6", "roll 6 5").check(phase="setup", actors=[1])


@pytest.mark.rule("BASE-012")
def test_a_tie_below_the_highest_roll_does_not_matter() -> None:
    t = new(3, pieces="free").play("roll 2 2", "roll 3 1", "roll 5 1").check
    t(phase="setup", actors=[2])


@pytest.mark.rule("BASE-012", "BASE-048")
def test_who_begins_is_left_to_fair_dice() -> None:
    chances = new(2, pieces="free").game.chances()
    assert chances == [(f"roll {a} {b}", 1) for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.rule("BASE-013")
def test_the_road_touches_the_settlement_just_placed() -> None:
    t = laid_out().play("settle 0,0,N")
    t.check(phase="setup", actors=[0], settlements={0: 4})
    assert t.places("road") == {"0,0,NE", "0,-1,SE", "0,-1,E"}
    assert t.verbs() == {"road"}
    t.refuses("road 0,0,E", "BASE-013")
    t.refuses(f"settle {landing(0)}", "BASE-013")
    t.refuses("end", "BASE-013")


@pytest.mark.rule("BASE-013")
def test_the_distance_rule_holds_from_the_first_settlement_on() -> None:
    t = laid_out()
    t.refuses("road 0,0,NE", "BASE-013")
    t.play("settle 0,0,N", "road 0,0,NE")
    t.check(actors=[1])
    assert len(t.places("settle")) == 50
    for near in ("0,0,N", corner("0,0 NE"), corner("0,0 NW"), corner("0,-1 NE")):
        t.refuses(f"settle {near}", "BASE-013")
    assert t.can(f"settle {corner('0,0 SE')}")  # two paths away


@pytest.mark.rule("BASE-013")
def test_the_second_settlement_needs_no_link_to_the_first() -> None:
    t = laid_out(seats=2)
    t.play(f"settle {landing(0)}", f"road {coast(0, 1)}")
    t.play(f"settle {landing(5)}", f"road {coast(5, 6)}", f"settle {landing(10)}", f"road {coast(10, 11)}")
    t.play(f"settle {landing(20)}")
    assert t.places("road") == {*coast(19, 21).split(), "-2,2,E"}  # none at the first settlement
    t.refuses(f"road {coast(1, 2)}", "BASE-013")
    t.play(f"road {coast(20, 21)}").check(phase="roll", settlements={0: 3}, roads={0: 13})


@pytest.mark.rule("BASE-013")
def test_given_starting_pieces_and_free_placing_exclude_each_other() -> None:
    starts = [{"seat": 0, "corner": "0,0,N", "edge": "0,0,NE"}]
    with pytest.raises(ConfigError, match=r"starts and options\.pieces = 'free' exclude each other"):
        Game.new({"starts": starts, "options": {"pieces": "free"}})
    assert Game.new({"starts": [], "options": {"pieces": "free", "first": 0}}).legal(0)[0].startswith("settle")


@pytest.mark.rule("BASE-013")
@pytest.mark.parametrize(
    ("second", "rule"),
    [
        (("0,0,N", "0,0,NE"), "BASE-013"),
        ((corner("0,0 NE"), "0,0,E"), "BASE-013"),
        ((corner("0,0 S"), "0,0,NE"), "BASE-013"),
    ],
)
def test_given_starting_pieces_obey_the_rules_of_placing(second: tuple[str, str], rule: str) -> None:
    pieces = [("0,0,N", "0,0,NE"), second]
    starts = [{"seat": n, "corner": place, "edge": road} for n, (place, road) in enumerate(pieces)]
    with pytest.raises(ConfigError, match=rf"starts\[1\].*{rule}"):
        Game.new({"game": "island", "seats": 2, "layout": "beginner", "starts": starts})


def pieces(*seats: int) -> list[dict[str, Any]]:
    """A starting piece for each of these seats, two paths apart along the coast."""
    return [{"seat": s, "corner": landing(2 * n), "edge": coast(2 * n, 2 * n + 1)} for n, s in enumerate(seats)]


def test_every_seat_needs_a_starting_piece_except_for_analysis() -> None:
    config = {"seats": 3, "starts": pieces(0, 2, 0), "options": {"first": 0}}
    with pytest.raises(ConfigError, match=r"starts: seat 1 has no piece and could never build; say analysis = true"):
        Game.new(config)
    t = Table(Game.new({**config, "analysis": True}))
    t.check(settlements={0: 3, 1: 5, 2: 4}, phase="roll")
    with pytest.raises(ConfigError, match=r"analysis must be true or false, got 'yes'"):
        Game.new({**config, "analysis": "yes"})
    stored = t.game.save()
    assert '"analysis"' not in stored
    assert Game.load(stored).hash() == t.game.hash(), "a stored game goes on"


@pytest.mark.rule("BASE-045")
def test_no_seat_begins_with_the_points_of_the_goal() -> None:
    starts = pieces(0, 1, 0, 0, 0)
    with pytest.raises(ConfigError, match=r"options\.goal = 4: seat 0 begins with 4 points; set a higher goal"):
        Game.new({"seats": 2, "starts": starts, "options": {"goal": 4}})
    t = Table(Game.new({"seats": 2, "starts": starts, "options": {"goal": 5, "first": 0}}))
    t.check(points={0: 4, 1: 1}, phase="roll")
    early = configure({"seats": 2, "starts": starts, "options": {"goal": 4, "first": 0}}, None)
    stored = Game(early).save()
    assert Game.load(stored).winners == [0], "a game that was stored is not refused"


def test_a_layout_by_coordinates_keeps_its_harbours() -> None:
    config = Game.new({"layout": "random", "options": {"harbors": "shuffled"}}, seed=3).record().config
    again = Game.new(config, seed=4).record().config
    assert again["options"]["harbors"] == "shuffled"
    assert again["layout"] == config["layout"]


@pytest.mark.rule("BASE-014", "BASE-049")
def test_the_second_settlement_pays_a_card_for_each_producing_hex() -> None:
    t = laid_out(seats=2)
    t.play(f"settle {corner('0,0 SE')}", "road 0,0,E")
    t.check(hands={0: ""})  # the first settlement pays nothing
    t.play(f"settle {landing(0)}", f"road {coast(0, 1)}").check(hands={1: ""})
    t.play(f"settle {corner('1,-1 NW')}", "road 0,-1,E").check(hands={1: "wool*2 brick"})  # two pastures and hills
    t.play(f"settle {corner('0,0 SW')}", "road -1,0,E")
    t.check(hands={0: "lumber ore"})  # forest, mountains and the desert
    t.check(bank="lumber*18 brick*18 wool*17 grain*19 ore*18")


@pytest.mark.rule("BASE-014")
def test_a_second_settlement_on_the_coast_pays_for_the_hexes_there_are() -> None:
    t = laid_out(seats=2)
    t.play("settle 0,0,N", "road 0,0,NE", f"settle {corner('0,0 S')}", "road 0,0,SE")
    t.play(f"settle {landing(2)}").check(hands={1: "ore"})  # one hex
    t.play(f"road {coast(2, 3)}", f"settle {landing(5)}").check(hands={0: "wool lumber"})  # two


@pytest.mark.rule("BASE-015")
@pytest.mark.parametrize(("layout", "seed"), LAYOUTS)
def test_the_robber_begins_on_the_desert(layout: str, seed: int) -> None:
    t = laid_out(layout, seed)
    assert t.r.board.terrain[t.cell(t.r.robber)] == "desert"


@pytest.mark.rule("BASE-015")
def test_the_robber_stays_there_until_it_is_moved() -> None:
    t = new(3, first=0).play("roll", "roll 3 3", "end", "roll", "roll 4 4", "end")
    t.check(robber="0,0")


# -- the house


@pytest.mark.rule("HOUSE-001")
def test_a_duel_of_two() -> None:
    t = new(2, first=0)
    t.check(points={0: 2, 1: 2}, phase="roll")
    assert int(t.r.goal_points) == 10
    turns = []
    for _ in range(4):
        turns.append(t.actors[0])
        t.play("roll", "roll 1 1", "end")
    assert turns == [0, 1, 0, 1]
    assert int(new(2, goal=15).r.goal_points) == 15


@pytest.mark.rule("HOUSE-001")
@pytest.mark.parametrize("seats", [0, 1, 9, "2", True, None])
def test_the_base_island_is_for_two_to_four(seats: object) -> None:
    with pytest.raises(ConfigError, match="seats must be one of 2, 3, 4, got"):
        Game.new({"game": "island", "seats": seats, "layout": "beginner"})


@pytest.mark.rule("HOUSE-002")
@pytest.mark.parametrize("first", range(4))
def test_the_table_may_say_who_begins(first: int) -> None:
    t = new(4, first=first, pieces="free")
    t.check(phase="setup", actors=[first])
    assert [place(t) for _ in range(8)] == [(first + n) % 4 for n in (0, 1, 2, 3, 3, 2, 1, 0)]
    t.check(phase="roll", actors=[first])
    new(4, first=first).check(phase="roll", actors=[first])


@pytest.mark.rule("HOUSE-002")
def test_who_begins_may_be_drawn() -> None:
    drawn = [new(4, seed=seed, first="draw") for seed in range(400)]
    count = [sum(t.actors == [seat] for t in drawn) for seat in range(4)]
    assert sum(count) == 400
    assert all(70 <= n <= 130 for n in count)
    # The drawn seat stands in the record, which needs no seed.
    t = drawn[7]
    assert Game.load(t.game.save()).actors == t.actors


@pytest.mark.rule("HOUSE-002")
@pytest.mark.parametrize("first", [-1, 3, "nobody", True, 1.0])
def test_only_a_seat_can_begin(first: object) -> None:
    with pytest.raises(ConfigError, match=r"options\.first"):
        new(3, first=first)


def test_the_spiral_of_these_tests_walks_from_neighbour_to_neighbour() -> None:
    for start in range(12):
        hexes = [tuple(map(int, name.split(","))) for name in spiral_from(start)]
        assert len(set(hexes)) == 19
        for (q, r), (q2, r2) in pairwise(hexes):
            assert max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2)) == 1
    coastal = {side.split()[0] for side in SHORE}
    assert coastal == set(OUTER)
    assert table().r.board.hexes == 19
