"""A server process that the tests of the client share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bastide.client import Server
from tests.cli.test_serve import port_of, running


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not wait; each test makes tables of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BASTIDE_BOT_DELAY", "0,0")
        patch.setenv("BASTIDE_MESSAGE_RATE", "1000")
        with running("serve", "--port", 0, "--data", tmp_path_factory.mktemp("tables")) as (_, said):
            yield Server(f"http://127.0.0.1:{port_of(said)}")
