"""The form's choices for each module of a family: read from the module itself, from its names and from its rules.

A module that brings options and the names `module_<name>`, `option_<option>` and `<option>_<value>` (with `_note` for
the small print) in its `names.toml` appears in the form without further code. An option that one of its rules names
(`option = "..."` in `rules.toml`) is a house rule or a reading of that rule: the form folds those together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from bastide.carcassonne.base.config import options_of as options_of_tiles
from bastide.carcassonne.family import MODULES as TILE_MODULES
from bastide.catan.family import MODULES
from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import ConfigError
from bastide.kernel.rules import Module
from bastide.view.words import Words
from bastide.web import maps
from bastide.web.covers import cover_address
from bastide.web.making import (
    CAMPAIGN,
    Making,
    campaign,
    enlarged,
    enlarging,
    every_number_of_players,
    maps_of,
    named,
    numbers_of_players,
    usual,
    value_name,
)
from bastide.web.rulebook import rule_about

FAMILIES: Final[Mapping[str, Mapping[str, Any]]] = {"island": MODULES, "carcassonne": TILE_MODULES}


class OptionChoice(NamedTuple):
    """An option in the form: its values with their labels, what is chosen, and the rule that it plays otherwise.

    `needs` is the further module without which it means nothing.
    """

    name: str
    label: str
    note: str
    choices: list[tuple[str, str]]
    chosen: str
    rule: str
    needs: str = ""

    @property
    def changed(self) -> bool:
        """Whether anything but the usual is chosen."""
        return self.chosen != self.choices[0][0]


class Barred(NamedTuple):
    """Why something does not go with what is chosen, in a few words, and in a sentence; and the swap that is offered:
    what it takes the place of, and its words."""

    reason: str
    why: str
    drops: list[str]
    offer: str


@dataclass(frozen=True)
class ModuleChoice:
    """A module in the form.

    `options` are its own; `prints` is whether the board's printed pieces may be used with it, `ports` whether its
    board has harbours. `maps` are its maps with their titles, if there are several, `map` the chosen one. `cover` is
    the address of its picture. `against` tells with what it is never played, `barred` why it is not played with what
    is chosen now.
    """

    name: str
    label: str
    note: str
    role: str
    on: bool
    options: list[OptionChoice]
    prints: bool
    ports: bool
    maps: list[tuple[str, str]]
    map: str
    cover: str
    chapter: int
    brought: bool
    barred: Barred | None

    @property
    def first(self) -> bool:
        """Whether it may be played in the first place, as a card of its own."""
        return self.role != "variant" and not self.brought

    @property
    def usual_options(self) -> list[OptionChoice]:
        """Those that stand in the open."""
        return [option for option in self.options if not option.rule]

    @property
    def readings(self) -> list[OptionChoice]:
        """Those that read a rule otherwise."""
        return [option for option in self.options if option.rule]


def module_choices(making: Making, words: Words, family: str = "island") -> list[ModuleChoice]:
    """All modules of a family, with what is chosen so far."""
    barred = barred_now(making.modules, words, family)
    brought = set(enlarging().values()) if family == "island" else set()
    return [_choice(making, name, words, family, name in brought, barred.get(name)) for name in FAMILIES[family]]


def barred_now(chosen: Sequence[str], words: Words, family: str) -> dict[str, Barred]:
    """The modules that are not played with those chosen."""
    found = {name: barred_by(name, chosen, words, family) for name in FAMILIES[family]}
    return {name: barred for name, barred in found.items() if barred is not None}


def barred_by(name: str, chosen: Sequence[str], words: Words, family: str) -> Barred | None:
    """Why a module is not played with those chosen; None if it is, or if they are not played without it either."""
    others = [other for other in chosen if other != name]
    refused = _refused(family, [*others, name])
    if refused is None or (name not in chosen and _refused(family, others) is not None):
        return None
    rivals = [other for other in others if _refused(family, [name, other]) is not None]
    if not rivals:
        return Barred(said(refused, words), "", [], "")
    names = _titles(rivals, words)
    offer = words.gettext("{module} instead of {names}", module=words.title(f"module_{name}"), names=names)
    return _not_with(rivals, _refused(family, [name, rivals[0]]), offer, words, names)


def barred_numbers(making: Making, words: Words, family: str) -> dict[int, Barred]:
    """The numbers of players with which the chosen modules of the island, or its campaign, are not played."""
    if family != "island":
        return {}
    chosen = making.modules
    out: dict[int, Barred] = {}
    brought = enlarging()
    cards = [name for name in chosen if name not in brought.values()]
    for number in every_number_of_players():
        if number in numbers_of_players(enlarged(cards, number)):
            continue
        rivals = [name for name in cards if number not in numbers_of_players(enlarged([name], number))] or cards
        larger = brought.get(number, "")
        why = _refused("island", [rivals[0], larger]) if larger else None
        names = words.gettext("Campaign") if making.what == CAMPAIGN else _titles(rivals, words)
        offer = words.gettext("{count} players, without {names}", count=number, names=names)
        out[number] = _not_with(rivals, why, offer, words, names)
    return out


def unfit(making: Making, words: Words, family: str) -> dict[str, str]:
    """What does not go with the first choice, or with another one before it: the reason of each in a few words."""
    chosen = [making.what if making.what in making.modules else "", *campaign(family)[: making.series == CAMPAIGN]]
    kept, out = [name for name in making.modules if name in chosen], dict[str, str]()
    for name in making.modules:
        barred = None if name in kept else barred_by(name, kept, words, family)
        if barred is not None:
            out[name] = barred.reason
        elif name not in kept:
            kept.append(name)
    return out


def _not_with(rivals: list[str], why: ConfigError | None, offer: str, words: Words, names: str) -> Barred:
    """What is not played with some expansions, or with the campaign that begins with them."""
    sentence = said(why, words) if why is not None else ""
    return Barred(words.gettext("not with {names}", names=names), sentence, rivals, offer)


def _titles(names: Sequence[str], words: Words) -> str:
    return ", ".join(words.title(f"module_{name}") for name in names)


def said(error: ConfigError, words: Words) -> str:
    """A refusal in words."""
    return words.gettext(error.text, **error.values)


def option_choice(name: str, values: Sequence[str], chosen: str, words: Words, needs: str = "") -> OptionChoice:
    """An option with its words and its rule."""
    return OptionChoice(
        name,
        words.title(f"option_{name}"),
        _note(f"option_{name}", words),
        [(value, value_name(name, value, words)) for value in values],
        chosen,
        rule_about(name),
        needs,
    )


def _choice(making: Making, name: str, words: Words, family: str, brought: bool, barred: Barred | None) -> ModuleChoice:
    module: Module = FAMILIES[family][name]()
    island = family == "island"
    chosen = dict(making.chosen)
    options = module_options(family, name)
    return ModuleChoice(
        name=name,
        label=words.title(f"module_{name}"),
        note=_note(f"module_{name}", words),
        role=module.role,
        on=name in making.modules,
        options=[
            option_choice(each, values, chosen.get(each, values[0]), words, needs)
            for each, (values, needs) in options.items()
        ],
        prints=island and usual([name])["pieces"] == "printed",
        ports=island and has_ports(name),
        maps=[(each, words.title(f"layout_{each}")) for each in maps_of(name)] if island else [],
        map=making.layout,
        cover=cover_address(family, name),
        chapter=getattr(module, "chapter", 0),
        brought=brought,
        barred=barred,
    )


@cache
def has_ports(name: str) -> bool:
    """Whether the board of a game of the island with this module has harbours: a world brings a board of its own."""
    return MODULES[name]().role != "world" or bool(maps.making("beginner", "fixed", 0, (name,)).board().harbors)


def module_options(family: str, name: str) -> dict[str, tuple[tuple[str, ...], str]]:
    """The options of a module: their values, the usual one first, and the further module that an option needs."""
    module = FAMILIES[family][name]()
    if family != "carcassonne":
        return {option: (tuple(values), "") for option, values in module.options.items()}
    alone = options_of_tiles(module, (name,))
    out = {option: (values, "") for option, values in alone.items()}
    for other in FAMILIES[family]:
        found = options_of_tiles(module, (name, other))
        out |= {option: (values, other) for option, values in found.items() if option not in out}
    return out


def _refused(family: str, names: Sequence[str]) -> ConfigError | None:
    """Why these modules are not played together; None if they are."""
    try:
        check_together(family, adapted(family, [FAMILIES[family][name]() for name in names]))
    except ConfigError as error:
        return error
    return None


def _note(key: str, words: Words) -> str:
    return named(f"{key}_note", words)
