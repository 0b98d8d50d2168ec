"""The rule that a refusal cites: a table by kind of decision and cause, and the refusals of random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest

from bastide.catan.base.island import ROAD, payable
from bastide.catan.base.turn import BuildingPhase, MainPhase
from bastide.catan.family import MODULES, IslandGame
from bastide.kernel.errors import IllegalAction
from bastide.kernel.game import Game, seats_in
from bastide.kernel.state import BITS, State
from bastide.view.catalogues import catalogue
from tests.catalogue import every_rule
from tests.chosen import sampled
from tests.combinations.playing import config_of, rules_of
from tests.combinations.table import present, sets_of
from tests.differential.chain import steps
from tests.expansions.island.barbarian_attack.kit import CARD, attack
from tests.expansions.island.event_cards.kit import cards, reveal
from tests.expansions.island.fishermen.kit import INLAND, fishers
from tests.expansions.island.rivers.kit import riverside
from tests.expansions.island.seafarers.rules.kit import afloat
from tests.expansions.island.seafarers.rules.test_knights import knights, voyage
from tests.expansions.island.traders_barbarians.kit import trade
from tests.expansions.island.two_players.kit import between_rolls, two
from tests.kit import Table, table

HOME, FAR = "4,2,S", "2,8"
"""A corner of the coast, and a hex of sea where the pirate is in nobody's way."""
LANE = "4,2,SE 4,2,E"
"""Two ships from there."""


class Case(NamedTuple):
    """A decision that is refused for one cause: the rule, and what the sentence says or (`!`) does not say."""

    kind: str
    cause: str
    make: Callable[[], Table]
    text: str
    rule: str
    says: str = ""


def on(**more: Any) -> Callable[[], Table]:
    return lambda: table(3, **more)


def sea(**more: Any) -> Callable[[], Table]:
    return lambda: afloat(pirate=FAR, **more)


def both(**more: Any) -> Callable[[], Table]:
    return lambda: voyage(pirate=FAR, **more)


def mercenary() -> Table:
    t = attack(2, modules=("two_players",), hands={0: CARD})
    return t.play("buy", "turn-up knighthood", "station -2,2,NE")


def diplomacy() -> Table:
    t = voyage(settlements={0: HOME}, ships={0: LANE}, pirate=FAR)
    m = knights(t)
    m.gain_card(t.game.state, 0, m.card_names.index("diplomacy"), 1)
    return t.play("diplomacy 4,2,E")


def moving() -> Table:
    return trade(wagons={0: "0,0,N"}).play("end")


def pirated() -> Table:
    return afloat(pirate=FAR, hands=HANDS, cards={0: "knight"}, **FLEETS).play("knight", "pirate 4,2")


def pirate_after_conflict() -> Table:
    t = afloat(
        pirate=FAR,
        modules=["seafarers", "event_cards"],
        hands={1: "ore*2", 2: "wool"},
        cards={0: "knight"},
        rolled=False,
        **FLEETS,
    )
    return reveal(t, "conflict 3").play("knight", "pirate 4,2")


def fish_after_conflict() -> Table:
    t = fishers(modules=("event_cards",), fish={0: "2 2"}, hands=HANDS, played=ARMY, rolled=False)
    return reveal(t, "conflict 3").play("rob 1", "chance: steal ore", "chance: go-on", "fish steal 2*2")


HANDS: Final = {1: "ore*2", 2: "wool"}
ARMY: Final = {0: "knight*3"}
RICH: Final = {0: "brick lumber wool grain"}
FLEETS: Final[dict[str, Any]] = {"settlements": {1: HOME, 2: "5,1,S"}, "ships": {1: "4,2,SE", 2: "4,2,E"}}
PAID: Final = {0: "brick lumber"}
SAIL: Final = {0: "lumber wool"}
KNIGHT: Final = {0: "ore wool"}
ROADS: Final = {0: "0,-1,SE"}
TREASON: Final[dict[str, Any]] = {"hands": {0: "wool grain ore"}, "pile": {"treason": 1}}
HEXES: Final = {"-2,1": 1, "-1,-1": 3, "2,-1": 3}

CASES: Final = [
    Case("road", "the path is taken", on(roads={0: "0,-1,SE", 1: "0,0,NE"}, hands=PAID), "road 0,0,NE", "BASE-030"),
    Case("road", "nothing of one's own", on(roads=ROADS, hands=PAID), "road -1,2,NE", "BASE-029", "must touch"),
    Case("road", "no cards", on(roads=ROADS), "road 0,0,NE", "BASE-029", "lack"),
    Case(
        "road",
        "a rival's building",
        on(roads=ROADS, settlements={1: "0,0,N"}, hands=PAID),
        "road 0,0,NE",
        "BASE-029",
        "go on past",
    ),
    Case(
        "road",
        "a damaged road",
        lambda: cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, hands=PAID, rolled=True),
        "road 0,0,E",
        "TB-EVT-010",
    ),
    Case("ship", "no cards", sea(settlements={0: HOME}, hands={0: "lumber"}), "ship 4,2,SE", "SEA-001"),
    Case("ship", "the path is taken", sea(settlements={0: HOME}, ships={0: LANE}, hands=SAIL), "ship 4,2,E", "SEA-002"),
    Case("ship", "a path on land", sea(settlements={0: "1,5,N"}, hands=SAIL), "ship 1,4,E", "SEA-002"),
    Case(
        "ship",
        "a road",
        sea(settlements={0: HOME}, roads={0: "3,3,E"}, ships={0: LANE}, hands=SAIL),
        "ship 3,4,NE",
        "SEA-003",
        "not from a road",
    ),
    Case(
        "ship",
        "a rival's building",
        sea(settlements={0: HOME, 1: "5,1,S"}, ships={0: LANE}, hands=SAIL),
        "ship 4,2,NE",
        "SEA-003",
        "past an opponent's building",
    ),
    Case(
        "ship",
        "a rival's knight",
        both(settlements={0: HOME}, ships={0: LANE}, posts={"5,1,S": (1, 1, 0)}, hands=SAIL),
        "ship 4,2,NE",
        "CKS-002",
        "past an opponent's knight",
    ),
    Case(
        "ship", "the pirate", lambda: afloat(settlements={0: HOME}, hands=SAIL, pirate="4,2"), "ship 4,2,SE", "SEA-007"
    ),
    Case("ship", "a ship of Diplomacy, elsewhere", diplomacy, "ship 4,1,SE", "SEA-003", "must touch"),
    Case("ship", "a ship of Diplomacy, on the path it left", diplomacy, "ship 4,2,E", "CK-145", "{piece:Name}"),
    Case("road", "in place of a ship of Diplomacy", diplomacy, "road 3,3,E", "CK-145", "{piece:Name}"),
    Case("sail", "no open end", sea(settlements={0: HOME}, ships={0: LANE}), "sail 4,2,SE", "SEA-006"),
    Case(
        "sail",
        "the robber first",
        lambda: afloat(pirate=FAR, settlements={0: HOME}, ships={0: LANE}, rolled=False).play("roll", "roll 3 4"),
        "sail 4,2,SE",
        "SEA-008",
        "robber or the pirate first",
    ),
    Case(
        "road",
        "the robber first, where a ship lies",
        lambda: afloat(pirate=FAR, settlements={0: HOME}, ships={0: LANE}, rolled=False).play("roll", "roll 3 4"),
        "road 4,2,SE",
        "SEA-008",
    ),
    Case("rob", "nobody at the pirate's hex", pirated, "rob 0", "SEA-022", "a ship at the pirate"),
    Case("rob", "nobody is robbed, without a robber", attack, "rob 1", "BASE-024", "!robber"),
    Case(
        "rob",
        "a seven without a robber",
        lambda: attack(hands=HANDS, rolled=False).play("roll", "roll 3 4"),
        "rob 0",
        "TB-BARB-038",
        "!robber",
    ),
    Case(
        "rob",
        "a conflict",
        lambda: reveal(cards(hands=HANDS, played=ARMY, rolled=False), "conflict 3"),
        "rob 0",
        "TB-EVT-020",
    ),
    Case(
        "rob",
        "a conflict with knights on the board",
        lambda: reveal(
            attack(modules=("event_cards",), knights={0: "0,0,E"}, hands=HANDS, rolled=False),
            "conflict 3",
        ),
        "rob 0",
        "TB-EVT-020",
    ),
    Case("rob", "fish, on the turn of a conflict", fish_after_conflict, "rob 0", "TB-FISH-033"),
    Case("rob", "the pirate, on the turn of a conflict", pirate_after_conflict, "rob 0", "SEA-022"),
    Case(
        "roll",
        "a card was revealed",
        lambda: reveal(cards(), "fine-day 9"),
        "roll",
        "TB-EVT-003",
        "revealed already",
    ),
    Case(
        "settle",
        "elsewhere, while damage closes the only corner",
        lambda: cards(settlements={0: "0,0,N"}, roads={0: "0,0,NE"}, damaged={0: "1,-1,SE"}, hands=RICH, rolled=True),
        "settle 1,-1,N",
        "BASE-031",
        "must touch",
    ),
    Case("sail", "no ship", sea(settlements={0: HOME}, ships={0: LANE}), "sail 3,3,E", "SEA-005"),
    Case(
        "sail",
        "a knight of one's own",
        both(settlements={0: HOME}, ships={0: LANE}, posts={"5,1,S": (0, 1, 0)}),
        "sail 4,2,E",
        "CKS-006",
    ),
    Case(
        "settle",
        "no line of one's own",
        sea(settlements={0: HOME}, ships={0: "4,2,SE"}, hands={0: "brick lumber wool grain"}),
        "settle 1,5,N",
        "BASE-031",
        "{piece}",
    ),
    Case("bank", "too little gold", lambda: riverside(hands={0: "gold"}), "bank gold*2 ore", "TB-RIV-016", "!cards"),
    Case("bank", "too little gold", lambda: trade(hands={0: "gold"}), "bank gold*2 ore", "TB-TRAD-037", "!cards"),
    Case("bank", "too little gold", lambda: attack(hands={0: "gold"}), "bank gold*2 ore", "TB-BARB-039", "!cards"),
    Case("bank", "too few cards", on(hands={0: "ore*3"}), "bank ore*4 wool", "BASE-027", "cards"),
    Case("road", "between two rolls", lambda: between_rolls(two(hands=PAID)), "road 0,0,NE", "TB-TWO-005", "second"),
    Case("road", "before the rolls", lambda: two(hands=PAID, rolled=False), "road 0,0,NE", "BASE-016", "dice first"),
    Case(
        "road",
        "between two cards",
        lambda: between_rolls(two(modules=("event_cards",), hands=PAID)),
        "road 0,0,NE",
        "TB-EVT-044",
        "second event card",
    ),
    Case(
        "lift",
        "the order: the last one first",
        lambda: attack(barbarians=HEXES, **TREASON).play("buy", "turn-up treason"),
        "lift 2,-1",
        "TB-BARB-020",
        "clockwise",
    ),
    Case(
        "lift",
        "the order: one before",
        lambda: attack(barbarians=HEXES, **TREASON).play("buy", "turn-up treason", "lift -1,-1"),
        "lift -2,1",
        "TB-BARB-020",
        "clockwise",
    ),
    Case(
        "lift",
        "nothing there",
        lambda: attack(barbarians=HEXES, **TREASON).play("buy", "turn-up treason"),
        "lift 0,2",
        "TB-BARB-020",
        "no barbarian",
    ),
    Case("recruit", "no cards", on(modules=["cities_knights"]), "recruit 0,0,N", "CK-051", "lack"),
    Case(
        "recruit", "no road", on(modules=["cities_knights"], hands=KNIGHT), "recruit 0,0,N", "CK-052", "a road of yours"
    ),
    Case("recruit", "no road or ship", both(settlements={0: HOME}, hands=KNIGHT), "recruit 1,5,N", "CK-052", "{piece}"),
    Case("activate", "no knight", on(modules=["cities_knights"], hands={0: "grain"}), "activate 0,0,N", "CK-067"),
    Case(
        "move",
        "no road or ship leads there",
        both(settlements={0: HOME}, ships={0: LANE}, posts={"5,1,S": (0, 1, 1)}),
        "move 5,1,S 1,5,N",
        "CK-069",
        "{piece}",
    ),
    Case(
        "move",
        "the special building phase",
        lambda: table(5, modules=["cities_knights", "five_six"]).play("end"),
        "move 0,0,N 0,0,S",
        "X56-012",
    ),
    Case(
        "march",
        "no knight",
        lambda: attack(knights={0: "0,0,E"}).play("end"),
        "march 0,0,NE",
        "TB-BARB-023",
        "no knight of yours",
    ),
    Case(
        "halt",
        "too far",
        lambda: attack(knights={0: "0,0,E"}).play("end", "march 0,0,E"),
        "halt -2,0,NE",
        "TB-BARB-025",
        "further",
    ),
    Case(
        "road",
        "paid with fish, not beside a road of one's own",
        lambda: fishers(fish={0: "2 3"}, settlements={0: INLAND}).play("fish road 2 3"),
        "road -2,2,E",
        "BASE-029",
        "must touch",
    ),
    Case(
        "neutral-road",
        "before anything is built, across a river",
        lambda: riverside(2, modules=["two_players"]),
        "neutral-road 1,-1,SE",
        "TB-TWO-008",
    ),
    Case(
        "road",
        "in the set-up, before the settlement",
        lambda: Table(Game.new({"seats": 3, "modules": ["traders_barbarians"], "options": {"first": 0}}, seed=1)),
        "road 0,2,SE",
        "BASE-013",
        "place your starting",
    ),
    Case(
        "settle",
        "free roads first, where a road is damaged",
        lambda: cards(cards={0: "roads"}, settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, rolled=True).play("roads"),
        "settle 1,-1,S",
        "BASE-036",
    ),
    Case("city", "the mercenary first", mercenary, "city 0,0,N", "TB-BARB-042", "place the mercenary first"),
    Case("hire", "not at the castle", mercenary, "hire 0,0,NE", "TB-BARB-042", "a path of the castle"),
    Case("drive", "not beside the wagon", moving, "drive 1,1,S", "TB-TRAD-014", "one path"),
    Case(
        "drive",
        "before the move",
        lambda: trade(wagons={0: "0,0,N"}),
        "drive 0,-1,S",
        "TB-TRAD-014",
        "end of your turn",
    ),
    Case("feed", "no grain", moving, "feed", "TB-TRAD-020", "grain"),
    Case("journey", "no card", moving, "journey", "BASE-034", "no such card"),
]
"""The table: for each kind of decision and each cause the rule that is cited."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}, {case.cause}, {case.rule}")
def test_a_refusal_cites_the_rule_of_its_cause(case: Case) -> None:
    t = case.make()
    error = t.game.why_not(case.text, t.actors[0])
    assert isinstance(error, IllegalAction), "it is legal"
    assert error.rule == case.rule, error
    if case.says.startswith("!"):
        assert case.says[1:] not in error.text
    else:
        assert case.says in error.text


@pytest.mark.parametrize("name", sampled(MODULES, lambda name: name == "great_wall"))
def test_an_open_offer_comes_before_the_decisions_of_a_module(name: str) -> None:
    """Whoever is asked is told to answer, and the player who offers to choose, not what else a decision lacks."""
    rules = rules_of(config_of((name,), 0, trade="full"), 7)
    verbs = [verb for verb in rules.verbs if verb.owner == name and not verb.by_chance]
    answering = (step for step in steps(rules, 7) if rules.phase_name(step.state) == "answer")
    step = next(step for step in answering if not rules.partial(step.state, step.seat))
    s = step.state
    offering = int(s.cells[s.top() + 1])
    for verb in verbs:
        for seat in {*seats_in(int(rules.actors(s))), offering}:
            error = rules.why_not(s, seat, [int(verb.offset)])
            assert error.rule == ("HOUSE-009" if seat == offering else "HOUSE-008"), error


# Random games.

KINDS: Final = frozenset({case.kind for case in CASES})
SETS: Final = ["+".join(name for name in present() if name in names) for names in sets_of(present()) if len(names) < 3]
POSITIONS: Final = 12
ASKED: Final = 40
DECISIONS: Final = 260


class Asked(NamedTuple):
    """A decision that is refused in a random game where it could be made: the position, who asks, and why not."""

    rules: IslandGame
    state: State
    seat: int
    text: str
    error: IllegalAction


def refusals(config: dict[str, Any], seed: int) -> Iterator[Asked]:
    """Decisions of the table's kinds that are refused on the way of a random game, in turn and in building phases."""
    rules = rules_of(config, seed)
    rng = random.Random(seed)
    verbs = [verb for verb in rules.verbs if verb.word in KINDS and not verb.by_chance]
    seen = 0
    for count, step in enumerate(steps(rules, seed)):
        s = step.state
        if count > DECISIONS or seen == POSITIONS or rules.is_over(s):
            return
        asks = not rules.partial(s, step.seat) and isinstance(rules.phase(s), MainPhase | BuildingPhase)
        if not asks or rng.random() > 0.2:
            continue
        seen += 1
        game = Game(rules)
        game.state = s.copy()
        for _ in range(ASKED):
            verb = rng.choice(verbs)
            text = verb.describe(rng.randrange(int(verb.size)))
            seat = game.actors[0]
            error = game.why_not(text, seat)
            if error is not None:
                yield Asked(rules, s, seat, text, error)


TAKEN: Final = {"BASE-010", "BASE-030", "SEA-002", "TB-EVT-010"}
"""The rules that may be cited for a road on a path that is taken, if it could be paid for."""


def wrong(asked: Asked) -> str:
    """What is wrong with a refusal, by what the board shows; empty if nothing is."""
    r, s, error = asked.rules, asked.state, asked.error
    if error.rule not in every_rule():
        return "no rule of the catalogue"
    if error.text not in catalogue("fr"):
        return "no French"
    word, _, place = asked.text.partition(" ")
    if word != "road" or isinstance(r.phase(s), BuildingPhase) or not payable(r, s, asked.seat) & BITS[ROAD]:
        return ""
    edge = r.board.edge_index[place]
    if s.cells[r.road + edge] and error.rule not in TAKEN:
        return "the path is taken"
    ends = [int(r.board.edge_corners[2 * edge + k]) for k in range(2)]
    own = [e for corner in ends for e in near(r, corner) if s.cells[r.road + e] == asked.seat + 1]
    return "a road of one's own is there" if "must touch" in error.text and own and r.lines == 1 else ""


def near(r: IslandGame, corner: int) -> list[int]:
    """The paths of a corner."""
    return [int(e) for e in r.ways[corner * int(r.way_count) : (corner + 1) * int(r.way_count)] if e >= 0]


@pytest.mark.parametrize("names", sampled(SETS, lambda one: one in ("", "seafarers"), most=12))
def test_the_refusals_of_random_games_cite_rules_of_the_game_in_both_languages(names: str) -> None:
    modules = tuple(names.split("+")) if names else ()
    asked = refusals(config_of(modules, 0), 7)
    faults = sorted({f"{one.text!r}: {one.error}: {fault}" for one in asked if (fault := wrong(one))})
    assert not faults, "\n".join(faults)


ELSEWHERE: Final = ("roll", "discard", "robber", "rob", "answer")
"""The phases in which something else comes first."""


@pytest.mark.parametrize("names", sampled(SETS, lambda one: one in ("seafarers", "two_players+rivers"), most=12))
def test_what_comes_too_early_is_refused_for_one_reason_wherever_it_would_be(names: str) -> None:
    modules = tuple(names.split("+")) if names else ()
    rules = rules_of(config_of(modules, 0), 3)
    rng, seen = random.Random(3), dict.fromkeys(ELSEWHERE, 0)
    verbs = [verb for verb in rules.verbs if verb.word in KINDS and not verb.by_chance]
    for count, step in enumerate(steps(rules, 3)):
        s = step.state
        if count > 2 * DECISIONS or rules.is_over(s):
            return
        phase = rules.phase(s).name
        if rules.partial(s, step.seat) or rules.chance_acts(s) or seen.get(phase, 3) > 2:
            continue
        seen[phase] += 1
        game = Game(rules)
        game.state = s.copy()
        seat = game.actors[0]
        offered = {text.split()[0] for text in [*game.legal(seat), *game.forms(seat)]}
        for verb in verbs:
            if verb.word not in offered:
                texts = [verb.describe(rng.randrange(int(verb.size))) for _ in range(ASKED)]
                errors = [game.why_not(text, seat) for text in texts]
                reasons = {(error.rule, error.text) for error in errors if isinstance(error, IllegalAction)}
                assert len(reasons) <= 1, f"{verb.word} in {phase}: {reasons}"


@pytest.mark.parametrize("names", sampled((one for one in SETS if "+" in one), most=12))
def test_a_reason_does_not_depend_on_the_order_of_the_modules(names: str) -> None:
    modules = names.split("+")
    config = config_of(tuple(modules), 0)
    one, other = (rules_of({**config, "modules": order}, 7) for order in (modules, modules[::-1]))
    asked, told = Game(one), Game(other)
    rng, codes = random.Random(7), list[int]()
    verbs = [verb for verb in one.verbs if verb.word in KINDS and not verb.by_chance]
    for count, step in enumerate(steps(one, 7)):
        codes.append(step.action)
        if count > DECISIONS or one.is_over(step.state):
            return
        if one.partial(step.state, step.seat):
            continue
        told.play(one.write(codes), step.seat)
        codes = []
        if one.chance_acts(step.state) or rng.random() > 0.1:
            continue
        asked.state = step.state.copy()
        for verb in rng.choices(verbs, k=ASKED):
            text = verb.describe(rng.randrange(int(verb.size)))
            reasons = [game.why_not(text, told.actors[0]) for game in (asked, told)]
            rules = [reason and (reason.rule, reason.text) for reason in reasons]
            assert rules[0] == rules[1], f"{text!r} in {one.phase(step.state).name}: {rules}"
