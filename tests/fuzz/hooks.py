"""What schemathesis cannot know: which configs make a game, and what decisions look like.

Only what is of the right shape already is filled in, so that bad requests stay bad.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import schemathesis

from bastide.server.common.model import Command, CreateTable

CONFIGS = (
    {"game": "island", "layout": "beginner", "options": {"first": 0}},
    {"layout": "random", "options": {"goal": 3}},
    {"layout": "spiral", "options": {"trade": "bank", "harbors": "shuffled"}},
)
SEATS = (
    [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}],
    [{"kind": "open"}, {"kind": "open"}],
    [{"kind": "bot"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}],
)
TEXTS = (
    "roll",
    "end",
    "settle 0,0,N",
    "road 0,0,NE",
    "offer ore for wool",
    "buy",
    "discard ore*4",
    "robber 0,0",
    "greedy",
)


@schemathesis.hook
def map_body(context: schemathesis.HookContext, body: Any) -> Any:
    """Fill in what makes some of the good requests succeed."""
    label = "" if context.operation is None else context.operation.label
    try:
        encoded = msgspec.json.encode(body)
        chosen = zlib.crc32(encoded)
        if label == "POST /api/tables" and chosen % 8:
            msgspec.json.decode(encoded, type=CreateTable)
            names = {"name": f"Quay {chosen % 1000}", "nickname": f"Maud {chosen % 100}"}
            return {**body, **names, "config": CONFIGS[chosen % 3], "seats": SEATS[chosen // 3 % 3]}
        if label.endswith("/commands") and chosen % 4:
            command = msgspec.json.decode(encoded, type=Command)
            text = TEXTS[chosen % len(TEXTS)] if command.do in ("play", "why", "bot", "stand-in") else body.get("text")
            return {**body, "text": text or "", "version": None}
    except (msgspec.MsgspecError, TypeError, ValueError):
        pass
    return body
