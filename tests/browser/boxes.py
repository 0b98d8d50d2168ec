"""Measures the boxes of all text and all controls of a page: what is cut, and what lies over something else.

Places and pieces of the board are drawings and lie close by design: they are not measured. Names that people chose may
end in an ellipsis. A sheet of a phone covers what is under it: only what can be seen is measured.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

FAULTS: Final = Path(__file__).with_suffix(".js").read_text("utf-8")


def faults(page: Page) -> list[str]:
    """What is cut, covered or overlapping on the page as it is now, each in one line."""
    found: list[str] = page.evaluate(FAULTS)
    return found
