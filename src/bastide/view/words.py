"""Words of a view in one language: messages become sentences, keys become names.

Messages are English sentences with `{fields}`, which are also the keys of the catalogues (`bastide.view.catalogues`).
A field is written in one of four ways:

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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from bastide.view.catalogues import LANGUAGES, NAMES, catalogue, editions
from bastide.view.model import Arg, Say
from bastide.view.typesetting import FIELD, elided, one, with_article, wordless

SEATS: Final = frozenset({"player", "other", "victim", "winner", "owner", "leader", "loser", "offerer", "from", "to"})
"""Arguments that are seat numbers."""
NAMED: Final = frozenset({"figure", "source", "game"})
"""Arguments that are keys of names, including names from modules that NAMES does not have."""
MODULES: Final = frozenset({"module", "other_module"})
"""Arguments that are names of modules, shown by their titles."""
PRICES: Final = frozenset({"cost"})
"""Arguments that are prices: a single good is shown without its number."""


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
