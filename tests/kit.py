"""A table for tests: a position from a few words, lines of notation, expectations that read like the rules.

>>> t = table(seats=3, settlements={0: "0,0,N"}, roads={0: "0,-1,SE"}, hands={0: "brick lumber ore*2"})
>>> sorted(t.places("road"))
['-1,0,E', '-1,0,NE', '0,-1,E', '0,0,NE']
>>> t.play("road 0,0,NE", "end", "roll", "roll 3 4").phase
'robber'
>>> t.refuses("end", "BASE-023")
>>> t.check(hands={0: "ore*2"}, roads={0: 13}, points={0: 1})

Whatever is not named is not there: no pieces, no cards in hand. Goods not in hands lie in the bank and development
cards not in hands or played lie in the deck, unless `bank` or `deck` say otherwise. With `printed=True` the board's own
starting pieces stand too. Such a position has no past: `undo`, `at` and `save` are for games played from the start.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any, Self

import pytest

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import CITY, ITEM_NAMES, KNIGHT, LEAST_ARMY, POINT, ROAD, SETTLEMENT
from bastide.catan.base.network import corner_changed
from bastide.catan.base.reading import read
from bastide.catan.base.routes import award_route, longest
from bastide.catan.base.setup import end_setup
from bastide.catan.family import MODULES, IslandGame
from bastide.kernel.combinations import adapted
from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import in_order
from bastide.kernel.game import Game
from bastide.kernel.state import AGENDA, CHANCE, DEPTH, FRAME, Event

Cards = str | Mapping[str, int]
Places = str | Iterable[str]
PerSeat = Mapping[int, Any]

BY = {"chance": int(CHANCE)}


class Table:
    """A game and the words tests speak about it. All methods that act return the table, so that they can be chained."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        assert isinstance(rules, IslandGame)
        self.game = game
        self.r: IslandGame = rules
        self.events: list[Event] = []

    # -- acting

    def play(self, *lines: str) -> Self:
        """Play lines such as `roll`, `roll 3 4`, `2: discard ore*4`, `chance: steal ore`.

        Without a prefix it is the only actor's turn, chance included. A line may hold several decisions, one per row;
        rows that are empty or begin with # are passed over. `events` are those of the last decision.
        """
        for line in _rows(lines):
            seat, text = _by(line)
            self.events = self.game.play(text, self._actor(seat))
        return self

    def refuses(self, line: str, rule: str, missing: Cards | None = None) -> None:
        """Assert that a line is against this rule (and lacks exactly these cards), and that it changes nothing."""
        seat, text = _by(line)
        before = self.game.hash()
        with pytest.raises(IllegalAction) as caught:
            self.game.play(text, self._actor(seat))
        error = caught.value
        assert error.rule == rule, f"{line!r} is refused by {error.rule}, not {rule}: {error}"
        assert "{" not in str(error), f"a field of the message is left: {error}"
        if missing is not None:
            lacks = {name: n for name, n in error.missing.items() if n}
            assert lacks == _named(missing), f"{line!r} lacks {lacks}, not {missing}"
        assert self.game.hash() == before, f"{line!r} was refused and changed the position all the same"

    # -- looking

    @property
    def phase(self) -> str:
        """The name of the pending decision, `over` at the end."""
        s = self.game.state
        return "over" if self.game.over else self.r.phases[s.cells[s.top()]].name

    @property
    def actors(self) -> list[int]:
        """The seats that the game waits for."""
        return self.game.actors

    def cell(self, at: int) -> int:
        """One cell of the state."""
        return int(self.game.state.cells[at])

    def legal(self, seat: int | None = None) -> list[str]:
        """All decisions of a seat, in notation."""
        return self.game.legal(seat)

    def can(self, line: str) -> bool:
        """Whether a line is allowed now."""
        seat, text = _by(line)
        return self.game.is_legal(text, self._actor(seat))

    def places(self, verb: str, seat: int | None = None) -> set[str]:
        """The arguments with which a verb is legal: `places("road")` gives the edges where a road may go."""
        return {text.split(maxsplit=1)[1] for text in self.game.legal(seat) if text.split()[0] == verb and " " in text}

    def verbs(self, seat: int | None = None) -> set[str]:
        """The verbs that a seat may use now."""
        return {text.split()[0] for text in [*self.game.simple(seat), *self.game.forms(seat)]}

    def hand(self, seat: int) -> dict[str, int]:
        """The goods in a hand, those there are."""
        return self._row(self.r.hand + seat * self.r.goods, self.r.good_names)

    def bank(self) -> dict[str, int]:
        """The goods in the bank, those there are."""
        return self._row(self.r.bank, self.r.good_names)

    def cards(self, seat: int) -> dict[str, int]:
        """The development cards a seat holds, bought this turn or earlier."""
        row = self._row(self.r.cards + seat * self.r.kinds, self.r.card_names)
        for name, n in self._row(self.r.fresh + seat * self.r.kinds, self.r.card_names).items():
            row[name] = row.get(name, 0) + n
        return row

    def points(self, seat: int) -> int:
        """All points of a seat, hidden ones included."""
        return int(self.r.open_points(self.game.state, seat) + self.r.hidden_points(self.game.state, seat))

    def left(self, seat: int) -> dict[str, int]:
        """The pieces in a seat's supply."""
        return {name: self.cell(self.r.left + seat * 3 + i) for i, name in enumerate(ITEM_NAMES[:3])}

    def told(self, kind: str) -> list[Event]:
        """The events of a kind among those of the last decision."""
        return [event for event in self.events if event.kind == kind]

    def check(
        self,
        *,
        hands: Mapping[int, Cards] | None = None,
        bank: Cards | None = None,
        cards: Mapping[int, Cards] | None = None,
        points: Mapping[int, int] | None = None,
        roads: Mapping[int, int] | None = None,
        settlements: Mapping[int, int] | None = None,
        cities: Mapping[int, int] | None = None,
        length: Mapping[int, int] | None = None,
        longest: int | str | None = "any",
        army: int | str | None = "any",
        robber: str | None = None,
        phase: str | None = None,
        actors: list[int] | None = None,
        winners: list[int] | None = None,
    ) -> None:
        """Assert what is named: hands, points, pieces LEFT in the supply, lengths of routes, who holds the awards."""
        for seat, want in (hands or {}).items():
            assert self.hand(seat) == _named(want), f"hand of seat {seat}: {self.hand(seat)}, not {_named(want)}"
        for seat, want in (cards or {}).items():
            assert self.cards(seat) == _named(want), f"cards of seat {seat}: {self.cards(seat)}, not {_named(want)}"
        for seat, n in (points or {}).items():
            assert self.points(seat) == n, f"points of seat {seat}: {self.points(seat)}, not {n}"
        for name, wanted in zip(ITEM_NAMES, (roads, settlements, cities), strict=False):
            for seat, n in (wanted or {}).items():
                assert self.left(seat)[name] == n, f"seat {seat} has {self.left(seat)[name]} {name} left, not {n}"
        for seat, n in (length or {}).items():
            assert self.cell(self.r.route + seat) == n, (
                f"route of seat {seat}: {self.cell(self.r.route + seat)}, not {n}"
            )
        if bank is not None:
            assert self.bank() == _named(bank), f"bank: {self.bank()}, not {_named(bank)}"
        for name, at, holder in (("road", self.r.route_holder, longest), ("army", self.r.army_holder, army)):
            found = self.cell(at) - 1 if self.cell(at) else None
            assert holder == "any" or found == holder, f"longest {name}: held by {found}, not {holder}"
        if robber is not None:
            at = self.cell(self.r.robber)
            assert self.r.board.hex_names[at] == robber, f"robber at {self.r.board.hex_names[at]}, not {robber}"
        assert phase is None or self.phase == phase, f"phase {self.phase}, not {phase}"
        assert actors is None or self.actors == actors, f"actors {self.actors}, not {actors}"
        assert winners is None or self.game.winners == winners, f"winners {self.game.winners}, not {winners}"

    # -- inside

    def _actor(self, seat: int | None) -> int | None:
        """Of an ended game, where nobody is left to be meant, the seat on turn."""
        if seat is None and not (self.actors + self.game.optional):
            return self.cell(self.r.on_turn)
        return seat

    def _row(self, at: int, names: list[str]) -> dict[str, int]:
        return {name: self.cell(at + i) for i, name in enumerate(names) if self.cell(at + i)}


def table(
    seats: int = 3,
    *,
    layout: str | Mapping[str, Any] = "beginner",
    printed: bool = False,
    hands: Mapping[int, Cards] | None = None,
    settlements: Mapping[int, Places] | None = None,
    cities: Mapping[int, Places] | None = None,
    roads: Mapping[int, Places] | None = None,
    cards: Mapping[int, Cards] | None = None,
    fresh: Mapping[int, Cards] | None = None,
    played: Mapping[int, Cards] | None = None,
    bank: Cards | None = None,
    deck: Cards | None = None,
    robber: str | None = None,
    longest_road: int | None = None,
    largest_army: int | None = None,
    on_turn: int = 0,
    rolled: bool = True,
    turn: int = 9,
    card_played: bool = False,
    modules: Iterable[str] = (),
    seed: int = 0,
    **options: Any,
) -> Table:
    """A position in the middle of a game; see the module's own words. Further keywords are options (`goal=12`).

    Places are written apart by spaces: `roads={0: "0,0,NE 0,0,E"}`. `cards` may be played now, `fresh` were bought this
    turn. Who holds an award follows from the pieces; `longest_road` and `largest_army` name the holder of a tie.
    """
    config = {
        "game": "island",
        "seats": seats,
        "layout": layout,
        "modules": list(modules),
        "options": {"first": 0, "pieces": "printed" if printed else "free", **options},
    }
    # Not `configure`: a position given by its pieces may stand on a board too small to place them freely.
    checked = read(config, random.Random(seed), MODULES)
    t = Table(
        Game(IslandGame(checked, in_order(adapted("island", [MODULES[name]() for name in checked.module_names]))))
    )
    r, s = t.r, t.game.state
    c = s.cells
    if not printed:
        while c[DEPTH]:
            s.pop()  # the first starting settlement, and what modules decide before it
        end_setup(r, s)
        go_on(r, s)
    for name, given in (("settlement", settlements), ("city", cities), ("road", roads)):
        for seat, places in (given or {}).items():
            for place in _places(places):
                _stand(t, name, seat, place)
    for corner in range(r.board.corners):
        corner_changed(r, s, corner)
    for seat in range(seats):
        _fill(t, r.hand + seat * r.goods, r.good_names, (hands or {}).get(seat, ""))
        _fill(t, r.cards + seat * r.kinds, r.card_names, (cards or {}).get(seat, ""))
        _fill(t, r.fresh + seat * r.kinds, r.card_names, (fresh or {}).get(seat, ""))
        _fill(t, r.played + seat * r.kinds, r.card_names, (played or {}).get(seat, ""))
    _remainder(t, r.bank, r.good_names, [int(n) for n in r.stock], [r.hand], bank)
    _remainder(t, r.deck, r.card_names, [int(n) for n in r.deck_stock], [r.cards, r.fresh, r.played], deck)
    if robber is not None:
        c[r.robber] = r.board.hex_index[robber]
    _awards(t, longest_road, largest_army)
    c[r.turn], c[r.on_turn], c[r.card_played] = turn, on_turn, int(card_played)
    assert c[DEPTH] == 1, "one pending decision: the turn"
    c[AGENDA] = r.main_phase if rolled else r.roll_phase
    for k in range(1, int(FRAME)):
        c[AGENDA + k] = on_turn if k == 1 else 0
    if rolled:
        c[r.dice], c[r.dice + 1] = 1, 2
    return t


def land(*hexes: str, harbors: Iterable[str] = (), sites: Iterable[str] = ()) -> dict[str, Any]:
    """A layout by coordinates.

    `land("0,0 forest 8", "1,0 mountains 2 12", "2,0 sea", harbors=["0,0 NW grain", "1,0 E"], sites=["inner 0,0,CN"])`;
    a site is its word, its place (`-` beside the board) and perhaps its value.
    """
    laid: list[dict[str, Any]] = []
    for text in hexes:
        at, terrain, *tokens = text.split()
        q, r = map(int, at.split(","))
        numbers = [int(token) for token in tokens]
        laid.append({"q": q, "r": r, "terrain": terrain})
        if numbers:
            laid[-1] |= {"number": numbers[0]} if len(numbers) == 1 else {"numbers": numbers}
    frame: list[dict[str, Any]] = []
    for text in harbors:
        at, side, *good = text.split()
        q, r = map(int, at.split(","))
        frame.append({"q": q, "r": r, "side": side, **({"good": good[0]} if good else {})})
    named: list[dict[str, Any]] = []
    for text in sites:
        word, place, *value = text.split()
        where = {} if place == "-" else {"place": place}
        named.append({"word": word, **where, **({"value": int(value[0])} if value else {})})
    return {"hexes": laid, "harbors": frame, **({"sites": named} if named else {})}


def goods(text: Cards) -> dict[str, int]:
    """Cards in words as counts: `ore*2 wool`."""
    return _named(text)


def _rows(lines: Iterable[str]) -> list[str]:
    rows = [row.strip() for line in lines for row in line.splitlines()]
    return [row for row in rows if row and not row.startswith("#")]


def _by(line: str) -> tuple[int | None, str]:
    who, colon, text = line.partition(":")
    if not colon:
        return None, line.strip()
    return BY[who.strip()] if who.strip() in BY else int(who), text.strip()


def _places(places: Places) -> list[str]:
    return places.split() if isinstance(places, str) else list(places)


def _named(cards: Cards) -> dict[str, int]:
    if not isinstance(cards, str):
        return {name: n for name, n in cards.items() if n}
    out: dict[str, int] = {}
    for word in cards.split():
        name, _, count = word.partition("*")
        out[name] = out.get(name, 0) + (int(count) if count else 1)
    return out


def _stand(t: Table, name: str, seat: int, place: str) -> None:
    r, c = t.r, t.game.state.cells
    if name == "road":
        edge = r.board.edge_index[place]
        assert c[r.road + edge] == 0, f"two roads at {place}"
        c[r.road + edge] = seat + 1
        c[r.left + seat * 3 + ROAD] -= 1
        return
    corner = r.board.corner_index[place]
    assert c[r.owner + corner] == 0, f"two buildings at {place}"
    c[r.owner + corner] = seat + 1
    c[r.level + corner] = 1 if name == "settlement" else 2
    c[r.left + seat * 3 + (SETTLEMENT if name == "settlement" else CITY)] -= 1
    harbor = r.board.harbor[corner]
    for g in range(r.goods):
        at = r.rates + seat * r.goods + g
        if harbor == 1:
            c[at] = min(c[at], 3)
        elif harbor - 2 == g:
            c[at] = 2


def _fill(t: Table, at: int, names: list[str], cards: Cards) -> None:
    counts = _named(cards)
    assert set(counts) <= set(names), f"{set(counts) - set(names)} unknown; there is {', '.join(names)}"
    for i, name in enumerate(names):
        t.game.state.cells[at + i] = counts.get(name, 0)


def _remainder(t: Table, at: int, names: list[str], stock: list[int], rows: list[Any], given: Cards | None) -> None:
    if given is not None:
        _fill(t, at, names, given)
        return
    kinds = len(names)
    for i, name in enumerate(names):
        out = sum(t.cell(row + seat * kinds + i) for row in rows for seat in range(int(t.r.seats)))
        assert out <= stock[i], f"{out} {name} in hands, there are {stock[i]}"
        t.game.state.cells[at + i] = stock[i] - out


def _awards(t: Table, longest_road: int | None, largest_army: int | None) -> None:
    r, s = t.r, t.game.state
    c = s.cells
    for colour in range(r.colours):
        c[r.route + colour] = longest(r, s, colour)
    c[r.route_holder] = 0 if longest_road is None else longest_road + 1
    award_route(r, s)
    knights = [t.cell(r.played + seat * r.kinds + KNIGHT) for seat in range(int(r.seats))]
    most = max(knights)
    if largest_army is not None:
        c[r.army_holder] = largest_army + 1
    elif most >= LEAST_ARMY:
        assert knights.count(most) == 1, "say with largest_army who holds the tie"
        c[r.army_holder] = knights.index(most) + 1
    assert all(t.cell(r.played + seat * r.kinds + POINT) == 0 for seat in range(int(r.seats))), (
        "points are never played"
    )
