"""Lists say at which of one's tables the game waits for one."""

from __future__ import annotations

from pathlib import Path

from tests.server.tables import client_in
from tests.server.test_accounts import act, make, sit, stranger


def test_own_tables_tell_whose_turn_it_is_and_public_lists_do_not(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        other = stranger(client)
        table = make(client, public=True)

        def awaited() -> list[list[int]]:
            lists = [browser.get("/api/tables?mine=1").json()["tables"] for browser in (client, other)]
            assert lists[0][0]["awaited"] == lists[1][0]["awaited"]
            assert all(not card["awaited"] for card in client.get("/api/tables").json()["tables"])
            return [card["awaited"] for cards in lists for card in cards]

        sit(other, table, "Odile")
        assert awaited() == [[], []], "before the game nobody is awaited"
        act(client, table, "start")
        first = client.get(f"/api/tables/{table}").json()["view"]["on_turn"]
        assert awaited() == [[first]] * 2
        assert [card["id"] for card in stranger(client).get("/api/tables").json()["tables"]] == [table]
        players = (client, other)
        act(client, table, "pause")
        assert awaited() == [[], []], "nor in a pause"
        act(client, table, "resume")
        assert awaited() == [[first]] * 2
        act(players[first], table, "play", "draw")
        act(players[first], table, "play", "end")
        assert awaited() == [[1 - first]] * 2
        while client.get(f"/api/tables/{table}").json()["stage"] == "playing":
            on_turn = client.get(f"/api/tables/{table}").json()["view"]["on_turn"]
            act(players[on_turn], table, "play", "draw")
            if client.get(f"/api/tables/{table}").json()["stage"] == "playing":
                act(players[on_turn], table, "play", "end")
        assert awaited() == [[], []], "nor when it is over"
