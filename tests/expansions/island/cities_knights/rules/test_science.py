"""The cards of science (CK-120 to CK-130)."""

from __future__ import annotations

import pytest

from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)


@pytest.mark.rule("CK-115", "CK-116", "CK-160", "CKO-028")
@both
def test_any_number_of_cards_a_turn(edition: str) -> None:
    t = knights_table(progress={0: "crane*2 encouragement", 1: "crane"}, edition=edition)
    t.play("crane", "crane")
    assert t.under("science") == ["crane", "crane"]
    t.refuses("crane", "CK-115")
    t.refuses("1: crane", "CK-160")
    t = knights_table(levels={0: "science 1"}, rolled=False, piles={"science": "crane"}, edition=edition)
    t.play("roll", "roll 1 1", "event science", "progress crane", "crane")


# Alchemist


@pytest.mark.rule("CK-120", "CK-121", "CK-114", "CKO-041")
@both
def test_alchemist(edition: str) -> None:
    t = knights_table(
        progress={0: "alchemist"}, cities={0: "0,0,S"}, levels={1: "trade 1"}, rolled=False, edition=edition
    )
    t.play("alchemist 2 4")
    t.check(phase="event", hands={0: ""})
    t.play("event trade", "progress merchant")
    t.check(phase="main", hands={0: "ore coin"})
    assert t.under("science") == ["alchemist"]
    assert t.progress(1) == {"merchant": 1}
    t = knights_table(progress={0: "alchemist"}, levels={1: "trade 1"}, rolled=False, edition=edition)
    t.play("alchemist 4 2", "event trade")
    t.check(phase="main")


@pytest.mark.rule("CK-120", "CK-114")
def test_alchemist_on_a_seven() -> None:
    """CK-EX-19: the event die comes first."""
    t = knights_table(progress={0: "alchemist"}, cities={1: "0,0,S"}, ship=6, rolled=False)
    t.play("alchemist 3 4", "event ship")
    t.check(phase="robber", points={1: 1})


@pytest.mark.rule("CK-016", "CK-120", "CK-182")
def test_alchemist_refused() -> None:
    t = knights_table(progress={0: "alchemist"})
    t.refuses("alchemist 3 4", "CK-016")
    t = knights_table(progress={0: "crane"}, rolled=False)
    t.refuses("alchemist 3 4", "CK-115")
    t.refuses("crane", "CK-016")


# Crane


@pytest.mark.rule("CK-124", "CK-175", "CKO-041")
@both
def test_crane(edition: str) -> None:
    t = knights_table(cities={0: "0,0,S"}, progress={0: "crane*2"}, hands={0: "paper cloth coin*2"}, edition=edition)
    t.play("crane", "crane", "improve science")
    t.check(hands={0: "paper cloth coin*2"})
    t.play("improve science")
    t.check(hands={0: "cloth coin*2"})
    t.refuses("improve science", "CK-080", missing="paper*3")


@pytest.mark.rule("CK-175")
def test_a_crane_lapses() -> None:
    t = knights_table(2, cities={0: "0,0,S"}, progress={0: "crane"})
    t.play("crane", "end", "roll", "roll 1 1", "event ship", "end", "roll", "roll 1 1", "event ship")
    t.refuses("improve science", "CK-080", missing="paper")


@pytest.mark.rule("CK-124", "CK-082", "CK-187")
def test_a_crane_may_be_played_without_a_city_and_helps_nothing_else() -> None:
    t = knights_table(progress={0: "crane"}, settlements={0: "0,0,S"}, hands={0: "brick"})
    t.play("crane")
    t.refuses("improve science", "CK-082")
    t.refuses("wall 0,0,S", "CK-048", missing="brick")


# Engineering


@pytest.mark.rule("CK-125", "CKO-040", "CK-186")
@both
def test_engineering(edition: str) -> None:
    t = knights_table(cities={0: "0,0,S -2,0,S"}, walls="0,0,S", progress={0: "engineering"}, edition=edition)
    assert t.places("engineering") == {"-2,0,S"}
    t.refuses("engineering 0,0,S", "CK-125")
    t.play("engineering -2,0,S")
    assert t.cell(t.m.walls_left) == 1
    t.check(hands={0: ""})
    t = knights_table(
        cities={0: "0,0,S -2,0,S 0,-1,N 1,1,S"},
        walls="0,0,S -2,0,S 0,-1,N",
        progress={0: "engineering"},
        edition=edition,
    )
    t.refuses("engineering 1,1,S", "CK-186")


# Invention


@pytest.mark.rule("CK-126", "CK-186", "CKO-041")
@both
def test_invention(edition: str) -> None:
    """CK-EX-20: a 9 and an 11; the robber stays, no own building is needed."""
    t = knights_table(progress={0: "invention"}, settlements={1: "0,0,N"}, robber="0,-1", edition=edition)
    t.play("invention 0,-1 0,0")
    t.check(robber="0,-1")
    index = t.r.board.hex_index
    assert [int(t.r.number_of(t.game.state, index[h])) for h in ("0,-1", "0,0")] == [11, 9]
    t.play("end", "roll", "roll 4 5", "event politics")
    t.check(hands={1: "brick"})
    t.play("end", "roll", "roll 5 6", "event politics")
    t.check(hands={1: "brick"})


@pytest.mark.rule("CK-126")
@both
@pytest.mark.parametrize("number", ["1,-2", "-1,2", "0,1", "-2,0", "1,-1"])
def test_invention_refused(number: str, edition: str) -> None:
    """A 2, a 12, a 6, an 8, and no number at all."""
    t = knights_table(progress={0: "invention"}, edition=edition)
    t.refuses(f"invention {number} 0,0", "CK-126")
    t.refuses("invention 0,0 0,0", "CK-126")
    t.refuses("invention 0,0 0,2", "CK-126")  # two elevens


# Irrigation and Mining


@pytest.mark.rule("CK-127", "CK-129", "CK-178", "CKO-041")
@both
@pytest.mark.parametrize(
    ("card", "good", "places"),
    [
        ("irrigation", "grain", {"settlements": "-1,0,N -1,0,S", "cities": "2,0,S"}),
        ("mining", "ore", {"settlements": "0,1,N 0,1,S", "cities": "0,-1,N"}),
    ],
)
def test_two_cards_for_each_hex(card: str, good: str, places: dict[str, str], edition: str) -> None:
    """CK-EX-21, CK-EX-22: two settlements at one hex, a city at another; the robber does not matter."""
    t = knights_table(
        settlements={0: places["settlements"]},
        cities={0: places["cities"]},
        progress={0: card},
        robber="-1,0" if card == "irrigation" else "0,1",
        edition=edition,
    )
    touched = {
        t.r.board.hex_names[h]
        for name in (places["settlements"] + " " + places["cities"]).split()
        for k in range(3)
        if (h := t.r.board.corner_hexes[3 * t.r.board.corner_index[name] + k]) >= 0
        and t.r.good_names[t.r.terrain_good[h]] == good
        and t.r.terrain_good[h] >= 0
    }
    t.play(card)
    t.check(hands={0: f"{good}*{2 * len(touched)}"})
    assert len(touched) >= 2


@pytest.mark.rule("CK-127", "CK-129", "CK-186", "CK-119")
@both
@pytest.mark.parametrize(("card", "good"), [("irrigation", "grain"), ("mining", "ore")])
def test_irrigation_and_mining_refused_and_short(card: str, good: str, edition: str) -> None:
    t = knights_table(settlements={0: "-2,0,N"}, progress={0: card}, edition=edition)
    t.refuses(card, "CK-186")
    t = knights_table(settlements={0: "0,0,S"}, progress={0: card}, bank=good, hands={1: f"{good}*18"}, edition=edition)
    t.play(card)
    t.check(hands={0: good})
    t = knights_table(settlements={0: "0,0,S"}, progress={0: card}, bank="", hands={1: f"{good}*19"}, edition=edition)
    t.refuses(card, "CK-186")


# Medicine


@pytest.mark.rule("CK-128", "CKO-041", "CK-186")
@both
def test_medicine(edition: str) -> None:
    t = knights_table(
        settlements={0: "0,0,S", 1: "1,1,S"}, progress={0: "medicine*2"}, hands={0: "ore*3 grain"}, edition=edition
    )
    t.refuses("medicine 1,1,S", "CK-128")
    t.play("medicine 0,0,S")
    t.check(hands={0: "ore"}, points={0: 2}, cities={0: 3}, settlements={0: 5})
    t.refuses("medicine 0,0,S", "CK-128", missing="ore grain")
    t = knights_table(settlements={0: "0,0,S"}, progress={0: "medicine*2"}, hands={0: "ore grain"}, edition=edition)
    t.refuses("medicine 0,0,S", "CK-128", missing="ore")


@pytest.mark.rule("CK-174", "CK-128")
@both
def test_a_city_by_medicine_wins_at_once(edition: str) -> None:
    t = knights_table(
        settlements={0: "0,0,S"}, progress={0: "medicine"}, hands={0: "ore*2 grain"}, tokens={0: 11}, edition=edition
    )
    t.play("medicine 0,0,S")
    t.check(winners=[0], points={0: 13})


# Road building


@pytest.mark.rule("CK-122", "CKO-041", "CK-186")
@both
def test_road_building(edition: str) -> None:
    t = knights_table(settlements={0: "0,0,S -2,0,S"}, progress={0: "road-building"}, edition=edition)
    t.play("road-building")
    t.refuses("end", "CK-122")
    t.play("road 0,0,SE", "road -2,0,SE")  # not joined to each other
    t.check(phase="main", roads={0: 13})
    t = knights_table(progress={0: "road-building"}, edition=edition)
    t.refuses("road-building", "CK-186")


@pytest.mark.rule("CK-122")
def test_road_building_with_one_road_left() -> None:
    t = knights_table(settlements={0: "0,0,S"}, progress={0: "road-building"})
    t.game.state.cells[t.r.left] = 1
    t.play("road-building", "road 0,0,SE")
    t.check(phase="main")


# Smithing


@pytest.mark.rule("CK-123", "CKO-040", "CK-186")
@both
def test_smithing(edition: str) -> None:
    t = knights_table(knights={0: "0,0,S active; 0,1,N; 2,0,N strong"}, progress={0: "smithing"}, edition=edition)
    t.play("smithing")
    assert t.places("promote") == {"0,0,S", "0,1,N"}
    t.refuses("pass", "CK-123")
    t.play("promote 0,0,S")
    t.check(phase="main")  # both strong knights are out now
    assert t.knights(0) == {"0,0,S": "strong active", "0,1,N": "basic", "2,0,N": "strong"}


@pytest.mark.rule("CK-123", "CK-061", "CK-063", "CK-087")
@both
def test_smithing_two_or_one(edition: str) -> None:
    t = knights_table(
        knights={0: "0,0,S; 0,1,N strong"}, progress={0: "smithing"}, levels={0: "politics 3"}, edition=edition
    )
    t.play("smithing", "promote 0,0,S")
    assert t.places("promote") == {"0,1,N"}
    t.play("promote 0,1,N")
    t.check(phase="main", hands={0: ""})
    t = knights_table(
        knights={0: "0,0,S; 0,1,N; 1,0,S strong"}, progress={0: "smithing"}, levels={0: "politics 3"}, edition=edition
    )
    t.play("smithing", "promote 0,0,S", "promote 1,0,S")
    t.check(phase="main")
    t = knights_table(knights={0: "0,0,S; 0,1,N"}, progress={0: "smithing"}, edition=edition)
    t.play("smithing", "promote 0,0,S", "pass")
    t.check(phase="main")
    t = knights_table(knights={0: "0,1,N strong"}, progress={0: "smithing"}, edition=edition)
    t.refuses("smithing", "CK-186")
    t = knights_table(
        knights={0: "0,1,N"}, progress={0: "smithing"}, hands={0: "wool ore"}, levels={0: "politics 3"}, edition=edition
    )
    t.play("promote 0,1,N")
    t.refuses("smithing", "CK-186")
