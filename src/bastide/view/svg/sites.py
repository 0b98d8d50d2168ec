"""What a layout marks on the land: paths within hexes, and the sites that expansions style."""

from __future__ import annotations

import math
from typing import Final

from bastide.view.island.model import INNER_SITE, Board, Hex, Site
from bastide.view.styles import PLAIN_SITE, styles
from bastide.view.svg.art import sheet
from bastide.view.svg.furniture import token
from bastide.view.svg.geometry import (
    EDGES,
    INNER,
    Point,
    centre,
    corner_place,
    edge_place,
    hex_place,
    land_hexes,
    split,
)
from bastide.view.svg.ink import fine, n
from bastide.view.svg.motifs.brush import TOKEN_Y
from bastide.view.svg.sea import polar
from bastide.view.svg.window import beside

PLAZA: Final = 17
"""The radius of the place where inner paths meet."""
ASIDE: Final = 54
"""How far from the middle of its hex a number token lies where paths meet there."""
SITE_TOKEN: Final = 0.62
"""The size of the number token of a site."""
BESIDE: Final = 101
"""A hex whose middle is no farther from a corner has that corner."""
SEAWARD_TOKEN: Final = 0.82
"""The same of a site out at sea, which has room for it."""
TOKEN_DROP: Final = 27
"""How far below the drawing of a site its token lies."""


def inner_paths(board: Board) -> str:
    """The paths within hexes, and the places where they meet."""
    paths = [site.place for site in board.sites if site.word == INNER_SITE]
    if not paths:
        return ""
    lines, plazas = "", ""
    for place in paths:
        q, r, name = split(place)
        (ax, ay), (bx, by) = centre(q, r), corner_place(f"{q},{r},{name[1:]}")
        lines += f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}"
    for q, r in dict.fromkeys(split(place)[:2] for place in paths):
        x, y = centre(q, r)
        plazas += f'<circle cx="{n(x)}" cy="{n(y)}" r="{PLAZA}"/>'
    ends = 'stroke-linecap="round" fill="none"'
    return (
        f'<g class="inner"><path d="{lines}" {ends} stroke="#5b4526" stroke-opacity=".45" stroke-width="19"/>'
        f'<g fill="#5b4526" fill-opacity=".45" stroke="#5b4526" stroke-opacity=".45" stroke-width="5">{plazas}</g>'
        f'<path d="{lines}" {ends} stroke="var(--path)" stroke-width="14"/><g fill="var(--path)">{plazas}</g></g>'
    )


def token_place(board: Board, h: Hex) -> Point:
    """Where the tokens of a hex lie: below its middle, or in the widest gap between the paths that meet there."""
    x, y = centre(h.q, h.r)
    names = [split(site.place) for site in board.sites if site.word == INNER_SITE]
    order = list(INNER)
    taken = sorted(order.index(name) for q, r, name in names if (q, r) == (h.q, h.r))
    if not taken:
        return x, y + TOKEN_Y
    gaps = [((after - one - 1) % 6 + 1, one) for one, after in zip(taken, taken[1:] + taken[:1], strict=True)]
    width, first = max(gaps)
    angle = math.radians(60 * first - 90 + 30 * width)
    return x + ASIDE * math.cos(angle), y + ASIDE * math.sin(angle)


def site_place(site: Site, board: Board) -> tuple[Point, int]:
    """The middle of a site on the board, and the angle at which its edge runs, or its corner looks out to sea."""
    name = split(site.place)[2]
    if not name:
        return hex_place(site.place), 0
    if name in EDGES:
        edge = edge_place(site.place)
        return (edge.x, edge.y), edge.angle
    at = corner_place(site.place)
    style = styles().sites.get(site.word, PLAIN_SITE)
    if not style.seaward:
        return at, 0
    angle = out_to_sea(board, at)
    return polar(at, style.seaward, angle), round(angle) + 90


def out_to_sea(board: Board, at: Point) -> float:
    """The direction from the land round a corner of the coast, in degrees clockwise from the east."""
    near = [(x, y) for x, y in (centre(q, r) for q, r in land_hexes(board)) if math.dist((x, y), at) < BESIDE]
    return math.degrees(math.atan2(sum(at[1] - y for _, y in near), sum(at[0] - x for x, _ in near)))


def sites(board: Board, scale: float = 1.0) -> str:
    """The sites whose word has a drawing. `scale` enlarges them for small screens."""
    out = ""
    for site, at in beside(board):
        out += drawn(site, at, 0, scale)
    for site in board.sites:
        if site.place and site.word in sheet("sites"):
            out += drawn(site, *site_place(site, board), scale)
    return f'<g class="sites">{out}</g>' if out else ""


def drawn(site: Site, at: Point, angle: int, scale: float) -> str:
    """One site with its number, if its value is one."""
    style = styles().sites.get(site.word, PLAIN_SITE)
    turn = f" rotate({angle})" if style.turned and angle else ""
    x, y = at[0] + style.shift[0], at[1] + style.shift[1]
    number = ""
    if style.numbered:
        size = fine((SEAWARD_TOKEN if style.seaward else SITE_TOKEN) * scale)
        drop = 0 if style.seaward else TOKEN_DROP
        number = f'<g transform="translate({n(x)} {n(y + drop)}) scale({size})">{token(site.value)}</g>'
    size = fine(style.scale * scale)
    drawing = f'<g transform="translate({n(x)} {n(y)}){turn} scale({size})">{sheet("sites")[site.word]}</g>'
    return f'<g class="site-{site.word}">{drawing}{number}</g>'
