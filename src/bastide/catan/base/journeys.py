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
        self.on_edges: bool = on_edges
        places = r.board.edges if on_edges else r.board.corners
        # The places of the last search, in the order in which they were found; the start is not among them.
        self.found: vec[i64] = vec[i64]([0] * places)
        self.count: i64 = 0
        # By place, the most points that are left there; -1 where the last search did not come.
        self.left: vec[i64] = vec[i64]([-1] * places)
        self.start: i64 = 0
        self.again: bool = False

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        """The points for the step from `here` by `way` to `there`; -1 if there is none."""
        return 1

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        """Whether no journey goes on from a place that it has come to."""
        return False

    def reach(self, s: State, seat: i64, start: i64, points: i64) -> i64:
        """Find all places within so many points of the start, and return how many there are (`found`, `left`)."""
        self._forget()
        self.start = start
        self.left[start] = points
        self.again = True
        while self.again:  # once more if a place was reached with more points than were left when it was passed
            self.again = False
            self._steps(s, seat, start)
            at: i64 = 0
            while at < self.count:
                if not self.ends(s, seat, self.found[at]):
                    self._steps(s, seat, self.found[at])
                at += 1
        return self.count

    def _forget(self) -> None:
        left = self.left
        for i in range(self.count):
            left[self.found[i]] = -1
        left[self.start] = -1
        self.count = 0

    def _steps(self, s: State, seat: i64, here: i64) -> None:
        r = self.r
        n = r.way_count
        if not self.on_edges:
            for k in range(here * n, (here + 1) * n):
                if r.ways[k] >= 0:
                    self._step(s, seat, here, r.ways[k], r.way_ends[k])
            return
        for end in range(2):
            corner = r.board.edge_corners[2 * here + end]
            for k in range(corner * n, (corner + 1) * n):
                if r.ways[k] >= 0 and r.ways[k] != here:
                    self._step(s, seat, here, corner, r.ways[k])

    def _step(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> None:
        left = self.left
        if left[here] <= left[there]:
            return
        points = self.cost(s, seat, here, way, there)
        rest = left[here] - points
        if points < 0 or rest <= left[there]:
            return
        if left[there] < 0:
            self.found[self.count] = there
            self.count += 1
        else:
            self.again = True
        left[there] = rest
