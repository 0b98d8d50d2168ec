"""The drawings and names that Cities & Knights brings: all it shows has them, and none collides with another."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bastide.expansions.island.cities_knights.rules.figures import cards
from bastide.expansions.island.cities_knights.view import VIEW
from bastide.expansions.island.cities_knights.view.cities import PLACED
from bastide.expansions.island.cities_knights.view.knights import PIECES
from bastide.expansions.island.cities_knights.view.styles import STYLES
from bastide.expansions.island.cities_knights.view.words import COMMODITIES, DOMAINS, card_key
from bastide.view import svg
from bastide.view.catalogues import BASE_NAMES, NAMES
from bastide.view.model import Piece
from bastide.view.styles import BASE_STYLES, styles
from bastide.view.svg.art import sheet
from bastide.view.words import Words
from tests.view.svg import table


def test_every_piece_has_a_drawing_of_its_kind() -> None:
    for kind, style in STYLES.pieces.items():
        assert kind in sheet("figures" if style.figure else "buildings"), kind
    placed = {kind for kind, _ in PLACED.values() if kind} - set(BASE_STYLES.pieces)
    assert placed | set(PIECES.values()) | set(VIEW.signs) <= set(STYLES.pieces)


def test_every_good_and_card_has_a_style_and_a_drawing() -> None:
    assert set(STYLES.goods) == set(COMMODITIES.values()) <= set(sheet("goods")) & set(sheet("floors"))
    assert set(STYLES.cards) == set(cards())
    for card in STYLES.cards.values():
        assert card.subject in sheet("subjects")
        assert card.deck in DOMAINS
    assert list(STYLES.decks) == list(DOMAINS)


def test_point_cards_carry_a_golden_one() -> None:
    golden = [kind for kind in STYLES.cards if "#F5CE5A" in svg.cards.development(kind)]
    assert golden == ["printing", "constitution"]


def test_ids_of_a_page_with_all_pieces_are_unique() -> None:
    page = svg.defs(table.board(), svg.SEAT_COLORS, styles().pieces)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {f"{kind}-azure" for kind in PIECES.values()} | {"merchant", "i-paper", "s-crane", "k-science"} <= set(ids)


def test_the_base_knows_none_of_the_names() -> None:
    assert not set(STYLES.pieces) & set(BASE_STYLES.pieces)
    assert {"paper", "cloth", "coin"} <= set(NAMES) - set(BASE_NAMES)
    assert Words("en").of("classic").name("paper") == "book"
    assert {card_key(kind) for kind in STYLES.cards} <= set(NAMES)


@pytest.mark.parametrize("kind", ["wall", "sabotaged"])
def test_what_lies_over_a_city_is_drawn_after_it(kind: str) -> None:
    pieces = [Piece(kind, "0,0,N", 0), Piece("city", "0,0,N", 0)]
    drawing = svg.pieces(table.view(pieces=pieces, robber=None, moved=None))
    assert drawing.index("#city-garnet") < drawing.index(f"#{kind}")


def test_a_metropolis_stands_behind_its_city() -> None:
    pieces = [Piece("city", "0,0,N", 0), Piece("metropolis-trade", "0,0,N", 0)]
    drawing = svg.pieces(table.view(pieces=pieces, robber=None, moved=None))
    assert drawing.index("#metropolis-trade-garnet") < drawing.index("#city-garnet")


def test_the_merchant_stands_beside_the_middle_with_the_pennant_of_its_player() -> None:
    drawing = svg.pieces(table.view(pieces=[Piece("merchant", "0,0", 1)], robber=None, moved=None))
    assert '<g class="p-azure merchant" transform="translate(-38 -32) scale(1.05)"><use href="#pennant"/>' in drawing


def test_a_board_is_drawn_where_a_target_brings_no_piece() -> None:
    chosen = replace(table.settlement("0,1,N"), piece="", notation="", then="knight 0,1,N")
    assert 'data-opens="knight 0,1,N"' in svg.board(table.view(targets=[chosen]), label=table.plain)
