"""The panels of the windmills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.view.svg.heraldry import die
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk
from bastide.web.panels.dice import SMALL
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat


class WindmillsPage(ModulePage):
    """The windmills on the page: a figure, a die, a panel on each side, a form, a fact for the summary."""

    keys: Mapping[str, str] = {"grind": "G", "stop": "T"}
    sheets = (Sheet("windmills", "house", "Mills"), Sheet("winds", "flag", "Winds"))
    glyphs: Mapping[str, str] = {"windmills": '<path d="M3 3h18v18H3z"/>'}
    moments: Mapping[str, str] = {"storm": ""}
    signs: Mapping[str, tuple[str, str]] = {"storm": ("robber", "0 0 9 9")}

    def west(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        if view.viewer < 0:
            return ()
        sacks = f"{own.flour[view.viewer]} sacks"
        draw = partial(tag, "p", "Each sack of flour feeds a city for one turn.")
        return (SidePanel("windmills-flour", "Flour", draw, summary=sacks, note=sacks, priority=40, sheet="windmills"),)

    def east(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        return (
            SidePanel(
                "windmills-wind",
                "The wind",
                partial(compass, own.wind),
                summary=f"force {own.wind}",
                note="from the north-west",
                priority=30,
                sheet="winds",
            ),
        )

    def seen(self, own: Any, seat: int) -> int:
        return int(own.flour[seat])

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        return [stat(pictures.mark("house", 17), seen, "sacks of flour", "windmills-flour")]

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        return [cell(pictures.mark("house", 18), str(seen), "flour")]

    def dice(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        return [tag("span", Markup(die(own.wind, SMALL, "garnet")), cls="die")]

    def roll_effect(self, desk: Desk, view: IslandView, own: Any) -> str:
        return f"Wind {own.wind}: the mills turn."

    def stock(self, desk: Desk, view: IslandView, own: Any) -> Markup:
        return tag("small", f"{50 - sum(own.flour)} sacks")

    def forms(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        return [tag("form", tag("h2", "Grind"), data_form="windmills-grind", cls="goods-form")]

    def facts(self, desk: Desk, own: Any, seat: int) -> Sequence[tuple[str, str]]:
        return [("house", f"flour {own.flour[seat]}")]

    def opened(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        return self.east(desk, view, own)

    def open_figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup:
        return tag("small", f"flour {seen}", cls="windmills-open")


def compass(wind: int) -> Markup:
    """The wind in words and as bars."""
    bars = tag("div", [tag("i", cls="full" if wind > n else None) for n in range(6)], cls="windmills-bars")
    return tag("div", tag("p", "At six and more the mills stand still until it has calmed down."), bars)


PAGE: Final = WindmillsPage()
