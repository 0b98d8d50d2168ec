"""A layout: which hexes lie where, with which numbers and harbours; read from data or a config, checked, and dealt.

Ways to lay the base island out (BASE-001 to BASE-007): the beginners' board, shuffled hexes with the lettered tokens
in a spiral, shuffled hexes with shuffled tokens and no two of 6 and 8 side by side, or any hexes given by
coordinates.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final, cast

from bastide.catan.board.grid import SIDES, Hex, edge_ends, hex_name, neighbour, side_edge
from bastide.kernel.errors import ConfigError, quote

RED: Final = (6, 8)
HEX_KEYS: Final = {"q", "r", "terrain", "number"}
HARBOR_KEYS: Final = {"q", "r", "side", "good"}


@dataclass(frozen=True)
class LaidHex:
    """One land hex; `number` is 0 where there is no token."""

    q: int
    r: int
    terrain: str
    number: int


@dataclass(frozen=True)
class LaidHarbor:
    """A harbour on one side of a land hex; `good` is "" for a general one (3:1)."""

    q: int
    r: int
    side: str
    good: str


@dataclass(frozen=True)
class StartPiece:
    """A printed starting pair: settlement corner and road edge in notation; `pays` marks the one that gives goods."""

    seat: int
    corner: str
    edge: str
    pays: bool


@dataclass(frozen=True)
class Layout:
    """All that is laid out before a game begins. `hexes` stand in reading order."""

    hexes: tuple[LaidHex, ...]
    harbors: tuple[LaidHarbor, ...]
    starts: tuple[StartPiece, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The layout as a config gives it: by coordinates."""
        return {
            "hexes": [
                {"q": h.q, "r": h.r, "terrain": h.terrain, **({"number": h.number} if h.number else {})}
                for h in self.hexes
            ],
            "harbors": [
                {"q": h.q, "r": h.r, "side": h.side, **({"good": h.good} if h.good else {})} for h in self.harbors
            ],
        }


@cache
def board_data() -> dict[str, Any]:
    """The project's own data of the base island; nobody changes them."""
    text = resources.files("bastide.catan.board").joinpath("data/island.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def beginner() -> Layout:
    """The beginners' board with its printed starting pieces (BASE-007)."""
    data = board_data()
    table = cast("dict[str, Any]", data["beginner"])
    hexes: list[LaidHex] = []
    for row in table["rows"]:
        for i, spot in enumerate(row["hexes"]):
            terrain, _, number = spot.partition(" ")
            hexes.append(LaidHex(row["q"] + i, row["r"], terrain, int(number) if number else 0))
    starts = tuple(StartPiece(s["seat"], s["corner"], s["edge"], bool(s.get("pays", False))) for s in table["starts"])
    return Layout(tuple(hexes), _frame(data), starts)


def _frame(data: dict[str, Any]) -> tuple[LaidHarbor, ...]:
    return tuple(LaidHarbor(h["q"], h["r"], h["side"], h.get("good", "")) for h in data["harbors"])


def variable(tokens: str, spiral_from: str, rng: random.Random) -> Layout:
    """Shuffled hexes; `tokens` is `spiral` (BASE-004) or `random` (BASE-005).

    `spiral_from` is `corner` for a corner hex drawn at random, or the name of a coastal hex.
    """
    data = board_data()
    base = beginner()
    spots = [(h.q, h.r) for h in base.hexes]
    terrains = [h.terrain for h in base.hexes]
    rng.shuffle(terrains)
    terrain_at = dict(zip(spots, terrains, strict=True))
    letters = [int(token[1:]) for token in str(data["tokens"]).split()]
    productive = [at for at in spots if terrain_at[at] != "desert"]
    if tokens == "spiral":
        start = _spiral_start(spots, spiral_from, rng)
        order = [at for at in spiral(spots, start) if terrain_at[at] != "desert"]
        number_at = dict(zip(order, letters, strict=True))
    else:
        while True:
            rng.shuffle(letters)
            number_at = dict(zip(productive, letters, strict=True))
            if not red_neighbours(number_at):
                break
    hexes = tuple(LaidHex(q, r, terrain_at[q, r], number_at.get((q, r), 0)) for q, r in spots)
    return Layout(hexes, _frame(data))


def red_neighbours(number_at: Mapping[Hex, int]) -> bool:
    """Whether a 6 or 8 lies beside a 6 or 8."""
    for at, number in number_at.items():
        if number in RED and any(number_at.get(neighbour(at, side)) in RED for side in SIDES):
            return True
    return False


def _spiral_start(spots: list[Hex], spiral_from: str, rng: random.Random) -> Hex:
    coast = [at for at in spots if any(neighbour(at, side) not in spots for side in SIDES)]
    if spiral_from == "corner":
        return rng.choice([at for at in coast if sum(neighbour(at, side) in spots for side in SIDES) == 3])
    for at in coast:
        if hex_name(at) == spiral_from:
            return at
    raise ConfigError(
        "options.spiral_from = {given}: say 'corner' or a coastal hex, one of {known}",
        {"given": quote(spiral_from), "known": ", ".join(hex_name(at) for at in coast)},
        "BASE-004",
    )


def spiral(spots: list[Hex], start: Hex) -> list[Hex]:
    """All hexes of a hexagonal island in the order of the tokens: counter-clockwise along the coast, then inward.

    The next ring begins at the inner neighbour of the last hex that lies furthest on in the same direction.
    """
    left = set(spots)
    order: list[Hex] = []
    at = start
    while left:
        ring = {h for h in left if any(neighbour(h, side) not in left for side in SIDES)}
        while True:
            order.append(at)
            ring.discard(at)
            left.discard(at)
            onward = [h for h in _counter_clockwise(at, order) if h in ring]
            if not onward:
                break
            at = onward[0]
        inner = [h for h in _counter_clockwise(at, order) if h in left]
        if not inner:
            break
        at = inner[0]
    return order


def _counter_clockwise(at: Hex, order: list[Hex]) -> list[Hex]:
    """The neighbours of a hex, those that keep the coast on the right hand first."""
    turning = ["W", "SW", "SE", "E", "NE", "NW"]  # counter-clockwise
    if len(order) >= 2 and order[-2] in [neighbour(at, side) for side in SIDES]:
        came = next(side for side in SIDES if neighbour(order[-2], side) == at)
        first = (turning.index(came) - 2) % 6
    else:
        # Leaving the start: outward is where there is no land, the walk begins just after it.
        first = _after_sea(at, order, turning)
    return [neighbour(at, turning[(first + i) % 6]) for i in range(6)]


def _after_sea(at: Hex, order: list[Hex], turning: list[str]) -> int:
    """The first direction, counter-clockwise, after the open side of a hex of a hexagonal island round 0,0."""
    size = max(abs(at[0]), abs(at[1]), abs(at[0] + at[1]))
    outside = [max(abs(q), abs(r), abs(q + r)) > size for q, r in (neighbour(at, side) for side in turning)]
    for i in range(6):
        if outside[i - 1] and not outside[i]:
            return i
    return 0


def shuffle_harbors(layout: Layout, rng: random.Random) -> Layout:
    """The kinds of the harbours dealt anew over their places (BASE-006)."""
    kinds = [h.good for h in layout.harbors]
    rng.shuffle(kinds)
    harbors = tuple(replace(h, good=good) for h, good in zip(layout.harbors, kinds, strict=True))
    return replace(layout, harbors=harbors)


def custom(table: Mapping[str, Any], terrains: Mapping[str, str], goods: list[str]) -> Layout:
    """A layout given by coordinates: `{"hexes": [{q, r, terrain, number}], "harbors": [{q, r, side, good}]}`.

    Raises ConfigError that quotes the entry: unknown or missing keys, a terrain or good that is not in the game, a
    number outside 2-12 or 7, the same hex twice, a harbour that is not on the coast, two harbours at one corner.
    """
    unknown = set(table) - {"hexes", "harbors"}
    if unknown:
        raise ConfigError(
            "layout: {given} is unknown; a layout has 'hexes' and 'harbors'",
            {"given": quote(sorted(map(str, unknown)))},
        )
    entries = table.get("hexes")
    if not isinstance(entries, list) or not entries:
        raise ConfigError(
            "layout.hexes: expected a list of hexes like {example}, got {given}",
            {"example": "{'q': 0, 'r': 0, 'terrain': 'forest', 'number': 8}", "given": quote(entries)},
        )
    if len(entries) > 200:
        raise ConfigError(
            "layout.hexes: {count} hexes are too many; at most {most}", {"count": len(entries), "most": 200}
        )
    hexes: dict[Hex, LaidHex] = {}
    for i, entry in enumerate(entries):
        where = f"layout.hexes[{i}] = {quote(entry)}"
        laid = _custom_hex(entry, where, terrains)
        if (laid.q, laid.r) in hexes:
            raise ConfigError(
                "{where}: hex {place} is laid twice", {"where": where, "place": hex_name((laid.q, laid.r))}
            )
        hexes[laid.q, laid.r] = laid
    harbors: list[LaidHarbor] = []
    taken: set[tuple[int, int, str]] = set()
    given = table.get("harbors", [])
    if not isinstance(given, list):
        raise ConfigError("layout.harbors: expected a list, got {given}", {"given": quote(given)})
    for i, entry in enumerate(given):
        where = f"layout.harbors[{i}] = {quote(entry)}"
        harbor = _custom_harbor(entry, where, hexes, goods)
        for corner in edge_ends(side_edge((harbor.q, harbor.r), harbor.side)):
            if corner in taken:
                raise ConfigError("{where}: another harbour already uses one of its corners", {"where": where})
            taken.add(corner)
        harbors.append(harbor)
    in_order = sorted(hexes.values(), key=lambda h: (h.r, h.q))
    return Layout(tuple(in_order), tuple(harbors))


def _integer(entry: Mapping[str, Any], key: str, where: str) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 100:
        raise ConfigError(
            "{where}: {key} must be a whole number between -100 and 100, got {given}",
            {"where": where, "key": key, "given": quote(value)},
        )
    return value


def _custom_hex(entry: object, where: str, terrains: Mapping[str, str]) -> LaidHex:
    if not isinstance(entry, dict) or not set(entry) <= HEX_KEYS:
        raise ConfigError("{where}: a hex has the keys q, r, terrain and, if it has a token, number", {"where": where})
    q, r = _integer(entry, "q", where), _integer(entry, "r", where)
    terrain = entry.get("terrain")
    if not isinstance(terrain, str) or terrain not in terrains:
        raise ConfigError(
            "{where}: terrain must be one of {known}, got {given}",
            {"where": where, "known": ", ".join(terrains), "given": quote(terrain)},
        )
    number = entry.get("number")
    if number is None:
        return LaidHex(q, r, terrain, 0)
    if not terrains[terrain]:
        raise ConfigError("{where}: a {terrain} hex has no number", {"where": where, "terrain": terrain}, "BASE-002")
    if not isinstance(number, int) or isinstance(number, bool) or not 2 <= number <= 12 or number == 7:
        raise ConfigError(
            "{where}: number must be 2 to 12 and not 7, got {given}",
            {"where": where, "given": quote(number)},
            "BASE-002",
        )
    return LaidHex(q, r, terrain, number)


def _custom_harbor(entry: object, where: str, hexes: Mapping[Hex, LaidHex], goods: list[str]) -> LaidHarbor:
    if not isinstance(entry, dict) or not set(entry) <= HARBOR_KEYS:
        raise ConfigError(
            "{where}: a harbour has the keys q, r, side and, if it is for one good, good", {"where": where}
        )
    q, r = _integer(entry, "q", where), _integer(entry, "r", where)
    side = entry.get("side")
    if side not in SIDES:
        raise ConfigError(
            "{where}: side must be one of {known}, got {given}",
            {"where": where, "known": ", ".join(SIDES), "given": quote(side)},
        )
    good = entry.get("good", "")
    if good not in ("", None, *goods):
        raise ConfigError(
            "{where}: good must be one of {known} or left out (3:1), got {given}",
            {"where": where, "known": ", ".join(goods), "given": quote(good)},
        )
    if (q, r) not in hexes:
        raise ConfigError("{where}: there is no land hex at {place}", {"where": where, "place": hex_name((q, r))})
    if neighbour((q, r), str(side)) in hexes:
        raise ConfigError(
            "{where}: the {side} side of {place} is not on the coast",
            {"where": where, "side": str(side), "place": hex_name((q, r))},
            "BASE-006",
        )
    return LaidHarbor(q, r, str(side), str(good or ""))
