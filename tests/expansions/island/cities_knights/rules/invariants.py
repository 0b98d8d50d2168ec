"""What holds in every position of Cities & Knights, said again in other words than the engine's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.catan.base.island import KINDS
from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.cities_knights.rules.figures import DOMAIN_NAMES, cards
from bastide.expansions.island.cities_knights.rules.hands import seen_in
from bastide.expansions.island.cities_knights.rules.module import CitiesKnightsRules
from bastide.expansions.island.cities_knights.rules.pieces import driven
from bastide.expansions.island.cities_knights.rules.progress.memory import remembered
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, State
from bastide.testing.invariants import longest_trail, members, roads_of, row, row_of, set_aside
from bastide.testing.own import Own
from bastide.view import SPECTATOR, events_view

COPIES = cards()
CARDS = ("buy", "knight", "roads", "plenty", "take", "monopoly")
"""The words of development cards, which the expansion does without."""

SETTLING = ("displaced", "rebuild", "enlist")
"""The phases after which the award of the longest route is judged."""

SECRET: Final = frozenset({"progress_card", "returned_card", "spied_card", "give"})
"""The events with a card that not everybody may know."""


class Knights(Own):
    replaces = frozenset({"cards", "pieces", "roads", "openings", "awards"})
    negative = frozenset({"left", *(f"cities_knights.{name}_bottom_known" for name in DOMAIN_NAMES)})
    derived = frozenset({"cities_knights.troops"})
    unseen = frozenset({"metropolis_lost", "shortage"})
    absent = frozenset((*CARDS, "draw", "play", "army"))

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        assert isinstance(module, CitiesKnightsRules)
        check(r, module, s)

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        """Metropolises, tokens, progress cards that lie open, and the merchant (CK-157)."""
        assert isinstance(module, CitiesKnightsRules)
        m, c = module, s.cells
        points = 2 * sum(int(m.metropolis_holder(s, d)) == seat for d in range(3))
        points += int(c[m.tokens + seat]) + sum(row(s, m.laid_open + seat * 2, 2))
        return points + int(c[m.merchant_holder] == seat + 1)

    def witness(self) -> Callable[[Game], None]:
        """Each event with a card that is secret names it to the one or two seats that may know it, and to no other."""

        def follow(game: Game) -> None:
            events = game.history[-1]
            for viewer in range(SPECTATOR, int(game.rules.seats)):
                for event, told in zip(events, events_view(game, events, viewer), strict=True):
                    if event.kind in SECRET:
                        may = viewer >= 0 and bool(int(event.sees) >> viewer & 1)
                        assert (("good" if event.kind == "give" else "card") in told) == may
                        assert int(event.sees).bit_count() in (1, 2)

        return follow


def check(r: IslandGame, m: CitiesKnightsRules, s: State) -> None:
    """Assert what a position must be beside the invariants of the base."""
    phase = "over" if r.is_over(s) else r.phases[s.cells[s.top()]].name
    if phase == "start":
        return  # the pieces of the expansion come on the table when it is known who starts
    check_goods(r, s)
    check_progress(m, s)
    check_memory(m, s)
    check_pieces(r, m, s, phase)
    check_cities(r, m, s)
    check_blocking(r, m, s)
    check_ways(r, m, s)


def check_goods(r: IslandGame, s: State) -> None:
    """No card of a good appears or vanishes; there are no development cards."""
    goods = int(r.goods)
    rows = [row(s, r.bank, goods), *(row(s, r.hand + seat * goods, goods) for seat in range(int(r.seats)))]
    rows.append(set_aside(r, s))
    assert all(n >= 0 for cells in rows for n in cells)
    assert [sum(column) for column in zip(*rows, strict=True)] == [int(n) for n in r.stock]
    for field in (r.deck, r.cards, r.fresh, r.played):
        assert not any(row(s, field, int(KINDS)))


def check_progress(m: CitiesKnightsRules, s: State) -> None:
    """Piles, what lies under them, hands and the table hold all cards of a domain."""
    seats = int(m.r.seats)
    for d, domain in enumerate(DOMAIN_NAMES):
        start, end = int(m.first[d]), int(m.first[d + 1])
        size = end - start
        rows = [row(s, m.pile[d], size)]
        rows += [row(s, m.held[d] + seat * size, size) for seat in range(seats)]
        assert all(n >= 0 for cells in rows for n in cells)
        under = row(s, m.bottom[d], 18)
        deep = int(s.cells[m.bottom_size + d])
        assert all(under[:deep])
        assert not any(under[deep:])
        assert not any(row(s, m.bottom_known[d] + deep, 18 - deep))
        total = 0
        for k in range(size):
            name = m.card_names[start + k]
            n = sum(cells[k] for cells in rows) + under.count(k + 1)
            if name in ("printing", "constitution"):
                at = 0 if name == "printing" else 1
                n += sum(int(s.cells[m.laid_open + seat * 2 + at]) for seat in range(seats))
                assert not any(int(s.cells[m.card_at(seat, start + k)]) for seat in range(seats)), "a hidden point"
            assert n == COPIES[name], f"{name} is not conserved"
            total += n
        assert total == 18, domain
    for seat in range(seats):
        held = sum(int(s.cells[m.card_at(seat, kind)]) for kind in range(int(m.kinds)))
        assert held == s.cells[m.hidden + seat]
        surplus = not m.r.is_over(s) and m.r.phases[s.cells[s.top()]].name == "surplus"
        assert held <= 4 or (held == 5 and (surplus or m.r.is_over(s)))


def check_memory(m: CitiesKnightsRules, s: State) -> None:
    """Nobody knows of a card that is not there, or misses one that is; nor has a note about its own."""
    for viewer in range(int(m.r.seats)):
        for owner in range(int(m.r.seats)):
            for kind in range(int(m.kinds)):
                noted = int(remembered(m, s, viewer, owner, kind))
                held = int(s.cells[m.card_at(owner, kind)])
                assert noted <= (0 if viewer == owner else held), f"seat {viewer} knows {m.card_names[kind]} of {owner}"
            for good, name in enumerate(m.r.good_names):
                noted = int(seen_in(m, s, viewer, owner, good))
                held = int(s.cells[m.r.hand + owner * m.r.goods + good])
                assert noted <= (0 if viewer == owner else held), f"seat {viewer} knows {name} of {owner}"
    for owner in range(int(m.r.seats)):
        for good, name in enumerate(m.r.good_names):
            lacks = m.r.barred(s, m.r.hand, owner, -1) & BITS[good]
            assert not (lacks and s.cells[m.r.hand + owner * m.r.goods + good]), f"seat {owner} is to lack {name}"


def check_pieces(r: IslandGame, m: CitiesKnightsRules, s: State, phase: str) -> None:
    """Knights, walls, buildings and metropolises add up; one piece on a corner."""
    c = s.cells
    fleeing = {
        int(c[at + 1]): int(driven(c[at + 3])[0])
        for at in range(3, 3 + 4 * int(c[0]), 4)
        if not r.is_over(s) and r.phases[c[at]].name == "displaced"
    }
    corners = range(int(r.board.corners))
    for corner in corners:
        assert c[m.knight + corner] == 0 or c[r.owner + corner] == 0, "a knight on a building"
        assert (c[m.knight + corner] == 0) == (c[m.rank + corner] == 0)
        assert c[m.knight + corner] != 0 or (c[m.active + corner] == 0 and c[m.marks + corner] == 0)
        assert c[m.wall + corner] == 0 or c[r.level + corner] == 2, "a wall without a city"
        assert c[m.tipped + corner] == 0 or c[r.level + corner] == 1
        assert c[m.damaged + corner] == 0 or c[r.level + corner] == 2
    for seat in range(int(r.seats)):
        out = [0, 0, 0]
        for corner in corners:
            if c[m.knight + corner] == seat + 1:
                out[c[m.rank + corner] - 1] += 1
        if seat in fleeing:
            out[fleeing[seat] - 1] += 1
        left = row(s, m.knights_left + seat * 3, 3)
        assert all(n >= 0 for n in left)
        assert [a + b for a, b in zip(out, left, strict=True)] == [2, 2, 2], f"knights of seat {seat}"
        mine = [corner for corner in corners if c[r.owner + corner] == seat + 1]
        walls = sum(int(c[m.wall + corner]) for corner in mine)
        assert walls + int(c[m.walls_left + seat]) == 3
        tipped = sum(int(c[m.tipped + corner]) for corner in mine)
        levels = [int(c[r.level + corner]) for corner in mine]
        supply = row(s, r.left + seat * 3, 3)
        assert supply[1] >= 0 or -supply[1] == tipped
        assert tipped == max(0, -supply[1])
        assert levels.count(1) + supply[1] == 5
        assert levels.count(2) + supply[2] == 4
        # The figures themselves: one that lies on its side is a city that is not in the supply.
        assert levels.count(2) + tipped <= 4
        assert levels.count(1) - tipped <= 5
    places = [int(c[m.metropolis + d]) - 1 for d in range(3)]
    standing = [place for place in places if place >= 0]
    assert len(set(standing)) == len(standing), "two metropolises on one city"
    assert all(c[r.level + place] == 2 for place in standing)
    assert 0 <= c[m.ship] <= m.length


def check_cities(r: IslandGame, m: CitiesKnightsRules, s: State) -> None:
    """A metropolis belongs to somebody at level 4 or 5, and to nobody else if somebody is at 5."""
    waiting = not r.is_over(s) and r.phases[s.cells[s.top()]].name == "metropolis"
    for d in range(3):
        levels = [int(m.level(s, seat, d)) for seat in range(int(r.seats))]
        assert all(0 <= level <= 5 for level in levels)
        holder = int(m.metropolis_holder(s, d))
        if holder >= 0:
            assert levels[holder] >= 4
        elif not waiting:
            assert max(levels) < 4


def blocked_for(r: IslandGame, m: CitiesKnightsRules, s: State, seat: int) -> set[int]:
    """The corners where an opponent's building or knight stands."""
    c = s.cells
    return {
        corner
        for corner in range(int(r.board.corners))
        if c[r.owner + corner] not in (0, seat + 1) or c[m.knight + corner] not in (0, seat + 1)
    }


def check_blocking(r: IslandGame, m: CitiesKnightsRules, s: State) -> None:
    """Where seats may build, and how long their routes are, with knights in the way (CK-054 to CK-056)."""
    board = r.board
    phase = "over" if r.is_over(s) else r.phases[s.cells[s.top()]].name
    owner = row(s, r.owner, int(board.corners))
    for seat in range(int(r.seats)):
        roads = roads_of(r, s, seat)
        blocked = blocked_for(r, m, s, seat)
        knights = {corner for corner in range(int(board.corners)) if s.cells[m.knight + corner] == seat + 1}
        assert members(s, m.troops + seat * r.corner_words, int(r.corner_words)) == knights, f"knights of seat {seat}"
        if r.lines > 1:
            continue  # the owner of the other kind of line checks what follows
        assert int(s.cells[r.route + seat]) == longest_trail(roads, blocked), f"route of seat {seat}"
        ends = {corner for road in roads for corner in road}
        joined = (ends - blocked) | {corner for corner, mark in enumerate(owner) if mark == seat + 1}
        edges = {
            e
            for e in range(int(board.edges))
            if s.cells[r.road + e] == 0
            and joined & {int(board.edge_corners[2 * e]), int(board.edge_corners[2 * e + 1])}
        }
        assert members(s, r.open_edges + seat * r.edge_words, int(r.edge_words)) == edges, f"open edges of seat {seat}"
        assert members(s, r.joined + seat * r.corner_words, int(r.corner_words)) == ends, f"corners of seat {seat}"
        free = {
            corner
            for corner in ends
            if owner[corner] == 0 and not any(owner[near] for near in row_of(board.corner_corners, corner))
        }
        assert members(s, r.open_corners + seat * r.corner_words, int(r.corner_words)) == free
    if r.lines == 1 and phase not in SETTLING:  # the award is judged when these are settled
        routes = row(s, r.route, int(r.seats))
        holder = int(s.cells[r.route_holder]) - 1
        if holder >= 0:
            assert routes[holder] == max(routes) >= 5
        else:
            assert max(routes) < 5 or routes.count(max(routes)) > 1


def reachable(r: IslandGame, m: CitiesKnightsRules, s: State, seat: int, start: int) -> set[int]:
    """The corners that own roads link to one, with an opponent's piece only at the end of a way."""
    roads = roads_of(r, s, seat)
    blocked = blocked_for(r, m, s, seat)
    seen = {start}
    ways = [start]
    while ways:
        here = ways.pop()
        if here in blocked and here != start:
            continue
        for a, b in roads:
            if here in (a, b):
                other = b if here == a else a
                if other not in seen:
                    seen.add(other)
                    ways.append(other)
    return seen - {start}


def check_ways(r: IslandGame, m: CitiesKnightsRules, s: State) -> None:
    """Where knights may move is what a slow search finds (CK-069 to CK-073)."""
    if r.is_over(s) or r.chance_acts(s):
        return
    c = s.cells
    phase = r.phases[c[s.top()]].name
    if phase not in ("main", "displaced"):
        return
    seat = int(c[s.top() + 1])
    names = r.board.corner_names
    legal = {r.write([int(code)]) for code in r.legal(s, seat)}
    if phase == "displaced":
        found = reachable(r, m, s, seat, int(c[s.top() + 2]))
        wanted = {f"retreat {names[x]}" for x in found if c[r.owner + x] == 0 and c[m.knight + x] == 0}
        assert legal == wanted
        return
    moves = set()
    for corner in range(int(r.board.corners)):
        if c[m.knight + corner] != seat + 1 or c[m.active + corner] == 0 or c[m.marks + corner] & 1:
            continue
        for to in reachable(r, m, s, seat, corner):
            other = int(c[m.knight + to])
            if c[r.owner + to] == 0 and other != seat + 1 and (other == 0 or c[m.rank + to] < c[m.rank + corner]):
                moves.add(f"move {names[corner]} {names[to]}")
    assert {text for text in legal if text.startswith("move ")} == moves


OWN: Final = Knights()
