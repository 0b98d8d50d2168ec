"""Requests made up from the OpenAPI document, good and bad, one after the other and in chains, to a running server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_serve import port_of, running
from tests.fuzz.budget import seconds

SEED = 20260
ROOT = Path(__file__).parents[2]
UNLIMITED = {
    "BASTIDE_BOT_DELAY": "0,0",
    **{f"BASTIDE_{what}_{how}": "100000" for what in ("ADDRESS", "NEW_TABLE", "GUESS") for how in ("RATE", "BURST")},
    **{f"BASTIDE_{what}_{how}": "100000" for what in ("SIGN_IN", "REGISTER") for how in ("RATE", "BURST")},
}


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_every_answer_is_one_that_the_document_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No 5xx, and every status, media type and shape as documented; whatever is malformed is refused."""
    for name, value in UNLIMITED.items():
        monkeypatch.setenv(name, value)
    length = seconds(20)
    # A pipe that nobody reads would stop the server as soon as its log has filled it.
    log = tmp_path / "server.log"
    aside = f"import os; os.dup2(os.open({str(log)!r}, os.O_CREAT | os.O_WRONLY, 0o600), 2)"
    with running("serve", "--port", 0, "--data", tmp_path / "data", before=aside) as (server, said):
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run"),
            f"http://127.0.0.1:{port_of(said)}/api/openapi.json",
            # A stream does not end; tests/server/test_stream.py reads it.
            *("--exclude-path-regex", "/stream$"),
            # That a name is taken or a game impossible stands in no schema.
            *("--exclude-checks", "positive_data_acceptance"),
            *("--phases", "coverage,fuzzing,stateful", "--max-time", str(length)),
            *("--no-color", "--no-shrink", "--continue-on-failure"),
            *(["--seed", str(SEED)] if length <= 60 else []),
        ]
        environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.fuzz.hooks", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        server.send_signal(signal.SIGINT)
        server.wait(60)
    errors = log.read_text(encoding="utf-8")
    assert done.returncode == 0, done.stdout[-12_000:] + done.stderr[-2000:]
    assert "ERROR" not in errors, errors[-4000:]
    count = re.search(r"(\d+) generated", done.stdout)
    links = re.search(r"API Links: +(\d+) covered", done.stdout)
    assert count is not None, done.stdout[-2000:]
    assert links is not None, done.stdout[-2000:]
    sys.stderr.write(f"{count[0]}, {links[0]}\n")
    assert int(count[1]) > 0
    # A short run on a busy machine may not come that far.
    assert length <= 60 or int(links[1]) > 0, "no chain of requests got anywhere"
