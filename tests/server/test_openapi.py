"""The document that describes the API: complete, and in agreement with what answers."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from bastide.server import faults
from bastide.server.endpoints import Endpoint
from bastide.server.faults import STATUS
from bastide.server.openapi import document
from bastide.server.settings import Settings
from bastide.web.app import create_app
from tests.server.tables import client_in

APP = create_app(Settings(data=Path("nowhere")))
ENDPOINTS = [route for route in APP.routes if isinstance(route, Endpoint)]
DOCUMENT = document(APP.routes)
SERVER = Path(faults.__file__).parent


def test_every_route_of_the_api_is_in_the_document() -> None:
    for route in APP.routes:
        if isinstance(route, Route) and route.path.startswith("/api"):
            assert isinstance(route, Endpoint), f"{route.path}: write it as Endpoint(path, get(...), post(...))"
            assert set(DOCUMENT["paths"][route.path]) == {does.method.lower() for does in route.does}
            assert route.methods == {does.method for does in route.does} | (
                {"HEAD"} if any(does.method == "GET" for does in route.does) else set()
            )


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: str(endpoint.path))
def test_every_handler_says_what_it_answers(endpoint: Endpoint) -> None:
    for does in endpoint.does:
        path = re.sub(r"{\w+}", "{id}", endpoint.path)
        assert (does.handler.__doc__ or "").startswith(f"{does.method} {path}: "), "the docstring begins with the path"
        assert DOCUMENT["paths"][endpoint.path][does.method.lower()]["summary"]
        assert endpoint.codes(does) <= set(STATUS), "a code that has no status"


def test_every_code_is_one_of_some_request() -> None:
    named = {code for endpoint in ENDPOINTS for does in endpoint.does for code in endpoint.codes(does)}
    # What is no request of the document cannot be named by one.
    assert named | {"method"} == set(STATUS)


def raised(module: str, seen: set[str]) -> set[str]:
    """The codes with which a module of the server refuses, and the modules of the server that it stands on."""
    path = SERVER / f"{module}.py"
    if module in seen or not path.exists():
        return set()
    seen.add(module)
    codes: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name("Refusal"), args=[ast.Constant(str() as code), *_]):
                codes.add(code)
            case ast.ImportFrom(module="bastide.server", names=names):
                for name in names:
                    codes |= raised(name.name, seen)
            case ast.ImportFrom(module=str() as name) if name.startswith("bastide.server."):
                codes |= raised(name.removeprefix("bastide.server."), seen)
    return codes


def test_a_command_names_every_code_with_which_commands_are_refused() -> None:
    endpoint = next(endpoint for endpoint in ENDPOINTS if endpoint.path.endswith("/commands"))
    found = raised("commands", set()) | raised("door", set())
    assert found > {"turn", "paused"}
    # `Table` gives out records as well, and those alone are hidden.
    assert found - {"hidden"} <= endpoint.codes(endpoint.does[0])


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(references(part) for part in value.values()))
    return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere_and_every_operation_has_its_own_name() -> None:
    named = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert references(DOCUMENT) <= named
    operations = [operation for path in DOCUMENT["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        for answer in operation["responses"].values():
            assert {link["operationId"] for link in answer.get("links", {}).values()} <= set(names)


def test_the_server_shows_its_document(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        found = client.get("/api/openapi.json")
        assert found.headers["content-type"] == "application/json"
        assert found.json() == document(APP.routes)
        codes = found.json()["components"]["schemas"]["Fault"]["properties"]["code"]["enum"]
        assert codes == sorted(STATUS)
