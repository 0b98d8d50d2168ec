"""The page draws the houses of cities from numbers as the pictures of documents show them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from bastide.carcassonne.family import BASE_SET
from bastide.carcassonne.tiles.load import tiles_of
from bastide.view.carcassonne.tiles import STANDING, drawing, listed

OpenBrowser = Callable[..., BrowserContext]
READ = """async (pairs) => {
  const { withHouses } = await import("/static/js/houses.js");
  const read = (svg) => {
    const whole = `<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`;
    const root = new DOMParser().parseFromString(whole, "image/svg+xml");
    return [...root.querySelectorAll("path, use")].map((one) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", one.getAttribute("d") ?? "");
      const { x, y, width, height } = path.getBBox();
      return [one.getAttribute("fill"), one.getAttribute("href"), x, y, width, height];
    });
  };
  return pairs.map(([listed, drawn]) => [read(withHouses(listed)), read(drawn)]);
}"""
NEAR = 1.5
"""How far a place may be off, in units of a drawing: numbers are rounded."""


@pytest.mark.parametrize("turns", [0, 1])
def test_houses_are_drawn_from_their_numbers(context: OpenBrowser, turns: int) -> None:
    page = context("en").new_page()
    page.goto("/")
    tiles = [tile for tile in tiles_of(BASE_SET) if "<h n=" in listed(tile, turns, STANDING)]
    assert len(tiles) > 10
    pairs = [[listed(tile, turns, STANDING), drawing(tile, turns, STANDING)] for tile in tiles]
    for tile, (here, there) in zip(tiles, page.evaluate(READ, pairs), strict=True):
        assert [part[:2] for part in here] == [part[:2] for part in there], tile.id
        for one, other in zip(here, there, strict=True):
            assert one[2:] == pytest.approx(other[2:], abs=NEAR), tile.id
