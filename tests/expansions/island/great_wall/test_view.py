"""The Great Wall as it is shown: sections, riders, prompts, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.great_wall.view.model import GreatWallView
from bastide.view import SPECTATOR
from bastide.view.island.model import IslandView
from bastide.view.model import OPEN
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.great_wall.kit import CITY, FORTRESSES, steppe
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Tibor", "Yann"]
SPACES = {0xA0: " ", 0x202F: " ", 0x2019: "'"}
READER = Reader(PLAYERS, SPACES)
lines, prompt = READER.lines, READER.prompt


def own(t: Table, viewer: int = 0) -> GreatWallView:
    found = seen(t, viewer).modules["great_wall"]
    assert isinstance(found, GreatWallView)
    return found


@pytest.mark.rule("GW-011", "GW-018", "GW-027", "GW-035")
def test_everybody_sees_the_wall_and_the_riders() -> None:
    t = steppe(
        levels={1: 2, 2: 5},
        fields={1: 2, 2: 4},
        gathered="I*2 III",
        behind="2,2*2 1,3",
        penalties={2: 1, 3: 2},
        pirate="4,4",
    )
    for viewer in (0, 3, SPECTATOR, OPEN):
        wall = own(t, viewer)
        assert [(one.number, one.owner, one.level, one.riders, one.falls) for one in wall.sections] == [
            (1, 0, 2, 2, True),
            (2, 1, 5, 4, False),
            (3, 2, 0, 0, True),
            (4, 3, 0, 0, True),
        ]
        assert wall.sections[0].price == {"brick": 1, "lumber": 1, "grain": 1}
        assert wall.sections[1].price == {}
        assert [call.waiting for call in wall.sections[0].calls] == [2]
        assert [(one.name, one.riders) for one in wall.gathered] == [("I", 2), ("II", 0), ("III", 1)]
        assert [(one.hex, one.name, one.riders) for one in wall.behind] == [("2,2", "3", 2), ("1,3", "3", 1)]
        assert (wall.passes, wall.most_passes, wall.penalties) == (3, 5, [0, 0, 1, 2])
        assert (wall.pirate, wall.leads, wall.acts) == ("4,4", "", [])


@pytest.mark.rule("GW-012")
def test_the_button_of_the_next_level() -> None:
    t = steppe(levels={1: 2}, hands={0: "brick lumber grain"})
    [button] = [one for one in seen(t).actions if one.verb == "wall-section"]
    assert (button.notation, button.cost, button.left) == ("wall-section", {"brick": 1, "lumber": 1, "grain": 1}, 3)
    t = steppe(levels={1: 2}, hands={0: "brick grain"})
    [button] = [one for one in seen(t).actions if one.verb == "wall-section"]
    assert (button.enabled, button.reason is not None) == (False, True)
    assert [one for one in seen(t, SPECTATOR).actions if one.verb == "wall-section"] == []


@pytest.mark.rule("GW-030", "GW-031")
def test_the_knight_is_asked_and_the_others_are_told() -> None:
    t = steppe(gathered="I", behind="4,2", cards={0: "knight"}).play("knight")
    assert prompt(t, 0) == "Your knight acts up to twice: choose what it does."
    assert prompt(t, 1, "fr") == "Le chevalier de Maud agit."
    choice = seen(t).choice
    assert choice is not None
    assert [option.verb or option.notation for option in choice.options] == ["ride", "free", "pirate", "pass"]
    assert (own(t).acts, own(t, 1).acts, seen(t, 1).choice) == (["ride", "free", "pirate"], [], None)
    t.play("ride I")
    assert (own(t).leads, own(t, 1).leads, seen(t).choice) == ("I", "", None)
    assert prompt(t, 0, "fr") == "Votre chevalier : choisissez où va le coureur."
    assert {target.notation for target in seen(t).targets} == {"lead II", "lead III"}


@pytest.mark.rule("GW-028", "GW-029")
def test_a_seven_asks_for_the_pirate_and_warns_of_harbours() -> None:
    t = steppe(rolled=False).play("roll", "roll 3 4")
    assert prompt(t, 0) == "Move the pirate to another hex of sea."
    assert prompt(t, 2) == "Maud moves the pirate."
    tips = {target.notation: target.tip for target in seen(t).targets}
    assert tips["pirate 3,3"]
    assert not tips["pirate 4,3"]


@pytest.mark.rule("GW-006")
def test_fortresses_are_asked_for() -> None:
    t = steppe()
    new = Table(type(t.game).new({"seats": 4, "modules": ["great_wall"], "options": {"first": 0}}, seed=1))
    assert prompt(new, 0) == "Choose a site for your border fortress."
    assert prompt(new, 1, "fr") == "Maud place une forteresse frontalière."


@pytest.mark.rule("GW-014", "GW-018", "GW-022")
def test_what_happens_is_told_in_both_languages() -> None:
    t = steppe(levels={1: 1}, fields={1: 1}, hands={0: CITY + " brick wool"}, cards={1: "knight"}, gathered="I")
    t.play("wall-section", f"city {FORTRESSES[0]}", "rider I", "end", "roll", "roll 3 3", "end", "roll", "roll 3 3")
    t.play("end", "roll", "roll 3 3")
    told = lines(t, "en")
    assert "Maud raises the wall to level 2" in told
    assert "Maud draws a rider for territory I: 2 wait there" in told
    assert "A rider comes from territory I before section 1, of Maud: 2 there" in told
    assert "3 riders against level 2: section 1 is passed" in told
    assert "Maud receives a penalty: 1 in all" in told
    assert "Forest 9 is occupied: 1 rider" in told
    french = lines(t, "fr", SPECTATOR)
    assert "Maud élève la muraille au niveau 2" in french
    assert "3 coureurs contre le niveau 2 : la section 1 est passée" in french
    assert "Maud reçoit une pénalité : 1 en tout" in french


@pytest.mark.rule("GW-047")
def test_penalties_are_a_source_of_points() -> None:
    t = steppe(penalties={1: 2})
    assert ("great_wall_penalties", 2, -2) in [
        (one.source, one.count, one.points) for one in seen(t, 3).seats[1].sources
    ]
    assert seen(t).seats[1].points == -1


@pytest.mark.rule("GW-035", "GW-036")
def test_a_lost_game_names_the_best_loser() -> None:
    t = steppe(gathered="I", penalties={0: 2, 1: 2}, settlements={2: "1,4,N"}, rolled=False).play("roll", "roll 3 3")
    result = seen(t, SPECTATOR).result
    assert result is not None
    assert result.winners == []
    assert "Best of them is Tibor, with 2 points" in Words("en").text(result.say, PLAYERS)
    assert "Meilleur perdant : Tibor" in Words("fr").text(result.say, PLAYERS).translate(SPACES)


@pytest.mark.rule("GW-002")
def test_two_worlds_with_other_hidden_cards_look_alike() -> None:
    """What seats 1 and 3 hold and have bought changes nothing for the others; the wall is open to all."""
    hands, cards = ("ore wool", "brick grain"), ("knight", "monopoly")
    worlds = [
        steppe(levels={1: 2}, fields={1: 1}, gathered="II", behind="2,2", hands=hands_, fresh=cards_)
        for hands_, cards_ in (
            ({1: hands[0], 3: hands[1]}, {1: cards[0], 3: cards[1]}),
            ({1: hands[1], 3: hands[0]}, {1: cards[1], 3: cards[0]}),
        )
    ]
    for viewer in (0, 2, SPECTATOR):
        one, two = (seen(t, viewer) for t in worlds)
        assert one == two
    one, two = (seen(t, 1) for t in worlds)
    assert isinstance(one, IslandView)
    assert one != two
    assert one.modules == two.modules


@pytest.mark.rule("HIST-006")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_text_view(language: str) -> None:
    t = steppe(levels={1: 2, 2: 5}, fields={1: 2}, gathered="I*2", behind="2,2*2", penalties={2: 3})
    shown = " ".join(text(seen(t, 0), Words(language), PLAYERS).translate(SPACES).split())
    expected = {
        "en": (
            "1: Maud; level 2; 2 riders before it",
            "the next rider passes",
            "safe",
            "I 2",
            "2,2 2",
            "3 of 5 passes",
        ),
        "fr": ("1 : Maud ; niveau 2 ; 2 coureurs devant", "le prochain coureur passe", "sûre", "3 passages sur 5"),
    }
    for words in expected[language]:
        assert words in shown, shown
