"""The choice of the answer with the greatest value."""

from __future__ import annotations

from mypy_extensions import i64


class Best:
    """The best answer so far and its value; at first `code`, with the value that another answer has to exceed."""

    def __init__(self, code: i64, value: i64) -> None:
        self.code: i64 = code
        self.value: i64 = value

    def offer(self, code: i64, value: i64) -> None:
        """Take an answer of that value, if it is better."""
        if value > self.value:
            self.code = code
            self.value = value

    def take(self, other: Best) -> None:
        """Take the best of other answers, if it is better."""
        self.offer(other.code, other.value)
