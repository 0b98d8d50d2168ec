"""Files of games that other engines have played: JSON lines, plain or gzipped, one whole game after another."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

Start = TypeVar("Start", bound=msgspec.Struct)
Step = TypeVar("Step", bound=msgspec.Struct)
End = TypeVar("End", bound=msgspec.Struct)


class FormatError(Exception):
    """A file is no collection of such games; the message names the file and the line."""


class Form(NamedTuple, Generic[Start, Step, End]):
    """A line that starts a game, one for each step, one that ends it; and what must be true of each.

    The checks raise FormatError, for which they are told where the line stands. A step and the end come after so many
    steps; a step is told how its game began.
    """

    start: type[Start]
    step: type[Step]
    end: type[End]
    check_start: Callable[[Start, str], None]
    check_step: Callable[[Step, int, Start, str], None]
    check_end: Callable[[End, int, str], None]


class Whole(NamedTuple, Generic[Start, Step, End]):
    """One whole game and the line of the file where it begins."""

    line: int
    start: Start
    steps: list[Step]
    end: End


def read(path: Path, form: Form[Start, Step, End]) -> Iterator[Whole[Start, Step, End]]:
    """The games of a file. Raises FormatError that names the file and the line."""
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(form.start | form.step | form.end)
    first = form.start.__struct_config__.tag
    start: Start | None = None
    steps: list[Step] = []
    began = at = 0
    for at, line in enumerate(_lines(path), 1):
        where = f"{path}: line {at}"
        if not line.strip():
            continue
        try:
            entry = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            text = line[:60].decode("utf-8", "replace").strip()
            raise FormatError(f"{where}: {text!r}: {error}") from None
        if isinstance(entry, form.start):
            if start is not None:
                raise FormatError(f"{where}: a game begins before the one of line {began} has ended")
            form.check_start(entry, where)
            start, steps, began = entry, [], at
        elif start is None:
            raise FormatError(f"{where}: a line of a game before its {first!r} line")
        elif isinstance(entry, form.step):
            form.check_step(entry, len(steps), start, where)
            steps.append(entry)
        else:
            form.check_end(entry, len(steps), where)
            yield Whole(began, start, steps, entry)
            start = None
    if start is not None:
        raise FormatError(f"{path}: line {at}: the game of line {began} has no end: the file is truncated")
    if began == 0:
        raise FormatError(f"{path}: line 1: there is no game in this file")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            if zipped:
                with gzip.open(raw) as text:
                    yield from text
            else:
                yield from raw
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"{path}: cannot be read: {error}") from None
