"""A scripted client: plays one seat of a story, resends until it is answered, and comes back with what it has seen."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.faults.story import Story, awaited, decide

PING: Final = "ping"
"""The id of questions whether the line still stands."""
TRY_AGAIN: Final = frozenset({"store", "busy"})
"""The refusals after which the same command may be sent again."""


class Memory:
    """What all tabs of one seat know together: what was acknowledged, as which version; how often it took back."""

    def __init__(self) -> None:
        self.acknowledged: dict[str, int] = {}
        self.undone: set[str] = set()
        self.version = 0


class Client:
    """One tab of one seat, or of a spectator (no token).

    `patience` is after how many silent seconds everything unanswered is sent again. `orderly` is whether the line keeps
    what is sent in order and loses nothing of it but its end: only then can be said what must come when.

    `heard` are the events that it was told after its first frame, None if some were not; `came` is how many decisions
    had been made before that frame.
    """

    def __init__(
        self,
        story: Story,
        port: int,
        table: str,
        token: str = "",
        *,
        memory: Memory | None = None,
        orderly: bool = True,
    ) -> None:
        self.story = story
        self.port = port
        self.table = table
        self.token = token
        self.memory = memory or Memory()
        self.orderly = orderly
        self.patience = 2.0 if orderly else 0.08
        self.chats = bool(token)
        self.version = 0
        self.shown: dict[str, Any] | None = None
        self.heard: list[dict[str, Any]] | None = []
        self.came = 0
        self.log: list[dict[str, Any]] = []
        self.chat: dict[int, str] = {}
        self.refused: Counter[str] = Counter()
        self.lines = 0
        self.stopped = False
        self._pending: dict[str, dict[str, Any]] = {}
        self._fresh = True

    @property
    def over(self) -> bool:
        """Whether this client has seen the end of the game, and has nothing left unanswered."""
        return self.shown is not None and self.shown["result"] is not None and not self._pending

    async def play(self) -> None:
        """Play until the game is over, whatever happens to the line and the server."""
        while not self.over and not self.stopped:
            seen = f"&seen={self.version}" if self.version else ""
            address = f"ws://127.0.0.1:{self.port}/ws/{self.table}?as=json{seen}"
            headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            try:
                async with connect(
                    address, additional_headers=headers, open_timeout=5, close_timeout=0.2, compression=None
                ) as line:
                    self.lines += 1
                    await self._converse(line)
            except (OSError, TimeoutError, WebSocketException, EOFError):
                await asyncio.sleep(0.01)

    async def _converse(self, line: ClientConnection) -> None:
        self._fresh = True
        for command in self._pending.values():
            await self._send(line, command)
        silent = time.monotonic()
        while not self.over:
            try:
                frame = msgspec.json.decode(await asyncio.wait_for(line.recv(), self.patience))
            except TimeoutError:
                # Something was lost: send it again, and ask what is new.
                for command in self._pending.values():
                    await self._send(line, command)
                # On an orderly line a frame may be on its way, and its events would be told again.
                ask = {"id": PING, "do": "ping"} if self.orderly else {"id": "look", "do": "seen"}
                await self._send(line, {"version": self.version, **ask})
                assert time.monotonic() - silent < 30, f"nothing comes any more; waits for {self._pending}"
                continue
            if frame["type"] == "ack" and frame["id"] == PING:
                if frame["version"] == self.version:
                    # There is nothing to tell.
                    silent = time.monotonic()
                continue
            silent = time.monotonic()
            for command in self._take(frame):
                await self._send(line, command)

    async def _send(self, line: ClientConnection, command: dict[str, Any]) -> None:
        await line.send(msgspec.json.encode(command).decode())

    def _take(self, frame: dict[str, Any]) -> Sequence[dict[str, Any]]:
        """Take a frame in; what is to be sent because of it."""
        match frame["type"]:
            case "ack":
                self._acknowledged(frame["id"], frame["version"])
            case "refused":
                return self._refused(frame)
            case "table":
                self._look(frame)
        return self._next()

    def _acknowledged(self, command: str, version: int) -> None:
        known = self.memory.acknowledged.setdefault(command, version)
        assert known == version, f"{command} was acknowledged as version {known} and as {version}"
        self._pending.pop(command, None)
        self.memory.version = max(self.memory.version, version)
        if command.startswith("undo"):
            self.memory.undone.add(command)

    def _refused(self, frame: dict[str, Any]) -> Sequence[dict[str, Any]]:
        code = frame["fault"]["code"]
        self.refused[code] += 1
        assert code in TRY_AGAIN, f"refused: {frame}"
        found = self._pending.get(frame["id"])
        return [found] if found is not None else []

    def _look(self, frame: dict[str, Any]) -> None:
        version = frame["version"]
        if self.orderly and self._fresh:
            told = self.memory.version
            assert version >= told, f"version {told} was acknowledged, and now the table is at {version}"
        if self.orderly:
            assert version >= self.version, f"from version {self.version} back to {version}"
        self._fresh = False
        if version < self.version:
            return
        if frame["whole"] and version != self.version and self.shown is not None:
            # What happened meanwhile is not told: an undo, or the client had fallen too far behind.
            self.heard = None
        if self.heard is not None:
            self.heard += frame["events"]
        self.version = version
        if self.shown is None and frame["table"]["view"] is not None:
            self.came = frame["table"]["view"]["version"]
        view = self.shown = frame["table"]["view"]
        if view is not None:
            # A frame may send only the end of the log, and only the newest chat.
            self.log = self.log[: frame["lines"] - len(view["log"])] + view["log"]
        self.chat.update((line["number"], line["text"]) for line in frame["table"]["chat"])

    def _next(self) -> list[dict[str, Any]]:
        """What this seat does now and has not asked for yet."""
        if self.shown is None or not self.token or self.version < self.memory.version:
            return []
        if any(command.startswith("undo") for command in self._pending):
            # How often it took back decides what it does next: not before that is known.
            return []
        seat, at = self.shown["viewer"], self.shown["version"]
        undone = len(self.memory.undone)
        found: list[dict[str, Any]] = []
        if self.chats and at % 9 == seat:
            found.append({"id": f"chat{seat}-{at}", "do": "chat", "text": f"line {at}"})
        if awaited(self.shown) == seat:
            text = decide(self.shown, self.story, undone)
            what = {"do": "undo"} if text == "undo" else {"do": "play", "text": text}
            found.append({"id": f"{what['do']}{seat}-{at}-{undone}", "version": self.version, **what})
        known = self.memory.acknowledged
        fresh = [command for command in found if command["id"] not in self._pending and command["id"] not in known]
        self._pending.update((command["id"], command) for command in fresh)
        return fresh
