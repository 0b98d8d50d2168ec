"""What a whole game of Carcassonne costs a browser: `python -m benchmarks.browser [--turns N] [MODULE ...]`.

One seat plays at random, bots play the others, and a spectator's page follows. With no module named, all are on. It
measures requests and bytes, the sizes of updates, the memory of the page's process above that of an empty page, and the
time of a frame while the board is moved and zoomed. A whole game with all expansions is written to docs/carcassonne.md.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bastide.carcassonne.family import MODULES
from benchmarks import machine
from benchmarks.report import table
from tests.browser.fixtures import knowing
from tests.browser.serving import Served
from tools.ensure_chromium import find_chromium
from tools.marked import ROOT, replaced, stamp

SEATS: Final = 4
PAUSE_MS: Final = 10_000
"""A game of bots takes a minute: a browser returns memory when it has a moment, as between the turns of people."""
MIB: Final = 1024
"""Proportional set sizes are told in KiB."""
WHOLE: Final = 10_000
"""More turns than a game has."""
NAME: Final = "browser"
"""The name of the marked table."""
DOCS: Final = ROOT / "docs" / "carcassonne.md"
FRAMES: Final = Path(__file__).with_suffix(".js").read_text("utf-8")


class Relay:
    """A relay in front of a server that counts every byte which the server sends, as it is on the line."""

    def __init__(self, to: str) -> None:
        self.bytes = 0
        self._to = int(to.rpartition(":")[2])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=(*pair, pair[0] is far), daemon=True).start()

    def _copy(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                self.bytes += len(data) * counted
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    def stop(self) -> None:
        """Accept no more connections."""
        self._listener.close()


@dataclass
class Cost:
    """What a page has been sent: requests, also those of sockets, and the compressed sizes of updates."""

    requests: int = 0
    frames: list[int] = field(default_factory=list)
    panels: Counter[str] = field(default_factory=Counter)

    def watch(self, session: CDPSession) -> None:
        """Count from now on. Updates are compressed one by one, as a server without a shared window would."""
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", lambda event: self._asked(event["request"]["url"]))
        session.on("Network.webSocketCreated", lambda event: self._asked(event["url"]))
        session.on("Network.webSocketFrameReceived", lambda event: self._heard(event["response"]["payloadData"]))

    def _asked(self, url: str) -> None:
        self.requests += not url.startswith(("data:", "blob:"))

    def _heard(self, text: str) -> None:
        if text.startswith("{") and '"panels"' in text:
            self.frames.append(len(gzip.compress(text.encode(), 6)))
            for name, html in json.loads(text).get("panels", {}).items():
                self.panels[name.partition("-")[0]] += len(gzip.compress(html.encode(), 6))


def memory(browser: Browser, page: Page) -> float:
    """The proportional set size of the page's process after garbage collection, in MiB."""
    session = page.context.new_cdp_session(page)
    # What one collection frees holds the documents that the next one frees.
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(1000)
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    renderers = [process["id"] for process in found["processInfo"] if process["type"] == "renderer"]
    return max(pss(number) for number in renderers)


def pss(process: int) -> float:
    """The proportional set size of a process in MiB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / MIB


def call(address: str, token: str = "", body: Any = None) -> Any:
    """One request to the API."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
        return json.load(answer)


def played(server: str, token: str, table: str, turns: int) -> Iterator[int]:
    """Play the first seat at random, while the others' bots play; gives the number of each turn that begins."""
    rng = random.Random(1)
    seen = 0
    while True:
        found = call(f"{server}/api/tables/{table}", token)
        view = found["view"]
        if view["turn"] > seen:
            seen = view["turn"]
            yield seen
        if view["result"] is not None or seen > turns:
            return
        if 0 in view["actors"]:
            text = rng.choice(view["legal"])
            body = {"id": str(time.monotonic_ns()), "do": "play", "text": text, "version": found["version"]}
            call(f"{server}/api/tables/{table}/commands", token, body)
        else:
            time.sleep(0.05)


def told(page: Page, zoom: bool) -> str:
    """The times of frames while the board is zoomed or moved: median and 95 % quantile."""
    times = sorted(page.evaluate(FRAMES, zoom))
    return f"{statistics.median(times):.0f} ms, {times[int(len(times) * 0.95)]:.0f} ms"


def measure(browser: Browser, served: Served, modules: Sequence[str], turns: int) -> Iterator[tuple[str, str, str]]:
    """Play a game and tell what it cost, line by line: what, how much, and the target."""
    config = {"game": "carcassonne", "seats": SEATS, "modules": list(modules)}
    seats = [{"kind": "open"}, *[{"kind": "bot", "bot": "greedy"}] * (SEATS - 1)]
    body = {"name": "Measured", "nickname": "Maud", "config": config, "seats": seats}
    made = call(f"{served.address}/api/tables", body=body)
    table, token = made["table"], made["token"]
    context = knowing(browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=1))
    page = context.new_page()
    empty = memory(browser, page)
    cost = Cost()
    cost.watch(context.new_cdp_session(page))
    relay = Relay(served.address)
    page.goto(f"{relay.address}/t/{table}")
    call(f"{served.address}/api/tables/{table}/commands", token, {"id": "start", "do": "start"})
    page.wait_for_selector("#land image")
    page.wait_for_timeout(3000)
    yield "first load", f"{cost.requests} requests, {relay.bytes / 1000:.0f} kB", "40 requests, 400 kB"
    yield "memory above an empty page at the first turn", f"{memory(browser, page) - empty:.0f} MiB", ""
    last = max(played(served.address, token, table, turns))
    page.wait_for_timeout(PAUSE_MS)
    frames = sorted(cost.frames)
    yield f"after {last} turns", f"{cost.requests} requests, {relay.bytes / 1000:.0f} kB", "900 kB"
    yield (
        "updates (median, 95 %, most)",
        ", ".join(f"{frames[int((len(frames) - 1) * share)] / 1000:.1f} kB" for share in (0.5, 0.95, 1)),
        "10 kB (95 %)",
    )
    yield (
        f"{len(frames)} updates, panel by panel",
        ", ".join(f"{name} {size / 1000:.0f} kB" for name, size in cost.panels.most_common(8)),
        "",
    )
    yield "memory then", f"{memory(browser, page) - empty:.0f} MiB", "200 MB"
    yield "frames while moving, not zoomed (median, 95 %)", told(page, False), "33 ms (95 %)"
    yield "frames while zooming (median, 95 %)", told(page, True), "33 ms (95 %)"
    yield "frames while moving (median, 95 %)", told(page, False), "33 ms (95 %)"
    page.screenshot(path="build/measure.png")
    context.close()
    relay.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one game, and write the docs if it was a whole one with all expansions."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="the expansions; all if none is named")
    parser.add_argument("--turns", type=int, default=WHOLE, help="stop after so many turns")
    parser.add_argument("--no-docs", action="store_true", help="do not update docs/")
    chosen = parser.parse_args(arguments)
    modules = chosen.modules or list(MODULES)
    if unknown := set(modules) - set(MODULES):
        parser.error(f"no expansion {', '.join(sorted(unknown))}; there are {', '.join(MODULES)}")
    chromium = find_chromium()
    if not chromium:
        parser.error("no Chromium was found; tools/ensure_chromium.py says where it looks")
    at, load = stamp("src", "benchmarks", "pyproject.toml", ":!*.md"), os.getloadavg()[0]
    rows: list[tuple[str, str, str]] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served.start(Path(data), bot_delay=(0.0, 0.05))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for row in measure(browser, served, modules, chosen.turns):
                rows.append(row)
                sys.stdout.write(f"{row[0]:44} {row[1]}\n")
                sys.stdout.flush()
        finally:
            browser.close()
            served.stop()
    if not (chosen.modules or chosen.no_docs) and chosen.turns == WHOLE:
        heading = f"Measured on {at}: {machine.processor()}, load before {load:.1f}."
        text = "\n".join([heading, "", *table(["", "measured", "target, at most"], rows)])
        DOCS.write_text(replaced(DOCS.read_text("utf-8"), NAME, text), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
