"""Statistics of a finished game: points per turn, and the sources and uses of every card."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from bastide.catan.base.island import Island
from bastide.kernel.game import Game
from bastide.kernel.state import Event, State
from bastide.view.island.glance import Glance
from bastide.view.island.module_views import cause_of
from bastide.view.model import Story

CAUSES: Final = ("production", "trade", "bank", "robber", "cards")
"""Ways to get cards; those that also lose them have a twin with `_out`."""
LOSSES: Final = ("spent", "discard", "trade_out", "bank_out", "robber_out", "cards_out")

_stories: WeakKeyDictionary[Game, tuple[int, Story]] = WeakKeyDictionary()


def story(g: Glance) -> Story:
    """The figures of a finished game; worked out once."""
    known = _stories.get(g.game)
    if known is None or known[0] != g.game.version:
        known = (g.game.version, Story(_points(g), by_cause(g)))
        _stories[g.game] = known
    return known[1]


def _points(g: Glance) -> list[list[int]]:
    r = g.rules
    state = r.start()
    seats = range(int(r.seats))
    out: list[list[int]] = [[] for _ in seats]
    turn = 0
    for d in g.game.decisions:
        for code in r.read(d.text):
            r.apply(state, d.seat, code)
        if int(state.cells[r.turn]) != turn:
            turn = int(state.cells[r.turn])
            for seat in seats:
                out[seat].append(_all_points(r, state, seat))
    for seat in seats:
        out[seat].append(_all_points(r, state, seat))
    return out


def _all_points(r: Island, state: State, seat: int) -> int:
    return int(r.open_points(state, seat) + r.hidden_points(state, seat))


def by_cause(g: Glance) -> list[dict[str, int]]:
    """Cards gained and lost per seat, by cause."""
    out = [dict.fromkeys((*CAUSES, *LOSSES), 0) for _ in range(int(g.rules.seats))]
    by_card: set[int] = set()
    for events in (g.game.opening, *g.game.history):
        cause = "trade" if any(e.kind == "trade" for e in events) else "cards"
        owing = {int(e.seat) for e in events if e.kind == "owes"}
        if owing:
            by_card = owing if cause_of(g.rules, events) is not None else set()
        for e in events:
            _count(out, e, cause, int(e.seat) in by_card, int(g.rules.held))
    held = [int(g.rules.hand_size(g.state, seat)) for seat in range(int(g.rules.seats))]
    for goods, left in zip(out, held, strict=True):
        # Cards neither left nor lost in another way were paid for roads, buildings and cards.
        goods["spent"] = sum(goods[c] for c in CAUSES) - sum(goods[c] for c in LOSSES) - left
    return out


def _count(out: list[dict[str, int]], e: Event, cause: str, by_card: bool, held: int) -> None:
    """Add one event; `cause` says whether cards handed over were traded or taken by a card, `by_card` whether the
    seat's last debt was due to a card. The first `held` goods are cards.
    """
    seat = int(e.seat)
    if e.kind == "bank":
        out[seat]["bank"] += int(e.d) if e.c < held else 0
        out[seat]["bank_out"] += int(e.b) if e.a < held else 0
    elif e.kind in ("gain", "hand_over") and e.a >= held:
        return
    elif e.kind == "gain":
        out[seat]["production"] += int(e.b)
    elif e.kind == "discard":
        out[seat]["cards_out" if by_card else "discard"] += int(e.b)
    elif e.kind == "take":
        out[seat]["cards"] += int(e.b)
    elif e.kind == "steal":
        out[seat]["robber"] += 1
        out[int(e.a)]["robber_out"] += 1
    elif e.kind == "give":
        out[seat]["cards_out"] += int(e.b)
        out[int(e.c)]["cards"] += int(e.b)
    elif e.kind == "hand_over":
        out[seat][f"{cause}_out"] += int(e.b)
        out[int(e.c)][cause] += int(e.b)
