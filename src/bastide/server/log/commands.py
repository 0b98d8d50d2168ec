"""The commands of a table: what each checks and which entries it appends. The rules of the game are the engine's.

The order of the checks is part of the protocol (docs/server.md): already applied, the seat, the stage of the table, the
host's right, the version, whose turn it is, then the engine: is it readable, is it legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import UNSET
from msgspec.json import encode

from bastide.kernel.errors import BastideError, quote
from bastide.players import level_of
from bastide.server.common import names
from bastide.server.common.faults import RequestRefused, of_engine, plain
from bastide.server.common.model import Clock, Command, CreateTable, SeatPlan
from bastide.server.log import people, timing, votes, waits
from bastide.server.log.checks import at_stage, chair, check_version, host, known_level, seated
from bastide.server.log.draft import Draft, Outcome, Who
from bastide.server.log.entries import (
    Change,
    Chat,
    Create,
    Leave,
    Open,
    Play,
    Redo,
    Rematch,
    Renew,
    SetBot,
    Sit,
    Start,
    Undo,
    digest,
)
from bastide.server.log.match import Match
from bastide.server.log.series import check_series
from bastide.server.log.state import TableState

ISLAND: Final = "island"
"""The family whose hands are hidden."""
GIVES_SEAT: Final = frozenset({"sit", "renew"})
"""The commands that are answered with a token."""
SIT_ID: Final = 16
"""The minimum length of their ids: knowing the id is enough to get the same token again."""


def command_key(who: Who, command: Command) -> str:
    """The key under which a command is remembered. Each seat has its own, since seats do not know each other's ids."""
    free = who.seat is None or command.do in GIVES_SEAT
    return f"*:{command.id}" if free else f"{who.seat}.{who.generation}:{command.id}"


def request_digest(command: Command) -> str:
    """The digest of a command's request without its id. A password's hash differs every time, so it is left out."""
    parts: tuple[object, ...] = (command.do, "" if command.do == "password" else command.text, command.seat)
    if command.before:
        parts += (command.before,)
    return digest(*parts) if command.game is None else digest(*parts, encode(command.game))


def done_before(state: TableState, who: Who, command: Command) -> Outcome | None:
    """The outcome of this command if it was applied before, else None.

    :raises RequestRefused: its id was used for another request.
    """
    done = state.done.get(command_key(who, command))
    if done is None:
        return None
    if done.digest != request_digest(command):
        raise RequestRefused(
            "used", "The id {input} belongs to another command; each needs its own", input=quote(command.id)
        )
    gives = command.do in GIVES_SEAT
    if gives and done.seat is not None and state.seats[done.seat].generation != done.generation:
        raise RequestRefused("used", "The seat that {input} gave was left since; use a new id", input=quote(command.id))
    return Outcome(done.version, done.seat if gives else None, done.generation)


def apply_command(draft: Draft, who: Who, command: Command) -> Outcome:
    """Check a command and append its entries to the draft.

    :raises RequestRefused: it is not possible; the draft must be discarded.
    """
    state = draft.state
    before = done_before(state, who, command)
    if before is not None:
        return before
    if command.game is not None and command.do != "change":
        raise RequestRefused("malformed", "{input} has no game: only change has one", input=quote(command.do))
    if command.before and command.do != "play":
        raise RequestRefused("malformed", "{input} has no move before it: only play has one", input=quote(command.do))
    if who.seat is not None and state.seats[who.seat].generation != who.generation:
        raise RequestRefused("token", "Seat {number} is no longer yours; take a seat again", number=who.seat + 1)
    if who.entered and who.generation != state.password_generation:
        who = replace(who, entered=False)
    seat: int | None = None
    match command.do:
        case "chat":
            chat(draft, who, command.text)
        case "sit":
            seat = sit(draft, who, command)
        case "play":
            play(draft, who, command.text, command.version, command.before)
        case "undo":
            undo(draft, may_correct(draft, who, command))
        case "redo":
            redo(draft, may_correct(draft, who, command))
        case "renew":
            seat = renew(draft, seated(draft, who, command), command)
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
        case "color":
            people.choose_color(draft, seated(draft, who, command), command)
        case "emblem":
            people.choose_emblem(draft, seated(draft, who, command), command)
        case "ready" | "unready":
            people.say_ready(draft, seated(draft, who, command), command)
        case "password":
            people.change_password(draft, host(draft, who, command), command)
        case "withdraw":
            people.withdraw(draft, host(draft, who, command))
        case "show-code" | "hide-code":
            people.show_code(draft, host(draft, who, command), command)
        case "stand-in":
            people.stand_in(draft, who, seated(draft, who, command), command)
        case "back":
            people.take_back(draft, seated(draft, who, command))
        case "here":
            votes.here(draft, seated(draft, who, command))
        case "vote":
            votes.vote(draft, seated(draft, who, command), command)
        case "pause":
            timing.pause(draft, seated(draft, who, command))
        case "resume":
            timing.resume(draft, seated(draft, who, command))
        case "start":
            start(draft, host(draft, who, command), command.text)
        case "change":
            change(draft, host(draft, who, command), command)
        case "rematch":
            rematch(draft, host(draft, who, command))
        case _:
            raise RequestRefused(
                "malformed", "{input} is not a command that a table can store", input=quote(command.do)
            )
    generation = 0 if seat is None else state.seats[seat].generation
    return Outcome(state.version, seat, generation)


def chat(draft: Draft, who: Who, text: str) -> None:
    """Send a line of chat to the table."""
    people.check_entered(draft.state, who)
    if not draft.state.may_watch(who.seat, who.entered):
        raise RequestRefused("spectator", "This table shows nothing to spectators; take a seat")
    name = "" if who.seat is None else draft.state.seats[who.seat].name
    draft.write(Chat(name, names.clean(text, 500)), who.seat)


def check_id(command: Command) -> None:
    """Check that the id of a command that gives a token cannot be guessed."""
    if len(command.id) < SIT_ID:
        raise RequestRefused(
            "malformed",
            "The id {input} is too short to take a seat with: choose {limit} characters at random",
            input=quote(command.id),
            limit=SIT_ID,
        )


def sit(draft: Draft, who: Who, command: Command) -> int:
    """Take a free chair: the requested one, or the first. One that is offered is free while a bot stands in."""
    state = draft.state
    if who.seat is not None:
        raise RequestRefused("taken", "You have seat {number} at this table already", number=who.seat + 1)
    check_id(command)
    people.check_entered(draft.state, who)
    name = names.nickname(command.text, (seat.name for seat in state.seats if seat.kind == "person"))
    seat = state.vacant() if command.seat is None else chair(draft, command.seat)
    if seat is None and state.first("open") is not None:
        raise RequestRefused("locked", "The open seats of this table are locked: ask the host to unlock one")
    if seat is None:
        raise RequestRefused("taken", "All {count} seats of this table are taken", count=len(state.seats))
    if state.seats[seat].kind != "open" and not state.seats[seat].offered:
        raise RequestRefused("taken", "Seat {number} is taken by {name}", number=seat + 1, name=state.seats[seat].name)
    if state.seats[seat].locked:
        raise RequestRefused("locked", "Seat {number} is locked: ask the host to unlock it", number=seat + 1)
    owner = seat if state.host is None else state.host
    draft.write(Sit(name, state.seats[seat].generation + 1, owner), seat)
    return seat


def renew(draft: Draft, seat: int, command: Command) -> int:
    """Keep the chair with a new token: whoever has a copy of the old one watches from now on."""
    check_id(command)
    draft.write(Renew(draft.state.seats[seat].generation + 1), seat)
    return seat


def leave(draft: Draft, seat: int) -> None:
    """Give up the chair; if the host leaves, the next person becomes host."""
    state = draft.state
    draft.write(Leave(state.seats[seat].generation + 1, state.heir(seat, draft.gaps)), seat)


def bot(draft: Draft, asking: int, command: Command) -> None:
    """Put a bot of a level on an open chair, or in place of another bot."""
    state = draft.state
    at_stage(draft, command.do, "waiting", "playing")
    target = chair(draft, command.seat)
    if state.seats[target].kind == "person":
        raise RequestRefused(
            "taken", "Seat {number} is taken by {name}", number=target + 1, name=state.seats[target].name
        )
    check_starter(draft, target)
    level = known_level(draft.engine, command.text)
    name = state.seats[target].name or names.bot_name(state.names, target)
    draft.write(SetBot(target, level, name, state.seats[target].generation + 1), asking)


def open_chair(draft: Draft, asking: int, command: Command) -> None:
    """Clear a chair: of a bot at any time, of another person before the game or while absent behind a stand-in."""
    state = draft.state
    target = chair(draft, command.seat)
    if target == asking:
        raise RequestRefused("taken", "Seat {number} is your own; leave it instead", number=target + 1)
    if state.seats[target].kind == "open":
        raise RequestRefused("taken", "Seat {number} is open already", number=target + 1)
    free = state.seats[target].kind == "bot" or people.given_up(draft, target)
    at_stage(draft, command.do, "waiting", *(["playing"] if free else []))
    check_starter(draft, target)
    draft.write(Open(target, state.seats[target].generation + 1), asking)


def check_starter(draft: Draft, target: int) -> None:
    """Check that a chair is not that of a bot whose rated game runs: whom one plays is agreed at its start.

    :raises RequestRefused: it is.
    """
    state = draft.state
    if state.stage == "playing" and state.rated and state.starters[target].kind == "bot":
        raise RequestRefused(
            "stage",
            "Seat {number} is a bot's in a rated game: the bots that began it play to its end",
            number=target + 1,
        )


def start(draft: Draft, asking: int | None, level: str = "") -> None:
    """Begin the game, once every chair is taken; with a level, bots of it take the open ones first."""
    state = draft.state
    at_stage(draft, "start", "waiting")
    if level:
        level = known_level(draft.engine, level)
        for number, seat in enumerate(state.seats):
            if seat.kind == "open":
                draft.write(SetBot(number, level, names.bot_name(state.names, number), seat.generation + 1), asking)
    free = state.first("open")
    if free is not None:
        raise RequestRefused(
            "stage", "Seat {number} is still open: wait for somebody, or put a bot there", number=free + 1
        )
    try:
        game = draft.engine.new(state.config, state.names)
    except BastideError as error:
        raise of_engine(error) from None
    draft.begin(Match(draft.engine, game, draft.next, len(state.seats)))
    draft.write(Start(game.save(), draft.rated), asking)
    draft.chance()


def change(draft: Draft, asking: int, command: Command) -> None:
    """Change the game and the chairs before it begins; people keep their chairs."""
    state, game = draft.state, command.game
    at_stage(draft, command.do, "waiting")
    if game is None:
        raise RequestRefused("malformed", "{input} needs the game: a config and the seats", input=quote(command.do))
    if state.planned and state.results:
        raise RequestRefused(
            "stage", "{input} is not possible within a series: play it to its end", input=quote(command.do)
        )
    for number in range(len(game.seats), len(state.seats)):
        if state.seats[number].kind == "person":
            raise RequestRefused(
                "taken", "Seat {number} is taken by {name}", number=number + 1, name=state.seats[number].name
            )
    family = state.config.get("game")
    if game.config.get("game") != family:
        raise RequestRefused(
            "config",
            "This table plays {family}, not {input}: make another table for that",
            family=quote(family),
            input=quote(game.config.get("game")),
        )
    config = checked_config(draft, game.config, game.seats)
    series = game.series and check_series(draft.engine, game.series, len(game.seats))
    bots: dict[str, str] = {}
    for number, plan in enumerate(game.seats):
        plan.bot = level_of(plan.bot)
        old = state.seats[number] if number < len(state.seats) else None
        if plan.kind == "bot" and (old is None or (old.kind != "person" and old.bot != plan.bot)):
            known_level(draft.engine, plan.bot)
            name = old.name if old is not None else ""
            bots[str(number)] = name or names.bot_name([*state.names, *bots.values()], number)
    draft.write(Change(config, game.seats, bots, series, game.form), asking)


def rematch(draft: Draft, asking: int) -> None:
    """After the game, wait for the next one with the same people: of a series, its next one."""
    at_stage(draft, "rematch", "over")
    draft.write(Rematch(draft.state.result(draft.engine)), asking)


def play(draft: Draft, who: Who, text: str, version: int | None, before: str = "") -> None:
    """Play a seat's decision, and the chance events that follow; first the one `before` it, if there is one."""
    if who.seat is None:
        raise RequestRefused("spectator", "You watch this table: take a seat before you {input}", input="'play'")
    at_stage(draft, "play", "playing")
    timing.check_running(draft.state)
    people.check_player(draft, who, who.seat)
    check_version(draft.state, version, max(draft.match.fresh[who.seat], draft.state.seats[who.seat].since))
    if before and version is not None and version < draft.state.moved:
        # The move before it withdraws an offer, which an answer that the author has not seen may change.
        raise RequestRefused("stale", "Somebody has acted in between: look at it, then choose again")
    for move in (before, text) if before else (text,):
        if who.seat not in draft.match.free():
            raise turn(draft)
        try:
            events = draft.match.play(draft.next, who.seat, move)
        except BastideError as error:
            raise of_engine(error, draft.state.names, quote(move), draft.state.edition) from None
        draft.write(Play(move), who.seat, events)
        draft.chance()


def may_correct(draft: Draft, who: Who, command: Command) -> int:
    """The author's seat, if it may take back or repeat something at this table now."""
    seat = seated(draft, who, command)
    at_stage(draft, command.do, "playing")
    if not draft.state.undo:
        raise RequestRefused("undo", "Undo is disabled at this table")
    timing.check_running(draft.state)
    people.check_player(draft, who, seat)
    check_version(draft.state, command.version, draft.state.moved)
    return seat


def undo(draft: Draft, seat: int) -> None:
    """Take back the seat's last action, if the engine allows it: never past chance, new information or another's
    action."""
    if not draft.match.game.can_undo(seat):
        raise RequestRefused(
            "undo",
            "Only your own last action can be taken back, and not past dice, cards, an offer or another's action",
        )
    if not draft.state.own_action(seat):
        raise RequestRefused("undo", "What a bot or somebody else did on your seat cannot be taken back")
    draft.match.undo(draft.next, seat)
    draft.write(Undo(), seat)
    draft.chance()


def redo(draft: Draft, seat: int) -> None:
    """Take the action again that the seat took back last, if nobody has acted since."""
    if not draft.match.game.can_redo(seat):
        raise RequestRefused("undo", "There is nothing to redo: you took nothing back, or somebody has acted since")
    events = draft.match.redo(draft.next, seat)
    draft.write(Redo(), seat, events)
    draft.chance()


def turn(draft: Draft) -> RequestRefused:
    """The refusal of a seat that is not to act now: it names those that are."""
    awaited = sorted(seat for seat in draft.match.game.actors if seat >= 0)
    if not awaited:
        return RequestRefused("turn", "It is not your turn")
    waited = ", ".join(draft.state.names[seat] for seat in awaited)
    return RequestRefused("turn", "It is not your turn: {name} must act", name=waited)


def checked(clock: Clock | None) -> Clock | None:
    """Check a time control."""
    if clock is not None and clock.kind == "turn" and clock.increment:
        raise RequestRefused(
            "config",
            "The increment {input} belongs to a clock of the kind reserve; with turn every turn has its own time",
            input=clock.increment,
        )
    return clock


def checked_config(draft: Draft, given: dict[str, Any], seats: Sequence[SeatPlan]) -> dict[str, Any]:
    """Check a config by building its game, and return it with the number of these chairs.

    :raises RequestRefused: it is invalid, or for another number of players.
    """
    plain(given)
    config = {"seats": len(seats), **given}
    if config["seats"] != len(seats):
        raise RequestRefused(
            "config",
            "The config has seats {input}, but there are {count} chairs",
            input=quote(config["seats"]),
            count=len(seats),
        )
    try:
        draft.engine.new(config)
    except BastideError as error:
        raise of_engine(error) from None
    return config


def create(draft: Draft, order: CreateTable, password: str = "") -> Outcome:
    """Create a table: validate its config by building the game, seat the creator, and begin at once if requested.

    `password` is the hash of the password in the order.

    :raises RequestRefused: the config, a name or a bot is invalid.
    """
    if not 1 <= len(order.seats) <= 8:
        raise RequestRefused("config", "A table has 1 to 8 seats, not {count}", count=len(order.seats))
    maker = next((number for number, plan in enumerate(order.seats) if plan.kind == "open"), None)
    if maker is None:
        raise RequestRefused(
            "config", "Leave one chair open for yourself: all {count} are for bots", count=len(order.seats)
        )
    config = checked_config(draft, order.config, order.seats)
    if order.known_cards and (family := config.get("game", ISLAND)) != ISLAND:
        raise RequestRefused(
            "config",
            "known_cards is for games of the island, whose hands are hidden, not for {input}",
            input=quote(family),
        )
    series = order.series and check_series(draft.engine, order.series, len(order.seats))
    person = names.nickname(order.nickname, ())
    called: list[str] = [person]
    bots: dict[str, str] = {}
    for number, plan in enumerate(order.seats):
        if plan.kind == "bot":
            plan.bot = known_level(draft.engine, plan.bot)
            bots[str(number)] = names.bot_name(called, number)
            called.append(bots[str(number)])
    clock = order.clock
    if clock is UNSET:
        clock = waits.CALM if order.public else None
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
            clock=checked(clock),
            idle=waits.usual(public=order.public) if order.idle is None else order.idle,
            password=password,
            series=series,
            form=order.form,
            hints=order.hints,
            slow=order.slow,
            known_cards=order.known_cards,
        ),
        maker,
    )
    if order.start:
        start(draft, maker)
    return Outcome(draft.state.version, maker, 1)
