"""The pages of the rules are drawn once for each language, theme and place, and sent only when they are new."""

from __future__ import annotations

import threading
from functools import cache

import pytest
from starlette.testclient import TestClient

from bastide.kernel.catalogue import Catalogue
from bastide.web import made, rulebook, rules_page
from bastide.web.site import Site
from tests.web.pages.test_pages import client, stranger

__all__ = ["client"]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are drawn."""
    found: list[str] = []
    render = Site.render

    def noted(self: Site, template: str, **context: object) -> str:
        found.append(f"{self.language} {self.theme} {self.address()}")
        return render(self, template, **context)

    monkeypatch.setattr(Site, "render", noted)
    rules_page.PAGES._kept.clear()
    return found


def test_a_page_is_drawn_once_and_sent_once(client: TestClient, drawn: list[str]) -> None:
    first = client.get("/rules?section=board")
    assert first.headers["vary"] == "accept-language, cookie, accept-encoding"
    for path in ("/rules?section=board", "/rules?section=board&x=1", "/rules?section=board&lang=xx"):
        assert client.get(path).text == first.text, path
    again = client.get("/rules?section=board", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert len(drawn) == 1
    assert client.get("/rules?section=nonsense").text == client.get("/rules").text
    assert len(drawn) == 2


def test_each_language_theme_and_place_has_a_page_of_its_own(client: TestClient, drawn: list[str]) -> None:
    pages = {client.get(path).text for path in ("/rules", "/rules/BASE-001", "/rules/base-001", "/rules?section=board")}
    other = stranger(client)
    french = other.get("/rules?lang=fr")
    assert "bastide_lang=fr" in french.headers["set-cookie"]
    other.cookies.set("bastide_theme", "dark")
    pages |= {french.text, other.get("/rules").text}
    assert len(pages) == len(drawn) == 6
    assert 'lang="fr"' in french.text
    assert 'data-theme="dark"' in other.get("/rules").text
    assert "set-cookie" not in other.get("/rules").headers
    assert len(drawn) == 6


def test_searches_are_drawn_each_time_and_not_kept(client: TestClient, drawn: list[str]) -> None:
    kept = client.get("/rules").text
    for _ in range(2):
        found = client.get("/rules?q=robber")
        assert found.headers["cache-control"] == "no-store"
        assert found.text != kept
    assert len(drawn) == 3
    assert len(rules_page.PAGES._kept) == 1
    assert client.get("/rules/NONE-001").status_code == 404


def test_pages_that_were_asked_for_last_are_kept(
    client: TestClient, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "MOST", 2)
    for path in ("/rules", "/rules/BASE-001", "/rules", "/rules/BASE-002", "/rules"):
        client.get(path)
    assert len(drawn) == 3, "the list of all was asked for again each time"


def test_the_rules_are_read_once_and_hold_nobody_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[int] = []
    read = rulebook.book.__wrapped__

    def noted() -> Catalogue:
        readers.append(threading.get_ident())
        return read()

    monkeypatch.setattr(rulebook, "book", cache(noted))
    for path in ("/rules?q=robber", "/rules?q=road"):
        assert client.get(path).status_code == 200
    assert len(readers) == 1
    assert client.portal is not None
    assert readers != [client.portal.call(threading.get_ident)]
