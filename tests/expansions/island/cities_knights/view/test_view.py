"""What Cities & Knights tells of a position: why cards are owed, who drew, how an attack was weighed."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from bastide.expansions.island.cities_knights.view.model import KnightsView
from bastide.expansions.island.cities_knights.view.words import card
from bastide.view import svg
from bastide.view.island.glance import Glance
from bastide.view.island.story import by_cause
from bastide.view.model import Say
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.cities_knights.rules.kit import KnightsState, knights_table
from tests.view.island.seen import seen

NAMES = ["Maud", "Odile", "Tibor"]


def own(t: KnightsState, viewer: int = 0) -> KnightsView:
    found = seen(t, viewer).modules["cities_knights"]
    assert isinstance(found, KnightsView)
    return found


def said(say: Say, language: str = "en") -> str:
    return Words(language).text(say, NAMES)


def told(t: KnightsState, viewer: int = 0) -> list[str]:
    """The lines of the log, each with its reasons in brackets."""
    out = []
    for line in seen(t, viewer).log:
        reasons = ", ".join(said(detail) for detail in line.detail)
        out.append(said(line.say) + (f" ({reasons})" if reasons else ""))
    return out


def asked(t: KnightsState, viewer: int, language: str = "en") -> tuple[str, str]:
    """What a viewer is asked above the board, and in the form."""
    shown = seen(t, viewer)
    assert shown.choice is not None
    return said(shown.prompt, language), said(shown.choice.say, language)


def test_cards_owed_by_a_seven_are_told_as_that() -> None:
    t = knights_table(hands={1: "ore*9"}, rolled=False).play("roll", "roll 3 4", "event politics")
    assert asked(t, 1) == ("A seven: choose 4 cards to discard.", "You hold too many cards: discard 4.")
    t.play("1: discard ore*4")
    assert "Odile discards 4 ore (a seven)" in told(t)


def test_cards_owed_by_sabotage_are_told_as_that_also_in_a_turn_of_a_seven() -> None:
    t = knights_table(hands={1: "ore*5 wool*4"}, progress={0: "sabotage"}, settlements={1: "0,0,N"}, rolled=False)
    t.play("roll", "roll 3 4", "event science", "1: discard ore*4", "robber 0,-1", "chance: steal wool")
    t.play("sabotage")
    assert asked(t, 1) == ("Sabotage: choose 2 cards to discard.",) * 2
    assert asked(t, 1, "fr") == ("Sabotage\u202f: choisissez 2 cartes à défausser.",) * 2
    t.play("1: discard ore wool")
    lines = told(t)
    assert "Odile discards 4 ore (a seven)" in lines
    assert "Odile discards 1 wool, 1 ore (sabotage)" in lines
    # In the summary a seven has cost four cards and a card two.
    counts = by_cause(Glance(t.game, 0))[1]
    assert (counts["discard"], counts["cards_out"]) == (4, 2)


def test_cards_given_at_a_wedding_are_told_as_that_and_later_gifts_are_not() -> None:
    t = knights_table(
        hands={0: "wool", 1: "ore*3 coin"},
        progress={0: "wedding commercial-harbor"},
        settlements={1: "0,0,N"},
        rolled=False,
    )
    t.play("roll", "roll 3 4", "event science", "robber 0,1", "wedding")
    assert asked(t, 1) == ("Wedding: choose 2 cards for Maud.",) * 2
    t.play("1: discard ore*2", "commercial-harbor", "exchange 1 wool", "1: pay coin")
    lines = told(t)
    assert "Odile gives 2 ore to Maud (wedding)" in lines
    assert "Odile gives 2 cards to Maud (wedding)" in told(t, 2)
    assert [line for line in lines if line.startswith("Odile gives 1 coin")] == ["Odile gives 1 coin to Maud"]


def test_all_who_drew_are_named_also_where_one_of_them_had_to_play_a_card_in_between() -> None:
    t = knights_table(
        levels={0: "politics 5", 1: "politics 5", 2: "politics 5"},
        progress={0: "mining*2 irrigation wedding"},
        settlements={0: "0,0,N"},
        rolled=False,
    )
    t.play("roll", "roll 1 1")
    assert (own(t).event, own(t).drew) == (None, [])
    t.play("event politics", "progress diplomacy")
    assert t.phase == "surplus"
    t.play("mining", "progress intrigue", "progress espionage")
    assert (own(t).event, own(t).drew) == ("politics", [0, 1, 2])
    # Until somebody rolls again the dice of the last roll lie there, and so does what they did.
    t.play("end")
    assert (own(t).event, own(t).drew) == ("politics", [0, 1, 2])
    t.play("roll", "roll 6 6", "event science")
    assert (own(t).event, own(t).drew) == ("science", [])


def test_an_attack_is_explained_by_what_stood_when_it_came() -> None:
    """Nobody is told to have had no city to lose because of a metropolis that came after the attack, or went."""
    t = knights_table(
        ship=6,
        rolled=False,
        cities={0: "0,0,N", 1: "0,-1,N 1,1,S", 2: "-1,0,S"},
        settlements={0: "1,-1,S"},
        metropolises={"science": "-1,0,S"},
        levels={0: "science 4 trade 3", 2: "science 4"},
        hands={0: "cloth*4 paper*5 ore*3 grain*2"},
        knights={0: "1,0,S active"},
    )
    t.attack("lose 0,-1,N")
    battle = own(t).battle
    assert battle is not None
    assert (battle.cities, battle.strengths, battle.spared, battle.fallen) == ([1, 2, 1], [1, 0, 0], [2], [1])
    while t.phase != "main":
        t.play("go-on" if t.actors == [-1] else f"{t.actors[0]}: pass")
    t.play("improve trade")  # the metropolis comes to the only city of seat 0
    assert t.metropolis("trade") == "0,0,N"
    t.play("city 1,-1,S", "improve science")  # and that of seat 2 goes to the new one
    assert t.metropolis("science") == "1,-1,S"
    after = own(t).battle
    assert after is not None
    assert (after.cities, after.spared) == ([1, 2, 1], [2])


HARMED: Final[dict[str, Any]] = {
    "edition": "classic",
    "cities": {0: "0,-1,N", 1: "1,-1,N 1,0,S"},
    "settlements": {0: "-1,-1,S"},
    "damaged": "1,0,S",
    "tipped": "-1,-1,S",
    "walls": "1,0,S",
}


def test_a_city_on_its_side_and_a_sabotaged_one_are_seen_and_said() -> None:
    t = knights_table(**HARMED)
    shown = seen(t, 2)
    kinds = {piece.place: piece.kind for piece in shown.pieces if piece.kind != "wall"}
    # The one is no settlement to look at; the other is a city still, with its damage over it.
    assert kinds["-1,-1,S"] == "city-tipped"
    assert [piece.kind for piece in shown.pieces if piece.place == "1,0,S"] == ["city", "wall", "sabotaged"]
    words = {piece.kind: tuple(said(say) for say in piece.told) for piece in shown.pieces if piece.told}
    assert words == {
        "city-tipped": ("City on its side of Maud", "forest 3", "forest 8", "fields 4"),
        "sabotaged": ("Sabotaged city of Odile", "pasture 3", "mountains 6", "pasture 4"),
    }
    rulers = own(t, 2).rulers
    assert [(ruler.tipped, ruler.sabotaged) for ruler in rulers] == [(["-1,-1,S"], []), ([], ["1,0,S"]), ([], [])]
    assert "sabotaged city: 1,0,S" in text(shown, Words("en"), NAMES)
    assert "ville couchée\u202f: -1,-1,S" in text(shown, Words("fr"), NAMES)


def test_both_are_drawn_with_symbols_of_their_own_and_named_on_the_board() -> None:
    shown = seen(knights_table(**HARMED))
    drawn = svg.pieces(shown, label=lambda say: said(say, "fr"))
    assert drawn.count('href="#city-tipped-garnet"') == drawn.count('href="#sabotaged"') == 1
    assert "#settlement-garnet" not in drawn
    assert re.findall('<g role="img"><title>(.*?)</title>', drawn) == [
        "Ville couchée de Maud, forêt 3, forêt 8, champ 4",
        "Ville sabotée d’Odile, pré 3, montagne 6, pré 4",
    ]
    # The damage lies over the city, and the wall before both.
    assert drawn.index("#city-azure") < drawn.index("#sabotaged") < drawn.index("#wall-azure")
    for symbol in ("city-tipped-garnet", "sabotaged"):
        assert f'id="{symbol}"' in svg.defs(shown, kinds=[piece.kind for piece in shown.pieces])


def test_the_log_says_which_city_fell_was_sabotaged_and_repaired() -> None:
    t = knights_table(
        edition="classic",
        cities={0: "0,-1,N 1,-1,N", 1: "1,0,S"},
        settlements={0: "-1,-1,S 0,1,N -1,0,S 2,-1,S 0,2,N"},
        walls="1,-1,N",
        progress={0: "sabotage"},
        hands={1: "lumber ore"},
        knights={1: "1,1,S active"},
        ship=6,
        rolled=False,
    )
    t.attack("0: lose 1,-1,N")
    while t.phase != "main":
        t.play("go-on")
    t.play("sabotage 1,0,S", "end", "roll", "roll 1 2", "event science")
    while t.phase != "main":
        t.play("go-on")
    assert "Odile gets 1 wool (sabotaged city at pasture 3)" in told(t)
    t.play("repair 1,0,S")
    lines = told(t, 2)
    assert lines[-1] == "Odile repairs a city (pasture 3, mountains 6, pasture 4)"
    assert "Maud sabotages a city of Odile (pasture 3, mountains 6, pasture 4)" in lines
    fell = "(mountains 2, hills 5, desert, with its wall)"
    assert f"Maud loses a city: it lies on its side, for want of a settlement {fell}" in lines


@pytest.mark.rule("CKO-009", "CKO-017")
def test_cards_and_knights_are_told_as_the_table_reads_the_rules() -> None:
    usual = own(knights_table(edition="classic"))
    assert usual.readings == []
    assert "beside a city" in card("merchant", "classic", usual.readings).text.text
    t = knights_table(
        edition="classic",
        merchant_at="settlements",
        fresh_knights="act",
        roads={0: "0,0,SE"},
        settlements={0: "0,0,S"},
        knights={0: "0,1,N active"},
        hands={0: "grain"},
        robber="0,1",
    )
    other = own(t)
    assert other.readings == ["merchant_at", "fresh_knights"]
    assert "beside a building" in card("merchant", "classic", other.readings).text.text
    assert "may act at once" in card("encouragement", "classic", other.readings).text.text
    t.play("chase 0,1,N", "robber 2,0", "activate 0,1,N")
    (knight,) = own(t).knights
    reason = next(deed.reason for deed in knight.deeds if deed.kind == "move")
    assert reason is not None
    assert (reason.rule, reason.say.text) == ("CKO-016", "this knight has acted this turn already")


@pytest.mark.rule("CK-084", "CKO-019")
def test_an_aqueduct_offers_every_resource_that_the_bank_has() -> None:
    t = knights_table(levels={0: "science 3"}, hands={1: "wool*19"}, rolled=False).play(
        "roll", "roll 1 1", "event politics"
    )
    shown = seen(t).choice
    assert shown is not None
    notations = [option.notation for option in shown.options]
    assert notations == ["take lumber", "take brick", "take grain", "take ore", "pass"]
    assert all(t.game.is_legal(notation or "", 0) for notation in notations)


FORT: Final[dict[str, Any]] = {"settlements": {0: "0,0,S"}, "roads": {0: "0,0,SE 0,0,E"}}
MENUS: Final[dict[str, dict[str, Any]]] = {
    "lacks cards": {"knights": {0: "0,1,N"}},
    "active": {"knights": {0: "0,1,N active"}, "robber": "2,0"},
    "robber asleep": {"knights": {0: "0,1,N active"}, "asleep": True},
    "no fortress": {"knights": {0: "0,1,N strong"}, "hands": {0: "wool ore"}},
    "mighty": {"knights": {0: "0,1,N mighty"}, "hands": {0: "wool ore"}},
    "none left": {
        "knights": {0: "0,1,N; 2,0,N strong; 2,0,S strong"},
        "hands": {0: "wool ore"},
    },
    "cities": {"cities": {0: "2,0,N"}, "hands": {0: "cloth"}, "levels": {0: "trade 1 science 5 politics 3"}},
    "no city": {"levels": {0: "trade 1"}, "hands": {0: "cloth*4"}},
}


@pytest.mark.parametrize("position", MENUS)
def test_the_menus_say_what_the_rules_say(position: str) -> None:
    """Whatever is decided by naming one knight or one domain is refused in the same words as when it is tried."""
    t = knights_table(**(FORT | MENUS[position]))
    told = 0
    shown = own(t)
    reasons = [
        (f"{deed.kind} {knight.place}", deed.reason)
        for knight in shown.knights
        for deed in knight.deeds
        if deed.kind in ("activate", "promote", "chase")
    ]
    for text_, reason in [*reasons, *((f"improve {step.domain}", step.reason) for step in shown.steps)]:
        error = t.game.why_not(text_, 0)
        assert (error is None) == (reason is None), text_
        if error is not None and reason is not None:
            told += 1
            assert (reason.rule, reason.say.text, reason.missing) == (error.rule, error.text, error.missing), text_
    assert told > 0
    t.play("end")
    assert all(deed.reason for knight in own(t).knights for deed in knight.deeds)


def test_the_merchant_hinders_nobody() -> None:
    t = knights_table(progress={0: "merchant"}, settlements={0: "0,0,S"}, cities={1: "-1,0,S"})
    places = [one for one in seen(t).targets if one.verb == "merchant"]
    assert places
    assert all(len(one.tip) == 1 for one in places), [one.tip for one in places]


def test_the_place_of_a_knight_tells_its_hexes_and_nothing_of_what_buildings_get() -> None:
    t = knights_table(roads={0: "-1,1,E -1,2,NE -1,2,E"}, hands={0: "wool ore"}, settlements={0: "0,0,S"})
    places = [one for one in seen(t).targets if one.verb == "recruit"]
    harbors = [one for one in places if t.r.board.harbor[t.r.board.corner_index[one.place]]]
    assert harbors, "one of them is at a harbour"
    for one in places:
        assert one.tip
        assert all("terrain" in line.args for line in one.tip), [line.text for line in one.tip]
