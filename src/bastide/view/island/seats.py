"""The players: points and their sources, hands as far as the viewer may know, awards, supply."""

from __future__ import annotations

from collections.abc import Sequence

from bastide.catan.base.island import (
    CARD_NAMES,
    CITY,
    ITEM_NAMES,
    KINDS,
    KNIGHT,
    POINT,
    SETTLEMENT,
)
from bastide.catan.base.refusals import why_no_card
from bastide.kernel.errors import Refusal
from bastide.view.island.glance import Glance, reason
from bastide.view.island.module_views import view_of, views_of
from bastide.view.model import Card, NeutralView, Points, Reason, SeatView

CARD_FORMS = {"plenty": "plenty GOODS", "monopoly": "monopoly GOOD"}
"""How to play a card that takes goods."""


def seat_views(g: Glance) -> list[SeatView]:
    """Every player in seat order."""
    return [_seat(g, seat) for seat in range(int(g.rules.seats))]


def seen(g: Glance, known: Sequence[SeatView]) -> list[SeatView]:
    """The same for one viewer; `known` is the public part."""
    return [_seat(g, seat) if g.sees(seat) else known[seat] for seat in range(int(g.rules.seats))]


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
        hand=g.goods(r.hand + seat * r.goods) if g.sees(seat) else None,
        over_limit=size > r.hand_limit(g.state, seat),
        cards_size=count,
        cards=cards if g.sees(seat) else None,
        knights=g.cell(r.played + seat * KINDS + KNIGHT),
        route=g.cell(r.route + seat),
        awards=awards,
        left=_left(g, seat),
        rates={name: int(r.rate(g.state, seat, i)) for i, name in enumerate(r.good_names)},
    )


def neutrals(g: Glance) -> list[NeutralView]:
    """Every colour that nobody plays."""
    r = g.rules
    return [
        NeutralView(
            seat=colour,
            route=g.cell(r.route + colour),
            awards=["route"] if g.cell(r.route_holder) == colour + 1 else [],
            left=_left(g, colour),
        )
        for colour in range(int(r.seats), int(r.colours))
    ]


def _left(g: Glance, colour: int) -> dict[str, int]:
    """The pieces in a supply; a supply can be negative: a module may count a piece that no supply had."""
    r = g.rules
    left = {name: max(0, g.cell(r.left + colour * 3 + i)) for i, name in enumerate(ITEM_NAMES[:3])}
    return left | {r.line_names[kind]: g.cell(int(r.line_left(colour, kind))) for kind in range(1, int(r.lines))}


def _sources(g: Glance, seat: int, awards: list[str]) -> list[Points]:
    r = g.rules
    settlements = int(r.supply[SETTLEMENT]) - g.cell(r.left + seat * 3 + SETTLEMENT)
    cities = int(r.supply[CITY]) - g.cell(r.left + seat * 3 + CITY)
    out = [Points("settlements", settlements, settlements), Points("cities", cities, 2 * cities)]
    worth = {"route": int(r.route_points), "army": int(r.army_points)}
    out += [Points(award, 1, worth[award]) for award in awards]
    for m in r.modules:
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
    for kind, name in enumerate(CARD_NAMES):
        fresh = g.cell(r.fresh + seat * KINDS + kind)
        count = g.cell(r.cards + seat * KINDS + kind) + fresh
        if not count:
            continue
        playable = any(text.split()[0] == name for text in [*g.legal, *g.forms])
        form = CARD_FORMS.get(name)
        out.append(
            Card(
                kind=name,
                count=count,
                fresh=fresh,
                notation=name if playable and not form else None,
                form=form if playable else None,
                reason=None if playable or kind == POINT else _why_no_card(g, seat, kind),
            )
        )
    return out


def _why_no_card(g: Glance, seat: int, kind: int) -> Reason:
    no = Refusal(CARD_NAMES[kind])
    if g.on_turn != seat or g.game.over:
        return reason(no.say("BASE-016", "it is not your turn"))
    error = why_no_card(g.rules, g.state, seat, kind, no)
    return reason(error or no.say("BASE-016", "finish first what you have begun"))
