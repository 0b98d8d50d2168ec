"""The greedy bot's module for Cities & Knights, judgement by judgement: what it does, and when it leaves it."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.domains import next_level
from bastide.expansions.island.cities_knights.bot.hand import draw_worth
from bastide.expansions.island.cities_knights.bot.war import War
from bastide.expansions.island.cities_knights.rules.progress.memory import look as peep
from bastide.expansions.island.cities_knights.rules.state import POLITICS, TRADE
from bastide.players import make_bot
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bots import bots_of
from bastide.players.greedy.island.tables import Tables
from tests.expansions.island.cities_knights.rules.kit import EDITIONS, KnightsState, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)

# Each seat has a city, the first a settlement too; no harbours, no knights, and improvements are no longer cheap.
PLACES: dict[str, Any] = {
    "cities": {0: "0,1,N", 1: "-2,1,N", 2: "2,-1,N"},
    "settlements": {0: "1,1,N"},
    "roads": {0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE", 2: "2,-2,E"},
    "levels": {0: "science 2 trade 2 politics 2"},
}


def position(**more: Any) -> KnightsState:
    """The position, with what a test changes."""
    seats = more.get("seats", 3)
    places = {name: {seat: text for seat, text in given.items() if seat < seats} for name, given in PLACES.items()}
    return knights_table(**{**places, **more})


def choice(t: KnightsState, seat: int | None = None) -> str:
    """What the bot decides, whatever chance it is given."""
    who = t.actors[0] if seat is None else seat
    (text,) = {make_bot("greedy", seed).choose(t.game, who) for seed in range(5)}
    return text


def played(t: KnightsState, most: int = 12) -> list[str]:
    """All that it decides until its turn ends or somebody else must act."""
    seat = t.actors[0]
    bot = make_bot("greedy", 1)
    out: list[str] = []
    while t.actors == [seat] and len(out) < most:
        out.append(bot.choose(t.game, seat))
        t.game.play(out[-1], seat)
        if out[-1] == "end":
            break
    return out


# -- the barbarians


@both
def test_it_puts_the_helmet_on_when_the_ship_is_near(edition: str) -> None:
    t = position(knights={0: "1,0,S strong"}, hands={0: "grain"}, ship=6, edition=edition)
    assert choice(t) == "activate 1,0,S"


@both
def test_it_saves_the_grain_while_the_ship_is_far(edition: str) -> None:
    t = position(knights={0: "1,0,S strong"}, hands={0: "grain"}, ship=0, edition=edition)
    assert choice(t) == "end"


def test_it_saves_the_grain_where_it_has_no_city_to_lose_and_no_honour_to_win() -> None:
    t = position(
        cities={0: "0,1,N", 1: "-2,1,N", 2: "2,-1,N"},
        metropolises={"trade": "0,1,N"},
        levels={0: "trade 4"},
        knights={0: "1,0,S", 1: "-1,0,S mighty active", 2: "2,-2,S mighty active"},
        hands={0: "grain"},
        ship=6,
    )
    assert choice(t) == "end"


@both
def test_it_recruits_when_its_only_city_stands_bare(edition: str) -> None:
    t = position(hands={0: "wool ore grain"}, ship=5, edition=edition)
    first, second = played(t)[:2]
    assert first.startswith("recruit ")
    assert second == first.replace("recruit", "activate")


def test_it_arms_for_nobody_else() -> None:
    # Without a city, and with others who need no help, a knight would bring nothing now.
    t = position(
        cities={1: "-2,1,N", 2: "2,-1,N"},
        settlements={0: "1,1,N 0,1,N"},
        knights={1: "-1,0,S mighty active", 2: "2,-2,S mighty active"},
        hands={0: "wool ore grain*2"},
        ship=6,
    )
    assert choice(t) == "end"


@both
def test_it_promotes_when_a_stronger_knight_saves_the_city(edition: str) -> None:
    t = position(
        knights={0: "1,0,S active", 1: "-1,0,S active", 2: "2,-2,S strong active"},
        roads={0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE -2,1,NE", 2: "2,-2,E 2,-2,SE"},
        hands={0: "wool ore"},
        ship=6,
        edition=edition,
    )
    assert choice(t) == "promote 1,0,S"


@both
def test_it_is_enough_not_to_be_the_weakest(edition: str) -> None:
    # The barbarians cannot be driven off; one of the others is bare, so two levels more than none are safe.
    t = position(
        cities={0: "0,1,N", 1: "-2,1,N -1,-1,N 1,2,N", 2: "2,-1,N 0,-3,S"},
        hands={0: "wool ore grain"},
        ship=6,
        edition=edition,
    )
    assert [text.split()[0] for text in played(t)] == ["recruit", "activate", "end"]
    t = position(
        cities={0: "0,1,N", 1: "-2,1,N -1,-1,N 1,2,N", 2: "2,-1,N 0,-3,S"},
        knights={0: "0,0,S strong active"},
        hands={0: "wool ore grain"},
        ship=6,
        edition=edition,
    )
    assert played(t)[0] == "end"


@both
def test_it_arms_now_also_where_two_purchases_would_arm_it(edition: str) -> None:
    # The cards activate this knight or recruit another: as two plans they were worth more in hand than spent.
    t = position(
        seats=4,
        cities={0: "0,1,N", 1: "-2,1,N", 2: "2,-1,N", 3: "0,-2,N"},
        knights={0: "1,0,S strong", 1: "-1,0,S active", 2: "2,-2,S active"},
        roads={0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE -2,1,NE", 2: "2,-2,E 2,-2,SE"},
        hands={0: "wool ore grain"},
        ship=6,
        asleep=True,
        edition=edition,
    )
    assert played(t) == ["activate 1,0,S", "end"]


@pytest.mark.parametrize("seats", [2, 3])
def test_of_several_its_city_counts_more_where_the_others_do_their_share(seats: int) -> None:
    """The attack is lost, and a city of its own falls; the knights of the others match their cities more or less."""
    t = position(seats=seats, cities={0: "0,1,N 1,-2,N", 1: "-2,1,N", 2: "2,-1,N"}, settlements={})
    look = Look(Tables(t.r, bots_of(t.r)), t.game.state, 0, 200)
    losses = [-int(War(t.m).stake(look, vec[i64]([0] + [each] * (seats - 1)), -1)) for each in (60, 80, 100, 150)]
    if seats == 2:
        assert len(set(losses)) == 1
    else:
        assert losses[0] < losses[1] < losses[2] == losses[3]


def test_it_loses_the_city_that_yields_least() -> None:
    t = position(cities={0: "0,1,N 1,-2,N", 1: "-2,1,N"}, settlements={}, ship=6, on_turn=1, rolled=False)
    t.attack()
    assert choice(t, 0) == "lose 1,-2,N"


@both
def test_in_a_chosen_defence_it_fights_only_for_something(edition: str) -> None:
    arms = {0: "1,0,S active", 1: "-1,0,S active", 2: "2,-2,S active"}
    roads = {0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE -2,1,NE", 2: "2,-2,E 2,-2,SE"}
    more: dict[str, Any] = {"roads": roads, "ship": 6, "rolled": False, "defense": "chosen", "edition": edition}
    t = position(knights=arms, **more).play("roll", "roll 1 1", "event ship")
    assert choice(t, 0) == "defend 1,0,S"
    # Without a city, and with others far stronger, it would only tire its knight.
    arms[1], arms[2] = "-1,0,S mighty active", "2,-2,S mighty active"
    poor = {"cities": {1: "-2,1,N", 2: "2,-1,N"}, "settlements": {0: "1,1,N 0,1,N"}}
    t = position(knights=arms, **poor, **more).play("roll", "roll 1 1", "event ship")
    assert choice(t, 0) == "pass"


# -- cities


@both
def test_it_picks_the_improvement_that_gives_the_metropolis(edition: str) -> None:
    t = position(
        levels={0: "trade 3 politics 3", 1: "politics 5"},
        metropolises={"politics": "-2,1,N"},
        hands={0: "cloth*4 coin*4"},
        edition=edition,
    )
    assert choice(t) == "improve trade"
    t.play("improve trade")
    assert t.metropolis("trade") == "0,1,N"


def test_a_level_is_worth_more_where_the_metropolis_can_still_be_won() -> None:
    gains: list[int] = []
    for theirs in ("politics 3", "politics 4", "politics 5"):
        metropolises = {} if theirs == "politics 3" else {"politics": "-2,1,N"}
        t = position(levels={0: "politics 2", 1: theirs}, metropolises=metropolises)
        look = Look(Tables(t.r, bots_of(t.r)), t.game.state, 0, 200)
        gains.append(int(next_level(t.m, look, POLITICS)))
    assert gains == sorted(set(gains), reverse=True)


def test_it_pays_no_rate_of_exchange_with_what_the_metropolis_needs() -> None:
    # Four cloth are the metropolis of trade; a guild would make two other cards of them.
    t = position(levels={0: "trade 3"}, hands={0: "cloth*4"})
    assert choice(t) == "improve trade"


def test_it_exchanges_for_the_commodity_that_completes_the_metropolis() -> None:
    t = position(levels={0: "trade 3 politics 3"}, hands={0: "cloth*3 coin*2"})
    assert played(t)[:2] == ["bank coin*2 cloth", "improve trade"]


def test_the_metropolis_comes_on_the_city_that_yields_most() -> None:
    t = position(cities={0: "1,-2,N 0,1,N", 1: "-2,1,N"}, settlements={}, levels={0: "trade 3"}, hands={0: "cloth*4"})
    assert played(t)[:2] == ["improve trade", "metropolis 0,1,N"]


@both
def test_it_builds_a_wall_when_its_hand_is_large(edition: str) -> None:
    # Nothing else can be bought with these.
    t = position(hands={0: "brick*3 wool*3 coin cloth paper"}, edition=edition)
    assert choice(t) == "wall 0,1,N"


def test_it_keeps_what_the_metropolis_needs_when_it_discards() -> None:
    t = position(hands={0: "cloth*4 wool*2 brick*2 lumber"}, levels={0: "trade 3"}, rolled=False, on_turn=1)
    t.play("roll", "roll 3 4", "event science")
    text = choice(t, 0)
    assert text.startswith("discard ")
    assert "cloth" not in text


def test_it_keeps_what_the_defence_needs_when_it_discards() -> None:
    hand = "wool ore grain brick*3 lumber*3"
    t = position(settlements={}, hands={0: hand}, rolled=False, on_turn=1, ship=5)
    c, left = t.game.state.cells, t.r.left
    c[left], c[left + 1] = 0, 0  # neither roads nor settlements
    lost = choice(t.play("roll", "roll 6 1", "event science"), 0).split()[1:]
    assert {word.partition("*")[0] for word in lost} <= {"brick", "lumber"}


def test_it_takes_from_the_aqueduct_what_it_lacks() -> None:
    t = position(levels={0: "science 3"}, hands={0: "grain*2 ore*2"}, roads={}, rolled=False, on_turn=1).play(
        "roll", "roll 1 1", "event ship"
    )
    assert choice(t, 0) == "take ore"


# -- knights


def test_it_drives_the_robber_from_its_own_hex() -> None:
    t = position(knights={0: "0,1,N active"} | {0: "1,0,S active"}, roads={0: "0,0,SE 0,0,E 0,1,NE"}, robber="0,1")
    assert choice(t) == "chase 1,0,S"
    text = choice(t.play("chase 1,0,S"))
    own = {t.r.board.hex_index[name] for name in ("0,0", "1,0", "0,1", "2,0", "1,1")}
    assert t.r.board.hex_index[text.split()[1]] not in own


def test_it_does_not_tire_a_knight_for_a_robber_that_harms_others() -> None:
    t = position(knights={0: "0,0,S active"}, roads={0: "0,0,SE"}, robber="-1,1", ship=6)
    assert choice(t) != "chase 0,0,S"


def test_a_displaced_knight_leaves_its_own_site_free() -> None:
    # Of the corners that its roads reach, one is the only place for a settlement.
    t = position(
        cities={0: "0,0,N", 1: "-2,1,N"},
        settlements={0: "1,0,S"},
        roads={0: "0,0,NE 0,0,E 0,1,NE 1,0,SE 1,1,NE", 1: "0,0,SE"},
        knights={0: "0,1,N", 1: "0,0,S strong active"},
        on_turn=1,
    ).play("move 0,0,S 0,1,N")
    assert set(t.legal(0)) == {"retreat 1,-1,S", "retreat 1,1,N", "retreat 2,0,S"}
    assert choice(t, 0) in {"retreat 1,-1,S", "retreat 1,1,N"}


@both
def test_it_dismisses_its_weakest_knight(edition: str) -> None:
    t = position(
        progress={1: "treason"}, knights={0: "0,0,S mighty active; 1,0,S strong"}, on_turn=1, edition=edition
    ).play("treason 0")
    assert choice(t, 0) == "dismiss 1,0,S"


def test_a_knight_that_changes_sides_comes_as_strong_as_it_can() -> None:
    t = position(progress={0: "treason"}, knights={1: "-1,0,S strong active"}, edition="classic", ship=5)
    t.play("treason 1", "1: dismiss -1,0,S")
    assert choice(t).startswith("enlist strong ")
    assert choice(t).endswith(" active")


# -- cards


def test_it_gives_the_commodity_that_it_misses_least() -> None:
    t = position(
        progress={1: "commercial-harbor"}, levels={0: "trade 3"}, hands={0: "cloth*3 coin", 1: "wool"}, on_turn=1
    ).play("commercial-harbor", "exchange 0 wool")
    assert choice(t, 0) == "pay coin"


def test_it_asks_each_rival_for_a_commodity_and_nobody_in_vain_twice() -> None:
    hands = {0: "cloth*3 wool*3", 1: "ore*3", 2: "ore*2 cloth*3"}
    t = position(progress={0: "commercial-harbor"}, levels={0: "trade 3"}, hands=hands)
    t.play("commercial-harbor")
    if not choice(t).startswith("exchange 1"):
        t.play(choice(t), "2: pay cloth")
    if choice(t) == "improve trade":
        t.play("improve trade")
    asked = choice(t)
    assert asked.startswith("exchange 1")
    t.play(asked)
    assert not choice(t).startswith("exchange 1")


@pytest.mark.parametrize(("seen", "victim"), [([], 1), ([1], 2), ([2], 2), ([1, 2], 2)])
def test_it_spies_on_whom_it_does_not_know_to_hold_little(seen: list[int], victim: int) -> None:
    t = position(progress={0: "espionage", 1: "intrigue*2", 2: "merchant engineering"})
    for rival in seen:
        peep(t.m, t.game.state, 0, rival)
    assert choice(t) == f"espionage {victim}"


def test_it_expects_no_card_from_a_pile_that_it_knows_elsewhere() -> None:
    t = position(progress={1: "merchant*4"})
    eyes = Look(Tables(t.r, bots_of(t.r)), t.game.state, 0, 200)
    before = draw_worth(t.m, eyes, TRADE)
    peep(t.m, t.game.state, 0, 1)
    assert draw_worth(t.m, eyes, TRADE) < before


def test_it_spies_the_card_that_is_worth_most() -> None:
    t = position(progress={0: "espionage", 1: "intrigue engineering medicine merchant"}).play("espionage 1")
    assert choice(t) == "spy merchant"


def test_it_seizes_what_completes_a_city() -> None:
    t = position(progress={0: "taxes"}, hands={0: "grain*2 ore*2", 1: "ore wool*3 coin"}, tokens={1: 3}).play("taxes 1")
    assert choice(t) == "seize ore"


def test_a_defender_draws_from_the_pile_that_is_worth_most() -> None:
    # Both cities are defended as well; of politics only the weakest cards are left to be seen.
    t = position(
        knights={0: "1,0,S mighty active", 1: "-1,0,S mighty active"},
        roads={0: "0,0,SE 0,1,NE 1,0,SE", 1: "-2,0,SE -2,1,NE"},
        progress={0: "smithing medicine road-building"},
        ship=6,
        rolled=False,
    ).attack()
    assert choice(t, 0) == "draw-from trade"


def test_the_alchemist_makes_the_number_that_pays() -> None:
    # A 6 gives its city ore and coin, the settlement nothing; with the red die at 1 it may draw as well.
    t = position(progress={0: "alchemist"}, levels={0: "politics 3"}, hands={0: "coin*3"}, rolled=False)
    assert choice(t) == "alchemist 1 5"
    t = position(progress={0: "alchemist"}, cities={1: "-2,1,N"}, settlements={0: "2,-2,N"}, rolled=False, asleep=True)
    assert choice(t) == "roll"


def test_the_inventor_moves_a_good_number_to_its_city() -> None:
    t = position(progress={0: "invention"})
    before = [int(n) for n in t.r.board.number]
    _, one, other = next(text for text in played(t) if text.startswith("invention")).split()
    own = {t.r.board.hex_index[name] for name in ("0,0", "1,0", "0,1", "2,0", "1,1")}
    moved = {t.r.board.hex_index[one], t.r.board.hex_index[other]}
    (mine,), (theirs,) = moved & own, moved - own
    assert abs(7 - before[theirs]) < abs(7 - before[mine])


def test_of_a_fifth_card_it_returns_the_one_worth_least() -> None:
    t = position(
        progress={0: "medicine road-building smithing crane"},
        levels={0: "politics 1"},
        piles={"politics": "intrigue"},
        rolled=False,
        on_turn=1,
    ).play("roll", "roll 1 2", "event politics", "progress intrigue")
    assert choice(t, 0) == "return intrigue"


def test_of_a_fifth_card_that_must_be_played_it_plays_the_one_that_brings_most() -> None:
    t = position(
        progress={0: "merchant road-building encouragement crane"},
        knights={0: "1,0,S"},
        levels={0: "science 1"},
        piles={"science": "crane"},
        rolled=False,
    ).play("roll", "roll 1 2", "event science", "progress crane")
    assert choice(t, 0).startswith("merchant ")
