"""Misspelt and hidden seams of modules are refused when a game is configured."""

from __future__ import annotations

import importlib
from copy import copy
from functools import partial

import pytest
from mypy_extensions import i64

from bastide.carcassonne import family as tiles
from bastide.carcassonne.base import seams as tile_seams
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.catan import family as island
from bastide.catan.base import seams as island_seams
from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.friendly_robber.rules import FriendlyRobberRules
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.rooms import module_class, rules_class
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.spelling import EARLIER, check_seams, seams_of
from bastide.kernel.state import State


def module(method: str, base: type[ModuleRules] = ModuleRules) -> IslandModule:
    """A module whose rules have a method of that name."""

    def answer(self: ModuleRules, s: State, seat: i64) -> i64:
        return 1

    made: type[ModuleRules] = type("Made", (base,), {method: answer})
    return IslandModule("made", made)


def check(*modules: IslandModule) -> None:
    """Check the seams of modules of the island."""
    check_seams(modules, IslandModule, ModuleRules)


@pytest.mark.parametrize(
    ("method", "seam"),
    [
        ("hand_limits", "hand_limit"),
        ("handLimit", "hand_limit"),
        ("hand_limt", "hand_limit"),
        ("after_rol", "after_roll"),
        ("may_offerr", "may_offer"),
        ("goals", "goal"),
        ("begin_turns", "begin_turn"),
        ("hiden_points", "hidden_points"),
        ("connects", "connect"),
    ],
)
def test_a_misspelt_seam_is_refused_with_the_right_one(method: str, seam: str) -> None:
    with pytest.raises(ConfigError, match=rf"the module 'made' has a method '{method}', .* the seam '{seam}'"):
        check(module(method))


@pytest.mark.parametrize("method", ["_hand_limits", "hand_limit", "brew", "spares", "harvest_of", "tide"])
def test_seams_and_helpers_are_not(method: str) -> None:
    check(module(method))


def test_a_helper_may_be_named_like_a_seam_that_is_overridden() -> None:
    class Both(ModuleRules):
        def goal(self, s: State, seat: i64) -> i64:
            return self.goals()

        def goals(self) -> int:
            return 1

    check(IslandModule("both", Both))


@pytest.mark.interpreted  # a plain class cannot be derived from a compiled room
def test_a_class_between_module_and_base_counts() -> None:
    """Also a room's class: what it overrides, and what it does not."""
    with pytest.raises(ConfigError, match=r"'hand_limits', .* the seam 'hand_limit'"):
        check(module("hand_limits", FriendlyRobberRules))
    check(module("may_robs", FriendlyRobberRules))


def test_an_attribute_that_hides_a_seam_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shared(ModuleRules):
        points = 3  # type: ignore[assignment]  # what is refused

    class Own(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            self.goal = 3  # type: ignore[assignment,method-assign]  # what is refused

    class Before(IslandModule):
        lay = None  # type: ignore[assignment]  # what is refused

    modules = ((IslandModule("made", Shared), "points"), (IslandModule("made", Own), "goal"), (Before("made"), "lay"))
    for made, name in modules:
        monkeypatch.setitem(island.MODULES, "made", partial(copy, made))
        with pytest.raises(ConfigError, match=rf"the module 'made' has an attribute '{name}', which hides the seam"):
            Game.new({"modules": ["made"]})
        island._configured.cache_clear()


class Old(IslandModule):
    """A module as it was written before version 0.2."""

    def join(self, r: Island) -> None:
        raise AssertionError


class Older(IslandModule):
    """Another one."""

    def points(self, s: State, seat: i64) -> i64:
        raise AssertionError


@pytest.mark.parametrize(("made", "name"), [(Old, "join"), (Older, "points")])
def test_what_belongs_to_the_rules_of_a_module_is_refused_before_the_game(made: type[IslandModule], name: str) -> None:
    with pytest.raises(ConfigError, match=rf"'made' has a method '{name}', .* class derived from ModuleRules"):
        check(made("made"))


def test_what_is_said_before_the_game_is_refused_in_the_rules() -> None:
    with pytest.raises(ConfigError, match=r"rules of the module 'made' have a method 'prepare', .* from IslandModule"):
        check(module("prepare"))


def plain(self: object) -> None:
    """A method."""


@pytest.mark.parametrize(("name", "now"), [*ModuleRules.former.items(), ("join", "__init__")])
def test_a_hook_of_earlier_versions_is_refused_with_what_replaces_it(name: str, now: str) -> None:
    said = f"method '{name}', a hook .* override '{now}' in its place" if now else f"'{name}', a hook that is gone"
    with pytest.raises(ConfigError, match=said):
        check(module(name))
    if name not in EARLIER:
        before: type[IslandModule] = type("Before", (IslandModule,), {name: plain})
        with pytest.raises(ConfigError, match=said):
            check(before("made"))


def test_what_replaces_a_hook_of_earlier_versions_exists() -> None:
    for now in filter(None, ModuleRules.former.values()):
        place, _, hook = now.rpartition(".")
        assert hook in seams_of(getattr(island_seams, place) if place else ModuleRules)


def test_the_rules_of_a_module_are_a_class_of_its_family() -> None:
    made = IslandModule("made", tile_seams.ModuleRules)
    with pytest.raises(ConfigError, match="rules of the module 'made' must be a class derived from ModuleRules"):
        check(made)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_module_of_ours_misspells_a_seam(family: str) -> None:
    makers = importlib.import_module(FAMILIES[family]).MODULES
    check_seams([make() for make in makers.values()], module_class(family), rules_class(family))


class Fork(Phase):
    """A phase whose method has a former name."""

    def outcome(self, s: State, out: Codes) -> None:
        raise AssertionError


class Pitch(Verb):
    """A verb whose method is misspelt."""

    def aply(self, s: State, seat: i64, arg: i64) -> None:
        raise AssertionError


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (Fork("fork"), r"the phase 'fork' has a method 'outcome', .* 'outcomes'"),
        (Pitch("pitch", 1), r"the verb 'pitch' has a method 'aply', .* 'apply'"),
    ],
)
def test_a_misspelt_method_of_a_phase_or_a_verb_is_refused(
    monkeypatch: pytest.MonkeyPatch, part: Phase | Verb, said: str
) -> None:
    class Hay(ModuleRules):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            if isinstance(part, Phase):
                r.add_phase(part)
            else:
                r.add_verb(part)

    monkeypatch.setitem(island.MODULES, "hay", lambda: IslandModule("hay", Hay))
    with pytest.raises(ConfigError, match=said):
        Game.new({"modules": ["hay"]})


def test_a_game_with_one_cannot_be_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fog(ModuleRules):
        def robber_moved(self, s: State, seat: i64) -> None:
            raise AssertionError

    class Mist(tile_seams.ModuleRules):
        def field_worths(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
            return 0

    class Map(IslandModule):
        def __init__(self) -> None:
            super().__init__("map")
            self.layouts = ("map",)

        def lays(self) -> None:
            raise AssertionError

    class Haze(ModuleRules):
        begin_turn = None  # type: ignore[assignment]  # what is refused

    monkeypatch.setitem(island.MODULES, "fog", lambda: IslandModule("fog", Fog))
    monkeypatch.setitem(island.MODULES, "haze", lambda: IslandModule("haze", Haze))
    monkeypatch.setitem(island.MODULES, "map", Map)
    monkeypatch.setitem(tiles.MODULES, "mist", lambda: CarcassonneModule("mist", Mist))
    with pytest.raises(ConfigError, match=r"'fog' has a method 'robber_moved', .* the seam 'robber_moves'"):
        Game.new({"modules": ["fog"]})
    with pytest.raises(ConfigError, match=r"'haze' has an attribute 'begin_turn', which hides the seam"):
        Game.new({"modules": ["haze"]})
    with pytest.raises(ConfigError, match=r"'map' has a method 'lays', .* the seam 'lay'"):
        Game.new({"modules": ["map"], "layout": "map"}, seed=1)
    with pytest.raises(ConfigError, match=r"'mist' has a method 'field_worths', .* the seam 'field_worth'"):
        Game.new({"game": "carcassonne", "modules": ["mist"]}, seed=1)
