"""The steps from an empty database to the newest: up and down on filled ones, of both kinds, nothing lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    BigInteger,
    Boolean,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    insert,
    inspect,
    select,
    text,
)

from bastide.server.storage import migrations
from bastide.server.storage.schema import metadata
from bastide.server.storage.store import Store, StoreError
from tests import laid_out
from tests.server.tables import hub_in, playing, run

pytestmark = pytest.mark.usefixtures("step_by_step")

T = TypeVar("T")
Rows = dict[str, list[dict[str, Any]]]
STEPS = [
    script.revision
    for script in reversed(list(ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()))
]
"""Every revision, the oldest first."""


def test_the_revisions_are_those_of_the_files_in_their_order() -> None:
    assert sorted(migrations.revisions()) == STEPS


async def within(store: Store, job: Callable[..., T], *arguments: Any) -> T:
    return await store.write(lambda connection: job(connection, *arguments))


def reflected(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found


def content(connection: Connection) -> Rows:
    """Every row of every table, in some fixed order."""
    return {
        table.name: sorted((dict(row._mapping) for row in connection.execute(select(table))), key=repr)
        for table in reflected(connection).sorted_tables
        if table.name != "alembic_version"
    }


def shape(connection: Connection) -> dict[str, Any]:
    """What the database says of its tables, as far as both kinds say the same thing again."""
    seen = inspect(connection)
    return {
        name: (
            sorted((column["name"], str(column["type"]), column["nullable"]) for column in seen.get_columns(name)),
            seen.get_pk_constraint(name)["constrained_columns"],
            sorted(str((index["name"], index["column_names"], index["unique"])) for index in seen.get_indexes(name)),
            sorted(str((key["constrained_columns"], key["referred_table"])) for key in seen.get_foreign_keys(name)),
            sorted(str(unique["column_names"]) for unique in seen.get_unique_constraints(name)),
        )
        for name in seen.get_table_names()
    }


LATER: Final = {"awaited": 0, "offered": 0}
"""Columns that a migration cannot fill: the value there until the next action."""


def agree(one: Rows, other: Rows) -> None:
    """Check that both hold the same in those tables and columns that both have."""
    for name in set(one) & set(other):
        columns = set(one[name][0] if one[name] else ()) & set(other[name][0] if other[name] else ())
        kept = [
            sorted(
                ({key: LATER.get(key, row[key]) for key in columns} for row in rows[name]),
                key=lambda row: repr(sorted(row.items())),
            )
            for rows in (one, other)
        ]
        assert kept[0] == kept[1], name


def fill(connection: Connection, names: set[str]) -> None:
    """One row in each of these tables, made of nothing but the schema as it is then."""
    for table in reflected(connection).sorted_tables:
        if table.name in names:
            connection.execute(insert(table).values(made_up(connection, table)))


def made_up(connection: Connection, table: Table) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for column in table.columns:
        if column.foreign_keys:
            target = next(iter(column.foreign_keys)).column
            row[column.name] = connection.scalar(select(target).limit(1))
        elif isinstance(column.type, Boolean):
            row[column.name] = True
        elif isinstance(column.type, LargeBinary):
            row[column.name] = b"x"
        else:
            number = isinstance(column.type, Integer | BigInteger | Float)
            row[column.name] = 7 if number else "é"
    return row


def test_the_migrations_make_what_the_schema_says(anywhere: str) -> None:
    async def story() -> None:
        store = await Store.open(anywhere)

        def differences(connection: Connection) -> list[Any]:
            options = {"compare_type": True, "compare_server_default": True}
            return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))

        assert await within(store, differences) == []
        assert await store.check()
        await store.close()

    run(story())


def test_what_other_tests_lay_out_at_once_is_what_the_migrations_make(tmp_path: Path) -> None:
    async def made(name: str, upgrade: Callable[[Connection], None]) -> tuple[dict[str, Any], bool]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(migrations, "upgrade", upgrade)
            store = await Store.open(f"sqlite:///{tmp_path / name}")
        found = await within(store, shape), await store.check()
        await store.close()
        return found

    async def story() -> None:
        assert await made("steps.db", migrations.upgrade) == await made("at_once.db", laid_out.upgrade)

    run(story())


def test_every_step_up_keeps_what_is_there(anywhere: str) -> None:
    async def story() -> None:
        store = await Store.open(anywhere)
        await within(store, migrations.downgrade, "base")
        assert await within(store, content) == {}
        for step in STEPS:
            before = await within(store, content)
            await within(store, migrations.upgrade, step)
            after = await within(store, content)
            agree(before, after)
            assert {name: len(rows) for name, rows in after.items() if name in before} == dict.fromkeys(before, 1)
            await within(store, fill, set(after) - set(before))
        last = await within(store, content)
        assert set(last) == set(metadata.tables)
        assert all(len(rows) == 1 for rows in last.values())
        await store.close()

    run(story())


def test_every_step_down_and_up_again_keeps_what_both_have(anywhere: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            for text in ("draw", "draw", "draw", "draw"):
                await maud.do("play", text)
            assert maud.table.state.stage == "over"
            await maud.do("rematch")
            await maud.do("start")
            await maud.do("chat", "the wind is good")
            table, version = maud.table.state.id, maud.table.state.version
        store = await Store.open(anywhere)
        for step in reversed(STEPS[1:]):
            here = await within(store, shape)
            before = await within(store, content)
            await within(store, migrations.downgrade, "-1")
            lower = await within(store, content)
            agree(before, lower)
            await within(store, migrations.upgrade, step)
            assert await within(store, shape) == here
            again = await within(store, content)
            agree(before, {name: again[name] for name in lower})
            assert again["entry"] == before["entry"]
            await within(store, migrations.downgrade, "-1")
        await store.close()
        # The oldest database that there was still opens, and its tables are played on.
        async with hub_in(tmp_path, database=anywhere) as hub:
            assert (await hub.table(table)).state.version == version
            await within(hub.shared.store, migrations.downgrade, "base")
            assert await within(hub.shared.store, content) == {}

    run(story())


def test_servers_that_start_together_migrate_once(anywhere: str) -> None:
    async def story() -> None:
        stores = await asyncio.gather(*(Store.open(anywhere) for _ in range(6)))
        assert [await store.check() for store in stores] == [True] * 6
        for store in stores:
            await store.close()

    run(story())


def test_a_database_of_a_newer_version_is_left_alone(anywhere: str) -> None:
    async def story() -> None:
        store = await Store.open(anywhere)
        await store.change(text("UPDATE alembic_version SET version_num = '9999'"))
        assert not await store.check()
        with pytest.raises(StoreError, match=r"newer version of Bastide \(revision 9999; this version knows 0"):
            await Store.open(anywhere)
        await store.close()

    run(story())
