"""The compression of WebSockets: what is compressed quickly is read as well as the rest."""

from __future__ import annotations

import asyncio
import random
import zlib
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from bastide.server.http import socket_compression
from bastide.server.http.socket_compression import LARGE, LEVELS, QUICK, SETTINGS, FrameDeflate, level, level_of
from tests.server.tables import order
from tests.server.test_lines import serving


def text(seed: int, size: int) -> bytes:
    """Words that repeat, as panels do."""
    rng = random.Random(seed)
    words = [bytes(rng.choices(b"abcdefgh<>= ", k=rng.randint(3, 20))) for _ in range(300)]
    return b"".join(rng.choices(words, k=size // 3))[:size]


@pytest.mark.parametrize("bits", [9, 12, 15])
@pytest.mark.parametrize("alone", [False, True])
def test_small_and_large_frames_are_read_back(bits: int, alone: bool) -> None:
    sender, reader = FrameDeflate(False, alone, 12, bits, SETTINGS), PerMessageDeflate(alone, False, bits, 12)
    sizes = [10, LARGE - 1, LARGE, 300, 2_000, 4 * LARGE, LARGE, 50, 5_000, 60_000]
    for number, size in enumerate(sizes):
        data = text(number // 3, size)
        sent = sender.encode(Frame(Opcode.TEXT, data))
        assert len(sent.data) < max(20, size)
        assert reader.decode(sent).data == data


def test_large_frames_take_the_quick_level_and_the_next_frame_refers_to_them() -> None:
    sender = FrameDeflate(False, False, 15, 15, SETTINGS)
    sender.encode(Frame(Opcode.TEXT, text(1, 500)))
    data = text(2, LARGE)
    quick = zlib.compressobj(QUICK, zlib.DEFLATED, -15, SETTINGS["memLevel"])
    assert sender.encode(Frame(Opcode.TEXT, data)).data == (quick.compress(data) + quick.flush(zlib.Z_SYNC_FLUSH))[:-4]
    tail = data[-8_000:]
    assert len(sender.encode(Frame(Opcode.TEXT, tail)).data) < 100


def first_frame(game: str) -> bytes:
    """The first frame of a connection to a table of that game; a ping comes before it, from elsewhere."""
    sender = FrameDeflate(False, False, 15, 15, SETTINGS)
    sender.encode(Frame(Opcode.PING, b"there?"))

    def sent() -> bytes:
        level.set(level_of({"game": game}))
        return bytes(sender.encode(Frame(Opcode.TEXT, text(3, 20_000))).data)

    return copy_context().run(sent)


@pytest.mark.parametrize("game", ["island", "carcassonne"])
def test_the_game_of_the_table_chooses_the_level(game: str) -> None:
    plain = zlib.compressobj(LEVELS.get(game, SETTINGS["level"]), zlib.DEFLATED, -15, SETTINGS["memLevel"])
    assert first_frame(game) == (plain.compress(text(3, 20_000)) + plain.flush(zlib.Z_SYNC_FLUSH))[:-4]


def test_a_connection_takes_the_level_of_its_own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    class Watched(FrameDeflate):
        def _stream(self, **more: Any) -> Any:
            taken.append(self._level)
            return super()._stream(**more)

    monkeypatch.setattr(socket_compression, "FrameDeflate", Watched)

    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            for game in ("carcassonne", "toy", "carcassonne"):
                table, _ = await hub.create(order("open", "greedy", start=True))
                table.state.config = {**table.state.config, "game": game}
                async with connect(f"ws://127.0.0.1:{port}/ws/{table.state.id}") as line:
                    await line.recv()

    asyncio.run(story())
    assert taken == [LEVELS["carcassonne"], SETTINGS["level"], LEVELS["carcassonne"]]
