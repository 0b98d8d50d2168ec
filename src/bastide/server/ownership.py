"""Who owns a table: the one server that runs its bots and clocks and writes its log. With one server, that one.

Several servers on one PostgreSQL agree on owners by `bastide.server.leases`; see docs/decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from bastide.server.commands import Outcome, Who
    from bastide.server.hub import Hub
    from bastide.server.model import Command


class Crowd(NamedTuple):
    """Who is connected to a table at one server: seats, and how many watch."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0


EMPTY: Final = Crowd()


class Title(NamedTuple):
    """Whether a table is ours, and otherwise which server's; None if that is not known."""

    mine: bool
    owner: int | None = None


OURS: Final = Title(True)


class Ownership(Protocol):
    """How one server holds tables among others."""

    @property
    def trouble(self) -> str:
        """Why nothing can be agreed with others now, in a word; empty if all is well."""
        ...

    @property
    def servers(self) -> int:
        """How many servers there are, this one included."""
        ...

    def serve(self, hub: Hub) -> None:
        """Carry out for others what they ask of the tables here, from now on."""
        ...

    async def take(self, table: str) -> Title:
        """Own a table, unless a server that lives owns it.

        :raises bastide.server.store.StoreError: that cannot be found out now.
        """
        ...

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """Have its owner carry a command out; None if there is no answer, or it is not the owner.

        :raises bastide.server.faults.Refusal: what the owner says.
        """
        ...

    def tell(self, table: str, crowd: Crowd, *, ask: bool = False) -> None:
        """Tell other servers who is connected here; `ask` wants to hear the same from them."""
        ...

    async def give(self, tables: Iterable[str] | None) -> None:
        """Own these tables, or any, no longer."""
        ...

    async def close(self) -> None:
        """Give up what is left, and be no server any more."""
        ...


class Alone:
    """One server: everything is its own, and there is nobody to ask or to tell."""

    trouble = ""
    servers = 1

    def serve(self, hub: Hub) -> None:
        """Nobody asks."""

    async def take(self, table: str) -> Title:
        """It is ours."""
        return OURS

    async def ask(self, owner: int, table: str, who: Who, command: Command) -> Outcome | None:
        """There is no other server."""
        return None

    def tell(self, table: str, crowd: Crowd, *, ask: bool = False) -> None:
        """Nobody hears."""

    async def give(self, tables: Iterable[str] | None) -> None:
        """Nobody takes."""

    async def close(self) -> None:
        """There is nothing to give up."""
