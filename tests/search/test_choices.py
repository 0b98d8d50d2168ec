"""The same seed gives the same choice, interpreted and compiled: both are compared with one file."""

from __future__ import annotations

import json

import pytest

from tests.search.choices import FILE, choices, sets

KNOWN: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_search_chooses_what_the_file_says(name: str) -> None:
    found = choices(*sets()[name])
    assert found == KNOWN[name], "if a search was changed: python -m tests.search.choices"


def test_every_family_and_room_is_in_the_file() -> None:
    assert set(KNOWN) == set(sets())
    assert all(len(KNOWN[name]) == count for name, (_, count) in sets().items())
    assert len({text for texts in KNOWN.values() for text in texts}) > 50
