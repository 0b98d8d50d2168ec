"""How soon the front page can be used: `python -m benchmarks.front [--rounds N]`, into docs/performance-server.md.

Each round opens the page with an empty cache, served by a server on the same cores. The page can be used once it is
painted, its script has run and the browser's main thread is idle: a click then has its effect at once. The pictures of
the first window and the compressed bytes on the line are told too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, StorageState, ViewportSize, sync_playwright

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from benchmarks import machine
from benchmarks.browser import Relay
from benchmarks.report import table
from tests.browser.fixtures import DESK, PHONE
from tests.browser.serving import Served
from tools.ensure_chromium import find_chromium
from tools.marked import ROOT, replaced, stamp

NAME: Final = "front"
"""The name of the marked table."""
PAGE: Final = ROOT / "docs" / "performance-server.md"
TARGET: Final = 1000
"""The milliseconds until the page can be used, at most."""
WEIGHT: Final = 150
"""The kB of the page, at most."""
COLD: Final = 5
"""So many servers are started for the first visitor's row."""
GAMES: Final = (*(f"{family}/base" for family in FAMILIES), *(f"island/{name}" for name in list(rooms("island"))[:2]))
"""The games of somebody who comes back."""
PATIENCE: Final = 60.0
"""The seconds after which a page is given up."""
FLAGS: Final = ("--no-sandbox",)

WATCH: Final = """
addEventListener("DOMContentLoaded", () => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const whole = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return !one.checkVisibility() || bottom <= 0 || top >= innerHeight || (one.complete && one.naturalWidth > 0);
  };
  const idle = () => {
    if (painted()) window.usable = performance.now();
    else requestAnimationFrame(() => requestIdleCallback(idle));
  };
  const look = () => {
    if (painted() && [...document.images].every(whole)) window.pictured = performance.now();
    else requestAnimationFrame(look);
  };
  requestIdleCallback(idle);
  requestAnimationFrame(look);
});
"""
"""Notes when the page can be used and when its pictures are there: its modules have run before this event."""
TIMES: Final = """() => window.usable && window.pictured
  && [performance.getEntriesByName("first-contentful-paint")[0].startTime, window.usable, window.pictured]"""


class Visit(NamedTuple):
    """One visit, in milliseconds since the navigation began, and kB."""

    painted: float
    usable: float
    pictures: float
    weight: float


def visit(browser: Browser, address: str, window: ViewportSize, state: StorageState | None = None) -> Visit:
    """Open the front page with an empty cache."""
    relay = Relay(address)
    context = browser.new_context(viewport=window, device_scale_factor=1, locale="en-GB", storage_state=state)
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(f"{relay.address}/", wait_until="networkidle")
        painted, usable, pictured = noted(page)
        return Visit(painted, usable, pictured, relay.bytes / 1000)
    finally:
        context.close()
        relay.stop()


def noted(page: Page) -> Sequence[float]:
    """The times that the page has noted; its content policy forbids what `wait_for_function` does.

    :raises TimeoutError: it notes nothing.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if times := page.evaluate(TIMES):
            found: Sequence[float] = times
            return found
        page.wait_for_timeout(50)
    raise TimeoutError("the front page is never whole")


def with_games(browser: Browser, address: str) -> StorageState:
    """The cookies of somebody who has games of their own."""
    context = browser.new_context()
    for game in GAMES:
        made = context.request.post(f"{address}/play", form={"game": game}, headers={"Origin": address})
        assert made.ok, made.text()
    state = context.storage_state()
    context.close()
    return state


def cold(browser: Browser, rounds: int) -> Iterator[Visit]:
    """The first visits of servers that have just started and have drawn nothing."""
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as data:
            served = Served.start(Path(data))
            try:
                yield visit(browser, served.address, DESK)
            finally:
                served.stop()


def row(who: str, visits: Sequence[Visit]) -> list[str]:
    """A line of the table: medians, and the slowest until the page could be used."""
    painted, usable, pictures, weight = (statistics.median(values) for values in zip(*visits, strict=True))
    slowest = max(one.usable for one in visits)
    return [who, f"{painted:.0f}", f"{usable:.0f}", f"{slowest:.0f}", f"{pictures:.0f}", f"{weight:.0f}"]


def measured(browser: Browser, rounds: int) -> Iterator[tuple[str, list[Visit]]]:
    """All visits, by who comes."""
    visit_once = list(cold(browser, 1))  # the browser's own first page is slower
    assert visit_once
    yield "first visitor of a server that has just started", list(cold(browser, min(rounds, COLD)))
    with tempfile.TemporaryDirectory() as data:
        served = Served.start(Path(data))
        try:
            visit(browser, served.address, DESK)
            for who, window in (("newcomer, 1440 x 900", DESK), ("newcomer, phone", PHONE)):
                yield who, [visit(browser, served.address, window) for _ in range(rounds)]
            state = with_games(browser, served.address)
            yield "with four own games", [visit(browser, served.address, DESK, state) for _ in range(rounds)]
        finally:
            served.stop()


def told(found: Sequence[tuple[str, list[Visit]]]) -> list[str]:
    """Whether the targets are met."""
    slowest = max(one.usable for _, visits in found for one in visits)
    heaviest = max(one.weight for _, visits in found for one in visits)
    return [
        f"Target: usable within {TARGET:,} ms. Slowest visit: {slowest:.0f} ms;"
        f" {'met' if slowest <= TARGET else 'missed'}.",
        f"Target: at most {WEIGHT} kB. Heaviest visit: {heaviest:.0f} kB; {'met' if heaviest <= WEIGHT else 'missed'}.",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the docs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.front", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="visits of each kind")
    parser.add_argument("--no-docs", action="store_true", help="do not update docs/")
    chosen = parser.parse_args(arguments)
    chromium = find_chromium()
    if not chromium:
        parser.error("no Chromium was found; tools/ensure_chromium.py says where it looks")
    at, load = stamp("src", "benchmarks", "pyproject.toml", ":!*.md"), os.getloadavg()[0]
    found: list[tuple[str, list[Visit]]] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS])
        try:
            for who, visits in measured(browser, chosen.rounds):
                found.append((who, visits))
                sys.stdout.write(" | ".join(row(who, visits)) + "\n")
                sys.stdout.flush()
        finally:
            browser.close()
    cores = len(machine.usable_cores())
    heading = (
        f"Measured on {at}: {machine.processor()}, {cores} cores shared by server and browser, load before {load:.1f};"
        f" {chosen.rounds} visits of each kind, {min(chosen.rounds, COLD)} of the first."
    )
    head = ["visitor", "first paint, ms", "usable, ms", "slowest, ms", "pictures, ms", "kB"]
    lines = [heading, "", *told(found), "", *table(head, [row(*one) for one in found])]
    sys.stdout.write("\n".join(lines) + "\n")
    if not chosen.no_docs:
        PAGE.write_text(replaced(PAGE.read_text("utf-8"), NAME, "\n".join(lines)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
