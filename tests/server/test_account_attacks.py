"""Attacks on accounts: forged and old sessions, other people's seats, guessing, odd names, pages of other sites."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeTimedSerializer
from starlette.testclient import TestClient

from bastide.server.accounts import passwords
from bastide.server.common import logs
from bastide.server.common.faults import RequestRefused
from bastide.server.common.tokens import SeatToken, Tokens, cookie_name, new_id
from bastide.server.http.sessions import SessionCookie, SessionCookies
from tests.server.tables import COOKIE, KNOWN, SECRET, client_in, run
from tests.server.test_accounts import MAUD, make, register, sign_in, sit, stranger
from tests.server.test_http import fault


def with_session(client: TestClient, text: str) -> TestClient:
    """A browser that presents this session."""
    other = stranger(client)
    other.cookies.set(COOKIE, text)
    return other


def signed_with(secret: str, salt: str, value: Any) -> str:
    signer = URLSafeTimedSerializer(secret, salt=salt, signer_kwargs={"key_derivation": "hmac"})
    return str(signer.dumps(value))


def test_a_session_cannot_be_forged(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        true = client.cookies[COOKIE]
        body, _, signature = true.partition(".")
        found = SessionCookies(SECRET, 100).verify(true)
        assert found is not None
        named = SessionCookie(found.session, "x")
        seat = Tokens(SECRET, 100).issue(SeatToken(new_id(), 0, 1))
        forged = [
            "",
            "x",
            true[:-1],
            true + "A",
            f"{body[:-2]}AA.{signature}",
            SessionCookies("another secret of that length", 100).issue(named),
            SessionCookies(SECRET, 100).issue(SessionCookie("x", "x")),
            signed_with(SECRET, "bastide.account", named),
            signed_with(SECRET, "bastide.seat", ["x", 1]),
            seat,
            "A" * 5000,
        ]
        for text in forged:
            fault(with_session(client, text).get("/api/account"), 401, "session")
        assert with_session(client, true).get("/api/account").status_code == 200
        made = make(client)
        other = stranger(client)
        other.cookies.set(cookie_name(made), true)
        fault(other.get(f"/api/tables/{made}"), 401, "token"), "a session is no seat token"


def test_sessions_expire(tmp_path: Path) -> None:
    with client_in(tmp_path, session_age=-1) as client:
        register(client)
        fault(client.get("/api/account"), 401, "session")


def test_a_session_of_an_older_generation_or_of_a_deleted_account_opens_nothing(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        old = client.cookies[COOKIE]
        table = make(client)
        client.post("/api/account/password", json={"password": "correct horse", "new": "better horse"})
        new = client.cookies[COOKIE]
        assert old != new
        for text in (old,):
            fault(with_session(client, text).get("/api/account"), 401, "session")
            fault(with_session(client, text).post(f"/api/account/tables/{table}"), 401, "session")
            fault(with_session(client, text).post("/api/account/seats"), 401, "session")
            change = {"password": "better horse", "new": "worse horse"}
            fault(with_session(client, text).post("/api/account/password", json=change), 401, "session")
            deletion = with_session(client, text).request("DELETE", "/api/account", json={"password": "better horse"})
            fault(deletion, 401, "session")
            assert with_session(client, text).get("/api/tables?mine=1").json()["tables"] == []
        client.request("DELETE", "/api/account", json={"password": "better horse"})
        register(client)
        fault(with_session(client, new).get("/api/account"), 401, "session")
        with_session(client, new).delete("/api/account/session?everywhere=1")
        assert client.get("/api/account").status_code == 200, "the old session ends nothing of the namesake"


def test_signing_in_never_keeps_the_session_that_was_there(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        planted = client.cookies[COOKIE]
        victim = with_session(client, planted)
        register(victim, "Odile", "other password")
        victim.cookies.delete(COOKIE, domain="")
        assert victim.get("/api/account").json()["name"] == "Odile"
        assert with_session(client, planted).get("/api/account").json()["name"] == "Maud", "the attacker stays outside"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://testserver.elsewhere.example"])
def test_pages_of_other_sites_change_nothing(tmp_path: Path, origin: str) -> None:
    with client_in(tmp_path) as client:
        register(client)
        requests: list[tuple[str, str, dict[str, str] | None]] = [
            ("POST", "/api/account", {"name": "Odile", "password": "other password"}),
            ("POST", "/api/account/session", MAUD),
            ("DELETE", "/api/account/session", None),
            ("DELETE", "/api/account/session?everywhere=1", None),
            ("DELETE", "/api/account", {"password": "correct horse"}),
            ("POST", "/api/account/password", {"password": "correct horse", "new": "better horse"}),
            ("POST", "/api/account/seats", None),
            ("POST", f"/api/account/tables/{make(client)}", None),
        ]
        for method, path, body in requests:
            answer = client.request(method, path, json=body, headers={"origin": origin})
            fault(answer, 403, "origin")
            assert "set-cookie" not in answer.headers
        assert client.get("/api/account").json()["name"] == "Maud"
        sign_in(client)


def test_a_form_of_another_site_is_no_json(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        answer = client.post(
            "/api/account/session", content=b'{"name": "Maud"}', headers={"content-type": "text/plain"}
        )
        fault(answer, 415, "media")


@pytest.mark.usefixtures("production_cost")
def test_an_unknown_name_costs_what_a_known_one_does_and_says_the_same(
    tmp_path: Path, anywhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    real = passwords.matches

    def counting(kept: str, password: str) -> bool:
        checked.append(kept.rpartition("$")[0].rpartition("$")[0])
        return real(kept, password)

    with client_in(tmp_path, database=anywhere) as client:
        register(client)
        monkeypatch.setattr(passwords, "matches", counting)
        answers = [
            client.post("/api/account/session", json={"name": name, "password": password})
            for name, password in [
                ("Maud", "wrong horse"),
                ("Odile", "wrong horse"),
                ("Odile", "short"),
                ("\x00\u202e", "wrong horse"),
                ("Maud", ""),
            ]
        ]
        assert len(checked) == 5, "one hash for each"
        assert len(set(checked)) == 1, "of the same costs"
        assert {answer.text for answer in answers} == {answers[0].text}
        assert {answer.status_code for answer in answers} == {401}
        assert {answer.headers.get("set-cookie") for answer in answers} == {None}


@pytest.mark.usefixtures("production_cost")
def test_nobody_signs_in_as_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        work = passwords.Passwords()
        assert not await work.verify(None, "anything at all")
        work.close()

    run(story())


def test_the_seat_of_another_account_is_not_given(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table = make(client)
        other = stranger(client)
        register(other, "Odile", "other password")
        fault(other.post(f"/api/account/tables/{table}"), 403, "spectator")
        assert other.get("/api/tables?mine=1").json()["tables"] == []
        assert other.get("/api/account").json()["tables"] == []
        seated = stranger(client)
        seated.cookies.set(cookie_name(table), client.cookies[cookie_name(table)])
        sign_in(seated, "Odile", "other password")
        assert seated.get("/api/account").json()["loose"] == 0, "what an account has is not offered to another"
        assert seated.post("/api/account/seats").json() == {"seats": 0}
        assert client.get("/api/account").json()["tables"][0]["id"] == table


def test_a_forged_token_links_nothing(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client)
        other = stranger(client)
        register(other, "Odile", "other password")
        forged = [
            "x",
            Tokens("another secret of that length", 100).issue(SeatToken(table, 0, 1)),
            Tokens(SECRET, 100).issue(SeatToken(new_id(), 0, 1)),
            Tokens(SECRET, -1).issue(SeatToken(table, 0, 1))[:-1],
        ]
        for text in forged:
            other.cookies.set(cookie_name(table), text)
            assert other.get("/api/account").json()["loose"] == 0
            assert other.post("/api/account/seats").json() == {"seats": 0}
            other.cookies.delete(cookie_name(table), domain="")
        assert client.get(f"/api/tables/{table}").json()["seat"] == 0


def test_a_true_token_of_a_table_that_is_not_here_links_nothing(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table = new_id()
        client.cookies.set(cookie_name(table), Tokens(SECRET, 100).issue(SeatToken(table, 0, 1)))
        assert client.get("/api/account").json()["loose"] == 0
        assert client.post("/api/account/seats").json() == {"seats": 0}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "malformed"),
        (" \t ", "malformed"),
        ("Ma\x00ud", "malformed"),
        ("Ma\u202eud", "malformed"),
        ("\ufeffMaud", "malformed"),
        ("\u0301\u0301", "malformed"),
        ("\u200d", "malformed"),
        ("\u3164\u1160", "malformed"),
        ("x" * 25, "malformed"),
        ("\ufdfa" * 24, "malformed"),
        ("x" * 5000, "malformed"),
        ("x" * 20000, "too-large"),
        ("máud", "taken"),
        ("МAUD", "taken"),  # a Cyrillic М
        ("Ma\u200cud", "taken"),
    ],
)
def test_odd_names_are_refused(tmp_path: Path, name: str, code: str) -> None:
    with client_in(tmp_path) as client:
        register(client)
        answer = client.post("/api/account", json={"name": name, "password": "other password"})
        fault(answer, {"taken": 409, "too-large": 413}.get(code, 400), code)


@pytest.mark.parametrize(
    "password", ["", "scanty", "e\u0301" * 7, "x" * 201, "\ufdfa" * 201, "Odile Odile", "ODILE ÓDILE"]
)
def test_passwords_that_are_no_good_are_refused_and_not_quoted(tmp_path: Path, password: str) -> None:
    with client_in(tmp_path) as client:
        answer = client.post("/api/account", json={"name": "Odile Odile", "password": password})
        fault(answer, 400, "malformed")
        assert not password or password not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b'{"name": "Maud", "password": "correct horse", "x": 1}',
        b'{"password": "correct horse"}',
        b'{"password": "correct horse", "name": 5}',
        b'{"name": "Maud", "password": ["correct horse"]}',
        b'{"name": "Maud", "password": "correct horse"',
        b'{"name": "Maud", "password": "correct horse\xff"}',
        b'{"name": "Maud", "password": "correct horse\\ud800"}',
        b'"correct horse"',
    ],
)
def test_a_message_with_a_password_is_never_quoted(tmp_path: Path, body: bytes) -> None:
    with client_in(tmp_path) as client:
        for path in ("/api/account", "/api/account/session", "/api/account/password"):
            answer = client.post(path, content=body, headers={"content-type": "application/json"})
            fault(answer, 400, "malformed")
            assert "horse" not in answer.text


def test_the_log_holds_no_password_session_name_or_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    logs.setup("json", "debug", stream)
    with client_in(tmp_path) as client:
        register(client)
        client.post("/api/account/session", json={"name": "Maud", "password": "wrong horse"})
        make(client)
        client.get("/api/account")

        def broken(kept: str, password: str) -> bool:
            raise MemoryError(f"no room for {password} of {kept}")

        monkeypatch.setattr(passwords, "matches", broken)
        assert client.post("/api/account/session", json=MAUD).status_code == 500
        text = stream.getvalue()
        assert "request failed" in text
        for secret in ("horse", "argon2", client.cookies[COOKIE], '"Maud"'):
            assert secret not in text


def test_guessing_is_slowed_for_an_address_and_for_a_name(tmp_path: Path) -> None:
    with client_in(tmp_path, sign_in_rate=0.001, sign_in_burst=5) as client:
        register(client)
        for _ in range(8):
            sign_in(client)  # what is right is not counted
        for _ in range(5):
            answer = client.post("/api/account/session", json={"name": "Maud", "password": "wrong horse"})
            fault(answer, 401, "credentials")
        answer = client.post("/api/account/session", json=MAUD)
        fault(answer, 429, "rate")
        assert int(answer.headers["retry-after"]) > 0
        change = {"password": "correct horse", "new": "better horse"}
        fault(client.post("/api/account/password", json=change), 429, "rate")
        other = TestClient(client.app, client=("192.0.2.7", 5000))
        other.portal = client.portal
        assert other.post("/api/account/session", json=MAUD).status_code == 200, "no address locks others out"
        fault(other.post("/api/account/session", json=MAUD | {"name": "Odile"}), 401, "credentials")
        for number in range(5 * 5):
            guesser = TestClient(client.app, client=(f"192.0.2.{10 + number // 5}", 5000))
            guesser.portal = client.portal
            fault(guesser.post("/api/account/session", json=MAUD | {"password": "wrong horse"}), 401, "credentials")
        newcomer = TestClient(client.app, client=("192.0.2.77", 5000))
        newcomer.portal = client.portal
        fault(newcomer.post("/api/account/session", json=MAUD | {"name": "MÄUD"}), 429, "rate")
        assert other.post("/api/account/session", json=MAUD | {"name": "MÄUD"}).status_code == 200, "signed in before"
        assert client.get("/api/account").status_code == 200, "existing sessions continue"


def test_guesses_of_strangers_do_not_lock_out_a_browser_that_knows_the_account(tmp_path: Path) -> None:
    with client_in(tmp_path, sign_in_rate=0.001, sign_in_burst=2) as client:
        register(client)
        table = make(client)
        seat = client.cookies[cookie_name(table)]
        client.delete("/api/account/session")

        def browser(number: int) -> TestClient:
            other = TestClient(client.app, client=(f"192.0.2.{number}", 5000))
            other.portal = client.portal
            return other

        def guess(other: TestClient, code: int, password: str = "wrong horse") -> None:
            assert other.post("/api/account/session", json=MAUD | {"password": password}).status_code == code

        for number in range(10):
            guess(browser(number // 2), 401)
        right = MAUD["password"]
        guess(browser(50), 429, right)
        # It has signed out, and still knows the account. Wrong guesses count for it alone.
        guess(client, 401)
        guess(client, 401)
        guess(client, 429, right)
        # So does one that has a seat of the account, and no other account's seat helps.
        seated = browser(60)
        seated.cookies.set(cookie_name(table), seat)
        guess(seated, 200, right)
        mallory = browser(61)
        register(mallory, "Mallory")
        make(mallory)
        guess(mallory, 429, right)
        for text in ("", "x", client.cookies[KNOWN][:-2] + "AA", "A" * 5000):
            forger = browser(62)
            forger.cookies.set(KNOWN, text)
            guess(forger, 429, right)


def test_names_cannot_be_tried_out_by_registering(tmp_path: Path) -> None:
    with client_in(tmp_path, register_rate=0.001, register_burst=3) as client:
        register(client)
        for _ in range(2):
            fault(client.post("/api/account", json=MAUD), 409, "taken")
        fault(client.post("/api/account", json=MAUD), 429, "rate")


def test_a_flood_of_passwords_is_refused_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(passwords, "matches", lambda kept, password: False)
        work = passwords.Passwords()
        flood = [work.verify(None, "x") for _ in range(100)]
        done = await asyncio.gather(*flood, return_exceptions=True)
        refused = [error for error in done if isinstance(error, RequestRefused)]
        assert [error.code for error in refused] == ["busy"] * (100 - passwords.AT_ONCE - passwords.WAITING)
        assert not await work.verify(None, "x"), "and the places are free again"
        work.close()

    run(story())


def test_no_table_and_no_list_tells_of_accounts(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client, "Secret Name")
        table = make(client, public=True)
        other = stranger(client)
        sit(other, table, "Odile")
        for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}?token=", "/healthz", "/readyz"):
            assert "Secret" not in other.get(path).text
