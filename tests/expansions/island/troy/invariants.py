"""What must hold in every position of Troy."""

from __future__ import annotations

from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.troy.rules.module import TroyRules
from bastide.kernel.state import WINNERS, State
from bastide.testing import invariants
from bastide.testing.invariants import row
from bastide.testing.own import Own

SHIPS: Final = 7
FLAGS: Final = (1, 3, 6)
"""The ships with a flag, counted from 0."""


class War(Own):
    replaces = frozenset({"decision"})
    derived = frozenset({"troy.ship_on"})
    # There are no development cards and no robber.
    absent = frozenset(
        {
            "buy",
            "draw",
            "knight",
            "roads",
            "plenty",
            "take",
            "monopoly",
            "robber",
            "next_road",
            "play",
            "army",
            "blocked",
            "draw_game",  # the war is over before
        }
    )
    # Random players hardly ever build five or six ships.
    unseen = frozenset({"draw-row", "charter", "troy_charter"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Cards, ships and trade cards add up; an end of the war has the right winners."""
        assert isinstance(module, TroyRules)
        n = int(r.seats)
        if r.ending(s) == "troy.war":
            check_war(r, module, s)
        else:
            invariants.check_decision(r, s)
        if module.people_hex(s) < 0:
            return  # before the board is laid out
        check_row(r, module, s)
        check_ships(r, module, s)
        sides = row(s, module.side, n)
        undealt = row(s, module.undealt, 2)
        assert [sides.count(city + 1) + undealt[city] for city in range(2)] == [n // 2, n // 2]
        assert not any(undealt) or int(s.cells[r.turn]) == 0
        for viewer in range(-1, n):
            for place in range(int(module.places)):
                good = int(s.cells[module.given + place]) - 1
                known = int(r.floor(s, module.given, place, max(good, 0), viewer))
                assert known == 0 or good >= 0

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, TroyRules)
        places = row(s, module.ship_at + seat * SHIPS, SHIPS)
        return sum(bool(places[k]) for k in FLAGS)


def check_row(r: IslandGame, module: TroyRules, s: State) -> None:
    """The cards of the row lie without gaps; a full row does not outlast a turn."""
    given, knows = (row(s, at, int(module.places)) for at in (module.given, module.knows))
    count = sum(bool(cell) for cell in given)
    assert all(given[:count]), "a gap in the row"
    assert not any(given[count:])
    assert all(knows[:count]), "a card given since the last battle, and nobody knows it"
    assert not any(knows[count:])
    phase = "" if r.is_over(s) else r.phases[s.cells[s.top()]].name
    turned = row(s, module.turned_up, int(r.goods))
    if phase == "troy_battle":
        assert count == 0
        assert sum(turned) == int(s.cells[s.top() + 2]) < module.shown_cards
    else:
        assert not any(turned)
        if phase == "roll":
            assert count + sum(row(s, module.rest, int(r.goods))) < module.full


def check_ships(r: IslandGame, module: TroyRules, s: State) -> None:
    """Ships lie on spaces of their own, in the order of building; trade cards add up."""
    taken: dict[int, int] = {}
    for seat in range(int(r.seats)):
        places = row(s, module.ship_at + seat * SHIPS, SHIPS)
        built = sum(bool(place) for place in places)
        assert all(places[:built])
        assert not any(places[built:])
        assert int(r.left_of(s, seat, module.ship)) == SHIPS - built
        for place in places[:built]:
            assert place - 1 not in taken, "two ships on a hex"
            taken[place - 1] = seat + 1
    assert set(taken) <= {int(hex_) for hex_ in module.berths}
    assert row(s, module.ship_on, int(r.board.hexes)) == [taken.get(hex_, 0) for hex_ in range(int(r.board.hexes))]
    chosen = row(s, module.chosen, int(r.seats))
    left = row(s, module.charters, int(r.goods))
    assert all(left[good] + chosen.count(good + 1) == 2 for good in range(int(r.goods)))
    assert int(s.cells[module.people]) >= r.board.land


def check_war(r: IslandGame, module: TroyRules, s: State) -> None:
    """At the end of the war nobody has more than the winners."""
    assert 5 in row(s, module.marker, 2)
    scores = {
        seat: (int(r.total_points(s, seat)), int(s.cells[module.points_of + seat])) for seat in range(int(r.seats))
    }
    best = max(scores.values())
    assert int(s.cells[WINNERS]) == sum(2**seat for seat, score in scores.items() if score == best)


OWN: Final = War()
