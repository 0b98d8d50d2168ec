"""`bastide bots`: the levels with a sentence each."""

from __future__ import annotations

import json

from bastide.players import LEVELS
from tests.cli.conftest import Command


def test_the_bots_are_listed_the_weakest_first(bastide: Command) -> None:
    lines = bastide("bots").out.splitlines()
    assert [line.split()[0] for line in lines[: len(LEVELS)]] == list(LEVELS)
    assert "greedy  steady. Weighs every move of its turn, and looks no further." in lines
    assert "facile. Un débutant" in bastide("bots", "--lang", "fr").out
    found = json.loads(bastide("bots", "--json").out)
    assert found[1]["about"] == "A beginner: judges well what it sees, and overlooks much."
