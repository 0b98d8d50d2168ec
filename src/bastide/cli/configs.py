"""A game's config, assembled from a file and from the command line."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bastide import players
from bastide.cli.failure import Failure
from bastide.cli.output import read_text
from bastide.kernel import rooms
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import configure


def read_config(path: Path) -> dict[str, Any]:
    """The config in a TOML or JSON file; a file that starts with a brace is JSON.

    :raises Failure: it cannot be read, or is not a table.
    """
    text = read_text(path)
    try:
        config = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if text.lstrip().startswith("{") else "TOML"
        raise Failure("{path} is not valid {kind}: {reason}", path=str(path), kind=kind, reason=str(error)) from None
    if not isinstance(config, dict):  # pragma: no cover - a brace opens an object, and TOML is a table
        raise Failure("{path} must contain a table, such as {example}", path=str(path), example="seats = 4")
    return config


def config(
    file: Path | None = None,
    *,
    game: str | None = None,
    seats: int | None = None,
    layout: str | None = None,
    options: Sequence[str] = (),
    modules: Sequence[str] = (),
) -> dict[str, Any]:
    """The config in `file`, with the other arguments added; not yet checked by the rules.

    `options` are texts like `goal=10`.

    :raises Failure: the file cannot be read, or an option is not written like `goal=10`.
    :raises ConfigError: a plug-in has taken a built-in module's name.
    """
    out = read_config(file) if file is not None else {}
    if game is not None:
        out["game"] = game
    if seats is not None:
        out["seats"] = seats
    if layout is not None:
        out["layout"] = layout
    if modules:
        out["modules"] = list(modules)
    if isinstance(out.get("modules"), list):
        rooms.check_names(out["modules"])
    if options:
        given = out.get("options", {})
        if not isinstance(given, dict):
            raise Failure("options must be a table, got {given}", given=quote(given))
        out["options"] = {**given, **dict(_option(text) for text in options)}
    return out


def seats_of(config: Mapping[str, Any]) -> int:
    """The number of seats of a game; 4 if the config is wrong, since the rules reject it later."""
    try:
        return int(configure(config, random.Random(0)).seats)
    except ConfigError:
        return 4


def _option(text: str) -> tuple[str, int | str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise Failure("--option {given} must be written like goal=10", given=quote(text))
    value = value.strip()
    digits = value.removeprefix("-")
    return key.strip(), int(value) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value


def bots(text: str) -> list[str]:
    """The bot names in a comma-separated list. Not checked yet: `make_bot` does that.

    :raises ConfigError: a plug-in has taken a built-in level's name.
    """
    names = [word.strip() for word in text.split(",") if word.strip()]
    players.check_names(names)
    return [players.level_of(name) for name in names]
