"""The form for a new table, as tests fill it in."""

from __future__ import annotations

from bastide.view.words import Words
from bastide.web.making import read_form
from bastide.web.module_choices import ModuleChoice, module_choices


def offered(name: str, language: str, **form: str) -> ModuleChoice:
    """The module of a name in a form in which it is ticked, with further fields of the form."""
    making = read_form({f"module_{name}": "on", **form})
    return next(choice for choice in module_choices(making, Words(language)) if choice.name == name)
