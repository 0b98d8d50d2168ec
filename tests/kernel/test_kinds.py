"""Every number of an observation says what it means: its categories are named, it is a seat, or it is in a list here.

Each field of the bases and of all rooms is asked, so that the next room is asked too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.observer import Observer, Part
from bastide.kernel.packing import counts
from bastide.kernel.rules import Phase, Rules
from bastide.kernel.state import OWNER, Field, Schema, State
from tests.differential.chain import rules_of
from tests.differential.sets import Set
from tests.kernel.test_bounds import sets

MEANINGS: Final = {
    "a count, points, a sum of dice or a number token": """
        depth bank claims owed drew played left rates turn dice route start_roll discards offers gives wants
        counter_gives counter_wants items_left far number stack aside score supply tiles places parts size ends who
        opens tags
        barbarian_attack.barbarians barbarian_attack.supply barbarian_attack.loose barbarian_attack.prisoners
        barbarian_attack.aside barbarian_attack.ready barbarian_attack.pile barbarian_attack.exchanges
        barbarian_attack.invasions barbarian_attack.scores barbarian_attack.lost
        caravans.stock caravans.stake caravans.beside
        cities_knights.ship cities_knights.attacks cities_knights.levels cities_knights.walls_left
        cities_knights.knights_left cities_knights.tokens cities_knights.seen_cards cities_knights.seen_goods
        cities_knights.hidden cities_knights.bottom_size cities_knights.cranes
        event_cards.seen event_cards.come event_cards.broken
        fishermen.spent fishermen.due fishermen.pile fishermen.sure fishermen.older fishermen.pooled fishermen.since
        great_wall.bag great_wall.gathered great_wall.fighting great_wall.behind great_wall.level great_wall.penalties
        great_wall.passes
        hills.flock hills.bag hills.supply_shepherd inns.supply_big
        rivers.changed seafarers.due
        traders.goods traders.supply_builder traders.supply_pig
        traders_barbarians.level traders_barbarians.delivered traders_barbarians.stacks traders_barbarians.exchanges
        traders_barbarians.tolls
        troy.trade_points troy.marker troy.charters
        two_players.tokens two_players.gone
    """,
    "a place or another index, or that + 1, or a bit for each": """
        robber lies/0 position/0 position/1 figure/0 place_of first where standing rim link open open_at bucket tile_of
        label next onward
        barbarian_attack.battle barbarian_attack.mercenary caravans.heads caravans.named cities_knights.metropolis
        cities_knights.merchant great_wall.pirate hills.shepherd seafarers.pirate traders_barbarians.wagon troy.people
        troy.ship_at
    """,
    "yes or no": """
        card_played barbarian_attack.fighting caravans.built cities_knights.wall cities_knights.tipped
        cities_knights.damaged cities_knights.active cities_knights.laid cities_knights.harbor_open event_cards.owing
        fishermen.boot_new five_six.out great_wall.freed hills.came_home rivers.misery seafarers.sailed
        traders_barbarians.fed troy.once troy.fought two_players.acted two_players.retired
    """,
    "two numbers of a frame, as its phase says": "agenda/2 agenda/3",
}
"""The fields whose numbers are no categories, by what their numbers are; `name/k` is the index k of the last axis."""

LISTED: Final = {name for names in MEANINGS.values() for name in names.split()}


def of_field(field: Field) -> list[tuple[str, list[str], int]]:
    """The numbers of a field that may differ in meaning, but seats: name, names of the categories, greatest value."""
    most = field.packing.most if field.packing else field.most
    seats = field.seats or [-1]
    if len(field.kinds) > 1:
        found = [(f"{field.name}/{k}", names, most[k % len(most)]) for k, names in enumerate(field.kinds)]
    elif len(seats) > 1 or field.name in {name.partition("/")[0] for name in LISTED if "/" in name}:
        found = [(f"{field.name}/{k}", [], most[k % len(most)]) for k in range(max(len(most), len(seats)))]
    else:
        found = [(field.name, field.kinds[0] if field.kinds else [], max(most))]
    return [one for k, one in enumerate(found) if seats[k % len(seats)] < 0]


def unexplained(rules: Rules) -> list[str]:
    """The numbers that are neither named nor listed, nor count cards or say who is in a set; and wrong names."""
    out: list[str] = []
    for field in rules.schema.fields:
        if field.size == 0:
            continue
        counted = field.pool != "" and not field.ordered
        for name, names, most in of_field(field):
            member = field.packing is not None and most == 1
            if names and (name in LISTED or len(names) != most + 1 or len(set(names)) != len(names)):
                out.append(f"{name} is named {names}")
            if not names and name not in LISTED and not counted and not member:
                out.append(f"{name}: declare its kinds, or say in this test what it is")
    return out


@pytest.mark.parametrize("set_", list(sets()))
def test_every_number_is_named_or_explained(set_: Set) -> None:
    assert unexplained(rules_of(set_, 0)) == []


def test_a_number_without_names_is_asked_for() -> None:
    asked = [f"{name}: declare its kinds, or say in this test what it is" for name in ("mixed/0", "packed/0")]
    assert unexplained(Plain()) == asked


class Plain(Rules):
    """One field of each sort."""

    def __init__(self) -> None:
        super().__init__(2, "plain")
        self.add_phase(Phase("asking"))
        self.add_phase(Phase("waiting"))
        add = self.schema.add
        self.sky = int(add("sky", [2], most=2, kinds=["none", "sun", "rain"]))
        self.card = int(add("card", [2, 1], OWNER, "cards", ordered=True, most=1, kinds=["none", "ace"]))
        self.mixed = int(add("mixed", [2, 2], most=[5, 1], kinds={1: ["no", "yes"]}))
        self.packed = int(add("packed", [2], packing=counts(4, [9, 1]), kinds={1: ["dull", "bright"]}))
        self.own = int(add("own", [2], OWNER, most=1, kinds={0: ["no", "yes"], 1: ["dull", "bright"]}))

    def start(self) -> State:
        return State(vec[i64]([0] * int(self.schema.size)))


def columns(part: Part) -> list[list[str]]:
    return [part.kinds_of(n) for n in range(part.size)]


def test_an_observer_names_the_categories_of_each_number() -> None:
    rules = Plain()
    observer = Observer(rules, 1)
    part = observer.part
    assert part("sky").kinds == ["none", "sun", "rain"]
    assert columns(part("sky")) == [["none", "sun", "rain"]] * 2
    assert columns(part("card")) == [["none", "ace"]]
    assert columns(part("card.sizes")) == [[], []]
    assert part("mixed").kinds == []
    assert columns(part("mixed")) == [[], ["no", "yes"]] * 2
    assert columns(part("packed")) == [[], ["dull", "bright"]] * 2
    assert columns(part("own")) == [["dull", "bright"]]
    assert columns(Observer(rules, 0).part("own")) == [["no", "yes"]]
    assert columns(part("agenda"))[:4] == [["asking", "waiting"], [], [], []]
    assert part("over").kinds == ["running", "over"]
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"sky has 2 numbers, 0 to 1, and no number {index}"):
            part("sky").kinds_of(index)


def axes(rules: Rules) -> dict[tuple[str, int], int]:
    """The length of each axis of what a spectator and seat 0 observe, by part and axis from behind."""
    parts = [part for viewer in (-1, 0) for part in Observer(rules, viewer, derived=True).parts]
    return {(part.name, axis - len(part.shape)): n for part in parts for axis, n in enumerate(part.shape)}


def of_seats(set_: Set, numbers: Iterable[int]) -> Rules:
    """A game with the first of these numbers of seats that it can have."""
    for seats in numbers:
        with suppress(ConfigError):
            return configure({"game": set_.family, "modules": list(set_.modules), "seats": seats}, random.Random(1))
    raise AssertionError(set_)


SECTIONS: Final = {"great_wall.level", "great_wall.fighting"}
"""Fields with an axis of sections of the wall, of which there are as many as seats."""


@pytest.mark.parametrize("set_", list(sets()))
def test_every_axis_of_seats_is_declared(set_: Set) -> None:
    """An axis that is as long as there are seats, for the fewest and the most of them, is by seat."""
    games = [of_seats(set_, range(2, 7)), of_seats(set_, range(6, 1, -1))]
    found = [axes(rules) for rules in games]
    by_seat = {
        (part.name, axis - len(part.shape))
        for viewer in (-1, 0)
        for part in Observer(games[0], viewer, derived=True).parts
        for axis in part.by_seat
    }
    if games[0].seats != games[1].seats:
        as_many = {
            at
            for at in found[0]
            if all(sizes.get(at) == rules.seats for sizes, rules in zip(found, games, strict=True))
        }
        assert {at for at in as_many if at[0] not in SECTIONS} <= by_seat
    for at in by_seat:
        assert all(sizes.get(at, 0) == 0 or sizes[at] >= rules.seats for sizes, rules in zip(found, games, strict=True))


def test_an_observer_says_which_axes_and_numbers_are_seats() -> None:
    rules = configure({"seats": 3, "modules": ["cities_knights"], "options": {"first": 0}}, random.Random(1))
    seen, spectator = Observer(rules, 2).part, Observer(rules, -1).part
    assert (seen("hand").by_seat, seen("hand.sizes").by_seat, spectator("hand.sizes").by_seat) == ([], [0], [0])
    assert (seen("winners").by_seat, seen("cities_knights.seen_cards").by_seat) == ([0], [0])
    assert (seen("cities_knights.science_bottom_known").by_seat, seen("left").by_seat) == ([1], [0])
    assert (seen("owner").seats, seen("on_turn").seats, seen("agenda").seats) == ([1], [0], [-1, 0, -1, -1])
    assert (seen("level").seats, seen("level").by_seat) == ([], [])


def test_seats_must_suit_the_field() -> None:
    schema = Schema()
    for by_seat, seat, said in (
        ([2], None, r"the field 'sky' declares the axes \[2\] of seats, but has 2 axes"),
        ([0], {3: 1}, r"the field 'sky' declares seats \{3: 1\}, but has 3 numbers"),
        ([0], 2, r"the field 'sky' declares seats \{0: 2\}, but has 3 numbers"),
    ):
        with pytest.raises(ValueError, match=said):
            schema.add("sky", [2, 3], most=1, by_seat=by_seat, seat=seat)


def test_kinds_must_suit_the_field() -> None:
    schema = Schema()
    for kinds, least, said in (
        (["none"], 0, "the field 'sky' has 1 kinds, but values from 0 to 1"),
        (["none", "sun"], -1, "the field 'sky' has 2 kinds, but values from -1 to 1"),
        ({0: ["none"]}, 0, "the field 'sky' has 1 kinds, but values from 0 to 1"),
        ({3: ["none", "sun"]}, 0, r"the field 'sky' names kinds of \[3\], but has 3 numbers"),
    ):
        with pytest.raises(ValueError, match=said):
            schema.add("sky", [2, 3], most=1, least=least, kinds=kinds)
    with pytest.raises(ValueError, match="the field 'sky' has 2 kinds, but values from 0 to 9"):
        schema.add("sky", [2], packing=counts(4, [9, 1]), kinds=["none", "sun"])


def test_an_ending_of_a_module_is_a_kind_of_the_field_over() -> None:
    rules = Plain()
    ending = rules.add_ending("lost")
    assert Observer(rules, 0).part("over").kinds[int(ending)] == "plain.lost"


def value(game: Game, name: str, at: int = 0) -> str:
    """The name of one number of what seat 0 observes."""
    observer = Observer(game.rules, 0)
    part = observer.part(name)
    return part.kinds_of(at)[observer.observe(game.state)[part.offset + at]]


def test_the_names_are_those_of_the_notation() -> None:
    tiles = Game.new({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, seed=1)
    tiles.play("draw city1")
    assert (value(tiles, "drawn"), value(tiles, "agenda")) == ("city1", "tile")
    game = Game.new({"seats": 3, "modules": ["cities_knights"], "options": {"first": 0, "pieces": "free"}}, seed=1)
    rng = random.Random(1)
    while game.rules.phase_name(game.state) != "event":
        if game.actors:
            game.play(game.legal()[0])
        else:
            game.draw(rng)
    assert value(game, "cities_knights.event") == "none"
    game.play("event politics")
    assert value(game, "cities_knights.event") == "politics"
    rules = game.rules
    assert isinstance(rules, Island)
    observer = Observer(rules, 0)
    part = observer.part("level")
    seen = [part.kinds[n] for n in list(observer.observe(game.state))[part.offset :][: part.size]]
    assert (seen.count("settlement"), seen.count("city")) == (3, 3)
