"""Journeys: where a figure of a module can go along the paths of the board, within the points that it has to spend."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island
from bastide.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Journey:
    """The search for the places that a figure reaches: corners, or edges if it stands `on_edges`.

    A module derives a class for each of its figures: `cost` says what a step takes, `ends` where a journey stops. A
    step leads from a corner along an edge to a corner, or from an edge through a corner to an edge.
    """

    def __init__(self, r: Island, on_edges: bool = False) -> None:
        self.r: Island = r
        places = r.board.edges if on_edges else r.board.corners
        # By place, the ways from it and where they lead, `width` cells each, filled from the left.
        self.width: i64 = r.way_count
        self.ways: vec[i64] = r.ways
        self.leads: vec[i64] = r.way_ends
        if on_edges:
            self.width = 2 * r.way_count - 2
            self.ways, self.leads = _round_edges(r)
        # The places of the last search, in the order in which they were found; the start is not among them.
        self.found: vec[i64] = vec[i64]([0] * places)
        self.count: i64 = 0
        # By place, the most points that are left there; -1 where the last search did not come.
        self.left: vec[i64] = vec[i64]([-1] * places)
        self.start: i64 = 0

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        """The points for the step from `here` by `way` to `there`; -1 if there is none."""
        return 1

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        """Whether no journey goes on from a place that it has come to."""
        return False

    def reach(self, s: State, seat: i64, start: i64, points: i64) -> i64:
        """Find all places within so many points of the start, and return how many there are (`found`, `left`)."""
        found, left, ways, leads = self.found, self.left, self.ways, self.leads
        for i in range(self.count):
            left[found[i]] = -1
        left[self.start] = -1
        self.start = start
        left[start] = points
        count: i64 = 0
        again = True
        while again:  # once more if a place was reached with more points than were left when it was passed
            again = False
            here = start
            at: i64 = 0
            while True:
                if here == start or not self.ends(s, seat, here):
                    k = here * self.width
                    end = k + self.width
                    while k < end and ways[k] >= 0:
                        there = leads[k]
                        if left[there] < left[here]:
                            price = self.cost(s, seat, here, ways[k], there)
                            rest = left[here] - price
                            if price >= 0 and rest > left[there]:
                                if left[there] < 0:
                                    found[count] = there
                                    count += 1
                                else:
                                    again = True
                                left[there] = rest
                        k += 1
                if at == count:
                    break
                here = found[at]
                at += 1
        self.count = count
        return count


def _round_edges(r: Island) -> tuple[vec[i64], vec[i64]]:
    """By edge, the corners through which a figure leaves it, and the edges to which they lead."""
    ways: list[int] = []
    leads: list[int] = []
    for edge in range(r.board.edges):
        full = len(ways) + 2 * int(r.way_count) - 2
        for end in range(2):
            corner = r.board.edge_corners[2 * edge + end]
            for k in range(corner * r.way_count, (corner + 1) * r.way_count):
                if r.ways[k] >= 0 and r.ways[k] != edge:
                    ways.append(int(corner))
                    leads.append(int(r.ways[k]))
        while len(ways) < full:
            ways.append(-1)
            leads.append(-1)
    return vec[i64](ways), vec[i64](leads)
