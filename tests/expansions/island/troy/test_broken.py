"""A sample of the mutations of Troy is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.expansions.island.troy.broken import MUTATIONS
from tests.island.mutations import run

pytestmark = pytest.mark.interpreted


@pytest.mark.slow
def test_a_sample_of_broken_rules_is_noticed() -> None:
    sample = [m for m in MUTATIONS if m.title == "a trade point for each card"]
    assert len(sample) == 1
    for trial in run(sample, 1, Path(__file__).parent):
        assert trial.killed, trial.said
