"""Creating a table of Carcassonne: the form, the config built from it, and the game in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from bastide.carcassonne.base.config import CHOICES, DEFAULTS, MOST_SEATS
from bastide.carcassonne.base.config import options_of as config_options
from bastide.carcassonne.family import MODULES
from bastide.view.words import Words
from bastide.web.making import Making, chosen_modules, evening_of, read_form, told_of_table

GAME: Final = "carcassonne"
USUAL: Final = {**{name: values[0] for name, values in CHOICES.items()}, **DEFAULTS}


@dataclass(frozen=True)
class TilesMaking(Making):
    """A game of Carcassonne that is being created; fields that only the island uses are ignored."""

    def config(self) -> dict[str, Any]:
        """The game's config."""
        options = self.own_options()
        if self.first != "roll":
            options["first"] = int(self.first)
        return {"game": GAME, "seats": self.players, "modules": list(self.modules), "options": options}

    def own_options(self) -> dict[str, Any]:
        """The non-default options that this game has."""
        own = options_of(self.modules)
        return {option: value for option, value in self.chosen if value in own.get(option, ())}

    def other(self, name: str) -> TilesMaking:
        """The game with another expansion (`base`: without one)."""
        return replace(self, modules=() if name == "base" else (name,))

    def sent(self) -> dict[str, Any]:
        """The config to send: nothing is dealt beforehand."""
        return self.config()


def options_of(modules: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The available options with these modules, with their values; the first is the default."""
    out = {name: tuple(values) for name, values in CHOICES.items()}
    for name in modules:
        out |= config_options(MODULES[name](), modules)
    return out


def read_tiles(form: Mapping[str, str], nickname: str = "") -> TilesMaking:
    """The values of a submitted form; missing or out-of-range values fall back to the default."""
    common = read_form(form, nickname, most=MOST_SEATS)
    what, modules = chosen_modules(form, MODULES, GAME)
    evening = evening_of(form, MODULES)
    later = {name: values for game in evening if game in MODULES for name, values in options_of((game,)).items()}
    chosen = tuple(
        (name, form[f"option_{name}"])
        for name, values in (later | options_of(modules)).items()
        if form.get(f"option_{name}") in values[1:]
    )
    shared = {field.name: getattr(common, field.name) for field in fields(Making)}
    return TilesMaking(
        **shared | {"known_cards": False, "what": what, "modules": modules, "chosen": chosen, "evening": evening}
    )


def sentence(making: TilesMaking, words: Words) -> str:
    """The game being created, as its maker would tell it to a friend."""
    _ = words.gettext
    parts = [_("{count} players lay tiles round Carcassonne.", count=making.players)]
    if making.modules:
        names = ", ".join(words.name(f"module_{name}") for name in making.modules)
        parts.append(_("With {names}.", names=names))
    if dict(making.chosen).get("farmers") == "off":
        parts.append(_("Nobody claims fields."))
    return " ".join([*parts, *told_of_table(making, words)])
