"""Two worlds that a viewer must not tell apart, and all that a server could show the viewer of each.

positions(chunk, count)                 positions of seeded games of every set of modules
compare(table, game, viewer, ...)       fails at the first thing that differs
"""

from __future__ import annotations

import itertools
import logging
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from bastide.catan.base.island import Island
from bastide.kernel.errors import BastideError
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.state import EVERYONE
from bastide.players import make_bot
from bastide.server.common.faults import RequestRefused
from bastide.server.common.model import Command
from bastide.server.log.commands import apply_command
from bastide.server.log.draft import Draft, Who
from bastide.server.log.match import Match
from bastide.server.log.state import ChairState, TableState
from bastide.server.tables.heartbeat import STOOD_STILL
from bastide.server.tables.table import Table
from bastide.testing.play import play
from bastide.view.model import CHANCE, SPECTATOR
from tests.differential.sets import Set, sets_of

EVERY: Final = 5
"""How many decisions lie between two positions of one game."""
MOST: Final = 40
"""How many positions of one game are looked at."""
RARE: Final = 7
"""Every so many games is of a family that hides nothing, where no two worlds differ."""
LANGUAGES: Final = ("en", "fr")
SHOWN: Final = ("island", "carcassonne")
"""The families that have a view; a server plays no other."""
QUESTIONS: Final = 5
"""How many of these are asked in one position, beside the last decision."""
ASKED: Final = (
    "road",
    "settlement",
    "city",
    "buy",
    "card",
    "trade",
    "bank",
    "end",
    "roll",
    "knight",
    "monopoly ore",
    "bank ore*4 wool",
    "offer ore for wool",
    "counter wool for grain",
    "accept",
    "trade 0",
    "discard ore wool",
    "steal ore",
    "tile 1,0,90",
    "meeple road:N",
    "pass",
)


def in_turn(chunk: int) -> Iterator[Set]:
    """The sets of all families, those that hide something most of the time; another chunk begins elsewhere."""
    secret: list[Set] = []
    open_: list[Set] = []
    for family in SHOWN:
        sets = sets_of(family)
        (secret if hides(Game.new(sets[0].config(0))) else open_).extend(sets)
    for number in itertools.count(chunk * 4 * RARE):
        chosen = open_ if open_ and number % RARE == RARE - 1 else secret
        yield chosen[number % len(chosen)]


def positions(chunk: int, count: int) -> Iterator[Game]:
    """So many positions, none of them the end of a game; another chunk plays other games."""
    found = 0
    for number, chosen in enumerate(in_turn(chunk)):
        # A prime, so that no chunk keeps meeting the same configs.
        seed = chunk + 101 * number
        game = Game.new(chosen.config(seed), seed=seed)
        rng = random.Random(seed)
        advance(game, rng, rng.randint(6, 30))
        for _ in range(MOST):
            advance(game, rng, EVERY)
            if game.over:
                break
            yield game
            found += 1
            if found == count:
                return


def advance(game: Game, rng: random.Random, steps: int) -> None:
    """Play so many decisions: on the island with sense enough that much happens, elsewhere at random."""
    if isinstance(game.rules, Island):
        play(game, rng, steps)
        return
    bot = make_bot("random", rng.getrandbits(32))
    for _ in range(steps):
        if game.over:
            return
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(bot.choose(game, game.actors[0]), game.actors[0])


def hides(game: Game) -> bool:
    """Whether anything of this game is hidden from anybody."""
    return any(f.sees != EVERYONE for f in game.rules.schema.fields)


def stands(table: Table, game: Game) -> TableState:
    """The table's state with this game at it."""
    seats = int(game.rules.seats)
    state = table.state.fork()
    state.seats = [ChairState("person", f"Guest {seat}", "", 1) for seat in range(seats)]
    state.match = Match(table.shared.engine, game, state.version, seats)
    state.stage = "playing"
    return state


class Lines(logging.Handler):
    """Keeps what is logged, but for how long it took, and for moments in which the machine stood still."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.kept: list[object] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == STOOD_STILL:
            return
        told = {key: value for key, value in vars(record).items() if key in ("msg", "args", "levelname", "fields")}
        if isinstance(told.get("fields"), dict):
            told["fields"] = {key: value for key, value in told["fields"].items() if key != "ms"}
        self.kept.append(told)


@dataclass
class Seen:
    """What was compared: pairs of worlds, those of games that hide something, those that differ, all that was shown."""

    pairs: int = 0
    secret: int = 0
    differing: int = 0
    things: Counter[str] = field(default_factory=Counter)


async def compare(table: Table, game: Game, viewer: int, rng: random.Random, seen: Seen, html: Sequence[str]) -> None:
    """Check that the viewer of this position cannot tell it from one in which all that it cannot know is dealt anew.

    `html` are the languages in which the page is drawn as well.
    """
    other = game.copy()
    other.state = resample(game.rules, game.state, viewer, rng)
    seen.pairs += 1
    seen.secret += hides(game)
    seen.differing += other.hash() != game.hash()
    who = Who() if viewer == SPECTATOR else Who(viewer, 1)
    asked = [*rng.sample(ASKED, QUESTIONS), game.decisions[-1].text]
    worlds = [stands(table, world) for world in (game, other)]
    views = [state.shown(table.shared.engine, who.seat, frozenset(), 0) for state in worlds]
    same("view", seen, *(msgspec.json.encode(view) for view in views))
    if viewer != SPECTATOR and viewer in game.actors + game.optional:
        same("legal", seen, *([w.legal(viewer), w.simple(viewer), w.forms(viewer)] for w in (game, other)))
    for text in asked:
        same("why", seen, *(reason(table, state, who, text) for state in worlds))
        if refused(table, worlds[0], who, text) is not None:
            same("errors", seen, *(refused(table, state, who, text) for state in worlds))
    same("log", seen, *[await logged(table, state, who) for state in worlds])
    for language in html:
        assert table.shared.render is not None
        same("html", seen, *(table.shared.render(view, language, frozenset()) for view in views))


def same(kind: str, seen: Seen, one: object, other: object) -> None:
    """Both worlds show the same."""
    seen.things[kind] += 1
    assert one == other, f"{kind} tells what is hidden"


def reason(table: Table, state: TableState, who: Who, text: str) -> object:
    """The answer to `why`, in both languages."""
    kept, table.state = table.state, state
    try:
        found = table.why(who, text)
    except BastideError as error:
        return str(error)
    finally:
        table.state = kept
    return None if found is None else [found.fault(language) for language in LANGUAGES]


def refused(table: Table, state: TableState, who: Who, text: str) -> object:
    """How a play is refused, in both languages; None if it is not."""
    draft = Draft(state.fork(), table.shared.engine, random.Random(1), None, "")
    try:
        apply_command(draft, who, Command("x", "play", text))
    except RequestRefused as refusal:
        return [refusal.fault(language) for language in LANGUAGES]
    return None


async def logged(table: Table, state: TableState, who: Who) -> object:
    """What the server logs, at its most talkative, of a play that nobody can read and of one out of turn."""
    lines = Lines()
    logger = logging.getLogger("bastide")
    level = logger.level
    kept, table.state = table.state, replace(state)
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    try:
        for text in ("dance", "" if who.seat is None else "roll"):
            if text != "roll" or refused(table, state, who, text) is not None:
                await refusal_of(table, who, text)
    finally:
        table.state = kept
        logger.removeHandler(lines)
        logger.setLevel(level)
    assert lines.kept, "something is logged"
    return lines.kept


async def refusal_of(table: Table, who: Who, text: str) -> Any:
    """Send a play that is refused the whole way through the table."""
    try:
        await table.do(who, Command("log", "play", text))
    except RequestRefused as refusal:
        return refusal.code
    raise AssertionError(f"{text!r} was to be refused")
