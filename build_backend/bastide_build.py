"""The PEP 517 backend of Bastide: setuptools, plus the web page's third-party files and the compiled engine.

Before any build it fetches the page's third-party files, unless they are there (see bastide_vendor.py).

With ``BASTIDE_COMPILE=1`` a wheel carries, beside each engine file listed under ``[tool.bastide] compiled``, the
extension module that mypyc makes of it. Wheels and source archives are built from a copy of the tree: an extension left
beside an edited source file would silently win over it, and setuptools would pack what an earlier build left behind.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bastide_vendor import NODE_WHEEL, ROOT, STAMP, configuration, fetch_vendor, node_command, say, vendor_is_complete
from setuptools import build_meta

# The part of the tree that a build reads.
SOURCES = ("src", "build_backend", "pyproject.toml", "package.json", "package-lock.json", "README.md", "LICENSE")
# What a build or an interpreter leaves in the tree, and no build may read.
LEFTOVERS = ("__pycache__", "*.py[cod]", "*.so", "*.egg-info", ".*_cache")

ConfigSettings = dict[str, Any] | None


def compile_wanted() -> bool:
    """Tell whether the environment asks for a compiled wheel."""
    return os.environ.get("BASTIDE_COMPILE", "0") not in ("", "0")


def has_c_compiler() -> bool:
    """Tell whether the C compiler that this Python would call is there."""
    if os.name == "nt":
        return True  # setuptools looks for Visual Studio itself, and says so when it finds none
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    return shutil.which(command[0]) is not None


def engine_files(tree: Path) -> list[str]:
    """Return the engine files to compile, relative to `tree`, in a stable order."""
    table = configuration()["tool"]["bastide"]

    def matching(key: str) -> set[Path]:
        return {path for pattern in table[key] for path in tree.glob(pattern) if path.is_file()}

    return sorted(path.relative_to(tree).as_posix() for path in matching("compiled") - matching("not-compiled"))


def write_setup(tree: Path) -> None:
    """Leave in `tree` the setup.py that makes setuptools compile the engine, if there is an engine and a C compiler."""
    files = engine_files(tree)
    if not files:
        say("no engine file to compile yet: building a wheel of plain Python")
    elif not has_c_compiler():
        say("no C compiler found: building a wheel of plain Python, which plays the same games, more slowly")
    else:
        say(f"compiling {len(files)} engine files with mypyc")
        (tree / "setup.py").write_text(
            "from mypyc.build import mypycify\n"
            "from setuptools import setup\n"
            f"setup(ext_modules=mypycify({files!r}, separate=True, debug_level='0'))\n",
            "utf-8",
        )


def requirements(*, compiled: bool) -> list[str]:
    """Return what a build needs beyond setuptools, given what this machine has."""
    needed: list[str] = []
    if not vendor_is_complete() and node_command("npm") is None:
        needed.append(NODE_WHEEL)
    if compiled and has_c_compiler():
        project = configuration()["project"]
        pinned = [*project["dependencies"], *project["optional-dependencies"]["test"]]
        needed += [line for line in pinned if line.startswith(("librt==", "mypy=="))]
    return needed


@contextlib.contextmanager
def copied_tree() -> Iterator[Path]:
    """Work in a clean copy of the source tree."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="bastide-build-") as scratch:
        tree = Path(scratch) / "bastide"
        tree.mkdir()
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns(*LEFTOVERS))
            else:
                shutil.copyfile(ROOT / name, tree / name)
        os.chdir(tree)
        try:
            yield tree
        finally:
            os.chdir(before)


def get_requires_for_build_wheel(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 517: what building a wheel needs."""
    return requirements(compiled=compile_wanted())


def get_requires_for_build_editable(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 660: what an editable install needs; it is never compiled."""
    return requirements(compiled=False)


def get_requires_for_build_sdist(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 517: what building a source archive needs."""
    return requirements(compiled=False)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: ConfigSettings = None) -> str:
    """PEP 517: write the metadata alone."""
    target = os.path.abspath(metadata_directory)
    with copied_tree():
        return build_meta.prepare_metadata_for_build_wheel(target, config_settings)


def build_wheel(
    wheel_directory: str, config_settings: ConfigSettings = None, metadata_directory: str | None = None
) -> str:
    """PEP 517: build a wheel, compiled if the environment asks for it."""
    fetch_vendor()
    target = os.path.abspath(wheel_directory)
    with copied_tree() as tree:
        if compile_wanted():
            write_setup(tree)
        return build_meta.build_wheel(target, config_settings)


def build_sdist(sdist_directory: str, config_settings: ConfigSettings = None) -> str:
    """PEP 517: build a source archive, with the vendor files in it, so that installing from it needs no npm."""
    fetch_vendor()
    target = os.path.abspath(sdist_directory)
    with copied_tree() as tree:
        (tree / "MANIFEST.in").write_text(
            f"graft build_backend\ninclude package.json package-lock.json\ninclude {STAMP.relative_to(ROOT)}\n", "utf-8"
        )
        return build_meta.build_sdist(target, config_settings)


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: ConfigSettings = None) -> str:
    """PEP 660: write the metadata alone."""
    return prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_editable(
    wheel_directory: str, config_settings: ConfigSettings = None, metadata_directory: str | None = None
) -> str:
    """PEP 660: point the environment at the source tree; plain Python, nothing compiled."""
    fetch_vendor()
    return build_meta.build_editable(wheel_directory, config_settings)
