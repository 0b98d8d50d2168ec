"""Who knows what: decision cards, points of the city, the cards of the row, and how what is hidden is dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from bastide import Game
from bastide.expansions.island.troy.view.model import TroyView
from bastide.kernel.resample import resample
from bastide.kernel.state import BITS, State
from bastide.testing.invariants import check
from bastide.testing.invariants import row as cells
from bastide.testing.play import island, play
from bastide.view import SPECTATOR, events_view, view
from tests.expansions.island.troy.kit import FIRST_ROW, SIX, battle, module, module_of, row, troy
from tests.kit import Table
from tests.sizes import sized
from tests.view.island.seen import seen

SET_UP = f"{FIRST_ROW} ore ore brick"
GIVERS = "- - - - 0 0 1"


def own(t: Table, viewer: int) -> TroyView:
    """The scenario as a viewer sees it."""
    found = seen(t, viewer).modules["troy"]
    assert isinstance(found, TroyView)
    return found


def cards(t: Table, s: State) -> list[str]:
    """The cards of the row since the last battle."""
    names, m = t.r.good_names, module(t)
    return [names[cell - 1] for cell in cells(s, m.given, int(m.places)) if cell]


@pytest.mark.rule("TROY-049", "TROY-043", "TROY-009")
def test_a_giver_knows_the_own_cards_and_all_know_the_first_four() -> None:
    t = troy(row=SET_UP, givers=GIVERS, rest="wool")
    first = ["wool", "ore", "lumber", "grain"]
    assert [card.good for card in own(t, 0).row] == [*first, "ore", "ore", None]
    assert [card.good for card in own(t, 1).row] == [*first, None, None, "brick"]
    for viewer in (2, 3, SPECTATOR):
        assert [card.good for card in own(t, viewer).row] == [*first, None, None, None]
    assert [card.seat for card in own(t, 2).row] == [None] * 4 + [0, 0, 1]
    assert own(t, 2).rest == 1


@pytest.mark.rule("TROY-004", "TROY-049")
@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_everybody_knows_the_row_of_a_new_game(viewer: int) -> None:
    t = Table(Game.new({"modules": ["troy"], "options": {"first": 0}}))
    assert [card.good for card in own(t, viewer).row] == FIRST_ROW.split()


@pytest.mark.compiled
@pytest.mark.rule("TROY-049", "TROY-043")
def test_a_deal_keeps_what_a_seat_knows_of_the_row() -> None:
    t = troy(row=SET_UP, givers=GIVERS, rest="wool", hands={0: "lumber", 1: "grain*2", 2: "ore*2"})
    deals: dict[int, Counter[str]] = {viewer: Counter() for viewer in range(-1, 4)}
    for viewer, found in deals.items():
        for seed in range(60):
            dealt = resample(t.r, t.game.state, viewer, seed)
            check(t.r, dealt)
            there = cards(t, dealt)
            assert there[:4] == ["wool", "ore", "lumber", "grain"]
            if viewer == 0:
                assert there[4:6] == ["ore", "ore"]
            if viewer == 1:
                assert there[6] == "brick"
            found[" ".join(there[4:])] += 1
    assert len(deals[0]) > 3, "the card of seat 1 differs"
    assert len(deals[2]) > 10
    assert len(deals[SPECTATOR]) > 10


@pytest.mark.rule("TROY-049", "TROY-012")
def test_a_battle_ends_what_is_known_of_the_row() -> None:
    t = troy(row=f"{SET_UP} brick brick brick", givers=f"{GIVERS} 0 0 0").play("end")
    battle(t, "brick brick brick brick ore ore wool")
    assert own(t, 0).row == []
    assert own(t, 0).rest == 3
    t = troy(row=f"{SET_UP} brick brick brick", givers=f"{GIVERS} 0 0 0", hands={1: "ore wool grain*2"}).play("end")
    battle(t, "brick brick brick brick ore ore wool")
    m = module(t)
    deals = set()
    for seed in range(40):
        s = resample(t.r, t.game.state, 0, seed)
        check(t.r, s)
        deals.add(tuple(cells(s, m.rest, 5)))
    assert len(deals) > 4


@pytest.mark.rule("TROY-049", "TROY-024")
def test_a_card_drawn_and_put_back_is_known_to_that_seat() -> None:
    t = troy(row=SET_UP, givers=GIVERS, ships={2: "3,1 3,2 2,2"}, on_turn=2, hands={2: "grain"})
    t.play("swap-card", "chance: lifted 5", "put-back ore")
    assert row(t)[-1] == "ore"
    assert own(t, 2).row[-1].good == "ore"
    assert own(t, 0).row[-1].good is None, "it may be another card"
    assert [card.good for card in own(t, 0).row][4:] == ["ore", None, None]


@pytest.mark.rule("TROY-042", "TROY-001")
def test_decision_cards_and_points_are_seen_by_their_owners_until_the_end() -> None:
    t = troy(markers=(3, 1))
    assert own(t, 0).sides == ["troy", None, None, None]
    assert own(t, 3).sides == [None, None, None, "mycenae"]
    assert own(t, SPECTATOR).sides == [None] * 4
    assert [seat.hidden_points for seat in seen(t, 0).seats] == [3, None, None, None]
    over = troy(row=f"{FIRST_ROW} ore ore ore wool wool wool", markers=(4, 0)).play("end")
    battle(over, "ore ore ore wool wool wool ore")
    assert own(over, 3).sides == ["troy", "troy", "mycenae", "mycenae"]


@pytest.mark.rule("TROY-042")
def test_decision_cards_are_dealt_anew_but_for_those_that_would_have_won() -> None:
    t = troy(markers=(3, 1))
    m = module(t)
    found = Counter(tuple(cells(resample(t.r, t.game.state, 0, seed), m.side, 4)) for seed in range(200))
    assert set(found) == {(1, 1, 2, 2), (1, 2, 1, 2), (1, 2, 2, 1)}
    assert min(found.values()) > 40
    # Seat 0 has 13 open points on its turn and has not won: with three more of Troy it would have.
    points: dict[str, Any] = {
        "markers": (3, 1),
        "sides": "mycenae troy mycenae troy",
        "cities": {0: "0,1,N 2,1,N -1,2,S 0,3,S"},
        "settlements": {0: "2,5,N 5,4,N 7,2,N 6,5,N 4,2,N"},
    }
    rich = troy(**points)
    for viewer in (SPECTATOR, 1, 2, 3):
        for seed in range(30):
            dealt = resample(rich.r, rich.game.state, viewer, seed)
            check(rich.r, dealt)
            assert int(dealt.cells[m.side]) == 2
    assert int(rich.r.barred(rich.game.state, m.side, 0, 1)) == BITS[0]
    # On the turn of another it could not have won yet, so its card may be either.
    waits = troy(**points, on_turn=1)
    assert {int(resample(waits.r, waits.game.state, 2, seed).cells[m.side]) for seed in range(30)} == {1, 2}


def shown(game: Game, viewer: int) -> bytes:
    """All that a viewer is shown, as bytes."""
    return msgspec.json.encode(view(game, viewer))


@pytest.mark.compiled
@pytest.mark.rule("TROY-042", "TROY-043", "TROY-049")
@pytest.mark.parametrize("seats", [4, 6])
def test_two_worlds_that_a_viewer_cannot_tell_apart_look_alike(seats: int) -> None:
    """In random games: what is hidden is dealt anew, and nothing that the viewer is shown, told or offered changes."""
    rng = random.Random(seats)
    differed: Counter[str] = Counter()

    def look(game: Game) -> None:
        if game.version % 9 or game.over:
            return
        viewer = rng.randrange(-1, seats)
        other = game.copy()
        other.state = resample(game.rules, game.state, viewer, rng)
        check(island(game), other.state)
        m = module_of(island(game))
        for name, at, count in (("side", m.side, seats), ("given", m.given, int(m.places)), ("rest", m.rest, 5)):
            differed[name] += cells(game.state, at, count) != cells(other.state, at, count)
        assert shown(game, viewer) == shown(other, viewer)
        if viewer < 0 or viewer not in game.actors:
            return
        assert game.legal(viewer) == other.legal(viewer)
        for text in rng.sample(game.legal(viewer), min(3, len(game.legal(viewer)))):
            if text in ("end", "pass"):
                continue  # the battle may end the game, which reveals all
            pair = [world.copy() for world in (game, other)]
            told = [events_view(world, world.play(text, viewer), viewer) for world in pair]
            assert told[0] == told[1]
            if not pair[0].over and not pair[1].over:
                assert shown(pair[0], viewer) == shown(pair[1], viewer)

    modules = list(SIX) if seats == 6 else ["troy"]
    for seed in range(sized(2, 20)):
        config = {"seats": seats, "modules": modules, "options": {"trade": "bank"}}
        play(Game.new(config, seed=seed), random.Random(seed), 700, look)
    assert min(differed.values()) > 0
    assert set(differed) == {"side", "given", "rest"}


@pytest.mark.rule("TROY-009", "TROY-049")
def test_events_tell_only_those_who_may_know() -> None:
    rng = random.Random(3)
    heard: Counter[str] = Counter()

    def listen(game: Game) -> None:
        events = game.history[-1]
        for viewer in range(SPECTATOR, 4):
            for event, told in zip(events, events_view(game, events, viewer), strict=True):
                if event.kind in ("troy_put", "troy_returned"):
                    assert ("good" in told) == (viewer == event.seat)
                    heard[event.kind] += 1
                if event.kind == "troy_side":
                    assert ("city" in told) == (viewer == event.seat)
                    heard[event.kind] += 1
                if event.kind == "troy_lifted":
                    knows = event.sees == -1 or (viewer >= 0 and event.sees & BITS[viewer] != 0)
                    assert ("good" in told) == knows
                    assert viewer != event.seat or knows
                    heard[event.kind] += 1

    for seed in range(2):
        play(Game.new({"modules": ["troy"]}, seed=seed), rng, 400, listen)
    assert heard["troy_put"]
    assert heard["troy_side"]
