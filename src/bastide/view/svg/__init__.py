"""Drawings of the table as SVG text: pure functions from a view to a string, using only the standard library.

A page holds the symbols once (`defs`), the styles once (`css`, `theme_css`), and four layers of the board that change
at their own pace: `land`, `lit`, `pieces` and `targets`, all in units of a hundredth of a hex's radius round hex `0,0`.
`board` is the same as a separate document, for games of all families.
"""

from bastide.view.svg import cards
from bastide.view.svg.charts import histogram
from bastide.view.svg.document import board
from bastide.view.svg.heraldry import award, banner, brand, die, piece_art, shield
from bastide.view.svg.hinted import hinted
from bastide.view.svg.icons import chip, icon
from bastide.view.svg.layers import land, lit, pieces
from bastide.view.svg.lines import Mark, Track, points_chart
from bastide.view.svg.palette import SEAT_COLORS, Theme, player_css, theme_css
from bastide.view.svg.picture import css, defs, mini_board, preview, water
from bastide.view.svg.sea import rose
from bastide.view.svg.stacks import CAUSES, Stack, cause_patterns, cause_swatch, goods_chart
from bastide.view.svg.targets import targets
from bastide.view.svg.window import Fit, fit, viewbox

__all__ = [
    "CAUSES",
    "SEAT_COLORS",
    "Fit",
    "Mark",
    "Stack",
    "Theme",
    "Track",
    "award",
    "banner",
    "board",
    "brand",
    "cards",
    "cause_patterns",
    "cause_swatch",
    "chip",
    "css",
    "defs",
    "die",
    "fit",
    "goods_chart",
    "hinted",
    "histogram",
    "icon",
    "land",
    "lit",
    "mini_board",
    "piece_art",
    "pieces",
    "player_css",
    "points_chart",
    "preview",
    "rose",
    "shield",
    "targets",
    "theme_css",
    "viewbox",
    "water",
]
