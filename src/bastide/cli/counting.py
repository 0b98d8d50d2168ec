"""Perft: the number of action sequences from the first position, or from a step of a record."""

from __future__ import annotations

import time
from typing import Any

from bastide.cli.failure import Failure
from bastide.cli.output import emit, progress, table
from bastide.kernel.perft import perft, seats_to_move
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.view.words import Words


def count(words: Words, rules: Rules, state: State, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of every length up to `depth`; with `divide`, per first action.

    :raises Failure: the depth is out of range.
    """
    if not 1 <= depth <= 20:
        raise Failure(
            "{name} must be a whole number from {low} to {high}, got {given}",
            name="--depth",
            low=1,
            high=20,
            given=depth,
        )
    roots = [(seat, int(code)) for seat in seats_to_move(rules, state) for code in rules.legal(state, seat)]
    rows: list[dict[str, Any]] = []
    behind: list[tuple[str, int]] = []
    bar, task = progress(depth * len(roots), "perft", as_json)
    with bar:
        for level in range(1, depth + 1):
            begun = time.perf_counter()
            behind = []
            for seat, code in roots:
                after = state.copy()
                rules.apply(after, seat, code)
                behind.append((named(words, rules, seat, code), perft(rules, after, level - 1)))
                bar.advance(task)
            seconds = time.perf_counter() - begun
            total = sum(n for _, n in behind) if roots else 1
            rows.append({"depth": level, "count": total, "seconds": round(seconds, 3)})
    if as_json:
        emit({"counts": rows, **({"divide": dict(behind)} if divide else {})})
        return
    if divide:
        table([(name, str(n)) for name, n in behind] or [("-", "1")])
        print()
    for row in rows:
        speed = f"{row['count'] / row['seconds']:,.0f}/s" if row["seconds"] >= 0.01 else ""
        print(f"{row['depth']:>3}  {row['count']:>16,}  {row['seconds']:>9.3f} s  {speed:>14}".rstrip())


def named(words: Words, rules: Rules, seat: int, code: int) -> str:
    """An action and its seat."""
    who = words.gettext("chance") if seat == CHANCE else str(seat)
    try:
        return f"{who} {rules.write([code])}"
    except (KeyError, IndexError, ValueError):
        return f"{who} {rules.verb_of[code].word} #{code}"
