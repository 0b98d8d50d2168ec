"""Password hashing with argon2id: a few at a time, and at the same cost for names without an account."""

from __future__ import annotations

import asyncio
import contextlib
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError

from bastide.server.common.faults import RequestRefused

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2
"""How many passwords are hashed concurrently: each takes 32 MiB."""
WAITING: Final = 32
"""How many more may wait for that."""
HASHER: Final = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1, type=Type.ID)
NOBODY: Final = "$argon2id$v=19$m=32768,t=3,p=1$27tpREXJaF0o1iwW4CeYsg$m+SDOwNUvGKgpxgLU3BoueYA56896zG5JosOhPL+PmY"
"""The hash of a discarded password, checked when a name has no account."""


def normalised(password: str) -> bytes:
    """The bytes of a password to hash: the same for any Unicode composition of its letters."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def check_new(password: str, shortest: int = SHORTEST) -> None:
    """Check the length of a new password.

    :raises RequestRefused: it is too short or too long. The message never quotes it.
    """
    if len(unicodedata.normalize("NFKC", password[: LONGEST + 1])) < shortest:
        raise RequestRefused("malformed", "The password is too short: at least {limit} characters", limit=shortest)
    if len(password) > LONGEST:
        raise RequestRefused("malformed", "The password is too long: at most {limit} characters", limit=LONGEST)


def hashed(password: str) -> str:
    """Hash a password; the result includes salt and costs."""
    return HASHER.hash(normalised(password))


def matches(kept: str, password: str) -> bool:
    """Whether a password has this hash."""
    try:
        return HASHER.verify(kept, normalised(password))
    except (Argon2Error, InvalidHashError):
        return False


def outdated(kept: str) -> bool:
    """Whether a hash was made with other costs than today's."""
    return HASHER.check_needs_rehash(kept)


class Passwords:
    """Hashes passwords in threads of its own. When too many wait, further requests are refused."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._busy = 0

    def close(self) -> None:
        """Stop; jobs that have not begun are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str, shortest: int = SHORTEST) -> str:
        """Hash a new password.

        :raises RequestRefused: it is too short or too long, or too many requests wait.
        """
        check_new(password, shortest)
        with self._place():
            return await asyncio.get_running_loop().run_in_executor(self._threads, hashed, password)

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; None means a name without an account and takes as long.

        :raises RequestRefused: too many requests wait.
        """
        with self._place():
            loop = asyncio.get_running_loop()
            same = await loop.run_in_executor(self._threads, matches, kept or NOBODY, password)
        return same and kept is not None

    @contextlib.contextmanager
    def _place(self) -> Iterator[None]:
        """Occupy one of the places for running and waiting jobs."""
        if self._busy >= AT_ONCE + WAITING:
            raise RequestRefused("busy", "Too many people are signing in; try again in a moment")
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1
