"""Decoders of external input meet unforeseen bytes. How long: see `budget.seconds`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.chosen import sampled
from tests.fuzz.budget import CORPUS, seconds
from tests.fuzz.targets import TARGETS

SEED = 20260
ROOT = Path(__file__).parents[2]


def fuzz(target: str, length: int, found: Path, *more: str) -> str:
    """Run a target in a process of its own; the end of what it says."""
    command = [sys.executable, "-m", "tests.fuzz", target, f"--seconds={length}", f"--found={found}", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=length + 240, errors="replace")
    inputs = {path.name: path.read_bytes() for path in (found / target).iterdir() if path.is_file()}
    assert done.returncode == 0, f"{inputs}\n{done.stderr[-4000:]}"
    assert not inputs
    return done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_every_example_is_read_or_refused(target: str) -> None:
    """The examples hold every input that was once a finding."""
    for path in sorted((CORPUS / target).iterdir()):
        TARGETS[target](path.read_bytes())


def test_every_target_has_examples() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("target", sampled(TARGETS, count=1, rest=pytest.mark.campaign))
def test_no_input_breaks(target: str, tmp_path: Path) -> None:
    length = seconds(5)
    seed = [f"--seed={SEED}"] if length <= 60 else []
    said = fuzz(target, length, tmp_path, *seed)
    runs = re.search(r"Done (\d+) runs in (\d+) second", said)
    assert runs is not None, said[-2000:]
    assert int(runs[1]) > 10, "it hardly ran"
    sys.stderr.write(f"{target}: {runs[0]}\n")


def test_without_a_fuzzer_hypothesis_makes_the_inputs_up(tmp_path: Path) -> None:
    assert "Done" in fuzz("tokens", 1, tmp_path, "--with=hypothesis", f"--seed={SEED}")
