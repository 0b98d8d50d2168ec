"""A layout given by coordinates: read from a config or a record, and checked entry by entry."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bastide.catan.board.graph import Places, places
from bastide.catan.board.grid import (
    BESIDE,
    CORNER,
    HEX,
    SIDES,
    Hex,
    edge_ends,
    hex_name,
    inner_path,
    neighbour,
    side_edge,
)
from bastide.catan.board.layout import INNER_PATH, LaidHarbor, LaidHex, LaidSite, Layout
from bastide.catan.board.terrain import Terrain
from bastide.kernel.errors import ConfigError, quote

KEYS: Final = ("hexes", "harbors", "sites")
HEX_KEYS: Final = {"q", "r", "terrain", "number", "numbers"}
HARBOR_KEYS: Final = {"q", "r", "side", "good"}
SITE_KEYS: Final = {"word", "place", "value"}
MOST_HEXES: Final = 200
MOST_VALUE: Final = 100
"""The greatest coordinate, and value of a site; the least is its negative."""


@dataclass(frozen=True)
class Vocabulary:
    """The names a layout of one game may use: terrains, goods of harbours, and words of sites with their kinds."""

    terrains: Mapping[str, Terrain]
    goods: Collection[str]
    sites: Mapping[str, str]


def custom(table: Mapping[str, Any], known: Vocabulary) -> Layout:
    """A layout given by coordinates.

    `{"hexes": [{q, r, terrain, number}], "harbors": [{q, r, side, good}], "sites": [{word, place, value}]}`; a hex with
    several numbers has `numbers` instead. Raises ConfigError that quotes the entry: unknown or missing keys, a terrain,
    good or word that is not in the game, a number outside 2-12 or 7, the same hex twice, a harbour that is not on the
    coast, two harbours at one corner, a site where there is no such place.
    """
    unknown = set(table) - set(KEYS)
    if unknown:
        raise ConfigError(
            "layout: {given} is unknown; a layout has 'hexes', 'harbors' and 'sites'",
            {"given": quote(sorted(map(str, unknown)))},
        )
    hexes = _hexes(table.get("hexes"), known.terrains)
    land = {at: laid for at, laid in hexes.items() if not known.terrains[laid.terrain].water}
    harbors = _harbors(table.get("harbors", []), land, known.goods)
    in_order = sorted(hexes.values(), key=lambda h: (h.r, h.q))
    return Layout(tuple(in_order), harbors, (), _sites(table.get("sites", []), in_order, land, known.sites))


def _hexes(entries: object, terrains: Mapping[str, Terrain]) -> dict[Hex, LaidHex]:
    if not isinstance(entries, list) or not entries:
        raise ConfigError(
            "layout.hexes: expected a list of hexes like {example}, got {given}",
            {"example": "{'q': 0, 'r': 0, 'terrain': 'forest', 'number': 8}", "given": quote(entries)},
        )
    if len(entries) > MOST_HEXES:
        raise ConfigError(
            "layout.hexes: {count} hexes are too many; at most {most}", {"count": len(entries), "most": MOST_HEXES}
        )
    hexes: dict[Hex, LaidHex] = {}
    for i, entry in enumerate(entries):
        where = f"layout.hexes[{i}] = {quote(entry)}"
        laid = _hex(entry, where, terrains)
        if (laid.q, laid.r) in hexes:
            raise ConfigError(
                "{where}: hex {place} is laid twice", {"where": where, "place": hex_name((laid.q, laid.r))}
            )
        hexes[laid.q, laid.r] = laid
    return hexes


def _harbors(entries: object, land: Mapping[Hex, LaidHex], goods: Collection[str]) -> tuple[LaidHarbor, ...]:
    if not isinstance(entries, list):
        raise ConfigError("layout.harbors: expected a list, got {given}", {"given": quote(entries)})
    harbors: list[LaidHarbor] = []
    taken: set[tuple[int, int, str]] = set()
    for i, entry in enumerate(entries):
        where = f"layout.harbors[{i}] = {quote(entry)}"
        harbor = _harbor(entry, where, land, goods)
        for corner in edge_ends(side_edge((harbor.q, harbor.r), harbor.side)):
            if corner in taken:
                raise ConfigError("{where}: another harbour already uses one of its corners", {"where": where})
            taken.add(corner)
        harbors.append(harbor)
    return tuple(harbors)


def _sites(
    entries: object, hexes: list[LaidHex], land: Mapping[Hex, LaidHex], words: Mapping[str, str]
) -> tuple[LaidSite, ...]:
    if not isinstance(entries, list):
        raise ConfigError("layout.sites: expected a list, got {given}", {"given": quote(entries)})
    sites = [_site(entry, f"layout.sites[{i}] = {quote(entry)}", words, land) for i, entry in enumerate(entries)]
    if not sites:
        return ()
    board = places_of(Layout(tuple(hexes), (), (), tuple(sites)), set(land))
    met: set[tuple[str, str, int]] = set()
    for i, site in enumerate(sites):
        where = f"layout.sites[{i}] = {quote(entries[i])}"
        _check_place(site, where, words[site.word], board)
        # Several sites beside the board may differ in value.
        once = (site.word, site.place, 0 if site.place else site.value)
        if once in met:
            raise ConfigError("{where}: there is a {word} already", {"where": where, "word": site.word})
        met.add(once)
    return tuple(sites)


def places_of(layout: Layout, land: Collection[Hex]) -> Places:
    """The places of a layout of which these hexes are land."""
    spots = [(h.q, h.r) for h in layout.hexes]
    return places(
        tuple(at for at in spots if at in land), tuple(at for at in spots if at not in land), tuple(layout.inner_paths)
    )


def _integer(entry: Mapping[str, Any], key: str, where: str) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_VALUE:
        raise ConfigError(
            "{where}: {key} must be a whole number between -100 and 100, got {given}",
            {"where": where, "key": key, "given": quote(value)},
        )
    return value


def _hex(entry: object, where: str, terrains: Mapping[str, Terrain]) -> LaidHex:
    if not isinstance(entry, dict) or not set(entry) <= HEX_KEYS or {"number", "numbers"} <= set(entry):
        raise ConfigError(
            "{where}: a hex has the keys q, r, terrain and, if it has tokens, number or numbers", {"where": where}
        )
    q, r = _integer(entry, "q", where), _integer(entry, "r", where)
    terrain = entry.get("terrain")
    if not isinstance(terrain, str) or terrain not in terrains:
        raise ConfigError(
            "{where}: terrain must be one of {known}, got {given}",
            {"where": where, "known": ", ".join(terrains), "given": quote(terrain)},
        )
    numbers = _numbers(entry, where)
    if numbers and not terrains[terrain].bears_numbers:
        raise ConfigError("{where}: a {terrain} hex has no number", {"where": where, "terrain": terrain}, "BASE-002")
    return LaidHex(q, r, terrain, numbers)


def _numbers(entry: Mapping[str, Any], where: str) -> tuple[int, ...]:
    """The numbers of a hex: none, one, or several that differ."""
    number, numbers = entry.get("number"), entry.get("numbers")
    if numbers is None:
        if number is None:
            return ()
        if not _is_number(number):
            raise ConfigError(
                "{where}: number must be 2 to 12 and not 7, got {given}",
                {"where": where, "given": quote(number)},
                "BASE-002",
            )
        return (int(number),)
    if not isinstance(numbers, list) or not all(map(_is_number, numbers)) or len(set(numbers)) < len(numbers):
        raise ConfigError(
            "{where}: numbers must be a list of different numbers, each 2 to 12 and not 7, got {given}",
            {"where": where, "given": quote(numbers)},
            "BASE-002",
        )
    return tuple(numbers)


def _is_number(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 2 <= number <= 12 and number != 7


def _harbor(entry: object, where: str, land: Mapping[Hex, LaidHex], goods: Collection[str]) -> LaidHarbor:
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
    if (q, r) not in land:
        raise ConfigError("{where}: there is no land hex at {place}", {"where": where, "place": hex_name((q, r))})
    if neighbour((q, r), str(side)) in land:
        raise ConfigError(
            "{where}: the {side} side of {place} is not on the coast",
            {"where": where, "side": str(side), "place": hex_name((q, r))},
            "BASE-006",
        )
    return LaidHarbor(q, r, str(side), str(good or ""))


def _site(entry: object, where: str, words: Mapping[str, str], land: Mapping[Hex, LaidHex]) -> LaidSite:
    if not isinstance(entry, dict) or not set(entry) <= SITE_KEYS or not isinstance(entry.get("place", ""), str):
        raise ConfigError(
            "{where}: a site has the keys word, place in notation unless it is beside the board, and, if it has one,"
            " value",
            {"where": where},
        )
    word = entry.get("word")
    if not isinstance(word, str) or word not in words:
        raise ConfigError(
            "{where}: word must be one of {known}, got {given}",
            {"where": where, "known": ", ".join(words), "given": quote(word)},
        )
    value = _integer(entry, "value", where) if "value" in entry else 0
    site = LaidSite(word, str(entry.get("place", "")), value)
    if word == INNER_PATH:
        edge = inner_path(site.place)
        if edge is None or edge[:2] not in land:
            raise ConfigError(
                "{where}: {given} is no path within a land hex, like '0,0,CNE'",
                {"where": where, "given": quote(site.place)},
            )
    return site


def _check_place(site: LaidSite, where: str, kind: str, board: Places) -> None:
    """Refuse a site at a place of the wrong kind for its word. Raises ConfigError."""
    given = quote(site.place)
    if kind == BESIDE:
        if site.place:
            raise ConfigError(
                "{where}: a {word} lies beside the board, not at a place", {"where": where, "word": site.word}
            )
    elif kind == HEX:
        if site.place not in board.hex_index:
            raise ConfigError("{where}: there is no hex {given} on this board", {"where": where, "given": given})
    elif kind == CORNER:
        if site.place not in board.corner_index:
            raise ConfigError("{where}: there is no corner {given} on this board", {"where": where, "given": given})
    elif site.place not in board.edge_index:
        raise ConfigError("{where}: there is no edge {given} on this board", {"where": where, "given": given})
