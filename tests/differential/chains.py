"""Games that were played elsewhere on the compiled engine: `tests/combinations` keeps their chains for this run.

They stand for games of the compiled side only while they are of the same engine, the same tests and the same seeds.
"""

from __future__ import annotations

import importlib
import json
import os
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import bastide
from tests.differential.chain import Outcome
from tests.differential.sets import Set

FOLDER: Final = os.environ.get("BASTIDE_CHAINS", "")
"""Where the chains are kept, as `make tests-compiled` sets it; a run without it keeps none."""
TESTS: Final = Path(__file__).parents[1]

Line = dict[str, Any]
Key = tuple[str, int]


class Kept(NamedTuple):
    """The games that were kept, as lines of the worker, and the files that are of another engine or of other tests."""

    games: dict[Key, Line]
    stale: list[str]


def line_of(set_: Set, seed: int, outcome: Outcome) -> Line:
    """A game as the worker writes it."""
    return {"set": set_.name, "seed": seed, **asdict(outcome)}


def loaded(modules: str) -> dict[str, str]:
    """The file that each module, of a list with commas, was loaded from."""
    return {name: importlib.import_module(name).__file__ or "" for name in modules.split(",") if name}


def origin(modules: str) -> Line:
    """What the games depend on beside their seeds: the folder of the engine, what it was loaded from, the tests."""
    # An extension may say that its folder is another, depending on what was imported first.
    files = {name: Path(file).name for name, file in loaded(modules).items()}
    return {"folder": str(Path(bastide.__file__).parent), "files": files, "tests": digest()}


@cache
def digest() -> str:
    """A hash of all tests and their tables: they decide which games are played, and how."""
    hash_ = sha256()
    for path in sorted(TESTS.rglob("*")):
        if path.suffix in (".py", ".toml"):
            hash_.update(f"{path.relative_to(TESTS)}\n".encode() + path.read_bytes())
    return hash_.hexdigest()


def keep(name: str, modules: str, games: list[Line], folder: str = FOLDER) -> None:
    """Write games to a file of this name, if they are kept at all."""
    if folder and games:
        text = json.dumps({**origin(modules), "games": games})
        Path(folder, f"{name}.json").write_text(text + "\n", "utf-8")


def kept(folder: Path, modules: str) -> Kept:
    """The games in a folder that this engine and these tests have played."""
    here = origin(modules)
    out = Kept({}, [])
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text("utf-8"))
        games = found.pop("games")
        if found == here:
            out.games.update({(line["set"], line["seed"]): line for line in games})
        else:
            out.stale.append(path.name)
    return out
