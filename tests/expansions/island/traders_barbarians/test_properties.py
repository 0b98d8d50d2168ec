"""Traders & Barbarians over random games: tokens, gold and barbarians are conserved, hands stay secret, the reach."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.traders_barbarians.view.reach import reach, tolls
from bastide.kernel.errors import IllegalAction, InvalidAction
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from bastide.kernel.state import State
from bastide.view import view
from bastide.view.model import IslandView
from tests.expansions.island.traders_barbarians.kit import ONE, SHUT, gold, module, points_left, trade, wagon
from tests.kit import Table
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

SETS = (
    (3, [ONE]),
    (4, [ONE]),
    (2, [ONE, "two_players"]),
    (4, [ONE, "event_cards", "harbors", "friendly_robber"]),
    (2, ["two_players", ONE, "event_cards", "harbors", "friendly_robber"]),
)


@pytest.mark.rule("TB-TRAD-004", "TB-TRAD-022", "TB-TRAD-027", "TB-TRAD-032", "TB-TRAD-038", "TB-TRAD-045")
@pytest.mark.parametrize(
    ("seats", "modules"), SETS, ids=lambda part: "-".join(part) if isinstance(part, list) else part
)
def test_tokens_gold_and_barbarians_are_conserved(seats: int, modules: list[str]) -> None:
    words: set[str] = set()

    def look(game: Game) -> None:
        words.add(game.decisions[-1].text.split()[0])
        if game.version % 5 == 0:
            check(island(game), game.state)

    config = {"seats": seats, "modules": modules, "layout": "random", "options": {"trade": "bank"}}
    for seed in range(sized(1, 20)):
        play(Game.new(config, seed=seed), random.Random(seed), 1500, look)
    assert words >= {"drive", "rest", "load", "rouse", "post"}


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


@pytest.mark.rule("TB-TRAD-033", "TB-TRAD-038")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_a_barbarian_steals_is_known_to_the_two_alone(viewer: int) -> None:
    shown = []
    for card in ("wool", "ore"):
        t = trade(rolled=False, hands={1: "ore wool"}, roads={1: "0,0,NE"}).play("roll", "roll 3 4", "rouse 0,1,E")
        t.play("post 0,0,NE", f"steal {card}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one.log == two.log) is (viewer in (-1, 2))


@pytest.mark.rule("TB-TRAD-020", "TB-TRAD-047")
def test_a_move_tells_nobody_of_grain_or_of_the_card() -> None:
    """The others see the same whatever the player holds."""
    shown = []
    for hand, cards in (("grain", {0: "journey"}), ("ore", {0: "point"})):
        t = trade(hands={0: hand}, cards=cards, wagons={0: "0,0,N"}, bank="grain*9 ore*9").play("end")
        for _ in range(2):
            t.play("drive 1,-1,S" if t.can("drive 1,-1,S") else "drive 0,0,N")
        found = view(t.game, 1)
        assert isinstance(found, IslandView)
        shown.append((found.phase, found.actors, found.prompt, found.pieces, found.modules, found.log))
    assert shown[0] == shown[1]


def test_a_deal_of_hidden_cards_keeps_the_open_ones() -> None:
    t = trade(hands={0: "ore*2 gold*3", 1: "wool brick gold", 2: "grain*3"}, wagons={0: "0,0,N"}, cards={0: "journey"})
    t.play("end")
    for seed in range(20):
        for viewer in (-1, 0, 1):
            other = resample(t.r, t.game.state, viewer, seed)
            assert [int(t.r.hand_size(other, seat)) for seat in range(3)] == [2, 2, 3]
            assert [int(other.cells[t.r.hand + seat * t.r.goods + 5]) for seat in range(3)] == [3, 1, 0]


@pytest.mark.parametrize(
    "text",
    ["drive 0,0,N", "feed", "expel 0,1,E", "rest", "journey", "rouse 0,0,E", "post 0,0,E", "load glass", "upgrade"],
)
def test_a_refused_action_changes_nothing(text: str) -> None:
    t = trade(wagons={0: "0,0,S"})
    before = t.game.hash()
    with pytest.raises((IllegalAction, InvalidAction)):
        t.game.play(text, 0)
    assert t.game.hash() == before


@pytest.mark.rule("TB-TRAD-014", "TB-TRAD-016", "TB-TRAD-018")
def test_the_counts_of_a_move() -> None:
    """By hand, with four points on bare paths: three corners or the end; two points left, three corners or the end."""
    t = trade(wagons={0: "0,0,N"}, trade="bank", barbarians="-2,0,CN 0,2,CN 2,-2,CS").play("end")
    # After a rest only a roll can follow; after two steps only a rest.
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [4, 3 * 4 + 1, 3 * (3 + 1) + 34]


@pytest.mark.parametrize("seed", range(2))
def test_records_replay(seed: int) -> None:
    config = {"seats": 3, "modules": [ONE], "layout": "random", "options": {"trade": "bank"}}
    game = play(Game.new(config, seed=seed), random.Random(seed), 900)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    for _ in range(25):
        again.undo()
    assert again.hash() != game.hash()


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
