"""What modules may change of the set-up, of turns, of the number that comes, and of what follows from pieces."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Final

import pytest
from mypy_extensions import i64

from bastide import Game
from bastide.catan import family
from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import buildings_changed, lay_road, lift_line, lower_city
from bastide.catan.base.cards import army_shrank
from bastide.catan.base.config import IslandConfig, Placing
from bastide.catan.base.island import CITY, KINDS, KNIGHT, ROAD, Island
from bastide.catan.base.network import road_spots
from bastide.catan.base.passing import PASS, pass_code
from bastide.catan.base.robber import rob_from
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.base.side_roll import SideRollPhase
from bastide.catan.base.turn import BuildingPhase, lay_other_number, take_turn
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError, IllegalAction, Refusal
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, DEPTH, FRAMES, State
from bastide.testing.play import play
from bastide.view import view
from bastide.view.island.model import IslandView, SideRoll
from bastide.view.text import text
from bastide.view.words import Words
from tests.kit import Table, table

Make = Callable[[], IslandModule]
Register = Callable[..., None]
OPEN: Final = {"seats": 3, "layout": "beginner", "options": {"first": 0, "pieces": "free"}}


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    """Enter modules for one test, by the names that they give themselves."""

    def enter(*makers: Make) -> None:
        for make in makers:
            name = make().name
            monkeypatch.setitem(family.MODULES, name, make)
            del family.MODULES[name]  # so that it leaves the table with this test
            family.MODULES[name] = make

    yield enter
    family._configured.cache_clear()


class House(ModuleRules):
    """The rules of a module for tests."""

    NAME: ClassVar[str] = "house"

    @staticmethod
    def figures(config: IslandConfig) -> None:
        """What the module does to a new game's figures."""


class HouseModule(IslandModule):
    """A module with such rules."""

    def __init__(self, made: type[House]) -> None:
        super().__init__(made.NAME, made)
        self.figures = made.figures

    def prepare(self, config: IslandConfig) -> None:
        self.figures(config)


def house(register: Register, *made: type[House]) -> list[str]:
    register(*(partial(HouseModule, each) for each in made))
    return [each.NAME for each in made]


def settings(name: str, **attributes: object) -> Make:
    """A maker of a module that sets these attributes and does nothing in a game."""

    def made() -> IslandModule:
        module = IslandModule(name)
        for attribute, value in attributes.items():
            setattr(module, attribute, value)
        return module

    return made


def opened(modules: list[str], **config: object) -> Table:
    """A game whose starting pieces are to be placed."""
    return Table(Game.new({**OPEN, "modules": modules, **config}))


# The set-up.


def test_a_module_may_close_paths_to_starting_roads_and_corners_to_starting_pieces(register: Register) -> None:
    class Fence(House):
        def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
            return edge % 3 == 0

        def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
            return corner >= 10 * step

    t = opened(house(register, Fence))
    board = t.r.board
    places = {board.corner_index[name] for name in t.places("settle")}
    around = {c: {int(board.corner_edges[3 * c + k]) for k in range(3)} - {-1} for c in range(int(board.corners))}
    assert places == {corner for corner, edges in around.items() if any(edge % 3 == 0 for edge in edges)}
    corner = min(places)
    t.play(f"settle {board.corner_names[corner]}")
    assert {board.edge_index[name] for name in t.places("road")} == {e for e in around[corner] if e % 3 == 0}
    t.play(f"road {min(t.places('road'))}")
    assert min(board.corner_index[name] for name in t.places("settle")) >= 10
    closed = next(c for c in range(10, int(board.corners)) if not any(e % 3 == 0 for e in around[c]))
    t.refuses(f"settle {board.corner_names[closed]}", "BASE-013")


def test_the_set_up_is_a_list_of_placings(register: Register) -> None:
    class Founders(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.placings = [Placing(1, city=True, line=False, pays=True), Placing(0), Placing(2)]

    t = opened(house(register, Founders))
    t.check(actors=[1])
    assert {text.split()[0] for text in t.legal()} == {"city"}
    t.play("city 0,0,N").check(actors=[0])
    assert t.r.hand_size(t.game.state, 1) > 0
    t.refuses("city 0,1,S", "BASE-013")
    t.play("settle 0,1,S").check(phase="setup", actors=[0], hands={0: ""})
    t.play(f"road {min(t.places('road'))}").check(actors=[2])
    t.play(f"settle {min(t.places('settle'))}")
    t.play(f"road {min(t.places('road'))}").check(phase="roll", actors=[0])


def test_another_seat_than_the_one_that_placed_first_takes_the_first_turn(register: Register) -> None:
    class Last(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.placings = [Placing(0), Placing(1), Placing(2), Placing(2, pays=True)]
            config.first_turn = 2

    game = {"seats": 3, "modules": house(register, Last), "layout": "beginner"}
    t = Table(Game.new(game | {"options": {"first": 1, "pieces": "free"}}))
    for seat in (1, 2, 0, 0):
        t.check(actors=[seat])
        t.play(f"settle {min(t.places('settle'))}").play(f"road {min(t.places('road'))}")
    t.check(phase="roll", actors=[0])


def test_a_module_may_change_the_starting_player_before_the_first_piece(register: Register) -> None:
    class Turned(House):
        def begin(self, s: State) -> None:
            s.cells[self.r.starter] = 2

    t = Table(Game.new({"seats": 3, "modules": house(register, Turned), "options": {"first": 0, "pieces": "free"}}))
    order: list[int] = []
    for _ in range(6):
        order.append(*t.actors)
        t.play(f"settle {min(t.places('settle'))}").play(f"road {min(t.places('road'))}")
    assert order == [2, 0, 1, 1, 0, 2]
    t.check(phase="roll", actors=[2])


@pytest.mark.parametrize(("hexes", "fits"), [(10, False), (11, True)])
def test_a_board_has_room_for_all_buildings_of_the_set_up(register: Register, hexes: int, fits: bool) -> None:
    class Three(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.placings = [Placing(turn) for turn in (0, 1, 2, 3) * 3]

    row = [{"q": q, "r": 0, "terrain": "forest", "number": 5} for q in range(hexes)]
    game = {"seats": 4, "modules": house(register, Three), "layout": {"hexes": row}, "options": {"pieces": "free"}}
    if fits:
        Game.new(game, seed=1)
    else:
        with pytest.raises(ConfigError, match="42 corners; 4 seats need at least 45"):
            Game.new(game, seed=1)


def test_colours_that_nobody_plays_need_room_as_well(register: Register) -> None:
    class Hermits(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.colours += 2

    row = [{"q": q, "r": 0, "terrain": "forest", "number": 5} for q in range(4)]
    game = {"seats": 2, "layout": {"hexes": row}, "options": {"pieces": "free"}}
    Game.new(game)
    with pytest.raises(ConfigError, match="18 corners; 2 seats need at least 21"):
        Game.new({**game, "modules": house(register, Hermits)})


def test_what_is_decided_after_the_set_up_comes_before_the_first_turn(register: Register) -> None:
    class Toast(House):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.asked = ask(self.r, "toast")

        def after_setup(self, s: State) -> None:
            for seat in range(self.r.seats):
                s.push(self.asked, seat)

    t = Table(Game.new({"seats": 3, "modules": house(register, Toast), "layout": "beginner", "options": {"first": 1}}))
    for seat in (2, 1, 0):
        t.check(phase="toast", actors=[seat])
        t.play("pass")
    t.check(phase="roll", actors=[1])


class AskPhase(Phase):
    """A seat has to say `pass`, nothing else."""

    def __init__(self, name: str, r: Island) -> None:
        super().__init__(name)
        self.r = r
        self.no = pass_code(r)

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        out.add(self.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        assert value == PASS
        s.pop()
        go_on(self.r, s)


def ask(r: Island, name: str) -> int:
    return int(r.add_phase(AskPhase(name, r)))


# What follows from pieces.


class Herald(House):
    """Every piece is announced: its owner has to say `pass` before anything else."""

    NAME = "herald"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.asked = ask(self.r, "herald")

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        s.push(self.asked, seat, item, place)


def test_what_follows_from_a_starting_piece_is_decided_before_the_next(register: Register) -> None:
    t = opened(house(register, Herald))
    for step in range(6):
        seat = (0, 1, 2, 2, 1, 0)[step]
        t.check(phase="setup", actors=[seat])
        t.play(f"settle {min(t.places('settle'))}").check(phase="herald", actors=[seat])
        t.play("pass")
        t.check(phase="setup", actors=[seat])
        t.play(f"road {min(t.places('road'))}").check(phase="herald", actors=[seat])
        assert t.cell(t.r.turn) == 0, "the first turn waits"
        t.play("pass")
    t.check(phase="roll", actors=[0])
    for seat in range(3):
        assert t.cell(t.r.left + seat * 3 + ROAD) == 13


def test_what_follows_from_a_free_road_leaves_the_number_of_free_roads(register: Register) -> None:
    modules = house(register, Herald)
    t = table(modules=modules, settlements={0: "0,0,N"}, cards={0: "roads"})
    t.play("roads", "road 0,0,NE").check(phase="herald")
    t.play("pass").check(phase="roads")
    t.play("road 0,0,E").check(phase="herald")
    t.play("pass").check(phase="main")
    assert t.cell(t.r.left + ROAD) == 13


class Rivals(House):
    """Roads of a colour that nobody plays answer each road of a player: by a decision, or at once."""

    NAME = "rivals"
    AT_ONCE = False

    @staticmethod
    def figures(config: IslandConfig) -> None:
        config.colours += 1

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.asked = ask(self.r, "rivals")

    def take(self, s: State, seat: i64) -> None:
        spots = Codes()
        road_spots(self.r, s, seat, 0, spots)
        for edge in spots.row():
            lay_road(self.r, s, self.r.seats, edge)

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if self.AT_ONCE:
            self.take(s, seat)
        else:
            s.push(self.asked, seat)


@pytest.mark.parametrize("at_once", [True, False])
def test_free_roads_end_when_what_follows_takes_the_last_place(register: Register, at_once: bool) -> None:
    class Answer(Rivals):
        AT_ONCE = at_once

    modules = house(register, Answer)
    t = table(modules=modules, settlements={0: "0,0,N"}, cards={0: "roads"})
    t.play("roads")
    t.play(f"road {min(t.places('road'))}")
    if not at_once:
        t.check(phase="rivals", actors=[0])
        module = t.r.module(Rivals)
        module.take(t.game.state, i64(0))
        t.play("pass")
    t.check(phase="main", actors=[0])
    assert "end" in t.legal()
    assert t.cell(t.r.left + ROAD) == 14, "one road of two"


def test_a_seam_that_keeps_fields_may_not_touch_the_agenda(register: Register) -> None:
    class Hasty(House):
        def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
            s.push(self.r.draw_phase, seat)

    t = table(modules=house(register, Hasty), settlements={0: "0,0,N"}, hands={0: "brick lumber"})
    with pytest.raises(RuntimeError, match="follow_build"):
        t.play("road 0,0,NE")


class Quake(House):
    """On a 12 all cities fall at once."""

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        if total != 12:
            return
        for corner in range(self.r.board.corners):
            if s.cells[self.r.level + corner] == 2:
                lower_city(self.r, s, s.cells[self.r.owner + corner] - 1, corner)
        buildings_changed(self.r, s)


class Ruins(House):
    """A point for the last seat that has no city."""

    NAME = "ruins"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.holder = self.r.schema.add("holder", [], most=int(self.r.seats))

    def buildings_changed(self, s: State) -> None:
        for seat in range(self.r.seats):
            if s.cells[self.r.left + 3 * seat + CITY] == self.r.supply[CITY]:
                s.cells[self.holder] = seat + 1

    def points(self, s: State, seat: i64) -> i64:
        return 1 if s.cells[self.holder] == seat + 1 else 0


def test_a_module_is_told_once_of_all_buildings_that_were_lost_and_the_seat_on_turn_may_win(register: Register) -> None:
    modules = house(register, Quake, Ruins)
    t = table(2, modules=modules, cities={0: "0,0,N"}, settlements={1: "1,1,S 0,1,S"}, on_turn=1, rolled=False, goal=3)
    t.play("roll", "roll 6 6").check(points={0: 1, 1: 3}, winners=[1], phase="over")


def test_it_may_not_touch_the_agenda_then(register: Register) -> None:
    class Hasty(House):
        NAME = "hasty"

        def buildings_changed(self, s: State) -> None:
            s.push(self.r.draw_phase, 0)

    t = table(modules=house(register, Quake, Hasty), rolled=False).play("roll")
    with pytest.raises(RuntimeError, match="buildings_changed"):
        t.play("roll 6 6")


class Paver(House):
    """A free road may be spent on paving one; a seat that has lost a road lays no other."""

    NAME = "paver"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.paved = r.schema.add("paved", [], most=9)
        self.lost = r.schema.add("lost", [int(self.r.seats)], most=9)
        self.pave = Pave(self)
        r.add_verb(self.pave)

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        if s.cells[self.paved] < 2:
            out.add(self.pave.offset)

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        return s.cells[self.lost + seat] == 0

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        s.cells[self.lost + seat] += 1


class Pave(Verb):
    """`pave`: done in place of a free road."""

    def __init__(self, m: Paver) -> None:
        super().__init__("pave", 1)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.paved] += 1
        self.m.r.phases[s.cells[s.top()]].resume(s, seat, arg)


def test_other_work_can_be_done_in_place_of_free_roads(register: Register) -> None:
    modules = house(register, Paver)
    t = table(modules=modules, settlements={0: "0,0,N"}, cards={0: "roads*2"})
    assert not t.can("pave")
    t.play("roads")
    assert {text.split()[0] for text in t.legal()} == {"road", "pave"}
    t.play("pave").check(phase="roads")
    t.play("road 0,0,NE").check(phase="main", roads={0: 14})


def test_a_free_road_card_is_playable_for_other_work_alone_and_ends_when_none_is_left(register: Register) -> None:
    modules = house(register, Paver)
    t = table(modules=modules, cards={0: "roads"})  # no building, so no place for a road
    t.play("roads", "pave", "pave").check(phase="main")
    t = table(modules=modules, cards={0: "roads"})
    paver = t.r.module(Paver)
    t.game.state.cells[paver.paved] = 1
    t.play("roads", "pave").check(phase="main")
    t = table(modules=modules, cards={0: "roads"})
    t.game.state.cells[paver.paved] = 2
    t.refuses("roads", "BASE-036")


def test_a_module_hears_of_a_line_that_leaves_the_board(register: Register) -> None:
    t = table(modules=house(register, Paver), settlements={1: "0,0,N"}, roads={1: "0,0,NE"}, hands={1: "brick lumber"})
    lift_line(t.r, t.game.state, t.r.board.edge_index["0,0,NE"])
    paver = t.r.module(Paver)
    assert [t.cell(paver.lost + seat) for seat in range(3)] == [0, 1, 0]
    t.check(roads={1: 15})


# Turns.


def closing(name_: str) -> type[House]:
    class Closing(House):
        NAME = name_

        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.asked = ask(self.r, name_)

        def close_turn(self, s: State, seat: i64) -> None:
            s.push(self.asked, (seat + 1) % self.r.seats)

    return Closing


def test_several_modules_may_close_a_turn(register: Register) -> None:
    t = table(modules=house(register, closing("lamps"), closing("gates")))
    t.play("end").check(phase="gates", actors=[1])
    t.play("pass").check(phase="lamps")
    t.play("pass")
    t.check(phase="roll", actors=[1])


class Twice(House):
    """After each turn the seat before it takes one without a roll, after which the next comes as usual."""

    NAME = "twice"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.second: i64 = r.schema.add("second", [], most=1)

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        if s.cells[self.second] != 0:
            s.cells[self.second] = 0
            return (seat + 2) % self.r.seats
        s.cells[self.second] = 1
        before = (seat + self.r.seats - 1) % self.r.seats
        take_turn(self.r, s, before)
        s.push(self.r.main_phase, before)
        return -1


def test_a_module_says_whose_turn_it_is_and_of_which_kind(register: Register) -> None:
    t = table(modules=house(register, Twice), settlements={2: "0,0,N"}, hands={2: "brick lumber"})
    t.play("end").check(phase="main", actors=[2])
    t.play("road 0,0,NE", "end").check(phase="roll", actors=[1])


class Fair(House):
    """After each turn the others may build, clockwise; nobody wins meanwhile."""

    NAME = "fair"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.build = r.add_phase(BuildingPhase("fair", self.r, pass_code(self.r)))

    def close_turn(self, s: State, seat: i64) -> None:
        for k in range(self.r.seats - 1, 0, -1):
            s.push(self.build, (seat + k) % self.r.seats)

    def may_win(self, s: State, seat: i64) -> bool:
        return s.cells[s.top()] != self.build


def test_in_a_building_phase_one_builds_and_buys_and_pays(register: Register) -> None:
    t = table(
        modules=house(register, Fair),
        settlements={1: "0,0,N"},
        roads={1: "0,0,NE 0,0,E"},
        hands={1: "brick*2 lumber*2 wool*2 grain*2 ore ore*3"},
        cards={1: "knight"},
        goal=3,
    )
    t.play("end").check(phase="fair", actors=[1])
    assert t.verbs() == {"road", "settle", "city", "buy", "pass"} - ({"city"} if not t.places("city") else set())
    t.refuses("knight", "BASE-016")
    t.refuses("bank ore*4 wool", "BASE-016")
    t.play("settle 0,0,S" if "0,0,S" in t.places("settle") else f"settle {min(t.places('settle'))}")
    t.check(hands={1: "brick lumber wool grain ore*4"})
    t.play("buy", "chance: draw point").check(phase="fair", actors=[1], hands={1: "brick lumber ore*3"})
    assert not t.game.over
    t.play("pass").check(phase="fair", actors=[2])
    t.play("pass")
    t.check(winners=[1])  # at the begin of its own turn


def test_nobody_wins_while_a_module_forbids_it(register: Register) -> None:
    class Never(House):
        def may_win(self, s: State, seat: i64) -> bool:
            return False

    t = table(modules=house(register, Never), settlements={0: "0,0,N"}, hands={0: "ore*3 grain*2"}, goal=3)
    t.play("city 0,0,N")
    assert not t.game.over


# The number.


class Bell(House):
    """No dice: the number is always the same one."""

    NAME = "bell"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.bell = r.add_phase(BellPhase(self.r))

    def number_source(self, s: State, phase: i64) -> i64:
        return self.bell


class BellPhase(Phase):
    """Chance: eight."""

    def __init__(self, r: Island) -> None:
        super().__init__("bell")
        self.verb = Ring(r)
        r.add_verb(self.verb, by_chance=True)

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        out.weigh(self.verb.offset, 1)


class Ring(Verb):
    """`ring`: the bell."""

    def __init__(self, r: Island) -> None:
        super().__init__("ring")
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        roller = s.cells[s.top() + 1]
        s.pop()
        lay_other_number(self.r, s, roller, 8)


def test_the_number_may_come_from_elsewhere(register: Register) -> None:
    t = table(layout="beginner", modules=house(register, Bell), settlements={0: "0,0,N"}, rolled=False)
    there = [h for h in range(int(t.r.board.hexes)) if t.r.board.number[h] == 8]
    corner = t.r.board.corner_names[t.r.board.hex_corners[6 * there[0]]]
    t = table(layout="beginner", modules=["bell"], settlements={0: corner}, rolled=False)
    t.play("roll").check(phase="bell")
    t.play("chance: ring").check(phase="main", actors=[0])
    assert t.r.hand_size(t.game.state, 0) == 1
    assert [(event.seat, event.a) for event in t.told("number")] == [(0, 8)]


def test_sums_that_do_not_stand_never_come_and_the_others_keep_their_weights(register: Register) -> None:
    class NoSeven(House):
        def number_stands(self, s: State, seat: i64, total: i64) -> bool:
            return total not in (7, 2)

    t = opened(house(register, NoSeven), options={"pieces": "free"})
    assert t.phase == "start"
    assert len(t.game.chances()) == 36, "the dice that say who starts are all rolled"
    t = table(modules=["house"], rolled=False).play("roll")
    rolls = dict(t.game.chances())
    assert len(rolls) == 36 - 6 - 1
    assert set(rolls.values()) == {1}
    rng = random.Random(1)
    for _ in range(60):
        other = t.game.copy()
        other.draw(rng)
        first, second = (int(word) for word in other.decisions[-1].text.split()[1:])
        assert first + second not in (2, 7)


class Double(House):
    """Two rolls a turn, of different sums."""

    NAME = "double"

    @staticmethod
    def figures(config: IslandConfig) -> None:
        config.rolls = 2

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        c = s.cells
        return c[s.top() - 2] == 0 or total != c[self.r.dice] + c[self.r.dice + 1]


def test_a_turn_may_have_two_rolls_with_a_card_between_them(register: Register) -> None:
    t = table(modules=house(register, Double), settlements={1: "0,0,N"}, cards={0: "knight"}, rolled=False)
    t.play("roll", "roll 3 3").check(phase="roll", actors=[0])
    t.play("knight", "robber 2,-2").check(phase="roll", actors=[0])
    t.refuses("end", "BASE-016")
    t.play("roll")
    assert not {"roll 3 3", "roll 2 4", "roll 5 1"} & {text for text, _ in t.game.chances()}
    t.play("chance: roll 3 4").check(phase="robber")
    t.play(f"robber {min(t.places('robber'))}").check(phase="main")
    t.play("end").check(phase="roll", actors=[1])


class Duel(House):
    """A side roll: `fight` throws one die, or two, and the sum is kept."""

    NAME = "duel"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.result: i64 = r.schema.add("result", [], most=12)
        self.one = r.add_phase(Throw("duel_one", self, 1))
        self.two = r.add_phase(Throw("duel_two", self, 2))


class Throw(SideRollPhase):
    """The sum is kept; a three does not stand."""

    def __init__(self, name: str, m: Duel, dice: i64) -> None:
        super().__init__(name, m.r, dice)
        self.m = m

    def stands(self, s: State, total: i64) -> bool:
        return total != 3

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.cells[self.m.result] = value
        s.pop()


@pytest.mark.parametrize(("dice", "weights"), [(1, 5), (2, 34)])
def test_a_roll_in_mid_turn_has_its_own_dice_and_filter(register: Register, dice: int, weights: int) -> None:
    t = table(modules=house(register, Duel))
    module = t.r.module(Duel)
    t.game.state.push(module.one if dice == 1 else module.two, 1)
    throws = dict(t.game.chances())
    assert sum(throws.values()) == weights
    assert "throw 3" not in throws
    if dice == 2:
        assert throws == {f"throw {n}": 6 - abs(7 - n) for n in range(2, 13) if n != 3}
    seen = view(t.game, 0)
    assert seen.prompt.text == "The dice roll."
    t.play("chance: throw 5").check(phase="main")
    assert t.cell(module.result) == 5
    assert t.cell(t.r.dice) == 0 or t.cell(t.r.dice + 1) != 5
    assert [(int(event.seat), int(event.a), int(event.b)) for event in t.told("throw")] == [(1, 5, dice)]
    seen = view(t.game, 0)
    assert isinstance(seen, IslandView)
    assert seen.side_roll == SideRoll(1, dice, 5)
    thrown = ("a die", "un dé") if dice == 1 else ("two dice", "deux dés")
    said = (f"Odile rolls {thrown[0]}: 5", f"Odile lance {thrown[1]}\u202f: 5")
    for language, sentence in zip(("en", "fr"), said, strict=True):
        told = text(seen, Words(language), ["Maud", "Odile"]).splitlines()
        assert told[0].endswith(sentence), "beside the roll of the turn"
        assert f"  {sentence}" in told, "and in the log"
    t.play("end")
    seen = view(t.game, 0)
    assert isinstance(seen, IslandView)
    assert not seen.side_roll


@pytest.mark.parametrize("line", ["throw", "throw 13", "throw 05", "throw -1", "throw x", "throw 5 5"])
def test_a_throw_is_written_in_one_way(register: Register, line: str) -> None:
    t = table(modules=house(register, Duel))
    with pytest.raises(Exception, match="throw"):
        t.game.rules.read(line)


# Thefts, hexes that rest, awards, ends.


class Bandit(House):
    """Steals from seats of a mask, wherever they live."""

    NAME = "bandit"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        pass_code(self.r)


def test_a_theft_from_a_mask_of_seats_may_be_declined(register: Register) -> None:
    t = table(modules=house(register, Bandit), hands={1: "ore", 2: "wool"})
    rob_from(t.r, t.game.state, 0, BITS[1] + BITS[2], optional=True)
    assert t.legal() == ["rob 1", "rob 2", "pass"]
    t.play("pass").check(phase="main", hands={1: "ore", 2: "wool"})
    rob_from(t.r, t.game.state, 0, BITS[1] + BITS[2])
    assert t.legal() == ["rob 1", "rob 2"]
    t.play("rob 2", "chance: steal wool").check(hands={0: "wool", 2: ""})
    rob_from(t.r, t.game.state, 0, BITS[1], optional=True)
    assert t.legal() == ["rob 1", "pass"]
    t.play("pass")
    rob_from(t.r, t.game.state, 0, BITS[1])
    t.check(phase="steal")
    t.play("chance: steal ore")
    rob_from(t.r, t.game.state, 0, 0)
    t.check(phase="main")


def test_a_hex_that_rests_yields_nothing(register: Register) -> None:
    class Frost(House):
        def rests(self, s: State, hex_: i64) -> bool:
            return self.r.board.terrain[hex_] == "forest"

    board = table(layout="beginner").r.board
    forest = next(h for h in range(int(board.hexes)) if board.terrain[h] == "forest")
    corner = board.corner_names[board.hex_corners[6 * forest]]
    number = int(board.number[forest])
    first = max(1, number - 6)
    rolls = ("roll", f"roll {first} {number - first}")
    lumber = []
    for modules in ([], house(register, Frost)):
        t = table(settlements={0: corner}, modules=modules, layout="beginner", rolled=False).play(*rolls)
        lumber.append(t.cell(t.r.hand))
    assert lumber == [1, 0]


def test_the_worth_of_the_awards_is_a_figure(register: Register) -> None:
    class Modest(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.army_points = 1
            config.route_points = 0

    t = table(modules=house(register, Modest), played={1: "knight*3"}, roads={0: "0,0,NE 0,0,E 0,0,SE"})
    t.check(points={1: 1})
    (award,) = [source for source in view(t.game, 1).seats[1].sources if source.source == "army"]
    assert award.points == 1


@pytest.mark.rule("BASE-041", "BASE-044")
def test_an_award_that_is_worth_nothing_has_no_holder(register: Register) -> None:
    class Plain(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.army_points = 0
            config.route_points = 0

    roads = {0: "0,0,NE 0,0,E 0,0,SE -1,1,NE"}
    given = {"roads": roads, "cards": {0: "knight"}, "played": {0: "knight*2"}, "hands": {0: "brick lumber"}}
    t = table(modules=house(register, Plain), **given).play("knight", "robber 0,-1", "road -1,0,E")  # type: ignore[arg-type] # keywords of table
    t.check(army=None, longest=None, length={0: 5}, points={0: 0})
    found = view(t.game, 0)
    assert isinstance(found, IslandView)
    shown = found.seats[0]
    assert (shown.route, shown.trail, shown.awards) == (-1, {}, [])
    told = text(found, Words("en"), ["Maud", "Odile", "Tibor"])
    assert "long" not in told
    table(**given).play("knight", "robber 0,-1", "road -1,0,E").check(army=0, longest=0)  # type: ignore[arg-type] # keywords of table


@pytest.mark.rule("BASE-034")
@pytest.mark.parametrize("wait", [False, True])
def test_cards_may_wait_until_the_next_turn_begins(register: Register, wait: bool) -> None:
    class Closing(House):
        @staticmethod
        def figures(config: IslandConfig) -> None:
            config.cards_wait = wait

        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.phase = r.add_phase(BuildingPhase("house_closing", self.r, pass_code(self.r)))

        def close_turn(self, s: State, seat: i64) -> None:
            s.push(self.phase, seat)

    t = table(modules=house(register, Closing), fresh={0: "knight"}).play("end")
    held = t.r.cards + 0 * t.r.kinds
    assert t.cell(held) == (0 if wait else 1)
    t.play("pass").check(phase="roll", actors=[1])
    assert t.cell(held) == 1


@pytest.mark.parametrize(
    ("knights", "holder"),
    [
        ((2, 0, 0), -1),
        ((3, 3, 0), -1),
        ((3, 4, 0), 1),
        ((3, 2, 0), 0),
        ((2, 3, 3), -1),
        ((2, 3, 0), 1),
        ((2, 2, 2), -1),
    ],
)
@pytest.mark.rule("BASE-044")
def test_an_army_that_shrinks_is_lost_to_who_is_as_strong(knights: tuple[int, ...], holder: int) -> None:
    t = table(played={0: "knight*5"})
    for seat, count in enumerate(knights):
        t.game.state.cells[t.r.played + seat * KINDS + KNIGHT] = count
    army_shrank(t.r, t.game.state)
    assert t.cell(t.r.army_holder) - 1 == holder


def test_a_game_may_end_in_a_way_of_its_own_with_a_ranking(register: Register) -> None:
    class Doom(House):
        NAME = "doom"

        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.lost = r.add_ending("all_lost")

        def begin_turn(self, s: State, seat: i64) -> None:
            if seat == 1:
                self.r.finish_as(s, 0, self.lost)

    t = table(3, modules=house(register, Doom), settlements={0: "0,0,N", 2: "-1,2,S"}, cities={1: "1,1,S"})
    assert t.r.ending(t.game.state) == ""
    t.play("end")
    assert t.game.over
    assert t.game.winners == []
    assert t.r.ending(t.game.state) == "doom.all_lost"
    assert t.r.ranking(t.game.state) == [[1], [0, 2]]


# Options.


@pytest.mark.rule("MIX-023")
def test_one_module_sets_the_goal_and_others_add_to_it(register: Register) -> None:
    register(
        settings("sets", defaults={"goal": 14}),
        settings("adds", raises={"goal": 1}),
        settings("other", defaults={"goal": 12}),
    )
    config = {"seats": 3, "layout": "beginner"}
    for modules, goal in ((["sets", "adds"], 15), (["adds", "sets"], 15), (["adds"], 11), (["other", "adds"], 13)):
        assert Game.new({**config, "modules": modules}).rules.resolved()["options"]["goal"] == goal
    assert (
        Game.new({**config, "modules": ["sets", "adds"], "options": {"goal": 9}}).rules.resolved()["options"]["goal"]
        == 9
    )
    with pytest.raises(ConfigError, match="'other' and 'sets' set the default of the option 'goal' to 12 and 14"):
        Game.new({**config, "modules": ["sets", "other"]})


# Seats, and who trades.


CROWD = settings("crowd", more_seats=(7,), only_seats=(3, 7))
"""Makes room for seven, and is played by three or seven alone."""
PAIR = settings("pair", only_seats=(2,))
"""For two alone."""


def test_modules_add_numbers_of_seats_and_restrict_them(register: Register) -> None:
    register(CROWD)
    modules = ["crowd"]
    config = {"layout": "random", "options": {"pieces": "free"}}
    for seats in (3, 7):
        assert Game.new({**config, "seats": seats, "modules": modules}, seed=1).rules.seats == seats
    assert Game.new({**config, "modules": modules}, seed=1).rules.seats == 3  # the nearest to the usual number
    for seats, given, said in (
        (4, modules, "'crowd' is played with 3 or 7 seats, got 4"),
        (7, [], "7 seats need the module 'crowd'; without it there are 2, 3, 4"),
        (8, [], "seats must be one of 2, 3, 4, got 8"),
        (True, modules, "seats must be one of 3, 7, got True"),
    ):
        with pytest.raises(ConfigError, match=said):
            Game.new({**config, "seats": seats, "modules": given}, seed=1)


def test_two_modules_without_a_common_number_of_seats_are_refused(register: Register) -> None:
    register(CROWD, PAIR)
    with pytest.raises(ConfigError, match="is played with"):
        Game.new({"layout": "random", "modules": ["crowd", "pair"]}, seed=1)


def test_a_module_says_who_may_offer_a_trade(register: Register) -> None:
    class Mute(House):
        NAME = "mute"

        def may_offer(self, s: State, seat: i64) -> bool:
            return seat != 0

        def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
            return no.say("BASE-025", "hush") if self.r.verb_of[codes[0]].word == "offer" else None

    hands = {0: "brick*5", 1: "wool"}
    t = table(modules=house(register, Mute), hands=hands)
    assert t.can("bank brick*4 ore")
    assert "offer GOODS for GOODS" not in t.game.forms()
    t.refuses("offer brick for wool", "BASE-025")
    trade = next(action for action in view(t.game, 0).actions if action.verb == "trade")
    assert trade.reason is not None
    assert trade.reason.say.text == "hush"
    assert "offer GOODS for GOODS" in table(modules=["mute"], hands=hands, on_turn=1).game.forms()


# Depth, and all of it together.


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_all_of_these_end_and_load(register: Register, seed: int) -> None:
    modules = house(register, Herald, Fair, Double, closing("lamps"))
    config = {"seats": 4, "layout": "random", "modules": modules, "options": {"turns": 12, "trade": "bank"}}
    game = play(Game.new(config, seed=seed), random.Random(seed), 900)
    assert Game.load(game.save()).hash() == game.hash()
    assert int(game.state.cells[DEPTH]) < FRAMES


class Judge(House):
    """Before the first turn a seat decides something that it cannot take back."""

    NAME = "judge"

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        ruling = r.add_verb(Ruling(r), final=True)
        waits = ("HOUSE-001", "the judge decides first")
        self.judging = r.add_phase(JudgingPhase("judging", asks=ruling), waits=waits)

    def after_setup(self, s: State) -> None:
        s.push(self.judging, 1)


class JudgingPhase(Phase):
    """The judge decides. Frame: the judge."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        out.add(self.asks)


class Ruling(Verb):
    """`ruling`: the decision."""

    def __init__(self, r: Island) -> None:
        super().__init__("ruling")
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()


def test_a_phase_says_why_other_seats_wait_and_a_final_verb_is_not_undone(register: Register) -> None:
    game = Game.new({"seats": 3, "layout": "beginner", "modules": house(register, Judge), "options": {"first": 0}})
    while game.rules.phase_name(game.state) != "judging":
        game.draw(random.Random(1))
    refused = game.why_not("roll", 0)
    assert refused is not None
    assert (refused.rule, refused.text) == ("HOUSE-001", "the judge decides first")
    game.play("ruling", 1)
    assert not game.can_undo(1)
    assert game.rules.named(game.rules.verb_named("city").offset + 2) == ("city", 2)
