"""The table: the drawing's layers as groups with ids, tooltips and labels, and the symbols of the page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from markupsafe import Markup

from bastide.carcassonne.family import BASE_SET, MODULES
from bastide.carcassonne.tiles.load import tiles_of
from bastide.view import svg as common
from bastide.view.carcassonne import svg
from bastide.view.carcassonne.model import CarcassonneView, Feature, Laid, Share, Term
from bastide.view.carcassonne.module_views import view_of
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import GROUND, STANDING
from bastide.view.carcassonne.tips import prospect
from bastide.view.lines import pair
from bastide.view.model import Target
from bastide.web.panels import hint
from bastide.web.panels.carcassonne.joins import joins
from bastide.web.panels.carcassonne.sections import sections
from bastide.web.panels.desk import Desk, _
from bastide.web.panels.html import Attribute, tag

TERM_WORDS: Final = {
    "tiles": _("{number} {number:tile|tiles} × {worth}"),
    "shields": _("{number} {number:shield|shields} × {worth}"),
    "squares": _("{number} {number:square|squares} × {worth}"),
    "cities": _("{number} {number:city|cities} × {worth}"),
}


def defs(desk: Desk) -> Markup:
    """The symbols of all drawings, in a hidden `<svg>`: those of every page, and this game's tiles."""
    modules = tuple(str(name) for name in desk.table.config.get("modules", []))

    def draw() -> Markup:
        symbols = Markup(common.defs(None, desk.colors, [])) + Markup(svg.defs(tiles_in(modules)))
        return tag("div", symbols, id="defs", cls="defs", aria_hidden="true")

    return desk.kept.part("defs", (modules, desk.colors), draw)


@cache
def tiles_in(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The types of tiles in a game with these modules."""
    sets = [BASE_SET, *(name for module in modules if module in MODULES for name in MODULES[module]().sets)]
    boards = [tile.id for module in modules for tile in view_of(module).tiles()]
    return (*(tile.id for name in sets for tile in tiles_of(name)), *boards)


def ghosts(desk: Desk, view: CarcassonneView) -> Markup:
    """What a hint of the reader names, on the table; the panel says it, so nothing of it is read out."""
    found = hint.shown(desk)
    drawing = "" if found is None else svg.hinted(view, [line.notation for line in found.lines])
    return group("ghosts", drawing, aria_hidden="true")


def group(name: str, drawing: str, **attributes: Attribute) -> Markup:
    """One layer of the board."""
    return tag("g", Markup(drawing), id=name, **attributes)


def land(desk: Desk, view: CarcassonneView) -> Markup:
    """The table without its tiles, with the boxes that the script keeps clear of panels: shadows and meadow, boards,
    grounds, what stands on the tiles, row by row from the north, light, and the words on boards.
    """
    box = " ".join(f"{value:.0f}" for value in svg.box(view))
    solid = json.dumps(solids(view), separators=(",", ":"))
    boards = [name for name in view.modules if view_of(name).squares]
    ys = range(min(tile.y for tile in view.tiles), max(tile.y for tile in view.tiles) + 1) if view.tiles else []
    return tag(
        "g",
        [place_of_rows(word) for word in (SHADOWS, MEADOW)],
        Markup("".join(svg.image(Laid(name, 0, 0, 0), svg.BOARD) for name in boards)),
        place_of_rows(GROUNDS),
        [place_of_rows(standing(y)) for y in ys],
        place_of_rows(LIGHT),
        Markup(svg.all_signs(boards, desk.text)),
        id="land",
        data_box=box,
        data_solid=solid,
        data_grows=True,
    )


SHADOWS, MEADOW, GROUNDS, LIGHT = "shadows", "meadow", "grounds", "light"
"""Places for the rows of the land."""


def standing(y: int) -> str:
    """The place for what stands on the tiles of one row of the board."""
    return f"south{y}" if y >= 0 else f"north{-y}"


def place_of_rows(word: str) -> Markup:
    """A group for rows of the land: the page keeps it."""
    return tag("g", id=f"land-{word}", data_keep=word, data_rows=f"land-{word}")


TOGETHER: Final = 12
"""How many tiles a row of the land holds, in the order in which they were laid: a page reports all of its rows."""


def tiles(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """The tiles in rows: only those with new tiles go to a page that has the others."""
    out: dict[str, str] = {}
    acres = svg.tilled(view.tiles)
    for number in range(0, len(view.tiles), TOGETHER):
        some = view.tiles[number : number + TOGETHER]
        grounds = zip(some, acres[number:], strict=False)
        out |= land_row(SHADOWS, number // TOGETHER, map(svg.shadow, some))
        out |= land_row(MEADOW, number // TOGETHER, map(svg.under, some))
        out |= land_row(GROUNDS, number // TOGETHER, (ground(tile, grown) for tile, grown in grounds))
        out |= land_row(LIGHT, number // TOGETHER, map(svg.light, some))
    grown = svg.woods(view.tiles)
    for row in svg.rows(view.tiles):
        north, within = grown[row[0].y]
        drawn = [svg.image(tile, STANDING) for tile in row if is_pictured(tile)]
        trees = map(svg.growth_image, north), map(svg.growth_image, within)
        out |= land_row(standing(row[0].y), 0, [*trees[0], *drawn, *trees[1]])
    return out


def ground(tile: Laid, acres: Sequence[svg.Growth]) -> str:
    """The ground of a tile, and the tilled land across its borders."""
    return (svg.image(tile, GROUND) if is_pictured(tile) else "") + "".join(map(svg.growth_image, acres))


def is_pictured(tile: Laid) -> bool:
    """Whether a tile has a drawing of its own, and is no part of a board."""
    return tile.tile in PICTURED


def land_row(word: str, number: int, parts: Iterable[str]) -> dict[str, str]:
    """One row of the land by its id."""
    name = f"land-{word}-{number}"
    return {name: f'<g id="{name}">{"".join(parts)}</g>'}


def solids(view: CarcassonneView) -> list[list[int]]:
    """The box of the whole table, with a margin."""
    x, y, width, height = (round(value) for value in svg.box(view))
    return [[x, y, x + width, y + height]]


def layers(desk: Desk, view: CarcassonneView) -> Markup:
    """Outlines of the features, which light up on hover and show their value: fields lowest."""
    kinds = [tag("g", data_rows=f"lit-{kind}") for kind in ("field", "city", "road", "monastery")]
    return tag("g", tag("g", kinds, transform=f"scale({svg.SCALE:.5f})"), id="lit", data_keep="lit")


def features(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """The features one by one, each keyed by its first section: a tile changes few of them."""
    return dict(feature(desk, view, one) for one in view.features)


def feature(desk: Desk, view: CarcassonneView, one: Feature) -> tuple[str, str]:
    """One of them, by its id."""
    first = one.parts[0]
    name = f"lit-{one.kind}-{100 * first.tile + first.section}"
    tiles = [view.tiles[part.tile] for part in one.parts]

    def draw() -> str:
        return svg.outline(name, one, tiles, (spoken(desk, one), str(card(desk, one))), desk.colors)

    return name, desk.kept.part(name, (one, tiles, desk.names, desk.colors), draw)


def pieces(desk: Desk, view: CarcassonneView) -> Markup:
    """The place for figures, tokens and the mark of the last move."""
    return tag("g", id="pieces", data_keep="pieces", data_rows="pieces")


def figures(desk: Desk, view: CarcassonneView) -> dict[str, str]:
    """The mark of the last move, the tokens together, and each figure by its tile and section."""
    out = {}
    marks = svg.marks(view, desk.colors)
    if marks:
        out["pieces-0"] = named("pieces-0", marks)
    tokens = svg.tokens(view, desk.text, desk.colors)
    if tokens:
        out["pieces-1"] = f'<g id="pieces-1">{tokens}</g>'
    at_place = {(tile.x, tile.y): (number, tile) for number, tile in enumerate(view.tiles)}
    drawn = []
    for one in view.figures:
        number, tile = at_place[one.x, one.y]
        y, drawing = svg.figure_drawing(one, tile, desk.colors)
        drawn.append((y, FIRST_FIGURE + FIGURES * number, drawing))
    for __, number, drawing in sorted(drawn):
        name = next(name for k in range(FIGURES) if (name := f"pieces-{number + k}") not in out)
        out[name] = named(name, drawing)
    return out


FIRST_FIGURE: Final = 2
FIGURES: Final = 16
"""More figures than can stand on one tile."""


def named(name: str, drawing: str) -> str:
    """An element with this id."""
    return drawing.replace(" ", f' id="{name}" ', 1)


def targets(desk: Desk, view: CarcassonneView) -> Markup:
    """The places for the drawn tile, or the sections for a figure: of the kind that is armed, at first the follower."""
    tiles, claims = joins(desk, view), sections(desk, view)
    drawing = svg.targets(
        view, desk.text, lambda target: str(tip(desk, target, claims(target))), desk.colors, tiles, claims
    )
    verbs = dict.fromkeys(target.verb for target in view.targets)
    return group("targets", drawing, data_first=next(iter(verbs), None), data_version=view.version)


def tip(desk: Desk, target: Target, where: str) -> Markup:
    """The tooltip of a section, while its disc has hover or focus."""
    lines = [tag("span", desk.html(line)) for line in target.tip]
    return tag("b", desk.html(target.label), where) + (tag("p", lines, cls="lines-of-tip") if lines else Markup())


def title(desk: Desk, feature: Feature) -> str:
    """The title of a feature: `City of 3 tiles`."""
    args: dict[str, Any] = {"count": feature.tiles}
    words = {
        "road": desk._("Road of {count} {count:tile|tiles}", **args),
        "city": desk._("City of {count} {count:tile|tiles}", **args),
        "field": desk._("Field of {count} {count:tile|tiles}", **args),
        "monastery": desk._("Monastery"),
    }[feature.kind]
    return f"{words}, {desk._('finished')}" if feature.complete else words


def holders(desk: Desk, feature: Feature) -> list[str]:
    """Who stands there, and who has the majority."""
    out = []
    for seat, count in sorted(feature.followers.items(), key=lambda one: -one[1]):
        name = f"{desk.name(seat)} {count}"
        out.append(f"{name} ({desk._('majority')})" if seat in feature.owners else name)
    return out or [desk._("nobody stands here")]


def values(desk: Desk, feature: Feature) -> list[str]:
    """Its value, now and finished; for each owner where they would not score alike."""
    if feature.complete and not feature.followers:
        return []
    whole = Share(-1, feature.value, feature.terms)
    lines = [value(desk, feature, share) for share in feature.shares or [whole]]
    ahead = None if feature.complete else prospect(feature)
    return [*lines, desk.text(ahead)] if ahead else lines


def value(desk: Desk, feature: Feature, share: Share) -> str:
    """What a feature brings now, and its parts: of one owner, or of each."""
    now = desk._("{count} {count:point|points} as it stands", count=share.value)
    if feature.complete:
        now = desk._("{count} {count:point|points}", count=share.value)
    sum_of = [term(desk, one) for one in share.terms if one.points]
    if share.seat >= 0:
        now = pair(desk.words, desk.name(share.seat), now)
    return f"{now} = {' + '.join(sum_of)}" if sum_of else now


def term(desk: Desk, one: Term) -> str:
    """One line of a score in words."""
    words = TERM_WORDS.get(one.what)
    if words is None:
        return f"{desk.words.name(one.what)} {one.count} × {one.worth}"
    return desk._(words, number=one.count, worth=one.worth)


def spoken(desk: Desk, feature: Feature) -> str:
    """A feature in one sentence, for screen readers."""
    return ", ".join([title(desk, feature), *holders(desk, feature), *values(desk, feature)])


def card(desk: Desk, feature: Feature) -> Markup:
    """The card of a feature: its kind, owners and value."""
    who = []
    for seat, count in sorted(feature.followers.items(), key=lambda one: -one[1]):
        foremost = "owner" if seat in feature.owners else None
        who.append(tag("span", desk.shield(seat, 17), desk.name(seat), f" {count}", cls=foremost))
    who = who or [tag("span", desk._("nobody stands here"))]
    lines = [tag("span", words) for words in values(desk, feature)]
    return tag("b", title(desk, feature)) + tag("p", who, cls="lines-of-tip") + tag("p", lines, cls="lines-of-tip")
