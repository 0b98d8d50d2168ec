"""What to look for in a file that must not know an expansion: its name, folder, title, classes, and its things."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from bastide.view.catalogues import BASE_NAMES

ORDINARY: Final = {
    "harbors": "harbours of the board, a key of layouts and an option of the island",
    "hills": "a terrain of the island",
    "river": "what runs over the side of a tile, a word of the tiles' data",
}
"""Names of rooms that are words of a base game too: only looked for where a module is named."""

SHARED_THINGS: Final = {
    "hill": "a shape of the ground, a word of the tiles' data like the vineyard and the bridge",
    "university": "a victory point card of the island as well",
    "water": "the sea round the island as well",
}
"""Things of rooms whose keys a base game uses too."""

OTHER_MEANINGS: Final = {
    ("wheel", "*.js"): "the event of a mouse's wheel",
    ("wheel", "tools/compiled.py"): "what pip calls a built package",
    ("wheel", "tools/release.py"): "what pip calls a built package",
    ("wheel", "benchmarks/subjects.py"): "what pip calls a built package",
    ("wheel", "benchmarks/server/__main__.py"): "what pip calls a built package",
}
"""Quoted words that are no name of a room in the files of these patterns."""

OF_OTHERS: Final = {"island": {"carcassonne"}, "carcassonne": {"catan", "island"}}
"""Folders of the other families: their things are their own, though they may be called alike."""
CODE: Final = {".py", ".html", ".css", ".js", ".svg"}
"""Where a quoted word is a key, not a message."""
JOINT: Final = r"[\"'][\s\\+]*[bfr]?[\"']"
"""Where a text in quotes is put together from two, also on two lines."""
SEPARATOR: Final = rf"(?:[_-]|_?{JOINT}_?)"
"""What stands between the words of a name: in keys, in classes of a style sheet, in a text that is put together."""
BREAK: Final = rf"(?:\s+(?:[#*]\s*)?|\s*{JOINT}\s*)"
"""What stands between the words of a title, which a line may break."""
HUMPS: Final = re.compile(r"[A-Z][a-z0-9]+[A-Z]")


@dataclass(frozen=True)
class Room:
    """An expansion: where it is, and by what it would be known elsewhere."""

    family: str
    name: str
    folder: Path
    shared_names: frozenset[str]
    """Classes and types of the base; a class of the room with such a name tells nothing."""

    @cached_property
    def classes(self) -> frozenset[str]:
        """The public classes of the room that the base has not."""
        own = {name for path in self.folder.rglob("*.py") for name in classes(path.read_text("utf-8"))}
        return frozenset(name for name in own - self.shared_names if not name.startswith("_"))

    @cached_property
    def names(self) -> dict[str, str]:
        """What it calls its things in English, by key."""
        files = [self.folder / "words" / "names.toml", self.folder / "names.toml"]
        return {
            key: str(name)
            for path in files
            if path.is_file()
            for key, name in tomllib.loads(path.read_text("utf-8")).items()
        }

    @cached_property
    def title(self) -> str:
        """What people call it in English, where it has a name of several words; else empty."""
        title = self.names.get(f"module_{self.name}", "")
        return title if " " in title else ""

    @cached_property
    def rules(self) -> list[str]:
        """The ids of its rules."""
        files = [tomllib.loads(path.read_text("utf-8")) for path in sorted(self.folder.rglob("rules.toml"))]
        return [rule["id"] for file in files for rule in file.get("rule", ())]

    @cached_property
    def patterns(self) -> dict[str, re.Pattern[str]]:
        """What gives the room away in a text, by what it is."""
        name = re.escape(self.name)
        found = {
            "import": rf"\bexpansions\.{self.family}\.{name}\b|\bexpansions\.{self.family} import\b.*\b{name}\b",
            "path": rf"\b{self.family}/{name}\b|/{name}/",
            "name of the module": rf"\b(?:module|option)[ _]{name}\b|\bmodules\b[^\n]*[\"']{name}[\"']|[\"']{name}\.\w",
        }
        if "_" in self.name:
            words = self.name.split("_")
            spelt = [SEPARATOR.join(words), words[0] + "".join(map(str.capitalize, words[1:]))]
            found["name"] = rf"(?<![A-Za-z0-9])(?:{'|'.join(spelt)}|(?i:{name}))(?![A-Za-z0-9])"
        elif self.name not in ORDINARY:
            found["name"] = rf"[\"'`]{name}[\"'`]|\b{name.upper()}\b|(?m:^\[?{name}\b *[]=])"
            found["style"] = rf"[.#]{name}(?:-[\w-]+)?(?= *[,{{])"
        if self.rules:
            found["rule"] = rf"\b(?:{'|'.join(map(re.escape, self.rules))})(?!\w)"
        if things := sorted(set(self.names) - set(BASE_NAMES) - set(SHARED_THINGS)):
            words_of_things = "|".join(map(re.escape, things))
            found["thing"] = rf"[\"'](?:{words_of_things})[\"']|\.[gip]-(?:{words_of_things})(?= *[,{{])"
        if self.title:
            words = [re.escape(word).replace("&", "&(?:amp;)?") for word in self.title.split()]
            found["title"] = f"(?i:{BREAK.join(words)})"
        # A class called by one ordinary word is looked for among the names of Python code alone.
        if named := [re.escape(one) for one in sorted(self.classes) if HUMPS.match(one)]:
            found["class"] = rf"\b(?:{'|'.join(named)})\b"
        return {what: re.compile(pattern) for what, pattern in found.items()}

    @cached_property
    def literals(self) -> dict[str, tuple[str, ...]]:
        """Of each pattern, texts in small letters of which one occurs wherever it matches: most files have none."""
        name = max(self.name.split("_"), key=len)
        return {
            "rule": tuple({rule.partition("-")[0].lower() for rule in self.rules}),
            "thing": tuple(thing.lower() for thing in self.names),
            "title": (max(re.findall(r"[a-z]+", self.title.lower()), key=len, default=""),),
            "class": tuple(one.lower() for one in self.classes),
        } | dict.fromkeys(("import", "path", "name of the module", "name", "style"), (name,))

    def may_be(self, what: str, path: Path) -> bool:
        """Whether what is found in this file may be a trace of the room.

        A thing is a key, and none of another family or of the tools. A rule may refer to another expansion's, and the
        rules of a room may say by its title with which other one they hold. The names of two rooms may begin alike, so
        their style sheets are not searched for classes.
        """
        if what == "thing":
            return path.suffix in CODE and path.parts[0] == "src" and not OF_OTHERS[self.family] & set(path.parts)
        if what == "style":
            return "expansions" not in path.parts
        if what == "title":
            return path.name != "rules.toml" or "expansions" not in path.parts
        return what != "rule" or path.name != "rules.toml"

    def known_in(self, path: Path, text: str) -> Iterator[str]:
        """Each trace of the room in a file: line, what it is, and what stands there."""
        exempt = {word for word, where in OTHER_MEANINGS if path.match(where)}
        lower = small(text)
        for what, pattern in self.patterns.items():
            if not self.may_be(what, path) or not any(literal in lower for literal in self.literals[what]):
                continue
            for match in pattern.finditer(text):
                if match[0].strip("\"'`").lower() in exempt:
                    continue
                yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {what} of {self.name}: {match[0][:60]}"
        plain = {word for word in self.classes if not HUMPS.match(word) and word in text}
        if path.suffix == ".py" and plain:
            for word, line in identifiers(text):
                if word in plain:
                    yield f"{path}:{line}: class of {self.name}: {word}"


@cache
def small(text: str) -> str:
    """The text in small letters."""
    return text.lower()


@cache
def identifiers(text: str) -> frozenset[tuple[str, int]]:
    """The capitalised names that Python code uses, each with its line."""
    nodes = list(ast.walk(ast.parse(text)))
    found = [(node.id, node.lineno) for node in nodes if isinstance(node, ast.Name)]
    found += [(node.attr, node.lineno) for node in nodes if isinstance(node, ast.Attribute)]
    return frozenset((word, line) for word, line in found if word[:1].isupper())


CLASS: Final = re.compile(r"(?m)^ *class (\w+)")
ASSIGNED: Final = re.compile(r"(?m)^(\w+)(?: = .*)? = ")


# By patterns: to parse every source takes longer than all that is looked for in it.


def classes(text: str) -> set[str]:
    """The names of the classes that a Python file defines."""
    return set(CLASS.findall(text))


def type_names(text: str) -> set[str]:
    """The names of the classes of a Python file, and of what it assigns at its top: a type may be an alias."""
    return classes(text) | set(ASSIGNED.findall(text))


@cache
def without_order(text: str) -> str:
    """A room's Python file without what a module says by the names of others.

    `after` and `before` say the order, `needs` the options that are there with another only, `excludes` what it does
    not go with.
    """
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Attribute) and target.attr in ("after", "before", "excludes", "needs"):
            assert isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "\n".join(lines)
