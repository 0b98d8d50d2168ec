"""Runs of the programs in examples/."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[2] / "examples"
LINES: Final = 60


def lines(name: str) -> int:
    """How many lines a program has."""
    return len((FOLDER / name).read_text("utf-8").splitlines())


def printed(*command: str | Path) -> str:
    """What a program prints last; it is shown as well."""
    done = subprocess.run([sys.executable, "-P", *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]
    sys.stdout.write(f"\n{last}\n")
    return last
