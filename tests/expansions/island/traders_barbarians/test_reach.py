"""The reach of a wagon is what driving finds, and a move is undone step by step."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.traders_barbarians.view.reach import reach, tolls
from bastide.kernel.state import State
from tests.expansions.island.traders_barbarians.kit import ONE, SHUT, gold, module, points_left, trade, wagon
from tests.kit import Table
from tests.sizes import sized


def scattered(seed: int) -> Table:
    """A wagon on its move among roads, barbarians and buildings that chance has put anywhere."""
    rng = random.Random(seed)
    board = trade().r.board
    edges = [name for name in board.edge_names[: board.overland] if name not in SHUT]
    rng.shuffle(edges)
    roads = {seat: " ".join(edges[seat * 12 : seat * 12 + 12]) for seat in range(3)}
    corners = sorted({board.corner_names[board.edge_corners[2 * board.edge_index[edge]]] for edge in edges})
    t = trade(
        wagons={0: rng.choice(corners)},
        levels={0: rng.randint(1, 5)},
        hands={0: f"gold*{rng.randint(1, 3)}" if seed % 4 else ""},
        roads=roads,
        barbarians=" ".join(rng.sample(edges, 3)),
        trade="bank",
    )
    return t.play("end")


@pytest.mark.rule("TB-TRAD-016", "TB-TRAD-017", "TB-TRAD-018", "TB-TRAD-019", "TB-TRAD-050")
@pytest.mark.parametrize("seed", range(sized(12, 200)))
def test_the_reach_of_a_wagon_is_what_driving_finds(seed: int) -> None:
    """Every way is driven step by step on copies of the position, without the search of the view."""
    t = scattered(seed)
    m, s = module(t), t.game.state
    start = wagon(t)
    found: dict[str, set[tuple[int, int]]] = {}
    drive(t, s, found, set())
    ways = reach(m, s, 0, points_left(t))
    names = t.r.board.corner_names
    assert {names[corner] for corner in ways} == set(found) - {start}
    for corner, way in ways.items():
        assert (way.points, way.gold) == max(found[names[corner]])
        assert gold(t)[0] - way.gold == sum(tolls(m, s, 0, way).values())


@pytest.mark.rule("TB-TRAD-016", "TB-TRAD-031")
def test_the_reach_counts_barbarians_and_ends_at_one_that_holds_out() -> None:
    def reached(t: Table) -> dict[str, int]:
        ways = reach(module(t), t.game.state, 0, points_left(t))
        return {t.r.board.corner_names[corner]: way.points for corner, way in ways.items()}

    t = trade(wagons={0: "0,0,N"}, levels={0: 3}, roads={0: "0,0,NE"}, barbarians="0,0,NE 1,0,E 0,2,CN").play("end")
    assert reached(t)["1,-1,S"] == 3, "a point for the road and two for the barbarian"
    t.play("expel 0,0,NE", "throw 1")
    assert "1,-1,S" not in reached(t)


def drive(t: Table, s: State, found: dict[str, set[tuple[int, int]]], past: set[tuple[str, int, int]]) -> None:
    """Drive everywhere and note the points and the gold at each corner, as the events tell them."""
    r, m = t.r, module(t)
    for code in r.legal(s, 0):
        text = r.write([int(code)])
        if not text.startswith("drive "):
            continue
        place = text.split()[1]
        after = s.copy()
        after.journal = []
        r.apply(after, 0, code)
        told = {event.kind: event for event in after.journal}
        left = int(told["traders_barbarians_drive"].c)
        purse = int(after.cells[r.hand + m.gold])
        found.setdefault(place, set()).add((left, purse))
        if not place.endswith("C") and (place, left, purse) not in past:
            past.add((place, left, purse))
            drive(t, after, found, past)


def test_a_move_is_undone_step_by_step_until_something_is_drawn() -> None:
    game = Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0, "trade": "bank"}})
    rng = random.Random(3)
    while not (game.actors == [0] and game.rules.phase(game.state).name == "traders_barbarians_wagon"):
        if game.actors == [-1]:
            game.draw(rng)
        else:
            legal = game.legal(game.actors[0])
            game.play("end" if "end" in legal else "rest" if "rest" in legal else rng.choice(legal), game.actors[0])
    step = next(text for text in game.legal(0) if text.startswith("drive ") and not text.endswith("C"))
    before = game.hash()
    game.play(step, 0)
    assert game.can_undo(0)
    game.undo()
    assert game.hash() == before
