"""The table of Carcassonne as SVG, from views: layers of a page, and whole pictures.

A tile is a square of `TILE` units; the tile at 0,0 has its corner at the origin. On a page tiles are images of their
own (`address`); in a document of its own they are drawn in it.
"""

from bastide.view.carcassonne.svg.country import Growth, growth_image, light, tilled, under, woods
from bastide.view.carcassonne.svg.hinted import hinted
from bastide.view.carcassonne.svg.layers import (
    BOARD,
    address,
    all_signs,
    board_document,
    box,
    face_document_address,
    figure_drawing,
    figures,
    image,
    land,
    marks,
    outline,
    rows,
    shadow,
    tokens,
)
from bastide.view.carcassonne.svg.picture import board, country_documents, css, defs, face
from bastide.view.carcassonne.svg.pieces import SCALE, TILE
from bastide.view.carcassonne.svg.places import targets
from bastide.view.carcassonne.svg.scene import scene

__all__ = [
    "BOARD",
    "SCALE",
    "TILE",
    "Growth",
    "address",
    "all_signs",
    "board",
    "board_document",
    "box",
    "country_documents",
    "css",
    "defs",
    "face",
    "face_document_address",
    "figure_drawing",
    "figures",
    "growth_image",
    "hinted",
    "image",
    "land",
    "light",
    "marks",
    "outline",
    "rows",
    "scene",
    "shadow",
    "targets",
    "tilled",
    "tokens",
    "under",
    "woods",
]
