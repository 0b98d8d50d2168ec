"""Plays the games that are stored: some of each set of modules that is compared in `tests.differential`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from mypy_extensions import i64

from bastide import CHANCE, Game, make_bot
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players import Bot
from tests.compat import shown
from tests.compat.stored import Stored
from tests.differential.sets import BOTS, EXAMPLES, VARIANTS, Set, all_sets

NAMES: Final = ("Maud", "Hélène", "Ode", "Guilhem", "Aïcha", "Tom", "Noé", "Ifé")
STYLES: Final = ("curious", "greedy", "mixed", "random")
PICKED: Final = {"island": (0, 5, 10, 15, 19, 22), "carcassonne": (0, 3, 6, 7, 8)}
"""Which of a family's variants are played without modules; with modules it is one, another one for each set."""
KNIGHTS: Final = (10, 13)
"""Which of the island's variants are played with a module besides, in the edition that is usual."""
GOALS: Final = {"curious": 8, "greedy": 11, "mixed": 11, "random": 7}
"""How many points win in games of the island with modules, by the style: random ones take long to come by any."""
EARLY: Final = 600
"""A game that is stopped is stopped at the latest after so many decisions, if that can be."""
TRIES: Final = {"curious": 24, "greedy": 1, "mixed": 3, "random": 6}
"""Of so many games the one is kept that shows most that was not shown before."""
VIEWED: Final = 5
"""How many versions of a game are looked at for good measure, beside the first of each phase."""


class Curious(Bot):
    """Does what it has seldom done, so that every verb and every phase has its turn."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self.done: Counter[str] = Counter()

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """A legal action; a verb that was used n times has a weight of 1 / (n + 1)."""
        verbs: dict[str, list[i64]] = {}
        for code in rules.legal(state, seat):
            verb = next(verb for verb in rules.verbs if verb.offset <= code < verb.offset + verb.size)
            verbs.setdefault(verb.word, []).append(code)
        [word] = self.rng.choices(list(verbs), [1 / (self.done[word] + 1) for word in verbs])
        self.done[word] += 1
        return self.rng.choice(verbs[word])


def landed_sets() -> list[Set]:
    """Every set of modules of the project, without those of the tests, and without doubles for bots."""
    examples = {f"{family} + {name}" for family, makers in EXAMPLES.items() for name in makers}
    return [set_ for set_ in all_sets() if set_.name not in examples and not set_.name.endswith(BOTS)]


def games_of(set_: Set, number: int) -> Iterator[tuple[dict[str, Any], str]]:
    """The configs that are played of a set, each with a style; `number` counts the sets."""
    family, *modules = set_.name.split(" + ")
    variants = [config for config in set_.configs if plain(config) in VARIANTS[family]]
    others = [config for config in set_.configs if plain(config) not in VARIANTS[family]]
    if not modules:
        chosen = [variants[i] for i in PICKED[family]]
    elif family == "island":
        chosen = [variants[i % len(variants)] for i in KNIGHTS if variants] + others
    elif len(modules) == 1:
        chosen = [variants[number % len(variants)], *others]
    else:
        chosen = [variants[number % len(variants)]]
        if len(modules) > 2:
            chosen += [variants[-1], others[-1]]
    for at, config in enumerate(chosen):
        yield config, STYLES[(number + at) % len(STYLES)] if len(chosen) == 1 else STYLES[at % len(STYLES)]


def plain(config: dict[str, Any]) -> dict[str, Any]:
    """A config without its family and its modules, as the tables of variants have it."""
    return {key: value for key, value in config.items() if key not in ("game", "modules")}


def shortened(config: dict[str, Any], style: str) -> dict[str, Any]:
    """The same with a goal that is reached soon: records are kept for ever."""
    if config["game"] != "island" or "goal" in config.get("options", {}):
        return config
    goal = (8 if style == "greedy" else 6) if "modules" not in config else GOALS[style]
    return {**config, "options": {**config.get("options", {}), "goal": goal, "offers": 4}}


MAKERS: Final[dict[str, list[Callable[[int], Bot]]]] = {
    "curious": [Curious],
    "greedy": [lambda seed: make_bot("greedy", seed)],
    "mixed": [lambda seed: make_bot("greedy", seed), Curious],
    "random": [lambda seed: make_bot("random", seed)],
}
"""Who plays in each style, one seat after the other."""


def bots(style: str, seats: int, seed: int) -> list[Bot]:
    """The players of one game."""
    makers = MAKERS[style]
    return [makers[seat % len(makers)](seed * 8 + seat) for seat in range(seats)]


def play(config: dict[str, Any], style: str, seed: int) -> Game:
    """One game to its end. Of several seats that may decide, any; who may but need not sometimes does."""
    game = Game.new(config, seed=seed)
    seats = int(game.rules.seats)
    game = Game(game.rules, NAMES[:seats])
    players = bots(style, seats, seed)
    rng = random.Random(seed)
    while not game.over:
        if game.actors == [CHANCE]:
            game.draw(rng)
            continue
        optional = [seat for seat in game.optional if style != "greedy" and rng.random() < 0.1]
        seat = rng.choice(optional or game.actors)
        if seat in game.actors:
            game.play(players[seat].choose(game.copy(), seat), seat)
        elif choices := game.legal(seat):
            game.play(rng.choice(choices), seat)
        else:
            seat = game.actors[0]
            game.play(players[seat].choose(game.copy(), seat), seat)
    return game


def novel(config: dict[str, Any], style: str, first: int, shown_before: set[str]) -> tuple[Game, int]:
    """Of some games the one that shows most that was not shown before, which is noted, and its seed."""
    tried = []
    for seed in range(first, first + TRIES[style]):
        game = play(shortened(config, style), style, seed)
        # Of two that show as much the shorter one.
        tried.append((len(kinds(game) - shown_before), -game.version, seed, game))
    _, _, seed, game = max(tried, key=lambda one: one[:3])
    shown_before |= kinds(game)
    return game, seed


def kinds(game: Game) -> set[str]:
    """The phases, verbs and kinds of events that there are in a game."""
    verbs = {f"verb {game.rules.verb_of[code].word}" for d in game.decisions for code in game.rules.read(d.text)}
    events = {f"event {event.kind}" for events in game.history for event in events}
    return {f"phase {phase}" for phase in phases(game)} | verbs | events


def phases(game: Game) -> list[str]:
    """The phase after each decision; empty at the end of the game."""
    walker = Game(game.rules, game.names)
    out = []
    for decision in game.decisions:
        walker.replay(decision.text, decision.seat)
        out.append("" if walker.over else walker.rules.phase(walker.state).name)
    return out


def stored(set_: Set, number: int) -> list[Stored]:
    """The games of a set, with what they come to in this version.

    Of each phase that a set has, the first record of it that stops there is kept too.
    """
    out: list[Stored] = []
    met: set[str] = set()
    before: set[str] = set()
    for at, (config, style) in enumerate(games_of(set_, number)):
        game, seed = novel(config, style, 1000 * number + 100 * at, before)
        name = f"{set_.name}, {style}, seed {seed}"
        rng = random.Random(name)
        places: dict[str, list[int]] = {}
        for version, phase in enumerate(phases(game), 1):
            places.setdefault(phase, []).append(version)
        stops = {}
        for phase in filter(None, places):
            found = [version for version in places[phase] if version <= EARLY] or places[phase][:1]
            # Late in the game there is more to go wrong.
            stops[phase] = rng.choice(found[len(found) // 2 :])
        versions = {*stops.values(), game.version} | {game.version * n // VIEWED for n in range(1, VIEWED)}
        cuts = sorted(version for phase, version in stops.items() if phase not in met)
        met |= stops.keys()
        parts = [game.at(version) for version in cuts]
        out.append(
            Stored(
                name,
                game.save(),
                [part.save() for part in parts],
                sorted(versions),
                shown.whole(game, sorted(versions)),
                {str(part.version): shown.onward(part) for part in parts},
            )
        )
    return out
