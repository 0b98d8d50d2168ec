"""What each hex and each seat gives: income by the numbers, harbours, who draws where. All of it is public."""

from __future__ import annotations

import msgspec

from bastide.catan.base.production import harvest
from bastide.kernel.game import Game
from bastide.view.island.glance import Glance
from bastide.view.island.tips import harbor
from bastide.view.model import SPECTATOR, Say

CHOICE = "choice"
"""The key of cards whose good the player chooses."""


class HexFacts(msgspec.Struct, frozen=True):
    """A hex of land: in how many of 36 rolls it yields, and what each seat draws then, by good.

    `say` names it, `blocked` says that the robber is there, and `harbors` name the harbours at its corners.
    """

    place: str
    say: Say
    rolls: int
    draws: dict[int, dict[str, int]]
    blocked: bool
    harbors: list[Say]


class SeatFacts(msgspec.Struct, frozen=True):
    """A seat: how many cards of each good it draws in 36 rolls, and for how many cards the bank gives one, by good."""

    seat: int
    income: dict[str, int]
    rates: dict[str, int]


class Facts(msgspec.Struct, frozen=True):
    """What a position gives to each seat, from public information."""

    seats: list[SeatFacts]
    hexes: list[HexFacts]


def facts(game: Game) -> Facts:
    """What hexes and seats give now; the bank is taken to have enough cards.

    Raises ConfigError for a game of another family.
    """
    g = Glance(game, SPECTATOR)
    r = g.rules
    hexes = [of_hex(g, hex_) for hex_ in range(int(r.board.land))]
    income: list[dict[str, int]] = [{} for _ in range(int(r.seats))]
    for one in hexes:
        for seat, goods in one.draws.items():
            for good, count in goods.items():
                income[seat][good] = income[seat].get(good, 0) + count * one.rolls
    seats = [
        SeatFacts(
            seat=seat,
            income=in_order(g, found),
            rates={name: int(r.rate(g.state, seat, i)) for i, name in enumerate(r.good_names)},
        )
        for seat, found in enumerate(income)
    ]
    return Facts(seats=seats, hexes=hexes)


def of_hex(g: Glance, hex_: int) -> HexFacts:
    """One hex; under the robber, its draws are empty."""
    r = g.rules
    rolls = g.pips(hex_)
    blocked = g.cell(r.robber) == hex_
    corners = [int(r.board.hex_corners[hex_ * 6 + k]) for k in range(6)]
    kinds = sorted({int(r.board.harbor[corner]) for corner in corners} - {0})
    return HexFacts(
        place=str(r.board.hex_names[hex_]),
        say=g.hex_tip(hex_),
        rolls=rolls,
        draws=draws(g, hex_) if rolls and not blocked else {},
        blocked=blocked,
        harbors=[harbor(g, kind) for kind in kinds],
    )


def draws(g: Glance, hex_: int) -> dict[int, dict[str, int]]:
    """What each seat draws when the number of a hex is rolled, by good: the rules themselves say it, on a copy."""
    r = g.rules
    s = g.state.copy()
    before = [int(s.cells[r.claims + i]) for i in range(int(r.seats * r.goods))]
    chosen = [int(s.cells[r.drew + seat]) for seat in range(int(r.seats))] if r.modular else []
    harvest(r, s, hex_)
    out: dict[int, dict[str, int]] = {}
    for seat in range(int(r.seats)):
        goods = {
            name: count
            for i, name in enumerate(r.good_names)
            if (count := int(s.cells[r.claims + seat * r.goods + i]) - before[seat * int(r.goods) + i])
        }
        if r.modular and (free := int(s.cells[r.drew + seat]) - chosen[seat]):
            goods[CHOICE] = free
        if goods:
            out[seat] = goods
    return out


def in_order(g: Glance, income: dict[str, int]) -> dict[str, int]:
    """Goods in the order of the game, cards of choice last."""
    return {name: income[name] for name in (*map(str, g.rules.good_names), CHOICE) if name in income}
