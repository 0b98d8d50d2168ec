"""The panels of the lighthouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from markupsafe import Markup

from bastide.view.island.model import IslandView, SeatView
from bastide.web.panels import pictures
from bastide.web.panels.cells import cell
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import tag
from bastide.web.panels.module_page import ModulePage, Sheet, SidePanel
from bastide.web.panels.rail import stat


class LighthousePage(ModulePage):
    """The lighthouse on the page: a figure, a line under the dice, two panels under the dice, a form."""

    keys: Mapping[str, str] = {"shine": "G"}
    sheets = (Sheet("lighthouse", "crown", "Light"),)

    def east(self, desk: Desk, view: IslandView, own: Any) -> Sequence[SidePanel]:
        rows = [(desk.name(seat), str(count)) for seat, count in enumerate(own.shone)]
        return (
            SidePanel(
                "lighthouse-light",
                "The light",
                partial(table, rows),
                summary="every fourth turn",
                tone="good",
                priority=70,
                sheet="lighthouse",
            ),
            SidePanel(
                "lighthouse-keeper", "The keeper", partial(tag, "p", "He sleeps."), summary="asleep", priority=10
            ),
        )

    def seen(self, own: Any, seat: int) -> int:
        return int(own.shone[seat])

    def stats(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        return [stat(pictures.mark("eye", 17), seen, "nights of light", "lighthouse-light")]

    def figures(self, desk: Desk, seat: SeatView, seen: Any) -> Markup | None:
        return tag("span", "in the light", cls="lighthouse-lit vh") if seen else None

    def cells(self, desk: Desk, seat: SeatView, seen: Any) -> Sequence[Markup]:
        return [cell(pictures.mark("eye", 18), str(seen), "light")]

    def more(self, desk: Desk, seat: SeatView, seen: Any) -> Markup:
        return tag("p", f"{seen} nights of light", cls="lighthouse-more")

    def roll_effect(self, desk: Desk, view: IslandView, own: Any) -> str:
        return "The light goes round."

    def forms(self, desk: Desk, view: IslandView, own: Any) -> Sequence[Markup]:
        return [tag("form", tag("h2", "Shine"), data_form="lighthouse-shine", cls="goods-form")]

    def facts(self, desk: Desk, own: Any, seat: int) -> Sequence[tuple[str, str]]:
        return [("eye", f"light {own.shone[seat]}")]


def table(rows: Sequence[tuple[str, str]]) -> Markup:
    """Who has had how much light."""
    return tag("ul", [tag("li", tag("span", name), tag("b", count)) for name, count in rows], cls="lighthouse-rows")


PAGE: Final = LighthousePage()
