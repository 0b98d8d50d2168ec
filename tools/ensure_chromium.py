"""Find or install a Chromium for the browser tests: prints its path on stdout, progress on stderr.

Tried in this order: BASTIDE_CHROMIUM, a browser on the PATH, Playwright's own, `playwright install` and,
for root on a Debian-like system, `apt-get install`. If all fail it prints no path and still succeeds: the browser
tests are then skipped, and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def say(line: str) -> None:
    """Print a progress line."""
    print(f"browser tests: {line}", file=sys.stderr, flush=True)


def runs(path: str) -> bool:
    """Tell whether the browser at `path` starts: a download without its system libraries does not."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def attempt(command: Sequence[str], seconds: int) -> bool:
    """Run an installer and tell whether it succeeded; a slow or missing network must not delay the other tests."""
    say("trying " + " ".join(command))
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        say(f"that did not work: {error}")
        return False
    if done.returncode != 0:
        lines = done.stdout.strip().splitlines() or ["no message"]
        say("that did not work: " + next((line for line in lines if "error" in line.lower()), lines[-1]).strip())
    return done.returncode == 0


def on_path() -> str | None:
    """Return the browser in the environment or on the PATH."""
    named = os.environ.get("BASTIDE_CHROMIUM")
    candidates = [named] if named else [path for name in NAMES if (path := shutil.which(name))]
    return next((path for path in candidates if runs(path)), None)


def of_playwright() -> str | None:
    """Return Playwright's browser, if it is installed and starts."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) and runs(path) else None


def find_chromium() -> str | None:
    """Return the path of a Chromium that starts, without installing anything."""
    return on_path() or of_playwright()


def ensure_chromium() -> str | None:
    """Return the path of a Chromium that starts, installing one if need be."""
    found = find_chromium()
    if found is not None:
        return found
    attempt([sys.executable, "-m", "playwright", "install", "chromium"], 600)
    found = of_playwright()
    if found is not None or not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return found
    install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
    if attempt(install, 600) or (attempt(["apt-get", "update"], 300) and attempt(install, 600)):
        return find_chromium()
    return None


if __name__ == "__main__":
    chromium = ensure_chromium()
    if chromium is None:
        say("no Chromium could be had, so they will be skipped")
    else:
        say(f"using {chromium}")
        print(chromium)
