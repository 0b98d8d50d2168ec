"""The compression of WebSockets: what is compressed quickly is read as well as the rest."""

from __future__ import annotations

import random
import zlib

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from bastide.server.http.socket_compression import LARGE, QUICK, SETTINGS, FrameDeflate


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
