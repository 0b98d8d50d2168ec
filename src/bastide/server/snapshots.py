"""A table as it was at one version, kept beside its log, so that a long log need not be replayed to open the table.

The log alone is what is true. A snapshot is read by the code that wrote it and by no other (`stamp`), checked against
the fingerprint of its position, and passed over whenever anything about it is odd.
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
from bastide.server.clock import Clocks
from bastide.server.engine import Engine
from bastide.server.match import Match
from bastide.server.model import ChatLine, Clock
from bastide.server.state import CHAT_SHOWN, NEWS_KEPT, Done, News, Seat, TableState

EVERY: Final = 25
"""After how many versions a snapshot is made anew: what follows it is replayed."""
ROOMS: Final = ("kernel", "catan", "carcassonne", "server")
"""The packages that say what a stored table is."""


class KeptMatch(msgspec.Struct, frozen=True, array_like=True):
    """A game in play: what a `Match` holds."""

    fresh: list[int]
    automatic: tuple[int, ...]
    game: bytes


class Kept(msgspec.Struct, frozen=True, array_like=True):
    """A table without its id: what `TableState` holds. Of the latest events it has the versions."""

    name: str
    config: dict[str, Any]
    public: bool
    undo: bool
    spectators: bool
    password: str
    door: int
    created: int
    version: int
    stage: str
    host: int | None
    seats: list[Seat]
    chat: list[ChatLine]
    lines: int
    match: KeptMatch | None
    done: dict[str, Done]
    news: list[int]
    floor: int
    moved: int
    at: int
    games: int
    limit: Clock | None
    clocks: Clocks | None
    paused: int | None


PLAIN: Final = [field.name for field in fields(TableState) if field.name not in ("id", "chat", "match", "news")]
"""What is kept as it stands."""
SUM: Final = 16
"""How many bytes stand before the rest, to tell whether it is whole."""
ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final = msgspec.msgpack.Decoder(Kept)


@cache
def stamp() -> str:
    """The code by which tables are folded here: what another one has written is not read."""
    found = hashlib.blake2b(bastide.__version__.encode(), digest_size=12)
    home = Path(bastide.__file__).parent
    for path in sorted(path for room in ROOMS for path in (home / room).rglob("*") if "__pycache__" not in path.parts):
        if path.is_file():
            found.update(f"{path.relative_to(home)}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def freeze(engine: Engine, state: TableState) -> bytes | None:
    """A table as bytes; None if its game cannot be kept so."""
    match = None
    if state.match is not None:
        game = engine.freeze(state.match.game)
        if game is None:
            return None
        match = KeptMatch(state.match.fresh, state.match.automatic, game)
    plain = {name: getattr(state, name) for name in PLAIN}
    kept = Kept(match=match, chat=list(state.chat), news=[news.version for news in state.news], **plain)
    data = ENCODER.encode(kept)
    return _sum(data) + data


def thaw(engine: Engine, table: str, data: bytes) -> TableState:
    """The table that these bytes hold.

    :raises ValueError: they hold none.
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
