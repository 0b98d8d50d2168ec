"""The cards of politics (CK-140 to CK-156, and those of the older edition)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)


# Intrigue


@pytest.mark.rule("CK-140", "CK-141", "CKO-041", "CK-184")
@both
def test_intrigue(edition: str) -> None:
    t = knights_table(
        progress={0: "intrigue*2"},
        roads={0: "0,0,SE", 1: "0,0,E"},
        knights={1: "0,1,N mighty active; 2,0,N", 0: "-1,0,N"},
        edition=edition,
    )
    assert t.places("intrigue") == {"0,1,N"}
    t.refuses("intrigue 2,0,N", "CK-140")
    t.refuses("intrigue -1,0,N", "CK-140")
    t.play("intrigue 0,1,N")
    assert set(t.legal(1)) == {"retreat 1,-1,S"}
    t.play("1: retreat 1,-1,S")
    assert t.knights(1) == {"1,-1,S": "mighty active", "2,0,N": "basic"}
    t.check(phase="main", actors=[0])


@pytest.mark.rule("CK-141", "CK-167", "CK-187")
@both
def test_intrigue_sends_home_who_has_no_place(edition: str) -> None:
    t = knights_table(progress={0: "intrigue"}, roads={0: "0,0,SE 0,0,E"}, knights={1: "0,1,N"}, edition=edition)
    t.check(length={0: 1})
    t.play("intrigue 0,1,N")
    assert t.knights(1) == {}
    assert t.knights_left(1) == [2, 2, 2]
    t.check(length={0: 2})
    t = knights_table(progress={0: "intrigue"}, roads={0: "0,0,SE"}, edition=edition)
    t.refuses("intrigue 0,1,N", "CK-187")


# Diplomacy


@pytest.mark.rule("CK-142", "CK-144")
def test_diplomacy_takes_any_open_road() -> None:
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={1: "0,0,S"},
        roads={1: "0,0,SE 0,0,E 1,-1,SE", 2: "-1,0,SE"},
        knights={1: "1,0,N"},
        longest_road=None,
    )
    t.check(length={1: 3})
    # Blue's line is closed by a settlement and a knight; White's road stands alone.
    assert t.places("diplomacy") == {"-1,0,SE"}
    t.refuses("diplomacy 0,0,E", "CK-142")
    t.refuses("diplomacy 2,0,NE", "CK-142")
    t.play("diplomacy -1,0,SE")
    t.check(roads={2: 15}, phase="main", length={2: 0})


@pytest.mark.rule("CK-142", "CK-144", "CK-167")
def test_an_opponents_road_shortens_its_line() -> None:
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={1: "0,0,S"},
        roads={1: "0,0,SE 0,0,E 0,0,NE 0,-1,SE -1,0,E"},
    )
    t.check(length={1: 5}, longest=1, points={1: 3})
    assert t.places("diplomacy") == {"-1,0,E"}
    t.play("diplomacy -1,0,E")
    t.check(length={1: 4}, longest=None, points={1: 1}, roads={0: 15, 1: 11})


@pytest.mark.rule("CK-143")
def test_a_line_cut_later_is_not_open() -> None:
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={1: "0,0,S 0,0,N", 0: "1,-1,S"},
        roads={1: "0,0,SE 0,0,E 0,0,NE"},
    )
    assert "0,0,E" not in t.places("diplomacy")


@pytest.mark.rule("CK-142", "CK-143")
def test_only_the_own_colour_closes_a_line() -> None:
    """A road that ends at an opponent's building or knight is open there."""
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={1: "0,0,S -1,0,N", 0: "0,1,N"},
        knights={2: "0,-1,S"},
        roads={1: "0,0,SE -1,0,NE"},
    )
    assert t.places("diplomacy") == {"0,0,SE", "-1,0,NE"}


@pytest.mark.rule("CK-145", "CK-167")
def test_an_own_road_may_be_laid_elsewhere() -> None:
    position: dict[str, Any] = {
        "progress": {0: "diplomacy"},
        "settlements": {0: "0,0,S"},
        "roads": {0: "0,0,SE 0,0,E 0,0,NE 0,-1,SE -1,0,E"},
    }
    t = knights_table(**position)
    t.check(longest=0, points={0: 3})
    t.play("diplomacy -1,0,E")
    t.check(phase="rebuild", longest=0)
    t.refuses("road -1,0,E", "CK-145")
    t.refuses("end", "CK-145")
    t.play("road -1,1,NE")
    t.check(phase="main", length={0: 5}, longest=0, roads={0: 10}, hands={0: ""})
    t = knights_table(**position)
    t.play("diplomacy -1,0,E", "pass")
    t.check(phase="main", length={0: 4}, longest=None, roads={0: 11})


@pytest.mark.rule("CKO-006", "CKO-037")
def test_the_diplomat_moves_an_own_road() -> None:
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={0: "0,0,S"},
        roads={0: "0,0,SE 0,0,E -1,1,NE", 1: "-2,1,E"},
        knights={0: "1,-1,S"},
        edition="classic",
    )
    # The road to the knight is closed; others' roads are no longer taken.
    assert t.places("diplomacy") == {"-1,1,NE"}
    t.refuses("diplomacy -2,1,E", "CKO-006")
    t.refuses("diplomacy 0,0,E", "CKO-006")
    t.play("diplomacy -1,1,NE")
    t.refuses("pass", "CKO-006")
    t.refuses("road -1,1,NE", "CKO-006")
    t.play("road 1,-1,SE")
    t.check(phase="main", roads={0: 12})


@pytest.mark.rule("CKO-037")
def test_the_diplomat_needs_another_path() -> None:
    t = knights_table(
        progress={0: "diplomacy"},
        settlements={0: "0,0,S"},
        roads={0: "0,0,SE", 1: "-1,1,NE -1,1,E"},
        edition="classic",
    )
    t.refuses("diplomacy 0,0,SE", "CKO-006")


# Espionage


@pytest.mark.rule("CK-146", "CK-117", "CK-183", "CKO-011")
@both
def test_espionage(edition: str) -> None:
    t = knights_table(progress={0: "espionage", 1: "espionage crane", 2: ""}, edition=edition)
    t.game.state.cells[t.m.laid_open + 2] = 1  # seat 1 has printing open
    assert t.places("espionage") == {"1"}
    t.refuses("espionage 2", "CK-146")
    t.play("espionage 1")
    assert set(t.legal(0)) == {"spy espionage", "spy crane"}
    t.refuses("end", "CK-183")
    t.refuses("spy printing", "CK-183")
    t.play("spy espionage", "espionage 1", "spy crane", "crane")
    assert t.progress(0) == t.progress(1) == {}
    assert t.under("politics") == ["espionage", "espionage"]
    told = [event for events in t.game.history for event in events if event.kind == "spied_card"]
    assert [int(event.sees) for event in told] == [3, 3]


@pytest.mark.rule("CK-146", "CK-187")
@both
def test_espionage_needs_a_hidden_card(edition: str) -> None:
    t = knights_table(progress={0: "espionage crane"}, edition=edition)
    t.refuses("espionage 1", "CK-187")
    t.refuses("espionage 0", "CK-187")


# Encouragement


@pytest.mark.rule("CK-147", "CKO-041", "CK-187")
@both
def test_encouragement(edition: str) -> None:
    t = knights_table(
        progress={0: "encouragement*2"},
        roads={0: "0,0,SE 2,0,NE"},
        knights={0: "0,0,S mighty; 2,0,N active", 1: "1,1,S"},
        edition=edition,
    )
    t.play("encouragement")
    assert t.knights(0) == {"0,0,S": "mighty active", "2,0,N": "basic active"}
    assert t.knights(1) == {"1,1,S": "basic"}
    t.check(hands={0: ""})
    t.refuses("move 0,0,S 0,1,N", "CK-058")
    assert t.places("move")  # the other was active before
    t.refuses("encouragement", "CK-187")


# Taxation


@pytest.mark.rule("CK-148", "CKO-010")
@both
def test_taxation(edition: str) -> None:
    t = knights_table(
        4,
        progress={0: "taxation"},
        settlements={0: "0,0,N", 1: "0,0,S 1,-1,S", 2: "0,-1,S"},
        hands={0: "wool", 1: "cloth", 2: "ore*2"},
        robber="2,0",
        edition=edition,
    )
    t.refuses("taxation 2,0", "CK-148")
    t.play("taxation 0,0")
    t.check(robber="0,0", phase="steal")
    t.play("steal cloth")
    assert dict(t.game.chances()) == {"steal ore": 2}
    t.play("steal ore")
    t.check(hands={0: "wool cloth ore", 1: "", 2: "ore"}, phase="main")


@pytest.mark.rule("CK-149", "CK-038", "CKO-010", "CK-187")
def test_no_taxation_before_the_first_attack() -> None:
    t = knights_table(progress={0: "taxation"}, asleep=True)
    t.refuses("taxation 0,0", "CK-149")
    t = knights_table(progress={0: "taxation"}, asleep=True, edition="classic")
    t.play("taxation 0,0")
    t.check(robber="0,0", phase="main")


# Wedding


@pytest.mark.rule("CK-150", "CK-184", "CK-185", "CKO-041")
@both
def test_wedding(edition: str) -> None:
    t = knights_table(
        4,
        progress={0: "wedding"},
        settlements={0: "0,0,N", 3: "2,0,N"},
        cities={1: "1,1,S", 2: "-1,1,S"},
        hands={0: "wool", 1: "ore*2 cloth", 2: "coin", 3: "ore*5"},
        edition=edition,
    )
    t.play("wedding")
    t.check(phase="discard", actors=[1, 2])
    t.refuses("1: discard ore", "CK-150")
    t.play("2: discard coin", "1: discard ore cloth")
    t.check(hands={0: "wool ore cloth coin", 1: "ore", 2: "", 3: "ore*5"}, phase="main")
    assert {event.kind for event in t.events} == {"give"}
    assert {int(event.sees) for event in t.events} == {3}


@pytest.mark.rule("CK-150", "CK-187")
@both
def test_a_wedding_needs_a_richer_guest(edition: str) -> None:
    t = knights_table(progress={0: "wedding"}, settlements={0: "0,0,N", 1: "1,1,S"}, hands={1: "ore"}, edition=edition)
    t.refuses("wedding", "CK-187")
    t = knights_table(progress={0: "wedding"}, settlements={1: "1,1,S"}, edition=edition)
    t.refuses("wedding", "CK-187")


# Sabotage


@pytest.mark.rule("CK-152", "CK-179", "CK-184")
def test_sabotage_of_hands() -> None:
    """CK-EX-24: nine cards, four are returned; as many points are enough, one card is safe, walls do not help."""
    t = knights_table(
        4,
        progress={0: "sabotage"},
        settlements={0: "0,0,N 2,0,N"},
        cities={1: "1,1,S", 2: "-1,1,S"},
        walls="1,1,S",
        hands={0: "ore*9", 1: "wool*4 cloth*5", 2: "coin", 3: "ore*8"},
    )
    t.play("sabotage")
    t.check(phase="discard", actors=[1])
    t.play("1: discard cloth*4")
    t.check(hands={1: "wool*4 cloth", 2: "coin", 3: "ore*8", 0: "ore*9"}, phase="main")


@pytest.mark.rule("CK-152", "CK-187")
def test_sabotage_of_hands_refused() -> None:
    t = knights_table(progress={0: "sabotage"}, settlements={0: "0,0,N"}, hands={1: "ore*8"})
    t.refuses("sabotage", "CK-187")
    t = knights_table(progress={0: "sabotage"}, settlements={1: "0,0,N"}, hands={1: "ore"})
    t.refuses("sabotage", "CK-187")


@pytest.mark.rule("CKO-003", "CKO-004", "CKO-005", "CKO-038")
def test_sabotage_of_a_city() -> None:
    t = knights_table(
        2,
        progress={0: "sabotage*2"},
        cities={1: "0,0,S 1,1,S -2,0,S", 0: "0,-1,N"},
        settlements={1: "2,-2,N"},
        metropolises={"trade": "-2,0,S"},
        hands={1: "lumber ore"},
        edition="classic",
    )
    assert t.places("sabotage") == {"0,0,S", "1,1,S"}
    t.play("sabotage 0,0,S")
    t.refuses("sabotage 0,0,S", "CKO-005")
    t.refuses("sabotage -2,0,S", "CKO-003")
    t.refuses("sabotage 0,-1,N", "CKO-003")
    t.play("sabotage 1,1,S")
    t.check(points={1: 9})
    t.refuses("repair 0,0,S", "CKO-003")
    t.play("end")
    t.refuses("repair 0,0,S", "CK-159")
    t.play("roll", "roll 1 5", "event politics")
    t.check(hands={1: "lumber ore*2"})
    t.play("repair 0,0,S")
    t.check(hands={1: "ore"})
    t.refuses("repair 0,0,S", "CKO-003")
    t.play("end", "roll", "roll 1 5", "event politics")
    t.check(hands={1: "ore*2 coin"})


@pytest.mark.rule("CKO-003", "CKO-038")
def test_a_damaged_city_at_fields_yields_one_and_falls_whole() -> None:
    t = knights_table(2, cities={0: "0,0,S"}, damaged="0,0,S", walls="0,0,S", ship=6, rolled=False, edition="classic")
    t.play("roll", "roll 1 4", "event politics")
    t.check(hands={0: "grain"}, points={0: 2})
    t.play("end").attack()
    assert t.corner(t.m.damaged, "0,0,S") == 0
    t.check(points={0: 1})
    assert t.cell(t.m.walls_left) == 3


@pytest.mark.rule("CKO-004")
def test_nothing_to_repair() -> None:
    t = knights_table(cities={0: "0,0,S"}, hands={0: "lumber ore"}, edition="classic")
    t.refuses("repair 0,0,S", "CKO-004")


# Treason


@pytest.mark.rule("CK-153", "CK-155", "CK-156", "CK-180", "CK-184")
def test_treason() -> None:
    """CK-EX-26: an active mighty knight comes over, without a Fortress."""
    t = knights_table(
        progress={0: "treason"},
        roads={0: "0,0,SE 0,0,E"},
        knights={1: "1,1,S mighty active; 2,0,N"},
    )
    t.refuses("treason 2", "CK-153")
    t.play("treason 1")
    assert set(t.legal(1)) == {"dismiss 1,1,S", "dismiss 2,0,N"}
    t.play("1: dismiss 1,1,S")
    t.check(phase="enlist", actors=[0])
    assert set(t.legal(0)) == {f"enlist mighty {place} active" for place in ("0,0,S", "0,1,N", "1,-1,S")}
    t.refuses("pass", "CK-153")
    t.play("enlist mighty 0,1,N active")
    assert t.knights(0) == {"0,1,N": "mighty active"}
    assert t.knights_left(1) == [1, 2, 2]
    t.refuses("move 0,1,N 0,0,S", "CK-058")


@pytest.mark.rule("CK-154", "CKO-007")
@both
def test_treason_with_a_lower_knight(edition: str) -> None:
    """CK-EX-25: both strong knights are out, a basic one may come; with both basics out too, none does."""
    t = knights_table(
        progress={0: "treason"},
        roads={0: "0,0,SE"},
        knights={0: "2,0,N strong; 2,0,S strong", 1: "1,1,S strong"},
        edition=edition,
    )
    t.play("treason 1", "1: dismiss 1,1,S")
    assert set(t.legal(0)) == {"enlist basic 0,0,S", "enlist basic 0,1,N", "pass"}
    t.play("pass")
    t.check(phase="main")
    assert t.knights(1) == {}
    t = knights_table(
        progress={0: "treason"},
        roads={0: "0,0,SE"},
        knights={0: "2,0,N strong; 2,0,S strong; 1,0,N; 1,-1,N", 1: "1,1,S strong"},
        edition=edition,
    )
    t.play("treason 1", "1: dismiss 1,1,S")
    t.check(phase="main")
    assert t.knights_left(1) == [2, 2, 2]


@pytest.mark.rule("CKO-007", "CK-155")
def test_the_deserter_is_of_any_lower_level_active_or_not() -> None:
    t = knights_table(
        progress={0: "treason"}, roads={0: "0,0,SE"}, knights={1: "1,1,S strong active"}, edition="classic"
    )
    t.play("treason 1", "1: dismiss 1,1,S")
    assert set(t.legal(0)) == {
        *(
            f"enlist {rank} {place}{active}"
            for rank in ("basic", "strong")
            for place in ("0,0,S", "0,1,N")
            for active in ("", " active")
        ),
        "pass",
    }
    t.play("enlist basic 0,0,S")
    assert t.knights(0) == {"0,0,S": "basic"}


@pytest.mark.rule("CK-156", "CKO-008")
def test_treason_without_a_place() -> None:
    t = knights_table(progress={0: "treason"}, knights={1: "1,1,S"})
    t.play("treason 1", "1: dismiss 1,1,S")
    t.check(phase="main")
    assert t.knights(1) == {}
    t = knights_table(progress={0: "treason"}, knights={1: "1,1,S"}, edition="classic")
    t.refuses("treason 1", "CKO-008")


@pytest.mark.rule("CK-153", "CK-167")
@both
def test_a_knight_that_is_given_up_cuts_no_longer(edition: str) -> None:
    """No knight of its level is left to come, and the longest road is judged all the same."""
    t = knights_table(
        progress={0: "treason"},
        roads={0: "-1,1,SE", 2: "0,0,SE 0,0,E 0,0,NE 0,-1,SE -1,0,E"},
        knights={0: "2,0,N; 2,0,S", 1: "0,1,N"},
        edition=edition,
    )
    t.check(length={2: 4}, longest=None)
    t.play("treason 1", "1: dismiss 0,1,N")
    t.check(phase="main", length={2: 5}, longest=2, points={2: 2})


@pytest.mark.rule("CK-153", "CK-167")
@both
def test_a_knight_that_comes_over_cuts_at_once(edition: str) -> None:
    t = knights_table(
        progress={0: "treason"},
        roads={0: "0,1,NE", 2: "0,0,SE 0,0,E 0,0,NE 0,-1,SE -1,0,E"},
        knights={1: "1,1,S"},
        edition=edition,
    )
    t.check(length={2: 5}, longest=2)
    t.play("treason 1", "1: dismiss 1,1,S", "enlist basic 0,1,N")
    t.check(phase="main", length={2: 4}, longest=None, points={2: 0})


@pytest.mark.rule("CK-153", "CK-187")
@both
def test_treason_needs_a_knight(edition: str) -> None:
    t = knights_table(progress={0: "treason"}, roads={0: "0,0,SE"}, knights={0: "0,0,S"}, edition=edition)
    t.refuses("treason 1", "CK-187")
    t.refuses("treason 0", "CK-187")


@pytest.mark.rule("CKO-012")
def test_the_names_of_the_older_edition_are_words_only() -> None:
    """The notation is the same in both."""
    new, old = knights_table(), knights_table(edition="classic")
    words = {verb.word for verb in old.r.verbs}
    assert words - {verb.word for verb in new.r.verbs} == {"repair"}
