"""The rules as pages: each expansion's catalogue, by section, by search, rule by rule."""

from __future__ import annotations

import logging
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from bastide.kernel.catalogue import Catalogue, CatalogueError, Rule, Section, UnknownRule
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import folders
from bastide.view.words import Words
from bastide.web.covers import FAMILY_PICTURES

log = logging.getLogger("bastide.rules")

EXTRACT: Final = 150
"""Maximum characters of a rule's text in a list."""


@cache
def book() -> Catalogue:
    """Every rule of Bastide and of the plug-ins; of Bastide alone if a rule file of a plug-in is wrong."""
    try:
        return Catalogue.installed()
    except CatalogueError as error:
        log.warning("the rules of plug-ins are left out: %s", error)
        return Catalogue.discover("bastide")


def rule_about(option: str) -> str:
    """The id of the rule that a table plays otherwise by this option; empty if the option changes none."""
    rule = book().about(option)
    return "" if rule is None else rule.id


@dataclass(frozen=True)
class RuleEntry:
    """A rule in one language, as the page shows it."""

    id: str
    title: str
    text: str
    note: str
    extract: Markup
    see: tuple[tuple[str, str], ...]


def entry(rule: Rule, language: str, query: str = "") -> RuleEntry:
    """A rule in this language, with an excerpt in which the words of the query are marked."""
    text = rule.text[language]
    return RuleEntry(
        id=rule.id,
        title=rule.title[language],
        text=text,
        note=rule.remark(language),
        extract=marked(extract(text, query), query),
        see=tuple((other, book().get(other).title[language]) for other in rule.see),
    )


def shelf(language: str, query: str, section: str, rule_id: str | None) -> dict[str, Any]:
    """What the rules page shows: sections with their counts, the rules found, and the one that is open.

    :raises UnknownRule: no rule has this id.
    """
    rules = book()
    rule = None
    if rule_id is not None:
        rule = rules.get(rule_id.upper())
        section = section or ("" if query else rule.section)
    if query:
        found = rules.search(query, language)
    elif has_section(section):
        found = list(rules.in_section(section))
    else:
        order = [one.id for family in contents(Words(language)) for part in family.parts for one in part.sections]
        found = [one for name in order for one in rules.in_section(name)]
    chosen = rule is not None
    if (query or has_section(section)) and rule is None and found:
        rule = found[0]
    return {
        "chosen": chosen,
        "rule": entry(rule, language) if rule else None,
        "found": [entry(one, language, query) for one in found],
        "section": section,
        "query": query,
        "total": len(rules),
    }


def has_section(name: str) -> bool:
    """Whether there is a section of this name."""
    return any(entry.id == name for entry in book().sections)


@dataclass(frozen=True)
class SectionLink:
    """A section in the list: its id, its heading, and how many rules it has."""

    id: str
    title: str
    count: int


@dataclass(frozen=True)
class RulesPart:
    """The sections of a base game or of one of its expansions; only expansions have a title."""

    title: str
    sections: list[SectionLink]


@dataclass(frozen=True)
class FamilyRules:
    """A family of games: the sections of its base game, then those of each expansion."""

    title: str
    picture: str
    parts: list[RulesPart]


@lru_cache(maxsize=8)
def contents(words: Words) -> list[FamilyRules]:
    """The sections, by family and expansion."""
    rules = book()
    found: dict[str, dict[str, list[tuple[int, Section]]]] = {family: {} for family in FAMILIES}
    for section in rules.sections:
        package = rules.in_section(section.id)[0].source.rpartition("/")[0]
        family, room = home_of(package)
        found[family].setdefault(room, []).append((package.count("."), section))
    titles = {"island": words.gettext("The hex island"), "carcassonne": "Carcassonne"}
    return [
        FamilyRules(
            titles[family],
            FAMILY_PICTURES[family],
            [
                part(words, room, [section for _depth, section in sorted(within, key=lambda one: one[0])])
                for room, within in sorted(rooms.items(), key=lambda one: one[0] != "")
            ],
        )
        for family, rooms in found.items()
        if rooms
    ]


def home_of(package: str) -> tuple[str, str]:
    """The family and the room whose rules a package holds; no room for the base and for what concerns several rooms."""
    for family, module in FAMILIES.items():
        if package.startswith(module.rpartition(".")[0] + "."):
            return family, ""
        shared = f"bastide.expansions.{family}"
        if package == shared:
            return family, ""
        if package.startswith(shared + "."):
            return family, package.removeprefix(shared + ".").partition(".")[0]
        if package in folders(family):  # a plug-in's rules are read by the name of its room
            return family, package
    return next(iter(FAMILIES)), ""


def part(words: Words, room: str, sections: list[Section]) -> RulesPart:
    """The sections of a room under its title, which their own headings do not repeat; those of the base have none."""
    title = words.title(f"module_{room}") if room else ""
    links = []
    for section in sections:
        own = section.title[words.language]
        short = re.sub(rf"^{re.escape(title)}\s*:\s*", "", own, flags=re.IGNORECASE) if title else own
        links.append(SectionLink(section.id, short[:1].upper() + short[1:], len(book().in_section(section.id))))
    return RulesPart(title, links)


def nearest(error: UnknownRule, language: str) -> list[tuple[str, str]]:
    """The closest rules to a misspelt id, with their titles."""
    return [(rule_id, book().get(rule_id).title[language]) for rule_id in error.near]


def extract(text: str, query: str) -> str:
    """The start of a text, or the part around the first word of the query."""
    if len(text) <= EXTRACT:
        return text
    hit = next((match.start() for match in _hits(text, query)), 0)
    if hit < EXTRACT * 2 // 3:
        start = 0
    else:
        start = text.rfind(" ", 0, hit - EXTRACT // 3) + 1
    piece = text[start : start + EXTRACT]
    if start + EXTRACT < len(text):
        piece = piece[: piece.rfind(" ")] + " …"
    return ("… " if start else "") + piece


def marked(text: str, query: str) -> Markup:
    """A text with the words of the query marked; accents and case do not matter."""
    parts: list[str] = []
    at = 0
    for match in _hits(text, query):
        parts += [str(escape(text[at : match.start()])), f"<mark>{escape(match[0])}</mark>"]
        at = match.end()
    return Markup("".join([*parts, str(escape(text[at:]))]))


def _hits(text: str, query: str) -> list[re.Match[str]]:
    wanted = {_fold(word) for word in re.findall(r"\w{3,}", query)}
    if not wanted:
        return []
    return [match for match in re.finditer(r"\w+", text) if any(_fold(match[0]).startswith(word) for word in wanted)]


def _fold(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return plain[:-1] if len(plain) > 3 and plain[-1] in "sx" else plain
