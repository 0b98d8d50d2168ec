"""The Great Wall on the page: the wall with what threatens it, passes, levels and penalties of each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from markupsafe import Markup

from bastide.expansions.island.great_wall.rules.board import TOP
from bastide.expansions.island.great_wall.view.log import P
from bastide.expansions.island.great_wall.view.model import GreatWallView, RiderCall, Section
from bastide.expansions.island.great_wall.view.module import BUILD, FREED, GOAL, GROUPS, PICK, WALLS, standing
from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import classes, hidden, tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat

TOWER: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 21V10h16v11z" fill="#CDBB93"'
    ' stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round"/><path d="M2 10l10-8 10 8z" fill="#A5482F"'
    ' stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round"/><path d="M9 21v-6q3-4 6 0v6z"'
    ' fill="#4A3A24"/></svg>'
)
HORSE: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 21v-7q0-4 4-4h6l3-7 5 1 2'
    ' 5-4 2-1 10h-3v-6H8v6z" fill="#7A4A26" stroke="var(--ink)" stroke-width="1.4" stroke-linejoin="round"/></svg>'
)
PENALTY: Final = Markup(
    '<svg width="{0}" height="{0}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" fill="#7E2B1C"'
    ' stroke="var(--ink)" stroke-width="1.4"/><path d="M7 12h10" stroke="#FFF3E2" stroke-width="3"'
    ' stroke-linecap="round"/></svg>'
)
SHEET: Final = Sheet("great_wall", "sword", _("Wall"))
PRIORITY: Final = 60


class Figures(NamedTuple):
    """The figures of a player."""

    level: int
    penalties: int


class GreatWallPage(ModulePage):
    """The scenario's panels."""

    replays = True
    replay_class = "great-wall-open"
    pieces: Sequence[str] = (*GROUPS.values(), *WALLS.values(), "pirate", PICK, GOAL, FREED)
    sheets: Sequence[Sheet] = (SHEET,)
    keys: Mapping[str, str] = {BUILD: "W"}
    arts: Mapping[str, str] = {BUILD: WALLS[3]}
    placing: Mapping[str, str] = {
        "ride": _("Choose the territory that a rider leaves: {count} possible."),
        "lead": _("Choose where the rider goes: {count} possible."),
        "free": _("Choose a hex that a rider leaves: {count} possible."),
        "pirate": _("Move the pirate to a marked hex: {count} possible."),
    }
    counted: Mapping[str, str] = {P + "penalties": _("{count} {count:penalty|penalties}")}
    glyphs: Mapping[str, str] = {P + "penalties": '<path d="M12 2a10 10 0 1 0 .1 0zM6 10.500h12v3H6z"/>'}

    def east(self, desk: Desk, view: IslandView, own: GreatWallView) -> Sequence[SidePanel]:
        """The wall as it stands."""
        falling = sum(section.falls for section in own.sections)
        return [
            SidePanel(
                "great_wall",
                desk._("The wall"),
                partial(wall, desk, own),
                summary=desk._("{count} of {all} passes", count=own.passes, all=own.most_passes),
                note=desk._("{count} of {all} may fall", count=falling, all=len(own.sections)),
                tone="bad" if own.passes == own.most_passes - 1 else "",
                priority=PRIORITY,
                sheet=SHEET.name,
                urgent=True,
            )
        ]

    def stock(self, desk: Desk, view: IslandView, own: GreatWallView) -> Markup | None:
        """The riders in the bag."""
        said = desk._("{count} {count:rider|riders} in the bag", count=sum(own.bag.values()))
        each = ", ".join(f"{name} {count}" for name, count in own.bag.items())
        return tag("span", HORSE.format(15), " ", said, hidden(f" ({each})"), cls="great-wall-bag", title=each)

    def seen(self, own: GreatWallView, seat: int) -> Figures:
        """A player's level and penalties."""
        level = next((section.level for section in own.sections if section.owner == seat), 0)
        return Figures(level, own.penalties[seat])

    def stats(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same in a player's row."""
        out = [stat(TOWER.format(17), seen.level, desk._("level of the wall"), "great-wall")]
        if seen.penalties:
            said = desk._("{count} {count:penalty|penalties}", count=seen.penalties)
            out.append(stat(PENALTY.format(16), f"−{seen.penalties}", said, "great-wall-penalties"))
        return out

    def cells(self, desk: Desk, seat: SeatView, seen: Figures) -> Sequence[Markup]:
        """The same on a player's card of the phone."""
        out = [cell(TOWER.format(20), f"{seen.level}/{TOP}", desk._("level of the wall"))]
        if seen.penalties:
            said = desk._("{count:penalty|penalties}", count=seen.penalties)
            out.append(cell(PENALTY.format(20), f"−{seen.penalties}", said))
        return out

    def facts(self, desk: Desk, own: GreatWallView, seat: int) -> Sequence[tuple[str, str]]:
        """The level in the summary."""
        return [("sword", desk._("wall at level {level}", level=self.seen(own, seat).level))]


def wall(desk: Desk, own: GreatWallView) -> Markup:
    """Each section from the east, then the passes, then what the design is."""
    chips = [tag("i", PENALTY.format(17), cls=classes(k < own.passes and "on")) for k in range(own.most_passes)]
    passes = desk._("{count} of {all} passes: at {all} all have lost", count=own.passes, all=own.most_passes)
    return tag(
        "div",
        tag("ol", [row(desk, section) for section in own.sections]),
        tag("p", tag("span", chips, cls="chips", aria_hidden="true"), tag("span", passes), cls="passes"),
        tag("p", desk._("Board, prices and arrows are Bastide's own design."), cls="design"),
        cls="great-wall",
    )


def row(desk: Desk, section: Section) -> Markup:
    """A section: its owner, its levels, the riders before it, the numbers that call more, how safe it is."""
    name = desk.name(section.owner) if section.owner >= 0 else "–"
    levels = [tag("i", cls=classes(k < section.level and "on")) for k in range(int(TOP))]
    riders = [HORSE.format(15)] * section.riders
    facts = [
        desk._("Section {number}: {name}", number=section.number, name=name),
        desk._("level {level}", level=section.level),
        desk._("{count} {count:rider|riders} before it", count=section.riders),
        *(call_words(desk, call) for call in section.calls),
    ]
    return tag(
        "li",
        desk.shield(section.owner, 22) if section.owner >= 0 else tag("b", section.number),
        tag("span", levels, cls="levels", aria_hidden="true"),
        tag("span", riders or "–", cls="riders", aria_hidden="true"),
        tag("span", [number(call) for call in section.calls], cls="calls", aria_hidden="true"),
        hidden(", ".join(facts) + ". "),
        tag("small", desk.text(standing(section))),
        cls=classes(section.falls and any(call.waiting for call in section.calls) and "falls"),
        title=", ".join(facts),
    )


def number(call: RiderCall) -> Markup:
    """An arrow's number, paler if no rider waits for it."""
    return tag("b", call.number, cls=classes(call.number in (6, 8) and "hot", not call.waiting and "idle"))


def call_words(desk: Desk, call: RiderCall) -> str:
    """An arrow in words."""
    return desk._("{number}: {count} waiting", number=call.number, count=call.waiting)


PAGE = GreatWallPage()
