"""The programs of the documentation that play at a table, and the requests that it shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from bastide_vendor import node_command

from bastide.client import Server
from bastide.kernel.game import Game
from bastide.server.common.model import CreateTable, SeatPlan
from bastide.server.log.commands import SIT_ID
from tests.browser.fixtures import missing
from tests.cli.test_docs import FILE, PAGES

CONFIG: dict[str, Any] = {
    "game": "island",
    "layout": "beginner",
    "modules": ["event_cards", "fishermen"],
    "options": {"first": 0, "goal": 3, "hand_limit": 3},
}


@pytest.mark.parametrize(
    ("page", "name"),
    [("docs/write-a-bot.md", "http_bot.py"), ("docs/bots.md", "client_bot.py"), ("docs/http.md", "http_bot.mjs")],
)
def test_the_program_plays_a_game_to_its_end(server: Server, tmp_path: Path, page: str, name: str) -> None:
    program = tmp_path / name
    program.write_text(next(found["text"] for found in FILE.finditer(PAGES[page]) if found["name"] == name), "utf-8")
    interpreter = [sys.executable]
    if program.suffix == ".mjs":
        interpreter = node_command("node") or []
        if not interpreter:
            missing("there is no Node")
    plan = CreateTable(
        name="Quay", nickname="Maud", config=CONFIG, seats=[SeatPlan(), SeatPlan(), SeatPlan("bot", "greedy")]
    )
    with server.create(plan) as line:
        bot = subprocess.Popen([*interpreter, program, line.link, "Robert"], stderr=subprocess.PIPE, text=True)
        try:
            for table in line:
                if table.chairs[1].kind == "person":
                    break
            line.do("start")
            line.do("stand-in", "random")
            for table in line:
                if table.stage == "over" or bot.poll() is not None:
                    break
            _, err = bot.communicate(timeout=60)
        finally:
            bot.kill()
        assert (bot.returncode, err) == (0, "")
        record = Game.load(server.record(line.id))
        assert any(decision.seat == 1 for decision in record.decisions)


def test_nobody_can_guess_the_request_for_a_seat(tmp_path: Path) -> None:
    """Who repeats it gets the seat, so the nickname must not determine it."""
    program = tmp_path / "http_bot.py"
    program.write_text(
        next(found["text"] for found in FILE.finditer(PAGES["docs/write-a-bot.md"]) if found["name"] == program.name),
        "utf-8",
    )
    asked: list[str] = []

    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["content-length"])))["id"])
            self.send_error(409)

    with HTTPServer(("127.0.0.1", 0), Refusing) as refusing:
        thread = threading.Thread(target=refusing.serve_forever, daemon=True)
        thread.start()
        for _ in range(2):
            link = f"http://127.0.0.1:{refusing.server_port}/t/TABLE"
            subprocess.run([sys.executable, program, link, "Robert"], capture_output=True, check=False)
        refusing.shutdown()
        thread.join()
    assert len(set(asked)) == 2
    assert min(map(len, asked)) >= SIT_ID


def test_the_requests_of_the_tutorial_are_answered_as_shown(server: Server) -> None:
    """Every request of docs/http.md up to the stream, in its order, by the shell that reads the page."""
    text = PAGES["docs/http.md"].partition("Follow the changes")[0]
    blocks = [
        re.sub("^    ", "", block, flags=re.MULTILINE) for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    ]
    shell: list[str] = []
    said: list[Any] = []
    values: dict[str, str] = {}
    for block in blocks:
        if block.startswith("SERVER="):
            shell = [f"SERVER={server.address}", block.splitlines()[1]]
        elif "curl" in block:
            if "TABLE=" in block:
                block = "\n".join(line for line in block.splitlines() if not line.startswith("TABLE="))
            known = [f"{name}={value}" for name, value in values.items()]
            done = subprocess.run(
                ["bash", "-c", "\n".join([*shell, *known, block])], capture_output=True, text=True, check=True
            )
            said.append(done.stdout)
            if '"type":"seated"' in done.stdout:
                answer = json.loads(done.stdout)
                values["TABLE"] = answer["table"]
                values["ROBERT" if "MAUD" in values else "MAUD"] = answer["token"]
        elif block.startswith("{"):
            shown, answer = block, json.loads(said[-1])
            assert set(re.findall(r'"(\w+)":', re.sub(r'"fault":\{.*\}', '"fault":', shown))) <= set(answer), shown
            for name in ("type", "id", "version", "seat"):
                found = re.search(rf'"{name}":("?)([^",}}]*)\1', shown)
                if found is not None and "..." not in found[2] and name in answer:
                    assert str(answer[name]) == found[2], (name, shown)
        elif block.startswith("3 ["):
            assert said[-1] == block
    assert len(said) == 6
