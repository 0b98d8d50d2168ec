"""The pages as a browser without any script gets them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from starlette.testclient import TestClient

from bastide.kernel.rooms import rooms
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import code_of
from bastide.server.storage.store import Store, StoreError
from bastide.web.app import create_app
from bastide.web.forms import FORM_LIMIT
from tests.server.tables import SECRET

KEPT = ("/rules", "/rules/BASE-001")
"""Pages with nothing of a visitor, which a browser may keep and ask for again."""
TABLE = re.compile(r"/t/(\w+)$")
MAKE = {"players": "3", "seat1": "open", "seat2": "random", "undo": "on", "spectators": "on", "do": "make", "goal": "5"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(
        data=tmp_path,
        secret=SECRET,
        bot_delay=(0.0, 0.0),
        address_burst=10_000,
        new_table_burst=1000,
        address_tables=1000,
    )
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def stranger(client: TestClient) -> TestClient:
    """Another browser on the same server."""
    other = TestClient(client.app, follow_redirects=False)
    other.portal = client.portal  # the tables live in the loop of the first
    return other


def table_of(response: Response) -> str:
    """The table to which an answer leads."""
    assert response.status_code == 303, response.text[:500]
    found = TABLE.search(response.headers["location"])
    assert found is not None
    return found[1]


def test_forms_count_as_tables_of_their_address(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=tmp_path, address_tables=2)), follow_redirects=False) as client:
        table_of(client.post("/play", data={}))
        table_of(client.post("/create", data=MAKE | {"nickname": "Maud"}))
        for path, form in (
            ("/play", {}),
            ("/create", MAKE | {"nickname": "Maud"}),
            ("/create/carcassonne", MAKE | {"nickname": "Maud"}),
        ):
            answer = client.post(path, data=form)
            assert answer.status_code == 429, path
            wait = answer.headers["retry-after"]
            assert 43_000 < int(wait) <= 43_200, path
            assert f"Too many requests: try again in {wait} s" in answer.text


@pytest.mark.parametrize("path", ["/", "/create", "/rules", "/rules/BASE-001", "/rules?q=voleurs&lang=fr"])
def test_a_page_is_whole_and_guarded(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].count("script-src 'self'") == 1
    assert "unsafe-eval" not in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == ("no-cache" if path in KEPT else "no-store")
    assert len(re.findall("<h1", answer.text)) == 1
    assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text), "no script stands in a page"
    assert not re.search(r"\son\w+=", answer.text), "nor in an attribute"


def test_the_language_follows_address_cookie_and_browser(client: TestClient) -> None:
    assert '<html lang="fr"' in client.get("/", headers={"accept-language": "de, fr;q=0.8, en;q=0.5"}).text
    assert '<html lang="en"' in client.get("/", headers={"accept-language": "de, xx;q=0.1"}).text
    assert '<html lang="fr"' in client.get("/?lang=fr").text
    assert '<html lang="fr"' in client.get("/").text, "the address was remembered"
    assert '<html lang="en"' in client.get("/?lang=en").text


def test_the_theme_of_the_cookie_is_in_the_page(client: TestClient) -> None:
    client.cookies.set("bastide_theme", "dark")
    assert 'data-theme="dark"' in client.get("/").text
    client.cookies.set("bastide_theme", '"><script>')
    assert 'data-theme="auto"' in client.get("/").text


def test_one_click_plays_against_bots(client: TestClient) -> None:
    table = table_of(client.post("/play", data={"level": "random", "nickname": "Maud"}))
    shown = client.get(f"/api/tables/{table}").json()
    assert shown["stage"] == "playing"
    assert [chair["bot"] for chair in shown["chairs"]] == ["", "random", "random", "random"]
    assert shown["seat"] == 0
    assert 'id="land"' in client.get(f"/t/{table}").text
    assert table in client.get("/").text, "it stands among one's own games"
    assert 'value="Maud"' in client.get("/").text, "the name is offered again"


def test_a_table_is_whole_before_its_script(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAKE | {"seat1": "random", "first": "0"}))
    shown = client.get(f"/t/{table}").text
    for panel in ("hand", "rail", "actions", "land", "log", "prompt"):
        assert f'id="{panel}"' in shown
    assert 'data-notation="roll"' in shown


@pytest.mark.parametrize("module", rooms("island"))
def test_the_form_makes_a_table_with_an_expansion(client: TestClient, module: str) -> None:
    table = table_of(client.post("/create", data={"do": "make", f"module_{module}": "on"}))
    assert client.get(f"/api/tables/{table}").json()["config"]["modules"] == [module]


def test_both_families_are_met_on_the_front_page_and_played_with_one_click(client: TestClient) -> None:
    front = client.get("/").text
    assert 'name="game" value="island/base"' in front
    assert 'name="game" value="carcassonne/base"' in front
    assert client.get("/art/carcassonne.svg").headers["content-type"] == "image/svg+xml"
    table = table_of(client.post("/play", data={"game": "carcassonne/base", "level": "random"}))
    shown = client.get(f"/api/tables/{table}").json()
    assert (shown["stage"], shown["config"]["game"], len(shown["chairs"])) == ("playing", "carcassonne", 4)
    assert "Carcassonne" in client.get("/").text


def test_lines_of_a_form_count_for_their_address_at_all_tables(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, chat_rate=0.001, chat_burst=3)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        tables = [table_of(client.post("/create", data=MAKE | {"nickname": "Maud"})) for _ in range(3)]
        said = [client.post(f"/t/{table}/chat", data={"text": f"{n}"}) for table in tables for n in range(3)]
        assert [answer.status_code for answer in said] == [303] * 6 + [429] * 3
        assert int(said[-1].headers["retry-after"]) > 100
        line = {"id": "line", "do": "chat", "text": "and so"}
        assert client.post(f"/api/tables/{tables[2]}/commands", json=line).status_code == 429


def test_one_name_is_proposed_until_a_browser_uses_one(client: TestClient) -> None:
    def proposed(browser: TestClient, path: str) -> str:
        field = re.search(r'<input[^>]*name="(?:nickname|text)"[^>]*maxlength="24"[^>]*>', browser.get(path).text)
        assert field is not None, path
        return re.search(r'value="([^"]*)"', field[0])[1]  # type: ignore[index]  # without a value the test fails

    assert 'data-nickname="' not in client.get("/").text
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Ysolde", "public": "public"}))
    for first in ("/create", "/create/carcassonne", f"/t/{table}"):
        guest = stranger(client)
        name = proposed(guest, first)
        assert name not in ("", "Ysolde")
        for path in ("/create", "/create/carcassonne", "/"):
            assert proposed(guest, path) == name, (first, path)
        assert f'data-nickname="{name}"' in guest.get(f"/t/{table}").text
        assert table_of(guest.post("/play", data={"game": ""})), "it is used"
        assert proposed(guest, "/create") == name
    # At a table where somebody has the name already another one is proposed, and the own one is kept.
    guest = stranger(client)
    guest.cookies.set("bastide_name", "Ysolde")
    assert "data-nickname" not in guest.get(f"/t/{table}").text
    assert proposed(guest, f"/t/{table}") != "Ysolde"
    assert proposed(guest, "/create") == "Ysolde"


def test_a_table_is_made_and_joined_and_begins_with_its_host(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud", "public": "public", "name": "Low tide"}))
    other = stranger(client)
    assert "Low tide" in other.get("/").text
    assert other.get("/join", params={"link": f"https://somewhere/t/{table}"}).headers["location"] == f"/t/{table}"
    assert other.get("/join", params={"link": table}).headers["location"] == f"/t/{table}"
    code = code_of(table)
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}"):
        assert other.get("/join", params={"link": typed}).headers["location"] == f"/t/{table}", typed
    assert f"{code[:3]} {code[3:]}" in other.get(f"/t/{table}").text
    assert other.get("/join", params={"link": "ZZZZZZ"}).status_code == 404
    assert "form" in other.get(f"/t/{table}").text
    assert table_of(other.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
    assert other.get(f"/api/tables/{table}").json()["seat"] == 1
    assert table_of(other.post(f"/t/{table}/chat", data={"text": "Bonjour"})) == table
    assert client.get(f"/api/tables/{table}").json()["chat"][0]["text"] == "Bonjour"


def test_short_codes_cannot_be_tried_at_will_and_lead_to_a_private_game_only_while_shown(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud"}))
    other = stranger(client)
    assert other.get("/join", params={"link": code_of(table)}).headers["location"] == f"/t/{table}"
    assert table_of(other.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
    started = client.post(f"/api/tables/{table}/commands", json={"id": "s", "do": "start"})
    assert started.json()["type"] == "ack"
    refused = other.get("/join?lang=fr", params={"link": code_of(table)})
    assert refused.status_code == 404
    assert 0 < refused.text.index('id="e-join"') < refused.text.index('id="h-play"'), "above the games: no scrolling"
    assert client.post(f"/api/tables/{table}/commands", json={"id": "c", "do": "show-code"}).json()["type"] == "ack"
    assert other.get("/join", params={"link": code_of(table)}).headers["location"] == f"/t/{table}"
    answers = [other.get("/join", params={"link": f"ABCDE{number}"}).status_code for number in range(2, 10)] * 4
    answers += [other.get("/join", params={"link": f"ABCDF{number}"}).status_code for number in range(2, 10)]
    assert answers[0] == 404
    assert 429 in answers


def test_the_front_page_tells_at_which_table_it_is_my_turn(client: TestClient) -> None:
    def make(first: int) -> str:
        more = {"nickname": "Maud", "name": f"Seat {first}", "players": "2", "seat2": "closed", "first": str(first)}
        return table_of(client.post("/create", data=MAKE | more))

    other = stranger(client)
    for first in (0, 1):
        table = make(first)
        assert table_of(other.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
        assert client.get("/").text.count("Your turn") == first, "not before the game"
        started = client.post(f"/api/tables/{table}/commands", json={"id": "s", "do": "start"})
        assert started.json()["type"] == "ack"
        rows = {browser: re.findall(r"<b>Seat (\d)|(Your turn)", browser.get("/").text) for browser in (client, other)}
        if first == 0:
            assert rows == {client: [("0", ""), ("", "Your turn")], other: [("0", "")]}
    assert rows == {
        client: [("0", ""), ("", "Your turn"), ("1", "")],
        other: [("1", ""), ("", "Your turn"), ("0", "")],
    }, "the tables that wait for the visitor come first"
    assert "À vous de jouer" in client.get("/?lang=fr").text


def test_the_map_that_is_shown_is_the_map_that_is_played_on(client: TestClient) -> None:
    form = MAKE | {"layout": "random", "harbors": "shuffled", "deal": "77", "seat1": "random"}
    preview = client.post("/create/preview", data=form).json()
    picture = client.get(preview["picture"])
    assert picture.headers["content-type"].startswith("image/svg+xml")
    table = table_of(client.post("/create", data=form))
    board = client.get(f"/api/tables/{table}").json()["view"]["board"]
    assert "deal=77" in preview["picture"]
    numbers = re.findall(r'href="#token-(\d+)"', picture.text)
    assert sorted(map(int, numbers)) == sorted(h["number"] for h in board["hexes"] if h["number"])


def test_dealing_anew_without_a_script_keeps_the_form(client: TestClient) -> None:
    page = client.post("/create", data=MAKE | {"do": "deal", "name": "Low tide", "deal": "5"})
    assert page.status_code == 200
    assert 'value="Low tide"' in page.text
    deal = re.search(r'name="deal" value="(\d+)"', page.text)
    assert deal is not None
    assert deal[1] != "5"
    assert re.search(r'value="spiral" checked', page.text), "the beginners' board is always the same"


def test_what_is_wrong_is_said_on_a_page_and_keeps_its_status(client: TestClient) -> None:
    for path, status in (("/nowhere", 404), ("/t/nowhere", 404), ("/rules/BASE-999", 404), ("/t/x/replay", 404)):
        answer = client.get(path)
        assert answer.status_code == status
        assert '<main id="main"' in answer.text
    assert client.get("/join", params={"link": "<b>"}).status_code == 404
    assert "&lt;b&gt;" in client.get("/join", params={"link": "<b>"}).text
    for broken in ("http://[", "//[::1/t/x", "\x00", "/t/", "?", "#"):
        assert client.get("/join", params={"link": broken}).status_code == 404, broken
    assert client.post("/").status_code == 405
    assert client.get("/api/nowhere").headers["content-type"] == "application/json", "programs read JSON"


def test_a_taken_name_is_refused_with_the_reason(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud"}))
    answer = stranger(client).post(f"/t/{table}/sit?lang=fr", data={"text": "maud"})
    assert answer.status_code == 409
    assert "maud" in answer.text
    assert '<html lang="fr"' in answer.text


def test_forms_of_other_sites_and_endless_forms_are_refused(client: TestClient) -> None:
    assert client.post("/play", data={}, headers={"origin": "https://elsewhere.example"}).status_code == 403
    assert client.post("/create", data={"name": "x" * FORM_LIMIT}).status_code == 413


def test_a_game_cannot_be_replayed_while_it_is_played(client: TestClient) -> None:
    table = table_of(client.post("/play", data={}))
    assert client.get(f"/t/{table}/replay").status_code == 403
    assert client.get(f"/t/{table}/replay/frame").status_code == 403


def test_static_files_are_asked_for_again_and_third_party_files_are_kept(client: TestClient) -> None:
    script = client.get("/static/js/table.js")
    assert script.headers["cache-control"] == "no-cache"
    assert client.get("/static/js/table.js", headers={"if-none-match": script.headers["etag"]}).status_code == 304
    assert "immutable" in client.get("/static/vendor/idiomorph.esm.js").headers["cache-control"]
    assert client.get("/static/../app.py").status_code == 404


def test_health_says_that_the_store_answers(client: TestClient) -> None:
    client.post("/play", data={})
    assert client.get("/health").json() == {"status": "ok"}, "nothing about the tables"


def test_health_says_that_the_store_does_not_answer(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(store: Store, table: str) -> int:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "version", fails)
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "store")


def test_a_cover_is_served_for_ever_and_others_are_not_found(client: TestClient) -> None:
    covers = re.findall(r'src="(/art/cover/[^"]+)"', client.get("/create").text)
    assert covers
    reply = client.get(covers[0])
    assert reply.status_code == 200
    assert "immutable" in reply.headers["cache-control"]
    for wrong in ("island/nothing", "chess/seafarers", "island/..%2f"):
        assert client.get(f"/art/cover/0/{wrong}.svg").status_code == 404


def test_only_a_table_made_so_lists_known_cards(client: TestClient) -> None:
    assert 'name="known_cards"' in client.get("/create").text
    assert 'name="known_cards"' not in client.get("/create/carcassonne").text, "there, no hand is hidden"
    played = MAKE | {"seat1": "random", "first": "0"}
    for more, listed in (({}, False), ({"known_cards": "on"}, True)):
        table = table_of(client.post("/create", data=played | more))
        sheet = client.get(f"/t/{table}/about").text
        assert ("known to all" in sheet) is listed
        assert sheet.count('data-fact="seat') == 3
    table_of(client.post("/create/carcassonne", data=MAKE | {"known_cards": "on"}))
    order = {"name": "Quay", "nickname": "Maud", "config": {"game": "carcassonne"}, "seats": [{"kind": "open"}] * 2}
    refused = client.post("/api/tables", json=order | {"known_cards": True})
    assert refused.status_code == 400
    assert "known_cards is for games of the island" in refused.text
    assert "carcassonne" in refused.text
