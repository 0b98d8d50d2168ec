"""PPO as the documentation shows it: after fifteen minutes it wins duels with the bot `random`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.running import FOLDER, LINES, lines, printed

MINUTES = 15
"""Of processor time."""
DUELS = 200


def test_it_is_short() -> None:
    assert lines("ppo.py") <= LINES


@pytest.mark.campaign
@pytest.mark.timeout(6 * 3600)
def test_a_network_wins_duels_on_new_boards(tmp_path: Path) -> None:
    last = printed(FOLDER / "ppo.py", str(MINUTES), tmp_path / "duels.zip")
    found = re.search(r"(\d+) of (\d+) duels won", last)
    assert found is not None
    assert int(found[2]) == DUELS
    assert int(found[1]) >= 0.95 * DUELS
    assert (tmp_path / "duels.zip").stat().st_size > 0
