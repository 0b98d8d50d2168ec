"""A table with a password: its name is public, everything else needs the password."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command, Shown
from bastide.server.common.tokens import SeatToken, Tokens, cookie_name
from bastide.server.log.commands import apply_command
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import Create
from bastide.server.tables.feed import Feed
from bastide.web.app import create_app as web_app
from tests.server.tables import CONFIG, SECRET, Person, client_in, hub_in, order, run, seated, settings
from tests.server.toy import draw_panels

PASSWORD = "salt and rope"
HIDDEN = ("Maud", "Odile", "toy", "goal", "quayside")
"""What nobody outside may read: names, the game, the chat."""


def made(client: TestClient, *seats: str, **more: Any) -> tuple[str, str]:
    """A table with the password: its id and the token of its maker, who says something."""
    plans = [{"kind": "open"} if seat == "open" else {"kind": "bot", "bot": seat} for seat in seats or ("open", "open")]
    wanted = {"name": "Four winds", "nickname": "Maud", "config": CONFIG, "seats": plans, "password": PASSWORD} | more
    answer = client.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    table, token = answer.json()["table"], answer.json()["token"]
    said = act(client, table, token, do="chat", text="meet me at the quayside")
    assert said.status_code == 200
    return table, token


def act(client: TestClient, table: str, token: str = "", **command: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    act.count += 1  # type: ignore[attr-defined]  # so that every command has an id of its own
    body = {"id": f"command-{act.count:016d}"} | command  # type: ignore[attr-defined]  # the same
    return client.post(f"/api/tables/{table}/commands", json=body, headers=headers)


act.count = 0  # type: ignore[attr-defined]  # the same


def look(client: TestClient, table: str, token: str = "") -> Any:
    return client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"} if token else {})


def enter(client: TestClient, table: str, password: str = PASSWORD, token: str = "") -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return client.post(f"/api/tables/{table}/enter", json={"password": password}, headers=headers)


def test_outside_only_the_name_is_shown(tmp_path: Path) -> None:
    with client_in(tmp_path, render=draw_panels) as client:
        table, maud = made(client, "open", "random", start=True, public=True)
        seen = look(client, table)
        assert (seen.json()["name"], seen.json()["password"], seen.json()["outside"]) == ("Four winds", True, True)
        followed = act(client, table, do="seen", version=1)
        listed = client.get("/api/tables")
        assert listed.json()["tables"][0]["password"]
        with client.websocket_connect(f"/ws/{table}?as=json&seen=1") as line:
            shown = line.receive_text()
        with client.websocket_connect(f"/ws/{table}?seen=1") as line:
            drawn = line.receive_text()
        assert json.loads(drawn)["panels"] == {}
        assert json.loads(shown)["events"] == []
        for text in (seen.text, followed.text, listed.text, shown, drawn):
            assert not [word for word in (*HIDDEN, PASSWORD, "argon2") if word in text], text
        for command in ({"do": "chat", "text": "let me in"}, {"do": "sit", "text": "Jean", "id": "j" * 16}):
            refused = act(client, table, **command)
            assert (refused.status_code, refused.json()["fault"]["code"]) == (403, "password")
        assert client.get(f"/api/tables/{table}/record").json()["code"] == "password"
        assert look(client, table, maud).json()["chat"][0]["text"] == "meet me at the quayside"


def test_whoever_follows_from_outside_hears_of_nothing(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, outcome = await hub.create(order("open", "open", password=PASSWORD))
            stranger, guest = Feed(table, Who(), "en", True), Feed(table, Who(entered=True), "en", True)
            for feed in (stranger, guest):
                feed.join()
            await Person(table, Who(outcome.seat, outcome.generation), "Maud").do("chat", "meet me at the quayside")
            outside, inside = stranger.next(), guest.next()
            assert isinstance(outside, Shown)
            assert isinstance(inside, Shown)
            assert (outside.table.chairs, outside.table.chat, outside.table.watchers) == ([], [], 0)
            assert inside.table.chat[0].text == "meet me at the quayside"
            assert inside.table.watchers == 1, "viewers without the password are not counted"
            for feed in (stranger, guest):
                feed.part()

    run(job())


def test_whoever_gives_the_password_watches_and_may_sit_down(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, _ = made(client)
        entered = enter(client, table)
        assert entered.json()["type"] == "entered"
        token = entered.json()["token"]
        assert client.cookies[f"bastide-{table}"] == token
        seen = look(client, table).json()
        assert [chair["name"] for chair in seen["chairs"]] == ["Maud", ""]
        assert (seen["seat"], seen["outside"]) == (None, False)
        assert act(client, table, token, do="chat", text="good evening").status_code == 200
        assert client.get("/api/tables?mine=1").json() == {"tables": []}
        sat = client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16})
        assert sat.json()["seat"] == 1
        again = enter(client, table, token=sat.json()["token"])
        assert (again.status_code, again.json()["code"]) == (409, "taken"), "a seat is not given away for a look"
        assert client.post(f"/api/tables/{table}/token", json={"token": token}).json()["code"] == "token"


def test_sitting_down_takes_the_password_along_over_http_and_over_the_socket(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, _ = made(client, "open", "open", "open")
        sit = {"nickname": "Odile", "id": "o" * 16}
        wrong = client.post(f"/api/tables/{table}/sit", json=sit | {"password": "salt"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "password")
        assert "salt" not in wrong.text
        first = client.post(f"/api/tables/{table}/sit", json=sit | {"password": PASSWORD}).json()
        client.cookies.clear()
        assert (
            client.post(f"/api/tables/{table}/sit", json=sit | {"password": PASSWORD}).json()["seat"] == first["seat"]
        )
        client.cookies.clear()
        with client.websocket_connect(f"/ws/{table}?as=json") as line:
            assert line.receive_json()["table"]["outside"]
            line.send_json({"id": "j" * 16, "do": "sit", "text": "Jean", "secret": "nonsense"})
            assert line.receive_json()["fault"]["code"] == "password"
            line.send_json({"id": "j" * 16, "do": "sit", "text": "Jean", "secret": PASSWORD})
            assert line.receive_json()["seat"] == 2
            assert line.receive_json()["table"]["seat"] == 2


def test_guesses_are_slowed_down_per_address_and_per_table(tmp_path: Path) -> None:
    with client_in(tmp_path, guess_rate=0.001, guess_burst=2) as client:
        table, _ = made(client)
        for _ in range(4):
            assert enter(client, table).status_code == 200, "what is right does not count"
            client.cookies.clear()
        codes = [enter(client, table, "guess").json()["code"] for _ in range(3)]
        assert codes == ["password", "password", "rate"]
        late = enter(client, table)
        assert late.status_code == 429
        assert int(late.headers["retry-after"]) > 0
        other, _ = made(client)
        assert enter(client, other).status_code == 429, "the address is slowed down, wherever it guesses"
        assert enter(client, table, "").json()["code"] == "password", "nothing is no guess"


def test_tokens_of_elsewhere_open_no_door(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)
        other = enter(client, made(client)[0]).json()["token"]
        client.cookies.clear()
        assert look(client, table, other).json()["code"] == "token"
        assert (
            look(client, table, Tokens("another secret here", 9).issue(SeatToken(table, None, 0))).json()["code"]
            == "token"
        )
        sat = client.post(
            f"/api/tables/{table}/sit", json={"nickname": "O", "id": "o" * 16, "password": PASSWORD}
        ).json()
        client.cookies.clear()
        assert act(client, table, maud, do="open", seat=1).status_code == 200
        assert look(client, table, sat["token"]).json()["outside"], (
            "a seat that was cleared shows no more than the door"
        )
        assert act(client, table, sat["token"], do="chat", text="hey").json()["fault"]["code"] == "token"
    with client_in(tmp_path, token_age=-1) as client:
        old = Tokens(SECRET, 9).issue(SeatToken(table, None, 0))
        assert look(client, table, old).json()["code"] == "token"
        assert enter(client, table, token=old).status_code == 200, "the password suffices without a good token"


def test_a_password_goes_no_further_than_the_door(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, _ = await hub.create(order("open", "open", password=PASSWORD))
            seen: list[Command] = []

            def carry(draft: Draft, who: Who, command: Command) -> Outcome:
                seen.append(command)
                return apply_command(draft, who, command)

            who = await hub.table_passwords.enter(table, Who(), PASSWORD, "here")
            await table.do(who, Command("o" * 16, "sit", "Odile", secret=PASSWORD), carry)
            assert (seen[0].text, seen[0].secret) == ("Odile", "")

    run(job())


def test_only_a_hash_of_the_password_is_kept_and_nothing_says_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="bastide")
    with client_in(tmp_path) as client:
        table, _ = made(client)
        enter(client, table)
    hashes = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
    assert not any(PASSWORD.encode() in data for data in hashes)

    async def job() -> Create:
        async with hub_in(tmp_path) as hub:
            payload = (await hub.shared.store.load(table))[0].payload
            assert isinstance(payload, Create)
            return payload

    kept = run(job()).password
    assert kept.startswith("$argon2id$")
    said = caplog.text + "".join(capfd.readouterr())
    assert PASSWORD not in said
    assert kept not in said


def test_a_table_without_password_lets_everybody_in_and_one_too_long_or_too_short_is_refused(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, _ = made(client, password="")
        seen = look(client, table).json()
        assert (seen["password"], seen["outside"]) == (False, False)
        assert enter(client, table, "whatever").status_code == 200
        body = {"name": "A", "nickname": "B", "config": CONFIG, "seats": [{"kind": "open"}] * 2, "password": ""}
        for password in ("x" * 65, "abc"):
            answer = client.post("/api/tables", json=body | {"password": password})
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_spectators_may_be_kept_from_the_game_although_they_know_the_password(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, _ = await hub.create(order("open", "random", start=True, password=PASSWORD, spectators=False))
            assert table.view(None, entered=True).view is None
            assert table.view(None, entered=True).chairs[0].name == "Maud"
            assert table.view(None).chairs == []
            assert table.view(0).view is not None
            assert table.current(Who(None, 0, entered=True)).entered

    run(job())


def test_the_password_outlives_a_rematch_and_a_restart(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            table, _ = await hub.create(order("open", "open", password=PASSWORD))
        async with hub_in(tmp_path) as hub:
            again = await hub.table(table.state.id)
            assert again.view(None).outside
            assert (await hub.table_passwords.enter(again, Who(), PASSWORD, "here")).entered

    run(job())


def test_lists_tell_nothing_to_somebody_whose_seat_is_no_longer_theirs(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)
        wanted = {"id": "o" * 20, "nickname": "Odile", "password": PASSWORD}
        assert client.post(f"/api/tables/{table}/sit", json=wanted).status_code == 200
        [card] = client.get("/api/tables?mine=1").json()["tables"]
        assert (card["seat"], card["players"]) == (1, ["Maud", "Odile"])
        assert act(client, table, maud, do="open", seat=1).status_code == 200
        assert client.get("/api/tables?mine=1").json() == {"tables": []}
        client.cookies.set(cookie_name(table), maud)
        assert [card["seat"] for card in client.get("/api/tables?mine=1").json()["tables"]] == [0]


def test_no_refusal_quotes_a_password_or_a_token(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, token = made(client)
        wrong = {"unknown": 1}
        asked = [
            ("/api/tables", {"name": "Four winds", "password": PASSWORD} | wrong),
            (f"/api/tables/{table}/sit", {"id": "o" * 20, "nickname": "Odile", "password": PASSWORD} | wrong),
            (f"/api/tables/{table}/enter", {"password": PASSWORD} | wrong),
            (f"/api/tables/{table}/commands", {"id": "o" * 20, "do": "sit", "secret": PASSWORD} | wrong),
            (f"/api/tables/{table}/token", {"token": token} | wrong),
        ]
        for path, body in asked:
            answer = client.post(path, json=body)
            assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
            assert "unknown" in answer.text, "what is wrong is told"
            assert PASSWORD not in answer.text
            assert token[:20] not in answer.text
        with client.websocket_connect(f"/ws/{table}") as line:
            line.receive_json()
            line.send_json({"id": "o" * 20, "do": "sit", "secret": PASSWORD} | wrong)
            assert PASSWORD not in line.receive_text()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_the_host_changes_the_password_and_takes_it_off(tmp_path: Path) -> None:
    with client_in(tmp_path, render=draw_panels) as client:
        table, maud = made(client, public=True)
        guest = enter(client, table).json()["token"]
        client.cookies.clear()
        assert not look(client, table, guest).json()["outside"]
        for _ in range(2):  # a resend changes nothing more
            body = {"id": "the-new-password", "do": "password", "secret": "tar and sail"}
            changed = client.post(f"/api/tables/{table}/commands", json=body, headers=bearer(maud))
            assert changed.status_code == 200, changed.text
        assert look(client, table, guest).json()["outside"], "what the old password opened is shut"
        assert act(client, table, guest, do="chat", text="me?").json()["fault"]["code"] == "password"
        assert enter(client, table).json()["code"] == "password"
        guest = enter(client, table, "tar and sail").json()["token"]
        client.cookies.clear()
        assert not look(client, table, guest).json()["outside"]
        assert act(client, table, maud, do="withdraw").status_code == 200
        assert look(client, table, guest).json()["outside"]
        assert enter(client, table, "tar and sail").status_code == 200
        client.cookies.clear()
        short = act(client, table, maud, do="password", secret="ab")
        assert (short.status_code, short.json()["fault"]["code"]) == (400, "malformed")
        assert act(client, table, maud, do="password").status_code == 200
        seen = look(client, table).json()
        assert (seen["outside"], seen["password"]) == (False, False)
        assert not client.get("/api/tables").json()["tables"][0]["password"]
        for again in ("password", "withdraw"):
            assert act(client, table, maud, do=again).json()["fault"]["code"] == "password"
        assert act(client, table, maud, do="password", secret="once more").status_code == 200
        assert look(client, table).json()["outside"]
        assert client.get("/api/tables").json()["tables"][0]["password"]


def test_only_the_host_changes_the_password_and_no_hash_comes_from_outside(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)
        sat = client.post(
            f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16, "password": PASSWORD}
        ).json()
        client.cookies.clear()
        guest = enter(client, table).json()["token"]
        client.cookies.clear()
        for token, code in ((sat["token"], "host"), (guest, "spectator"), ("", "spectator")):
            for do in ("password", "withdraw"):
                refused = act(client, table, token, do=do, secret="tar and sail")
                assert refused.json()["fault"]["code"] == code, refused.text
        act(
            client,
            table,
            maud,
            do="password",
            text="$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA",
            secret="tar and sail",
        )
        assert enter(client, table, "tar and sail").status_code == 200
        assert look(client, table, sat["token"]).json()["seat"] == 1, "seated people keep their seats"


def test_whoever_watches_by_what_is_withdrawn_is_told_and_sent_away(tmp_path: Path) -> None:
    with client_in(tmp_path, render=draw_panels) as client:
        table, maud = made(client, "open", "random", start=True)
        guest = enter(client, table).json()["token"]
        client.cookies.clear()
        with (
            client.websocket_connect(f"/ws/{table}?lang=fr", headers=bearer(guest)) as watching,
            client.websocket_connect(f"/ws/{table}", headers=bearer(maud)) as sitting,
        ):
            assert watching.receive_json()["panels"]
            assert sitting.receive_json()["panels"]
            assert act(client, table, maud, do="withdraw").status_code == 200
            while (frame := watching.receive_json())["type"] == "panels":
                pass
            assert frame["fault"]["message"].startswith("L’hôte redemande le mot de passe")
            assert watching.receive()["code"] == 4401
            sitting.send_json({"id": "still", "do": "chat", "text": "still here"})
            while (frame := sitting.receive_json())["type"] == "panels":
                pass
            assert frame["type"] == "ack"


@pytest.mark.parametrize("by", ["sitting down", "watching"])
def test_a_password_that_is_changed_while_it_is_checked_opens_nothing_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)

        def give(password: str) -> Any:
            client.cookies.clear()
            if by == "watching":
                return enter(client, table, password)
            body = {"nickname": "Odile", "id": f"{password} {'o' * 16}", "password": password}
            return client.post(f"/api/tables/{table}/sit", json=body)

        def meanwhile(**asked: Any) -> None:
            """While a password is checked, the host asks for this."""
            hub = client.app.state.hub  # type: ignore[attr-defined]  # the application is Starlette's
            verify = hub.passwords.verify

            async def slowly(kept: str | None, secret: str) -> bool:
                monkeypatch.undo()
                right: bool = await verify(kept, secret)
                found = await hub.table(table)
                host = hub.who(maud, table)
                command = Command(id=f"meanwhile {asked}", **asked)
                await found.do(host, await hub.table_passwords.changed(found, host, command))
                return right

            monkeypatch.setattr(hub.passwords, "verify", slowly)

        meanwhile(do="password", secret="tar and sail")
        assert give(PASSWORD).json()["code"] == "password"
        meanwhile(do="withdraw")
        first = give("tar and sail")
        assert first.status_code == 200, "it is the password still"
        assert not look(client, table, first.json()["token"]).json()["outside"]
        if by == "watching":
            meanwhile(do="password", secret="once more")
            assert give("once more").status_code == 200, "it is the password by now"


def test_a_password_of_whoever_becomes_host_at_that_moment_does_not_take_the_old_one_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await seated(hub, "Maud", "Odile")
            table = maud.table
            first = Command(id="the-first", do="password", secret=PASSWORD)
            await table.do(maud.who, await hub.table_passwords.changed(table, maud.who, first))
            kept = table.state.password
            mine = await hub.table_passwords.changed(
                table, odile.who, Command(id="mine", do="password", secret="tar and sail")
            )
            await maud.do("host", seat=1)
            with pytest.raises(RequestRefused) as refused:
                await table.do(odile.who, mine)
            assert (refused.value.code, table.state.password) == ("busy", kept)
            again = await hub.table_passwords.changed(
                table, odile.who, Command(id="mine", do="password", secret="tar and sail")
            )
            await table.do(odile.who, again)
            assert table.state.password not in ("", kept)

    run(story())


def test_a_host_who_changes_the_password_without_end_keeps_nobody_else_from_theirs(tmp_path: Path) -> None:
    with client_in(tmp_path, guess_burst=3) as client:
        table, maud = made(client)
        other, odile = made(client)
        said = [
            act(client, table, maud, id=f"change {number}", do="password", secret=f"tar and sail {number}")
            for number in range(5)
        ]
        assert [answer.status_code for answer in said] == [200, 200, 200, 429, 429]
        assert said[-1].json()["fault"]["code"] == "rate"
        again = act(client, table, maud, id="change 2", do="password", secret="tar and sail 2")
        assert (again.status_code, again.json()) == (200, said[2].json()), "a resend is no change"
        assert enter(client, table, "tar and sail 2").status_code == 200, "it is the last that was taken"
        assert act(client, table, maud, do="password").status_code == 200, "taking it off is no work"
        assert act(client, other, odile, do="password", secret="tar and sail").status_code == 200


def test_a_table_opens_with_the_password_that_it_was_given_last(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)
        old = enter(client, table).json()["token"]
        client.cookies.clear()
        act(client, table, maud, do="password", secret="tar and sail")
    with client_in(tmp_path) as client:
        assert look(client, table, old).json()["outside"]
        assert enter(client, table).json()["code"] == "password"
        assert enter(client, table, "tar and sail").status_code == 200


def test_the_page_changes_the_password_without_a_script(tmp_path: Path) -> None:
    with TestClient(web_app(settings(tmp_path)), follow_redirects=False) as client:
        table, maud = made(client, config={"game": "island", "layout": "beginner"})
        client.cookies.set(cookie_name(table), maud)
        assert f'action="/t/{table}/password"' in client.get(f"/t/{table}").text
        for form, now in (
            ({"do": "set", "password": "tar and sail"}, True),
            ({"do": "withdraw"}, True),
            ({"do": "remove"}, False),
        ):
            assert client.post(f"/t/{table}/password", data=form).status_code == 303
            assert look(client, table, maud).json()["password"] is now
        assert client.post(f"/t/{table}/password", data={"do": "set"}).status_code == 400
        client.cookies.clear()
        assert "/password" not in client.get(f"/t/{table}").text
