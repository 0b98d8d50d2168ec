"""The results of a run: a SQLite file with one row a game.

A row is written once: the same game again changes nothing. So a run that was killed goes on where it was, and a game
that was played twice counts once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, Final

from bastide.arena.games import Played

FILE: Final = "results.db"
COLUMNS: Final = tuple(field.name for field in fields(Played))
LISTS: Final = ("seating", "winners", "points", "seconds")
"""The columns that hold a list, as JSON."""
VERSION: Final = 1


class Results:
    """The results in a folder; made when it is opened to write.

    :raises sqlite3.Error: the file cannot be read or written, or is none of these.
    """

    def __init__(self, folder: Path, *, write: bool = False) -> None:
        path = folder / FILE
        mode = "rwc" if write else "ro"
        self._database = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=30)
        if write:
            self._database.execute("PRAGMA journal_mode = WAL")
            with self._database:
                self._database.execute("CREATE TABLE IF NOT EXISTS run (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
                columns = ", ".join(
                    f"{name} {'INTEGER PRIMARY KEY' if name == 'number' else 'NOT NULL'}" for name in COLUMNS
                )
                self._database.execute(f"CREATE TABLE IF NOT EXISTS game ({columns})")

    def about(self) -> dict[str, Any]:
        """What the run is: the text of its plan, and the version of each entrant."""
        return {key: json.loads(value) for key, value in self._database.execute("SELECT key, value FROM run")}

    def begin(self, about: dict[str, Any]) -> None:
        """Note what the run is."""
        with self._database:
            rows = [(key, json.dumps(value)) for key, value in about.items()]
            self._database.executemany("INSERT INTO run VALUES (?, ?)", rows)

    def add(self, games: Iterable[Played]) -> None:
        """Add games in one transaction; those that are there stay as they are."""
        rows = [
            [json.dumps(value) if name in LISTS else value for name, value in zip(COLUMNS, astuple(game), strict=True)]
            for game in games
        ]
        with self._database:
            marks = ", ".join("?" * len(COLUMNS))
            self._database.executemany(f"INSERT OR IGNORE INTO game VALUES ({marks})", rows)

    def numbers(self) -> set[int]:
        """The numbers of the games that are there."""
        return {number for (number,) in self._database.execute("SELECT number FROM game")}

    def games(self) -> Iterator[Played]:
        """All games by number."""
        for row in self._database.execute(f"SELECT {', '.join(COLUMNS)} FROM game ORDER BY number"):
            yield _game(row)

    def game(self, number: int) -> Played | None:
        """One game; None if it has not been played."""
        row = self._database.execute(f"SELECT {', '.join(COLUMNS)} FROM game WHERE number = ?", [number]).fetchone()
        return None if row is None else _game(row)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _game(row: tuple[Any, ...]) -> Played:
    named = dict(zip(COLUMNS, row, strict=True))
    lists = {name: tuple(json.loads(named[name])) for name in LISTS}
    return Played(**{**named, **lists, "over": bool(named["over"])})
