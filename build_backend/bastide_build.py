"""The PEP 517 backend of Bastide: setuptools, plus the web page's third-party files and the compiled engine.

Before any build it fetches the page's third-party files if they are missing (see bastide_vendor.py).

A wheel carries, beside each engine file listed under ``[tool.bastide] compiled``, its extension module compiled by
mypyc, unless plain files were requested or this machine cannot compile (see bastide_compile.py). Wheels and source
archives are built from a copy of the tree: an extension left beside an edited source file would silently shadow it,
and setuptools would pack leftovers of earlier builds.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import bastide_compile
from bastide_compile import PLAYS_ON, CompileError, Wish, clock, hindrance, prepare, wish
from bastide_tree import copied_tree
from bastide_vendor import NODE_WHEEL, ROOT, STAMP, fetch_vendor, node_command, say, vendor_is_complete
from setuptools import build_meta

ConfigSettings = dict[str, Any] | None
INSISTING = (Wish.COMPILED, Wish.GUIDED)
"""Whoever asks so gets a compiled engine or an error."""


def requirements(*, compiled: bool) -> list[str]:
    """Return the build requirements beyond setuptools on this machine."""
    needed: list[str] = []
    if not vendor_is_complete() and node_command("npm") is None:
        needed.append(NODE_WHEEL)
    if compiled:
        needed += bastide_compile.requirements()
    return needed


def get_requires_for_build_wheel(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 517: requirements for a wheel."""
    with one_line_errors():
        wanted = wish()
        why_not = hindrance() if wanted is not Wish.PLAIN else ""
        if wanted in INSISTING and why_not:
            raise CompileError(why_not)
    return requirements(compiled=wanted is not Wish.PLAIN and not why_not)


def get_requires_for_build_editable(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 660: needs of an editable install; it is never compiled."""
    return requirements(compiled=False)


def get_requires_for_build_sdist(config_settings: ConfigSettings = None) -> list[str]:
    """PEP 517: requirements for a source archive."""
    return requirements(compiled=False)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: ConfigSettings = None) -> str:
    """PEP 517: write the metadata alone."""
    target = os.path.abspath(metadata_directory)
    with copied_tree():
        return build_meta.prepare_metadata_for_build_wheel(target, config_settings)


def build_wheel(
    wheel_directory: str, config_settings: ConfigSettings = None, metadata_directory: str | None = None
) -> str:
    """PEP 517: build a wheel, compiled unless unwanted or impossible."""
    fetch_vendor()
    target = os.path.abspath(wheel_directory)
    with one_line_errors():
        wanted = wish()
        if wanted is Wish.PLAIN:
            say("BASTIDE_COMPILE=0: the engine stays plain Python")
        else:
            try:
                return compiled_wheel(target, config_settings, guided=wanted is Wish.GUIDED)
            except CompileError as error:
                if wanted in INSISTING:
                    raise
                say(f"not compiled: {error}; {PLAYS_ON}")
    with copied_tree():
        return build_meta.build_wheel(target, config_settings)


def compiled_wheel(target: str, config_settings: ConfigSettings, *, guided: bool) -> str:
    """Build a wheel with the compiled engine, guided by a profile or not.

    :raises CompileError: this machine cannot, or the compiler fails.
    """
    why_not = hindrance()
    if why_not:
        raise CompileError(why_not)
    with clock(), copied_tree() as tree:
        prepare(tree, guided=guided)
        try:
            name = build_meta.build_wheel(target, config_settings)
        except (Exception, SystemExit) as error:  # any error of mypyc, setuptools or the C compiler
            what = f"status {error}" if str(error).isdecimal() else str(error).strip() or type(error).__name__
            raise CompileError(f"compiling failed ({what.splitlines()[-1][:200]}); more stands above") from error
    say("the engine is compiled")
    return name


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """End the build with one line, not a traceback, if the engine cannot be compiled as requested."""
    try:
        yield
    except CompileError as error:
        sys.exit(f"bastide: {error}")


def build_sdist(sdist_directory: str, config_settings: ConfigSettings = None) -> str:
    """PEP 517: build a source archive that includes the vendor files, so that installing it needs no npm."""
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
