"""The same seed gives the same choice, interpreted and compiled: both are compared with one file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.search.choices import BLOCK, FILE, SHOWN, choices, sets, told
from tests.sizes import CAMPAIGN, COMPILED

KNOWN: dict[str, dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
INTERPRETED_ROOM = 2
"""Positions of each room in the check, where the engine is interpreted: the check compares all twenty on the compiled
one."""


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_search_chooses_what_the_file_says(name: str) -> None:
    one, count = sets()[name]
    known = KNOWN[name]
    if not CAMPAIGN:
        count = SHOWN if COMPILED or not one.modules else INTERPRETED_ROOM
    found = told(choices(one, count))
    assert found["first"] == known["first"][: len(found["first"])], "if a search was changed: see choices.py"
    assert found["blocks"] == known["blocks"][: len(found["blocks"])]


def test_every_family_and_room_is_in_the_file() -> None:
    assert set(KNOWN) == set(sets())
    for name, (_, count) in sets().items():
        assert len(KNOWN[name]["first"]) == SHOWN
        assert len(KNOWN[name]["blocks"]) * BLOCK == count - SHOWN
    assert len({text for known in KNOWN.values() for text in known["first"]}) > 200
