"""The log of Cities & Knights tells what happened, and nothing that did not."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.view.typesetting import typeset
from bastide.view.words import Words
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table
from tests.expansions.island.cities_knights.view.test_view import NAMES
from tests.kit import land
from tests.view.island.seen import seen

both = pytest.mark.parametrize("edition", EDITIONS)


def lines(t: KnightsState, language: str = "en", edition: str = "2025") -> list[str]:
    """All lines, with their details in brackets."""
    words = Words(language, edition)
    out = []
    for line in seen(t).log:
        detail = ", ".join(words.text(say, NAMES) for say in line.detail)
        out.append(words.text(line.say, NAMES) + (f" ({detail})" if detail else ""))
    return out


@pytest.mark.parametrize(
    ("knights", "rest", "fr"),
    [
        ("-1,0,N active", "The knights that fought rest, and the ship sails home", "Les chevaliers qui ont combattu "),
        ("-1,0,N", "The ship sails home", "La flotte barbare repart"),
    ],
)
def test_only_knights_that_fought_rest(knights: str, rest: str, fr: str) -> None:
    t = knights_table(ship=6, rolled=False, cities={0: "0,0,S"}, knights={0: knights}).attack()
    assert rest in lines(t)
    assert [line for line in lines(t, "fr") if line.startswith(fr)]
    told = " ".join(lines(t))
    assert ("No knight defends" in told) == (knights == "-1,0,N")
    assert ("The active knights defend with 1" in told) == (knights != "-1,0,N")


def test_where_the_defence_is_chosen_knights_that_stay_do_not_rest() -> None:
    t = knights_table(ship=6, rolled=False, cities={1: "1,1,S"}, knights={0: "-1,0,N active"}, defense="chosen")
    t.attack("0: pass")
    assert "The ship sails home" in lines(t)


@pytest.mark.rule("CK-102")
@both
def test_metropolises_alone_are_no_city_to_lose(edition: str) -> None:
    t = knights_table(
        ship=6, rolled=False, cities={0: "0,0,S"}, metropolises={"trade": "0,0,S"}, edition=edition
    ).attack()
    assert "1 beats 0, but nobody has a city to lose" in lines(t)
    assert typeset("1 contre 0 : les barbares gagnent, mais personne n'a de ville à perdre", "fr") in lines(t, "fr")
    t = knights_table(ship=6, rolled=False, cities={0: "0,0,S", 1: "1,1,S"}, edition=edition).attack()
    assert "2 beat 0: of those with a city to lose, the weakest lose one" in lines(t)


@pytest.mark.rule("CK-142", "CK-145")
def test_whose_road_is_taken_away() -> None:
    position: dict[str, Any] = {"progress": {0: "diplomacy"}, "roads": {0: "0,0,SE", 1: "2,0,SE"}}
    t = knights_table(**position).play("diplomacy 0,0,SE")
    assert "Maud takes away one of their own roads" in lines(t)
    assert "Maud retire une de ses propres routes" in lines(t, "fr")
    t = knights_table(**position).play("diplomacy 2,0,SE")
    assert "Maud takes away a road of Odile" in lines(t)
    assert "Maud retire une route d’Odile" in lines(t, "fr")


@pytest.mark.rule("CK-021")
def test_a_face_on_which_nobody_draws_is_told() -> None:
    t = knights_table(rolled=False, levels={0: "trade 1"}).play("roll", "roll 3 1", "event trade")
    assert "The event die shows trade: nobody draws" in lines(t)
    assert typeset("Le dé Évènement affiche Commerce : personne ne pioche", "fr") in lines(t, "fr")
    assert "The event die shows the economic domain: nobody draws" in lines(t, edition="classic")
    assert typeset("Le dé Évènement affiche le domaine économique : personne ne pioche", "fr") in lines(
        t, "fr", "classic"
    )
    t = knights_table(rolled=False, levels={0: "trade 1"}, cities={0: "0,0,S"}).play("roll", "roll 2 1", "event trade")
    assert not [line for line in lines(t) if line.startswith("The event die")]
    t = knights_table(rolled=False, levels={0: "trade 1"}, piles={"trade": ""}).play("roll", "roll 1 1", "event trade")
    assert "The event die shows trade: nobody draws" in lines(t)


def test_pieces_that_draw_alike_are_counted() -> None:
    t = knights_table(
        2,
        layout=land("0,0 mountains 6", "1,0 hills 5", "0,1 fields 4"),
        settlements={0: "0,0,N 0,0,S"},
        cities={0: "1,-1,S"},
        rolled=False,
    ).play("roll", "roll 2 4", "event politics")
    assert "Maud gets 3 ore, 1 coin (2 settlements at mountains 6, city at mountains 6)" in lines(t)
    assert "Maud reçoit 3 minerais, 1 monnaie (2 colonies sur Montagne 6, ville sur Montagne 6)" in lines(t, "fr")


def test_the_first_cards_are_those_of_a_city() -> None:
    t = KnightsState(Game.new({"seats": 2, "modules": ["cities_knights"], "options": {"first": 0}}))
    t.play("settle 0,-1,N", "road 0,-1,NE", "settle -1,0,N", "road -1,0,NE", "city -1,1,S")
    gets = [line for line in lines(t) if line.startswith("Odile gets")]
    assert len(gets) == 1
    assert gets[0].count("city at") == 3
    assert "settlement" not in gets[0]


def test_a_lost_city_is_told_by_its_hexes_and_not_by_coordinates() -> None:
    t = knights_table(ship=6, rolled=False, cities={0: "0,0,S", 1: "1,1,S"}).attack()
    lost = [line for line in lines(t) if "loses a city" in line]
    assert lost
    assert all(re.search(r"\((\w+ \d+|desert|sea)(, (\w+ \d+|desert|sea))*\)", line) for line in lost), lost
