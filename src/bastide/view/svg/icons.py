"""Icons: emblems, goods, interface marks and card subjects, each on a field of 24 by 24.

An icon's name is its group's letter and its own name: `e-sun` (emblem), `i-ore` (good), `u-undo` (mark of the
interface), `s-knight` (subject of a card).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final

from bastide.view.styles import BASE_STYLES, styles
from bastide.view.svg.art import sheet

GROUPS: Final = {"e": "emblems", "i": "goods", "u": "marks", "s": "subjects"}
CHIP_ART: Final = 0.78
"""The icon's share of a chip's width."""
CARD_CHIP: Final = ("#5B6B78", "#26323B")
"""The ground of the chip of a development card, lit and shaded."""
CHIP_EDGE: Final = "inset 0 0 0 1px rgb(0 0 0/.2),inset 0 1px 0 1px rgb(255 255 255/.3)"


@cache
def names() -> frozenset[str]:
    """The names of all icons."""
    return frozenset(f"{letter}-{name}" for letter, group in GROUPS.items() for name in sheet(group))


@cache
def symbols() -> str:
    """All icons as symbols, once per page."""
    out = []
    for letter, group in GROUPS.items():
        for name, drawing in sheet(group).items():
            inside = f'<g fill="currentColor">{drawing}</g>' if letter == "e" else drawing
            out.append(f'<symbol id="{letter}-{name}" viewBox="0 0 24 24">{inside}</symbol>')
    return "".join(out)


def icon(name: str, size: float = 20, title: str = "", cls: str = "") -> str:
    """An icon as inline SVG that refers to its symbol. Without a `title` it is hidden from readers.

    :raises ValueError: if there is no icon of that name.
    """
    if name not in names():
        raise ValueError(f"no icon {name!r}")
    spoken = f' role="img"><title>{escape(title)}</title>' if title else ' aria-hidden="true">'
    return f'<svg class="{f"ic {cls}".strip()}" width="{size:g}" height="{size:g}"{spoken}<use href="#{name}"/></svg>'


def chip(good: str, size: float = 27) -> str:
    """A good on its rounded ground; `card` is a development card."""
    art = icon("e-tower" if good == "card" else f"i-{good}", round(size * CHIP_ART))
    return f'<i class="chip g-{good}" style="width:{size:g}px;height:{size:g}px">{art}</i>'


def chip_css() -> str:
    """The CSS of the chips of the base: its goods, and a development card."""
    chips = {name: good.chip for name, good in BASE_STYLES.goods.items()} | {"card": CARD_CHIP}
    return (
        f".chip{{display:inline-grid;place-items:center;border-radius:26%;box-shadow:{CHIP_EDGE}}}{grounds(chips)}"
        ".g-card{color:#F3E3BD}"
    )


def room_chip_css() -> str:
    """The CSS of the chips of all goods that rooms add."""
    return grounds({name: good.chip for name, good in styles().goods.items() if name not in BASE_STYLES.goods})


def grounds(chips: Mapping[str, tuple[str, str]]) -> str:
    """The CSS of the grounds of chips, from lit to shaded."""
    return "".join(f".g-{name}{{background:linear-gradient(150deg,{a},{b})}}" for name, (a, b) in chips.items())
