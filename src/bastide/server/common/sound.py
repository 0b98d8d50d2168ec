"""Lists of tables survive a broken table: what cannot be shown is left out and logged."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from bastide.server.common.logs import mark, write

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger("bastide.table")

SELDOM: Final = 60.0
"""The least number of seconds between two log lines about the same table: lists are requested all the time."""
MOST: Final = 1000
"""How many tables are remembered for that."""
_told: Final[dict[str, float]] = {}


def sound(rows: Iterable[R], build: Callable[[R], T], table: Callable[[R], str]) -> list[T]:
    """What `build` makes of each row, without the rows for which it fails. `table` tells the table of a row."""
    found: list[T] = []
    for row in rows:
        try:
            found.append(build(row))
        except Exception as error:
            # Whatever is wrong with one table, the others must be listed.
            tell(str(table(row)), error)
    return found


def tell(table: str, error: Exception) -> None:
    """Log that a table is left out, but not again and again."""
    now = time.monotonic()
    if now - _told.get(table, -SELDOM) < SELDOM:
        return
    if len(_told) >= MOST:
        _told.clear()
    _told[table] = now
    write(log, logging.ERROR, "table not listed", error, table=mark(table))
