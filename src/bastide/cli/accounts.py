"""Account administration, also while a server runs: list accounts, reset a password, delete one, compute ratings."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL

from bastide.cli.failure import Failure
from bastide.cli.output import emit, settings_of
from bastide.kernel.errors import quote
from bastide.server.accounts import passwords
from bastide.server.accounts.accounts import Account, Accounts
from bastide.server.accounts.name_folding import folded
from bastide.server.common.faults import RequestRefused
from bastide.server.common.tokens import ALPHABET
from bastide.server.storage import migrations
from bastide.server.storage.database import connect, parse
from bastide.server.storage.store import Store, StoreError
from bastide.view.words import Words

LENGTH: Final = 16
"""How long a password is that is made up here: 93 random bits."""
T = TypeVar("T")


def show(words: Words, database: str | None, data: Path | None, as_json: bool) -> None:
    """Print all accounts by name.

    :raises Failure: the database is missing or not ours.
    """

    async def listed(accounts: Accounts) -> list[Account]:
        return await accounts.listed()

    found = run(database, data, listed)
    if as_json:
        emit({"accounts": [{"name": one.name, "created": day(one)} for one in found]})
        return
    for one in found:
        print(f"{day(one)}  {one.name}")
    print(words.gettext("{count} {count:account|accounts}", count=len(found)))


def reset(words: Words, database: str | None, data: Path | None, name: str, as_json: bool) -> None:
    """Reset an account's password, print the new one, and end its sessions.

    :raises Failure: the account or database does not exist.
    """
    password = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))

    async def changed(accounts: Accounts) -> Account:
        account = await known(accounts, name)
        if await accounts.change(account, hashed=passwords.hashed(password)) is None:
            raise Failure("the account {given} has just changed; try again", given=quote(name), code=1)
        return account

    account = run(database, data, changed)
    if as_json:
        emit({"name": account.name, "password": password})
        return
    print(
        words.gettext(
            "{name} can now sign in with {password}, and should change it on the account page.",
            name=account.name,
            password=password,
        )
    )


def delete(words: Words, database: str | None, data: Path | None, name: str, sure: bool, as_json: bool) -> None:
    """Delete an account; its games stay at their tables.

    :raises Failure: the account or database does not exist, or nobody confirms.
    """

    async def deleted(accounts: Accounts) -> Account:
        account = await known(accounts, name)
        if not sure and not confirmed(words, account.name):
            raise Failure("{given} was not deleted; use --yes to confirm", given=quote(account.name), code=1)
        await accounts.delete(account)
        return account

    account = run(database, data, deleted)
    if as_json:
        emit({"name": account.name, "deleted": True})
    else:
        print(words.gettext("The account {name} has been deleted.", name=account.name))


def rerate(words: Words, database: str | None, data: Path | None, as_json: bool) -> None:
    """Compute all ratings again from the finished rated games, and print whether any was different.

    :raises Failure: the database is missing or not ours.
    """

    async def computed(accounts: Accounts) -> tuple[int, int]:
        return await accounts.recompute()

    games, different = run(database, data, computed)
    if as_json:
        emit({"games": games, "different": different})
        return
    said = [words.gettext("{count} rated {count:game|games}", count=games)]
    if different:
        said.append(words.gettext("{count} {count:rating was|ratings were} different", count=different))
    else:
        said.append(words.gettext("all ratings were right"))
    print(", ".join(said))


def confirmed(words: Words, name: str) -> bool:
    """Ask at the terminal whether to delete an account."""
    if not sys.stdin.isatty():
        return False
    question = words.gettext("Delete the account {name}, its history and statistics? Type its name:", name=name)
    return input(f"{question} ").strip() == name


def day(account: Account) -> str:
    """The UTC date on which an account was created."""
    return datetime.fromtimestamp(account.created / 1000, UTC).date().isoformat()


async def known(accounts: Accounts, name: str) -> Account:
    """The account of this name.

    :raises Failure: there is none.
    """
    found = await accounts.named(folded(name))
    if found is None:
        raise Failure("there is no account {given}; see bastide accounts list", given=quote(name))
    return found[0]


def run(database: str | None, data: Path | None, job: Callable[[Accounts], Awaitable[T]]) -> T:
    """Run a job on the accounts of a database.

    :raises Failure: it is missing, not ours, of another version, or does not answer.
    """

    async def story() -> T:
        async with opened(database, data) as accounts:
            return await job(accounts)

    try:
        return asyncio.run(story())
    except RequestRefused as refusal:
        raise Failure(refusal.say.text, code=1, **refusal.say.args) from None


@asynccontextmanager
async def opened(database: str | None, data: Path | None) -> AsyncIterator[Accounts]:
    """Open the accounts of the selected database without creating or migrating it.

    :raises Failure: it is missing, not ours, of another version, or does not answer.
    """
    store = Store(connect(located(database, data)))
    try:
        if newer := await store.read(migrations.newer):
            raise Failure(
                "the database was written by a newer version of Bastide (revision {given}); use that version",
                given=newer[0][:40],
            )
        if not await store.check():
            raise Failure("the database has another schema version; start bastide serve on it once to migrate it")
        yield Accounts(store)
    except StoreError as error:
        raise Failure("the database cannot be used: {reason}", reason=str(error).partition("\n")[0], code=1) from None
    finally:
        await store.close()


def located(database: str | None, data: Path | None) -> URL:
    """The URL of the database: the given path or URL, else the one in the settings.

    :raises Failure: it is no URL, or no file is there.
    """
    try:
        url = parse(settings_of(data, database).database_url)
    except ValueError as error:
        raise Failure("{reason}", reason=str(error)) from None
    if url.get_backend_name() == "sqlite" and not Path(str(url.database or "")).is_file():
        raise Failure("there is no database at {path}", path=str(url.database or ":memory:"))
    return url
