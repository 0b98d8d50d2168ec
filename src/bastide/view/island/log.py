"""The log: what happened, as far as the viewer may know, with the reason of every gain."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from bastide.catan.base.island import CARD_NAMES, Island
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, Event
from bastide.view.island.glance import counted
from bastide.view.model import OPEN, Arg, LogLine, Say

GOOD, HEX, CORNER, EDGE, SEAT, CARD, NUMBER = "good", "hex", "corner", "edge", "seat", "card", "number"

FIELDS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "starts": (),
    "start_roll": (("first", NUMBER), ("second", NUMBER)),
    "start_tie": (("total", NUMBER),),
    "turn": (("turn", NUMBER),),
    "roll": (("first", NUMBER), ("second", NUMBER)),
    "blocked": (("hex", HEX),),
    "yield": (("good", GOOD), ("count", NUMBER), ("hex", HEX), ("corner", CORNER)),
    "gain": (("good", GOOD), ("count", NUMBER)),
    "shortage": (("good", GOOD), ("owed", NUMBER), ("left", NUMBER), ("claimants", NUMBER)),
    "road": (("place", EDGE),),
    "settlement": (("place", CORNER),),
    "city": (("place", CORNER),),
    "buy": (),
    "draw": (("card", CARD),),
    "play": (("card", CARD),),
    "take": (("good", GOOD), ("count", NUMBER)),
    "monopoly": (("good", GOOD),),
    "hand_over": (("good", GOOD), ("count", NUMBER), ("to", SEAT)),
    "army": (("count", NUMBER), ("before", SEAT)),
    "route": (("count", NUMBER), ("before", SEAT)),
    "no_route": (("before", SEAT),),
    "owes": (("count", NUMBER),),
    "discard": (("good", GOOD), ("count", NUMBER)),
    "robber": (("hex", HEX),),
    "steal": (("victim", SEAT), ("good", GOOD)),
    "bank": (("good", GOOD), ("count", NUMBER), ("get", GOOD), ("got", NUMBER)),
    "offer": (("to", NUMBER),),
    "counter": (),
    "gives": (("good", GOOD), ("count", NUMBER)),
    "wants": (("good", GOOD), ("count", NUMBER)),
    "accept": (),
    "refuse": (),
    "offer_off": (),
    "trade": (("with", SEAT),),
    "withdraw": (),
    "win": (("points", NUMBER),),
    "draw_game": (("turns", NUMBER),),
}
"""What the numbers of each kind of event mean."""
SECRET: Final = {"steal": "good", "draw": "card"}
"""The number that only the seats of `Event.sees` may know."""

_cache: WeakKeyDictionary[Game, dict[int, tuple[list[Event] | None, int, int, list[LogLine]]]] = WeakKeyDictionary()
"""Lines already written: viewer -> the last events read, how many decisions, the turn they stand in, the lines."""


def may_know(event: Event, viewer: int) -> bool:
    """Whether a viewer may see the secret number of an event."""
    if viewer == OPEN or event.sees == -1:
        return True
    return viewer >= 0 and bool(event.sees & BITS[viewer])


def event_data(r: Island, event: Event, viewer: int) -> dict[str, Any]:
    """One event as data for animations and programs; a number that the viewer may not know is left out."""
    out: dict[str, Any] = {"kind": event.kind, "seat": int(event.seat)}
    values = (int(event.a), int(event.b), int(event.c), int(event.d))
    for (name, sort), value in zip(FIELDS[event.kind], values, strict=False):
        if SECRET.get(event.kind) == name and not may_know(event, viewer):
            continue
        out[name] = _value(r, sort, value)
    return out


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
        return CARD_NAMES[value]
    return value


def log(game: Game, r: Island, viewer: int) -> list[LogLine]:
    """All lines of a game for a viewer, oldest first; lines once written are kept until an undo."""
    seen = _cache.setdefault(game, {})
    last, count, turn, lines = seen.get(viewer, (None, 0, 0, []))
    if count > len(game.history) or (count and game.history[count - 1] is not last):
        count, turn, lines = 0, 0, []
    if count == 0:
        turn, lines = _tell(r, game.opening, 0, 0, viewer)
    for version in range(count, len(game.history)):
        turn, more = _tell(r, game.history[version], version + 1, turn, viewer)
        lines = lines + more if more else lines
    count = len(game.history)
    seen[viewer] = (game.history[-1] if count else None, count, turn, lines)
    return lines


def _tell(r: Island, events: list[Event], version: int, turn: int, viewer: int) -> tuple[int, list[LogLine]]:
    """The lines of one decision, and the turn that follows it."""
    lines: list[LogLine] = []

    def line(kind: str, seat: int, text: str, args: dict[str, Arg], detail: list[Say] | None = None) -> None:
        lines.append(LogLine(version, turn, seat, kind, Say(text, args), detail or []))

    for i, event in enumerate(events):
        seat = int(event.seat)
        kind = event.kind
        if kind == "turn":
            turn = int(event.a)
        elif kind == "start_roll":
            line(
                "dice",
                seat,
                "{player} rolls {number} for the start",
                {"player": seat, "number": int(event.a + event.b)},
            )
        elif kind == "roll":
            line("dice", seat, "{player} rolls {number}", {"player": seat, "number": int(event.a + event.b)})
        elif kind == "gain" and not _same_before(events, i, ("gain",)):
            line("gain", seat, "{player} gets {gained}", *_gain(r, events, seat))
        elif kind in PLAIN:
            line(PLAIN[kind][0], seat, PLAIN[kind][1], _plain_args(r, event, seat))
        elif kind == "steal":
            _steal(r, event, viewer, line)
        elif kind == "draw" and may_know(event, viewer):
            line("card", seat, "{player} draws {card}", {"player": seat, "card": CARD_NAMES[event.a]})
        elif kind in SETS and not _same_before(events, i, (kind,)):
            goods = counted(r.good_names, [(int(e.a), int(e.b)) for e in events if e.kind == kind and e.seat == seat])
            line("cards", seat, SETS[kind], {"player": seat, "goods": goods})
        elif kind in ("offer", "counter"):
            gives, wants = (
                counted(r.good_names, [(int(e.a), int(e.b)) for e in events if e.kind == k]) for k in ("gives", "wants")
            )
            text = (
                "{player} offers {paid} for {gained}" if kind == "offer" else "{player} would give {paid} for {gained}"
            )
            line("trade", seat, text, {"player": seat, "paid": gives, "gained": wants})
        elif kind == "trade":
            over = [e for e in events if e.kind == "hand_over"]
            paid = counted(r.good_names, [(int(e.a), int(e.b)) for e in over if e.seat == seat])
            gained = counted(r.good_names, [(int(e.a), int(e.b)) for e in over if e.seat != seat])
            args: dict[str, Arg] = {"player": seat, "other": int(event.a), "paid": paid, "gained": gained}
            line("trade", seat, "{player} gives {other} {paid} for {gained}", args)
        elif kind == "monopoly":
            over = [e for e in events if e.kind == "hand_over"]
            detail = [
                Say("{other} {goods}", {"other": int(e.seat), "goods": {r.good_names[e.a]: int(e.b)}}) for e in over
            ]
            line("card", seat, "{player} takes all {good}", {"player": seat, "good": r.good_names[event.a]}, detail)
        elif kind == "shortage":
            good = r.good_names[event.a]
            if event.d > 1:
                line("bank", -1, "The bank cannot pay all {good}: nobody gets any", {"good": good})
            else:
                line("bank", -1, "The bank has only {count} {good} left", {"count": int(event.c), "good": good})
        elif kind == "blocked":
            terrain, number = r.board.terrain[event.a], int(r.board.number[event.a])
            line(
                "robber",
                -1,
                "{terrain:Name} {number} gives nothing: the robber stands there",
                {"terrain": terrain, "number": number},
            )
    return turn, lines


PLAIN: Final = {
    "starts": ("dice", "{player} starts"),
    "start_tie": ("dice", "A tie: the highest roll again"),
    "road": ("road", "{player} builds a road"),
    "settlement": ("settlement", "{player} builds a settlement"),
    "city": ("city", "{player} builds a city"),
    "buy": ("card", "{player} buys a development card"),
    "play": ("card", "{player} plays {card}"),
    "robber": ("robber", "{player} moves the robber to {terrain} {number}"),
    "bank": ("bank", "{player} gives the bank {paid} for {gained}"),
    "accept": ("trade", "{player} accepts"),
    "refuse": ("trade", "{player} refuses"),
    "withdraw": ("trade", "{player} withdraws the offer"),
    "army": ("army", "{player} has the largest army, {count} knights"),
    "route": ("route", "{player} has the longest road, {count}"),
    "no_route": ("route", "Nobody has the longest road now"),
    "win": ("win", "{winner} wins with {count} points"),
    "draw_game": ("win", "The game ends in a draw after {count} turns"),
}
"""Events that are a line of their own: icon and sentence."""
SETS: Final = {
    "discard": "{player} discards {goods}",
    "take": "{player} takes {goods} from the bank",
}
"""Events that come card by card and are one line."""


def _same_before(events: list[Event], i: int, kinds: tuple[str, ...]) -> bool:
    """Whether an earlier event of the decision already told this seat's line."""
    return any(e.kind in kinds and e.seat == events[i].seat for e in events[:i])


def _gain(r: Island, events: list[Event], seat: int) -> tuple[dict[str, Arg], list[Say]]:
    goods = counted(r.good_names, [(int(e.a), int(e.b)) for e in events if e.kind == "gain" and e.seat == seat])
    gained = set(goods)
    detail: list[Say] = []
    for e in events:
        if e.kind == "yield" and e.seat == seat and r.good_names[e.a] in gained:
            piece = "city" if e.b > 1 else "settlement"
            args: dict[str, Arg] = {"piece": piece, "terrain": r.board.terrain[e.c], "number": int(r.board.number[e.c])}
            # A starting settlement also draws from a hex that has no number on a board of one's own.
            text = "{piece} at {terrain} {number}" if args["number"] else "{piece} at {terrain}"
            detail.append(Say(text, args))
    return {"player": seat, "gained": goods}, detail


def _plain_args(r: Island, event: Event, seat: int) -> dict[str, Arg]:
    kind = event.kind
    if kind == "win":
        return {"winner": seat, "count": int(event.a)}
    if kind == "draw_game":
        return {"count": int(event.a)}
    if kind in ("start_tie", "no_route"):
        return {}
    args: dict[str, Arg] = {"player": seat}
    if kind == "play":
        args["card"] = CARD_NAMES[event.a]
    elif kind == "robber":
        args |= {"terrain": r.board.terrain[event.a], "number": int(r.board.number[event.a]) or ""}
    elif kind == "bank":
        args |= {"paid": {r.good_names[event.a]: int(event.b)}, "gained": {r.good_names[event.c]: int(event.d)}}
    elif kind in ("army", "route"):
        args["count"] = int(event.a)
    return args


def _steal(r: Island, event: Event, viewer: int, line: Any) -> None:
    thief, victim = int(event.seat), int(event.a)
    if may_know(event, viewer):
        goods = {r.good_names[event.b]: 1}
        line(
            "robber",
            thief,
            "{player} steals {goods} from {victim}",
            {"player": thief, "victim": victim, "goods": goods},
        )
    else:
        line("robber", thief, "{player} steals a card from {victim}", {"player": thief, "victim": victim})
