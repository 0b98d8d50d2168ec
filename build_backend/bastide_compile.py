"""Decides whether and how the engine is compiled: the request, the machine's abilities, the files.

The environment variable ``BASTIDE_COMPILE`` requests: ``0`` plain Python files; ``1`` compiled ones or an error;
``2`` the same compiled twice, the second time with the profile of a training run of the first (profile-guided), as
in a release. Without it, the engine is compiled once if possible. ``BASTIDE_OPTIMIZE`` is the C compiler's level of
optimisation, ``0`` to ``3``; without it 3.
"""

from __future__ import annotations

import contextlib
import enum
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bastide_vendor import configuration, say

GROUP = "bastide.engine"
"""The extension that holds all compiled code is named after this, with ``__mypyc`` at its end."""
INLINING = ("-fno-semantic-interposition", "-fvisibility=hidden")
"""Let the C compiler inline functions that other libraries could replace or call, which none does; where it knows
them."""
COUNTING = ("-fprofile-generate",)
"""Makes an engine that counts, when it ends, beside its object file how often it went which way."""
GUIDED = ("-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile")
"""Compiles by these counts, and what was never played as it would be without. Only GCC knows the second."""
LEVELS = ("0", "1", "2", "3")
"""The levels of optimisation."""
PLAYS_ON = "the plain Python files are installed instead, which play the same games, more slowly"


class CompileError(Exception):
    """The requested compilation is impossible; the message says why."""


class Wish(enum.Enum):
    """The compilation requested."""

    PLAIN = "0"
    COMPILED = "1"
    GUIDED = "2"
    IF_POSSIBLE = ""


def wish() -> Wish:
    """Return the request in ``BASTIDE_COMPILE``.

    :raises CompileError: it is none of these.
    """
    said = os.environ.get("BASTIDE_COMPILE", "")
    try:
        return Wish(said)
    except ValueError:
        raise CompileError(
            "BASTIDE_COMPILE must be 0 (plain Python), 1 (compiled, or an error), 2 (compiled twice, guided by a "
            f"profile, or an error) or not set, got {said!r}"
        ) from None


def c_compiler() -> list[str]:
    """Return setuptools' C compiler command; empty if CC is set but blank."""
    return os.environ.get("CC", sysconfig.get_config_var("CC") or "cc").split()


def hindrance() -> str:
    """Return why this machine cannot compile for this Python, or "" if it can."""
    if sys.implementation.name != "cpython":
        return f"mypyc compiles for CPython, and this is {sys.implementation.name}"
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        return f"Python.h is not in {include} (Debian and Ubuntu have it in python3-dev, Fedora in python3-devel)"
    if os.name == "nt":
        return ""  # setuptools looks for Visual Studio itself, and reports if it finds none
    command = c_compiler()
    if not command:
        return "there is no C compiler (CC is set, and names none)"
    if shutil.which(command[0]) is None:
        return f"there is no C compiler (looked for {command[0]})"
    wrong = trial(command)
    return f"the C compiler {command[0]} does not work: {wrong}" if wrong else ""


def trial(command: list[str]) -> str:
    """Return a C compiler's error for a file that includes Python.h, or "" if it compiles."""
    with tempfile.TemporaryDirectory(prefix="bastide-cc-") as folder:
        source = Path(folder, "try.c")
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n", "ascii")
        arguments = [f"-I{sysconfig.get_path('include')}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            done = subprocess.run([*command, *arguments], capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            return str(error)
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
    return next((line for line in lines if "error" in line), lines[-1])


def engine_files(tree: Path) -> list[str]:
    """Return the engine files to compile, relative to `tree`, in a stable order."""
    table = configuration()["tool"]["bastide"]

    def matching(key: str) -> set[Path]:
        return {path for pattern in table[key] for path in tree.glob(pattern) if path.is_file()}

    return sorted(path.relative_to(tree).as_posix() for path in matching("compiled") - matching("not-compiled"))


def engine_modules(tree: Path) -> list[str]:
    """Return the names of the modules that are compiled, such as ``bastide.kernel.rules``."""
    return [".".join(Path(name).with_suffix("").parts[1:]) for name in engine_files(tree)]


def requirements() -> list[str]:
    """Return the compiler and the runtime of compiled code, in the versions that pyproject.toml pins."""
    project = configuration()["project"]
    pinned = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    return [line for line in pinned if line.startswith(("librt==", "mypy=="))]


def knows(flags: Sequence[str]) -> bool:
    """Return whether the C compiler knows these flags; clang only warns of unknown ones."""
    return os.name != "nt" and not trial([*c_compiler(), "-Werror", *flags])


def prepare(tree: Path, *, guided: bool) -> None:
    """Write into `tree` all that setuptools needs to compile the engine, once or guided by a profile.

    :raises CompileError: the instrumented engine cannot be compiled or run.
    """
    say(
        f"compiling {len(engine_files(tree))} engine files with mypyc and the C compiler takes some minutes; "
        "BASTIDE_COMPILE=0 skips it, and installs plain Python files"
    )
    if guided and not knows(GUIDED):
        say(f"compiling once: the C compiler does not know {' '.join(GUIDED)}")
        guided = False
    if guided:
        say("compiling twice: first an engine that counts what is played, then one by these counts")
        profile(tree)
    write_setup(tree, GUIDED if guided else ())


def write_setup(tree: Path, profiling: Sequence[str] = ()) -> None:
    """Write the setup.py with which setuptools compiles the engine; `profiling` flags apply to the engine only.

    :raises CompileError: ``BASTIDE_OPTIMIZE`` is no level.
    """
    # One extension for all files: mypyc then knows every subclass and can make direct calls. See
    # docs/decisions/0007-one-extension-for-the-engine.md.
    flags = [flag for flag in INLINING if knows([flag])]
    level = os.environ.get("BASTIDE_OPTIMIZE", "3")
    if level not in LEVELS:
        raise CompileError(f"BASTIDE_OPTIMIZE must be one of {', '.join(LEVELS)} or not set, got {level!r}")
    (tree / "setup.py").write_text(
        "import sys\n"
        "from setuptools import setup\n"
        "sys.path.insert(0, 'build_backend')\n"
        "from bastide_units import BuildUnits, extensions\n"
        f"modules = extensions({engine_files(tree)!r}, {level=!r}, {flags=!r}, profiling={[*profiling]!r})\n"
        "setup(ext_modules=modules, cmdclass={'build_ext': BuildUnits})\n",
        "utf-8",
    )


def profile(tree: Path) -> None:
    """Compile an instrumented engine, run it, and leave its profile for the next compilation in `tree`.

    :raises CompileError: one of these steps fails, or writes no profile.
    """
    write_setup(tree, COUNTING)
    run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], tree, "compiling an engine that counts")
    run([sys.executable, "-P", Path(__file__).with_name("bastide_train.py")], tree / "src", "playing with it")
    if not any((tree / "build").rglob("unit_base.gcda")):
        raise CompileError("the engine that counts has left no counts")
    for folder in (tree / "build").glob("lib*"):
        shutil.rmtree(folder)  # otherwise nothing would be recompiled
    for extension in (tree / "src").rglob("*.so"):
        extension.unlink()


@contextlib.contextmanager
def clock(seconds: float = 30.0) -> Iterator[None]:
    """Print every so many seconds how long something has been running."""
    done = threading.Event()
    begun = time.monotonic()

    def tell() -> None:
        while not done.wait(seconds):
            say(f"still compiling, for {time.monotonic() - begun:.0f} s so far")

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def run(command: list[str | Path], folder: Path, what: str) -> None:
    """Run a build step in a folder whose packages it can import.

    :raises CompileError: it fails.
    """
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": path}, check=False)
    if done.returncode != 0:
        raise CompileError(f"{what} failed (status {done.returncode}); more stands above")
