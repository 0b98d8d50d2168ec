"""The OpenAPI document of the JSON API, made of the routes that answer and the types that are read and written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from bastide import __version__
from bastide.server.common.faults import STATUS
from bastide.server.common.model import Ack, Command, Fault, Panels, Refused, Seated, Shown
from bastide.server.common.tokens import ALPHABET, ID_LENGTH
from bastide.server.http.api import guarded
from bastide.server.http.endpoints import JSON, Endpoint, Operation, Query, get

Schema = dict[str, Any]

ABOUT: Final = """\
A digital table for hex-island board games and for Carcassonne. Make a table or sit down at one, and play.

A table is a log: every change makes a new `version`. Hidden cards never leave the server: every answer holds only what
the caller's seat may see. A change of a table is on disk before it is acknowledged.

**The socket.** `GET /ws/{table_id}`, a WebSocket, carries the same as `commands` and `stream` on one connection. Its
query is `as=json`, `seen=VERSION`, `lang`, and `token`, unless the token comes as `Authorization: Bearer`. The client
sends a `Command` as text frame; the server sends an `Ack`, `Refused` or `Seated` with its id, and a `Shown` whenever
there is something new. A command without an answer is resent with the same id: commands are idempotent.
"""
TOKEN_ABOUT: Final = "The token of a seat, as `Seated` gives it."
COOKIE_ABOUT: Final = "The same for browsers: each table has a cookie of its own, which `Seated` answers set."
LINKED: Final = ("look", "sit", "keep", "command", "stream", "record")
"""The operations whose path parameters a `Seated` provides."""


def document(routes: Iterable[BaseRoute]) -> Schema:
    """The OpenAPI document of the endpoints among these routes."""
    endpoints = [route for route in routes if isinstance(route, Endpoint)]
    types = _Types(endpoints)
    paths = {
        endpoint.path: {
            operation.method.lower(): _operation(endpoint, operation, types) for operation in endpoint.operations
        }
        for endpoint in endpoints
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bastide", "version": __version__, "description": ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": types.components,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": TOKEN_ABOUT},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "bastide-{table_id}", "description": COOKIE_ABOUT},
            },
        },
    }


class _Types:
    """The schemas of everything that the endpoints read and write, and of the socket's frames."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        kinds: list[Any] = [Fault, Refused, Command, Panels, Shown, Ack, Seated]
        for endpoint in endpoints:
            for operation in endpoint.operations:
                kinds += [operation.request] if operation.request is not None else []
                kinds += operation.responses.values()
                kinds += [query.kind for query in endpoint.parameters(operation)]
        schemas, self.components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
        self._schemas = dict(zip(kinds, schemas, strict=True))
        self.components["Fault"]["properties"]["code"] = {"type": "string", "enum": sorted(STATUS)}

    def of(self, kind: Any) -> Schema:
        """The schema of a type."""
        return dict(self._schemas[kind])


def _operation(endpoint: Endpoint, operation: Operation, types: _Types) -> Schema:
    summary, _, more = operation.description.partition("\n")
    found: Schema = {"operationId": operation.handler.__name__, "summary": summary[:1].upper() + summary[1:]}
    if more.strip():
        found["description"] = " ".join(more.split())
    queries = [_parameter(query, types) for query in endpoint.parameters(operation)]
    found["parameters"] = _path_parameters(endpoint) + queries
    if operation.request is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": types.of(operation.request)}}}
    found["responses"] = {**_answers(operation, types), **_refusals(endpoint, operation)}
    if "{table_id}" in endpoint.path:
        # Spectators need no token.
        found["security"] = [{}, {"seat": []}, {"cookie": []}]
    return found


PLACES: Final = {
    "table_id": "The id of the table, which is also its invitation.",
    "session_id": "A session, as `/api/account/sessions` lists it.",
}
"""The path parameters."""


def _path_parameters(endpoint: Endpoint) -> list[Schema]:
    schema = {"type": "string", "pattern": f"^[{ALPHABET}]{{{ID_LENGTH}}}$"}
    return [
        {"name": name, "in": "path", "required": True, "description": about, "schema": schema}
        for name, about in PLACES.items()
        if f"{{{name}}}" in endpoint.path
    ]


def _parameter(query: Query, types: _Types) -> Schema:
    return {"name": query.name, "in": query.place, "description": query.text, "schema": types.of(query.kind)}


def _answers(operation: Operation, types: _Types) -> Schema:
    found: Schema = {}
    for status, kind in operation.responses.items():
        answer = found[str(status)] = {
            "description": "Done." if operation.request is not None else "What was asked for.",
            # Other media types have no schema but text.
            "content": {operation.media: {"schema": types.of(kind) if operation.media == JSON else {"type": "string"}}},
        }
        if kind is Seated:
            values = {"path.table_id": "$response.body#/table", "query.token": "$response.body#/token"}
            answer["links"] = {name: {"operationId": name, "parameters": values} for name in LINKED}
    return found


def _refusals(endpoint: Endpoint, operation: Operation) -> Schema:
    """The responses of refusals, by status, with the codes behind each."""
    by_status: dict[int, list[str]] = {}
    for code in sorted(endpoint.codes(operation)):
        by_status.setdefault(STATUS[code], []).append(code)
    found: Schema = {}
    for status, codes in sorted(by_status.items()):
        one_of = {"type": "object", "properties": {"code": {"enum": codes}}}
        schema: Schema = {"allOf": [{"$ref": "#/components/schemas/Fault"}, one_of]}
        if operation.refused:
            inner: Schema = {"type": "object", "properties": {"fault": one_of}}
            schema = {"anyOf": [schema, {"allOf": [{"$ref": "#/components/schemas/Refused"}, inner]}]}
        answer = found[str(status)] = {
            "description": "Refused: " + ", ".join(f"`{code}`" for code in codes) + ".",
            "content": {JSON: {"schema": schema}},
        }
        if status == STATUS["rate"]:
            answer["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return found


@guarded
async def openapi(request: Request) -> Response:
    """GET /api/openapi.json: this document."""
    state = request.app.state
    if not hasattr(state, "openapi"):
        state.openapi = msgspec.json.encode(document(request.app.routes))
    return Response(state.openapi, media_type=JSON, headers={"cache-control": "no-cache"})


ROUTES: Final = [Endpoint("/api/openapi.json", get(openapi, dict[str, Any]))]
