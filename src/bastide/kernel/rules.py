"""The interface of a configured game: phases say who may act, verbs act, modules change both.

`Rules` is immutable once `configured` and shared by all states of a game. A state holds no rules; every query is
`rules.query(state, ...)`. Seats are numbered from 0, CHANCE is -1; sets of seats are bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from librt.vecs import append, extend, vec
from mypy_extensions import i64, mypyc_attr

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, OutOfRange, declared_twice
from bastide.kernel.packing import flags
from bastide.kernel.state import AGENDA, BITS, CHANCE, DEPTH, OVER, WINNERS, Event, Schema, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """A range of `size` action codes with one word of notation. `offset` is set when the rules are configured.

    With `names` there is an action for each, written by its name. A `shared` verb uses a word that another owner has
    too: the parser tells them apart by the words that follow.
    """

    def __init__(self, word: str, size: int = 1, names: Sequence[str] = ()) -> None:
        self.word = word
        self.names = list(names)
        self._index: dict[str, int] = {name: i for i, name in enumerate(names)}
        self.size: i64 = len(self.names) if self.names else size
        self.by_chance = False
        self.final = False
        self.shared = False
        self.owner = ""
        self.offset: i64 = 0

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        """Perform the action; unchecked. `seat` is CHANCE for outcomes."""
        raise NotImplementedError(self.word)

    def describe(self, arg: i64) -> str:
        """The notation of one action of this verb."""
        return f"{self.word} {self.names[arg]}" if self.names else self.word

    def example(self) -> str:
        """An example of this verb in notation, for error messages that show the form."""
        return self.describe(0)

    def parse(self, words: list[str]) -> i64:
        """The argument that the words after the verb's own stand for, or -1 if they name none."""
        if not self.names:
            return 0 if not words else -1
        return self._index.get(" ".join(words), -1)


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase:
    """A kind of pending decision. `id` is set when the rules are configured.

    `partial` phases are inside a choice of several cards: the facade never stops there. In a `paid` phase, verbs that
    serve several phases charge the cost; in other phases they call `resume` instead. A `quick` phase asks one seat
    after the other, and most pass: a bot at a table answers soon, and after the same time whatever it answers. In an
    `automatic` one nobody decides: a family runs it by `resume`. `most_a` and `most_b` are the greatest values of a
    frame's two numbers (`State.push`), 0 if it has none. `asks` is the first code of the verb that answers it, for a
    phase that has no other way to it. `waits` is what seats are told that it does not ask: a rule and a sentence.
    """

    def __init__(self, name: str, most_a: int = 0, most_b: int = 0, asks: int = 0) -> None:
        self.name = name
        self.asks: i64 = asks
        self.most: list[int] = [most_a, most_b]
        self.owner = ""
        self.waits: tuple[str, str] = ("", "")
        self.paid = False
        self.quick = False
        self.automatic = False
        self.id: i64 = 0

    def actors(self, s: State) -> i64:
        """The mask of seats that the game waits for; 0 when chance decides."""
        return BITS[s.cells[s.top() + 1]]

    def optional(self, s: State) -> i64:
        """The mask of seats that may act although the game does not wait for them."""
        return 0

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add the codes of all legal actions of a seat that may act."""

    def outcomes(self, s: State, out: Codes) -> None:
        """For a decision of chance: add every outcome with its weight (`Codes.weigh`)."""

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        """Draw a chance outcome by weight; `out` is a scratch buffer.

        A phase may override this with something quicker that draws by the same weights.
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
        """Continue this phase after a verb that serves several phases has been applied.

        `value` is the verb's result.
        """

    def partial(self, s: State, seat: i64) -> bool:
        """Whether that seat has begun but not finished a choice of several cards."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """An expansion, a variant or a house rule, before a game. Families derive from it.

    Field names are local to it (`Schema.add`). A phase, word, good or option that two modules declare is refused.
    """

    def __init__(self, name: str, rules: type[Any] | None = None) -> None:
        self.name = name
        """Its name in a config."""
        self.rules = rules
        """The class of its rules in a game; None if it does nothing there."""
        self.role = ""
        """`variant`, `extension`, `scenario` or `world`: what it is played with. With all, if it has no role."""
        self.excludes: dict[str, str] = {}
        """Further modules that it is not played with: the id of the rule by the name of the module."""
        self.requires: dict[str, str] = {}
        """Modules that it is not played without: the id of the rule by the name of the module."""
        self.after: list[str] = []
        """Modules that are asked before this one."""
        self.before: list[str] = []
        """Modules that are asked after this one."""
        self.options: dict[str, tuple[str, ...]] = {}
        """The allowed texts of each option that it adds to the config, the default first."""
        self.defaults: dict[str, Any] = {}
        """Its defaults for options of the base."""
        self.raises: dict[str, int] = {}
        """What is added to numeric defaults, after all modules have set theirs."""
        self.renamed: dict[str, str] = {}
        """By earlier names of its options, which older records contain, the present names."""
        self.unprefixed: tuple[str, ...] = ()
        """Fields whose fingerprint names lack the module's prefix, as older records have them; add no new one here."""


M = TypeVar("M", bound=Module)
T = TypeVar("T")


def found(parts: Sequence[object], made: type[T]) -> T:
    """The rules of a module, by their class. Raises LookupError."""
    for part in parts:
        if isinstance(part, made):
            return part
    raise LookupError(f"no module of this game has the rules {made.__name__}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """One configured game. Families subclass it and add phases, verbs and fields before `configured`.

    `base` is the base game's name in errors about a name declared twice. Rules are pickled by their config; as they are
    immutable, a copy is the same object.

    The methods that take a seat, a code or a state raise OutOfRange for one that this game does not have. `perform` and
    other methods that change a state do not, nor do `floor` and `lacks`: they are for loops. Nor do those that take a
    state alone and read only who acts and whether the game is over: `phase`, `actors`, `optional`, `is_over`, `ending`,
    `chance_acts` and `outcomes`.
    """

    def __init__(self, seats: i64, base: str = "") -> None:
        self.seats: i64 = seats
        self.base = base
        self.declaring = base
        self.module_names: list[str] = []
        self.schema = Schema(base)
        self.schema.pack(WINNERS, flags(int(seats)))
        self.phases: vec[Phase] = vec[Phase]()
        # By phase, whether it is automatic: 1 or 0.
        self.automatic: vec[i64] = vec[i64]()
        self.paid_phases: i64 = 0
        self.verbs: list[Verb] = []
        self.verb_of: vec[Verb] = vec[Verb]()
        self.actions: i64 = 0
        self.endings: list[str] = ["", ""]  # endings, indexed by the cell OVER: not yet, in the usual way
        self.turn_rule = ""  # the rule quoted when the wrong seat acts

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def __repr__(self) -> str:
        modules = f"with {', '.join(self.module_names)}" if self.module_names else "without modules"
        return f"<{type(self).__name__}: {self.base or 'a game'} for {self.seats} seats, {modules}>"

    def check_state(self, s: State) -> None:
        """Raise OutOfRange if a state is not of this game."""
        if len(s.cells) != self.schema.size:
            raise OutOfRange(
                f"{s!r} is no position of this game, whose positions have {self.schema.size} cells: "
                "each game has its own rules"
            )

    def check_seat(self, seat: i64) -> None:
        """Raise OutOfRange for a number that is neither a seat nor CHANCE."""
        if seat < CHANCE or seat >= self.seats:
            raise OutOfRange(f"{seat} is no seat; seats are 0 to {self.seats - 1}, and CHANCE is -1")

    def check_player(self, seat: i64) -> None:
        """Raise OutOfRange for a number that is no seat."""
        if seat < 0 or seat >= self.seats:
            raise OutOfRange(f"{seat} is no seat; seats are 0 to {self.seats - 1}")

    def check_code(self, code: i64) -> None:
        """Raise OutOfRange for a number that is no action's."""
        if code < 0 or code >= self.actions:
            raise OutOfRange(f"{code} is no action; the codes of this game are 0 to {self.actions - 1}")

    def check_decision(self, s: State, seat: i64, codes: list[int]) -> None:
        """Raise OutOfRange if a state, a seat (or CHANCE) or a code is not of this game."""
        self.check_state(s)
        self.check_seat(seat)
        self.check_codes(codes)

    def check_codes(self, codes: list[int]) -> None:
        """Raise OutOfRange for a decision without any code, or with one that is no action's."""
        if not codes:
            raise OutOfRange("a decision has at least one action code")
        for code in codes:
            self.check_code(code)

    def owned_by(self, module: Module) -> None:
        """Make that module the owner of later declarations."""
        self.declaring = module.name
        self.module_names.append(module.name)
        self.schema.owned_by(module.name, module.unprefixed)

    def add_phase(self, phase: Phase, waits: tuple[str, str] = ("", "")) -> i64:
        """Register a phase and return its id; `waits` is the refusal of seats that it does not ask.

        Raises ConfigError if another owner has a phase of that name.
        """
        for other in self.phases:
            if other.name == phase.name:
                raise declared_twice(
                    "the phase {name} of {owner} is already declared by {other}",
                    phase.name,
                    self.declaring,
                    other.owner,
                )
        phase.owner = self.declaring
        phase.waits = waits
        phase.id = len(self.phases)
        self.phases = append(self.phases, phase)
        self.automatic = append(self.automatic, 1 if phase.automatic else 0)
        self.paid_phases += 1 if phase.paid else 0
        self.schema.at(AGENDA).kinds[0].append(phase.name)
        self.widen(phase.id, phase.most[0], phase.most[1])
        return phase.id

    def widen(self, phase: i64, a: int, b: int) -> None:
        """Raise the greatest values of a phase's two numbers: for a module that pushes a phase of the base."""
        most = self.phases[phase].most
        most[0] = max(most[0], a)
        most[1] = max(most[1], b)
        frames = self.schema.at(AGENDA)
        frames.most = [
            len(self.phases) - 1,
            int(self.seats) - 1,
            max(frames.most[2], most[0]),
            max(frames.most[3], most[1]),
        ]

    def add_verb(self, verb: Verb, by_chance: bool = False, final: bool = False) -> i64:
        """Give a verb its dense range of codes, after all earlier ones, and return the first of them.

        The actions of a verb `by_chance` are outcomes: no seat may choose them. A `final` verb reveals a card or makes
        an agreement, so it cannot be undone. Raises ConfigError if another owner has a verb with that word, and neither
        of them is `shared`.
        """
        for other in self.verbs:
            if other.word == verb.word and other.owner != self.declaring and not (verb.shared or other.shared):
                raise declared_twice(
                    "the word {name} in the notation of {owner} is already declared by {other}",
                    verb.word,
                    self.declaring,
                    other.owner,
                )
        verb.owner = self.declaring
        verb.offset = self.actions
        verb.by_chance = by_chance or verb.by_chance
        verb.final = final or verb.final
        self.verbs.append(verb)
        self.verb_of = extend(self.verb_of, [verb] * int(verb.size))
        self.actions = self.actions + verb.size
        return verb.offset

    def add_shared(self, verb: Verb, by_chance: bool = False) -> i64:
        """Register a base verb that only modules use, at the first module's request, and return its first code."""
        module = self.declaring
        self.declaring = self.base
        self.add_verb(verb, by_chance)
        self.declaring = module
        return verb.offset

    def verb_named(self, word: str) -> Verb:
        """The first verb with that word; raises KeyError."""
        for verb in self.verbs:
            if verb.word == word:
                return verb
        raise KeyError(word)

    def named(self, code: i64) -> tuple[str, i64]:
        """The word of an action's verb, and the argument: the action's place among those of the verb.

        Raises OutOfRange for a code of no action.
        """
        self.check_code(code)
        verb = self.verb_of[code]
        return verb.word, code - verb.offset

    @property
    def num_distinct_actions(self) -> int:
        """The number of action codes, those of chance included: codes are 0 to this number - 1."""
        return int(self.actions)

    def is_chance(self, code: i64) -> bool:
        """Whether that code is an outcome of chance, which no seat can play. Raises OutOfRange for a code of no action.

        A seat never plays one, and chance plays nothing else.
        """
        self.check_code(code)
        return self.verb_of[code].by_chance

    def phase_names(self) -> list[str]:
        """The names of all phases of this game, by number."""
        names: list[str] = []
        for phase in self.phases:
            names.append(phase.name)
        return names

    def phase_name(self, s: State) -> str:
        """The name of the pending decision's phase; "" once the game is over.

        :raises OutOfRange: the state is of another game.
        """
        self.check_state(s)
        if s.cells[OVER] != 0 or s.cells[DEPTH] == 0:
            return ""
        return self.phase(s).name

    def start(self) -> State:
        """The first position."""
        raise NotImplementedError

    def read(self, text: str) -> list[int]:
        """The codes of one decision in notation; several if it chooses several cards. Raises InvalidAction."""
        raise NotImplementedError

    def write(self, codes: list[int]) -> str:
        """The notation of one decision, given its action codes."""
        raise NotImplementedError

    def form(self, code: i64, whole: bool) -> str:
        """The pattern of an action that begins a choice of several cards (`discard GOODS`); "" for others.

        With `whole`, only for choices too open to be listed (offers). Raises OutOfRange for a code of no action.
        """
        self.check_code(code)
        return ""

    def is_final(self, codes: list[int]) -> bool:
        """Whether a decision reveals or agrees something, so it cannot be undone. Raises OutOfRange as `form` does."""
        self.check_codes(codes)
        return False

    def is_answer(self, s: State, codes: list[int]) -> bool:
        """Whether a decision answers a question that was put to several seats at once and is still open in `s`.

        Such answers do not depend on each other, so one can be undone although others came after it. Raises OutOfRange
        as `form` does.
        """
        self.check_state(s)
        self.check_codes(codes)
        return False

    def was_legal(self, s: State, seat: i64, action: i64) -> bool:
        """Whether an earlier version allowed an action that is illegal now: records that hold it still load.

        :raises OutOfRange: there is no such seat or action, or the state is of another game.
        """
        self.check_decision(s, seat, [action])
        return False

    def opening(self) -> list[Event]:
        """The events before the first decision."""
        return []

    def resolved(self) -> dict[str, Any]:
        """The config with every option and the dealt layout, as records store it."""
        raise NotImplementedError

    def why_not(self, s: State, seat: i64, codes: list[int]) -> IllegalAction:
        """The error to raise for an illegal decision, with the rule's id."""
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

    def winners(self, s: State) -> i64:
        """The mask of the seats that have won; 0 while the game runs, in a draw and where all lose.

        :raises OutOfRange: the state is of another game.
        """
        self.check_state(s)
        if s.cells[OVER] == 0:
            return 0
        return s.cells[WINNERS]

    def returns(self, s: State) -> list[float]:
        """The utility of each seat: the winners share 1 equally, and the others lose 1 in equal parts.

        All are 0 while the game runs, and where it has no winner or no loser: so the sum is always 0, but for rounding.

        :raises OutOfRange: the state is of another game.
        """
        won = self.winners(s)
        winners = 0
        for seat in range(self.seats):
            if won & BITS[seat]:
                winners += 1
        losers = int(self.seats) - winners
        if winners == 0 or losers == 0:
            return [0.0] * int(self.seats)
        out: list[float] = []
        for seat in range(self.seats):
            if won & BITS[seat]:
                out.append(1 / winners)
            else:
                out.append(-1 / losers)
        return out

    def chance_acts(self, s: State) -> bool:
        """Whether a chance event is pending."""
        return s.cells[OVER] == 0 and self.actors(s) == 0

    def legal(self, s: State, seat: i64) -> vec[i64]:
        """The codes of a seat's legal actions; of the possible outcomes for CHANCE.

        :raises OutOfRange: there is no such seat, or the state is of another game.
        """
        self.check_state(s)
        self.check_seat(seat)
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
        """Whether that seat (or CHANCE) may play it. Raises OutOfRange as `legal` does, and for a code of no action."""
        self.check_code(action)
        self.check_state(s)
        self.check_seat(seat)
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
        """Whether that seat is inside a choice of several cards. Raises OutOfRange as `legal` does."""
        self.check_state(s)
        self.check_seat(seat)
        if s.cells[OVER] != 0 or seat == CHANCE:
            return False
        return self.phase(s).partial(s, seat)

    def apply(self, s: State, seat: i64, action: i64) -> None:
        """Perform an action. Call `is_legal` first unless it came from `legal`: that it is legal is not checked.

        :raises OutOfRange: there is no such seat or action, or the state is of another game.
        """
        self.check_state(s)
        self.check_seat(seat)
        self.check_code(action)
        self.perform(s, seat, action)

    def perform(self, s: State, seat: i64, action: i64) -> None:
        """`apply` without any check, for loops that take their actions from `legal`."""
        verb = self.verb_of[action]
        verb.apply(s, seat, action - verb.offset)

    def add_ending(self, name: str) -> i64:
        """Register another ending for `finish_as` and return its number; views have words for it."""
        self.endings.append(f"{self.declaring}.{name}")
        over = self.schema.at(OVER)
        over.most = [len(self.endings) - 1]
        over.kinds[0].append(self.endings[-1])
        return len(self.endings) - 1

    def ending(self, s: State) -> str:
        """The special ending, `<module>.<name>`; "" for the usual one or a running game."""
        return self.endings[s.cells[OVER]]

    def finish(self, s: State, winners: i64) -> None:
        """End the game in the usual way; `winners` is a mask, 0 if nobody wins."""
        self.finish_as(s, winners, 1)

    def finish_as(self, s: State, winners: i64, ending: i64) -> None:
        """End the game in another way, from `add_ending`; `winners` as for `finish`."""
        s.cells[OVER] = ending
        s.cells[WINNERS] = winners

    def ranking(self, s: State) -> list[list[int]]:
        """The seats by rank, best first, ties grouped: the winners, then the others by points."""
        ranks: dict[tuple[bool, int], list[int]] = {}
        for seat in range(self.seats):
            won = (s.cells[WINNERS] & BITS[seat]) != 0
            ranks.setdefault((won, 0 if won else int(self.total_points(s, seat))), []).append(int(seat))
        return [ranks[rank] for rank in sorted(ranks, reverse=True)]

    def dealt(self, s: State, viewer: i64) -> None:
        """Update fields that depend on hidden cards after `resample` has redealt them for a viewer."""

    def consistent(self, s: State) -> bool:
        """Whether a position from `resample` could occur in a running game; if not, it is redealt.

        Express limits on a single row through `lacks` instead: then no deal is rejected.
        """
        return True

    def points(self, s: State, seat: i64, viewer: int = -1) -> i64:
        """A seat's points as a viewer knows them: hidden ones count only for the seat itself, or once the game is over.

        Without `viewer`, those that everybody knows. Raises OutOfRange for a bad seat or viewer.
        """
        self.check_seat(viewer)
        points = self.open_points(s, seat)
        if viewer == seat or self.is_over(s):
            points += self.hidden_points(s, seat)
        return points

    def total_points(self, s: State, seat: i64) -> i64:
        """A seat's points, hidden ones included: the truth, which other seats do not know. Raises OutOfRange."""
        return self.open_points(s, seat) + self.hidden_points(s, seat)

    def open_points(self, s: State, seat: i64) -> i64:
        """A seat's public points; 0 in a family without points. Raises OutOfRange for a bad seat."""
        self.check_state(s)
        self.check_player(seat)
        return 0

    def hidden_points(self, s: State, seat: i64) -> i64:
        """A seat's points that others cannot see; 0 in a family without any. Raises OutOfRange for a bad seat."""
        self.check_state(s)
        self.check_player(seat)
        return 0

    def floor(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The least number of cards of a kind that the viewer knows a hidden row to hold; `resample` keeps them there.

        `field` is the offset returned by `Schema.add`. Called only for kinds that the row holds.
        Viewer -1: public knowledge.
        """
        return 0

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The mask of kinds of which the viewer knows that a hidden row holds no more than `floor`."""
        return 0
