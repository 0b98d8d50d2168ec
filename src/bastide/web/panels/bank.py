"""The bank: what is left of each good and of the development cards."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, goods_order
from bastide.web.panels.html import hidden, tag
from bastide.web.panels.module_pages import module_pages


def bank(desk: Desk, view: IslandView) -> Markup:
    """The bank's slab."""
    return tag(
        "section",
        tag("h2", desk._("Bank"), [page.stock(desk, view, own) for page, own in module_pages(view)]),
        stock(desk, view.bank, view.deck),
        id="bank",
        cls="slab bank",
        data_wall=True,
        aria_label=desk._("Bank"),
    )


def stock(desk: Desk, goods: Mapping[str, int], deck: int | None) -> Markup:
    """One chip for each good and one for the deck, with what is left."""
    return desk.kept.part("stock", (goods, deck), lambda: chips(desk, goods, deck))


def chips(desk: Desk, goods: Mapping[str, int], deck: int | None) -> Markup:
    """The chips themselves."""
    cells = [
        tag(
            "li",
            pictures.chip(good),
            tag("span", goods[good]),
            hidden(f" {desk.words.name(good)}"),
            title=desk.words.title(good),
        )
        for good in goods_order(goods)
    ]
    if deck is None:
        return tag("ul", cells, cls="bankrow")
    cards = desk._("development {count:card|cards}", count=deck)
    cells.append(tag("li", pictures.deck_chip(), tag("span", deck), hidden(f" {cards}"), title=cards))
    return tag("ul", cells, cls="bankrow")
