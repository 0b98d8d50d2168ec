"""The greedy bot with shepherds: it grows a small flock, and gathers a large one or a last one."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from tests.carcassonne.kit import RED, Board
from tests.expansions.carcassonne.hills.test_rules import sheep, tend
from tests.players.duels import match
from tests.sizes import sized


def chosen(b: Board) -> str:
    return make_bot("greedy", 0).choose(b.game, b.game.actors[0])


@pytest.mark.parametrize(("tokens", "answer"), [((1,), "flock grow"), ((4, 4, 3), "flock gather")])
def test_a_small_flock_grows_and_a_large_one_is_gathered(tokens: tuple[int, ...], answer: str) -> None:
    b = tend(sheep("S monastery@0,1,0", seats=2), "0,1 field:NL", RED, *tokens)
    b.lay(RED, "monastery@0,2,0")
    assert chosen(b) == answer


def test_the_last_flock_is_gathered() -> None:
    b = tend(sheep("S monastery@0,1,0", seats=2).stack(monastery=1), "0,1 field:NL", RED, 1)
    b.lay(RED, "monastery@0,2,0")
    assert chosen(b) == "flock gather"


def test_a_tile_is_laid_where_it_extends_the_flock() -> None:
    b = tend(sheep("S monastery@0,1,0", seats=2), "0,1 field:NL", RED, 4, 4, 3)
    make = make_bot("greedy", 0)
    b.drawn(RED, "monastery")
    b.game.play(make.choose(b.game, RED))
    assert b.phase == "flock"


def test_a_shepherd_comes_to_an_open_field() -> None:
    b = sheep("S", seats=2).lay(RED, "road_straight@0,1,0")
    b.game.state.cells[b.r.supply + RED] = 0
    assert chosen(b).startswith("shepherd field")


@pytest.mark.slow
def test_it_is_stronger_with_its_sense_for_sheep() -> None:
    pairs = sized(4, 100)
    assert match("", ["hills"], range(pairs)).wins >= 1.2 * pairs
