"""The knights on the board, what each can do for its owner, and where it may go."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.catan.modules.cities_knights.knights import may_promote
from bastide.catan.modules.cities_knights.realm import (
    ABILITY,
    ACTIVATION,
    MIGHTY,
    POLITICS,
    PROMOTED,
    PROMOTION,
    TIRED,
)
from bastide.view.island.knights.lens import Lens
from bastide.view.island.knights.model import Deed, Knight
from bastide.view.island.tips import tip
from bastide.view.model import Arg, Piece, Reason, Say, Target

PIECES = {
    (rank, active): f"knight-{rank}-{'active' if active else 'resting'}"
    for rank in (1, 2, 3)
    for active in (False, True)
}
"""What each knight is called as a piece."""
CHOSEN = "own-knight"
"""The verb of the targets that show what a knight can do."""


def standing(lens: Lens) -> list[tuple[int, int, int, bool]]:
    """Every knight on the board: corner, seat, rank, whether active."""
    m, g = lens.m, lens.g
    return [
        (c, owner - 1, g.cell(m.rank + c), g.cell(m.active + c) != 0)
        for c in lens.corners
        if (owner := g.cell(m.knight + c))
    ]


def pieces(lens: Lens) -> list[Piece]:
    """The knights as pieces."""
    return [Piece(PIECES[rank, active], lens.corner_name(c), seat) for c, seat, rank, active in standing(lens)]


def knights(lens: Lens) -> list[Knight]:
    """Every knight, the viewer's own with what they can do."""
    out = []
    for c, seat, rank, active in standing(lens):
        place = lens.corner_name(c)
        mine = seat == lens.g.viewer
        deeds = Deeds(lens, c, rank, active).all() if mine else []
        out.append(Knight(place, seat, rank, active, f"knight {place}" if mine else "", deeds))
    return out


class Deeds:
    """What one of the viewer's knights can do, and why not."""

    def __init__(self, lens: Lens, corner: int, rank: int, active: bool) -> None:
        self.lens = lens
        self.corner = corner
        self.rank = rank
        self.active = active
        self.place = lens.corner_name(corner)
        self.marks = lens.g.cell(lens.m.marks + corner)
        self.ways = [text.split()[2] for text in lens.g.legal if text.startswith(f"move {self.place} ")]
        self.foes = [place for place in self.ways if lens.g.cell(lens.m.knight + lens.board.corner_index[place])]

    def all(self) -> list[Deed]:
        """The five deeds, always in the same order."""
        return [self._activate(), self._promote(), self._move(), self._displace(), self._chase()]

    def _paid(self, kind: str, item: int, otherwise: Reason | None) -> Deed:
        lens, text = self.lens, f"{kind} {self.place}"
        price = lens.price(item)
        if text in lens.g.legal and lens.g.phase == "main":
            return Deed(kind, notation=text, cost=price)
        lacking = lens.missing(lens.g.viewer, price)
        reason = otherwise or lens.free_to_act()
        if reason is None and lacking:
            reason = lens.no("CK-057" if kind == "activate" else "CK-060", "you lack cards for this", lacking)
        return Deed(kind, cost=price, reason=reason or lens.no("BASE-016", "finish first what you have begun"))

    def _activate(self) -> Deed:
        awake = self.lens.no("CK-057", "it is active already") if self.active else None
        return self._paid("activate", int(ACTIVATION), awake)

    def _promote(self) -> Deed:
        lens, m, viewer = self.lens, self.lens.m, self.lens.g.viewer
        reason = None
        if self.rank == MIGHTY:
            reason = lens.no("CK-066", "a mighty knight rises no further")
        elif self.marks & PROMOTED:
            reason = lens.no("CK-061", "a knight rises once a turn")
        elif self.rank + 1 == MIGHTY and lens.level(viewer, int(POLITICS)) < ABILITY:
            reason = lens.no("CK-063", "a mighty knight needs the fortress, level 3 of politics")
        elif not may_promote(m, lens.g.state, viewer, self.corner):
            reason = lens.no("CK-064", "you have no knight of the next rank left")
        return self._paid("promote", int(PROMOTION), reason)

    def _resting(self) -> Reason | None:
        """Why this knight may not act at all; None if it may."""
        lens = self.lens
        if not self.active:
            return lens.no("CK-059", "it rests: activate it first")
        if self.marks & TIRED and not lens.m.activation_tires:
            return lens.no("CKO-016", "this knight has acted this turn already")
        if self.marks & TIRED:
            return lens.no("CK-058", "it became active this turn: it acts from your next turn on")
        return lens.free_to_act()

    def _move(self) -> Deed:
        free = len(self.ways) - len(self.foes)
        if free:
            return Deed("move", verb=f"move {self.place}", say=Say("{count} {count:place|places}", {"count": free}))
        reason = self._resting() or self.lens.no("CK-069", "your roads lead from here to no free corner")
        return Deed("move", reason=reason)

    def _displace(self) -> Deed:
        if self.foes:
            say = Say("{count} weaker {count:knight|knights}", {"count": len(self.foes)})
            return Deed("displace", verb=f"displace {self.place}", say=say)
        reason = self._resting() or self.lens.no("CK-073", "your roads lead from here to no weaker knight")
        return Deed("displace", reason=reason)

    def _chase(self) -> Deed:
        lens, text = self.lens, f"chase {self.place}"
        if text in lens.g.legal:
            return Deed("chase", notation=text, say=Say("then move the robber"))
        reason = self._resting()
        if reason is None and not lens.m.robber_is_awake(lens.g.state):
            reason = lens.no("CK-038", "the robber sleeps until the barbarians have come once")
        return Deed("chase", reason=reason or lens.no("CK-078", "the robber does not stand beside this knight"))


def targets(lens: Lens) -> list[Target]:
    """Own knights to be chosen, and the corners to which one may go."""
    g = lens.g
    out: list[Target] = []
    if g.viewer >= 0 and g.phase == "main" and g.viewer in g.actors:
        for c, seat, rank, active in standing(lens):
            if seat == g.viewer:
                place = lens.corner_name(c)
                label = Say("Your {piece}: choose what it does", {"piece": PIECES[rank, active]})
                out.append(Target("", place, CHOSEN, "", label, tip(g, "knight", place), f"knight {place}"))
    for text in g.legal:
        if text.startswith("move "):
            _, start, place = text.split()
            other = g.cell(lens.m.knight + lens.board.corner_index[place]) - 1
            args: dict[str, Arg] = {"place": place}
            if other >= 0:
                args["other"] = other
                label = Say("Displace the knight of {other} at {place}", args)
                out.append(Target(text, place, f"displace {start}", "clash", label, tip(g, "knight", place)))
            else:
                label = Say("Move your knight to {place}", args)
                out.append(Target(text, place, f"move {start}", "footstep", label, tip(g, "knight", place)))
    return out


def strengths(lens: Lens) -> Mapping[int, tuple[int, int]]:
    """For each seat the strength of its active knights, and of all."""
    out = dict.fromkeys(lens.seats, (0, 0))
    for _, seat, rank, active in standing(lens):
        force, host = out[seat]
        out[seat] = force + (rank if active else 0), host + rank
    return out
