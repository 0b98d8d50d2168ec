"""Account administration: list, reset, delete, each also while a server runs on the database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.cli.conftest import Command
from tests.server.tables import client_in
from tests.server.test_accounts import register, sign_in, stranger
from tests.server.test_http import fault


def test_accounts_are_listed_reset_and_deleted_under_a_running_server(bastide: Command, tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        assert bastide("accounts", "list", "--data", tmp_path).out == "0 accounts\n"
        register(client, "Élodie")
        register(stranger(client), "Maud")
        listed = bastide("accounts", "list", "--data", tmp_path, "--json").json["accounts"]
        assert [account["name"] for account in listed] == ["Élodie", "Maud"]
        assert bastide("accounts", "list", "--db", tmp_path / "bastide.db").out.endswith("  Maud\n2 accounts\n")
        given = bastide("accounts", "reset", "ELODIE", "--data", tmp_path, "--json").json
        assert given["name"] == "Élodie"
        fault(client.get("/api/account"), 401, "session")
        answer = client.post("/api/account/session", json={"name": "Élodie", "password": "correct horse"})
        fault(answer, 401, "credentials")
        sign_in(client, "Élodie", given["password"])
        said = bastide("accounts", "delete", "maud", "--data", tmp_path)
        assert (said.code, said.err) == (1, "bastide: 'Maud' was not deleted; use --yes to confirm\n")
        assert (
            bastide("accounts", "delete", "maud", "--data", tmp_path, "--yes").out
            == "The account Maud has been deleted.\n"
        )
        assert bastide("accounts", "list", "--data", tmp_path).out.endswith("  Élodie\n1 account\n")
        assert "argon2" not in bastide("accounts", "list", "--data", tmp_path, "--json").out


def test_what_cannot_be_is_said_on_one_line(bastide: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def line(*arguments: Any) -> str:
        said = bastide("accounts", *arguments)
        assert said.code in (1, 2)
        assert said.out == ""
        assert said.err.count("\n") == 1
        return said.err

    assert f"there is no database at {tmp_path / 'bastide.db'}" in line("list", "--data", tmp_path)
    assert not (tmp_path / "bastide.db").exists()
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as made:
        made.execute("CREATE TABLE x (y)")
    assert "cannot be used" in line("list", "--db", other)
    text = tmp_path / "text.db"
    text.write_text("no database " * 100)
    assert "cannot be used" in line("list", "--db", text)
    assert "mysql" in line("list", "--db", "mysql://x")
    with TestClient(client_app(tmp_path)):
        assert "there is no account 'Odile'" in line("reset", "Odile", "--data", tmp_path)
        assert "there is no account 'Odile'" in line("delete", "Odile", "--data", tmp_path, "--yes")
    with closing(sqlite3.connect(tmp_path / "bastide.db")) as old:
        old.execute("UPDATE alembic_version SET version_num = '0001'")
        old.commit()
    assert "has another schema version" in line("list", "--data", tmp_path)


def client_app(folder: Path) -> Any:
    with client_in(folder) as client:
        return client.app
