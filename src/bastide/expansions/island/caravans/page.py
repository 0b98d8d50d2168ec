"""Caravans on the page: the wagons that are left, the bidding with all bids laid open, points between wagons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.expansions.island.caravans.rules.state import WAGONS
from bastide.expansions.island.caravans.view import ARROWS, DECIDES, NEXT, VOTE, WAGON, Bid, CaravansView, Round
from bastide.view.island.model import IslandView, SeatView
from bastide.view.model import Say
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _, may_act
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

SHEET: Final = Sheet("caravans", "route", _("Wagons"))
PRIORITY: Final = 60
CARD: Final = 24
SMALL_CARD: Final = 18
"""The side of a card that was bid, in pixels: in the panel, and on a phone."""
PATHS: Final = (
    '<path d="M3 14C2 6 6 3 11 3s10 3 9 11z" fill="{cover}" stroke="{ink}" stroke-width="1.5"/>'
    '<path d="M2 13h20l-1.500 4h-17z" fill="{bed}" stroke="{ink}" stroke-width="1.5"/>'
    '<circle cx="7" cy="18" r="3.400" fill="{wheel}" stroke="{ink}" stroke-width="1.5"/>'
    '<circle cx="17" cy="18" r="3.400" fill="{wheel}" stroke="{ink}" stroke-width="1.5"/>'
)
SMALL: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true">'
    + PATHS.format(cover="#D8D6D2", bed="#9A6B3C", wheel="#F4E7C6", ink="var(--ink)")
    + "</svg>"
)


class CaravansPage(ModulePage):
    """The scenario's panels."""

    replays = True
    sheets: Sequence[Sheet] = (SHEET,)
    replay_class = "caravans-open"
    pieces: Sequence[str] = (WAGON, NEXT, VOTE, *ARROWS)
    placing: Mapping[str, str] = {
        "wagon": _("Choose a path for the wagon: {count} possible."),
        "vote": _("Choose the path for which you vote: {count} possible."),
    }
    glyphs: Mapping[str, str] = {
        "caravans_beside": PATHS.format(cover="none", bed="currentColor", wheel="currentColor", ink="currentColor")
    }
    signs: Mapping[str, tuple[str, str]] = {"caravans": (WAGON, "-40 -36 80 66")}

    def east(self, desk: Desk, view: IslandView, own: CaravansView) -> Sequence[SidePanel]:
        """The bidding, or the last one, and the wagons that are left."""
        left = desk._("{count} of {all} wagons left", count=own.left, all=int(WAGONS))
        content = partial(bidding, desk, own)
        going = own.round is not None and own.round.open
        return [
            SidePanel(
                "caravans",
                desk._("Caravans"),
                content,
                left,
                left,
                priority=PRIORITY,
                sheet=SHEET.name,
                urgent=going,
                due=going and may_act(view, desk.seat),
            )
        ]

    def overlays(self, desk: Desk, view: IslandView, own: CaravansView) -> Markup | None:
        """On a phone, the bids above the board while they are laid."""
        if own.round is None or not own.round.open or not own.round.bids:
            return None
        return tag(
            "div", stakes(desk, own.round, SMALL_CARD), cls="slab caravans-strip", aria_hidden="true", data_wall=True
        )

    def seen(self, own: CaravansView, seat: int) -> int:
        """A player's buildings between two wagons."""
        return own.beside[seat]

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """A wagon in the row of a player with such buildings."""
        if not seen:
            return ()
        said = desk._("{count} {count:point|points} between wagons", count=seen)
        return [stat(SMALL.format(18), f"+{seen}", said, "caravans")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        return [cell(SMALL.format(20), f"+{seen}", desk._("between wagons"))] if seen else ()


def bidding(desk: Desk, own: CaravansView) -> Markup:
    """The panel: the wagons left, and the bids with the votes and what came of them."""
    bar = tag("i", style=f"width:{own.left * 100 // int(WAGONS)}%")
    left = tag("div", SMALL.format(26), tag("b", own.left), tag("span", bar, cls="caravans-bar"), cls="caravans-left")
    rules = desk._("A road with a wagon counts twice; a building between two wagons brings a point.")
    if own.round is None:
        text = desk._("A player who builds a settlement or a city sends a wagon at the end of the turn; all may bid.")
        return tag("div", left, tag("p", text), tag("p", rules, cls="small"), cls="caravans")
    heading = desk._("Bids for the next wagon") if own.round.open else desk._("The last bids")
    return tag(
        "div",
        left,
        tag("h4", heading),
        stakes(desk, own.round),
        outcome(desk, own.round),
        tag("p", rules, cls="small"),
        cls="caravans",
    )


def stakes(desk: Desk, round_: Round, size: int = CARD) -> Markup:
    """The bid of each player, in the order of the bids; `size` is that of a card."""
    bids = [stake(desk, bid, bid.seat == round_.decides, size) for bid in round_.bids]
    return tag("ol", bids, cls="caravans-stakes")


def stake(desk: Desk, bid: Bid, decides: bool, size: int) -> Markup:
    """One bid as cards in a row, with its votes."""
    cards = [pictures.chip(good, size) for good, n in (("wool", bid.wool), ("grain", bid.grain)) for _each in range(n)]
    goods = {good: n for good, n in (("wool", bid.wool), ("grain", bid.grain)) if n}
    said = desk.words.goods(goods) if goods else desk._("nothing")
    voted = tag("small", desk._("voted"), cls="caravans-voted") if bid.vote else None
    return tag(
        "li",
        desk.shield(bid.seat, 22),
        tag("span", desk.name(bid.seat), cls="caravans-name"),
        tag("span", cards or "–", cls=classes("caravans-cards", len(cards) > 4 and "many"), aria_hidden="true"),
        hidden(said),
        voted,
        tag("b", bid.cards, title=desk._("{count:vote|votes}", count=bid.cards)),
        cls=classes(decides and "decides"),
    )


def outcome(desk: Desk, round_: Round) -> Markup | None:
    """Who decides and why; or that the votes decided."""
    if round_.why is not None and round_.decides is not None:
        return tag("p", desk.html(Say(DECIDES[round_.why].text, {"player": round_.decides})))
    if round_.why is not None:
        return tag("p", desk._("The bids are equal: each player places a wagon."))
    if round_.placed:
        return tag("p", desk._("The majority of votes chose the path."))
    return None


PAGE: Final = CaravansPage()
