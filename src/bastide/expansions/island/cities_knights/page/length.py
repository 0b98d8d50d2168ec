"""A player's details in Cities & Knights, for a phone's sheet: every figure with its label."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.cities_knights.page.figures import harms, honours
from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.model import Ruler
from bastide.expansions.island.cities_knights.view.words import DOMAINS
from bastide.view.island.model import SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, tag

DIAL: Final = 30


def cells(desk: Desk, seat: SeatView, ruler: Any) -> list[Markup]:
    """Progress card backs, and active strength out of total strength."""
    assert isinstance(ruler, Ruler)
    shown = [Markup(art.back(domain)) for domain in DOMAINS if ruler.backs[domain]]
    backs = tag("span", shown or Markup(art.back("science")), cls=classes("ck-piles", not shown and "ck-nobacks"))
    return [
        cell(
            backs,
            str(seat.cards_size),
            desk._("{count:card|cards}", count=seat.cards_size),
            title=desk._("progress {count:card|cards}", count=seat.cards_size),
        ),
        cell(
            pictures.mark("sword", 18),
            f"{ruler.force}/{ruler.host}",
            desk._("strength"),
            title=desk._("active of all strength of the knights"),
        ),
    ]


def more(desk: Desk, ruler: Any) -> Markup:
    """The level in each domain, walls and knights on the board, honours, and damaged cities."""
    assert isinstance(ruler, Ruler)
    words = [*honoured(desk, ruler), *harmed(desk, ruler)]
    return tag(
        "div",
        tag("ul", [domain_cell(desk, ruler, domain) for domain in DOMAINS], cls="ck-levels"),
        tag("ul", built(desk, ruler), cls="cells"),
        tag("ul", words, cls="ck-honours") if words else None,
        cls="ck-more",
    )


def domain_cell(desk: Desk, ruler: Ruler, domain: str) -> Markup:
    """A domain: the level on its dial, how many of its cards are held, the metropolis."""
    level, metropolis = ruler.levels[domain], domain in ruler.metropolises
    notes = [
        tag("small", desk._("level {level}", level=level)),
        tag("small", desk._("{count} {count:card|cards}", count=ruler.backs[domain])),
        tag("small", desk._("metropolis"), cls="gilt") if metropolis else None,
    ]
    dial = Markup(art.dial(domain, level, metropolis, DIAL))
    return tag("li", dial, tag("span", tag("b", desk.words.title(f"domain-{domain}")), notes))


def built(desk: Desk, ruler: Ruler) -> list[Markup]:
    """Walls, and knights by their rank."""
    color = desk.colors[ruler.seat]
    counts = [("wall", desk.words.title("wall"), ruler.walled, ruler.walls)]
    for rank in (1, 2, 3):
        name = desk.words.title(f"rank-{rank}")
        counts.append((PIECES[rank, True], name, ruler.posted[rank - 1], ruler.knights[rank - 1]))
    return [
        cell(
            pictures.piece_small(kind, color),
            desk._("{count} of {most}", count=count, most=count + left),
            name,
            title=desk.words.title(kind),
        )
        for kind, name, count, left in counts
    ]


def honoured(desk: Desk, ruler: Ruler) -> list[Markup]:
    """Points that are not on the board."""
    return [
        tag("li", picture, tag("b", f"+{points}"), " ", desk.words.title(key), cls="award small")
        for key, picture, points in honours(ruler)
    ]


def harmed(desk: Desk, ruler: Ruler) -> list[Markup]:
    """Damaged cities."""
    color = desk.colors[ruler.seat]
    return [
        tag("li", Markup(art.harmed(kind, color, 26)), tag("b", count), " ", desk.words.title(kind), cls="ck-harm")
        for kind, count in harms(ruler)
    ]
