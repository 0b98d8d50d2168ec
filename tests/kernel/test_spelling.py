"""Misspelt and hidden seams of modules are refused when a game is configured."""

from __future__ import annotations

import importlib

import pytest
from mypy_extensions import i64

from bastide.carcassonne import family as tiles
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.catan import family as island
from bastide.catan.base.seams import IslandModule
from bastide.expansions.island.friendly_robber.rules import FriendlyRobber
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.rooms import module_class
from bastide.kernel.rules import Phase, Rules, Verb
from bastide.kernel.spelling import check_seams
from bastide.kernel.state import State
from tests.island.archipelago.rules.lagoon import Lagoon
from tests.kernel.orchard import Orchard


def module(method: str, base: type[IslandModule] = IslandModule) -> IslandModule:
    """A module with a method of that name."""

    def answer(self: IslandModule, s: State, seat: i64) -> i64:
        return 1

    made: type[IslandModule] = type("Made", (base,), {method: answer})
    return made("made") if base is IslandModule else made()  # type: ignore[call-arg]  # rooms take no name


@pytest.mark.parametrize(
    ("method", "seam"),
    [
        ("hand_limits", "hand_limit"),
        ("handLimit", "hand_limit"),
        ("hand_limt", "hand_limit"),
        ("after_rol", "after_roll"),
        ("may_robb", "may_rob"),
        ("costs", "cost"),
        ("begin_turns", "begin_turn"),
        ("hiden_points", "hidden_points"),
        ("joins", "join"),
        ("holds", "piece_at"),
        ("may_raise", "may_build"),
    ],
)
def test_a_misspelt_seam_is_refused_with_the_right_one(method: str, seam: str) -> None:
    with pytest.raises(ConfigError, match=rf"the module 'made' has a method '{method}', .* the seam '{seam}'"):
        check_seams([module(method)], IslandModule)


@pytest.mark.parametrize("method", ["_hand_limits", "hand_limit", "brew", "spares", "harvest_of", "tide"])
def test_seams_and_helpers_are_not(method: str) -> None:
    check_seams([module(method)], IslandModule)


def test_a_helper_may_be_named_like_a_seam_that_is_overridden() -> None:
    class Both(IslandModule):
        def cost(self, s: State, seat: i64, item: i64, good: i64) -> i64:
            return self.costs()

        def costs(self) -> int:
            return 1

    check_seams([Both("both")], IslandModule)


@pytest.mark.interpreted  # a plain class cannot be derived from a compiled room
def test_a_class_between_module_and_base_counts() -> None:
    """Also a room's class: what it overrides, and what it does not."""
    with pytest.raises(ConfigError, match=r"'hand_limits', .* the seam 'hand_limit'"):
        check_seams([module("hand_limits", FriendlyRobber)], IslandModule)
    check_seams([module("may_robs", FriendlyRobber)], IslandModule)


def test_an_attribute_that_hides_a_seam_is_refused() -> None:
    class Shared(IslandModule):
        points = 3  # type: ignore[assignment]  # what is refused

    class Own(IslandModule):
        def __init__(self) -> None:
            super().__init__("made")
            self.goal = 3  # type: ignore[assignment,method-assign]  # what is refused

    for made, name in ((Shared("made"), "points"), (Own(), "goal")):
        with pytest.raises(ConfigError, match=rf"the module 'made' has an attribute '{name}', which hides the seam"):
            check_seams([made], IslandModule)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_module_of_ours_misspells_a_seam(family: str) -> None:
    makers = importlib.import_module(FAMILIES[family]).MODULES
    check_seams([make() for make in makers.values()], module_class(family))
    check_seams([Orchard(), Lagoon()], IslandModule)


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
    class Hay(IslandModule):
        def join(self, rules: Rules) -> None:
            if isinstance(part, Phase):
                rules.add_phase(part)
            else:
                rules.add_verb(part)

    monkeypatch.setitem(island.MODULES, "hay", lambda: Hay("hay"))
    with pytest.raises(ConfigError, match=said):
        Game.new({"modules": ["hay"]})


def test_a_game_with_one_cannot_be_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fog(IslandModule):
        def robber_moved(self, s: State, seat: i64) -> None:
            raise AssertionError

    class Mist(CarcassonneModule):
        def field_worths(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
            return 0

    class Map(IslandModule):
        def __init__(self) -> None:
            super().__init__("map")
            self.layouts = ("map",)

        def lays(self) -> None:
            raise AssertionError

    class Haze(IslandModule):
        begin_turn = None  # type: ignore[assignment]  # what is refused

    monkeypatch.setitem(island.MODULES, "fog", lambda: Fog("fog"))
    monkeypatch.setitem(island.MODULES, "haze", lambda: Haze("haze"))
    monkeypatch.setitem(island.MODULES, "map", Map)
    monkeypatch.setitem(tiles.MODULES, "mist", lambda: Mist("mist"))
    with pytest.raises(ConfigError, match=r"'fog' has a method 'robber_moved', .* the seam 'robber_moves'"):
        Game.new({"modules": ["fog"]})
    with pytest.raises(ConfigError, match=r"'haze' has an attribute 'begin_turn', which hides the seam"):
        Game.new({"modules": ["haze"]})
    with pytest.raises(ConfigError, match=r"'map' has a method 'lays', .* the seam 'lay'"):
        Game.new({"modules": ["map"], "layout": "map"}, seed=1)
    with pytest.raises(ConfigError, match=r"'mist' has a method 'field_worths', .* the seam 'field_worth'"):
        Game.new({"game": "carcassonne", "modules": ["mist"]}, seed=1)
