"""The players: points and their sources, figures in the supply, and goods from expansions."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from markupsafe import Markup

from bastide.view.carcassonne.model import CarcassonneView, Stock, TileSeat
from bastide.view.carcassonne.svg.pieces import figure
from bastide.view.lines import pair
from bastide.web.panels import pictures
from bastide.web.panels.clock import button, clock
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, least, tag
from bastide.web.panels.rail import host_mark, seat_source, sign, state
from bastide.web.panels.seats import is_away

TRACK: Final = 50
"""The spaces of the score track."""


@cache
def figure_art(word: str, color: str, size: int = 20) -> Markup:
    """A figure beside a number, or on a button."""
    box = f'width="{size}" height="{size}" viewBox="-62 -122 124 136"'
    return Markup(f'<svg class="meeple" {box} aria-hidden="true">{figure(word, color)}</svg>')


@cache
def good_art(kind: str, size: int = 19) -> Markup:
    """A good in front of a player."""
    box = f'width="{size}" height="{size}" viewBox="-36 -36 72 72"'
    return Markup(f'<svg class="goodart" {box} aria-hidden="true"><use href="#k-{kind}"/></svg>')


def slabs(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """Each player's slab."""
    return {f"rail-{seat.seat}": str(player(desk, view, seat)) for seat in view.seats}


def source(desk: Desk, view: CarcassonneView, seat: TileSeat) -> tuple[Any, ...]:
    """The inputs of one player's rendering."""
    return (seat, *seat_source(desk, view, seat.seat))


def player(desk: Desk, view: CarcassonneView, seat: TileSeat) -> Markup:
    """One player's slab."""
    return desk.kept.part(("slab", seat.seat), source(desk, view, seat), lambda: slab(desk, view, seat))


def slab(desk: Desk, view: CarcassonneView, seat: TileSeat) -> Markup:
    """The slab itself; all inputs are in `source`."""
    chair = desk.table.chairs[seat.seat]
    turn = seat.seat == view.on_turn and view.result is None
    return tag(
        "li",
        pictures.banner(chair.look),
        marker(desk, seat.points),
        tag("h2", tag("span", desk.name(seat.seat), cls="name"), host_mark(desk, chair), sign(desk, chair)),
        tag("div", state(desk, view, seat.seat), cls="state"),
        points(desk, seat),
        clock(desk, seat.seat, "rail"),
        stats(desk, seat),
        breakdown(desk, seat),
        cls=classes("slab player", turn and "turn", is_away(desk, chair) and "away"),
        id=f"rail-{seat.seat}",
        data_seat=seat.seat,
        tabindex=0,
        aria_current="true" if turn else None,
        aria_describedby=f"sources-{seat.seat}",
    )


def points(desk: Desk, seat: TileSeat) -> Markup:
    """The score."""
    words = tag("small", desk._("{count:point|points}", count=seat.points), cls="unit")
    return tag("div", tag("b", seat.points, cls="count"), words, cls="vp")


def marker(desk: Desk, score: int) -> Markup | None:
    """The marker 50, 100 and so on of a player whose figure has passed the end of the score track (CARC-006)."""
    if score < TRACK:
        return None
    passed = score // TRACK * TRACK
    said = desk._("Marker {points}: round the score track", points=passed)
    return tag("span", tag("span", passed, aria_hidden="true"), hidden(said), cls="marker", title=said)


def stats(desk: Desk, seat: TileSeat) -> Markup:
    """What is left in the supply: a figure and how many, and the goods."""
    color = desk.colors[seat.seat]
    cells = [stat(desk, figure_art(stock.kind, color), stock) for stock in seat.figures]
    cells += [stat(desk, good_art(stock.kind), stock) for stock in seat.goods if stock.left]
    return tag("ul", cells, cls="stats supply", data_least=least(len(cells)))


def stat(desk: Desk, picture: Markup, stock: Stock) -> Markup:
    """One kind of thing."""
    words = desk.words.name(stock.kind)
    title = pair(desk.words, words, f"{stock.left} / {stock.of}" if stock.of else str(stock.left))
    return tag(
        "li",
        picture,
        tag("span", stock.left, cls="vh" if stock.of == 1 else None),
        hidden(f" {desk.words.names(stock.kind, stock.left)}"),
        cls=classes(f"stat-{stock.kind}", not stock.left and "none"),
        title=title,
    )


def breakdown(desk: Desk, seat: TileSeat) -> Markup:
    """The sources of points: shown on hover and focus, and read out with the player."""
    rows = [
        tag("li", tag("span", f"{one.count} × ", desk.words.name(one.source)), tag("b", one.points))
        for one in seat.sources
    ]
    return tag(
        "ul", rows or tag("li", desk._("no points yet")), id=f"sources-{seat.seat}", cls="tip sources", role="tooltip"
    )


def shell(desk: Desk, view: CarcassonneView) -> Markup:
    """Player details, for the sheet of a phone."""
    heading = tag("div", tag("h2", desk._("Players")), button(desk, "btn"), cls="panel-head")
    cards = tag("ul", cls="pdetails", data_keep="players", data_rows="players")
    return tag(
        "section", heading, cards, id="players", cls="slab players-sheet", tabindex=0, aria_label=desk._("Players")
    )


def details(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """Each player's card."""
    return {f"players-{seat.seat}": str(detail(desk, view, seat)) for seat in view.seats}


def detail(desk: Desk, view: CarcassonneView, seat: TileSeat) -> Markup:
    """One player's card."""
    read = source(desk, view, seat)
    return desk.kept.part(("detail", seat.seat), read, lambda: sheet(desk, view, seat))


def sheet(desk: Desk, view: CarcassonneView, seat: TileSeat) -> Markup:
    """The card itself; all inputs are in `source`."""
    chair = desk.table.chairs[seat.seat]
    cells = [
        tag(
            "li",
            tag("i", figure_art(stock.kind, chair.look)),
            tag("b", stock.left),
            tag("small", desk._("of {count}", count=stock.of)),
            title=desk.words.title(stock.kind),
        )
        for stock in seat.figures
    ]
    cells += [
        tag("li", tag("i", good_art(stock.kind, 22)), tag("b", stock.left), tag("small", desk.words.name(stock.kind)))
        for stock in seat.goods
    ]
    cells += [
        tag("li", tag("i", pictures.mark("star", 16)), tag("b", one.points), tag("small", desk.words.name(one.source)))
        for one in seat.sources
    ]
    return tag(
        "li",
        pictures.banner(chair.look, 32, 46),
        marker(desk, seat.points),
        tag("h3", desk.name(seat.seat), host_mark(desk, chair)),
        tag("div", state(desk, view, seat.seat), clock(desk, seat.seat, "sheet"), cls="state"),
        points(desk, seat),
        tag("ul", cells, cls="cells"),
        cls=classes("pdetail", seat.seat == view.on_turn and "turn"),
        id=f"players-{seat.seat}",
    )


def open_rail(desk: Desk, view: CarcassonneView) -> Markup:
    """The players at a step of a replay."""
    rows = [
        tag(
            "li",
            pictures.banner(desk.colors[seat.seat], 32, 46),
            tag("h2", desk.name(seat.seat)),
            points(desk, seat),
            tag("div", stats(desk, seat), cls="openhand"),
            cls=classes("slab player open", seat.seat == view.on_turn and view.result is None and "turn"),
        )
        for seat in view.seats
    ]
    return tag("ol", rows, id="rail", cls="rail", data_wall=True)
