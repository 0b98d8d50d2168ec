"""Icons, cards, dice, heraldry, colours and the place of the board in a window."""

import re
import time
import xml.etree.ElementTree as ET

import pytest

from bastide.view import svg
from bastide.view.styles import styles
from bastide.view.svg import cards, icons
from bastide.view.svg.art import numeral, sheet
from bastide.view.svg.palette import DARK, LIGHT, PLAYERS
from bastide.view.svg.window import afloat, boxes
from tests.view.svg import table

DESK = [(0, 0, 1440, 54), (0, 0, 270, 586), (1140, 0, 1440, 746), (0, 758, 424, 900), (926, 758, 1440, 900)]
PAGE = svg.defs(table.board(), svg.SEAT_COLORS)


def found(drawing: str) -> ET.Element:
    """The drawing as XML; what it refers to is among the symbols of the page."""
    root = ET.fromstring(drawing)
    for name in re.findall(r'(?:href="#|url\(#)([\w-]+)', drawing):
        assert f'id="{name}"' in PAGE
    return root


@pytest.mark.parametrize("name", sorted(icons.names()))
def test_every_icon_has_its_symbol(name: str) -> None:
    found(svg.icon(name))


def test_an_icon_is_silent_unless_it_has_a_title() -> None:
    assert found(svg.icon("u-undo")).get("aria-hidden") == "true"
    spoken = found(svg.icon("i-ore", 18, title='2 "ore" <&>'))
    assert spoken.get("role") == "img"
    assert spoken[0].text == '2 "ore" <&>'


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(ValueError, match="u-nothing"):
        svg.icon("u-nothing")


@pytest.mark.parametrize("good", styles().goods)
def test_goods_have_card_and_chip(good: str) -> None:
    found(cards.good_card(good, label="<Ore>", count=3))
    found(svg.chip(good))


@pytest.mark.parametrize("kind", styles().cards)
def test_cards_that_are_played(kind: str) -> None:
    found(cards.development(kind, label="Road building"))


def test_a_long_name_takes_two_lines() -> None:
    assert cards.name_lines("Road building") == ["Road", "building"]
    assert cards.name_lines("Knight") == ["Knight"]


@pytest.mark.parametrize("kind", ["good", "card", *styles().decks])
def test_backs(kind: str) -> None:
    found(cards.back(kind))
    found(cards.minis(9, kind))
    assert cards.minis(9, kind).count("<svg") == 6


@pytest.mark.parametrize("color", PLAYERS)
def test_every_player_has_all_signs(color: str) -> None:
    for drawing in (svg.banner(color), svg.shield(color), *(svg.piece_art(k, color) for k in ("road", "city", "card"))):
        found(drawing)
    assert f".p-{color}{{" in svg.player_css()


def test_players_are_told_apart_without_colour() -> None:
    assert len({p.emblem for p in PLAYERS.values()}) == len({p.pattern for p in PLAYERS.values()}) == 8
    assert len({p.base for p in PLAYERS.values()}) == 8


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_its_face(face: int) -> None:
    assert svg.die(face, 30).count("<circle") == face


@pytest.mark.parametrize("kind", ["route", "army"])
def test_awards_and_mark(kind: str) -> None:
    found(svg.award(kind))
    found(svg.brand())


def test_the_histogram_draws_also_before_the_first_roll() -> None:
    assert svg.histogram([0] * 13).count("<rect") == 0
    drawing = svg.histogram([0, 0, 1, 2, 3, 3, 4, 5, 4, 3, 3, 1, 1], now=8)
    assert drawing.count("<rect") == 11
    assert drawing.count('class="now">4<') == 1
    found(drawing)


def test_numerals_are_outlines_on_the_middle() -> None:
    root = ET.fromstring(numeral("12", 33, 0, 0, "#000"))
    assert len(root) == 2
    assert numeral("2:1", 27, 0, 0, "#000") != numeral("3:1", 27, 0, 0, "#000")


def test_both_themes_have_the_same_tokens() -> None:
    assert set(LIGHT) == set(DARK)
    used = set(re.findall(r"var\(--([a-z0-9-]+)", PAGE + svg.css() + svg.land(table.board())))
    assert used - set(LIGHT) <= {"c", "d", "l", "e", "f", "disc"}


@pytest.mark.parametrize("name", ["emblems", "goods", "marks", "subjects", "scenery", "buildings", "figures", "floors"])
def test_the_art_draws_nothing_from_outside(name: str) -> None:
    assert sheet(name)
    for drawing in sheet(name).values():
        assert not re.search(r"https?:|<script|<image|filter", drawing)


def test_the_view_box_holds_land_and_signs() -> None:
    x, y, width, height = svg.viewbox(table.board())
    for left, top, right, bottom in boxes(table.board()):
        assert x <= left <= right <= x + width
        assert y <= top <= bottom <= y + height


def test_a_piece_far_out_at_sea_stays_in_sight_with_the_paths_round_it() -> None:
    board = table.board()
    left = min(box[0] for box in boxes(board))
    assert afloat(board, [(0.0, 0.0)]) == ()
    ((start, _, end, _),) = afloat(board, [(0.0, 0.0), (left - 50, 0.0)])
    assert start < left - 150
    assert end > left


def test_the_island_touches_no_panel() -> None:
    at = svg.fit(1440, 900, DESK, table.board())
    assert at.scale > 0.84
    outside = [(-9, -9, 0, 909), (1440, -9, 1449, 909), (-9, -9, 1449, 0), (-9, 900, 1449, 909)]
    for box in boxes(table.board()):
        left, top, right, bottom = (at[i % 2] + edge * at.scale for i, edge in enumerate(box))
        assert not any(left < p[2] and right > p[0] and top < p[3] and bottom > p[1] for p in DESK + outside)


def test_an_island_without_panels_fills_the_window() -> None:
    at = svg.fit(1200, 1000, [], table.board())
    _, _, width, height = svg.viewbox(table.board())
    assert max(width * at.scale / 1200, height * at.scale / 1000) > 0.97


def test_a_window_without_room_still_has_an_answer() -> None:
    assert svg.fit(60, 60, [(0, 0, 60, 60)], table.board()).scale > 0


def test_fitting_is_quick() -> None:
    start = time.perf_counter()
    svg.fit(1366, 768, [(0, 0, 1366, 54), (0, 0, 270, 540), (1066, 0, 1366, 614), (0, 626, 424, 768)], table.board())
    assert time.perf_counter() - start < 1
