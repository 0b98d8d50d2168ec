"""The paces of an address: which shares of the processor what it does may take."""

from __future__ import annotations

from typing import Final

from bastide.server.common.fairness import Pace

REQUESTS: Final = 0.5
"""The share of the processor for requests."""
LINES: Final = 0.25
"""The share for frames, and that for commands on its connections."""
BURST: Final = 0.05
"""The seconds that an address may take at once: a large table for some players."""
RECONNECTING: Final = 0.5
"""The same for what its seated people ask for: after a restart all of them reconnect."""


class Paces:
    """The paces of each address; none is slower than `rate`, what an address may use in the long run."""

    def __init__(self, rate: float) -> None:
        requests, lines = max(rate, REQUESTS), max(rate, LINES)
        self.pages = Pace(requests, BURST)
        """Its requests."""
        self.plays = Pace(requests, RECONNECTING)
        """The requests of its seated people who play: neither these nor commands wait for what pages cost."""
        self.frames = Pace(lines, BURST)
        """What it is shown on its connections: drawn, and compressed while it is sent."""
        self.commands = Pace(lines, BURST)
        """What it sends on its connections."""
