"""Opens the tables of a server: alone, or as one of several servers that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from bastide.server.accounts.passwords import Passwords
from bastide.server.cluster.leases import Leases
from bastide.server.common.fairness import Costs
from bastide.server.common.logs import write
from bastide.server.common.metrics import Metrics
from bastide.server.common.paces import Paces
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import Tokens, kept_secret, secret_file
from bastide.server.engine.bot_pool import BotPool
from bastide.server.engine.interface import Engine
from bastide.server.log.ownership import Alone
from bastide.server.storage.archive import Archive
from bastide.server.storage.database import file_of
from bastide.server.storage.server_lock import lock_file
from bastide.server.storage.store import Store, StoreError, Unreachable
from bastide.server.tables.hub import Hub
from bastide.server.tables.shared import Render, Shared

log = logging.getLogger("bastide.server")

AGAIN: Final = 0.5
"""After how many seconds a database that does not answer is tried again."""


async def open_hub(
    settings: Settings,
    engine: Engine,
    render: Render | None = None,
    rng: random.Random | None = None,
    metrics: Metrics | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> Hub:
    """Open the database (created or migrated as needed) and the secret. Tables are loaded on demand.

    `stopping` tells whether the server is to end before it has begun.

    :raises StoreError: the database cannot be opened, its other servers sign with another secret, or cannot be heard.
    """
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    warn_of_loss(settings)
    secret = settings.secret or kept_secret(settings.data)
    tokens = Tokens(secret, settings.token_age)
    store = await open_store(settings, stopping)
    metrics = metrics or Metrics()
    try:
        leases = await Leases.open(store, secret, metrics) if store.shared else None
    except StoreError:
        await store.close()
        raise
    threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
    costs = Costs(settings.cost_rate, settings.cost_burst)
    paces = Paces(settings.cost_rate)
    rng = rng or random.SystemRandom()
    archive = Archive(costs)
    owned = leases or Alone()
    bots = BotPool(settings.bot_processes, settings.bot_memory, secret)
    shared = Shared(engine, store, settings, rng, threads, metrics, costs, paces, archive, bots, render, owned)
    hub = Hub(shared, tokens, threads, Passwords())
    if leases is not None:
        leases.serve(hub)
    return hub


async def open_store(settings: Settings, stopping: Callable[[], bool]) -> Store:
    """Open the database, waiting for a PostgreSQL that does not answer yet.

    :raises StoreError: it cannot be opened, or did not answer in time.
    """
    until = time.monotonic() + settings.database_wait
    told = False
    while True:
        try:
            return await Store.open(settings.database_url, serves=True)
        except Unreachable:
            if stopping() or time.monotonic() > until:
                raise
            if not told:
                write(log, logging.WARNING, "database does not answer, waiting", seconds=settings.database_wait)
                told = True
            await asyncio.sleep(AGAIN)


def warn_of_loss(settings: Settings) -> None:
    """Warn about a database or a secret that others can read, or that is missing although a server has run here."""
    file, secret = file_of(settings.database_url), secret_file(settings.data)
    kept = file is not None and file.exists() and file.stat().st_size > 0
    if file is not None and others_read(file):
        write(log, logging.WARNING, "other users can read the database, its mode should be 0600")
    if not settings.secret and others_read(secret):
        write(log, logging.WARNING, "other users can read the secret, its mode should be 0600")
    # With BASTIDE_SECRET, only the lock of an earlier server is left.
    if file is not None and not kept and (secret.exists() or lock_file(file).exists()):
        write(log, logging.WARNING, "database missing, a new one is created")
    if kept and not settings.secret and not secret.exists():
        write(log, logging.WARNING, "secret missing, a new one is created: nobody keeps a seat")


def others_read(file: Path) -> bool:
    """Whether other users can read a file."""
    return os.name == "posix" and file.exists() and bool(file.stat().st_mode & 0o077)
