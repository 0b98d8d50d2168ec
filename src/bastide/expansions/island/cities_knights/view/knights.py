"""The knights on the board, the actions of each, and where it may go."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.expansions.island.cities_knights.rules.refusals import why_no_deed, why_rests
from bastide.expansions.island.cities_knights.rules.state import ACTIVATION, PROMOTION
from bastide.expansions.island.cities_knights.view.glance import KnightsGlance
from bastide.expansions.island.cities_knights.view.model import Deed, Knight
from bastide.kernel.errors import Refusal
from bastide.view.island.tips import tip
from bastide.view.lines import reason
from bastide.view.model import Piece, Reason, Say, Target

PIECES = {
    (rank, active): f"knight-{rank}-{'active' if active else 'resting'}"
    for rank in (1, 2, 3)
    for active in (False, True)
}
"""The piece name of each knight."""
CHOSEN = "own-knight"
"""The verb of the targets that open a knight's menu."""


def standing(k: KnightsGlance) -> list[tuple[int, int, int, bool]]:
    """Every knight on the board: corner, seat, rank, whether active."""
    m, g = k.m, k.g
    return [
        (c, owner - 1, g.cell(m.rank + c), g.cell(m.active + c) != 0)
        for c in k.corners
        if (owner := g.cell(m.knight + c))
    ]


def pieces(k: KnightsGlance) -> list[Piece]:
    """The knights as pieces."""
    return [Piece(PIECES[rank, active], k.corner_name(c), seat) for c, seat, rank, active in standing(k)]


def knights(k: KnightsGlance) -> list[Knight]:
    """Every knight; the viewer's own with their actions."""
    out = []
    for c, seat, rank, active in standing(k):
        place = k.corner_name(c)
        mine = seat == k.g.viewer
        deeds = Deeds(k, c).all() if mine else []
        out.append(Knight(place, seat, rank, active, f"knight {place}" if mine else "", deeds))
    return out


class Deeds:
    """Actions of one of the viewer's knights, or why not, as in the rules."""

    def __init__(self, k: KnightsGlance, corner: int) -> None:
        self.k = k
        self.corner = corner
        self.place = k.corner_name(corner)
        self.ways = [text.split()[2] for text in k.g.legal if text.startswith(f"move {self.place} ")]
        self.foes = [place for place in self.ways if k.g.cell(k.m.knight + k.board.corner_index[place])]

    def all(self) -> list[Deed]:
        """The knight's five actions, always in the same order."""
        paid = [self._paid("activate", int(ACTIVATION)), self._paid("promote", int(PROMOTION))]
        return [*paid, self._move(), self._displace(), self._chase()]

    def _paid(self, kind: str, item: int) -> Deed:
        k, text = self.k, f"{kind} {self.place}"
        price = k.price(item)
        if text in k.g.legal and k.g.phase == "main":
            return Deed(kind, notation=text, cost=price)
        return Deed(kind, cost=price, reason=self._why(kind))

    def _why(self, kind: str) -> Reason:
        """Why this knight cannot do an action that names only it."""
        g, m = self.k.g, self.k.m
        return self.k.free_to_act() or reason(why_no_deed(m, g.state, g.viewer, kind, self.corner, Refusal("")))

    def _nowhere(self, rule: str, sentence: str) -> Reason:
        """Why this knight cannot move: it may not act, or `sentence` on its routes."""
        rests = why_rests(self.k.m, self.k.g.state, self.corner, Refusal(""))
        return self.k.free_to_act() or (reason(rests) if rests is not None else self.k.no(rule, sentence))

    def _move(self) -> Deed:
        free = len(self.ways) - len(self.foes)
        if free:
            return Deed("move", verb=f"move {self.place}", say=Say("{count} {count:place|places}", {"count": free}))
        return Deed("move", reason=self._nowhere("CK-069", "no free corner can be reached from here"))

    def _displace(self) -> Deed:
        if self.foes:
            say = Say("{count} weaker {count:knight|knights}", {"count": len(self.foes)})
            return Deed("displace", verb=f"displace {self.place}", say=say)
        return Deed("displace", reason=self._nowhere("CK-073", "no weaker knight can be reached from here"))

    def _chase(self) -> Deed:
        text = f"chase {self.place}"
        if text in self.k.g.legal:
            return Deed("chase", notation=text, say=Say("then move the robber"))
        return Deed("chase", reason=self._why("chase"))


def targets(k: KnightsGlance) -> list[Target]:
    """Own knights to be chosen, and the corners to which one may go."""
    g = k.g
    out: list[Target] = []
    if g.viewer >= 0 and g.phase == "main" and g.viewer in g.actors:
        for c, seat, rank, active in standing(k):
            if seat == g.viewer:
                place = k.corner_name(c)
                label = Say("Your {piece}: choose what it does", {"piece": PIECES[rank, active]})
                out.append(Target("", place, CHOSEN, "", label, tip(g, "knight", place), f"knight {place}"))
    for text in g.legal:
        if text.startswith("move "):
            _, start, place = text.split()
            other = g.cell(k.m.knight + k.board.corner_index[place]) - 1
            if other >= 0:
                label = Say("Displace this knight of {other}", {"other": other})
                out.append(Target(text, place, f"displace {start}", "clash", label, tip(g, "knight", place)))
            else:
                label = Say("Move your knight here")
                out.append(Target(text, place, f"move {start}", "footstep", label, tip(g, "knight", place)))
    return out


def strengths(k: KnightsGlance) -> Mapping[int, tuple[int, int]]:
    """Per seat the strength of its active and of all knights."""
    out = dict.fromkeys(k.seats, (0, 0))
    for _, seat, rank, active in standing(k):
        force, host = out[seat]
        out[seat] = force + (rank if active else 0), host + rank
    return out
