"""The process from which the servers are forked imports this: each has at once what a server prepares as it starts."""

from __future__ import annotations

from bastide.web.panels.preparing import prepare
from tests.faults import hooks

__all__ = ["hooks"]

prepare()
