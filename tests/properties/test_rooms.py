"""Random games of every expansion of the island: positions are sound, hands stay secret, refusals change nothing.

A new room joins by itself. Its own invariants are `OWN` (`tests/properties/own.py`). Sets of expansions are played by
`tests/combinations`.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import Phase, given, reject, settings
from hypothesis import strategies as st

from bastide.catan.family import MODULES
from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.kernel.rooms import rooms
from bastide.view import SPECTATOR
from tests.catalogue import every_rule
from tests.differential.sets import configs_of
from tests.properties.invariants import check
from tests.properties.own import owns
from tests.properties.play import Config, decision, island, play
from tests.properties.test_secrecy import answers, offered, shown, worlds
from tests.sizes import examples

STEPS = 600
"""How many decisions of a game are played at most."""
CHECK, COMPARE, TRY = 7, 90, 90
"""Between so many decisions the invariants are checked, worlds compared and actions tried."""


@st.composite
def configs(draw: st.DrawFn, name: str) -> Config:
    """A config of a room alone, with any of its layouts and options; some do not go together."""
    module = MODULES[name]()
    config: Config = draw(st.sampled_from(configs_of("island", (name,))))
    layout = draw(st.sampled_from([config.get("layout", "beginner"), *module.layouts]))
    own = {option: draw(st.sampled_from(texts)) for option, texts in module.options.items()}
    return {**config, "layout": layout, "options": {**config.get("options", {}), **own, "offers": 2}}


def one_of_each_verb(game: Game, rng: random.Random) -> list[str]:
    """An action of every verb that has a notation of its own, legal or not, with an argument of the verb's range."""
    rules = game.rules
    found = []
    for verb in rules.verbs:
        text = rules.write([int(verb.offset) + rng.randrange(int(verb.size))])
        with suppress(InvalidAction):  # a verb inside a choice of several cards, or one that begins it
            rules.read(text)
            found.append(text)
    return found


def check_worlds(game: Game, rng: random.Random) -> None:
    """What a viewer cannot know is shown in no way; a position dealt anew is sound."""
    asked = [*one_of_each_verb(game, rng), *(decision.text for decision in game.decisions[-5:])]
    for viewer in range(SPECTATOR, int(game.rules.seats)):
        one, other = worlds(game, viewer, rng)
        check(island(game), other.state)
        assert shown(one, viewer) == shown(other, viewer)
        assert offered(one, viewer) == offered(other, viewer)
        assert one.actors == other.actors
        assert answers(one, viewer, asked) == answers(other, viewer, asked)


def check_texts(game: Game, rng: random.Random) -> None:
    """What is legal reads back; what is not is refused by a rule of the catalogue, and changes nothing."""
    rules = game.rules
    before = game.hash()
    for seat in seats_to_move(rules, game.state):
        for text in [*game.legal(seat), rules.write(decision(island(game), game.state.copy(), seat, rng))]:
            assert rules.write(rules.read(text)) == text
            assert game.is_legal(text, seat)
    for text in one_of_each_verb(game, rng):
        for seat in range(SPECTATOR, int(rules.seats)):
            if game.is_legal(text, seat):
                continue
            with pytest.raises(IllegalAction) as refused:
                game.play(text, seat)
            assert refused.value.rule in every_rule(), f"{text!r} of seat {seat} is refused by no rule: {refused.value}"
    assert game.hash() == before


@pytest.mark.slow
@pytest.mark.parametrize("name", rooms("island"))
@settings(examples(2), phases=[Phase.generate])  # a smaller seed is no simpler game
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_games_keep_to_the_rules(name: str, data: st.DataObject, seed: int) -> None:
    try:
        game = Game.new(data.draw(configs(name)), seed=seed)
    except ConfigError:
        reject()
    rng = random.Random(seed)
    witnesses = [own.witness() for own, _ in owns(island(game))]

    def look(game: Game) -> None:
        for witness in witnesses:
            witness(game)
        if game.version % CHECK == 0 or game.over:
            check(island(game), game.state)
        if game.version % COMPARE == 0 and not game.over:
            check_worlds(game, rng)
        if game.version % TRY == 0 and not game.over:
            check_texts(game, rng)

    play(game, random.Random(seed), STEPS, look)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    assert again.decisions == game.decisions
    for _ in range(25):
        again.undo()
    assert again.hash() == Game.load(again.save()).hash() != game.hash()
