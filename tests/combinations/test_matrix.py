"""Each pair of modules is allowed or refused by its rule, with a reason in both languages; sets follow from pairs."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES, IslandGame
from bastide.kernel.combinations import check_together, pair_of, pairs
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.rooms import rooms
from bastide.testing.invariants import DERIVED
from bastide.testing.own import own_of
from bastide.view.catalogues import catalogue
from bastide.view.words import Words
from tests.catalogue import every_rule
from tests.combinations.matrix import faults
from tests.combinations.table import ENTRIES, ROLES, allowed, in_short, made, maximal, missing, present, sets_of

BY_PAIR = sorted({entry.rule for entry in ENTRIES.values()})


@pytest.mark.rule("MIX-003")
def test_the_engine_follows_the_table() -> None:
    assert list(faults()) == []


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in BY_PAIR])
def test_every_pair_of_a_rule_is_allowed_or_refused_by_it(rule: str) -> None:
    mine = [names for names, entry in ENTRIES.items() if entry.rule == rule]
    assert mine
    for names in mine:
        modules = [made(name) for name in sorted(names)]
        if ENTRIES[names].allowed:
            check_together("island", modules)
            continue
        with pytest.raises(ConfigError) as caught:
            check_together("island", modules)
        assert caught.value.rule == rule
        assert ": " in caught.value.text, "a refusal has its reason"
        assert caught.value.text in catalogue("fr")


@pytest.mark.rule("MIX-001")
def test_the_rooms_are_in_the_table_and_have_its_roles() -> None:
    assert set(rooms("island")) <= set(ROLES), "add the new room to the table"
    assert {name: MODULES[name]().role for name in rooms("island")} == {name: ROLES[name] for name in present()}


@pytest.mark.rule("MIX-002")
def test_three_go_together_if_they_do_in_twos() -> None:
    for names in combinations(ROLES, 3):
        modules = [made(name) for name in names]
        if allowed(names):
            check_together("island", modules)
        else:
            with pytest.raises(ConfigError):
                check_together("island", modules)


@pytest.mark.rule("MIX-025", "MIX-026")
def test_the_sets_are_as_many_as_the_rules_say() -> None:
    sets = sets_of(ROLES)
    assert [sum(len(one) == size for one in sets) for size in range(7)] == [1, 14, 39, 48, 28, 6, 0]
    assert len(set(sets)) == 136
    assert set(sets) == played()
    assert {in_short(one) for one in maximal(sets)} == {
        *(f"ROB+EVT+HARB+TWO+{one}" for one in ("SEA", "FISH", "RIV", "CARA", "BARB", "TRAD")),
        "EVT+HARB+CK+SEA",
        "EVT+HARB+CK+X56",
        "ROB+EVT+HARB+X56",
        "X56+GW",
        "X56+TROY",
    }


def played() -> set[frozenset[str]]:
    """The sets that the engine lets be played: each grows by the later modules."""
    names = list(ROLES)
    found: list[tuple[str, ...]] = [()]
    for one in found:  # grows on the way
        for name in names[names.index(one[-1]) + 1 if one else 0 :]:
            with suppress(ConfigError):
                check_together("island", [made(each) for each in (*one, name)])
                found.append((*one, name))
    return {frozenset(one) for one in found}


@pytest.mark.rule("MIX-023")
def test_one_module_sets_the_goal_and_another_adds_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Adds(IslandModule):
        def __init__(self) -> None:
            super().__init__("adds")
            self.raises = {"goal": 1}

    monkeypatch.setitem(MODULES, "adds", Adds)
    for modules, goal in (([], 11), (["cities_knights"], 14)):
        assert configure({"modules": [*modules, "adds"]}, None).resolved()["options"]["goal"] == goal


@pytest.mark.rule("MIX-019")
def test_a_board_by_coordinates_lifts_one_refusal() -> None:
    check_together("island", [made("seafarers"), made("five_six")], own_map=True)
    for names, entry in ENTRIES.items():
        if not entry.allowed and entry.rule != "MIX-019":
            with pytest.raises(ConfigError):
                check_together("island", [made(name) for name in names], own_map=True)


@pytest.mark.parametrize("names", [names for names in ENTRIES if names <= set(present())], ids=in_short)
def test_configs_follow_the_table(names: frozenset[str]) -> None:
    config = {"modules": sorted(names)}  # with a number of seats that they allow
    if ENTRIES[names].allowed:
        configure(config, None)
        return
    with pytest.raises(ConfigError) as caught:
        configure(config, None)
    assert caught.value.rule == ENTRIES[names].rule
    for language in ("en", "fr"):
        words = Words(language)
        said = words.gettext(caught.value.text, **caught.value.values)
        assert all(words.title(f"module_{name}") in said for name in names)


def test_every_line_has_a_rule_and_decides_something() -> None:
    for pair in pairs("island"):
        assert pair.rule in every_rule()
        decided = [names for names in ENTRIES if pair_of("island", *map(made, names)) is pair]
        assert decided, f"{pair} decides nothing"
    assert pairs("carcassonne") == ()


def test_sets_that_wait_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.combinations.table.rooms", lambda family: ["friendly_robber", "cities_knights", "troy"])
    head, *rest = missing()
    assert head.startswith("4 of 136 sets are played; the others wait for EVT, HARB, TWO, ")
    assert len(" ".join(rest).split()) == 132
    assert "ROB+EVT" in " ".join(rest).split()
    monkeypatch.setattr("tests.combinations.table.rooms", lambda family: list(ROLES))
    assert list(missing()) == []


@pytest.mark.parametrize("name", present())
def test_each_derived_field_is_compared_with_a_plain_function(name: str) -> None:
    rules = configure({"modules": [name]}, None)
    derived = {field.name for field in rules.schema.fields if field.derived}
    assert derived <= DERIVED | own_of(name).derived


# Modules of other packages.


def module(name: str, role: str = "") -> IslandModule:
    one = IslandModule(name)
    one.role = role
    return one


@pytest.mark.parametrize("name", present())
def test_what_random_games_may_miss_is_played_by_a_test(name: str) -> None:
    ours = Path(__file__).parents[1]
    texts = [path.read_text("utf-8") for path in ours.rglob("test_*.py")]
    missed = [what for what in own_of(name).unseen if not any(re.search(rf"\b{what}\b", text) for text in texts)]
    assert missed == []


def test_a_module_without_a_role_goes_with_all() -> None:
    for name in ROLES:
        check_together("island", [module("mine"), made(name)])


def test_a_role_decides_for_modules_of_other_packages_too() -> None:
    check_together("island", [module("mine", "variant"), made("fishermen")])
    with pytest.raises(ConfigError, match=r"'mine' and 'rivers' cannot be combined: .*MIX-012"):
        check_together("island", [module("mine", "scenario"), made("rivers")])


def test_a_module_may_require_another() -> None:
    mine = module("mine")
    mine.requires = {"harbors": "HOUSE-001"}
    check_together("island", [mine, made("harbors")])
    with pytest.raises(ConfigError, match=r"'mine' is played only with 'harbors' \(HOUSE-001\)"):
        check_together("island", [mine, made("fishermen")])


def test_a_role_that_there_is_not_is_refused() -> None:
    with pytest.raises(ConfigError, match="the role of 'mine' must be one of variant, extension, scenario, world, got"):
        check_together("island", [module("mine", "hero")])


def test_a_config_is_refused_before_its_options_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Later(IslandModule):
        def __init__(self) -> None:
            super().__init__("later")
            self.role = "world"
            self.defaults = {"goal": 20}

    monkeypatch.setitem(MODULES, "later", Later)
    with pytest.raises(ConfigError, match="MIX-020"):
        configure({"modules": ["later", "cities_knights"]}, None)
    assert isinstance(configure({"modules": ["later"]}, None), IslandGame)
