"""The log: what happened, as far as the viewer may know, with the reason of every gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from bastide.catan.base.island import Island
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, Event
from bastide.view.island.base_view import FIELDS, SECRET
from bastide.view.island.glance import counted
from bastide.view.island.model import SideRoll
from bastide.view.island.module_view import CARD, CORNER, EDGE, GOOD, HEX, LINE, NUMBER, Telling
from bastide.view.island.module_views import cause_of, views_of
from bastide.view.model import OPEN, Arg, LogLine, Say, last_turn

SEVEN: Final = "seven"
"""The key for base-game causes of lost cards."""

_cache: WeakKeyDictionary[Game, dict[int, tuple[list[Event] | None, int, Telling, list[LogLine]]]] = WeakKeyDictionary()
"""Cached lines: viewer -> the last events read, number of decisions, their `Telling`, the lines."""
_last_lines: WeakKeyDictionary[Game, dict[int, list[LogLine]]] = WeakKeyDictionary()
"""The last lines built for each decision, for any viewer."""


def may_know(event: Event, viewer: int) -> bool:
    """Whether a viewer may see the secret number of an event."""
    if viewer == OPEN or event.sees == -1:
        return True
    return viewer >= 0 and bool(event.sees & BITS[viewer])


def event_data(r: Island, event: Event, viewer: int) -> dict[str, Any]:
    """One event as data for animations and programs, without any field that the viewer may not know."""
    out: dict[str, Any] = {"kind": event.kind, "seat": int(event.seat)}
    values = (int(event.a), int(event.b), int(event.c), int(event.d))
    fields, secret = FIELDS.get(event.kind), SECRET.get(event.kind)
    for module in views_of(r):
        if fields is None and event.kind in module.fields:
            fields, secret = module.fields[event.kind], module.secrets.get(event.kind)
    # A kind that no module describes shows plain numbers, and only to viewers who may know all of them.
    for (name, sort), value in zip(fields or NUMBERS, values, strict=False):
        if (secret == name or fields is None) and not may_know(event, viewer):
            continue
        out[name] = _value(r, sort, value)
    return out


NUMBERS: Final = (("a", NUMBER), ("b", NUMBER), ("c", NUMBER), ("d", NUMBER))


def _value(r: Island, sort: str, value: int) -> int | str:
    if sort == GOOD:
        return r.good_names[value]
    if sort == HEX:
        return r.board.hex_names[value]
    if sort == CORNER:
        return r.board.corner_names[value]
    if sort == EDGE:
        return r.board.edge_names[value]
    if sort == CARD:
        return r.card_names[value]
    if sort == LINE:
        return r.line_names[value]
    return value


def log(game: Game, r: Island, viewer: int) -> list[LogLine]:
    """All lines of a game for a viewer, oldest first; lines are cached until an undo."""
    seen = _cache.setdefault(game, {})
    last, count, telling, lines = seen.get(viewer, (None, 0, Telling(r, viewer, may_know), []))
    if count > len(game.history) or (count and game.history[count - 1] is not last):
        count = 0
    if count == 0:
        # From the beginning, even if only the opening was read before.
        telling = Telling(r, viewer, may_know)
        lines = _tell(telling, game.opening, 0)
    shared = _last_lines.setdefault(game, {})
    for version in range(count, len(game.history)):
        more = _tell(telling, game.history[version], version + 1)
        # Viewers with the same knowledge share the same objects, so that comparing them at every render is quick.
        if more != shared.get(version):
            shared[version] = more
        lines = lines + shared[version] if more else lines
    count = len(game.history)
    seen[viewer] = (game.history[-1] if count else None, count, telling, lines)
    return lines


def latest(game: Game, r: Island, viewer: int) -> list[LogLine]:
    """The last turn of a log that has lines, built without the rest of the log where possible.

    Expansions may explain events by earlier turns.
    """
    begins = (at for at in range(len(game.history) - 1, -1, -1) if any(e.kind == "turn" for e in game.history[at]))
    # The turn before the last one as well: the last one may have no events yet.
    next(begins, None)
    begin = next(begins, None)
    if begin is not None and viewer not in _cache.get(game, {}) and not views_of(r):
        telling = Telling(r, viewer, may_know)
        lines = [line for at in range(begin, len(game.history)) for line in _tell(telling, game.history[at], at + 1)]
        # Lines from before the first of these turns have no turn here.
        if lines and lines[-1].turn:
            return last_turn(lines)
    return last_turn(log(game, r, viewer))


def _tell(telling: Telling, events: list[Event], version: int) -> list[LogLine]:
    """The lines of one decision."""
    r, viewer = telling.rules, telling.viewer
    telling.begin(events, version)
    line, modules = telling.line, views_of(r)
    for i, event in enumerate(events):
        seat = int(event.seat)
        kind = event.kind
        who: dict[str, Arg] = {"player": seat}
        module = next((view for view in modules if kind in view.fields), None)
        if module is not None:
            if kind in module.plain:
                icon, say = module.plain[kind]
                if kind not in module.secrets or telling.knows(event):
                    line(icon, seat, Say(say.text, who | module.args(r, event)))
            else:
                module.tell(telling, i)
        elif kind == "turn":
            telling.turn = int(event.a)
        elif kind == "owes":
            telling.owing[seat] = cause_of(r, events) or SEVEN
        elif kind in PLAIN:
            if kind == "city":
                telling.standing.pop(int(event.a), None)
            icon, say = PLAIN[kind]
            if kind == "line":
                name = r.line_names[event.b]
                say = next((view.lines[name] for view in modules if name in view.lines), say)
            line(icon, seat, Say(say.text, _plain_args(r, event, seat)))
        elif kind == "gain" and telling.first(i):
            goods, detail = _gain(telling, seat)
            line("gain", seat, Say("{player} gets {gained}", who | {"gained": goods}), detail)
        elif kind == "robber":
            who |= {"terrain": r.board.terrain[event.a], "number": telling.number(int(event.a))}
            numbered = Say("{player} moves the robber to {terrain} {number}", who)
            line("robber", seat, numbered if who["number"] else Say("{player} moves the robber to {terrain}", who))
        elif kind == "steal":
            who["victim"] = int(event.a)
            if may_know(event, viewer):
                who["goods"] = {r.good_names[event.b]: 1}
                line("robber", seat, Say("{player} steals {goods} from {victim}", who))
            else:
                line("robber", seat, Say("{player} steals a card from {victim}", who))
        elif kind == "throw":
            line("dice", seat, thrown(SideRoll(seat, int(event.b), int(event.a))))
        elif kind == "draw" and may_know(event, viewer):
            line("card", seat, Say("{player} draws {card}", who | {"card": r.card_names[event.a]}))
        elif kind in SETS and telling.first(i):
            reason = telling.reason(seat) if kind == "discard" else []
            line("cards", seat, Say(SETS[kind].text, who | {"goods": _goods(r, events, kind, seat)}), reason)
        elif kind == "offer" or kind == "counter":
            sides = {"paid": _goods(r, events, "gives", seat), "gained": _goods(r, events, "wants", seat)}
            say = OFFERS[kind]
            line("trade", seat, Say(say.text, who | sides))
        elif kind == "trade":
            other = int(event.a)
            sides = {"paid": _goods(r, events, "hand_over", seat), "gained": _goods(r, events, "hand_over", other)}
            line("trade", seat, Say("{player} gives {other} {paid} for {gained}", who | {"other": other} | sides))
        elif kind == "monopoly":
            over = [e for e in events if e.kind == "hand_over"]
            detail = [
                Say("{other} {goods}", {"other": int(e.seat), "goods": {r.good_names[e.a]: int(e.b)}}) for e in over
            ]
            line("card", seat, Say("{player} takes all {good}", who | {"good": r.good_names[event.a]}), detail)
        elif kind == "shortage":
            good = r.good_names[event.a]
            if event.d > 1:
                line("bank", -1, Say("The bank cannot pay all {good}: nobody gets any", {"good": good}))
            else:
                left: dict[str, Arg] = {"count": int(event.c), "good": good}
                line("bank", -1, Say("The bank has only {count} {good} left", left))
        elif kind == "blocked":
            where: dict[str, Arg] = {"terrain": r.board.terrain[event.a], "number": telling.number(int(event.a))}
            line("robber", -1, Say("{terrain:Name} {number} gives nothing: the robber stands there", where))
        elif kind == "give" and not _given(events, i):
            who["other"] = int(event.c)
            reason = telling.reason(seat)
            given = [e for e in events if e.kind == "give" and (e.seat, e.c) == (event.seat, event.c)]
            if may_know(event, viewer):
                who["goods"] = counted(r.good_names, [(int(e.a), int(e.b)) for e in given])
                line("cards", seat, Say("{player} gives {goods} to {other}", who), reason)
            else:
                who["count"] = sum(int(e.b) for e in given)
                line("cards", seat, Say("{player} gives {count} {count:card|cards} to {other}", who), reason)
    return telling.lines


PLAIN: Final = {
    "starts": ("dice", Say("{player} starts")),
    "start_roll": ("dice", Say("{player} rolls {number} for the start")),
    "roll": ("dice", Say("{player} rolls {number}")),
    "start_tie": ("dice", Say("A tie: the highest roll again")),
    "road": ("road", Say("{player} builds a road")),
    "line": ("road", Say("{player} builds: {piece}")),
    "settlement": ("settlement", Say("{player} builds a settlement")),
    "city": ("city", Say("{player} builds a city")),
    "buy": ("card", Say("{player} buys a development card")),
    "play": ("card", Say("{player} plays {card}")),
    "bank": ("bank", Say("{player} gives the bank {paid} for {gained}")),
    "accept": ("trade", Say("{player} accepts")),
    "refuse": ("trade", Say("{player} refuses")),
    "withdraw": ("trade", Say("{player} withdraws the offer")),
    "army": ("army", Say("{player} has the largest army, {count} knights")),
    "route": ("route", Say("{player} has the longest road, {count}")),
    "no_route": ("route", Say("Nobody has the longest road now")),
    "no_army": ("army", Say("Nobody has the largest army now")),
    "win": ("win", Say("{winner} wins with {count} points")),
    "draw_game": ("win", Say("The game ends in a draw after {count} turns")),
}
"""Events that have their own line: icon and sentence."""
SETS: Final = {
    "discard": Say("{player} discards {goods}"),
    "take": Say("{player} takes {goods} from the bank"),
}
"""Events per card that share one line."""


OFFERS: Final = {
    "offer": Say("{player} offers {paid} for {gained}"),
    "counter": Say("{player} would give {paid} for {gained}"),
}
"""Proposals in a negotiation."""


def thrown(roll: SideRoll) -> Say:
    """A side roll in words."""
    args: dict[str, Arg] = {"player": roll.seat, "number": roll.total}
    if roll.dice == 1:
        return Say("{player} rolls a die: {number}", args)
    return Say("{player} rolls two dice: {number}", args)


def _given(events: list[Event], i: int) -> bool:
    """Whether an earlier line of the decision covers these cards: one line for each giver and receiver."""
    return any(e.kind == "give" and (e.seat, e.c) == (events[i].seat, events[i].c) for e in events[:i])


def _goods(r: Island, events: Sequence[Event], kind: str, seat: int) -> dict[str, int]:
    """The goods in all events of a kind for a seat."""
    return counted(r.good_names, [(int(e.a), int(e.b)) for e in events if e.kind == kind and e.seat == seat])


def _gain(telling: Telling, seat: int) -> tuple[dict[str, int], list[Say]]:
    """A seat's gain, and from which of its buildings."""
    r = telling.rules
    goods = _goods(r, telling.events, "gain", seat)
    yields = [e for e in telling.events if e.kind == "yield" and e.seat == seat]
    # A starting city draws one card at each hex, like a settlement.
    begun = {int(e.a) for e in telling.events if e.kind == "city"}
    # A building that draws several cards at a hex, alike or not, is a city.
    yielded: dict[tuple[int, int], int] = {}
    for e in yields:
        yielded[int(e.c), int(e.d)] = yielded.get((int(e.c), int(e.d)), 0) + int(e.b)
    places: dict[tuple[str, str, int | str], int] = {}
    for e in yields:
        if r.good_names[e.a] in goods and (int(e.c), int(e.d)) in yielded:
            piece = "city" if yielded.pop((int(e.c), int(e.d))) > 1 or int(e.d) in begun else "settlement"
            piece = telling.standing.get(int(e.d), piece)
            place = (piece, r.board.terrain[e.c], telling.number(int(e.c)))
            places[place] = places.get(place, 0) + 1
    return goods, [_drawn(*place, count) for place, count in places.items()]


def _drawn(piece: str, terrain: str, number: int | str, count: int) -> Say:
    """Which pieces draw at a hex. On a board of one's own, a starting one also draws from a hex without a number."""
    args: dict[str, Arg] = {"piece": piece, "terrain": terrain, "number": number}
    if count > 1:
        args["count"] = count
        say = (
            Say("{count} {piece:count} at {terrain} {number}") if number else Say("{count} {piece:count} at {terrain}")
        )
    else:
        say = Say("{piece} at {terrain} {number}") if number else Say("{piece} at {terrain}")
    return Say(say.text, args)


def _plain_args(r: Island, event: Event, seat: int) -> dict[str, Arg]:
    kind = event.kind
    if kind == "win":
        return {"winner": seat, "count": int(event.a)}
    if kind == "draw_game":
        return {"count": int(event.a)}
    if kind in ("start_tie", "no_route", "no_army"):
        return {}
    args: dict[str, Arg] = {"player": seat}
    if kind in ("roll", "start_roll"):
        args["number"] = int(event.a + event.b)
    elif kind == "play":
        args["card"] = r.card_names[event.a]
    elif kind == "bank":
        args |= {"paid": {r.good_names[event.a]: int(event.b)}, "gained": {r.good_names[event.c]: int(event.d)}}
    elif kind == "line":
        args["piece"] = r.line_names[event.b]
    elif kind in ("army", "route"):
        args["count"] = int(event.a)
    return args
