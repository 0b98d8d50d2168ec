"""Plays random games of a set of modules and looks at positions on the way."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Final

from bastide.catan.base.automatic import AutomaticPhase
from bastide.catan.family import IslandGame
from bastide.kernel import record
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import fingerprint
from bastide.kernel.game import Game, seats_in
from bastide.kernel.record import Decision, Record
from bastide.kernel.rooms import floor
from bastide.kernel.state import OVER, WINNERS, State
from bastide.testing.checks import loaded, refused
from bastide.testing.invariants import check
from bastide.testing.own import owns
from bastide.view.island.base_view import FIELDS
from tests.differential.chain import Chain, steps
from tests.differential.sets import SHORT, configs_of
from tests.properties.play import richly
from tests.sizes import sized

CAMPAIGN_GAMES: Final = 300
GAMES: Final = sized(20, CAMPAIGN_GAMES)
"""How many games of each set."""
EVERY: Final = 40
"""At every so many positions the invariants are checked."""
ASKED: Final = 6
"""How many decisions are tried where the invariants are checked."""

OF_MODULES: Final = frozenset({"go-on", "throw", "number", "no_army", "give", "line"})
"""A verb and events of the base that only modules bring up."""
RARE: Final = frozenset({"no_route"})
"""Events of the base that come up in one of fifty random games: tests/island brings them about."""

Config = dict[str, Any]


@dataclass
class Seen:
    """The verbs, phases and events that games have brought up."""

    verbs: set[str] = field(default_factory=set)
    phases: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)


def config_of(modules: tuple[str, ...], number: int, **options: Any) -> Config:
    """The config of one short game of a set, those of the differential run in turn, with further options."""
    configs = configs_of("island", modules)
    config = configs[number % len(configs)]
    return {**config, "options": {**SHORT["island"], **config.get("options", {}), **options}}


def rules_of(config: Config, seed: int) -> IslandGame:
    """The rules of one game, its layout dealt by the seed."""
    rules = configure(config, random.Random(seed))
    assert isinstance(rules, IslandGame)
    return rules


def play(rules: IslandGame, seed: int, seen: Seen, *, rich: bool = False, chain: Chain | None = None) -> None:
    """Play one game to its end, checking positions, refusals and its record; each step is added to the chain.

    A rich game gives cards away, so it has no record.
    """
    rng = random.Random(f"a game {seed}")
    taken: list[Decision] = []
    codes: list[int] = []
    seen.phases.add(rules.phase(rules.start()).name)
    for step in steps(rules, seed):
        if chain is not None:
            chain.add(step)
        s = step.state
        codes.append(step.action)
        seen.events.update(event.kind for event in step.events)
        if not rules.is_over(s):
            seen.phases.add(rules.phase(s).name)
            if rules.partial(s, step.seat):
                continue
        seen.verbs.update(rules.verb_of[code].word for code in codes)
        taken.append(Decision(step.seat, rules.write(codes)))
        codes = []
        if rich and len(taken) % 3 == 1 and not rules.is_over(s) and rules.phase(s).name == "main":
            richly(rules, s, rng)
        if len(taken) % EVERY == 1:
            check(rules, s)
            check_refusals(rules, s, [decision.text for decision in taken], rng)
    assert rules.is_over(s), "the game has stopped without an end"
    check(rules, s)
    if not rich:
        check_record(rules, s, taken)


def check_refusals(rules: IslandGame, s: State, texts: list[str], rng: random.Random) -> None:
    """A decision that is refused names a rule of the catalogue and changes nothing; sampled from those taken before."""
    for text in rng.sample(texts, min(ASKED, len(texts))):
        game = Game(rules)
        game.state = s.copy()
        refused(game, text, rng.randrange(-1, int(rules.seats)))


def check_record(rules: IslandGame, s: State, taken: list[Decision]) -> None:
    """The record of a game leads to its last position."""
    winners = seats_in(int(s.cells[WINNERS]))
    hash_ = fingerprint(rules, s)
    loaded(record.write(Record(rules.resolved(), (), tuple(taken), winners, bool(s.cells[OVER]), hash_)), hash_)


def unseen(rules: IslandGame, seen: Seen) -> dict[str, set[str]]:
    """The verbs, phases and events of a set of modules that games should have brought up and have not."""
    excused = (OF_MODULES | RARE).union(*(own.absent | own.unseen for own, _ in owns(rules)))
    events = set(FIELDS)
    for module in rules.modules:
        view = floor("island", module.name, "view")
        if view is not None:
            events |= set(view.fields)
    phases = {phase.name for phase in rules.phases if not isinstance(phase, AutomaticPhase)}
    words = {verb.word for verb in rules.verbs}
    lacking = {
        "verbs": words - seen.verbs - excused,
        "phases": phases - seen.phases - excused,
        "events": events - seen.events - excused,
    }
    return {what: names for what, names in lacking.items() if names}
