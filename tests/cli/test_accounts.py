"""Account administration: list, reset, delete, each also while a server runs on the database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bastide.server.storage import migrations
from bastide.server.storage.database import connect, parse
from tests.cli.conftest import Command
from tests.passwords import cheap_passwords as cheap_passwords
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


def test_ratings_are_computed_again(bastide: Command, tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client, "Maud")
        said = bastide("accounts", "ratings", "--data", tmp_path)
        assert said.out == "0 rated games, all ratings were right\n"
        with closing(sqlite3.connect(tmp_path / "bastide.db")) as database, database:
            database.execute("INSERT INTO rating SELECT id, 'island', 40.0, 2.0, 12 FROM account")
        said = bastide("accounts", "ratings", "--data", tmp_path, "--lang", "fr")
        assert said.out == "0 partie classée, 1 cote était différente\n"
        assert bastide("accounts", "ratings", "--data", tmp_path, "--json").json == {"games": 0, "different": 0}


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


def test_a_database_of_another_version_is_left_to_that_version(bastide: Command, tmp_path: Path) -> None:
    file = tmp_path / "bastide.db"

    async def at(revision: str) -> None:
        database = connect(parse(f"sqlite:///{file}"))
        await database.write(lambda connection: migrations.upgrade(connection, revision))
        await database.close()

    for revision in sorted(migrations.revisions())[:-1]:
        asyncio.run(at(revision))
        said = bastide("accounts", "list", "--data", tmp_path)
        assert (said.code, said.out) == (2, "")
        assert "has another schema version; start bastide serve on it once" in said.err
    asyncio.run(at("head"))
    assert bastide("accounts", "list", "--data", tmp_path).code == 0
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    for arguments in (("list",), ("reset", "Maud"), ("delete", "Maud", "--yes")):
        said = bastide("accounts", *arguments, "--data", tmp_path)
        assert (said.code, said.out) == (2, "")
        assert said.err == (
            "bastide: the database was written by a newer version of Bastide (revision 9999); use that version\n"
        )


def client_app(folder: Path) -> Any:
    with client_in(folder) as client:
        return client.app
