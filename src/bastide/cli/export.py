"""Records as flat rows for tables and statistics: JSON Lines, CSV or Parquet."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO

from bastide.cli.failure import Failure, cannot_read, cannot_write
from bastide.cli.output import replaced
from bastide.cli.replay import viewer_of
from bastide.data import to_parquet
from bastide.data.decisions import COLUMNS, Row, rows_of
from bastide.data.sources import Source, found
from bastide.kernel.errors import quote

FORMATS: Final = ("jsonl", "csv", "parquet")
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""With one of these begins a cell that spreadsheets take for a formula."""


def export(
    sources: Sequence[str], seat: str, format_: str | None, target: Path | None, observations: bool, masks: bool
) -> None:
    """Write a row for each decision of all records in some files to a file, or to stdout.

    A file that stands there already is replaced only by the rows of all records.

    :raises Failure: a record is invalid, there is no such format or viewer, the file cannot be written, or it is one of
        the records.
    """
    ending = target.suffix.removeprefix(".") if target is not None else ""
    kind = format_ if format_ is not None else ending if ending in FORMATS else "jsonl"
    if kind not in FORMATS:
        raise Failure(
            "--format {given} is no format of rows; choose one of {known}", given=quote(kind), known=", ".join(FORMATS)
        )
    if target is not None and target.is_file():
        for path in map(Path, sources):
            if path.is_file() and path.samefile(target):
                raise Failure("--output {given} is one of the records, and would replace it", given=quote(str(target)))
    if kind == "parquet":
        as_parquet(sources, seat, target, observations, masks)
        return
    if observations or masks:
        raise Failure("--observations and --masks need --format parquet")
    with ExitStack() as stack:
        out: TextIO = sys.stdout if target is None else stack.enter_context(replaced(target, newline=""))
        if kind == "csv":
            # A carriage return in a name is quoted only if it is part of the line's end.
            table = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
            table.writeheader()
            table.writerows({key: as_text(value) for key, value in row.items()} for row in rows(sources, seat))
        else:
            for row in rows(sources, seat):
                out.write(f"{json.dumps(row, ensure_ascii=False)}\n")


def as_parquet(sources: Iterable[Source], seat: str, target: Path | None, observations: bool, masks: bool) -> None:
    """Write rows of records to a Parquet file.

    :raises Failure: there is no file to write to or it cannot be written, or what is needed is not installed.
    """
    if target is None:
        raise Failure("--format parquet needs --output FILE")
    viewer: int | str = int(seat) if seat.isascii() and seat.isdigit() else seat
    if (observations or masks) and seat != "open":
        raise Failure("--seat goes with neither --observations nor --masks: each row is as its own seat saw it")
    try:
        to_parquet(sources, target, viewer=viewer, observations=observations, masks=masks)
    except ImportError as error:
        raise Failure(
            "{name} is not installed, which this needs: {command}",
            name=str(error.name),
            command="pip install 'bastide[data]'",
        ) from None
    except OSError as error:
        if error.filename is None or Path(error.filename).name.startswith(f".{target.name}."):
            cannot_write(target, error)
        cannot_read(error.filename, error)


def as_text(value: Any) -> Any:
    """A value for a cell of CSV: a text that a spreadsheet would run as a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def rows(sources: Sequence[str], seat: str) -> Iterator[Row]:
    """The rows of all games of some sources, in order.

    :raises Failure: a file cannot be read, or there is no such viewer.
    """
    try:
        for each in found(sources):
            game = each.load()
            for row in rows_of(game, viewer_of(seat, int(game.rules.seats))):
                yield {"file": each.source, "game": each.number, **row}
    except OSError as error:
        cannot_read(error.filename, error)
