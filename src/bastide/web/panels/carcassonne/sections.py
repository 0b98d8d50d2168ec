"""Where the sections of one kind lie on the tile just laid, in words that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.model import Target
from bastide.web.panels.desk import Desk, _

KINDS: Final = ("road", "city", "field")
WHERE: Final = {
    "N": _("in the north"),
    "E": _("in the east"),
    "S": _("in the south"),
    "W": _("in the west"),
    "NL": _("in the north-west"),
    "NR": _("in the north-east"),
    "EL": _("in the north-east"),
    "ER": _("in the south-east"),
    "SL": _("in the south-east"),
    "SR": _("in the south-west"),
    "WL": _("in the south-west"),
    "WR": _("in the north-west"),
    "inner": _("in the middle"),
}
"""By the side or half-edge that names a section (docs/carcassonne.md)."""


def sections(desk: Desk, view: CarcassonneView) -> Callable[[Target], str]:
    """A function that gives the words for a section (", in the north"); "" if no other of its kind is offered."""
    kinds = Counter((target.verb, target.place.partition(":")[0]) for target in view.targets)

    def words(target: Target) -> str:
        kind, _colon, side = target.place.partition(":")
        if kind not in KINDS or side not in WHERE or kinds[target.verb, kind] < 2:
            return ""
        return f", {desk._(WHERE[side])}"

    return words
