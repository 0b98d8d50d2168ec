"""A player's row with Cities & Knights: levels, metropolises, hand, progress cards, strength, points on cards."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from bastide.view.island.knights.model import KnightsView, Ruler
from bastide.view.island.knights.words import DOMAINS
from bastide.view.model import SeatView
from bastide.view.svg import knights as art
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, hidden, tag

MOST_BACKS = 5
SUBJECT = {"printing": "printing", "constitution": "constitution", "merchant": "merchant"}


def seen(own: KnightsView, seat: int) -> Ruler:
    """What a player's row depends on."""
    return own.rulers[seat]


def figures(desk: Desk, seat: SeatView, ruler: Any) -> Markup:
    """Three dials, and below them the hand, the progress cards, the strength and the route."""
    assert isinstance(ruler, Ruler)
    return tag("div", dials(desk, ruler), row(desk, seat, ruler), pills(desk, ruler), cls="ck-figures")


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
                tag("i", level, cls=classes("lv", f"k-{domain}", metropolis and "gilt"), aria_hidden="true"),
                hidden(words),
                title=words,
            )
        )
    return tag("ul", cells, cls="dials")


def row(desk: Desk, seat: SeatView, ruler: Ruler) -> Markup:
    """Hand, progress cards by their backs, active strength of all strength, longest route."""
    goods = [pictures.small_back("good", 13)] * max(1, min(seat.hand_size, MOST_BACKS))
    cards = [Markup(art.back(domain)) for domain in DOMAINS for _ in range(ruler.backs[domain])]
    hand = desk._("{count:card|cards} in hand", count=seat.hand_size)
    told = desk._("progress {count:card|cards}", count=seat.cards_size)
    return tag(
        "ul",
        tag(
            "li",
            tag("span", goods, cls="backs"),
            tag("span", seat.hand_size),
            hidden(f" {hand}"),
            cls=classes("stat-hand-size", seat.over_limit and "over"),
            title=hand,
        ),
        tag(
            "li",
            tag("span", cards or Markup(art.back("science")), cls=classes("backs", not cards and "nobacks")),
            tag("span", seat.cards_size),
            hidden(f" {told}"),
            cls="stat-cards-size",
            title=told,
        ),
        strength(desk, ruler),
        tag(
            "li",
            pictures.mark("route", 17),
            tag("span", seat.route),
            hidden(" " + desk._("longest route")),
            cls="stat-route",
            title=desk._("longest route"),
        ),
        cls="stats",
    )


def strength(desk: Desk, ruler: Ruler) -> Markup:
    """Active strength of all strength."""
    told = desk._("active of all strength of the knights")
    return tag(
        "li",
        pictures.mark("sword", 17),
        tag("span", ruler.force, tag("small", f"/{ruler.host}")),
        hidden(f" {told}"),
        cls="stat-force",
        title=told,
    )


def open_figures(desk: Desk, seat: SeatView, ruler: Any) -> Markup:
    """In a replay, beside what a player holds: levels, strength, points on cards."""
    assert isinstance(ruler, Ruler)
    return tag(
        "div", dials(desk, ruler), tag("ul", strength(desk, ruler), cls="stats"), pills(desk, ruler), cls="ck-open"
    )


def pills(desk: Desk, ruler: Ruler) -> Markup | None:
    """What a player has beside the figures: points that do not stand on the board, and cities that were harmed."""
    out = [pill(desk, picture, key, points) for key, picture, points in honours(ruler)]
    out += [harm(desk, ruler.seat, kind, count) for kind, count in harms(ruler)]
    return tag("ul", out, cls="pills") if out else None


def honours(ruler: Ruler) -> list[tuple[str, Markup, int]]:
    """Points that do not stand on the board, as defender, on open cards, by the merchant: name, picture, how many."""
    out = [("defender", pictures.mark("crown", 15), ruler.tokens)] if ruler.tokens else []
    cards = [*ruler.open, *(["merchant"] if ruler.merchant else [])]
    return out + [(kind, Markup(art.subject(SUBJECT[kind], 17, "#4A3206")), 1) for kind in cards]


def pill(desk: Desk, picture: Markup, key: str, points: int) -> Markup:
    """One of them."""
    title = desk.words.title(key)
    number = f"+{points}" if points > 1 else tag("i", "+1", cls="one")
    return tag("li", picture, number, hidden(f" {title}"), cls="award small", title=title)


def harms(ruler: Ruler) -> list[tuple[str, int]]:
    """How many cities of a player lie on their side, and how many were sabotaged, where there are any."""
    counts = (("city-tipped", len(ruler.tipped)), ("sabotaged", len(ruler.sabotaged)))
    return [(kind, count) for kind, count in counts if count]


def harm(desk: Desk, seat: int, kind: str, count: int) -> Markup:
    """Cities that something has happened to."""
    title = desk.words.title(kind)
    inner = [Markup(art.harmed(kind, desk.colors[seat])), count if count > 1 else None, hidden(f" {title}")]
    return tag("li", inner, cls="harm", title=title)


def facts(desk: Desk, own: KnightsView, seat: int) -> list[tuple[str, str]]:
    """What the summary tells of a player."""
    ruler = own.rulers[seat]
    return [
        ("sword", desk._("strength {count}", count=ruler.host)),
        ("crown", desk._("levels {levels}", levels=" ".join(str(ruler.levels[domain]) for domain in DOMAINS))),
    ]
