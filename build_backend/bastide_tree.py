"""The files of the source tree that a build reads: copied for a build, and hashed."""

from __future__ import annotations

import contextlib
import fnmatch
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bastide_vendor import ROOT

SOURCES = ("src", "build_backend", "pyproject.toml", "package.json", "package-lock.json", "README.md", "LICENSE")
# Leftovers of builds and interpreters, which no build may read.
LEFTOVERS = ("__pycache__", "*.py[cod]", "*.so", "*.egg-info", ".*_cache")


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
        for folder, _, _ in os.walk(tree):
            os.chmod(folder, 0o755)  # a build writes into the copy, even if the tree is read-only
        os.chdir(tree)
        try:
            yield tree
        finally:
            os.chdir(before)


def source_files(root: Path = ROOT) -> list[Path]:
    """Return every file that a build reads, relative to `root`, in a stable order."""
    files: list[Path] = []
    for name in SOURCES:
        found = (root / name).rglob("*") if (root / name).is_dir() else [root / name]
        files += [path.relative_to(root) for path in found if path.is_file()]
    return sorted(path for path in files if not any(left_over(part) for part in path.parts))


def left_over(name: str) -> bool:
    """Tell whether a file or folder name is that of a build's or interpreter's leftover."""
    return any(fnmatch.fnmatch(name, pattern) for pattern in LEFTOVERS)


def source_digest(root: Path = ROOT) -> str:
    """Return a digest of the names and contents of all files that a build reads."""
    digest = hashlib.sha256()
    for path in source_files(root):
        content = (root / path).read_bytes()
        digest.update(f"{path.as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()
