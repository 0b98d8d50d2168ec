"""The families of games there are, by the name that stands in a config."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping
from typing import Any, Final, cast

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Rules

FAMILIES: Final[dict[str, str]] = {"island": "bastide.catan.family"}
"""Family name -> the module whose `configure(config, rng)` builds its rules.

Named as text: the kernel imports no family.
"""


def configure(config: Mapping[str, Any], rng: random.Random | None) -> Rules:
    """The rules of one configured game. Raises ConfigError."""
    if not isinstance(config, Mapping):
        raise ConfigError(f"a config is a table like {{'game': 'island', 'seats': 4}}, got {quote(config)}")
    name = config.get("game", "island")
    if not isinstance(name, str) or name not in FAMILIES:
        raise ConfigError(f"game = {quote(name)} is unknown; there is {', '.join(FAMILIES)}")
    module = importlib.import_module(FAMILIES[name])
    return cast(Rules, module.configure(config, rng))
