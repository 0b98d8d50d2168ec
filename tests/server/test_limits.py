"""docs/limits.md has every limit of the server, with its value in the source."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Final, get_args

import pytest
from msgspec import Meta

from bastide.server.accounts import passwords
from bastide.server.common import fairness, limits, model, paces, seat_list
from bastide.server.common.settings import Settings
from bastide.server.engine import bot_pool, trial
from bastide.server.http import api, costs, slow_requests, socket_limits
from bastide.server.log.entries import BESIDE
from bastide.server.run import app, watchdog
from bastide.server.run.serve import options
from bastide.server.storage import archive
from bastide.server.tables import bots, feed, hub, table, table_password
from bastide.web import forms, tileart

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "bastide"
TEXT: Final = (ROOT / "docs" / "limits.md").read_text("utf-8")
ROWS: Final = {
    cells[0]: cells[1:]
    for cells in (
        [cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line[:2] == "| "
    )
    if cells[1:] != [""] * 6 and cells[0] != "limit"
}
"""What the table says of each limit: what it counts, for each what, its value, the answer, the setting, the file."""
LIMITS: Final = re.compile(
    r'\b(?:Buckets?|OpenConnections|Pace|Costs)\(|RequestRefused\(\s*"(?:rate|full|too-large|slow)"'
)
"""Where the source makes a limit, or refuses for one."""
ELSEWHERE: Final = {
    "server/common/limits.py",  # defines buckets
    "server/common/fairness.py",  # defines costs and paces
    "server/http/account_api.py",  # refuses for the buckets of `run/app.py`
    "server/cluster/opening.py",  # makes the costs that `http/costs.py` counts
}
"""Files that need no row of their own."""

plain = Settings()
served = options(plain)


def rate(each: float, burst: int, unit: str = "") -> str:
    """A token bucket as the page writes it."""
    return f"{burst}{unit} at once, then " + (f"{each:g}{unit} a second" if each >= 1 else f"one in {1 / each:g} s")


def share(each: float, burst: float) -> str:
    """A pace as the page writes it."""
    return f"{burst:g} s at once, then {each:g} s a second"


def length(kind: object) -> int | None:
    """The most characters of a type of the messages."""
    return next(meta.max_length for meta in get_args(kind) if isinstance(meta, Meta))


GUESSES: Final = rate(plain.guess_rate, plain.guess_burst)
SIGN_IN: Final = rate(plain.sign_in_rate, plain.sign_in_burst)
VALUES: Final = {
    "head of a request": f"{slow_requests.PATIENCE:g} s",
    "connections without a head": f"{slow_requests.MOST}",
    "size of a head": f"{served['h11_max_incomplete_event_size']:,}",
    "body of a request": f"{api.PATIENCE:g} s",
    "reading a response": f"{slow_requests.READING:g} s",
    "reading a frame": f"{feed.SEND_PATIENCE:g} s",
    "silence of a socket": f"{served['ws_ping_timeout']:g} s",
    "requests": rate(plain.address_rate, plain.address_burst),
    "waiting requests": f"{costs.QUEUE}",
    "open connections": f"{plain.address_connections}",
    "all open connections": f"{plain.connections:,}",
    "cost": share(plain.cost_rate, plain.cost_burst),
    "pace of requests": share(paces.REQUESTS, paces.BURST),
    "pace of players": share(paces.REQUESTS, paces.RECONNECTING),
    "pace of frames": share(paces.LINES, paces.BURST),
    "pace of commands": share(paces.LINES, paces.BURST),
    "pictures": rate(tileart.PICTURES_A_SECOND, tileart.MOST_PICTURES),
    "looking up games": f"{archive.EACH}",
    "all looking up games": f"{archive.WAITING}",
    "trials of plug-ins": f"{trial.WAITING}",
    "time of a trial": f"{trial.DEADLINE:g} s",
    "blocked event loop": f"{watchdog.BLOCKED} s",
    "time of a bot": f"{plain.bot_timeout:g} s",
    "failures of a bot": f"{bots.FAILURES}",
    "memory of a bot": f"{plain.bot_memory:,}",
    "answer of a bot": f"{bot_pool.LONGEST:,}",
    "messages": rate(plain.message_rate, plain.message_burst),
    "messages of an address": rate(hub.CONNECTIONS * plain.message_rate, hub.CONNECTIONS * plain.message_burst),
    "flood": f"{plain.message_flood}",
    "questions": rate(plain.seen_rate, plain.seen_burst),
    "unread messages": f"{socket_limits.QUEUED}",
    "unread bytes": f"{socket_limits.HELD:,}",
    "fragments": f"{socket_limits.PIECES}",
    "pings": rate(*socket_limits.PINGS),
    "versions behind": f"{feed.NEWS}",
    "message or body": f"{plain.message_limit:,}",
    "largest message": f"{served['ws_max_size']:,}",
    "form": f"{forms.FORM_LIMIT:,}",
    "name": f"{length(model.Name)}",
    "line of chat": f"{length(model.Text)}",
    "password of a table": f"{table_password.SHORTEST} to {length(model.Password)}",
    "password of an account": f"{passwords.SHORTEST} to {passwords.LONGEST}",
    "games of a series": f"{model.MOST_GAMES}",
    "passwords of tables": GUESSES,
    "password of a table, all guesses": rate(limits.TOGETHER * plain.guess_rate, limits.TOGETHER * plain.guess_burst),
    "changes of a table's password": GUESSES,
    "short codes": GUESSES,
    "passwords of accounts": SIGN_IN,
    "password of an account, all guesses": rate(
        limits.TOGETHER * plain.sign_in_rate, limits.TOGETHER * plain.sign_in_burst
    ),
    "password of an account, known browser": SIGN_IN,
    "hashing": f"{passwords.AT_ONCE + passwords.WAITING}",
    "new tables": rate(plain.new_table_rate, plain.new_table_burst),
    "new tables in a day": rate(plain.address_tables / app.DAY, plain.address_tables),
    "new accounts": rate(plain.register_rate, plain.register_burst),
    "chat of a table": rate(plain.chat_rate, plain.chat_burst),
    "chat of an address": rate(hub.TALKS * plain.chat_rate, hub.TALKS * plain.chat_burst),
    "undo": rate(plain.undo_rate, plain.undo_burst),
    "hints": rate(plain.hint_rate, plain.hint_burst),
    "hints of a game": f"{plain.hint_limit}",
    "entries of a log": f"{plain.log_limit:,}",
    "size of a log": f"{plain.log_size:,}",
    "commands of a table": f"{table.WAITING}",
    "seats of a browser": f"{seat_list.MOST}",
}
"""Each limit of the page, as the source has it."""
SAID: Final = (
    f"the further ones have {slow_requests.HURRY:g} s",
    f"requests wait {costs.SOONEST:g} to {fairness.SLOWEST:g} s",
    f"frames come up to {fairness.SLOWEST:g} s late",
    f"tried again after {trial.AGAIN:g} s",
    f"and {BESIDE} for each",
    f"the {limits.KEPT:,} addresses and accounts",
    f"{costs.CONNECTION * 1000:g} ms for its connection",
    f"the same, times {hub.CONNECTIONS} |",
    f"the same, times {hub.TALKS} |",
    f"the same, times {limits.TOGETHER} |",
    f"the same, times {served['ws_max_size'] // plain.message_limit} |",
)
"""Values in other sentences of the page."""


def test_the_page_has_these_limits_and_no_other() -> None:
    assert list(ROWS) == list(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_a_value_of_the_page_is_that_of_the_source(name: str) -> None:
    assert ROWS[name][2] == VALUES[name]


@pytest.mark.parametrize("words", SAID)
def test_values_in_sentences_are_those_of_the_source(words: str) -> None:
    assert words in TEXT


def test_each_file_of_the_table_exists() -> None:
    assert [row[5] for row in ROWS.values() if not (SOURCE / row[5].strip("`")).is_file()] == []


def test_each_file_that_makes_a_limit_is_in_the_table() -> None:
    told = {row[5].strip("`") for row in ROWS.values()} | ELSEWHERE
    made = {
        str(path.relative_to(SOURCE))
        for folder in ("server", "web")
        for path in sorted((SOURCE / folder).rglob("*.py"))
        if LIMITS.search(path.read_text("utf-8"))
    }
    assert sorted(made - told) == []


def test_each_setting_that_limits_a_client_is_in_the_table() -> None:
    told = set(re.findall(r"`(BASTIDE_\w+)`", "".join(row[4] for row in ROWS.values())))
    known = {f"BASTIDE_{field.name.upper()}" for field in fields(Settings)}
    wanted = {
        f"BASTIDE_{name.upper()}"
        for name in (field.name for field in fields(Settings))
        if re.search(r"_(rate|burst|limit|size|flood|connections|tables)$|^connections$", name)
    }
    assert sorted(told - known) == []
    assert sorted(wanted - told) == []
