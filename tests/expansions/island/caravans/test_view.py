"""Caravans as it is shown: wagons, paths, bids and votes, what a wagon brings, the log, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.caravans.view import NEXT, WAGON, CaravansView
from bastide.view import OPEN, SPECTATOR
from bastide.view.island.text import place
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.caravans.kit import ARROWS, SETTLEMENT, THREE_CARAVANS, bid, caravans
from tests.expansions.island.caravans.test_bidding import bidding
from tests.expansions.island.caravans.test_wagons import LOOPS, built, ending
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Ada", "Zoe"]
SPACES = {0xA0: " ", 0x202F: " "}
"""The spaces of French typography, as plain ones."""
READER = Reader(PLAYERS, SPACES)
lines, prompt = READER.lines, READER.prompt
A, B, C = ARROWS


def own(t: Table, viewer: int = 0) -> CaravansView:
    found = seen(t, viewer).modules["caravans"]
    assert isinstance(found, CaravansView)
    return found


def tips(t: Table, notation: str, language: str = "en") -> list[str]:
    [target] = [target for target in seen(t, t.actors[0]).targets if target.notation == notation]
    assert target.piece == WAGON
    return [Words(language).text(line, PLAYERS).translate(SPACES) for line in target.tip]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, OPEN])
def test_everybody_sees_wagons_paths_and_bids(viewer: int) -> None:
    t = bidding(wagons=THREE_CARAVANS, settlements={1: "1,0,S"})
    assert (own(t, viewer).left, len(own(t, viewer).wagons), len(own(t, viewer).paths)) == (16, 6, 6)
    assert own(t, viewer).beside == [0, 1, 0, 0]
    found = own(t, viewer).round
    assert found is not None
    assert (found.open, found.bids) == (True, [])
    t.play("bid wool*2", "pass")
    found = own(t, viewer).round
    assert found is not None
    assert [(one.seat, one.wool, one.grain, one.cards) for one in found.bids] == [(0, 2, 0, 2), (1, 0, 0, 0)]


def test_the_last_bidding_is_remembered() -> None:
    t = bid(bidding(), {0: "wool", 1: "grain"}).play(f"0: vote {A}", f"1: vote {A}")
    found = own(t).round
    assert found is not None
    assert ([one.vote for one in found.bids], found.placed, found.open) == ([A, A, None, None], [A], False)
    assert (found.decides, found.why) == (None, None)
    t.play("roll", "roll 1 1", "end", "roll", "roll 1 1")
    assert own(t).round == found
    other = bid(bidding(), {2: "grain"}).play(f"2: wagon {C}")
    found = own(other).round
    assert found is not None
    assert (found.decides, found.placed) == (2, [C])


def test_the_last_bidding_is_not_shown_as_the_next_one() -> None:
    t = bid(bidding(roads={1: "-2,1,NE -1,0,SE"}, settlements={1: "-2,1,N"}), {2: "grain"}).play(f"2: wagon {A}")
    for good, count in (("brick", 1), ("lumber", 1)):
        t.game.state.cells[t.r.hand + t.r.goods + t.r.good_names.index(good)] += count
    t.play("roll", "roll 1 1", "settle -1,1,N", "end")
    found = own(t).round
    assert found is not None
    assert (t.phase, found.open, found.bids, found.placed) == ("caravans_bid", True, [], [])


def test_no_bidding_yet() -> None:
    assert own(caravans()).round is None


def test_wagons_arrows_and_votes_are_pieces() -> None:
    t = bid(bidding(wagons=A, roads={0: A}), {0: "wool", 1: "grain"}).play("0: vote 0,-1,NE")
    pieces = {(piece.kind, piece.place, piece.seat) for piece in seen(t).pieces if piece.kind.startswith("caravans")}
    assert pieces == {
        (WAGON, A, -1),
        ("caravans_vote_mark", "0,-1,NE", 0),
        ("caravans_used_0", "0,0", -1),
        ("caravans_arrow_2", "0,0", -1),
        ("caravans_arrow_4", "0,0", -1),
    }


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize(
    ("language", "point", "nothing"),
    [
        (
            "en",
            "the next wagon may come here, between two wagons, +1: Odile",
            "the next wagon may come here, brings nobody anything yet",
        ),
        (
            "fr",
            "le prochain chariot peut venir ici, entre deux chariots, +1 : Odile",
            "le prochain chariot peut venir ici, ne rapporte encore rien à personne",
        ),
    ],
)
def test_while_players_bid_the_paths_say_what_a_wagon_would_bring(
    language: str, point: str, nothing: str, viewer: int
) -> None:
    t = bidding(wagons=A, settlements={1: "1,-2,S"})

    def marked() -> dict[str, str]:
        told = [piece for piece in seen(t, viewer).pieces if piece.kind == NEXT]
        say = Words(language).text
        return {it.place: ", ".join(say(line, PLAYERS).translate(SPACES) for line in it.told) for it in told}

    assert marked() == {"0,-1,NE": point, "1,-2,SE": point, B: nothing, C: nothing}
    bid(t, {0: "wool"})
    assert marked() == {}, "they are places to choose now"


@pytest.mark.parametrize(
    ("language", "used", "free"), [("en", "used arrow", "0,0 arrow"), ("fr", "empruntée", "flèche")]
)
def test_the_arrows_have_names(language: str, used: str, free: str) -> None:
    told = place(seen(caravans(wagons=A)), Words(language), PLAYERS, "0,0").splitlines()
    assert [used in line for line in told[1:]] == [True, False, False]
    assert all(free in line for line in told[2:])


def test_the_choice_of_a_bid() -> None:
    t = bidding(hands={0: "wool*2 grain ore"})
    choice = seen(t).choice
    assert choice is not None
    assert (choice.kind, choice.verb, choice.count, choice.among) == ("bid", "bid", 0, {"wool": 2, "grain": 1})
    assert [option.notation for option in choice.options] == ["pass"]
    assert seen(t, 1).choice is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Bid for the next wagon: wool and grain, a vote for each card.",
                "Maud bids for the next wagon.",
                "Vote for the path of the wagon: you have 1 vote.",
                "Maud votes: 1 vote.",
                "You decide: place the wagon.",
                "Maud places a wagon.",
            ],
        ),
        (
            "fr",
            [
                "Misez pour le prochain chariot : laine et blé, une voix par carte.",
                "Maud mise pour le prochain chariot.",
                "Votez pour le chemin du chariot : vous avez 1 voix.",
                "Maud vote : 1 voix.",
                "Vous décidez : placez le chariot.",
                "Maud place un chariot.",
            ],
        ),
    ],
)
def test_the_prompts(language: str, told: list[str]) -> None:
    t = bidding()
    found = [prompt(t, 0, language), prompt(t, 1, language)]
    bid(t, {0: "wool", 1: "wool"})
    found += [prompt(t, 0, language), prompt(t, 1, language)]
    t.play(f"0: vote {A}", f"1: vote {B}")
    found += [prompt(t, 0, language), prompt(t, 1, language)]
    assert found == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Place two wagons, for two different caravans.", "Place the second wagon, for another caravan."]),
        (
            "fr",
            [
                "Placez deux chariots, pour deux caravanes différentes.",
                "Placez le second chariot, pour une autre caravane.",
            ],
        ),
    ],
)
def test_the_prompts_for_two_wagons(language: str, told: list[str]) -> None:
    t = bid(bidding(2, modules=("two_players",)), {0: "wool"})
    found = [prompt(t, 0, language)]
    t.play(f"0: wagon {A}")
    assert [*found, prompt(t, 0, language)] == told


@pytest.mark.parametrize(
    ("language", "won", "longer", "holder", "votes", "nothing"),
    [
        (
            "en",
            "between two wagons, +1: Odile",
            "longest road 4 → 5: Maud",
            "the longest road goes to Maud",
            "3 votes so far",
            "brings nobody anything yet",
        ),
        (
            "fr",
            "entre deux chariots, +1 : Odile",
            "route la plus longue 4 → 5 : Maud",
            "la route la plus longue va à Maud",
            "déjà 3 voix",
            "ne rapporte encore rien à personne",
        ),
    ],
)
def test_what_a_wagon_would_bring(language: str, won: str, longer: str, holder: str, votes: str, nothing: str) -> None:
    roads = {0: f"{B} 1,0,SE 1,0,E 1,0,NE"}
    t = bidding(wagons=A, settlements={1: "1,-2,S"}, roads=roads)
    bid(t, {0: "wool*3", 1: "wool", 2: "wool*2"}).play("0: vote 0,-1,NE")
    assert tips(t, "vote 0,-1,NE", language) == [won, votes]
    assert tips(t, f"vote {B}", language) == [longer, holder]
    assert tips(t, f"vote {C}", language) == [nothing]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Maud bids 1 wool",
                "Odile bids 1 grain",
                "Ada bids nothing",
                "Zoe bids nothing",
                "Maud votes for a path: 1 vote",
                "Odile votes for a path: 1 vote",
                "No path has a majority, and no single bid is the highest: Maud decides",
                "Maud places a wagon, 20 left",
                "Zoe has a building between two wagons: 1 point",
            ],
        ),
        (
            "fr",
            [
                "Maud mise 1 laine",
                "Odile mise 1 blé",
                "Ada ne mise rien",
                "Zoe ne mise rien",
                "Maud vote pour un chemin : 1 voix",
                "Odile vote pour un chemin : 1 voix",
                "Aucun chemin n’a la majorité, et aucune mise ne l’emporte : Maud décide",
                "Maud place un chariot, il en reste 20",
                "Zoe a une colonie ou une ville entre deux chariots : 1 point",
            ],
        ),
    ],
)
def test_a_bidding_in_the_log(language: str, told: list[str]) -> None:
    t = bid(bidding(wagons=A, settlements={3: "1,-2,S"}), {0: "wool", 1: "grain"})
    t.play(f"0: vote {B}", f"1: vote {C}", "0: wagon 0,-1,NE")
    assert lines(t, language)[: len(told)] == told


@pytest.mark.parametrize(
    ("language", "outbid", "most", "nobody", "tie", "vote", "none"),
    [
        (
            "en",
            "Ada bid more than all others together and decides",
            "No path has a majority: Ada bid most and decides",
            "Nobody bids: Maud decides",
            "The bids are equal: Maud places a wagon",
            "A wagon is placed, 21 left",
            ["No wagon is left", "No path is left for a wagon"],
        ),
        (
            "fr",
            "Ada a misé plus que tous les autres réunis et décide",
            "Aucun chemin n’a la majorité : Ada a misé le plus et décide",
            "Personne ne mise : Maud décide",
            "Les mises sont égales : Maud place un chariot",
            "Un chariot est placé, il en reste 21",
            ["Il n’y a plus de chariots", "Il n’y a plus de chemin pour un chariot"],
        ),
    ],
)
def test_who_decides_in_the_log(
    language: str, outbid: str, most: str, nobody: str, tie: str, vote: str, none: list[str]
) -> None:
    assert outbid in lines(bid(bidding(), {2: "wool"}), language)
    t = bid(bidding(), {0: "wool", 1: "wool*2", 2: "wool*3"}).play(f"0: vote {A}", f"1: vote {A}", f"2: vote {B}")
    assert most in lines(t, language)
    assert nobody in lines(bid(bidding(), {}), language)
    assert tie in lines(bid(bidding(2, modules=("two_players",)), {}), language)
    assert vote in lines(bid(bidding(), {0: "wool", 1: "wool"}).play(f"0: vote {A}", f"1: vote {A}"), language)
    assert none[0] in lines(built(left=0).play("end"), language)
    assert none[1] in lines(built(wagons=" ".join(LOOPS)).play("end"), language)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Wagons left: 21",
                f"Wagons at: {A}",
                "The next wagon may go to: 1,-2,SE; 0,-1,NE; -1,0,SE; 0,1,NE",
                "Bids for the next wagon: Maud: 1 wool, votes for 0,-1,NE; Odile: 1 grain; Ada: nothing; Zoe: nothing",
                "W between two strokes is a wagon, P a path for the next one.",
            ],
        ),
        (
            "fr",
            [
                "Chariots restants : 21",
                f"Chariots en : {A}",
                "Le prochain chariot peut aller en : 1,-2,SE ; 0,-1,NE ; -1,0,SE ; 0,1,NE",
                "Mises pour le prochain chariot : Maud : 1 laine, vote pour 0,-1,NE ; Odile : 1 blé ; Ada : rien",
                "C entre deux traits est un chariot, P un chemin possible pour le prochain.",
            ],
        ),
    ],
)
def test_the_text_view(language: str, told: list[str]) -> None:
    t = bid(bidding(wagons=A), {0: "wool", 1: "grain"}).play("0: vote 0,-1,NE")
    shown = " ".join(text(seen(t), Words(language), PLAYERS).translate(SPACES).split())
    for line in told:
        assert line in shown


def test_points_between_wagons_are_a_source() -> None:
    t = caravans(wagons=THREE_CARAVANS, settlements={1: "1,0,S -1,0,S"})
    sources = {one.source: (one.count, one.points) for one in seen(t).seats[1].sources if one.points}
    assert sources == {"settlements": (2, 2), "caravans_beside": (2, 2)}


@pytest.mark.rule("TB-CARA-014")
def test_bids_tell_nothing_of_the_rest_of_a_hand() -> None:
    """Two worlds that differ in a hidden card: other viewers see the same after a bid."""
    shown = []
    for rest in ("ore", "brick"):
        t = bidding(hands={0: f"wool*2 {rest}", 1: "grain"}, bank="ore*9 brick*9 wool*9 grain*9 lumber*9")
        t.play("bid wool", "1: bid grain")
        shown.append([seen(t, viewer) for viewer in (1, SPECTATOR)])
    for one, other in zip(*shown, strict=True):
        assert one == other


def test_a_settlement_that_ends_between_wagons_is_told() -> None:
    t = caravans(wagons=f"{A} 0,-1,NE", roads={0: A}, hands={0: SETTLEMENT}).play("settle 1,-2,S")
    assert lines(t, "en")[-1] == "Maud has a building between two wagons: 1 point"


def test_the_place_of_a_wagon_is_marked() -> None:
    t = ending().play(f"wagon {B}")
    assert seen(t).moved == B
