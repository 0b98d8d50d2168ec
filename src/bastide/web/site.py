"""Shared by all pages: the language and theme of a request, the templates, headers, and the static files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from bastide.server.http.access import LANGUAGE_COOKIE, language_of
from bastide.view.catalogues import LANGUAGES
from bastide.view.svg.art import sheet
from bastide.view.words import Words

if TYPE_CHECKING:
    import jinja2

HERE: Final = Path(__file__).parent
YEAR: Final = 365 * 24 * 3600
THEMES: Final = ("auto", "light", "dark")
VARY: Final = "accept-language, cookie"
"""The headers that a page depends on: those that say its language and theme."""

SCRIPT_WORDS: Final = (
    "No connection: this will be sent once it is back.",
    "No connection: as it stood at {time}.",
    "This is possible now.",
    "A hint is being worked out…",
    "Make this move yourself: nothing on the board shows it.",
    "Places: {n}",
    "Confirm: {what}",
    "Copied.",
    "Copy the marked text.",
    "Connected again.",
    "This table is closed to you, or gone. Reload the page to see why.",
    "This could not be loaded. Try again.",
    "move {move} of {moves}",
    "30 seconds left.",
    "10 seconds left.",
    "Your time is up.",
    "done",
    "step {step} of {of}",
)
"""The script's own messages; the page carries them in its language."""


def theme_of(request: HTTPConnection) -> str:
    """The theme stored in the browser; `auto` follows the system."""
    theme = request.cookies.get("bastide_theme", "auto")
    return theme if theme in THEMES else "auto"


@cache
def words_of(language: str) -> Words:
    """The words of a language, cached."""
    return Words(language)


@cache
def icon(name: str, size: int = 20) -> Markup:
    """An inline interface icon: the pages round the table need only a few."""
    drawing = Markup(sheet("marks")[name])
    return Markup('<svg class="ic" width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true">{1}</svg>').format(
        size, drawing
    )


@cache
def templates() -> jinja2.Environment:
    """The templates; an undefined name is an error, not a gap."""
    # Read with the first of them: who comes back to a table after a restart needs none.
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["icon"] = icon
    return environment


@dataclass(frozen=True)
class Site:
    """The pages as one visitor sees them: language, theme, and the URL."""

    request: Request
    language: str
    theme: str

    @classmethod
    def of(cls, request: Request) -> Site:
        """The site for this request."""
        return cls(request, language_of(request), theme_of(request))

    @property
    def words(self) -> Words:
        """The words of the visitor's language."""
        return words_of(self.language)

    @property
    def account(self) -> str:
        """The name of the account that is signed in; empty if none is, or nobody has looked (`forms.headed`)."""
        found = getattr(self.request.state, "account", None)
        return found.name if found is not None else ""

    def address(self, **changes: str) -> str:
        """This page's path and query with some parameters changed; never a URL of another site."""
        here = str(self.request.url.include_query_params(**changes).replace(scheme="", netloc=""))
        # Browsers read a path that begins with two slashes as a host name.
        return "/" + here.lstrip("/\\")

    def render(self, template: str, **context: Any) -> str:
        """A page as HTML."""
        words = self.words
        spoken = {message: words.gettext(message) for message in SCRIPT_WORDS}
        return (
            templates()
            .get_template(template)
            .render(
                _=words.gettext,
                words=words,
                site=self,
                language=self.language,
                languages=LANGUAGES,
                theme=self.theme,
                script_words=json.dumps(spoken, ensure_ascii=False),
                **context,
            )
        )

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        """A page as a response; a language given in the URL is remembered."""
        return self.respond(self.render(template, **context), status)

    def respond(self, html: str, status: int = 200) -> Response:
        """The same for a page that has been rendered."""
        return self.remember(HTMLResponse(html, status))

    def remember(self, response: Response) -> Response:
        """Store the language given in the URL, and set the Vary header."""
        self.remember_language(response)
        response.headers["vary"] = VARY
        response.headers["cache-control"] = "no-store"
        return response

    def remember_language(self, response: Response) -> None:
        """Store the language given in the URL."""
        if self.request.query_params.get("lang") in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, self.language, max_age=YEAR, samesite="lax", path="/")


class Files(StaticFiles):
    """The static files. Third-party ones change only with a release; ours are revalidated each time, by ETag."""

    def file_response(self, full_path: Any, stat_result: Any, scope: Scope, status_code: int = 200) -> Response:
        """A file with the header that sets its cache lifetime."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        vendor = "vendor" in Path(full_path).parts
        response.headers["cache-control"] = f"public, max-age={YEAR}, immutable" if vendor else "no-cache"
        return response
