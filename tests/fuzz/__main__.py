"""Fuzz one target for a while: `python -m tests.fuzz messages --seconds 600`.

With atheris the inputs are guided by the lines that they reach; where there is none, Hypothesis makes them up from the
same examples. An input that is a finding is kept in the folder `--found`.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.fuzz.budget import CORPUS, LIMIT, MEMORY, PATIENCE

Target = Callable[[bytes], object]


def main() -> None:
    """Read the command line and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", choices=sorted(path.name for path in CORPUS.iterdir()))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--found", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--with", dest="engine", choices=("atheris", "hypothesis"), default=None)
    given = parser.parse_args()
    found = given.found / given.target
    (found / "corpus").mkdir(parents=True, exist_ok=True)
    try:
        if given.engine == "hypothesis":
            raise ImportError
        importlib.import_module("atheris")
    except ImportError:
        made_up(given.target, found, given.seconds, given.seed)
    else:
        guided(given.target, found, given.seconds, given.seed)


def guided(name: str, found: Path, seconds: int, seed: int) -> None:
    """Fuzz with atheris. It ends the process."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["bastide"]):
        target: Target = importlib.import_module("tests.fuzz.targets").TARGETS[name]
    # What is made only once is not to count as a part of the first input.
    for example in (CORPUS / name).iterdir():
        target(example.read_bytes())
    options = {
        "max_total_time": seconds,
        "seed": seed,
        "max_len": LIMIT,
        # Bounds for one input: seconds by the clock, also of a machine that is busy with other work, and of the first
        # input for a kind of game, which plays one; and megabytes for the whole process.
        "timeout": 6 * PATIENCE,
        "rss_limit_mb": MEMORY,
        "print_final_stats": 1,
        "artifact_prefix": f"{found}/",
    }
    folders = [str(found / "corpus"), str(CORPUS / name)]
    arguments = [sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), *folders]
    atheris.Setup(arguments, lambda data: target(data) and None)
    atheris.Fuzz()


def made_up(name: str, found: Path, seconds: int, seed: int) -> None:
    """Fuzz with Hypothesis: bytes, and examples with a piece in them replaced."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    target: Target = importlib.import_module("tests.fuzz.targets").TARGETS[name]
    examples = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    end = time.monotonic() + seconds
    runs = 0

    def spliced(example: bytes, place: float, length: int, piece: bytes) -> bytes:
        at = int(place * len(example))
        return (example[:at] + piece + example[at + length :])[:LIMIT]

    pieces = st.one_of(st.binary(max_size=40), st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")))
    inputs = st.one_of(
        st.binary(max_size=200),
        st.builds(spliced, st.sampled_from(examples), st.floats(0, 1), st.integers(0, 40), pieces),
    )

    def check(data: bytes) -> None:
        nonlocal runs
        runs += 1
        begun = time.process_time()
        try:
            target(data)
        except Exception:
            (found / f"crash-{hashlib.sha1(data).hexdigest()}").write_bytes(data)
            raise
        assert time.process_time() - begun < PATIENCE, f"too slow: {data!r}"

    while time.monotonic() < end:
        quiet = settings(max_examples=500, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        seeded(seed + runs)(quiet(given(inputs)(check)))()
    sys.stderr.write(f"Done {runs} runs in {seconds} second(s)\n")


if __name__ == "__main__":
    main()
