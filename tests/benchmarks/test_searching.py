"""Timing searches beside uniform playouts."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.searching import AIMS, NAME, PAGE, asked, lines
from tools.marked import block


def test_everything_that_has_an_aim_is_measured_in_every_round() -> None:
    found = asked(Path(sys.executable), times=2, scale=0.001)
    assert sorted(found["rates"]) == sorted(AIMS)
    assert all(len(rates) == 2 and min(rates) > 0 for rates in found["rates"].values())


def test_a_ratio_is_to_the_unit_of_the_same_round() -> None:
    rates = {name: [10.0, 40.0, 30.0] for name in AIMS} | {"uniform": [100.0, 100.0, 50.0]}
    told = lines({"compiled": True, "rates": rates})
    assert told[2].endswith("| 100 | 1.0000 |  |  |")
    assert told[3].endswith("| 30 | 0.4000 | 0.2759 | 1.45 |")
    assert len(told) == 2 + len(AIMS)


def test_the_page_has_the_table() -> None:
    text = block(PAGE.read_text("utf-8"), NAME)
    assert text.command == "python -m benchmarks.searching PYTHON --docs"
    assert all(title in text.text for title, _aim in AIMS.values())
