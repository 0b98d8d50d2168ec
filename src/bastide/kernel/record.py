"""A game on disk: JSON Lines, one for the header, one for each decision, one for the end.

    {"bastide": 1, "config": {...}, "names": ["Maud", "Odile"]}
    {"n": 1, "by": "chance", "do": "roll 3 5", "x": "9a61f0c2"}
    {"n": 2, "by": 0, "do": "settle 0,-1,S", "x": "0b7e44d1"}
    {"end": 2, "winners": [], "over": false, "hash": "5d0c...", "x": "c01d3f77"}

`config` holds every option and the dealt layout. `x` is a checksum over everything up to its line, to detect altered
lines; a file without its last line is truncated. No seed is needed to replay it. Checksums are taken over our own form
of each line (`_chain`), so spaces and escapes within a line do not matter, nor whether it is spread over several.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

from bastide.kernel.errors import RecordError, quote
from bastide.kernel.state import CHANCE

VERSION: Final = 1
MOST_LINES: Final = 1_000_000


@dataclass(frozen=True)
class Decision:
    """One decision: the seat that took it (CHANCE for dice and decks) and its notation."""

    seat: int
    text: str


@dataclass(frozen=True)
class Record:
    """The contents of a file: the resolved config, the seats' names, the decisions, and the final state."""

    config: dict[str, Any]
    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    winners: tuple[int, ...]
    over: bool
    hash: str

    def __copy__(self) -> Record:
        return replace(self, config=deepcopy(self.config))


def write(record: Record) -> str:
    """The record as text."""
    header = _form({"bastide": VERSION, "config": record.config, "names": list(record.names)})
    lines = [header]
    sum_ = _chain("", header)
    for n, d in enumerate(record.decisions, 1):
        by: int | str = "chance" if d.seat == CHANCE else d.seat
        sum_ = _chain(sum_, f"{n} {by} {d.text}")
        lines.append(json.dumps({"n": n, "by": by, "do": d.text, "x": sum_}, ensure_ascii=False))
    end: dict[str, Any] = {"end": len(record.decisions), "winners": list(record.winners), "over": record.over}
    end["hash"] = record.hash
    lines.append(json.dumps({**end, "x": _chain(sum_, json.dumps(end))}))
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Parse a record. Raises RecordError with the line number if it is truncated, altered or no record.

    Only the form is checked here; `Game.load` plays it and checks every decision against the rules. A byte order mark
    at the beginning and blank lines at the end are passed over.
    """
    if not isinstance(text, str):
        raise RecordError(f"line 1: a record is text, got {quote(text)}")
    text = text.removeprefix("\ufeff").rstrip(" \t\r\n")
    lines = list(entries(text.split("\n")))
    if not text.strip():
        raise RecordError('line 1: the record is empty; it begins with a header like {"bastide": 1, "config": {...}}')
    if len(lines) > MOST_LINES:
        raise RecordError(f"line {MOST_LINES}: a record has at most {MOST_LINES} lines")
    header = _object(lines[0][1], 1)
    version = header.get("bastide")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"line 1: format version {quote(version)} cannot be read; this is version {VERSION}")
    config, names = header.get("config"), header.get("names")
    if not isinstance(config, dict):
        raise RecordError(f"line 1: config must be an object, got {quote(config)}")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError(f"line 1: names must be a list of texts, got {quote(names)}")
    decisions: list[Decision] = []
    try:
        sum_ = _chain("", _form(header))
    except RecursionError as error:
        raise RecordError(f"line 1: {quote(lines[0][1])} is nested too deeply ({error})") from None
    for number, (at, line) in enumerate(lines[1:], 2):
        plain = PLAIN.fullmatch(line)
        if plain and int(plain[1]) == len(decisions) + 1:
            n, by, do, given = plain.groups()
            following = _chain(sum_, f"{n} chance {do}" if by == CHANCES else f"{n} {by} {do}")
            if following == given:
                sum_ = following
                decisions.append(Decision(CHANCE if by == CHANCES else int(by), do))
                continue
        entry = _object(line, at)
        if "end" in entry:
            if number != len(lines):
                after, more = lines[number]
                raise RecordError(f"line {after}: {quote(more)} follows the end of the record")
            return Record(config, tuple(names), tuple(decisions), *_end(entry, at, len(decisions), sum_))
        n, by, do = entry.get("n"), entry.get("by"), entry.get("do")
        if n != len(decisions) + 1:
            raise RecordError(
                f"line {at}: expected decision {len(decisions) + 1}, got {quote(n)}; lines are missing or doubled"
            )
        if not isinstance(do, str) or not (
            by == "chance" or (isinstance(by, int) and not isinstance(by, bool) and by >= 0)
        ):
            raise RecordError(
                f'line {at}: {quote(line)} is no decision; one looks like {{"n": 1, "by": 0, "do": "roll"}}'
            )
        sum_ = _chain(sum_, f"{n} {by} {do}")
        if entry.get("x") != sum_:
            raise RecordError(
                f"line {at}: {quote(line)} does not match its checksum: this line or one before it was altered"
            )
        decisions.append(Decision(CHANCE if by == "chance" else int(by), do))
    raise RecordError(f"line {lines[-1][0]}: the record is truncated: the last line must be its end")


def entries(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The objects in the lines of a file, each with the number of its first line, from 1.

    Each has a line, unless a JSON tool has spread it over several: from one with `{` alone to one with `}` alone.
    """
    # Callers split at "\n" alone, as files do: names may contain other line separators.
    held: list[str] = []
    begun = 1
    for at, given in enumerate(lines, 1):
        line = given.removesuffix("\n").removesuffix("\r")
        if not held and line.rstrip() != "{":
            yield at, line
            begun = at + 1
            continue
        held.append(line)
        if line.rstrip() != "}":
            continue
        yield begun, "\n".join(held)
        held, begun = [], at + 1
    if held:
        yield begun, "\n".join(held)


def _end(entry: dict[str, Any], at: int, count: int, sum_: str) -> tuple[tuple[int, ...], bool, str]:
    winners, over, hash_ = entry.get("winners"), entry.get("over"), entry.get("hash")
    if type(entry.get("end")) is not int or entry["end"] != count:
        raise RecordError(f"line {at}: the end counts {quote(entry.get('end'))} decisions, there are {count}")
    if not isinstance(winners, list) or not isinstance(over, bool) or not isinstance(hash_, str):
        raise RecordError(f"line {at}: the end must hold winners, over and hash, got {quote(entry)}")
    if entry.get("x") != _chain(sum_, json.dumps({"end": count, "winners": winners, "over": over, "hash": hash_})):
        raise RecordError(f"line {at}: the end does not match its checksum: this line or one before it was altered")
    return tuple(winners), over, hash_


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Raises RecordError if a key stands twice in it."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for n, key in enumerate(keys) if key in keys[:n])
        raise RecordError(f"the key {quote(twice)} stands twice in one object")
    return found


DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique)
"""Made once: `json.loads` would make one for each line, which takes longer than reading it."""


PLAIN: Final = re.compile(
    r'\{"n": ([1-9][0-9]{0,6}), "by": ("chance"|[0-9]), "do": "([^"\\\x00-\x1f]*)", "x": "([0-9a-f]*)"\}'
)
"""A decision as `write` writes almost all; reading it by this is several times as fast as reading JSON."""
CHANCES: Final = '"chance"'
"""Whose decision it is there, if it is chance's."""


def _object(line: str, at: int) -> dict[str, Any]:
    try:
        entry = DECODER.decode(line)
    except RecordError as error:
        raise RecordError(f"line {at}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {at}: {quote(line)} is no JSON ({error})") from None
    if not isinstance(entry, dict):
        raise RecordError(f"line {at}: expected a JSON object, got {quote(entry)}")
    return entry


def _form(header: dict[str, Any]) -> str:
    """The header in the form over which its checksum is taken, and in which it is written."""
    return json.dumps(header, ensure_ascii=False)


def _chain(previous: str, text: str) -> str:
    """The checksum of a line: BLAKE2b, 4 bytes, of the previous line's checksum and of the text that stands for it."""
    return hashlib.blake2b(f"{previous}\n{text}".encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
