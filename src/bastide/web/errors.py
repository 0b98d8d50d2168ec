"""Errors, as a page for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bastide.server.common.faults import RequestRefused
from bastide.server.http import api, sessions
from bastide.web.site import Site


def show_error(request: Request, status: int, title: str, message: str, rule: str = "", back: str = "") -> Response:
    """A page with the error and a way on: to the table `back`, if it came of a form there."""
    return Site.of(request).page("error.html", status, title=title, message=message, rule=rule, back=back)


def wants_page(request: Request) -> bool:
    """Whether a person asks, who reads pages, and not a program, which reads JSON."""
    path = request.url.path
    return not path.startswith(("/api/", "/ws/", "/static/")) and path != "/health"


async def on_http(request: Request, error: Exception) -> Response:
    """A missing page, or a wrong method."""
    if not wants_page(request) or not isinstance(error, HTTPException):
        return await api.not_found(request, error)
    await sessions.look_up(request)
    _ = Site.of(request).words.gettext
    if error.status_code == 404:
        return show_error(
            request, 404, _("No such page"), _("There is nothing at {path}.", path=request.url.path[:120])
        )
    response = show_error(request, error.status_code, _("This is not possible"), str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def on_refusal(request: Request, error: Exception) -> Response:
    """A refusal, on a page."""
    if not wants_page(request) or not isinstance(error, RequestRefused):
        return await api.refused(request, error)
    await sessions.look_up(request)
    site = Site.of(request)
    _ = site.words.gettext
    fault = error.fault(site.language)
    title = _("No such table") if error.code == "unknown" else _("This is not possible")
    table = request.path_params.get("table_id", "") if request.method == "POST" and error.code != "unknown" else ""
    page = show_error(request, error.status, title, fault.message, fault.rule, f"/t/{table}" if table else "")
    return api.told_on(request, page, error)


HANDLERS: Final[Mapping[Any, Any]] = {HTTPException: on_http, RequestRefused: on_refusal}
