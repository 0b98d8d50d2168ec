"""Set-up, components and the roll of Cities & Knights (CK-001 to CK-029)."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table
from tests.island.places import coast, landing


def new(seats: int = 3, **options: object) -> KnightsState:
    return KnightsState(Game.new({"seats": seats, "modules": ["cities_knights"], "options": {"first": 0, **options}}))


PLACED = """
    settle 0,-1,N
    road 0,-1,NE
    settle -1,0,N
    road -1,0,NE
    settle 1,0,N
    road 1,0,NE
    city 1,1,S
    road 1,1,SE
    city -1,1,S
    road -1,1,SE
    city 0,0,S
    road 0,0,SE
"""


@pytest.mark.rule("CK-011", "CK-012", "CK-013", "CK-162", "CKO-026")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_second_building_is_a_city_and_pays_resources(edition: str) -> None:
    t = new(edition=edition)
    t.refuses("city 0,-1,N", "BASE-013")
    t.play(*PLACED.splitlines()[:7])
    t.refuses("settle 1,1,S", "CK-011")
    t.play(*PLACED.splitlines()[7:])
    t.check(hands={0: "brick grain ore", 1: "wool grain*2", 2: "lumber wool"}, settlements={0: 4}, cities={0: 3})
    t.check(points={0: 3, 1: 3, 2: 3}, phase="roll", actors=[0])


@pytest.mark.rule("CK-002", "CK-003", "CK-004", "CK-006", "CK-008", "CK-014", "CKO-025", "CKO-027")
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_lies_in_the_box(edition: str) -> None:
    t = new(edition=edition)
    assert {g: n for g, n in t.bank().items() if g in ("paper", "cloth", "coin")} == {
        "paper": 12,
        "cloth": 12,
        "coin": 12,
    }
    piles = [[t.cell(t.m.pile[d] + k) for k in range(t.m.first[d + 1] - t.m.first[d])] for d in range(3)]
    assert [sum(pile) for pile in piles] == [18, 18, 18]
    copies = dict(zip(t.m.card_names, [n for pile in piles for n in pile], strict=True))
    assert copies["merchant"] == 6
    assert copies["espionage"] == 3
    assert copies["resource-monopoly"] == 4
    assert [name for name, n in copies.items() if n == 1] == ["engineering", "printing", "constitution"]
    for seat in range(3):
        assert t.knights_left(seat) == [2, 2, 2]
        assert t.cell(t.m.walls_left + seat) == 3
        assert t.left(seat) == {"road": 15, "settlement": 5, "city": 4}
        assert [t.level(seat, d) for d in ("science", "trade", "politics")] == [0, 0, 0]
    assert t.r.deck_size(t.game.state) == 0
    assert (t.cell(t.m.ship), t.m.length) == (0, 7)


@pytest.mark.rule("CK-007", "CK-009", "CK-010", "CKO-001")
def test_the_beginners_board_and_the_robber() -> None:
    t = new()
    assert t.cell(t.r.robber) == -1
    board = t.r.board
    fields = {name: (board.terrain[i], int(board.number[i])) for i, name in enumerate(board.hex_names)}
    assert fields["-2,2"] == ("fields", 9)
    assert fields["-1,1"] == ("fields", 5)
    assert fields["-2,1"] == ("pasture", 10)
    assert fields["0,1"] == ("mountains", 6)
    assert fields["1,-1"][0] == "desert"
    assert len(board.layout.harbors) == 9
    assert board.hex_names[new(edition="classic").cell(t.r.robber)] == "1,-1"


@pytest.mark.rule("CK-011")
def test_there_are_no_printed_pieces() -> None:
    with pytest.raises(ConfigError, match="CK-011"):
        new(pieces="printed")


def test_options_are_checked() -> None:
    with pytest.raises(ConfigError, match=r"options\.edition must be one of 2025, classic, got '1998'"):
        new(edition="1998")
    assert new(edition=2025).game.rules.resolved()["options"]["edition"] == "2025", "as the command line reads it"
    with pytest.raises(ConfigError, match=r"options\.edition must be one of 2025, classic, got True"):
        new(edition=True)
    with pytest.raises(ConfigError, match=r"options\.merchant_at must be one of edition, settlements, got 'city'"):
        new(edition="classic", merchant_at="city")
    with pytest.raises(ConfigError, match=r"options\.fresh_knights must be one of rest, act, got 'yes'"):
        new(fresh_knights="yes")
    with pytest.raises(ConfigError, match="'edition' is unknown"):
        Game.new({"options": {"edition": "2025"}})
    options = new().game.rules.resolved()["options"]
    assert (options["edition"], options["merchant_at"], options["fresh_knights"]) == ("2025", "edition", "rest")


def test_starting_pieces_may_be_given() -> None:
    starts = [
        {"seat": 0, "corner": "0,-1,N", "edge": "0,-1,NE"},
        {"seat": 1, "corner": "-1,0,N", "edge": "-1,0,NE"},
        {"seat": 1, "corner": "-1,1,S", "edge": "-1,1,SE", "pays": True},
        {"seat": 0, "corner": "0,0,S", "edge": "0,0,SE", "pays": True},
    ]
    config = {"seats": 2, "modules": ["cities_knights"], "options": {"first": 0}, "starts": starts}
    t = KnightsState(Game.new(config))
    t.check(points={0: 3, 1: 3}, hands={0: "brick grain ore"}, phase="roll")


def placed(*kinds: str) -> dict[str, Any]:
    """Starting pieces along the coast: settlements and cities of seat 0, then a settlement of seat 1."""
    starts: list[dict[str, Any]] = []
    for n, kind in enumerate([*kinds, "settlement"]):
        seat = int(n == len(kinds))
        start = {"seat": seat, "corner": landing(2 * n), "edge": coast(2 * n, 2 * n + 1), "pays": kind == "city"}
        starts.append(start)
    return {"seats": 2, "modules": ["cities_knights"], "options": {"first": 0, "goal": 30}, "starts": starts}


@pytest.mark.rule("BASE-010", "CK-011")
def test_starting_pieces_of_both_kinds_are_counted_against_the_supply() -> None:
    most = ["city"] * 4 + ["settlement"] * 5
    t = KnightsState(Game.new(placed(*most)))
    t.check(points={0: 13, 1: 1}, settlements={0: 0, 1: 4}, cities={0: 0, 1: 4}, roads={0: 6})
    KnightsState(Game.new(placed(*reversed(most)))).check(settlements={0: 0}, cities={0: 0})
    KnightsState(Game.new(placed(*["settlement"] * 5, "city"))).check(settlements={0: 0}, cities={0: 3})
    five = placed(*["city"] * 5)
    with pytest.raises(ConfigError, match=r"starts\[4\]: seat 0 has only 4 cities \(BASE-010\)"):
        Game.new(five)
    with pytest.raises(ConfigError, match=r"starts\[6\]: seat 0 has only 5 settlements \(BASE-010\)"):
        Game.new(placed("city", *["settlement"] * 6))
    stored = Game(configure(five, None)).save()
    assert Game.load(stored).save() == stored, "a game that was stored is not refused"


@pytest.mark.rule("CK-162")
def test_the_goal_is_more_than_the_starting_points() -> None:
    with pytest.raises(ConfigError, match=r"options\.goal = 3: seat 0 begins with 3 points; set a higher goal"):
        new(goal=3)
    assert new(goal=4).game.rules.resolved()["options"]["goal"] == 4


@pytest.mark.rule("CK-001", "CK-157")
def test_thirteen_points_win() -> None:
    t = knights_table(cities={0: "0,0,S 0,-1,N"}, metropolises={"trade": "0,0,S"}, tokens={0: 5}, merchant=(0, "0,1"))
    t.check(points={0: 12})
    assert t.r.goal(t.game.state, 0) == 13
    t = knights_table(
        cities={0: "0,0,S 0,-1,N"},
        settlements={0: "-1,2,N"},
        metropolises={"trade": "0,0,S"},
        tokens={0: 5},
        merchant=(0, "0,1"),
        roads={0: "0,0,SE"},
        hands={0: "grain*2 ore*3"},
    )
    t.check(points={0: 13})
    t = knights_table(
        cities={0: "0,0,S 0,-1,N"},
        settlements={0: "-1,2,N"},
        metropolises={"trade": "0,0,S"},
        tokens={0: 5},
        hands={0: "grain*2 ore*3"},
    )
    t.play("city -1,2,N")
    t.check(winners=[0], points={0: 13})


@pytest.mark.rule("CK-158")
def test_points_and_levels_are_public() -> None:
    t = knights_table(tokens={1: 2}, levels={1: "trade 3"})
    for name in ("levels", "tokens", "laid", "metropolis", "knight", "wall"):
        (field,) = [f for f in t.r.schema.fields if f.name == f"cities_knights.{name}"]
        assert field.sees == 0
    assert t.r.hidden_points(t.game.state, 1) == 0


# The roll.


@pytest.mark.rule("CK-015", "CK-017", "CK-018", "CK-019")
def test_the_event_die_comes_before_production() -> None:
    t = knights_table(cities={0: "0,0,S"}, rolled=False)
    t.play("roll", "roll 5 6")
    assert t.phase == "event"
    assert dict(t.game.chances()) == {"event ship": 3, "event science": 1, "event trade": 1, "event politics": 1}
    t.check(hands={0: ""})
    t.play("event ship")
    assert t.cell(t.m.ship) == 1
    t.check(hands={0: "brick*2"}, phase="main")


@pytest.mark.rule("CK-021", "CK-023")
def test_who_draws_by_the_red_die() -> None:
    """Coralie has trade level 3, Louise level 1: on a red 3 only Coralie draws."""
    t = knights_table(levels={0: "trade 1", 1: "trade 3"}, rolled=False)
    t.play("roll", "roll 3 1", "event trade")
    assert t.phase == "progress"
    t.play("progress merchant-fleet")
    assert [t.progress(seat) for seat in range(3)] == [{}, {"merchant-fleet": 1}, {}]
    assert t.phase == "main"


@pytest.mark.rule("CK-021", "CKO-014")
@pytest.mark.parametrize("red", [1, 2, 3, 4, 5, 6])
def test_an_aqueduct_draws_on_one_to_four(red: int) -> None:
    t = knights_table(levels={0: "science 3"}, rolled=False, edition="classic")
    t.play("roll", f"roll {red} {1 if red != 6 else 2}", "event science")
    assert t.phase == ("progress" if red <= 4 else "aqueduct")


@pytest.mark.rule("CKO-015", "CK-023")
@pytest.mark.parametrize("level", [0, 1])
def test_a_red_three_is_too_much_for_level_one(level: int) -> None:
    t = knights_table(levels={0: f"politics {level}"}, rolled=False, edition="classic")
    t.play("roll", "roll 3 1", "event politics")
    assert t.phase == "main"


@pytest.mark.rule("CK-023")
def test_without_a_level_nobody_draws_on_a_one() -> None:
    t = knights_table(levels={1: "science 5 politics 5"}, rolled=False)
    t.play("roll", "roll 1 2", "event trade")
    t.check(phase="aqueduct", actors=[1])  # no card was drawn, and nothing was produced


@pytest.mark.rule("CK-022")
def test_several_draw_clockwise_from_the_roller() -> None:
    t = knights_table(levels=dict.fromkeys(range(3), "trade 5"), on_turn=1, rolled=False)
    t.play("roll", "roll 6 5", "event trade")
    t.play("progress merchant", "progress taxes", "progress merchant-fleet")
    assert [t.progress(seat) for seat in (1, 2, 0)] == [{"merchant": 1}, {"taxes": 1}, {"merchant-fleet": 1}]


@pytest.mark.rule("CK-024", "CK-029", "CK-130", "CK-151", "CKO-029")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("domain", "card"), [("science", "printing"), ("politics", "constitution")])
def test_a_point_is_laid_open_and_an_empty_pile_gives_nothing(edition: str, domain: str, card: str) -> None:
    t = knights_table(levels={0: f"{domain} 2", 1: f"{domain} 2"}, piles={domain: card}, rolled=False, edition=edition)
    t.play("roll", "roll 1 2", f"event {domain}", f"progress {card}")
    t.check(points={0: 1})
    assert [event.kind for event in t.events] == ["progress", "laid_open"]
    assert t.progress(0) == {}
    assert dict(t.game.chances()) == {"progress nothing": 1}
    t.play("progress nothing")
    assert t.phase == "main"
    # All cards of the domain are gone: nobody is asked again.
    t.play("end", "roll", "roll 1 2", f"event {domain}")
    assert t.phase == "main"


@pytest.mark.rule("CK-174")
def test_a_point_card_may_win_in_the_event_phase() -> None:
    t = knights_table(tokens={0: 12, 1: 12}, levels={0: "science 2"}, rolled=False)
    t.play("roll", "roll 1 2", "event science", "progress printing")
    t.check(winners=[0])
    t = knights_table(tokens={0: 10, 1: 12}, levels={1: "science 2"}, rolled=False)
    t.play("roll", "roll 1 2", "event science", "progress printing")
    t.check(phase="main", points={1: 13})
    t.play("end")
    t.check(winners=[1])


@pytest.mark.rule("CK-016", "CK-028", "CK-026", "CKO-028")
def test_only_the_alchemist_comes_before_the_roll() -> None:
    t = knights_table(progress={0: "alchemist crane merchant"}, settlements={0: "0,0,S"}, rolled=False)
    assert {text.split()[0] for text in t.legal()} == {"roll", "alchemist"}


@pytest.mark.rule("CK-026", "CK-028", "CK-025")
def test_another_player_returns_a_fifth_card() -> None:
    t = knights_table(levels={1: "trade 5"}, progress={1: "crane*2 merchant taxes"}, rolled=False)
    t.play("roll", "roll 1 2", "event trade", "progress merchant")
    t.check(phase="surplus", actors=[1])
    assert set(t.legal(1)) == {"return crane", "return merchant", "return taxes"}
    t.play("1: return crane")
    assert t.under("science") == ["crane"]
    assert t.progress(1) == {"crane": 1, "merchant": 2, "taxes": 1}
    assert [(event.kind, int(event.sees)) for event in t.events] == [("returned", -1), ("returned_card", 2)]
    t.check(phase="main")


@pytest.mark.rule("CK-027", "CK-182")
def test_the_player_on_turn_plays_a_fifth_card_at_once() -> None:
    t = knights_table(
        levels={0: "science 1", 1: "science 1"},
        progress={0: "alchemist*2 crane merchant-fleet"},
        rolled=False,
        cities={0: "0,0,S"},
    )
    t.play("roll", "roll 2 4", "event science", "progress mining")
    t.check(phase="surplus", hands={0: ""})
    assert {text.split()[0] for text in t.legal(0)} == {"crane", "merchant-fleet", "mining"}
    t.play("0: mining")
    # Before anybody else draws, before production.
    t.check(phase="progress", hands={0: "ore*2"})
    t.play("progress crane")
    t.check(phase="main", hands={0: "ore*3 coin"})
    assert t.under("science") == ["mining"]


@pytest.mark.rule("CK-027")
def test_a_fifth_card_that_cannot_be_played_is_returned() -> None:
    t = knights_table(
        levels={0: "politics 5"}, progress={0: "alchemist*2 medicine*2"}, rolled=False, piles={"politics": "wedding"}
    )
    t.play("roll", "roll 5 6", "event politics", "progress wedding")
    assert set(t.legal(0)) == {"return alchemist", "return medicine", "return wedding"}


@pytest.mark.rule("CKO-002")
@pytest.mark.parametrize("seat", [0, 1])
def test_in_the_older_edition_a_fifth_card_always_goes_back(seat: int) -> None:
    t = knights_table(
        levels={seat: "trade 5"}, progress={seat: "crane*2 merchant taxes"}, rolled=False, edition="classic"
    )
    t.play("roll", "roll 1 2", "event trade", "progress merchant")
    assert {text.split()[0] for text in t.legal(seat)} == {"return"}


@pytest.mark.rule("CK-116", "CKO-029")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pile_comes_round_in_a_known_order(edition: str) -> None:
    t = knights_table(
        levels=dict.fromkeys(range(3), "science 1"),
        piles={"science": "mining"},
        progress={0: "crane"},
        under={"science": "smithing"},
        edition=edition,
    )
    t.play("crane", "end", "roll", "roll 1 2", "event science")
    for card in ("mining", "smithing", "crane"):
        assert dict(t.game.chances()) == {f"progress {card}": 1}
        t.play(f"progress {card}")
    t.check(phase="main")
    assert [t.progress(seat) for seat in (1, 2, 0)] == [{"mining": 1}, {"smithing": 1}, {"crane": 1}]


@pytest.mark.rule("CK-021", "CK-023")
def test_who_has_improved_far_enough_draws_a_card() -> None:
    """CK-EX-01."""
    t = knights_table(levels={0: "trade 3", 1: "trade 1"}, rolled=False)
    t.play("roll", "roll 3 2", "event trade", "progress merchant")
    t.check(phase="main")
    assert [t.progress(seat) for seat in range(3)] == [{"merchant": 1}, {}, {}]


@pytest.mark.rule("CK-021", "CK-023")
@pytest.mark.parametrize("red", range(1, 7))
def test_level_three_draws_on_a_red_four_and_below(red: int) -> None:
    """CKO-EX-01, CKO-EX-02: politics at 0 or 1 draws nothing on a red 3."""
    t = knights_table(levels={0: "science 3"}, rolled=False, edition="classic")
    t.play("roll", f"roll {red} 1", "event science")
    assert (t.phase == "progress") == (red <= 4)
    for politics in ("", "politics 1"):
        t = knights_table(levels={0: f"science 3 {politics}"}, rolled=False, edition="classic")
        t.play("roll", "roll 3 1", "event politics")
        assert t.phase != "progress"
        assert t.progress(0) == {}
