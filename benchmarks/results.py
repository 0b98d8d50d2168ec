"""Turns the values of all rounds into figures and ratios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bastide.cli.measures import RATIOS as OWN
from bastide.cli.measures import Spread, by_round
from benchmarks import rooms
from benchmarks.rounds import Measured

PAIR: Final = ("compiled", "without_seams", "loop", 1.0)
"""The two subjects that are measured in many pairs besides: the engine, and the engine without seams."""


@dataclass(frozen=True)
class Ratio:
    """A ratio of a figure of one subject to a figure of another, computed within each round.

    `least` is the target it should reach, if there is one; `meaning` describes it.
    """

    name: str
    meaning: str
    over: tuple[str, str]
    under: tuple[str, str]
    least: float | None = None


GAMES: Final = "games_per_second"
RATIOS: Final = (
    Ratio(
        "driven_to_fastcatan",
        "driven from Python: Bastide, compiled, to fastcatan",
        ("compiled", f"driven_{GAMES}"),
        ("fastcatan", f"driven_{GAMES}"),
        3,
    ),
    Ratio(
        "choices_to_fastcatan",
        "driven from Python: Bastide, compiled, only where there is a choice, to fastcatan, every action",
        ("compiled", f"choices_{GAMES}"),
        ("fastcatan", f"driven_{GAMES}"),
    ),
    Ratio(
        "listed_to_fastcatan",
        "driven from Python, each action chosen from a list: Bastide, compiled, to fastcatan",
        ("compiled", f"listed_{GAMES}"),
        ("fastcatan", f"driven_{GAMES}"),
    ),
    Ratio(
        "dealt_to_fastcatan",
        "driven from Python, each game on a new board: Bastide, compiled, to fastcatan",
        ("compiled", f"dealt_{GAMES}"),
        ("fastcatan", f"driven_{GAMES}"),
    ),
    Ratio(
        "driven_to_fastcatan_masked",
        "driven from Python: Bastide, compiled, to fastcatan through its packed masks",
        ("compiled", f"driven_{GAMES}"),
        ("fastcatan", f"masked_{GAMES}"),
    ),
    Ratio(
        "driven_to_fastcatan_batch",
        "driven from Python: Bastide, compiled, one game at a time, to fastcatan, many games at once with numpy",
        ("compiled", f"driven_{GAMES}"),
        ("fastcatan", f"batch_{GAMES}"),
    ),
    Ratio(
        "driven_to_catanatron",
        "driven from Python: Bastide, compiled, to catanatron",
        ("compiled", f"driven_{GAMES}"),
        ("catanatron", f"driven_{GAMES}"),
        75,
    ),
    Ratio(
        "loop_to_fastcatan_loop",
        "inside the engine: Bastide, compiled, to fastcatan's C++ loop",
        ("compiled", f"loop_{GAMES}"),
        ("fastcatan_loop", f"loop_{GAMES}"),
        0.8,
    ),
    Ratio(
        "interpreted_to_catanatron",
        "driven from Python: Bastide, interpreted, to catanatron",
        ("interpreted", f"driven_{GAMES}"),
        ("catanatron", f"driven_{GAMES}"),
        1,
    ),
    Ratio(
        "seams_to_without",
        "inside the engine: Bastide with its module seams, no module active, to Bastide without them",
        (PAIR[0], f"paired_loop_{GAMES}"),
        (PAIR[1], f"paired_loop_{GAMES}"),
        0.95,
    ),
    Ratio(
        "compiled_to_interpreted",
        "inside the engine: Bastide compiled to interpreted",
        ("compiled", f"loop_{GAMES}"),
        ("interpreted", f"loop_{GAMES}"),
    ),
    *(
        Ratio(name, f"Bastide, compiled, {own.meaning}", ("compiled", own.over), ("compiled", own.under))
        for name, own in OWN.items()
    ),
)


LEAST: Final = {
    f"loop_{GAMES}_carcassonne": 4_600,
    f"loop_{GAMES}_carcassonne_everything": 380,
}
"""Games a second that the compiled engine should play of the other games: of Carcassonne 20 and 100 times what the
quickest engine with the same rules did on a machine like this one (230 and 3.8)."""


def results(facts: Mapping[str, str], rounds: int, titles: Mapping[str, str], measured: Measured) -> dict[str, Any]:
    """The results as plain data, all figures and ratios by name."""
    values = measured.values
    ratios: dict[str, Any] = {}
    for ratio in RATIOS:
        over = values.get(ratio.over[0], {}).get(ratio.over[1])
        under = values.get(ratio.under[0], {}).get(ratio.under[1])
        if over and under:
            spread = Spread.of(by_round(over, under))
            ratios[ratio.name] = {"meaning": ratio.meaning, **spread.rounded(4)}
            if ratio.least is not None:
                ratios[ratio.name] |= {"target": ratio.least, "met": spread.median >= ratio.least}
    figures = {key: {name: Spread.of(row) for name, row in rows.items()} for key, rows in values.items()}
    return {
        "facts": dict(facts),
        "rounds": rounds,
        "share_of_core": round(measured.cpu / measured.wall, 3) if measured.wall else None,
        "missing": measured.missing,
        "subjects": {
            key: {
                "title": titles[key],
                **measured.about[key],
                "figures": {name: spread.rounded() for name, spread in figures[key].items()},
            }
            for key in values
        },
        "targets": {
            name: {"target": least, "met": figures["compiled"][name].median >= least}
            for name, least in LEAST.items()
            if name in figures.get("compiled", {})
        },
        "ratios": ratios,
        "rooms": to_base(values.get("compiled", {})),
    }


def to_base(values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The actions a second of the rooms' games to those of their base games, round by round."""
    out = {}
    for name, game in rooms.games_of([]).items():
        over, under = values.get(rooms.ACTIONS + name), values.get(rooms.ACTIONS + rooms.base_of(game))
        if over and under:
            out[name] = Spread.of(by_round(over, under)).rounded(4)
    return out
