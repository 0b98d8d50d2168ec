"""The page of an account as a browser without any script gets it, and what being signed in changes on other pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.server.accounts.session_store import SessionStore
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import cookie_name
from bastide.server.engine.games import Games
from bastide.web.app import create_app
from tests.server.tables import COOKIE, SECRET, hub_in, playing, run
from tests.web.pages.test_pages import MAKE, client, stranger, table_of

__all__ = ["client"]

MAUD: dict[str, Any] = {"name": "Maud", "password": "correct horse"}


def send(client: TestClient, do: str, status: int = 303, /, **form: Any) -> str:
    """Send a form of the page; what it answers."""
    answer = client.post("/account", data={"do": do, **form})
    assert answer.status_code == status, answer.text[-2000:]
    return str(answer.text)


def test_the_page_registers_signs_out_and_in(client: TestClient) -> None:
    page = client.get("/account").text
    assert 'action="/account"' in page
    assert re.search(r'href="/account"', client.get("/").text), "the header leads there"
    send(client, "register", **MAUD)
    assert "<h1>Maud</h1>" in client.get("/account").text
    send(client, "sign-out")
    assert "<h1>Maud</h1>" not in client.get("/account").text
    send(client, "sign-in", **MAUD)
    send(client, "sign-out-everywhere")
    send(client, "sign-in", name="MAUD", password="correct horse")
    assert "<h1>Maud</h1>" in client.get("/account?lang=fr").text


def test_pages_say_who_is_signed_in(client: TestClient) -> None:
    # No name that is proposed to strangers.
    send(client, "register", name="Zenobie", password="correct horse")
    headed = ("/", "/learn", "/create", "/create/carcassonne", "/account", "/rules", "/rules/BASE-001", "/nothing")
    for path in (*headed, "/rules?q=robber", "/t/nothing", "/learn/nothing"):
        [link] = re.findall(r'<a class="tool[^>]*href="/account".*?</a>', client.get(path).text, re.DOTALL)
        assert "Zenobie" in link, path
        # Pages of rules are kept for everybody.
        assert "Zenobie" not in stranger(client).get(path).text, path
    assert "Compte de Zenobie" in client.get("/?lang=fr").text
    send(client, "sign-out")
    assert "Zenobie" not in client.get("/learn").text


def test_only_pages_with_the_head_look_up_who_is_signed_in_and_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(client, "register", **MAUD)
    looked: list[str] = []
    found = SessionStore.found

    async def noted(self: SessionStore, session: str, account: str) -> object:
        looked.append(session)
        return await found(self, session, account)

    monkeypatch.setattr(SessionStore, "found", noted)
    for path, times in (
        ("/", 1),
        ("/account", 1),
        ("/rules", 1),
        ("/create", 1),
        ("/health", 0),
        ("/art/board.svg?deal=0", 0),
        ("/art/waves.svg", 0),
    ):
        looked.clear()
        assert client.get(path).status_code == 200
        assert len(looked) == times, path
    looked.clear()
    assert client.post("/create/preview", data={"what": "base"}).status_code == 200
    assert looked == []


def test_what_is_wrong_is_said_at_its_form_and_no_password_comes_back(client: TestClient) -> None:
    page = send(client, "register", 400, name="<b>", password="scanty")
    assert "at least 8 characters" in page
    assert 'value="&lt;b&gt;"' in page
    assert "scanty" not in page
    assert page.count('role="alert"') == 1
    assert re.search(r'aria-describedby="d-new e-register"', page)
    send(client, "register", **MAUD)
    other = stranger(client)
    assert "already" in send(other, "register", 409, name="maud", password="other password")
    for name in ("Maud", "Odile", ""):
        assert "Wrong name or password" in send(other, "sign-in", 401, name=name, password="wrong horse")
    assert "Wrong name or password" in send(other, "sign-in", 401, name="x" * 4000, password="y" * 3000)
    for do in ("", "nonsense", "<b>"):
        page = send(other, do, 400, **MAUD)
        assert "horse" not in page
        assert "<b>" not in page.partition("<main")[2].partition("</main>")[0].replace("<b>Bastide</b>", "")
    for do in ("password", "delete", "seats"):
        page = send(other, do, 401, password="correct horse", new="better horse")
        assert "Sign in first" in page


def test_the_password_is_changed_and_the_account_deleted(client: TestClient) -> None:
    send(client, "register", **MAUD)
    other = stranger(client)
    send(other, "sign-in", **MAUD)
    assert "not the password" in send(client, "password", 401, password="wrong horse", new="better horse")
    send(client, "password", password="correct horse", new="better horse")
    assert "The password is changed." in client.get("/account?done=password").text
    assert "is changed" not in client.get("/account").text
    assert "<h1>Maud</h1>" not in other.get("/account").text
    page = send(client, "delete", 401, password="correct horse")
    assert re.search(r"<details[^>]* open>", page), "the form that was sent is open"
    send(client, "delete", password="better horse")
    assert "The account is deleted." in client.get("/account?done=delete").text
    assert COOKIE not in client.cookies
    send(client, "register", **MAUD)


def test_forms_of_other_sites_are_refused(client: TestClient) -> None:
    send(client, "register", **MAUD)
    for do in ("sign-in", "sign-out", "register", "delete", "seats"):
        answer = client.post("/account", data={"do": do, **MAUD}, headers={"origin": "https://elsewhere.example"})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert "<h1>Maud</h1>" in client.get("/account").text


def test_guessing_by_the_page_is_slowed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, sign_in_rate=0.001, sign_in_burst=2)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        for _ in range(2):
            send(client, "sign-in", 401, **MAUD)
        answer = client.post("/account", data={"do": "sign-in", **MAUD})
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0


def test_opening_a_table_elsewhere_gives_the_seat(client: TestClient) -> None:
    send(client, "register", **MAUD)
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud", "name": "Low tide"}))
    guest = stranger(client)
    send(guest, "register", name="Odile", password="other password")
    table_of(guest.post(f"/t/{table}/sit", data={"text": "Odile"}))
    for browser, account, seat in ((stranger(client), MAUD, 0), (stranger(client), {"name": "odile"}, 1)):
        assert table not in browser.get("/").text
        send(browser, "sign-in", **({"password": "other password"} | account))
        for path in ("/", "/account"):
            page = browser.get(path).text
            assert "Low tide" in page
            assert f'href="/t/{table}"' in page
        assert cookie_name(table) not in browser.cookies
        browser.get(f"/t/{table}")
        assert browser.get(f"/api/tables/{table}").json()["seat"] == seat
        send(browser, "sign-out")
        assert cookie_name(table) not in browser.cookies, "the seat leaves with the account"
    spectator = stranger(client)
    spectator.get(f"/t/{table}")
    assert cookie_name(table) not in spectator.cookies


def test_a_left_seat_is_not_given_back(client: TestClient) -> None:
    send(client, "register", **MAUD)
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud", "seat2": "open"}))
    table_of(stranger(client).post(f"/t/{table}/sit", data={"text": "Odile"}))
    client.post(f"/api/tables/{table}/commands", json={"id": "x", "do": "leave"})
    client.get(f"/t/{table}")
    assert client.get(f"/api/tables/{table}").json()["seat"] is None


def test_seats_of_this_browser_are_offered(client: TestClient) -> None:
    table = table_of(client.post("/play", data={"level": "random", "nickname": "Maud"}))
    send(client, "register", **MAUD)
    page = client.get("/account").text
    assert "1 seat that no account holds" in page
    assert table not in page
    send(client, "seats")
    page = client.get("/account").text
    assert "no account holds" not in page
    assert table in page


def test_the_history_leads_to_the_replay_of_an_earlier_game(tmp_path: Path) -> None:
    async def story() -> tuple[str, str]:
        config = {"game": "island", "layout": "beginner", "options": {"turns": 3}}
        async with hub_in(tmp_path, Games(), seed=3) as hub:
            people = await playing(hub, "Maud", "Odile", config=config, public=True, spectators=False)
            table = people[0].table
            while table.state.stage == "playing":
                match = table.state.match
                assert match is not None
                seat = match.game.actors[0]
                await people[seat].do("play", hub.shared.engine.bot("greedy", 1).choose(match.game.copy(), seat))
            await people[0].do("rematch")
            await people[1].do("leave")
            await people[0].do("bot", "random", seat=1)
            await people[0].do("start")
            return table.state.id, hub.issue(table, 0, 1)

    table, token = run(story())
    settings = Settings(data=tmp_path, secret=SECRET, bot_delay=(60.0, 60.0))
    with TestClient(create_app(settings), follow_redirects=False) as client:
        client.cookies.set(cookie_name(table), token)
        send(client, "register", **MAUD)
        send(client, "seats")
        second = stranger(client)
        send(second, "sign-in", **MAUD)
        page = second.get("/account").text
        assert f'href="/t/{table}/replay?game=1"' in page
        assert "Maud, Odile" in page
        assert second.get(f"/t/{table}/replay").status_code == 403, "the game of now is played"
        replay = second.get(f"/t/{table}/replay?game=1")
        assert replay.status_code == 200, "a seat sees it, though the table has no spectators"
        assert "Odile" in replay.text, "as those who played it were called"
        assert f"/api/tables/{table}/record?game=1" in replay.text
        assert second.get(f"/t/{table}/replay/frame?game=1&step=3").json()["step"] == 3
        assert second.get(f"/t/{table}/replay?game=2").status_code == 403
        assert second.get(f"/t/{table}/replay?game=3").status_code == 404
        assert second.get(f"/t/{table}/replay?game=x").status_code == 400
        assert stranger(client).get(f"/t/{table}/replay?game=1").status_code == 403


def test_sessions_are_shown_and_ended_one_by_one_or_all(client: TestClient) -> None:
    send(client, "register", **MAUD)
    page = client.get("/account").text
    assert page.count("This browser</b>") == 1
    assert 'value="end-session"' not in page
    assert 'value="end-sessions"' not in page
    others = []
    for _ in range(3):
        other = stranger(client)
        send(other, "sign-in", **MAUD)
        others.append(other)
    page = client.get("/account?lang=fr").text
    assert "Vos sessions ouvertes" in page
    assert page.count('value="end-session"') == 3
    assert page.count("Ce navigateur</b>") == 1
    assert re.search(r'<time datetime="[\d-]+T\d\d:\d\d:00\+00:00" data-minute>[^<]+ \(UTC\)</time>', page)
    session = re.findall(r'name="session" value="(\w+)"', page)[0]
    answer = client.post("/account", data={"do": "end-session", "session": session})
    assert answer.headers["location"] == "/account?done=session#sessions"
    assert "That session is ended." in client.get("/account?lang=en&done=session").text
    ended = [other for other in others if 'value="sign-in"' in other.get("/account").text]
    assert len(ended) == 1
    assert "This session was ended already" in send(client, "end-session", 404, session=session)
    answer = client.post("/account", data={"do": "end-sessions"})
    assert answer.headers["location"] == "/account?done=sessions#sessions"
    assert all('value="sign-in"' in other.get("/account").text for other in others)
    assert 'value="end-session"' not in client.get("/account").text
    send(others[0], "end-sessions", 401)
    forged = client.post("/account", data={"do": "end-sessions"}, headers={"origin": "https://elsewhere.example"})
    assert forged.status_code == 403


def test_the_page_of_a_table_takes_the_seat_out_of_a_browser_whose_session_was_ended(client: TestClient) -> None:
    send(client, "register", **MAUD)
    other = stranger(client)
    send(other, "sign-in", **MAUD)
    table = table_of(client.post("/create", data=MAKE | {"nickname": "Maud", "seat2": "open"}))
    link, seat = f"/t/{table}", cookie_name(table)
    other.get(link)
    assert {COOKIE, seat} <= set(other.cookies)
    send(client, "end-sessions")
    page = other.get(link).text
    assert 'data-do="bot"' not in page, "it only watches"
    assert not {COOKIE, seat} & set(other.cookies)
    assert 'data-do="bot"' in client.get(link).text
