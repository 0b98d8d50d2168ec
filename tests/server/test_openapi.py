"""The OpenAPI document: complete, and consistent with the real responses."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute, Route

import bastide
from bastide.server.common.faults import STATUS
from bastide.server.common.settings import Settings
from bastide.server.http.endpoints import Endpoint
from bastide.server.http.openapi import document
from bastide.web.app import create_app
from tests.server.tables import client_in

SOURCES = Path(bastide.__file__).parents[1]


@cache
def routes() -> list[BaseRoute]:
    return create_app(Settings(data=Path("nowhere"))).routes


@cache
def endpoints() -> list[Endpoint]:
    return [route for route in routes() if isinstance(route, Endpoint)]


@cache
def described() -> dict[str, Any]:
    return document(routes())


def test_every_route_of_the_api_is_in_the_document() -> None:
    for route in routes():
        if isinstance(route, Route) and route.path.startswith("/api"):
            assert isinstance(route, Endpoint), f"{route.path}: write it as Endpoint(path, get(...), post(...))"
            assert set(described()["paths"][route.path]) == {operation.method.lower() for operation in route.operations}
            assert route.methods == {operation.method for operation in route.operations} | (
                {"HEAD"} if any(operation.method == "GET" for operation in route.operations) else set()
            )


def test_every_handler_says_what_it_answers() -> None:
    found = [(endpoint, operation) for endpoint in endpoints() for operation in endpoint.operations]
    assert found
    for endpoint, operation in found:
        path = re.sub(r"{\w+}", "{id}", endpoint.path)
        assert (operation.handler.__doc__ or "").startswith(f"{operation.method} {path}: "), (
            "the docstring begins with the path"
        )
        assert described()["paths"][endpoint.path][operation.method.lower()]["summary"], path
        assert endpoint.codes(operation) <= set(STATUS), f"{path}: a code that has no status"


def test_every_code_is_one_of_some_request() -> None:
    named = {
        code for endpoint in endpoints() for operation in endpoint.operations for code in endpoint.codes(operation)
    }
    # What is no request of the document cannot be named by one.
    assert named | {"method"} == set(STATUS)


def raised(module: str, seen: set[str]) -> set[str]:
    """The codes with which a module of the server refuses, and the modules of the server that it stands on."""
    path = SOURCES.joinpath(*module.split(".")).with_suffix(".py")
    if module in seen or not path.exists():
        return set()
    seen.add(module)
    codes: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name("RequestRefused"), args=[ast.Constant(str() as code), *_]):
                codes.add(code)
            case ast.ImportFrom(module=str() as name, names=names) if name.startswith("bastide.server"):
                for imported in (name, *(f"{name}.{alias.name}" for alias in names)):
                    codes |= raised(imported, seen)
    return codes


def test_a_command_names_every_code_with_which_commands_are_refused() -> None:
    endpoint = next(endpoint for endpoint in endpoints() if endpoint.path.endswith("/commands"))
    found = raised("bastide.server.log.commands", set()) | raised("bastide.server.tables.table_password", set())
    assert found > {"turn", "paused"}
    # `Table` gives out records as well, and those alone are hidden.
    assert found - {"hidden"} <= endpoint.codes(endpoint.operations[0])


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(part) for part in value.values()))
    return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere_and_every_operation_has_its_own_name() -> None:
    named = {f"#/components/schemas/{name}" for name in described()["components"]["schemas"]}
    assert references(described()) <= named
    operations = [operation for path in described()["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        for answer in operation["responses"].values():
            assert {link["operationId"] for link in answer.get("links", {}).values()} <= set(names)


def test_the_server_shows_its_document(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        found = client.get("/api/openapi.json")
        assert found.headers["content-type"] == "application/json"
        assert found.json() == document(routes())
        codes = found.json()["components"]["schemas"]["Fault"]["properties"]["code"]["enum"]
        assert codes == sorted(STATUS)
