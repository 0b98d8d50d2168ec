"""What a viewer sees of Troy: the track, the row, the ships, the own decision card, the last battle."""

from __future__ import annotations

from typing import Final

import msgspec

from bastide.expansions.island.troy.rules.state import CITIES, KINDS, OF_MYCENAE, OF_TROY, SHIPS, SUPPORT, TroyState
from bastide.kernel.state import Event
from bastide.view.island.glance import Glance
from bastide.view.model import OPEN, Reason

DONATION: Final = "donate"
ABILITIES: Final = {"exchange": "swap-card", "draw": "draw-row"}
"""The verbs of the ships that take a card of the row, by the kind of ship."""


class RowCard(msgspec.Struct, frozen=True):
    """A card put into the row since the last battle: its good, if the viewer knows it, and who put it in.

    `seat` is None for the cards of the start.
    """

    good: str | None
    seat: int | None


class WarBattle(msgspec.Struct, frozen=True):
    """A battle: the goods turned up in their order, the points of both cities, and whose marker has moved.

    `open` says that cards are still to be turned up.
    """

    goods: list[str]
    points: tuple[int, int]
    city: str | None
    open: bool


class TroyView(msgspec.Struct, frozen=True):
    """The scenario for a viewer.

    `steps` are the steps of both markers, `worth` their points, `track` the points of each step. `row` are the cards
    put in since the last battle, `rest` counts those that it left over; with `full` of them a battle is fought, with
    `turned_up` cards. `people` is the sea people's hex, None before the board is laid out. `ships` are the kinds of
    ship in the order of building, `built` the hexes of each seat's ships in that order. `trade_points` and `charters`
    (the good of the trade card) are by seat, and so is `sides`: the decision cards, as far as the viewer may know them.
    `left` counts the trade cards. `donation` and `abilities` say why the viewer cannot donate or use a ship now; None
    where it is possible.
    """

    steps: tuple[int, int]
    worth: tuple[int, int]
    track: list[int]
    row: list[RowCard]
    rest: int
    full: int
    turned_up: int
    battle: WarBattle | None
    people: str | None
    ships: list[str]
    built: list[list[str]]
    trade_points: list[int]
    charters: list[str | None]
    sides: list[str | None]
    left: dict[str, int]
    donation: Reason | None = None
    abilities: dict[str, Reason] = {}

    @property
    def cards(self) -> int:
        """How many cards lie in the row."""
        return len(self.row) + self.rest

    def worth_of(self, seat: int) -> int:
        """The points of a seat's decision card, 0 where the viewer may not know it."""
        side = self.sides[seat]
        return self.worth[CITIES.index(side)] if side is not None else 0


def seen(g: Glance) -> TroyView:
    """The scenario as a viewer sees it."""
    m, r = g.rules.module(TroyState), g.rules
    seats = range(int(r.seats))
    markers = [g.cell(m.marker + city) for city in range(len(CITIES))]
    plays = g.viewer >= 0 and g.cell(r.turn) > 0 and not g.game.over
    return TroyView(
        steps=(markers[OF_TROY], markers[OF_MYCENAE]),
        worth=(int(m.city_points(g.state, OF_TROY)), int(m.city_points(g.state, OF_MYCENAE))),
        track=[int(n) for n in m.track],
        row=[row_card(g, m, place) for place in range(int(m.given_cards(g.state)))],
        rest=int(m.rest_cards(g.state)),
        full=int(m.full),
        turned_up=int(m.shown_cards),
        battle=last_battle(g),
        people=r.board.hex_names[people] if (people := int(m.people_hex(g.state))) >= 0 else None,
        ships=[KINDS[kind] for kind in m.order],
        built=[places_of(g, m, seat) for seat in seats],
        trade_points=[g.cell(m.points_of + seat) for seat in seats],
        charters=[r.good_names[good - 1] if (good := g.cell(m.chosen + seat)) else None for seat in seats],
        sides=[side_of(g, m, seat) for seat in seats],
        left={name: g.cell(m.charters + i) for i, name in enumerate(r.good_names[: int(r.held)])},
        donation=why_no(g, DONATION) if plays else None,
        abilities={kind: why for kind, verb in ABILITIES.items() if plays and (why := why_no(g, verb)) is not None},
    )


def row_card(g: Glance, m: TroyState, place: int) -> RowCard:
    """A card of the row at a place, as far as the viewer knows it; all lie open once the game is over."""
    r = g.rules
    owner = g.cell(m.knows + place) - 1
    known = g.game.over or g.viewer == OPEN or m.knows_card(g.state, place, g.viewer)
    good = r.good_names[g.cell(m.given + place) - 1] if known else None
    return RowCard(good, owner if owner < r.seats else None)


def places_of(g: Glance, m: TroyState, seat: int) -> list[str]:
    """The hexes of a seat's ships in the order of building."""
    at = m.ship_at + seat * int(SHIPS)
    return [g.rules.board.hex_names[hex_ - 1] for k in range(int(SHIPS)) if (hex_ := g.cell(at + k))]


def side_of(g: Glance, m: TroyState, seat: int) -> str | None:
    """The city of a seat's decision card, if the viewer may know it and it is dealt."""
    side = g.cell(m.side + seat)
    return CITIES[side - 1] if side and g.sees(seat) else None


def why_no(g: Glance, verb: str) -> Reason | None:
    """Why the viewer cannot use a verb of the row now; None if it is possible."""
    if verb in g.verbs or any(form.startswith(f"{verb} ") for form in g.forms):
        return None
    return g.refusal(f"{verb} {g.rules.good_names[0]}" if verb == DONATION else verb)


def last_battle(g: Glance) -> WarBattle | None:
    """The battle that is being fought, or else the last one; None before the first."""
    battle: list[Event] = []
    for events in reversed(g.game.history):
        mine = [event for event in events if event.kind in BATTLE]
        battle = mine + battle
        if any(event.kind == "troy_battle" for event in mine):
            break
    else:
        return None
    start = max(i for i, event in enumerate(battle) if event.kind == "troy_battle")
    turned = [event for event in battle[start:] if event.kind == "troy_revealed"]
    goods = [g.rules.good_names[event.a] for event in turned]
    points = (int(turned[-1].c), int(turned[-1].d)) if turned else (0, 0)
    ended = next((event for event in battle[start:] if event.kind in ("troy_victory", "troy_tie")), None)
    city = CITIES[int(ended.a)] if ended is not None and ended.kind == "troy_victory" else None
    return WarBattle(goods, points, city, ended is None)


BATTLE: Final = frozenset({"troy_battle", "troy_revealed", "troy_victory", "troy_tie"})
"""The events of a battle."""


def cause_of(good: str) -> str | None:
    """The city for which a good counts in a battle."""
    return next((city for city, goods in SUPPORT.items() if good in goods), None)
