"""Barbarian Attack as it is shown: the coast, tips before a decision, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.barbarian_attack.view.model import BarbarianAttackView, Bay
from bastide.view import SPECTATOR
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.barbarian_attack.kit import CARD, SETTLEMENT, attack
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Tibor", "Guilhem"]
SPACES = {0xA0: " ", 0x202F: " ", 0x2019: "'"}
READER = Reader(PLAYERS, SPACES)
lines, prompt = READER.lines, READER.prompt


def own(t: Table, viewer: int = 0) -> BarbarianAttackView:
    found = seen(t, viewer).modules["barbarian_attack"]
    assert isinstance(found, BarbarianAttackView)
    return found


def bay(t: Table, hex_: str) -> Bay:
    return next(one for one in own(t).bays if one.hex == hex_)


@pytest.mark.rule("TB-BARB-008")
def test_without_barbarians_left_no_invasion_is_to_be_expected() -> None:
    assert all(one.landing > 0 for one in own(attack(4)).bays)
    assert all(one.landing == 0 for one in own(attack(4, supply=0)).bays)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everybody_sees_the_coast(viewer: int) -> None:
    t = attack(4, barbarians={"-1,-1": 2, "1,-2": 3}, knights={0: "-1,-1,E", 1: "-1,-1,NE -2,-1,E"}, prisoners={2: 3})
    found = own(t, viewer)
    assert [one.number for one in found.bays] == ["4", "12", "9", "3", "8", "10", "11", "5", "2", "6"]
    assert (found.supply, found.knights, found.prisoners) == (28, [1, 2, 0, 0], [0, 0, 3, 0])
    nine, eight = bay(t, "-1,-1"), bay(t, "1,-2")
    assert (nine.barbarians, nine.knights, nine.falls, nine.conquered) == (2, [0, 1, 1], True, False)
    assert [(one.owner, one.sure, one.percent) for one in nine.spoils] == [(0, 1, 0), (1, 1, 0)]
    assert (eight.conquered, eight.falls, eight.landing) == (True, False, 0)
    assert bay(t, "-1,2").landing == 47


def test_what_is_at_stake_is_told() -> None:
    t = attack(barbarians={"1,-2": 3, "0,-2": 2}, settlements={1: "1,-2,N", 2: "1,-3,S"})
    assert bay(t, "1,-2").stake == [1]
    assert bay(t, "0,-2").stake == [2], "its other hex is conquered"
    assert bay(t, "-1,-1").stake == []
    view = seen(t)
    [lost] = [piece for piece in view.pieces if piece.kind == "barbarian_attack_settlement"]
    assert (lost.place, lost.seat) == ("1,-2,N", 1)
    assert [(one.source, one.points) for one in view.seats[1].sources if one.points < 0] == [
        ("barbarian_attack_lost", -1)
    ]


def test_a_path_tells_how_its_hexes_would_stand() -> None:
    t = attack(barbarians={"-1,-1": 2}, knights={0: "0,-1,NE", 1: "-1,-1,E -2,-1,E"}, hands={0: "grain"})
    t.play("end")
    words = Words("en")
    [march] = [target for target in seen(t).targets if target.verb == "march"]
    assert [words.text(say, PLAYERS) for say in march.tip] == ["8: no barbarian"]
    t.play("march 0,-1,NE")
    tips = {target.place: [words.text(say, PLAYERS) for say in target.tip] for target in seen(t).targets}
    assert tips["-1,-1,NE"] == ["9 is freed: 3 against 2", "3: no barbarian"]
    far = [place for place, told in tips.items() if "for 1 grain" in told]
    assert far
    assert "0,-1,NE" not in tips, "to stay there is a button"
    choice = seen(t).choice
    assert choice is not None
    assert [option.notation for option in choice.options] == ["halt 0,-1,NE"]


@pytest.mark.parametrize(
    ("language", "mine", "others"),
    [
        ("en", "March: choose a knight, or end the march.", "Maud's knights march."),
        ("fr", "Déplacement : choisissez un chevalier, ou terminez.", "Les chevaliers de Maud se déplacent."),
    ],
)
def test_the_march_is_asked_for(language: str, mine: str, others: str) -> None:
    t = attack(knights={0: "0,0,E"}).play("end")
    assert prompt(t, 0, language) == mine
    assert prompt(t, 1, language).replace("’", "'") == others
    t = attack(hands={0: CARD}).play("buy", "turn-up knighthood", "station -2,2,E", "end")
    assert "has to go" in prompt(t, 0)
    assert seen(t, 0).choice is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Maud builds a settlement",
                "Barbarians land",
                "Maud rolls 9",
                "A barbarian comes to fields 9: 3 there",
                "Fields 9 is conquered",
                "A building of Odile is conquered",
                "Maud rolls 8",
                "Hills 8 is already conquered: nobody lands",
            ],
        ),
        (
            "fr",
            [
                "Maud construit une colonie",
                "Des barbares débarquent",
                "Maud fait 9",
                "Un barbare arrive sur la tuile Champ 9 : 3 en tout",
                "Champ 9, tuile conquise",
                "Une colonie ou une ville d'Odile est conquise",
                "Maud fait 8",
                "Colline 8, tuile déjà conquise : personne ne débarque",
            ],
        ),
    ],
)
def test_an_invasion_in_the_log(language: str, told: list[str]) -> None:
    t = attack(
        barbarians={"-1,-1": 2, "1,-2": 3},
        settlements={1: "-1,-2,S"},
        roads={0: "0,-1,SE 0,0,NE"},
        hands={0: SETTLEMENT},
    ).play("settle 0,0,N", "throw 9", "throw 8")
    found = lines(t, language)
    assert [
        line for line in found if not line.startswith(("Maud rolls", "Maud fait", "Maud lance", "Maud obtient"))
    ] == [line for line in told if not line.startswith(("Maud rolls", "Maud fait"))]


def test_a_fight_in_the_log() -> None:
    t = attack(barbarians={"-1,-1": 1}, knights={0: "-1,-1,E", 1: "-2,-1,E"}).play(
        "end", "pass", "throw 4", "throw 9", "colour brown"
    )
    found = lines(t, "en")
    for line in (
        "Fields 9: 2 knights beat 1 barbarian",
        "Odile takes 1 prisoner: 1 now",
        "Maud takes 3 gold",
        "The colour die shows brown",
        "Maud loses a knight",
        "Odile loses a knight",
    ):
        assert line in found, found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_the_text_view_tells_the_coast(language: str, viewer: int) -> None:
    t = attack(4, barbarians={"-1,-1": 2}, knights={0: "-1,-1,E", 1: "-1,-1,NE", 2: "-2,-1,E"}, hands={0: "gold*4"})
    shown = text(seen(t, viewer), Words(language), PLAYERS).translate(SPACES)
    flat = " ".join(shown.split())
    expected = {
        "en": (
            "9 (-1,-1); 2 barbarians; knights: Maud, Odile, Tibor; beaten after this turn",
            "67 % for a prisoner",
        ),
        "fr": ("9 (-1,-1) ; 2 barbares ; chevaliers : Maud, Odile, Tibor ; vaincus après ce tour", "67 %, sinon 3 or"),
    }
    for part in expected[language]:
        assert part in flat
    assert ("Maud 4" in flat) is True


@pytest.mark.rule("TB-BARB-020")
def test_the_hexes_of_treason_are_chosen_together_and_sent_in_their_order() -> None:
    t = attack(hands={0: CARD}, pile={"treason": 1}, barbarians={"-2,1": 1, "-1,-1": 3, "2,-1": 3})
    t.play("buy", "turn-up treason")
    for verb in ("lift", "land"):
        shown = [target for target in seen(t).targets if target.verb == verb]
        assert [target.together for target in shown] == [(2, rank) for rank in range(len(shown))]
        last, first = shown[-1], shown[0]
        assert last.notation not in t.legal(), "the last one is offered, though the engine asks for it second"
        t.play(first.notation, last.notation)
    t.check(phase="main")


@pytest.mark.rule("TB-BARB-025")
@pytest.mark.parametrize(("language", "said"), [("en", "A knight of Maud marches: "), ("fr", "Un chevalier de Maud")])
def test_the_log_tells_from_where_to_where_a_knight_marches(language: str, said: str) -> None:
    t = attack(knights={0: "0,0,E"}).play("end", "march 0,0,E")
    t.play(next(text for text in t.legal() if text.startswith("halt ") and text != "halt 0,0,E"))
    words = Words(language)
    told = [words.text(line.say, PLAYERS) for line in seen(t).log]
    assert any(line.startswith(said) and sum(word.isdigit() for word in line.split()) == 2 for line in told), told


@pytest.mark.rule("TB-BARB-012")
def test_buttons_tell_that_all_that_is_left_lies_at_conquered_hexes() -> None:
    rich = {0: "brick lumber wool grain*3 ore*3"}
    t = attack(settlements={0: "-2,1,N"}, barbarians={"-2,1": 3, "-2,0": 3}, hands=rich)
    against = {action.verb: action.reason.rule for action in seen(t).actions if action.reason is not None}
    assert (against["road"], against["city"]) == ("TB-BARB-012", "TB-BARB-012")
