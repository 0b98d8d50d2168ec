"""The march: which knights move, how far, where they stop; compared with a slow search."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.testing.play import island
from tests.expansions.island.barbarian_attack.kit import CASTLE_PATHS, ONE, attack, barbarians, knights, module_of
from tests.kit import Table

HERE = "0,0,E"


def steps(t: Table, start: str, most: int) -> dict[str, int]:
    """How many steps each path is away, by going from corner to corner: slow, and without the engine's tables."""
    board = t.r.board
    ends = {
        name: {int(board.edge_corners[2 * e]), int(board.edge_corners[2 * e + 1])}
        for e, name in enumerate(board.edge_names)
    }
    away = {start: 0}
    for n in range(1, most + 1):
        edge = {name for name, steps in away.items() if steps == n - 1}
        corners = set().union(*(ends[name] for name in edge))
        away |= {name: n for name, both in ends.items() if name not in away and both & corners}
    return away


@pytest.mark.rule("TB-BARB-023", "TB-BARB-026", "TB-BARB-051")
def test_three_paths_past_everything() -> None:
    t = attack(
        knights={0: HERE, 1: "0,0,NE 0,-1,SE"},
        roads={0: "0,0,SE", 2: "1,0,E"},
        settlements={2: "1,-1,S", 1: "1,0,N"},
    ).play("end")
    t.check(phase="barbarian_attack_march", actors=[0])
    t.play(f"march {HERE}").check(phase="barbarian_attack_halt")
    near = {name for name, n in steps(t, HERE, 3).items() if n}
    assert t.places("halt") == near - {"0,0,NE", "0,-1,SE"} | {HERE}
    assert {"0,0,SE", "1,0,E"} <= t.places("halt"), "on roads, own and others'"


@pytest.mark.rule("TB-BARB-025")
def test_a_grain_brings_two_paths_more() -> None:
    t = attack(knights={0: f"{HERE} -1,0,E"}, hands={0: "grain"}).play("end", f"march {HERE}")
    away = steps(t, HERE, 5)
    assert t.places("halt") == set(away) - set(CASTLE_PATHS) - {"-1,0,E"}
    far = next(name for name in t.places("halt") if away[name] == 4)
    near = next(name for name in t.places("halt") if away[name] == 3)
    t.refuses(f"halt {next(n for n in t.r.board.edge_names if n not in away)}", "TB-BARB-025")
    t.play(f"halt {far}").check(hands={0: ""}, phase="barbarian_attack_march")
    assert knights(t, 0) == {far, "-1,0,E"}
    t.play("march -1,0,E")
    assert t.places("halt") <= set(steps(t, "-1,0,E", 3)), "one grain for each"
    t = attack(knights={0: HERE}, hands={0: "grain"}).play("end", f"march {HERE}", f"halt {near}")
    t.check(hands={0: "grain"})
    t = attack(knights={0: HERE}).play("end", f"march {HERE}")
    t.refuses(f"halt {far}", "TB-BARB-025")


@pytest.mark.rule("TB-BARB-023")
def test_each_knight_marches_once_and_none_has_to() -> None:
    t = attack(knights={0: f"{HERE} -1,0,E", 1: "1,0,E"}).play("end")
    assert t.places("march") == {HERE, "-1,0,E"}
    t.refuses("march 1,0,E", "TB-BARB-023")
    t.refuses("roll", "TB-BARB-023")
    t.play(f"march {HERE}", "halt 0,0,NE")
    assert t.places("march") == {"-1,0,E"}
    t.refuses("march 0,0,NE", "TB-BARB-023")
    t.play("pass").check(phase="roll", actors=[1])
    assert knights(t, 0) == {"0,0,NE", "-1,0,E"}
    attack(knights={0: HERE}).play("end", f"march {HERE}", f"halt {HERE}").check(phase="roll", actors=[1])
    attack(knights={1: HERE}).play("end").check(phase="roll", actors=[1])


@pytest.mark.rule("TB-BARB-024")
def test_a_knight_that_came_to_the_castle_this_turn_must_march() -> None:
    t = attack(knights={0: f"{CASTLE_PATHS[0]} {HERE}"}, entered=CASTLE_PATHS[0]).play("end")
    t.refuses("pass", "TB-BARB-024")
    t.play(f"march {CASTLE_PATHS[0]}")
    t.refuses(f"halt {CASTLE_PATHS[0]}", "TB-BARB-024")
    t.play("halt -1,1,E")
    assert t.can("pass")
    # One that came earlier may stay.
    attack(knights={0: CASTLE_PATHS[0]}).play("end", "pass").check(phase="roll")


@pytest.mark.rule("TB-BARB-024", "TB-BARB-018")
def test_a_knight_just_bought_must_march() -> None:
    t = attack(hands={0: "wool grain ore"}).play("buy", "turn-up knighthood", "station -2,2,E", "end")
    t.refuses("pass", "TB-BARB-024")


@pytest.mark.rule("TB-BARB-027")
def test_no_march_ends_at_the_castle_or_on_another_knight() -> None:
    t = attack(knights={0: "-2,1,E", 1: "-1,1,E"}, hands={0: "grain"}).play("end", "march -2,1,E")
    assert not t.places("halt") & set(CASTLE_PATHS)
    t.refuses(f"halt {CASTLE_PATHS[0]}", "TB-BARB-027")
    t.refuses("halt -1,1,E", "TB-BARB-027")


@pytest.mark.rule("TB-BARB-028", "TB-BARB-024")
def test_a_knight_without_a_free_path_stays() -> None:
    t = attack(4)
    near = sorted(set(steps(t, "-3,3,NE", 3)) - set(CASTLE_PATHS))
    assert len(near) <= 23
    seats = {1: near[:6], 2: near[6:12], 3: near[12:18], 0: near[18:]}
    t = attack(
        4,
        knights={seat: " ".join(places) for seat, places in seats.items()} | {0: " ".join(["-3,3,NE", *seats[0]])},
        entered="-3,3,NE",
    ).play("end")
    assert "march -3,3,NE" not in t.legal()
    assert t.can("pass") or t.phase == "roll"
    if t.phase != "roll":
        t.refuses("march -3,3,NE", "TB-BARB-028")


@pytest.mark.rule("TB-BARB-025")
@pytest.mark.parametrize(("hand", "legal"), [("grain", {"march -3,3,NE", "pass"}), ("ore", {"pass"}), ("", None)])
def test_whether_the_march_begins_tells_nothing_of_grain(hand: str, legal: set[str] | None) -> None:
    """Every path within three is taken: only with a grain there is one further away."""
    near = sorted(set(steps(attack(4), "-3,3,NE", 3)) - set(CASTLE_PATHS) - {"-3,3,NE"})
    others = {seat: " ".join(near[6 * seat - 6 : 6 * seat]) for seat in (1, 2, 3)}
    assert len(near) <= 18
    t = attack(4, knights=others | {0: "-3,3,NE"}, hands={0: hand}).play("end")
    if legal is None:
        t.check(phase="roll", actors=[1])
    else:
        t.check(phase="barbarian_attack_march", actors=[0])
        assert set(t.legal()) == legal


@pytest.mark.rule("TB-BARB-023", "TB-BARB-025", "TB-BARB-026", "TB-BARB-027", "TB-BARB-051")
@pytest.mark.parametrize("seed", range(4))
def test_the_reach_is_that_of_a_slow_search(seed: int) -> None:
    rng = random.Random(seed)
    places = rng.sample(sorted(set(attack().r.board.edge_names) - set(CASTLE_PATHS)), 12)
    fed = seed % 2 == 1
    t = attack(
        knights={0: " ".join(places[:4]), 1: " ".join(places[4:8]), 2: " ".join(places[8:])},
        hands={0: "grain*4" if fed else ""},
    )
    t.play("end")
    for place in places[:4]:
        t.play(f"march {place}")
        reached = set(steps(t, place, 5 if fed else 3)) - set(CASTLE_PATHS) - set(places) | {place}
        assert t.places("halt") == reached
        t.play(f"halt {place}")
    t.check(phase="roll")


@pytest.mark.rule("TB-BARB-026")
def test_a_road_game_has_the_tables_of_its_own_board() -> None:
    """The tables hold each path once, the nearest first, and are those of the board at hand."""
    r = island(Game.new({"seats": 3, "modules": [ONE]}))
    m = module_of(r)
    t = attack()
    for edge, name in enumerate(r.board.edge_names):
        found = [r.board.edge_names[m.reach.near[k]] for k in range(m.reach.first[edge], m.reach.fed[edge])]
        away = steps(t, name, 5)
        assert sorted(found) == sorted(set(away) - {name})
        assert [away[n] <= 3 for n in found] == sorted((away[n] <= 3 for n in found), reverse=True)
    assert not barbarians(t)
