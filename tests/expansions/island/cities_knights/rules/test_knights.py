"""Knights: recruiting, activating, promoting, moving, displacing, chasing (CK-051 to CK-079)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)

RED: dict[str, Any] = {
    "cities": {0: "0,0,S", 1: "2,1,N"},
    "settlements": {1: "-2,2,N 0,3,N"},
    "roads": {
        0: "-1,1,NE -1,0,SE 0,0,SE 0,1,NE",
        1: "-2,1,E 2,0,SE 1,1,NE 1,0,SE 0,1,E 0,2,NE 0,2,E",
    },
}
"""The position of CK-EX-06, reconstructed: Red is seat 0, Blue seat 1."""


def red(**more: Any) -> KnightsState:
    return knights_table(2, **RED, **more)


# Recruiting.


@pytest.mark.rule("CK-051", "CK-052", "CK-053")
@both
def test_where_knights_are_recruited(edition: str) -> None:
    """CK-EX-06, CKO-EX-03."""
    t = red(hands={0: "wool ore"}, edition=edition)
    assert t.places("recruit") == {"-1,1,N", "0,1,N", "-1,0,S", "1,0,S"}
    t.refuses("recruit 0,0,S", "CK-053")
    t.refuses("recruit 0,-1,N", "CK-052")
    t.play("recruit -1,1,N")
    t.check(hands={0: ""})
    assert t.knights(0) == {"-1,1,N": "basic"}
    assert t.knights_left(0) == [1, 2, 2]
    blue = red(hands={1: "wool ore"}, on_turn=1, edition=edition)
    assert blue.places("recruit") == {"-1,0,S", "0,2,N", "1,0,S", "1,1,N", "1,1,S", "2,0,S"}


@pytest.mark.rule("CK-054", "CK-166")
@both
def test_a_knight_blocks_roads(edition: str) -> None:
    """CK-EX-07."""
    t = red(hands={0: "wool ore lumber brick", 1: "lumber*2 brick*2"}, edition=edition)
    before = red(hands={1: "lumber brick"}, on_turn=1, edition=edition)
    assert "-2,1,NE" in before.places("road")
    t.play("recruit -1,0,S")
    assert "-2,1,NE" in t.places("road")
    t.play("end", "roll", "roll 1 1", "event ship")
    assert "-2,1,NE" not in t.places("road")
    t.refuses("road -2,1,NE", "CK-054")


@pytest.mark.rule("CK-055", "CK-056", "CK-167")
@both
def test_a_knight_cuts_a_route(edition: str) -> None:
    """CK-EX-08."""
    t = red(hands={0: "wool ore"}, edition=edition)
    t.check(length={0: 4, 1: 6}, longest=1, points={1: 6})
    t.play("recruit 1,0,S")
    t.check(length={0: 4, 1: 3}, longest=None, points={1: 4})
    t = red(hands={0: "wool ore lumber brick"}, edition=edition)
    t.play("recruit 0,1,N", "road -2,1,NE")  # in the middle of Red's own line, which grows
    t.check(length={0: 5, 1: 6}, longest=1)


@pytest.mark.rule("CK-054", "CK-072")
@both
def test_no_settlement_on_a_knight(edition: str) -> None:
    hand = {0: "lumber brick wool grain", 1: "lumber brick wool grain"}
    more: dict[str, Any] = {"roads": {0: "0,0,SE 0,0,E 1,-1,SE", 1: "1,0,NE"}, "cities": {0: "0,0,S"}}
    t = knights_table(2, knights={0: "1,0,N active"}, hands=hand, edition=edition, **more)
    t.refuses("settle 1,0,N", "CK-072")
    t.play("move 1,0,N 0,1,N", "settle 1,0,N")
    assert t.knights(0) == {"0,1,N": "basic"}
    t = knights_table(2, knights={1: "1,0,N"}, hands=hand, edition=edition, **more)
    t.refuses("settle 1,0,N", "CK-054")


@pytest.mark.rule("CK-064")
def test_two_knights_of_a_level() -> None:
    t = red(hands={0: "wool*3 ore*3"}, knights={0: "-1,1,N; 0,1,N"})
    t.refuses("recruit -1,0,S", "CK-064")
    t.play("promote 0,1,N", "recruit -1,0,S")
    assert t.knights(0) == {"-1,1,N": "basic", "0,1,N": "strong", "-1,0,S": "basic"}
    t = red(hands={0: "wool ore"}, knights={0: "-1,1,N; 0,1,N strong; -1,0,S strong"})
    t.refuses("promote -1,1,N", "CK-064")


@pytest.mark.rule("CK-051", "CK-057", "CK-060")
def test_what_knights_cost() -> None:
    t = red(hands={0: "wool"}, knights={0: "0,1,N"})
    t.refuses("recruit -1,1,N", "CK-051", missing="ore")
    t.refuses("promote 0,1,N", "CK-060", missing="ore")
    t.refuses("activate 0,1,N", "CK-057", missing="grain")


# Activating.


@pytest.mark.rule("CK-057", "CK-058", "CK-059", "CKO-017")
@both
def test_activating(edition: str) -> None:
    t = red(hands={0: "wool ore grain*3"}, knights={0: "0,1,N mighty"}, edition=edition)
    t.refuses("move 0,1,N -1,1,N", "CK-059")
    t.play("recruit -1,1,N", "activate -1,1,N", "activate 0,1,N")
    t.check(hands={0: "grain"})
    assert t.knights(0) == {"-1,1,N": "basic active", "0,1,N": "mighty active"}
    t.refuses("activate 0,1,N", "CK-057")
    t.refuses("move 0,1,N 1,0,S", "CK-058")
    t.play(
        "end", *["roll", "roll 1 1", "event politics", "end"], "roll", "roll 1 1", "event politics", "move 0,1,N 1,0,S"
    )


@pytest.mark.rule("CK-188", "CK-057")
@both
def test_each_activation_is_paid_for(edition: str) -> None:
    """As many knights as there is grain for, in one turn; the one that is active already is not paid for again."""
    knights = "-1,1,N; 0,1,N strong; -1,0,S mighty; 1,0,S"
    t = red(hands={0: "grain*3 wool ore"}, knights={0: knights}, edition=edition)
    t.play("activate -1,1,N")
    t.check(hands={0: "grain*2 wool ore"})
    assert list(t.knights(0).values()).count("basic active") == 1
    t.play("activate 0,1,N", "activate -1,0,S")
    t.check(hands={0: "wool ore"})
    t.refuses("activate 1,0,S", "CK-057", missing="grain")
    assert t.knights(0)["1,0,S"] == "basic"


@pytest.mark.rule("CK-067", "CK-068", "CKO-016", "CKO-030")
@both
def test_a_knight_acts_once_a_turn(edition: str) -> None:
    t = red(hands={0: "grain"}, knights={0: "0,1,N active"}, edition=edition)
    t.play("move 0,1,N 1,0,S")
    assert t.knights(0) == {"1,0,S": "basic"}
    t.play("activate 1,0,S")
    t.refuses("move 1,0,S 0,1,N", "CK-058")
    t.refuses("move 0,1,N 1,0,S", "CK-067")


@pytest.mark.rule("CKO-016", "CKO-017", "CK-068")
@both
def test_where_the_table_has_it_so_a_knight_acts_in_the_turn_of_its_activation_though_once(edition: str) -> None:
    t = red(
        hands={0: "grain*3"}, knights={0: "0,1,N"}, edition=edition, fresh_knights="act", progress={0: "encouragement"}
    )
    t.play("activate 0,1,N", "move 0,1,N 1,0,S", "activate 1,0,S")
    t.refuses("move 1,0,S 0,1,N", "CKO-016")
    assert not t.places("move")
    t.play("end", "roll", "roll 1 1", "event politics", "end", "roll", "roll 1 1", "event politics")
    t.play("move 1,0,S 0,1,N", "encouragement")
    t.refuses("move 0,1,N 1,0,S", "CKO-016")
    t = red(knights={0: "0,1,N"}, edition=edition, fresh_knights="act", progress={0: "encouragement"})
    t.play("encouragement", "move 0,1,N 1,0,S")


@pytest.mark.rule("CKO-016", "CKO-017")
@both
def test_a_fresh_knight_that_chases_has_acted(edition: str) -> None:
    options = {"edition": edition, "fresh_knights": "act"}
    t = red(hands={0: "grain*3"}, knights={0: "0,1,N"}, robber="0,0", **options)
    t.play("activate 0,1,N", "chase 0,1,N", "robber 2,0", "activate 0,1,N")
    t.refuses("move 0,1,N 1,0,S", "CKO-016")
    t.refuses("chase 0,1,N", "CKO-016")


@pytest.mark.rule("CKO-016", "CKO-030")
@both
def test_a_knight_that_has_fought_in_its_turn_has_acted(edition: str) -> None:
    """To fight is one of the four uses. Who stood aside, or fought in the turn of another, acts."""
    options = {"edition": edition, "fresh_knights": "act", "ship": 6, "rolled": False}
    knights = {0: "0,1,N mighty active", 1: "1,1,N active"}
    t = red(hands={0: "grain", 1: "grain"}, knights=knights, **options)
    t.attack("activate 0,1,N")
    t.refuses("move 0,1,N 1,0,S", "CKO-016")
    t.play("end", "roll", "roll 1 1", "event politics", "activate 1,1,N")
    assert t.places("move")
    t = red(knights=knights, defense="chosen", **options)
    t.attack("0: pass", "1: defend 1,1,N", "move 0,1,N 1,0,S")


@pytest.mark.rule("CK-067")
def test_knights_act_after_the_roll() -> None:
    t = red(knights={0: "0,1,N active"}, rolled=False)
    t.refuses("move 0,1,N 1,0,S", "CK-159")


# Promoting.


@pytest.mark.rule("CK-060", "CK-061", "CK-062", "CK-065")
@both
@pytest.mark.parametrize("status", ["", " active"])
def test_promoting(edition: str, status: str) -> None:
    t = red(hands={0: "wool*4 ore*4"}, knights={0: f"0,1,N{status}"}, levels={0: "politics 3"}, edition=edition)
    t.play("promote 0,1,N")
    assert t.knights(0) == {"0,1,N": f"strong{status}"}
    assert t.knights_left(0) == [2, 1, 2]
    t.refuses("promote 0,1,N", "CK-061")
    t.play("recruit -1,1,N", "promote -1,1,N")
    t.check(hands={0: "wool ore"})
    assert t.knights(0)["-1,1,N"] == "strong"
    t.play("end", "roll", "roll 1 1", "event trade", "end", "roll", "roll 1 1", "event trade", "promote 0,1,N")


@pytest.mark.rule("CK-063", "CK-066", "CK-087", "CK-168")
@both
def test_mighty_knights_need_the_fortress(edition: str) -> None:
    t = red(
        hands={0: "wool*4 ore*4 coin*3"},
        knights={0: "0,1,N strong; -1,1,N mighty"},
        levels={0: "politics 2"},
        edition=edition,
    )
    t.refuses("promote 0,1,N", "CK-063")
    t.refuses("promote -1,1,N", "CK-066")
    t.play("improve politics", "promote 0,1,N")
    assert t.knights_left(0) == [2, 2, 0]


@pytest.mark.rule("CK-061")
def test_a_promoted_knight_stays_so_when_it_moves() -> None:
    t = red(hands={0: "wool*2 ore*2"}, knights={0: "0,1,N active"}, levels={0: "politics 3"})
    t.play("promote 0,1,N", "move 0,1,N 1,0,S")
    t.refuses("promote 1,0,S", "CK-061")


# Moving.


@pytest.mark.rule("CK-069", "CK-071")
@both
def test_where_a_knight_moves(edition: str) -> None:
    """CK-EX-10: past the own settlement, not where no road is, nor where a road is not linked."""
    t = knights_table(
        2,
        settlements={0: "0,0,S"},
        cities={0: "1,-1,S"},
        roads={0: "-1,0,SE -1,1,NE 0,0,SE 1,-1,SE"},
        knights={0: "-1,1,N active"},
        edition=edition,
    )
    assert t.places("move") == {"-1,1,N -1,0,S", "-1,1,N 0,1,N"}
    t.refuses("move -1,1,N -2,1,N", "CK-069")
    t.refuses("move -1,1,N 1,0,N", "CK-069")
    t.refuses("move -1,1,N 0,0,S", "CK-069")
    t.play("move -1,1,N 0,1,N")
    assert t.knights(0) == {"0,1,N": "basic"}


@pytest.mark.rule("CK-070", "CK-071", "CK-076")
@both
def test_past_own_pieces_not_past_opponents(edition: str) -> None:
    roads = {0: "-1,1,NE 0,0,SE 0,0,E"}
    t = knights_table(2, roads=roads, knights={0: "-1,1,N strong active; 0,1,N"}, edition=edition)
    assert t.places("move") == {"-1,1,N 0,0,S", "-1,1,N 1,-1,S"}
    t.refuses("move -1,1,N 0,1,N", "CK-076")
    t = knights_table(2, roads=roads, knights={0: "-1,1,N strong active", 1: "0,1,N strong"}, edition=edition)
    assert t.places("move") == {"-1,1,N 0,0,S"}
    t = knights_table(2, roads=roads, knights={0: "-1,1,N strong active"}, settlements={1: "0,1,N"}, edition=edition)
    assert t.places("move") == {"-1,1,N 0,0,S"}


# Displacing.


@pytest.mark.rule("CK-073", "CK-074", "CK-077", "CK-172", "CKO-031")
@both
@pytest.mark.parametrize("status", ["", " active"])
def test_displacing(edition: str, status: str) -> None:
    """CK-EX-11."""
    t = knights_table(
        2,
        settlements={0: "0,1,N", 1: "-2,2,N"},
        roads={0: "-1,1,NE 0,0,SE", 1: "-1,0,SE -2,1,E"},
        knights={0: "0,0,S strong active", 1: f"-1,1,N{status}"},
        edition=edition,
    )
    t.play("move 0,0,S -1,1,N")
    assert t.knights(0) == {"-1,1,N": "strong"}
    t.check(phase="displaced", actors=[1])
    assert set(t.legal(1)) == {"retreat -1,0,S"}
    t.refuses("1: retreat 0,-1,S", "CK-074")
    t.play("1: retreat -1,0,S")
    assert t.knights(1) == {"-1,0,S": f"basic{status}"}
    t.check(phase="main", actors=[0])


@pytest.mark.rule("CK-074", "CKO-031")
@both
def test_a_displaced_knight_has_a_choice(edition: str) -> None:
    """CKO-EX-04."""
    t = knights_table(
        2,
        settlements={0: "0,1,N", 1: "-2,2,N"},
        roads={0: "-1,1,NE 0,0,SE", 1: "-1,0,SE -1,0,E -2,1,E"},
        knights={0: "0,0,S strong active", 1: "-1,1,N active"},
        edition=edition,
    )
    t.play("move 0,0,S -1,1,N")
    assert set(t.legal(1)) == {"retreat -1,0,S", "retreat 0,-1,S"}
    t.play("1: retreat 0,-1,S")
    assert t.knights(1) == {"0,-1,S": "basic active"}


@pytest.mark.rule("CK-075", "CKO-031")
@both
def test_a_displaced_knight_without_a_place_goes_home(edition: str) -> None:
    """CKO-EX-05."""
    t = knights_table(
        2,
        settlements={0: "0,1,N", 1: "-2,2,N"},
        roads={0: "0,0,SE -1,1,NE -1,0,SE", 1: "-2,1,E"},
        knights={0: "0,0,S strong active", 1: "-1,0,S"},
        edition=edition,
    )
    t.play("move 0,0,S -1,0,S")
    assert t.knights(1) == {}
    assert t.knights_left(1) == [2, 2, 2]
    t.check(phase="main")


@pytest.mark.rule("CK-172")
def test_the_corner_just_left_is_free() -> None:
    """Red comes round the hex; Blue's road leads to where Red stood."""
    t = knights_table(
        2,
        roads={0: "0,0,SE 0,0,E 0,0,NE 0,-1,SE -1,0,E", 1: "-1,1,NE"},
        knights={0: "0,0,S strong active", 1: "-1,1,N"},
    )
    t.play("move 0,0,S -1,1,N")
    assert set(t.legal(1)) == {"retreat 0,0,S"}


@pytest.mark.rule("CK-073", "CK-076")
@both
@pytest.mark.parametrize(("mine", "other"), [("basic", "basic"), ("strong", "strong"), ("strong", "mighty")])
def test_only_weaker_knights_are_displaced(edition: str, mine: str, other: str) -> None:
    t = knights_table(
        2, roads={0: "-1,1,NE"}, knights={0: f"0,0,S {mine} active", 1: f"-1,1,N {other}"}, edition=edition
    )
    t.refuses("move 0,0,S -1,1,N", "CK-076")


# Chasing the robber.


@pytest.mark.rule("CK-078", "CKO-030")
@both
@pytest.mark.parametrize("robber", ["-2,2", "-1,1", "-2,1"])
def test_chasing_the_robber(edition: str, robber: str) -> None:
    """CK-EX-12, CKO-EX-06."""
    t = knights_table(
        2, knights={0: "-2,2,N active"}, robber=robber, settlements={1: "0,0,N"}, hands={1: "cloth"}, edition=edition
    )
    t.play("chase -2,2,N")
    t.check(phase="robber")
    t.refuses(f"robber {robber}", "BASE-023")
    t.play("robber 0,0", "steal cloth")
    t.check(hands={0: "cloth"}, robber="0,0", phase="main")
    assert t.knights(0) == {"-2,2,N": "basic"}


@pytest.mark.rule("CK-058", "CK-068", "CK-078", "CKO-016")
@both
def test_a_knight_far_from_the_robber_needs_two_turns(edition: str) -> None:
    """CK-EX-13, CKO-EX-07."""
    t = knights_table(
        2,
        settlements={0: "-2,1,S"},
        roads={0: "-2,1,SE -2,2,NE -1,1,SE -1,1,E"},
        knights={0: "-2,2,N active"},
        hands={0: "grain"},
        robber="0,1",
        edition=edition,
    )
    t.refuses("chase -2,2,N", "CK-078")
    reached = {place.split()[1] for place in t.places("move")}
    assert {"-1,2,N", "0,0,S"} <= reached
    t.play("move -2,2,N -1,2,N", "activate -1,2,N")
    t.refuses("chase -1,2,N", "CK-058")
    t.play("end", "roll", "roll 1 1", "event politics", "end", "roll", "roll 1 1", "event politics")
    t.play("chase -1,2,N", "robber 2,0")
    t.check(robber="2,0")


@pytest.mark.rule("CK-079", "CK-038")
def test_no_chase_before_the_first_attack() -> None:
    """CK-EX-14."""
    t = knights_table(2, knights={0: "-2,2,N active"}, asleep=True)
    assert "chase" not in t.verbs()
    t.refuses("chase -2,2,N", "CK-079")


@pytest.mark.rule("CKO-001")
def test_in_the_older_edition_the_robber_may_be_chased_at_once() -> None:
    t = knights_table(2, knights={0: "1,0,N active"}, asleep=True, edition="classic")
    t.play("chase 1,0,N", "robber 0,0")


# Routes.


@pytest.mark.rule("CK-167", "CK-055")
def test_the_award_is_judged_when_a_knight_has_left_a_line() -> None:
    """Blue's line of six is cut; Red's knight moves on, and it is whole again."""
    t = red(knights={0: "1,0,S active"})
    t.check(length={1: 3}, longest=None)
    t.play("move 1,0,S 0,1,N")
    t.check(length={1: 6}, longest=1)


@pytest.mark.rule("CK-167", "CK-074")
@both
def test_the_award_is_judged_once_the_displaced_knight_has_moved(edition: str) -> None:
    """Blue drives the knight off its line of six, which is whole again. Until then no award is judged."""
    t = red(knights={0: "1,0,S", 1: "1,1,S strong active"}, on_turn=1, edition=edition)
    t.check(length={1: 3}, longest=None, points={1: 4})
    t.play("move 1,1,S 1,0,S")
    t.check(phase="displaced", actors=[0], longest=None)
    t.play("0: retreat 0,1,N")
    t.check(phase="main", length={1: 6}, longest=1, points={1: 6})


@pytest.mark.rule("CK-167", "CK-074")
def test_a_displaced_knight_may_cut_the_line_again() -> None:
    """Red's line of five is the longest throughout: Blue's six are whole only while the knight is on its way."""
    round_the_hex = "0,1,NE 0,0,SE -1,1,E -1,2,NE 0,1,SE"
    t = knights_table(
        2,
        roads={0: round_the_hex, 1: RED["roads"][1]},
        knights={0: "1,0,S", 1: "1,1,S strong active"},
        on_turn=1,
    )
    t.check(length={0: 5, 1: 3}, longest=0)
    t.play("move 1,1,S 1,0,S")
    t.check(phase="displaced", longest=0)
    t.play("0: retreat 0,2,N")
    t.check(phase="main", length={0: 5, 1: 4}, longest=0)


@pytest.mark.rule("CK-167", "CK-075")
@both
def test_the_award_is_judged_when_a_displaced_knight_goes_home(edition: str) -> None:
    t = knights_table(
        2,
        roads={1: RED["roads"][1]},
        knights={0: "1,0,S", 1: "1,1,S strong active"},
        on_turn=1,
        edition=edition,
    )
    t.check(length={1: 3}, longest=None)
    t.play("move 1,1,S 1,0,S")
    assert t.knights(0) == {}
    t.check(phase="main", length={1: 6}, longest=1, points={1: 2})


@pytest.mark.rule("CK-174", "CK-167")
def test_the_longest_road_that_a_knight_frees_wins_at_once() -> None:
    t = red(knights={0: "1,0,S", 1: "1,1,S strong active"}, on_turn=1, tokens={1: 7})
    t.check(points={1: 11})
    t.play("move 1,1,S 1,0,S", "0: retreat 0,1,N")
    t.check(winners=[1], points={1: 13})
