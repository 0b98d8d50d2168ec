"""The build with a compiler, without one, or with one that fails; and that the source tree stays clean."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bastide_compile
import bastide_train
import pytest
from bastide_compile import CompileError, Wish
from bastide_tree import copied_tree, source_digest, source_files
from bastide_vendor import ROOT

from bastide.arena.matches import Series
from bastide.kernel.families import FAMILIES
from tests.chosen import now_and_then

PLAIN, COMPILED = "bastide-0-py3-none-any.whl", "bastide-0-cp311-cp311-linux_x86_64.whl"


class Setuptools(types.ModuleType):
    """Stands in for setuptools: compiles if there is a setup.py, or ends as it is told to."""

    def __init__(self) -> None:
        super().__init__("setuptools")
        self.build_meta = self
        self.ends_with: BaseException | None = None
        self.setup = ""
        self.folders: list[Path] = []

    def build_wheel(self, target: str, settings: object) -> str:
        """As setuptools does it."""
        self.folders.append(Path.cwd())
        if not Path("setup.py").exists():
            return PLAIN
        self.setup = Path("setup.py").read_text("utf-8")
        if self.ends_with is not None:
            raise self.ends_with
        return COMPILED


@pytest.fixture
def setuptools(monkeypatch: pytest.MonkeyPatch) -> Setuptools:
    stub = Setuptools()
    monkeypatch.setitem(sys.modules, "setuptools", stub)
    return stub


@pytest.fixture
def backend(setuptools: Setuptools, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The backend on a machine that can compile and has the page's files."""
    monkeypatch.delenv("BASTIDE_COMPILE", raising=False)
    sys.modules.pop("bastide_build", None)
    module = importlib.import_module("bastide_build")
    monkeypatch.setattr(module, "hindrance", lambda: "")
    monkeypatch.setattr(module, "fetch_vendor", lambda: None)
    monkeypatch.setattr(module, "vendor_is_complete", lambda: True)
    yield module
    sys.modules.pop("bastide_build", None)


# What is asked for.


def test_what_the_environment_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BASTIDE_COMPILE", raising=False)
    assert bastide_compile.wish() is Wish.IF_POSSIBLE
    for said, meant in (("", Wish.IF_POSSIBLE), ("0", Wish.PLAIN), ("1", Wish.COMPILED), ("2", Wish.GUIDED)):
        monkeypatch.setenv("BASTIDE_COMPILE", said)
        assert bastide_compile.wish() is meant
    monkeypatch.setenv("BASTIDE_COMPILE", "yes")
    with pytest.raises(CompileError, match=r"must be 0 .*, 1 .*, 2 .* or not set, got 'yes'"):
        bastide_compile.wish()


def test_a_wheel_is_compiled_where_that_is_possible(
    backend: Any, setuptools: Setuptools, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert backend.build_wheel(str(tmp_path)) == COMPILED
    assert "'src/bastide/kernel/rules.py'" in setuptools.setup
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("bastide: compiling ")
    assert said[1:] == ["bastide: the engine is compiled"]
    needed = backend.get_requires_for_build_wheel()
    assert [line.split("==")[0] for line in needed] == ["librt", "mypy"]
    assert setuptools.folders != []
    assert ROOT not in setuptools.folders


@pytest.mark.parametrize(
    "ending",
    [SystemExit("error: command 'gcc' failed with exit code 1"), ModuleNotFoundError("No module named 'mypyc'")],
)
def test_a_compiler_that_fails_is_one_clear_line(
    backend: Any, setuptools: Setuptools, tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: BaseException
) -> None:
    setuptools.ends_with = ending
    assert backend.build_wheel(str(tmp_path)) == PLAIN
    lines = [line for line in capsys.readouterr().err.splitlines() if "not compiled" in line]
    assert len(lines) == 1
    assert str(ending) in lines[0]
    assert "play the same games" in lines[0]
    assert len(set(setuptools.folders)) == 2, "the plain wheel is built from a tree that the failure has not touched"


def test_without_a_compiler_a_wheel_is_plain_and_says_so(
    backend: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backend, "hindrance", lambda: "there is no C compiler (looked for cc)")
    assert backend.get_requires_for_build_wheel() == []
    assert backend.build_wheel(str(tmp_path)) == PLAIN
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("bastide: not compiled: there is no C compiler (looked for cc); ")


def test_whoever_insists_gets_an_error(
    backend: Any, setuptools: Setuptools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BASTIDE_COMPILE", "1")
    setuptools.ends_with = SystemExit("error: command 'gcc' failed with exit code 1")
    with pytest.raises(SystemExit, match=r"^bastide: compiling failed \(error: command 'gcc' failed"):
        backend.build_wheel(str(tmp_path))
    monkeypatch.setattr(backend, "hindrance", lambda: "there is no C compiler (looked for cc)")
    for hook in (backend.get_requires_for_build_wheel, lambda: backend.build_wheel(str(tmp_path))):
        with pytest.raises(SystemExit, match=r"^bastide: there is no C compiler"):
            hook()


def test_plain_files_for_whoever_wants_them(
    backend: Any, setuptools: Setuptools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BASTIDE_COMPILE", "0")
    assert backend.get_requires_for_build_wheel() == []
    assert backend.build_wheel(str(tmp_path)) == PLAIN
    assert setuptools.setup == ""


def test_an_editable_install_is_never_compiled(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_COMPILE", "1")
    assert backend.get_requires_for_build_editable() == []


@pytest.mark.slow
def test_the_level_of_optimisation_can_be_lowered(
    backend: Any, setuptools: Setuptools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BASTIDE_COMPILE", "1")
    monkeypatch.delenv("BASTIDE_OPTIMIZE", raising=False)
    backend.build_wheel(str(tmp_path))
    assert "level='3'" in setuptools.setup
    monkeypatch.setenv("BASTIDE_OPTIMIZE", "1")
    backend.build_wheel(str(tmp_path))
    assert "level='1'" in setuptools.setup
    monkeypatch.setenv("BASTIDE_OPTIMIZE", "fast")
    with pytest.raises(SystemExit, match="BASTIDE_OPTIMIZE must be one of 0, 1, 2, 3 or not set, got 'fast'"):
        backend.build_wheel(str(tmp_path))


# Guided by a profile.


@pytest.mark.slow
def test_a_release_is_compiled_by_what_an_engine_that_counts_has_played(
    backend: Any, setuptools: Setuptools, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    profiled: list[Path] = []
    monkeypatch.setenv("BASTIDE_COMPILE", "2")
    monkeypatch.setattr(bastide_compile, "knows", lambda flags: True)
    monkeypatch.setattr(bastide_compile, "profile", profiled.append)
    assert backend.build_wheel(str(tmp_path)) == COMPILED
    assert profiled == setuptools.folders
    assert "-fprofile-use" in setuptools.setup
    monkeypatch.setenv("BASTIDE_COMPILE", "1")
    assert backend.build_wheel(str(tmp_path)) == COMPILED
    assert len(profiled) == 1
    assert "-fprofile" not in setuptools.setup


@pytest.mark.slow
def test_with_a_compiler_that_cannot_be_guided_it_is_compiled_once_and_one_line_says_so(
    backend: Any,
    setuptools: Setuptools,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BASTIDE_COMPILE", "2")
    monkeypatch.setattr(bastide_compile, "knows", lambda flags: False)
    assert backend.build_wheel(str(tmp_path)) == COMPILED
    assert "-fprofile" not in setuptools.setup
    assert "compiling once: the C compiler does not know -fprofile-use" in capsys.readouterr().err


def test_counting_leaves_its_counts_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps: list[str] = []
    object_, built, extension = (
        tmp_path / name for name in ("build/temp/build/unit_base.gcda", "build/lib/engine.so", "src/bastide/engine.so")
    )

    def run(command: list[str | Path], folder: Path, what: str) -> None:
        steps.append(Path(command[1] if "setup.py" in command else command[-1]).name)
        for path in (built, extension) if "setup.py" in command else (object_,):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    monkeypatch.setattr(bastide_compile, "run", run)
    bastide_compile.profile(tmp_path)
    assert steps == ["setup.py", "bastide_train.py"]
    assert "-fprofile-generate" in (tmp_path / "setup.py").read_text("utf-8")
    assert (object_.exists(), built.exists(), extension.exists()) == (True, False, False)


def test_a_step_of_counting_that_fails_or_counts_nothing_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CompileError, match=r"^playing with it failed \(status 3\)"):
        bastide_compile.run([sys.executable, "-c", "raise SystemExit(3)"], tmp_path, "playing with it")
    monkeypatch.setattr(bastide_compile, "run", lambda command, folder, what: None)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "rules.gcda").touch()  # one of the small extensions
    with pytest.raises(CompileError, match="has left no counts"):
        bastide_compile.profile(tmp_path)


@now_and_then(3)
@pytest.mark.slow
def test_every_family_and_module_is_played_to_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    there = list(bastide_train.sets())
    for family, place in FAMILIES.items():
        alone = [config["modules"] for config in there if config["game"] == family]
        assert [] in alone
        for name in importlib.import_module(place).MODULES:
            assert [name] in alone
    played: list[str] = []
    monkeypatch.setattr(bastide_train, "IN_THE_LOOP", 1)
    monkeypatch.setattr(bastide_train, "FROM_OUTSIDE", 1)
    monkeypatch.setattr(Series, "play", lambda series, index: played.append(f"{series.kinds[0]} {index}"))
    for number, config in enumerate(there):
        bastide_train.play(config, number)
    assert played == ["greedy 0"] * len(there)


# What setup.py does.


class Extension:
    """Stands in for an extension as mypyc describes it to setuptools."""

    def __init__(self, name: str, *sources: Path) -> None:
        self.name = name
        self.sources, self.include_dirs = [str(source) for source in sources], list[str]()
        self.extra_compile_args, self.extra_link_args = ["-O3"], list[str]()


class Command:
    """Stands in for setuptools' `build_ext`, with one extension of two C files."""

    def __init__(self, compiler: Any) -> None:
        self.compiler, self.parallel = compiler, 0
        self.objects: list[str] = []

    def build_extensions(self) -> None:
        """As setuptools does it."""
        self.objects = self.compiler.compile(["a.c", "b.c"], debug=False)


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """bastide_units beside mypyc and setuptools that only keep what they are given."""
    build = tmp_path / "build"
    modules = ("kernel___rules", "expansions___island___fog___rules", "expansions___island___fog___bot")
    sources = [build / f"__native_bastide___{name}.c" for name in modules]
    build.mkdir()
    made = [
        Extension("bastide.engine__mypyc", *sources, build / "bastide" / "__native_engine.c", build / "init.c"),
        Extension("bastide.kernel.rules", build / "bastide" / "kernel" / "rules.c"),
    ]
    stubs: dict[str, dict[str, Any]] = {
        "mypyc": {},
        "mypyc.build": {"mypycify": lambda files, **more: made},
        "setuptools": {"Extension": Extension, "setup": lambda **given: setattr(module, "given", given)},
        "setuptools.command": {},
        "setuptools.command.build_ext": {"build_ext": Command},
    }
    for name, content in stubs.items():
        stub = types.ModuleType(name)
        for word, value in content.items():
            setattr(stub, word, value)
        monkeypatch.setitem(sys.modules, name, stub)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "bastide_units", raising=False)
    module: Any = importlib.import_module("bastide_units")
    yield module
    sys.modules.pop("bastide_units", None)


def test_only_the_engine_itself_is_told_to_count_or_to_be_guided(setup: Any, tmp_path: Path) -> None:
    bastide_compile.write_setup(tmp_path, bastide_compile.COUNTING)
    exec((tmp_path / "setup.py").read_text("utf-8"), {})
    assert setup.given["cmdclass"] == {"build_ext": setup.BuildUnits}
    engine, small = setup.given["ext_modules"]
    assert (
        engine.extra_compile_args.count("-fprofile-generate") == engine.extra_link_args.count("-fprofile-generate") == 1
    )
    assert small.extra_link_args == []
    assert "-fprofile-generate" not in small.extra_compile_args
    assert small.extra_compile_args[0] == "-O3"


def test_the_engine_is_a_file_of_the_base_and_one_of_each_expansion(setup: Any, tmp_path: Path) -> None:
    engine, small = setup.extensions(["rules.py"], "3", flags=(), profiling=())
    base, fog = map(Path, engine.sources)
    assert (base.name, fog.name) == ("unit_base.c", "unit_island_fog.c")
    assert [Path(source).name for source in small.sources] == ["rules.c"]
    included = [line for line in base.read_text("utf-8").splitlines() if line.startswith('#include "')]
    assert included == [
        '#include "init.c"',
        '#include "__native_engine.h"',
        '#include "__native_internal_engine.h"',
        '#include "__native_bastide___kernel___rules.c"',
        '#include "bastide/__native_engine.c"',
    ]
    assert str(tmp_path / "build" / "bastide") in engine.include_dirs, "where the headers are"
    text = fog.read_text("utf-8")
    assert "init.c" not in text
    assert text.index("fog___rules.c") < text.index("fog___bot.c")


def test_each_file_is_compiled_on_its_own_at_the_same_time(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "workers", lambda: 2)
    together = threading.Barrier(2, timeout=60)

    def compile_(sources: list[str], *, debug: bool) -> list[str]:
        assert not debug
        together.wait()  # for the other call
        return [source.replace(".c", ".o") for source in sources]

    command = setup.BuildUnits(types.SimpleNamespace(compile=compile_))
    command.build_extensions()
    assert command.objects == ["a.o", "b.o"]
    assert command.parallel == 2


def test_a_file_that_does_not_compile_fails_the_build(setup: Any) -> None:
    def compile_(sources: list[str], **options: Any) -> list[str]:
        if sources == ["b.c"]:
            raise RuntimeError("b.c: error")
        return sources

    with pytest.raises(RuntimeError, match=r"b\.c: error"):
        setup.BuildUnits(types.SimpleNamespace(compile=compile_)).build_extensions()


def test_there_is_a_compiler_for_each_core_that_has_its_memory(setup: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    gigabytes = {"SC_PAGE_SIZE": 1 << 20, "SC_PHYS_PAGES": 3 << 10}
    monkeypatch.setattr(os, "sysconf", gigabytes.__getitem__, raising=False)
    for cores, expected in ((1, 1), (2, 2), (8, 3)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda process, cores=cores: range(cores), raising=False)
        assert setup.workers() == expected
    gigabytes["SC_PHYS_PAGES"] = 512
    assert setup.workers() == 1


# What the machine has.


def compiler(folder: Path, text: str) -> str:
    """A program that stands in for a C compiler."""
    path = folder / "cc"
    path.write_text(f"#!{sys.executable}\nimport sys\n{text}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(os.name == "nt", reason="on Windows setuptools looks for the compiler")
def test_what_hinders_compiling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    include = tmp_path / "include"
    include.mkdir()
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(include))
    monkeypatch.setenv("CC", compiler(tmp_path, "sys.exit(0)"))
    assert bastide_compile.hindrance().startswith(f"Python.h is not in {include} ")
    (include / "Python.h").touch()
    assert bastide_compile.hindrance() == ""
    monkeypatch.setenv("CC", compiler(tmp_path, "sys.exit('note\\nstdio.h: fatal error: no such file\\nstopped')"))
    assert bastide_compile.hindrance().endswith("cc does not work: stdio.h: fatal error: no such file")
    monkeypatch.setenv("CC", str(tmp_path / "none --fast"))
    assert bastide_compile.hindrance() == f"there is no C compiler (looked for {tmp_path / 'none'})"
    for unusable in ("#!/no/such/interpreter\n", "\x7fELF"):
        (tmp_path / "odd").write_text(unusable, "latin-1")
        (tmp_path / "odd").chmod(0o755)
        monkeypatch.setenv("CC", str(tmp_path / "odd"))
        assert "odd does not work: [Errno" in bastide_compile.hindrance()
    monkeypatch.setenv("CC", compiler(tmp_path, "sys.stderr.buffer.write(b'error: \\xe9crit'); sys.exit(1)"))
    assert "does not work: error: " in bastide_compile.hindrance()
    for blank in ("", " "):
        monkeypatch.setenv("CC", blank)
        assert bastide_compile.hindrance() == "there is no C compiler (CC is set, and names none)"


# The source tree.


def test_a_build_may_write_into_the_copy_of_a_tree_that_is_read_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "src" / "bastide").mkdir(parents=True)
    (tmp_path / "src" / "bastide" / "state.py").touch()
    monkeypatch.setattr("bastide_tree.ROOT", tmp_path)
    monkeypatch.setattr("bastide_tree.SOURCES", ("src",))
    for name in ("src/bastide", "src"):
        (tmp_path / name).chmod(0o555)
    try:
        with copied_tree() as tree:
            (tree / "src" / "bastide.egg-info").mkdir()
            assert (tree / "src" / "bastide").stat().st_mode & 0o700 == 0o700
    finally:
        for name in ("src", "src/bastide"):
            (tmp_path / name).chmod(0o755)


def test_every_compiled_file_is_of_the_engine_and_has_its_module() -> None:
    files, modules = bastide_compile.engine_files(ROOT), bastide_compile.engine_modules(ROOT)
    assert "src/bastide/kernel/rules.py" in files
    assert "bastide.kernel.rules" in modules
    assert "bastide.catan.base.config" not in modules
    assert len(files) == len(modules) > 20


@pytest.mark.parametrize("family", FAMILIES)
def test_rules_and_bot_of_a_room_of_any_family_are_compiled(family: str, tmp_path: Path) -> None:
    folder = tmp_path / "src" / "bastide" / "expansions" / family
    for path in (
        "fog/bot.py",
        "fog/rules.py",
        "fog/view.py",
        "mist/bot/__init__.py",
        "mist/bot/module.py",
        "mist/bot/weights.py",
        "mist/rules/__init__.py",
        "mist/rules/module.py",
        "mist/page/panels.py",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    place = f"bastide.expansions.{family}"
    assert bastide_compile.engine_modules(tmp_path) == [
        f"{place}.fog.bot",
        f"{place}.fog.rules",
        f"{place}.mist.bot.module",
        f"{place}.mist.bot.weights",
        f"{place}.mist.rules.module",
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_greedy_bot_of_any_family_is_compiled_less_its_interpreted_facade(family: str) -> None:
    players = {name for name in bastide_compile.engine_modules(ROOT) if f".greedy.{family}." in name}
    assert {name.rpartition(".")[2] for name in players} >= {"tables", "turn", "module_bot"}
    assert f"bastide.players.greedy.{family}.bot" not in players


def test_there_is_no_extension_in_the_source_tree() -> None:
    assert [path for path in (ROOT / "src").rglob("*") if path.suffix in (".so", ".pyd")] == []


def test_a_build_reads_a_copy_without_what_earlier_builds_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("src/bastide/state.py", "src/bastide/page.html", "pyproject.toml", "build_backend/b.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old", "ascii")
    for name in ("package.json", "package-lock.json", "README.md", "LICENSE"):
        (tmp_path / name).touch()
    before = source_digest(tmp_path)
    for name in ("src/bastide/state.so", "src/bastide/__pycache__/state.pyc", "src/bastide.egg-info/PKG-INFO"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert source_digest(tmp_path) == before
    assert Path("src/bastide/page.html") in source_files(tmp_path)
    monkeypatch.setattr("bastide_tree.ROOT", tmp_path)
    with copied_tree() as tree:
        assert tree == Path.cwd() != tmp_path
        there = {path.relative_to(tree) for path in tree.rglob("*") if path.is_file()}
    assert there == set(source_files(tmp_path))
    for name in ("src/bastide/state.py", "pyproject.toml"):
        (tmp_path / name).write_text("new", "ascii")
        assert source_digest(tmp_path) != before
        (tmp_path / name).write_text("old", "ascii")
    (tmp_path / "src/bastide/state.py").rename(tmp_path / "src/bastide/other.py")
    assert source_digest(tmp_path) != before
