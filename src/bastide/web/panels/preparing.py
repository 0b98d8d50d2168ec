"""Reads what the pages of all tables share, before a server begins.

Otherwise the first page in each language, and the first of some expansions, stop the event loop while others play.
"""

from __future__ import annotations

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import floors
from bastide.view import svg
from bastide.view.catalogues import LANGUAGES, editions
from bastide.view.svg.art import read_sheets
from bastide.web.panels.desk import spoken


def prepare() -> None:
    """Fill the caches of words, drawings and expansions, which last as long as the process."""
    for language in LANGUAGES:
        for edition in ("", *editions()):
            spoken(language, edition)
    for family in FAMILIES:
        for kind in ("view", "page"):
            floors(family, kind)
    read_sheets()
    svg.defs(None)
