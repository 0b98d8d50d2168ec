"""What others learn of hidden cards in Event Cards."""

from __future__ import annotations

import pytest

from bastide.kernel.resample import resample
from bastide.testing.invariants import check
from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.event_cards.kit import cards, module, reveal
from tests.kit import Table


@pytest.mark.rule("TB-EVT-014")
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_a_gift_is_known_to_its_giver_alone_until_all_have_chosen(viewer: int) -> None:
    t = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    reveal(t, "good-neighbours 6").play("0: present ore", "1: present wool")
    m, state, seen = module(t), t.game.state, set()
    for seed in range(60):
        other = resample(t.r, state, viewer, seed)
        gifts = tuple(int(other.cells[m.gift + seat]) for seat in range(3))
        assert [gift > 0 for gift in gifts] == [True, True, False]
        assert [int(t.r.hand_size(other, seat)) for seat in range(3)] == [1, 2, 1]
        if viewer in (0, 1):
            assert gifts[viewer] == int(state.cells[m.gift + viewer])
        seen.add(gifts[1 if viewer == 0 else 0])
        check(t.r, other)
    assert len(seen) > 2, "others could have chosen anything"


@pytest.mark.rule("TB-EVT-014")
def test_what_a_viewer_is_shown_tells_nothing_of_the_gifts_of_others() -> None:
    t = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    u = cards(hands={0: "ore wool", 1: "wool*2 grain", 2: "brick"})
    reveal(t, "good-neighbours 6").play("1: present wool")
    reveal(u, "good-neighbours 6").play("1: present grain")
    for viewer in (-1, 0, 2):
        one, other = view(t.game, viewer), view(u.game, viewer)
        assert isinstance(one, IslandView)
        assert one == other
    assert view(t.game, 1) != view(u.game, 1)


def test_a_refused_card_changes_nothing() -> None:
    t: Table = cards(hands={1: "ore"})
    reveal(t, "good-neighbours 6")
    t.refuses("1: present wool", "TB-EVT-014")
    t.refuses("1: end", "TB-EVT-014")
