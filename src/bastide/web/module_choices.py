"""The form's choices for each module of the island: read from the module itself and from its names.

A module that brings options and the names `module_<name>`, `option_<option>` and `<option>_<value>`
(with `_note` for the small print) in its `names.toml` appears in the form without further code.
"""

from __future__ import annotations

from dataclasses import dataclass

from bastide.catan.family import MODULES
from bastide.view.words import NAMES, Words
from bastide.web.making import Making, maps_of, usual, value_name


@dataclass(frozen=True)
class ModuleChoice:
    """A module in the form.

    `options` are name, label, note, values with their labels, what is chosen; `prints` is whether the board's printed
    pieces may be used with it. `maps` are its maps with their titles, if there are several, `map` the chosen one.
    """

    name: str
    label: str
    note: str
    on: bool
    options: list[tuple[str, str, str, list[tuple[str, str]], str]]
    prints: bool
    maps: list[tuple[str, str]]
    map: str


def module_choices(making: Making, words: Words) -> list[ModuleChoice]:
    """All modules of the island, with what is chosen so far."""
    return [_choice(making, name, words) for name in MODULES]


def _choice(making: Making, name: str, words: Words) -> ModuleChoice:
    module = MODULES[name]()
    options = usual([name]) | dict(making.chosen)
    return ModuleChoice(
        name=name,
        label=words.title(f"module_{name}"),
        note=_note(f"module_{name}", words),
        on=name in making.modules,
        options=[
            (
                option,
                words.title(f"option_{option}"),
                _note(f"option_{option}", words),
                [(value, value_name(option, value, words)) for value in values],
                options[option],
            )
            for option, values in module.options.items()
        ],
        prints=usual([name])["pieces"] == "printed",
        maps=[(each, words.title(f"layout_{each}")) for each in maps_of(name)],
        map=making.layout,
    )


def _note(key: str, words: Words) -> str:
    return words.name(f"{key}_note") if f"{key}_note" in NAMES else ""
