"""Opens the tables of a server: alone, or as one of several servers that share a PostgreSQL database."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from bastide.server.accounts.passwords import Passwords
from bastide.server.cluster.leases import Leases
from bastide.server.common.metrics import Metrics
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import Tokens, kept_secret
from bastide.server.engine.interface import Engine
from bastide.server.log.ownership import Alone
from bastide.server.storage.store import Store, StoreError
from bastide.server.tables.hub import Hub
from bastide.server.tables.shared import Render, Shared


async def open_hub(
    settings: Settings,
    engine: Engine,
    render: Render | None = None,
    rng: random.Random | None = None,
    metrics: Metrics | None = None,
) -> Hub:
    """Open the database (created or migrated as needed) and the secret. Tables are loaded on demand.

    :raises StoreError: the database cannot be opened, its other servers sign with another secret, or cannot be heard.
    """
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    secret = settings.secret or kept_secret(settings.data)
    tokens = Tokens(secret, settings.token_age)
    store = await Store.open(settings.database_url)
    metrics = metrics or Metrics()
    try:
        leases = await Leases.open(store, secret, metrics) if store.shared else None
    except StoreError:
        await store.close()
        raise
    threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
    rng = rng or random.SystemRandom()
    shared = Shared(engine, store, settings, rng, threads, metrics, render, leases or Alone())
    hub = Hub(shared, tokens, threads, Passwords())
    if leases is not None:
        leases.serve(hub)
    return hub
