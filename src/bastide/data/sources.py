"""Where games come from: files of records, folders of them, and the database of a server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bastide.kernel.errors import RecordError
from bastide.kernel.game import Game
from bastide.kernel.record import entries

if TYPE_CHECKING:
    from bastide.server.storage.store import Store

T = TypeVar("T")

END: Final = re.compile(r'\s*\{\s*"end"\s*:')
"""The beginning of a record's last object."""


@dataclass(frozen=True)
class RecordText:
    """The text of one record in a file, and the number of lines before it."""

    text: str
    before: int


@dataclass(frozen=True)
class Found:
    """The text of a record: from which source, and its number there, from 1."""

    source: str
    number: int
    part: RecordText

    def load(self) -> Game:
        """The game, every decision checked. Raises RecordError, which names source and line."""
        try:
            return Game.load(self.part.text)
        except RecordError as error:
            raise RecordError(f"{self.source}: {located(error, self.part)}") from None


Source = str | Path | Found
"""A file of records, a folder of such files, the URL of a server's database, or a record."""


def located(error: RecordError, part: RecordText) -> str:
    """The error's text, with the line of the file in place of that of the record."""
    return re.sub(r"^line (\d+)", lambda found: f"line {int(found[1]) + part.before}", str(error))


def parts(lines: Iterable[str]) -> Iterator[RecordText]:
    """The records that stand one after the other in a file; each ends with its line `{"end": ...}`.

    A file without any record is one empty text.
    """
    held: list[str] = []
    before = 0
    for at, entry in entries(lines):
        held.append(entry)
        if END.match(entry):
            yield RecordText("\n".join(held), before)
            held, before = [], at + entry.count("\n")
    if any(line.strip() for line in held) or not before:
        yield RecordText("\n".join(held), before)


def found(sources: Source | Iterable[Source]) -> Iterator[Found]:
    """The records of sources in their order: files line by line, folders by name, databases by the time of the end.

    Files named `-` are stdin. Of a database only finished games are read; names and links to tables stay there.

    :raises RecordError: a file is not UTF-8 text.
    :raises OSError: a file cannot be read.
    :raises StoreError: a database cannot be read.
    """
    for source in [sources] if isinstance(sources, Source) else sources:
        if isinstance(source, Found):
            yield source
        elif isinstance(source, str) and "://" in source:
            yield from _stored(source)
        elif Path(source).is_dir():
            for path in sorted(Path(source).glob("*.jsonl")):
                yield from _filed(path)
        else:
            yield from _filed(Path(source))


def _filed(path: Path) -> Iterator[Found]:
    """The records of a file."""
    name = "/dev/stdin" if str(path) == "-" else path
    with open(name, encoding="utf-8-sig") as file:
        try:
            for number, part in enumerate(parts(file), 1):
                yield Found(str(path), number, part)
        except UnicodeDecodeError as error:
            raise RecordError(f"{path}: not UTF-8 text (byte {error.start})") from None


def _stored(url: str) -> Iterator[Found]:
    """The finished games of a server's database, each replayed."""
    from bastide.server.storage.store import Store  # not for files: it loads the database's driver

    # In a thread of its own: a notebook has a loop that runs already.
    with ThreadPoolExecutor(1) as thread:
        runner = asyncio.Runner()

        def run(work: Coroutine[Any, Any, T]) -> T:
            return thread.submit(runner.run, work).result()

        try:
            store = run(Store.open(url))
            try:
                for number, key in enumerate(run(_finished(store)), 1):
                    # The id of a table is the link to it, and stays there too.
                    yield Found("database", number, RecordText(run(_record(store, *key)), 0))
            finally:
                run(store.close())
        finally:
            thread.submit(runner.close).result()


async def _finished(store: Store) -> list[tuple[str, int, int]]:
    """Table, number and seats of all finished games, in the order in which they ended."""
    from sqlalchemy import select

    from bastide.server.storage.schema import result

    query = select(result.c.table_id, result.c.game, result.c.seats, result.c.ended).distinct()
    rows = await store.rows(query.order_by(result.c.ended, result.c.table_id, result.c.game))
    return [(row.table_id, row.game, row.seats) for row in rows]


async def _record(store: Store, table: str, number: int, seats: int) -> str:
    """The record of a game of a table, without names."""
    from bastide.server.engine.games import Games
    from bastide.server.storage.archive import played

    game = Game.load(played(Games(), await store.game(table, number), seats))
    game.names = ()
    return game.save()
