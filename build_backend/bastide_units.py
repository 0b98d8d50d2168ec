"""Compiles the engine's C code on all cores; the generated setup.py imports this.

setuptools compiles the C files of an extension one after another. Here a thread pool compiles them, one process each.
The C compiler inlines only within a file, so the files are units: the base (kernel, families, greedy players) with the
runtime library of mypyc, and each expansion. The units do not depend on the number of cores, so the compiled code does
not either. See docs/decisions/0049-the-engine-compiles-on-all-cores.md.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bastide_compile import GROUP
from mypyc.build import mypycify
from setuptools import Extension
from setuptools.command.build_ext import build_ext

BASE = "base"
"""The unit of all code outside the expansions, by far the largest. Files are compiled in alphabetical order: it is the
first."""
MEMORY = 1 << 30
"""Bytes of memory for each C compiler process."""
UNIT = """\
#include <Python.h>
#include <CPy.h>
{runtime}
/* Other units call these functions and read these variables directly, without a table of symbols. */
#ifdef __GNUC__
#pragma GCC visibility push(hidden)
#endif
#include "__native_{group}.h"
#include "__native_internal_{group}.h"
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
{modules}
"""


def extensions(files: Sequence[str], level: str, flags: Sequence[str], profiling: Sequence[str]) -> list[Extension]:
    """Translate Python files into C, and return the extensions to compile; `profiling` flags are for the engine only.

    Beside the engine there is one small extension per Python file.
    """
    print("bastide: mypyc translates the engine into C", flush=True)
    made: list[Extension] = mypycify([*files], group_name=GROUP, opt_level=level, debug_level="0", multi_file=True)
    for extension in made:
        own = profiling if extension.name == f"{GROUP}__mypyc" else ()
        extension.extra_compile_args = [*extension.extra_compile_args, *flags, *own]
        extension.extra_link_args = [*extension.extra_link_args, *own]
    engine = next(extension for extension in made if extension.name == f"{GROUP}__mypyc")
    engine.include_dirs = [*engine.include_dirs, *{str(Path(source).parent) for source in engine.sources}]
    engine.sources = write_units(engine.sources)
    print(
        f"bastide: the C compiler compiles it, {len(engine.sources)} files on {workers()} cores, "
        "which takes most of the time",
        flush=True,
    )
    return made


def write_units(sources: Sequence[str]) -> list[str]:
    """Write the units that include mypyc's C files, and return their paths."""
    folder = Path(os.path.commonpath(sources))
    runtime = [source for source in sources if not Path(source).name.startswith("__native_")]
    units: dict[str, list[str]] = {}
    for source in sources:
        if source not in runtime:
            units.setdefault(unit_of(source), []).append(source)

    def including(paths: Iterable[str]) -> str:
        return "\n".join(f'#include "{Path(path).relative_to(folder).as_posix()}"' for path in paths)

    for unit, modules in units.items():
        text = UNIT.format(
            runtime=including(runtime if unit == BASE else ()),
            group=GROUP.rpartition(".")[2],
            modules=including(modules),
        )
        (folder / f"unit_{unit}.c").write_text(text, "utf-8")
    return sorted(str(folder / f"unit_{unit}.c") for unit in units)


def unit_of(source: str) -> str:
    """Return the unit of a module's C file: that of its expansion, or the base."""
    match Path(source).stem.split("___"):
        case [_, "expansions", family, name, *_]:
            return f"{family}_{name}"
    return BASE


def workers() -> int:
    """Return how many C compilers run at a time: one per core, if memory suffices."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if hasattr(os, "sysconf"):
        cores = min(cores, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MEMORY)
    return max(cores, 1)


class BuildUnits(build_ext):
    """setuptools' command, with each C file compiled by a call of its own, several at a time."""

    def build_extensions(self) -> None:
        """Compile and link all extensions."""
        self.parallel = workers()
        compile_files = self.compiler.compile
        with ThreadPoolExecutor(workers()) as pool:

            def compile_each(sources: Sequence[str], **options: Any) -> list[str]:
                objects = pool.map(lambda source: compile_files([source], **options), sources)
                return [name for names in objects for name in names]

            self.compiler.compile = compile_each
            super().build_extensions()
