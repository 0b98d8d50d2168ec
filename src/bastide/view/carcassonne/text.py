"""Carcassonne as text. The table is drawn with characters, and everything in the drawing is also given in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import SIDES, Tile
from bastide.carcassonne.tiles.sets import sets
from bastide.carcassonne.tiles.sets import tags as all_tags
from bastide.view.carcassonne.model import CarcassonneView, Feature, Laid, TileSeat
from bastide.view.carcassonne.module_views import all_views
from bastide.view.lines import latest, listed, named, pair, prompt, reason_words, wrapped
from bastide.view.model import Say
from bastide.view.words import Words

CELL: Final = 6
"""Characters between two tiles."""
LINES: Final = 3
UPRIGHT: Final = {"C": "###", "R": " | ", "I": " ~ ", "F": "   ", ".": "   "}
LYING: Final = {"C": "#", "R": "-", "I": "~", "F": " ", ".": " "}
OPEN_PLACE: Final = "+"
HINTS: Final = {
    "tile": Say("lay the drawn tile: x (east), y (south), degrees clockwise"),
    "meeple": Say("put a follower on that section of the tile just laid"),
    "pass": Say("place no follower"),
}
"""What each verb of the notation does."""


def by_id(name: str) -> Tile:
    """A type of tile."""
    return TYPES[name]


PICTURED: Final[dict[str, Tile]] = {tile.id: tile for name in sets() for tile in tiles_of(name)}
"""The tile types that have a picture of their own, by id."""
TYPES: Final = PICTURED | {tile.id: tile for module in all_views() for tile in module.tiles()}
"""All that is laid like a tile."""


def edition(view: CarcassonneView) -> str:
    """The edition whose names are used: there is but one."""
    return ""


def text(view: CarcassonneView, words: Words, names: Sequence[str]) -> str:
    """The whole position as one viewer sees it: table, features, players, log, and what may be done."""
    parts = (
        headline(view, words),
        chart(view, words),
        legend(view, words),
        held(view, words, names),
        standing(view, words, names),
        "\n".join(line for seat in view.seats for line in player(view, words, names, seat)),
        latest(view, words, names),
        prompt(view, words, names),
        hand(view, words),
        decisions(view, words),
    )
    return "\n\n".join(part for part in parts if part)


def headline(view: CarcassonneView, words: Words) -> str:
    """Which turn it is, and how many tiles are left."""
    turn = words.gettext("Turn {turn}", turn=view.turn)
    return f"{turn} · {words.gettext('{count} {count:tile|tiles} left', count=view.stack)}"


def chart(view: CarcassonneView, words: Words) -> str:
    """The table drawn with characters, with the coordinates of the tiles at its rims."""
    canvas: dict[tuple[int, int], str] = {}

    def write(x: int, y: int, signs: str) -> None:
        for i, sign in enumerate(signs):
            canvas[x + i, y] = sign

    xs = [tile.x for tile in view.tiles] or [0]
    ys = [tile.y for tile in view.tiles] or [0]
    for tile in view.tiles:
        left, top = tile.x * CELL, tile.y * LINES
        drawing = by_id(tile.tile)
        write(left, top, f".{UPRIGHT[drawing.edge(0, tile.turns)]}.")
        west, east = drawing.edge(3, tile.turns), drawing.edge(1, tile.turns)
        write(left, top + 1, f"{LYING[west]}{middle(view, tile, drawing)}{LYING[east]}")
        write(left, top + 2, f".{UPRIGHT[drawing.edge(2, tile.turns)]}.")
    for place in {target.place for target in view.targets if target.verb == "tile"}:
        x, y = (int(part) for part in place.split(","))
        write(x * CELL + 2, y * LINES + 1, OPEN_PLACE)
        xs.append(x)
        ys.append(y)
    for x in range(min(xs), max(xs) + 1):
        write(x * CELL + 2 - len(str(x)) // 2, min(ys) * LINES - 1, str(x))
    for y in range(min(ys), max(ys) + 1):
        write(min(xs) * CELL - 4, y * LINES + 1, f"{y:>3}")
    left, right = min(x for x, _ in canvas), max(x for x, _ in canvas)
    rows = range(min(y for _, y in canvas), max(y for _, y in canvas) + 1)
    return "\n".join("".join(canvas.get((x, y), " ") for x in range(left, right + 1)).rstrip() for y in rows)


def middle(view: CarcassonneView, tile: Laid, drawing: Tile) -> str:
    """What stands in the middle of a tile: the seat of a figure, a monastery, a shield."""
    seat = next((figure.seat for figure in view.figures if (figure.x, figure.y) == (tile.x, tile.y)), None)
    sign = "M" if drawing.monastery else "*" if any(s.count("shield") for s in drawing.sections) else " "
    return f"{sign}{seat if seat is not None else ' '} "


def legend(view: CarcassonneView, words: Words) -> str:
    """Legend of the drawing."""
    return wrapped(
        words.gettext(
            "# city, - and | road, ~ river, M monastery, * shield, a number: whose follower stands there, + it fits"
        )
    )


def described(words: Words, name: str, turns: int) -> str:
    """A tile in words, in its rotation: `city N, road E W, shield`."""
    tile = by_id(name)
    parts = []
    for section in tile.sections:
        if section.kind == "field":
            continue
        sides = " ".join(words.name(f"side_{SIDES[(side + turns) % 4]}") for side in section.sides)
        tags = [words.name(tag) for tag in all_tags() if section.count(tag)]
        parts.append(" ".join([words.name(section.kind), *filter(None, [sides]), *(f"({tag})" for tag in tags)]))
    if tile.water:
        sides = " ".join(words.name(f"side_{SIDES[(side + turns) % 4]}") for side in tile.water)
        parts.append(f"{words.name('water')} {sides}")
    parts += [words.name(what) for what in ("vineyard", "hill", "bridge") if getattr(tile, what)]
    return ", ".join(parts) or words.name("field")


def held(view: CarcassonneView, words: Words, names: Sequence[str]) -> str:
    """The features with figures on them, and their values."""
    players = named(view, words, names)
    lines = [feature_words(view, words, players, feature) for feature in view.features if feature.followers]
    if not lines:
        return ""
    return "\n".join([words.gettext("Held features:"), *(wrapped(line, 2, 4) for line in lines)])


def standing(view: CarcassonneView, words: Words, names: Sequence[str]) -> str:
    """Where the figures of each player stand, and what else the modules have put on the table."""
    players = named(view, words, names)
    places: dict[int, list[str]] = {}
    for figure in sorted(view.figures, key=lambda figure: figure.seat):
        place = f"{words.name(figure.kind)} {figure.x},{figure.y} {figure.section}"
        places.setdefault(figure.seat, []).append(place.rstrip())
    lines = [pair(words, players[seat], listed(words, found)) for seat, found in places.items()]
    lines += dict.fromkeys(words.text(token.label, players) for token in view.tokens if token.label is not None)
    return "\n".join([words.gettext("On the table:"), *(wrapped(line, 2, 4) for line in lines)]) if lines else ""


def feature_words(view: CarcassonneView, words: Words, players: Sequence[str], feature: Feature) -> str:
    """One feature in words: where it began, its size, who stands there, its value."""
    first = view.tiles[feature.parts[0].tile]
    who = ", ".join(f"{players[seat]} {count}" for seat, count in feature.followers.items())
    size = words.gettext("{tiles} {tiles:tile|tiles}", tiles=feature.tiles)
    worth = words.gettext("{points} {points:point|points}", points=feature.value)
    if feature.shares:
        worth = ", ".join(f"{players[share.seat]} +{share.value}" for share in feature.shares)
    where = f"{words.title(feature.kind)} {first.x},{first.y}"
    return pair(words, where, ", ".join([size, who, worth] if who else [size, worth]))


def player(view: CarcassonneView, words: Words, names: Sequence[str], seat: TileSeat) -> Iterable[str]:
    """The lines of one player: points and their sources, what is left in the supply."""
    say = words.gettext
    players = named(view, words, names)
    who = f"{seat.seat} {players[seat.seat]}" if seat.seat < len(names) else players[seat.seat]
    notes = [say("you")] if seat.seat == view.viewer else []
    notes += [say("on turn")] if seat.seat == view.on_turn and view.result is None else []
    who += f" ({', '.join(notes)})" if notes else ""
    facts = [say("{count} {count:point|points}", count=seat.points)]
    facts += [f"{words.name(stock.kind)} {stock.left}/{stock.of}" for stock in seat.figures]
    facts += [f"{words.name(stock.kind)} {stock.left}" for stock in seat.goods]
    yield wrapped(pair(words, who, ", ".join(facts)), 0, 2)
    if seat.sources:
        yield wrapped(", ".join(f"{words.name(s.source)} {s.points}" for s in seat.sources), 2, 4)


def hand(view: CarcassonneView, words: Words) -> str:
    """The tile to place, in words."""
    if view.drawn is None:
        return ""
    return wrapped(pair(words, words.gettext("The drawn tile"), described(words, view.drawn.tile, 0)), 0, 2)


def offer(view: CarcassonneView, words: Words, names: Sequence[str]) -> str:
    """No offers exist in this game."""
    return ""


def place(view: CarcassonneView, words: Words, names: Sequence[str], where: str) -> str:
    """What lies at a place, and how the drawn tile fits there; empty if there is nothing to say."""
    players = named(view, words, names)
    lines = []
    for n, tile in enumerate(view.tiles):
        if f"{tile.x},{tile.y}" == where:
            lines.append(pair(words, where, described(words, tile.tile, tile.turns)))
            here = [feature for feature in view.features if any(part.tile == n for part in feature.parts)]
            lines += [feature_words(view, words, players, feature) for feature in here]
    lines += [target.notation for target in view.targets if target.place == where]
    return "\n".join(wrapped(line, 0, 2) for line in lines)


def decisions(view: CarcassonneView, words: Words) -> str:
    """Everything that the viewer may send now, grouped by verb."""
    groups: dict[str, list[str]] = {}
    for notation in view.legal:
        verb, _, rest = notation.partition(" ")
        groups.setdefault(verb, []).append(rest)
    lines = []
    for verb, rests in groups.items():
        arguments = listed(words, [rest for rest in rests if rest])
        means = hint(words, verb)
        lines.append(wrapped(f"{verb} – {pair(words, means, arguments) if arguments else means}", 2, 4))
    return "\n".join([words.gettext("You may send:"), *lines]) if lines else ""


def hint(words: Words, verb: str) -> str:
    """What a verb does, in a few words."""
    known = HINTS.get(verb)
    return words.gettext(known.text) if known is not None else words.name(verb)


def refusals(view: CarcassonneView, words: Words, names: Sequence[str]) -> str:
    """The buttons of the table that cannot be used now, each with its reason."""
    return "\n".join(
        wrapped(pair(words, hint(words, action.verb), reason_words(words, action.reason, names)), 2, 4)
        for action in view.actions
        if action.reason is not None
    )
