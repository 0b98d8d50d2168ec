"""The client against a server process: it plays, reconnects, resends, and reports errors clearly."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.client import Connection, Lost, Server, ServerRefused, place, sit
from bastide.kernel.game import Game
from bastide.server.common.model import Ack, Clock, CreateTable, Frame, SeatPlan
from tests.cli.test_serve import port_of, running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def order(*seats: SeatPlan, goal: int = 3, **more: Any) -> CreateTable:
    config = {"game": "island", "layout": "beginner", "options": {"first": 0, "goal": goal, "hand_limit": 3}}
    return CreateTable(name="Quay", nickname="Maud", config=config, seats=list(seats), **more)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_BOT_DELAY", "0,0")
    monkeypatch.setenv("BASTIDE_MESSAGE_RATE", "1000")


def test_the_example_plays_a_game_to_its_end(server: Server) -> None:
    with server.create(order(SeatPlan(), SeatPlan(), SeatPlan("bot", "greedy"))) as line:
        bot = subprocess.Popen(
            [sys.executable, str(BOT), line.link, "Robert"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            for table in line:
                if table.chairs[1].kind == "person":
                    break
            line.do("start")
            line.do("stand-in", "random")
            for table in line:
                if table.stage == "over" or not table.chairs[1].present:
                    break
            out, err = bot.communicate(timeout=60)
        finally:
            bot.kill()
        assert (bot.returncode, err) == (0, "")
        while line.table.stage != "over":
            line.next()
        assert out.startswith("Robert has seat 2: Quay\nwon: ")
        # What was put together from what followed is what the server shows now.
        shown = server.look(line.id, line.token)
        assert table.view is not None
        assert shown.view is not None
        assert table.view.log == shown.view.log
        record = Game.load(server.record(line.id))
        assert any(decision.seat == 1 for decision in record.decisions)


def test_a_line_comes_back_and_sends_again_what_was_not_answered(tmp_path: Path, quick: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running("serve", "--port", port, "--data", tmp_path) as (process, said):
        assert port_of(said) == port
        line = Server(f"127.0.0.1:{port}").create(order(SeatPlan(), SeatPlan("bot", "greedy"), start=True))
        assert line.table.stage == "playing"
        line.do("chat", "one")
        process.send_signal(signal.SIGKILL)
        process.wait(20)
    with running("serve", "--port", port, "--data", tmp_path), line:
        line.do("chat", "two")
        while len(line.table.chat) < 2:
            line.next()
        assert [said.text for said in line.table.chat] == ["one", "two"]
        assert line.table.seat == 0


class Forgetful(Connection):
    """A connection that breaks once the first answer to a command arrives."""

    lost = 0

    def _take(self, text: str | bytes) -> Frame:
        frame = super()._take(text)
        if isinstance(frame, Ack) and self.lost < 3:
            self.lost += 1
            raise ConnectionResetError("cut by the test")
        return frame


def test_an_answer_that_is_lost_makes_nothing_twice(server: Server) -> None:
    made = server.create(order(SeatPlan(), SeatPlan("bot", "greedy"), start=True))
    line = Forgetful(server, made.id, made.token)
    with line:
        version = line.table.version
        assert line.do("chat", "once") == version + 1
        assert line.lost == 3
        assert [said.text for said in server.look(made.id).chat] == ["once"]


def test_a_reader_that_comes_back_is_told_what_followed(server: Server) -> None:
    made = server.create(order(SeatPlan(), SeatPlan("bot", "greedy"), start=True))
    with made, server.watch(made.id) as line:
        before = line.next()
        assert before.seat is None
        socket = line._socket
        assert socket is not None
        socket.close()
        made.play("roll")
        while not line.events:
            after = line.next()
        assert after.version > before.version
        assert line.events[0]["kind"] == "roll"


def test_looking_takes_no_change_away(server: Server) -> None:
    """A client that sits down when it is already its turn must not wait for somebody else to move."""
    made = server.create(order(SeatPlan(), SeatPlan("bot", "greedy"), start=True))
    with made, server.watch(made.id, made.token) as line:
        known = line.table
        assert known.view is not None
        assert known.view.actors == [0]
        assert line._fresh
        assert line.next() == known


def test_what_is_refused_says_why(server: Server) -> None:
    with server.create(order(SeatPlan(), SeatPlan(), SeatPlan("bot"), password="anchor")) as line:
        with pytest.raises(ServerRefused) as early:
            line.play("roll")
        assert early.value.code == "stage"
        with pytest.raises(ServerRefused) as wrong:
            sit(line.link, "Odile")
        assert wrong.value.code == "password"
        line.set_password("rope and sail")
        with pytest.raises(ServerRefused, match="not the password"):
            sit(line.link, "Odile", seat=1, password="anchor")
        line.set_password("anchor")
        with sit(line.link, "Odile", seat=1, password="anchor") as odile:
            assert odile.table.seat == 1
            with pytest.raises(ServerRefused, match="taken"):
                sit(line.link, "Paul", password="anchor")
            line.do("start")
            with pytest.raises(ServerRefused, match="BASE-") as illegal:
                line.play("city 0,0,N")
            assert illegal.value.fault.rule
            line.play("roll")
            with pytest.raises(ServerRefused) as stale:
                line.do("play", "end", version=1)
            assert stale.value.code == "stale"
    with pytest.raises(ServerRefused, match="no table"):
        server.look("nosuchtable")
    with pytest.raises(ServerRefused, match="no table"), server.watch("nosuchtable") as nothing:
        nothing.next()
    with pytest.raises(ServerRefused) as forged, server.watch(line.id, "forged") as nobody:
        nobody.next()
    assert forged.value.code == "token"
    assert server.tables() == []


def test_a_server_that_is_gone_is_told_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    gone = Server(f"127.0.0.1:{port}", patience=0.2)
    with pytest.raises(Lost, match=f"127.0.0.1:{port}"):
        gone.tables()
    with pytest.raises(Lost, match="cannot be reached"), gone.watch("23456789abcdefghj") as line:
        line.next()


@contextlib.contextmanager
def saying(answer: bytes) -> Iterator[Server]:
    """A server that answers every request with this, and closes."""

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = listener.accept()
                with line:
                    line.recv(65536)
                    line.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield Server(f"127.0.0.1:{listener.getsockname()[1]}", patience=0.2)
        listener.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    "answer",
    [
        b'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"tables": [',
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{",
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nyes",
        b"no answer at all\r\n\r\n",
        b"",
    ],
)
def test_a_server_that_dies_in_the_middle_of_an_answer_is_lost(answer: bytes) -> None:
    with saying(answer) as server, pytest.raises(Lost, match=r"127\.0\.0\.1"):
        server.tables()
    with saying(answer) as server, pytest.raises((Lost, ServerRefused)), server.watch("23456789abcdefghj") as line:
        line.next()


def test_a_refusal_that_is_cut_off_is_one_all_the_same() -> None:
    with (
        saying(b"HTTP/1.1 404 Not Found\r\ncontent-length: 500\r\n\r\n{") as server,
        pytest.raises(ServerRefused, match="404"),
    ):
        server.tables()


def test_the_example_goes_on_after_a_pause_and_takes_its_seat_back(server: Server) -> None:
    clock = Clock(kind="turn", seconds=600)
    with server.create(order(SeatPlan(), SeatPlan(), goal=6, clock=clock)) as line:
        with sit(line.link, "Robert") as robert:
            line.do("start")
            robert.do("stand-in", "random")
            robert.do("pause")
            token = robert.token
        code = (
            f"import sys; sys.path.insert(0, {str(BOT.parent)!r}); import bot; from bastide.client import Server; "
            f"bot.sit = lambda link, name: Server({server.address!r}).watch({line.id!r}, {token!r}); "
            f"bot.main({line.link!r}, 'Robert')"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            for table in line:
                if table.chairs[1].present:
                    break
            line.do("resume")
            line.do("stand-in", "greedy")
            for table in line:
                if table.stage == "over":
                    break
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
        assert (process.returncode, err) == (0, "")
        assert not table.chairs[1].stand_in


@pytest.mark.parametrize("link", ["", "ABC", "http://localhost:8000", "http://localhost:8000/x/t", "ftp://x/t/ABC"])
def test_what_is_no_link_is_quoted(link: str) -> None:
    with pytest.raises(ValueError, match="one looks like") as caught:
        place(link)
    assert repr(link) in str(caught.value)
