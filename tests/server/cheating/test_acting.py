"""Acting where one may not: nothing of it changes the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cheating.ways import WAYS, Scene, code, scene
from tests.server.test_http import make


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path) as found:
        before = found.state().version
        yield found
        assert found.state().version == before, "nothing changed"


@WAYS
def test_out_of_turn(here: Scene, way: str) -> None:
    for text in ("draw", "end", "offer", "mark 1"):
        assert code(getattr(here, way)(here.odile, "play", text)) == "turn"


@WAYS
def test_as_a_spectator(here: Scene, way: str) -> None:
    ask = getattr(here, way)
    for do, text in (
        ("play", "draw"),
        ("undo", ""),
        ("redo", ""),
        ("leave", ""),
        ("start", ""),
        ("rematch", ""),
        ("why", "draw"),
    ):
        assert code(ask("", do, text)) == "spectator", do


@WAYS
def test_for_another_seat(here: Scene, way: str) -> None:
    """A seat is named by the token alone: what a command says of seats gives nobody another one."""
    ask = getattr(here, way)
    assert code(ask(here.odile, "play", "draw", seat=0)) == "turn"
    assert code(ask(here.odile, "open", seat=0)) == "host"
    assert code(ask(here.odile, "bot", "greedy", seat=0)) == "host"
    assert code(ask(here.odile, "stand-in", "greedy", seat=0)) in ("host", "stand-in")
    assert code(ask(here.odile, "sit", "Odile", id="s" * 16, seat=0)) in ("taken", "malformed")
    assert code(ask("", "sit", "Eve", id="s" * 16, seat=0)) == "taken"


@WAYS
def test_what_chance_must_decide(here: Scene, way: str) -> None:
    for token in (here.maud, here.odile):
        assert code(getattr(here, way)(token, "play", "card secret007")) in ("illegal", "turn")


@WAYS
def test_undo_past_chance_and_past_others(here: Scene, way: str) -> None:
    """The last thing that happened was a card: it cannot be taken back to draw a better one."""
    for token in (here.maud, here.odile):
        assert code(getattr(here, way)(token, "undo")) == "undo"


@WAYS
def test_with_an_old_version(here: Scene, way: str) -> None:
    ask = getattr(here, way)
    assert code(ask(here.maud, "play", "end", version=1)) == "stale"
    assert code(ask(here.maud, "play", "end", version=10**6)) == "stale", "from the future"


@WAYS
def test_an_action_of_another_table(tmp_path: Path, way: str) -> None:
    """The same command with the same id, at a table where the seat is somebody else's."""
    with scene(tmp_path) as here:
        other = make(here.client, "open", "greedy", start=True)
        ask = getattr(here, way)
        before = here.state().version
        assert ask(other["token"], "play", "mark 1", table=other["table"], id="same")["type"] == "ack"
        assert code(ask(other["token"], "play", "mark 1", id="same")) == "token"
        assert here.state().version == before


@WAYS
def test_the_id_of_somebody_elses_command(tmp_path: Path, way: str) -> None:
    """Ids are each seat's own: using another's neither repeats nor hinders what it does."""
    with scene(tmp_path) as here:
        ask = getattr(here, way)
        assert ask(here.maud, "play", "mark 1", id="mine")["type"] == "ack"
        assert code(ask(here.odile, "play", "mark 1", id="mine")) == "turn"
        assert code(ask("", "play", "mark 1", id="mine")) == "spectator"
        assert code(ask(here.maud, "play", "mark 2", id="mine")) == "used", "an id does one thing"
        before = here.state().version
        assert ask(here.maud, "play", "mark 1", id="mine")["type"] == "ack"
        assert here.state().version == before, "and does it once"
