"""What a page that comes back says it has: the id of each panel, and a mark of the HTML that it was made from.

A page has all panels of a table already when its line opens, and nearly all of them when the line was lost: what is
marked alike is not sent again. A panel that only looks alike by its mark is one in four thousand million, and comes
with its next change.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

MOST = 600
"""How many panels a page may name; what is beyond counts as not there."""


def names(text: str | None) -> frozenset[str]:
    """The panels that a page does not look at now, as it names them.

    >>> sorted(names("players.rail"))
    ['players', 'rail']
    """
    return frozenset((text or "").split(".")[:MOST]) - {""}


def mark(html: str) -> str:
    """The mark of a panel; `morph.js` makes the same one.

    >>> mark("<p>é</p>")
    'f7f9db93'
    """
    return f"{zlib.crc32(html.encode()):08x}"


def written(panels: Mapping[str, str]) -> str:
    """The panels of a page as it names them.

    >>> written({"head": "<p>é</p>", "log-3": ""})
    'head.f7f9db93.log-3.00000000'
    """
    return ".".join(f"{name}.{mark(html)}" for name, html in panels.items())


def read(text: str | None) -> dict[str, str]:
    """The marks of what a page has, by id. What is no mark is like none: that panel is sent.

    >>> read("head.f7f9db93.log-3.00000000.odd")
    {'head': 'f7f9db93', 'log-3': '00000000'}
    """
    parts = (text or "").split(".")[: 2 * MOST]
    return dict(zip(parts[::2], parts[1::2], strict=False))
