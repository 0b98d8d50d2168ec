"""Snapshots of tables, stored beside the log so that opening a table need not replay all of it.

The log remains the only source of truth. A snapshot is read only by the exact code that wrote it (`stamp`), is checked
against the fingerprint of its position, and is ignored if anything is wrong with it.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import bastide
from bastide.server.common.model import ChatLine, Clock, GameResult
from bastide.server.engine.interface import Engine
from bastide.server.log.clock import Clocks
from bastide.server.log.match import Match
from bastide.server.log.state import CHAT_SHOWN, NEWS_KEPT, ChairState, Done, News, TableState
from bastide.server.log.waits import Wait

EVERY: Final = 25
"""After how many versions a new snapshot is due; later entries are replayed."""
ROOMS: Final = ("kernel", "catan", "carcassonne", "expansions", "server")
"""The packages that define the meaning of a stored table."""


class MatchData(msgspec.Struct, frozen=True, array_like=True):
    """A serialised `Match`."""

    fresh: list[int]
    automatic: tuple[int, ...]
    game: bytes


class TableData(msgspec.Struct, frozen=True, array_like=True):
    """A serialised `TableState` without its id. Of the latest events it holds only the versions."""

    name: str
    config: dict[str, Any]
    public: bool
    undo: bool
    spectators: bool
    hints: bool
    slow: bool
    known_cards: bool
    password: str
    password_generation: int
    code_shown: bool
    created: int
    version: int
    stage: str
    host: int | None
    seats: list[ChairState]
    chat: list[ChatLine]
    lines: int
    match: MatchData | None
    done: dict[str, Done]
    news: list[int]
    floor: int
    moved: int
    at: int
    size: int
    games: int
    planned: list[dict[str, Any]]
    wins: int
    results: list[GameResult]
    limit: Clock | None
    clocks: Clocks | None
    paused: int | None
    colors: tuple[str, ...]
    emblems: tuple[str, ...]
    form: dict[str, str]
    before: dict[str, Any] | None
    rated: str
    starters: list[ChairState]
    gone: tuple[int, ...]
    patience: int
    waits: dict[int, Wait]


PLAIN: Final = [field.name for field in fields(TableState) if field.name not in ("id", "chat", "match", "news")]
"""The fields that are stored unchanged."""
SUM: Final = 16
"""The length of the checksum before the data, in bytes."""
ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final = msgspec.msgpack.Decoder(TableData)


@cache
def stamp() -> str:
    """A hash of all code that determines how tables are folded: snapshots with another stamp are ignored."""
    found = hashlib.blake2b(bastide.__version__.encode(), digest_size=12)
    home = Path(bastide.__file__).parent
    for path in sorted(path for room in ROOMS for path in (home / room).rglob("*") if "__pycache__" not in path.parts):
        if path.is_file():
            found.update(f"{path.relative_to(home)}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def freeze(engine: Engine, state: TableState) -> bytes | None:
    """Serialise a table; None if its game cannot be."""
    match = None
    if state.match is not None:
        game = engine.freeze(state.match.game)
        if game is None:
            return None
        match = MatchData(state.match.fresh, state.match.automatic, game)
    plain = {name: getattr(state, name) for name in PLAIN}
    kept = TableData(match=match, chat=list(state.chat), news=[news.version for news in state.news], **plain)
    data = ENCODER.encode(kept)
    return _sum(data) + data


def thaw(engine: Engine, table: str, data: bytes) -> TableState:
    """Deserialise a table.

    :raises ValueError: the bytes are damaged or hold no table.
    """
    if data[:SUM] != _sum(data[SUM:]):
        raise ValueError("it is not as it was written")
    kept = DECODER.decode(data[SUM:])
    state = TableState(table, **{name: getattr(kept, name) for name in PLAIN})
    state.chat = deque(kept.chat, maxlen=CHAT_SHOWN)
    if kept.match is not None:
        game, history = engine.thaw(kept.match.game)
        state.match = Match(engine, game, 0, 0)
        state.match.fresh = kept.match.fresh
        state.match.automatic = kept.match.automatic
        if len(kept.news) > len(history):
            raise ValueError("there are more events than the game has had")
        told = history[len(history) - len(kept.news) :]
        state.news = deque(map(News, kept.news, told), maxlen=NEWS_KEPT)
    elif kept.news:
        raise ValueError("there are events without a game")
    return state


def _sum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SUM).digest()
