"""The mutations of Traders & Builders fit the source, and a sample of them is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.expansions.carcassonne.traders.broken import MUTATIONS
from tests.island.mutation import Mutation
from tests.island.mutations import SOURCE, changed, run

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: f"{m.rules[0]} {m.title}")
def test_every_mutation_still_fits_the_source(mutation: Mutation) -> None:
    assert changed(mutation) != (SOURCE / mutation.file).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_sample_of_broken_rules_is_noticed() -> None:
    sample = [m for m in MUTATIONS if m.title == "goods for each section of the closing tile"]
    assert len(sample) == 1
    for trial in run(sample, 1, Path(__file__).parent):
        assert trial.killed, trial.said
