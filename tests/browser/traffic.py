"""Everything sent to a page: every answer to a request and every frame of its socket."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, Page, Response, WebSocket


@dataclass
class Traffic:
    """What one page received, in order. `errors` are those of its script."""

    frames: list[dict[str, Any]] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> Traffic:
        """Record this page from now on."""
        traffic = cls()
        page.on("response", traffic._answer)
        page.on("websocket", traffic._socket)
        page.on("pageerror", lambda error: traffic.errors.append(str(error)))
        page.on("console", lambda line: traffic.errors.append(line.text) if line.type == "error" else None)
        return traffic

    def text(self) -> str:
        """All of it as one text."""
        return "\n".join([*(body for _, body in self.answers), *(json.dumps(frame) for frame in self.frames)])

    def panels(self) -> dict[str, str]:
        """The latest content of each panel."""
        latest: dict[str, str] = {}
        for frame in self.frames:
            latest.update(frame.get("panels", {}))
        return latest

    def events(self) -> list[dict[str, Any]]:
        """Every event sent to the page."""
        return [event for frame in self.frames for event in frame.get("events", [])]

    def _answer(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if "html" not in kind and "json" not in kind:
            return
        # A redirect, or a page left before its answer was read, has no body to look at.
        with contextlib.suppress(Error):
            self.answers.append((response.url, response.text()))

    def _socket(self, socket: WebSocket) -> None:
        if "/ws/" in socket.url:
            socket.on("framereceived", lambda data: self.frames.append(json.loads(data)))
