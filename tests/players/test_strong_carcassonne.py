"""The searching bot for Carcassonne: it plays whatever is on, decides the same again, and sees the rival's reply."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.laying import find
from bastide.carcassonne.family import MODULES, CarcassonneGame, configure
from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import IllegalAction
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.state import State
from bastide.players import make_bot
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.module_bots import bots_of
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.weights import FREED, GREEDY, PERCENT, TEMPO
from bastide.players.honest import assert_honest
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.carcassonne.evaluation import OTHERS, Prospects
from bastide.players.strong.carcassonne.policy import Tiler
from bastide.players.strong.carcassonne.weights import TWO
from bastide.search.policy import WHOLE
from tests.carcassonne.kit import BLUE, RED, board
from tests.sizes import sized

SETS = [(), *((name,) for name in MODULES), tuple(MODULES)]
EVERY = sized(8, 1)
"""The bot decides so often, one decision of so many; the others are greedy."""


def game(modules: tuple[str, ...] = (), seats: int = 2, **options: object) -> CarcassonneGame:
    config = {"game": "carcassonne", "seats": seats, "modules": list(modules), "options": {"first": 0, **options}}
    return configure(config, None)


@pytest.mark.compiled
@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_it_plays_every_expansion(modules: tuple[str, ...]) -> None:
    seats = 2 + len(modules) % 3
    r = game(modules, seats)
    bot, greedy = TreeBot(3, 16), make_bot("greedy", 3)
    chooser = Chooser(len(modules))
    s = r.start()
    searched = steps = 0
    while searched < 8 and not r.is_over(s):
        seat = int(first_actor(r, s))
        if seat < 0:
            code = random_action(r, s, seat, chooser)
        elif steps % EVERY == 0 or r.phase(s).id not in (r.tile_phase, r.figure_phase):
            before = s.row()
            code = bot.act(r, s, seat, bot.rng)
            assert s.row() == before
            searched += 1
        else:
            code = greedy.act(r, s, seat, greedy.rng)
        assert r.is_legal(s, seat, code)
        r.apply(s, seat, code)
        steps += 1
    assert searched == 8 or r.is_over(s)


def late(r: CarcassonneGame, seed: int, steps: int) -> tuple[State, int]:
    """A position of a random game in which a tile is to be laid."""
    chooser = Chooser(seed)
    s = r.start()
    while steps > 0 or r.phase(s).id != r.tile_phase:
        seat = int(first_actor(r, s))
        r.apply(s, seat, random_action(r, s, seat, chooser))
        steps -= 1
    return s, int(first_actor(r, s))


def test_a_decision_depends_on_position_and_seed_alone() -> None:
    r = game()
    s, seat = late(r, 1, 40)
    other, rival = late(r, 2, 50)
    asked = TreeBot(5, 24)
    asked.act(r, other, rival, asked.rng)
    found = [asked.search(r, s, seat), TreeBot(5, 24).search(game(), s, seat), TreeBot(6, 24).search(r, s, seat)]
    told = [[(c.code, c.visits, *c.values) for c in each.candidates] for each in found]
    assert told[0] == told[1] != told[2]


def test_it_is_honest() -> None:
    config = {"game": "carcassonne", "seats": 2, "modules": ["hills"]}
    assert assert_honest(TreeBot(1, 3), config, decisions=6, deals=1) == 2


def test_it_sees_what_the_rival_will_do_with_the_last_tile() -> None:
    # With the last tile Blue completes a city of eight points, unless Red's road stops it. The greedy bot does not
    # believe that a tile will come, and lengthens its road.
    b = board(
        "S city_through_s@0,-1,90 monastery@1,-1,0", {"0,-1 city:N": BLUE, "0,0 road:E": RED}, seats=2, farmers="off"
    ).stack(road_curve=1, city1=1)
    b.drawn(RED, "road_curve")
    s = b.game.state
    # Three points more, and the game is won that way alone.
    s.cells[b.r.score + RED] += 3
    assert spoils(b.r, s, int(TreeBot(1, 1_200).act(b.r, s, RED, random.Random(1))))
    assert not spoils(b.r, s, int(make_bot("greedy", 1).act(b.r, s, RED, random.Random(1))))


def spoils(r: CarcassonneGame, s: State, code: int) -> bool:
    """Whether the last tile no longer fits at 0,-2."""
    after = s.copy()
    r.perform(after, RED, code)
    place = find(r, after, r.position_of(0, -2))
    return r.tables.fits[r.tables.kind_index["city1"] * 625 + after.cells[r.rim + place]] == 0


@pytest.mark.parametrize("modules", SETS, ids="+".join)
def test_shares_of_the_win_add_up(modules: tuple[str, ...]) -> None:
    r = game(modules, 3)
    evaluation = Prospects(Tables(r, bots_of(r)), 300, 60)
    chooser = Chooser(1)
    out = vec[i64]([0] * 3)
    terms = vec[i64]([0] * len(evaluation.terms))
    told = 0
    s = r.start()
    steps = 0
    while not r.is_over(s):
        seat = first_actor(r, s)
        r.apply(s, seat, random_action(r, s, seat, chooser))
        steps += 1
        if steps % 40 == 0 or r.is_over(s):
            before = s.row()
            evaluation.values(s, out)
            assert s.row() == before
            assert sum(out) == WHOLE
            assert min(out) >= 0
            for seat in range(3):
                evaluation.explain(s, seat, terms)
                assert s.row() == before
                own = sum(terms) - terms[OTHERS]
                if r.is_over(s):
                    assert own == terms[0] == PERCENT * r.points(s, seat)
                    worths = [PERCENT * r.points(s, other) for other in range(3)]
                else:
                    worths = [int(worth) for worth in Look(evaluation.t, s, 0, False).values]
                    assert own == worths[seat]
                assert terms[OTHERS] == -(sum(worths) - worths[seat]) // 2
                told += sum(1 for number in terms if number != 0)
    assert told > 20
    best = max(range(3), key=lambda seat: r.points(s, seat))
    assert out[best] == max(out)


def weighed(r: CarcassonneGame, place: i64, weight: int) -> Tables:
    """Greedy's tables but for one weight."""
    weights = [int(each) for each in GREEDY]
    weights[place] = weight
    return Tables(r, bots_of(r), vec[i64](weights))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_turn_more_counts(seats: int) -> None:
    r = game((), seats)
    plain, tempo = (Prospects(weighed(r, TEMPO, weight), 300, 60) for weight in (0, 400))
    before, after = vec[i64]([0] * seats), vec[i64]([0] * seats)
    chooser = Chooser(1)
    s = r.start()
    met = set()
    while not r.is_over(s):
        seat = int(first_actor(r, s))
        if seat < 0:
            more = int(s.cells[r.stack]) % seats
            ahead = {int(s.cells[r.on_turn] + k) % seats for k in range(more)}
            plain.values(s, before)
            tempo.values(s, after)
            assert {k for k in range(seats) if after[k] > before[k]} == ahead
            met.add(more)
        r.apply(s, seat, random_action(r, s, seat, chooser))
    assert len(met) == seats


def test_a_follower_that_comes_back_counts() -> None:
    b = board("S", {"0,0 road:E": RED}, seats=2)
    s = b.game.state
    plain, freed = (Look(weighed(b.r, FREED, weight), s, RED, False).values for weight in (0, 200))
    assert freed[RED] > plain[RED]
    assert freed[BLUE] == plain[BLUE]


def test_two_seats_have_weights_of_their_own() -> None:
    assert list(TreeBot(1).tables(game()).weights) == list(TWO)
    assert list(TreeBot(1).tables(game((), 3)).weights) == list(GREEDY)
    assert list(make_bot("greedy", 1).__dict__["_tiles"].tables(game()).weights) == list(GREEDY)


def test_playouts_take_a_city_that_is_complete() -> None:
    b = board("S", seats=2).lay(RED, "city1@0,-1,180")
    tiler = Tiler(Tables(b.r, []), 0)
    assert b.r.write([int(tiler.choose(b.game.state, RED, Chooser(1)))]) == "meeple city:S"
    b.game.state.cells[b.r.supply + RED] = 0
    assert b.r.write([int(tiler.choose(b.game.state, RED, Chooser(1)))]) == "pass"


def test_with_nothing_to_decide_it_says_so() -> None:
    r = game()
    with pytest.raises(IllegalAction, match="seat 1 has nothing to decide now"):
        TreeBot(1).act(r, r.start(), 1, random.Random(1))
