"""The engine against the reference implementation: legal decisions, features, scores, and numbers of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from bastide.carcassonne.base.config import read
from bastide.carcassonne.base.laying import find, lay, new_place
from bastide.carcassonne.family import MODULES, CarcassonneGame, configure, kinds_of
from bastide.carcassonne.tiles.model import KINDS
from bastide.carcassonne.tiles.sets import sets
from bastide.kernel.game import Game
from bastide.kernel.perft import perft
from bastide.kernel.state import CHANCE, State
from tests.carcassonne import brute
from tests.carcassonne.brute import Brute
from tests.carcassonne.brute_more import BruteMore
from tests.carcassonne.brute_options import BruteOptions
from tests.carcassonne.kit import explained
from tests.chosen import sampled

Kept = set[tuple[str, frozenset[tuple[tuple[int, int], int]], int]]


def rules(seats: int = 2, modules: Sequence[str] = (), **options: object) -> CarcassonneGame:
    config = {"game": "carcassonne", "seats": seats, "modules": list(modules), "options": {"first": 0, **options}}
    return configure(config, None)


def kept(r: CarcassonneGame, s: State) -> Kept:
    """The features as the state keeps them."""
    c = s.cells
    groups: dict[int, set[tuple[tuple[int, int], int]]] = {}
    for part in range(int(c[r.parts])):
        tile = c[r.tile_of + part]
        at = (int(r.x_of(c[r.position + tile])), int(r.y_of(c[r.position + tile])))
        groups.setdefault(int(c[r.label + part]), set()).add((at, int(part - c[r.first + tile])))
    for root, parts in groups.items():
        assert c[r.size + root] == len(parts)
        part = root
        for _ in parts:
            part = int(c[r.next + part])
            assert c[r.label + part] == root
        assert part == root
    return {(KINDS[r.kind_of(s, root)], frozenset(parts), int(c[r.ends + root])) for root, parts in groups.items()}


@pytest.mark.rule("CARC-009", "CARC-012", "CARC-017", "CARC-025", "CARC-040", "CARC-041")
@pytest.mark.parametrize("seed", range(12))
def test_every_step_of_a_game_is_the_plain_one(seed: int) -> None:
    compare(seed, ())


@pytest.mark.compiled
@pytest.mark.rule("INN-002", "INN-003", "INN-006", "INN-007", "INN-009", "INN-010", "TRD-003", "TRD-005", "TRD-009")
@pytest.mark.rule("TRD-011", "TRD-017", "TRD-020", "TRD-023", "TRD-024", "RIVER-003", "RIVER-004", "RIVER-005")
@pytest.mark.rule(
    "SHEEP-006", "SHEEP-010", "SHEEP-012", "SHEEP-020", "SHEEP-024", "SHEEP-029", "WHEEL-008", "WHEEL-010"
)
@pytest.mark.rule("WHEEL-012", "WHEEL-014", "WHEEL-019", "WHEEL-024", "WHEEL-026", "COMBO-001", "COMBO-004")
@pytest.mark.parametrize(
    "game",
    sampled(
        [
            *((("inns",), seed) for seed in (0, 1)),
            *((("traders",), seed) for seed in (0, 1, 2)),
            *((("river",), seed) for seed in (0, 1)),
            *((("river", "inns", "traders"), seed) for seed in range(6)),
            *((("hills",), seed) for seed in (0, 1, 2)),
            *((("wheel",), seed) for seed in (0, 1, 2)),
            *((("river", "inns", "traders", "hills"), seed) for seed in (0, 1)),
            *((("inns", "traders", "hills", "wheel"), seed) for seed in range(6)),
        ],
        most=8,
    ),
)
def test_every_step_of_a_game_with_expansions_is_the_plain_one(game: tuple[tuple[str, ...], int]) -> None:
    modules, seed = game
    compare(seed, modules)


EVERYTHING = tuple(MODULES)
OFF = {
    "start_tile_in_stack": "yes",
    "river_uturn": "never",
    "source_place": "random",
    "sheep_bag": "overview",
    "flock_order": "after_figure",
    "flock_on_close": "gather",
    "shepherd_again": "no",
    "hill_tie": "most",
    "wheel_squares": "none",
    "famine_pig": "on",
    "big_follower_events": "2",
    "small_city": "half",
}


@pytest.mark.slow
@pytest.mark.rule("COMBO-001", "COMBO-002", "COMBO-003", "COMBO-005", "COMBO-009", "COMBO-010")
@pytest.mark.parametrize("seed", sampled(range(3), count=1, rest=pytest.mark.campaign))
def test_every_step_of_a_game_with_everything_is_the_plain_one(seed: int) -> None:
    compare(seed, EVERYTHING, {})


@pytest.mark.slow
@pytest.mark.rule(
    "COMBO-003", "RIVER-001", "RIVER-005", "SHEEP-002", "SHEEP-007", "SHEEP-015", "SHEEP-017", "SHEEP-027"
)
@pytest.mark.rule("WHEEL-004", "WHEEL-013", "WHEEL-017", "CARC-032")
@pytest.mark.parametrize("seed", sampled(range(4), count=1, rest=pytest.mark.campaign))
def test_every_step_of_a_game_with_every_option_off_its_default_is_the_plain_one(seed: int) -> None:
    compare(seed, EVERYTHING, OFF)


@pytest.mark.compiled
@pytest.mark.parametrize("option", sampled((option for option in OFF if option != "source_place"), most=4))
def test_every_step_of_a_game_with_one_option_off_its_default_is_the_plain_one(option: str) -> None:
    """The modules that the option needs, and those that bring it into play oftener."""
    every = {key: name for name, maker in MODULES.items() for key in maker().options}
    needed = {every[option]} if option in every else set[str]()
    needed |= {"famine_pig": {"wheel", "traders"}, "big_follower_events": {"wheel", "inns"}}.get(option, set())
    compare(11, tuple(name for name in MODULES if name in needed), {option: OFF[option]})


def compare(seed: int, modules: tuple[str, ...], options: Mapping[str, str] | None = None) -> None:
    """Play one random game on both."""
    rng = random.Random(seed)
    seats = 2 + seed % 7
    farmers = seed % 4 != 3
    game = Game(rules(seats, modules, farmers="on" if farmers else "off", **(options or {})))
    plain = Brute(seats, farmers=farmers, modules=modules)
    if options is not None:
        plain = BruteOptions(seats, modules, farmers, options)
    elif {"hills", "wheel"} & set(modules):
        plain = BruteMore(seats, modules, farmers)
    r = game.rules
    assert isinstance(r, CarcassonneGame)
    while not game.over:
        seat = None
        if game.actors == [CHANCE]:
            moves = [text for text, _ in game.chances()]
            weights = [n for _, n in game.chances()]
            drawn = {f"draw {name}": n for name, n in plain.pile().items()}
            if isinstance(plain, BruteMore) and plain.due == "token":
                drawn = {f"token {token}": n for token, n in plain.bag().items()}
            if plain.due == "source":
                assert (options or {}).get("source_place") == "random"
                drawn = dict.fromkeys(plain.moves(), 1)
            assert dict(game.chances()) == drawn
            move = rng.choices(moves, weights)[0]
        else:
            moves = game.legal()
            seat = game.actors[0]
            assert seat == plain.seat
            # Builders, pigs and shepherds come about seldom enough.
            move = rng.choice([move for move in moves if move.split()[0] in ("builder", "pig", "shepherd")] or moves)
        assert sorted(moves) == sorted(plain.moves())
        before = [int(r.points(game.state, n)) for n in range(seats)]
        events = game.play(move)
        plain.play(move)
        s = game.state
        assert [int(r.points(s, n)) for n in range(seats)] == plain.scores, move
        for figure, word in enumerate(r.figure_words):
            at = r.figure_supply[figure]
            assert [int(s.cells[at + n]) for n in range(seats)] == [row[word] for row in plain.supply], (move, word)
        gains = [0] * seats
        for who, _, points, lines in explained(r, events):
            gains[who] += points
            assert points == sum(line[3] for line in lines)
            assert all(n * each == total for _, n, each, total in lines)
        assert [a + b for a, b in zip(before, gains, strict=True)] == plain.scores
        if move.startswith("tile") or game.over:
            assert kept(r, s) == {(f.kind, f.parts, f.ends) for f in plain.features()}
    assert not plain.due
    assert game.winners == [n for n in range(seats) if plain.scores[n] == max(plain.scores)]


PERFT = [1, 24, 123, 589, 14003]
RIVER_PERFT = [1, 8, 16, 78, 558, 1062, 4822]
PAIR_PERFT = [1, 65, 336, 3246]
HILLS_PERFT = [1, 40, 205, 1360]
WHEEL_PERFT = [1, 42, 915]


@pytest.mark.compiled
@pytest.mark.rule("CARC-012")
@pytest.mark.parametrize("depth", range(5))
def test_the_engine_counts_as_many_games(depth: int) -> None:
    r = rules()
    assert perft(r, r.start(), depth) == brute.perft(Brute(2), depth) == PERFT[depth]


@pytest.mark.compiled
@pytest.mark.rule("RIVER-003", "RIVER-004", "INN-002", "TRD-002")
@pytest.mark.parametrize(
    ("modules", "counts"),
    [
        (("river",), RIVER_PERFT),
        (("inns", "traders"), PAIR_PERFT),
        (("hills",), HILLS_PERFT),
        (("wheel",), WHEEL_PERFT),
    ],
    ids=str,
)
def test_the_engine_counts_as_many_games_with_expansions(modules: tuple[str, ...], counts: list[int]) -> None:
    r = rules(2, modules)
    for depth, count in enumerate(counts):
        plain = BruteMore(2, modules) if {"hills", "wheel"} & set(modules) else Brute(2, modules=modules)
        assert perft(r, r.start(), depth) == brute.perft(plain, depth) == count


def whole_box() -> CarcassonneGame:
    """The rules of the base game with the tiles of every set in the stack."""
    config = read({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, None, {})
    return CarcassonneGame(config, kinds_of(sets()), [])


@pytest.mark.compiled
@pytest.mark.rule("CARC-025", "CARC-041", "CARC-042")
@pytest.mark.parametrize("seed", sampled(range(3), count=1, rest=pytest.mark.campaign))
def test_the_features_of_every_set_are_the_plain_ones(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(whole_box())
    r = game.rules
    assert isinstance(r, CarcassonneGame)
    table = {(0, 0): brute.Laid(r.tables.tiles[r.start_kind], 0)}
    while not game.over:
        if game.actors == [CHANCE]:
            drawn = game.draw(rng).split()[1]
            tile = r.tables.tiles[r.tables.kind_index[drawn]]
        elif r.phase(game.state).name == "tile":
            legal = game.legal()
            wanted = {f"tile {x},{y},{turn * 90}" for (x, y), turn in brute.placements(table, tile)}
            assert set(legal) == wanted
            chosen = rng.choice(legal)
            x, y, degrees = map(int, chosen.split()[1].split(","))
            table[x, y] = brute.Laid(tile, degrees // 90)
            game.play(chosen)
            if len(table) % 10 == 0:
                assert kept(r, game.state) == {(f.kind, f.parts, f.ends) for f in brute.features(table)}
        else:
            game.play(rng.choice(game.legal()))
    assert kept(r, game.state) == {(f.kind, f.parts, f.ends) for f in brute.features(table)}
    assert len(table) > 100


@pytest.mark.parametrize(
    ("second", "sections", "ends"),
    [("city1@50,49,180", 3, 4), ("hills.shared_edge_vineyard@50,49,180", 4, 8)],
)
def test_a_side_that_two_cities_share(second: str, sections: int, ends: int) -> None:
    """A city that goes on across the side makes them one: both sections of the tile, and what lies beyond."""
    r = whole_box()
    s = r.start()
    lay(r, s, new_place(r, s, r.position_of(50, 50)), r.tables.kind_index["hills.shared_edge_vineyard"] * 4)
    name, where = second.split("@")
    x, y, degrees = map(int, where.split(","))
    lay(r, s, find(r, s, r.position_of(x, y)), r.tables.kind_index[name] * 4 + degrees // 90)
    (city,) = [feature for feature in kept(r, s) if feature[0] == "city" and (50, 50) in dict(feature[1])]
    assert (len(city[1]), city[2]) == (sections, ends)
