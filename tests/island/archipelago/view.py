"""How the boards of the archipelago are drawn: all that a style of sites and of terrains may say."""

from __future__ import annotations

from typing import Final

from bastide.view.island.module_view import ModuleView
from bastide.view.styles import Ground, SiteStyle, Styles


class ArchipelagoView(ModuleView):
    """The base shows the rest."""

    styles = Styles(
        terrains={
            "lagoon": Ground("#7CC7C0", "#3F8F95", "#D8E4B4", "#6E8A5C"),
            "shallows": Ground("#5FB3A8", "#3B948F", "#6FBFB2", "#2F7F7F"),
        },
        sites={
            "market": SiteStyle(shift=(0, -4)),
            "boat": SiteStyle(numbered=True, shift=(0, -22)),
            "zone": SiteStyle(),
            "ford": SiteStyle(turned=True),
            "chest": SiteStyle(numbered=True, shift=(0, -8)),
            "pier": SiteStyle(numbered=True, turned=True, seaward=60),
        },
    )


VIEW: Final = ArchipelagoView()
