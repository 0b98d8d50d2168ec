"""The self-checks of `make wheel` and `make engine`, and when they rebuild."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from bastide_compile import Wish, engine_modules
from bastide_tree import source_files
from bastide_vendor import vendor_files

from tools import compiled

ROOT = Path(__file__).parents[2]
TAG = ".cpython-311-x86_64-linux-gnu.so"


def package() -> set[str]:
    """The files that belong into a wheel."""
    vendor = {f"bastide/web/static/vendor/{name}" for name in vendor_files()}
    sources = (path.relative_to("src").as_posix() for path in source_files(ROOT) if path.parts[0] == "src")
    return vendor | {name for name in sources if not Path(name).name.startswith(".")}


def extensions() -> set[str]:
    modules = [name.replace(".", "/") for name in engine_modules(ROOT)]
    return {f"{name}{TAG}" for name in [*modules, "bastide/engine__mypyc"]}


@pytest.fixture
def wheel(tmp_path: Path) -> Callable[[Iterable[str]], Path]:
    def make(names: Iterable[str]) -> Path:
        path = tmp_path / "bastide.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name in (*names, "bastide-0.dist-info/METADATA"):
                archive.writestr(name, "")
        return path

    return make


# What is in a wheel.


def test_a_wheel_with_all_files_is_good(wheel: Callable[[Iterable[str]], Path]) -> None:
    assert compiled.check_files(wheel(package()), compiled=False).endswith(" 0 of them compiled as well")
    said = compiled.check_files(wheel(package() | extensions()), compiled=True)
    assert said.endswith(f" {len(engine_modules(ROOT))} of them compiled as well")


@pytest.mark.parametrize(
    "name",
    [
        "bastide/web/templates/error.html",
        "bastide/view/locale/fr/view.po",
        "bastide/web/static/vendor/idiomorph.esm.js",
    ],
)
def test_a_missing_file_is_named(wheel: Callable[[Iterable[str]], Path], name: str) -> None:
    assert name in package()
    with pytest.raises(compiled.Failed, match=f"lacks {name}$"):
        compiled.check_files(wheel(package() - {name}), compiled=False)


def test_what_does_not_belong_there_is_named(wheel: Callable[[Iterable[str]], Path]) -> None:
    with pytest.raises(compiled.Failed, match=r"should not hold tests/kit\.py$"):
        compiled.check_files(wheel(package() | {"tests/kit.py"}), compiled=False)


@pytest.mark.slow
def test_an_extension_too_few_or_too_many_is_noticed(wheel: Callable[[Iterable[str]], Path]) -> None:
    for lacking in ("bastide/kernel/rules", "bastide/engine__mypyc"):
        with pytest.raises(compiled.Failed, match="other extensions than"):
            compiled.check_files(wheel(package() | extensions() - {f"{lacking}{TAG}"}), compiled=True)
    for names in (set[str](), extensions() | {f"bastide/kernel/game{TAG}"}):
        with pytest.raises(compiled.Failed, match="other extensions than"):
            compiled.check_files(wheel(package() | names), compiled=True)
    with pytest.raises(compiled.Failed, match="other extensions than"):
        compiled.check_files(wheel(package() | extensions()), compiled=False)


def test_an_engine_that_counts_is_no_release(wheel: Callable[[Iterable[str]], Path]) -> None:
    path = wheel(package() | extensions())
    compiled.check_files(path, compiled=True)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(f"bastide/counting{TAG}", b"\x7fELF engine.gcda")
    with pytest.raises(compiled.Failed, match=r"would count what is played.*bastide/counting"):
        compiled.check_files(path, compiled=True)


# When a wheel is built.


def test_a_wheel_is_built_once_for_the_same_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built: list[str] = []

    def build(command: compiled.Command, what: str, **more: str) -> str:
        built.append(f"{more['BASTIDE_COMPILE']} -O{more['BASTIDE_OPTIMIZE']}")
        scratch = Path(command[list(command).index("--wheel-dir") + 1])
        (scratch / "bastide-0-py3-none-any.whl").touch()
        return "  Building\n  bastide: compiling once: of old\n"

    digests = iter("aaaabb")
    monkeypatch.setattr(compiled, "source_digest", lambda: next(digests))
    monkeypatch.setattr(compiled, "quiet", build)
    monkeypatch.setattr(compiled, "KEPT", tmp_path / "kept")
    first = compiled.built_wheel(Wish.GUIDED)
    assert "compiled: compiling once: of old\n" in capsys.readouterr().out, "what the build says of itself is told"
    assert compiled.built_wheel(Wish.GUIDED) == first
    assert "nothing has changed" in capsys.readouterr().out
    assert len({first, compiled.built_wheel(Wish.COMPILED), compiled.built_wheel(Wish.PLAIN)}) == 3
    assert built == ["2 -O3", "1 -O1", "0 -O3"], "guided, compiled once or plain: each is a wheel of its own"
    compiled.built_wheel(Wish.GUIDED)
    assert compiled.built_wheel(Wish.GUIDED).exists()
    assert built == ["2 -O3", "1 -O1", "0 -O3", "2 -O3"]
    assert not first.exists(), "of each kind only the latest is kept"
    assert len(list((tmp_path / "kept").iterdir())) == 3


@pytest.mark.parametrize(("command", "asked"), [("wheel", Wish.GUIDED), ("engine", Wish.COMPILED)])
def test_a_release_is_guided_and_what_the_tests_use_is_not(
    monkeypatch: pytest.MonkeyPatch, command: str, asked: Wish
) -> None:
    def stop(built: Wish) -> Path:
        raise compiled.Failed(built.name)

    monkeypatch.delenv("BASTIDE_COMPILE", raising=False)
    monkeypatch.setattr(compiled, "hindrance", lambda: "")
    monkeypatch.setattr(compiled, "built_wheel", stop)
    said: list[str] = []
    monkeypatch.setattr(compiled, "say", said.append)
    assert compiled.main([command]) == 1
    assert said == [asked.name]


def test_without_a_compiler_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BASTIDE_COMPILE", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(compiled, "hindrance", lambda: "there is no C compiler (looked for cc)")
    monkeypatch.setattr(compiled, "TALLIES", tmp_path / "checks")
    for part in ("engine", "tests-compiled", "differential"):
        assert compiled.main([part]) == 0
        assert capsys.readouterr().out == "compiled: left out: there is no C compiler (looked for cc)\n"
        told = json.loads((tmp_path / "checks" / f"{part}.json").read_text("utf-8"))
        assert told == {"why": "there is no C compiler (looked for cc)"}
    monkeypatch.setenv("CI", "1")
    assert compiled.main(["differential"]) == 1
    assert capsys.readouterr().out.endswith("(looked for cc), and with CI=1 nothing may be left out\n")
    assert compiled.main(["wheel"]) == 1
    assert "the release is compiled, and there is no C compiler" in capsys.readouterr().out


def test_a_step_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(compiled.Failed, match=r"^the build failed:\nno room\n$"):
        compiled.quiet([sys.executable, "-c", "import sys; sys.exit('no room')"], "the build")
    with pytest.raises(compiled.Failed, match=r"^a test failed$"):
        compiled.watched([sys.executable, "-c", "raise SystemExit(1)"], tmp_path, "a test")


# What is tested.


@pytest.mark.slow
def test_tests_for_a_compiled_engine_do_not_start_on_a_plain_one() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--co", "--compiled", "bastide.kernel.rules", "tests/kernel"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "bastide.kernel.rules is not compiled: it was loaded from " in done.stderr
