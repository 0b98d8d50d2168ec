"""Random games for the properties: configs of every kind, and a player that takes any legal decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from bastide.catan.family import IslandGame
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.kernel.state import CHANCE, State
from tests.differential.player import USUAL, WEIGHTS

Config = dict[str, Any]


def island(game: Game) -> IslandGame:
    """The rules of an island game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules


def coast_of(size: int) -> list[tuple[int, int]]:
    """The hexes of a hexagonal island with `size` rings round the middle."""
    span = range(-size, size + 1)
    return [(q, r) for r in span for q in span if abs(q + r) <= size]


@st.composite
def own_layouts(draw: st.DrawFn) -> dict[str, Any]:
    """A board by coordinates: two rings or three, any terrain and number, with holes, perhaps without a desert."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    spots = coast_of(draw(st.sampled_from([2, 2, 3])))
    spots = [at for at in spots if at == (0, 0) or rng.random() < 0.95]
    terrains = ["forest", "pasture", "fields", "hills", "mountains", "desert"]
    hexes: list[dict[str, Any]] = []
    for q, r in spots:
        terrain = rng.choices(terrains, [4, 4, 4, 3, 3, 1])[0]
        number = {"number": rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12])}
        hexes.append({"q": q, "r": r, "terrain": terrain, **(number if terrain != "desert" else {})})
    # Harbours on coasts that share no corner: the north-western sides of hexes with nothing above and beside them.
    harbors = [
        {"q": q, "r": r, "side": "NW", **({"good": good} if good else {})}
        for q, r in spots
        if r == min(r for _, r in spots)
        for good in [rng.choice(["", "brick", "lumber", "wool", "grain", "ore"])]
    ]
    return {"hexes": hexes, "harbors": harbors}


@st.composite
def configs(draw: st.DrawFn, /, **fixed: Any) -> Config:
    """A config of 2 to 4 seats with any layout and any options; `fixed` are options that it must have."""
    seats = draw(st.integers(2, 4))
    options: dict[str, Any] = {
        "goal": draw(st.sampled_from([3, 5, 8, 10, 10, 12])),
        "hand_limit": draw(st.integers(3, 9)),
        "first": draw(st.one_of(st.just("roll"), st.integers(0, seats - 1))),
        "pieces": draw(st.sampled_from(["printed", "free"])),
        "harbors": draw(st.sampled_from(["fixed", "shuffled"])),
        "trade": draw(st.sampled_from(["full", "full", "bank"])),
        "offers": draw(st.integers(0, 5)),
        "turns": draw(st.sampled_from([2, 40, 400, 1000, 1000])),
        **fixed,
    }
    layout = draw(st.one_of(st.sampled_from(["beginner", "spiral", "random"]), own_layouts()))
    if not isinstance(layout, str):
        options["harbors"] = "fixed"  # a map by coordinates is not dealt
    return {"game": "island", "seats": seats, "layout": layout, "options": options}


def decisions(
    rules: IslandGame, s: State, rng: random.Random, phases: set[str] | None = None
) -> Iterator[tuple[int, list[int]]]:
    """Play on from a position, at random, to its end: each decision as a seat and the codes it is made of.

    The names of the phases come to `phases`, those inside a choice of several cards too.
    """
    while True:
        able = seats_to_move(rules, s)
        if not able:
            return
        seat = rng.choice(able)
        codes = decision(rules, s, seat, rng, phases)
        yield seat, codes


def decision(rules: IslandGame, s: State, seat: int, rng: random.Random, phases: set[str] | None = None) -> list[int]:
    """One random decision of a seat, or an outcome of chance by its weight, performed on the position."""
    if phases is not None:
        phases.add(rules.phase(s).name)
    if seat == CHANCE:
        pairs = [int(n) for n in rules.outcomes(s)]
        code = rng.choices(pairs[::2], pairs[1::2])[0]
        rules.apply(s, seat, code)
        return [code]
    codes: list[int] = []
    while not codes or rules.partial(s, seat):
        legal = [int(code) for code in rules.legal(s, seat)]
        words = [rules.verb_of[code].word for code in legal]
        code = rng.choices(legal, [WEIGHTS.get(word, USUAL) for word in words])[0]
        rules.apply(s, seat, code)
        codes.append(code)
        if phases is not None and rules.partial(s, seat):
            phases.add(rules.phase(s).name)
    return codes


def richly(r: IslandGame, s: State, rng: random.Random) -> None:
    """Give everybody cards now and then, so that a random game sees all that can be bought and played."""
    for seat in range(int(r.seats)):
        g = rng.randrange(int(r.goods))
        if s.cells[r.bank + g] > 2 and r.hand_size(s, seat) < 7:
            r.draw_goods(s, seat, g, 2)


def play(game: Game, rng: random.Random, steps: int, after: Callable[[Game], None] | None = None) -> Game:
    """Play up to `steps` random decisions through the facade, which checks each; `after` is called after each."""
    rules = island(game)
    for _ in range(steps):
        able = seats_to_move(rules, game.state)
        if not able:
            break
        seat = rng.choice(able)
        codes = decision(rules, game.state.copy(), seat, rng)
        game.play(rules.write(codes), seat)
        if after is not None:
            after(game)
    return game


@st.composite
def games(draw: st.DrawFn, /, most: int = 250, **fixed: Any) -> Game:
    """A game of any config after any number of random decisions, up to `most`."""
    config = draw(configs(**fixed))
    seed = draw(st.integers(0, 2**32))
    # Most interesting positions come late: half of the games are played on to the last third.
    steps = draw(st.sampled_from([0, *range(3, most, 7), *range(most * 2 // 3, most)]))
    return play(Game.new(config, seed=seed), random.Random(seed), steps)
