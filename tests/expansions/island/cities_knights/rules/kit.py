"""Positions of Cities & Knights in a few words, on top of `tests.kit`.

>>> t = knights_table(cities={0: "0,0,S"}, roads={0: "0,0,SE"}, knights={0: "0,1,N strong active"}, tokens={0: 1})
>>> t.play("move 0,1,N 0,0,S")
Traceback (most recent call last):
...
bastide.kernel.errors.IllegalAction: 'move 0,1,N 0,0,S': ...
>>> t.knights(0)
{'0,1,N': 'strong active'}

The robber stands in the desert and the barbarians have come once, unless `asleep` says that they have not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bastide.catan.base.routes import award_route
from bastide.catan.family import IslandGame
from bastide.expansions.island.cities_knights.rules.figures import DOMAIN_NAMES
from bastide.expansions.island.cities_knights.rules.module import CitiesKnightsRules
from bastide.expansions.island.cities_knights.rules.pieces import stand
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, RANK_NAMES
from bastide.kernel.game import Game
from tests.kit import Cards, PerSeat, Table, goods, table

EDITIONS = ("2025", "classic")


class KnightsState(Table):
    """A table with the words of the expansion."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.m = self.r.module(CitiesKnightsRules)

    def knights(self, seat: int) -> dict[str, str]:
        """Where the knights of a seat stand, and what they are."""
        m = self.m
        return {
            name: RANK_NAMES[self.cell(m.rank + i) - 1] + (" active" if self.cell(m.active + i) else "")
            for i, name in enumerate(self.r.board.corner_names)
            if self.cell(m.knight + i) == seat + 1
        }

    def knights_left(self, seat: int) -> list[int]:
        """The knights in a supply, by level."""
        return [self.cell(self.m.knights_left + seat * 3 + k) for k in range(3)]

    def level(self, seat: int, domain: str) -> int:
        """How far a seat has come in a domain."""
        return self.cell(self.m.levels + seat * int(DOMAINS) + DOMAIN_NAMES.index(domain))

    def metropolis(self, domain: str) -> str | None:
        """Where a metropolis stands."""
        at = self.cell(self.m.metropolis + DOMAIN_NAMES.index(domain))
        return self.r.board.corner_names[at - 1] if at else None

    def progress(self, seat: int) -> dict[str, int]:
        """The hidden progress cards of a seat."""
        names = enumerate(self.m.card_names)
        return {name: n for kind, name in names if (n := self.cell(self.m.card_at(seat, kind)))}

    def under(self, domain: str) -> list[str]:
        """The cards that were put under a pile, the first to come first."""
        d = DOMAIN_NAMES.index(domain)
        at = int(self.m.bottom[d])
        first = int(self.m.first[d])
        return [self.m.card_names[first + self.cell(at + i) - 1] for i in range(self.cell(self.m.bottom_size + d))]

    def corner(self, field: int, place: str) -> int:
        """A cell of a field that has one for every corner."""
        return self.cell(field + self.r.board.corner_index[place])

    def city(self, place: str) -> bool:
        """Whether a city stands there."""
        return self.corner(self.r.level, place) == 2

    def attack(self, *then: str) -> KnightsState:
        """Roll the ship for its last space, on a 2 that yields nothing, and play on."""
        self.play("roll", "roll 1 1", "event ship", *then)
        return self


def knights_table(
    seats: int = 3,
    *,
    knights: PerSeat | None = None,
    levels: Mapping[int, str] | None = None,
    walls: str = "",
    metropolises: Mapping[str, str] | None = None,
    progress: Mapping[int, Cards] | None = None,
    piles: Mapping[str, Cards] | None = None,
    under: Mapping[str, str] | None = None,
    ship: int = 0,
    asleep: bool = False,
    tokens: Mapping[int, int] | None = None,
    merchant: tuple[int, str] | None = None,
    damaged: str = "",
    tipped: str = "",
    robber: str | None = None,
    longest_road: int | None = None,
    **more: Any,
) -> KnightsState:
    """A position; see the module's own words. Further keywords are those of `tests.kit.table`, and options.

    `knights={0: "0,1,N strong active; 0,0,N"}`: corner, level if not basic, whether active. `piles` are the
    shuffled cards of a domain, where not all that are left; `under` lie below them, the first to come first.
    """
    base = table(seats, modules=["cities_knights"], **more)
    t = KnightsState(base.game)
    r, m, s = t.r, t.m, t.game.state
    c = s.cells
    index = r.board.corner_index
    for domain, place in (metropolises or {}).items():
        c[m.metropolis + DOMAIN_NAMES.index(domain)] = index[place] + 1
    for seat, text in (levels or {}).items():
        words = text.split()
        for domain, n in zip(words[::2], words[1::2], strict=True):
            c[m.levels + seat * DOMAINS + DOMAIN_NAMES.index(domain)] = int(n)
    for place in walls.split():
        c[m.wall + index[place]] = 1
        c[m.walls_left + c[r.owner + index[place]] - 1] -= 1
    for place in damaged.split():
        c[m.damaged + index[place]] = 1
    for place in tipped.split():
        c[m.tipped + index[place]] = 1
    for seat, text in (knights or {}).items():
        for one in text.split(";"):
            place, *words = one.split()
            rank = next((RANK_NAMES.index(word) + 1 for word in words if word in RANK_NAMES), 1)
            stand(m, s, seat, index[place], rank, int("active" in words), 0)
            c[m.knights_left + seat * 3 + rank - 1] -= 1
            assert c[m.knights_left + seat * 3 + rank - 1] >= 0, "a knight too many"
    for seat, cards in (progress or {}).items():
        for name, held in goods(cards).items():
            kind = m.card_names.index(name)
            m.gain_card(s, seat, kind, held)
            c[m.pile[m.domain_of[kind]] + kind - m.first[m.domain_of[kind]]] -= held
    for domain, cards in (piles or {}).items():
        d = DOMAIN_NAMES.index(domain)
        for kind in range(int(m.first[d]), int(m.first[d + 1])):
            c[m.pile[d] + kind - m.first[d]] = goods(cards).get(m.card_names[kind], 0)
    for domain, text in (under or {}).items():
        d = DOMAIN_NAMES.index(domain)
        for i, name in enumerate(text.split()):
            c[m.bottom[d] + i] = m.card_names.index(name) - m.first[d] + 1
            c[m.bottom_known[d] + i] = -1
            c[m.bottom_size + d] += 1
    for seat, count in (tokens or {}).items():
        c[m.tokens + seat] = count
    if merchant is not None:
        c[m.merchant_holder] = merchant[0] + 1
        c[m.merchant] = r.board.hex_index[merchant[1]] + 1
    c[m.ship] = ship
    c[m.attacks] = 0 if asleep else 1
    if robber is not None:
        c[r.robber] = r.board.hex_index[robber]
    elif not asleep or not m.robber_sleeps:
        c[r.robber] = r.desert
    c[r.route_holder] = 0 if longest_road is None else longest_road + 1
    award_route(r, s)
    return t


def parts(rules: object) -> tuple[IslandGame, CitiesKnightsRules]:
    """The rules of a game and those of the expansion in it."""
    assert isinstance(rules, IslandGame)
    return rules, rules.module(CitiesKnightsRules)
