"""How the greedy bot plays Caravans: what wagons bring now and next, and how many cards that is worth in a bidding."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.caravans.rules.state import CARAVANS, CaravansState
from bastide.expansions.island.caravans.rules.wagons import paths, place_wagon
from bastide.kernel.codes import Codes
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.weights import POINT, WIN

NEXT: Final[i64] = 380
"""A building at the end of a caravan: the next wagon there may bring its point."""
NEAR: Final[i64] = 120
"""A building one path from the end of a caravan."""
ROAD_NEXT: Final[i64] = 35
"""A road on a path where the next wagon may stand."""
DUE: Final[i64] = 130
"""A wagon at the end of this turn: its player bids first, and decides if nobody bids."""
RIVAL: Final[i64] = 40
"""Share of what a wagon brings each rival that counts as a loss, in percent."""
ROUTE: Final[i64] = 1600
"""The longest road, which may change hands again."""
SURE: Final[i64] = 75
"""Share of a gain for which cards are bid while seats may bid that come later, in percent."""
MOST_FIRST: Final[i64] = 2
"""The most cards that the first seat bids: who comes later may bid more."""
MORE_WOOL: Final[i64] = 3
MORE_GRAIN: Final[i64] = 2
"""Cards of these that a game needs for bids."""


class CaravansBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: CaravansState = r.module(CaravansState)

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """Bids take wool and grain."""
        demand[self.m.wool] += MORE_WOOL
        demand[self.m.grain] += MORE_GRAIN

    # -- positions

    def term(self) -> str:
        """What `worth` counts."""
        return "wagons"

    def worth(self, look: Look) -> i64:
        """Buildings and roads where the next wagons may come, and the wagon that is due."""
        s = look.s
        due = DUE if s.cells[self.m.built] != 0 and s.cells[self.r.on_turn] == look.seat else 0
        return due + self.prospects(s, look.seat)

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """The gain of a new settlement from wagons at its corner and from the wagon that it brings."""
        s = look.s
        if s.cells[self.m.stock] == 0:
            return 0
        due = DUE if s.cells[self.m.built] == 0 else 0
        if s.cells[self.r.owner + corner] != 0:
            return due
        if self.m.wagons_at(s, corner) >= 2:
            return due + POINT
        return due + self.prospect(s, corner)

    def prospects(self, s: State, seat: i64) -> i64:
        """The gain that the next wagons may bring a seat, points apart; all of it lies open."""
        r = self.r
        c = s.cells
        if c[self.m.stock] == 0:
            return 0
        total: i64 = 0
        for corner in range(r.board.ashore):
            if c[r.owner + corner] == seat + 1:
                total += self.prospect(s, corner)
        found = Codes()
        paths(self.m, s, 0, found, 0)
        for i in range(found.count):
            if c[r.road + found.items[i]] == seat + 1:
                total += ROAD_NEXT
        return total

    def prospect(self, s: State, corner: i64) -> i64:
        """What the next wagons may bring a building at a corner that is not between two of them yet."""
        m = self.m
        beside = m.wagons_at(s, corner)
        if beside >= 2:
            return 0
        if beside == 1:
            if self.is_end(s, corner):
                return NEXT
            return 0
        board = self.r.board
        for k in range(3):
            edge = board.corner_edges[corner * 3 + k]
            if edge >= 0 and self.is_end(s, board.corner_corners[corner * 3 + k]):
                return NEAR
        return 0

    def is_end(self, s: State, corner: i64) -> bool:
        """Whether a caravan goes on at a corner."""
        for k in range(2 * CARAVANS):
            if s.cells[self.m.heads + k] == corner + 1:
                return True
        return False

    # -- decisions

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        m = self.m
        phase = look.s.cells[look.s.top()]
        if phase == m.bid_phase:
            return self.next_card(look, codes)
        if phase == m.vote_phase:
            return self.best_path(look, codes, m.vote)
        if phase == m.choose_phase:
            return self.best_path(look, codes, m.wagon)
        return -1

    def best_path(self, look: Look, codes: vec[i64], offset: i64) -> i64:
        """The path that is best for the seat; of equal ones, that with more votes."""
        best = Best(codes[0], -WIN * 10)
        for code in codes:
            edge = code - offset
            best.offer(code, self.after(look, edge) + self.named(look.s, edge) - self.given(look, edge))
        return best.code

    def given(self, look: Look, edge: i64) -> i64:
        """The other part of the points that a wagon on an edge brings rivals, so that none is given for a prospect."""
        s = look.s
        later = s.copy()
        place_wagon(self.m, later, -1, edge)
        points: i64 = 0
        for rival in range(self.r.seats):
            if rival != look.seat:
                points += max(later.cells[self.m.beside + rival] - s.cells[self.m.beside + rival], 0)
        return points * POINT * (100 - RIVAL) // 100

    def named(self, s: State, edge: i64) -> i64:
        """The votes that a path has."""
        votes: i64 = 0
        for seat in range(self.r.seats):
            if s.cells[self.m.named + seat] == edge + 1:
                votes += self.m.votes(s, seat)
        return votes

    def after(self, look: Look, edge: i64) -> i64:
        """The value after a wagon on an edge, less a share of what it brings rivals."""
        s = look.s
        later = s.copy()
        place_wagon(self.m, later, -1, edge)
        ending = s.cells[self.r.on_turn]
        if ending != look.seat and self.r.open_points(later, ending) >= self.r.goal(later, ending):
            return -WIN
        value = Look(look.t, later, look.seat, look.pip).value()
        for rival in range(self.r.seats):
            if rival != look.seat:
                value -= (self.standing(later, rival) - self.standing(s, rival)) * RIVAL // 100
        return value

    def standing(self, s: State, seat: i64) -> i64:
        """The gain that wagons have brought a seat and may bring next, as everybody sees it."""
        value = POINT * s.cells[self.m.beside + seat] + self.prospects(s, seat)
        if s.cells[self.r.route_holder] == seat + 1:
            value += ROUTE
        return value

    # -- bids

    def next_card(self, look: Look, codes: vec[i64]) -> i64:
        """The next card of the bid, or its end."""
        m = self.m
        r = self.r
        s = look.s
        begun = s.cells[s.top() + 3] != 0
        whole = look
        hand = r.hand + look.seat * r.goods
        stake = m.stake + 2 * look.seat
        if begun:
            # The position before the first card, from which the whole bid was reckoned.
            before = s.copy()
            before.cells[hand + m.wool] += s.cells[stake]
            before.cells[hand + m.grain] += s.cells[stake + 1]
            before.cells[r.bank + m.wool] -= s.cells[stake]
            before.cells[r.bank + m.grain] -= s.cells[stake + 1]
            before.cells[stake] = 0
            before.cells[stake + 1] = 0
            before.cells[before.top() + 3] = 0
            whole = Look(look.t, before, look.seat, look.pip)
        wool = self.wool_of(whole, self.cards(whole))
        if s.cells[stake] < wool // 100:
            return m.bid + m.wool
        if s.cells[stake + 1] < wool % 100:
            return m.bid + m.grain
        return m.end_bid if begun else r.no

    def cards(self, look: Look) -> i64:
        """How many cards to bid for a wagon, given the bids so far."""
        m = self.m
        r = self.r
        s = look.s
        on_turn = s.cells[r.on_turn]
        found = Codes()
        paths(m, s, 0, found, 0)
        mine = Best(found.items[0], -WIN * 10)
        for i in range(found.count):
            mine.offer(found.items[i], self.after(look, found.items[i]))
        others: i64 = 0
        leader = on_turn
        ahead: i64 = 0
        for seat in range(r.seats):
            votes = m.votes(s, seat)
            others += votes
            if votes > ahead:
                ahead = votes
                leader = seat
        last = s.cells[s.top() + 2] + 1 == r.seats
        if leader == look.seat and others == 0:
            leader = self.keenest(look, found)  # nobody has bid yet, and the others come after this seat
        if leader == look.seat:
            return 0
        gain = mine.value - self.after(look, self.favourite(s, leader, found, mine.code))
        if m.pairs:
            gain += gain // 2
        if gain <= 0:
            return 0
        need = others + 1
        if on_turn == look.seat:
            gain = gain * SURE // 200
            need = MOST_FIRST if gain > POINT // 2 else 1
        elif not last:
            gain = gain * SURE // 100
        while need > 0:
            cost = self.cost(look, need)
            if cost >= 0 and cost < gain:
                return need
            if on_turn != look.seat:
                return 0
            need -= 1
        return 0

    def keenest(self, look: Look, found: Codes) -> i64:
        """The rival to whom the best path for it brings most; the seat itself if no wagon brings any rival anything."""
        s = look.s
        best: i64 = 0
        keen = look.seat
        for rival in range(self.r.seats):
            if rival == look.seat:
                continue
            for i in range(found.count):
                gain = self.brings(s, rival, found.items[i])
                if gain > best:
                    best = gain
                    keen = rival
        return keen

    def favourite(self, s: State, seat: i64, found: Codes, otherwise: i64) -> i64:
        """The path that brings another seat most; a given one if all bring it nothing."""
        best: i64 = 0
        edge = otherwise
        for i in range(found.count):
            gain = self.brings(s, seat, found.items[i])
            if gain > best:
                best = gain
                edge = found.items[i]
        return edge

    def brings(self, s: State, seat: i64, edge: i64) -> i64:
        """The gain of a seat from a wagon on an edge, as everybody sees it."""
        later = s.copy()
        place_wagon(self.m, later, -1, edge)
        return self.standing(later, seat) - self.standing(s, seat)

    def cost(self, look: Look, count: i64) -> i64:
        """The worth of so many cards to the seat; -1 if it holds fewer."""
        chosen = self.wool_of(look, count)
        if chosen < 0:
            return -1
        hand = look.hand()
        before = look.with_hand(hand)
        hand[self.m.wool] -= chosen // 100
        hand[self.m.grain] -= chosen % 100
        return max(before - look.with_hand(hand), 1)

    def wool_of(self, look: Look, count: i64) -> i64:
        """The cheapest bid of so many cards: a hundred for each wool card, one for each grain card; -1 for none."""
        m = self.m
        hand = look.hand()
        held = look.hand()
        best: i64 = -1
        most: i64 = -WIN * 10
        for wool in range(min(count, held[m.wool]) + 1):
            grain = count - wool
            if grain > held[m.grain]:
                continue
            hand[m.wool] = held[m.wool] - wool
            hand[m.grain] = held[m.grain] - grain
            value = look.with_hand(hand)
            if value >= most:
                most = value
                best = 100 * wool + grain
        return best


BOT: Final = CaravansBot
