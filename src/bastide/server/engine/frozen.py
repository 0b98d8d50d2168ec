"""Serialises a game as bytes: config, position, decisions and events, so that nothing needs to be replayed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.record import Decision
from bastide.kernel.state import Event, State

EventRow = tuple[str, int, int, int, int, int, int]
"""An event: its kind, its seat, its four numbers, and the mask of who may know them."""


class Frozen(msgspec.Struct, frozen=True, array_like=True):
    """A serialised game. `hash` is the fingerprint of its position."""

    config: dict[str, Any]
    names: tuple[str, ...]
    cells: list[int]
    decisions: list[tuple[int, str]]
    history: list[list[EventRow]]
    undone: list[tuple[int, str]]
    hash: str


ENCODER: Final = msgspec.msgpack.Encoder()
DECODER: Final = msgspec.msgpack.Decoder(Frozen)


def freeze(game: Game) -> bytes:
    """Serialise a game."""
    return ENCODER.encode(
        Frozen(
            game.rules.resolved(),
            game.names,
            [int(cell) for cell in game.state.cells],
            [(int(decision.seat), decision.text) for decision in game.decisions],
            [[row_of(event) for event in events] for events in game.history],
            [(int(decision.seat), decision.text) for decision in game.undone],
            game.hash(),
        )
    )


def thaw(data: bytes) -> Game:
    """Deserialise a game.

    :raises ValueError: the bytes hold no game, or one of other rules.
    """
    kept = DECODER.decode(data)
    rules = configure(kept.config, None)
    game = Game(rules, kept.names)
    if len(kept.cells) != rules.schema.size or len(kept.decisions) != len(kept.history):
        raise ValueError("this position belongs to other rules")
    game.state = State(vec[i64](kept.cells))
    game.decisions = [Decision(seat, text) for seat, text in kept.decisions]
    game.history = [[Event(*event) for event in events] for events in kept.history]
    game.undone = [Decision(seat, text) for seat, text in kept.undone]
    if game.hash() != kept.hash:
        raise ValueError("this position is not the one that was kept")
    return game


def row_of(event: Event) -> EventRow:
    """An event as a row."""
    return (
        event.kind,
        int(event.seat),
        int(event.a),
        int(event.b),
        int(event.c),
        int(event.d),
        int(event.sees),
    )
