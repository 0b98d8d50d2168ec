"""The rule catalogue in the terminal: one rule, a search, the list of all, and how many have a test."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from bastide.cli.failure import Failure
from bastide.cli.output import emit, read_text
from bastide.kernel.catalogue import Catalogue, CatalogueError, Coverage, Rule, UnknownRule, coverage
from bastide.kernel.errors import quote
from bastide.view.lines import pair, wrapped
from bastide.view.words import Words

ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*-\d+")
MOST_SHOWN: Final = 8


@cache
def catalogue() -> Catalogue:
    """All rules of Bastide and of the plug-ins.

    :raises Failure: a plug-in's rule file is invalid.
    """
    try:
        return Catalogue.installed()
    except CatalogueError as error:
        raise Failure("{reason}", reason=str(error)) from None


@cache
def bastides_own() -> Catalogue:
    """The rules that Bastide's tests must cover."""
    return Catalogue.discover("bastide")


def look_up(words: Words, query: str, as_json: bool) -> None:
    """Print the rule with this id, or those matching these words; all titles without any.

    :raises Failure: there is none.
    """
    if not query:
        rules = list(catalogue())
        emit([plain(rule, words) for rule in rules]) if as_json else print(contents(words))
        return
    rules = matching(query, words)
    if as_json:
        emit([plain(rule, words) for rule in rules])
        return
    print("\n\n".join(rule_text(rule.id, words) for rule in rules[:MOST_SHOWN]))
    if len(rules) > MOST_SHOWN:
        more = ", ".join(rule.id for rule in rules[MOST_SHOWN:])
        print("\n" + wrapped(words.gettext("Also: {rules}", rules=more), 0, 2))


def matching(query: str, words: Words) -> list[Rule]:
    """The rules matching a query, best first.

    :raises Failure: no match; names the nearest ids.
    """
    query = query.strip()
    if ID.fullmatch(query):
        try:
            return [catalogue().get(query.upper())]
        except UnknownRule as error:
            raise _unknown(query, error.near) from None
    rules = catalogue().search(query, words.language)
    if not rules:
        raise Failure("no rule mentions {query}; bastide rules lists all rules", query=quote(query))
    return rules


def _unknown(query: str, near: Sequence[str]) -> Failure:
    if near:
        return Failure("there is no rule {query}; the nearest are {near}", query=quote(query), near=", ".join(near))
    groups = ", ".join(catalogue().groups)
    return Failure("there is no rule {query}; ids begin with {groups}", query=quote(query), groups=groups)


def rule_texts(query: str, words: Words) -> list[str]:
    """The texts of the rules matching a query, best first. Raises Failure."""
    if not query:
        raise Failure("name a topic or a rule: rule robber, or rule BASE-019")
    return [rule_text(rule.id, words) for rule in matching(query, words)]


def rule_text(rule_id: str, words: Words) -> str:
    """One rule as lines: id and title, text, note, and related rules."""
    try:
        rule = catalogue().get(rule_id)
    except UnknownRule as error:
        raise _unknown(rule_id, error.near) from None
    tongue = words.language
    lines = [wrapped(f"{rule.id}  {rule.title[tongue]}"), wrapped(rule.text[tongue], 2)]
    if remark := rule.remark(tongue):
        lines.append(wrapped(pair(words, words.gettext("Note"), remark), 2))
    if rule.see:
        lines.append(wrapped(pair(words, words.gettext("See also"), ", ".join(rule.see)), 2))
    return "\n".join(lines)


def contents(words: Words) -> str:
    """All ids and titles, by heading."""
    parts = []
    for section in catalogue().sections:
        rules = catalogue().in_section(section.id)
        if rules:
            titles = [wrapped(f"{rule.id}  {rule.title[words.language]}", 2, 12) for rule in rules]
            parts.append("\n".join([section.title[words.language], *titles]))
    return "\n\n".join(parts)


def plain(rule: Rule, words: Words) -> dict[str, Any]:
    """A rule as data, in one language."""
    return {
        "id": rule.id,
        "section": rule.section,
        "title": rule.title[words.language],
        "text": rule.text[words.language],
        "note": rule.remark(words.language) or None,
        "see": list(rule.see),
    }


# Coverage.


def show_coverage(words: Words, path: Path, required: Sequence[str], as_json: bool) -> int:
    """Print how many rules have a test; return 1 if a required group has an untested rule, else 0. No groups: all.

    :raises Failure: the map cannot be read, or a required group does not exist.
    """
    groups = bastides_own().groups
    for group in required:
        if group not in groups:
            raise Failure(
                "--require {given} is not a group of rules; the groups are {known}",
                given=quote(group),
                known=", ".join(groups),
            )
    rows = coverage(bastides_own(), read_map(path))
    if as_json:
        emit(
            [
                {
                    **row._asdict(),
                    "section": row.section.id,
                    "missing": list(row.missing),
                    "waiting": list(row.waiting),
                }
                for row in rows
            ]
        )
    else:
        print("\n".join(coverage_lines(words, rows)))
    return int(any(row.missing for row in rows if row.group in (required or groups)))


def read_map(path: Path) -> Mapping[str, Sequence[str]]:
    """The tests of each rule, as `pytest --rule-map FILE` writes them.

    :raises Failure: it is no such file.
    """
    try:
        held = json.loads(read_text(path))
    except ValueError as error:
        raise Failure("{path} is not valid {kind}: {reason}", path=str(path), kind="JSON", reason=str(error)) from None
    if not isinstance(held, dict) or not all(isinstance(tests, list) for tests in held.values()):
        raise Failure("{path} is not a rule map; pytest --collect-only --rule-map FILE writes one", path=str(path))
    return held


def coverage_lines(words: Words, rows: Sequence[Coverage]) -> list[str]:
    """The report: each group with its headings, and the ids without a test."""
    lines: list[str] = []
    for group in dict.fromkeys(row.group for row in rows):
        mine = [row for row in rows if row.group == group]
        tested, total = sum(row.tested for row in mine), sum(row.total for row in mine)
        lines.append(
            words.gettext("{group}: {tested} of {total} rules have a test", group=group, tested=tested, total=total)
        )
        for row in mine:
            lines.append(f"  {row.section.title[words.language]:<40}{row.tested:>4} / {row.total}")
            if row.missing:
                lines.append(wrapped(pair(words, words.gettext("without a test"), " ".join(row.missing)), 6))
            if row.waiting:
                waits = dict.fromkeys(bastides_own().get(rule).waits[words.language] for rule in row.waiting)
                told = f"{' '.join(row.waiting)} ({' '.join(waits)})"
                lines.append(wrapped(pair(words, words.gettext("not in play yet"), told), 6))
    return lines
