"""The words of a view in one language: messages become sentences, keys become names.

Messages are English sentences with `{fields}`, which are also the keys of the catalogues in `locale/<language>/*.po`.
The catalogues are read as they are, without a compiled form. A field is written in one of three ways:

- `{player}`: the argument, shown by its name (see `bastide.view.model`): a seat as that player's name, goods as icons
  or words, `good`, `card`, `piece`, `terrain` and `award` as names, anything else as it is;
- `{count:card|cards}`: one of two words by the number `count`, by the language's own rule;
- `{piece:Name}`: as the plain field, with its first letter large.

A catalogue for English holds only those messages whose English key reads badly with a number of one.

An edition that calls things otherwise has catalogues of its own in `locale/<language>/<edition>/*.po`, which hold no
more than what differs and go before those of the language. Keys and notation are the same in every edition.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from bastide.view.model import Arg, Say

LOCALE: Final = Path(__file__).parent / "locale"
LANGUAGES: Final = ("en", "fr")
EDITIONS: Final = ("classic",)
"""The editions that have catalogues of their own."""
SEATS: Final = frozenset({"player", "other", "victim", "winner", "owner", "leader", "loser", "offerer", "from", "to"})
"""Arguments that are seat numbers."""
NAMED: Final = frozenset({"figure", "source", "game"})
"""Arguments that are keys of names, also of such that a module brings and NAMES does not know."""
PRICES: Final = frozenset({"cost"})
"""Arguments that are prices: a single good is shown without its number."""
NARROW: Final = "\u202f"
FIELD: Final = re.compile(r"\{(\w+)(?::([^{}|]*)(\|[^{}]*)?)?\}")

BASE_NAMES: Final[Mapping[str, str]] = {
    # goods
    "lumber": "lumber",
    "brick": "brick",
    "wool": "wool",
    "grain": "grain",
    "ore": "ore",
    "paper": "paper",
    "cloth": "cloth",
    "coin": "coin",
    # pieces
    "road": "road",
    "settlement": "settlement",
    "city": "city",
    "robber": "robber",
    "card": "development card",
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
    # awards and sources of points
    "route": "longest road",
    "army": "largest army",
    "seven": "a seven",
    "settlements": "settlements",
    "cities": "cities",
    "cards": "victory point cards",
    # Carcassonne: figures, features, what stands on tiles, sides, expansions
    "meeple": "follower",
    "monastery": "monastery",
    "field": "field",
    "shield": "shield",
    "inn": "inn",
    "cathedral": "cathedral",
    "wine": "wine",
    "river": "river",
    "vineyard": "vineyard",
    "hill": "hill",
    "bridge": "bridge",
    "side_N": "north",
    "side_E": "east",
    "side_S": "south",
    "side_W": "west",
    # bots
    "random": "random",
    "greedy": "greedy",
}
"""What the keys of the base game are called in English."""


def all_names() -> Mapping[str, str]:
    """The names of the base game, and those that modules bring in the files `names/*.toml`."""
    names = dict(BASE_NAMES)
    for path in sorted((Path(__file__).parent / "names").glob("*.toml")):
        names |= tomllib.loads(path.read_text(encoding="utf-8"))
    return names


NAMES: Final[Mapping[str, str]] = all_names()
"""What each key is called in English; the catalogues translate the name."""


class Blank(NamedTuple):
    """A field of a message: as it is written there, its argument, and what follows the colon."""

    written: str
    key: str
    spec: str | None
    more: str | None


Icon = Callable[[str], Markup]
"""Draws the icon of a good."""


def symbol(good: str) -> Markup:
    """The icon of a good as a reference to the symbol `i-<good>`, which the page holds once."""
    return Markup('<svg class="ic" width="19" height="19" aria-hidden="true"><use href="#i-{}"/></svg>').format(good)


@cache
def catalogue(language: str, edition: str = "") -> Mapping[str, str]:
    """Every message of a language, from all its areas, ready to be filled in; those of an edition go first."""
    messages = dict(catalogue(language)) if edition else {}
    for path in sorted((LOCALE / language / edition).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id and message.string and not message.fuzzy:
                    messages[str(message.id)] = typeset(str(message.string), language)
    return messages


def edition_of(config: Mapping[str, Any]) -> str:
    """The edition that a config names; empty if it names none.

    >>> edition_of({"modules": ["cities_knights"], "options": {"edition": "classic"}})
    'classic'
    """
    options = config.get("options")
    return str(options.get("edition", "")) if isinstance(options, Mapping) else ""


def typeset(text: str, language: str) -> str:
    """French as it is printed: curly apostrophes and a narrow unbreakable space before ; : ! ? and inside « ».

    >>> typeset("C'est l'heure !", "fr")
    'C’est l’heure\u202f!'
    """
    if language != "fr":
        return text
    text = re.sub(r"[ \u00a0\u202f]+([;:!?»])", rf"{NARROW}\1", text.replace("'", "’"))
    return re.sub(r"«[ \u00a0\u202f]*", f"«{NARROW}", text)


@lru_cache(maxsize=4096)
def taken_apart(pattern: str, marked: bool) -> tuple[str | Blank, ...]:
    """The text of a message and its fields in turn; `marked` is whether HTML is made of it.

    >>> taken_apart("{player} & co", True)
    ('', Blank(written='{player}', key='player', spec=None, more=None), ' &amp; co')
    """
    # The text of a message is ours and holds no HTML, but it may hold signs that HTML reads.
    text = str(escape(pattern)) if marked else pattern
    parts: list[str | Blank] = []
    at = 0
    for match in FIELD.finditer(text):
        parts += text[at : match.start()], Blank(match[0], match[1], match[2], match[3])
        at = match.end()
    return (*parts, text[at:])


def one(number: int, language: str) -> bool:
    """Whether a number takes the singular: one in English, nought as well in French."""
    return number == 1 or (language == "fr" and number == 0)


# A page names the same few players and goods hundreds of times.
@lru_cache(maxsize=1024)
def player_html(name: str, color: str) -> str:
    """A player's name, with the class of a colour."""
    return f'<b class="who p-{escape(color)}">{escape(name)}</b>'


@lru_cache(maxsize=1024)
def good_html(name: str, figure: str, icon: Markup) -> str:
    """A good as a figure and its icon, with its name for those who listen."""
    return f'<span class="nb">{figure}{escape(icon)}<span class="vh">{escape(name)}</span></span>'


class Words:
    """The words of one language, in those of an edition where it has its own.

    A language we do not have falls back to English, an edition we do not have to the newest.

    >>> words = Words("en")
    >>> words.text(Say("{player} builds a {piece}", {"player": 1, "piece": "city"}), ["Maud", "Odile"])
    'Odile builds a city'
    >>> words.text(Say("{player} +{gained}", {"player": 0, "gained": {"ore": 2, "wool": 1}}), ["Maud"])
    'Maud +2 ore, 1 wool'
    >>> words.of("classic").name("paper")
    'book'
    """

    def __init__(self, language: str, edition: str = "") -> None:
        base = language.replace("_", "-").split("-")[0].lower()
        self.language = base if base in LANGUAGES else "en"
        self.edition = edition if edition in EDITIONS else ""
        self._messages = catalogue(self.language, self.edition)

    def of(self, edition: str) -> Words:
        """The same language in the words of an edition."""
        return self if edition == self.edition else Words(self.language, edition)

    def gettext(self, message: str, /, **args: Arg) -> str:
        """A message of the page in this language, with its fields filled in as plain text.

        >>> Words("fr").gettext("{count:point|points}", count=1)
        'point'
        """
        found = self._messages.get(message, message)
        return self._fill(found, args, (), None, None) if args else found

    def name(self, key: str) -> str:
        """What a good, piece, card, terrain or award is called, as within a sentence.

        >>> Words("fr").name("ore")
        'minerai'
        """
        english = NAMES.get(key, key.replace("_", " "))
        return self._messages.get(english, english)

    def title(self, key: str) -> str:
        """The same name at the head of a line: with a capital.

        >>> Words("fr").title("route")
        'Route la plus longue'
        """
        name = self.name(key)
        return name[:1].upper() + name[1:]

    def text(self, say: Say, names: Sequence[str]) -> str:
        """A message as plain text; `names` are the players by seat."""
        return self._fill(self._messages.get(say.text, say.text), say.args, names, None, None)

    def html(self, say: Say, names: Sequence[str], colors: Sequence[str], icon: Icon = symbol) -> Markup:
        """A message as HTML: players as bold names with the class of their colour, goods as icons that also say their
        word.

        Whatever players wrote is escaped. `colors` are the players' colours by seat.
        """
        return Markup(self._fill(self._messages.get(say.text, say.text), say.args, names, colors, icon))

    def goods(self, goods: Mapping[str, int]) -> str:
        """Goods in words.

        >>> Words("fr").goods({"ore": 3, "wool": 1})
        '3 minerais, 1 laine'
        """
        parts = []
        for good, count in goods.items():
            name = self.name(good)
            if not one(count, self.language):
                name = self._messages.get(f"{NAMES.get(good, good)} (several)", name)
            parts.append(f"{count} {name}")
        return ", ".join(parts) or self.gettext("nothing")

    def goods_html(self, goods: Mapping[str, int], *, price: bool = False, icon: Icon = symbol) -> Markup:
        """Goods as figures and icons, each with its word for those who listen. A price leaves out the figure one."""
        parts = []
        for good, count in goods.items():
            figure = '<span class="vh">1 </span>' if price and count == 1 else f"{count} "
            parts.append(self._good_html(good, figure, icon))
        return Markup(" ".join(parts)) if parts else escape(self.gettext("nothing"))

    def _good_html(self, good: str, figure: str, icon: Icon) -> str:
        return good_html(self.name(good), figure, icon(good))

    def _fill(
        self,
        pattern: str,
        args: Mapping[str, Arg],
        names: Sequence[str],
        colors: Sequence[str] | None,
        icon: Icon | None,
    ) -> str:
        out: list[str] = []
        for part in taken_apart(pattern, icon is not None):
            if isinstance(part, str):
                out.append(part)
                continue
            written, key, spec, more = part
            value = args.get(key)
            if value is None:
                out.append(written)
            elif more is not None and isinstance(value, int):
                out.append((spec or "") if one(value, self.language) else more[1:])
            else:
                shown = self._shown(key, value, names, colors, icon)
                out.append(shown[:1].upper() + shown[1:] if spec == "Name" else shown)
        return "".join(out)

    def _shown(
        self, key: str, value: Arg, names: Sequence[str], colors: Sequence[str] | None, icon: Icon | None
    ) -> str:
        if isinstance(value, int):
            if key not in SEATS:
                return str(value)
            name = names[value] if 0 <= value < len(names) else str(value)
            if icon is None:
                return name
            color = colors[value] if colors is not None and 0 <= value < len(colors) else ""
            return player_html(name, color)
        if not isinstance(value, str):
            return self.goods(value) if icon is None else str(self.goods_html(value, price=key in PRICES, icon=icon))
        if key == "good" and icon is not None:
            return self._good_html(value, "", icon)
        shown = self.name(value) if key in NAMED or value in NAMES else value
        return shown if icon is None else str(escape(shown))
