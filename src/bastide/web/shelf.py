"""The shelf of the front page: the games that one click starts, each with what is new in it.

Everything comes from the rooms: titles and lines from their names, pictures from their covers, numbers of players from
their modules. The minutes come from measured games (`lengths`), and the difficulty from both: from the rules that a
room adds, and from the decisions in a game.
"""

from __future__ import annotations

import contextlib
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from bastide.carcassonne.base.config import MOST_SEATS
from bastide.carcassonne.family import MODULES as TILE_MODULES
from bastide.catan.base.reading import USUAL_SEATS
from bastide.catan.family import MODULES
from bastide.kernel.catalogue import FILE_NAME
from bastide.kernel.plugins import FOREIGN
from bastide.kernel.rooms import folders
from bastide.view.words import Words
from bastide.web.covers import cover_address
from bastide.web.lengths import Length, length_of
from bastide.web.making import (
    BASE,
    CAMPAIGN,
    campaign,
    enlarged,
    enlarging,
    every_number_of_players,
    named,
    numbers_of_players,
)
from bastide.web.making_tiles import GAME as TILES

ISLAND: Final = "island"
FIRST: Final = 12
"""How many games stand on the shelf; the others are behind "All games"."""
STRIPES: Final = 3
"""Of so many of its games the campaign shows the pictures."""
DOTS: Final = 5
A_DOT: Final = 25
"""So many further rules make a game more difficult by one of five."""
QUARTERS: Final = 4
"""And so do a quarter more decisions than in the base game."""


class Game(NamedTuple):
    """A game on the shelf: `form` are the fields of the form for a new table that make it, without the seats."""

    key: str
    title: str
    pictures: list[str]
    news: list[str]
    players: list[int]
    dots: int
    form: dict[str, str]
    chapters: tuple[str, ...] = ()
    """The games of a campaign."""

    @property
    def family(self) -> str:
        """The family of games."""
        return self.form["game"]

    @property
    def name(self) -> str:
        """Its name among the games of its family."""
        return self.key.partition("/")[2]

    @property
    def length(self) -> Length | None:
        """How long it takes, the games of a campaign together; None if nobody has measured it."""
        found = [length_of(self.family, name) for name in self.chapters or (self.name,)]
        known = [one for one in found if one is not None]
        return Length(sum(one.seat for one in known), sum(one.all for one in known)) if known else None

    @property
    def usual_players(self) -> int:
        """How many play it if nobody says otherwise."""
        return min(self.players, key=lambda number: abs(number - USUAL_SEATS))

    def against(self, level: str) -> dict[str, str]:
        """The form of a game against bots of this level, with as many players as usual."""
        count = self.usual_players
        return self.form | {"players": str(count)} | {f"seat{number}": level for number in range(1, count)}

    @property
    def with_friends(self) -> str:
        """The address of the form for this game with all seats open."""
        seats = {f"seat{number}": "open" for number in range(1, self.usual_players)}
        path = "/create" if self.family == ISLAND else f"/create/{self.family}"
        return f"{path}?{urlencode(self.form | {'players': str(self.usual_players)} | seats)}"

    @property
    def range(self) -> str:
        """For how many it is, in a few signs: `3–6`, or `4, 6`."""
        first, last = self.players[0], self.players[-1]
        whole = len(self.players) == last - first + 1 > 2
        return f"{first}–{last}" if whole else ", ".join(map(str, self.players))


@lru_cache(maxsize=8)
def games(words: Words) -> list[Game]:
    """All games, in the order in which they are offered: the first `FIRST` are one of each kind."""
    _ = words.gettext
    roles: dict[str, list[Game]] = {"extension": [], "world": [], "scenario": [], "variant": []}
    larger = set(enlarging().values())
    for name, make in MODULES.items():
        # A plug-in may fail in any way; the other games are offered all the same.
        with contextlib.suppress(*FOREIGN):
            if name not in larger:
                roles[make().role or "extension"].append(of_module(ISLAND, name, words))
    tiles = [of_module(TILES, name, words) for name in TILE_MODULES]
    board = [cover_address(ISLAND, BASE)]
    island = [
        _("dice give what your settlements stand beside"),
        _("trade, build roads, settlements and cities"),
        _("the first with ten points wins"),
    ]
    laying = [
        _("lay a tile where it fits"),
        _("followers claim roads, cities, monasteries and fields"),
        _("the most points at the last tile win"),
    ]
    first = [
        _game(ISLAND, BASE, _("The island"), board, island, _reach(()), {"what": BASE}),
        _game(
            ISLAND,
            "random",
            _("The island, random map"),
            [cover_address(ISLAND, "random")],
            [_("another map in each game"), _("no start is like the last one"), _("all else stays as it is")],
            _reach(()),
            {"what": BASE, "layout": "random", "harbors": "shuffled"},
        ),
        *roles["extension"],
        *roles["scenario"][:1],
        *roles["world"],
    ]
    if chapters := campaign(ISLAND):
        count = _("{count} games one after the other", count=len(chapters))
        covers = [cover_address(ISLAND, name) for name in chapters[:STRIPES]]
        lines = [count, _("each with an expansion of its own"), _("the same players, and a score for all games")]
        form = {"what": CAMPAIGN, "series": CAMPAIGN}
        players = _reach(chapters[:1])
        made = _game(ISLAND, CAMPAIGN, _("Campaign"), covers, lines, players, form, chapters)
        first.append(made._replace(chapters=tuple(chapters)))
    many = list(range(2, MOST_SEATS + 1))
    picture = [cover_address(TILES, BASE)]
    first.append(_game(TILES, BASE, "Carcassonne", picture, laying, many, {"what": BASE}))
    everything = {"what": next(iter(TILE_MODULES), BASE)} | {f"module_{name}": "on" for name in TILE_MODULES}
    news = [
        _("{count} {count:expansion|expansions} at once", count=len(tiles)),
        *(", ".join(game.title for game in part) for part in (tiles[: len(tiles) // 2], tiles[len(tiles) // 2 :])),
    ]
    first.append(
        _game(
            TILES, "all", _("Carcassonne, everything"), tiles[-1].pictures, news, many, everything, list(TILE_MODULES)
        )
    )
    rest = [*roles["scenario"][1:], *tiles, *roles["variant"]]
    return [*first, *rest]


def of_module(family: str, name: str, words: Words) -> Game:
    """The game with one expansion."""
    players = _reach([name]) if family == ISLAND else list(range(2, MOST_SEATS + 1))
    news = news_of(name, words)
    title = words.title(f"module_{name}")
    return _game(family, name, title, [cover_address(family, name)], news, players, {"what": name}, [name])


def news_of(name: str, words: Words) -> list[str]:
    """What is new with an expansion: its lines, or the parts of its note if it brings no lines of its own."""
    if lines := named(f"module_{name}_news", words):
        return [line.strip() for line in lines.split("|")]
    return [part.strip() for part in named(f"module_{name}_note", words).split(",") if part.strip()]


def game_of(key: str, words: Words) -> Game | None:
    """The game of a card, by its key."""
    return next((game for game in games(words) if game.key == key), None)


def _game(
    family: str,
    name: str,
    title: str,
    pictures: list[str],
    news: list[str],
    players: list[int],
    form: dict[str, str],
    rooms: list[str] | None = None,
) -> Game:
    parts = [difficulty(sum(rules_of(family, room) for room in rooms or []), length_of(family, name), family)]
    if name == CAMPAIGN:
        parts = [difficulty(rules_of(family, room), length_of(family, room), family) for room in rooms or []]
    dots = max(parts)
    usual: dict[str, Any] = {"game": family, "undo": "on", "spectators": "on"}
    return Game(f"{family}/{name}", title, pictures, news[:3], players, dots, usual | form)


def difficulty(rules: int, length: Length | None, family: str) -> int:
    """One to five: the mean of how many rules a game adds and of how many more decisions a seat takes in it."""
    base = length_of(family, BASE)
    weights = [rules / A_DOT]
    if length is not None and base is not None:
        weights.append(QUARTERS * (length.seat / base.seat - 1))
    return max(1, min(DOTS, 1 + round(sum(weights) / len(weights))))


def _reach(modules: list[str] | tuple[str, ...]) -> list[int]:
    """The numbers of players with these modules, and with what a number brings."""
    return [number for number in every_number_of_players() if number in numbers_of_players(enlarged(modules, number))]


@cache
def rules_of(family: str, name: str) -> int:
    """How many rules a room adds. They are counted and not read, which would take a second for all rooms."""
    folder = folders(family).get(name)
    return 0 if folder is None else _rules_in(folder)


def _rules_in(folder: Traversable) -> int:
    found = 0
    for one in folder.iterdir():
        if one.name == FILE_NAME:
            found += f"\n{one.read_text('utf-8')}".count("\n[[rule]]")
        elif one.is_dir():
            found += _rules_in(one)
    return found
