"""Event Cards as they are shown: the card, the pile, the choices, the log, the text view, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.event_cards.rules.deck import EVENT_NAMES
from bastide.expansions.island.event_cards.rules.events import NO_CARDS, NO_KNIGHT, ROBBER_RESTS
from bastide.expansions.island.event_cards.view import EFFECTS, EventCardsView, nobody
from bastide.kernel.state import Event
from bastide.view import OPEN, SPECTATOR, events_view
from bastide.view.catalogues import NAMES, catalogue
from bastide.view.text import text
from bastide.view.typesetting import typeset
from bastide.view.words import Words
from tests.expansions.island.event_cards.kit import cards, reveal
from tests.expansions.island.fishermen.kit import fishers
from tests.kit import Table, land
from tests.view.island.seen import seen

NAMES_OF_PLAYERS = ["Maud", "Ada", "Zoe", "Odile"]


def own(t: Table, viewer: int = 0) -> EventCardsView:
    found = seen(t, viewer).modules["event_cards"]
    assert isinstance(found, EventCardsView)
    return found


def lines(t: Table, language: str, viewer: int = 0) -> list[str]:
    return [Words(language).text(line.say, NAMES_OF_PLAYERS) for line in seen(t, viewer).log]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_everybody_sees_the_card_and_what_has_come(viewer: int) -> None:
    t = cards()
    assert (own(t, viewer).event, own(t, viewer).left, sum(own(t, viewer).rest.values())) == (None, 31, 36)
    reveal(t, "epidemic 8")
    told = own(t, viewer)
    assert (told.event, told.number, told.fresh, told.left) == ("epidemic", 8, True, 30)
    assert (told.rest["epidemic"], told.numbers[8], told.numbers[6]) == (1, 4, 5)
    roll = seen(t, viewer).roll
    assert roll is not None
    assert (roll.seat, roll.dice, roll.drawn, roll.total) == (0, [], 8, 8)
    assert seen(t, viewer).rolls[8] == 1
    t.play("end")
    assert (own(t, viewer).event, own(t, viewer).fresh) == ("epidemic", False)


def test_damaged_roads_are_marked_and_the_price_is_told() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE", 1: "0,2,SE"}, hands={0: "brick lumber"}, rolled=True)
    told = own(t)
    assert told.damaged == [["0,0,NE"], ["0,2,SE"], []]
    assert told.cost == {"lumber": 1, "brick": 1}
    assert {piece.place for piece in seen(t).pieces if piece.kind == "event_cards_crack"} == {"0,0,NE", "0,2,SE"}
    assert [(target.verb, target.place) for target in seen(t).targets if target.verb == "mend"] == [("mend", "0,0,NE")]
    action = next(one for one in seen(t).actions if one.verb == "mend")
    assert (action.enabled, action.cost) == (True, {"lumber": 1, "brick": 1})


@pytest.mark.rule("TB-EVT-027", "TB-EVT-029", "TB-EVT-038", "TB-EVT-041", "TB-EVT-042", "TB-EVT-043")
@pytest.mark.parametrize(
    ("modules", "differs", "said"),
    [
        ((), set(), "The players with the most knights each take"),
        (("seafarers",), set(), "The players with the most knights each take"),
        (
            ("cities_knights",),
            {"conflict", "tournament", "robber-flees", "robber-attack"},
            "The players with the strongest active knights each take",
        ),
        (
            ("barbarian_attack",),
            {"conflict", "tournament", "robber-flees", "robber-attack"},
            "The players with the most knights on the board each take",
        ),
        (
            ("traders_barbarians",),
            {"robber-flees", "robber-attack", "trade-advantage"},
            "The players with the most knights each take",
        ),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else None,
)
def test_what_an_event_does_is_told_as_it_is_in_this_game(
    modules: tuple[str, ...], differs: set[str], said: str
) -> None:
    t = Table(Game.new({"seats": 3, "modules": ["event_cards", *modules]}, seed=1))
    told = own(t)
    assert set(told.differs) == differs
    assert Words("en").text(told.effect("tournament"), NAMES_OF_PLAYERS).startswith(said)
    assert all(told.effect(event) == EFFECTS[event] for event in EVENT_NAMES if event not in differs)


@pytest.mark.rule("TB-EVT-032")
def test_before_the_first_attack_the_robber_is_not_said_to_move() -> None:
    t = Table(Game.new({"seats": 3, "modules": ["event_cards", "cities_knights"]}, seed=1))
    for language, said in (
        ("en", "The robber does not move yet."),
        ("fr", "Le pion Voleurs ne se déplace pas encore."),
    ):
        told = Words(language).text(own(t).effect("robber-attack"), NAMES_OF_PLAYERS)
        assert told.endswith(said)
    knights = t.r.module(KnightsState)
    t.game.state.cells[knights.attacks] = 1
    assert own(t).effect("robber-attack") == EFFECTS["robber-attack"]


def test_each_event_has_a_name_and_a_line_in_both_languages() -> None:
    french = catalogue("fr")
    for event in EVENT_NAMES:
        assert NAMES[f"event-card-{event}"] in french
        assert EFFECTS[event].text in french


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Maud reveals 7: robber attack", "Ada discards 4 ore"]),
        ("fr", ["Maud retourne le 7\u202f: attaque des voleurs", "Ada défausse 4 minerais"]),
    ],
)
def test_the_log_tells_the_card_and_why_cards_are_discarded(language: str, said: list[str]) -> None:
    t = reveal(cards(hands={1: "ore*8"}), "robber-attack 7").play("1: discard ore*4")
    told = lines(t, language)
    assert all(line in told for line in said)
    discard = next(line for line in seen(t).log if line.say.text == "{player} discards {goods}")
    assert [say.args for say in discard.detail] == [{"cause": "event-card-robber-attack"}]


def test_the_owner_of_many_cards_is_asked_in_the_name_of_the_card() -> None:
    t = reveal(cards(hands={1: "ore*8"}), "robber-attack 7")
    choice = seen(t, 1).choice
    assert choice is not None
    assert Words("en").text(choice.say, NAMES_OF_PLAYERS) == "Robber attack: choose 4 cards to discard."


@pytest.mark.parametrize(
    ("card", "more", "seat", "kind", "options"),
    [
        ("plentiful-year 2", {}, 0, "good", 5),
        ("good-neighbours 6", {"hands": {1: "ore wool"}}, 1, "good", 2),
        ("neighbours-help 10", {"settlements": {0: "0,0,N"}, "hands": {0: "ore"}}, 0, "rob", 2),
        ("conflict 3", {"played": {1: "knight*3"}, "hands": {0: "ore", 2: "ore"}}, 1, "rob", 2),
    ],
)
def test_each_choice_can_be_clicked(card: str, more: dict[str, Any], seat: int, kind: str, options: int) -> None:
    t = reveal(cards(robber="2,-2", **more), card)
    choice = seen(t, seat).choice
    assert choice is not None
    assert (choice.kind, len(choice.options)) == (kind, options)
    assert {option.notation for option in choice.options} <= set(t.legal(seat))
    assert seen(t, SPECTATOR).choice is None


def test_the_longest_road_can_decline_on_the_page() -> None:
    roads = {0: "0,0,NE 0,0,E 0,0,SE -1,1,NE -1,0,E"}
    t = reveal(cards(settlements={0: "0,0,N"}, roads=roads, hands={1: "ore"}, robber="2,-2"), "trade-advantage 5")
    choice = seen(t).choice
    assert choice is not None
    assert [option.notation for option in choice.options] == ["rob 1", "pass"]


def test_quake_and_desert_are_places() -> None:
    t = reveal(cards(roads={0: "0,0,NE"}), "earthquake 6")
    assert [(target.verb, target.notation) for target in seen(t).targets] == [("damage", "damage 0,0,NE")]
    layout = land("0,0 desert", "1,0 forest 8", "0,1 desert")
    t = reveal(cards(2, layout=layout, robber="1,0"), "robber-flees 4")
    assert {target.notation for target in seen(t).targets} == {"flee 0,0", "flee 0,1"}
    t.play("flee 0,1")
    assert "The robber flees to the desert" in lines(t, "en")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Event card of this turn: Earthquake 6.", "30 cards before New Year", "Damaged roads of Zoe: 0,2,SE"]),
        ("fr", ["Carte Péripétie de ce tour\u00a0: Séisme 6.", "30 cartes avant Nouvelle année", "endommagées de Zoe"]),
    ],
)
def test_the_text_view_tells_the_card_the_pile_and_the_roads(language: str, said: list[str]) -> None:
    t = reveal(cards(roads={0: "0,0,NE"}, damaged={2: "0,2,SE"}), "earthquake 6")
    whole = " ".join(text(seen(t), Words(language), NAMES_OF_PLAYERS).split())
    for line in said:
        assert " ".join(line.split()) in whole


@pytest.mark.parametrize(
    ("card", "more", "said"),
    [
        ("earthquake 6", {"roads": {0: "0,0,NE"}}, "Earthquake: choose one of your roads to be damaged."),
        ("calm-sea 12", {}, "Your turn: trade, build, play a card, or end your turn."),
        ("plentiful-year 2", {}, "Plentiful year: take one resource from the bank."),
    ],
)
def test_the_prompt_asks_for_what_the_event_wants(card: str, more: dict[str, Any], said: str) -> None:
    t = reveal(cards(robber="2,-2", **more), card)
    assert Words("en").text(seen(t).prompt, NAMES_OF_PLAYERS) == said


def test_before_the_card_the_prompt_asks_for_it() -> None:
    t = cards()
    assert Words("fr").text(seen(t).prompt, NAMES_OF_PLAYERS).endswith("retournez une carte Péripétie.")
    assert Words("en").text(seen(t, 1).prompt, NAMES_OF_PLAYERS) == "Maud is to reveal a card."


def test_who_may_not_know_a_gift_is_told_that_it_was_a_card() -> None:
    t = reveal(cards(hands={0: "ore"}), "good-neighbours 6").play("present ore")
    assert "Maud gives 1 ore to Ada" in lines(t, "en", 1)
    assert "Maud gives 1 card to Ada" in lines(t, "en", 2)


def test_programs_read_the_events_as_data() -> None:
    t = reveal(cards(), "fine-day 9")
    assert {"kind": "event_cards_card", "seat": 0, "event": 0, "number": 9} in events_view(t.game, t.events, SPECTATOR)
    assert {"kind": "number", "seat": 0, "total": 9} in events_view(t.game, t.events, SPECTATOR)


def test_a_theft_of_the_turn_is_not_told_as_that_of_the_card() -> None:
    t = fishers(modules=("event_cards",), fish={0: "2 2"}, hands={1: "ore*2", 2: "wool"}, played=ARMY, rolled=False)
    reveal(t, "conflict 3").play("rob 1", "chance: steal ore", "chance: go-on", "fish steal 2*2")
    prompts = [Words("en").text(seen(t, viewer).prompt, NAMES_OF_PLAYERS) for viewer in (0, 1)]
    assert prompts == ["Choose from whom you take a card for your fish.", "Maud chooses whom to rob."]


@pytest.mark.rule("TB-EVT-003", "TB-EVT-012")
def test_buttons_tell_the_card_and_the_damage_as_the_cause() -> None:
    t = reveal(cards(), "fine-day 9")
    assert reasons(t)["roll"] == "TB-EVT-003"
    rich = {0: "brick lumber wool grain"}
    t = cards(settlements={0: "0,0,N"}, roads={0: "0,0,NE"}, damaged={0: "1,-1,SE"}, hands=rich, rolled=True)
    assert reasons(t)["settlement"] == "TB-EVT-012"


def reasons(t: Table) -> dict[str, str]:
    """The rules against the buttons that cannot be used."""
    return {action.verb: action.reason.rule for action in seen(t).actions if action.reason is not None}


ARMY = {0: "knight*3"}
POINTS = {"settlements": {0: "0,0,N"}}
TIED = {"played": {1: "knight*2", 2: "knight*2"}}
EPIDEMIC = land("0,0 forest 8", "1,0 fields 3", "0,1 hills 5")
ELSEWHERE = {"layout": EPIDEMIC, "cities": {0: "1,0,N"}, "settlements": {1: "0,0,N"}, "robber": "0,1"}
ROBBED = {"layout": EPIDEMIC, "cities": {0: "0,0,N"}, "robber": "0,0"}
NOTHING: list[tuple[str, dict[str, Any], str, str]] = [
    ("earthquake 6", {}, "nobody has a road that could be damaged", "personne n'a de route à endommager"),
    ("good-neighbours 6", {}, "nobody holds a card", "personne n'a de carte"),
    ("tournament 5", {}, "nobody has played a knight", "personne n'a joué de Chevalier"),
    ("calm-sea 12", {}, "nobody has a building at a harbour", "personne n'a de colonie ni de ville sur un port"),
    ("trade-advantage 5", {}, "nobody has the longest road", "personne ne détient la route la plus longue"),
    ("conflict 3", {}, "nobody has played a knight", "personne n'a joué de Chevalier"),
    (
        "conflict 3",
        TIED,
        "several players have the most knights",
        "plusieurs joueurs ont le plus de chevaliers",
    ),
    ("conflict 3", {"played": {1: "knight"}}, "no other player holds a card", "aucun autre joueur n'a de carte"),
    ("neighbours-help 11", {}, "all have the same number of points", "tous ont autant de points"),
    (
        "neighbours-help 11",
        POINTS,
        "the players with the most points hold no card",
        "les joueurs qui ont le plus de points n'ont pas de carte",
    ),
    ("epidemic 8", {}, "nobody has a city", "personne n'a de ville"),
    ("epidemic 6", POINTS, "nobody has a city", "personne n'a de ville"),
    ("epidemic 8", ELSEWHERE, "no city produces on this number", "aucune ville ne produit avec ce nombre"),
    ("epidemic 8", ROBBED, "no city produces on this number", "aucune ville ne produit avec ce nombre"),
    ("robber-flees 4", {}, "the robber is already where it would go", "le pion Voleurs est déjà là où il irait"),
]


@pytest.mark.rule("TB-EVT-008", "TB-EVT-021")
@pytest.mark.parametrize(("card", "position", "en", "fr"), NOTHING)
def test_an_event_without_effect_says_why(card: str, position: dict[str, Any], en: str, fr: str) -> None:
    t = reveal(cards(2 if "settlements" in position else 3, **position), card)
    for language, said in (("en", f": nothing happens, {en}"), ("fr", f" : il ne se passe rien, {fr}")):
        assert any(line.endswith(typeset(said, language)) for line in lines(t, language))


@pytest.mark.rule("TB-EVT-008")
def test_an_epidemic_that_a_city_feels_says_nothing_more() -> None:
    t = reveal(cards(layout=EPIDEMIC, cities={0: "0,0,N"}, robber="0,1"), "epidemic 8")
    assert not any("nothing happens" in line for line in lines(t, "en"))


def test_an_event_without_effect_says_why_where_active_knights_count() -> None:
    t = Table(Game.new({"seats": 3, "modules": ["event_cards", "cities_knights"]}, seed=1))
    for event in ("conflict", "tournament"):
        happened = Event("event_cards_nobody", -1, EVENT_NAMES.index(event), int(NO_KNIGHT), 0, 0, -1)
        assert "nobody has an active knight" in nobody(t.r, happened).text
    assert "does not move" in nobody(t.r, Event("event_cards_nobody", -1, 3, int(ROBBER_RESTS), 0, 0, -1)).text


@pytest.mark.rule("TB-EVT-032", "TB-EVT-038")
@pytest.mark.parametrize(
    ("module", "hands", "why"),
    [
        ("cities_knights", {}, ROBBER_RESTS),
        ("cities_knights", {1: "ore*8"}, None),
        ("barbarian_attack", {0: "ore"}, NO_CARDS),
        ("barbarian_attack", {0: "ore*8"}, None),
        ("barbarian_attack", {1: "ore"}, None),
        ("traders_barbarians", {}, None),
        ("seafarers", {}, None),
    ],
)
def test_a_robber_attack_without_effect_says_why(module: str, hands: dict[int, str], why: int | None) -> None:
    t = cards(modules=(module,), hands=hands, layout="new_shores" if module == "seafarers" else "beginner")
    first = ("chance: throw 5", "chance: event science") if module == "cities_knights" else ()
    t.play("roll", *first, "chance: reveal robber-attack 7")
    assert [event.b for event in t.told("event_cards_nobody")] == ([] if why is None else [why])
    assert why is None or any(line.startswith("Robber attack: nothing happens, ") for line in lines(t, "en"))


@pytest.mark.rule("TB-EVT-009")
def test_each_choice_of_an_event_tells_the_player_and_the_others_what_is_chosen() -> None:
    t = reveal(cards(3, settlements={0: "0,0,N"}, roads={0: "0,0,NE 0,0,E"}, robber="2,-2"), "earthquake 6")
    for viewer, language, said in (
        (0, "en", "Earthquake: choose one of your roads to be damaged."),
        (0, "fr", "Séisme\u202f: choisissez celle de vos routes qui sera endommagée."),
        (1, "en", "Earthquake: Maud chooses a road to be damaged."),
        (1, "fr", "Séisme\u202f: Maud choisit la route à endommager."),
    ):
        assert Words(language).text(seen(t, viewer).prompt, NAMES_OF_PLAYERS) == said
