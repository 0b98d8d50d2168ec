"""The menu of a knight: its actions, their effects, or why not."""

from __future__ import annotations

from markupsafe import Markup

from bastide.expansions.island.cities_knights.view import drawings as art
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.model import Deed, Knight, KnightsView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, goods_order
from bastide.web.panels.html import Attribute, Child, hidden, tag
from bastide.web.panels.why import rule_link


def menus(desk: Desk, own: KnightsView) -> list[Markup]:
    """A menu for each knight of the reader."""
    return [menu(desk, knight) for knight in own.knights if knight.deeds]


def menu(desk: Desk, knight: Knight) -> Markup:
    """One menu: always the same five rows."""
    name = desk.words.title(PIECES[knight.rank, knight.active])
    return tag(
        "div",
        tag("h3", name),
        [row(desk, deed) for deed in knight.deeds],
        tag("p", desk._("Moving, displacing and chasing put it to rest.")),
        id=f"knight-{knight.place.replace(',', '_')}",
        cls="slab ck-kmenu",
        popover="auto",
        role="dialog",
        aria_label=name,
        data_menu=knight.menu,
    )


def row(desk: Desk, deed: Deed) -> Markup:
    """One row: a button, or the reason with its rule."""
    name = tag("b", desk.words.title(deed.kind))
    if deed.reason is not None:
        low: Child = [desk.text(deed.reason.say), " ", rule_link(desk, deed.reason.rule)]
        inner = tag("span", name, tag("small", low, cls="no"))
        return tag("div", Markup(art.deed_mark(deed.kind)), inner, cls="ck-act off", data_deed=deed.kind)
    note: Child = desk.text(deed.say) if deed.say else None
    if deed.cost:
        note = [
            [
                f"{deed.cost[good]} " if deed.cost[good] > 1 else None,
                pictures.good(good, 17),
                hidden(desk.words.name(good)),
            ]
            for good in goods_order(deed.cost)
        ]
    does: dict[str, Attribute] = {"data_notation": deed.notation} if deed.notation else {"data_verb": deed.verb}
    return tag(
        "button",
        Markup(art.deed_mark(deed.kind)),
        tag("span", name, tag("small", note)),
        type="button",
        cls="ck-act",
        data_deed=deed.kind,
        **does,
    )
