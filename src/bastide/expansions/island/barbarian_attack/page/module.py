"""Barbarian Attack on the page: the coast, the reader's knights and gold, figures of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.barbarian_attack.page.coast import coast
from bastide.expansions.island.barbarian_attack.rules.state import EXCHANGES, KNIGHTS, PAIR
from bastide.expansions.island.barbarian_attack.view.log import P
from bastide.expansions.island.barbarian_attack.view.model import BarbarianAttackView
from bastide.expansions.island.barbarian_attack.view.module import (
    FALLEN,
    GROUPS,
    HIT,
    KNIGHT,
    LANDING,
    LOST,
    PICK,
    SHIFT,
    STEP,
)
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

HELMET: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 21V11a7 7 0 0 1 14 0v10l-5'
    ' 1v-8h-4v8z" fill="#DDE2E5" stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round"/><path d="M12 4c-1-3'
    ' 2-4 4-3-2 1-2 2-2 3z" fill="#B23A2B" stroke="var(--ink)"/><path d="M7 12h10" stroke="var(--ink)"'
    ' stroke-width="1.8"/></svg>'
)
CHAINS: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 22V4q8-4 16 0v18z"'
    ' fill="#8A7A66" stroke="var(--ink)" stroke-width="1.6"/><path d="M8 4v18M12 3v19M16 4v18" stroke="#2A2118"'
    ' stroke-width="2"/><circle cx="12" cy="12" r="3.4" fill="#E2B183" stroke="var(--ink)"/></svg>'
)
AXE: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 21L15 6" stroke="#8A5A30"'
    ' stroke-width="3" stroke-linecap="round"/><path d="M10 4q7-4 12 1 1 7-4 11-2-5-8-6z" fill="#C9D0D4"'
    ' stroke="var(--ink)" stroke-width="1.4"/></svg>'
)
OWN_SHEET: Final = Sheet("coast_knights", "sword", _("Knights"))
SHEET: Final = Sheet("coast", "flag", _("Coast"))
PRIORITY: Final = 60


class Figures(NamedTuple):
    """The figures of a player."""

    knights: int
    prisoners: int
    lost: int


class BarbarianAttackPage(ModulePage):
    """The scenario's panels."""

    replays = True
    replay_class = "barbarian-attack-open"
    pieces: Sequence[str] = (KNIGHT, FALLEN, STEP, PICK, HIT, LANDING, *GROUPS.values(), *LOST.values())
    sheets: Sequence[Sheet] = (OWN_SHEET, SHEET)
    keys: Mapping[str, str] = {SHIFT: "M"}
    arts: Mapping[str, str] = {SHIFT: GROUPS[1]}
    placing: Mapping[str, str] = {
        "station": _("Choose a path for your knight: {count} possible."),
        "hire": _("Choose a path of the castle for the mercenary: {count} possible."),
        "march": _("Choose the knight that marches: {count} possible."),
        "halt": _("Choose where your knight stops: {count} possible."),
        "lift": _("Choose a hex that a barbarian leaves: {count} possible."),
        "land": _("Choose the hex to which the barbarian goes: {count} possible."),
        "capture": _("Choose your prisoner: {count} possible."),
        "shift": _("Choose the barbarian to move: {count} possible."),
    }
    counted: Mapping[str, str] = {
        P + "prisoners": _("{count} {count:prisoner|prisoners}"),
        P + "lost": _("{count} {count:point|points} conquered"),
    }
    glyphs: Mapping[str, str] = {
        P + "prisoners": '<path d="M5 3h3v18H5zM11 3h3v18h-3zM17 3h3v18h-3z"/>',
        P + "lost": '<path d="M3 12l4-7 4 7v8H3zM13 20l8-8 2 8z"/>',
    }

    def east(self, desk: Desk, view: IslandView, own: BarbarianAttackView) -> Sequence[SidePanel]:
        """The coast as it stands."""
        fallen = sum(bay.conquered for bay in own.bays)
        first = own.bays[0].number if own.bays else ""
        return [
            SidePanel(
                "barbarian_attack",
                desk._("The coast"),
                partial(coast, desk, own),
                summary=desk._("{count} of {all} conquered", count=fallen, all=len(own.bays)),
                note=desk._("checked from {number}, clockwise", number=first),
                priority=PRIORITY,
                sheet=SHEET.name,
                urgent=True,
            )
        ]

    def west(self, desk: Desk, view: IslandView, own: BarbarianAttackView) -> Sequence[SidePanel]:
        """The reader's knights, prisoners and gold."""
        seat = view.own
        if seat is None or view.result is not None:
            return ()
        return [
            SidePanel(
                "barbarian_attack_own",
                desk._("Your knights"),
                partial(knights, desk, own, seat),
                summary=desk._("{count} of {all} on the island", count=own.knights[seat.seat], all=int(KNIGHTS)),
                note=desk._("fights follow the march"),
                priority=PRIORITY - 1,
                sheet=OWN_SHEET.name,
            )
        ]

    def stock(self, desk: Desk, view: IslandView, own: BarbarianAttackView) -> Markup | None:
        """The barbarians that have not landed."""
        said = desk._("{count} {count:barbarian|barbarians} left", count=own.supply)
        cards = desk._("Pile: {cards}", cards=pile(desk, own))
        return tag("span", AXE.format(15), " ", said, hidden(f" {cards}"), cls="barbarian-attack-left", title=cards)

    def seen(self, own: BarbarianAttackView, seat: int) -> Figures:
        """A player's knights, prisoners and lost points."""
        return Figures(own.knights[seat], own.prisoners[seat], own.lost[seat])

    def stats(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same in a player's row."""
        out = [
            stat(HELMET.format(17), f"{seen.knights}/{KNIGHTS}", desk._("knights on the island"), "barbarian-attack"),
            stat(
                CHAINS.format(17),
                seen.prisoners,
                desk._("{count:prisoner|prisoners}", count=seen.prisoners),
                "prisoners",
            ),
        ]
        if seen.lost:
            said = desk._("{count} {count:point|points} lost to barbarians", count=seen.lost)
            out.append(stat(AXE.format(17), f"−{seen.lost}", said, "barbarian-attack-lost"))
        return out

    def cells(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        out = [
            cell(HELMET.format(20), f"{seen.knights}/{KNIGHTS}", desk._("knights")),
            cell(CHAINS.format(20), str(seen.prisoners), desk._("{count:prisoner|prisoners}", count=seen.prisoners)),
        ]
        return [*out, cell(AXE.format(20), f"−{seen.lost}", desk._("conquered"))] if seen.lost else out

    def facts(self, desk: Desk, own: BarbarianAttackView, seat: int) -> Sequence[tuple[str, str]]:
        """Knights in the summary."""
        count = own.knights[seat]
        return [("sword", desk._("{count} {count:knight|knights}", count=count))]


def knights(desk: Desk, own: BarbarianAttackView, seat: SeatView) -> Markup:
    """What the reader's knights can do, and what the gold is good for."""
    taken, gold = own.prisoners[seat.seat], seat.purse.get("gold", 0)
    more = desk._("3 paths each, 5 for 1 grain")
    missing = int(PAIR) - taken % int(PAIR)
    worth = desk._(
        "{count} {count:prisoner|prisoners}: {points} {points:point|points}, {missing} more for the next.",
        count=taken,
        points=taken // int(PAIR),
        missing=missing,
    )
    left = desk._("2 gold for 1 card: {count} of {all} left this turn", count=own.exchanges, all=int(EXCHANGES))
    return tag(
        "div",
        tag("p", HELMET.format(24), tag("b", f"{own.knights[seat.seat]}/{KNIGHTS}"), tag("span", more)),
        tag("p", CHAINS.format(24), tag("b", taken), tag("span", worth)),
        tag("p", pictures.good("gold", 24), tag("b", gold), tag("span", left)),
        cls="barbarian-attack-own wants-room",
    )


def pile(desk: Desk, own: BarbarianAttackView) -> str:
    """The cards left in the pile."""
    return ", ".join(f"{desk.words.title(P + word)} {count}" for word, count in own.cards.items())
