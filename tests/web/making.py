"""The form for a new table, as tests fill it in, and as its reader meets it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

from httpx import Response

from bastide.view.words import Words
from bastide.web.making import read_form
from bastide.web.module_choices import ModuleChoice, module_choices

EMPTY = ("input", "img", "meta", "link", "br", "use")


def offered(name: str, language: str, **form: str) -> ModuleChoice:
    """The module of a name in a form in which it is ticked, with further fields of the form."""
    making = read_form({f"module_{name}": "on", **form})
    return next(choice for choice in module_choices(making, Words(language)) if choice.name == name)


class Field(NamedTuple):
    """A radio button or a box of the form that can be clicked; `stop` is whether Tab stops at it or at its group."""

    name: str
    value: str
    checked: bool
    labelled: bool
    stop: bool


class Form(HTMLParser):
    """A page's form: `fields` can be clicked, `sent` is what a browser sends of it unchanged, `swaps` are offered.

    What is hidden, disabled or in a closed fold cannot be clicked; the swaps stand in a fold that can be opened.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: list[Field] = []
        self.sent: dict[str, str] = {}
        self.swaps: list[str] = []
        self.submits: list[dict[str, str | None]] = []
        self._open: list[tuple[str, bool]] = []
        self._select = ""
        self.feed(html[html.index('id="making"') : html.index("</form>", html.index('id="making"'))])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        hidden = "hidden" in given or "inert" in given or any(shut for _, shut in self._open)
        folded = any(name == "details" for name, _ in self._open)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "input" and "disabled" not in given:
            kind = given.get("type")
            if kind not in ("radio", "checkbox"):
                self.sent[name] = value
            else:
                on = "checked" in given
                if on:
                    self.sent[name] = value or "on"
                if not hidden and not folded:
                    labelled = "aria-label" in given or "aria-labelledby" in given or "label" in dict(self._open)
                    self.fields.append(Field(name, value or "on", on, labelled, given.get("tabindex") != "-1"))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.sent):
            self.sent[self._select] = value
        elif tag == "button" and given.get("type", "submit") == "submit":
            self.submits.append(given)
            if name == "swap" and not hidden:
                self.swaps.append(value)
        if tag not in EMPTY:
            # Without the script more is shown: here it runs.
            self._open.append((tag, "hidden" in given or "inert" in given or tag == "noscript"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag not in EMPTY and self._open:
            self._open.pop()

    @property
    def chosen(self) -> dict[str, str]:
        """What is checked among the fields that can be clicked."""
        return {field.name: field.value for field in self.fields if field.checked}

    def offers(self, name: str) -> list[str]:
        """The values of a group that may be clicked."""
        return [field.value for field in self.fields if field.name == name]

    def ticks(self) -> list[str]:
        """The expansions that may be ticked or unticked."""
        return [field.name.removeprefix("module_") for field in self.fields if field.name.startswith("module_")]

    def clicked(self, name: str, value: str = "on") -> dict[str, str]:
        """The form after a click on one of its fields."""
        assert any((field.name, field.value) == (name, value) for field in self.fields), (name, value)
        return self.sent | {name: value}

    def keyed(self, name: str, value: str = "on") -> list[str]:
        """The values that keys choose on the way to this one: Tab to its group, then the nearer way by arrows."""
        group = [field for field in self.fields if field.name == name]
        assert all(field.stop for field in group), name
        if not name.startswith("module_"):
            values = [field.value for field in group]
            at, to = next((at for at, field in enumerate(group) if field.checked), 0), values.index(value)
            down, up = (to - at) % len(values), (at - to) % len(values)
            steps = range(1, down + 1) if down <= up else range(-1, -up - 1, -1)
            return [values[(at + step) % len(values)] for step in steps]
        return [value]


def shown(answer: Response) -> Form:
    """The form of a page."""
    assert answer.status_code == 200, answer.text[:300]
    return Form(answer.text)
