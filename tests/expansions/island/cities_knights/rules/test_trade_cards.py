"""The cards of trade (CK-131 to CK-139)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.expansions.island.cities_knights.rules.kit import EDITIONS, knights_table

both = pytest.mark.parametrize("edition", EDITIONS)


# Merchant fleet


@pytest.mark.rule("CK-131", "CKO-041")
@both
def test_merchant_fleet(edition: str) -> None:
    """CK-EX-23: paper two for one, as often as one likes, and only equal cards."""
    t = knights_table(progress={0: "merchant-fleet"}, hands={0: "paper*5 cloth wool*2"}, edition=edition)
    t.refuses("bank paper*2 ore", "BASE-027")
    t.play("merchant-fleet paper", "bank paper*2 ore", "bank paper*2 coin")
    t.check(hands={0: "paper cloth ore coin wool*2"})
    t.refuses("bank paper*2 ore", "BASE-027", missing="paper")
    t.refuses("bank wool*2 ore", "BASE-027")
    t.play("end")
    t = knights_table(2, progress={0: "merchant-fleet"}, hands={0: "wool*2"}, edition=edition)
    t.play("merchant-fleet wool", "end", "roll", "roll 1 1", "event ship", "end", "roll", "roll 1 1", "event ship")
    t.refuses("bank wool*2 ore", "BASE-027")


@pytest.mark.rule("CK-187")
def test_a_fleet_may_always_be_played() -> None:
    t = knights_table(progress={0: "merchant-fleet"})
    assert t.places("merchant-fleet") == {"lumber", "brick", "wool", "grain", "ore", "paper", "cloth", "coin"}


# Merchant


@pytest.mark.rule("CK-132", "CK-133", "CK-134", "CK-135", "CK-157")
@both
def test_merchant(edition: str) -> None:
    t = knights_table(
        progress={0: "merchant", 1: "merchant"},
        cities={0: "0,0,S", 1: "1,1,S"},
        hands={0: "ore*4 coin*2"},
        edition=edition,
    )
    assert t.cell(t.m.merchant) == 0
    assert t.places("merchant") == {"0,0", "-1,1", "0,1"}
    t.refuses("merchant 2,0", "CK-132" if edition == "2025" else "CKO-009")
    t.play("merchant 0,1", "bank ore*2 paper", "bank ore*2 wool")
    t.check(points={0: 3}, hands={0: "paper wool coin*2"})
    t.refuses("bank coin*2 wool", "BASE-027")
    t.play("end", "roll", "roll 1 1", "event ship", "merchant 1,1")
    t.check(points={0: 2, 1: 3})
    t.play("end")
    assert t.r.rate(t.game.state, 0, t.r.good_names.index("ore")) == 4


@pytest.mark.rule("CK-132", "CKO-009")
def test_beside_which_buildings_the_merchant_stands() -> None:
    position: dict[str, Any] = {"progress": {0: "merchant"}, "settlements": {0: "0,0,S"}, "cities": {0: "1,-1,S"}}
    assert knights_table(**position).places("merchant") == {"0,0", "-1,1", "0,1", "1,0"}
    t = knights_table(**position, edition="classic")
    assert t.places("merchant") == {"0,0", "1,0"}
    t.refuses("merchant 0,1", "CKO-009")


@pytest.mark.rule("CKO-009")
@both
def test_where_the_table_has_it_so_the_merchant_stands_beside_settlements(edition: str) -> None:
    position: dict[str, Any] = {"progress": {0: "merchant"}, "settlements": {0: "0,0,S"}, "cities": {0: "1,-1,S"}}
    t = knights_table(**position, edition=edition, merchant_at="settlements")
    assert t.places("merchant") == {"0,0", "-1,1", "0,1", "1,0"}
    t.refuses("merchant 2,0", "CK-132")


@pytest.mark.rule("CK-135", "CK-134", "CK-186")
@both
def test_the_merchant_needs_a_hex_that_produces(edition: str) -> None:
    t = knights_table(
        progress={0: "merchant"}, cities={0: "1,-1,S"}, robber="0,0", hands={0: "brick*2"}, edition=edition
    )
    t.refuses("merchant 1,-1", "CK-135")  # the desert
    t.play("merchant 0,0", "bank brick*2 ore")  # the robber stands there
    t = knights_table(progress={0: "merchant"}, edition=edition)
    t.refuses("merchant 0,0", "CK-186" if edition == "2025" else "CKO-009")


@pytest.mark.rule("CK-176")
def test_the_merchant_may_stay_and_change_hands() -> None:
    t = knights_table(progress={0: "merchant"}, cities={0: "0,0,S", 1: "0,1,S"}, merchant=(1, "0,1"))
    t.check(points={0: 2, 1: 3})
    t.play("merchant 0,1")
    t.check(points={0: 3, 1: 2})


@pytest.mark.rule("CK-132", "CK-133")
@both
def test_the_merchant_serves_nobody_but_who_holds_it(edition: str) -> None:
    t = knights_table(cities={0: "0,0,S", 1: "0,1,S"}, merchant=(1, "0,1"), hands={0: "ore*2"}, edition=edition)
    t.refuses("bank ore*2 wool", "BASE-027")
    t = knights_table(cities={0: "0,0,S"}, merchant=(0, "0,1"), hands={0: "ore*2"}, edition=edition)
    t.play("bank ore*2 wool")


@pytest.mark.rule("CK-133", "CK-174")
def test_the_merchant_may_win() -> None:
    t = knights_table(progress={0: "merchant"}, cities={0: "0,0,S"}, tokens={0: 10})
    t.play("merchant 0,1")
    t.check(winners=[0])


# Monopolies


@pytest.mark.rule("CK-136", "CKO-039", "CK-119")
@both
def test_resource_monopoly(edition: str) -> None:
    t = knights_table(
        4, progress={0: "resource-monopoly"}, hands={0: "wool", 1: "wool*3", 2: "wool ore", 3: "ore"}, edition=edition
    )
    t.play("resource-monopoly wool")
    t.check(hands={0: "wool*4", 1: "wool", 2: "ore", 3: "ore"})
    t = knights_table(progress={0: "resource-monopoly"}, edition=edition)
    t.refuses("resource-monopoly cloth", "CK-136")
    t.play("resource-monopoly ore")  # hands are hidden: it may always be played
    t.check(hands={0: ""})


@pytest.mark.rule("CK-137", "CKO-041", "CK-119")
@both
def test_trade_monopoly(edition: str) -> None:
    t = knights_table(4, progress={0: "trade-monopoly"}, hands={1: "cloth*3", 2: "cloth", 3: "coin"}, edition=edition)
    t.refuses("trade-monopoly wool", "CK-137")
    t.play("trade-monopoly cloth")
    t.check(hands={0: "cloth*2", 1: "cloth*2", 2: "", 3: "coin"})


# Commercial harbour


@pytest.mark.rule("CK-138", "CKO-041", "CK-184")
@both
def test_commercial_harbour(edition: str) -> None:
    t = knights_table(
        progress={0: "commercial-harbor"}, hands={0: "wool*2 coin", 1: "cloth coin ore", 2: "ore"}, edition=edition
    )
    t.refuses("exchange 1 wool", "CK-138")
    t.play("commercial-harbor", "exchange 1 wool")
    t.check(phase="reply", actors=[1], hands={0: "wool*2 coin"})
    assert set(t.legal(1)) == {"pay cloth", "pay coin"}
    t.refuses("1: pay paper", "CK-138")
    t.play("1: pay cloth")
    t.check(phase="main", hands={0: "wool cloth coin", 1: "wool coin ore"})
    t.refuses("exchange 1 wool", "CK-177")
    t.play("exchange 2 wool")
    t.check(phase="main", hands={0: "wool cloth coin", 2: "ore"})
    assert [event.kind for event in t.events] == ["no_exchange"]


@pytest.mark.rule("CK-177", "CK-138")
def test_one_exchange_with_each_opponent_and_none_in_the_next_turn() -> None:
    t = knights_table(2, progress={0: "commercial-harbor*2"}, hands={0: "wool*3", 1: "cloth*2"})
    t.play("commercial-harbor", "exchange 1 wool", "1: pay cloth", "commercial-harbor")
    t.refuses("exchange 1 wool", "CK-177")
    t.refuses("exchange 0 wool", "CK-138")
    t.play("end", "roll", "roll 1 1", "event ship", "end", "roll", "roll 1 1", "event ship")
    t.refuses("exchange 1 wool", "CK-138")


@pytest.mark.rule("CK-177", "CK-138")
def test_another_exchange_in_another_turn() -> None:
    t = knights_table(2, progress={0: "commercial-harbor*2"}, hands={0: "wool*2", 1: "cloth*2"})
    t.play("commercial-harbor", "exchange 1 wool", "1: pay cloth")
    t.play("end", "roll", "roll 1 1", "event ship", "end", "roll", "roll 1 1", "event ship")
    t.play("commercial-harbor", "exchange 1 wool", "1: pay cloth")
    t.check(hands={0: "cloth*2", 1: "wool*2"})


@pytest.mark.rule("CK-138", "CK-177")
def test_a_failed_exchange_uses_nothing_up() -> None:
    t = knights_table(2, progress={0: "commercial-harbor"}, hands={0: "wool*3", 1: "ore"})
    t.play("commercial-harbor", "exchange 1 wool", "exchange 1 wool")
    t.check(hands={0: "wool*3", 1: "ore"})


# Taxes


@pytest.mark.rule("CK-139", "CKO-041", "CK-184", "CK-185")
@both
def test_taxes(edition: str) -> None:
    t = knights_table(
        progress={0: "taxes*2"},
        cities={1: "1,1,S"},
        settlements={0: "-1,2,S", 2: "0,-1,N"},
        hands={0: "wool", 1: "ore cloth*2", 2: "ore"},
        edition=edition,
    )
    assert t.places("taxes") == {"1"}
    t.refuses("taxes 2", "CK-139")  # as many points are not more
    t.refuses("taxes 0", "CK-139")
    t.play("taxes 1")
    assert set(t.legal(0)) == {"seize ore", "seize cloth"}
    t.play("seize cloth")
    t.refuses("end", "CK-139")
    t.play("seize ore")
    t.check(hands={0: "wool cloth ore", 1: "cloth"}, phase="main")
    t.play("taxes 1", "seize cloth")
    t.check(hands={0: "wool cloth*2 ore", 1: ""}, phase="main")


@pytest.mark.rule("CK-139", "CK-187")
@both
def test_taxes_refused(edition: str) -> None:
    t = knights_table(progress={0: "taxes"}, cities={1: "1,1,S"}, edition=edition)
    t.refuses("taxes 1", "CK-187")  # no card to take
