"""Set-up, board and config (GW-001 to GW-010, GW-039, GW-040, GW-044, GW-049, HIST-001 to HIST-006)."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game
from bastide.catan.board.grid import SIDES, hex_name, neighbour
from bastide.kernel.errors import ConfigError
from tests.catalogue import every_rule
from tests.expansions.island.great_wall.kit import FORTRESSES, LINES, WALL, module_of, modules, rules_of, steppe
from tests.island.starts import corner_pips, good_starts
from tests.kit import Table


def begun(seats: int = 4, **options: Any) -> Table:
    """A game before the first fortress, which seat 0 places."""
    config = {"seats": seats, "modules": modules(seats), "options": {"first": 0, "trade": "bank", **options}}
    return Table(Game.new(config, seed=1))


@pytest.mark.rule("GW-006", "GW-007", "GW-008", "GW-009", "GW-010")
def test_the_order_of_the_set_up() -> None:
    """GW-EX-06: fortresses A, B, C, D; settlements D, A, B, C, C, B, A, D; D has the first turn."""
    t = begun()
    order, roads = [], []
    while t.phase == "setup":
        seat = t.actors[0]
        text = t.legal(seat)[0]
        t.play(text)
        if text.startswith("settle"):
            order.append("ABCD"[seat])
        else:
            roads.append("ABCD"[seat])
    assert "".join(order) == "ABCD" + "DABC" + "CBAD"
    assert "".join(roads) == "DABC" + "CBAD"
    t.check(phase="roll", actors=[3], points=dict.fromkeys(range(4), 3), settlements=dict.fromkeys(range(4), 2))


@pytest.mark.rule("GW-006")
def test_the_highest_roll_begins() -> None:
    t = Table(Game.new({"seats": 4, "modules": [WALL]}, seed=1))
    t.play("roll 1 1", "roll 5 6", "roll 1 2", "roll 1 3").check(phase="setup", actors=[1])


@pytest.mark.rule("GW-006")
def test_fortresses_stand_on_their_sites() -> None:
    t = begun()
    assert t.places("settle") == set(FORTRESSES[:4])
    t.refuses("settle 0,5,N", "GW-006")
    t.play(f"settle {FORTRESSES[2]}")
    assert t.places("settle") == set(FORTRESSES[:4]) - {FORTRESSES[2]}
    t.refuses(f"settle {FORTRESSES[2]}", "BASE-013")


@pytest.mark.rule("GW-008")
def test_the_second_settlement_pays_and_no_fortress_does() -> None:
    t = begun()
    for k in range(4):
        t.play(f"settle {FORTRESSES[k]}")
    assert all(t.hand(seat) == {} for seat in range(4))
    t.play("settle 0,5,N", "road 0,5,NE").check(hands={3: ""}, actors=[0])


@pytest.mark.rule("GW-040")
def test_a_fortress_keeps_its_distance() -> None:
    t = begun()
    for k in range(4):
        t.play(f"settle {FORTRESSES[k]}")
    beside = {"2,3,N", "3,3,N"}  # one path south of the fortresses of sections 3 and 2
    assert beside & t.places("settle") == set()


@pytest.mark.rule("GW-039")
def test_nothing_is_built_beyond_the_wall() -> None:
    for seats in (4, 6):
        r = begun(seats).r
        steppe_hexes = {h for h in range(int(r.board.hexes)) if r.board.terrain[h] in ("steppe", "battlefield")}
        assert len(steppe_hexes) == 2 * seats - 1
        for corner in range(int(r.board.ashore)):
            hexes = {int(r.board.corner_hexes[3 * corner + k]) for k in range(3)}
            assert any(0 <= h < r.board.land for h in hexes)
        for edge in range(int(r.board.overland)):
            hexes = {int(r.board.edge_hexes[2 * edge + k]) for k in range(2)}
            assert any(0 <= h < r.board.land for h in hexes)


@pytest.mark.rule("GW-002", "GW-044")
@pytest.mark.parametrize(("seats", "numerals", "sections"), [(4, 3, 4), (6, 5, 6)])
def test_riders_territories_and_sections(seats: int, numerals: int, sections: int) -> None:
    t = steppe(seats, gathered="I", cards={0: "knight"})
    m = module_of(t.r)
    assert (int(m.numerals), int(m.sections)) == (numerals, sections)
    assert sum(t.cell(m.bag + k) for k in range(numerals)) + 1 == 7 * numerals
    t.play("knight", "ride I")
    assert t.places("lead") == {"II", "III", "IV", "V"} & set(["II", "III", "IV", "V"][: numerals - 1])


@pytest.mark.rule("GW-003", "GW-049")
@pytest.mark.parametrize(
    ("seats", "deck"),
    [
        (4, {"knight": 14, "roads": 1, "plenty": 1, "monopoly": 1, "point": 2}),
        (6, {"knight": 20, "roads": 2, "plenty": 2, "monopoly": 2, "point": 2}),
    ],
)
def test_the_deck(seats: int, deck: dict[str, int]) -> None:
    r = begun(seats).r
    assert dict(zip(r.card_names, map(int, r.deck_stock), strict=True)) == deck


@pytest.mark.rule("GW-001")
def test_every_seat_has_all_its_pieces() -> None:
    t = begun()
    for seat in range(4):
        t.check(roads={seat: 15}, settlements={seat: 5}, cities={seat: 4})


@pytest.mark.rule("GW-004", "GW-005")
@pytest.mark.parametrize("seats", [4, 6])
def test_the_pirate_and_no_robber(seats: int) -> None:
    t = begun(seats)
    assert t.r.board.hex_names[t.cell(module_of(t.r).pirate)] == "6,1"
    assert t.cell(t.r.robber) == -1
    assert all(verb.word != "robber" or not t.can("robber 4,2") for verb in t.r.verbs)


@pytest.mark.rule("HIST-001")
@pytest.mark.parametrize(("seats", "extras"), [(3, []), (5, ["five_six"]), (2, [])])
def test_four_or_six(seats: int, extras: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": seats, "modules": [WALL, *extras]}, seed=1)
    assert caught.value.rule == "MIX-022"


@pytest.mark.rule("HIST-002", "X56-008")
def test_six_need_the_rules_for_six() -> None:
    with pytest.raises(ConfigError, match="five_six"):
        Game.new({"seats": 6, "modules": [WALL]}, seed=1)
    with pytest.raises(ConfigError):
        Game.new({"seats": 4, "modules": [WALL, "five_six"]}, seed=1)
    assert begun(6).game.rules.resolved()["options"]["between_turns"] == "building"
    assert begun(6, between_turns="paired").r.seats == 6


@pytest.mark.rule("HIST-003")
def test_the_board_is_always_the_same() -> None:
    boards = {}
    for seats in (4, 6):
        laid = [
            Game.new({"seats": seats, "modules": modules(seats), "layout": layout}, seed=seed).rules.resolved()
            for seed, layout in enumerate(("beginner", "spiral", "random"))
        ]
        assert laid[0]["layout"] == laid[1]["layout"] == laid[2]["layout"]
        boards[seats] = {(h["q"], h["r"]) for h in laid[0]["layout"]["hexes"]}
        assert sum("number" in h for h in laid[0]["layout"]["hexes"]) == (23 if seats == 4 else 33)
    assert boards[4] < boards[6]
    for q, r in boards[6] - boards[4]:
        assert all(q < other for other, row in boards[4] if row == r), "the western third is left out"


@pytest.mark.rule("HIST-004")
def test_the_rules_of_the_base_hold_otherwise() -> None:
    t = begun()
    options = t.game.rules.resolved()["options"]
    assert (options["goal"], options["hand_limit"]) == (10, 7)
    assert [int(n) for n in t.r.stock] == [19] * 5


@pytest.mark.rule("HIST-005")
@pytest.mark.parametrize(
    "other",
    ["friendly_robber", "event_cards", "harbors", "two_players", "cities_knights", "seafarers", "fishermen", "rivers"],
)
def test_it_is_combined_with_nothing_else(other: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"modules": [WALL, other]}, seed=1)
    assert caught.value.rule == "MIX-020"


@pytest.mark.rule("HIST-006")
def test_the_design_is_said_to_be_our_own() -> None:
    rule = every_rule().get("HIST-006")
    assert "own design" in rule.text["en"]
    assert "dessin" in rule.text["fr"]


@pytest.mark.rule("GW-026")
def test_the_lines_of_attack() -> None:
    r = rules_of(begun().game)
    m = module_of(r)
    for section, line in LINES.items():
        hexes = [int(m.line[k]) for k in range(int(m.line_from[section - 1]), int(m.line_from[section]))]
        assert [r.board.hex_names[h] for h in hexes] == line.split()


@pytest.mark.parametrize("seats", [4, 6])
def test_no_red_numbers_and_no_equal_ones_lie_side_by_side(seats: int) -> None:
    layout = begun(seats).game.rules.resolved()["layout"]
    number = {hex_name((h["q"], h["r"])): h.get("number", 0) for h in layout["hexes"]}
    for h in layout["hexes"]:
        mine = h.get("number", 0)
        near = [number.get(hex_name(neighbour((h["q"], h["r"]), side)), 0) for side in SIDES]
        assert not mine or mine not in near
        assert mine not in (6, 8) or not {6, 8} & set(near)


@pytest.mark.parametrize("seats", [4, 6])
def test_fortresses_and_starts_have_nine_pips(seats: int) -> None:
    """However the players choose among such corners, there are two for each of them."""
    board = begun(seats).r.board
    fortresses = [board.corner_index[name] for name in FORTRESSES[:seats]]
    assert all(corner_pips(board, corner) >= 9 for corner in fortresses)
    assert good_starts(board, 9, fortresses) >= 2 * seats
