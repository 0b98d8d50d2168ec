"""Fixtures of the browser tests: a server, a Chromium, pages with all frames and responses recorded."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright

from tests.browser.chance import CHANCE, Chance
from tests.browser.player import PATIENCE_MS
from tests.browser.serving import Served
from tests.browser.stage import Stage
from tests.browser.traffic import Traffic
from tests.chosen import by_commit
from tools.ensure_chromium import find_chromium

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW_PHONE: ViewportSize = {"width": 390, "height": 664}
"""What the bars of a phone's browser leave."""
SIDEWAYS: ViewportSize = {"width": 844, "height": 370}

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-software-rasterizer"]
"""Chromium draws without the emulation of a graphics processor, which takes a sixth of what a page costs."""

Opened = tuple[BrowserContext, Traffic]
OpenBrowser = Callable[..., BrowserContext]


def missing(what: str) -> None:
    """Skip by name on a machine without this; fail where every test must run."""
    if os.environ.get("CI") == "1":
        pytest.fail(f"{what}, and with CI=1 nothing may be left out")
    pytest.skip(what)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests; of the rooms' own, the check plays those of a third of the rooms, by the commit."""
    own = {item.path.parent for item in items if in_browser(item) and item.path.parent != HERE}
    chosen = by_commit({folder.parent.name for folder in own}, (len(own) + 2) // 3)
    for item in items:
        if in_browser(item):
            item.add_marker(pytest.mark.browser)
        if item.path.parent in own and item.path.parent.parent.name not in chosen:
            item.add_marker(pytest.mark.campaign)
    # The browser keeps an event loop running in its worker until the end, where asyncio.run can do nothing any more.
    items.sort(key=in_browser)


def in_browser(item: pytest.Item) -> bool:
    """Whether this is a browser test: its folder is named so."""
    return item.path.parent.name == "browser"


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest) -> None:
    """A test plays the same games in every run."""
    if in_browser(request.node):
        Chance.begin(request.node.nodeid)
        if CHANCE:
            sys.stdout.write(f"BASTIDE_CHANCE={CHANCE}\n")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served.start(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def staged(served: Served) -> Iterator[tuple[Served, Stage]]:
    """The server, whose next game is the position that a test lays out."""
    yield served, Stage.of(served)
    Chance.of(served)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        missing("no Chromium: set BASTIDE_CHROMIUM, or run `playwright install chromium`")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        loop = asyncio._get_running_loop()
        yield found
        asyncio._set_running_loop(loop)
        found.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let a test that needs no browser start a loop of its own, also where a browser was started before.

    Playwright's loop stays marked as running in this thread, though nothing runs it while a test does something else,
    and asyncio would refuse a second one.
    """
    if "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    playwright = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if playwright is not None and not playwright.is_closed():
            asyncio._set_running_loop(playwright)


def knowing(context: BrowserContext) -> BrowserContext:
    """A browser of somebody who has played much: no sheet lies over the board at the start of a game, no card explains
    what happens for the first time.
    """
    for name, value in (("briefed", "*"), ("games", "- - -")):
        context.add_init_script(
            f"localStorage.getItem('bastide.{name}') ?? localStorage.setItem('bastide.{name}', '{value}')"
        )
    return context


@pytest.fixture
def context(browser: Browser, served: Served) -> Iterator[OpenBrowser]:
    """Creates isolated browser contexts, one per person."""
    made: list[BrowserContext] = []

    def make(language: str = "en", viewport: ViewportSize = DESK, **more: object) -> BrowserContext:
        context = browser.new_context(
            base_url=served.address,
            viewport={"width": viewport["width"], "height": viewport["height"]},
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            reduced_motion="reduce",
            has_touch=bool(more.get("touch")),
            color_scheme="dark" if more.get("dark") else "light",
        )
        context.set_default_timeout(PATIENCE_MS)
        if not more.get("newcomer"):
            knowing(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, as `make` installs it for the tests."""
    named = os.environ.get("BASTIDE_AXE")
    path = Path(named) if named else ROOT / "build" / "node" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        missing(f"no axe-core at {path}: run `make build/node/.complete`")
    return path.read_text(encoding="utf-8")
