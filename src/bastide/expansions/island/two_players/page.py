"""Catan for Two on the page: trade tokens and what they buy, both rolls of the turn, the choice of a neutral colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.two_players.view import PATH, SITE, TwoPlayersView, Use, rolled
from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Option
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import Attribute, classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat
from bastide.web.panels.why import why_panel

TOKEN: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.5"'
    ' fill="#C98A3A" stroke="var(--ink)" stroke-width="1.4"/><circle cx="12" cy="12" r="7.5" fill="none"'
    ' stroke="#F4DDA8" stroke-width="1.2" stroke-dasharray="2 1.6"/><path d="M7.5 10.5h8l-2-2M16.5 13.5h-8l2 2"'
    ' fill="none" stroke="#3A2208" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
TITLES: Final = {
    "forced-trade": _("Forced trade"),
    "banish": _("Send the robber away"),
    "retire": _("Give up a knight"),
}
SHEET: Final = Sheet("tokens", "trade", _("Tokens"))
PRIORITY: Final = 55


class TwoPlayersPage(ModulePage):
    """The variant's panels."""

    replay_class = "two-players-open"
    pieces: Sequence[str] = (PATH, SITE)
    sheets: Sequence[Sheet] = (SHEET,)
    placing: Mapping[str, str] = {
        "neutral-road": _("Choose a path for the neutral road: {count} possible."),
        "neutral-settle": _("Choose a corner for the neutral settlement: {count} possible."),
        "banish": _("Choose where the robber goes: {count} possible."),
    }

    def west(self, desk: Desk, view: IslandView, own: TwoPlayersView) -> Sequence[SidePanel]:
        """The reader's tokens, and what to do with them."""
        seat = view.own
        if seat is None or view.result is not None or not own.tokens:
            return ()
        note = desk._("{count} in the supply", count=own.supply)
        summary = desk._("{count} {count:trade token|trade tokens}", count=own.tokens[seat.seat])
        content = partial(tokens, desk, own, seat.seat)
        return [
            SidePanel(
                "two_players",
                desk._("Trade tokens"),
                content,
                summary=summary,
                note=note,
                priority=PRIORITY,
                sheet=SHEET.name,
            )
        ]

    def roll_effect(self, desk: Desk, view: IslandView, own: TwoPlayersView) -> str:
        """Both numbers of the turn, or that one is to come."""
        return rolled(own, desk.words)

    def answer(self, desk: Desk, view: IslandView, own: Any, option: Option) -> Markup | None:
        """A neutral colour, with its shield."""
        if not option.notation.startswith("neutral ") or option.seat is None:
            return None
        return tag("span", desk.shield(option.seat, 26), desk.html(option.say), cls="two-players-colour")

    def seen(self, own: TwoPlayersView, seat: int) -> int | None:
        """A player's tokens; None in a game without them."""
        return own.tokens[seat] if own.tokens else None

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """Tokens in a player's row."""
        if seen is None:
            return ()
        return [stat(TOKEN.format(17), seen, desk._("{count:trade token|trade tokens}", count=seen), "two-players")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        if seen is None:
            return ()
        return [cell(TOKEN.format(20), str(seen), desk._("{count:trade token|trade tokens}", count=seen))]

    def facts(self, desk: Desk, own: TwoPlayersView, seat: int) -> Sequence[tuple[str, str]]:
        """Tokens left in the summary."""
        if not own.tokens:
            return ()
        return [("trade", desk._("{count} {count:trade token|trade tokens}", count=own.tokens[seat]))]


def tokens(desk: Desk, own: TwoPlayersView, seat: int) -> Markup:
    """How many tokens the reader has, the price of an action, and the buttons."""
    price = desk._("An action costs {count} {count:token|tokens}, one action a turn.", count=own.prices[seat])
    return tag(
        "div",
        tag(
            "div",
            TOKEN.format(30),
            tag("b", own.tokens[seat]),
            hidden(" " + desk._("{count:trade token|trade tokens}", count=own.tokens[seat])),
            tag("p", price),
            cls="two-players-held",
        ),
        tag("div", [button(desk, use) for use in own.uses], cls="two-players-uses"),
        tag("p", line, cls="two-players-numbers") if (line := rolled(own, desk.words)) else None,
        [why(desk, use) for use in own.uses],
        cls="two-players wants-room",
    )


def button(desk: Desk, use: Use) -> Markup:
    """Something to do with tokens: sends it, shows its places, or says why it cannot be done now."""
    does: dict[str, Attribute] = {"data_notation": use.notation}
    if use.places:
        does = {"data_verb": use.verb, "aria_pressed": False}
    elif use.notation is None:
        does = {"aria_disabled": True, "data_why": use.verb, "popovertarget": f"why-{use.verb}"}
    off = use.notation is None and not use.places
    asks = [tag("em", "?", aria_hidden="true"), hidden(" " + desk._("why not?"))] if off else None
    return tag("button", desk._(TITLES[use.verb]), asks, type="button", cls=classes("btn", off and "off"), **does)


def why(desk: Desk, use: Use) -> Markup | None:
    """The popover behind a button that is off."""
    if use.reason is None:
        return None
    said = desk._("{title}: why not?", title=desk._(TITLES[use.verb]))
    return why_panel(desk, use.verb, said, use.reason, {}, {})


PAGE: Final = TwoPlayersPage()
