"""Module names do not collide: fields carry the module's name, and duplicate declarations are refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from bastide.carcassonne.base import seams as tile_seams
from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.carcassonne.base.turn import add_figure
from bastide.carcassonne.family import MODULES as CARCASSONNE
from bastide.catan.base import seams as island_seams
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES as ISLAND
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.rules import Module, Phase, Rules, Verb
from bastide.kernel.state import NOBODY
from bastide.view.catalogues import catalogue

Join = Callable[[Rules], object]
M = TypeVar("M", bound=Module)


class Joining(IslandModule):
    """A module that declares something."""

    def __init__(self, name: str, join: Join, prepare: Callable[[IslandConfig], object] | None = None) -> None:
        class Joined(island_seams.ModuleRules):
            def __init__(self, r: Island, module: IslandModule) -> None:
                super().__init__(r, module)
                join(r)

        super().__init__(name, Joined)
        self._prepare = prepare

    def prepare(self, config: IslandConfig) -> None:
        if self._prepare is not None:
            self._prepare(config)


class JoiningTiles(CarcassonneModule):
    """The same for the other family."""

    def __init__(self, name: str, join: Callable[[Carcassonne], object]) -> None:
        class Joined(tile_seams.ModuleRules):
            def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
                super().__init__(r, module)
                join(r)

        super().__init__(name, Joined)


def nothing(rules: Rules) -> None:
    """Declare nothing."""


def always(module: M) -> Callable[[], M]:
    """A maker that returns one module."""
    return lambda: module


def islands(monkeypatch: pytest.MonkeyPatch, *modules: IslandModule, others: tuple[str, ...] = ()) -> Rules:
    """The rules of an island with these modules, and others of the house before them."""
    for module in modules:
        monkeypatch.setitem(ISLAND, module.name, always(module))
    names = [*others, *(module.name for module in modules)]
    return configure({"seats": 3, "layout": "beginner", "modules": names}, random.Random(1))


def tiles(monkeypatch: pytest.MonkeyPatch, *modules: CarcassonneModule, others: tuple[str, ...] = ()) -> Rules:
    """The same for the other family."""
    for module in modules:
        monkeypatch.setitem(CARCASSONNE, module.name, always(module))
    names = [*others, *(module.name for module in modules)]
    return configure({"game": "carcassonne", "seats": 3, "modules": names}, random.Random(1))


@pytest.mark.parametrize("name", ["ship", "event", "damaged", "tokens", "knight", "wall", "hidden"])
def test_two_modules_may_have_a_field_of_the_same_name(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    one = Joining("one", lambda r: r.schema.add(name, [2], most=9))
    two = Joining("two", lambda r: r.schema.add(name, [3], most=9))
    rules = islands(monkeypatch, one, two, others=("cities_knights",))
    found = {field.name: field.owner for field in rules.schema.fields if field.name.endswith(f".{name}")}
    assert found == {f"{owner}.{name}": owner for owner in ("cities_knights", "one", "two")}


def test_a_field_of_the_base_keeps_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = islands(monkeypatch, Joining("one", lambda r: r.schema.add("bank", [2], most=9)))
    assert {"bank": "island", "one.bank": "one"}.items() <= {f.name: f.owner for f in rules.schema.fields}.items()


def test_fingerprints_tell_fields_of_one_name_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    at: dict[str, int] = {}

    def ship(owner: str) -> IslandModule:
        return Joining(owner, lambda r: at.update({owner: int(r.schema.add("ship", [], most=9))}))

    rules = islands(monkeypatch, ship("one"), ship("two"))
    found = {fingerprint(rules, rules.start())}
    for offset in at.values():
        s = rules.start()
        s.cells[offset] = 1
        found.add(fingerprint(rules, s))
    assert len(found) == 3


def test_a_name_in_records_belongs_to_one_field(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Joining("late", lambda r: r.schema.add("ship", [], most=9))
    late.unprefixed = ("ship",)
    islands(monkeypatch, late)
    with pytest.raises(ConfigError, match="the field 'ship' of 'late' is already declared by 'cities_knights'"):
        islands(monkeypatch, late, others=("cities_knights",))


def test_fields_of_the_house_have_the_names_that_records_know() -> None:
    everything: list[dict[str, Any]] = [
        {"modules": ["cities_knights"]},
        {"game": "carcassonne", "modules": ["inns", "traders", "hills", "wheel", "river"]},
    ]
    for config in everything:
        for field in configure(config, random.Random(1)).schema.fields:
            owner, dot, name = field.name.rpartition(".")
            assert not dot or field.owner == owner
            assert field.derived or field.recorded == name


def cards(r: Rules) -> object:
    return r.schema.add("pile", [3], NOBODY, "secrets", most=9)


@pytest.mark.parametrize(
    ("what", "join"),
    [
        ("the pool of cards 'secrets'", cards),
        ("the phase 'storm'", lambda r: r.add_phase(Phase("storm"))),
        ("the word 'hoist' in the notation", lambda r: r.add_verb(Verb("hoist", 1))),
    ],
)
def test_what_two_modules_declare_alike_is_refused(monkeypatch: pytest.MonkeyPatch, what: str, join: Join) -> None:
    islands(monkeypatch, Joining("one", join))
    with pytest.raises(ConfigError, match=f"{what} of 'two' is already declared by 'one'") as caught:
        islands(monkeypatch, Joining("one", join), Joining("two", join))
    assert caught.value.text in catalogue("fr")


@pytest.mark.parametrize(
    ("what", "join", "other"),
    [
        ("the phase 'robber'", lambda r: r.add_phase(Phase("robber")), "island"),
        ("the phase 'event'", lambda r: r.add_phase(Phase("event")), "cities_knights"),
        ("the word 'roll' in the notation", lambda r: r.add_verb(Verb("roll", 1)), "island"),
        ("the word 'wall' in the notation", lambda r: r.add_verb(Verb("wall", 1)), "cities_knights"),
        (
            "the pool of cards 'science'",
            lambda r: r.schema.add("lore", [3], NOBODY, "science", most=9),
            "cities_knights",
        ),
    ],
)
def test_what_the_house_has_declared_is_refused(
    monkeypatch: pytest.MonkeyPatch, what: str, join: Join, other: str
) -> None:
    with pytest.raises(ConfigError, match=f"{what} of 'one' is already declared by '{other}'"):
        islands(monkeypatch, Joining("one", join), others=("cities_knights",))


def test_pools_of_the_base_are_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    def join(r: Rules) -> object:
        return r.schema.add("stash", [5], NOBODY, "goods", most=9)

    islands(monkeypatch, Joining("one", join), Joining("two", join))


def test_a_word_that_is_shared_is_no_collision(monkeypatch: pytest.MonkeyPatch) -> None:
    def join(r: Rules) -> None:
        verb = Verb("roll", 1)
        verb.shared = True
        r.add_verb(verb)

    rules = islands(monkeypatch, Joining("one", join))
    assert [verb.owner for verb in rules.verbs if verb.word == "roll"] == ["island", "island", "one"]


@pytest.mark.parametrize(("good", "other"), [("gold", "one"), ("wool", "island"), ("paper", "cities_knights")])
def test_a_good_has_one_owner(monkeypatch: pytest.MonkeyPatch, good: str, other: str) -> None:
    def prepare(config: IslandConfig) -> None:
        config.add_goods({good: 9})

    modules = [Joining("two", nothing, prepare)]
    if other == "one":
        modules.insert(0, Joining("one", nothing, prepare))
    with pytest.raises(ConfigError, match=f"the good '{good}' of 'two' is already declared by '{other}'") as caught:
        islands(monkeypatch, *modules, others=("cities_knights",))
    assert caught.value.text in catalogue("fr")


@pytest.mark.parametrize(("option", "other"), [("weather", "one"), ("goal", "island"), ("edition", "cities_knights")])
def test_an_option_has_one_owner(monkeypatch: pytest.MonkeyPatch, option: str, other: str) -> None:
    modules = [Joining(name, nothing) for name in ("one", "two")]
    for module in modules if other == "one" else modules[1:]:
        module.options = {option: ("a", "b")}
    with pytest.raises(ConfigError, match=f"the option '{option}' of 'two' is already declared by '{other}'"):
        islands(monkeypatch, *modules, others=("cities_knights",))


def test_an_option_of_a_module_that_is_not_played_takes_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    module = JoiningTiles("two", nothing)
    module.options = {"river_uturn": ("always", "seldom")}
    monkeypatch.setitem(CARCASSONNE, "two", lambda: module)
    config = {"game": "carcassonne", "modules": ["two"], "options": {"river_uturn": "seldom", "first": 0}}
    assert configure(config, None).resolved()["options"]["river_uturn"] == "seldom"
    with pytest.raises(ConfigError, match="the option 'river_uturn' of 'two' is already declared by 'river'"):
        configure({"game": "carcassonne", "modules": ["two", "river"]}, random.Random(1))


@pytest.mark.parametrize(
    ("what", "join", "others"),
    [
        ("the word 'big' in the notation of 'one'", lambda r: add_figure(r, "big", 1, 1, True), ("inns",)),
        ("the reason for points 'goods' of 'one'", lambda r: r.add_reason("goods"), ("traders",)),
        ("the line of a score 'wine' of 'one'", lambda r: r.add_term("wine"), ("traders",)),
    ],
)
def test_names_of_carcassonne_have_one_owner(
    monkeypatch: pytest.MonkeyPatch, what: str, join: Callable[[Carcassonne], object], others: tuple[str, ...]
) -> None:
    tiles(monkeypatch, JoiningTiles("one", join))
    with pytest.raises(ConfigError, match=f"{what} is already declared by '{others[0]}'") as caught:
        tiles(monkeypatch, JoiningTiles("one", join), others=others)
    assert caught.value.text in catalogue("fr")
