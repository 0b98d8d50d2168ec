"""A player's row in Cities & Knights: levels, metropolises, hand, progress cards, strength, points on cards."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.model import KnightsView, Ruler
from bastide.expansions.island.cities_knights.view.words import DOMAINS
from bastide.view.island.model import SeatView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, join, least, tag
from bastide.web.panels.rail import stat

SUBJECT = {"printing": "printing", "constitution": "constitution", "merchant": "merchant"}


def figures(desk: Desk, ruler: Any) -> Markup:
    """Three dials, points that are not on the board, and damaged cities."""
    assert isinstance(ruler, Ruler)
    return tag("div", dials(desk, ruler), pills(desk, ruler), cls="ck-figures")


def dials(desk: Desk, ruler: Ruler) -> Markup:
    """How far the player has come in each domain."""
    cells = []
    for domain in DOMAINS:
        level, metropolis = ruler.levels[domain], domain in ruler.metropolises
        words = desk._("{domain:Name}: level {level}", domain=desk.words.name(f"domain-{domain}"), level=level)
        if metropolis:
            words += ", " + desk._("metropolis")
        cells.append(
            tag(
                "li",
                Markup(art.dial(domain, level, metropolis)),
                tag("i", level, cls=classes("lv", f"ck-{domain}", metropolis and "gilt"), aria_hidden="true"),
                hidden(words),
                title=words,
            )
        )
    return tag("ul", cells, cls="ck-dials")


def stats(desk: Desk, seat: SeatView, ruler: Any) -> list[Markup]:
    """Progress card backs, active strength and the total."""
    assert isinstance(ruler, Ruler)
    cards = [Markup(art.back(domain)) for domain in DOMAINS for _ in range(ruler.backs[domain])]
    title = desk._("progress {count:card|cards}", count=seat.cards_size)
    backs = tag("span", cards or Markup(art.back("science")), cls=classes("backs", not cards and "ck-nobacks"))
    return [stat(backs, seat.cards_size, title, "ck-cards"), strength(desk, ruler)]


def strength(desk: Desk, ruler: Ruler) -> Markup:
    """Active strength and the total."""
    title = desk._("active of all strength of the knights")
    return stat(pictures.mark("sword", 17), join(ruler.force, tag("small", f"/{ruler.host}")), title, "ck-strength")


def open_figures(desk: Desk, ruler: Any) -> Markup:
    """In a replay, beside a player's hand: levels, strength, points on cards."""
    assert isinstance(ruler, Ruler)
    return tag(
        "div", dials(desk, ruler), tag("ul", strength(desk, ruler), cls="stats"), pills(desk, ruler), cls="ck-open"
    )


def pills(desk: Desk, ruler: Ruler) -> Markup | None:
    """Pills beside a player's figures: points that are not on the board, and damaged cities."""
    out = [pill(desk, picture, key, points) for key, picture, points in honours(ruler)]
    out += [harm(desk, ruler.seat, kind, count) for kind, count in harms(ruler)]
    return tag("ul", out, cls="ck-pills", data_least=least(len(out))) if out else None


def honours(ruler: Ruler) -> list[tuple[str, Markup, int]]:
    """Points not on the board, from defender, open cards and the merchant: name, picture, count."""
    out = [("defender", pictures.mark("crown", 15), ruler.tokens)] if ruler.tokens else []
    cards = [*ruler.open, *(["merchant"] if ruler.merchant else [])]
    return out + [(kind, Markup(art.subject(SUBJECT[kind], 17, "#4A3206")), 1) for kind in cards]


def pill(desk: Desk, picture: Markup, key: str, points: int) -> Markup:
    """One of them."""
    title = desk.words.title(key)
    number = f"+{points}" if points > 1 else tag("i", "+1", cls="one")
    return tag("li", picture, number, hidden(f" {title}"), cls="award small", title=title)


def harms(ruler: Ruler) -> list[tuple[str, int]]:
    """How many of a player's cities lie on their side, and how many were sabotaged, if any."""
    counts = (("city-tipped", len(ruler.tipped)), ("sabotaged", len(ruler.sabotaged)))
    return [(kind, count) for kind, count in counts if count]


def harm(desk: Desk, seat: int, kind: str, count: int) -> Markup:
    """The pill of damaged cities."""
    title = desk.words.title(kind)
    inner = [Markup(art.harmed(kind, desk.colors[seat])), count if count > 1 else None, hidden(f" {title}")]
    return tag("li", inner, cls="ck-harm", title=title)


def facts(desk: Desk, own: KnightsView, seat: int) -> list[tuple[str, str]]:
    """A player's facts in the summary."""
    ruler = own.rulers[seat]
    return [
        ("sword", desk._("strength {count}", count=ruler.host)),
        ("crown", desk._("levels {levels}", levels=" ".join(str(ruler.levels[domain]) for domain in DOMAINS))),
    ]
