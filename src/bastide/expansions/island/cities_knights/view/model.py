"""What Cities & Knights adds to a view: plain data, under `View.modules["cities_knights"]`.

Domains are `science`, `trade` and `politics`, kinds of cards as in the notation (`crane`), ranks of knights 1 to 3.
"""

from __future__ import annotations

import msgspec

from bastide.view.model import Reason, Say


class Holder(msgspec.Struct, frozen=True):
    """The owner of a domain's metropolis, that seat's level there, and its place."""

    seat: int
    level: int
    place: str


class Ruler(msgspec.Struct, frozen=True):
    """One player's public data: levels, metropolises, the backs of the hidden cards, knights, points.

    `levels` and `backs` count by domain. `force` is the strength of the active knights, `host` of all. `open` are the
    point cards that lie before the player. `walls` and `knights` (by rank) are what is left in the supply, `walled` and
    `posted` what stands on the board. `tipped` is where cities lie on their side and count as settlements, `sabotaged`
    where they yield as such.
    """

    seat: int
    levels: dict[str, int]
    metropolises: list[str]
    backs: dict[str, int]
    force: int
    host: int
    cities: int
    tokens: int
    open: list[str]
    merchant: bool
    walls: int
    knights: list[int]
    walled: int
    posted: list[int]
    tipped: list[str]
    sabotaged: list[str]


class Step(msgspec.Struct, frozen=True):
    """The viewer's next level of a domain: the building, its price in `good`, and how to build it."""

    domain: str
    good: str
    level: int
    building: str | None
    cost: int
    held: int
    notation: str | None = None
    reason: Reason | None = None


class Deed(msgspec.Struct, frozen=True):
    """One action of the viewer's knight: `activate`, `promote`, `move`, `displace` or `chase`.

    Send `notation`, or choose one of the `View.targets` of `verb`. `say` is what it brings.
    """

    kind: str
    notation: str | None = None
    verb: str | None = None
    say: Say | None = None
    cost: dict[str, int] = {}
    reason: Reason | None = None


class Knight(msgspec.Struct, frozen=True):
    """A knight on the board. `deeds` are what the viewer may do with it, in fixed order; none for other players'."""

    place: str
    seat: int
    rank: int
    active: bool
    menu: str = ""
    deeds: list[Deed] = []


class Weighing(msgspec.Struct, frozen=True):
    """What would happen if the barbarians landed now: both strengths, and who would lose or gain."""

    barbarians: int
    knights: int
    losers: list[int]
    best: list[int]


class Battle(msgspec.Struct, frozen=True):
    """An attack of this turn: each seat's cities and active strength as counted, and the result.

    `fallen` are the seats that lost a city so far, `owing` those that still choose one. `defender` has won a point;
    `drawing` are those who choose a card instead.
    """

    number: int
    cities: list[int]
    strengths: list[int]
    barbarians: int
    knights: int
    spared: list[int]
    fallen: list[int]
    owing: list[int]
    defender: int | None
    drawing: list[int]
    over: bool


class KnightsView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that Cities & Knights adds for one viewer.

    `readings` are the options by which a rule is read otherwise than in the edition. `event` is what the event die of
    the last roll shows (`ship` or a domain, None until it lies), `red` what the red die does, `drew` who drew a card
    by it. `ship` of `length` steps
    are made, `attacks` were fought. `piles` count the cards by domain. `merchant` is the hex where it stands.
    `exchange` are the seats with whom a commercial harbour allows an exchange, `fleet` the goods that go two for one
    this turn, `cranes` how many improvements are cheaper by one.
    """

    edition: str
    readings: list[str]
    event: str | None
    red: int
    drew: list[int]
    ship: int
    length: int
    attacks: int
    robber_sleeps: bool
    now: Weighing
    battle: Battle | None
    rulers: list[Ruler]
    holders: dict[str, Holder]
    piles: dict[str, int]
    knights: list[Knight]
    steps: list[Step]
    merchant: str | None
    merchant_of: int | None
    exchange: dict[int, list[str]]
    fleet: list[str]
    cranes: int
    most_cards: int
    asked: list[str]
