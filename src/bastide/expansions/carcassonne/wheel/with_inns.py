"""The Wheel of Fortune with Inns & Cathedrals: the big follower may stand on the crown, so it must be known before."""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[str, ...]]] = {"big_follower_events": ("1", "2")}
"""What the big follower counts in events (WHEEL-017)."""
