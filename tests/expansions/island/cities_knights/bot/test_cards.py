"""When the greedy bot plays each progress card, and when it keeps it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.expansions.island.cities_knights.bot.test_bot import played, position
from tests.expansions.island.cities_knights.rules.kit import EDITIONS

both = pytest.mark.parametrize("edition", EDITIONS)

PLAYED: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    # A metropolis for three cloth instead of four.
    "crane": ("crane", {"levels": {0: "trade 3"}, "hands": {0: "cloth*3"}}),
    # The hand is over the limit.
    "engineering": ("engineering 0,1,N", {"hands": {0: "wool*6 brick*3"}}),
    # A 4 by the pasture for the 11 of the hills where a city stands.
    "invention": ("invention ", {"hands": {0: ""}}),
    "irrigation": ("irrigation", {"hands": {0: "ore*3"}}),
    "mining": ("mining", {"hands": {0: "grain*2 ore"}}),
    "medicine": ("medicine 1,1,N", {"hands": {0: "grain ore*2"}}),
    # The longest road for two roads.
    "road-building": ("road-building", {"roads": {0: "0,0,SE 0,1,NE 1,0,SE 1,1,NE"}}),
    "smithing": ("smithing", {"knights": {0: "1,0,S active; 0,0,S active"}, "ship": 5}),
    "commercial-harbor": (
        "commercial-harbor",
        {
            "seats": 2,
            "hands": {0: "cloth*3 wool*3", 1: "cloth*3"},
            "settlements": {},
            "levels": {0: "science 3 trade 3 politics 3"},
        },
    ),
    "merchant": ("merchant ", {}),
    "merchant-fleet": ("merchant-fleet wool", {"hands": {0: "wool*4 grain*2 ore"}}),
    "resource-monopoly": ("resource-monopoly ore", {"hands": {0: "grain*2 ore", 1: "ore*3", 2: "ore*3"}}),
    "trade-monopoly": (
        "trade-monopoly cloth",
        {"hands": {0: "cloth*2", 1: "cloth*3", 2: "cloth*3"}, "levels": {0: "trade 3"}},
    ),
    "taxes": ("taxes 1", {"hands": {0: "grain*2 ore", 1: "ore*3 cloth*3"}, "tokens": {1: 3}}),
    "diplomacy": (
        "diplomacy ",
        {"roads": {0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE -2,1,NE -1,0,SE -1,0,E -1,0,NE", 2: "2,-2,E"}},
    ),
    "encouragement": ("encouragement", {"knights": {0: "1,0,S strong; 0,0,S strong"}, "ship": 6}),
    "espionage": ("espionage 1", {"progress": {0: "espionage", 1: "merchant medicine"}}),
    "sabotage": ("sabotage", {"hands": {1: "ore*6 cloth*4", 2: "wool*7"}, "tokens": {1: 3, 2: 3}}),
    "taxation": ("taxation ", {"hands": {1: "ore*3", 2: "wool"}, "robber": "0,1"}),
    "treason": ("treason 1", {"knights": {1: "-1,0,S strong"}, "ship": 5}),
    "wedding": ("wedding", {"hands": {1: "ore*3", 2: "wool*3"}, "tokens": {1: 3, 2: 3}}),
}

KEPT: Final[dict[str, dict[str, Any]]] = {
    "crane": {"levels": {0: "science 2 trade 3 politics 2"}, "hands": {0: "cloth*2"}},
    "engineering": {"hands": {0: "wool"}},
    "irrigation": {"hands": {0: "grain*6"}},
    "mining": {"hands": {0: "ore*6"}},
    "medicine": {"hands": {0: "grain"}},
    "smithing": {"knights": {0: "1,0,S"}, "cities": {1: "-2,1,N", 2: "2,-1,N"}},
    "commercial-harbor": {"seats": 2, "hands": {0: "wool*3", 1: "ore*2"}},
    "merchant-fleet": {"hands": {0: "wool"}},
    "resource-monopoly": {"hands": {0: "grain*2 ore"}},
    "trade-monopoly": {"hands": {0: "cloth*2", 1: "ore"}},
    "diplomacy": {"roads": {0: "0,1,NE 1,0,SE", 1: "-2,0,SE", 2: "2,-2,E"}},
    "encouragement": {"knights": {0: "1,0,S"}, "ship": 0},
    "merchant": {"merchant": (0, "1,0")},
    "intrigue": {},
}


@both
@pytest.mark.parametrize("card", PLAYED)
def test_it_plays(card: str, edition: str) -> None:
    text, more = PLAYED[card]
    t = position(**{"progress": {0: card}, **more}, edition=edition)
    done = played(t)
    assert any(one.startswith(text) for one in done), done


@both
@pytest.mark.parametrize("card", KEPT)
def test_it_keeps(card: str, edition: str) -> None:
    t = position(**{"progress": {0: card}, **KEPT[card]}, edition=edition)
    done = played(t)
    assert not any(one.startswith(card) for one in done), done
