"""The board: the drawing's layers as groups with ids, and the symbols that every drawing of the page refers to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from markupsafe import Markup
from msgspec.structs import replace

from bastide.view import svg
from bastide.view.island.model import IslandView
from bastide.view.model import Say, Target
from bastide.view.styles import piece_style
from bastide.view.svg.furniture import BASE_KINDS, has_drawing
from bastide.view.svg.geometry import centre, is_dry
from bastide.view.svg.layers import look, spot
from bastide.view.svg.window import Box, afloat, boxes
from bastide.web.panels import hint
from bastide.web.panels.desk import Desk
from bastide.web.panels.html import Attribute, tag
from bastide.web.panels.module_pages import module_pages

ASKED = 66
"""The radius of that part of a hex, of 100: its corners and edges are places to build."""


class Ready(Say, frozen=True):
    """A rendered message: the spoken label of a place of the board, and, as HTML, its tooltip."""


def defs(desk: Desk) -> Markup:
    """The symbols and paints of all drawings, in a hidden `<svg>`."""
    view = cast(IslandView | None, desk.table.view)
    board, pieces = (None, []) if view is None else (view.board, kinds(view))
    return desk.kept.part(
        "defs", (board, desk.owner_colors, pieces), lambda: held(svg.defs(board, desk.owner_colors, pieces))
    )


@lru_cache(maxsize=64)
def held(symbols: str) -> Markup:
    """The cached panel of these symbols, shared by many tables."""
    return tag("div", Markup(symbols), id="defs", cls="defs", aria_hidden="true")


def kinds(view: IslandView) -> list[str]:
    """The kinds of pieces of a game: those of the base, and what else its players can build."""
    held = {kind for kind in view.supplies if has_drawing(kind)}
    brought = [kind for page, own in module_pages(view) for kind in page.pieces]
    return [*BASE_KINDS, *sorted(held - set(BASE_KINDS)), *brought]


def group(name: str, drawing: str, **attributes: Attribute) -> Markup:
    """One layer of the board."""
    return tag("g", Markup(drawing), id=name, **attributes)


def land(desk: Desk, view: IslandView) -> Markup:
    """Shore, harbours and hexes, with the boxes that the script keeps clear of panels."""
    box = " ".join(f"{value:.1f}" for value in svg.viewbox(view.board))
    return group("land", svg.land(view.board) + told(view), data_box=box, data_solid=solids(boxes(view.board)))


def told(view: IslandView) -> str:
    """The middles of the hexes of land, where a tap asks what the hex gives."""
    at = [(h.name, centre(h.q, h.r)) for h in view.board.hexes if is_dry(h)]
    drawn = "".join(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{ASKED}" data-about="hex {name}"/>' for name, (x, y) in at)
    return f'<g fill="none" pointer-events="all">{drawn}</g>'


def solids(parts: Sequence[Box]) -> str:
    """Boxes as the script reads them; empty without any."""
    return json.dumps([[round(value) for value in part] for part in parts], separators=(",", ":")) if parts else ""


def has_sea(view: IslandView) -> bool:
    """Whether pieces may stand out at sea."""
    return any(not is_dry(h) for h in view.board.hexes)


def lit(desk: Desk, view: IslandView) -> Markup:
    """Number tokens and the robber's shade."""
    yielded = view.roll.hexes if view.roll else []
    # Most pieces cast no shade.
    shading = [piece for piece in view.pieces if piece_style(piece.kind).shade]
    read = (view.board, yielded, shading, view.robber)
    return desk.kept.part("lit", read, lambda: group("lit", svg.lit(view)))


def pieces(desk: Desk, view: IslandView) -> Markup:
    """Roads, buildings, the robber, the mark of the last move."""
    return group("pieces", svg.pieces(view, desk.owner_colors, label=desk.text), data_solid=sailing(desk, view) or None)


def sailing(desk: Desk, view: IslandView) -> str:
    """The boxes of pieces out at sea. To find them takes longer than to draw all pieces, so all viewers share them."""
    if not has_sea(view):
        return ""
    standing = [(piece.kind, piece.place) for piece in view.pieces]

    def found() -> str:
        return solids(afloat(view.board, [spot(look(kind, place), place) for kind, place in standing]))

    return desk.kept.part("afloat", (view.board, standing), found)


def targets(desk: Desk, view: IslandView) -> Markup:
    """The legal places. They show when their verb is armed, or at once if nothing else can be done."""
    told = [replace(target, label=spoken(desk, target), tip=[tip(desk, target)]) for target in view.targets]
    drawing = svg.targets(
        view,
        lambda say: say.text if isinstance(say, Ready) else desk.text(say),
        seats=desk.colors,
        places=told,
        loose={verb for page, _own in module_pages(view) for verb in page.loose},
    )
    return group("targets", drawing, data_forced=forced(view) or None)


def ghosts(desk: Desk, view: IslandView) -> Markup:
    """What a hint of the reader names, on the board; the panel says it, so nothing of it is read out."""
    found = hint.shown(desk)
    if found is None:
        return group("ghosts", "")
    drawing = svg.hinted(view, [line.notation for line in found.lines], found.heat, desk.colors)
    return group("ghosts", drawing, aria_hidden="true")


def spoken(desk: Desk, target: Target) -> Ready:
    """A place's spoken label: coordinates mean little to those who do not see the board, its neighbours a lot."""
    return Ready(", ".join(desk.text(line) for line in (target.label, *target.tip)))


def tip(desk: Desk, target: Target) -> Ready:
    """The tooltip of a place on hover or focus: its name, and its yield."""
    lines = [tag("span", desk.html(line)) for line in target.tip]
    return Ready(
        str(
            tag("b", desk.html(target.label)) + tag("p", lines, cls="lines-of-tip")
            if lines
            else tag("b", desk.html(target.label))
        )
    )


def forced(view: IslandView) -> bool:
    """Whether the places are the only options, so that no verb has to be armed first."""
    answers = view.choice.options if view.choice else []
    if view.forms or not view.targets or any(option.verb for option in answers):
        return False
    return {target.notation for target in view.targets} | {option.notation for option in answers} >= set(view.legal)
