"""The names of keys and the catalogues of translations, of the base game and of the rooms.

The catalogues in `locale/<language>/*.po` are read directly, without a compiled form. An expansion brings its words in
its room: names in `words/names.toml`, translations in `words/<language>.po` (a room of a few files has both beside its
rules). An edition that calls things otherwise has catalogues of its own in `words/<edition>/<language>.po`, which hold
no more than what differs and override those of the language. Keys and notation are the same in every edition.

Two catalogues may translate the same message only alike, and two rooms may give the same key only the same name:
anything else is a `Collision`, an error that names both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders, rooms
from bastide.view.owners import BASE, compatible, merged
from bastide.view.typesetting import typeset

LOCALE: Final = Path(__file__).parent / "locale"
LANGUAGES: Final = ("en", "fr")
LINE: Final = re.compile(r'\s*(?:#.*|(?:(?:msgid|msgid_plural|msgctxt|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?')
"""A line of a catalogue."""
BASE_NAMES: Final[Mapping[str, str]] = {
    # goods
    "lumber": "lumber",
    "brick": "brick",
    "wool": "wool",
    "grain": "grain",
    "ore": "ore",
    # pieces
    "road": "road",
    "settlement": "settlement",
    "city": "city",
    "robber": "robber",
    "card": "development card",
    # pieces and terrain of more than one expansion
    "ship": "ship",
    "pirate": "pirate",
    "gold": "gold",
    # development cards
    "knight": "knight",
    "roads": "road building",
    "road_building": "road building",
    "plenty": "year of plenty",
    "year_of_plenty": "year of plenty",
    "monopoly": "monopoly",
    "point": "victory point",
    "victory_point": "victory point",
    # terrain
    "forest": "forest",
    "hills": "hills",
    "pasture": "pasture",
    "fields": "fields",
    "mountains": "mountains",
    "desert": "desert",
    "sea": "sea",
    # awards and sources of points
    "route": "longest road",
    "army": "largest army",
    "seven": "a seven",
    "settlements": "settlements",
    "cities": "cities",
    "cards": "victory point cards",
    # Carcassonne: figures, features, what stands on tiles of several sets, sides
    "meeple": "follower",
    "monastery": "monastery",
    "field": "field",
    "shield": "shield",
    "vineyard": "vineyard",
    "bridge": "bridge",
    "side_N": "north",
    "side_E": "east",
    "side_S": "south",
    "side_W": "west",
    # players' banners: the colours, and the emblems on them
    "color_garnet": "garnet",
    "color_azure": "azure",
    "color_ivory": "ivory",
    "color_amber": "amber",
    "color_green": "green",
    "color_mauve": "mauve",
    "color_sky": "sky blue",
    "color_ink": "ink black",
    "emblem_sun": "sun",
    "emblem_lily": "lily",
    "emblem_tower": "tower",
    "emblem_bell": "bell",
    "emblem_trefoil": "trefoil",
    "emblem_rose": "rose",
    "emblem_shell": "shell",
    "emblem_key": "key",
    # bots
    "random": "aimless",
    "easy": "easy",
    "greedy": "steady",
    "strong": "strong",
    "master": "master",
}
"""English names of the base game's keys."""


@cache
def all_folders() -> dict[str, Traversable]:
    """The folders of the rooms of all families, by family and name: `island/...`.

    A plug-in is left out, with a warning, if its words cannot be read or collide with those of others.

    :raises Collision: two of our own rooms do.
    """
    found = {f"{family}/{name}": folder for family in FAMILIES for name, folder in folders(family).items()}
    own = {f"{family}/{name}" for family in FAMILIES for name in rooms(family)}
    return found if own == set(found) else compatible(found, own, check_words)


def check_words(some: Mapping[str, Traversable]) -> None:
    """Read all names and translations of these rooms.

    :raises Collision: two of them give the same key another name, or translate a message differently.
    """
    all_names(some)
    for language in LANGUAGES:
        translations(po_files(language, "", some), language)


def all_names(rooms: Mapping[str, Traversable]) -> dict[str, str]:
    """The names of the base game and of these expansions.

    :raises Collision: a room gives a key another name than the base or another room does.
    """
    owned: list[tuple[str, Mapping[str, str]]] = [(BASE, BASE_NAMES)]
    for room, folder in rooms.items():
        for place in ("words/names.toml", "names.toml"):
            path = folder.joinpath(*place.split("/"))
            if path.is_file():
                owned.append((f"{room}/{place}", tomllib.loads(path.read_text(encoding="utf-8"))))
    return merged("the name", owned, equal=True)


@cache
def catalogue(language: str, edition: str = "") -> Mapping[str, str]:
    """Every message of a language, from all its areas, ready to be filled in; an edition's override them."""
    own = translations(po_files(language, edition, all_folders()), language)
    return {**catalogue(language), **own} if edition else own


def translations(files: Mapping[str, Traversable], language: str) -> dict[str, str]:
    """The messages of several catalogues of one language, typeset; `files` are the catalogues by path.

    :raises Collision: two of them translate a message differently.
    """
    return merged(
        "the translation of", [(where, messages_of(path, language)) for where, path in files.items()], equal=True
    )


def messages_of(path: Traversable, language: str) -> dict[str, str]:
    """The messages of one catalogue that are translated, typeset. Raises ValueError if it is no such file."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not LINE.fullmatch(line):
            # Babel would read on as if the line were not there.
            raise ValueError(f"{path.name}, line {number}: neither a message, a text in quotes nor a comment")
    with path.open("rb") as file:
        return {
            str(message.id): typeset(str(message.string), language)
            for message in read_po(file, locale=language)
            if message.id and message.string and not message.fuzzy
        }


def po_files(language: str, edition: str, rooms: Mapping[str, Traversable]) -> dict[str, Traversable]:
    """The catalogues of a language, or only those of an edition, by path: the areas' own and the rooms'."""
    found: dict[str, Traversable] = {}
    if not edition:
        found |= {f"locale/{language}/{path.name}": path for path in sorted((LOCALE / language).glob("*.po"))}
    places = [f"words/{edition}/{language}.po"] if edition else [f"words/{language}.po", f"{language}.po"]
    for room, folder in rooms.items():
        for place in places:
            path = folder.joinpath(*place.split("/"))
            if path.is_file():
                found[f"{room}/{place}"] = path
    return found


@cache
def editions() -> frozenset[str]:
    """The editions that have catalogues of their own."""
    words = [words for room in all_folders().values() if (words := room.joinpath("words")).is_dir()]
    return frozenset(folder.name for place in words for folder in place.iterdir() if folder.is_dir())


def edition_of(config: Mapping[str, Any]) -> str:
    """The edition that a config names; empty if it names none.

    >>> edition_of({"options": {"edition": "classic"}})
    'classic'
    """
    options = config.get("options")
    return str(options.get("edition", "")) if isinstance(options, Mapping) else ""


NAMES: Final[Mapping[str, str]] = all_names(all_folders())
"""English names by key; the catalogues translate the name."""
