"""How long and how much: the bounds of fuzzing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tests.sizes import sized

CORPUS: Final = Path(__file__).parent / "corpus"
"""Examples to begin with, and every input that was once a finding; a folder for each target."""
LIMIT: Final = 16 * 1024
PATIENCE: Final = 5
"""The most seconds for one input. The largest take a fraction of that, so what takes longer grows too fast."""
MEMORY: Final = 1024
"""The most megabytes for the whole process."""


def seconds(usual: int) -> int:
    """How long to fuzz one thing: `BASTIDE_FUZZ_SECONDS`, or what is usual in the check, or in the campaign."""
    return int(os.environ.get("BASTIDE_FUZZ_SECONDS") or sized(usual, 300))
