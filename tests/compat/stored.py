"""The stored games: which there are, and how they are read and written."""

from __future__ import annotations

import json
import lzma
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

RECORDS: Final = Path(__file__).with_name("records")
END: Final = '{"end"'
"""How the last line of a record begins."""


@dataclass
class Stored:
    """One game: its record as it ended, records of it that stop earlier, and what all of them must come to.

    `versions` are those whose views are compared. `expected` is what `shown.whole` finds; `onward[n]` what
    `shown.onward` finds after the record with n decisions.
    """

    name: str
    record: str
    cuts: list[str]
    versions: list[int]
    expected: dict[str, Any]
    onward: dict[str, dict[str, str]]


def names() -> list[str]:
    """The sets of which there are games, by the names of their files."""
    return sorted(path.stem for path in RECORDS.glob("*.json"))


def smallest() -> str:
    """The set whose games take least room."""
    return min(names(), key=lambda name: (RECORDS / f"{name}.jsonl.xz").stat().st_size)


def file_name(set_name: str) -> str:
    """The name under which the games of a set are kept.

    >>> file_name("island + cities_knights")
    'island-cities_knights'
    """
    return set_name.replace(" + ", "-")


def read(name: str) -> list[Stored]:
    """The games of one set."""
    records = split(lzma.decompress((RECORDS / f"{name}.jsonl.xz").read_bytes()).decode())
    games = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))
    out = []
    for game in games:
        count = 1 + len(game["onward"])
        record, *cuts = records[:count]
        del records[:count]
        out.append(Stored(record=record, cuts=cuts, **game))
    if records:
        raise ValueError(f"{name}.jsonl.xz holds {len(records)} records more than {name}.json knows")
    return out


def write(name: str, games: Sequence[Stored]) -> None:
    """Keep the games of one set."""
    text = "".join(record for game in games for record in (game.record, *game.cuts))
    RECORDS.mkdir(exist_ok=True)
    (RECORDS / f"{name}.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    write_expected(name, games)


def write_expected(name: str, games: Sequence[Stored]) -> None:
    """Keep what the games of one set must come to; the records stay as they are."""
    rows = []
    for game in games:
        row = asdict(game)
        del row["record"], row["cuts"]
        rows.append(json.dumps(row, ensure_ascii=False))
    (RECORDS / f"{name}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")


def split(text: str) -> list[str]:
    """The records that stand one after the other in a file."""
    out: list[str] = []
    begun = 0
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines, 1):
        if line.startswith(END):
            out.append("".join(lines[begun:at]))
            begun = at
    return out
