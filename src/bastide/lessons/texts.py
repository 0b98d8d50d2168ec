"""The tables of lessons and briefings, read strictly: an error names the file and the entry."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Final

from bastide.kernel.catalogue import LANGUAGES
from bastide.kernel.errors import ConfigError, quote

LONGEST: Final = 260
"""The most characters of one text: a newcomer reads a sentence, not a page."""
CURLY: Final = "‘’“”\u00a0\u202f"
"""Signs that `typeset` writes: the files have straight apostrophes and plain spaces."""


@dataclass(frozen=True)
class Text:
    """One text in every language.

    >>> Text({"en": "Roll", "fr": "Lancez"}).of("fr")
    'Lancez'
    """

    by_language: Mapping[str, str] = field(hash=False)

    def of(self, language: str) -> str:
        """The text in a language; English in one that lessons are not written in."""
        return self.by_language.get(language) or self.by_language.get("en", "")

    def __bool__(self) -> bool:
        return any(self.by_language.values())


class Table:
    """A table of a TOML file, read key by key; `finish` refuses keys that nobody has asked for."""

    def __init__(self, where: str, entries: object) -> None:
        self.where = where
        if not isinstance(entries, Mapping):
            raise entry_error(where, "{where}: must be a table, got {given}", given=quote(entries))
        self._entries: dict[str, Any] = dict(entries)

    def has(self, key: str) -> bool:
        """Whether there is such an entry that has not been read."""
        return key in self._entries

    def text(self, key: str, *, optional: bool = False) -> Text:
        """A text, `key.en` and `key.fr`. Raises ConfigError."""
        given = self._entries.pop(key, None)
        if given is None and optional:
            return Text({})
        if not isinstance(given, Mapping) or set(given) != set(LANGUAGES):
            raise entry_error(
                self.where, "{where}: {key} must have a text for each of {known}, got {given}", key=key,
                known=", ".join(LANGUAGES), given=quote(given),
            )  # fmt: skip
        for language, words in given.items():
            if not isinstance(words, str) or not words.strip() or len(words) > LONGEST:
                raise entry_error(
                    self.where, "{where}: {key} must be a text of 1 to {most} characters, got {given}",
                    key=f"{key}.{language}", most=LONGEST, given=quote(words),
                )  # fmt: skip
            if any(sign in words for sign in CURLY):
                raise entry_error(
                    self.where, "{where}: {key} must have straight apostrophes and plain spaces, got {given}",
                    key=f"{key}.{language}", given=quote(words),
                )  # fmt: skip
        return Text(dict(given))

    def only(self, key: str) -> Text:
        """The one text of a table. Raises ConfigError."""
        found = self.text(key)
        self.finish()
        return found

    def words(self, key: str, default: str | None = None) -> str:
        """A text that is the same in every language, such as a name of a file. Raises ConfigError."""
        given = self._entries.pop(key, default)
        if not isinstance(given, str):
            raise entry_error(self.where, "{where}: {key} must be a text, got {given}", key=key, given=quote(given))
        return given

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds. Raises ConfigError."""
        given = self._entries.pop(key, None)
        if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= most:
            raise entry_error(
                self.where, "{where}: {key} must be a whole number from {least} to {most}, got {given}", key=key,
                least=least, most=most, given=quote(given),
            )  # fmt: skip
        return given

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts that are the same in every language; empty without it. Raises ConfigError."""
        given = self._entries.pop(key, [])
        if not isinstance(given, list) or not all(isinstance(one, str) and one for one in given):
            raise entry_error(
                self.where, "{where}: {key} must be a list of texts, got {given}", key=key, given=quote(given)
            )
        return tuple(given)

    def tables(self, key: str, least: int = 0) -> list[Table]:
        """The tables of a list, `[[key]]`. Raises ConfigError."""
        given = self._entries.pop(key, [])
        if not isinstance(given, list) or len(given) < least:
            raise entry_error(
                self.where, "{where}: there must be at least {least} of [[{key}]], got {given}", key=key, least=least,
                given=quote(given),
            )  # fmt: skip
        return [Table(f"{self.where}, {key} {number}", one) for number, one in enumerate(given, 1)]

    def config(self, key: str) -> dict[str, Any]:
        """A config of a game, unchecked; empty without it."""
        given = self._entries.pop(key, {})
        return dict(given) if isinstance(given, Mapping) else {}

    def finish(self) -> None:
        """Refuse entries that nobody reads. Raises ConfigError."""
        for key in self._entries:
            raise entry_error(self.where, "{where}: {given} is unknown", given=quote(key))


def read_table(where: str, file: Traversable) -> Table:
    """The table in a file of TOML. Raises ConfigError if it cannot be read."""
    try:
        return Table(where, tomllib.loads(file.read_text("utf-8")))
    except (ValueError, OSError) as error:  # neither TOML nor UTF-8
        raise entry_error(where, "{where}: {reason}", reason=str(error)) from None


def entry_error(where: str, text: str, **values: int | str) -> ConfigError:
    """The error of one entry: where it stands and what would be right."""
    return ConfigError(text, {"where": where, **values})
