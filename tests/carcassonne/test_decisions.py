"""Decisions with every expansion on: listed or refused by a rule, written and read back, recorded and undone."""

from __future__ import annotations

import random

import pytest

from bastide.carcassonne.family import MODULES, CarcassonneGame, configure
from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from tests.catalogue import every_rule


def everything(seed: int) -> Game:
    """A game with every module, and options of any kind."""
    rng = random.Random(seed)
    brought = [module().options for module in MODULES.values()]
    options: dict[str, object] = {key: rng.choice(values) for choices in brought for key, values in choices.items()}
    config = {
        "game": "carcassonne",
        "seats": 2 + seed % 4,
        "modules": list(MODULES),
        "options": {"first": 0, **options},
    }
    return Game(configure(config, None))


def step(game: Game, rng: random.Random) -> None:
    """One decision at random."""
    if game.actors == [CHANCE]:
        game.draw(rng)
    else:
        seat = rng.choice(game.actors)
        game.play(rng.choice(game.legal(seat)), seat)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_listed_is_refused_by_a_rule(seed: int) -> None:
    game = everything(seed)
    rules = game.rules
    assert isinstance(rules, CarcassonneGame)
    rng = random.Random(seed)
    tried = set()
    while not game.over:
        for _ in range(rng.randrange(1, 9)):
            if not game.over:
                step(game, rng)
        # Of every verb something near the last tile, which is near to being legal, and something else.
        near = int(game.state.cells[rules.position + game.state.cells[rules.tiles] - 1])
        texts = []
        for verb in rules.verbs:
            size = int(verb.size)
            args = {rng.randrange(size), rng.randrange(size), near % size, near * 4 % size + rng.randrange(4) % size}
            texts += [rules.write([int(verb.offset) + arg]) for arg in args if arg < size]
        before = (game.hash(), game.version)
        for text in rng.sample(texts, 6):
            assert rules.write(rules.read(text)) == text
            for seat in range(int(CHANCE), int(rules.seats)):
                able = seat in game.actors
                listed = (dict(game.chances()) if seat == CHANCE else game.legal(seat)) if able else ()
                error = game.why_not(text, seat)
                assert (error is None) == (text in listed), text
                if error is not None:
                    assert error.rule in every_rule()
                    assert repr(text) in str(error)
                    tried.add(error.rule)
                    with pytest.raises(IllegalAction):
                        game.play(text, seat)
        assert (game.hash(), game.version) == before
    assert len(tried) > 10


@pytest.mark.parametrize("seed", range(3))
def test_records_and_undo_with_everything_on(seed: int) -> None:
    game = everything(seed)
    rng = random.Random(seed)
    hashes = [game.hash()]
    while not game.over:
        copy = game.copy()
        step(game, rng)
        assert (copy.hash(), copy.version) == (hashes[-1], len(hashes) - 1), "a copy shares nothing"
        hashes.append(game.hash())
    loaded = Game.load(game.save())
    assert (loaded.hash(), loaded.winners, loaded.save()) == (game.hash(), game.winners, game.save())
    for version in rng.sample(range(game.version), 8):
        assert game.at(version).hash() == hashes[version]
    for _ in range(20):
        game.undo()
        assert game.hash() == hashes[game.version]


def test_games_of_one_config_share_their_rules() -> None:
    config = {"game": "carcassonne", "seats": 3, "modules": list(MODULES), "options": {"first": 1}}
    rules = configure(config, None)
    assert configure(config, None) is rules
    assert configure({**config, "options": {"first": 2}}, None) is not rules
    assert configure({**config, "modules": []}, None) is not rules
    assert Game.new(config).rules is rules
