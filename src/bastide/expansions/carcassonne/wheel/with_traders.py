"""The Wheel of Fortune with Traders & Builders: their figures come before the crown, which asks for followers."""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[str, ...]]] = {"famine_pig": ("off", "on")}
"""Whether the own pig counts in a famine (WHEEL-013)."""
