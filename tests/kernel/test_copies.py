"""A copy of any public object shares nothing that changes, or there is none."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bastide
from bastide import client
from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import BastideError, ConfigError, IllegalAction
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.observer import Observer
from bastide.kernel.playout import Stepper
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, Event, State
from bastide.players import Bot, make_bot
from bastide.players.playouts import playouts
from bastide.server.common.model import Fault

ISLAND = {"seats": 3, "layout": "random"}
TILES = {"game": "carcassonne", "seats": 2}
TOLD = {"given": "'x'"}


def game(config: dict[str, Any] | None = None, decisions: int = 40) -> Game:
    """A game of the greedy bot; its last decision was taken back."""
    made = Game.new(config or ISLAND, seed=4)
    rng, bot = random.Random(2), make_bot("greedy", 1)
    for _ in range(decisions):
        seat = made.actors[0]
        made.draw(rng) if seat == CHANCE else made.play(bot.choose(made, seat), seat)
    made.undo()
    return made


def go_on(g: Game) -> None:
    """Change all that a game holds."""
    g.undo()
    seat = g.actors[0]
    g.draw(random.Random(9)) if seat == CHANCE else g.play(g.legal(seat)[-1], seat)
    g.opening.clear()


def told(g: Game) -> object:
    assert Game.load(g.save()).hash() == g.hash()
    events = [[repr(event) for event in events] for events in [g.opening, *g.history]]
    return g.save(), g.undone, events, g.copy().undo()


def asked(level: str, config: dict[str, Any]) -> Bot:
    """A bot in the middle of a game."""
    bot = make_bot(level, 3)
    decide(bot, config)
    return bot


def decide(bot: Bot, config: dict[str, Any]) -> list[str]:
    """Some decisions of a bot; it draws random numbers and remembers its offers."""
    g, rng = Game.new(config, seed=5), random.Random(5)
    chosen: list[str] = []
    while len(chosen) < 30:
        seat = g.actors[0]
        if seat == CHANCE:
            g.draw(rng)
        else:
            chosen.append(bot.choose(g, seat))
            g.play(chosen[-1], seat)
    bot.rng.random()
    return chosen


def memory(bot: Bot) -> list[object]:
    """The generators of a bot and its parts, and the offers that it remembers."""
    parts = [bot, *vars(bot).get("_bots", {}).values()]
    return [(part.rng.getstate(), repr(vars(part).get("_sent"))) for part in parts]


def stepper(forced: bool = True) -> Stepper:
    made = Stepper(configure(ISLAND, random.Random(1)), 5, forced)
    for _ in range(20):
        made.choose(0)
    return made


def position(s: Stepper) -> object:
    return s.state.row(), int(s.chooser.a), int(s.chooser.b), list(s.legal()), int(s.seat), int(s.count), s.forced


def rules() -> Rules:
    return configure(ISLAND, random.Random(1))


def state() -> State:
    return game().state


def push(s: State) -> None:
    s.cells[5] += 1


def illegal() -> IllegalAction:
    return IllegalAction("'road': no (BASE-038)", "BASE-038", "{player}: no", {"player": 1}, {"brick": 1})


def failure(name: str) -> Callable[[], BastideError]:
    kind: type[BastideError] = getattr(bastide, name)
    return lambda: kind("line 3: no")


def error_told(error: Any) -> object:
    return str(error), repr(vars(error))


Kind = tuple[Callable[[], Any], Callable[[Any], object], Callable[[Any], object] | None]
"""How to make an object, what it tells, and how it changes; None if nothing of it changes."""

KINDS: dict[str, Kind] = {
    "Game": (game, told, go_on),
    "Game seen by a seat": (
        lambda: game().seen_by(0, 1),
        lambda g: (g.hash(), g.decisions),
        lambda g: g.play(g.legal(0)[0], 0),
    ),
    "State": (state, State.row, push),
    "Stepper": (stepper, position, lambda s: s.choose(s.count - 1)),
    "Stepper that stops at choices": (lambda: stepper(False), position, lambda s: s.choose(s.count - 1)),
    "Chooser": (lambda: Chooser(3), lambda c: (int(c.a), int(c.b)), lambda c: c.below(6)),
    "Bot": (lambda: Bot(1), lambda bot: bot.rng.getstate(), lambda bot: bot.rng.random()),
    "Bot random": (lambda: asked("random", ISLAND), memory, lambda bot: decide(bot, ISLAND)),
    "Bot greedy": (lambda: asked("greedy", ISLAND), memory, lambda bot: decide(bot, ISLAND)),
    "Bot greedy with tiles": (lambda: asked("greedy", TILES), memory, lambda bot: decide(bot, TILES)),
    "Record": (lambda: game().record(), repr, lambda record: record.config["options"].update(goal=3)),
    "Event": (
        lambda: Event("steal", 1, 2, 3, 4, 5, 6),
        repr,
        lambda event: setattr(event, "seat", 2),
    ),
    "ConfigError": (
        lambda: ConfigError("{given} is no goal", TOLD, "HOUSE-001"),
        error_told,
        lambda error: error.values.update(given="y"),
    ),
    "IllegalAction": (illegal, error_told, lambda error: error.missing.update(brick=2)),
    **{
        name: (failure(name), error_told, None)
        for name in ("BastideError", "ImpossiblePosition", "InvalidAction", "OutOfRange", "RecordError")
    },
    "Decision": (lambda: game().decisions[0], repr, None),
    "Rules": (rules, lambda r: r.resolved(), None),
    "Observer": (
        lambda: Observer(rules(), 1, derived=True),
        lambda observer: (observer.size, observer.viewer, list(observer.observe(observer.rules.start()))),
        None,
    ),
    "Playouts": (lambda: playouts(rules(), rules().start(), 1, 1, policy="bank", limit=30), repr, None),
    "Server": (
        lambda: client.Server("http://localhost:8642"),
        vars,
        lambda server: setattr(server, "address", "http://localhost:1"),
    ),
    "ServerRefused": (lambda: client.ServerRefused(Fault("stale", "too late")), error_told, None),
    "Lost": (lambda: client.Lost("gone"), error_told, None),
}


def classes() -> Iterator[str]:
    """The public classes."""
    yield from (name for name in bastide.__all__ if inspect.isclass(getattr(bastide, name)))
    yield from ("Server", "ServerRefused", "Lost")


def test_every_public_class_is_copied_here() -> None:
    assert set(classes()) == {name.split()[0] for name in KINDS}


@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_shares_nothing_that_changes(kind: str, copied: Callable[[Any], Any]) -> None:
    make, tell, change = KINDS[kind]
    original = make()
    before = repr(tell(original))
    other = copied(original)
    assert type(other) is type(original)
    assert repr(tell(other)) == before
    if change is not None:
        change(other)
        assert repr(tell(original)) == before
        assert repr(tell(other)) != before
        other = copied(original)
        change(original)
        assert repr(tell(other)) == before


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_connection_is_not_copied(copied: Callable[[Any], Any]) -> None:
    connection = client.Connection(client.Server("http://localhost:8642"), "table")
    with pytest.raises(TypeError, match=r"cannot be copied.*server\.watch"):
        copied(connection)


@pytest.mark.parametrize("kind", ["Chooser", "Observer", "Stepper", "Stepper that stops at choices"])
def test_objects_of_the_engine_go_to_another_process(kind: str) -> None:
    make, tell, _ = KINDS[kind]
    original = make()
    assert repr(tell(pickle.loads(pickle.dumps(original)))) == repr(tell(original))


def test_a_copied_stepper_goes_on_like_the_original() -> None:
    for original in (stepper(), stepper(False)):
        twin = copy.copy(original)
        rng, same = random.Random(1), random.Random(1)
        while original.count:
            original.choose(rng.randrange(original.count))
            twin.choose(same.randrange(twin.count))
        assert twin.count == 0
        assert position(twin) == position(original)
