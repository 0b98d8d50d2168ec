"""Ownership of tables: one server runs a table's bots and clocks and writes its log. A lone server owns all tables.

Several servers on one PostgreSQL agree on owners by `bastide.server.cluster.leases`; see docs/decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from bastide.server.common.model import Command
from bastide.server.log.draft import Outcome, Who


class Connected(NamedTuple):
    """The readers of a table at one server: seats, and the number of spectators."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0


EMPTY: Final = Connected()


class OwnerInfo(NamedTuple):
    """Whether this server owns a table, and otherwise which one does; None if that is unknown."""

    mine: bool
    owner: int | None = None


OURS: Final = OwnerInfo(True)


class Ownership(Protocol):
    """How a server shares tables with others."""

    @property
    def trouble(self) -> str:
        """Why the other servers cannot be reached now, in a word; empty if all is well."""
        ...

    @property
    def servers(self) -> int:
        """The number of servers, including this one."""
        ...

    async def take(self, table: str) -> OwnerInfo:
        """Become the owner of a table, unless a live server owns it.

        :raises bastide.server.storage.store.StoreError: this cannot be decided now.
        """
        ...

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """Have the owner of a table apply a command; None if it does not answer or is not the owner.

        :raises bastide.server.common.faults.RequestRefused: the owner refused.
        """
        ...

    def tell(self, table: str, connected: Connected, *, ask: bool = False) -> None:
        """Tell other servers who is connected here; with `ask` they answer with the same."""
        ...

    async def give(self, tables: Iterable[str] | None) -> None:
        """Release these tables; None means all."""
        ...

    async def close(self) -> None:
        """Release everything and leave the cluster."""
        ...


class Alone:
    """A single server: it owns everything, and there are no others."""

    trouble = ""
    servers = 1

    async def take(self, table: str) -> OwnerInfo:
        """Always successful."""
        return OURS

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """There is no other server."""
        return None

    def tell(self, table: str, connected: Connected, *, ask: bool = False) -> None:
        """There is nobody to tell."""

    async def give(self, tables: Iterable[str] | None) -> None:
        """There is nobody to give to."""

    async def close(self) -> None:
        """There is nothing to release."""
