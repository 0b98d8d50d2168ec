"""A whole game that any client plays the same way: chance and decisions follow from a seed and the position alone.

However often the server dies and whatever is sent twice, the game must come out as `undisturbed` says.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec

from bastide.kernel.game import Game
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Playable
from bastide.view import SPECTATOR, events_view, view
from bastide.view.model import CHANCE

WEIGHTS: Final = {"end": 2.0, "withdraw": 3.0, "trade": 5.0, "settle": 20.0, "city": 20.0, "buy": 2.0, "undo": 0.0}
"""How eagerly a kind of decision is taken; 1 for the others."""
UNDO_EVERY: Final = 7


@dataclass(frozen=True)
class Story:
    """One game: its seed, how long it is, how many play, and whether they take things back."""

    seed: int
    goal: int = 5
    seats: int = 3
    undo: bool = False

    @property
    def config(self) -> dict[str, Any]:
        """The config of the table."""
        options = {"goal": self.goal, "first": 0, "hand_limit": 5, "offers": 1}
        return {"game": "island", "layout": "random", "options": options}


class Seeded(Games):
    """The real engine, whose chance depends on how far the game is and not on how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """See `Engine.new`; the layout follows from the seed."""
        return Game.new(config, names=names, seed=self.seed)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """See `Engine.draw`."""
        return super().draw(game, random.Random(f"chance {self.seed} {game.version}"))


def awaited(shown: Mapping[str, Any]) -> int | None:
    """The one seat that goes on, so that there is one order in which several discard or answer."""
    able = [seat for seat in (shown["actors"] or shown["optional"]) if seat >= 0]
    return min(able) if able and shown["result"] is None else None


def decide(shown: Mapping[str, Any], story: Story, undone: int) -> str:
    """What the seat that looks does in this position: a notation, or `undo`. `undone` is how often it took back."""
    rng = random.Random(f"decision {story.seed} {shown['version']} {shown['viewer']} {undone}")
    if story.undo and shown["can_undo"] and undone * UNDO_EVERY <= shown["version"] and rng.random() < 0.5:
        return "undo"
    held = [good for good, count in (shown["seats"][shown["viewer"]]["hand"] or {}).items() if count]
    if "offer GOODS for GOODS" in shown["forms"] and held and rng.random() < 0.4:
        given = rng.choice(held)
        return f"offer {given} for {rng.choice([good for good in sorted(shown['bank']) if good != given])}"
    legal: list[str] = shown["legal"]
    if not legal:
        owed = shown["choice"]
        among = [good for good, count in owed["among"].items() for _ in range(count)]
        return " ".join([owed["verb"], *rng.sample(among, owed["count"])])
    return rng.choices(legal, [WEIGHTS.get(text.split()[0], 1.0) for text in legal])[0]


@dataclass
class Truth:
    """How a game goes that nothing disturbs: who does what, what each viewer hears and reads, where it ends."""

    decisions: list[tuple[int, str]] = field(default_factory=list)
    heard: dict[int, list[list[dict[str, Any]]]] = field(default_factory=dict)
    log: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    undos: int = 0
    hash: str = ""


@lru_cache
def undisturbed(story: Story) -> Truth:
    """Play the game without any server."""
    engine = Seeded(story.seed)
    names = [f"Guest {seat}" for seat in range(story.seats)]
    game = engine.new({"seats": story.seats, **story.config}, names)
    assert isinstance(game, Game)
    truth = Truth(heard={viewer: [] for viewer in range(SPECTATOR, story.seats)})
    undone = [0] * story.seats
    while not game.over:
        if game.actors == [CHANCE]:
            _, events = engine.draw(game, random.Random())
        else:
            seat = min(game.actors or game.optional)
            text = decide(msgspec.to_builtins(view(game, seat)), story, undone[seat])
            if text == "undo":
                game.undo(seat)
                undone[seat] += 1
                truth.undos += 1
                continue
            events = game.play(text, seat)
        for viewer, heard in truth.heard.items():
            heard.append(events_view(game, events, viewer))
    truth.decisions = [(decision.seat, decision.text) for decision in game.decisions]
    truth.log = {viewer: msgspec.to_builtins(view(game, viewer).log) for viewer in truth.heard}
    truth.hash = game.hash()
    return truth


PLAIN: Final = Story(13, goal=4)
"""130 decisions, with discards, thefts, offers and answers."""
TAKING_BACK: Final = Story(10, goal=3, undo=True)
"""145 decisions, of which 15 were taken back once."""
