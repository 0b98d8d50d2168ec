"""Beside an own offer, the view tells what can be done once it is withdrawn."""

from __future__ import annotations

from msgspec import UNSET

from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.view.model import SPECTATOR
from tests.kit import table


def seen(game: object, viewer: int) -> IslandView:
    """The view of a viewer."""
    found = view(game, viewer)  # type: ignore[arg-type]  # only islands here
    assert isinstance(found, IslandView)
    return found


def test_beyond_an_own_offer_lies_the_turn_as_it_was_before() -> None:
    t = table(
        seats=3,
        settlements={0: "0,0,N"},
        roads={0: "0,-1,SE"},
        hands={0: "brick lumber wool*4 ore*3 grain*2", 1: "grain", 2: "grain"},
        cards={0: "knight monopoly"},
    )
    free = seen(t.game, 0)
    assert free.instead is UNSET
    assert free.beyond is None
    t.play("offer wool for grain")
    for answer in ("", "1: accept", "2: refuse"):
        t.play(*filter(None, [answer]))
        offering = seen(t.game, 0)
        assert offering.legal[-1] == "withdraw"
        beyond = offering.beyond
        assert beyond is not None
        assert beyond.seats == free.seats
        for part in ("actions", "targets", "legal", "forms", "bank_trades", "choice", "phase", "actors"):
            assert getattr(beyond, part) == getattr(free, part), part
        assert offering.version == t.game.version, "looking changes nothing"
        assert {seen(t.game, viewer).instead for viewer in (1, 2, SPECTATOR)} == {UNSET}
