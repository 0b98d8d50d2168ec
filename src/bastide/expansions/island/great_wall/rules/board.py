"""The board of the Great Wall: its layout for four and six players, and what its sites say of sections and lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from mypy_extensions import i64

from bastide.catan.base.config import figures as island_figures
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import BESIDE, CORNER, EDGE, HEX, Hex, hex_name, neighbour, place_name, side_edge
from bastide.catan.board.layout import LaidHex, LaidSite, Layout, harbors_of, hexes_of
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

TOP: Final[i64] = 5
"""The highest level of a section; a wall of that level cannot be passed (GW-011, GW-027)."""
LAYOUTS: Final = ("beginner", "spiral", "random")
"""The base's layouts, in whose place the board of the scenario is laid: it is always the same (HIST-003)."""
STEPPE: Final = "steppe"
BATTLEFIELD: Final = "battlefield"
"""The terrains beyond the wall: gathering territories and battlefields. Like water, they are not built on (GW-039)."""
GATHERING: Final = "gathering"
FIELD: Final = "front"
FORTRESS: Final = "border-fortress"
ARROW: Final = "arrow"
PIRATE: Final = "pirate"
PRICE: Final = "price-"
"""Before the name of a good: how many such cards a level costs, `42` for two of level 4 (GW-012)."""
ATTACK: Final = "SW"
"""The direction in which riders go on behind the wall (GW-019)."""
FIGURES: Final = read_table("bastide.expansions.island.great_wall.rules", "figures.toml")
"""The data of the scenario."""


class Arrow(NamedTuple):
    """An arrow: the gathering territory from which it leads, the section to which it leads, both from 0; its number."""

    territory: int
    section: int
    number: int


def site_words() -> dict[str, str]:
    """The words of sites. The value is the numeral of a gathering territory, the section of a battlefield and a
    fortress, the number of an arrow, a part of a price.
    """
    prices = {PRICE + good: BESIDE for good in island_figures()["goods"]}
    return {GATHERING: HEX, FIELD: HEX, FORTRESS: CORNER, ARROW: EDGE, PIRATE: HEX} | prices


@cache
def layout(seats: int) -> Layout:
    """The board: with six players all of it, with fewer without its western third (HIST-003)."""
    data = FIGURES
    parts = [data["east"], data["west"]] if seats > 4 else [data["east"]]
    sections = 6 if seats > 4 else 4
    fields = [_at(name) for name in data["battlefields"][:sections]]
    gathering = [_at(name) for name in data["gathering"][: sections - 1]]
    hexes = [laid_hex for part in parts for laid_hex in hexes_of(part["rows"])]
    hexes += [LaidHex(q, r, BATTLEFIELD) for q, r in fields] + [LaidHex(q, r, STEPPE) for q, r in gathering]
    sites = [LaidSite(GATHERING, hex_name(at), k) for k, at in enumerate(gathering, 1)]
    sites += [LaidSite(FIELD, hex_name(at), k) for k, at in enumerate(fields, 1)]
    sites += [LaidSite(FORTRESS, place_name((*at, "S")), k) for k, at in enumerate(fields, 1)]
    for at, numbers in zip(gathering, data["arrows"], strict=False):
        for side, number in zip(("SE", "SW"), numbers, strict=True):
            sites.append(LaidSite(ARROW, place_name(side_edge(at, side)), number))
    sites.append(LaidSite(PIRATE, data["pirate"]))
    for level, price in enumerate(data["prices"], 1):
        sites += [LaidSite(PRICE + good, "", 10 * level + count) for good, count in price.items()]
    harbors = tuple(harbor for part in parts for harbor in harbors_of(part["harbors"]))
    return Layout(tuple(sorted(hexes, key=lambda h: (h.r, h.q))), harbors, (), tuple(sites))


def _at(name: str) -> Hex:
    q, _, r = name.partition(",")
    return int(q), int(r)


def placed(board: Board, word: str) -> list[int]:
    """The places of the sites of a word by their values, which count from 1. Raises ConfigError if one is missing."""
    found = {value: place for place, value in board.sites(word)}
    if sorted(found) != list(range(1, len(board.sites(word)) + 1)):
        raise ConfigError(
            "layout.sites: those of {name} are numbered from 1, got {given}",
            {"name": quote(word), "given": quote(sorted(value for _, value in board.sites(word)))},
            "GW-011",
        )
    return [found[value] for value in sorted(found)]


def arrows(board: Board) -> list[Arrow]:
    """The arrows in the order of the sections. Raises ConfigError for one between other hexes, or without a number."""
    territories, fields = placed(board, GATHERING), placed(board, FIELD)
    out: list[Arrow] = []
    for edge, number in board.sites(ARROW):
        beside = [int(board.edge_hexes[2 * edge + k]) for k in range(2)]
        ends = [h for h in beside if h in territories], [h for h in beside if h in fields]
        if not ends[0] or not ends[1] or not 2 <= number <= 12 or number == 7:
            raise ConfigError(
                "layout.sites: the arrow at {place} needs a number that is not 7, a gathering territory on one side"
                " and a battlefield on the other",
                {"place": quote(board.edge_names[edge])},
                "GW-016",
            )
        out.append(Arrow(territories.index(ends[0][0]), fields.index(ends[1][0]), number))
    return sorted(out, key=lambda arrow: (arrow.section, arrow.territory, arrow.number))


def prices(board: Board, goods: Sequence[str]) -> list[int]:
    """By level from 0 and good, what the next level costs; our own prices on a board that says nothing of them.

    Raises ConfigError for a level without a price, or a good with two.
    """
    found = [(*divmod(value, 10), good) for good in goods for _, value in board.sites(PRICE + good)]
    if not found:
        return [price.get(good, 0) for price in FIGURES["prices"] for good in goods]
    price = {(level, good): count for level, count, good in found}
    levels = {level for level, count, _good in found if count > 0}
    if levels != set(range(1, int(TOP) + 1)) or len(price) != len(found):
        raise ConfigError(
            "layout.sites: each level from 1 to {top} costs at least a card, and each good has one number for it:"
            " {given}",
            {"top": int(TOP), "given": ", ".join(f"{PRICE}{good} {level}{count}" for level, count, good in found)},
            "GW-012",
        )
    return [price.get((level, good), 0) for level in range(1, int(TOP) + 1) for good in goods]


def attack_line(board: Board, field: int) -> list[int]:
    """The hexes of land from a battlefield in the direction of attack, nearest first; sea is jumped (GW-026)."""
    out: list[int] = []
    at = _at(board.hex_names[field])
    while hex_name(at := neighbour(at, ATTACK)) in board.hex_index:
        hex_ = board.hex_index[hex_name(at)]
        if hex_ < board.land:
            out.append(hex_)
    return out


def is_sea(board: Board, hex_: int) -> bool:
    """Whether a hex is water that is neither steppe nor battlefield."""
    return hex_ >= int(board.land) and board.terrain[hex_] not in (STEPPE, BATTLEFIELD)


def harbor_hexes(board: Board) -> list[int]:
    """By corner, the hex of sea at whose side its harbour lies; -1 without one, or if that hex is not listed."""
    out = [-1] * int(board.corners)
    for harbor in board.layout.harbors:
        sea = board.hex_index.get(hex_name(neighbour((harbor.q, harbor.r), harbor.side)), -1)
        edge = board.edge_index[place_name(side_edge((harbor.q, harbor.r), harbor.side))]
        for k in range(2):
            out[int(board.edge_corners[2 * edge + k])] = sea
    return out


def check(board: Board) -> None:
    """Refuse a board on which something of the scenario is missing or lies where it cannot be. Raises ConfigError."""
    fields, fortresses = placed(board, FIELD), placed(board, FORTRESS)
    if not fields or len(fields) != len(fortresses) or not placed(board, GATHERING):
        raise ConfigError(
            "layout.sites: each section has a battlefield and a fortress: {count} and {other}",
            {"count": len(fields), "other": len(fortresses)},
            "GW-011",
        )
    for hex_ in (*fields, *placed(board, GATHERING)):
        if board.terrain[hex_] not in (STEPPE, BATTLEFIELD):
            raise ConfigError(
                "layout.sites: {place} is not beyond the wall", {"place": quote(board.hex_names[hex_])}, "GW-039"
            )
    for corner in fortresses:
        if corner >= board.ashore:
            raise ConfigError(
                "layout.sites: the fortress at {place} touches no land",
                {"place": quote(board.corner_names[corner])},
                "GW-006",
            )
    arrows(board)
    for field in fields:
        if not attack_line(board, field):
            raise ConfigError(
                "layout: no land lies behind the battlefield {place}",
                {"place": quote(board.hex_names[field])},
                "GW-019",
            )
    starts = [hex_ for hex_, _value in board.sites(PIRATE)]
    if len(starts) != 1 or not is_sea(board, starts[0]):
        raise ConfigError(
            "layout.sites: the pirate starts on one hex of sea, marked with {name}", {"name": quote(PIRATE)}, "GW-004"
        )
    if sum(is_sea(board, hex_) for hex_ in range(int(board.hexes))) < 2:
        raise ConfigError("layout: the pirate needs a second hex of sea to move to", None, "GW-028")
