"""The lake, the fishing grounds, and how tokens are drawn."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from bastide import Game
from bastide.expansions.island.fishermen.rules.grounds import GROUND, GROUNDS, served_by
from bastide.kernel.errors import ConfigError
from tests.expansions.island.fishermen.kit import (
    FISH,
    INLAND,
    LAKE,
    NINE,
    SHORE,
    counts,
    empty_stock,
    fishers,
    held,
    holder,
    module,
    spent,
    stock,
)
from tests.kit import Table, land

ROLL = {2: "1 1", 3: "1 2", 4: "2 2", 5: "2 3", 6: "2 4", 8: "4 4", 9: "4 5", 10: "5 5", 11: "5 6", 12: "6 6"}
SEVEN = ("0,0", "1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")
"""The inner hexes of the island."""


def new(layout: str | dict[str, Any] = "random", seed: int | None = 1, **more: Any) -> Table:
    return Table(Game.new({"seats": 3, "modules": [FISH], "layout": layout, **more}, seed=seed))


def rolled(number: int, **more: Any) -> Table:
    return fishers(rolled=False, **more).play("roll", f"roll {ROLL[number]}")


# -- the board


@pytest.mark.rule("TB-FISH-001")
def test_the_lake_lies_in_place_of_the_desert_among_the_inner_hexes() -> None:
    seen = set()
    for seed in range(60):
        for layout in ("random", "spiral"):
            board = new(layout, seed).r.board
            assert Counter(board.terrain) == Counter(
                {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "lake": 1}
            )
            seen.add(board.hex_names[board.terrain.index("lake")])
            assert sorted(n for n in map(int, board.number)) == sorted(
                [2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
            )
    assert seen == set(SEVEN)
    board = new("beginner", None).r.board
    assert board.terrain[board.hex_index["0,0"]] == "lake"


@pytest.mark.rule("TB-FISH-001")
def test_a_lake_on_the_coast_and_a_desert_are_refused() -> None:
    with pytest.raises(ConfigError, match="'0,0' is on the coast") as caught:
        new(land("0,0 lake 2 3", "1,0 forest 8"))
    assert caught.value.rule == "TB-FISH-001"
    with pytest.raises(ConfigError, match="takes the place of the desert"):
        new(land("0,0 desert", "1,0 forest 8"))


@pytest.mark.rule("TB-FISH-003")
def test_six_grounds_lie_where_the_coast_turns_inward_without_a_harbour() -> None:
    dealt = set()
    for seed in range(30):
        board = new(seed=seed).r.board
        sites = [(board.corner_names[corner], number) for corner, number in board.sites(GROUND)]
        assert sorted(number for _, number in sites) == [4, 5, 6, 8, 9, 10]
        dealt.add(tuple(number for _, number in sites))
        notches = set()
        harbours = {int(corner) for corner in board.harbors}
        for corner in range(int(board.ashore)):
            near = [int(board.corner_hexes[3 * corner + k]) for k in range(3)]
            along = set(served_by(board, corner))
            ways = [along <= {*pair, corner} for pair in pairs(board.harbors)]
            if sum(h >= 0 for h in near) == 2 and corner not in harbours and not any(ways):
                notches.add(board.corner_names[corner])
        assert {name for name, _ in sites} == notches == set(GROUNDS)
    assert len(dealt) > 20, "they are dealt at random"
    assert dict(sites_of(new("beginner", None))) == GROUNDS


def pairs(harbors: Any) -> list[tuple[int, int]]:
    corners = [int(corner) for corner in harbors]
    return list(zip(corners[::2], corners[1::2], strict=True))


def sites_of(t: Table) -> list[tuple[str, int]]:
    return [(t.r.board.corner_names[corner], number) for corner, number in t.r.board.sites(GROUND)]


@pytest.mark.rule("TB-FISH-003")
@pytest.mark.parametrize(
    ("site", "said"),
    [
        (f"ground {NINE} 7", "has the number 7; it may be 2 to 12, but not 7"),
        (f"ground {NINE} 13", "has the number 13"),
        ("ground 0,-2,N 4", "'0,-2,N' takes no fishing ground"),
        ("ground 0,0,N 4", "'0,0,N' takes no fishing ground"),
    ],
)
def test_other_grounds_are_refused(site: str, said: str) -> None:
    layout = new("beginner", None).r.config.layout.to_dict()
    word, place, value = site.split()
    with pytest.raises(ConfigError, match=said) as caught:
        new({**layout, "sites": [{"word": word, "place": place, "value": int(value)}]})
    assert caught.value.rule == "TB-FISH-003"


@pytest.mark.rule("TB-FISH-003", "TB-FISH-001")
def test_a_dealt_board_is_recorded_as_it_lies() -> None:
    game = Game.new({"seats": 4, "modules": [FISH], "layout": "random"}, seed=5)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    config = json.loads(game.save().splitlines()[0])["config"]
    assert [site["word"] for site in config["layout"]["sites"]] == ["ground"] * 6


@pytest.mark.slow
@pytest.mark.rule("TB-FISH-005")
def test_a_ground_serves_three_corners_and_the_lake_six() -> None:
    board = fishers().r.board
    served = {board.corner_names[c] for c in served_by(board, board.corner_index[NINE])}
    assert served == {NINE, "0,-2,N", "1,-2,N"}
    lake = board.hex_index[LAKE]
    shore = {board.corner_names[int(board.hex_corners[6 * lake + k])] for k in range(6)}
    assert len(shore) == 6
    for number in range(2, 13):
        for corner in board.corner_names[: int(board.ashore)]:
            if number == 7:
                continue
            ground = any(
                number == n and corner in {board.corner_names[c] for c in served_by(board, board.corner_index[at])}
                for at, n in GROUNDS.items()
            )
            t = rolled(number, settlements={1: corner})
            fished = ground or (number in (2, 3, 11, 12) and corner in shore)
            assert (t.phase == "fishermen_draw") is fished, (number, corner)


# -- drawing


@pytest.mark.rule("TB-FISH-002")
def test_the_stock_is_29_tokens_and_the_boot() -> None:
    game = Game.new({"seats": 3, "modules": [FISH], "options": {"first": 0, "pieces": "free"}})
    t = Table(game)
    assert stock(t) == (11, 10, 8)
    assert spent(t) == (0, 0, 0)
    assert [held(t, seat) for seat in range(3)] == [(0, 0, 0)] * 3
    assert module(t).face_down(game.state) == 30
    chances = dict(rolled(9, settlements={0: NINE}).game.chances())
    assert chances == {"catch 1": 11, "catch 2": 10, "catch 3": 8, "catch boot": 1}


@pytest.mark.rule("TB-FISH-006")
def test_a_settlement_draws_one_token_and_a_city_two() -> None:
    """TB-FISH-EX-01: any player rolls the 9."""
    t = rolled(9, settlements={1: NINE}, on_turn=2).play("catch 2")
    t.check(phase="main", actors=[2])
    assert held(t, 1) == (0, 1, 0)
    t = rolled(9, cities={1: NINE}, on_turn=2).play("catch 2", "catch 3")
    t.check(phase="main")
    assert held(t, 1) == (0, 1, 1)
    t = rolled(9, settlements={1: "0,-2,N 1,-2,N"}).play("catch 1", "catch 1")
    assert held(t, 1) == (2, 0, 0)
    rolled(8, settlements={1: NINE}).check(phase="main")


@pytest.mark.rule("TB-FISH-006", "TB-FISH-019")
def test_fish_come_beside_the_resources_and_are_none() -> None:
    t = rolled(10, settlements={0: "1,-1,S"}, cities={1: "-1,2,S"}).play("catch 1", "catch 1")
    assert held(t, 1) == (2, 0, 0)
    t.check(phase="main")
    assert sum(t.hand(1).values()) == 0


@pytest.mark.rule("TB-FISH-007")
def test_the_player_on_turn_draws_first_then_clockwise() -> None:
    t = rolled(11, settlements={0: SHORE, 1: "0,0,S", 2: "1,-1,S"}, on_turn=1)
    order = []
    for _ in range(3):
        t.play("catch 1")
        order.append(t.told("fishermen_catch")[0].seat)
    assert order == [1, 2, 0]


def in_set_up(second: str, layout: Any = "beginner") -> Table:
    """The set-up just before seat 0 places its second settlement; all others stand away from water and that place."""
    t = Table(Game.new({"seats": 3, "modules": [FISH], "layout": layout, "options": {"first": 0, "pieces": "free"}}))
    board = t.r.board
    at = board.corner_index[second]
    kept = {at} | {int(board.corner_corners[3 * at + k]) for k in range(3)}
    while t.cell(int(t.game.state.top()) + 2) < 5:
        corners = [board.corner_index[text.split()[1]] for text in t.legal()]
        corner = next(c for c in corners if c not in kept and module(t).waters.fishing[c] == 0)
        t.play(f"settle {board.corner_names[corner]}").check(phase="setup")
        t.play(t.legal()[0])
    t.check(phase="setup", actors=[0])
    return t


@pytest.mark.rule("TB-FISH-008")
@pytest.mark.parametrize("corner", [NINE, SHORE])
def test_the_second_settlement_at_the_water_draws_a_token_at_once(corner: str) -> None:
    t = in_set_up(corner).play(f"settle {corner}")
    t.check(phase="fishermen_draw")
    t.play("catch 3").check(phase="setup", actors=[0])
    assert held(t, 0) == (0, 0, 1)
    assert sum(t.hand(0).values()) == 2, "the resources come as ever"
    t.play(t.legal()[0]).check(phase="roll")


@pytest.mark.rule("TB-FISH-008")
def test_the_first_settlement_and_one_away_from_the_water_draw_nothing() -> None:
    t = Table(Game.new({"seats": 3, "modules": [FISH], "options": {"first": 0, "pieces": "free"}}))
    t.play(f"settle {NINE}").check(phase="setup")
    in_set_up(INLAND).play(f"settle {INLAND}").check(phase="setup")


@pytest.mark.rule("TB-FISH-009")
def test_where_two_waters_meet_the_second_settlement_draws_one_token() -> None:
    layout = new("beginner", None).r.config.layout.to_dict()
    layout["sites"].append({"word": "ground", "place": "2,-3,S", "value": 9})
    t = in_set_up("1,-2,N", layout).play("settle 1,-2,N", "catch 1")
    t.check(phase="setup")
    assert held(t, 0) == (1, 0, 0)
    t = rolled(9, settlements={0: "1,-2,N"}, layout=layout).play("catch 1", "catch 1")
    assert held(t, 0) == (2, 0, 0), "each of them brings its tokens when its number comes"


@pytest.mark.rule("TB-FISH-008", "TB-FISH-007")
def test_printed_second_settlements_draw_too() -> None:
    starts = [
        {"seat": seat, "corner": corner, "edge": edge, "pays": pays}
        for seat, corner, edge, pays in [
            (0, NINE, "0,-2,NE", True),
            (0, INLAND, "1,-1,NE", False),
            (1, "2,0,S", "1,1,E", False),
            (1, "-1,1,S", "-1,1,SE", False),
            (2, "0,0,S", "0,0,SE", True),
            (2, "-2,1,N", "-2,1,NE", False),
        ]
    ]
    t = Table(Game.new({"seats": 3, "modules": [FISH], "starts": starts, "options": {"first": 1}}))
    drawers = []
    while t.phase == "fishermen_draw":
        t.play("catch 1")
        drawers.append(t.told("fishermen_catch")[0].seat)
    assert drawers == [2, 0]
    t.check(phase="roll", actors=[1])


# -- the limit


@pytest.mark.rule("TB-FISH-016", "TB-FISH-017")
def test_with_seven_tokens_one_may_be_exchanged_instead() -> None:
    t = rolled(9, cities={1: NINE}, fish={1: "1*6 2"})
    t.check(phase="fishermen_swap", actors=[1])
    assert t.legal() == ["throw-back 1", "throw-back 2", "pass"]
    t.refuses("throw-back 3", "TB-FISH-016")
    t.refuses("1: end", "TB-FISH-016")
    t.play("throw-back 1", "catch 3").check(phase="main")
    assert held(t, 1) == (5, 1, 1)
    t = rolled(9, cities={1: NINE}, fish={1: "1*6 2"}).play("pass")
    t.check(phase="main")
    assert held(t, 1) == (6, 1, 0)
    t.refuses("throw-back 1", "TB-FISH-016")


@pytest.mark.rule("TB-FISH-017")
def test_the_boot_does_not_count_among_the_seven() -> None:
    t = rolled(9, settlements={1: NINE}, fish={1: "1*6"}, boot=1)
    t.play("catch 1").check(phase="main")
    assert held(t, 1) == (7, 0, 0)


@pytest.mark.rule("TB-FISH-034")
def test_with_six_tokens_and_two_due_one_is_drawn_and_one_may_be_exchanged() -> None:
    t = rolled(9, cities={1: NINE}, fish={1: "1*6"}).play("catch 2")
    t.check(phase="fishermen_swap", actors=[1])
    t.play("throw-back 1", "catch 3").check(phase="main")
    assert held(t, 1) == (5, 1, 1)


@pytest.mark.rule("TB-FISH-035")
def test_a_token_given_back_is_spent_and_the_boot_uses_up_the_draw() -> None:
    t = rolled(9, settlements={1: NINE}, fish={1: "1*6 2"}).play("throw-back 2", "catch boot")
    t.check(phase="main")
    assert held(t, 1) == (6, 0, 0)
    assert spent(t) == (0, 1, 0)
    assert holder(t) == 1


# -- the stock


@pytest.mark.rule("TB-FISH-018")
def test_when_none_lies_face_down_the_spent_tokens_are_turned_over() -> None:
    t = fishers(
        4,
        rolled=False,
        settlements={0: NINE},
        fish={0: "3*6", 1: "1*7", 2: "2*7", 3: "1*4 2*3"},
        spent="3",
        boot=2,
    )
    assert stock(t) == (0, 0, 1)
    t.play("roll", f"roll {ROLL[9]}", "catch 3")
    assert [event.a for event in t.told("fishermen_turned")] == [1]
    assert (stock(t), spent(t)) == ((0, 0, 1), (0, 0, 0))
    t = fishers(fish={0: "1*3 2*3"}, spent="1*8 2*7 3*8", boot=1, settlements={0: NINE}, robber="1,-2")
    assert stock(t) == (0, 0, 0)
    t.play("fish robber 2")
    assert (stock(t), spent(t)) == ((8, 8, 8), (0, 0, 0)), "none lay face down"


@pytest.mark.rule("TB-FISH-018")
def test_while_the_boot_lies_face_down_the_spent_tokens_stay() -> None:
    t = fishers(rolled=False, fish={1: "3"}, spent="1*11 2*10 3*7", settlements={0: NINE})
    t.play("roll", f"roll {ROLL[9]}")
    assert t.game.chances() == [("catch boot", 1)]
    t.play("catch boot").check(phase="main")
    assert len(t.told("fishermen_turned")) == 1
    assert stock(t) == (11, 10, 7)


@pytest.mark.rule("TB-FISH-036")
def test_without_any_token_nothing_is_drawn() -> None:
    t = empty_stock(fishers(rolled=False, settlements={1: NINE}, boot=0)).play("roll", f"roll {ROLL[9]}")
    t.check(phase="main")
    assert [event.seat for event in t.told("fishermen_none")] == [1]
    assert held(t, 1) == (0, 0, 0)


# -- the robber


@pytest.mark.rule("TB-FISH-004")
def test_the_robber_starts_beside_the_board() -> None:
    t = fishers(rolled=False)
    assert t.cell(t.r.robber) == -1
    t.play("roll", "roll 3 4").check(phase="robber")
    assert len(t.places("robber")) == 19, "every hex, the lake too"
    t = fishers(rolled=False, cards={0: "knight"}).play("knight")
    assert len(t.places("robber")) == 19


@pytest.mark.rule("TB-FISH-020")
@pytest.mark.parametrize("number", [2, 3, 11, 12])
def test_a_robber_at_the_lake_stops_all_its_numbers_but_no_ground(number: int) -> None:
    t = rolled(number, settlements={0: SHORE}, robber=LAKE)
    t.check(phase="main")
    rolled(number, settlements={0: SHORE}, robber="1,-2").check(phase="fishermen_draw")
    for hex_ in ("0,-2", LAKE):
        rolled(9, settlements={0: NINE}, robber=hex_).check(phase="fishermen_draw")


@pytest.mark.rule("TB-FISH-020", "TB-FISH-037")
def test_a_robber_moved_to_the_lake_robs_a_player_there() -> None:
    t = fishers(rolled=False, settlements={1: SHORE}, hands={1: "ore"}, fish={1: "3"}).play("roll", "roll 3 4")
    t.play(f"robber {LAKE}", "steal ore").check(hands={0: "ore", 1: ""}, phase="main")
    assert held(t, 1) == (0, 0, 1), "fish are never stolen"


@pytest.mark.rule("TB-FISH-019")
def test_fish_do_not_count_on_a_seven() -> None:
    t = fishers(rolled=False, hands={0: "ore*7"}, fish={0: "1*7"}).play("roll", "roll 3 4")
    t.check(phase="robber")


@pytest.mark.rule("TB-FISH-021")
def test_a_harbour_beside_a_ground_serves_too() -> None:
    board = fishers().r.board
    both = [
        board.corner_names[c]
        for at in GROUNDS
        for c in served_by(board, board.corner_index[at])
        if int(board.harbor[c]) == 1
    ]
    assert both
    t = fishers(settlements={0: both[0]})
    assert int(t.r.rate(t.game.state, 0, 0)) == 3
    assert int(module(t).waters.fishing[board.corner_index[both[0]]]) == 1


def test_the_words_of_the_kit() -> None:
    assert counts("1*2 3") == (2, 0, 1)
