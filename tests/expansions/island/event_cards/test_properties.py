"""Event Cards over random games: cards are conserved, gifts stay secret, counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.event_cards.rules.deck import DECK, EVENT_NAMES
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.event_cards.kit import cards, module, reveal
from tests.kit import Table
from tests.properties.invariants import check
from tests.properties.play import island, play

CONFIG = {"seats": 3, "modules": ["event_cards"], "layout": "random", "options": {"trade": "bank"}}
SETS = (["event_cards"], ["event_cards", "cities_knights"], ["event_cards", "friendly_robber"])


@pytest.mark.rule("TB-EVT-001", "TB-EVT-010", "TB-EVT-014")
@pytest.mark.parametrize("modules", SETS, ids="-".join)
def test_cards_and_pieces_are_conserved(modules: list[str]) -> None:
    def look(game: Game) -> None:
        check(island(game), game.state)

    play(Game.new({**CONFIG, "modules": modules}, seed=1), random.Random(1), 700, look)


@pytest.mark.rule("TB-EVT-014")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_a_gift_is_known_to_its_giver_alone_until_all_have_chosen(viewer: int) -> None:
    t = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    reveal(t, "good-neighbours 6").play("0: present ore", "1: present wool")
    m, state, seen = module(t), t.game.state, set()
    for seed in range(60):
        other = resample(t.r, state, viewer, seed)
        gifts = tuple(int(other.cells[m.gift + seat]) for seat in range(3))
        assert [gift > 0 for gift in gifts] == [True, True, False]
        assert [int(t.r.hand_size(other, seat)) for seat in range(3)] == [1, 2, 1]
        if viewer in (0, 1):
            assert gifts[viewer] == int(state.cells[m.gift + viewer])
        seen.add(gifts[1 if viewer == 0 else 0])
        check(t.r, other)
    assert len(seen) > 2, "others could have chosen anything"


@pytest.mark.rule("TB-EVT-014")
def test_what_a_viewer_is_shown_tells_nothing_of_the_gifts_of_others() -> None:
    t = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    u = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    reveal(t, "good-neighbours 6").play("1: present wool")
    reveal(u, "good-neighbours 6").play("1: present grain")
    for viewer in (-1, 0, 2):
        one, other = view(t.game, viewer), view(u.game, viewer)
        assert isinstance(one, IslandView)
        assert one == other
    assert view(t.game, 1) != view(u.game, 1)


def counts(game: Game, first: int, second: int) -> int:
    """The number of decisions of the base after a roll."""
    later = Game.load(game.save())
    later.play("roll")
    later.play(f"roll {first} {second}")
    return perft(later.rules, later.state, 1)


@pytest.mark.rule("TB-EVT-001", "TB-EVT-004")
def test_the_counts_follow_from_those_of_the_base() -> None:
    # At the start all seats have two points, no city, no knight; the robber stands in the desert.
    config = {"seats": 3, "layout": "beginner", "options": {"first": 0}}
    base, game = Game.new(config), Game.new({**config, "modules": ["event_cards"]})
    r, c = island(game), game.state.cells
    hands = [sum(int(c[r.hand + seat * r.goods + g]) > 0 for g in range(int(r.goods))) for seat in range(3)]
    harbours = [sum(int(c[r.owner + at]) == seat + 1 for at in r.board.harbors) for seat in range(3)]
    roads = sum(int(c[r.road + e]) == 1 for e in range(int(r.board.edges)))
    special = {
        "plentiful-year": 5,
        "earthquake": roads,
        "good-neighbours": sum(hands),
        **({"calm-sea": 5} if max(harbours) else {}),
    }
    assert (perft(game.rules, game.state, 1), perft(game.rules, game.state, 2)) == (1, len(DECK))
    expected = 0
    for event, number, _count in DECK:
        dice = (number - 1, 1) if number < 8 else (6, number - 6)
        expected += special.get(event) or counts(base, *dice)
    assert perft(game.rules, game.state, 3) == expected
    assert expected == PERFT_3


PERFT_3 = 213
"""As counted by hand from the base's rolls: see the test above."""


@pytest.mark.parametrize("seed", range(2))
def test_records_replay_and_every_event_comes(seed: int) -> None:
    game = play(Game.new(CONFIG, seed=seed), random.Random(seed), 1200)
    assert Game.load(game.save()).hash() == game.hash()
    come = {EVENT_NAMES[int(e.a)] for events in game.history for e in events if e.kind == "event_cards_card"}
    assert come == set(EVENT_NAMES)


def test_a_refused_card_changes_nothing() -> None:
    t: Table = cards(hands={1: "ore"})
    reveal(t, "good-neighbours 6")
    t.refuses("1: present wool", "TB-EVT-014")
    t.refuses("1: end", "TB-EVT-014")
