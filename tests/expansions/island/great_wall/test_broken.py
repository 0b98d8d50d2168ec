"""A sample of the mutations of the Great Wall is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.expansions.island.great_wall.broken import MUTATIONS
from tests.island.mutations import run

pytestmark = pytest.mark.interpreted


@pytest.mark.slow
def test_a_sample_of_broken_rules_is_noticed() -> None:
    sample = [m for m in MUTATIONS if m.title == "five levels can be passed"]
    assert len(sample) == 1
    for trial in run(sample, 1, Path(__file__).parent):
        assert trial.killed, trial.said
