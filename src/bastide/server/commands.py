"""What each command checks and what it writes: the rules of sitting at a table, as those of the game are the engine's.

The order of the checks is part of the protocol (docs/server.md): was it done already, who asks, the stage of the
table, the host's right, the version, whose turn it is, then the engine: can it be read, is it legal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bastide.kernel.errors import BastideError, quote
from bastide.server import names, people, timing
from bastide.server.checks import at_stage, chair, check_version, host, known_level, seated
from bastide.server.clock import now
from bastide.server.engine import Engine
from bastide.server.entries import (
    Chance,
    Chat,
    Create,
    Entry,
    Leave,
    Lock,
    Open,
    Payload,
    Play,
    Rematch,
    SetBot,
    Sit,
    Start,
    Undo,
    digest,
)
from bastide.server.faults import Refusal, of_engine, plain
from bastide.server.match import Match
from bastide.server.model import Clock, Command, CreateTable
from bastide.server.state import Gap, TableState, done_by

SIT_ID: Final = 16
"""The least length of the id of a `sit`: knowing the id is what gives the same seat again."""


@dataclass(frozen=True)
class Who:
    """Who asks: a seat, as the token says, in that generation of its chair; or nobody in particular.

    `bot` is whether it is the server's own player that decides for the seat; `entered` whether somebody without a seat
    has given the table's password, in that generation of its door.
    """

    seat: int | None = None
    generation: int = 0
    bot: bool = False
    entered: bool = False


class Outcome(NamedTuple):
    """What a command came to: the version after it, and the chair that it gave."""

    version: int
    seat: int | None = None
    generation: int = 0


class Draft:
    """A table as it would be after a command, and the entries that lead there. Nobody sees it until it is stored."""

    def __init__(
        self,
        state: TableState,
        engine: Engine,
        rng: random.Random,
        command: str | None,
        asked: str,
        gaps: Mapping[int, Gap] = MappingProxyType({}),
        at: int | None = None,
    ) -> None:
        self.state = state
        self.engine = engine
        self.rng = rng
        self.gaps = gaps
        """The seats whose people are not connected."""
        self.entries: list[Entry] = []
        self.chairs = False
        self._command = command
        self._asked = asked
        # The clock of the machine may be set back; that of a table is not.
        self.at = max(now() if at is None else at, state.at)
        self._forked = self.began = False

    @property
    def next(self) -> int:
        """The version of the entry that is written next."""
        return self.state.version + 1

    @property
    def match(self) -> Match:
        """The game, to be played on."""
        found = self.state.match
        assert found is not None
        if not self._forked:
            self._forked = True
            found = self.state.match = found.fork()
        return found

    def begin(self, match: Match) -> None:
        """A game begins."""
        self._forked = self.began = True
        self.state.match = match

    def write(self, payload: Payload, seat: int | None, events: Sequence[Any] = ()) -> None:
        """Add an entry; what it does to the game is done already."""
        entry = Entry(version=self.next, payload=payload, seat=seat, at=self.at)
        self.entries.append(entry)
        self.state.fold(entry, self.state.match, events)
        self.chairs = self.chairs or isinstance(payload, Create | Sit | Leave | SetBot | Open | Lock)

    def chance(self) -> None:
        """Let dice and decks decide whatever is theirs to decide now."""
        while self.state.match is not None and self.match.chance:
            text, events = self.match.draw(self.next, self.rng)
            self.write(Chance(text), None, events)

    def sealed(self) -> list[Entry]:
        """The entries of the command as they are stored, in one transaction; the first carries the command's id."""
        first, *rest = self.entries
        upto = self.entries[-1].version
        signed = Entry(
            version=first.version,
            payload=first.payload,
            seat=first.seat,
            at=first.at,
            command=self._command,
            digest=self._asked if self._command else "",
            upto=upto,
        )
        if self._command:
            self.state.remember(self._command, done_by(signed))
        return [signed, *rest]


def command_key(who: Who, command: Command) -> str:
    """Under what name a command is remembered. Seats do not know each other's ids, so each has its own."""
    free = who.seat is None or command.do == "sit"
    return f"*:{command.id}" if free else f"{who.seat}.{who.generation}:{command.id}"


def asked(command: Command) -> str:
    """The digest of what a command asks, whatever its id. A password is hashed otherwise each time that it is sent."""
    return digest(command.do, "" if command.do == "password" else command.text, command.seat)


def done_before(state: TableState, who: Who, command: Command) -> Outcome | None:
    """What this command came to when it was carried out before, or None.

    :raises Refusal: its id was used for something else.
    """
    done = state.done.get(command_key(who, command))
    if done is None:
        return None
    if done.digest != asked(command):
        raise Refusal("used", "The id {input} belongs to another command; each needs its own", input=quote(command.id))
    if command.do == "sit" and done.seat is not None and state.seats[done.seat].generation != done.generation:
        raise Refusal("used", "The seat that {input} gave was left since; use a new id", input=quote(command.id))
    return Outcome(done.version, done.seat if command.do == "sit" else None, done.generation)


def carry_out(draft: Draft, who: Who, command: Command) -> Outcome:
    """Check a command and write what it does into the draft.

    :raises Refusal: it is not possible; the draft is to be thrown away.
    """
    state = draft.state
    before = done_before(state, who, command)
    if before is not None:
        return before
    if who.seat is not None and state.seats[who.seat].generation != who.generation:
        raise Refusal("token", "Seat {number} is no longer yours; take a seat again", number=who.seat + 1)
    if who.entered and who.generation != state.door:
        who = replace(who, entered=False)
    seat: int | None = None
    match command.do:
        case "chat":
            chat(draft, who, command.text)
        case "sit":
            seat = sit(draft, who, command)
        case "play":
            play(draft, who, command.text, command.version)
        case "undo":
            undo(draft, who, command.version)
        case "leave":
            leave(draft, seated(draft, who, command))
        case "bot":
            bot(draft, host(draft, who, command), command)
        case "open":
            open_chair(draft, host(draft, who, command), command)
        case "lock" | "unlock":
            people.lock(draft, host(draft, who, command), command)
        case "host":
            people.hand_over(draft, who, seated(draft, who, command), command)
        case "password":
            people.change_password(draft, host(draft, who, command), command)
        case "withdraw":
            people.withdraw(draft, host(draft, who, command))
        case "stand-in":
            people.stand_in(draft, who, seated(draft, who, command), command)
        case "back":
            people.take_back(draft, seated(draft, who, command))
        case "pause":
            timing.pause(draft, seated(draft, who, command))
        case "resume":
            timing.resume(draft, seated(draft, who, command))
        case "start":
            start(draft, host(draft, who, command))
        case "rematch":
            rematch(draft, host(draft, who, command))
        case _:
            raise Refusal("malformed", "{input} asks nothing that a table could store", input=quote(command.do))
    generation = 0 if seat is None else state.seats[seat].generation
    return Outcome(state.version, seat, generation)


def chat(draft: Draft, who: Who, text: str) -> None:
    """Say something to everybody at the table."""
    people.check_entered(draft.state, who)
    if not draft.state.may_watch(who.seat, who.entered):
        raise Refusal("spectator", "This table shows nothing to spectators; take a seat")
    name = "" if who.seat is None else draft.state.seats[who.seat].name
    draft.write(Chat(name, names.clean(text, 500)), who.seat)


def sit(draft: Draft, who: Who, command: Command) -> int:
    """Take an open chair: the one asked for, or the first."""
    state = draft.state
    if who.seat is not None:
        raise Refusal("taken", "You have seat {number} at this table already", number=who.seat + 1)
    if len(command.id) < SIT_ID:
        raise Refusal(
            "malformed",
            "The id {input} is too short to take a seat with: choose {limit} characters at random",
            input=quote(command.id),
            limit=SIT_ID,
        )
    people.check_entered(draft.state, who)
    name = names.nickname(command.text, (seat.name for seat in state.seats if seat.kind == "person"))
    seat = state.first("open", locked=False) if command.seat is None else chair(draft, command.seat)
    if seat is None and state.first("open") is not None:
        raise Refusal("locked", "The open seats of this table are locked: ask the host to unlock one")
    if seat is None:
        raise Refusal("taken", "All {count} seats of this table are taken", count=len(state.seats))
    if state.seats[seat].kind != "open":
        raise Refusal("taken", "Seat {number} is taken by {name}", number=seat + 1, name=state.seats[seat].name)
    if state.seats[seat].locked:
        raise Refusal("locked", "Seat {number} is locked: ask the host to unlock it", number=seat + 1)
    owner = seat if state.host is None else state.host
    draft.write(Sit(name, state.seats[seat].generation + 1, owner), seat)
    return seat


def leave(draft: Draft, seat: int) -> None:
    """Give the chair back; the next person becomes host if the host leaves."""
    state = draft.state
    draft.write(Leave(state.seats[seat].generation + 1, state.heir(seat, draft.gaps)), seat)


def bot(draft: Draft, asking: int, command: Command) -> None:
    """Put a bot of a level on an open chair, or another bot in its place."""
    state = draft.state
    at_stage(draft, command.do, "waiting", "playing")
    target = chair(draft, command.seat)
    if state.seats[target].kind == "person":
        raise Refusal("taken", "Seat {number} is taken by {name}", number=target + 1, name=state.seats[target].name)
    level = known_level(draft.engine, command.text)
    name = state.seats[target].name or names.bot_name(state.names, target)
    draft.write(SetBot(target, level, name, state.seats[target].generation + 1), asking)


def open_chair(draft: Draft, asking: int, command: Command) -> None:
    """Clear a chair: of a bot at any time, of another person before the game, or when absent and a bot stands in."""
    state = draft.state
    target = chair(draft, command.seat)
    if target == asking:
        raise Refusal("taken", "Seat {number} is your own; leave it instead", number=target + 1)
    if state.seats[target].kind == "open":
        raise Refusal("taken", "Seat {number} is open already", number=target + 1)
    free = state.seats[target].kind == "bot" or people.given_up(draft, target)
    at_stage(draft, command.do, "waiting", *(["playing"] if free else []))
    draft.write(Open(target, state.seats[target].generation + 1), asking)


def start(draft: Draft, asking: int | None) -> None:
    """Begin the game, once every chair is taken."""
    state = draft.state
    at_stage(draft, "start", "waiting")
    free = state.first("open")
    if free is not None:
        raise Refusal("stage", "Seat {number} is still open: wait for somebody, or put a bot there", number=free + 1)
    try:
        game = draft.engine.new(state.config, state.names)
    except BastideError as error:
        raise of_engine(error) from None
    draft.begin(Match(draft.engine, game, draft.next, len(state.seats)))
    draft.write(Start(game.save()), asking)
    draft.chance()


def rematch(draft: Draft, asking: int) -> None:
    """After the game, wait for the next one with the same people."""
    at_stage(draft, "rematch", "over")
    draft.write(Rematch(), asking)


def play(draft: Draft, who: Who, text: str, version: int | None) -> None:
    """A seat's decision, and what chance makes of it."""
    if who.seat is None:
        raise Refusal("spectator", "You watch this table: take a seat before you {input}", input="'play'")
    at_stage(draft, "play", "playing")
    timing.check_running(draft.state)
    people.check_player(draft, who, who.seat)
    check_version(draft.state, version, max(draft.match.fresh[who.seat], draft.state.seats[who.seat].since))
    if who.seat not in draft.match.free():
        raise turn(draft)
    try:
        events = draft.match.play(draft.next, who.seat, text)
    except BastideError as error:
        raise of_engine(error, draft.state.names, quote(text), draft.state.edition) from None
    draft.write(Play(text), who.seat, events)
    draft.chance()


def undo(draft: Draft, who: Who, version: int | None) -> None:
    """Take back the seat's last action, if the engine allows it: never past chance, news or another seat's action."""
    if who.seat is None:
        raise Refusal("spectator", "You watch this table: take a seat before you {input}", input="'undo'")
    at_stage(draft, "undo", "playing")
    if not draft.state.undo:
        raise Refusal("undo", "Nothing is taken back at this table")
    timing.check_running(draft.state)
    people.check_player(draft, who, who.seat)
    check_version(draft.state, version, draft.state.moved)
    if not draft.match.game.can_undo(who.seat):
        raise Refusal(
            "undo", "Only your own last action can be taken back, and not past dice, cards or another's action"
        )
    try:
        draft.match.undo(draft.next, who.seat)
    except BastideError as error:
        raise of_engine(error, draft.state.names, edition=draft.state.edition) from None
    draft.write(Undo(), who.seat)
    draft.chance()


def turn(draft: Draft) -> Refusal:
    """It is not that seat's turn: whose it is."""
    awaited = sorted(seat for seat in draft.match.game.actors if seat >= 0)
    if not awaited:
        return Refusal("turn", "It is not your turn")
    waited = ", ".join(draft.state.names[seat] for seat in awaited)
    return Refusal("turn", "It is not your turn: {name} must act", name=waited)


def checked(clock: Clock | None) -> Clock | None:
    """A clock that can run."""
    if clock is not None and clock.kind == "turn" and clock.increment:
        raise Refusal(
            "config",
            "The increment {input} belongs to a clock of the kind reserve; with turn every turn has its own time",
            input=clock.increment,
        )
    return clock


def create(draft: Draft, order: CreateTable, password: str = "") -> Outcome:
    """Make a table: check its config by making a game of it, seat the maker, and begin at once if that is asked.

    `password` is the hash of the one that the order names.

    :raises Refusal: the config, a name or a bot is wrong.
    """
    plain(order.config)
    if not 1 <= len(order.seats) <= 8:
        raise Refusal("config", "A table has 1 to 8 seats, not {count}", count=len(order.seats))
    config = {"seats": len(order.seats), **order.config}
    if config["seats"] != len(order.seats):
        raise Refusal(
            "config",
            "The config has seats {input}, but there are {count} chairs",
            input=quote(config["seats"]),
            count=len(order.seats),
        )
    maker = next((number for number, plan in enumerate(order.seats) if plan.kind == "open"), None)
    if maker is None:
        raise Refusal("config", "Leave one chair open for yourself: all {count} are for bots", count=len(order.seats))
    try:
        draft.engine.new(config)
    except BastideError as error:
        raise of_engine(error) from None
    person = names.nickname(order.nickname, ())
    called: list[str] = [person]
    bots: dict[str, str] = {}
    for number, plan in enumerate(order.seats):
        if plan.kind == "bot":
            known_level(draft.engine, plan.bot)
            bots[str(number)] = names.bot_name(called, number)
            called.append(bots[str(number)])
    draft.write(
        Create(
            name=names.clean(order.name, 24),
            nickname=person,
            seat=maker,
            config=config,
            seats=order.seats,
            bots=bots,
            public=order.public,
            undo=order.undo,
            spectators=order.spectators,
            clock=checked(order.clock),
            password=password,
        ),
        maker,
    )
    if order.start:
        start(draft, maker)
    return Outcome(draft.state.version, maker, 1)
