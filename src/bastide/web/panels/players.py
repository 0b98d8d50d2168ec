"""Player details, for the sheet of a phone: every figure with its label, and the bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.bank import stock
from bastide.web.panels.cells import cell
from bastide.web.panels.clock import button, clock
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, tag
from bastide.web.panels.module_pages import dealing_page, module_pages, seen_of
from bastide.web.panels.rail import host_mark, neutrals, points, source, state

BUILDINGS = ("settlement", "city")


def shell(desk: Desk, view: IslandView) -> Markup:
    """Room for one card a player, and the bank below."""
    heading = tag(
        "div",
        tag("h2", desk._("Players")),
        tag("small", desk._("first to {count} points", count=view.goal)),
        button(desk, "btn"),
        cls="panel-head",
    )
    cards = tag("ul", cls="pdetails", data_keep="players", data_rows="players")
    piles = [page.stock(desk, view, own) for page, own in module_pages(view)]
    below = tag("div", tag("h3", desk._("Bank"), piles), stock(desk, view.bank, view.deck), cls="bank-below")
    return tag(
        "section",
        heading,
        cards,
        below,
        id="players",
        cls="slab players-sheet",
        tabindex=0,
        aria_label=desk._("Players"),
    )


def details(desk: Desk, view: IslandView) -> dict[str, str]:
    """Each player's card, then a line for each colour that nobody plays."""
    built = Counter((piece.seat, piece.kind) for piece in view.pieces)
    drawn = {f"players-{seat.seat}": detail(desk, view, seat, built) for seat in view.seats}
    return drawn | neutrals(desk, view, "players")


def detail(desk: Desk, view: IslandView, seat: SeatView, pieces: Mapping[tuple[int, str], int]) -> str:
    """One player's card; `pieces` counts what stands on the board, by seat and kind."""
    built = {kind: pieces.get((seat.seat, kind), 0) for kind in BUILDINGS}
    read = (*source(desk, view, seat), built)
    return desk.kept.part(("detail", seat.seat), read, lambda: str(sheet(desk, view, seat, built)))


def base_cells(desk: Desk, seat: SeatView) -> list[Markup]:
    """Development cards, and the knights that were played."""
    return [
        cell(pictures.small_back("dev"), str(seat.cards_size), desk._("{count:card|cards}", count=seat.cards_size)),
        cell(pictures.mark("sword", 18), str(seat.knights), desk._("{count:knight|knights}", count=seat.knights)),
    ]


def sheet(desk: Desk, view: IslandView, seat: SeatView, built: Mapping[str, int]) -> Markup:
    """The card itself; all inputs are in `source`, except the player's pieces."""
    chair = desk.table.chairs[seat.seat]
    _ = desk._
    cells = [cell(pictures.small_back("good"), str(seat.hand_size), _("in hand"), over=seat.over_limit)]
    cells += [cell(pictures.good(good, 18), str(seat.purse[good]), desk.words.name(good)) for good in seat.purse]
    cells += base_cells(desk, seat) if dealing_page(view) is None else []
    for page, seen in seen_of(view, seat):
        cells += page.cells(desk, seat, seen)
    if seat.route >= 0:
        cells.append(cell(pictures.mark("route", 18), str(seat.route), _("route")))
    for kind in BUILDINGS:
        whole = built[kind] + seat.left.get(kind, 0)
        cells.append(
            cell(
                pictures.piece_small(kind, chair.look),
                str(built[kind]),
                _("of {count}", count=whole),
                title=desk.words.title(kind),
            )
        )
    sources = " + ".join(str(source.points) for source in seat.sources if source.points).replace("+ -", "− ")
    return tag(
        "li",
        pictures.banner(chair.look, 32, 46),
        tag("h3", desk.name(seat.seat), host_mark(desk, chair), [pictures.award(kind, 24) for kind in seat.awards]),
        tag("div", state(desk, view, seat.seat), clock(desk, seat.seat, "sheet"), cls="state"),
        points(desk, seat),
        tag("small", sources, cls="sum") if sources else None,
        tag("ul", cells, cls="cells"),
        [page.more(desk, seat, seen) for page, seen in seen_of(view, seat)],
        cls=classes("pdetail", seat.seat == view.at_move and "turn"),
        id=f"players-{seat.seat}",
    )
