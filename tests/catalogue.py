"""The rule catalogue of the project, read once in a process, by the first test that asks for it."""

from __future__ import annotations

from functools import cache

from bastide.kernel.catalogue import Catalogue


@cache
def every_rule() -> Catalogue:
    """Every rule of the project."""
    return Catalogue.discover("bastide")
