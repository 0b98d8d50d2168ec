"""What features and figures are said to bring is what the rules would pay."""

from __future__ import annotations

import pytest

from bastide.view import view
from bastide.view.carcassonne.model import CarcassonneView, Feature
from bastide.view.carcassonne.tips import prospect
from bastide.view.text import text
from bastide.view.words import Words
from tests.carcassonne.kit import BLUE, RED, Board, Figure, board

NAMES = ["Maud", "Odile", "Tibor"]
EN, FR = Words("en"), Words("fr")


def seen(b: Board, viewer: int = RED) -> CarcassonneView:
    shown = view(b.game, viewer)
    assert isinstance(shown, CarcassonneView)
    return shown


def feature(b: Board, where: str) -> Feature:
    """The feature at a section: `0,1 monastery`."""
    c, r = b.game.state.cells, b.r
    for one in seen(b).features:
        if c[r.label + c[r.first + one.parts[0].tile] + one.parts[0].section] == b.root(where):
            return one
    raise AssertionError(where)


def tips(b: Board, notation: str, words: Words = EN) -> list[str]:
    """The tooltip of a figure that may be placed now."""
    target = next(target for target in seen(b, b.game.actors[0]).targets if target.notation == notation)
    return [words.text(say, NAMES) for say in target.tip]


@pytest.mark.rule("SHEEP-029")
def test_a_monastery_promises_its_vineyards() -> None:
    b = board("S road_straight@1,0,0 hills.corner_vineyard@1,1,180", seats=3, modules=["hills"])
    b.lay(RED, "monastery@0,1,0")
    one = feature(b, "0,1 monastery")
    assert (one.value, one.finished) == (4, 12)
    assert tips(b, "meeple monastery") == ["4 tiles, 4 points as it stands", "12 points once it is finished"]


@pytest.mark.rule("WHEEL-004")
@pytest.mark.parametrize(("wheel_squares", "value", "finished"), [("tiles", 4, 9), ("none", 1, None)])
def test_a_monastery_beside_the_board(wheel_squares: str, value: int, finished: int | None) -> None:
    b = board("S", seats=3, modules=["wheel"], wheel_squares=wheel_squares)
    b.drawn(RED, "monastery")
    place = next(place for place in sorted(b.places) if place.startswith("-1,"))
    b.game.play(f"tile {place}")
    one = feature(b, f"{place.rpartition(',')[0]} monastery")
    assert (one.value, one.finished) == (value, finished)
    last = tips(b, "meeple monastery")[-1]
    assert last == ("it can never be finished" if finished is None else "9 points once it is finished")
    assert tips(b, "meeple monastery", FR)[-1] != last


PASTURE = (
    "S city1@0,-1,180 city1@0,-2,270 city1@-1,-2,90 monastery@0,-3,0 monastery@1,-3,0 monastery@-1,-3,0"  # two cities
)
TIED: dict[str, Figure] = {"0,-1 field:NL": BLUE, "0,-3 field:NL": (BLUE, "pig"), "1,-3 field:NL": RED}


@pytest.mark.rule("TRD-026")
def test_owners_who_score_differently_are_told_apart() -> None:
    b = board(PASTURE, TIED, 3, ["traders"])
    one = feature(b, "0,-1 field:NL")
    assert one.owners == [RED, BLUE]
    assert [(share.seat, share.value) for share in one.shares] == [(RED, 6), (BLUE, 8)]
    assert [sum(term.points for term in share.terms) for share in one.shares] == [6, 8]
    assert "Maud +6, Odile +8" in " ".join(text(seen(b), EN, NAMES).split())
    assert b.end().scores == [6, 8, 0]
    alike = board(PASTURE, {"0,-1 field:NL": BLUE, "1,-3 field:NL": RED}, 3, ["traders"])
    assert feature(alike, "0,-1 field:NL").shares == []


@pytest.mark.rule("TRD-005", "TRD-015", "TRD-024")
def test_builder_and_pig_bring_what_they_bring() -> None:
    b = board("S monastery_road@-1,0,270 road_straight@1,0,0", {"1,0 road:E": BLUE}, 3, ["traders"])
    b.lay(BLUE, "road_straight@2,0,0")
    assert tips(b, "builder road:E") == [
        "Builder",
        "brings a second tile in each later turn in which yours extends this",
    ]
    b = board("S monastery_road@-1,0,270", {"0,0 road:E": BLUE}, 3, ["traders"]).lay(BLUE, "crossing3@1,0,0")
    assert tips(b, "builder road:W") == ["Builder", "finished: it comes back at once"]
    b = board(PASTURE, {"0,-1 field:NL": BLUE}, 3, ["traders"]).lay(BLUE, "monastery@0,-4,0")
    assert tips(b, "pig field:NL") == [
        "Pig",
        "+1 for each finished city here if you have the majority: +2 as it stands",
    ]


@pytest.mark.rule("SHEEP-005", "SHEEP-018")
def test_a_shepherd_draws_a_token() -> None:
    b = board("S", seats=3, modules=["hills"]).lay(RED, "city1@0,-1,180")
    draws = "a token is drawn for its flock: sheep, or the wolf that drives it away"
    assert tips(b, "shepherd field:NL") == ["Shepherd", draws]
    b = board("S", seats=3, modules=["hills"]).lay(RED, "city1@0,-1,180")
    b.game.state.cells[b.r.tags + b.root("0,-1 field:NL")] += 2 * 64**6
    assert tips(b, "shepherd field:NL")[2:] == ["2 printed sheep count whenever it is gathered"]


@pytest.mark.rule("INN-003")
def test_a_big_follower_counts_as_two() -> None:
    b = board("S", seats=3, modules=["inns"]).lay(RED, "road_straight@1,0,0")
    assert tips(b, "big road:E") == [
        "Big follower",
        "counts as 2 followers",
        "2 tiles, 2 points as it stands",
        "2 points if it is finished at this size",
    ]
    assert tips(b, "meeple field:NL") == ["2 tiles, 0 points as it stands", "it stays there until the end"]


def test_a_field_has_no_prospect() -> None:
    assert prospect(feature(board(seats=3), "0,0 field:EL")) is None
