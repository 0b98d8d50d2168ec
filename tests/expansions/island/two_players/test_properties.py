"""Catan for Two over random games: cards, tokens and pieces are conserved, hands stay secret, counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.two_players.kit import ONE, module_of, two
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

CONFIG = {"seats": 2, "modules": [ONE], "layout": "random", "options": {"trade": "bank"}}
SETS = (
    [ONE],
    [ONE, "seafarers"],
    [ONE, "event_cards", "harbors", "friendly_robber"],
    [ONE, "event_cards", "harbors", "friendly_robber", "seafarers"],
)


@pytest.mark.rule("TB-TWO-004", "TB-TWO-011", "TB-TWO-015", "TB-TWO-034")
@pytest.mark.parametrize("modules", SETS, ids="-".join)
def test_cards_tokens_and_pieces_are_conserved(modules: list[str]) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 5 == 0:
            check(island(game), game.state)

    for seed in range(sized(1, 20)):
        play(Game.new({**CONFIG, "modules": modules}, seed=seed), random.Random(seed), 900, look)
    assert words >= {"forced-trade", "grab", "banish"} | ({"neutral-road"} if "seafarers" not in modules else set())


@pytest.mark.rule("TB-TWO-017")
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_what_a_forced_trade_moves_is_known_to_the_two_players_alone(viewer: int) -> None:
    hands = {0: "brick*2 wool", 1: "ore grain"}
    other = {0: "brick*2 wool", 1: "ore lumber"}
    shown = []
    for given in (hands, other):
        t = two(hands=given, bank="ore*9 lumber*9 grain*9 brick*9 wool*9")
        t.play("forced-trade", "grab ore")
        t.play("grab lumber" if given is other else "grab grain").play("discard brick ore")
        shown.append(view(t.game, viewer))
    one, two_ = shown
    assert isinstance(one, IslandView)
    assert isinstance(two_, IslandView)
    assert (one.log == two_.log) is (viewer == -1)
    assert (one.seats == two_.seats) is (viewer != 0)


@pytest.mark.rule("TB-TWO-017")
def test_a_deal_of_hidden_cards_keeps_tokens_and_pending_trades() -> None:
    t = two(hands={0: "brick*2 wool", 1: "ore*2 grain lumber"}, cards={1: "knight roads"}).play("forced-trade")
    m, state = module_of(t.r), t.game.state
    dealt: dict[int, set[tuple[int, ...]]] = {-1: set(), 0: set(), 1: set()}
    for seed in range(40):
        for viewer in (-1, 0, 1):
            other = resample(t.r, state, viewer, seed)
            check(t.r, other)
            assert [int(m.tokens_of(other, seat)) for seat in range(2)] == [4, 5]
            assert [int(t.r.hand_size(other, seat)) for seat in range(2)] == [3, 4]
            dealt[viewer].add(tuple(int(other.cells[t.r.hand + t.r.goods + g]) for g in range(int(t.r.goods))))
    # What is not in the bank is in the two hands, so each player knows the other's.
    assert [len(dealt[viewer]) > 1 for viewer in (-1, 0, 1)] == [True, False, False]


@pytest.mark.parametrize(
    "text", ["forced-trade", "banish 0,0", "retire", "neutral 2", "neutral 4", "neutral-road 0,0,E", "grab ore"]
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = two(robber="0,0")
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TB-TWO-005", "TB-TWO-030")
def test_the_counts_of_the_rolls() -> None:
    """By hand: `roll`, 36 outcomes, then `roll` and 36 less the ways to the first sum.

    The players have no cards and no tokens and the robber is in the desert, so a turn has no other action; on a seven
    the robber goes to one of 18 hexes.
    """
    t = two(rolled=False, tokens=(0, 0), trade="bank", robber="0,0")
    ways = [6 - abs(7 - total) for total in range(2, 13)]
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [1, 36, 30 + 6 * 18]
    others = sum(n * (36 - n) for total, n in zip(range(2, 13), ways, strict=True) if total != 7)
    assert perft(t.r, t.game.state, 4) == others + 6 * 18
    assert (others, 30 + 6 * 18) == (970, 138)


@pytest.mark.rule("TB-TWO-008", "TB-TWO-016")
def test_the_counts_of_a_built_road() -> None:
    """By hand: at a settlement inland, three paths or the end; then two colours, then three paths of each."""
    t = two(settlements={0: "2,-1,S"}, hands={0: "brick lumber"}, tokens=(0, 0), trade="bank", robber="0,0")
    assert sorted({text.split()[0] for text in t.legal()}) == ["end", "road"]
    t.play("road 2,-1,SE")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [2, 6, 6]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    game = play(Game.new(CONFIG, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()
