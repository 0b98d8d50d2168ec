"""Turns a failure to read or replay a table into a refusal, and so a table that does not exist."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from bastide.kernel.errors import quote
from bastide.server.common.faults import RequestRefused
from bastide.server.common.logs import mark, write
from bastide.server.storage.store import StoreError

log = logging.getLogger("bastide.table")


@contextlib.contextmanager
def readable(table: str, event: str = "table not read") -> Iterator[None]:
    """Log a failure to read or replay a table, and turn it into a refusal.

    :raises RequestRefused: the table cannot be read.
    """
    try:
        yield
    except StoreError as error:
        write(log, logging.ERROR, event, error, table=mark(table))
        raise RequestRefused("store", "The table cannot be read from the disk now; send it again") from None
    except RequestRefused:
        raise
    except Exception as error:
        # SQLite keeps any value in any column: a damaged row may fail in any way.
        write(log, logging.ERROR, "table not replayed", error, table=mark(table))
        raise RequestRefused("internal", "The log of table {table} does not replay here", table=table) from None


def unknown_table(table: str) -> RequestRefused:
    """The refusal of a table that does not exist."""
    return RequestRefused("unknown", "There is no table {input}; check the link", input=quote(table, 40))
