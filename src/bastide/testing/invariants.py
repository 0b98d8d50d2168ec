"""Invariants of every position, in other words than the engine's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.catan.base.island import ACCEPTED, CITY, KNIGHT, POINT, REFUSED, ROAD, ROAD_LINE, SETTLEMENT, line_at
from bastide.catan.family import IslandGame
from bastide.kernel.state import CHANCE, DEPTH, State
from bastide.testing.own import owns

Edge = tuple[int, int]


NEGATIVE: Final = frozenset({"agenda", "robber", "far"})
"""The fields of the base that may be negative: what frames carry, where the robber is that stands on no hex, and how
far lines lead to a ring.
"""
DERIVED: Final = frozenset(
    {"drew", "claims", "owed", "rates", "open_edges", "open_corners", "joined", "onward", "far", "route"}
)
"""The derived fields of the base: those below compare each with a plain function; `tests.island.plain_lines` those of
wide games.
"""


def check(r: IslandGame, s: State) -> None:
    """Assert everything that a position must be, with any modules."""
    modules = list(owns(r))
    replaced = frozenset[str]().union(*(own.replaces for own, _ in modules))
    for name, holds in BASE.items():
        if name not in replaced:
            holds(r, s)
    for own, module in modules:
        own.check(r, module, s)
    check_points(r, s)
    check_signs(r, s)


def check_signs(r: IslandGame, s: State) -> None:
    """Nothing is negative but what may be."""
    may_be = NEGATIVE.union(*(own.negative for own, _ in owns(r)))
    for field in r.schema.fields:
        if field.name not in may_be:
            assert min(row(s, field.offset, int(field.size)), default=0) >= 0, f"{field.name} is negative"


def check_points(r: IslandGame, s: State) -> None:
    """Points are what lies open."""
    c = s.cells
    for seat in range(int(r.seats)):
        points = sum(int(c[r.level + at]) for at in range(int(r.board.corners)) if int(c[r.owner + at]) == seat + 1)
        points += int(r.config.route_points) * (int(c[r.route_holder]) == seat + 1)
        points += int(r.config.army_points) * (int(c[r.army_holder]) == seat + 1)
        points += sum(own.points(r, module, s, seat) for own, module in owns(r))
        said = f"open points of seat {seat}: `Own.points` says what a module adds"
        assert int(r.open_points(s, seat)) == points, said


def check_claims(r: IslandGame, s: State) -> None:
    """Between two decisions nobody claims anything of the bank."""
    goods = int(r.goods)
    assert not any(row(s, r.claims, int(r.seats) * goods)), "a claim that is not settled"
    assert not any(row(s, r.owed, goods)), "a good that is owed"


def row(s: State, at: int, n: int) -> list[int]:
    """Cells as plain numbers."""
    return [int(s.cells[at + i]) for i in range(n)]


def check_cards(r: IslandGame, s: State) -> None:
    """No card appears or vanishes (BASE-009, BASE-050)."""
    goods, kinds = int(r.goods), int(r.kinds)
    bank = row(s, r.bank, goods)
    hands = [row(s, r.hand + seat * goods, goods) for seat in range(int(r.seats))]
    aside = set_aside(r, s)
    for g, good in enumerate(r.good_names):
        assert bank[g] + sum(hand[g] for hand in hands) + aside[g] == r.stock[g], f"{good} is not conserved"
    rows = [row(s, r.deck, kinds)]
    for field in (r.cards, r.fresh, r.played):
        rows += [row(s, field + seat * kinds, kinds) for seat in range(int(r.seats))]
    for k, name in enumerate(r.card_names):
        assert sum(cards[k] for cards in rows) == r.deck_stock[k], f"{name} is not conserved"
    assert all(n >= 0 for cells in (bank, *hands, *rows) for n in cells), "a negative number of cards"
    assert all(s.cells[r.played + seat * kinds + POINT] == 0 for seat in range(int(r.seats)))


def set_aside(r: IslandGame, s: State) -> list[int]:
    """The goods that lie neither in the bank nor in a hand: cards that modules have put somewhere."""
    out = [0] * int(r.goods)
    for field in r.schema.fields:
        if field.pool != "goods" or field.offset == r.hand:
            continue
        for at, cell in enumerate(row(s, field.offset, int(field.size))):
            if not field.ordered:
                out[at % int(r.goods)] += cell
            elif cell:
                out[cell - 1] += 1
    return out


def check_pieces(r: IslandGame, s: State) -> None:
    """Pieces on the board and in the supply add up; buildings keep their distance; the robber stands on land."""
    board = r.board
    for seat in range(int(r.seats)):
        roads = sum(
            int(s.cells[r.road + e]) == seat + 1 and int(line_at(r, s, e)) == ROAD_LINE for e in range(int(board.edges))
        )
        levels = [int(s.cells[r.level + c]) for c in range(int(board.corners)) if int(s.cells[r.owner + c]) == seat + 1]
        out = [roads, levels.count(1), levels.count(2)]
        left = row(s, r.left + seat * 3, 3)
        for item in (ROAD, SETTLEMENT, CITY):
            assert left[item] >= 0
            assert left[item] + out[item] == r.supply[item], f"pieces of seat {seat} are not conserved"
        rates = []
        for g in range(int(r.goods)):
            owned = [c for c in range(int(board.corners)) if int(s.cells[r.owner + c]) == seat + 1]
            mine = {int(board.harbor[c]) for c in owned if r.seams.corner_serves(s, c)}
            rates.append(2 if g + 2 in mine else 3 if 1 in mine else 4)
        assert row(s, r.rates + seat * r.goods, int(r.goods)) == rates, f"rates of seat {seat}"
    for c in range(int(board.corners)):
        assert (s.cells[r.owner + c] == 0) == (s.cells[r.level + c] == 0)
        for near in row_of(board.corner_corners, c):
            assert s.cells[r.owner + c] == 0 or s.cells[r.owner + near] == 0, "two buildings side by side (BASE-031)"
    robber = int(s.cells[r.robber])
    # Without a desert the robber waits beside the board until it is first moved; in a game without one it stays there.
    assert 0 <= robber < board.land or (robber == -1 and not (r.has_robber and "desert" in board.terrain))
    assert all(corner < board.ashore for corner in range(int(board.corners)) if s.cells[r.owner + corner])
    assert all(edge < board.overland for edge in range(int(board.edges)) if s.cells[r.road + edge])


def row_of(table: object, i: int) -> list[int]:
    """The neighbours in a table of three columns."""
    return [int(table[3 * i + k]) for k in range(3) if int(table[3 * i + k]) >= 0]  # type: ignore[index] # a vec[i64]


def roads_of(r: IslandGame, s: State, seat: int) -> list[Edge]:
    """The roads of a seat as pairs of corners."""
    ends = r.board.edge_corners
    return [
        (int(ends[2 * e]), int(ends[2 * e + 1]))
        for e in range(int(r.board.edges))
        if int(s.cells[r.road + e]) == seat + 1
    ]


def check_roads(r: IslandGame, s: State) -> None:
    """Every road hangs together with a building of its owner; routes are as long as they are said to be."""
    for seat in range(int(r.seats)):
        roads = roads_of(r, s, seat)
        reached = {c for c in range(int(r.board.corners)) if int(s.cells[r.owner + c]) == seat + 1}
        left = list(roads)
        while True:
            joined = [edge for edge in left if edge[0] in reached or edge[1] in reached]
            if not joined:
                break
            reached.update(corner for edge in joined for corner in edge)
            left = [edge for edge in left if edge not in joined]
        assert not left, f"roads of seat {seat} hang in the air"
        blocked = {c for c in range(int(r.board.corners)) if int(s.cells[r.owner + c]) not in (0, seat + 1)}
        assert int(s.cells[r.route + seat]) == longest_trail(roads, blocked), f"route of seat {seat}"


def check_openings(r: IslandGame, s: State) -> None:
    """Where each seat may build next is kept as the pieces say (BASE-013, BASE-029 to BASE-031)."""
    board = r.board
    owner = row(s, r.owner, int(board.corners))
    for seat in range(int(r.seats)):
        ends = {corner for road in roads_of(r, s, seat) for corner in road}
        joined = {c for c in ends if owner[c] == 0} | {c for c, mark in enumerate(owner) if mark == seat + 1}
        edges = {
            e
            for e in range(int(board.overland))
            if s.cells[r.road + e] == 0
            and joined & {int(board.edge_corners[2 * e]), int(board.edge_corners[2 * e + 1])}
        }
        corners = {
            c
            for c in ends
            if c < board.ashore and owner[c] == 0 and not any(owner[near] for near in row_of(board.corner_corners, c))
        }
        assert members(s, r.open_edges + seat * r.edge_words, int(r.edge_words)) == edges, f"open edges of seat {seat}"
        assert members(s, r.open_corners + seat * r.corner_words, int(r.corner_words)) == corners
        assert members(s, r.joined + seat * r.corner_words, int(r.corner_words)) == ends, f"corners of seat {seat}"


def members(s: State, at: int, words: int) -> set[int]:
    """The members of a set that is kept as bits."""
    return {60 * i + k for i in range(words) for k in range(60) if int(s.cells[at + i]) & 2**k}


def longest_trail(roads: list[Edge], blocked: set[int]) -> int:
    """The most roads that one line can run along, each once, stopping at blocked corners (BASE-052, BASE-053)."""
    best = 0
    trails = [(end, frozenset([i])) for i, edge in enumerate(roads) for end in edge]
    seen = set(trails)
    while trails:
        corner, used = trails.pop()
        best = max(best, len(used))
        if corner in blocked:
            continue
        for i, (a, b) in enumerate(roads):
            if i not in used and corner in (a, b):
                trail = (b if corner == a else a, used | {i})
                if trail not in seen:
                    seen.add(trail)
                    trails.append(trail)
    return best


def check_awards(r: IslandGame, s: State) -> None:
    """Who holds an award has earned it."""
    seats = range(int(r.seats))
    routes = row(s, r.route, int(r.seats))
    knights = [int(s.cells[r.played + seat * r.kinds + KNIGHT]) for seat in seats]
    route_holder, army_holder = int(s.cells[r.route_holder]) - 1, int(s.cells[r.army_holder]) - 1
    if r.config.route_points == 0:
        assert route_holder < 0
    elif route_holder >= 0:
        assert routes[route_holder] == max(routes) >= 5
    else:
        assert max(routes) < 5 or routes.count(max(routes)) > 1
    if r.config.army_points == 0:
        assert army_holder < 0
    elif army_holder >= 0:
        assert knights[army_holder] == max(knights) >= 3
    else:
        assert max(knights) < 3


def check_decision(r: IslandGame, s: State) -> None:
    """Somebody can always go on; nothing is owed or on offer that no decision will settle; an end has a reason."""
    seats = range(int(r.seats))
    if r.is_over(s):
        winners = [seat for seat in seats if int(s.cells[2]) >> seat & 1]
        if winners:
            assert winners == [int(s.cells[r.on_turn])]
            assert r.open_points(s, winners[0]) + r.hidden_points(s, winners[0]) >= r.goal(s, winners[0])
        else:
            assert r.ending(s) != "" or int(s.cells[r.turn]) == r.turn_limit + 1
        return
    assert s.cells[DEPTH] >= 1
    if int(s.cells[r.turn]) > 0:
        on_turn = int(s.cells[r.on_turn])
        assert r.open_points(s, on_turn) + r.hidden_points(s, on_turn) < r.goal(s, on_turn), "won without an end"
    if r.chance_acts(s):
        pairs = [int(n) for n in r.outcomes(s)]
        assert pairs
        assert all(weight > 0 for weight in pairs[1::2])
        assert len(set(pairs[::2])) == len(pairs) // 2
        assert [int(code) for code in r.legal(s, CHANCE)] == pairs[::2]
    else:
        waited = [seat for seat in seats if int(r.actors(s)) >> seat & 1]
        assert waited
        for seat in seats:
            codes = [int(code) for code in r.legal(s, seat)]
            able = (int(r.actors(s)) | int(r.optional(s))) >> seat & 1
            assert bool(codes) == bool(able), f"seat {seat} may act and can do nothing, or the other way round"
            assert len(set(codes)) == len(codes)
    phase = r.phases[s.cells[s.top()]].name
    owed = row(s, r.discards, int(r.seats))
    assert any(owed) == (phase == "discard")
    assert not any(row(s, r.discard_from, int(r.seats))), "in the middle of a discard"
    answers = row(s, r.answer, int(r.seats))
    offered = row(s, r.gives, int(r.goods)) + row(s, r.wants, int(r.goods))
    assert any(offered) == any(answers) == (phase == "answer")
    if phase == "answer":
        assert any(answer != REFUSED for answer in answers if answer), "an offer that all have refused is off the table"
        for seat in seats:
            if answers[seat] == ACCEPTED:
                wants, hand = row(s, r.wants, int(r.goods)), row(s, r.hand + seat * r.goods, int(r.goods))
                assert all(n <= held for n, held in zip(wants, hand, strict=True))


BASE: Final[dict[str, Callable[[IslandGame, State], None]]] = {
    "cards": check_cards,
    "claims": check_claims,
    "pieces": check_pieces,
    "roads": check_roads,
    "openings": check_openings,
    "awards": check_awards,
    "decision": check_decision,
}
"""The invariants of the base island; a module may replace some (`Own.replaces`)."""
