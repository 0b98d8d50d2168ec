"""Behaviour cloning as the documentation shows it: a network learns from records of the greedy bot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.running import FOLDER, LINES, lines, printed

GAMES = 500


def test_it_is_short() -> None:
    assert lines("cloning.py") <= LINES


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
def test_a_network_decides_as_greedy_does(tmp_path: Path) -> None:
    records = tmp_path / "greedy.jsonl"
    game = ["-n", str(GAMES), "-p", "greedy,greedy", "--layout", "random", "--option", "trade=bank"]
    printed("-m", "bastide", "simulate", *game, "--records", records)
    last = printed(FOLDER / "cloning.py", records, tmp_path / "clone.pt")
    found = re.search(r"^([\d.]+)% of greedy's decisions in other games, (\d+) of 100 duels won", last)
    assert found is not None
    assert float(found[1]) > 50
    assert int(found[2]) >= 75
