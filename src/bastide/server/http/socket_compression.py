"""The compression of WebSockets: small frames well, large frames quickly.

A frame resembles the ones before it, so a window that holds several of them counts most. The frames of a whole game for
one spectator, Carcassonne with all expansions and the base island, in kB and ms of processor time for each frame:

| window, level | Carcassonne | island | ms |
|---|--:|--:|--:|
| 2**14, 1 | 533 | 904 | 0.05 to 0.06 |
| 2**15, 1 | 335 | 649 | 0.03 to 0.04 |
| 2**15, 4 | 211 | 430 | 0.04 to 0.05 |
| 2**15, 6 | 155 | 344 | 0.06 to 0.08 |

The level is that of the game (`level_of`): with level 5 a whole game of Carcassonne takes a browser 834 kB, with level
4 889, and it may take 900. Frames of the island are larger and differ more: in mid-game a player's frame of 18 kB takes
1.62 kB and 0.35 ms with level 5, 2.17 kB and 0.16 ms with level 2, on one core, in one run.

Another memLevel than 5 changes less than 2 %. A connection takes 144 kB for it, 64 kB more than with 2**14.

A whole table late in a game is a frame of 500 kB, of which an address may ask many. Level 6 takes 14 ms for it, level 1
takes 4 ms and makes it a quarter larger.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame

BEHIND: Final = 15
"""The window of the compression: a frame may refer to the last 2**15 bytes."""
SETTINGS: Final = {"level": 2, "memLevel": 5}
LEVELS: Final = {"carcassonne": 5}
"""The levels of games whose frames shrink much more with them."""
level: Final[ContextVar[int]] = ContextVar("level", default=SETTINGS["level"])
"""The level for the connection of this task. Its first frame decides: a compression is agreed upon before the table is
known."""
LARGE: Final = 128 * 1024
"""From how many bytes on a frame is compressed quickly."""
QUICK: Final = 1
"""The level for large frames."""


def level_of(config: Mapping[str, Any]) -> int:
    """The level for the game of a config.

    >>> level_of({"game": "carcassonne"}), level_of({"game": "island"})
    (5, 2)
    """
    return LEVELS.get(str(config.get("game")), SETTINGS["level"])


class FrameDeflate(PerMessageDeflate):
    """A compression with the level of the connection's game, and another one for large frames."""

    _level = 0

    def encode(self, frame: Frame) -> Frame:
        """Compress a frame that is sent."""
        if self.local_no_context_takeover or frame.opcode in CTRL_OPCODES:
            return super().encode(frame)
        if not self._level:
            self._level = level.get()
            self.encoder = self._stream()
        if len(frame.data) < LARGE:
            return super().encode(frame)
        # zlib cannot change the level of a stream from Python. A new stream may follow, if it begins with what the
        # reader's window holds.
        self.encoder = self._stream(level=QUICK)
        try:
            return super().encode(frame)
        finally:
            self.encoder = self._stream(zdict=bytes(frame.data[-(1 << self.local_max_window_bits) :]))

    def _stream(self, **more: Any) -> Any:
        return zlib.compressobj(wbits=-self.local_max_window_bits, **{**SETTINGS, "level": self._level, **more})


class FrameDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates `FrameDeflate` with a client."""

    def __init__(self) -> None:
        super().__init__(server_max_window_bits=BEHIND, client_max_window_bits=12, compress_settings=SETTINGS)

    def process_request_params(
        self, params: Sequence[tuple[str, str | None]], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[tuple[str, str | None]], PerMessageDeflate]:
        """What is answered to a client's offer, and the compression that follows from it."""
        answer, plain = super().process_request_params(params, accepted_extensions)
        return answer, FrameDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            SETTINGS,
        )
