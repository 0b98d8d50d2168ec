"""The board of any game as one SVG document: another name of `bastide.view.svg.board`."""

from bastide.view.svg import board

__all__ = ["board"]
