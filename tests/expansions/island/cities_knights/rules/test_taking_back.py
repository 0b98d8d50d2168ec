"""What may be taken back in Cities & Knights (HOUSE-003): nothing that has shown cards or handed them over."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import configure
from bastide.kernel.state import BITS
from bastide.testing.play import decisions
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table, parts
from tests.properties.play import richly

both = pytest.mark.parametrize("edition", EDITIONS)

STAYS: Final = {"exchange", "pay", "seize", "spy", "dismiss", "enlist"}
"""What follows upon cards and cannot be taken back; nor can any card that was played."""
GOES: Final = {
    *("pass", "event", "progress", "return", "defend", "lose", "draw-from", "retreat"),
    *("recruit", "activate", "promote", "move", "chase", "improve", "metropolis", "wall", "repair"),
}
"""What a player may take back as long as nobody has decided anything since, nor chance."""


@pytest.mark.rule("HOUSE-003")
@both
def test_every_word_of_the_expansion_says_whether_it_stays(edition: str) -> None:
    t = knights_table(edition=edition)
    own = t.r.verbs[t.r.verbs.index(t.r.verb_named("pass")) :]
    stays = {verb.word for verb in own if t.r.is_final([int(verb.offset)])}
    assert stays == STAYS | {name for name in t.m.card_names if name not in ("printing", "constitution")}
    assert {verb.word for verb in own} - stays == GOES - ({"repair"} if edition == "2025" else set())
    assert t.r.is_final([int(t.r.verb_named("discard").offset)]), "gifts at a wedding, and what Sabotage costs"


GUESTS: Final = {"settlements": {1: "0,0,S -2,0,S"}, "hands": {0: "wool", 1: "ore*4 cloth"}}
SHOWN: Final[dict[str, tuple[dict[str, Any], tuple[str, ...]]]] = {
    "a gift at a wedding": ({"progress": {0: "wedding"}, **GUESTS}, ("wedding", "1: discard ore cloth")),
    "cards lost by sabotage": ({"progress": {0: "sabotage"}, **GUESTS}, ("sabotage", "1: discard ore*2")),
    "a commodity for a resource": (
        {"progress": {0: "commercial-harbor"}, **GUESTS},
        ("commercial-harbor", "exchange 1 wool", "1: pay cloth"),
    ),
    "an offer that found no commodity": (
        {"progress": {0: "commercial-harbor"}, "hands": {0: "wool", 1: "ore"}},
        ("commercial-harbor", "exchange 1 wool"),
    ),
    "a look at a hand": ({"progress": {0: "taxes"}, **GUESTS}, ("taxes 1",)),
    "a card that was seized": ({"progress": {0: "taxes"}, **GUESTS}, ("taxes 1", "seize ore")),
    "a look at progress cards": ({"progress": {0: "espionage", 1: "crane"}}, ("espionage 1",)),
    "a card that was spied": ({"progress": {0: "espionage", 1: "crane"}}, ("espionage 1", "spy crane")),
    "a monopoly": ({"progress": {0: "resource-monopoly"}, **GUESTS}, ("resource-monopoly ore",)),
    "a knight that was given up": (
        {"progress": {0: "treason"}, "knights": {1: "1,1,S"}, "roads": {0: "0,0,SE"}},
        ("treason 1", "1: dismiss 1,1,S"),
    ),
}


@pytest.mark.rule("HOUSE-003", "CK-184")
@pytest.mark.parametrize("what", SHOWN)
def test_what_was_shown_or_handed_over_stays(what: str) -> None:
    position, lines = SHOWN[what]
    t = knights_table(**position).play(*lines)
    before = t.game.hash()
    for seat in range(3):
        assert not t.game.can_undo(seat)
        with pytest.raises(IllegalAction, match=r"\(HOUSE-003\)"):
            t.game.undo(seat)
    assert t.game.hash() == before


@pytest.mark.rule("HOUSE-003")
@pytest.mark.parametrize(
    ("position", "lines", "by"),
    [
        ({"roads": {0: "0,0,SE"}, "hands": {0: "wool ore"}}, ("recruit 0,0,S",), 0),
        ({"cities": {0: "0,0,S"}, "hands": {0: "cloth"}}, ("improve trade",), 0),
        (
            {"levels": {1: "trade 1"}, "progress": {1: "crane*2 taxes*2"}, "rolled": False},
            ("roll", "roll 1 1", "event trade", "progress merchant", "1: return crane"),
            1,
        ),
    ],
)
def test_the_own_doing_may_be_taken_back(position: dict[str, Any], lines: tuple[str, ...], by: int) -> None:
    t = knights_table(**position).play(*lines)
    assert [t.game.can_undo(seat) for seat in range(3)] == [seat == by for seat in range(3)]


@pytest.mark.rule("HOUSE-003")
@both
def test_nothing_that_told_one_player_more_than_another_can_be_taken_back(edition: str) -> None:
    """In rich random games: what another seat learned by a decision, and not all did, makes it stay."""
    rng = random.Random(11)
    options: dict[str, Any] = {"edition": edition, "trade": "bank", "goal": 22, "turns": 300}
    r, _ = parts(configure({"seats": 4, "modules": ["cities_knights"], "options": options}, rng))
    s = r.start()
    s.journal = []
    told = 0
    for n, (seat, codes) in enumerate(decisions(r, s, rng)):
        events, s.journal = s.journal or [], []
        if seat >= 0 and any(event.sees >= 0 and event.sees & ~BITS[seat] for event in events):
            told += 1
            assert r.is_final(codes), r.write(codes)
        if r.is_over(s) or n > 3000:
            break
        if n % 3 == 0 and r.phases[s.cells[s.top()]].name == "main":
            richly(r, s, rng)
    assert told > 5
