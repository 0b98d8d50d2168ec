"""A mutation of some tables is noticed: the commit chooses which. The campaign tries all of them all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.chosen import sampled, seed
from tests.island.mutations import ROOT, run, tables

FOLDERS = {path.parent.relative_to(ROOT).as_posix(): path.parent for path in sorted(ROOT.glob("tests/**/broken.py"))}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(FOLDERS, rest=pytest.mark.campaign))
def test_a_broken_rule_is_noticed(name: str) -> None:
    folder: Path = FOLDERS[name]
    sample = random.Random(seed()).choice(dict(tables())[folder])
    for trial in run([sample], 1, folder):
        assert trial.killed, f"{sample.title}: {trial.said}"
