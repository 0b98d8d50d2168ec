"""The fixed ratings of bots: `anchors.toml`, which `python -m tools.anchors` writes from runs of the arena.

Bots do not get better by playing people, so their ratings never move. Each belongs to a rule set and a number of seats.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bastide.server.common.rating import Strength

FILE: Final = Path(__file__).with_name("anchors.toml")

Anchors = Mapping[str, Mapping[int, Mapping[str, Strength]]]
"""The strengths of bots by rule set, number of seats and level."""


@cache
def anchors() -> Anchors:
    """The anchors of this version."""
    return read(FILE.read_text("utf-8"))


def anchor(rules: str, seats: int, level: str) -> Strength | None:
    """The fixed strength of a bot; None where it has not been measured."""
    return anchors().get(rules, {}).get(seats, {}).get(level)


def read(text: str) -> Anchors:
    """The anchors in a file."""
    out: dict[str, dict[int, dict[str, Strength]]] = {}
    for table in tomllib.loads(text).get("anchors", []):
        bots = {level: Strength(float(mu), float(sigma)) for level, (mu, sigma) in table["bots"].items()}
        out.setdefault(table["rules"], {})[table["seats"]] = bots
    return out
