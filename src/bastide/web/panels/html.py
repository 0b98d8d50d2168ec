"""HTML from Python: one function that writes an element and escapes everything not marked as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

# The class itself would first ask whether this is HTML already, thousands of times a page.
_marked: Final = str.__new__

VOID: Final = frozenset({"input", "img", "br", "hr", "meta", "link"})

Attribute = str | int | bool | None
Child = str | int | Iterable["Child"] | None


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element. Strings are escaped unless they are `Markup`; lists are flattened; None is left out.

    Attribute names are written with `_` for `-`, `cls` is `class`, a leading `_` is dropped (`_for`). None and False
    leave an attribute out, True writes it without a value, except for `aria_*`, which take the words true and false.

    >>> print(tag("button", "Roll <b>", cls="btn", data_notation="roll", aria_pressed=False, hidden=True))
    <button class="btn" data-notation="roll" aria-pressed="false" hidden>Roll &lt;b&gt;</button>
    """
    written = "".join([_attribute(key, value) for key, value in attributes.items()]) if attributes else ""
    if name in VOID:
        return _marked(Markup, f"<{name}{written}>")
    return _marked(Markup, f"<{name}{written}>{_joined(children)}</{name}>")


def join(*children: Child) -> Markup:
    """Children one after another, as `tag` takes them."""
    return _marked(Markup, _joined(children))


def between(comma: str, children: Iterable[Markup]) -> Markup:
    """Elements with the same text between each two of them.

    >>> between(" & ", [Markup("<b>1</b>"), Markup("<b>2</b>")])
    Markup('<b>1</b> &amp; <b>2</b>')
    """
    return _marked(Markup, _escaped(comma).join(children))


def classes(*names: str | bool | None) -> str | None:
    """The truthy class names, or None for none.

    >>> classes("seat", False, "turn")
    'seat turn'
    """
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def least(count: int) -> str | None:
    """The numbers from 2 to a count, as `data_least`: a style sheet asks for at least six with `[data-least~="6"]`.

    `:has(> :nth-child(6))` says the same, and lets a browser look again at all that such rules style with every change.

    >>> least(4)
    '2 3 4'
    """
    return " ".join(str(number) for number in range(2, count + 1)) or None


# Typed, as HTML and the text that reads like it are not the same.
@lru_cache(maxsize=4096, typed=True)
def hidden(text: str | int) -> Markup:
    """Text for screen readers only."""
    return tag("span", text, cls="vh")


def _joined(children: Iterable[Child]) -> str:
    out: list[str] = []
    for child in children:
        if child is None:
            continue
        if type(child) is Markup:
            out.append(child)
        elif type(child) is str or isinstance(child, str | int):
            out.append(_escaped(child))
        else:
            out.append(_joined(child))
    return "".join(out)


@lru_cache(maxsize=4096)
def _escaped(text: str | int) -> str:
    return str(escape(text))


# True and 1 are equal, but are rendered differently.
@lru_cache(maxsize=8192, typed=True)
def _attribute(key: str, value: Attribute) -> str:
    name = "class" if key == "cls" else key.removeprefix("_").replace("_", "-")
    if name.startswith("aria-") and isinstance(value, bool):
        value = "true" if value else "false"
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
