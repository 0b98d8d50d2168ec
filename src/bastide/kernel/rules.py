"""What every configured game is: phases that say who may act, verbs that act, modules that change both.

`Rules` is immutable once `configured` and shared by all states of a game. A state knows no rules; every question goes
`rules.question(state, ...)`. Seats are numbered from 0, CHANCE is -1; sets of seats are bit masks.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction
from bastide.kernel.state import BITS, CHANCE, DEPTH, OVER, WINNERS, Event, Schema, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """A range of `size` action codes with one word of notation. `offset` is set when the rules are configured.

    `by_chance` verbs are outcomes: no seat may choose them. What a `final` verb does shows or agrees something and
    cannot be taken back.
    """

    def __init__(self, word: str, size: i64, by_chance: bool = False) -> None:
        self.word = word
        self.size: i64 = size
        self.by_chance = by_chance
        self.final = False
        self.offset: i64 = 0

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        """Perform the action; unchecked. `seat` is CHANCE for outcomes."""
        raise NotImplementedError(self.word)

    def describe(self, arg: i64) -> str:
        """The notation of one action of this verb."""
        return self.word

    def example(self) -> str:
        """One action of this verb in notation, for messages that show how it is written."""
        return self.describe(0)

    def parse(self, words: list[str]) -> i64:
        """The argument meant by the words after the verb's own, or -1 if they are not such an argument."""
        return 0 if not words else -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase:
    """A kind of pending decision. `id` is set when the rules are configured.

    `partial` phases are in the middle of a choice of several cards: the facade never stops there.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.id: i64 = 0

    def actors(self, s: State) -> i64:
        """The mask of seats that the game waits for; 0 when chance decides."""
        return BITS[s.cells[s.top() + 1]]

    def optional(self, s: State) -> i64:
        """The mask of seats that may act although the game does not wait for them."""
        return 0

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add the codes of all actions of that seat; it is one that may act."""

    def outcomes(self, s: State, out: Codes) -> None:
        """For a decision of chance: add every outcome with its weight (`Codes.weigh`)."""

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        """An outcome of chance, drawn by its weight; `out` is scratch.

        A phase with equal weights may say it more shortly, with the same answer for the same number drawn.
        """
        out.clear()
        self.outcomes(s, out)
        pairs = out.items
        total: i64 = 0
        for i in range(1, out.count, 2):
            total += pairs[i]
        at = chooser.below(total)
        for i in range(0, out.count, 2):
            at -= pairs[i + 1]
            if at < 0:
                return pairs[i]
        raise ValueError("chance has no outcome here")

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """A verb that serves several phases has done its part of this one: the phase goes on.

        `value` is what the verb brought.
        """

    def partial(self, s: State, seat: i64) -> bool:
        """Whether that seat has begun a choice of several cards and not finished it."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """An expansion, a variant or a house rule. Families add their seams in a subclass.

    `after` and `before` name modules relative to which the seams of this one are called; `excludes` those it cannot be
    combined with, each with the id of the rule that says so. `options` are the options that it adds to a config, by
    name, each with the texts that it may hold, the default first; `defaults` are its defaults for options of the base.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.after: list[str] = []
        self.before: list[str] = []
        self.excludes: dict[str, str] = {}
        self.options: dict[str, tuple[str, ...]] = {}
        self.defaults: dict[str, Any] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """One configured game. Families subclass it and add phases, verbs and fields before `configured`."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.schema = Schema()
        self.phases: vec[Phase] = vec[Phase]()
        self.verbs: list[Verb] = []
        self.verb_of: vec[Verb] = vec[Verb]()
        self.actions: i64 = 0
        self.turn_rule = ""  # the rule that says who may act, for those who may not

    def add_phase(self, phase: Phase) -> i64:
        """Register a phase and return its id."""
        phase.id = len(self.phases)
        self.phases = append(self.phases, phase)
        return phase.id

    def add_verb(self, verb: Verb) -> None:
        """Give a verb its dense range of codes, after all earlier ones."""
        verb.offset = self.actions
        self.verbs.append(verb)
        for _ in range(verb.size):
            self.verb_of = append(self.verb_of, verb)
        self.actions = self.actions + verb.size

    def verb_named(self, word: str) -> Verb:
        """The first verb with that word; raises KeyError."""
        for verb in self.verbs:
            if verb.word == word:
                return verb
        raise KeyError(word)

    def start(self) -> State:
        """The first position."""
        raise NotImplementedError

    def read(self, text: str) -> list[int]:
        """The codes of one decision in notation; several if it chooses several cards. Raises InvalidAction."""
        raise NotImplementedError

    def write(self, codes: list[int]) -> str:
        """One decision, given as the codes it is made of, in notation."""
        raise NotImplementedError

    def form(self, code: i64, whole: bool) -> str:
        """For an action that begins a choice of several cards: its pattern, like `discard GOODS`; "" for others.

        With `whole`, only for choices too open to be listed (offers).
        """
        return ""

    def is_final(self, codes: list[int]) -> bool:
        """Whether a decision shows or agrees something, so that it cannot be taken back."""
        return False

    def opening(self) -> list[Event]:
        """What happens before the first decision."""
        return []

    def resolved(self) -> dict[str, Any]:
        """The config with every option and the dealt layout, as it stands in a record."""
        raise NotImplementedError

    def why_not(self, s: State, seat: i64, codes: list[int]) -> IllegalAction:
        """Why that seat may not do this now: the error to raise, with the rule's id."""
        raise NotImplementedError

    def phase(self, s: State) -> Phase:
        """The pending decision of a game that is not over."""
        return self.phases[s.cells[s.top()]]

    def actors(self, s: State) -> i64:
        """The mask of seats that the game waits for; 0 when chance decides or the game is over."""
        if s.cells[OVER] != 0 or s.cells[DEPTH] == 0:
            return 0
        return self.phase(s).actors(s)

    def optional(self, s: State) -> i64:
        """The mask of seats that may act although the game does not wait for them."""
        if s.cells[OVER] != 0 or s.cells[DEPTH] == 0:
            return 0
        return self.phase(s).optional(s)

    def is_over(self, s: State) -> bool:
        """Whether the game has ended."""
        return s.cells[OVER] != 0

    def chance_acts(self, s: State) -> bool:
        """Whether the dice or a deck decide now."""
        return s.cells[OVER] == 0 and self.actors(s) == 0

    def legal(self, s: State, seat: i64) -> vec[i64]:
        """The codes of all actions of that seat; of all possible outcomes for CHANCE."""
        out = Codes()
        if seat == CHANCE:
            pairs = self.outcomes(s)
            for i in range(0, len(pairs), 2):
                out.add(pairs[i])
        elif self.actors(s) & BITS[seat] or self.optional(s) & BITS[seat]:
            self.phase(s).legal(s, seat, out)
        return out.row()

    def outcomes(self, s: State) -> vec[i64]:
        """Pairs of action code and exact integer weight; empty unless chance decides."""
        out = Codes()
        if self.chance_acts(s):
            self.phase(s).outcomes(s, out)
        return out.row()

    def is_legal(self, s: State, seat: i64, action: i64) -> bool:
        """Whether that seat (or CHANCE) may do this now."""
        if seat == CHANCE:
            pairs = self.outcomes(s)
            for i in range(0, len(pairs), 2):
                if pairs[i] == action:
                    return True
            return False
        for code in self.legal(s, seat):
            if code == action:
                return True
        return False

    def partial(self, s: State, seat: i64) -> bool:
        """Whether that seat stands in the middle of a choice of several cards."""
        if s.cells[OVER] != 0 or seat == CHANCE:
            return False
        return self.phase(s).partial(s, seat)

    def apply(self, s: State, seat: i64, action: i64) -> None:
        """Perform an action; unchecked: ask `is_legal` first unless it comes from `legal`."""
        verb = self.verb_of[action]
        verb.apply(s, seat, action - verb.offset)

    def finish(self, s: State, winners: i64) -> None:
        """End the game; `winners` is a mask, 0 for a draw."""
        s.cells[OVER] = 1
        s.cells[WINNERS] = winners

    def dealt(self, s: State, viewer: i64) -> None:
        """`resample` has dealt hidden cards anew for that viewer: set right what other hidden fields say of them."""

    def consistent(self, s: State) -> bool:
        """Whether a position dealt anew by `resample` could be one of a running game."""
        return True

    def points(self, s: State, seat: i64) -> i64:
        """All points of a seat, hidden ones too; 0 in a family that counts none."""
        return 0

    def floor(self, s: State, name: str, row: i64, kind: i64, viewer: i64 = CHANCE) -> i64:
        """How many cards of a kind the viewer knows to be in a row of a hidden field: `resample` leaves them there.

        Without a viewer: what everybody knows.
        """
        return 0

    def lacks(self, s: State, name: str, row: i64, kind: i64, viewer: i64 = CHANCE) -> bool:
        """Whether the viewer knows a row of a hidden field to hold no more cards of a kind than `floor` says."""
        return False
