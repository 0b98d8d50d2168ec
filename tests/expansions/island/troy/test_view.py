"""Troy as it is shown: the row, sides and points, prompts, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.troy.view.model import TroyView
from bastide.view import SPECTATOR
from bastide.view.model import OPEN
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.troy.kit import FIRST_ROW, NEAR, SHIP, battle, troy
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Tibor", "Yann"]
SPACES = {0xA0: " ", 0x202F: " "}
READER = Reader(PLAYERS, SPACES)
lines, prompt = READER.lines, READER.prompt
FLEET = "3,1 3,2 2,2 2,3 1,3 1,4"


def own(t: Table, viewer: int = 0) -> TroyView:
    found = seen(t, viewer).modules["troy"]
    assert isinstance(found, TroyView)
    return found


@pytest.mark.rule("TROY-006", "TROY-010", "TROY-016", "TROY-031")
def test_what_everybody_sees() -> None:
    t = troy(markers=(2, 5), points={1: 4}, ships={0: FLEET}, charters={0: "ore"}, people="1,3", rest="brick*2")
    for viewer in (0, 1, SPECTATOR, OPEN):
        view = own(t, viewer)
        assert (view.steps, view.worth) == ((2, 5), (2, 6))
        assert (view.cards, view.rest, view.full, view.turned_up) == (6, 2, 10, 7)
        assert view.trade_points == [0, 4, 0, 0]
        assert view.built[0] == FLEET.split()
        assert (view.charters, view.left["ore"], view.left["wool"]) == (["ore", None, None, None], 1, 2)
        assert view.people == "1,3"
    assert own(t, OPEN).sides == ["troy", "troy", "mycenae", "mycenae"]


@pytest.mark.rule("TROY-042", "TROY-023")
def test_points_and_their_sources() -> None:
    t = troy(markers=(3, 1), ships={0: "3,1 3,2"})
    mine = seen(t, 0).seats[0]
    assert (mine.points, mine.hidden_points) == (1, 3)
    assert ("troy_flags", 1, 1) in [(one.source, one.count, one.points) for one in mine.sources]
    other = seen(t, 1).seats[0]
    assert (other.points, other.hidden_points) == (1, None)


@pytest.mark.rule("TROY-008", "TROY-024", "TROY-026")
def test_what_the_reader_can_do_with_the_row_or_why_not() -> None:
    t = troy(hands={0: "ore"}, ships={0: FLEET}, rest="brick")
    assert own(t).donation is None
    assert own(t).abilities == {}
    t.play("donate ore", "draw-row", "lifted brick")
    assert own(t).donation is not None
    assert own(t).donation.rule == "TROY-008"  # type: ignore[union-attr] # asserted above
    assert {kind: why.rule for kind, why in own(t).abilities.items()} == {"draw": "TROY-026"}
    assert own(t, 1).abilities["draw"].rule == "BASE-016"


@pytest.mark.rule("TROY-009", "TROY-049")
def test_the_log_tells_each_what_it_knows() -> None:
    t = troy(hands={0: "ore*2 wool"}, ships={0: FLEET}, rest="brick")
    t.play("donate ore wool", "swap-card", "lifted brick", "put-back ore")
    assert lines(t, "en")[-3:] == [
        "Maud gives 1 wool, 1 ore for a trade point",
        "Maud takes 1 brick from the row",
        "Maud puts 1 ore into the row",
    ]
    assert lines(t, "en", 1)[-3:] == [
        "Maud gives 2 cards for a trade point",
        "Maud takes a card from the row",
        "Maud puts a card into the row",
    ]
    assert lines(t, "fr", 1)[-3:] == [
        "Maud donne 2 cartes pour un point de commerce",
        "Maud prend une carte dans la série",
        "Maud met une carte dans la série",
    ]


@pytest.mark.rule("TROY-011", "TROY-013", "TROY-014")
def test_a_battle_is_told_card_by_card() -> None:
    t = troy(row=f"{FIRST_ROW} ore ore wool wool brick brick").play("end")
    assert prompt(t, 0) == "The battle for Troy: the cards are turned up."
    t.play("reveal ore", "reveal grain")
    fought = own(t).battle
    assert fought is not None
    assert (fought.goods, fought.points, fought.open, fought.city) == (["ore", "grain"], (1, 1), True, None)
    battle(t, "ore wool lumber brick brick")
    told = lines(t, "en", 1)
    assert "The row of 10 cards is shuffled: 7 of them fight for Troy" in told
    assert "Grain: 1 for Troy, 1 for Mycenae" in told
    assert "Troy wins the battle: its marker is at 1" in told
    assert "Troie gagne le combat : son marqueur est sur 1" in lines(t, "fr")
    fought = own(t, 2).battle
    assert fought is not None
    assert (fought.points, fought.open, fought.city) == ((3, 2), False, "troy")


@pytest.mark.rule("TROY-021", "TROY-025", "TROY-030", "TROY-044")
def test_ships_sea_people_and_trade_cards() -> None:
    t = troy(settlements={0: NEAR, 1: "4,2,N"}, hands={0: SHIP, 1: "ore"}, points={0: 2}, ships={0: FLEET[:15]})
    targets = {target.notation: target for target in seen(t, 0).targets}
    assert targets["ship 1,3"].piece == "troy_two"
    t.play("ship 1,3")
    assert prompt(t, 0) == "Choose the trade card of your new ship."
    assert prompt(t, 1, "fr") == "Maud choisit un carton de commerce."
    choice = seen(t, 0).choice
    assert choice is not None
    assert {option.good for option in choice.options} == set(t.r.good_names)
    t.play("charter ore")
    tip = {target.notation: target.tip for target in seen(t, 0).targets}["people 4,1"]
    assert [say.args for say in tip] == [{"player": 1}]
    t.play("people 4,1")
    choice = seen(t, 0).choice
    assert choice is not None
    assert [option.notation for option in choice.options] == ["rob 1", "pass"]
    assert "Maud construit un bateau 2:1" in lines(t, "fr")
    assert "Maud trades ore at 2:1 from now on" in lines(t, "en", 1)


@pytest.mark.rule("TROY-035")
def test_the_end_of_the_war() -> None:
    t = troy(row=f"{FIRST_ROW} ore ore ore wool wool brick", markers=(4, 0), cities={1: "0,1,N"}).play("end")
    battle(t, "ore ore ore wool wool grain brick")
    told = lines(t, "en")
    assert told[-2:] == ["The war is over: Troy has reached the end", "Odile wins with 8 points"]
    assert own(t, SPECTATOR).sides == ["troy", "troy", "mycenae", "mycenae"]
    result = seen(t, SPECTATOR).result
    assert result is not None
    assert result.winners == [1]
    assert Words("en").text(result.say, PLAYERS) == "Odile wins the war with 8 points."


@pytest.mark.rule("TROY-027", "TROY-049")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_text_view(language: str) -> None:
    t = troy(row=f"{FIRST_ROW} ore brick", givers="- - - - 0 1", rest="wool", ships={0: "3,1"}, points={0: 1})
    shown = " ".join(text(seen(t, 0), Words(language), PLAYERS).translate(SPACES).split())
    expected = {
        "en": ("Support row: 7 of 10", "ore of Maud", "a card of Odile", "1 that nobody knows", "own design"),
        "fr": ("Série de soutien : 7 sur 10", "minerai de Maud", "une carte d’Odile", "conception de Bastide"),
    }
    for words in expected[language]:
        assert words in shown, shown
