"""Rule sets: the name under which games of one kind are rated together.

A rule set is the family, the modules and the options that change the rules, such as `island,goal=12`; the board, the
number of players and how the board is dealt do not belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from bastide.kernel.errors import BastideError
from bastide.kernel.families import FAMILIES, configure

DEALING: Final = ("first", "harbors", "spiral_from", "pieces", "offers")
"""The options that say how a board is dealt, who begins, and how long a turn may last: games with them stay alike."""
DRAWN: Final = (None, "roll", "draw")
"""The values of `first` that leave to chance who begins."""
LONGEST: Final = 120
"""A longer name is none: games under it are not rated."""


def rule_set(config: Mapping[str, Any]) -> str:
    """The rule set of a valid config; empty if its games are not rated, as the host has chosen a part of the position.

    >>> rule_set({"game": "island", "seats": 3, "layout": "random", "options": {"goal": 12, "harbors": "shuffled"}})
    'island,goal=12'
    >>> rule_set({"game": "island", "options": {"first": 0}})
    ''
    """
    given = config.get("options") or {}
    if config.get("starts") or config.get("analysis") or given.get("first") not in DRAWN:
        return ""
    family = str(config.get("game", "island"))
    modules = sorted(config.get("modules") or ())
    layout = config.get("layout")
    plain = {"game": family, "seats": config.get("seats"), "modules": modules}
    if isinstance(layout, str):
        plain["layout"] = layout
    usual = _usual(msgspec.json.encode({key: value for key, value in plain.items() if value is not None}))
    changed = {name: value for name, value in sorted(given.items()) if name not in DEALING and usual.get(name) != value}
    name = ",".join([family, *modules, *(f"{option}={_said(value)}" for option, value in changed.items())])
    return name if len(name) <= LONGEST else ""


def config_of(name: str) -> dict[str, Any]:
    """The family, the modules and the changed options of a rule set, for display; whatever the text holds.

    >>> config_of("island,goal=12")
    {'game': 'island', 'modules': [], 'options': {'goal': 12}}
    """
    family, *rest = name.split(",")
    options: dict[str, Any] = {}
    for part in rest:
        option, equals, value = part.partition("=")
        if equals:
            try:
                options[option] = msgspec.json.decode(value)
            except msgspec.DecodeError:
                options[option] = value
    return {"game": family, "modules": [part for part in rest if "=" not in part], "options": options}


@lru_cache(maxsize=64)
def _usual(config: bytes) -> Mapping[str, Any]:
    """The options of a config that changes none."""
    plain = msgspec.json.decode(config)
    if plain["game"] not in FAMILIES:
        return {}
    try:
        found: Mapping[str, Any] = configure(plain, seed=0).resolved()["options"]
    except BastideError:
        # The modules need an option or a board that the config gives.
        return {}
    return found


def _said(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
