"""Builds all files of a release into dist/, and checks each in a clean environment. Nothing is uploaded.

The source archive; from it a wheel of plain Python, for every platform; and a wheel for this platform with the engine
compiled (see tools/compiled.py), unless BASTIDE_COMPILE=0. SHA256SUMS lists them. The version is `__version__` in
src/bastide/__init__.py, and CHANGELOG.md must have a section for it.
The headline tables of figures must not be old (tools/figures.py).
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import venv
from hashlib import sha256
from pathlib import Path
from typing import Final

from tools import figures
from tools.compiled import DIST, RELEASE, ROOT, Failed, built_wheel, check_wheel, pip, quiet, say

sys.path.insert(0, str(ROOT / "build_backend"))
from bastide_compile import CompileError, Wish, hindrance, wish

VERSION: Final = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
TOOLS: Final = ("build>=1.2,<2", "twine>=6,<7")
"""What builds a source archive and checks how an index would show it."""


def version_of(root: Path) -> str:
    """The version of a source tree. Raises Failed if the change log has no section for it."""
    found = VERSION.search((root / "src" / "bastide" / "__init__.py").read_text("utf-8"))
    if found is None:
        raise Failed("src/bastide/__init__.py has no __version__")
    version = found[1]
    if not re.search(rf"^## {re.escape(version)}( |$)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        raise Failed(f"CHANGELOG.md has no section '## {version}'")
    return version


def made_source_archive(python: Path, target: Path) -> Path:
    """Build the source archive with the standard tool, in isolation. Raises Failed."""
    say("building the source archive")
    quiet([python, "-m", "build", "--sdist", "--outdir", target, ROOT], "building the source archive")
    return next(target.glob("*.tar.gz"))


def plain_wheel(archive: Path, target: Path) -> Path:
    """Build the wheel of plain Python from the source archive alone. Raises Failed."""
    say("building a wheel of plain Python from it")
    quiet(pip("wheel", "--no-deps", "--wheel-dir", target, archive), "building from the archive", BASTIDE_COMPILE="0")
    return next(target.glob("*-none-any.whl"))


def check_names(files: list[Path], version: str) -> None:
    """Raise Failed if a file has another version than the source tree."""
    for file in files:
        if not file.name.startswith(f"bastide-{version}"):
            raise Failed(f"{file.name} is not of version {version}")


def check_figures(root: Path) -> None:
    """Raise Failed if a headline table of figures is too old."""
    if old := figures.too_old(root):
        raise Failed("\n".join(["the documentation has old figures:", *old]))


def release() -> None:
    """Build the release into dist/ and check it. Raises Failed."""
    version = version_of(ROOT)
    check_figures(ROOT)
    compiled = wish() is not Wish.PLAIN
    if compiled and (why_not := hindrance()):
        raise Failed(f"the release is compiled, and {why_not}; BASTIDE_COMPILE=0 leaves out the compiled wheel")
    with tempfile.TemporaryDirectory(prefix="bastide-release-") as name:
        folder = Path(name)
        venv.create(folder / "tools", symlinks=sys.platform != "win32")
        python = folder / "tools" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        quiet(pip("--python", python, "install", "--quiet", *TOOLS), "installing the tools")
        archive = made_source_archive(python, folder)
        files = [archive, plain_wheel(archive, folder)]
        check_wheel(files[1], compiled=False)
        if compiled:
            files.append(built_wheel(RELEASE))
            check_wheel(files[2], compiled=True)
        check_names(files, version)
        quiet([python, "-m", "twine", "check", "--strict", *files], "the check of the metadata")
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        for file in files:
            shutil.copy(file, DIST)
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(DIST.iterdir()))
    (DIST / "SHA256SUMS").write_text(sums, "ascii")
    for file in sorted(DIST.iterdir()):
        say(f"dist/{file.name} ({file.stat().st_size / 1e6:.1f} MB)")
    say(f"version {version} is ready. It is not uploaded, and no tag is set")


def main() -> int:
    """Build the release; the exit status is 1 if it is not good."""
    try:
        release()
    except (CompileError, Failed) as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
