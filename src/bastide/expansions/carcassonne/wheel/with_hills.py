"""The Wheel of Fortune with Hills & Sheep: its figures are declared before the crown asks which are followers."""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[str, ...]]] = {}
