"""Documents without CSS variables, for programs that draw SVG and do not know them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as Tree

SVG: Final = "http://www.w3.org/2000/svg"
STYLE: Final = f"{{{SVG}}}style"
DEFS: Final = f"{{{SVG}}}defs"
USE: Final = f"{{{SVG}}}use"
VARIABLE: Final = re.compile(r"var\(\s*--([\w-]+)\s*(?:,([^()]*))?\)")
RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
PROPERTY: Final = re.compile(r"--([\w-]+)\s*:\s*([^;]+)")
INTERACTIVE: Final = re.compile(r":(hover|focus)")

Values = dict[str, str]


def without_variables(document: str) -> str:
    """The same picture, each CSS variable replaced by its value.

    A value holds for what is inside its element. A symbol that is shown with several values becomes several symbols.
    Variables are set by classes (`.p-azure{--c:#1C5AAE}`) or in an element; rules for pointers and focus are left out.
    """
    Tree.register_namespace("", SVG)
    root = Tree.fromstring(document)
    _Flat(root).resolve()
    return Tree.tostring(root, "unicode")


class _Flat:
    """The resolving of one document."""

    def __init__(self, root: Tree.Element) -> None:
        self.root = root
        self.classes: dict[str, Values] = {}
        self.symbols = {name: each for defs in root.iter(DEFS) for each in defs if (name := each.get("id"))}
        self.used: dict[str, frozenset[str]] = {}
        self.copies: dict[tuple[str, tuple[tuple[str, str], ...]], str] = {}
        self.defs = Tree.Element(DEFS)

    def resolve(self) -> None:
        """Resolve all elements."""
        for style in self.root.iter(STYLE):
            style.text = self._rules(style.text or "")
        self._walk(self.root, {})
        for defs in self.root.iter(DEFS):
            for each in [each for each in defs if self._needs(each.get("id", ""))]:
                defs.remove(each)
        self.root.insert(0, self.defs)

    def _rules(self, text: str) -> str:
        """Keep the values that classes give to variables, and return the other rules for each class with values."""
        others = []
        for selectors, body in RULE.findall(text):
            found = dict(PROPERTY.findall(body))
            for selector in selectors.split(","):
                if found:
                    self.classes.setdefault(selector.strip().removeprefix("."), {}).update(found)
                elif not INTERACTIVE.search(selector):
                    others.append((selector.strip(), body))
        out = []
        for selector, body in others:
            if not VARIABLE.search(body):
                out.append(f"{selector}{{{body}}}")
                continue
            for name, values in self.classes.items():
                resolved = _replaced(body, values)
                out += [f".{name}{selector}{{{resolved}}}", f".{name} {selector}{{{resolved}}}"]
        return "".join(out)

    def _walk(self, element: Tree.Element, outer: Values) -> None:
        values = dict(outer)
        for name in element.get("class", "").split():
            values |= self.classes.get(name, {})
        values |= dict(PROPERTY.findall(element.get("style", "")))
        for name, given in values.items():
            values[name] = _replaced(given, values)
        for key, text in element.items():
            if VARIABLE.search(text):
                element.set(key, _replaced(text, values))
        if element.tag == USE:
            target = element.get("href", "").removeprefix("#")
            if self._needs(target):
                element.set("href", f"#{self._copy(target, values)}")
        for child in element:
            # A symbol takes its values where it is shown.
            if element.tag != DEFS or not self._needs(child.get("id", "")):
                self._walk(child, values)

    def _needs(self, target: str) -> frozenset[str]:
        """The variables on which the drawing of a symbol depends, those that it sets itself included."""
        if target in self.used or target not in self.symbols:
            return self.used.get(target, frozenset())
        self.used[target] = frozenset()
        found: set[str] = set()
        for each in self.symbols[target].iter():
            for text in each.attrib.values():
                found.update(name for name, _ in VARIABLE.findall(text))
            for name in each.get("class", "").split():
                found.update(*(re.findall(r"var\(--([\w-]+)", text) for text in self.classes.get(name, {}).values()))
            if each.tag == USE:
                found |= self._needs(each.get("href", "").removeprefix("#"))
        self.used[target] = frozenset(found)
        return self.used[target]

    def _copy(self, target: str, values: Mapping[str, str]) -> str:
        """The name of a copy of a symbol in which these values hold."""
        key = target, tuple(sorted((name, values[name]) for name in self._needs(target) & values.keys()))
        if key not in self.copies:
            name = self.copies[key] = f"{target}--{len(self.copies)}"
            made = deepcopy(self.symbols[target])
            made.set("id", name)
            self.defs.append(made)
            self._walk(made, dict(values))
        return self.copies[key]


def _replaced(text: str, values: Mapping[str, str]) -> str:
    """A text with its variables replaced; an unknown one by its fallback, or by `none`."""
    return VARIABLE.sub(lambda found: values.get(found[1], found[2] or "none"), text)
