"""Fishermen on the page: the reader's fish and their prices, the waters, tokens and boot in the players' rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.fishermen.page import drawings, fish
from bastide.expansions.island.fishermen.rules.payments import Tokens
from bastide.expansions.island.fishermen.view import FishermenView
from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Option
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

SHEET: Final = Sheet("fish", "fish", _("Fish"))
WATERS: Final = Sheet("waters", "globe", _("Waters"))
FISH_PRIORITY: Final = 60
WATERS_PRIORITY: Final = 40


class Catch(NamedTuple):
    """A player's tokens, which they are if they may be seen, and the points needed with the boot (0 without it)."""

    tokens: int
    shown: Tokens | None
    boot_goal: int


class FishermenPage(ModulePage):
    """The scenario's panels."""

    replays = True
    sheets: Sequence[Sheet] = (SHEET, WATERS)

    def west(self, desk: Desk, view: IslandView, own: FishermenView) -> Sequence[SidePanel]:
        """The reader's fish and what they buy; the boot, if the reader has it."""
        seat = view.own
        if seat is None or view.result is not None:
            return ()
        note = desk._("{count} of at most 7 tokens", count=own.held[seat.seat])
        summary = desk._("{count} fish", count=fish.total(own.shown[seat.seat]))
        content = partial(fish.own_fish, desk, own, seat.seat)
        title = desk._("Your fish")
        return [
            SidePanel("fishermen", title, content, summary, note, priority=FISH_PRIORITY, sheet=SHEET.name),
        ]

    def east(self, desk: Desk, view: IslandView, own: FishermenView) -> Sequence[SidePanel]:
        """The stock, the spent tokens, who has the boot."""
        note = desk._("{count} {count:token|tokens} to draw", count=own.face_down)
        reader = view.own.seat if view.own is not None and view.result is None else None
        content = partial(fish.waters, desk, own, reader)
        title = desk._("The waters")
        given, priority = bool(own.receivers), WATERS_PRIORITY
        return [
            SidePanel("fishermen_waters", title, content, note, note, priority=priority, sheet=WATERS.name, due=given)
        ]

    def seen(self, own: FishermenView, seat: int) -> Catch:
        """A player's tokens and the boot."""
        return Catch(own.held[seat], own.shown[seat], own.goals[seat] if own.boot == seat else 0)

    def stats(self, desk: Desk, seat: SeatView, seen: Catch) -> Sequence[Markup]:
        """Tokens in a player's row, and the boot."""
        said = desk._("{count:fish token|fish tokens}", count=seen.tokens)
        if not seen.boot_goal:
            return [stat(drawings.back(17), seen.tokens, said, "fishermen")]
        said = f"{said}; {desk._('with the old boot {count} points are needed', count=seen.boot_goal)}"
        return [stat(drawings.back_with_boot(17), seen.tokens, said, "fishermen boot")]

    def cells(self, desk: Desk, seat: SeatView, seen: Catch) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        out = [cell(drawings.back(20), str(seen.tokens), desk._("{count:fish token|fish tokens}", count=seen.tokens))]
        if seen.boot_goal:
            out.append(cell(drawings.boot(20), str(seen.boot_goal), desk._("needed")))
        return out

    def answer(self, desk: Desk, view: IslandView, own: Any, option: Option) -> Markup | None:
        """A token that may be exchanged."""
        verb, _space, value = option.notation.partition(" ")
        if verb != "throw-back":
            return None
        return tag("span", drawings.token(int(value), 36), desk.html(option.say), cls="fish-answer")

    def facts(self, desk: Desk, own: FishermenView, seat: int) -> Sequence[tuple[str, str]]:
        """Tokens left in the summary, and the boot."""
        out = [("fish", desk._("{count} {count:fish token|fish tokens}", count=own.held[seat]))]
        if own.boot == seat:
            out.append(("fish", desk._("the old boot")))
        return out

    def open_figures(self, desk: Desk, seat: SeatView, seen: Catch) -> Markup:
        """In a replay, the tokens themselves where they may be seen."""
        if seen.shown is None or not seen.tokens:
            return tag("ul", self.stats(desk, seat, seen), cls="fishermen-open")
        counts = [(kind + 1, count) for kind, count in enumerate(seen.shown) if count]
        tokens = [tag("li", drawings.token(value, 20), tag("span", count)) for value, count in counts]
        boot = tag("li", drawings.boot(20)) if seen.boot_goal else None
        return tag("ul", tokens, boot, cls="fishermen-open", aria_label=desk._("Fish tokens"))
