"""What must hold in every position of Catan for Two."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.island import CITY, KNIGHT, ROAD, SETTLEMENT
from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.two_players.rules.module import TwoPlayersRules
from bastide.kernel.state import State
from bastide.testing.invariants import longest_trail, roads_of, row, row_of, set_aside
from bastide.testing.own import Own, owns
from tests.island.plain_lines import check_holder


class Two(Own):
    replaces = frozenset({"cards", "awards"})
    # Of two players only one can have fewer points, so nobody chooses whom to help.
    absent = frozenset({"help", "event_cards_help"})
    # Players who act at random give up their knights before they have three, hardly ever empty the bank with two
    # hands, and end within the limit of turns. Neutral pieces hardly ever run out, and most boards have a desert.
    unseen = frozenset({"army", "no_army", "shortage", "draw_game", "two_players_nothing", "two_players_off"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Cards, tokens and neutral pieces are conserved; awards are earned, by neutral colours too."""
        assert isinstance(module, TwoPlayersRules)
        check_cards(r, module, s)
        check_tokens(module, s)
        check_neutrals(r, s)
        check_awards(r, s)


def check_cards(r: IslandGame, module: TwoPlayersRules, s: State) -> None:
    """No card appears or vanishes but the knights that were given up."""
    goods, kinds = int(r.goods), int(r.kinds)
    hands = [row(s, r.hand + seat * goods, goods) for seat in range(2)]
    bank, aside = row(s, r.bank, goods), set_aside(r, s)
    for g, good in enumerate(r.good_names):
        assert bank[g] + sum(hand[g] for hand in hands) + aside[g] == r.stock[g], f"{good} is not conserved"
    rows = [row(s, r.deck, kinds)]
    for field in (r.cards, r.fresh, r.played):
        rows += [row(s, field + seat * kinds, kinds) for seat in range(2)]
    for k, name in enumerate(r.card_names):
        out = int(s.cells[module.gone]) if k == KNIGHT else 0
        assert sum(cards[k] for cards in rows) + out == r.deck_stock[k], f"{name} is not conserved"


def check_tokens(module: TwoPlayersRules, s: State) -> None:
    """There are twenty tokens."""
    held = row(s, module.tokens, 2)
    assert min(held) >= 0
    assert sum(held) + int(module.supply(s)) == 20
    assert int(module.supply(s)) >= 0


def check_neutrals(r: IslandGame, s: State) -> None:
    """Neutral pieces add up, hang together, and keep their routes."""
    board = r.board
    for colour in range(2, 4):
        roads = roads_of(r, s, colour)
        corners = [c for c in range(int(board.corners)) if int(s.cells[r.owner + c]) == colour + 1]
        left = row(s, r.left + colour * 3, 3)
        assert [left[ROAD] + len(roads), left[SETTLEMENT] + len(corners)] == [r.supply[ROAD], r.supply[SETTLEMENT]]
        assert left[CITY] == r.supply[CITY]
        assert s.cells[r.turn] == 0 or corners, "every neutral colour has begun"
        reached = set(corners)
        loose = list(roads)
        while joined := [edge for edge in loose if reached & set(edge)]:
            reached |= {corner for edge in joined for corner in edge}
            loose = [edge for edge in loose if edge not in joined]
        assert not loose, f"roads of colour {colour} hang in the air"
        blocked = {c for c in range(int(board.corners)) if int(s.cells[r.owner + c]) not in (0, colour + 1)}
        # Where a module weighs lines, its check measures the routes.
        assert r.seams.has_weight or int(s.cells[r.route + colour]) == longest_trail(roads, blocked), (
            f"route of {colour}"
        )
        for c in corners:
            assert all(s.cells[r.owner + near] == 0 for near in row_of(board.corner_corners, c))


def check_awards(r: IslandGame, s: State) -> None:
    """Who holds an award has earned it; the largest army is more than the opponent's, or was when it was won.

    Where another module judges lines too, its check looks at the longest road: it knows when that is not judged yet.
    """
    if sum("awards" in own.replaces for own, _ in owns(r)) == 1:
        check_holder(r, s)
    knights = [int(s.cells[r.played + seat * r.kinds + KNIGHT]) for seat in range(2)]
    army_holder = int(s.cells[r.army_holder]) - 1
    if army_holder >= 0:
        assert knights[army_holder] == max(knights) >= 3
    else:
        assert max(knights) < 3 or knights[0] == knights[1]


OWN: Final = Two()
