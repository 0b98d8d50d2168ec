"""Words of a view in one language: messages become sentences, keys become names.

Messages are English sentences with `{fields}`, which are also the keys of the catalogues in `locale/<language>/*.po`.
The catalogues are read directly, without a compiled form. A field is written in one of four ways:

- `{player}`: the argument, shown by its name (see `bastide.view.model`): a seat as that player's name, goods as icons
  or words, `good`, `card`, `piece`, `terrain` and `award` as names, anything else as it is;
- `{count:card|cards}`: one of two words by the number `count`, by the language's own rule;
- `{piece:Name}`: as the plain field, with its first letter capitalized;
- `{piece:count}`: the name in the number of the argument `count`, "settlement" or "settlements".

French leaves out the vowel of a short word before a value that begins with one: a catalogue says `de {player}`, and the
sentence reads "de Maud" or "d’Odile" (see `elided`). In English, `a {rank} knight` reads "an intrepid knight" (see
`with_article`). A message of fields and signs alone, like `{player} +{count}: {source}`, needs no translation (see
`wordless`).

A catalogue for English holds only those messages whose English key reads badly with a number of one.

An expansion brings its words in its room: names in `words/names.toml`, translations in `words/<language>.po` (a room of
a few files has both beside its rules). An edition that calls things otherwise has catalogues of its own in
`words/<edition>/<language>.po`, which hold no more than what differs and override those of the language. Keys and
notation are the same in every edition.

Two catalogues may translate the same message only alike, and two rooms may give the same key only the same name:
anything else is a `Collision`, an error that names both.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders, rooms
from bastide.view.model import Arg, Say
from bastide.view.owners import BASE, compatible, merged

LOCALE: Final = Path(__file__).parent / "locale"
LANGUAGES: Final = ("en", "fr")
SEATS: Final = frozenset({"player", "other", "victim", "winner", "owner", "leader", "loser", "offerer", "from", "to"})
"""Arguments that are seat numbers."""
NAMED: Final = frozenset({"figure", "source", "game"})
"""Arguments that are keys of names, including names from modules that NAMES does not have."""
MODULES: Final = frozenset({"module", "other_module"})
"""Arguments that are names of modules, shown by their titles."""
PRICES: Final = frozenset({"cost"})
"""Arguments that are prices: a single good is shown without its number."""
NARROW: Final = "\u202f"
FIELD: Final = re.compile(r"\{(\w+)(?::([^{}|]*)(\|[^{}]*)?)?\}")
ELIDABLE: Final = re.compile(r"(?<![\w’])([djlmnst]|(?:jus|lors|puis|quoi)?qu)e $|(?<![\w’])(l)a $", re.IGNORECASE)
"""The end of a text whose last word loses its vowel before another."""
ARTICLE: Final = re.compile(r"(?<![\w’'])(a) $", re.IGNORECASE)
VOWEL_SOUND: Final = re.compile(r"[aeio]|u(?!ni)", re.IGNORECASE)
"""The start of an English word that "an" stands before."""
WORD: Final = re.compile(r"[^\W\d_]{2}")
COLON: Final = re.compile(r"(?<!\s):(?=\s)")
TAGS: Final = re.compile(r"(?:<[^<>]*>\s*)+")
LINE: Final = re.compile(r'\s*(?:#.*|(?:(?:msgid|msgid_plural|msgctxt|msgstr(?:\[\d\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?')
"""A line of a catalogue."""
VOWEL: Final = re.compile(r"(?!onz|oui\b)[aeiouœæ]|y[^aeiouy\W\d_]|h[eiouyœ]")
"""The start of a word, in lower case without accents, before which French elides."""

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
    "random": "random",
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


def typeset(text: str, language: str) -> str:
    """French as it is printed: curly apostrophes and a narrow unbreakable space before ; : ! ? and inside « ».

    >>> typeset("C'est l'heure !", "fr")
    'C’est l’heure\u202f!'
    """
    if language != "fr":
        return text
    text = re.sub(r"[ \u00a0\u202f]+([;:!?»])", rf"{NARROW}\1", text.replace("'", "’"))
    return re.sub(r"«[ \u00a0\u202f]*", f"«{NARROW}", text)


@lru_cache(maxsize=256)
def wordless(message: str) -> str:
    """A message that has no French: one of fields and signs alone gets its colons as French sets them.

    >>> wordless("{player} +{count}: {source}")
    '{player} +{count}\u202f: {source}'
    >>> wordless("Only English: {source}")
    'Only English: {source}'
    """
    return message if WORD.search(FIELD.sub("", message)) else COLON.sub(f"{NARROW}:", message)


NAMES: Final[Mapping[str, str]] = all_names(all_folders())
"""English names by key; the catalogues translate the name."""


@lru_cache(maxsize=4096)
def taken_apart(pattern: str, marked: bool) -> tuple[str | Blank, ...]:
    """The text and fields of a message, alternating; `marked` is whether HTML is made.

    >>> taken_apart("{player} & co", True)
    ('', Blank(written='{player}', key='player', spec=None, more=None), ' &amp; co')
    """
    # A message's text is ours and has no HTML tags, but it may have characters that are special in HTML.
    text = str(escape(pattern)) if marked else pattern
    parts: list[str | Blank] = []
    at = 0
    for match in FIELD.finditer(text):
        parts += text[at : match.start()], Blank(match[0], match[1], match[2], match[3])
        at = match.end()
    return (*parts, text[at:])


def elided(before: str, value: str) -> str:
    """The French text before a value, whose last word loses its vowel if the value begins with one.

    Tags before the value are passed over. A y elides before a consonant (Yves, not Yann). An h elides unless an a
    follows: the names of most players that begin with "ha" come from other languages (Hans, Harry, Hassan), and those
    with another vowel mostly do not (Hélène, Henri, Hugo). Figures and signs never elide.

    >>> elided("la route de ", "Odile"), elided("la route de ", "Maud")
    ('la route d’', 'la route de ')
    >>> elided("avant que ", '<b class="who">Élise</b>'), elided("de ", "Yves"), elided("de ", "Hans")
    ('avant qu’', 'd’', 'de ')
    """
    if not before.endswith(("e ", "a ", "E ", "A ")):
        return before
    if value.startswith("<"):
        value = TAGS.sub("", value)
    plain = "".join(c for c in unicodedata.normalize("NFD", value[:8].lower()) if not unicodedata.combining(c))
    return ELIDABLE.sub(r"\1\2’", before) if VOWEL.match(plain) else before


def with_article(before: str, value: str) -> str:
    """The English text before a value; its article is "an" if the value begins with a vowel.

    >>> with_article("drives away a ", "intrepid"), with_article("A ", "unicorn"), with_article("extra ", "ore")
    ('drives away an ', 'A ', 'extra ')
    """
    return ARTICLE.sub(r"\1n ", before) if before.endswith(("a ", "A ")) and VOWEL_SOUND.match(value) else before


def one(number: int, language: str) -> bool:
    """Whether a number takes the singular: one in English, one and zero in French."""
    return number == 1 or (language == "fr" and number == 0)


# A page names the same few players and goods hundreds of times.
@lru_cache(maxsize=1024)
def player_html(name: str, color: str) -> str:
    """A player's name, with the class of a colour."""
    return f'<b class="who p-{escape(color)}">{escape(name)}</b>'


@lru_cache(maxsize=1024)
def good_html(name: str, figure: str, icon: Markup) -> str:
    """A good as a number and its icon, with its name for screen readers."""
    return f'<span class="nb">{figure}{escape(icon)}<span class="vh">{escape(name)}</span></span>'


class Words:
    """The words of one language, in those of an edition where it has its own.

    A language we do not have falls back to English, an edition we do not have to the newest.

    >>> words = Words("en")
    >>> words.text(Say("{player} builds a {piece}", {"player": 1, "piece": "city"}), ["Maud", "Odile"])
    'Odile builds a city'
    >>> words.text(Say("{player} +{gained}", {"player": 0, "gained": {"ore": 2, "wool": 1}}), ["Maud"])
    'Maud +2 ore, 1 wool'
    """

    def __init__(self, language: str, edition: str = "") -> None:
        base = language.replace("_", "-").split("-")[0].lower()
        self.language = base if base in LANGUAGES else "en"
        self.edition = edition if edition in editions() else ""
        self._messages = catalogue(self.language, self.edition)

    def of(self, edition: str) -> Words:
        """The same language in the words of an edition."""
        return self if edition == self.edition else Words(self.language, edition)

    def gettext(self, message: str, /, **args: Arg) -> str:
        """A message of the page in this language, with its fields filled in as plain text.

        >>> Words("fr").gettext("{count:point|points}", count=1)
        'point'
        """
        if not args:
            return self._pattern(message)
        if any(isinstance(value, dict) for value in args.values()):
            return self._fill(self._pattern(message), args, (), None, None)
        return filled(self, message, tuple(args.items()))

    def name(self, key: str) -> str:
        """The name of a good, piece, card, terrain or award, as used in a sentence.

        >>> Words("fr").name("ore")
        'minerai'
        """
        english = NAMES.get(key, key.replace("_", " "))
        return self._messages.get(english, english)

    def names(self, key: str, count: int) -> str:
        """The same name for so many things: a catalogue has the plural under the English name and " (several)".

        >>> Words("fr").names("ore", 2), Words("fr").names("ore", 0)
        ('minerais', 'minerai')
        """
        name = self.name(key)
        return name if one(count, self.language) else self._messages.get(f"{NAMES.get(key, key)} (several)", name)

    def title(self, key: str) -> str:
        """The same name at the head of a line: with a capital.

        >>> Words("fr").title("route")
        'Route la plus longue'
        """
        name = self.name(key)
        return name[:1].upper() + name[1:]

    def terrain(self, key: str) -> str:
        """The name of a terrain: its own, where something else has the same key (`terrain_gold`).

        >>> Words("en").terrain("hills")
        'hills'
        """
        own = f"terrain_{key}"
        return self.name(own if own in NAMES else key)

    def module(self, name: str) -> str:
        """The title of a module; its name if it has no title, or if this is one already."""
        key = f"module_{name}"
        return self.title(key) if self.name(key) != key.replace("_", " ") else name

    def text(self, say: Say, names: Sequence[str]) -> str:
        """A message as plain text; `names` are the players by seat."""
        return self._fill(self._pattern(say.text), say.args, names, None, None)

    def html(self, say: Say, names: Sequence[str], colors: Sequence[str], icon: Icon = symbol) -> Markup:
        """A message as HTML: players as bold names with the class of their colour, goods as icons that also say their
        word.

        Whatever players wrote is escaped. `colors` are the players' colours by seat.
        """
        return Markup(self._fill(self._pattern(say.text), say.args, names, colors, icon))

    def goods(self, goods: Mapping[str, int]) -> str:
        """Goods in words.

        >>> Words("fr").goods({"ore": 3, "wool": 1})
        '3 minerais, 1 laine'
        """
        parts = [f"{count} {self.names(good, count)}" for good, count in goods.items()]
        return ", ".join(parts) or self.gettext("nothing")

    def goods_html(self, goods: Mapping[str, int], *, price: bool = False, icon: Icon = symbol) -> Markup:
        """Goods as numbers and icons, each with its word for screen readers. A price omits the number one.

        >>> Words("fr").goods_html({"ore": 2}, icon=lambda good: Markup("*"))
        Markup('<span class="nb">2 *<span class="vh">minerais</span></span>')
        """
        parts = []
        for good, count in goods.items():
            figure = '<span class="vh">1 </span>' if price and count == 1 else f"{count} "
            parts.append(good_html(self.names(good, count), figure, icon(good)))
        return Markup(" ".join(parts)) if parts else escape(self.gettext("nothing"))

    def _pattern(self, message: str) -> str:
        """The message in this language, its fields still to be filled in."""
        found = self._messages.get(message, message)
        return wordless(message) if found is message and self.language == "fr" else found

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
                number = args.get(spec) if spec else None
                count = number if isinstance(number, int) else 1
                shown = self._shown(key, value, names, colors, icon, count)
                out[-1] = (elided if self.language == "fr" else with_article)(out[-1], shown)
                out.append(shown[:1].upper() + shown[1:] if spec == "Name" else shown)
        return "".join(out)

    def _shown(
        self, key: str, value: Arg, names: Sequence[str], colors: Sequence[str] | None, icon: Icon | None, count: int
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
            return good_html(self.names(value, count), "", icon(value))
        if key in MODULES:
            shown = self.module(value)
        elif key == "terrain":
            shown = self.terrain(value)
        else:
            shown = self.names(value, count) if key in NAMED or value in NAMES else value
        return shown if icon is None else str(escape(shown))


# A page says the same few things with the same numbers again and again.
@lru_cache(maxsize=4096)
def filled(words: Words, message: str, args: tuple[tuple[str, Arg], ...]) -> str:
    """What `Words.gettext` gives for arguments that are numbers and texts."""
    return words._fill(words._pattern(message), dict(args), (), None, None)
