"""Cities & Knights panels."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.page.module import KnightsPage

PAGE: Final = KnightsPage()
