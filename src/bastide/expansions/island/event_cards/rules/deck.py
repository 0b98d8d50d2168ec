"""The pile: which cards there are, and which can come next (TB-EVT-001 to TB-EVT-006).

The five cards below New Year are never seen, and neither is the order of the others: each card that has not come since
the last New Year is as likely to be the next. So the position holds only the cards that have come, which all have seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.turn import lay_other_number
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.expansions.island.event_cards.rules.state import EventCardsState

FINE_DAY: Final[i64] = 0
PLENTIFUL_YEAR: Final[i64] = 1
CONFLICT: Final[i64] = 2
ROBBER_FLEES: Final[i64] = 3
TOURNAMENT: Final[i64] = 4
TRADE_ADVANTAGE: Final[i64] = 5
EPIDEMIC: Final[i64] = 6
EARTHQUAKE: Final[i64] = 7
GOOD_NEIGHBOURS: Final[i64] = 8
ROBBER_ATTACK: Final[i64] = 9
CALM_SEA: Final[i64] = 10
NEIGHBOURS_HELP: Final[i64] = 11
EVENT_NAMES: Final = [
    "fine-day",
    "plentiful-year",
    "conflict",
    "robber-flees",
    "tournament",
    "trade-advantage",
    "epidemic",
    "earthquake",
    "good-neighbours",
    "robber-attack",
    "calm-sea",
    "neighbours-help",
]

DECK: Final = (
    ("plentiful-year", 2, 1),
    ("conflict", 3, 1),
    ("fine-day", 3, 1),
    ("robber-flees", 4, 2),
    ("fine-day", 4, 1),
    ("tournament", 5, 1),
    ("trade-advantage", 5, 1),
    ("fine-day", 5, 2),
    ("epidemic", 6, 1),
    ("earthquake", 6, 1),
    ("good-neighbours", 6, 1),
    ("fine-day", 6, 2),
    ("robber-attack", 7, 6),
    ("epidemic", 8, 1),
    ("fine-day", 8, 4),
    ("calm-sea", 9, 1),
    ("fine-day", 9, 3),
    ("neighbours-help", 10, 1),
    ("fine-day", 10, 2),
    ("neighbours-help", 11, 1),
    ("fine-day", 11, 1),
    ("calm-sea", 12, 1),
)
"""Each card: its event, its number, how many there are; New Year apart."""
CARD_NAMES: Final = [f"{event} {number}" for event, number, _count in DECK]
"""The kinds of cards in notation."""
KINDS: Final[i64] = len(DECK)
COPIES: Final = vec[i64]([count for _event, _number, count in DECK])
NUMBERS: Final = vec[i64]([number for _event, number, _count in DECK])
EVENTS: Final = vec[i64]([EVENT_NAMES.index(event) for event, _number, _count in DECK])
BELOW: Final[i64] = 5
"""The cards below New Year, which do not come."""
ABOVE: Final[i64] = 31
"""The cards above it, if none is left out."""
KIND_OF: Final = vec[i64]([kind for kind, (_event, _number, count) in enumerate(DECK) for _copy in range(count)])
COPY_OF: Final = vec[i64]([copy for _event, _number, count in DECK for copy in range(count)])
"""Each of the 36 cards: its kind, and which copy of it. Of a kind that has come n times, the copies below n are out."""
DRAWS: Final = 20
"""How often a card is drawn blindly, before the outcomes are listed."""


def come(m: EventCardsState, s: State) -> i64:
    """How many cards have come since the last New Year."""
    return s.cells[m.come]


class RevealPhase(Phase):
    """Chance: the top card of the pile. Frame: the seat on turn."""

    def __init__(self, m: EventCardsState, verb: i64) -> None:
        super().__init__("event_cards_reveal")
        self.m = m
        self.verb: i64 = verb

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        anew = s.cells[self.m.come] == self.m.above
        for kind in range(KINDS):
            n = self.m.copies[kind]
            if not anew:
                n -= s.cells[self.m.seen + kind]
            if n > 0:
                out.weigh(self.verb + kind, n)

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        m = self.m
        c = s.cells
        anew = c[m.come] == m.above  # they are shuffled again first
        for _try in range(DRAWS):
            card = chooser.below(ABOVE + BELOW)
            kind = KIND_OF[card]
            copy = COPY_OF[card]
            # Left out of this game are the last copies of a kind.
            if copy < m.copies[kind] and (anew or copy >= c[m.seen + kind]):
                return self.verb + kind
        return super().sample(s, chooser, out)


class RevealVerb(Verb):
    """`reveal epidemic 8`: which card it was. If New Year lay on it, all cards were shuffled again first."""

    def __init__(self, m: EventCardsState) -> None:
        super().__init__("reveal", KINDS, by_chance=True)
        self.m = m

    def describe(self, arg: i64) -> str:
        return f"reveal {CARD_NAMES[arg]}"

    def parse(self, words: list[str]) -> i64:
        name = " ".join(words)
        if name in CARD_NAMES:
            return CARD_NAMES.index(name)
        return -1

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        who = c[s.top() + 1]
        s.pop()
        if c[m.come] == m.above:
            for at in range(m.seen, m.seen + KINDS):
                c[at] = 0
            c[m.come] = 0
            s.emit("event_cards_new_year", who)
        c[m.seen + arg] += 1
        c[m.come] += 1
        c[m.card] = arg + 1
        s.emit("event_cards_card", who, EVENTS[arg], NUMBERS[arg])
        lay_other_number(m.r, s, who, NUMBERS[arg])
