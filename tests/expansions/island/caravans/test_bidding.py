"""Bids, votes and who decides (TB-CARA-014 to TB-CARA-022, TB-CARA-033, TB-CARA-037)."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from bastide.expansions.island.caravans.rules.bidding import MOST_CARDS, NO_BIDS, ON_TURN, OUTBID
from bastide.kernel.errors import InvalidAction
from tests.expansions.island.caravans.kit import ARROWS, CITY, bid, caravans, module, wagons
from tests.kit import Table

A, B, C = ARROWS
RICH = "wool*3 grain*3"


def bidding(seats: int = 4, on_turn: int = 0, **more: object) -> Table:
    """The seat on turn has built and ended its turn; everybody can bid up to six cards."""
    hands = dict.fromkeys(range(seats), RICH)
    return caravans(seats, built=True, on_turn=on_turn, **{"hands": hands, **more}).play("end")  # type: ignore[arg-type]  # options of `table`


@pytest.mark.rule("TB-CARA-014")
@pytest.mark.parametrize("on_turn", range(4))
def test_all_bid_once_clockwise_from_the_player_on_turn(on_turn: int) -> None:
    t = bidding(on_turn=on_turn)
    asked = []
    for _ in range(4):
        [seat] = t.actors
        asked.append(seat)
        t.play("pass")
        if t.phase == "caravans_bid":
            t.refuses(f"{seat}: bid wool", "TB-CARA-014")
    assert asked == [(on_turn + k) % 4 for k in range(4)]


@pytest.mark.rule("TB-CARA-014")
def test_a_bid_is_any_number_of_wool_and_grain_cards() -> None:
    t = bidding(hands={0: "wool*2 grain ore*3 lumber brick"})
    assert set(t.legal()) == {
        "pass",
        "bid wool",
        "bid wool*2",
        "bid grain",
        "bid wool grain",
        "bid wool*2 grain",
    }
    assert "bid GOODS" in t.game.forms(0)
    t.refuses("bid ore", "TB-CARA-014")
    t.refuses("bid wool*3", "TB-CARA-014")
    t.refuses("end", "TB-CARA-014")
    t.refuses("1: bid wool", "TB-CARA-014")
    t.play("bid grain wool").check(hands={0: "wool ore*3 lumber brick"})
    assert t.phase == "caravans_bid"
    assert t.legal() == ["pass"]
    assert t.r.is_final(t.r.read("bid wool")), "it shows cards of the hand, and cannot be undone"


@pytest.mark.rule("TB-CARA-004", "TB-CARA-014")
@pytest.mark.parametrize("text", ["bid wool", f"vote {A}", f"wagon {A}"])
def test_there_is_nothing_to_bid_for_during_a_turn(text: str) -> None:
    caravans(hands={0: RICH}).refuses(text, "TB-CARA-004")


@pytest.mark.rule("TB-CARA-015", "TB-CARA-017", "TB-CARA-033")
def test_only_bidders_vote_clockwise_from_the_player_on_turn() -> None:
    t = bid(bidding(on_turn=2), {3: "wool", 0: "grain*2", 2: "wool grain"})
    assert (t.phase, t.actors) == ("caravans_vote", [2])
    t.refuses("1: vote 0,-1,E", "TB-CARA-016")
    t.refuses("2: pass", "TB-CARA-017")
    t.refuses("2: vote -1,0,E", "TB-CARA-006")
    t.play(f"2: vote {A}")
    assert t.actors == [3]
    t.play(f"3: vote {B}")
    assert t.actors == [0]
    assert [(int(event.seat), int(event.b)) for event in t.told("caravans_vote")] == [(3, 1)]
    t.play(f"0: vote {B}")
    assert (wagons(t), t.phase, t.actors) == ({B}, "roll", [3])


@pytest.mark.rule("TB-CARA-016", "TB-CARA-037")
def test_more_than_all_others_together_decides_alone() -> None:
    t = bid(bidding(), {0: "wool", 1: "wool", 3: "wool*2 grain"})
    assert (t.phase, t.actors) == ("caravans_choose", [3])
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(3, OUTBID)]
    t.refuses("3: pass", "TB-CARA-004")
    t.refuses(f"0: wagon {A}", "TB-CARA-016")
    assert t.places("wagon") == set(ARROWS)
    t.play(f"3: wagon {C}")
    assert wagons(t) == {C}


@pytest.mark.rule("TB-CARA-016")
def test_as_many_as_all_others_together_is_not_enough() -> None:
    t = bid(bidding(), {0: "wool", 1: "wool", 3: "wool grain"})
    assert t.phase == "caravans_vote"


@pytest.mark.rule("TB-CARA-015")
def test_a_card_is_a_vote() -> None:
    """Two seats with a card each against one with two: the path with more votes, not with more bidders."""
    t = bid(bidding(), {0: "wool", 1: "wool", 3: "wool*2 grain", 2: "grain"})
    t.play(f"0: vote {A}", f"1: vote {A}", f"2: vote {B}", f"3: vote {C}")
    assert wagons(t) == {C}


@pytest.mark.rule("TB-CARA-017")
def test_votes_end_with_their_bidding() -> None:
    t = bid(bidding(), {0: "wool*2", 1: "wool*2", 2: "wool*3"})
    t.play(f"0: vote {A}", f"1: vote {B}")
    assert [t.cell(module(t).named + seat) > 0 for seat in range(4)] == [True, True, False, False]
    t.play(f"2: vote {C}")
    assert [t.cell(module(t).named + seat) for seat in range(4)] == [0] * 4


@pytest.mark.rule("TB-CARA-018")
def test_the_most_votes_are_a_majority() -> None:
    t = bid(bidding(), {0: "wool*2", 1: "wool*2", 2: "wool*3"})
    t.play(f"0: vote {A}", f"1: vote {B}", f"2: vote {C}")
    assert wagons(t) == {C}


@pytest.mark.rule("TB-CARA-018", "TB-CARA-019")
def test_with_the_option_only_more_than_half_is() -> None:
    t = bid(bidding(majority="half"), {0: "wool*2", 1: "wool*2", 2: "wool*3"})
    t.play(f"0: vote {A}", f"1: vote {B}", f"2: vote {C}")
    assert (t.phase, t.actors, wagons(t)) == ("caravans_choose", [2], set())
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(2, MOST_CARDS)]
    half = bid(bidding(majority="half"), {0: "wool*2", 1: "wool*2"}).play(f"0: vote {A}", f"1: vote {A}")
    assert wagons(half) == {A}


@pytest.mark.rule("TB-CARA-018", "TB-CARA-019", "TB-CARA-037")
def test_without_a_majority_the_highest_bidder_decides() -> None:
    t = bid(bidding(), {0: "wool", 1: "wool*2", 2: "wool*3"})
    t.play(f"0: vote {A}", f"1: vote {A}", f"2: vote {B}")
    assert (t.phase, t.actors) == ("caravans_choose", [2])
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(2, MOST_CARDS)]
    t.play(f"2: wagon {C}")
    assert wagons(t) == {C}


@pytest.mark.rule("TB-CARA-017", "TB-CARA-018", "TB-CARA-019", "TB-CARA-020", "TB-CARA-021")
def test_nobody_bid_most() -> None:
    """TB-CARA-EX-03: Orange is seat 0 and on turn, Red seat 1, White seat 2, Blue seat 3."""
    hands = {0: "brick lumber wool grain", 1: "wool*2", 2: "wool grain", 3: "ore"}
    t = caravans(4, hands=hands, roads={0: "-2,1,NE -1,0,SE"}, settlements={0: "-2,1,N"})
    t.play("settle -1,1,N", "end").check(hands={0: ""})
    bank = t.bank()
    bid(t, {1: "wool*2", 2: "wool grain"})
    assert t.actors == [1]
    t.play(f"1: vote {A}", f"2: vote {B}")
    assert (t.phase, t.actors) == ("caravans_choose", [0])
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(0, ON_TURN)]
    t.play(f"0: wagon {C}").check(hands={1: "", 2: "", 3: "ore"}, phase="roll")
    assert t.bank() == bank | {"wool": bank["wool"] + 3, "grain": bank["grain"] + 1}


@pytest.mark.rule("TB-CARA-022")
def test_nobody_bids() -> None:
    t = bid(bidding(on_turn=2), {})
    assert (t.phase, t.actors) == ("caravans_choose", [2])
    assert [(int(event.seat), int(event.a)) for event in t.told("caravans_decides")] == [(2, NO_BIDS)]


@pytest.mark.rule("TB-CARA-021")
def test_bids_are_paid_at_any_rate_and_forgotten() -> None:
    t = bid(bidding(), {0: "wool*3", 1: "grain"})
    t.check(hands={0: "grain*3", 1: "wool*3 grain*2"}, bank="brick*19 lumber*19 ore*19 wool*10 grain*8")
    m = module(t)
    assert [int(m.votes(t.game.state, seat)) for seat in range(4)] == [3, 1, 0, 0]
    t.play(f"0: wagon {A}")
    assert [int(m.votes(t.game.state, seat)) for seat in range(4)] == [0] * 4
    assert [t.cell(m.named + seat) for seat in range(4)] == [0] * 4
    t.play("roll", "roll 1 1", "end")  # nothing was built, so nobody bids
    assert t.phase == "roll"


def expected(bids: list[int], votes: dict[int, str], on_turn: int, half: bool) -> str | int:
    """Where the wagon goes, or which seat decides: told from the bids and votes in the words of the rulebook."""
    total = sum(bids)
    for seat, cards in enumerate(bids):
        if cards > total - cards:
            return seat
    tally: Counter[str] = Counter()
    for seat, path in votes.items():
        tally[path] += bids[seat]
    ranked = tally.most_common()
    if ranked and half and 2 * ranked[0][1] > total:
        return ranked[0][0]
    if ranked and not half and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    most = [seat for seat, cards in enumerate(bids) if cards == max(bids) > 0]
    return most[0] if len(most) == 1 else on_turn


@pytest.mark.rule("TB-CARA-016", "TB-CARA-018", "TB-CARA-019", "TB-CARA-020", "TB-CARA-022", "TB-CARA-033")
@pytest.mark.parametrize("majority", ["most", "half"])
@pytest.mark.parametrize("seats", [3, 4])
def test_all_bids_against_a_slow_reference(seats: int, majority: str) -> None:
    """Every way to bid none to three cards each; the votes are drawn."""
    rng = random.Random(seats)
    start = [bidding(seats, on_turn, majority=majority) for on_turn in range(seats)]
    begun = [t.game.state for t in start]
    for counts in itertools.product(range(4), repeat=seats):
        on_turn = rng.randrange(seats)
        t = start[on_turn]
        t.game.state = begun[on_turn].copy()
        order = [(on_turn + k) % seats for k in range(seats)]
        for seat in order:
            t.game.play(f"bid wool*{counts[seat]}" if counts[seat] else "pass", seat)
        votes: dict[int, str] = {}
        voters = []
        while t.phase == "caravans_vote":
            [seat] = t.actors
            voters.append(seat)
            votes[seat] = rng.choice(ARROWS)
            t.game.play(f"vote {votes[seat]}", seat)
        if voters:
            assert voters == [seat for seat in order if counts[seat]]
        found: str | int = t.actors[0] if t.phase == "caravans_choose" else wagons(t).pop()
        assert found == expected(list(counts), votes, on_turn, majority == "half"), (counts, votes, on_turn)


@pytest.mark.parametrize(
    ("text", "told"),
    [("bid", "names no cards"), ("bid camel", "is no good"), ("bid wool*x", "must count"), ("vote 0,0", "is written")],
)
def test_bad_notation_is_quoted(text: str, told: str) -> None:
    with pytest.raises(InvalidAction, match=told):
        bidding().play(text)


@pytest.mark.rule("TB-CARA-004")
def test_a_city_brings_a_bidding_too() -> None:
    t = caravans(settlements={0: "0,0,N"}, hands={0: CITY}).play("city 0,0,N", "end")
    assert (t.phase, t.actors) == ("caravans_bid", [0])
