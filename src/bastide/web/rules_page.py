"""The pages of the rules. Pages without a search are kept: a list of all rules takes longest of all to draw."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bastide.kernel.catalogue import UnknownRule
from bastide.server.http import access
from bastide.view.catalogues import LANGUAGES
from bastide.web import rulebook
from bastide.web.errors import show_error
from bastide.web.forms import headed
from bastide.web.made import MadeFiles
from bastide.web.site import HERE, VARY, Site

TEMPLATE: Final = "rules.html"
ACCOUNT_LINK: Final = "account_link.html"
SOURCES: Final = [HERE / "templates" / name for name in (TEMPLATE, "base.html", ACCOUNT_LINK)]


class RulesPage(NamedTuple):
    """All that such a page depends on: nothing else in a URL makes another one."""

    language: str
    theme: str
    path: str
    rule_id: str | None
    section: str
    asked: str
    """The language in the URL, if any."""

    @property
    def query(self) -> str:
        """The query of the page's URL."""
        return urlencode({key: value for key, value in (("section", self.section), ("lang", self.asked)) if value})


def made(page: RulesPage) -> tuple[str, list[Path]]:
    """The page as HTML, and its templates.

    :raises UnknownRule: no rule has this id.
    """
    return html(site_of(page), "", page.section, page.rule_id), SOURCES


def site_of(page: RulesPage) -> Site:
    """The site as somebody sees it there who is not signed in."""
    scope = {"type": "http", "path": page.path, "query_string": page.query.encode(), "headers": []}
    return Site(Request(scope), page.language, page.theme)


def named(site: Site, page: RulesPage) -> str:
    """A kept page with the name of the account that is signed in.

    :raises UnknownRule: no rule has this id.
    """
    text = PAGES.text(page)
    assert text is not None
    return text.replace(site_of(page).render(ACCOUNT_LINK), site.render(ACCOUNT_LINK), 1)


def html(site: Site, query: str, section: str, rule_id: str | None) -> str:
    """A page of rules.

    :raises UnknownRule: no rule has this id.
    """
    shown = rulebook.shelf(site.language, query, section, rule_id)
    keep = urlencode({"q": query} if query else {"section": section} if section else {})
    return site.render(TEMPLATE, keep=keep and f"?{keep}", contents=rulebook.contents(site.words), **shown)


PAGES: Final = MadeFiles("text/html", made, f"{VARY}, accept-encoding")


@headed
async def rules(request: Request) -> Response:
    """GET /rules and /rules/{id}: the rules."""
    site = Site.of(request)
    query = request.query_params.get("q", "").strip()[:80]
    section = request.query_params.get("section", "")[:40]
    rule_id = request.path_params.get("rule_id")
    if not rulebook.book.cache_info().currsize:
        # Reading the rules takes a tenth of a second, once.
        await access.hub_of(request).shared.rules_thread.run(rulebook.book)
    try:
        if query:
            return site.respond(html(site, query, section, rule_id))
        asked = request.query_params.get("lang", "")
        page = RulesPage(
            site.language,
            site.theme,
            request.url.path,
            rule_id,
            section if rulebook.has_section(section) else "",
            asked if asked in LANGUAGES else "",
        )
        response = site.respond(named(site, page)) if site.account else PAGES.respond(request, page)
    except UnknownRule as error:
        _ = site.words.gettext
        near = ", ".join(f"{near_id} {title}" for near_id, title in rulebook.nearest(error, site.language))
        hint = _("Perhaps you meant {rules}.", rules=near) if near else ""
        message = _("No rule has the id {rule}. {near}", rule=error.rule_id[:40], near=hint)
        return show_error(request, 404, _("No such rule"), message.strip())
    assert response is not None
    site.remember_language(response)
    return response


ROUTES: Final = [
    Route("/rules", rules, methods=["GET"]),
    Route("/rules/{rule_id}", rules, methods=["GET"]),
]
