"""Timing searches and environments, each beside its unit."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.learning import ENVIRONMENTS
from benchmarks.rates import Rates
from benchmarks.searching import SEARCHES
from tools.marked import block

BOTH = pytest.mark.parametrize("rates", [SEARCHES, ENVIRONMENTS], ids=["searches", "environments"])


@pytest.mark.slow
@BOTH
def test_everything_that_has_an_aim_is_measured_in_every_round(rates: Rates) -> None:
    found = rates.asked(Path(sys.executable), times=2, scale=0.001)
    assert sorted(found["rates"]) == sorted(rates.aims)
    assert all(len(each) == 2 and min(each) > 0 for each in found["rates"].values())


def test_a_ratio_is_to_the_unit_of_the_same_round() -> None:
    some = replace(SEARCHES, unit=1000, aims={"one": ("the unit", None), "two": ("the second", 250)})
    told = some.lines({"compiled": True, "rates": {"two": [10.0, 40.0, 30.0], "one": [100.0, 100.0, 50.0]}})
    assert told[2:] == ["| the unit | 100 | 1.0000 |  |  |", "| the second | 30 | 0.4000 | 0.2500 | 1.60 |"]


@BOTH
def test_the_page_has_the_table(rates: Rates) -> None:
    text = block(rates.page.read_text("utf-8"), rates.block)
    assert text.command == f"{rates.command} PYTHON --docs"
    assert all(title in text.text for title, _aim in rates.aims.values())
