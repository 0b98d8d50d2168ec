"""What is fuzzed: each target reads bytes as the program reads what comes from outside.

A target returns, or raises: whatever it raises is a finding, since the errors that bad input may cause are caught here.
"""

from __future__ import annotations

import contextlib
import functools
import json
import random
import tomllib
from collections.abc import Callable
from typing import Any, Final

import msgspec

from bastide.kernel import record
from bastide.kernel.errors import BastideError, ConfigError, RecordError
from bastide.kernel.game import Game
from bastide.kernel.record import Decision, Record
from bastide.kernel.state import CHANCE
from bastide.server.common.faults import RequestRefused, decode
from bastide.server.common.model import Command, CreateTable, SeatPlan, SitDown
from bastide.server.common.tokens import SeatToken, Tokens
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Engine
from bastide.server.log.commands import apply_command, command_key, create, request_digest
from bastide.server.log.draft import Draft, Who
from bastide.server.log.entries import decode_payload, encode_payload
from bastide.server.log.state import TableState
from bastide.view import explain
from bastide.view.words import Words
from bastide.web.forms import fields
from bastide.web.making import read_form, sentence
from tests.fuzz.positions import position

LIMIT: Final = 16 * 1024
"""The most bytes of an input; the server reads no larger message."""
TABLE: Final = "23456789abcdefghj"
SIGNED: Final = "WyIyMzQ1Njc4OWFiY2RlZmdoaiIsMSwyXQ.awIisg.PjeoUT6NM0-Y3dvsHltY5WUNmP25Z4686Zh_vIvBOHU"
"""A good token of that table: the secret is that of these tests."""
engine: Final[Engine] = Games()


def expect(condition: object, why: str) -> None:
    """Check what must hold for every input."""
    if not condition:
        raise AssertionError(why)


def notation(data: bytes) -> None:
    """A decision in notation, behind three bytes for the game, the position and the seat (the first is chance)."""
    if len(data) < 3:
        return
    text = data[3:].decode("utf-8", "surrogateescape")
    game = position(text, data[0], data[1])
    seat = data[2] % (int(game.rules.seats) + 1) - 1
    with contextlib.suppress(BastideError):
        game.why_not(text, seat)
    with contextlib.suppress(BastideError):
        if seat >= 0:
            explain(game, text, seat)
    after = game.copy()
    try:
        after.play(text, seat)
    except BastideError as error:
        expect(len(str(error)) < 1000, "the message quotes all of the input")
        expect(after.hash() == game.hash(), "what is refused changes nothing")
        return
    # What was read is written in one way, which reads the same.
    again = game.copy()
    again.play(after.decisions[-1].text, seat)
    expect(again.hash() == after.hash(), "what was played is written otherwise")


def records(data: bytes) -> None:
    """A record: as it is, or (after a `+`) with its checksums made good, so that the decisions are looked at."""
    text = data.decode("utf-8", "surrogateescape")
    if text.startswith("+"):
        text = _summed(text[1:])
    try:
        game = Game.load(text)
    except RecordError as error:
        expect(str(error).startswith("line "), "the message names the line")
        return
    expect(Game.load(game.save()).hash() == game.hash(), "what was read is written otherwise")


def _summed(text: str) -> str:
    """A record of a config and of decisions, one a line, with the sums and the end that it needs.

    A decision is a sign for each seat before the one that takes it (`c` for chance), and its notation.
    """
    head, *lines = text.split("\n")
    try:
        config = json.loads(head)
    except (ValueError, RecursionError):
        config = {"seats": 3, "options": {"first": 0}}
    decisions = []
    for line in lines:
        by, _, do = line.partition(" ")
        decisions.append(Decision(CHANCE if by == "c" else len(by), do))
    return record.write(Record(config if isinstance(config, dict) else {}, (), tuple(decisions), (), False, ""))


def configs(data: bytes) -> None:
    """A config, as JSON or TOML."""
    text = data.decode("utf-8", "replace")
    try:
        config = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    try:
        game = Game.new(config, seed=1)
    except ConfigError:
        return
    resolved = game.record().config
    expect(Game.new(resolved).hash() == game.hash(), "a dealt config deals another game")


@functools.cache
def tables() -> list[TableState]:
    """A table that waits for somebody, and one that is played."""
    found = []
    config = {"layout": "beginner", "options": {"first": 0}}
    for plans in ([SeatPlan(), SeatPlan(), SeatPlan("bot")], [SeatPlan(), SeatPlan("bot"), SeatPlan("bot")]):
        draft = Draft(TableState(TABLE), engine, random.Random(1), None, "")
        start = plans[1].kind == "bot"
        create(draft, CreateTable(name="Quay", nickname="Maud", config=config, seats=plans, start=start))
        draft.sealed()
        found.append(draft.state)
    return found


def messages(data: bytes) -> None:
    """A message as it comes from a page or a bot, read and carried out, but not stored."""
    if not data:
        return
    kind, body = data[0] % 4, data[1:]
    draft = Draft(TableState(TABLE), engine, random.Random(1), None, "")
    try:
        if kind == 3:
            create(draft, decode(body, CreateTable, LIMIT))
        elif kind == 2:
            decode(body, SitDown, LIMIT)
        else:
            command = decode(body, Command, LIMIT)
            state = tables()[kind]
            who = Who(0, 1) if data[0] & 64 else Who()
            if command.do not in ("why", "seen", "ping"):
                draft = Draft(
                    state.fork(), engine, random.Random(1), command_key(who, command), request_digest(command)
                )
                apply_command(draft, who, command)
    except RequestRefused as refusal:
        for language in ("en", "fr"):
            fault = refusal.fault(language)
            expect(len(msgspec.json.encode(fault)) < 4000, "the message quotes all of the input")
        return
    for entry in draft.sealed() if draft.entries else []:
        expect(decode_payload(encode_payload(entry.payload)) == entry.payload, "what is stored reads the same")
    if draft.state.match is not None:
        engine.view(draft.state.match.game, -1)


def tokens(data: bytes) -> None:
    """A seat token: only what was signed here is taken."""
    signer = Tokens("a secret for tests only", 10**10)
    text = data.decode("utf-8", "surrogateescape")
    if text.startswith("+"):
        # A good token with one piece of the input in place of one of its own.
        place = len(text) % len(SIGNED)
        text = SIGNED[:place] + text[1:] + SIGNED[place + len(text) - 1 :]
    try:
        found = signer.verify(text, TABLE)
    except RequestRefused as refusal:
        expect(refusal.code == "token", "another refusal")
        return
    expect(found == SeatToken(TABLE, 1, 2), "another seat")
    # The signature itself may be written with signs that its decoder passes over; what is signed may not.
    expect(text.rpartition(".")[0] == SIGNED.rpartition(".")[0], "a token that was not signed here")


def forms(data: bytes) -> None:
    """The form of the page that makes a table."""
    try:
        making = read_form(fields(data), "Maud")
    except RequestRefused as refusal:
        expect(refusal.code == "too-large", "another refusal")
        return
    for language in ("en", "fr"):
        sentence(making, Words(language))
    order = making.request(Words("en"))
    draft = Draft(TableState(TABLE), engine, random.Random(1), None, "")
    with contextlib.suppress(RequestRefused):
        create(draft, order)


TARGETS: Final[dict[str, Callable[[bytes], Any]]] = {
    "notation": notation,
    "records": records,
    "configs": configs,
    "messages": messages,
    "tokens": tokens,
    "forms": forms,
}
