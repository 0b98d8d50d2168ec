"""The coast as data: barbarians, knights, what is at stake at each hex, and what a fight would bring."""

from __future__ import annotations

from collections import Counter

import msgspec

from bastide.expansions.island.barbarian_attack.rules.state import CARD_WORDS, CARDS, EXCHANGES, BarbarianState
from bastide.expansions.island.barbarian_attack.view.odds import landing, shares
from bastide.view.island.glance import Glance


class Spoils(msgspec.Struct, frozen=True):
    """The prisoners an owner of knights would get: so many surely, one more with so many percent."""

    owner: int
    sure: int
    percent: int


class Bay(msgspec.Struct, frozen=True):
    """A coastal hex with a number.

    `knights` has the owner of each knight on its paths. `falls`: they beat the barbarians if they stay; then `spoils`
    says who would get what. `landing` is how likely the next invasion comes here, in percent. `stake` has the owners of
    the buildings that are conquered with the hex, or would be, one for each building.
    """

    hex: str
    number: str
    barbarians: int
    knights: list[int]
    conquered: bool
    falls: bool
    spoils: list[Spoils]
    landing: int
    stake: list[int]


class BarbarianAttackView(msgspec.Struct, frozen=True):
    """The coast in the order of the check, and what each player has.

    `supply` are the barbarians that have not landed. `knights` on the board, `prisoners` and `lost` (the points of
    conquered buildings) are by seat. `cards` are those left in the pile by kind. `exchanges` is how often gold may
    still be exchanged this turn. `marching`: the viewer's march is under way.
    """

    bays: list[Bay]
    supply: int
    knights: list[int]
    prisoners: list[int]
    lost: list[int]
    cards: dict[str, int]
    exchanges: int
    marching: bool


def seen(g: Glance) -> BarbarianAttackView:
    """The scenario's part of the view."""
    m, r = g.rules.module(BarbarianState), g.rules
    seats = range(int(r.seats))
    mine = g.viewer >= 0 and g.viewer in g.actors
    return BarbarianAttackView(
        bays=[bay(g, m, int(h)) for h in m.coast],
        supply=g.cell(m.supply),
        knights=[int(m.in_play(g.state, seat)) if g.cell(r.turn) else 0 for seat in seats],
        prisoners=[g.cell(m.prisoners + seat) for seat in seats],
        lost=[g.cell(m.lost + seat) for seat in seats],
        cards={CARD_WORDS[k]: g.cell(m.pile + k) for k in range(int(CARDS))},
        exchanges=int(EXCHANGES) - g.cell(m.exchanges),
        marching=mine and g.phase in ("barbarian_attack_march", "barbarian_attack_halt"),
    )


def bay(g: Glance, m: BarbarianState, hex_: int) -> Bay:
    """One coastal hex as it stands."""
    knights = knights_at(g, m, hex_)
    there = g.cell(m.barbarians + hex_)
    number = g.rules.board.numbers[hex_]
    full = bool(m.conquered(g.state, hex_))
    return Bay(
        hex=g.rules.board.hex_names[hex_],
        number=", ".join(map(str, number)),
        barbarians=there,
        knights=knights,
        conquered=full,
        falls=0 < there < len(knights),
        spoils=spoils(g, m, there, knights) if 0 < there < len(knights) else [],
        landing=0 if full or g.cell(m.supply) == 0 else percent(max(landing(n) for n in number)),
        stake=stake(g, m, hex_),
    )


def percent(part: object) -> int:
    """A probability in whole percent."""
    return round(float(part) * 100)  # type: ignore[arg-type] # a Fraction


def knights_at(g: Glance, m: BarbarianState, hex_: int) -> list[int]:
    """The owner of each knight on the paths of a hex, in the order of the owners."""
    owners = (g.cell(m.knight + int(m.hex_edges[hex_ * 6 + k])) - 1 for k in range(6))
    return sorted(owner for owner in owners if owner >= 0)


def spoils(g: Glance, m: BarbarianState, barbarians: int, knights: list[int]) -> list[Spoils]:
    """What the owners of these knights would get for so many barbarians."""
    found = shares(barbarians, dict(Counter(knights)), int(g.rules.seats), int(m.dice))
    return [Spoils(share.owner, share.sure, percent(share.chance)) for share in found]


def stake(g: Glance, m: BarbarianState, hex_: int) -> list[int]:
    """The owners of the buildings that touch no other free land than this hex."""
    board = g.rules.board
    out: list[int] = []
    for k in range(6):
        corner = int(board.hex_corners[hex_ * 6 + k])
        owner = g.cell(g.rules.owner + corner) - 1
        beside = (int(board.corner_hexes[corner * 3 + i]) for i in range(3))
        others = [h for h in beside if 0 <= h < board.land and h != hex_]
        if owner >= 0 and all(m.conquered(g.state, h) for h in others):
            out.append(owner)
    return sorted(out)
