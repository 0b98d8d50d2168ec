"""The facade: one game, as users and programs call it.

>>> game = Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0}})
>>> game.actors
[0]
>>> game.legal()
['roll']
>>> events = game.play("roll")
>>> game.actors == [CHANCE]
True
>>> events = game.chance("roll 3 5")
>>> game.play("city 0,0,N")
Traceback (most recent call last):
...
bastide.kernel.errors.IllegalAction: 'city 0,0,N': you lack cards for a city (BASE-032)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from math import isqrt
from typing import Any, Final

from bastide.kernel import record
from bastide.kernel.errors import BastideError, ConfigError, IllegalAction, InvalidAction, RecordError, quote
from bastide.kernel.families import configure, seeded
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.record import Decision, Record
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, Event, State

DISPLAY: Final = "bastide.view.display"
"""The module that shows games. Named as text: the kernel imports no view."""


class Game:
    """A configured game, its position, and the decisions that led there.

    `seat` may be left out of a call where only one seat can be meant. A refused call changes nothing. `undone` are the
    decisions taken back since the last new one, the latest last. `has_past` is false for a game from `seen_by`.
    """

    def __init__(self, rules: Rules, names: Sequence[str] = ()) -> None:
        self.rules = rules
        self.names: tuple[str, ...] = tuple(names)
        self.decisions: list[Decision] = []
        self.history: list[list[Event]] = []
        self.undone: list[Decision] = []
        self.state = rules.start()
        self.opening: list[Event] = rules.opening()
        self.has_past = True
        # Earlier positions, for `_go_back`: the number of decisions, the events of the last one, the position.
        self._passed: list[tuple[int, list[Event], State]] = []

    @classmethod
    def new(cls, config: Mapping[str, Any], *, seed: int | None = None, names: Sequence[str] = ()) -> Game:
        """A game from a config.

        `seed` deals a random layout; without it, a seed is drawn. Raises ConfigError, and TypeError for a seed that is
        no whole number.
        """
        rules = configure(config, seeded(seed))
        check_names(names, int(rules.seats))
        return cls(rules, names)

    # -- asking

    @property
    def version(self) -> int:
        """The number of decisions taken."""
        return len(self.decisions)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.state)

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty while the game runs and in a draw."""
        return list(seats_in(int(self.rules.winners(self.state))))

    @property
    def actors(self) -> list[int]:
        """The seats that must act; `[CHANCE]` when dice or a deck decide; empty when the game is over."""
        mask = int(self.rules.actors(self.state))
        if mask == 0 and self.rules.chance_acts(self.state):
            return [int(CHANCE)]
        return list(seats_in(mask))

    @property
    def optional(self) -> list[int]:
        """The seats that may act although the game does not wait for them."""
        return list(seats_in(int(self.rules.optional(self.state))))

    def legal(self, seat: int | None = None) -> list[str]:
        """A seat's legal decisions in notation, except open-ended ones (see `forms`)."""
        if self.over:
            return []
        who = self._who(seat)
        out: list[str] = []
        for code in self.rules.legal(self.state, who):
            if self.rules.form(code, whole=True) == "":
                self._complete(self.state, who, [int(code)], out)
        return out

    def forms(self, seat: int | None = None) -> list[str]:
        """The decisions that choose several cards, as patterns: `discard GOODS`, `offer GOODS for GOODS`."""
        if self.over:
            return []
        who = self._who(seat)
        codes = (code for code in self.rules.legal(self.state, who) if not self._is_whole(int(code), who))
        return list(dict.fromkeys(self.rules.form(code, whole=False) for code in codes))

    def simple(self, seat: int | None = None) -> list[str]:
        """The decisions that are one engine action each: `legal` without choices of several cards."""
        if self.over:
            return []
        who = self._who(seat)
        codes = [int(code) for code in self.rules.legal(self.state, who)]
        return [self.rules.write([code]) for code in codes if self._is_whole(code, who)]

    def why_not(self, text: str, seat: int | None = None) -> IllegalAction | None:
        """The reason a decision is illegal, or None. Raises InvalidAction if it cannot be parsed."""
        try:
            self._try(text, self._who(seat))
        except IllegalAction as error:
            return error
        return None

    def is_legal(self, text: str, seat: int | None = None) -> bool:
        """Whether a decision is legal. Raises InvalidAction if it cannot be parsed."""
        return self.why_not(text, seat) is None

    def chances(self) -> list[tuple[str, int]]:
        """The chance outcomes with exact weights; empty unless chance decides."""
        pairs = [int(n) for n in self.rules.outcomes(self.state)]
        return [(self.rules.write([pairs[i]]), pairs[i + 1]) for i in range(0, len(pairs), 2)]

    # -- acting

    def play(self, text: str, seat: int | None = None) -> list[Event]:
        """Take a decision of a seat and return what happened.

        :raises InvalidAction: if the text is no notation, or does not say whose decision it is where several could act.
        :raises IllegalAction: if a rule forbids it; names the rule.
        """
        who = self._who(seat)
        after, codes, events = self._try(text, who)
        return self._commit(after, Decision(who, self.rules.write(codes)), events)

    def replay(self, text: str, seat: int) -> list[Event]:
        """Take a decision of a record. Raises as `play` does, but not for what only an earlier version allowed."""
        who = self._who(seat)
        after, codes, events = self._try(text, who, recorded=True)
        return self._commit(after, Decision(who, self.rules.write(codes)), events)

    def chance(self, text: str) -> list[Event]:
        """Play a given chance outcome. Raises as `play` does."""
        return self.play(text, int(CHANCE))

    def draw(self, rng: random.Random) -> str:
        """Sample the pending chance event, play it, and return its notation.

        Raises IllegalAction if none is pending.
        """
        pairs = [int(n) for n in self.rules.outcomes(self.state)]
        if not pairs:
            raise IllegalAction("chance does not decide now", self.rules.turn_rule)
        code = rng.choices(pairs[::2], pairs[1::2])[0]
        text = self.rules.write([code])
        self.play(text, int(CHANCE))
        return text

    def can_undo(self, seat: int | None = None) -> bool:
        """Whether a seat may undo the last decision: its own, with nothing drawn, shown or agreed (HOUSE-003).

        An answer to an offer can be undone until the offering seat has chosen, also after others have answered. Without
        a seat, as in hot-seat play and analysis, every decision can be undone.
        """
        return self._undoable(seat) >= 0

    def undo(self, seat: int | None = None) -> Decision:
        """Undo the last decision and return it. Raises IllegalAction if `can_undo` is false."""
        at = self._undoable(seat)
        if at < 0:
            if not self.decisions or not self.has_past:
                text = "there is nothing to take back"
                raise IllegalAction(f"{text} (HOUSE-003)", "HOUSE-003", text)
            text = "only your own last action can be taken back, and nothing that was drawn, shown or agreed"
            what = f"seat {quote(seat)}, {quote(self.decisions[-1].text)}"
            raise IllegalAction(f"{what}: {text} (HOUSE-003)", "HOUSE-003", text)
        taken, *later = self.decisions[at:]
        undone = self.undone
        self._go_back(at)
        for decision in later:
            self._advance(decision)
        self.state.journal = None
        undone.append(taken)
        self.undone = undone
        return taken

    def can_redo(self, seat: int | None = None) -> bool:
        """Whether a seat may redo the decision that was undone last, its own; without a seat, whosever it was.

        A new decision, of any seat or of chance, ends that.
        """
        return self._latest(self.undone, seat) >= 0

    def redo(self, seat: int | None = None) -> Decision:
        """Take the decision again that was undone last, and return it. Chance is not drawn again: its outcome stays.

        Raises IllegalAction if `can_redo` is false.
        """
        at = self._latest(self.undone, seat)
        if at < 0:
            text = "there is nothing to redo: nothing was taken back, or something was decided since"
            raise IllegalAction(f"{text} (HOUSE-003)", "HOUSE-003", text)
        taken = self.undone[at]
        undone = self.undone
        self.replay(taken.text, taken.seat)
        del undone[at]
        self.undone = undone
        return taken

    # -- keeping

    def hash(self) -> str:
        """A fingerprint of the position, equal on every machine and for compiled and interpreted rules."""
        return fingerprint(self.rules, self.state)

    def record(self) -> Record:
        """The game so far. Raises RecordError for a game from `seen_by`."""
        self._need_past()
        return Record(
            self.rules.resolved(), self.names, tuple(self.decisions), tuple(self.winners), self.over, self.hash()
        )

    def save(self) -> str:
        """The record as text (JSON Lines)."""
        return record.write(self.record())

    @classmethod
    def load(cls, text: str) -> Game:
        """Replay a record, checking every decision. Raises RecordError with the line number."""
        read = record.read(text)
        try:
            rules = configure(read.config, None)
            check_names(read.names, int(rules.seats))
            game = cls(rules, read.names)
        except BastideError as error:
            raise RecordError(f"line 1: {error}") from None
        lines = [at for at, _ in record.entries(text.rstrip().split("\n"))]
        for at, d in zip(lines[1:], read.decisions, strict=False):
            try:
                game.replay(d.text, d.seat)
            except BastideError as error:
                raise RecordError(f"line {at}: {error}") from None
        if read.hash != game.hash() or read.over != game.over or list(read.winners) != game.winners:
            raise RecordError(f"line {lines[-1]}: the end does not match the position that the decisions lead to")
        return game

    def at(self, version: int) -> Game:
        """The game after `version` decisions, replayed from the start; `steps` replays only once.

        Raises IndexError, and RecordError for a game from `seen_by`.
        """
        self._need_past()
        if not 0 <= version <= self.version:
            raise IndexError(f"version {version} is not between 0 and {self.version}")
        game = Game(self.rules, self.names)
        for decision in self.decisions[:version]:
            game._advance(decision)
        game.state.journal = None
        return game

    def steps(self) -> Iterator[Game]:
        """The game after 0, 1, 2, ... and after all decisions, in one replay.

        It is the same game each time, a decision further on, and so not to be changed; `copy` keeps a step. Each step
        has a `state` of its own. Raises RecordError for a game from `seen_by`, and if a step was changed.
        """
        self._need_past()
        return self._steps()

    def seen_by(self, seat: int, rng: int | random.Random | None = None) -> Game:
        """A game that looks the same to a seat (CHANCE: to a spectator), with everything that it cannot see redealt.

        All deals that fit what the seat knows are equally likely. `rng` is as for `resample`; without it, each call
        gives another deal. The game begins at this position: it has no earlier decisions or events, for these hold
        hidden cards. So `version` is 0, and it cannot be undone or saved.

        :raises InvalidAction: there is no such seat.
        """
        who = self._who(seat)
        game = Game(self.rules, self.names)
        game.state = resample(self.rules, self.state, who, random.Random() if rng is None else rng)
        game.opening = []
        game.has_past = False
        return game

    def copy(self) -> Game:
        """An independent game at the same position; the rules and the events are shared, which nobody may change."""
        game = object.__new__(type(self))
        vars(game).update(vars(self))
        game.state = self.state.copy()
        game.decisions = list(self.decisions)
        game.history = list(self.history)
        game.opening = list(self.opening)
        game.undone = list(self.undone)
        game._passed = list(self._passed)
        return game

    def __copy__(self) -> Game:
        return self.copy()

    # -- showing

    def __repr__(self) -> str:
        seats = [f"seat {seat}" for seat in self.winners or self.actors]
        if self.over:
            stage = f"won by {' and '.join(seats)}" if seats else "over, won by nobody"
        else:
            stage = "chance decides" if self.actors == [CHANCE] else f"waits for {' and '.join(seats)}"
        taken = "1 decision" if self.version == 1 else f"{self.version} decisions"
        return f"<{type(self).__name__} of {self.rules!r} after {taken}: {stage}>"

    def __str__(self) -> str:
        """The position as text, as a spectator sees it; `repr` if games of this family cannot be shown."""
        try:
            return str(import_module(DISPLAY).text(self))
        except ConfigError:
            return repr(self)

    def _repr_svg_(self) -> str | None:
        """The board for a notebook, as a spectator sees it; None if games of this family cannot be shown."""
        try:
            return str(import_module(DISPLAY).svg(self))
        except ConfigError:
            return None

    # -- inside

    def _need_past(self) -> None:
        if not self.has_past:
            raise RecordError("a game from seen_by has no record: it begins at the position that the seat sees")

    def _steps(self) -> Iterator[Game]:
        game = Game(self.rules, self.names)
        yield game
        for n, decision in enumerate(list(self.decisions)):
            if game.version != n:
                raise RecordError(f"step {n} was changed, which spoils the later ones: change a copy, step.copy()")
            game.state = game.state.copy()
            game._advance(decision)
            game.state.journal = None
            yield game

    def _who(self, seat: int | None) -> int:
        if seat is None:
            if self.over:
                return 0  # Any seat will do: the rules report that the game is over.
            able = self.actors + self.optional
            if len(able) != 1:
                raise InvalidAction(f"several seats may act ({', '.join(map(str, able))}): say which one")
            return able[0]
        given: object = seat
        if not isinstance(given, int) or isinstance(given, bool) or not CHANCE <= seat < self.rules.seats:
            raise InvalidAction(f"{quote(seat)} is no seat; seats are 0 to {self.rules.seats - 1}")
        return seat

    def _undoable(self, seat: int | None) -> int:
        """The index of the decision that a seat may undo; -1 if there is none."""
        if not self.has_past:
            return -1
        last = self._latest(self.decisions, seat)
        if seat is None or last < 0:
            return last
        return -1 if self.rules.is_final(self.rules.read(self.decisions[last].text)) else last

    def _latest(self, decisions: Sequence[Decision], seat: int | None) -> int:
        """The index of the last decision if it is that seat's; other seats' answers beside its own are passed over."""
        last = at = len(decisions) - 1
        if seat is None or self.over:
            return last if seat is None else -1
        while at >= 0 and decisions[at].seat != seat and self._is_answer(decisions[at]):
            at -= 1
        if at < 0 or seat == CHANCE or decisions[at].seat != seat:
            return -1
        return at if at == last or self._is_answer(decisions[at]) else -1

    def _is_answer(self, decision: Decision) -> bool:
        return decision.seat != CHANCE and self.rules.is_answer(self.state, self.rules.read(decision.text))

    def _try(self, text: str, who: int, recorded: bool = False) -> tuple[State, list[int], list[Event]]:
        """Return the new position. Raises InvalidAction or IllegalAction."""
        if not isinstance(text, str):
            raise InvalidAction(f"{quote(text)} is no text: a decision is written like 'roll'")
        codes = self.rules.read(text)
        after = self.state.copy()
        events: list[Event] = []
        after.journal = events
        for code in codes:
            legal = self.rules.is_legal(after, who, code) or (recorded and self.rules.was_legal(after, who, code))
            if not legal:
                raise self.rules.why_not(self.state, who, codes)
            self.rules.apply(after, who, code)
        if self.rules.partial(after, who):
            raise self.rules.why_not(self.state, who, codes)
        after.journal = None
        return after, codes, events

    def _commit(self, after: State, decision: Decision, events: list[Event]) -> list[Event]:
        self.state = after
        self.decisions.append(decision)
        self.history.append(events)
        self.undone = []
        # The caller may change what it gets.
        return list(events)

    def _go_back(self, version: int) -> None:
        """Return to the position after `version` decisions.

        It is replayed from the last earlier position that was kept, or from the start. On the way some positions are
        kept, about the square root of the decisions replayed, for the next call: so taking back a whole game replays
        each decision a few times, and not once for each later decision.
        """
        kept = self._passed
        # The events are the same list only if nothing before them has changed.
        while kept and (kept[-1][0] > version or self.history[kept[-1][0] - 1] is not kept[-1][1]):
            kept.pop()
        begun, state = (kept[-1][0], kept[-1][2].copy()) if kept else (0, self.rules.start())
        apart = isqrt(version - begun)
        for n in range(begun, version):
            if n > begun and (n - begun) % apart == 0:
                kept.append((n, self.history[n - 1], state.copy()))
            for code in self.rules.read(self.decisions[n].text):
                self.rules.apply(state, self.decisions[n].seat, code)
        self.state = state
        del self.decisions[version:], self.history[version:]

    def _advance(self, decision: Decision) -> None:
        """Take a decision that was legal, in place."""
        self.state.journal = []
        for code in self.rules.read(decision.text):
            self.rules.apply(self.state, decision.seat, code)
        self._commit(self.state, decision, self.state.journal)

    def _is_whole(self, code: int, who: int) -> bool:
        """Whether a legal action is a decision by itself: a choice of cards is one where a single card is chosen."""
        if self.rules.form(code, whole=False) == "":
            return True
        after = self.state.copy()
        self.rules.apply(after, who, code)
        return not self.rules.partial(after, who)

    def _complete(self, s: State, seat: int, codes: list[int], out: list[str]) -> None:
        """Add all completions of a choice of several cards."""
        after = s.copy()
        self.rules.apply(after, seat, codes[-1])
        if not self.rules.partial(after, seat):
            out.append(self.rules.write(codes))
            return
        for code in self.rules.legal(after, seat):
            self._complete(after, seat, [*codes, int(code)], out)


@lru_cache(maxsize=1024)
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats of a mask.

    >>> seats_in(0b1010)
    (1, 3)
    """
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def check_names(names: Sequence[str], seats: int) -> None:
    """Names: texts, at most one a seat. Raises ConfigError."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise ConfigError("names must be a list of texts, got {given}", {"given": quote(names)})
    if len(names) > seats:
        raise ConfigError(
            "names: {given} are {count}, but there are {seats} seats",
            {"given": quote(list(names)), "count": len(names), "seats": seats},
        )
