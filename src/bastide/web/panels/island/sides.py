"""The modules' panels beside the island, under the bank and under the dice; each can be folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from markupsafe import Markup

from bastide.view.island.model import IslandView
from bastide.web.panels import pictures
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import classes, tag
from bastide.web.panels.module_page import SidePanel
from bastide.web.panels.module_pages import module_pages, named_pages


def west_panels(desk: Desk, view: IslandView) -> list[SidePanel]:
    """The panels under the bank."""
    return owned_panels((name, page.west(desk, view, own)) for name, page, own in named_pages(view))


def east_panels(desk: Desk, view: IslandView) -> list[SidePanel]:
    """The panels under the dice; replaced by the summary when the game is over."""
    if view.result is not None:
        return []
    return owned_panels((name, page.east(desk, view, own)) for name, page, own in named_pages(view))


def owned_panels(brought: Iterable[tuple[str, Sequence[SidePanel]]]) -> list[SidePanel]:
    """The panels that the modules bring, in order. A key that an earlier module has carries the module's name."""
    found: dict[str, SidePanel] = {}
    for name, panels in brought:
        for panel in panels:
            key = f"{name}_{panel.key}" if panel.key in found else panel.key
            found[key] = replace(panel, key=key)
    return list(found.values())


def west(desk: Desk, view: IslandView) -> Markup:
    """Under the bank."""
    return side("west", west_panels(desk, view))


def east(desk: Desk, view: IslandView) -> Markup:
    """Under the dice; and overlays."""
    if view.result is not None:
        return side("east", ())
    loose = [page.overlays(desk, view, own) for page, own in module_pages(view)]
    return side("east", east_panels(desk, view), [drawn for drawn in loose if drawn is not None])


def side(name: str, panels: Sequence[SidePanel], loose: Sequence[Markup] = ()) -> Markup:
    """The panels of one side, open: `fold.js` folds those for which there is no room."""
    drawn = [fold(panel, name) for panel in panels]
    return tag(
        "div",
        loose,
        tag("div", drawn, cls="folds") if drawn else None,
        id=name,
        cls="page-side",
        hidden=not drawn and not loose,
    )


def fold(panel: SidePanel, side: str) -> Markup:
    """One panel: its heading, which folds and opens it, and its content.

    On a phone it stands in its own sheet, and in the one that the panels of its side share.
    """
    heading = tag(
        "summary",
        tag("h3", panel.title),
        tag("small", panel.note, cls=classes("fold-note", panel.tone)) if panel.note else None,
        tag("small", panel.summary, cls=classes("fold-short", panel.tone)) if panel.summary else None,
        pictures.mark("chevron", 16),
    )
    return tag(
        "details",
        heading,
        tag("div", panel.content(), cls="fold-body"),
        id=f"side-{panel.key}",
        cls="slab fold",
        open=True,
        data_wall=True,
        data_priority=panel.priority,
        data_urgent=panel.urgent,
        data_sheet=f"{panel.sheet} {side}".strip(),
    )
