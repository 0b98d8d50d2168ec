"""The stack: how many tiles are left, and their kinds."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from bastide.view.carcassonne import svg
from bastide.view.carcassonne.model import CarcassonneView, Kind
from bastide.view.carcassonne.text import PICTURED, described
from bastide.web.panels import pictures
from bastide.web.panels.carcassonne import recent
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import hidden, tag

BACK = (
    '<svg class="backs-of-tiles" width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">'
    '<g stroke="#3b2a12" stroke-width="1.2"><rect x="8" y="3" width="23" height="23" rx="2.5" fill="#8c6a3a"/>'
    '<rect x="5" y="6" width="23" height="23" rx="2.5" fill="#a8834c"/>'
    '<rect x="2" y="9" width="23" height="23" rx="2.5" fill="#c7a368"/></g>'
    '<path d="M8 27v-7l5.500-5 5.500 5v7z" fill="#7a2f18"/></svg>'
)


def bank(desk: Desk, view: CarcassonneView) -> Markup:
    """The number left, and the button that opens the list."""
    words = desk._("{count:tile|tiles} left", count=view.stack)
    return tag(
        "section",
        tag(
            "button",
            Markup(BACK),
            tag("b", view.stack),
            " ",
            tag("span", words),
            pictures.mark("more", 18),
            type="button",
            cls="stack-of-tiles",
            popovertarget="stack-kinds",
            aria_label=desk._("{count} {count:tile|tiles} left: which?", count=view.stack),
        ),
        recent.strip(desk, view),
        sheet(desk, view),
        id="bank",
        cls="slab bank tiles-left",
        data_wall=True,
        aria_label=desk._("Stack"),
    )


def sheet(desk: Desk, view: CarcassonneView) -> Markup:
    """The places for every kind of tile that is left; below, for those out of the game."""
    gone = None
    if any(kind.aside for kind in view.kinds):
        gone = tag("div", tag("h3", desk._("Set aside")), place_of_kinds("bank-aside"))
    return tag(
        "div",
        tag("h2", desk._("Tiles left: {count}", count=view.stack)),
        place_of_kinds("bank"),
        gone,
        id="stack-kinds",
        cls="menu kinds-menu",
        popover="auto",
        role="dialog",
        aria_label=desk._("Tiles left: {count}", count=view.stack),
    )


def place_of_kinds(name: str) -> Markup:
    """A list of kinds, which come as rows."""
    return tag("ul", cls="kinds", data_keep=name, data_rows=name)


def kinds(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """Each kind of tile that is left, with its count, and those set aside."""
    left = {f"bank-{row(kind)}": (kind, kind.left) for kind in view.kinds if kind.left}
    aside = {f"bank-aside-{row(kind)}": (kind, kind.aside) for kind in view.kinds if kind.aside}
    return {name: drawn(desk, name, kind, count) for name, (kind, count) in (left | aside).items()}


@cache
def numbers() -> dict[str, int]:
    """The types of tiles by number."""
    return {name: number for number, name in enumerate(PICTURED)}


def row(kind: Kind) -> int:
    """The number of a kind's row, the same in each game."""
    return numbers()[kind.tile] * WHEELS + kind.number


WHEELS: Final = 10
"""More than the numbers that tiles of one type may have."""


def drawn(desk: Desk, name: str, kind: Kind, count: int) -> str:
    """The row of a kind, kept while its count stays."""
    return desk.kept.part(name, (kind.tile, kind.number, count), lambda: str(cell(desk, name, kind, count)))


def cell(desk: Desk, name: str, kind: Kind, count: int) -> Markup:
    """One kind with its picture and how many there are."""
    words = described(desk.words, kind.tile, 0)
    # Loaded only once the sheet is open: there may be a hundred.
    address = svg.face_document_address(kind.tile, kind.number)
    picture = tag("img", src=address, alt="", width=60, height=69, loading="lazy")
    return tag("li", picture, tag("b", f"×{count}"), hidden(words), title=words, id=name)
