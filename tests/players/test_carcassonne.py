"""The greedy bot for Carcassonne: it beats chance, and plays whatever is on."""

from __future__ import annotations

import random

import pytest

from bastide.carcassonne.base.laying import find
from bastide.carcassonne.family import MODULES, configure
from bastide.kernel.chooser import Chooser
from bastide.kernel.game import Game
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.state import EVERYONE, OVER
from bastide.players import make_bot
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.trial import Trial
from bastide.players.greedy.carcassonne.turn import after, best_figure
from bastide.view.model import CHANCE
from tests.carcassonne.kit import BLUE, RED, board
from tests.differential.sets import module_sets


def play(config: dict[str, object], levels: list[str], seed: int, most: int = 10_000) -> Game:
    game = Game.new({"game": "carcassonne", "seats": len(levels), **config}, seed=seed)
    bots = [make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    rng = random.Random(seed)
    for _ in range(most):
        if game.over:
            break
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = game.actors[0]
            game.play(bots[seat].choose(game, seat), seat)
    return game


@pytest.mark.parametrize("seed", range(2))
def test_it_beats_chance_from_either_seat(seed: int) -> None:
    levels = ["greedy", "random"]
    assert play({}, levels, seed).winners == [0]
    assert play({}, levels[::-1], seed).winners == [1]


@pytest.mark.compiled
def test_it_plays_every_set_of_expansions() -> None:
    for n, modules in enumerate(module_sets("carcassonne", MODULES)):
        game = play({"modules": list(modules)}, ["greedy"] * (2 + n % 3), n, 24)
        assert game.version >= 20


def test_the_same_position_gives_the_same_decision() -> None:
    game = play({"modules": ["inns"]}, ["greedy", "greedy"], 4, 41)
    while game.actors == [CHANCE]:
        game.draw(random.Random(1))
    seat = game.actors[0]
    assert make_bot("greedy", 1).choose(game, seat) == make_bot("greedy", 2).choose(game, seat)


def test_it_takes_points_rather_than_none() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, seed=1)
    game.chance("draw city1")
    game.play(make_bot("greedy", 1).choose(game, 0), 0)
    game.play(make_bot("greedy", 1).choose(game, 0), 0)
    assert int(game.rules.points(game.state, 0)) == 4


ROOMS = [(), ("river",), ("inns",), ("traders",), ("hills",), ("wheel",), tuple(MODULES)]


@pytest.mark.parametrize("modules", ROOMS, ids="+".join)
def test_a_tile_on_trial_is_taken_back_to_the_cell(modules: tuple[str, ...]) -> None:
    r = configure({"game": "carcassonne", "seats": 3, "modules": list(modules), "options": {"first": 0}}, None)
    chooser = Chooser(5)
    trial = Trial(r)
    s = r.start()
    tried = 0
    while not r.is_over(s):
        seat = int(first_actor(r, s))
        if seat >= 0 and r.phase(s).name == "tile":
            before = s.row()
            for code in list(r.legal(s, seat))[::3]:
                at = code - r.tile_offset
                trial.lay(s, find(r, s, at // 4), (s.cells[r.drawn] - 1) * 4 + at % 4)
                assert s.row() != before
                trial.take_back(s)
                assert s.row() == before
                tried += 1
        r.apply(s, seat, random_action(r, s, seat, chooser))
    assert tried > 100


@pytest.mark.compiled
@pytest.mark.parametrize(("modules", "seats"), [((), 2), ((), 3), (("river",), 4), (("inns",), 2)])
def test_what_it_thinks_of_an_action_is_what_it_thinks_of_the_position_after_it(
    modules: tuple[str, ...], seats: int
) -> None:
    config = {"game": "carcassonne", "seats": seats, "modules": list(modules), "options": {"first": 0}}
    r = configure(config, None)
    t = Tables(r, [])
    bot = make_bot("greedy", 1)
    chooser = Chooser(9)
    s = r.start()
    compared = 0
    while not r.is_over(s) and s.cells[r.stack] > 1:
        seat = int(first_actor(r, s))
        phase = r.phase(s).name
        if phase == "tile":
            look = Look(t, s, seat)
            for code in list(r.legal(s, seat))[::4]:
                after_it = s.copy()
                r.perform(after_it, seat, code)
                if after_it.cells[OVER] == 0 and r.phase(after_it).name == "figure":
                    r.perform(after_it, seat, r.pass_offset)
                assert look.placement(code, with_figure=False) == Look(t, after_it, seat).value()
                compared += 1
        elif phase == "figure":
            look = Look(t, s, seat)
            look.settle()
            without = after(t, s, seat, r.pass_offset)
            for code in r.legal(s, seat):
                # The big follower has a price of its own.
                if code != r.pass_offset and r.verb_of[code].word == "meeple":
                    assert 2 * look.claim(code) == after(t, s, seat, code) - without
                    compared += 1
        r.apply(s, seat, bot.act(r, s, seat, bot.rng) if seat >= 0 else random_action(r, s, seat, chooser))
    assert compared > 100


def test_no_position_holds_what_a_seat_may_not_know() -> None:
    # So the bot cannot look at it: the order of tiles and tokens is drawn as they are needed.
    r = configure({"game": "carcassonne", "seats": 2, "modules": list(MODULES), "options": {"first": 0}}, None)
    assert all(field.sees == EVERYONE and not field.pool for field in r.schema.fields)


def test_it_keeps_its_last_follower_back() -> None:
    b = board("S", seats=2).lay(RED, "road_straight@1,0,0")
    assert make_bot("greedy", 1).choose(b.game, RED) == "meeple road:E"
    b.game.state.cells[b.r.supply + RED] = 1
    assert make_bot("greedy", 1).choose(b.game, RED) == "pass"


def test_it_spoils_a_place_that_a_rival_needs() -> None:
    # The only tile that could continue the city has cities all around.
    b = board("S road_straight@1,0,0", {"0,0 city:N": BLUE}, seats=2).stack(city4_s=1, monastery=8)
    b.drawn(RED, "monastery")
    look = Look(Tables(b.r, []), b.game.state, RED)
    beside, elsewhere = (look.placement(b.r.read(text)[0], with_figure=False) for text in ("tile 1,-1,0", "tile 1,1,0"))
    assert beside > elsewhere


class Mute(ModuleBot):
    """It says nothing of its figures."""


def test_a_figure_that_no_module_judges_is_judged_by_the_position_after_it() -> None:
    b = board("S", seats=2, modules=["wheel"]).lay(RED, "road_straight@2,-1,90")
    t = Tables(b.r, [Mute(b.r)])
    look = Look(t, b.game.state, RED)
    codes = b.r.legal(b.game.state, RED)
    crown = [code for code in codes if b.r.write([int(code)]).startswith("meeple crown")]
    assert len(crown) == 6
    assert all(look.claim(code) == UNJUDGED for code in crown)
    assert all(after(t, b.game.state, RED, code) < after(t, b.game.state, RED, b.r.pass_offset) for code in crown)
    assert best_figure(look, codes) not in crown
