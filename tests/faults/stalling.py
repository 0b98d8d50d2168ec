"""A server that can be told to stand still: its event loop, or the disk for the next command."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bastide.server.common.model import Clock
from bastide.server.storage.store import Store
from bastide.server.tables.hub import Hub
from tests.processes import ServerProcess, main
from tests.server.tables import playing

SECONDS = 1
"""The time of each turn at its tables: less than tables may have, so that a short stall is longer."""


class StallingServer(ServerProcess):
    """A server with these tables and routes."""

    module = "tests.faults.stalling"


async def table(request: Request) -> JSONResponse:
    """Make a table for two, whose game has begun: its id and both tokens."""
    hub: Hub = request.app.state.hub
    people = await playing(hub, "Maud", "Odile", clock=Clock(kind="turn", seconds=SECONDS, late="bot"))
    tokens = [hub.issue(person.table, person.who.seat or 0, person.who.generation) for person in people]
    return JSONResponse([people[0].table.state.id, tokens])


async def block(request: Request) -> JSONResponse:
    """Block the event loop in a moment, when this is answered."""
    asyncio.get_running_loop().call_later(0.02, time.sleep, float(request.query_params["seconds"]))
    return JSONResponse({})


async def slow(request: Request) -> JSONResponse:
    """Let the disk take so long for the next command."""
    hub: Hub = request.app.state.hub
    seconds = float(request.query_params["seconds"])

    async def append(*given: Any, **more: Any) -> None:
        del hub.shared.store.append  # the real one is behind it
        await asyncio.sleep(seconds)
        await Store.append(hub.shared.store, *given, **more)

    hub.shared.store.append = append  # type: ignore[method-assign] # once
    return JSONResponse({})


async def stood(request: Request) -> JSONResponse:
    """For how many milliseconds it says that it has stood still."""
    return JSONResponse(request.app.state.hub.shared.stood())


if __name__ == "__main__":
    main([Route(f"/stalling/{route.__name__}", route) for route in (table, block, slow, stood)])
