"""The players in a replay of the island: what is known of their hands at a step."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.view.island.module_views import card_key
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.island.sides import owned_panels, side
from bastide.web.panels.module_pages import dealing_page, named_pages, seen_of
from bastide.web.panels.rail import neutral


def open_rail(desk: Desk, view: IslandView) -> Markup:
    """The players with the known part of their hands."""
    rows = [open_player(desk, view, seat) for seat in view.seats] + [neutral(desk, one) for one in view.unplayed]
    return tag("ol", rows, id="rail", cls="rail", data_wall=True)


def open_player(desk: Desk, view: IslandView, seat: SeatView) -> Markup:
    """One player: points, goods and cards, as far as the viewer knew them, and what the modules tell of the player."""
    secret = tag("sup", f"+{seat.hidden_points}") if seat.hidden_points else None
    label = desk._("{count:point|points}", count=seat.points)
    return tag(
        "li",
        pictures.banner(desk.colors[seat.seat], 32, 46),
        tag("h2", desk.name(seat.seat)),
        tag("div", tag("b", seat.points, cls="count"), secret, tag("small", label, cls="unit"), cls="vp"),
        tag("div", [page.open_figures(desk, seat, seen) for page, seen in seen_of(view, seat)], cls="openfigures"),
        tag("div", goods(desk, seat), cards(desk, view, seat), cls="openhand"),
        tag("div", [pictures.award(kind, 26) for kind in seat.awards], cls="medals") if seat.awards else None,
        cls=classes("slab player open", seat.seat == view.at_move and view.result is None and "turn"),
    )


def open_east(desk: Desk, view: IslandView) -> Markup:
    """Under the dice: the modules' panels for a position in which nobody acts."""
    return side("east", owned_panels((name, page.opened(desk, view, own)) for name, page, own in named_pages(view)))


def goods(desk: Desk, seat: SeatView) -> list[Markup]:
    """The goods in a hand, or its size where that is all the viewer knew."""
    closed = seat.hand is None
    size = tag("span", pictures.small_back("good", 15), seat.hand_size, hidden(desk._("cards in hand")))
    held = [(good, count) for good, count in seat.owned.items() if count]
    chips = [tag("span", pictures.chip(good, 22), count, hidden(desk.words.name(good))) for good, count in held]
    return [size, *chips] if closed else chips


def cards(desk: Desk, view: IslandView, seat: SeatView) -> list[Markup]:
    """The cards in a hand, or how many there are."""
    if seat.cards is None:
        count = seat.cards_size
        return [tag("span", pictures.small_back("dev", 15), count)] if count else []
    return [
        tag("span", card(view, held.kind), held.count, hidden(desk.words.name(card_key(view, held.kind))), cls="devc")
        for held in seat.cards
    ]


def card(view: IslandView, kind: str) -> Markup:
    """A card by its kind, as drawn by the module that deals the cards."""
    dealing = dealing_page(view)
    return (dealing and dealing.open_card(kind)) or pictures.development(kind)
