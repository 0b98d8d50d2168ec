"""The view of a game of the island."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bastide.view.model import Action, Card, Choice, Piece, Points, Seat, Target, View

INNER_SITE: Final = "inner"
"""The word of a site that is a path within a hex."""


class Hex(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex. `terrain` is forest, hills, pasture, fields, mountains, desert or sea (modules add more).

    `number` is its token's, the first of `numbers` if there are several. A hex of `water` is not land.
    """

    q: int
    r: int
    terrain: str
    number: int | None
    numbers: list[int] = []
    water: bool = False

    @property
    def name(self) -> str:
        """The hex in notation, `q,r`."""
        return f"{self.q},{self.r}"

    @property
    def tokens(self) -> list[int]:
        """The numbers of all its tokens."""
        return self.numbers or ([] if self.number is None else [self.number])


class Site(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that the layout marks with a module's word: a hex, a corner, an edge, or "" for beside the board.

    The base's words are `inner`, a path within a hex, and `robber`, where the robber begins.
    """

    word: str
    place: str = ""
    value: int = 0


class Harbor(msgspec.Struct, frozen=True):
    """A harbour on the side (NE, E, SE, SW, W, NW) of a land hex; `good` is None for a general one."""

    q: int
    r: int
    side: str
    good: str | None
    ratio: int


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of the board that never changes in a game."""

    hexes: list[Hex]
    harbors: list[Harbor]
    sites: list[Site] = []


class SeatView(Seat, frozen=True, omit_defaults=True):
    """One player as the viewer sees them.

    `hand`, `cards` and `hidden_points` are None where the viewer may not know. A rate of 0 means that the bank does not
    take the good now. `purse` holds goods that are not cards and lie open. `trail` has the edges of the longest route,
    by kind of line, in a game with several kinds. `route` is -1 in a game without the longest road.
    """

    sources: list[Points]
    hidden_points: int | None
    hand_size: int
    hand: dict[str, int] | None
    over_limit: bool
    cards_size: int
    cards: list[Card] | None
    knights: int
    route: int
    awards: list[str]
    left: dict[str, int]
    rates: dict[str, int]
    purse: dict[str, int] = msgspec.field(default_factory=dict)
    trail: dict[str, list[str]] = msgspec.field(default_factory=dict)

    @property
    def total(self) -> int:
        """All points, hidden ones included as far as the viewer may know them."""
        return self.points + (self.hidden_points or 0)

    @property
    def owned(self) -> dict[str, int]:
        """All that the player can pay and trade with, as far as the viewer knows: cards of goods and the purse."""
        return {**(self.hand or {}), **self.purse}


class NeutralView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour that nobody plays; `seat` is its number as the owner of pieces, after the seats.

    `route` and `trail` are those of `SeatView`.
    """

    seat: int
    route: int
    awards: list[str]
    left: dict[str, int]
    trail: dict[str, list[str]] = {}


class Answer(msgspec.Struct, frozen=True):
    """A seat's answer to the offer: `waiting`, `accept`, `refuse` or `counter` (then with its own goods).

    `gives` and `wants` are from the answering seat's side. `notation` is what the offering viewer sends to take it.
    """

    seat: int
    kind: str
    gives: dict[str, int] = {}
    wants: dict[str, int] = {}
    notation: str | None = None


class Offer(msgspec.Struct, frozen=True):
    """The open offer, from the offering seat's side, with the answers so far."""

    seat: int
    gives: dict[str, int]
    wants: dict[str, int]
    answers: list[Answer]
    may_answer: bool
    may_accept: bool
    withdraw: str | None


class OpenOffer(NamedTuple):
    """An offer that seats have yet to answer, from public information only.

    `number` counts decisions: it differs from offer to offer. `refusal` is the notation with which a `waiting` seat
    refuses. Everybody can see that the `unable` ones cannot accept.
    """

    number: int
    seat: int
    waiting: tuple[int, ...]
    refusal: str
    unable: frozenset[int]


class BankTrade(msgspec.Struct, frozen=True):
    """An exchange with the bank or a harbour that the viewer can make now."""

    notation: str
    give: str
    count: int
    get: str


class Instead(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the viewer can do once the own open offer is withdrawn, by the fields of the view that tell it.

    `before` is the notation that withdraws it: a command can send it together with a move, as `Command.before`. `cards`
    are the own cards, `modules` the data of the expansions that differ from those of the view.
    """

    before: str
    phase: str
    actions: list[Action]
    targets: list[Target]
    choice: Choice | None
    legal: list[str]
    forms: list[str]
    bank_trades: list[BankTrade]
    cards: list[Card] | None
    modules: dict[str, Any] = {}


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last roll: who rolled, the two dice, the hexes that yielded and the one blocked by the robber.

    Where the number came from elsewhere, there are no dice, and it is `drawn`.
    """

    seat: int
    dice: list[int]
    hexes: list[str]
    blocked: str | None
    drawn: int = 0

    @property
    def total(self) -> int:
        """The number."""
        return self.drawn or sum(self.dice)


class SideRoll(msgspec.Struct, frozen=True):
    """The last roll within this turn that is not the roll of the turn: who rolled, how many dice, their sum."""

    seat: int
    dice: int
    total: int


class IslandView(View, frozen=True, kw_only=True, tag="island"):
    """Everything one viewer may see and do on the island.

    `rolls[n]` counts the rolls of sum n. `bank` leaves out goods of which the bank never runs out. `deck` is None in a
    game without development cards. `neutrals` are the colours that nobody plays, `side_roll` is a roll in mid-turn,
    `builder` is the seat that builds and buys although it is not on turn, `instead` what the viewer can do in place of
    an own open offer; each is left out where there is none.
    `modules` holds what each expansion adds, by its name: a struct of its own.
    """

    family: ClassVar[str] = "island"
    goal: int
    hand_limit: int
    board: Board
    pieces: list[Piece]
    robber: str | None
    roll: Roll | None
    rolls: list[int]
    bank: dict[str, int]
    deck: int | None
    seats: list[SeatView]
    bank_trades: list[BankTrade]
    offer: Offer | None
    side_roll: SideRoll | msgspec.UnsetType = msgspec.UNSET
    neutrals: list[NeutralView] | msgspec.UnsetType = msgspec.UNSET
    builder: int | msgspec.UnsetType = msgspec.UNSET
    instead: Instead | msgspec.UnsetType = msgspec.UNSET
    modules: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def unplayed(self) -> list[NeutralView]:
        """The colours that nobody plays."""
        return self.neutrals or []

    @property
    def owners(self) -> int:
        """How many own pieces: the seats, then the colours that nobody plays."""
        return len(self.seats) + len(self.unplayed)

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat, with its hand; None for a spectator."""
        return next((seat for seat in self.seats if seat.seat == self.viewer and seat.hand is not None), None)

    @property
    def has_hand(self) -> bool:
        """Whether the viewer holds a hand."""
        return self.own is not None

    @property
    def held(self) -> dict[str, int]:
        """All that the viewer can pay and trade with."""
        return {} if self.own is None else self.own.owned

    @property
    def others(self) -> list[int]:
        """The seats of the other players."""
        return [seat.seat for seat in self.seats if seat.seat != self.viewer]

    @property
    def trails(self) -> list[dict[str, list[str]]]:
        """The longest route of each owner of pieces, by owner: its places by kind of line."""
        return [seat.trail for seat in self.seats] + [one.trail for one in self.unplayed]

    @property
    def supplies(self) -> frozenset[str]:
        """The kinds of pieces that the players have or had in their supplies."""
        return frozenset(kind for seat in self.seats for kind in seat.left)

    @property
    def at_move(self) -> int:
        """The seat that plays: the one on turn, or the one that places in the set-up or builds after that turn."""
        placing = self.actors[0] if self.turn == 0 and self.actors and self.actors[0] >= 0 else self.on_turn
        return placing if self.builder is msgspec.UNSET else self.builder

    @property
    def offered_by(self) -> int | None:
        """The seat whose offer the viewer is to answer, or has made; none for others."""
        made = self.offer
        return made.seat if made is not None and (made.may_answer or made.seat == self.viewer) else None

    @property
    def beyond(self) -> IslandView | None:
        """The view with what the viewer can do after withdrawing an own offer; None without one."""
        after = self.instead
        if after is msgspec.UNSET:
            return None
        seats = [replace(seat, cards=after.cards) if seat.seat == self.viewer else seat for seat in self.seats]
        return replace(
            self,
            phase=after.phase,
            actors=[self.viewer],
            optional=[],
            seats=seats,
            offer=None,
            actions=after.actions,
            targets=after.targets,
            choice=after.choice,
            legal=after.legal,
            forms=after.forms,
            bank_trades=after.bank_trades,
            modules=self.modules | after.modules,
        )
