"""The current schema of the database. Migrations create it; a test checks that both agree."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

table: Final = Table(
    "game_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("config", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("host", Integer),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("guarded", Boolean, nullable=False, server_default=false()),
    Column("owner", Integer),
    Column("awaited", Integer, nullable=False, server_default=text("0")),
    Column("offered", Integer, nullable=False, server_default=text("0")),
    Index("ix_game_table_public_stage_updated", "public", "stage", "updated"),
)
"""One row per table: everything that lists need without reading its log. Times are in milliseconds since 1970.

`guarded` is whether it has a password, `owner` the number of the owning server where several share a database. Bit n of
`awaited` is set if the game awaits a decision of seat n, bit n of `offered` if anybody may take seat n from an idle
person.
"""

server: Final = Table(
    "server",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", String(16), nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""The servers that share this database: a fingerprint of their signing secret, and when each was last seen alive."""

entry: Final = Table(
    "entry",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command_id", String(80)),
    Column("digest", String(16)),
    Column("upto", Integer),
    PrimaryKeyConstraint("table_id", "version"),
    UniqueConstraint("table_id", "command_id"),
)
"""The log; append-only. The two constraints make commands idempotent and totally ordered."""

chair: Final = Table(
    "chair",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(24), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("locked", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("table_id", "seat"),
)
"""The current chairs; a token is valid for one generation of one chair."""

result: Final = Table(
    "result",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(24), nullable=False),
    Column("family", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "game", "seat"),
)
"""The result of each seat in each finished game, written with the entry that ended the game; games count from 1."""

rated_seat: Final = Table(
    "rated_seat",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("game", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("rules", String(120), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("place", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("number", Integer),
    Column("account_id", String(32)),
    Column("counted", Boolean),
    Column("mu", Double),
    Column("sigma", Double),
    Column("mu_after", Double),
    Column("sigma_after", Double),
    PrimaryKeyConstraint("table_id", "game", "seat"),
    Index("ix_rated_seat_number", "number"),
    Index("ix_rated_seat_account_id", "account_id", "rules"),
)
"""The seats of finished rated games, each as it was when the game began: `generation` of its chair, or the level of its
`bot`. `place` is the last of all if the person has left (`gone`).

The other columns are empty until the game is rated: `number` is its place in the order in which games are rated, `mu`
and `sigma` are the strength before it, those `_after` the one after it. A bot's has none after it, as it does not
move. `account_id` is empty for bots and for accounts that were deleted since.
"""

rating: Final = Table(
    "rating",
    metadata,
    Column("account_id", String(32), ForeignKey("account.id"), nullable=False),
    Column("rules", String(120), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("account_id", "rules"),
    Index("ix_rating_rules", "rules"),
)
"""The strength of each account under each rule set, after all games that counted: what `rated_seat` folds to."""

snapshot: Final = Table(
    "snapshot",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("stamp", String(24), nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id"),
)
"""A table at some version, so that it opens without its whole log. Snapshots are optional."""

account: Final = Table(
    "account",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("folded", String(96), nullable=False, unique=True),
    Column("hash", String(200), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("program", Boolean, nullable=False, server_default=false()),
)
"""Accounts. `folded` is the name as it is compared; a session is valid for one generation. `rated` is whether its owner
takes part in the ratings, `program` whether a program plays under it.
"""

account_seat: Final = Table(
    "account_seat",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("account_id", String(32), ForeignKey("account.id"), nullable=False),
    Column("name", String(24), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seat", "generation"),
    Index("ix_account_seat_account_id", "account_id"),
)
"""Which account took a chair, in one generation of it."""

account_session: Final = Table(
    "account_session",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account_id", String(32), ForeignKey("account.id"), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("ix_account_session_account_id", "account_id"),
)
"""The sessions of accounts, each in one generation of its account: when it began and when it was last used."""
