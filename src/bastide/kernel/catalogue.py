"""The rule catalogue: every rule of a game in words, under an id that can be quoted.

An entry has three uses: it tells a player why something is not possible, a refusal names the rule it rests on, and a
test claims to prove it. Therefore the words are data (`rules.toml`, beside the code of the game or module they
describe) and not messages spread over the engine.

A file holds the headings it adds and its rules, in the order in which a player meets them::

    [[section]]
    id = "trade"
    title = { en = "Trade", fr = "Commerce" }

    [[rule]]
    id = "BASE-025"
    section = "trade"
    title.en = "..."            # and title.fr
    text.en = "..."             # and text.fr
    note.en = "..."             # and note.fr; optional: how a doubtful wording was decided
    waits.en = "..."            # and waits.fr; optional: what is not there yet, without which it cannot be played
    see = ["BASE-026"]          # optional
    words.en = ["swap"]         # and words.fr; optional: what else a player may search for
    option = "hand_limit"       # optional: the option of a config by which a table plays the rule otherwise
"""

from __future__ import annotations

import bisect
import difflib
import math
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import EXPANSIONS, folders, rooms

LANGUAGES: Final = ("en", "fr")
"""The languages in which every entry must be written."""

FILE_NAME: Final = "rules.toml"

_ID: Final = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-\d+")
_RULE_KEYS: Final = frozenset({"id", "section", "title", "text", "note", "waits", "see", "words", "option"})
_SECTION_KEYS: Final = frozenset({"id", "title"})


class CatalogueError(ValueError):
    """A rule file is wrong; the message names the file and the entry."""


class SharedId(CatalogueError):
    """Two rule files have a rule of the same id; the message names both."""


class UnknownRule(KeyError):
    """No rule has this id; the message quotes it and names the nearest ones."""

    def __init__(self, rule_id: str, known: Iterable[str]) -> None:
        near = difflib.get_close_matches(rule_id.strip().upper(), list(known), n=3, cutoff=0.6)
        hint = f"; the nearest: {', '.join(near)}" if near else ""
        self.message = f"no rule {rule_id!r}{hint}"
        super().__init__(self.message)
        self.rule_id = rule_id
        self.near = tuple(near)

    def __str__(self) -> str:
        # KeyError would show the repr of the message, quotes and all.
        return self.message


@dataclass(frozen=True)
class Section:
    """A heading of the catalogue; `title` is keyed by language."""

    id: str
    title: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class Rule:
    """One rule; `title`, `text`, `note`, `waits` and `words` are keyed by language, and the last three may be empty.

    `waits` says what is missing for the rule to come into play; until then it needs no test. `option` is the option by
    which a table may play it otherwise.
    """

    id: str
    section: str
    title: Mapping[str, str] = field(hash=False)
    text: Mapping[str, str] = field(hash=False)
    note: Mapping[str, str] = field(default_factory=dict, hash=False)
    waits: Mapping[str, str] = field(default_factory=dict, hash=False)
    see: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    option: str = ""
    source: str = field(default="", compare=False, repr=False)

    @property
    def group(self) -> str:
        """The id without its number: `BASE` of `BASE-019`, `TB-GEN` of `TB-GEN-002`."""
        return self.id.rpartition("-")[0]

    def remark(self, language: str) -> str:
        """The remarks on the text: how it was decided, what it waits for; may be empty."""
        return " ".join(table[language] for table in (self.note, self.waits) if table)


class Catalogue:
    """Rules in reading order, checked: ids are unique, headings are declared and references resolve.

    >>> rules = Catalogue.load("bastide.catan.base")
    >>> rules.get("BASE-025").section
    'trade'
    """

    def __init__(self, sections: Iterable[Section] = (), rules: Iterable[Rule] = ()) -> None:
        self._sections: dict[str, Section] = {}
        self._rules: dict[str, Rule] = {}
        self._index: dict[str, _Index] = {}
        for section in sections:
            self._add_section(section)
        for rule in rules:
            self._add_rule(rule)
        self._check_references()

    @classmethod
    def load(cls, *packages: str) -> Catalogue:
        """The rules of these packages (`"bastide.catan.base"`), each of which holds a `rules.toml`.

        :raises CatalogueError: a file is missing, unreadable or wrong.
        """
        return cls().extend(*packages)

    @classmethod
    def discover(cls, package: str = "bastide") -> Catalogue:
        """The rules of every package inside this one that has a `rules.toml`: for tools that want them all.

        Packages are read in the order of their names. The rooms of a family follow its base game in the order of the
        registry, and the rules that concern several rooms follow those.

        :raises CatalogueError: a file is wrong.
        """
        found = sorted(_walk(files(package), package), key=lambda one: _reading_order(one[1]))
        return cls._join((), (_read(node, name) for node, name in found))

    @classmethod
    def installed(cls, only: Collection[str] | None = None) -> Catalogue:
        """The rules of Bastide, then those of the rooms that other packages bring: all of them, or only the named ones.

        :raises CatalogueError: a file is wrong.
        """
        found = [
            _read(file, name)
            for family in FAMILIES
            for name, folder in folders(family).items()
            if name not in rooms(family) and (only is None or name in only)
            if (file := folder.joinpath(FILE_NAME)).is_file()
        ]
        return cls._join((cls.discover("bastide"),), found)

    @classmethod
    def parse(cls, text: str, source: str = FILE_NAME) -> Catalogue:
        """The rules written in this TOML text; `source` is what errors call it.

        :raises CatalogueError: the text is wrong.
        """
        return cls._join((), (_parse(text, source),))

    def extend(self, *packages: str) -> Catalogue:
        """This catalogue and the rules of these packages, whose references may point into this one.

        :raises CatalogueError: a file is missing, unreadable or wrong, or an id is taken.
        """
        return self._join((self,), (_read(files(package).joinpath(FILE_NAME), package) for package in packages))

    def merge(self, *others: Catalogue) -> Catalogue:
        """This catalogue and the others, in order. Shared entries (a common base) appear once.

        :raises CatalogueError: an id stands for two different rules, or a heading has two titles.
        """
        return self._join((self, *others), ())

    def get(self, rule_id: str) -> Rule:
        """The rule with this id.

        :raises UnknownRule: there is none; it is a `KeyError`, and names the nearest.
        """
        try:
            return self._rules[rule_id]
        except KeyError:
            raise UnknownRule(rule_id, self._rules) from None

    def about(self, option: str) -> Rule | None:
        """The rule that a table plays otherwise by this option; None if the option changes no rule.

        >>> Catalogue.load("bastide.catan.base").about("hand_limit").id
        'HOUSE-006'
        """
        return next((rule for rule in self if rule.option == option), None)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The headings, in the order of the game."""
        return tuple(self._sections.values())

    @property
    def groups(self) -> tuple[str, ...]:
        """The prefixes of the ids (`BASE`, `HOUSE`), each once, in reading order."""
        return tuple(dict.fromkeys(rule.group for rule in self))

    def in_section(self, section: str, group: str | None = None) -> tuple[Rule, ...]:
        """The rules under this heading, in order; with `group`, only those whose id begins so."""
        return tuple(rule for rule in self if rule.section == section and group in (None, rule.group))

    def search(self, query: str, language: str = "en") -> list[Rule]:
        """The rules that answer this query, best first; accents, case and plural endings do not matter.

        An id finds its rule. Otherwise a word is weighted by its place (title, keywords, text, note) and by how
        rare it is in the catalogue. Returns rules with all words; if there are none, the best with some.

        :raises ValueError: the catalogue is not written in this language.
        """
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; the catalogue is written in {', '.join(LANGUAGES)}")
        exact = self._rules.get(query.strip().upper())
        wanted = list(dict.fromkeys(_fold(query)))
        if exact is not None:
            return [exact]
        if not wanted:
            return []
        if language not in self._index:
            self._index[language] = _Index(self, language)
        found = dict.fromkeys(self._rules, 0)
        score = dict.fromkeys(self._rules, 0.0)
        for word in wanted:
            weights = self._index[language].weights(word)
            for rule_id, weight in weights.items():
                found[rule_id] += 1
                score[rule_id] += weight * math.log(1 + len(self._rules) / len(weights))
        complete = [rule for rule in self if found[rule.id] == len(wanted)]
        if not complete:
            best = max(score.values(), default=0.0)
            complete = [rule for rule in self if score[rule.id] > 0 and score[rule.id] * 2 >= best]
        return sorted(complete, key=lambda rule: -score[rule.id])

    @classmethod
    def _join(cls, whole: Iterable[Catalogue], parts: Iterable[tuple[list[Section], list[Rule]]]) -> Catalogue:
        # Collect everything before checking references: a rule may point to a later file.
        sections: list[Section] = []
        rules: list[Rule] = []
        for catalogue in whole:
            sections += catalogue.sections
            rules += catalogue
        for more_sections, more_rules in parts:
            sections += more_sections
            rules += more_rules
        return cls(sections, rules)

    def _add_section(self, section: Section) -> None:
        known = self._sections.setdefault(section.id, section)
        if known != section:
            raise CatalogueError(
                f"section {section.id!r} has two titles, {dict(known.title)} and {dict(section.title)}: "
                "repeat the first, or choose another id"
            )

    def _add_rule(self, rule: Rule) -> None:
        known = self._rules.setdefault(rule.id, rule)
        # Catalogues that share a base bring its rules twice; two files must not.
        if (known, known.source) != (rule, rule.source):
            raise SharedId(f"{rule.source}: {rule.id}: this id is already taken in {known.source}")

    def _check_references(self) -> None:
        for rule in self:
            where = f"{rule.source}: {rule.id}"
            if rule.section not in self._sections:
                known = ", ".join(self._sections) or "none"
                raise CatalogueError(f"{where}: no section {rule.section!r}; declared: {known}")
            for other in rule.see:
                if other == rule.id:
                    raise CatalogueError(f"{where}: see names the rule itself")
                if other not in self._rules:
                    raise CatalogueError(f"{where}: see: {UnknownRule(other, self._rules)}")


class Coverage(NamedTuple):
    """How many rules of one heading have a test; `missing` are the ids without one, in reading order.

    `waiting` are those without one whose entry says what they wait for.
    """

    group: str
    section: Section
    total: int
    tested: int
    missing: tuple[str, ...]
    waiting: tuple[str, ...] = ()


def coverage(catalogue: Catalogue, rule_map: Mapping[str, Sequence[str]]) -> list[Coverage]:
    """Per group of ids and heading, how many rules there are and how many have a test.

    `rule_map` gives the tests of a rule id, as `pytest --rule-map FILE` writes them. Headings without rules are
    left out.
    """
    rows = []
    for group in catalogue.groups:
        for section in catalogue.sections:
            rules = catalogue.in_section(section.id, group)
            untested = [rule for rule in rules if not rule_map.get(rule.id)]
            missing = tuple(rule.id for rule in untested if not rule.waits)
            waiting = tuple(rule.id for rule in untested if rule.waits)
            if rules:
                rows.append(Coverage(group, section, len(rules), len(rules) - len(untested), missing, waiting))
    return rows


class _Index:
    """Which rules hold which words in one language: for each word, the weight of the best place that a rule has it in.

    Built once, because to look at every word of every rule takes long.
    """

    def __init__(self, rules: Iterable[Rule], language: str) -> None:
        self.holders: dict[str, dict[str, float]] = {}
        for rule in rules:
            for weight, words in _fields(rule, language):
                for word in words:
                    held = self.holders.setdefault(word, {})
                    held[rule.id] = max(held.get(rule.id, 0.0), weight)
        self.words = sorted(self.holders)

    def weights(self, word: str) -> dict[str, float]:
        """A word's score for each rule that has it; that it begins a word of the rule counts half."""
        best = dict(self.holders.get(word, {}))
        at = bisect.bisect_left(self.words, word)
        while len(word) >= 3 and at < len(self.words) and self.words[at].startswith(word):
            for rule_id, weight in self.holders[self.words[at]].items():
                best[rule_id] = max(best.get(rule_id, 0.0), weight / 2)
            at += 1
        return best


def _fields(rule: Rule, language: str) -> Iterator[tuple[float, tuple[str, ...]]]:
    """The folded words of a rule, place by place, each with its weight."""
    number = str(int(rule.id.rpartition("-")[2]))
    yield 8, (*_fold(rule.id), number)
    yield 8, _fold(rule.title[language])
    yield 6, _fold(" ".join(rule.words.get(language, ())))
    yield 3, _fold(rule.text[language])
    yield 1, _fold(rule.remark(language))


def _fold(text: str) -> tuple[str, ...]:
    """The words of a text without accents, case and plural endings, so that "Défausser" is found as "defausser"."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    words = re.findall(r"[a-z0-9]+", "".join(char for char in plain if not unicodedata.combining(char)))
    return tuple(word[:-1] if len(word) > 3 and word[-1] in "sx" else word for word in words)


def _walk(folder: Traversable, name: str) -> Iterator[tuple[Traversable, str]]:
    for node in sorted(folder.iterdir(), key=lambda node: node.name):
        if node.is_dir() and node.name.isidentifier() and not node.name.startswith("_"):
            yield from _walk(node, f"{name}.{node.name}")
        elif node.name == FILE_NAME:
            yield node, name


def _reading_order(package: str) -> tuple[str, int]:
    """The sort key of a package's rules: by their base game, then by the room."""
    if not package.startswith(f"{EXPANSIONS}."):
        return ".".join(package.split(".")[:2]), -1
    family, _, room = package.removeprefix(f"{EXPANSIONS}.").partition(".")
    known = list(rooms(family))
    name = room.partition(".")[0]
    return FAMILIES[family].rpartition(".")[0], known.index(name) if name in known else len(known)


def _read(node: Traversable, package: str) -> tuple[list[Section], list[Rule]]:
    source = f"{package}/{FILE_NAME}"
    try:
        text = node.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{source}: cannot be read: {error}") from error
    return _parse(text, source)


def _parse(text: str, source: str) -> tuple[list[Section], list[Rule]]:
    try:
        document: Mapping[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{source}: not TOML: {error}") from error
    _only(document, frozenset({"section", "rule"}), source)
    sections = []
    for entry, where in _entries_of(document, "section", source):
        _only(entry, _SECTION_KEYS, where)
        sections.append(Section(_string(entry, "id", where), _texts(entry, "title", where)))
    rules: dict[str, Rule] = {}
    for entry, where in _entries_of(document, "rule", source):
        rule = _rule(entry, where, source)
        if rule.id in rules:
            raise CatalogueError(f"{where}: this id stands twice in the file")
        rules[rule.id] = rule
    return sections, list(rules.values())


def _rule(entry: Mapping[str, object], where: str, source: str) -> Rule:
    _only(entry, _RULE_KEYS, where)
    rule_id = _string(entry, "id", where)
    if _ID.fullmatch(rule_id) is None:
        raise CatalogueError(f"{where}: the id is not capitals and a number joined by hyphens, such as BASE-019")
    words: dict[str, tuple[str, ...]] = {}
    if "words" in entry:
        table = _languages(entry, "words", where)
        words = {language: _strings(table[language], f"{where}: words.{language}") for language in LANGUAGES}
    return Rule(
        id=rule_id,
        section=_string(entry, "section", where),
        title=_texts(entry, "title", where),
        text=_texts(entry, "text", where),
        note=_texts(entry, "note", where) if "note" in entry else {},
        waits=_texts(entry, "waits", where) if "waits" in entry else {},
        see=_strings(entry.get("see", []), f"{where}: see"),
        words=words,
        option=_string(entry, "option", where) if "option" in entry else "",
        source=source,
    )


def _entries_of(document: Mapping[str, object], kind: str, source: str) -> Iterator[tuple[Mapping[str, object], str]]:
    """The tables `[[kind]]` of a document, each with the words by which an error points at it."""
    entries = document.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CatalogueError(f"{source}: {kind} is not a list of tables; write [[{kind}]]")
    for number, entry in enumerate(entries, 1):
        yield entry, f"{source}: {entry.get('id', f'{kind} number {number}')}"


def _only(entry: Mapping[str, object], known: frozenset[str], where: str) -> None:
    for key in entry:
        if key not in known:
            raise CatalogueError(f"{where}: no field {key!r}; known: {', '.join(sorted(known))}")


def _string(entry: Mapping[str, object], key: str, where: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        raise CatalogueError(f"{where}: {key} is missing or not a text")
    return value


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise CatalogueError(f"{where} is not a list of texts")
    if len(set(value)) < len(value):
        raise CatalogueError(f"{where} names something twice")
    return tuple(value)


def _texts(entry: Mapping[str, object], key: str, where: str) -> dict[str, str]:
    table = _languages(entry, key, where)
    return {language: _string(table, language, f"{where}: {key}") for language in LANGUAGES}


def _languages(entry: Mapping[str, object], key: str, where: str) -> Mapping[str, object]:
    """The table under `key`, which must have exactly the languages of the catalogue."""
    table = entry.get(key, {})
    if not isinstance(table, dict):
        raise CatalogueError(f"{where}: {key} is not a table of languages")
    for language in LANGUAGES:
        if language not in table:
            raise CatalogueError(f"{where}: {key} has no language {language!r}")
    for language in table:
        if language not in LANGUAGES:
            raise CatalogueError(f"{where}: {key} has an unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    return table
