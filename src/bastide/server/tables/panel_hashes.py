"""Hashes of panels: a page reports the panels that it has by id and hash, and is not sent them again.

A page has all panels of a table when its connection opens, and nearly all after a reconnect. A hash collision has a
chance of one in four thousand million; such a panel is corrected with its next change.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

MOST = 600
"""The maximum number of panels that a page may report; the rest is treated as missing."""


def panel_names(text: str | None) -> frozenset[str]:
    """The panels that are not on the page's screen, as the page lists them.

    >>> sorted(panel_names("players.rail"))
    ['players', 'rail']
    """
    return frozenset((text or "").split(".")[:MOST]) - {""}


def panel_hash(html: str) -> str:
    """The CRC-32 of a panel's HTML in hexadecimal; `morph.js` computes the same.

    >>> panel_hash("<p>é</p>")
    'f7f9db93'
    """
    return f"{zlib.crc32(html.encode()):08x}"


def format_hashes(panels: Mapping[str, str]) -> str:
    """The panels of a page and their hashes, in the format that the page reports.

    >>> format_hashes({"head": "<p>é</p>", "log-3": ""})
    'head.f7f9db93.log-3.00000000'
    """
    return ".".join(f"{name}.{panel_hash(html)}" for name, html in panels.items())


def parse_hashes(text: str | None) -> dict[str, str]:
    """The hashes that a page reports, by panel. A malformed hash matches nothing: that panel is sent.

    >>> parse_hashes("head.f7f9db93.log-3.00000000.odd")
    {'head': 'f7f9db93', 'log-3': '00000000'}
    """
    parts = (text or "").split(".")[: 2 * MOST]
    return dict(zip(parts[::2], parts[1::2], strict=False))
