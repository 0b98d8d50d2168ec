"""What the others laid since one's own last tile: a button a tile, which moves the view there and back."""

from __future__ import annotations

from markupsafe import Markup

from bastide.view.carcassonne import svg
from bastide.view.carcassonne.model import CarcassonneView, Recent
from bastide.view.carcassonne.text import described
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag


def strip(desk: Desk, view: CarcassonneView) -> Markup | None:
    """The tiles in the order of laying, each in the colour of its seat; nothing before the first one."""
    if not view.recent or view.result is not None:
        return None
    words = desk._("Tiles laid last") if desk.seat is None else desk._("Since your last tile")
    return tag(
        "div",
        tag("h3", words, id="recent-words"),
        tag("ul", [tag("li", button(desk, view, one)) for one in view.recent]),
        cls="recent-tiles",
        data_wall=True,
        role="group",
        aria_labelledby="recent-words",
    )


def button(desk: Desk, view: CarcassonneView, one: Recent) -> Markup:
    """One tile with the shield of who laid it; the script moves the view to `data-look`."""
    tile = view.tiles[one.tile]
    words = desk._(
        "{name}: {tile}. Show it", name=desk.name(one.seat), tile=described(desk.words, tile.tile, tile.turns)
    )
    return tag(
        "button",
        Markup(svg.face(tile.tile, tile.turns, tile.number, 62)),
        desk.shield(one.seat, 19),
        type="button",
        cls=f"recent-tile p-{desk.owner_colors[one.seat]}",
        data_look=f"{tile.x},{tile.y}",
        aria_label=words,
        title=words,
    )
