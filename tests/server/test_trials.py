"""A plug-in that hangs or ends the program is tried in a process of its own; the server goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.kernel.errors import ConfigError
from bastide.kernel.plugins import any_installed, plugins
from bastide.server.engine.child import Child
from bastide.server.engine.contained import Escaped, contained
from bastide.server.engine.interface import Engine
from bastide.server.engine.trial import DEADLINE, Trials
from tests.kernel.test_plugins import RULES, install
from tests.processes import ServerProcess
from tests.server.tables import hub_in, playing, refused, run
from tests.server.toy import Toy, ToyGame

CONFIG = {"game": "island", "seats": 3, "modules": ["mine"]}
HANGS = "        while True: pass"


def wrong(method: str, body: str) -> str:
    """The rules of a plug-in whose method begins with this."""
    head, found, rest = RULES.partition(f"    def {method}(")
    line, _, rest = rest.partition("\n")
    assert found
    return f"{head}{found}{line}\n{body}\n{rest}"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an installed plug-in `mine`, on the path of this process, which does not import it."""
    place = tmp_path / "site"
    install(place, "mine = my_package.rules:Mine")
    monkeypatch.syspath_prepend(place)
    for known in (plugins, any_installed):
        known.cache_clear()
    yield place
    for known in (plugins, any_installed):
        known.cache_clear()
    assert "my_package" not in sys.modules


def write(site: Path, rules: str) -> None:
    (site / "my_package" / "rules.py").write_text(rules, "utf-8")


async def result(trials: Trials, config: dict[str, Any] = CONFIG) -> str:
    """What a trial says, or nothing."""
    try:
        await trials.check(config)
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "body", "said"),
    [
        ("__init__", HANGS, "the plug-in 'mine' does not return: building the game and playing took more than 2 s"),
        ("goal", HANGS, "the plug-in 'mine' does not return: building the game and playing took more than 2 s"),
        ("__init__", "        raise SystemExit(3)", "failed in rules.py, line 7: SystemExit: 3"),
        ("goal", "        raise KeyboardInterrupt", "failed in rules.py, line 11: KeyboardInterrupt: "),
        ("__init__", "        import os; os._exit(0)", "the plug-in 'mine' ends the program"),
        ("__init__", "        print('null', flush=True)\n        import os; os._exit(0)", "ends the program"),
        (
            "__init__",
            "        raise ValueError('wet')",
            "'my_package' failed in rules.py, line 7: ValueError: wet",
        ),
        ("__init__", "        print('hello')", ""),
    ],
)
def test_a_trial_names_the_plug_in_that_does_not_return_or_fails(site: Path, method: str, body: str, said: str) -> None:
    write(site, wrong(method, body))

    async def job() -> None:
        found = await result(Trials(2.0 if body == HANGS else 30.0))
        assert said in found
        assert bool(said) == bool(found)

    asyncio.run(job())


LEAVES = """        import os, time
        if not os.fork():
            os.setsid()
            print(os.getpid(), file=open({!r}, "a"), flush=True)
            time.sleep(100)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("then", "said"), [("        pass", ""), ("        raise ValueError('wet')", "wet")])
def test_a_process_that_a_plug_in_leaves_behind_holds_up_no_trial(site: Path, then: str, said: str) -> None:
    left = site / "left"
    write(site, wrong("__init__", LEAVES.format(str(left)) + then))

    async def job() -> None:
        trials = Trials(30.0)
        async with asyncio.timeout(60):
            for seats in (3, 4):
                found = await result(trials, {**CONFIG, "seats": seats})
                assert said in found
                assert bool(said) == bool(found)
            await trials.close()

    try:
        asyncio.run(job())
    finally:
        for process in left.read_text().split():
            os.kill(int(process), signal.SIGKILL)


TELLS = """        import json, os, sys
        links = []
        for number in os.listdir("/proc/self/fd"):
            try:
                links.append(os.readlink("/proc/self/fd/" + number).partition(":")[0])
            except OSError:
                pass
        found = [dict(os.environ), sys.orig_argv[1:], os.getcwd(), sorted(links)]
        json.dump(found, open({!r}, "w"))
"""


def test_a_trial_is_given_no_secret_of_the_server(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_SECRET", "a secret for tests only")
    monkeypatch.setenv("BASTIDE_DATABASE", "postgresql://user:password@host/")
    write(site, wrong("__init__", TELLS.format(str(site / "told"))))

    async def job() -> None:
        with (site / "database").open("w") as file:
            os.set_inheritable(file.fileno(), True)
            assert await result(Trials(30.0)) == ""

    asyncio.run(job())
    environment, arguments, folder, links = json.loads((site / "told").read_text("utf-8"))
    assert set(environment) <= {"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHASHSEED", "LC_CTYPE"}
    assert arguments == ["-P", "-m", "bastide.server.engine.trial"]
    assert folder == "/"
    assert sorted(set(links)) == ["/dev/null", "pipe"]
    assert len(links) <= 5


@pytest.mark.slow
@pytest.mark.parametrize("what", ["[]", "7", "{}x", '{"text": {"a": 1}}', "x" * 100_000])
def test_what_a_plug_in_writes_into_the_pipe_breaks_no_trial(site: Path, what: str) -> None:
    writes = (
        f"        import os\n        for pipe in range(3, 9):\n            try: os.write(pipe, {what!r}.encode())\n"
    )
    write(site, wrong("__init__", writes + "            except OSError: pass\n        os._exit(0)"))

    async def job() -> None:
        found = await result(Trials(30.0))
        assert found == "the plug-in 'mine' fails when a game is tried: no answer was read"

    asyncio.run(job())


@pytest.mark.slow
def test_a_trial_whose_server_was_killed_ends_by_itself(site: Path) -> None:
    write(site, wrong("__init__", HANGS))
    trial = "from bastide.server.engine import trial; trial.START = trial.DEADLINE = 1.5; trial.main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", trial], input=json.dumps(CONFIG).encode(), env=environment, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGALRM


@pytest.mark.slow
def test_a_result_is_remembered_by_config_and_version_and_one_trial_serves_all_who_wait(site: Path) -> None:
    counter = site / "count"
    counts = f"        open({str(counter)!r}, 'a').write('x')"
    write(site, wrong("__init__", counts))

    def tried() -> int:
        return len(counter.read_text()) if counter.exists() else 0

    async def job() -> None:
        trials = Trials(30.0)
        assert await asyncio.gather(*(result(trials) for _ in range(5))) == [""] * 5
        assert tried() == 1
        assert await result(trials) == ""
        assert tried() == 1
        assert await result(trials, {**CONFIG, "seats": 4}) == ""
        assert tried() == 2
        info = site / "my_package-1.0.dist-info" / "METADATA"
        info.write_text(info.read_text().replace("1.0", "1.1"))
        assert await result(trials) == ""
        assert tried() == 3
        await trials.close()

    asyncio.run(job())


@pytest.mark.parametrize(
    "config",
    [
        {"game": "island", "seats": 3, "modules": ["seafarers"]},
        {"game": "toy"},
        {"modules": 7},
        {"modules": [["mine"], {"mine": 1}, None]},
    ],
)
def test_a_config_without_plug_ins_starts_no_process(
    site: Path, config: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Child, "start", None)
    asyncio.run(Trials().check(config))


@pytest.mark.slow
def test_a_room_that_hangs_keeps_nobody_from_making_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "mine = my_package.rules:Mine")
    write(tmp_path, wrong("__init__", HANGS))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")])))

    async def make(server: ServerProcess, modules: list[str]) -> tuple[int, Any]:
        config = {"game": "island", "modules": modules}
        order = {"name": "The quay", "nickname": "Maud", "config": config, "seats": [{"kind": "open"}] * 3}
        return await asyncio.to_thread(server.ask, "/api/tables", order)

    async def job() -> None:
        with ServerProcess(engine="island") as server:
            assert server.port
            hung = asyncio.create_task(make(server, ["mine"]))
            begun = time.monotonic()
            await asyncio.sleep(1)
            assert (await make(server, []))[0] == 201
            assert (await asyncio.to_thread(server.ask, "/readyz"))[0] == 200
            assert not hung.done()
            status, fault = await hung
            assert (status, fault["code"]) == (400, "config")
            assert fault["message"].startswith("the plug-in 'mine' does not return")
            assert time.monotonic() - begun >= DEADLINE
            # Remembered for a while.
            begun = time.monotonic()
            assert (await make(server, ["mine"]))[0] == 400
            assert time.monotonic() - begun < DEADLINE / 2

    asyncio.run(job())


class Leaving(Toy):
    """A toy in which a draw ends the program."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def draw(self, game: ToyGame, rng: Any) -> Any:
        raise self.error


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, ValueError])
def test_a_decision_that_raises_anything_is_refused_and_the_table_goes_on(
    tmp_path: Path, error: type[BaseException]
) -> None:
    async def job() -> None:
        engine: Engine = Leaving(error)
        async with hub_in(tmp_path, engine=engine) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            await refused(maud.do("play", "draw"), "internal")
            await maud.do("play", "end")

    run(job())


def test_what_ends_a_program_becomes_an_error_and_nothing_else_does() -> None:
    for error in (SystemExit(3), KeyboardInterrupt()):
        with pytest.raises(Escaped) as caught, contained():
            raise error
        assert caught.value.__cause__ is error
    for other in (ValueError(), asyncio.CancelledError()):
        with pytest.raises(type(other)), contained():
            raise other
