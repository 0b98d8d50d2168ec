"""All expansions together: invariants at every step of many random games."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from bastide.carcassonne.family import MODULES, CarcassonneGame, configure
from bastide.kernel.playout import Chooser, first_actor, random_action
from bastide.kernel.state import OVER, Event, State
from tests.carcassonne.flood import Flood
from tests.chosen import sampled

GAMES: Final = 500
BATCH: Final = 5

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "farmers": ("on", "on", "off"),
    "small_city": ("full", "half"),
    "start_tile_in_stack": ("no", "yes"),
    "river_uturn": ("immediate", "never"),
    "source_place": ("first_player", "random"),
    "sheep_bag": ("p12", "overview"),
    "flock_order": ("before_figure", "after_figure"),
    "flock_on_close": ("nothing", "gather"),
    "shepherd_again": ("yes", "no"),
    "hill_tie": ("any", "most"),
    "wheel_squares": ("tiles", "none"),
    "famine_pig": ("off", "on"),
    "big_follower_events": ("1", "2"),
}


def config(batch: int) -> dict[str, Any]:
    """Everything on; every other batch with options of any kind."""
    rng = random.Random(batch)
    options: dict[str, Any] = {"first": 0}
    if batch % 2:
        options |= {key: rng.choice(values) for key, values in OPTIONS.items()}
    return {"game": "carcassonne", "seats": 2 + batch % 7, "modules": list(MODULES), "options": options}


class Watch:
    """One game, checked at its every step."""

    def __init__(self, r: CarcassonneGame) -> None:
        self.r = r
        self.s: State = self.r.start()
        self.at = {field.name: int(field.offset) for field in self.r.schema.fields}
        self.flood = Flood(r, r.config.options["wheel_squares"] == "tiles")
        self.copies = sum(int(self.r.counts[kind]) for kind in range(int(self.r.tables.kinds)))
        self.laid = int(self.s.cells[self.r.tiles]) + int(self.s.cells[self.r.drawn] != 0)
        self.buried = 0

    def play(self, chooser: Chooser) -> int:
        """Play to the end; return the action count."""
        r, s = self.r, self.s
        steps = 0
        tiles = -1
        while s.cells[OVER] == 0:
            before = [int(r.points(s, seat)) for seat in range(int(r.seats))]
            pieces = self.pieces()
            events: list[Event] = []
            s.journal = events
            seat = first_actor(r, s)
            r.apply(s, seat, random_action(r, s, seat, chooser))
            s.journal = None
            self.explained(before, events)
            self.told(pieces, events)
            self.conserved(events)
            if s.cells[r.tiles] != tiles:
                tiles = int(s.cells[r.tiles])
                self.flood.check(s)
            steps += 1
        self.flood.check(s)
        return steps

    def pieces(self) -> dict[tuple[int, int], int]:
        """The figures in the supplies, by kind and seat."""
        r, c = self.r, self.s.cells
        kinds, seats = range(len(r.figure_words)), range(int(r.seats))
        return {(kind, seat): int(c[r.figure_supply[kind] + seat]) for kind in kinds for seat in seats}

    def told(self, before: dict[tuple[int, int], int], events: list[Event]) -> None:
        """The events say of each figure that is placed or comes home which one it is, and whose."""
        for event in events:
            if event.kind in ("meeple", "crown", "home"):
                before[int(event.b), int(event.seat)] += 1 if event.kind == "home" else -1
        assert before == self.pieces()

    def explained(self, before: list[int], events: list[Event]) -> None:
        """Every change of a score is told, and its lines add up to it."""
        gains = [0] * len(before)
        due = 0
        for event in events:
            if event.kind == "score":
                assert due == 0
                gains[event.seat] += int(event.a)
                due = int(event.a)
            elif event.kind == "line":
                assert event.b * event.c == event.d
                due -= int(event.d)
            else:
                assert due == 0
        assert due == 0
        after = [int(self.r.points(self.s, seat)) for seat in range(len(before))]
        assert [a + b for a, b in zip(before, gains, strict=True)] == after
        assert min(gains) >= 0

    def conserved(self, events: list[Event]) -> None:
        """No figure, tile or token is lost."""
        r, c, at = self.r, self.s.cells, self.at
        out: dict[tuple[int, int], int] = {}
        held = [int(n) for n in c[r.figure : r.figure + c[r.tiles]]]
        held += [int(n) for n in c[at["wheel.crown"] : at["wheel.crown"] + 9]]
        for figure in held:
            if figure:
                key = ((figure - 1) % 256 // 16, (figure - 1) % 16)
                out[key] = out.get(key, 0) + 1
        for figure in range(len(r.figure_words)):
            for seat in range(int(r.seats)):
                assert c[r.figure_supply[figure] + seat] + out.get((figure, seat), 0) == r.figure_count[figure]
        seats = int(r.seats)
        assert (
            sum(c[at["hills.bag"] : at["hills.bag"] + 5]) + sum(c[at["hills.flock"] : at["hills.flock"] + 4 * seats])
            == 18
        )
        kinds = int(r.tables.kinds)
        left, aside = sum(c[r.left : r.left + kinds]), sum(c[r.aside : r.aside + kinds])
        self.buried += sum(event.kind == "buried" for event in events)
        assert left + aside + c[r.tiles] + int(c[r.drawn] != 0) == self.copies + self.laid
        assert left == c[r.stack] + self.buried


@pytest.mark.rule("COMBO-001", "COMBO-004", "COMBO-017", "SHEEP-013", "TRD-019", "WHEEL-030")
@pytest.mark.parametrize("batch", sampled(range(GAMES // BATCH), count=15, rest=pytest.mark.campaign))
def test_features_scores_and_pieces_at_every_step(batch: int) -> None:
    rules = configure(config(batch), random.Random(batch))
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        assert 250 < Watch(rules).play(Chooser(seed)) < 1500
