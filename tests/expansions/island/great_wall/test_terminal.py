"""Games on the wall that are simulated from the command line; all can lose them (GW-035)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bastide.cli.app import run


def simulated(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What six random games print, of which some end at the limit of turns."""
    assert (
        run(["simulate", "-n", "6", "-m", "great_wall", "--seed", "3", "-o", "turns=150", "-o", "goal=8", *more]) == 0
    )
    return capsys.readouterr().out


def test_games_lost_by_all_and_games_cut_off_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(simulated(capsys, "--json"))
    won = sum(found["wins_by_seat"])
    assert min(won, found["truncated"], found["lost_by_all"]) > 0
    assert won + found["truncated"] + found["lost_by_all"] == found["games"]


@pytest.mark.parametrize(("language", "said"), [("en", "Lost by all"), ("fr", "Perdues par tous")])
def test_the_table_names_the_games_lost_by_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    monkeypatch.setenv("BASTIDE_LANG", language)
    assert said in simulated(capsys)
