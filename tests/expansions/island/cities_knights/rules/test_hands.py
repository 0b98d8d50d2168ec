"""What a seat has seen of goods in another's hand stays when hands are dealt anew, for as long as it may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.expansions.island.cities_knights.rules.hands import seen_in
from bastide.expansions.island.cities_knights.rules.module import CitiesKnightsRules
from bastide.kernel.families import configure
from bastide.kernel.perft import seats_to_move
from bastide.kernel.resample import resample
from bastide.kernel.state import BITS, Event, State
from bastide.testing.play import decision
from tests.expansions.island.cities_knights.rules.invariants import check_memory
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table, parts
from tests.kit import goods
from tests.properties.play import richly
from tests.sizes import examples

both = pytest.mark.parametrize("edition", EDITIONS)
WORLDS = 120

Hand = tuple[int, ...]


def worlds(t: KnightsState, viewer: int) -> Iterator[State]:
    """Worlds that a viewer holds possible."""
    for seed in range(WORLDS):
        dealt = resample(t.r, t.game.state, viewer, random.Random(seed))
        check_memory(t.m, dealt)
        yield dealt


def held(t: KnightsState, s: State, seat: int) -> Counter[str]:
    """The goods in a hand."""
    hand = t.r.hand + seat * t.r.goods
    return Counter({name: int(s.cells[hand + g]) for g, name in enumerate(t.r.good_names)})


def sure(t: KnightsState, viewer: int, owner: int) -> dict[str, int]:
    """How many cards of each good a seat has in all worlds that a viewer holds possible, at least."""
    least = None
    for dealt in worlds(t, viewer):
        hand = held(t, dealt, owner)
        least = hand if least is None else least & hand
    return dict(+(least or Counter()))


def most(t: KnightsState, viewer: int, owner: int) -> Counter[str]:
    """How many cards of each good a seat has in some world that a viewer holds possible, at most."""
    found = Counter[str]()
    for dealt in worlds(t, viewer):
        found |= held(t, dealt, owner)
    return found


def taxed(**more: Any) -> KnightsState:
    """Seat 0 has just taken an ore and a cloth out of the hand of seat 1."""
    hands = {0: "brick*2 grain*2", 1: "ore*3 wool*2 grain cloth", 2: "lumber*3 ore*2 coin*3 wool"}
    pieces = {"cities": {1: "1,1,S 1,-1,S"}, "roads": {1: "1,1,SE"}, "settlements": {0: "-1,0,N", 2: "-1,1,S"}}
    t = knights_table(hands=hands, **({"progress": {0: "taxes"}} | pieces | more))
    t.play("taxes 1", "seize ore", "seize cloth")
    return t


def next_turn(t: KnightsState) -> KnightsState:
    """The next seat has rolled something that yields nothing."""
    t.play("end", "roll", "roll 1 1", "event ship")
    return t


@pytest.mark.rule("CK-139", "BASE-054")
@both
def test_a_hand_that_was_looked_at_is_remembered(edition: str) -> None:
    t = taxed(edition=edition)
    assert sure(t, 0, 1) == goods("ore*2 wool*2 grain")
    assert sure(t, 1, 0) == goods("ore cloth"), "whose cards they were knows them"
    assert sure(t, -1, 0) == sure(t, -1, 1) == {}
    assert sure(t, 2, 1) == {}


@pytest.mark.rule("CK-139")
def test_while_it_looks_a_seat_knows_the_whole_hand() -> None:
    t = knights_table(progress={0: "taxes"}, cities={1: "1,1,S"}, hands={1: "ore*2 wool", 2: "ore*5 wool*5 coin*5"})
    t.play("taxes 1")
    assert sure(t, 0, 1) == goods("ore*2 wool")
    t.play("seize ore")
    assert sure(t, 0, 1) == goods("ore wool")


@pytest.mark.rule("CK-139", "BASE-054")
def test_what_leaves_before_all_is_one_less_of_its_kind() -> None:
    """What comes before all stands in the log, and is not remembered here."""
    t = next_turn(taxed(trade="full"))
    t.play("recruit " + min(t.places("recruit")))
    assert sure(t, 0, 1) == goods("ore wool grain")
    t.play("offer ore for coin", "2: accept", "1: trade 2")
    assert sure(t, 0, 1) == goods("wool grain")


@pytest.mark.rule("CK-139", "CK-136")
def test_a_monopoly_takes_what_was_known() -> None:
    t = next_turn(taxed(progress={0: "taxes", 1: "wedding", 2: "resource-monopoly"}))
    next_turn(t).play("resource-monopoly ore")
    assert sure(t, 0, 1) == goods("wool*2 grain")


@pytest.mark.rule("CK-139", "BASE-054", "CK-078")
def test_a_card_that_is_stolen_unseen_may_have_been_any() -> None:
    """The thief learns which it was, the seat that has looked does not; and the victim knows what the thief holds."""
    t = next_turn(taxed(on_turn=0, knights={2: "1,1,N strong active"}, robber="1,1"))
    next_turn(t).play("chase 1,1,N", "robber 1,-1", "steal wool")
    assert sure(t, 0, 1) == goods("ore wool")
    assert sure(t, 1, 2) == goods("wool")


@pytest.mark.rule("CK-150", "BASE-054")
def test_whoever_gives_cards_knows_them() -> None:
    t = knights_table(progress={0: "wedding"}, cities={1: "1,1,S"}, hands={1: "ore*2 coin wool*2", 2: "ore"})
    t.play("wedding", "1: discard ore coin")
    assert sure(t, 1, 0) == goods("ore coin")
    assert sure(t, 2, 0) == {}


@pytest.mark.rule("CK-138", "BASE-054")
def test_both_know_what_was_exchanged() -> None:
    t = knights_table(
        progress={0: "commercial-harbor"}, hands={0: "wool", 1: "cloth coin ore", 2: "wool*5 ore*5 cloth*5"}
    )
    t.play("commercial-harbor", "exchange 1 wool", "1: pay cloth")
    assert sure(t, 0, 1) == goods("wool")
    assert sure(t, 1, 0) == goods("cloth")
    assert sure(t, 2, 0) == sure(t, 2, 1) == {}


COMMODITIES = ("paper", "cloth", "coin")


def lacks(t: KnightsState, viewer: int, owner: int, *names: str) -> bool:
    """Whether in no world that a viewer holds possible a seat holds one of these."""
    found = most(t, viewer, owner)
    return not any(found[name] for name in names)


@pytest.mark.rule("CK-138", "CK-177")
def test_who_could_give_no_commodity_has_none() -> None:
    """All have seen that; a commodity that comes before all may be there, and any where nobody saw what came."""
    hands = {0: "wool coin*4", 1: "ore*6", 2: "wool*4 paper*4 cloth*4 coin*4"}
    t = knights_table(progress={0: "commercial-harbor", 1: "taxes"}, hands=hands, cities={2: "1,1,S"})
    assert not lacks(t, 0, 1, "paper")
    assert not lacks(t, -1, 1, "coin")
    t.play("commercial-harbor", "exchange 1 wool")
    for viewer in (-1, 0, 2):
        assert lacks(t, viewer, 1, *COMMODITIES)
        assert most(t, viewer, 1)["wool"]
    t.m.r.draw_goods(t.game.state, 1, t.r.good_names.index("cloth"), 1)
    assert lacks(t, 0, 1, "paper", "coin")
    assert not lacks(t, 0, 1, "cloth")
    next_turn(t).play("taxes 2", "seize wool", "seize wool")
    assert not lacks(t, 0, 1, "paper")
    assert not lacks(t, 0, 1, "coin")


@pytest.mark.rule("CK-136", "CK-137")
def test_who_could_not_give_all_that_a_monopoly_takes_has_none_left() -> None:
    hands = {1: "ore grain*6", 2: "ore*2 wool*6 cloth", 3: "ore*5 cloth*5 grain*5"}
    t = knights_table(4, progress={0: "resource-monopoly trade-monopoly"}, hands=hands)
    t.play("resource-monopoly ore")
    assert lacks(t, 3, 1, "ore")
    assert not lacks(t, 3, 2, "ore")
    assert not lacks(t, 3, 1, "cloth")
    t.play("trade-monopoly cloth")
    assert lacks(t, 3, 1, "cloth")
    assert not lacks(t, 3, 2, "cloth")


# In any game


class Onlooker:
    """All hands that a seat may believe another to hold: an account of what it saw, kept in another way.

    It begins with a look, and follows what came and left; where that was not shown it was any card. It ends where
    there are too many.
    """

    def __init__(self, hand: Hand) -> None:
        self.hands = {hand}

    def shift(self, change: Hand) -> None:
        """Cards came or left before the eyes of this seat."""
        moved = {tuple(a + b for a, b in zip(hand, change, strict=True)) for hand in self.hands}
        self.hands = {hand for hand in moved if min(hand) >= 0}

    def guess(self, step: int) -> None:
        """A card came (1) or left (-1), whichever it was."""
        kinds = range(len(next(iter(self.hands))))
        moved = {tuple(n + step * (g == kind) for g, n in enumerate(hand)) for hand in self.hands for kind in kinds}
        self.hands = {hand for hand in moved if min(hand) >= 0}


def hand_of(r: Any, s: State, seat: int) -> Hand:
    """A hand as a row."""
    at = int(r.hand + seat * r.goods)
    return tuple(int(n) for n in s.cells[at : at + int(r.goods)])


def secrets(r: Any, events: list[Event]) -> list[tuple[int, int, int, int]]:
    """Cards that passed unseen by others: from whom, to whom, the good, the mask of those who saw it."""
    found = []
    for event in events:
        if event.kind == "give":
            found.append((int(event.seat), int(event.c), int(event.a), int(event.sees)))
        elif event.kind == "steal":
            found.append((int(event.a), int(event.seat), int(event.b), int(event.sees)))
    return found


def follow(r: Any, watch: dict[tuple[int, int], Onlooker], before: list[Hand], after: list[Hand], s: State) -> None:
    """Tell every onlooker what it could see of a decision."""
    hidden = secrets(r, s.journal or [])
    for (viewer, owner), seen in list(watch.items()):
        change = [b - a for a, b in zip(before[owner], after[owner], strict=True)]
        unseen = []
        for giver, taker, good, sees in hidden:
            if owner in (giver, taker) and not sees >> viewer & 1:
                step = 1 if owner == taker else -1
                change[good] -= step
                unseen.append(step)
        seen.shift(tuple(change))
        for step in unseen:
            seen.guess(step)
        if len(seen.hands) > 3000:
            del watch[viewer, owner]


def hand_out(m: CitiesKnightsRules, s: State, seat: int, name: str) -> None:
    """A seat draws a progress card that a random game would rarely see."""
    kind = m.card_names.index(name)
    at = m.pile[m.domain_of[kind]] + kind - m.first[m.domain_of[kind]]
    if s.cells[at] > 0 and m.cards_of(s, seat) < 4:
        s.cells[at] -= 1
        m.gain_card(s, seat, kind, 1)


@st.composite
def configs(draw: st.DrawFn) -> dict[str, Any]:
    """A config of either edition."""
    return {
        "seats": draw(st.integers(2, 4)),
        "modules": ["cities_knights"],
        "layout": draw(st.sampled_from(["beginner", "random", "spiral"])),
        "options": {
            "edition": draw(st.sampled_from(["2025", "classic"])),
            "defense": draw(st.sampled_from(["all", "chosen"])),
            "merchant_at": draw(st.sampled_from(["edition", "settlements"])),
            "fresh_knights": draw(st.sampled_from(["rest", "act"])),
            "trade": draw(st.sampled_from(["bank", "bank", "full"])),
            "offers": 2,
            "goal": draw(st.sampled_from([10, 13, 20])),
            "turns": 300,
        },
    }


@pytest.mark.rule("CK-139", "CK-138", "BASE-054")
@examples(6)
@given(config=configs(), seed=st.integers(0, 2**32))
def test_a_seat_knows_no_more_than_it_saw_and_no_world_denies_it(config: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    r, m = parts(configure(config, rng))
    s = r.start()
    seats = range(int(r.seats))
    watch: dict[tuple[int, int], Onlooker] = {}
    for n in range(400):
        if r.is_over(s):
            break
        if r.phases[s.cells[s.top()]].name == "main" and n % 3 == 0:
            hand_out(m, s, rng.choice(seats), rng.choice(["taxes", "commercial-harbor", "wedding", "trade-monopoly"]))
            for seat in seats:
                watch = {pair: seen for pair, seen in watch.items() if pair[1] != seat}
            richly(r, s, rng)
        before = [hand_of(r, s, seat) for seat in seats]
        s.journal = []
        decision(r, s, rng.choice(seats_to_move(r, s)), rng)
        after = [hand_of(r, s, seat) for seat in seats]
        follow(r, watch, before, after, s)
        for event in s.journal:
            if event.kind == "taxes":
                watch[int(event.seat), int(event.a)] = Onlooker(after[event.a])
        for (viewer, owner), seen in watch.items():
            assert after[owner] in seen.hands
            for good in range(int(r.goods)):
                assert seen_in(m, s, viewer, owner, good) <= min(hand[good] for hand in seen.hands)
                assert not r.barred(s, r.hand, owner, viewer) & BITS[good] or not max(hand[good] for hand in seen.hands)
        if n % 9 == 0:
            viewer = rng.choice(seats)
            dealt = resample(r, s, viewer, rng)
            check_memory(m, dealt)
            for owner in seats:
                for good, there in enumerate(hand_of(r, dealt, owner)):
                    assert there >= seen_in(m, s, viewer, owner, good)
                    assert not there or not r.barred(s, r.hand, owner, viewer) & BITS[good]


def test_dealing_anew_changes_hidden_cards_and_what_was_returned() -> None:
    """A card that a seat has put under a pile is dealt anew for the others and stays for that seat."""
    changed = Counter[int]()
    for seed in range(40):
        rng = random.Random(seed)
        config = {"seats": 3, "modules": ["cities_knights"], "options": {"edition": "classic", "trade": "bank"}}
        r, m = parts(configure(config, rng))
        s = r.start()
        for _ in range(60):
            decision(r, s, int(r.actors(s)).bit_length() - 1 if r.actors(s) else -1, rng)
        if r.is_over(s):
            continue
        c = s.cells
        c[m.pile[0]] -= 1  # an alchemist that seat 1 has returned
        c[m.bottom[0]], c[m.bottom_known[0]], c[m.bottom_size] = 1, 2, 1
        for viewer in (0, 1, 2):
            dealt = resample(r, s, viewer, rng)
            check_known = int(dealt.cells[m.bottom[0]]) == 1
            changed[viewer] += not check_known
            assert viewer != 1 or check_known
    assert changed[0] > 20
    assert changed[2] > 20
