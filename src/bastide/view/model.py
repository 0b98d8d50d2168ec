"""The view of a game for one viewer: plain data, to be drawn, sent as JSON or read aloud.

A `View` is built from a `Game` for one viewer and holds nothing that this viewer may not know. Every drawing (SVG,
HTML, text) is a pure function of a view, and every place is written in the notation of the game: a hex `0,-1`, a
corner
`0,-1,S`, an edge `0,0,NE`.

Words are not chosen here: a `Say` is a message in English (the gettext key) with its arguments, and
`bastide.view.words` turns it into a sentence of one language. An argument of a `Say` is a number, a word, or, by its
name:

- `player`, `other`, `victim`, `winner`: a seat number, shown as that seat's name and colour;
- `goods`, `paid`, `gained`: goods and how many, `{"ore": 3}`, shown as icons with their words;
- `number`: a number token or a sum of dice, `good`, `card`, `piece`: the key of a name (`"ore"`, `"knight"`, `"road"`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

SPECTATOR: Final = -1
"""A viewer without a seat: sees public data."""
OPEN: Final = -2
"""A viewer who sees everything: a finished game, or an analysis board."""
CHANCE: Final = -1
"""Among `View.actors` when the dice or the deck decide."""
Arg = int | str | dict[str, int]


class Say(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message: the English text with `{name}` fields, which is also its key in the catalogues, and the arguments."""

    text: str
    args: dict[str, Arg] = {}


class Reason(msgspec.Struct, frozen=True):
    """Why something is not possible: the sentence, the rule's id, and the missing goods, if any."""

    say: Say
    rule: str
    missing: dict[str, int] = {}


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece on the board. `kind` is road, settlement or city (modules add more).

    `seat` is its owner: a seat, a colour that nobody plays (`IslandView.neutrals`), or -1 for nobody.

    `told` are short lines on what is out of the ordinary with it, and where it stands.
    """

    kind: str
    place: str
    seat: int
    told: list[Say] = []


class Target(msgspec.Struct, frozen=True):
    """A place on the board where the viewer may act now.

    `verb` groups targets (`road`, `settlement`, `city`, `robber`), so that a page can show those of the chosen action
    only.
    `piece` is the ghost to draw (`road`, `settlement`, `city`, `robber`; empty where it stands already); `tip` are
    short lines on what the place gives. With `then`, choosing the place sends nothing (`notation` is empty): it shows
    what can be done there, a menu of that name or the targets of that verb. `at` is the place in tiles from 0,0 where
    `place` is no section of a tile, `badge` the letter by which a choice names the place. Of some places several are
    chosen, in any order: `together`, left out elsewhere, says how many, and the rank of
    this one among those that are then sent in turn.
    """

    notation: str
    place: str
    verb: str
    piece: str
    label: Say
    tip: list[Say] = []
    then: str = ""
    at: tuple[float, float] | None = None
    badge: str = ""
    together: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET


class Card(msgspec.Struct, frozen=True):
    """Cards of one kind in the viewer's own hand: development cards, or those that a module deals.

    `fresh` of the `count` were bought this turn. To play one, send `notation`, fill in `form`, or choose one of the
    `View.targets` of `verb`.
    """

    kind: str
    count: int
    fresh: int = 0
    notation: str | None = None
    form: str | None = None
    reason: Reason | None = None
    verb: str | None = None


class Points(msgspec.Struct, frozen=True):
    """One source of points, in the order of the score sheet.

    Settlements, cities, route, army, cards (modules add more).
    """

    source: str
    count: int
    points: int


class Seat(msgspec.Struct, frozen=True):
    """What every family shows of a player: the seat, and the public points."""

    seat: int
    points: int

    @property
    def total(self) -> int:
        """All points, hidden ones included as far as the viewer may know them."""
        return self.points


class Action(msgspec.Struct, frozen=True):
    """A button of the table, listed in a fixed order also when it cannot be used now.

    `verb`: road, settlement, city, card, trade, bank, roll, end. One of three ways to use it: send `notation` as it is,
    choose one of the `View.targets` with the same verb, or fill in a `form` (see `View.forms`). `reason` says why not.
    """

    verb: str
    enabled: bool
    notation: str | None = None
    cost: dict[str, int] = {}
    left: int | None = None
    reason: Reason | None = None


class Choice(msgspec.Struct, frozen=True):
    """A required choice that is not a place on the board.

    `kind` is discard, give, plenty, monopoly, rob (choose a victim), bid, answer, or a module's word. With `among`,
    choose `count` of those goods (how many of each there are) and send `verb` followed by them, e.g. `discard ore*2
    wool`; for a bid `count` is 0: choose any number, at least one, or send one of `options`. Otherwise send one of
    `options`.
    """

    kind: str
    say: Say
    verb: str = ""
    count: int = 0
    among: dict[str, int] = {}
    options: list[Option] = []


class Option(msgspec.Struct, frozen=True):
    """One ready answer to a choice: what to send, and its label.

    With `verb`, it shows the targets of that verb; with `form`, the form of that card, as `Card.form` has it.
    """

    notation: str
    say: Say
    seat: int | None = None
    good: str | None = None
    card: str | None = None
    verb: str | None = None
    form: str | None = None


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log.

    `kind` names an icon; `detail` are the reasons, e.g. which building yielded; `version` dates it.
    """

    version: int
    turn: int
    seat: int
    kind: str
    say: Say
    detail: list[Say] = []


def last_turn(log: Sequence[LogLine]) -> list[LogLine]:
    """The last turn's lines of a log."""
    return [line for line in log if line.turn == log[-1].turn]


class Story(msgspec.Struct, frozen=True):
    """Figures of a finished game, for its charts.

    `points[seat][turn]` are the points, hidden ones included, when that turn began (turn 0: after the set-up), and at
    the end. `goods[seat]` are cards won and lost by cause: `production`, `trade`, `bank`, `robber`, `cards` (played)
    count what came in, `spent`, `discard`, `trade_out`, `bank_out`, `robber_out`, `cards_out` what went.
    """

    points: list[list[int]]
    goods: list[dict[str, int]]


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winners (none for a draw), why, and the game in figures.

    `lost` is left out unless an expansion ended it and all players have lost together.
    """

    winners: list[int]
    say: Say
    story: Story | None = None
    lost: bool | msgspec.UnsetType = msgspec.UNSET


class View(msgspec.Struct, frozen=True, kw_only=True, tag_field="family"):
    """What every family shows one viewer, at one version of a game; each adds more.

    `version` counts the decisions so far. `actors` are the seats the game waits for (`[CHANCE]` for dice, deck or
    stack), `optional` those that may act but need not. `forms` are the open-ended notations the viewer may send now,
    as words with capital placeholders: `offer GIVE for WANT`, `counter GIVE for WANT`. `moved` is the place of the last
    move. `legal` are all notations the viewer may send, forms apart; those of a choice of a single card are among them.
    While the game waits for the viewer, it is empty only where several cards are to be chosen: then `choice` has the
    `count`, `among` and `verb`. `can_redo` is left out unless it is true.
    """

    family: ClassVar[str] = ""
    version: int
    viewer: int
    turn: int
    phase: str
    on_turn: int
    actors: list[int]
    optional: list[int]
    prompt: Say
    seats: Sequence[Seat]
    actions: list[Action]
    targets: list[Target]
    choice: Choice | None
    legal: list[str]
    forms: list[str]
    log: list[LogLine]
    moved: str | None
    can_undo: bool
    can_redo: bool | msgspec.UnsetType = msgspec.UNSET
    result: Result | None

    @property
    def owners(self) -> int:
        """How many own pieces: the seats, then the colours that nobody plays."""
        return len(self.seats)

    @property
    def at_move(self) -> int:
        """The seat that plays: mostly the one on turn."""
        return self.on_turn

    @property
    def has_actions(self) -> bool:
        """Whether the viewer has buttons at all: a spectator has none."""
        return bool(self.actions)

    @property
    def turn_action(self) -> Action | None:
        """The button that begins or ends the turn: the first that is enabled, else `end`."""
        found = {action.verb: action for action in self.actions if action.verb in TURN_VERBS}
        shown = (found[verb] for verb in TURN_VERBS if verb in found and found[verb].enabled)
        return next(shown, found.get("end"))

    @property
    def offered_by(self) -> int | None:
        """The seat whose offer the viewer is to answer, or has made; none for others."""
        return None

    @property
    def beyond(self) -> View | None:
        """The view with what the viewer can do after withdrawing an own offer; None without one."""
        return None


TURN_VERBS: Final = ("roll", "end", "done")
"""The verbs that begin or end a turn."""
