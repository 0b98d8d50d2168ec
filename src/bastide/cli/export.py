"""Records as flat rows, one a decision, for tables and statistics: JSON Lines or CSV."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, TextIO

from bastide.arena.matches import turns
from bastide.cli.configs import MOST_SEATS
from bastide.cli.failure import Failure
from bastide.cli.output import read_text, replaced
from bastide.cli.replay import loaded, notation, parts, viewer_of
from bastide.kernel.errors import quote
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.view.model import OPEN

FORMATS: Final = ("jsonl", "csv")
COLUMNS: Final = (
    *("file", "game", "seats", "modules", "n", "turn", "seat", "player", "phase", "decision", "legal", "won"),
    *(f"points_{seat}" for seat in range(MOST_SEATS)),
)
"""The names of a row's values, in the order of the columns."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""With one of these begins a cell that spreadsheets take for a formula."""

Row = dict[str, Any]


def export(files: Sequence[Path], seat: str, format_: str | None, target: Path | None) -> None:
    """Write a row for each decision of all records in some files to a file, or to stdout.

    A file that stands there already is replaced only by the rows of all records.

    :raises Failure: a record is invalid, there is no such format or viewer, the file cannot be written, or it is one of
        the records.
    """
    kind = format_ if format_ is not None else "csv" if target is not None and target.suffix == ".csv" else "jsonl"
    if kind not in FORMATS:
        raise Failure(
            "--format {given} is no format of rows; choose one of {known}", given=quote(kind), known=", ".join(FORMATS)
        )
    if target is not None and target.is_file() and any(path.is_file() and path.samefile(target) for path in files):
        raise Failure("--output {given} is one of the records, and would replace it", given=quote(str(target)))
    with ExitStack() as stack:
        out: TextIO = sys.stdout if target is None else stack.enter_context(replaced(target, newline=""))
        rows = (row for path in files for row in rows_of_file(path, seat))
        if kind == "csv":
            # A carriage return in a name is quoted only if it is part of the line's end.
            table = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
            table.writeheader()
            table.writerows({key: as_text(value) for key, value in row.items()} for row in rows)
        else:
            for row in rows:
                out.write(f"{json.dumps(row, ensure_ascii=False)}\n")


def as_text(value: Any) -> Any:
    """A value for a cell of CSV: a text that a spreadsheet would run as a formula gets an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def rows_of_file(path: Path, seat: str) -> Iterator[Row]:
    """The rows of all games in a file, in order."""
    for number, part in enumerate(parts(read_text(path)), 1):
        game = loaded(path, part)
        viewer = viewer_of(seat, int(game.rules.seats))
        for row in rows_of(game, viewer):
            yield {"file": str(path), "game": number, **row}


def rows_of(game: Game, viewer: int) -> Iterator[Row]:
    """A row for each decision of a game, as a viewer could know it then: the position before it, and the decision.

    Hidden cards are left out of the notation, as `replay --moves` does. Points hold another seat's hidden ones, and a
    row holds another seat's number of legal actions or that of outcomes of chance, only for a viewer who sees all.
    """
    rules = game.rules
    seats = range(int(rules.seats))
    winners = game.winners if game.over else None
    common = {"seats": len(seats), "modules": " ".join(rules.module_names)}
    steps = game.steps()
    for n, decision in enumerate(game.decisions, 1):
        s = next(steps).state
        by = decision.seat
        known = viewer in (OPEN, by) and not (by == CHANCE and viewer != OPEN)
        points = [rules.total_points(s, seat) if viewer == OPEN else rules.points(s, seat, viewer) for seat in seats]
        yield {
            **common,
            "n": n,
            "turn": turns(rules, s),
            "seat": "chance" if by == CHANCE else by,
            "player": game.names[by] if 0 <= by < len(game.names) else None,
            "phase": rules.phase(s).name,
            "decision": notation(game, n, viewer),
            "legal": len(rules.legal(s, by)) if known else None,
            "won": None if winners is None or by == CHANCE else by in winners,
            **{f"points_{seat}": int(points[seat]) if seat in seats else None for seat in range(MOST_SEATS)},
        }
