"""The page of a table with a password, and its password field, without any script."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.web.pages.test_pages import MAKE, client, stranger, table_of

__all__ = ["client"]

PASSWORD = "salt & rope"


def made(client: TestClient, **more: str) -> str:
    form = MAKE | {"name": "Four winds", "nickname": "Maud", "password": PASSWORD} | more
    return table_of(client.post("/create", data=form))


def test_a_stranger_finds_a_door_and_comes_in_with_the_password(client: TestClient) -> None:
    table = made(client)
    assert "Maud" in client.get(f"/t/{table}").text
    guest = stranger(client)
    door = guest.get(f"/t/{table}")
    assert door.status_code == 200
    assert "Four winds" in door.text
    assert f'action="/t/{table}/enter"' in door.text
    for word in ("Maud", "room", "island", PASSWORD, "argon2"):
        assert word not in door.text.replace("hex island", ""), word
    wrong = guest.post(f"/t/{table}/enter", data={"password": "rope"})
    assert wrong.status_code == 403
    assert 'role="alert"' in wrong.text
    assert "not the password" in wrong.text
    assert 'value="rope"' not in wrong.text
    assert guest.post(f"/t/{table}/sit", data={"text": "Odile"}).status_code == 403
    entered = guest.post(f"/t/{table}/enter", data={"password": PASSWORD})
    assert table_of(entered) == table
    assert "Maud" in guest.get(f"/t/{table}").text
    assert table_of(guest.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
    assert "Odile" in client.get(f"/t/{table}").text
    assert guest.post(f"/t/{table}/enter", data={"password": PASSWORD}).status_code == 409, "the seat is kept"


def test_the_door_speaks_french_and_keeps_replays_shut(client: TestClient) -> None:
    table = made(client)
    guest = stranger(client)
    assert "Cette table demande un mot de passe" in guest.get(f"/t/{table}?lang=fr").text
    assert guest.get(f"/t/{table}/replay").status_code == 403


def test_the_list_shows_a_lock_and_neither_names_nor_map(client: TestClient) -> None:
    made(client, public="public")
    home = stranger(client).get("/").text
    assert "Four winds" in home
    assert "with a password" in home
    assert "Maud" not in home[home.index('id="public"') :]
    assert '<svg class="mosaic" width="54" height="46" aria-hidden="true"></svg>' in home


def test_a_password_that_is_too_short_is_said_and_the_form_keeps_what_was_written(client: TestClient) -> None:
    answer = client.post("/create", data=MAKE | {"password": "abc", "name": "Quay"})
    assert answer.status_code == 400
    assert "at least 4 characters" in answer.text
    assert 'value="Quay"' in answer.text
    assert 'value="abc"' in answer.text, "no table is made without the password that was asked for"
    dealt = client.post("/create", data=MAKE | {"password": PASSWORD, "do": "deal"})
    assert "salt &amp; rope" in dealt.text
    assert "Visitors need the password." in dealt.text
