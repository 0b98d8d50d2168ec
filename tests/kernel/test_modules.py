"""What a module can do: the order of modules, every seam; its own fields are copied, hidden, dealt and recorded."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.lines import loose_end
from bastide.catan.base.network import may_lay
from bastide.catan.base.robber import BY_KNIGHT, BY_SEVEN
from bastide.catan.base.seams import IslandModule, ModuleRules, RobberLimit
from bastide.catan.board.terrain import Terrain
from bastide.catan.family import MODULES
from bastide.kernel.codes import Codes
from bastide.kernel.combinations import check_together
from bastide.kernel.errors import ConfigError, IllegalAction
from bastide.kernel.families import in_order
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.rules import Verb
from bastide.kernel.state import State
from bastide.testing.play import island, play
from bastide.view import view
from tests.kernel.orchard import BAG, Orchard, OrchardRules
from tests.kit import Table, land, table

TWO_FIELDS = land("0,0 fields 6", "1,0 forest 8", "0,1 fields 5", "-1,1 desert", "1,-1 hills 9")
Register = Callable[..., None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Makes modules known to the family for one test."""

    def known(*makers: Callable[[], IslandModule]) -> None:
        for maker in makers:
            monkeypatch.setitem(MODULES, maker().name, maker)

    return known


# -- order


def named(name: str, after: str = "", before: str = "", excludes: str = "") -> IslandModule:
    module = IslandModule(name)
    module.after, module.before = after.split(), before.split()
    module.excludes = dict.fromkeys(excludes.split(), "HOUSE-001")
    return module


def order(*modules: IslandModule) -> str:
    return " ".join(module.name for module in in_order(list(modules)))


def test_modules_keep_the_order_of_the_config_unless_they_say_otherwise() -> None:
    assert order(named("b"), named("a"), named("c")) == "b a c"
    assert order(named("b", after="c"), named("a"), named("c")) == "a c b"
    assert order(named("b"), named("a"), named("c", before="b")) == "a c b"
    assert order(named("a", after="b"), named("b", after="c"), named("c")) == "c b a"
    assert order(named("a", after="b", before="c"), named("c"), named("b")) == "b a c"
    assert order() == ""


def test_modules_that_are_not_there_are_waited_for_by_nobody() -> None:
    assert order(named("a", after="x"), named("b", before="y", excludes="z")) == "a b"


@pytest.mark.parametrize(
    "modules",
    [
        (named("a", after="b"), named("b", after="a")),
        (named("a", before="b"), named("b", before="a")),
        (named("a", after="a"),),
        (named("a", after="c"), named("b", after="a"), named("c", after="b"), named("d")),
    ],
)
def test_modules_that_each_want_to_come_later_are_refused(modules: tuple[IslandModule, ...]) -> None:
    with pytest.raises(ConfigError, match=r"'a'.* each want to come after another"):
        order(*modules)


@pytest.mark.parametrize("turned", [False, True])
def test_modules_that_exclude_each_other_are_refused_with_the_rule(turned: bool) -> None:
    modules = [named("a", excludes="b"), named("b")]
    with pytest.raises(ConfigError, match=r"'a' and 'b' cannot be combined \(HOUSE-001\)"):
        check_together("island", modules[::-1] if turned else modules)


def test_seams_are_called_in_that_order(register: Register) -> None:
    called: list[str] = []

    class Listener(ModuleRules):
        def begin_turn(self, s: State, seat: i64) -> None:
            called.append(self.name)

    def first() -> IslandModule:
        module = IslandModule("first", Listener)
        module.before = ["second"]
        return module

    register(first, lambda: IslandModule("second", Listener))
    Game.new({"seats": 3, "layout": "beginner", "modules": ["second", "first"], "options": {"first": 0}})
    assert called[:2] == ["first", "second"]


def test_seams_are_checked_only_if_a_module_overrides_one_that_games_call(register: Register) -> None:
    class Declares(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            r.schema.add("apples", [1], most=9)

    class Plays(ModuleRules):
        def goal(self, s: State, seat: i64) -> i64:
            return 1

    land = IslandModule("land")
    land.terrains = {"lake": Terrain(water=True)}
    register(lambda: IslandModule("idle"), lambda: land)
    register(lambda: IslandModule("declares", Declares), lambda: IslandModule("plays", Plays))

    def modular(*modules: str) -> bool:
        return table(modules=list(modules)).r.modular

    assert not modular()
    assert not modular("idle", "declares")
    assert modular("idle", "plays")
    assert modular("land")


def test_a_module_that_is_not_known_is_refused() -> None:
    with pytest.raises(ConfigError, match="nowhere"):
        Game.new({"modules": ["nowhere"]})


def test_a_module_declares_a_field_once(register: Register) -> None:
    class Twice(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            r.schema.add("apples", [1], most=9)
            r.schema.add("apples", [1], most=9)

    register(lambda: IslandModule("one", Twice))
    with pytest.raises(ValueError, match=r"'one\.apples' is declared twice"):
        Game.new({"modules": ["one"]})


# -- the orchard: several seams at once


@pytest.fixture
def orchard(register: Register) -> None:
    register(Orchard)


def apples(t: Table, seat: int) -> int:
    module = t.r.module(OrchardRules)
    return t.cell(module.apples + seat)


def give_apples(t: Table, seat: int, n: int) -> None:
    module = t.r.module(OrchardRules)
    t.game.state.cells[module.apples + seat] = n
    for k, left in enumerate(BAG):
        t.game.state.cells[module.bag + k] = left


@pytest.mark.usefixtures("orchard")
def test_a_yield_can_be_added_to_and_replaced() -> None:
    t = table(2, layout=TWO_FIELDS, modules=["orchard"], settlements={0: "0,0,N"}, cities={1: "2,-1,S"}, rolled=False)
    t.play("roll", "roll 3 3")
    t.check(hands={0: "grain"})
    assert apples(t, 0) == 1
    t.play("end", "roll", "roll 4 4")
    t.check(hands={1: "wool"})  # not two lumber: the yield was replaced


@pytest.mark.usefixtures("orchard")
def test_a_rate_points_and_the_goal() -> None:
    t = table(2, modules=["orchard"], settlements={0: "0,0,N"}, hands={0: "lumber*2 brick*2 wool*3", 1: "ore"}, goal=4)
    t.refuses("bank wool*3 ore", "BASE-027")
    give_apples(t, 0, 6)
    assert t.points(0) == 4  # of five: the goal is a point higher, too
    t.play("road 0,0,NE", "bank wool*3 ore")
    t.check(hands={0: "lumber brick ore"}, points={0: 4})
    assert not t.game.over
    give_apples(t, 0, 9)
    t.play("road 0,0,E")
    t.check(winners=[0])


@pytest.mark.usefixtures("orchard")
def test_a_hand_limit_and_where_the_robber_may_stand() -> None:
    t = table(2, layout="beginner", modules=["orchard"], hands={0: "ore*8", 1: "wool*8"}, rolled=False)
    give_apples(t, 0, 1)
    t.play("roll", "roll 3 4").check(actors=[1])
    t.play("1: discard wool*4").check(phase="robber")
    forests = {
        name for name, terrain in zip(t.r.board.hex_names, t.r.board.terrain, strict=True) if terrain == "forest"
    }
    assert len(t.places("robber")) == 18 - len(forests)
    assert not t.places("robber") & forests
    t.refuses(f"robber {min(forests)}", "BASE-023")


@pytest.mark.usefixtures("orchard")
def test_verbs_and_phases_of_its_own() -> None:
    t = table(2, modules=["orchard"], settlements={0: "0,0,N"})
    assert "press" not in t.verbs()
    t.refuses("press", "BASE-016")
    give_apples(t, 0, 1)
    assert t.verbs() == {"press", "end"}
    t.play("press").check(phase="bag")
    assert t.game.chances() == [("seed pip", 5), ("seed stone", 3)]
    t.refuses("0: seed pip", "BASE-048")
    t.play("chance: seed stone").check(phase="sow", actors=[0])
    assert t.legal() == ["sow nothing", "sow stone"]
    t.play("sow stone").check(phase="main")
    assert apples(t, 0) == 1


@pytest.mark.compiled
@pytest.mark.usefixtures("orchard")
def test_its_fields_are_copied_hashed_recorded_and_dealt_anew() -> None:
    config = {"seats": 3, "layout": "beginner", "modules": ["orchard"], "options": {"first": 0, "trade": "bank"}}
    changed = False
    for seed in range(5):
        rng = random.Random(seed)
        game = play(Game.new(config, seed=seed), rng, 400)
        rules = island(game)
        module = rules.module(OrchardRules)
        assert any(decision.text == "press" for decision in game.decisions)

        other = game.state.copy()
        other.cells[module.seeds] += 1
        assert game.hash() == Game.load(game.save()).hash()
        assert Game(rules).hash() == game.at(0).hash()
        copy = game.copy()
        copy.state = other
        assert copy.hash() != game.hash()

        for k, n in enumerate(BAG):
            rows = [int(game.state.cells[module.seeds + seat * 2 + k]) for seat in range(3)]
            assert sum(rows) + game.state.cells[module.bag + k] == n
        for viewer in range(-1, 3):
            dealt = game.copy()
            dealt.state = resample(rules, game.state, viewer, rng)
            assert msgspec.json.encode(view(dealt, viewer)) == msgspec.json.encode(view(game, viewer))
            cells = [[int(s.cells[module.seeds + k]) for k in range(6)] for s in (game.state, dealt.state)]
            changed = changed or cells[0] != cells[1]
            if viewer >= 0:
                assert cells[0][2 * viewer : 2 * viewer + 2] == cells[1][2 * viewer : 2 * viewer + 2]
            assert int(dealt.state.cells[module.apples]) == int(game.state.cells[module.apples])
    assert changed


# -- the other seams, one small module each


def with_module(register: Register, rules: type[ModuleRules], **position: object) -> Table:
    register(lambda: IslandModule("house", rules))
    return table(modules=["house"], **position)  # type: ignore[arg-type] # keywords of table, passed on


def limiting(limit: Callable[[], RobberLimit]) -> type[ModuleRules]:
    """The rules of a module that only limits the robber."""

    class Limiting(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            r.limit_robber(limit())

    return Limiting


def test_a_module_may_close_edges_and_corners(register: Register) -> None:
    class Fence(ModuleRules):
        def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
            return edge % 2 == 0

        def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
            return False

    hands = {0: "brick*3 lumber*3 wool grain"}
    roads = {0: "0,-1,SE 0,0,NE 0,0,E"}
    t = with_module(register, Fence, settlements={0: "0,0,N"}, roads=roads, hands=hands)
    plain = table(settlements={0: "0,0,N"}, roads=roads, hands=hands)
    assert t.places("road") == {place for place in plain.places("road") if t.r.board.edge_index[place] % 2 == 0}
    assert t.places("road") < plain.places("road")
    assert t.places("settle") == set() < plain.places("settle")


def test_a_module_is_asked_only_of_the_kinds_of_line_that_it_may_close(register: Register) -> None:
    class Fence(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.closable = {"all": -1, "roads": 1, "others": 2}[module.name]

        def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
            return False

    def roads(*modules: str) -> set[str]:
        return table(modules=list(modules), settlements={0: "0,0,N"}, hands={0: "brick lumber"}).places("road")

    register(*(partial(IslandModule, name, Fence) for name in ("all", "roads", "others")))
    assert roads("all") == roads("roads") == set()
    assert roads("others") == roads() != set()


def test_a_module_may_claim_yields_at_goods_or_only_where_there_are_none(register: Register) -> None:
    class Tax(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.claims_goods = module.name == "all"

        def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
            return True

    def drawn(*modules: str) -> int:
        t = table(modules=list(modules), settlements={0: "0,-2,N"}, rolled=False)
        number = int(t.r.board.number[t.r.board.hex_index["0,-2"]])
        t.play("roll", f"roll {number // 2} {number - number // 2}")
        return int(t.r.hand_size(t.game.state, 0))

    register(partial(IslandModule, "all", Tax), partial(IslandModule, "others", Tax))
    assert drawn("all") == 0
    assert drawn("others") == drawn() == 1


def test_a_trade_wins_if_a_module_lets_goods_win(register: Register) -> None:
    class Hoard(ModuleRules):
        def points(self, s: State, seat: i64) -> i64:
            return 10 * s.cells[self.r.hand + seat * 5 + 4]

    pieces = IslandModule("pieces", Hoard)
    pieces.goods_win = False
    register(partial(IslandModule, "goods", Hoard), lambda: pieces)
    for name, over in (("goods", True), ("pieces", False)):
        t = table(modules=[name], hands={0: "wool*4"})
        assert t.r.good_names[4] == "ore"
        assert t.play("bank wool*4 ore").game.over is over


def test_a_module_may_stop_all_lines_for_a_time(register: Register) -> None:
    """Of a kind and a seat; the set-up goes on."""

    class Frost(ModuleRules):
        def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
            return seat == 1 or kind != 0

    places = {0: "0,0,N", 1: "0,-2,N"}
    position = {"settlements": places, "hands": {0: "brick lumber"}, "cards": {0: "roads"}}
    t = with_module(register, Frost, **position)
    plain = table(**position)  # type: ignore[arg-type] # keywords of table, passed on
    assert t.places("road") == set() < plain.places("road")
    assert "roads" in plain.verbs() - t.verbs()
    t.refuses("road 0,0,NE", "BASE-029")
    assert may_lay(t.r, t.game.state, 1, 0, t.r.board.edge_index["0,-2,NE"])
    assert not may_lay(t.r, t.game.state, 0, 0, t.r.board.edge_index["0,0,NE"])
    begun = Game.new({"seats": 2, "modules": ["house"], "layout": "random", "options": {"first": 0}}, seed=1)
    begun.play(begun.legal(0)[0], 0)
    assert len(begun.legal(0)) >= 2


def test_closed_edges_take_no_starting_road(register: Register) -> None:
    """Where all edges of a corner are closed, it takes no settlement either."""

    class Fence(ModuleRules):
        def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
            return edge % 3 == 0

    register(lambda: IslandModule("house", Fence))
    config = {"seats": 2, "modules": ["house"], "layout": "random", "options": {"first": 0}}
    game = Game.new(config, seed=1)
    board = island(game).board
    left_out = 0
    for corner in game.legal(0):
        begun = game.copy()
        begun.play(corner, 0)
        roads = [board.edge_index[line.split()[1]] for line in begun.legal(0)]
        assert roads
        assert all(edge % 3 == 0 for edge in roads)
        left_out += 3 - len(roads)
    assert left_out > 10
    assert len(game.legal(0)) < len(Game.new({**config, "modules": []}, seed=1).legal(0))


def test_a_piece_of_a_module_cuts_routes_and_holds_lines(register: Register) -> None:
    class Tower(ModuleRules):
        def piece_at(self, s: State, corner: i64) -> i64:
            return 1 if self.r.board.corner_names[corner] == "0,0,S" else 0

    line = "0,0,SE -1,1,NE -1,0,E 0,-1,SE"
    t = with_module(
        register,
        Tower,
        settlements={1: "0,1,N"},
        roads={1: line},
    )
    t.check(length={1: 3})
    island = t.r
    edge = island.board.edge_index["-1,1,NE"]
    assert loose_end(island, t.game.state, 1, edge) != loose_end(island, t.game.state, 0, edge)


def test_a_module_may_protect_from_the_thief(register: Register) -> None:
    class Watch(RobberLimit):
        def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
            return victim != 1

    settlements, hands = {1: "0,0,N", 2: "0,-1,N"}, {1: "ore", 2: "wool"}
    t = table(settlements=settlements, hands=hands, cards={0: "knight"}).play("knight", "robber 0,-1")
    assert t.legal() == ["rob 1", "rob 2"]
    t = with_module(register, limiting(Watch), settlements=settlements, hands=hands, cards={0: "knight"})
    t.play("knight", "robber 0,-1").check(phase="steal")
    t.play("steal wool").check(hands={0: "wool", 1: "ore", 2: ""})
    t = with_module(register, limiting(Watch), settlements={1: "0,0,N"}, hands={1: "ore"}, cards={0: "knight"})
    t.play("knight", "robber 0,-1").check(phase="main", hands={0: "", 1: "ore"})


def test_a_module_may_take_over_the_seven_and_the_end_of_a_turn(register: Register) -> None:
    class Calm(ModuleRules):
        def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
            return True

        def next_turn(self, s: State, seat: i64, following: i64) -> i64:
            s.push(self.r.main_phase, seat)  # the same seat goes on: nobody else ever has a turn
            return -1

    t = with_module(register, Calm, hands={0: "ore*8"}, rolled=False)
    t.play("roll", "roll 3 4").check(phase="discard")
    t.play("discard ore*4").check(phase="main", actors=[0])
    t.play("end").check(phase="main", actors=[0])


def test_a_module_hears_what_sets_the_robber_in_motion(register: Register) -> None:
    heard: list[int] = []

    class Calm(ModuleRules):
        def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
            heard.append(int(by))
            return True

    t = with_module(register, Calm, cards={0: "knight"}, rolled=False)
    t.play("knight").check(phase="roll", actors=[0])
    t.play("roll", "roll 3 4").check(phase="main", actors=[0])
    assert heard == [BY_KNIGHT, BY_SEVEN]


def test_a_module_says_what_happens_where_the_robber_has_no_hex(register: Register) -> None:
    class Nowhere(RobberLimit):
        def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
            return False

        def no_hex(self, s: State, seat: i64) -> None:
            s.cells[robber] = -1

    robber = int(table().r.robber)
    t = with_module(register, limiting(Nowhere), hands={0: "ore*8"}, rolled=False)
    t.play("roll", "roll 3 4").check(phase="discard")
    t.play("discard ore*4").check(phase="main", actors=[0])
    assert t.cell(t.r.robber) == -1


def test_a_module_may_let_something_else_move_instead_of_the_robber(register: Register) -> None:
    class ShadowVerb(Verb):
        def apply(self, s: State, seat: i64, arg: i64) -> None:
            s.pop()

    class Closed(RobberLimit):
        def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
            return False

    class Shadow(ModuleRules):
        closed = False

        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.shadow = ShadowVerb("shadow", 1)
            r.add_verb(self.shadow)
            if self.closed:
                r.limit_robber(Closed())

        def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
            out.add(self.shadow.offset)

    class ShadowAlone(Shadow):
        closed = True

    t = with_module(register, Shadow, cards={0: "knight"})
    t.play("knight")
    assert {text.split()[0] for text in t.game.legal()} == {"robber", "shadow"}
    t.play("shadow").check(phase="main", actors=[0])
    t = with_module(register, ShadowAlone, cards={0: "knight"})
    t.play("knight")
    assert t.game.legal() == ["shadow"]


def test_a_module_hears_what_happens(register: Register) -> None:
    heard: list[str] = []

    class Ear(ModuleRules):
        def begin(self, s: State) -> None:
            heard.append("begin")

        def after_setup(self, s: State) -> None:
            heard.append("after_setup")

        def begin_turn(self, s: State, seat: i64) -> None:
            heard.append(f"begin_turn {seat}")

        def after_roll(self, s: State, seat: i64, total: i64) -> None:
            heard.append(f"after_roll {seat} {total}")

        def after_production(self, s: State, total: i64) -> None:
            heard.append(f"after_production {total}")

        def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
            heard.append(f"after_build {seat} {item}")

    t = with_module(register, Ear, settlements={0: "0,0,N"}, hands={0: "brick lumber ore*3 grain*2"}, rolled=False)
    # What precedes the first decision is worked out once for the position and once for its events.
    assert list(dict.fromkeys(heard)) == ["begin", "after_setup", "begin_turn 0"]
    heard.clear()
    t.play("roll", "roll 1 1", "road 0,0,NE", "city 0,0,N", "end", "roll", "roll 3 4")
    assert heard == [
        "after_roll 0 2",
        "after_production 2",
        "after_build 0 0",
        "after_build 0 2",
        "begin_turn 1",
        "after_roll 1 7",
    ]


def test_a_module_may_end_the_game(register: Register) -> None:
    class Storm(ModuleRules):
        def after_roll(self, s: State, seat: i64, total: i64) -> None:
            if total == 12:
                self.r.finish(s, 0)

    t = with_module(register, Storm, settlements={0: "0,0,N"}, rolled=False)
    t.play("roll", "roll 6 6").check(phase="over", winners=[])
    with pytest.raises(IllegalAction):
        t.game.play("end", 0)


def test_what_a_module_changes_nothing_of_is_the_base_game(register: Register) -> None:
    """A module that overrides nothing: the same positions, decision by decision, for all that it costs."""
    register(lambda: IslandModule("nothing"))
    config = {"seats": 3, "layout": "beginner"}
    plain = play(Game.new(config), random.Random(3), 300)
    idle = play(Game.new({**config, "modules": ["nothing"]}), random.Random(3), 300)
    assert plain.decisions == idle.decisions
    assert plain.hash() == idle.hash()
