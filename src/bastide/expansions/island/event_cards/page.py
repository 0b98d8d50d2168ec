"""Event Cards on the page: the card in place of the dice, the rest of the pile, damaged roads and their repair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.event_cards.view import CRACK, EventCardsView
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

SHEET: Final = Sheet("events", "file", _("Events"))
PRIORITY: Final = 30
CRACKED: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 17L22 7" stroke="var(--ink)"'
    ' stroke-width="6" stroke-linecap="round"/><path d="M11 5l2 5-4 3 5 2-2 5" fill="none" stroke="#C2452F"'
    ' stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/></svg>'
)
SIGNS: Final[Mapping[str, str]] = {
    "fine-day": '<circle cx="12" cy="12" r="5"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19'
    'l2-2M17 7l2-2"/>',
    "plentiful-year": '<path d="M12 22V8M12 8c-4 0-5-3-5-5 3 0 5 2 5 5zm0 0c4 0 5-3 5-5-3 0-5 2-5 5zM12 15'
    'c-4 0-5-3-5-5 3 0 5 2 5 5zm0 0c4 0 5-3 5-5-3 0-5 2-5 5z"/>',
    "conflict": '<path d="M4 3l13 13M20 3L7 16M14 19l5-5M5 14l5 5M17 16l4 4M7 16l-4 4"/>',
    "robber-flees": '<path d="M9 21c-2-4-1-8 3-9 4 1 5 5 3 9zM12 12a4 4 0 1 1 .1 0M1 9h4M1 13h3M1 17h4"/>',
    "tournament": '<path d="M12 2l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11V5zM12 6v11M8 10h8"/>',
    "trade-advantage": '<path d="M2 18c6-1 5-10 11-10h8M17 4l4 4-4 4M2 13c3 0 4-2 5-4"/>',
    "epidemic": '<circle cx="12" cy="12" r="5"/><path d="M12 7V3M12 21v-4M7 12H3M21 12h-4M8 8L6 6M18 18l-2-2'
    'M8 16l-2 2M18 6l-2 2"/>',
    "earthquake": '<path d="M2 20h7l2-5-3-4 4-4-2-4M22 20h-7l1-5 3-3-3-5 2-4"/>',
    "good-neighbours": '<path d="M2 13l5-6 5 4 5-4 5 6M4 12v8h6v-8M14 12v8h6v-8"/>',
    "robber-attack": '<path d="M7 21c-2-5 0-9 5-10 5 1 7 5 5 10zM12 11a4.500 4.500 0 1 1 .1 0"/>',
    "calm-sea": '<path d="M12 4v11M12 4c4 2 6 6 6 10h-6M10 7c-3 2-4 5-4 7h4'
    'M2 17q3 3 5 0 2.500 3 5 0 2.500 3 5 0 2 3 5 0"/>',
    "neighbours-help": '<path d="M2 16l5-4 4 1 5-1c2 0 2 3 0 3l-5 1M2 21l4-1 7 1 9-7M13 3h6v6h-6z"/>',
}
"""The sign of each event: lines in a box of 24 by 24."""


class EventCardsPage(ModulePage):
    """The variant's panels."""

    replays = True
    sheets: Sequence[Sheet] = (SHEET,)
    pieces: Sequence[str] = (CRACK, "lift")
    keys: Mapping[str, str] = {"mend": "K"}
    arts: Mapping[str, str] = {"mend": "road"}
    placing: Mapping[str, str] = {
        "mend": _("Choose the road to repair: {count} possible."),
        "damage": _("Choose the road to be damaged: {count} possible."),
        "flee": _("Choose where the robber flees: {count} possible."),
    }
    gives: Sequence[str] = ("present",)
    number_button: tuple[str, str] | None = (_("Reveal a card"), "file")

    def in_place_of_dice(self, desk: Desk, view: IslandView, own: EventCardsView) -> Markup | None:
        """The last card: its number, its sign, who revealed it."""
        if own.event is None or view.roll is None:
            return tag("div", tag("p", desk._("No card yet"), cls="who roller"), cls="throw")
        name = desk.words.title(f"event-card-{own.event}")
        # Where a player has laid both dice, there is no card.
        if not view.roll.drawn:
            faces = [pictures.die(face, 30) for face in view.roll.dice]
            shown = tag("div", faces, tag("p", tag("b", view.roll.total), cls="sum"), cls="pair")
            return tag(
                "div", tag("p", desk.name(view.roll.seat), cls="who roller"), shown, cls="throw event-card-throw"
            )
        return tag(
            "div",
            tag("p", desk.name(view.roll.seat), cls="who roller"),
            tag(
                "div",
                sign(own.event),
                tag("b", own.number),
                cls=classes("event-card", own.event == "fine-day" and "fine", not own.fresh and "old"),
                title=f"{name}. {desk.text(own.effect(own.event))}",
            ),
            tag("p", name, cls="event-card-name"),
            cls="throw event-card-throw",
        )

    def east(self, desk: Desk, view: IslandView, own: EventCardsView) -> Sequence[SidePanel]:
        """What the card does, what the pile still holds, and which roads are damaged."""
        title = desk._("Event cards")
        note = desk._("{count} until New Year", count=own.left)
        content = partial(pile, desk, view, own)
        return [SidePanel("event_cards", title, content, note, note, priority=PRIORITY, sheet=SHEET.name)]

    def seen(self, own: EventCardsView, seat: int) -> int:
        """How many roads of a player are damaged."""
        return len(own.damaged[seat])

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """A cracked road in the row of a player who has to repair."""
        if not seen:
            return ()
        said = desk._("{count} damaged {count:road|roads}", count=seen)
        return [stat(CRACKED.format(16), seen, said, "event-cards-damaged")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        if not seen:
            return ()
        return [cell(CRACKED.format(20), str(seen), desk._("damaged"))]


@cache
def sign(event: str) -> Markup:
    """The sign of an event."""
    return Markup(
        '<svg class="event-sign" viewBox="0 0 24 24" aria-hidden="true"><g fill="none" stroke="currentColor"'
        ' stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{}</g></svg>'
    ).format(Markup(SIGNS[event]))


def pile(desk: Desk, view: IslandView, own: EventCardsView) -> Markup:
    """The panel: the event, the cards left by number and by event, the damaged roads."""
    effect = None
    if own.event is not None:
        name = tag("b", desk.words.title(f"event-card-{own.event}"))
        effect = tag(
            "p",
            name,
            " ",
            desk.text(own.effect(own.event)),
            cls=classes("told", not own.fresh and "old"),
            data_heard=True,
        )
    return tag(
        "div",
        effect,
        damage(desk, own),
        tag("ol", [bar(desk, own, number) for number in range(2, 13)], cls="numbers"),
        tag("ul", [row(desk, own, event, count) for event, count in own.rest.items() if count], cls="rest"),
        tag("p", desk._("Not seen since New Year; five of them lie below it."), cls="small"),
        cls="event-cards",
    )


def bar(desk: Desk, own: EventCardsView, number: int) -> Markup:
    """The cards left of one number, beside how many there are of it."""
    whole, left = 6 - abs(7 - number), own.numbers[number]
    return tag(
        "li",
        tag("i", tag("i", style=f"height:{left * 100 // 6}%"), style=f"--whole:{whole * 100 // 6}%"),
        tag("b", left, aria_hidden="true"),
        tag("small", number, aria_hidden="true"),
        hidden(desk._("{number}: {count} of {all} left", number=number, count=left, all=whole)),
        cls=classes(number in (6, 8) and "hot"),
    )


def row(desk: Desk, own: EventCardsView, event: str, count: int) -> Markup:
    """How often an event may still come."""
    name = desk.words.title(f"event-card-{event}")
    return tag("li", sign(event), tag("span", name), tag("b", count), title=desk.text(own.effect(event)))


def damage(desk: Desk, own: EventCardsView) -> Markup | None:
    """Whose roads are damaged, and what a repair costs."""
    if not any(own.damaged):
        return None
    owners = [
        tag("li", desk.shield(seat, 18), tag("span", desk.name(seat)), tag("b", len(places)))
        for seat, places in enumerate(own.damaged)
        if places
    ]
    price = tag("p", desk._("Repair"), " ", desk.goods(own.cost, price=True), cls="price")
    return tag("div", tag("h3", desk._("Damaged roads")), tag("ul", owners), price, cls="damaged")


PAGE: Final = EventCardsPage()
