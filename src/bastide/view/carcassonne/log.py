"""The log: what happened, with an explanation of every score. None of it is hidden."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.tiles.model import NAMES
from bastide.kernel.game import Game
from bastide.kernel.state import Event
from bastide.view.carcassonne.glance import Glance, tile_of
from bastide.view.carcassonne.model import Recent
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.model import Arg, LogLine, Say

PLACES: Final = 32
"""An address is a position times this plus the index of a section's name."""

_cache: Final[WeakKeyDictionary[Game, tuple[list[Event] | None, int, int, list[LogLine]]]] = WeakKeyDictionary()
"""Cached lines: the last events read, the number of decisions, their turn, the lines."""

COMPLETE: Final = {
    "road": Say("{player} +{count}: a finished road"),
    "city": Say("{player} +{count}: a finished city"),
    "monastery": Say("{player} +{count}: a finished monastery"),
}
LEFT_OVER: Final = {
    "road": Say("{player} +{count}: an unfinished road"),
    "city": Say("{player} +{count}: an unfinished city"),
    "monastery": Say("{player} +{count}: an unfinished monastery"),
    "field": Say("{player} +{count}: a field"),
}
OTHER: Final = Say("{player} +{count}: {source}")
SECTIONS: Final = {
    "road": Say("{player} puts a {figure} on a road"),
    "city": Say("{player} puts a {figure} into a city"),
    "monastery": Say("{player} puts a {figure} into a monastery"),
    "field": Say("{player} puts a {figure} on a field"),
}
TERMS: Final = {
    "tiles": Say("{number} {number:tile|tiles} × {worth}"),
    "shields": Say("{number} {number:shield|shields} × {worth}"),
    "squares": Say("{number} {number:square|squares} × {worth}"),
    "cities": Say("{number} {number:city|cities} × {worth}"),
}
TERM: Final = Say("{source}: {number} × {worth}")


def event_data(r: Carcassonne, event: Event) -> dict[str, Any]:
    """One event as data for animations and programs."""
    out: dict[str, Any] = {"kind": event.kind, "seat": int(event.seat)}
    if event.kind in ("draw", "aside"):
        out["tile"] = r.tables.names[event.a]
    elif event.kind in ("tile", "laid"):
        x, y = int(r.x_of(event.b)), int(r.y_of(event.b))
        out |= {"tile": r.tables.names[event.a], "place": f"{x},{y}", "turned": int(event.c) * 90}
    elif event.kind == "meeple":
        out |= {"place": _place(r, int(event.a) // PLACES), "section": NAMES[event.a % PLACES]}
        out["figure"] = r.figure_words[event.b]
    elif event.kind == "home":
        out["figure"] = r.figure_words[event.b]
        if event.a >= 0:
            out["place"] = _place(r, int(event.a))
    elif event.kind == "score":
        out |= {"points": int(event.a), "for": r.reasons[event.b], "complete": bool(event.d)}
        if event.c >= 0:
            out |= {"place": _place(r, int(event.c) // PLACES), "section": NAMES[event.c % PLACES]}
    elif event.kind == "line":
        out |= {"term": r.terms[event.a], "count": int(event.b), "worth": int(event.c), "points": int(event.d)}
    else:
        out |= {"a": int(event.a), "b": int(event.b), "c": int(event.c), "d": int(event.d)}
    return out


def _place(r: Carcassonne, position: int) -> str:
    return f"{int(r.x_of(position))},{int(r.y_of(position))}"


def log(g: Glance) -> list[LogLine]:
    """All log lines of a game, oldest first; lines are cached until an undo."""
    game, r = g.game, g.rules
    last, count, turn, lines = _cache.get(game, (None, 0, 0, []))
    if count > len(game.history) or (count and game.history[count - 1] is not last):
        count, turn, lines = 0, 0, []
    modules = g.modules
    if count == 0:
        turn, lines = _tell(r, modules, game.opening, 0, 0)
    for version in range(count, len(game.history)):
        turn, more = _tell(r, modules, game.history[version], version + 1, turn)
        lines = lines + more if more else lines
    count = len(game.history)
    _cache[game] = (game.history[-1] if count else None, count, turn, lines)
    return lines


def _tell(
    r: Carcassonne, modules: list[ModuleView], events: list[Event], version: int, turn: int
) -> tuple[int, list[LogLine]]:
    """The lines of one decision, and the turn that follows it."""
    lines: list[LogLine] = []
    for i, event in enumerate(events):
        seat = int(event.seat)
        who: dict[str, Arg] = {"player": seat}
        if event.kind == "turn":
            turn = int(event.a)
            continue
        if event.kind == "score":
            lines.append(LogLine(version, turn, seat, "score", *_score(r, events, i)))
            continue
        line = _plain(r, event, who)
        for module in modules:
            line = line or module.line(r, event)
        if line is not None:
            lines.append(LogLine(version, turn, seat, *line))
    return turn, lines


def _plain(r: Carcassonne, event: Event, who: dict[str, Arg]) -> tuple[str, Say] | None:
    """The icon and sentence of a base event that is a line of its own."""
    if event.kind == "aside":
        tile: Arg = tile_of(r, int(event.a)).id
        return "aside", Say("{player} draws a tile that fits nowhere: it is set aside", who | {"tile": tile})
    if event.kind == "tile":
        return "tile", Say("{player} lays a tile", who)
    if event.kind == "meeple":
        kind = NAMES[event.a % PLACES].partition(":")[0]
        return "figure", Say(SECTIONS[kind].text, who | {"figure": r.figure_words[event.b]})
    if event.kind == "final":
        return "win", Say("The last tile is laid: what is unfinished counts now, then the fields")
    if event.kind == "win":
        return "win", Say("{winner} wins with {count} points", {"winner": int(event.seat), "count": int(event.a)})
    return None


def _score(r: Carcassonne, events: list[Event], i: int) -> tuple[Say, list[Say]]:
    """What a score is for, and its terms, from the events right after it."""
    event = events[i]
    name = r.reasons[event.b]
    args: dict[str, Arg] = {"player": int(event.seat), "count": int(event.a), "source": name}
    say = (COMPLETE if event.d else LEFT_OVER).get(name, OTHER)
    detail = []
    for line in events[i + 1 :]:
        if line.kind != "line":
            break
        term = r.terms[line.a]
        counts: dict[str, Arg] = {"number": int(line.b), "worth": int(line.c), "source": term}
        detail.append(Say(TERMS.get(term, TERM).text, counts))
    return Say(say.text, args), detail


def recent(g: Glance) -> list[Recent]:
    """The last tile of each other seat since the viewer laid one, in the order of laying."""
    found: dict[int, int] = {}
    for event in (event for events in reversed(g.game.history) for event in reversed(events) if event.kind == "tile"):
        if event.seat == g.viewer or len(found) == int(g.rules.seats):
            break
        found.setdefault(int(event.seat), int(event.b))
    latest = {g.cell(int(g.rules.position) + tile): tile for tile in range(g.laid)}
    return [Recent(seat, latest[position]) for seat, position in reversed(found.items())]


def last_move(g: Glance) -> str | None:
    """The place of the tile that was laid last."""
    for events in reversed(g.game.history[-6:]):
        for event in events:
            if event.kind == "tile":
                return _place(g.rules, int(event.b))
    return None
