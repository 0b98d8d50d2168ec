"""Catan for Two with other expansions: the sea, event cards, harbours, a friendly robber, and those it is not for."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game
from bastide.expansions.island.event_cards.rules.deck import DECK
from bastide.kernel.errors import ConfigError
from bastide.view import svg
from tests.expansions.island.event_cards import kit as event_kit
from tests.expansions.island.harbors.kit import harbor_points, holder
from tests.expansions.island.two_players.kit import ONE, ROAD, WHITE, built, tokens, two
from tests.expansions.island.two_players.test_building import ROUTE
from tests.kit import Table, land, table
from tests.view.island.seen import seen

MAPS = {
    "new_shores": {"2,3,S", "0,7,N"},
    "through_the_desert": {"3,3,S", "1,5,S"},
    "four_islands": {"4,2,S", "0,6,S"},
}


def at_sea(layout: str = "new_shores", **more: Any) -> Table:
    return two(modules=("seafarers",), layout=layout, **more)


# -- the sea


@pytest.mark.rule("TB-TWO-036", "TB-TWO-026", "TB-GEN-001")
@pytest.mark.parametrize("layout", [*MAPS, "beginner"])
def test_at_sea_the_maps_for_four_are_used(layout: str) -> None:
    config = {"modules": [ONE, "seafarers"], "layout": layout}
    t = Table(Game.new({**config, "seats": 2, "options": {"first": 0}}, seed=1))
    four = Table(Game.new({**config, "seats": 4, "modules": ["seafarers"]}, seed=1))
    assert t.r.board.hex_names == four.r.board.hex_names
    assert t.r.board.terrain == four.r.board.terrain
    owners = {colour: built(t, colour) for colour in range(4)}
    assert owners == {0: (0, 0), 1: (0, 0), 2: (0, 1), 3: (0, 1)}
    corners = {t.r.board.corner_names[at] for at in range(int(t.r.board.corners)) if t.cell(t.r.owner + at)}
    assert corners == MAPS["new_shores" if layout == "beginner" else layout]


@pytest.mark.rule("TB-TWO-002", "SEA-015")
def test_a_map_has_room_for_the_neutral_settlements_too() -> None:
    row = [f"{q},0 forest 5" for q in range(4)] + ["4,0 sea", "5,0 sea"]
    layout = land(*row, sites=["neutral 0,0,N", "neutral 3,0,N"])
    with pytest.raises(ConfigError, match="6 starting buildings need 21 corners to begin on, this map has 18"):
        Game.new({"seats": 2, "modules": [ONE, "seafarers"], "layout": layout})


@pytest.mark.rule("TB-TWO-036")
def test_the_corners_are_inland_and_equally_good_where_they_are_our_choice() -> None:
    for layout, pips in {"through_the_desert": 9, "four_islands": 8}.items():
        board = at_sea(layout).r.board
        for name in MAPS[layout]:
            corner = board.corner_index[name]
            hexes = [int(board.corner_hexes[3 * corner + k]) for k in range(3)]
            assert all(0 <= h < board.land for h in hexes)
            assert sum(6 - abs(7 - int(board.number[h])) for h in hexes) == pips


@pytest.mark.rule("TB-GEN-012")
def test_two_without_neutral_colours_play_on_the_base_island_alone() -> None:
    with pytest.raises(ConfigError, match="'seafarers' is played with 3 or 4 seats, got 2"):
        Game.new({"seats": 2, "modules": ["seafarers"]}, seed=1)
    with pytest.raises(ConfigError, match="'two_players' is played with 2 seats, got 3"):
        Game.new({"seats": 3, "modules": [ONE, "seafarers"]}, seed=1)
    assert Game.new({"modules": [ONE]}).rules.seats == 2


@pytest.mark.rule("TB-TWO-033")
def test_a_ship_brings_neutral_colours_nothing() -> None:
    t = at_sea()
    corner = next(name for name in t.r.board.corner_names if on_home_coast(t, name))
    t = at_sea(settlements={0: corner}, hands={0: "lumber wool brick lumber"})
    t.play(f"ship {min(t.places('ship'))}").check(phase="main")
    t.play(f"road {min(t.places('road'))}").check(phase="two_players_colour")
    t.play("neutral 2")
    assert {text.split()[0] for text in t.legal()} == {"neutral-road"}
    assert t.r.left_of(t.game.state, WHITE, t.r.line_items[1]) == 15


def on_home_coast(t: Table, name: str) -> bool:
    """Whether a corner of the home island lies on the coast, away from buildings."""
    board = t.r.board
    corner = board.corner_index[name]
    near = [int(board.corner_hexes[3 * corner + k]) for k in range(3)]
    home = {h for h, _ in board.sites("home")}
    return corner < board.ashore and len(home & set(near)) == 2


def test_at_sea_the_longest_route_of_a_neutral_colour_is_lit() -> None:
    board = at_sea().r.board
    road = board.edge_names[int(board.corner_edges[3 * board.corner_index["2,3,S"]])]
    t = at_sea(roads={WHITE: road})
    shown = seen(t, 0)
    assert [one.trail for one in shown.unplayed] == [{"road": [road]}, {}]
    assert f'data-trail="{WHITE}"' in svg.pieces(shown)


@pytest.mark.rule("TB-TWO-024")
def test_a_settlement_at_the_sea_brings_a_token() -> None:
    t = at_sea()
    corner = next(name for name in t.r.board.corner_names if on_home_coast(t, name))
    game = Table(Game.new({"seats": 2, "modules": [ONE, "seafarers"], "options": {"first": 0}}, seed=1))
    game.play(f"settle {corner}")
    assert tokens(game)[0] == 6


@pytest.mark.rule("TB-TWO-019", "TB-TWO-035")
def test_the_robber_is_sent_to_one_of_the_deserts_of_the_sea() -> None:
    assert len(at_sea("through_the_desert", robber="4,2").places("banish")) == 3
    assert at_sea("four_islands").places("banish") == {"aside"}


# -- event cards


@pytest.mark.rule("TB-EVT-044")
def test_two_cards_are_revealed_and_equal_numbers_both_apply() -> None:
    t = two(modules=("event_cards",), settlements={0: "0,-1,N"}, rolled=False)
    event_kit.reveal(t, "fine-day 6").check(phase="roll", hands={0: "brick"})
    event_kit.reveal(t, "fine-day 6").check(phase="main", hands={0: "brick*2"})
    t.refuses("roll", "TB-EVT-003")


@pytest.mark.rule("TB-EVT-044")
def test_the_event_of_each_card_is_carried_out() -> None:
    t = two(modules=("event_cards",), settlements={0: "0,-1,N"}, rolled=False)
    event_kit.reveal(t, "plentiful-year 2").play("take ore", "go-on", "take ore", "go-on")
    t.check(phase="roll", hands={0: "ore wool", 1: "ore"})
    event_kit.reveal(t, "robber-attack 7").check(phase="robber", actors=[0])


@pytest.mark.rule("TB-EVT-050")
def test_at_new_year_the_next_card_still_brings_a_number() -> None:
    t = two(modules=("event_cards",), rolled=False)
    m, left = event_kit.module(t), 5
    for kind, (event, _number, count) in enumerate(DECK):
        kept = min(left, count) if str(event) == "fine-day" else 0
        left -= kept
        t.game.state.cells[m.seen + kind] = count - kept
    event_kit.see(t)  # counts them
    event_kit.reveal(t, "fine-day 6")
    assert [event.kind for event in t.events][:2] == ["event_cards_new_year", "event_cards_card"]
    t.check(phase="roll")
    event_kit.reveal(t, "fine-day 8").check(phase="main")


@pytest.mark.rule("TB-EVT-049", "TB-TWO-028")
def test_events_concern_the_two_players_alone() -> None:
    t = two(
        modules=("event_cards",),
        settlements={0: "2,-1,N", 1: "-2,2,N"},
        roads={0: "2,-2,E", WHITE: ROUTE},
        hands={0: "ore", 1: "ore"},
        rolled=False,
    )
    t.check(longest=WHITE)
    event_kit.reveal(t, "trade-advantage 5").check(phase="roll", actors=[0], hands={0: "ore"})
    assert len(t.told("event_cards_nobody")) == 1
    t = two(modules=("event_cards",), roads={0: "2,-2,E", WHITE: ROUTE}, rolled=False)
    event_kit.reveal(t, "earthquake 6").play("0: damage 2,-2,E")
    assert event_kit.damaged(t, WHITE) == set()
    t.check(phase="roll")


# -- harbours


@pytest.mark.rule("TB-HARB-011", "TB-TWO-028")
def test_neutral_buildings_earn_no_harbour_points() -> None:
    t = two(modules=("harbors",))
    names = [t.r.board.corner_names[corner] for corner in t.r.board.harbors]
    t = two(modules=("harbors",), settlements={WHITE: " ".join(names[::4]), 0: names[2]})
    assert harbor_points(t) == [1, 0]
    assert holder(t) == -1
    t.check(points={0: 1})


# -- a friendly robber


@pytest.mark.rule("TB-TWO-028")
def test_the_friendly_robber_does_not_spare_neutral_colours() -> None:
    t = two(modules=("friendly_robber",), settlements={0: "2,-1,N", 1: "-2,2,N"}, rolled=False)
    t.play("roll", "roll 3 4")
    assert {"1,-2", "0,-1", "1,-1"} <= t.places("robber"), "the hexes of a neutral settlement"
    assert "2,-1" not in t.places("robber")


@pytest.mark.rule("TB-TWO-028", "TB-TWO-019")
def test_tokens_send_the_robber_to_the_desert_whoever_is_there() -> None:
    t = two(modules=("friendly_robber",), settlements={1: "1,-1,S"}, robber="2,-1")
    t.play("banish 0,0").check(robber="0,0")


# -- what it is not for


@pytest.mark.rule("TB-TWO-027", "TB-GEN-007")
def test_it_is_not_played_with_cities_and_knights() -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 2, "modules": [ONE, "cities_knights"]}, seed=1)
    assert caught.value.rule == "MIX-017"


@pytest.mark.rule("TB-GEN-008")
def test_it_is_not_played_by_five_or_six_but_the_other_variants_are() -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 5, "modules": [ONE, "five_six"]}, seed=1)
    assert caught.value.rule == "MIX-016"
    variants = ["friendly_robber", "event_cards", "harbors"]
    assert Game.new({"seats": 5, "modules": ["five_six", *variants]}, seed=1).rules.seats == 5


@pytest.mark.rule("TB-GEN-001", "TB-TWO-026")
def test_all_four_variants_are_played_together_at_sea() -> None:
    names = [ONE, "friendly_robber", "event_cards", "harbors", "seafarers"]
    game = Game.new({"seats": 2, "modules": names}, seed=1)
    assert Table(game).r.config.goal == 15
    assert {module.name for module in Table(game).r.modules} == set(names)


@pytest.mark.rule("TB-TWO-008")
def test_without_the_variant_a_road_brings_nothing() -> None:
    t = table(2, settlements={0: "2,-1,N"}, hands={0: ROAD}).play("road 2,-2,E")
    t.check(phase="main")
