"""The form's choices for each module of a family: read from the module itself, from its names and from its rules.

A module that brings options and the names `module_<name>`, `option_<option>` and `<option>_<value>` (with `_note` for
the small print) in its `names.toml` appears in the form without further code. An option that one of its rules names
(`option = "..."` in `rules.toml`) is a house rule or a reading of that rule: the form folds those together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bastide.carcassonne.base.config import options_of as options_of_tiles
from bastide.carcassonne.family import MODULES as TILE_MODULES
from bastide.catan.family import MODULES
from bastide.kernel.combinations import ROLES, adapted, check_together
from bastide.kernel.errors import ConfigError
from bastide.kernel.rules import Module
from bastide.view.words import Words
from bastide.web.covers import cover_address
from bastide.web.making import Making, maps_of, named, usual, value_name
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


@dataclass(frozen=True)
class ModuleChoice:
    """A module in the form.

    `options` are its own; `prints` is whether the board's printed pieces may be used with it. `maps` are its maps with
    their titles, if there are several, `map` the chosen one. `cover` is the address of its picture. `against` tells
    with what it is never played, `barred` why it is not played with what is chosen now.
    """

    name: str
    label: str
    note: str
    role: str
    on: bool
    options: list[OptionChoice]
    prints: bool
    maps: list[tuple[str, str]]
    map: str
    cover: str
    against: str
    barred: str

    @property
    def usual_options(self) -> list[OptionChoice]:
        """Those that stand in the open."""
        return [option for option in self.options if not option.rule]

    @property
    def readings(self) -> list[OptionChoice]:
        """Those that read a rule otherwise."""
        return [option for option in self.options if option.rule]


class ModuleGroup(NamedTuple):
    """Modules of one role under a heading."""

    role: str
    title: str
    note: str
    modules: list[ModuleChoice]


def module_choices(making: Making, words: Words, family: str = "island") -> list[ModuleChoice]:
    """All modules of a family, with what is chosen so far."""
    against = _against(family, words)
    barred = barred_now(making.modules, words, family)
    return [_choice(making, name, words, family, against[name], barred.get(name, "")) for name in FAMILIES[family]]


def module_groups(choices: Sequence[ModuleChoice], words: Words) -> list[ModuleGroup]:
    """The modules by what they are, extensions first, and with them those without a role."""
    _ = words.gettext
    headings = {
        "extension": (_("Expansions"), _("any that go together")),
        "variant": (_("Variants"), _("small changes of the rules")),
        "scenario": (_("Scenarios"), _("at most one")),
        "world": (_("Worlds"), _("games of their own")),
    }
    found = [
        ModuleGroup(role, *headings[role], [choice for choice in choices if (choice.role or "extension") == role])
        for role in headings
    ]
    return [group for group in found if group.modules]


def barred_now(chosen: Sequence[str], words: Words, family: str) -> dict[str, str]:
    """The modules that are not played with those chosen, each with the reason in a few words."""
    out: dict[str, str] = {}
    for name in FAMILIES[family]:
        others = [other for other in chosen if other != name]
        known = _refused(family, others)
        refused = _refused(family, [*others, name])
        if refused is None or (known is not None and name not in chosen):
            continue
        rivals = [other for other in others if _refused(family, [name, other]) is not None]
        names = ", ".join(words.title(f"module_{other}") for other in rivals)
        out[name] = words.gettext("not with {names}", names=names) if rivals else said(refused, words)
    return out


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


def _choice(making: Making, name: str, words: Words, family: str, against: str, barred: str) -> ModuleChoice:
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
        maps=[(each, words.title(f"layout_{each}")) for each in maps_of(name)] if island else [],
        map=making.layout,
        cover=cover_address(family, name),
        against=against,
        barred=barred,
    )


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


def _against(family: str, words: Words) -> dict[str, str]:
    """What each module is never played with: by name, or all of a role at once."""
    roles = {name: make().role for name, make in FAMILIES[family].items()}
    kinds = {
        "variant": words.gettext("variants"),
        "extension": words.gettext("expansions"),
        "scenario": words.gettext("scenarios"),
        "world": words.gettext("worlds"),
    }
    rivals: dict[str, set[str]] = {name: set() for name in roles}
    for one in roles:
        for other in roles:
            if one < other and _refused(family, [one, other]) is not None:
                rivals[one].add(other)
                rivals[other].add(one)
    out = {}
    for name, found in rivals.items():
        told: list[str] = []
        for role in ROLES:
            same = [other for other in roles if roles[other] == role and other != name]
            if len(same) > 1 and found.issuperset(same):
                told.append(kinds[role])
            else:
                told += [words.title(f"module_{other}") for other in same if other in found]
        out[name] = words.gettext("not with {names}", names=", ".join(told)) if told else ""
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
