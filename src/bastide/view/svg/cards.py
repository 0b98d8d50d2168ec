"""Cards: goods, playable cards, card backs and small backs for counting. All are inline SVG."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Final

from bastide.view.styles import card_style, styles
from bastide.view.svg.art import sheet
from bastide.view.svg.ink import fine, mix, n
from bastide.view.svg.terrain import gradient

WIDTH: Final = 60
"""Drawing units across a card."""
RATIO: Final = 1.4
"""Height of a card to its width."""
BORDER: Final = 4
LABEL_SIZE, LABEL_BAND, LABEL_SIGNS = 10.5, 19, 12
"""Size of a card's name, the width available for a line, and the letters per line."""
EDGE_STEP, MOST_EDGES = 2.5, 2
"""Offset and number of the cards below the first."""
MINI: Final = (14, 20)

CREAM: Final = 'fill="#FCF6E6" stroke="#6E5C3A" stroke-opacity=".75" stroke-width="1.2"'
BELOW: Final = 'fill="#EFE4C8" stroke="#6E5C3A" stroke-opacity=".6"'
MINIS: Final = (
    ("good", "#DCC48F", "#8A6B33", "M7 6.5l3 1.75v3.5l-3 1.75-3-1.75v-3.5z"),
    ("card", "#3C4B57", "#F3E3BD", "M4 13V7h1.5v1.5h1V7h1v1.5h1V7H10v6z"),
)
"""The small backs: name, field, mark, and the path of the mark."""
LINE_ART: Final = "#FFF6E0"
BACK_MARK: Final = "#F3E3BD"


def frame(inner: str, width: float, ratio: float, cls: str = "card", below: int = 0) -> str:
    """A card as inline SVG of this width, with the edges of the cards below it."""
    height = WIDTH * ratio
    edges = "".join(
        f'<rect x=".6" y=".6" width="{WIDTH - 1.2}" height="{n(height - 1.2)}" rx="6" {BELOW}'
        f' transform="translate({n(EDGE_STEP * i)} {n(-EDGE_STEP * i)})"/>'
        for i in range(min(MOST_EDGES, below), 0, -1)
    )
    return (
        f'<svg class="{cls}" width="{width:g}" height="{n(width * ratio)}" viewBox="0 0 {WIDTH} {n(height)}"'
        f' overflow="visible" aria-hidden="true">{edges}{inner}</svg>'
    )


def name_lines(label: str) -> list[str]:
    """The name split into lines that fit the width; a longer word gets its own line."""
    lines: list[str] = []
    for word in label.split():
        if lines and len(lines[-1]) + len(word) < LABEL_SIGNS:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def field_foot(label: str, height: float) -> float:
    """Bottom of the coloured field: at the border, or above the lines of the name."""
    lines = len(name_lines(label))
    return height - (LABEL_BAND + LABEL_SIZE * (lines - 1) if lines else BORDER)


def name_text(label: str, height: float) -> str:
    """The name at the foot of a card, in the page's font."""
    lines = name_lines(label)
    out = ""
    for i, line in enumerate(lines):
        at = f'x="{WIDTH / 2:g}" y="{n(height - 6.6 - LABEL_SIZE * (len(lines) - 1 - i))}"'
        out += f'<text {at} text-anchor="middle" class="cardname" font-size="{LABEL_SIZE}">{escape(line)}</text>'
    return out


def face(height: float, top: float, paint: str, inner: str) -> str:
    """The cream card with its coloured field from the border down to `top`, and the field's content."""
    field = f'<rect x="{BORDER}" y="{BORDER}" width="{WIDTH - 2 * BORDER}" height="{n(top - BORDER)}" rx="3.5"'
    return (
        f'<rect x=".6" y=".6" width="{WIDTH - 1.2}" height="{n(height - 1.2)}" rx="6" {CREAM}/>'
        f'{field} fill="url(#{paint})"/>{inner}'
        f'{field} fill="none" stroke="#fff" stroke-opacity=".33" stroke-width="1.2"/>'
    )


def good_card(good: str, width: float = 60, ratio: float = RATIO, label: str = "", count: int = 1) -> str:
    """The card of a good; with a `count` above one, the edges of those below it show."""
    height = WIDTH * ratio
    top = field_foot(label, height)
    scale, middle = WIDTH * 0.6 / 24, WIDTH / 2
    floor = sheet("floors").get(good, "")
    silhouette = (
        f'<g transform="translate({n(middle)} {n(top)}) scale({fine((WIDTH - 2 * BORDER) / 52)} 1.15)"'
        f' fill="{mix(styles().goods[good].card[1], "#1B1A12", 0.35)}" fill-opacity=".34">{floor}</g>'
    )
    art = (
        f'<g transform="translate({n(middle - 12 * scale)} {n((top + 2) / 2 - 12 * scale)}) scale({fine(scale)})">'
        f'<use href="#i-{good}" width="24" height="24"/></g>'
    )
    inner = face(height, top, f"f-{good}", silhouette) + art + name_text(label, height)
    return frame(inner, width, ratio, "card good", count - 1)


def development(kind: str, width: float = 60, ratio: float = RATIO, label: str = "", count: int = 1) -> str:
    """A playable card, by kind: a field in its deck's colour with the subject as a line drawing."""
    style = card_style(kind)
    return action_card(style.subject, style.deck, width, ratio, label, count, style.point)


def action_card(
    subject: str, deck: str, width: float, ratio: float, label: str, count: int = 1, point: bool = False
) -> str:
    """A card that is played, of any deck (see `bastide.view.styles`).

    :raises ValueError: if there is no drawing of the subject.
    """
    if subject not in sheet("subjects"):
        raise ValueError(f"no drawing of the card {subject!r}")
    height, middle = WIDTH * ratio, WIDTH / 2
    top = field_foot(label, height)
    scale = min(WIDTH * 0.56, (top - 10) * 0.62) / 24
    plinth = (
        f'<path d="M{BORDER} {n(top - 2)}V{n(top - 10)}L{n(middle)} {n(top - 18)}L{WIDTH - BORDER} {n(top - 10)}'
        f'V{n(top - 2)}q0 2-2 2H6q-2 0-2-2z" fill="#000" fill-opacity=".13"/>'
    )
    art = (
        f'<g transform="translate({n(middle - 12 * scale)} {n((top + 3) / 2 - 12 * scale)}) scale({fine(scale)})"'
        f' color="{LINE_ART}" style="--f:rgba(255,246,224,.26)"><use href="#s-{subject}" width="24" height="24"/></g>'
    )
    gold = ""
    if point:
        gold = (
            f'<g transform="translate({WIDTH - 8} 7)"><circle r="7.5" fill="#F5CE5A" stroke="#6E4B08"/>'
            '<text y="3.9" text-anchor="middle" class="cardname" font-size="11" fill="#4A3206">1</text></g>'
        )
    inner = face(height, top, f"k-{deck}", plinth) + art + gold + name_text(label, height)
    return frame(inner, width, ratio, f"card {deck}", count - 1)


def back(kind: str = "good", width: float = 60, ratio: float = RATIO) -> str:
    """A card's back: limestone with a hex for goods, the colour and icon of a deck for all others."""
    kind = "development" if kind == "card" else kind
    height, middle = WIDTH * ratio, WIDTH / 2
    if kind == "good":
        field, line, mark = "#E9DAB7", "#B99F6B", "#8A6B33"
        art = (
            f'<path d="M{n(middle)} {n(height / 2 - 18)}l15.6 9v18l-15.6 9-15.6-9v-18z" fill="none" stroke="{mark}"'
            f' stroke-width="2.7"/><circle cx="{n(middle)}" cy="{n(height / 2)}" r="5.4" fill="{mark}"/>'
        )
    else:
        deck = styles().decks[kind]
        field, line = deck.light, BACK_MARK
        scale = WIDTH * 0.46 / 24
        art = (
            f'<g transform="translate({n(middle - 12 * scale)} {n(height / 2 - 12 * scale)}) scale({fine(scale)})"'
            f' color="{BACK_MARK}" style="--f:none"><use href="#{deck.back}" width="24" height="24"/></g>'
        )
    inner = (
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{n(height - 1)}" rx="6" fill="#FCF6E6" stroke="#4E4128"'
        ' stroke-opacity=".8" stroke-width="1.2"/>'
        f'<rect x="4.2" y="4.2" width="51.6" height="{n(height - 8.4)}" rx="3.6" fill="{field}"/>'
        f'<rect x="7.8" y="7.8" width="44.4" height="{n(height - 15.6)}" rx="3" fill="none"'
        f' stroke="{line}" stroke-opacity=".55" stroke-width="1.2"/>{art}'
    )
    return frame(inner, width, ratio, "card back")


def mini(kind: str = "good", width: float = 14) -> str:
    """A small card back for counting: `good` or `card`."""
    w, h = MINI
    name = "good" if kind == "good" else "card"
    return (
        f'<svg class="mini" width="{width:g}" height="{n(width * h / w)}" viewBox="0 0 {w} {h}" aria-hidden="true">'
        f'<use href="#mini-{name}"/></svg>'
    )


@cache
def symbols() -> str:
    """The small backs as symbols, once per page."""
    return "".join(
        f'<symbol id="mini-{name}" viewBox="0 0 {MINI[0]} {MINI[1]}">'
        f'<rect x=".6" y=".6" width="12.8" height="18.8" rx="2.2" fill="{fill}" stroke="#FFFBEF" stroke-width="1.2"/>'
        '<rect x=".3" y=".3" width="13.4" height="19.4" rx="2.5" fill="none" stroke="#4E4128" stroke-opacity=".75"'
        f' stroke-width=".7"/><path d="{art}" fill="{mark}"/></symbol>'
        for name, fill, mark, art in MINIS
    )


def minis(count: int, kind: str = "good", width: float = 14, most: int = 6) -> str:
    """A fan of small backs, at most `most` of them."""
    return f'<span class="backs">{mini(kind, width) * min(count, most)}</span>'


@cache
def paints() -> str:
    """The gradients of the cards' fields."""
    diagonal = ".1 0 .9 1"
    out = ""
    for name, good in styles().goods.items():
        light, dark = good.card
        out += gradient(f"f-{name}", diagonal, ((0, mix(light, "#FFFFFF", 0.12)), (1, dark)))
    for name, deck in styles().decks.items():
        out += gradient(f"k-{name}", diagonal, ((0, deck.light), (1, deck.dark)))
    return out
