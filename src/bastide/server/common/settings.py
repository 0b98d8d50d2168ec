"""The settings of a server. Each field can be set by the environment variable `BASTIDE_<FIELD>`."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

SLOWER: Final = 2.5
"""How many times as long bots take where a table wants them slow: a newcomer sees one thing after the other."""


def default_data() -> Path:
    """The default data folder: the user's, `$XDG_DATA_HOME/bastide`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "bastide"


PREFIX: Final = "BASTIDE_"
FORMER: Final = {"BASTIDE_LINES": "BASTIDE_CONNECTIONS", "BASTIDE_ADDRESS_LINES": "BASTIDE_ADDRESS_CONNECTIONS"}
"""By the earlier names of variables, which are not read, the present ones."""
OTHERS: Final = ("BASTIDE_LANG", "BASTIDE_LOG_FORMAT", "BASTIDE_LOG_LEVEL", "BASTIDE_COMPILE", "BASTIDE_OPTIMIZE")
"""Variables that the command line and the build read."""


def spare_cores() -> int:
    """The cores that this process may use, but for one."""
    return (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) - 1


LEAST: Final = {"BASTIDE_BOT_THREADS": 1}
"""The least value of variables that may not be 0."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server.

    `database` is a URL or the path of an SQLite file; the default is a file in `data`. `secret` signs seat tokens;
    by default it is generated once and kept in `data`. `hosts` are the host names that the server answers to, any
    if empty. `origins` are additional `scheme://host` that pages may come from. A connection may send
    `message_burst` messages at once and `message_rate` a second; more are read with a delay, and after
    `message_flood` delayed messages in a row the connection is closed; all connections of an address together may
    send eight times as much. Seated people may send `chat_burst` lines of chat in a row and `chat_rate` a second,
    and so may all spectators together; all people of an address twice as much. An address may make `address_burst`
    requests at once and `address_rate` a second, and create tables, try passwords (`sign_in_*`; all addresses
    together five times as often for one account) and register accounts (`register_*`) less often. Times are in
    seconds, sizes in bytes; `bot_delay` is the shortest and longest time that a bot seems to think; `offer_time` is
    how long a bot's offer waits for people's answers; bots that search and plug-ins think in `bot_processes`
    processes of their own, each with at most `bot_memory` for its data (0: any amount). At most `connections` sockets
    and streams are open in all, and `address_connections` for one address. A person without a connection for
    `absence` counts as absent: others may decide about the seat. An address may guess table passwords `guess_burst`
    times in a row and `guess_rate` times a second; all addresses together five times as often for one table. `grace` is
    the time limit for shutting down; a PostgreSQL that does not answer at the start is waited for `database_wait`
    seconds. Prometheus metrics are served on `metrics_port` of the loopback interface, unless it is 0. An address may
    use `cost_burst` seconds of processor time for what it is shown and `cost_rate` a second, and ask on a connection
    `seen_burst` times in a row what is new and `seen_rate` times a second. It may create `address_tables` tables a day.
    A seat may undo `undo_burst` times in a row and `undo_rate` times a second. It may ask for `hint_burst` hints
    in a row, `hint_rate` a second and `hint_limit` in a game. A log may grow to `log_limit` entries
    and `log_size` bytes. A table that never began expires `waiting_age` after its last change, one whose games were all
    left unfinished after `abandoned_age`; 0 means never.
    """

    data: Path = Path(".")
    database: str = ""
    secret: str = ""
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    message_limit: int = 16 * 1024
    message_rate: float = 15.0
    message_burst: int = 40
    message_flood: int = 200
    chat_rate: float = 1.0
    chat_burst: int = 60
    address_rate: float = 30.0
    address_burst: int = 200
    connections: int = 4000
    address_connections: int = 100
    new_table_rate: float = 0.2
    new_table_burst: int = 20
    sign_in_rate: float = 0.05
    sign_in_burst: int = 20
    register_rate: float = 0.02
    register_burst: int = 10
    bot_delay: tuple[float, float] = (0.5, 1.1)
    offer_time: float = 15.0
    bot_timeout: float = 20.0
    bot_threads: int = 2
    bot_processes: int = field(default_factory=spare_cores)
    bot_memory: int = 1_000_000_000
    absence: float = 60.0
    guess_rate: float = 0.1
    guess_burst: int = 10
    idle: float = 600.0
    grace: float = 10.0
    metrics_port: int = 0
    token_age: int = 400 * 24 * 3600
    session_age: int = 90 * 24 * 3600
    list_age: int = 24 * 3600
    database_wait: float = 60.0
    cost_rate: float = 0.2
    cost_burst: float = 10.0
    seen_rate: float = 4.0
    seen_burst: int = 30
    address_tables: int = 200
    undo_rate: float = 0.2
    undo_burst: int = 60
    hint_rate: float = 0.2
    hint_burst: int = 10
    hint_limit: int = 300
    log_limit: int = 20_000
    log_size: int = 8_000_000
    waiting_age: int = 7 * 24 * 3600
    abandoned_age: int = 90 * 24 * 3600

    @property
    def database_url(self) -> str:
        """The URL of the database; a path means an SQLite file."""
        given = self.database
        if not given:
            return f"sqlite:///{self.data / 'bastide.db'}"
        return given if "://" in given or given.startswith("sqlite:") else f"sqlite:///{given}"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
        """Read the settings from the environment; arguments that are not None override it.

        :raises ValueError: a variable cannot be read; the message quotes it and says what would be right.
        """
        environ = os.environ if environ is None else environ
        plain = cls()
        values: dict[str, Any] = {"data": default_data()}
        for each in fields(cls):
            name = f"BASTIDE_{each.name.upper()}"
            if name in environ:
                values[each.name] = _read(name, environ[name], getattr(plain, each.name))
        values.update({key: value for key, value in given.items() if value is not None})
        return replace(plain, **values)


def unknown_variables(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables that begin with `BASTIDE_`, in any case, but are not read, each with the nearest that is."""
    known = [*(f"BASTIDE_{each.name.upper()}" for each in fields(Settings)), *OTHERS]
    given = os.environ if environ is None else environ
    return {
        name: FORMER.get(name.upper())
        or PREFIX + _nearest(name.upper().removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known])
        for name in sorted(given)
        if name.upper().startswith(PREFIX) and name not in known
    }


def _nearest(name: str, known: list[str]) -> str:
    """The known name of which a name, or its first word, is an extension or abbreviation; else the most like it."""
    for text in (name, name.partition("_")[0]):
        near = [each for each in known if text.startswith(each + "_") or each.startswith(text)]
        near = near or [each for each in known if _abbreviates(text, each)]
        if near:
            return get_close_matches(text, near, 1, 0)[0]
    return get_close_matches(name, known, 1, 0)[0]


def _abbreviates(short: str, name: str) -> bool:
    """Whether a text has letters of a name in their order, and begins as it does: DB for DATABASE."""
    letters = iter(name)
    return short[:1] == name[:1] and all(letter in letters for letter in short)


def _read(name: str, text: str, example: Any) -> Any:
    """Parse the text of a variable as a value of the same type as `example`."""
    try:
        if isinstance(example, Path):
            return Path(text)
        if isinstance(example, tuple):
            words = tuple(word.strip() for word in text.split(",") if word.strip())
            if not name.endswith("_DELAY"):
                return words
            low, high = (float(word) for word in words)
            if not 0 <= low <= high < math.inf:
                raise ValueError
            return low, high
        value = type(example)(text)
        least = LEAST.get(name, 0)
        # Without a rate, nobody could say for how long to wait.
        if not isinstance(value, str) and not (least <= value < math.inf and (value or not name.endswith("_RATE"))):
            raise ValueError
        return value
    except ValueError:
        wanted = (
            "two numbers, the least and the greatest, as 0.5,1.1"
            if isinstance(example, tuple)
            else f"a {'whole ' * isinstance(example, int)}number "
            f"{'above 0, ' * (name.endswith('_RATE') or name in LEAST)}like {example}"
        )
        quoted = "…" if name == "BASTIDE_SECRET" else repr(text[:40])
        raise ValueError(f"{name} is {quoted}, but it must be {wanted}") from None
