"""The River with the Wheel of Fortune: the source lies beside the board, which lies out first (COMBO-003)."""

from __future__ import annotations

from typing import Final

OPTIONS: Final[dict[str, tuple[str, ...]]] = {"source_place": ("first_player", "random")}
"""Who says where the source lies."""
