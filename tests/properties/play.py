"""Random games for the properties: configs of the base island of every kind, and games of them."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from bastide.catan.family import IslandGame
from bastide.kernel.game import Game
from bastide.kernel.state import State
from bastide.testing.play import Config, play


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


def richly(r: IslandGame, s: State, rng: random.Random) -> None:
    """Give everybody cards now and then, so that a random game sees all that can be bought and played."""
    for seat in range(int(r.seats)):
        g = rng.randrange(int(r.goods))
        if s.cells[r.bank + g] > 2 and r.hand_size(s, seat) < 7:
            r.draw_goods(s, seat, g, 2)


@st.composite
def games(draw: st.DrawFn, /, most: int = 250, **fixed: Any) -> Game:
    """A game of any config after any number of random decisions, up to `most`."""
    config = draw(configs(**fixed))
    seed = draw(st.integers(0, 2**32))
    # Most interesting positions come late: half of the games are played on to the last third.
    steps = draw(st.sampled_from([0, *range(3, most, 7), *range(most * 2 // 3, most)]))
    return play(Game.new(config, seed=seed), random.Random(seed), steps)
