"""Five and six players as it is shown: prompts, log, text view, buttons, in both languages."""

from __future__ import annotations

import pytest

from bastide.view import OPEN, SPECTATOR, events_view
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.five_six.kit import many, paired
from tests.kit import Table
from tests.view.island.seen import seen

NAMES = ["Maud", "Odile", "Tibor", "Guilhem", "Aline", "Basile"]


def asked(t: Table, viewer: int, language: str) -> str:
    return Words(language).text(seen(t, viewer).prompt, NAMES)


@pytest.mark.parametrize(
    ("viewer", "en", "fr"),
    [
        (
            1,
            "Special building phase: build, buy, or pass.",
            "Phase de construction spéciale\u202f: construisez, achetez ou passez.",
        ),
        (
            0,
            "Special building phase: Odile builds.",
            "Phase de construction spéciale\u202f: à Odile de construire.",
        ),
        (
            SPECTATOR,
            "Special building phase: Odile builds.",
            "Phase de construction spéciale\u202f: à Odile de construire.",
        ),
    ],
)
def test_the_prompt_says_who_builds(viewer: int, en: str, fr: str) -> None:
    t = many().play("end")
    assert asked(t, viewer, "en") == en
    assert asked(t, viewer, "fr") == fr


@pytest.mark.parametrize("viewer", [0, 1, 4, SPECTATOR, OPEN])
def test_everybody_sees_who_builds_and_who_sits_out(viewer: int) -> None:
    own = seen(many().play("end", "sit-out"), viewer).modules["five_six"]
    assert (own.paired, own.over, own.building, own.order, own.out) == (False, 0, 2, [1, 2, 3, 4, 5], [1])
    assert own.may_sit_out is (viewer == 2)
    assert not own.may_join_in


def test_on_a_turn_of_ones_own_one_may_join_in_again() -> None:
    t = many().play("end", "sit-out", "pass", "pass", "pass", "pass", "roll", "roll 1 1")
    assert seen(t, 1).modules["five_six"].may_join_in
    assert not seen(t, 2).modules["five_six"].may_join_in


def test_while_a_card_is_drawn_the_buyer_still_builds() -> None:
    t = many(hands={1: "wool grain ore"}).play("end", "buy")
    assert seen(t, SPECTATOR).modules["five_six"].building == 1


def test_the_button_that_ends_building() -> None:
    t = many(settlements={1: "0,0,N"}, hands={1: "brick lumber"}).play("end")
    found = {action.verb: action for action in seen(t, 1).actions}
    assert (found["done"].enabled, found["done"].notation) == (True, "pass")
    assert found["road"].enabled
    assert found["settlement"].reason is not None
    assert found["settlement"].reason.missing == {"wool": 1, "grain": 1}
    assert found["trade"].reason is not None
    assert found["trade"].reason.say.text == "you can only build and buy now"
    assert "done" not in {action.verb for action in seen(t, 2).actions}


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Maud ends the turn: special building phase",
                "Odile sits out the special building phases",
                "Odile joins in the special building phases again",
            ],
        ),
        (
            "fr",
            [
                "Maud termine son tour\u202f: phase de construction spéciale",
                "Odile ne participe plus aux phases de construction spéciales",
                "Odile participe de nouveau aux phases de construction spéciales",
            ],
        ),
    ],
)
def test_the_log(language: str, lines: list[str]) -> None:
    t = many()
    told = []
    for text_ in ("end", "sit-out", "pass", "pass", "pass", "pass", "roll", "roll 1 1", "join-in"):
        t.play(text_)
        told = [Words(language).text(line.say, NAMES) for line in seen(t, SPECTATOR).log]
    assert [line for line in told if line in lines] == lines


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Special building phase, in order: Tibor, Guilhem, Aline, Basile",
                "Sitting out the special building phases: Odile",
            ],
        ),
        (
            "fr",
            [
                "Phase de construction spéciale, dans l’ordre\u202f: Tibor, Guilhem, Aline, Basile",
                "Hors des phases de construction spéciales\u202f: Odile",
            ],
        ),
    ],
)
def test_the_text_view(language: str, lines: list[str]) -> None:
    told = " ".join(text(seen(many().play("end", "sit-out"), 2), Words(language), NAMES).split())
    for line in lines:
        assert line.replace("\u202f", " ") in told
    hint = {"en": "sit-out – build nothing", "fr": "sit-out – ne rien construire"}[language]
    assert hint in told


@pytest.mark.parametrize(
    ("language", "viewer", "said"),
    [
        ("en", 3, "Your second turn: build, trade with the bank, play a card, or end your turn."),
        ("en", 0, "Guilhem takes a second turn."),
        (
            "fr",
            3,
            "Votre second tour\u202f: construisez, échangez avec la Réserve, jouez une carte ou terminez votre tour.",
        ),
        ("fr", 0, "Guilhem joue un second tour."),
    ],
)
def test_the_second_turn(language: str, viewer: int, said: str) -> None:
    t = paired().play("end")
    assert asked(t, viewer, language) == said
    own = seen(t, viewer).modules["five_six"]
    assert (own.paired, own.over, own.partner, own.building) == (True, 0, 3, -1)
    line = {
        "en": "Second turn of Guilhem, paired with Maud",
        "fr": "Second tour de Guilhem, avec Maud comme partenaire",
    }[language]
    assert line in text(seen(t, viewer), Words(language), NAMES)
    t.play("end")
    line = {"en": "Second turn after this one: Aline", "fr": "Second tour après celui-ci\u202f: Aline"}[language]
    assert line in text(seen(t, viewer), Words(language), NAMES)


def test_programs_read_the_events_as_data() -> None:
    t = paired().play("end")
    assert {"kind": "five_six_second", "seat": 3, "after": 0} in events_view(t.game, t.events, SPECTATOR)
    t = many().play("end")
    assert [(e["kind"], e["seat"]) for e in events_view(t.game, t.events, SPECTATOR)] == [("five_six_building", 0)]
