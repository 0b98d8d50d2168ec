"""Routes of the JSON API, each with what it takes and gives.

From one `Endpoint` the server answers and describes itself (`bastide.server.openapi`), so that the document cannot be
wrong about a path, a method, a type or a code without a test failing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Handler = Callable[[Request], Awaitable[Response]]

JSON: Final = "application/json"
ALWAYS: Final = frozenset({"host-name", "malformed", "rate", "internal"})
"""Codes with which anything may be refused."""
OF_TABLES: Final = frozenset({"unknown", "token", "session", "store", "busy"})
"""Codes with which anything under the path of a table may be refused."""
OF_BODIES: Final = frozenset({"origin", "media", "malformed", "slow", "too-large"})
"""Codes with which anything that is sent may be refused."""


@dataclass(frozen=True)
class Query:
    """A parameter that may stand in the query, or with `place="header"` among the headers."""

    name: str
    kind: Any
    text: str
    place: str = "query"


TOKEN: Final = Query("token", str, "A seat token, for clients that cannot send headers.")
LANG: Final = Query("lang", str, "The language of messages, `en` or `fr`; otherwise `Accept-Language` says it.")
Version = Annotated[int, Meta(ge=0, le=99_999_999_999)]


@dataclass(frozen=True)
class Does:
    """One method of a path: its handler, what it takes and what it gives.

    `gives` are the types of the answers by status; `media` what they are written in. `codes` are those of the refusals
    that only this request knows. `refused` says that a refusal of what was understood is a `Refused` around the fault.
    """

    method: str
    handler: Handler
    gives: Mapping[int, Any]
    takes: Any = None
    query: tuple[Query, ...] = ()
    codes: frozenset[str] = frozenset()
    media: str = JSON
    refused: bool = False

    @property
    def told(self) -> str:
        """What the handler's docstring says, after the method and the path that it begins with."""
        return (self.handler.__doc__ or "").partition(":")[2].strip()


def get(handler: Handler, gives: Any, *codes: str, query: tuple[Query, ...] = (), media: str = JSON) -> Does:
    """What can be fetched: a type, or types by status."""
    return Does(
        "GET", handler, gives if isinstance(gives, dict) else {200: gives}, None, query, frozenset(codes), media
    )


def post(handler: Handler, takes: Any, gives: Any, *codes: str, refused: bool = False) -> Does:
    """What can be sent, and the answer: a type, or types by status."""
    answers = gives if isinstance(gives, dict) else {200: gives}
    return Does("POST", handler, answers, takes, (), frozenset(codes), refused=refused)


def remove(handler: Handler, takes: Any, gives: Any, *codes: str, query: tuple[Query, ...] = ()) -> Does:
    """What can be deleted, and the answer."""
    return Does("DELETE", handler, {200: gives}, takes, query, frozenset(codes))


class Endpoint(Route):
    """A path of the JSON API with all its methods, so that a further one is told of those."""

    def __init__(self, path: str, *does: Does) -> None:
        self.does = does
        handlers = {what.method: what.handler for what in does}

        async def dispatch(request: Request) -> Response:
            return await handlers["GET" if request.method == "HEAD" else request.method](request)

        super().__init__(path, dispatch, methods=list(handlers))

    def codes(self, does: Does) -> frozenset[str]:
        """Every code with which a request may be refused."""
        found = does.codes | ALWAYS
        if "{table_id}" in self.path:
            found |= OF_TABLES
        if does.takes is not None:
            found |= OF_BODIES
        return found

    def parameters(self, does: Does) -> tuple[Query, ...]:
        """Everything that may stand in the query and the headers."""
        return (*does.query, *([TOKEN] if "{table_id}" in self.path else []), LANG)
