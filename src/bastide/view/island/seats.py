"""The players: points and their sources, hands as far as the viewer may know, awards, supply."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bastide.catan.base.island import (
    CARD,
    CITY,
    KINDS,
    KNIGHT,
    SETTLEMENT,
)
from bastide.catan.base.refusals import why_no_card
from bastide.kernel.errors import Refusal
from bastide.view.island.glance import Glance
from bastide.view.island.model import NeutralView, SeatView
from bastide.view.island.module_views import view_of, views_of
from bastide.view.island.trail import trail
from bastide.view.lines import reason
from bastide.view.model import Card, Points, Reason

CARD_FORMS = {"plenty": "plenty GOODS", "monopoly": "monopoly GOOD"}
"""How to play a card that takes goods."""


def seat_views(g: Glance) -> list[SeatView]:
    """Every player in seat order."""
    return [_seat(g, seat) for seat in range(int(g.rules.seats))]


def seen(g: Glance, known: Sequence[SeatView]) -> list[SeatView]:
    """The same for one viewer; `known` is the public part."""
    return [_opened(g, seat) if g.sees(seat.seat) else seat for seat in known]


def _opened(g: Glance, known: SeatView) -> SeatView:
    """A player with what only some viewers see; `known` is the public part."""
    r, seat = g.rules, known.seat
    count, cards = _cards_of(g, seat)
    return replace(
        known,
        sources=_sources(g, seat, known.awards),
        hidden_points=int(r.hidden_points(g.state, seat)),
        hand=g.cards(r.hand + seat * r.goods),
        cards_size=count,
        cards=cards,
    )


def _seat(g: Glance, seat: int) -> SeatView:
    r = g.rules
    size = int(r.hand_size(g.state, seat))
    hidden = int(r.hidden_points(g.state, seat))
    count, cards = _cards_of(g, seat)
    awards = [name for name, at in (("route", r.route_holder), ("army", r.army_holder)) if g.cell(at) == seat + 1]
    return SeatView(
        seat=seat,
        points=int(r.open_points(g.state, seat)),
        sources=_sources(g, seat, awards),
        hidden_points=hidden if g.sees(seat) else None,
        hand_size=size,
        hand=g.cards(r.hand + seat * r.goods) if g.sees(seat) else None,
        over_limit=size > r.hand_limit(g.state, seat),
        cards_size=count,
        cards=cards if g.sees(seat) else None,
        knights=g.cell(r.played + seat * r.kinds + KNIGHT),
        route=_route(g, seat),
        awards=awards,
        left=_left(g, seat),
        rates={name: int(r.rate(g.state, seat, i)) for i, name in enumerate(r.good_names)},
        purse=g.purse(seat),
        trail=trail(g, seat) if r.route_points else {},
    )


def neutrals(g: Glance) -> list[NeutralView]:
    """Every colour that nobody plays."""
    r = g.rules
    return [
        NeutralView(
            seat=colour,
            route=_route(g, colour),
            awards=["route"] if g.cell(r.route_holder) == colour + 1 else [],
            left=_left(g, colour),
            trail=trail(g, colour) if r.route_points else {},
        )
        for colour in range(int(r.seats), int(r.colours))
    ]


def _route(g: Glance, colour: int) -> int:
    """The length of a colour's longest route; -1 where no route wins anything."""
    return g.cell(g.rules.route + colour) if g.rules.route_points else -1


def _left(g: Glance, colour: int) -> dict[str, int]:
    """The pieces in a colour's supply, of the items whose pieces are counted."""
    r = g.rules
    counted = [i for i in range(r.items) if i < CARD or (i > CARD and r.left_of(g.state, colour, i) >= 0)]
    # A supply can be negative: a module may count a piece that no supply had.
    return {r.item_names[i]: max(0, int(r.left_of(g.state, colour, i))) for i in counted}


def _sources(g: Glance, seat: int, awards: list[str]) -> list[Points]:
    r = g.rules
    settlements = int(r.supply[SETTLEMENT]) - g.cell(r.left + seat * 3 + SETTLEMENT)
    cities = int(r.supply[CITY]) - g.cell(r.left + seat * 3 + CITY)
    out = [Points("settlements", settlements, settlements), Points("cities", cities, 2 * cities)]
    worth = {"route": int(r.route_points), "army": int(r.army_points)}
    out += [Points(award, 1, worth[award]) for award in awards]
    for m in r.module_rules:
        found = view_of(m.name).points(g, seat)
        if not found and (points := int(m.points(g.state, seat))):
            found = [Points(m.name, 1, points)]
        out += found
    hidden = int(r.hidden_points(g.state, seat))
    if hidden and g.sees(seat):
        out.append(Points("cards", hidden, hidden))
    return out


def _cards_of(g: Glance, seat: int) -> tuple[int, list[Card]]:
    """A seat's card count and cards: the base's, or a module's instead."""
    dealer = next((view for view in views_of(g.rules) if view.deals_cards), None)
    if dealer is not None:
        return dealer.cards(g, seat)
    cards = _cards(g, seat)
    return sum(card.count for card in cards), cards


def _cards(g: Glance, seat: int) -> list[Card]:
    r = g.rules
    out: list[Card] = []
    for kind, name in enumerate(r.card_names):
        fresh = g.cell(r.fresh + seat * r.kinds + kind)
        count = g.cell(r.cards + seat * r.kinds + kind) + fresh
        if not count:
            continue
        playable = any(text.split()[0] == name for text in [*g.legal, *g.forms])
        form = CARD_FORMS.get(name) or next((form for form in g.forms if form.split()[0] == name), None)
        alone = kind < KINDS or name in g.legal  # otherwise it is played on a place of the board
        played = any(verb.word == name for verb in r.verbs)
        out.append(
            Card(
                kind=name,
                count=count,
                fresh=fresh,
                notation=name if playable and alone and not form else None,
                form=form if playable else None,
                reason=None if playable or not played else _why_no_card(g, seat, kind),
                verb=name if playable and not alone and not form else None,
            )
        )
    return out


def _why_no_card(g: Glance, seat: int, kind: int) -> Reason:
    no = Refusal(g.rules.card_names[kind])
    if g.on_turn != seat or g.game.over:
        return reason(no.say("BASE-016", "it is not your turn"))
    error = why_no_card(g.rules, g.state, seat, kind, no)
    if error is None and kind >= KINDS:
        error = g.why_not(seat, g.rules.card_names[kind])
    return reason(error or no.say("BASE-016", "finish first what you have begun"))
