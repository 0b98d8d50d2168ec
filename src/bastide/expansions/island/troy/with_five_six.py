"""Troy with six players: a battle comes before the special building phase (TROY-041)."""

from __future__ import annotations

from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Come after the other expansion: what this one pushes at the end of a turn is then done first."""
    module.after.append("five_six")
