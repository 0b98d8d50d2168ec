"""What all tables of a server share."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from bastide.server.archive import Archive
from bastide.server.clock import now
from bastide.server.engine import Engine
from bastide.server.metrics import Metrics
from bastide.server.model import TableView
from bastide.server.ownership import Alone, Ownership
from bastide.server.settings import Settings
from bastide.server.store import Store
from bastide.server.workshop import Workshop

Render = Callable[[TableView, str, frozenset[str]], dict[str, str]]
"""Draws a table as panels of HTML by element id, in a language; without those that are named."""


@dataclass(frozen=True)
class Shared:
    """The engine, the store and whatever else a server has once, for each of its tables."""

    engine: Engine
    store: Store
    settings: Settings
    rng: random.Random
    threads: Executor
    metrics: Metrics
    render: Render | None = None
    ownership: Ownership = field(default_factory=Alone)
    now: Callable[[], int] = now
    brush: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Whoever draws a table holds it."""
    archive: Archive = field(default_factory=Archive)
    workshop: Workshop = field(default_factory=Workshop)
