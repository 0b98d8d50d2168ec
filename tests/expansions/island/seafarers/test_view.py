"""Seafarers as it is shown: prompts, targets, log, islands and chits, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bastide.expansions.island.seafarers.rules.state import NATIVE
from bastide.expansions.island.seafarers.view import CHIT_PIECE, island_name, numbered
from bastide.view import SPECTATOR
from bastide.view.svg import board
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.seafarers.rules.kit import afloat, sea
from tests.expansions.island.seafarers.rules.test_knights import voyage
from tests.kit import Table
from tests.view.island.seen import seen

NAMES = ["Maud", "Odile", "Tibor", "Guilhem"]
OPEN_LINE: dict[str, Any] = {"settlements": {0: "3,4,N"}, "ships": {0: "3,4,NE"}}


def asked(t: Table, viewer: int, language: str) -> str:
    return Words(language).text(seen(t, viewer).prompt, NAMES)


def told(t: Table, language: str) -> list[str]:
    return [Words(language).text(line.say, NAMES) for line in seen(t, SPECTATOR).log]


def test_islands_are_listed_with_those_who_began_there_and_those_who_have_the_chit() -> None:
    t = afloat()
    isles = seen(t, SPECTATOR).modules["seafarers"].isles
    assert [(isle.side, isle.number) for isle in isles] == [("northwest", 0), ("northeast", 0), ("southeast", 0)]
    assert [isle.settled for isle in isles] == [[], [], []]
    chits = [piece for piece in seen(t, SPECTATOR).pieces if piece.kind == "seafarers_chit"]
    assert [piece.place for piece in chits] == [isle.hex for isle in isles]


def test_the_pirate_is_drawn_and_beside_the_board_it_is_not() -> None:
    assert ("pirate", "6,4") in {(piece.kind, piece.place) for piece in seen(afloat(), SPECTATOR).pieces}
    beside = seen(afloat(pirate=""), SPECTATOR)
    assert "pirate" not in {piece.kind for piece in beside.pieces}
    assert "Pirate: beside the board" in text(beside, Words("en"), NAMES)
    assert "Pion Pirates\u202f: à côté du plateau" in text(beside, Words("fr"), NAMES)


def test_a_document_has_the_wakes_of_ships_in_their_colours() -> None:
    drawing = board(seen(afloat(**OPEN_LINE), SPECTATOR), seats=["azure-tower", "ivory"])
    [wake] = re.findall('class="p-azure-tower wake".*?</g>', drawing)
    assert 'stroke="#1C5AAE" stroke-width="5"' in wake
    assert "var(" not in wake


@pytest.mark.rule("SEA-008")
@pytest.mark.parametrize(
    ("viewer", "language", "prompt"),
    [
        (0, "en", "Move the robber or the pirate."),
        (0, "fr", "Déplacez le pion Voleurs ou le pion Pirates."),
        (1, "en", "Maud moves the robber or the pirate."),
        (1, "fr", "Maud déplace le pion Voleurs ou le pion Pirates."),
    ],
)
def test_a_seven_asks_for_robber_or_pirate(viewer: int, language: str, prompt: str) -> None:
    t = afloat(rolled=False).play("roll", "roll 3 4")
    assert asked(t, viewer, language) == prompt
    verbs = {target.verb for target in seen(t, 0).targets}
    assert verbs == {"robber", "pirate"}


@pytest.mark.rule("CKS-016")
def test_who_drives_the_robber_away_is_not_said_to_move_the_pirate() -> None:
    t = voyage(settlements={0: "4,2,S"}, posts={"3,4,N": (0, 1, 1)}, robber="3,3", pirate="4,3").play("chase 3,4,N")
    assert asked(t, 1, "en") == "Maud moves the robber."


@pytest.mark.rule("SEA-005")
def test_a_ship_is_taken_up_and_laid_elsewhere_with_its_places_marked() -> None:
    t = afloat(**OPEN_LINE)
    [sail] = [action for action in seen(t, 0).actions if action.verb == "sail"]
    assert sail.enabled
    [target] = [target for target in seen(t, 0).targets if target.verb == "sail"]
    t.play(target.notation)
    assert asked(t, 0, "fr") == "Choisissez où va votre bateau."
    goes = [target for target in seen(t, 0).targets if target.verb == "ship"]
    assert goes
    t.play(goes[0].notation)
    assert "Maud takes up a ship, to move it" in told(t, "en")


@pytest.mark.rule("SEA-005")
def test_the_button_says_why_no_ship_moves() -> None:
    [sail] = [action for action in seen(afloat(), 0).actions if action.verb == "sail"]
    assert not sail.enabled
    assert sail.reason is not None
    assert sail.reason.rule == "SEA-005"


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ([], "roll the dice first"),
        (["roll", "roll 3 4"], "finish first what you have begun"),
        (["roads"], "finish first what you have begun"),
        (["roll", "roll 1 1", "sail 4,2,SE"], "finish first what you have begun"),
        (["roll", "roll 1 1", "end"], "it is not your turn"),
    ],
)
def test_the_button_of_ships_says_what_comes_first(play: list[str], why: str) -> None:
    t = afloat(settlements={0: "4,2,S"}, ships={0: "4,2,SE"}, cards={0: "roads"}, pirate="2,8", rolled=False)
    t.play(*play)
    [sail] = [action for action in seen(t, 0).actions if action.verb == "sail"]
    assert sail.reason is not None
    assert sail.reason.say.text == why


@pytest.mark.rule("SEA-014", "SEA-023")
@pytest.mark.parametrize(
    ("language", "points", "natives"),
    [
        ("en", "2 points for your first settlement here", "not for Odile, who began here"),
        ("fr", "2 points pour votre première colonie ici", "pas pour Odile, qui a commencé ici"),
    ],
)
def test_a_chit_tells_for_whom_it_is_not(language: str, points: str, natives: str) -> None:
    t = afloat(layout="four_islands")
    m = sea(t.game)
    t.game.state.cells[m.areas + m.area_count] = NATIVE
    tips = [[Words(language).text(say, NAMES) for say in p.told] for p in seen(t).pieces if p.kind == CHIT_PIECE]
    assert tips == [[points, natives], [points], [points], [points]]


def test_islands_on_the_same_side_are_numbered() -> None:
    t = afloat(layout="through_the_desert")
    isles = seen(t, SPECTATOR).modules["seafarers"].isles
    names = [island_name(isle, Words("en")) for isle in isles]
    assert len(set(names)) == len(names) == 4
    assert numbered(["east", "north", "east"]) == [("east", 1), ("north", 0), ("east", 2)]
    assert island_name(isles[0], Words("fr")).startswith("Île d")
