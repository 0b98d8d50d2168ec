"""The table of what many games of the arena cost."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bastide.arena.games import Played
from bastide.arena.plan import Plan
from benchmarks import arena
from benchmarks.arena import Cost, made_up, plan_of, space_of, table, time_of


def test_larger_numbers_are_worked_out() -> None:
    text = table({"short": Cost(100, 0.0036, 0.0018, 200, 40_000)}, 1e-5, 900, 60, 0.004)
    cells = [cell.strip() for cell in text.splitlines()[4].strip("|").split("|")]
    assert cells == ["short", "3.6", "50 %", "200", "40,000", "60 min, 0.2 GB", "1,000 h, 200.0 GB"]
    assert "reads 100,000 games a second and holds 900 bytes" in text
    assert "4.00 ms for each block" in text
    assert re.search(r"Measured on \d{4}-\d\d-\d\d at ", text)


def test_units() -> None:
    assert [time_of(seconds) for seconds in (90, 7200, 3600 * 24 * 365.25 * 3)] == ["2 min", "2 h", "3.0 years"]
    assert [space_of(size) for size in (2.2e8, 1.5e12)] == ["0.2 GB", "1.5 TB"]


def test_what_a_game_costs_is_measured_on_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(plan: Plan, number: int, watch: object) -> Played:
        [*_, last] = made_up(plan, number + 1)
        return replace(last, text="a record" * 100 if plan.records else "")

    monkeypatch.setattr(arena, "play", play)
    cost = arena.cost_of("greedy", "island", 2, 0.0)
    assert cost.games == 1
    assert 100 < cost.plain < 400
    assert cost.recorded > cost.plain + 800
    [game] = made_up(plan_of("greedy", "island", 2, records=False), 1)
    assert cost.bots == pytest.approx(sum(game.seconds))
