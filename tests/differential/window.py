"""Which seeds are played: each commit has others, so that many commits together play many games."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

SEEDS: Final = 1_000_000
"""The first seed is less than this."""


def window(tree: Path) -> tuple[int, str]:
    """The first seed for the commit that is checked out in this folder, and why; 0 where there is no commit."""
    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True, check=False)
    except OSError:
        return 0, "because there is no git"
    commit = done.stdout.strip()
    if done.returncode != 0 or not commit:
        return 0, "because this is no checkout"
    return int(commit[:12], 16) % SEEDS, f"by the commit {commit[:10]}"
