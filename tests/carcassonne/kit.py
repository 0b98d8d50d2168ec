"""Positions of Carcassonne in a few words.

    b = board("S road_straight@1,0,0 crossing3@2,0,0", {"1,0 road:W": RED})
    b.turn(BLUE, "monastery_road@-1,0,270", "pass")
    assert b.scores == [4, 0]

S is the start tile at 0,0; a tile is `id@x,y,rotation`. Figures are given by square and section, for seats 0 to 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from mypy_extensions import i64

from bastide.carcassonne.base.laying import find, lay
from bastide.carcassonne.base.scoring import put_down
from bastide.carcassonne.base.turn import end_game
from bastide.carcassonne.family import CarcassonneGame, configure
from bastide.carcassonne.tiles.model import NAMES
from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.state import BITS, Event

RED: Final = 0
BLUE: Final = 1
YELLOW: Final = 2
GREEN: Final = 3
BLACK: Final = 4


class Board:
    """A game and the words tests speak about it."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        assert isinstance(rules, CarcassonneGame)
        self.game = game
        self.r: CarcassonneGame = rules
        self.events: list[Event] = []

    # -- acting

    def drawn(self, seat: int, name: str) -> Board:
        """It is a seat's turn, and it draws this tile."""
        self.to_move(seat)
        self.events = self.game.chance(f"draw {name}")
        return self

    def lay(self, seat: int, tile: str) -> Board:
        """A seat draws a tile and lays it: `crossing3@1,0,0`."""
        name, where = tile.split("@")
        self.drawn(seat, name)
        self.events += self.game.play(f"tile {where}")
        return self

    def turn(self, seat: int, tile: str, figure: str = "pass") -> Board:
        """A whole turn; a pass where nothing else is possible is not asked for."""
        self.lay(seat, tile)
        if self.phase == "figure":
            self.events += self.game.play(figure)
        else:
            assert figure == "pass"
        return self

    def to_move(self, seat: int) -> Board:
        """It is this seat's turn to draw."""
        s = self.game.state
        assert self.phase == "draw"
        s.cells[s.top() + 1] = seat
        s.cells[self.r.on_turn] = seat
        return self

    def end(self) -> Board:
        """The game ends here: final scoring."""
        s = self.game.state
        s.journal = self.events = []
        s.pop()
        end_game(self.r, s)
        s.journal = None
        return self

    def stack(self, **left: int) -> Board:
        """Only these tiles are left."""
        s = self.game.state
        for kind, name in enumerate(self.r.tables.names):
            s.cells[self.r.left + kind] = left.get(name, 0)
        s.cells[self.r.stack] = sum(left.values())
        return self

    # -- looking

    def refuses(self, text: str, rule: str, seat: int | None = None) -> str:
        """Assert that a decision is against this rule, and that it changes nothing; returns the reason."""
        before = self.game.hash()
        with pytest.raises(IllegalAction) as caught:
            self.game.play(text, seat)
        assert caught.value.rule == rule, f"{text!r} is refused by {caught.value.rule}, not {rule}: {caught.value}"
        assert self.game.hash() == before
        return caught.value.text

    @property
    def phase(self) -> str:
        s = self.game.state
        return "over" if self.game.over else self.r.phases[s.cells[s.top()]].name

    @property
    def scores(self) -> list[int]:
        return [int(self.r.points(self.game.state, seat)) for seat in range(int(self.r.seats))]

    @property
    def supply(self) -> list[int]:
        return [int(self.game.state.cells[self.r.supply + seat]) for seat in range(int(self.r.seats))]

    def pieces(self, word: str) -> list[int]:
        """How many figures of a kind every seat has in its supply."""
        s, r = self.game.state, self.r
        at = r.figure_supply[r.figure_words.index(word)]
        return [int(s.cells[at + seat]) for seat in range(int(r.seats))]

    @property
    def claims(self) -> set[str]:
        """The sections on which a plain follower may be placed now: `road:W`."""
        return self.may("meeple")

    def may(self, word: str) -> set[str]:
        """The sections on which a figure may be placed now."""
        assert self.phase == "figure"
        legal = [text.split() for text in self.game.legal() if text != "pass"]
        return {where for which, where in legal if which == word and where in NAMES}

    @property
    def places(self) -> set[str]:
        """Where the drawn tile may go: `1,0,90`."""
        assert self.phase == "tile"
        return {text.split()[1] for text in self.game.legal()}

    def told(self, kind: str) -> list[Event]:
        """The events of a kind since the last turn began."""
        return [event for event in self.events if event.kind == kind]

    def why(self) -> list[tuple[int, str, int, list[tuple[str, int, int, int]]]]:
        """The scores told: seat, kind of feature, points, and their lines as term, count, each, points."""
        return list(explained(self.r, self.events))

    def root(self, where: str) -> int:
        """The feature at a section: `1,0 road:W`."""
        s, r = self.game.state, self.r
        at, name = where.split()
        tile = self.tile_at(at)
        k = r.tables.section_of[s.cells[r.lies + tile] * len(NAMES) + NAMES.index(name)]
        assert k >= 0, f"there is no {name} at {at}"
        return int(s.cells[r.label + s.cells[r.first + tile] + k])

    def same(self, *where: str) -> bool:
        """Whether these sections belong to one feature."""
        return len({self.root(one) for one in where}) == 1

    def complete(self, where: str) -> bool:
        """Whether a feature has no open end."""
        return bool(self.game.state.cells[self.r.ends + self.root(where)] == 0)

    def tile_at(self, square: str) -> i64:
        s, r = self.game.state, self.r
        x, y = map(int, square.split(","))
        place = find(r, s, r.position_of(x, y))
        assert place >= 0, f"nothing lies at {square}"
        return s.cells[r.standing + place] - 1


Figure = int | tuple[int, str]
"""Whose figure stands somewhere, with its word if it is no plain follower."""


def board(
    tiles: str = "S",
    figures: Mapping[str, Figure] | None = None,
    seats: int = 5,
    modules: Sequence[str] = (),
    **options: Any,
) -> Board:
    """A position with these tiles and figures; the first seat draws next. S is what lies out when the game begins."""
    config = {"game": "carcassonne", "seats": seats, "modules": list(modules), "options": {"first": 0, **options}}
    b = Board(Game(configure(config, None)))
    r, s = b.r, b.game.state
    first, *rest = tiles.split()
    assert first == "S"
    for text in rest:
        name, where = text.split("@")
        x, y, degrees = map(int, where.split(","))
        kind = r.tables.kind_index[name]
        place = find(r, s, r.position_of(x, y))
        assert place >= 0, f"{text}: nothing lies beside it"
        assert s.cells[r.standing + place] == 0, f"{text}: a tile lies there"
        row = kind * 625 + s.cells[r.rim + place]
        assert r.tables.fits[row] & BITS[degrees // 90], f"{text} does not fit"
        assert s.cells[r.left + kind] > 0, f"{text}: no copy is left"
        lay(r, s, place, kind * 4 + degrees // 90)
        s.cells[r.left + kind] -= 1
        s.cells[r.stack] -= 1
    for where, whose in (figures or {}).items():
        seat, word = (whose, "meeple") if isinstance(whose, int) else whose
        b.root(where)
        tile = b.tile_at(where.split()[0])
        assert s.cells[r.figure + tile] == 0, f"{where}: a follower stands on this tile"
        k = r.tables.section_of[s.cells[r.lies + tile] * len(NAMES) + NAMES.index(where.split()[1])]
        figure = r.figure_words.index(word)
        put_down(r, s, seat, tile, k, figure, r.figure_weight[figure])
        s.cells[r.figure_supply[figure] + seat] -= 1
    return b


def explained(
    r: CarcassonneGame, events: list[Event]
) -> Iterator[tuple[int, str, int, list[tuple[str, int, int, int]]]]:
    """The scores among events with their lines."""
    found: list[tuple[int, str, int, list[tuple[str, int, int, int]]]] = []
    for event in events:
        if event.kind == "score":
            found.append((int(event.seat), r.reasons[event.b], int(event.a), []))
        elif event.kind == "line":
            assert found[-1][0] == event.seat
            found[-1][3].append((r.terms[event.a], int(event.b), int(event.c), int(event.d)))
    return iter(found)
