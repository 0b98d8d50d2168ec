"""Routes of the JSON API, each with the types of its requests and responses.

Each `Endpoint` both serves its path and describes it (`bastide.server.http.openapi`), so that the document cannot be
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
"""Refusal codes of any request."""
OF_TABLES: Final = frozenset({"unknown", "token", "session", "store", "busy"})
"""Refusal codes of any request under the path of a table."""
OF_BODIES: Final = frozenset({"origin", "media", "malformed", "slow", "too-large"})
"""Refusal codes of any request with a body."""


@dataclass(frozen=True)
class Query:
    """A query parameter, or a header with `place="header"`."""

    name: str
    kind: Any
    text: str
    place: str = "query"


TOKEN: Final = Query("token", str, "A seat token, for clients that cannot send headers.")
LANG: Final = Query("lang", str, "The language of messages, `en` or `fr`; default: from `Accept-Language`.")
Version = Annotated[int, Meta(ge=0, le=99_999_999_999)]


@dataclass(frozen=True)
class Operation:
    """One method of a path: its handler, the type of its body, and the types of its responses by status.

    `media` is the media type of the responses. `codes` are the refusals of this operation alone. `refused` is whether a
    refusal of a well-formed request is a `Refused` around the fault.
    """

    method: str
    handler: Handler
    responses: Mapping[int, Any]
    request: Any = None
    query: tuple[Query, ...] = ()
    codes: frozenset[str] = frozenset()
    media: str = JSON
    refused: bool = False

    @property
    def description(self) -> str:
        """The handler's docstring, without the method and the path at its beginning."""
        return (self.handler.__doc__ or "").partition(":")[2].strip()


def get(handler: Handler, response: Any, *codes: str, query: tuple[Query, ...] = (), media: str = JSON) -> Operation:
    """A GET operation; `response` is a type, or types by status."""
    return Operation(
        "GET",
        handler,
        response if isinstance(response, dict) else {200: response},
        None,
        query,
        frozenset(codes),
        media,
    )


def post(handler: Handler, body: Any, response: Any, *codes: str, refused: bool = False) -> Operation:
    """A POST operation; `response` is a type, or types by status."""
    answers = response if isinstance(response, dict) else {200: response}
    return Operation("POST", handler, answers, body, (), frozenset(codes), refused=refused)


def remove(handler: Handler, body: Any, response: Any, *codes: str, query: tuple[Query, ...] = ()) -> Operation:
    """A DELETE operation."""
    return Operation("DELETE", handler, {200: response}, body, query, frozenset(codes))


class Endpoint(Route):
    """A path of the JSON API with all its methods, so that the wrong method is answered with the allowed ones."""

    def __init__(self, path: str, *operations: Operation) -> None:
        self.operations = operations
        handlers = {what.method: what.handler for what in operations}

        async def dispatch(request: Request) -> Response:
            return await handlers["GET" if request.method == "HEAD" else request.method](request)

        super().__init__(path, dispatch, methods=list(handlers))

    def codes(self, operation: Operation) -> frozenset[str]:
        """All refusal codes of an operation."""
        found = operation.codes | ALWAYS
        if "{table_id}" in self.path:
            found |= OF_TABLES
        if operation.request is not None:
            found |= OF_BODIES
        return found

    def parameters(self, operation: Operation) -> tuple[Query, ...]:
        """All query parameters and headers of an operation."""
        return (*operation.query, *([TOKEN] if "{table_id}" in self.path else []), LANG)
