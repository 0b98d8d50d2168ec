"""What an operator can choose about a server; every field can come from the environment as `BASTIDE_<FIELD>`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from bastide.server.database import shown


def default_data() -> Path:
    """Where tables are kept unless said otherwise: the user's data folder, `$XDG_DATA_HOME/bastide`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "bastide"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server.

    `database` is a URL, or the path of an SQLite file; without one it is a file in `data`. `secret` signs seat tokens;
    without one it is made once and kept in `data`. `hosts` are the names under which the server answers, any if there
    are none. `origins` are further `scheme://host` that pages may come from, beside the host itself. A connection may
    send `message_burst` messages at once and `message_rate` a second; what is beyond is read late, and after
    `message_flood` such messages in a row the line is cut; all lines of an address together may send eight times as
    much. Those who sit at a table may say `chat_burst` lines of chat in a row and `chat_rate` a second, and so may
    those who watch. An address may ask `address_burst` times at once and `address_rate` times a second, and make fewer
    tables. It may try fewer passwords (`sign_in_*`; everybody together for one account five times as many), and make
    fewer accounts (`register_*`). Times are in seconds, sizes in bytes; the two numbers of `bot_delay` bound the
    time for which a bot seems to think. At most `lines` sockets and streams are open in all, and `address_lines` of
    one address. After `absence` without a connection others may decide about a person's seat. An address may guess
    passwords of tables `guess_burst` times in a row and `guess_rate` times a second, all together at one table five
    times as often. `grace` is how long closing may take; on `metrics_port` of the loopback Prometheus reads the
    metrics, nowhere if it is 0.
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
    chat_burst: int = 300
    address_rate: float = 30.0
    address_burst: int = 200
    lines: int = 4000
    address_lines: int = 100
    new_table_rate: float = 0.2
    new_table_burst: int = 20
    sign_in_rate: float = 0.05
    sign_in_burst: int = 20
    register_rate: float = 0.02
    register_burst: int = 10
    bot_delay: tuple[float, float] = (0.5, 1.1)
    bot_timeout: float = 20.0
    bot_threads: int = 2
    absence: float = 60.0
    guess_rate: float = 0.1
    guess_burst: int = 10
    idle: float = 600.0
    grace: float = 10.0
    metrics_port: int = 0
    token_age: int = 400 * 24 * 3600
    session_age: int = 90 * 24 * 3600
    list_age: int = 24 * 3600

    @property
    def database_url(self) -> str:
        """The URL of the database; a path is an SQLite file."""
        given = self.database
        if not given:
            return f"sqlite:///{self.data / 'bastide.db'}"
        return given if "://" in given or given.startswith("sqlite:") else f"sqlite:///{given}"

    @property
    def place(self) -> str:
        """Where tables are kept, as it may be shown to anybody: no user, no password."""
        return shown(self.database_url) if self.database else str(self.data)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
        """The settings that the environment names; what is given here goes first. `None` counts as not given.

        :raises ValueError: a variable cannot be read; the message quotes it and says what would be right.
        """
        environ = os.environ if environ is None else environ
        plain = cls()
        values: dict[str, Any] = {"data": default_data()}
        for field in fields(cls):
            name = f"BASTIDE_{field.name.upper()}"
            if name in environ:
                values[field.name] = _read(name, environ[name], getattr(plain, field.name))
        values.update({key: value for key, value in given.items() if value is not None})
        return replace(plain, **values)


def _read(name: str, text: str, example: Any) -> Any:
    """The text of a variable as the kind of value that `example` is."""
    try:
        if isinstance(example, Path):
            return Path(text)
        if isinstance(example, tuple):
            words = tuple(word.strip() for word in text.split(",") if word.strip())
            if not name.endswith("_DELAY"):
                return words
            low, high = (float(word) for word in words)
            return low, high
        return type(example)(text)
    except ValueError:
        wanted = "two numbers, as 0.5,1.1" if isinstance(example, tuple) else f"a number like {example}"
        shown = "…" if name == "BASTIDE_SECRET" else repr(text[:40])
        raise ValueError(f"{name} is {shown}, but it must be {wanted}") from None
