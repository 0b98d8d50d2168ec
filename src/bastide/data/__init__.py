"""Games as tables: one row a decision or an action, for notebooks, statistics and learning.

`rows` needs nothing beside Bastide; `frame` and `to_parquet` need the extra `bastide[data]`. docs/learn.md shows them.
"""

from __future__ import annotations

from bastide.data.decisions import COLUMNS, rows
from bastide.data.sources import Source
from bastide.data.tables import card, frame, to_parquet

__all__ = ["COLUMNS", "Source", "card", "frame", "rows", "to_parquet"]
