"""Write the outlines of the board's numerals, so that a drawing of the board needs no font.

Run by hand when the typeface changes; the result is committed::

    python tools/outline_digits.py FOLDER

FOLDER holds the `.woff2` files of the npm package `@fontsource/alegreya` (its `files` folder), for instance after
`npm pack @fontsource/alegreya` in a temporary directory. Needs fonttools and brotli, which the game itself does not.
Alegreya is licensed under the SIL Open Font License 1.1.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

GLYPHS = "0123456789:"
WEIGHTS = (800, 900)
TARGET = Path(__file__).parents[1] / "src/bastide/view/svg/art/digits.toml"
HEAD = """\
# Numerals of Alegreya, copyright 2011 The Alegreya Project Authors (https://github.com/huertatipografica/Alegreya),
# SIL Open Font License 1.1. Lining figures; units of the font, y grows downwards, the baseline is y = 0.
# Written by tools/outline_digits.py.
"""


def lining_figures(font: Any) -> dict[str, str]:
    """The glyph that the feature `lnum` substitutes for each figure."""
    table = font["GSUB"].table
    swaps: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for sub in table.LookupList.Lookup[index].SubTable:
                    swaps.update(getattr(getattr(sub, "ExtSubTable", sub), "mapping", {}))
    return swaps


def outlines(path: Path) -> str:
    """The lines of one weight: the em size, then every glyph with its advance and its path."""
    font = TTFont(path)
    glyphs, names, swaps = font.getGlyphSet(), font.getBestCmap(), lining_figures(font)
    lines = [f"em = {font['head'].unitsPerEm}"]
    for sign in GLYPHS:
        name = swaps.get(names[ord(sign)], names[ord(sign)])
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        lines.append(f'"{sign}" = {{ advance = {font["hmtx"][name][0]}, path = "{pen.getCommands()}" }}')
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Write all weights to the data file of the package."""
    parts = [HEAD]
    for weight in WEIGHTS:
        parts.append(f"[{weight}]\n{outlines(folder / f'alegreya-latin-{weight}-normal.woff2')}\n")
    TARGET.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
