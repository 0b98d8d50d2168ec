"""The subjects of the comparison, built, installed and cached under `build/bench`.

A subject that is unavailable on this machine is reported in one line and left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from bastide.cli import others
from bastide.cli.measures import measures as own_measures
from benchmarks.rounds import Subject
from benchmarks.seams import SeamError, strip
from tools import compiled as release

ROOT: Final = Path(__file__).resolve().parent.parent
CACHE: Final = ROOT / "build" / "bench"
WORKERS: Final = ROOT / "benchmarks" / "workers"
LEFT_OUT: Final = (
    ".git",
    ".venv*",
    "build",
    "dist",
    "site",
    "node_modules",
    "*.egg-info",
    "__pycache__",
    ".*_cache",
    "*.so",
)
"""What a copy of the source tree does without."""
CXX_FLAGS: Final = ("-std=c++23", "-O3", "-march=native", "-flto", "-fno-exceptions", "-fno-rtti", "-fno-builtin-catan")
"""Those of fastcatan's own CMakeLists.txt for a build on the machine where it runs."""
SINGLE: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

GAMES: Final = 1.0
"""Seconds that a round of whole games takes."""
SLOW_GAMES: Final = 3.0
"""The same for subjects that play few games in a second."""
CALLS: Final = 0.25
"""Seconds that a round of single calls takes."""
CALL_MEASURES: Final = ("facade", "configure", "copy", "legal", "apply", "notation", "resample", "view")


class Unavailable(Exception):
    """Something is not available here; the message is one line with the reason."""


def subjects(say: Callable[[str], None]) -> tuple[list[Subject], list[str]]:
    """Every available subject, and a line for each unavailable one."""
    CACHE.mkdir(parents=True, exist_ok=True)
    out: list[Subject] = []
    missing: list[str] = []
    # Subjects to be compared are adjacent, since they run in this order.
    for title, make in (
        ("Bastide, compiled, without module seams", without_seams),
        ("Bastide, compiled", compiled),
        ("fastcatan, C++ loop", fastcatan_loop),
        ("fastcatan, from Python", fastcatan_python),
        ("Bastide, interpreted", interpreted),
        ("catanatron", catanatron),
    ):
        say(f"preparing {title}")
        try:
            out.append(make(title))
        except (Unavailable, SeamError, OSError) as error:
            missing.append(f"{title}: {error}")
            say(f"left out: {missing[-1]}")
    return out, missing


def compiled(title: str, measures: Sequence[str] = ()) -> Subject:
    """The release wheel, in its own environment; with some measures of whole games alone, or all that are compared."""
    calls = {"greedy": GAMES, **dict.fromkeys(CALL_MEASURES, CALLS)}
    games = ("loop", "driven", "choices", "listed", "dealt")
    growth = [name for name in own_measures() if name.startswith(("seats ", "modules "))] + list(others.GAMES)
    quarters = [f"quarter {number + 1}" for number in range(others.QUARTERS)]
    return Subject(
        "compiled",
        title,
        worker(compiled_python(), "bastide_games"),
        dict.fromkeys(measures, GAMES)
        or {
            **dict.fromkeys(games, GAMES),
            **calls,
            **dict.fromkeys(growth, GAMES),
            **dict.fromkeys(quarters, CALLS),
        },
        {"PYTHONPATH": str(ROOT)},
    )


def without_seams(title: str) -> Subject:
    """The same, built without the module seams."""
    python = compiled_python()
    target = CACHE / "without-seams"
    with kept(target, sources_key()) as needed:
        if needed:
            tree = CACHE / "source-without-seams"
            shutil.rmtree(tree, ignore_errors=True)
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
            strip(tree)
            wheel = built_wheel(tree, CACHE / "wheel-without-seams")
            pip("install", "--no-deps", "--target", str(target), str(wheel))
    return Subject(
        "without_seams",
        title,
        worker(python, "bastide_games"),
        {"loop": GAMES},
        # PYTHONPATH takes precedence over the wheel installed there.
        {"PYTHONPATH": os.pathsep.join((str(target), str(ROOT)))},
    )


def interpreted(title: str) -> Subject:
    """The source tree."""
    return Subject(
        "interpreted",
        title,
        worker(Path(sys.executable), "bastide_games"),
        {"loop": SLOW_GAMES, "driven": SLOW_GAMES, "greedy": GAMES, **dict.fromkeys(CALL_MEASURES, CALLS)},
        {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
    )


def fastcatan_loop(title: str) -> Subject:
    """Our own loop over fastcatan's engine."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise Unavailable("there is no C++ compiler")
    source = fastcatan_source()
    program = CACHE / "fastcatan-loop" / "loop"
    driver = WORKERS / "fastcatan_loop.cpp"
    with kept(program.parent, digest([driver]), str(source), compiler, *CXX_FLAGS) as needed:
        if needed:
            command = [
                compiler,
                *CXX_FLAGS,
                f"-I{source / 'include'}",
                str(driver),
                str(source / "src/catan/rules.cpp"),
            ]
            run([*command, "-o", str(program)])
    return Subject("fastcatan_loop", title, (str(program),), {"loop": GAMES})


def fastcatan_python(title: str) -> Subject:
    """fastcatan on the Python that also runs Bastide, so both loops share an interpreter; else on a newer one.

    Its wheels need Python 3.12. An older one builds it from source.
    """
    requirement = peers()["fastcatan"]
    folder = CACHE / "fastcatan"
    with kept(folder, requirement, sys.version) as needed:
        if needed:
            this = Path(sys.executable)
            try:
                venv(
                    this,
                    folder,
                    requirement if sys.version_info >= (3, 12) else str(for_this_python(fastcatan_source())),
                )
            except Unavailable:
                newer = newer_python()
                if newer is None:
                    raise
                venv(newer, folder, requirement)
    return Subject(
        "fastcatan",
        title,
        worker(venv_python(folder), "fastcatan_games"),
        {"driven": GAMES, "masked": GAMES, "batch": GAMES},
        {"PYTHONPATH": str(ROOT), **SINGLE},
    )


def catanatron(title: str) -> Subject:
    """catanatron, which is plain Python."""
    requirement = peers()["catanatron"]
    folder = CACHE / "catanatron"
    with kept(folder, requirement, sys.version) as needed:
        if needed:
            venv(Path(sys.executable), folder, requirement)
    return Subject(
        "catanatron",
        title,
        worker(venv_python(folder), "catanatron_games"),
        {"driven": SLOW_GAMES},
        {"PYTHONPATH": str(ROOT)},
    )


# Bastide


def compiled_python() -> Path:
    """The Python of an environment with the release wheel. Raises Unavailable if nothing can be compiled here."""
    folder = CACHE / "bastide"
    with kept(folder, sources_key()) as needed:
        if needed:
            try:
                # The wheel of `make wheel`, from its cache.
                with contextlib.redirect_stdout(sys.stderr):
                    wheel = release.built_wheel(release.RELEASE)
            except release.Failed as error:
                lines = str(error).splitlines()
                raise Unavailable(next((line for line in lines if "bastide: " in line), lines[-1]).strip()) from None
            venv(Path(sys.executable), folder, str(wheel))
    return venv_python(folder)


def built_wheel(tree: Path, folder: Path, compile_: str = "2") -> Path:
    """The compiled wheel of another source tree. Raises Unavailable."""
    shutil.rmtree(folder, ignore_errors=True)
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(tree), environment={"BASTIDE_COMPILE": compile_})
    [wheel] = folder.glob("*.whl")
    return wheel


@cache
def sources_key() -> str:
    """A cache key: the sources, the build backend, this Python and its compiler."""
    return release.kept_folder(release.RELEASE).name


# Peers


def peers() -> dict[str, str]:
    """Requirements for pip, by name: the extra `bench` of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = (line.partition(";")[0].strip() for line in project["optional-dependencies"]["bench"])
    return {line.partition("==")[0]: line for line in wanted}


def fastcatan_source() -> Path:
    """The unpacked source distribution of fastcatan. Raises Unavailable."""
    requirement = peers()["fastcatan"]
    folder = CACHE / "fastcatan-source"
    with kept(folder, requirement) as needed:
        if needed:
            options = ("--no-deps", "--no-binary", "fastcatan", "--ignore-requires-python")
            pip("download", *options, "--dest", str(folder), requirement)
            [archive] = folder.glob("*.tar.gz")
            with tarfile.open(archive) as file:
                file.extractall(folder, filter="data")
    [source] = (path for path in folder.iterdir() if path.is_dir())
    return source


def for_this_python(source: Path) -> Path:
    """A copy of fastcatan's sources that builds on Python before 3.12, without the stable ABI.

    :raises Unavailable: the sources are not those of version 2.0.0.
    """
    tree = CACHE / "fastcatan-for-older-python"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(source, tree)
    changes = (
        ("CMakeLists.txt", r"find_package\(Python 3\.12 REQUIRED", "find_package(Python 3.11 REQUIRED"),
        ("CMakeLists.txt", r" Development\.SABIModule\)", ")"),
        ("CMakeLists.txt", r"\n +STABLE_ABI\n", "\n"),
        ("pyproject.toml", r'requires-python = ">=3\.12"', 'requires-python = ">=3.11"'),
        ("pyproject.toml", r'\nwheel\.py-api = "cp312"', ""),
    )
    for name, pattern, new in changes:
        path = tree / name
        text, count = re.subn(pattern, new, path.read_text("utf-8"))
        if count != 1:
            raise Unavailable(f"its {name} has changed, and is not built for Python {sys.version_info[1]}")
        path.write_text(text, "utf-8")
    return tree


def newer_python() -> Path | None:
    """A Python installed beside this one for which fastcatan has wheels, if there is one."""
    names = ("python3.12", "python3.13", "python3.14")
    found = [shutil.which(name) for name in names]
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    pyenv = [str(path) for name in names for path in sorted(versions.glob(f"3.*/bin/{name}"))]
    for path in [*found, *pyenv]:
        # A command on the PATH may be a stub that only says it is not installed.
        if (
            path
            and subprocess.run([path, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode == 0
        ):
            return Path(path)
    return None


# Tools


class kept:
    """A cached folder, kept until its key changes.

    As a context manager it yields whether to build it; it is then empty, and counts as built if nothing is raised.
    """

    def __init__(self, folder: Path, *key: str) -> None:
        self.folder = folder
        self.stamp = folder.with_name(f".{folder.name}.made")
        self.key = "\n".join(key)

    def __enter__(self) -> bool:
        self.needed = not (self.folder.is_dir() and self.stamp.is_file() and self.stamp.read_text("utf-8") == self.key)
        if self.needed:
            self.stamp.unlink(missing_ok=True)
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
        return self.needed

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.needed and kind is None:
            self.stamp.write_text(self.key, "utf-8")


def worker(python: Path, name: str) -> tuple[str, ...]:
    """The command that runs a worker; -P keeps the current folder off the search path."""
    return (str(python), "-P", "-m", f"benchmarks.workers.{name}")


def venv(python: Path, folder: Path, *requirements: str) -> None:
    """Make a virtual environment with these packages. Raises Unavailable."""
    run([str(python), "-m", "venv", "--clear", str(folder)])
    pip("install", *requirements, python=venv_python(folder))


def venv_python(folder: Path) -> Path:
    """The Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def pip(*arguments: str, python: Path | None = None, environment: Mapping[str, str] | None = None) -> None:
    """Run pip. Raises Unavailable."""
    run([str(python or sys.executable), "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments], environment)


def run(command: list[str], environment: Mapping[str, str] | None = None) -> None:
    """Run a command; its output goes to build/bench/log.txt. Raises Unavailable with its last line."""
    done = subprocess.run(
        command,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        check=False,
    )
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "log.txt").open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    if done.returncode != 0:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()]
        raise Unavailable((errors or lines or [f"{command[0]} failed"])[-1])


def digest(files: list[Path]) -> str:
    """A hash of some files' content."""
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in contents(files))).hexdigest()


def contents(files: list[Path]) -> Iterator[Path]:
    """The files in a stable order, without interpreter leftovers."""
    return iter(sorted(path for path in files if "__pycache__" not in path.parts))
