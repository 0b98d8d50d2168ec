"""Five and six players on the page: who builds between two turns, who sits out, and who takes the second turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.five_six.view import FiveSixView
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

PHASE: Final = Sheet("phase", "users", _("Phase"))
PAIR: Final = Sheet("pair", "users", _("Pair"))
PRIORITY: Final = 40


class FiveSixPage(ModulePage):
    """The extension's panels."""

    sheets: Sequence[Sheet] = (PHASE, PAIR)

    def seen(self, own: FiveSixView, seat: int) -> bool:
        """Whether a player sits out."""
        return seat in own.out

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """A sign in the row of a player who sits out."""
        if not seen:
            return ()
        return [stat(pictures.mark("mute", 15), "", desk._("sits out the special building phases"), "five-six-out")]

    def east(self, desk: Desk, view: IslandView, own: FiveSixView) -> Sequence[SidePanel]:
        """Who acts between this turn and the next."""
        if view.turn == 0:
            return ()
        if own.paired:
            title, note = desk._("Paired players"), desk._("after every turn")
            return [SidePanel("five_six", title, partial(pair_of, desk, view, own), note, note, sheet=PAIR.name)]
        title, note = desk._("Special building phase"), desk._("after every turn")
        urgent = own.building >= 0 and own.building == desk.seat
        content = partial(special, desk, view, own)
        return [
            SidePanel(
                "five_six",
                title,
                content,
                note,
                note,
                priority=PRIORITY,
                sheet=PHASE.name,
                urgent=urgent,
                due=urgent,
            )
        ]


def special(desk: Desk, view: IslandView, own: FiveSixView) -> Markup:
    """The players in the order in which they are asked, and the switch of the reader."""
    seats = [view.on_turn, *own.order]
    return tag(
        "div",
        tag("ol", [step(desk, own, seat, seat == view.on_turn) for seat in seats], cls="five-six-order"),
        tag("p", desk._("Build or buy; no trade, no cards, no win.")),
        switch(desk, own),
        cls="five-six",
    )


def step(desk: Desk, own: FiveSixView, seat: int, over: bool) -> Markup:
    """One player of the special building phase: whose turn it is, who builds, who sits out."""
    building = seat == own.building
    if over:
        said = desk._("turn over") if own.building >= 0 else desk._("plays")
    elif building:
        said = desk._("builds")
    else:
        said = desk._("sits out") if seat in own.out else ""
    return tag(
        "li",
        desk.shield(seat, 30 if building else 24),
        hidden(desk.name(seat)),
        tag("small", said),
        cls=classes(over and "over", building and "now", seat in own.out and "out"),
        aria_current="step" if building else None,
        title=desk.name(seat),
    )


def switch(desk: Desk, own: FiveSixView) -> Markup | None:
    """The controls by which the reader says when to be asked; nothing where they have no effect."""
    if own.may_sit_out:
        words, notation = desk._("Sit out from now on"), "sit-out"
    elif own.may_join_in:
        words, notation = desk._("Join in again"), "join-in"
    else:
        return None
    return tag("button", words, type="button", cls="btn wide", data_notation=notation)


def pair_of(desk: Desk, view: IslandView, own: FiveSixView) -> Markup:
    """Who takes the first turn, who the second."""
    second = own.over >= 0
    first = own.over if second else view.on_turn
    rows = [(first, desk._("first turn"), not second), (own.partner, desk._("second turn, without a roll"), second)]
    return tag(
        "div",
        tag("ol", [paired_row(desk, *row) for row in rows], cls="five-six-pair"),
        tag("p", desk._("In the second turn: trade only with the bank; it may win.")),
        cls="five-six",
    )


def paired_row(desk: Desk, seat: int, said: str, now: bool) -> Markup:
    """One player of a pair."""
    return tag(
        "li",
        desk.shield(seat, 24),
        tag("b", desk.name(seat)),
        tag("small", said),
        cls=classes(now and "now"),
        aria_current="step" if now else None,
    )


PAGE: Final = FiveSixPage()
