"""Recorded games, replayed so that two builds of the engine do the same work.

Each file holds games of one kind: the resolved config, and each decision with its seat, in notation. These stay stable
between versions; the codes of actions and the fingerprints of positions need not.
`python -m benchmarks.recorded.make` played them.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

FOLDER: Final = Path(__file__).parent


class Recorded(NamedTuple):
    """A game: its config, and every decision as the seat (-1 for chance) and its notation."""

    config: dict[str, Any]
    decisions: list[tuple[int, str]]


def kinds() -> list[str]:
    """The kinds of games stored."""
    return sorted(path.name.removesuffix(".json.xz") for path in FOLDER.glob("*.json.xz"))


def read(kind: str) -> list[Recorded]:
    """The games of one kind."""
    rows = json.loads(lzma.decompress((FOLDER / f"{kind}.json.xz").read_bytes()))
    return [Recorded(config, [(seat, text) for seat, text in decisions]) for config, decisions in rows]


def write(kind: str, games: Sequence[Recorded]) -> int:
    """Store the games of one kind; return the bytes used."""
    data = lzma.compress(json.dumps(games, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME)
    return (FOLDER / f"{kind}.json.xz").write_bytes(data)
