"""Kinds of line, their weights and loose ends, and colours that nobody plays: the island with ferries."""

from __future__ import annotations

import random

import msgspec
import pytest

from bastide.catan.base.building import lay_line, lift_line, place_settlement
from bastide.catan.base.island import line_left
from bastide.catan.base.lines import loose_end
from bastide.catan.base.robber import victims
from bastide.catan.family import MODULES
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.testing.play import island, play
from bastide.view import svg, view
from bastide.view.island.model import IslandView
from bastide.view.island.text import place
from bastide.view.model import OPEN, SPECTATOR, Piece
from bastide.view.text import text
from bastide.view.words import Words
from tests.island import plain_lines
from tests.island.archipelago.rules.ferries import BRIDGE, FERRY, FORDS, STARTS, Ferries, FerriesRules
from tests.kit import Table, table
from tests.sizes import sized

SEEDS = range(sized(4, 60))
HOME = "2,-1,N"
"""A corner on the coast: a ferry leads from it to the islet."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "ferries", Ferries)


def at_strait(**position: object) -> Table:
    """A position there; seats 0 to 2 play, 3 and 4 are neutral."""
    return table(3, layout="strait", modules=["ferries"], **position)  # type: ignore[arg-type] # keywords of table


def new(layout: str = "strait", seed: int = 0, seats: int = 3, **options: object) -> Game:
    """A new game there."""
    return Game.new({"seats": seats, "modules": ["ferries"], "layout": layout, "options": options}, seed=seed)


def edge(t: Table, name: str) -> int:
    return t.r.board.edge_index[name]


def lay(t: Table, owner: int, kind: str, *places: str) -> None:
    """Lay lines as the engine does."""
    for name in places:
        lay_line(t.r, t.game.state, owner, t.r.line_names.index(kind), edge(t, name))


def route(t: Table, owner: int = 0) -> int:
    return t.cell(t.r.route + owner)


# -- kinds of line


def test_a_line_is_paid_for_and_leaves_the_supply() -> None:
    t = at_strait(settlements={0: HOME}, hands={0: "lumber wool"})
    assert t.places("ferry") == {"2,-1,NE", "2,-2,E"}
    t.play("ferry 2,-1,NE").check(hands={0: ""}, length={0: 1})
    assert t.cell(int(line_left(t.r, 0, FERRY))) == 5
    [told] = t.told("line")
    assert (told.seat, told.b) == (0, FERRY)
    t.refuses("ferry 3,-2,SE", "HOUSE-001", "lumber wool")


def test_a_line_can_be_undone_and_recorded() -> None:
    t = Table(new(first=0)).play(f"settle {HOME}")
    before = t.game.hash()
    t.play("ferry 2,-1,NE")
    assert Game.load(t.game.save()).hash() == t.game.hash() != before
    t.game.undo()
    assert t.game.hash() == before
    assert t.cell(t.r.line_kind + edge(t, "2,-1,NE")) == 0


def test_a_kind_keeps_to_its_edges() -> None:
    t = at_strait(settlements={0: "0,0,N"}, hands={0: "lumber*5 wool*5 brick*5"})
    t.refuses("road 0,0,NE", "BASE-029")
    t.refuses("bridge 0,-1,E", "HOUSE-002")
    assert t.places("bridge") == {"0,0,NE"}
    t.refuses("ferry 0,-1,E", "HOUSE-001")


def test_a_kind_that_does_not_join_needs_a_building() -> None:
    hand = "lumber*5 wool*5 brick*5 grain*5"
    t = at_strait(settlements={0: "1,-1,N"}, roads={0: "1,-1,NE 2,-2,SE"}, hands={0: hand})
    t.refuses("ferry 2,-1,NE", "HOUSE-001")
    assert t.can("road 2,-1,NE")
    t.play(f"settle {HOME}", "ferry 2,-1,NE", "ferry 3,-2,SE")
    t.refuses("road 3,-1,NE", "BASE-029")
    t.play("settle 3,-1,N", "road 3,-1,NE")


def test_a_kind_that_joins_goes_on() -> None:
    t = at_strait(settlements={0: "0,-1,N"}, hands={0: "lumber*5 brick*5"})
    lay(t, 0, "road", "0,-1,NE", "0,-1,E")
    t.play("bridge 0,0,NE", "road 1,-1,SE").check(length={0: 4})
    t.refuses("bridge -1,1,E", "HOUSE-002")


def test_an_edge_takes_one_line() -> None:
    t = at_strait(settlements={0: HOME}, hands={0: "lumber*5 wool*5 brick*5"})
    t.play("ferry 2,-1,NE")
    t.refuses("road 2,-1,NE", "BASE-030")
    t.refuses("ferry 2,-1,NE", "HOUSE-001")


def test_an_opponent_closes_the_way_of_a_line() -> None:
    t = at_strait(settlements={0: HOME, 1: "3,-1,N"}, hands={0: "lumber*5 wool*5"})
    lay(t, 0, "ferry", "2,-1,NE", "3,-2,SE")
    t.refuses("ferry 3,-1,NE", "HOUSE-001")


def test_the_card_lays_free_kinds() -> None:
    t = at_strait(settlements={0: f"{HOME} 0,0,N"}, cards={0: "roads"}).play("roads")
    assert t.verbs() == {"road", "ferry"}
    t.refuses("bridge 0,0,NE", "BASE-036")
    t.play("ferry 2,-1,NE", "road 0,-1,E").check(phase="main", roads={0: 14})


def test_the_card_can_be_played_for_other_lines_alone() -> None:
    t = at_strait(settlements={0: HOME}, cards={0: "roads"})
    t.game.state.cells[t.r.left] = 0
    assert t.can("roads")
    t.game.state.cells[line_left(t.r, 0, FERRY)] = 0
    t.refuses("roads", "BASE-036")


def test_a_starting_piece_may_take_a_free_kind() -> None:
    t = Table(new(first=0)).play(f"settle {HOME}")
    assert t.verbs() == {"road", "ferry"}
    assert t.places("ferry") == {"2,-1,NE", "2,-2,E"}
    t.refuses("ferry 3,-2,SE", "BASE-013")
    t.play("ferry 2,-1,NE")
    assert t.cell(t.r.line_kind + edge(t, "2,-1,NE")) == FERRY
    t.play("settle 0,0,N")
    t.refuses("bridge 0,0,NE", "BASE-013")


def test_two_modules_cannot_add_one_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(Ferries):
        def __init__(self) -> None:
            super().__init__()
            self.name, self.sites, self.layouts = "other", {}, ()

    monkeypatch.setitem(MODULES, "other", Other)
    with pytest.raises(ConfigError, match="'ferry' of 'other' is already declared by 'ferries'"):
        Game.new({"modules": ["ferries", "other"], "layout": "strait"}, seed=1)


def test_a_printed_road_lies_on_an_edge_for_roads() -> None:
    starts = [{"seat": 0, "corner": "0,0,N", "edge": "0,0,NE"}]
    with pytest.raises(ConfigError, match="no road lies at '0,0,NE' on this board"):
        Game.new({"seats": 2, "modules": ["ferries"], "layout": "strait", "starts": starts}, seed=1)


# -- routes


@pytest.mark.rule("BASE-040")
def test_a_route_changes_its_kind_only_at_an_own_building() -> None:
    t = at_strait(settlements={0: "1,-1,N 3,-1,N"})
    lay(t, 0, "road", "1,-1,NE", "2,-2,SE")
    lay(t, 0, "ferry", "3,-2,SE", "2,-1,NE")
    assert route(t) == 2
    place_settlement(t.r, t.game.state, 0, t.r.board.corner_index[HOME])
    assert route(t) == 4
    lift_line(t.r, t.game.state, edge(t, "2,-2,SE"))
    assert route(t) == 2


@pytest.mark.rule("BASE-042")
def test_an_opponent_cuts_a_line() -> None:
    t = at_strait(settlements={0: HOME})
    lay(t, 0, "ferry", "2,-1,NE", "3,-2,SE", "3,-1,NE")
    assert route(t) == 3
    place_settlement(t.r, t.game.state, 1, t.r.board.corner_index["3,-1,N"])
    assert route(t) == 2


@pytest.mark.rule("BASE-040", "BASE-041")
def test_a_line_may_count_for_more_than_one() -> None:
    t = at_strait(settlements={0: HOME})
    lay(t, 0, "ferry", "2,-1,NE", "3,-2,SE", "3,-1,NE")
    at = edge(t, "3,-2,SE")
    t.r.module(FerriesRules).put_load(t.game.state, at, 2)
    t.check(length={0: 5}, longest=0, points={0: 3})
    t.r.module(FerriesRules).put_load(t.game.state, at, 0)
    t.check(length={0: 3}, longest=None, points={0: 1})
    free = edge(t, "2,-2,E")
    t.r.module(FerriesRules).put_load(t.game.state, free, 1)
    lay(t, 0, "ferry", "2,-2,E")
    assert route(t) == 5


# -- loose ends


def test_an_end_is_loose_unless_something_of_its_colour_is_there() -> None:
    t = at_strait(settlements={0: HOME, 1: "3,-1,N"})
    s, last = t.game.state, edge(t, "3,-2,SE")
    lay(t, 0, "ferry", "2,-1,NE")
    assert loose_end(t.r, s, 0, edge(t, "2,-1,NE"))
    lay(t, 0, "ferry", "3,-2,SE")
    assert not loose_end(t.r, s, 0, edge(t, "2,-1,NE"))
    assert loose_end(t.r, s, 0, last), "an opponent's building holds nothing"
    s.cells[t.r.module(FerriesRules).beacon + t.r.board.corner_index["3,-1,N"]] = 2
    assert loose_end(t.r, s, 0, last), "nor does an opponent's beacon"
    s.cells[t.r.module(FerriesRules).beacon + t.r.board.corner_index["3,-1,N"]] = 1
    assert not loose_end(t.r, s, 0, last)


def test_a_line_that_does_not_join_leaves_an_end_loose() -> None:
    t = at_strait(settlements={0: HOME})
    lay(t, 0, "ferry", "2,-1,NE", "3,-2,SE")
    lay(t, 0, "road", "3,-1,NE")
    assert loose_end(t.r, t.game.state, 0, edge(t, "3,-2,SE"))
    t = at_strait(settlements={0: "0,-1,N"})
    lay(t, 0, "road", "0,-1,NE", "0,-1,E")
    assert loose_end(t.r, t.game.state, 0, edge(t, "0,-1,E"))
    lay(t, 0, "bridge", "0,0,NE")
    assert not loose_end(t.r, t.game.state, 0, edge(t, "0,-1,E"))


def test_a_loose_line_is_moved() -> None:
    t = at_strait(settlements={0: HOME})
    lay(t, 0, "ferry", "2,-1,NE", "3,-2,SE")
    assert t.places("unmoor") == {"3,-2,SE"}
    t.play("unmoor 3,-2,SE").check(length={0: 1}, phase="ferries_moor")
    assert t.cell(int(line_left(t.r, 0, FERRY))) == 5
    t.play("ferry 2,-2,E").check(length={0: 2}, hands={0: ""}, phase="main")
    assert t.cell(int(line_left(t.r, 0, FERRY))) == 4
    assert not t.places("unmoor")
    plain_lines.check(t.r, t.game.state)


# -- colours that nobody plays


def test_neutral_pieces_yield_nothing_and_cannot_be_robbed() -> None:
    t = at_strait(settlements={0: "2,0,N"}, hands={0: "ore", 1: "ore"}, rolled=False)
    board, s = t.r.board, t.game.state
    assert [t.cell(t.r.owner + board.corner_index[place]) for place in STARTS] == [4, 5]
    for h in range(int(board.land)):
        s.cells[t.r.robber] = h
        assert int(victims(t.r, s, 1)) in (0, 1)
    s.cells[t.r.robber] = board.hex_index["4,-2"]
    for number in (3, 4, 5, 6, 8, 9, 10, 11):
        t.play("roll", f"roll {(number + 1) // 2} {number // 2}")
        assert all(event.seat < 3 for kind in ("yield", "gain") for event in t.told(kind))
        t.play("end")


def test_a_neutral_piece_keeps_its_distance_and_takes_its_place() -> None:
    t = at_strait(settlements={0: "0,1,S"}, hands={0: "lumber brick wool grain"})
    lay(t, 0, "road", "0,1,SE", "0,1,E", "0,1,NE", "0,0,SE")
    assert not t.places("settle") & {"0,1,N", "-1,2,N", STARTS[0]}
    lay(t, 3, "road", "-1,1,NE")
    t.refuses("road -1,1,NE", "BASE-029" if t.hand(0).get("lumber") == 0 else "BASE-030")


def test_each_road_brings_one_to_the_first_neutral() -> None:
    t = at_strait(settlements={0: "2,0,N"}, hands={0: "lumber*2 brick*2"})
    t.play("road 2,0,NE")
    assert [(event.seat, event.kind) for event in t.told("road")] == [(0, "road"), (3, "road")]
    t.check(length={0: 1, 3: 1})
    plain_lines.check(t.r, t.game.state)


@pytest.mark.rule("BASE-041")
def test_a_neutral_may_hold_the_longest_route() -> None:
    t = at_strait(settlements={0: "2,0,N"})
    lay(t, 3, "road", "0,0,SE", "0,0,E", "1,-1,SE", "1,-1,E", "1,-1,NE")
    t.check(longest=3, length={3: 5}, points={0: 1})
    lay(t, 0, "road", "2,0,NE", "2,-1,E", "2,-1,NE", "2,-2,E", "2,-2,NE")
    t.check(longest=3, length={0: 5})
    lay(t, 0, "road", "2,-3,SE")
    t.check(longest=0, points={0: 3})


# -- whole games


@pytest.mark.parametrize("layout", ["strait", "quarry_strait"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_is_what_the_pieces_say(seed: int, layout: str) -> None:
    game = new(layout, seed, seats=2 + seed % 3)
    rng = random.Random(seed)
    r = island(game)
    ferries = r.module(FerriesRules)
    words: set[str] = set()

    def look(g: Game) -> None:
        words.add(g.decisions[-1].text.split()[0] if g.decisions else "")
        if g.version % 5 == 0:
            plain_lines.check(r, g.state)

    play(game, rng, 500, look)
    assert words >= {"ferry", "unmoor", "road"}
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(20):
        ferries.put_load(game.state, rng.randrange(int(r.board.edges)), rng.randrange(3))
        plain_lines.check(r, game.state)


@pytest.mark.parametrize("seed", SEEDS)
def test_middles_are_part_of_networks_and_routes(seed: int) -> None:
    class AloneRules(FerriesRules):
        def begin_turn(self, s: object, seat: object) -> None:
            """Nothing moves."""

        def turn_actions(self, s: object, seat: object, rolled: object, out: object) -> None:
            """Nothing moves."""

    class Alone(Ferries):
        neutrals = 0

        def __init__(self) -> None:
            super().__init__("ferries", AloneRules)

        def prepare(self, config: object) -> None:
            """Roads alone."""

    MODULES["ferries"] = Alone
    game = new("quarry_strait", seed)
    r = island(game)
    assert (r.lines, r.colours) == (1, 3)
    play(game, random.Random(seed), 400, lambda g: plain_lines.check(r, g.state) if g.version % 5 == 0 else None)


def test_four_roads_meet_at_the_corner_of_a_hex_with_a_middle() -> None:
    t = table(3, layout="quarry_strait", modules=["ferries"], settlements={0: "2,-2,S"})
    lay(t, 0, "road", "2,-2,CS", "2,-2,CSE")
    assert route(t) == 2
    assert t.cell(t.r.open_edges + edge(t, "2,-2,CSW") // 60) >> (edge(t, "2,-2,CSW") % 60) & 1
    plain_lines.check(t.r, t.game.state)


# -- how it is shown


def shown(game: Game, viewer: int) -> IslandView:
    seen = view(game, viewer)
    assert isinstance(seen, IslandView)
    return seen


def test_lines_and_neutral_colours_are_shown() -> None:
    t = at_strait(settlements={0: HOME}, hands={0: "lumber*3 wool*2 brick"})
    t.play("ferry 2,-1,NE", "road 2,-2,SE")
    for viewer in (0, 1, SPECTATOR, OPEN):
        seen = shown(t.game, viewer)
        assert [(one.seat, one.route) for one in seen.unplayed] == [(3, 1), (4, 0)]
        assert [(p.seat, p.place) for p in seen.pieces if p.kind == "ferry"] == [(0, "2,-1,NE")]
        assert {p.seat for p in seen.pieces} == {0, 3, 4}
        told = text(seen, Words("en"), ["Maud", "Odile", "Paul"])
        assert "neutral 1: road 1 long" in told
        assert "ferry: 2,-1,NE" in told
        assert "Maud builds: ferry" in told
        assert "neutral 1 builds a road" in told
        assert "neutre 2" in text(seen, Words("fr"), ["Maud"])
        drawn = svg.board(seen, str, seats=["azure", "ivory", "amber"])
        assert all(f"settlement-{color}" in drawn for color in ("azure", "stone", "driftwood"))
    mine = shown(t.game, 0)
    assert mine.seats[0].left["ferry"] == 5
    [button] = [action for action in mine.actions if action.verb == "ferry"]
    assert (button.enabled, button.left, button.cost) == (True, 5, {"lumber": 1, "wool": 1})
    assert {target.place for target in mine.targets if target.verb == "ferry"} == t.places("ferry")
    assert b"neutrals" not in msgspec.json.encode(shown(table(3).game, 0))


def test_pieces_of_nobody_are_shown() -> None:
    seen = shown(at_strait(settlements={0: HOME}).game, SPECTATOR)
    alone = [Piece("ferry", "2,-1,NE", -1), Piece("pirate", "3,-1", -1), Piece("settlement", "3,-1,N", -1)]
    seen = msgspec.structs.replace(seen, pieces=[*seen.pieces, *alone])
    told = text(seen, Words("en"), ["Maud", "Odile", "Paul"])
    assert "\\F\\" in told
    assert "(S)" in told
    assert place(seen, Words("en"), ["Maud"], "2,-1,NE") == "2,-1,NE ferry"
    assert 'href="#' in svg.board(seen, str)


def test_fords_and_kinds_have_their_numbers() -> None:
    t = at_strait()
    assert t.r.line_names == ["road", "ferry", "bridge"]
    assert {t.r.board.edge_names[e] for e in plain_lines.edges_of(t.r, BRIDGE)} == set(FORDS)
