"""What a seat has seen of hidden cards, and what has not moved since, stays when hidden things are dealt anew."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bastide.kernel.resample import resample
from tests.expansions.island.cities_knights.rules.invariants import check_memory
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)
WORLDS = 60


def worlds(t: KnightsState, viewer: int, owner: int) -> Counter[str]:
    """In how many of the worlds that a viewer holds possible a seat has at least one card of each kind."""
    found: Counter[str] = Counter()
    for seed in range(WORLDS):
        dealt = resample(t.r, t.game.state, viewer, random.Random(seed))
        check_memory(t.m, dealt)
        found.update(name for i, name in enumerate(t.m.card_names) if dealt.cells[t.m.card_at(owner, i)])
    return found


@pytest.mark.rule("CK-146", "CK-183")
@both
def test_a_spy_remembers_what_it_saw(edition: str) -> None:
    t = knights_table(progress={0: "espionage", 1: "crane merchant wedding"}, edition=edition)
    t.play("espionage 1", "spy wedding")
    assert {"crane", "merchant"} <= {name for name, n in worlds(t, 0, 1).items() if n == WORLDS}
    assert worlds(t, 1, 0)["wedding"] == WORLDS, "whose card it was knows it"
    assert 0 < worlds(t, 2, 1)["crane"] < WORLDS
    assert 0 < worlds(t, 2, 0)["wedding"] < WORLDS
    assert worlds(t, 1, 1) == {"crane": WORLDS, "merchant": WORLDS}


@pytest.mark.rule("CK-183")
def test_while_it_looks_a_spy_knows_all() -> None:
    t = knights_table(progress={0: "espionage", 1: "crane merchant wedding"})
    t.play("espionage 1")
    assert worlds(t, 0, 1) == {"crane": WORLDS, "merchant": WORLDS, "wedding": WORLDS}


@pytest.mark.rule("CK-183", "CK-116")
def test_a_card_that_was_played_is_known_no_longer() -> None:
    t = knights_table(progress={0: "espionage", 1: "crane*2 wedding"})
    t.play("espionage 1", "spy wedding", "end", "roll", "roll 1 1", "event ship")
    assert worlds(t, 0, 1)["crane"] == WORLDS
    t.play("crane", "crane", "end", "roll", "roll 1 1", "event ship")
    assert worlds(t, 0, 1) == {}


@pytest.mark.rule("CK-028", "CK-183")
@pytest.mark.parametrize(("returned", "known"), [("crane", False), ("merchant", True), ("taxes", True)])
def test_a_card_that_goes_back_unseen_may_be_any_of_its_domain(returned: str, known: bool) -> None:
    """Seat 0 has seen a crane; a card of science that goes back may be it, one of trade is not."""
    t = knights_table(
        progress={0: "espionage", 1: "crane wedding*2"},
        levels={1: "trade 5"},
        piles={"trade": "merchant*6 taxes*2"},
        edition="classic",
    )
    t.play("espionage 1", "spy wedding")
    for card in ("merchant", "merchant", "taxes"):
        t.play("end", "roll", "roll 1 1", "event trade", f"progress {card}")
    t.check(phase="surplus", actors=[1])
    t.play(f"1: return {returned}")
    assert (worlds(t, 0, 1)["crane"] == WORLDS) == known
    assert worlds(t, 0, 1)["wedding"] == WORLDS
    assert returned in [*t.under("science"), *t.under("trade")]


@pytest.mark.rule("CK-116", "CK-028")
def test_a_card_drawn_from_a_known_bottom_is_known() -> None:
    """Seat 1 has put a smithing under the pile, and the mining was played before all."""
    t = knights_table(
        levels={0: "science 5", 2: "science 5"},
        piles={"science": ""},
        under={"science": "mining smithing"},
        progress={1: "crane merchant taxes wedding"},
        rolled=False,
    )
    t.game.state.cells[t.m.bottom_known[0] + 1] = 2
    t.play("roll", "roll 1 1", "event science", "progress mining", "progress smithing")
    assert worlds(t, 1, 0)["mining"] == WORLDS
    assert worlds(t, 2, 0)["mining"] == WORLDS
    assert worlds(t, 1, 2)["smithing"] == WORLDS
    assert 0 < worlds(t, 0, 2)["smithing"] < WORLDS


@pytest.mark.rule("CK-138")
def test_whoever_owes_a_commodity_has_one_in_every_world() -> None:
    t = knights_table(
        progress={0: "commercial-harbor"},
        hands={0: "wool ore*3", 1: "cloth ore*4", 2: "wool*3 paper*2"},
    )
    t.play("commercial-harbor", "exchange 1 wool")
    for viewer in (-1, 0, 1, 2):
        for seed in range(WORLDS):
            dealt = resample(t.r, t.game.state, viewer, random.Random(seed))
            legal = t.r.legal(dealt, 1)
            assert len(legal) > 0
            t.r.apply(dealt, 1, legal[0])
            assert all(dealt.cells[t.r.hand + i] >= 0 for i in range(3 * int(t.r.goods)))
