"""The spaces of observations and actions of a table, and its pictures, for all environments."""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from bastide.learn.candidates import Candidates
from bastide.learn.features import Features
from bastide.learn.table import Table

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")


def check_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not. Raises ValueError."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {list(RENDER_MODES)}, got {mode!r}")


def observation_space(table: Table) -> spaces.Dict:
    """The space of `Table.observe`."""
    return space_of(table.features, table.size, table.candidates)


def space_of(features: Features, actions: int, candidates: Candidates | None) -> spaces.Dict:
    """The space of observations with these features, so many actions and these candidates."""
    parts: dict[str, spaces.Space[object]] = {
        "observation": spaces.Box(features.low, features.high, dtype=features.dtype.type),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    }
    if candidates is not None:
        rows = (candidates.most, 1)
        low = np.minimum(np.tile(candidates.low, rows), 0)
        parts["candidates"] = spaces.Box(low, np.tile(candidates.high, rows), dtype=np.int32)
    return spaces.Dict(parts)


def action_space(table: Table) -> spaces.Discrete:
    """The space of the actions of a table."""
    return spaces.Discrete(table.size)


def shown(table: Table, viewer: int, mode: str | None) -> Any:
    """What `render` returns; None without a mode and for `human`, which prints."""
    if mode == "svg":
        return table.drawn(viewer)
    if mode == "rgb_array":
        # Only who wants pixels waits for the libraries that make them.
        from bastide.learn.pixels import pixels

        return pixels(table.drawn(viewer))
    if mode in ("ansi", "human"):
        written = table.written(viewer)
        if mode == "ansi":
            return written
        sys.stdout.write(written + "\n")
    return None
