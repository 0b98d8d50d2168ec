"""Kinds of line, weights and owners as plain sets: what the engine keeps for them, computed anew."""

from __future__ import annotations

from typing import NamedTuple

from bastide.catan.base.island import line_left, open_to
from bastide.catan.family import IslandGame
from bastide.kernel.state import State
from bastide.testing.invariants import members, row, row_of


class Line(NamedTuple):
    """A line on the board: its edge, its two ends, its kind, what it counts for a route."""

    edge: int
    ends: tuple[int, int]
    kind: int
    weight: int


def lines_of(r: IslandGame, s: State, owner: int) -> list[Line]:
    """The lines of an owner."""
    ends = r.board.edge_corners
    return [
        Line(
            e,
            (int(ends[2 * e]), int(ends[2 * e + 1])),
            int(s.cells[r.line_kind + e]) if r.lines > 1 else 0,
            1 + sum(int(m.weight(s, e)) for m in r.module_rules),
        )
        for e in range(int(r.board.edges))
        if int(s.cells[r.road + e]) == owner + 1
    ]


def joins(r: IslandGame) -> set[tuple[int, int]]:
    """The pairs of kinds of which one goes on from the other without a building."""
    names = r.line_names
    pairs = {(kind, kind) for kind in range(len(names))}
    for kind, line in enumerate(r.config.lines):
        for other in line.joins:
            pairs |= {(kind, names.index(other)), (names.index(other), kind)}
    return pairs


def edges_of(r: IslandGame, kind: int) -> set[int]:
    """The edges that take a kind of line, as the modules say."""
    edges = set(range(int(r.board.overland))) if kind == 0 else set()
    for module in r.modules:
        edges = module.line_edges(r.board, r.line_names[kind], edges)
    return edges


def longest(lines: list[Line], closed: set[int], own: set[int], pairs: set[tuple[int, int]]) -> int:
    """The length of the longest trail of an owner's lines; `closed` corners end it, `own` ones let the kind change."""
    best = 0
    trails = [(end, line, frozenset([line])) for line in lines for end in line.ends]
    seen = set(trails)
    while trails:
        corner, last, used = trails.pop()
        best = max(best, sum(line.weight for line in used))
        if corner in closed:
            continue
        for line in lines:
            if line in used or corner not in line.ends or not (corner in own or (last.kind, line.kind) in pairs):
                continue
            trail = (line.ends[0] + line.ends[1] - corner, line, used | {line})
            if trail not in seen:
                seen.add(trail)
                trails.append(trail)
    return best


def ahead(lines: list[Line], closed: set[int], own: set[int], pairs: set[tuple[int, int]]) -> dict[int, list[int]]:
    """By direction over a line, as in `trails.py`, the directions that go on from it."""
    return {
        2 * line.edge + k: [
            2 * other.edge + 1 - other.ends.index(line.ends[k])
            for other in lines
            if line.ends[k] in other.ends
            and other != line
            and line.ends[k] not in closed
            and (line.ends[k] in own or (line.kind, other.kind) in pairs)
        ]
        for line in lines
        for k in range(2)
    }


def way(d: int, on: dict[int, list[int]], weights: dict[int, int], before: frozenset[int] = frozenset()) -> int:
    """The length of the longest way over a direction and on; -1 if it comes round to a direction that it has taken."""
    if d in before:
        return -1
    lengths = [way(then, on, weights, before | {d}) for then in on[d]]
    return -1 if -1 in lengths else weights[d // 2] + max(lengths, default=0)


def check_ways(r: IslandGame, s: State, colour: int, on: dict[int, list[int]]) -> None:
    """Assert that what is kept of the directions over a colour's lines is as the pieces say."""
    weights = {line.edge: line.weight for line in lines_of(r, s, colour)}
    count = int(r.way_count)
    for d, then in on.items():
        mask = int(s.cells[r.onward + d])
        first = int(r.board.edge_corners[d]) * count
        assert {int(r.leads[first + k]) for k in range(count) if mask >> k & 1} == set(then), f"what goes on from {d}"
        assert int(s.cells[r.far + d]) == way(d, on, weights), f"the longest way over {d}"


def check(r: IslandGame, s: State) -> None:
    """Assert that everything kept about lines and their owners is as the pieces say, and the award too."""
    check_lines(r, s)
    check_holder(r, s)


def check_lines(r: IslandGame, s: State) -> None:
    """Assert that everything kept about lines and their owners is as the pieces say."""
    board = r.board
    owner = row(s, r.owner, int(board.corners))
    taken = row(s, r.road, int(board.edges))
    kinds = row(s, r.line_kind, int(board.edges)) if r.lines > 1 else [0] * len(taken)
    pairs = joins(r)
    allowed = [edges_of(r, kind) for kind in range(int(r.lines))]
    assert all(kind == 0 for mark, kind in zip(taken, kinds, strict=True) if not mark)
    free = [d for d in range(2 * len(taken)) if not taken[d // 2]]
    assert not any(int(s.cells[field + d]) for field in (r.onward, r.far) for d in free), "a direction over no line"
    assert all(e in allowed[kinds[e]] for e, mark in enumerate(taken) if mark)
    routes = row(s, r.route, int(r.colours))
    for colour in range(int(r.colours)):
        lines = lines_of(r, s, colour)
        own = {corner for corner, mark in enumerate(owner) if mark == colour + 1}
        closed = {
            corner
            for corner, mark in enumerate(owner)
            if mark not in (0, colour + 1) or any(m.piece_at(s, corner) not in (0, colour + 1) for m in r.module_rules)
        }
        assert routes[colour] == longest(lines, closed, own, pairs), f"route of {colour}"
        check_ways(r, s, colour, ahead(lines, closed, own, pairs))
        ends = {corner for line in lines for corner in line.ends}
        assert members(s, r.joined + colour * r.corner_words, int(r.corner_words)) == ends, f"corners of {colour}"
        sites = {
            c
            for c in ends
            if c < board.ashore and owner[c] == 0 and not any(owner[near] for near in row_of(board.corner_corners, c))
        }
        assert members(s, r.open_corners + colour * r.corner_words, int(r.corner_words)) == sites
        for kind in range(int(r.lines)):
            going = {c for line in lines if (line.kind, kind) in pairs for c in line.ends if c not in closed} | own
            open_ = {
                e
                for e in allowed[kind]
                if not taken[e] and going & {int(board.edge_corners[2 * e]), int(board.edge_corners[2 * e + 1])}
            }
            assert members(s, int(open_to(r, colour, kind)), int(r.edge_words)) == open_, f"{kind} open to {colour}"
            left = int(s.cells[line_left(r, colour, kind)])
            supply = r.supply[0] if kind == 0 else r.item_supply[r.line_items[kind] - 4]
            assert left >= 0
            assert left + sum(line.kind == kind for line in lines) == supply, f"{kind} of {colour}"
        levels = [int(s.cells[r.level + c]) for c in own]
        assert row(s, r.left + colour * 3 + 1, 2) == [
            r.supply[1] - levels.count(1),
            r.supply[2] - levels.count(2),
        ]


def check_holder(r: IslandGame, s: State) -> None:
    """Assert that the award is where the lengths of the routes say."""
    routes = row(s, r.route, int(r.colours))
    holder = int(s.cells[r.route_holder]) - 1
    if r.config.route_points == 0:
        assert holder < 0
    elif holder >= 0:
        assert routes[holder] == max(routes) >= 5
    else:
        assert max(routes) < 5 or routes.count(max(routes)) > 1
