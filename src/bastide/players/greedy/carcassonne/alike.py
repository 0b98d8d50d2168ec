"""Rotations of a tile that lay the same features: a search would try the same move several times."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.tables import SECTIONS, TileTables
from bastide.kernel.state import BITS


def alike(t: TileTables) -> vec[i64]:
    """Of each kind in a rotation, the same kind in the first rotation that lays the same features."""
    found = vec[i64]([0] * (4 * t.kinds))
    for kind in range(t.kinds):
        known: dict[str, i64] = {}
        for lies in range(4 * kind, 4 * kind + 4):
            form = features(t, lies)
            if form not in known:
                known[form] = lies
            found[lies] = known[form]
    return found


def features(t: TileTables, lies: i64) -> str:
    """What a kind in a rotation lays: each section by its place, its kind, its tags and the cities that it touches."""
    base = lies // 4 * SECTIONS
    met: list[i64] = []
    for section in [
        *t.half[8 * lies : 8 * lies + 8],
        *t.middle[4 * lies : 4 * lies + 4],
        *range(t.sections[lies // 4]),
    ]:
        if section >= 0 and section not in met:
            met.append(section)
    parts = []
    for section in met:
        touched = [n for n in range(len(met)) if t.touches[base + section] & BITS[met[n]]]
        at = [n for n in range(8) if t.half[8 * lies + n] == section]
        sides = [n for n in range(4) if t.middle[4 * lies + n] == section]
        kind, tags = t.part_kind[base + section], t.tags[base + section]
        parts.append(f"{kind} {tags} {touched} {at} {sides}")
    return "; ".join(parts)
